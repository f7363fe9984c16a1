"""A person at a table, as a script: a real socket, and moves chosen from what its own frames offer and nothing else.

It does what the page's script does: heartbeats, its number for the deal, the same id again for a move that got no
answer, and back to the table by itself when the connection is lost. What it saw is kept word for word.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.typing import Origin

from tests.faults.checker import Sent

PARTIAL = '<hx-partial hx-target="#'
CARD = re.compile(r'data-move="([^"]+)"')
HELD = re.compile(r'<button class="card[^>]* value="([^"]+)"')
BUTTON = re.compile(r'<button[^>]* name="move"[^>]*? value="([^"]+)"')
NONCE = re.compile(r'data-nonce-wanted="([^"]+)"')
WITHOUT_CARD = ("draw", "take", "wait", "pass")

BEAT_SECONDS = 5.0
AGAIN_SECONDS = 2.0  # until a move without an answer is sent again
SILENCES = 2  # heartbeats without an answer until the connection counts as lost
NOBODYS_FAULT = {"done", "stale", "not-your-turn", "not-started", "unavailable"}


@dataclass(frozen=True, slots=True)
class Heard:
    """A frame as it came, `at` seconds since the epoch."""

    at: float
    text: str


@dataclass(slots=True)
class Flying:
    """A command that waits for its answer."""

    move_id: str
    text: str
    version: int
    sent_at: float


@dataclass
class Player:
    """One browser. `sites` are addresses of serving processes: after each loss it goes on to the next one.

    `path` is the socket's. `seat` is None for a watcher, who only looks.
    `heard`, `sent` and `complaints` are its history: every frame, every move with its answer, and what was wrong.
    """

    sites: Sequence[str]
    path: str
    cookie: str
    match: int
    seat: int | None
    rng: random.Random
    pace: tuple[float, float] = (0.05, 0.2)  # seconds from seeing to doing
    boldness: float = 0.85  # how often a card is laid when one may be
    language: str = "en"
    playing: bool = True
    version: int = -1
    parts: dict[str, str] = field(default_factory=dict)
    heard: list[Heard] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)
    nonces: dict[str, str] = field(default_factory=dict)  # by the key of the deal
    complaints: list[str] = field(default_factory=list)
    answered_at: list[float] = field(default_factory=list)  # seconds since the epoch, of moves that were made
    connected: bool = False
    flying: Flying | None = None
    close_code: int | None = None

    # --- what it sees

    def offers(self) -> list[str]:
        """The moves that its page offers in its own turn."""
        if "data-alert" not in self.parts.get("status", ""):
            return []
        hand, acts = self.parts.get("hand", ""), self.parts.get("acts", "")
        return [move for move in (*CARD.findall(hand), *BUTTON.findall(hand), *BUTTON.findall(acts)) if move != "next"]

    def hand(self) -> list[str]:
        """Codes of the cards in its hand."""
        return HELD.findall(self.parts.get("hand", ""))

    def _wants(self) -> str | None:
        """What it would send now, if anything."""
        if self.seat is None or not self.playing or self.flying:
            return None
        if "next" in BUTTON.findall(self.parts.get("acts", "") + self.parts.get("sheet", "")):
            return "next"
        offers = self.offers()
        if not offers:
            return None
        lays = [move for move in offers if move not in WITHOUT_CARD]
        return self.rng.choice(lays if lays and self.rng.random() < self.boldness else offers)

    # --- the connection

    async def run(self) -> None:
        """Be at the table until cancelled, or until the site says not to come back."""
        number = 0
        while self.close_code is None:
            site = self.sites[number % len(self.sites)]
            try:
                async with self.connect(site) as socket:
                    await self._converse(socket)
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else None
                self.close_code = code if code is not None and 4400 <= code < 4500 else None
            except (OSError, InvalidHandshake, InvalidMessage, EOFError):
                pass  # nobody there yet; TimeoutError is an OSError
            self.connected = False
            number += 1
            await asyncio.sleep(self.rng.uniform(0.1, 0.5))

    def connect(self, site: str) -> connect:
        """The way to its socket at a serving process."""
        return connect(
            site.replace("http", "ws", 1) + self.path, origin=Origin(site), compression=None, proxy=None,
            additional_headers={"Cookie": self.cookie, "Accept-Language": self.language}, open_timeout=5,
            close_timeout=1, ping_interval=None, max_size=2**20,
        )  # fmt: skip

    async def _converse(self, socket: ClientConnection) -> None:
        self.connected = True
        given: set[str] = set()
        beat_at, silent, act_at = time.monotonic() + BEAT_SECONDS, 0, None
        if self.flying:
            await self._transmit(socket)
        while True:
            now = time.monotonic()
            due = min(time_ for time_ in (beat_at, act_at, self._again_at()) if time_ is not None)
            try:
                async with asyncio.timeout(max(0.0, due - now)):
                    text = await socket.recv()
            except TimeoutError:
                now = time.monotonic()
                if now >= beat_at:
                    if silent >= SILENCES:
                        return
                    silent += 1
                    beat_at = now + BEAT_SECONDS
                    await socket.send(json.dumps({"seen": max(self.version, 0)}))
                if act_at is not None and now >= act_at:
                    act_at = None
                    await self._act(socket)
                if (again_at := self._again_at()) is not None and now >= again_at:
                    await self._transmit(socket)
            else:
                silent = 0
                self.hear(str(text))
                await self._give_nonce(socket, given)
            if act_at is None and self._wants():
                act_at = time.monotonic() + self.rng.uniform(*self.pace)

    def _again_at(self) -> float | None:
        return self.flying.sent_at + AGAIN_SECONDS if self.flying else None

    # --- what it says

    async def _act(self, socket: ClientConnection) -> None:
        move = self._wants()
        if move is not None:
            self.flying = Flying(self.rng.randbytes(16).hex(), move, self.version, 0.0)
            await self._transmit(socket)

    async def _transmit(self, socket: ClientConnection) -> None:
        flying = self.flying
        assert flying is not None
        flying.sent_at = time.monotonic()
        frame = {"move": flying.text, "version": flying.version, "id": flying.move_id}
        await socket.send(json.dumps({**frame, "headers": {"HX-Request": "true"}}))

    async def _give_nonce(self, socket: ClientConnection, given: set[str]) -> None:
        wanted = NONCE.search(self.parts.get("status", ""))
        if wanted and wanted[1] not in given and self.seat is not None:
            given.add(wanted[1])
            nonce = self.nonces.setdefault(wanted[1], self.rng.randbytes(16).hex())
            await socket.send(json.dumps({"nonce": nonce}))

    # --- what it hears

    def hear(self, text: str) -> None:
        """Take in a frame."""
        self.heard.append(Heard(time.time(), text))
        frame = json.loads(text)
        version = frame.get("version", self.version)
        if version < self.version:
            self.complaints.append(f"version {version} after {self.version}")
        self.version = version
        for piece in frame.get("content", "").split(PARTIAL)[1:]:
            self.parts[piece[: piece.index('"')]] = piece
        if "ack" in frame:
            self._answered(frame["ack"])

    def _answered(self, ack: dict[str, str]) -> None:
        flying = self.flying
        if flying is None or ack.get("id") != flying.move_id:
            return  # the second answer to a move that was sent twice
        result = ack["result"]
        if result == "unavailable":
            return  # nothing was promised: the same id goes out again
        self.flying = None
        if result == "done":
            self.answered_at.append(time.time())
        if result not in NOBODYS_FAULT:
            self.complaints.append(f"{flying.text}, offered at version {flying.version}, is {result}")
        self._note(flying, result)

    def _note(self, flying: Flying, result: str | None) -> None:
        if flying.text != "next" and self.seat is not None:
            self.sent.append(Sent(self.match, self.seat, flying.move_id, flying.text, result))

    def history(self) -> list[Sent]:
        """Its moves with their answers; the one that still waits for an answer has none."""
        if self.flying is not None:
            self._note(self.flying, None)
            self.flying = None
        return self.sent
