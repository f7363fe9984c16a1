"""How the load plays Macao: by the moves offered in the frames that a page gets, and by nothing else."""

from __future__ import annotations

import json
import re
import secrets
import statistics
import time
from collections import defaultdict
from typing import Any

from bench.load import SEATS, StuckError, Table

PARTIAL = '<hx-partial hx-target="#'
CARD = re.compile(r'data-move="([^"]+)"')
BUTTON = re.compile(r'<button[^>]* name="move"[^>]*? value="([^"]+)"')
HAND_SIZE = re.compile(r'data-n="(\d+)"')
NONCE = re.compile(r'data-nonce-wanted="([^"]+)"')
BEAT_SECONDS = 5.0


class Frames:
    """Bytes of the frame that answers a seat's own move, by the cards in its hand afterwards."""

    def __init__(self) -> None:
        self.sizes: dict[int, list[int]] = defaultdict(list)

    def median(self, cards: int) -> float:
        """Bytes; nan if no such frame came."""
        return statistics.median(self.sizes[cards]) if self.sizes[cards] else float("nan")


class MacaoTable(Table):
    """Four persons at one match. `bases` are the sites' addresses: the seats are spread over them."""

    def __init__(self, bases: list[str], token: str, cookies: list[str], frames: Frames) -> None:
        sites = [bases[seat * len(bases) // SEATS] for seat in range(SEATS)]
        headers = [
            {"Cookie": cookie, "Origin": base.replace("ws:", "http:")}
            for base, cookie in zip(sites, cookies, strict=True)
        ]
        super().__init__([f"{base}/ws/table/{token}/" for base in sites], headers)
        self.token, self.frames = token, frames
        self.parts: list[dict[str, str]] = [{} for _ in range(SEATS)]
        self.versions = [-1] * SEATS
        self.answer: dict[str, Any] | None = None  # to the move in flight
        self.asked: set[tuple[int, str]] = set()  # seat, key of the deal for which it has given its number
        self.beat_at = time.monotonic() + BEAT_SECONDS

    def heard(self, seat: int, text: str) -> None:
        frame = json.loads(text)
        self.versions[seat] = frame.get("version", self.versions[seat])
        for piece in frame.get("content", "").split(PARTIAL)[1:]:
            self.parts[seat][piece[: piece.index('"')]] = piece
        if "ack" in frame:
            self.answer = {**frame["ack"], "seat": seat, "bytes": len(text.encode())}

    async def prepare(self) -> None:
        """Heartbeats when they are due, and a deal when there is no round: the seats' numbers, and Next round."""
        await self.until(lambda: min(self.versions) >= 0)
        if time.monotonic() > self.beat_at:
            self.beat_at += BEAT_SECONDS
            for seat in range(SEATS):
                await self._say(seat, seen=self.versions[seat])
        if not self._is_dealt():
            for seat in range(SEATS):
                await self._get_ready(seat)
            await self.until(self._is_dealt)

    async def _get_ready(self, seat: int) -> None:
        wanted = NONCE.search(self.parts[seat].get("status", ""))
        if wanted and (seat, wanted[1]) not in self.asked:
            self.asked.add((seat, wanted[1]))
            await self._say(seat, nonce=secrets.token_hex(16))
        if "next" in BUTTON.findall(self.parts[seat].get("sheet", "")):
            await self._say(seat, move="next", version=self.versions[seat], id=secrets.token_hex(16))

    def _is_dealt(self) -> bool:
        return len(set(self.versions)) == 1 and self._mover() is not None

    def _mover(self) -> int | None:
        return next((seat for seat in range(SEATS) if "data-alert" in self.parts[seat].get("status", "")), None)

    async def _say(self, seat: int, **values: Any) -> None:
        await self.sockets[seat].send(json.dumps({**values, "headers": {"HX-Request": "true"}}))

    async def play(self) -> float:
        seat = self._mover()
        assert seat is not None
        version, move_id, move = self.versions[seat], secrets.token_hex(16), self._choose(seat)
        self.answer = None
        sent = time.perf_counter()
        await self._say(seat, move=move, version=version, id=move_id)
        came = await self.until(lambda: min(self.versions) > version or self._is_refused())
        if self._is_refused():
            raise StuckError(f"{move} by seat {seat} of {self.token}, as offered, was refused: {self.answer}")
        if self.answer is not None:
            self.frames.sizes[self._hand_size(seat)].append(self.answer["bytes"])
        return came - sent

    def _is_refused(self) -> bool:
        return self.answer is not None and self.answer["result"] != "done"

    def _choose(self, seat: int) -> str:
        """The first card that goes, else the first button: draw, take, wait or pass."""
        hand, acts = self.parts[seat]["hand"], self.parts[seat]["acts"]
        offered = CARD.findall(hand) + BUTTON.findall(hand) + BUTTON.findall(acts)
        if not offered:
            raise StuckError(f"seat {seat} of {self.token} is in turn and is offered nothing: {hand} {acts}")
        return offered[0]

    def _hand_size(self, seat: int) -> int:
        size = HAND_SIZE.search(self.parts[seat]["hand"])
        return int(size[1]) if size else 0

    def describe(self) -> str:
        return f"table {self.token}, versions {self.versions}, mover {self._mover()}, answer {self.answer}"
