"""How the load plays at the baselines' tables."""

from __future__ import annotations

import json
import time
from typing import Any

from bench.load import SEATS, Table

MOVE = json.dumps({"move": "7h", "version": 41, "id": "0123456789abcdef"})


class EchoTable(Table):
    """Seats of the bare echo: a frame as our page sends it, the ready string back to all four."""

    def __init__(self, base: str, number: int) -> None:
        super().__init__([f"{base}/ws/{number}/"] * SEATS)
        self.received = [0] * SEATS
        self.moves = 0

    def heard(self, seat: int, text: str) -> None:
        self.received[seat] += 1

    async def play(self) -> float:
        seat, self.moves = self.moves % SEATS, self.moves + 1
        sent = time.perf_counter()
        await self.sockets[seat].send(MOVE)
        return await self.until(lambda: min(self.received) >= self.moves) - sent


class BoardgameTable(Table):
    """Seats of a boardgame.io match, over socket.io's framing on a bare WebSocket; a new match when one is over."""

    PREFIX = "42/eights,"

    def __init__(self, base: str, number: int, run: str) -> None:
        super().__init__([f"{base}/socket.io/?EIO=4&transport=websocket"] * SEATS)
        self.name, self.games = f"{run}-{number}", 0
        self.states: list[dict[str, Any]] = [{}] * SEATS
        self.joined = [False] * SEATS

    @property
    def match(self) -> str:
        return f"{self.name}-{self.games}"

    async def opened(self, seat: int) -> None:
        await self.sockets[seat].send("40/eights,")
        await self.until(lambda: self.joined[seat])
        await self._sync(seat)

    async def _sync(self, seat: int) -> None:
        await self._emit(seat, "sync", self.match, str(seat), None, SEATS)

    async def _emit(self, seat: int, *arguments: Any) -> None:
        await self.sockets[seat].send(self.PREFIX + json.dumps(arguments, separators=(",", ":")))

    def heard(self, seat: int, text: str) -> None:
        if text.startswith("40/eights"):
            self.joined[seat] = True
        elif text.startswith(self.PREFIX):
            kind, match, body, *_ = json.loads(text[len(self.PREFIX) :])
            if match == self.match and kind in ("sync", "update"):
                self.states[seat] = body["state"] if kind == "sync" else body

    async def prepare(self) -> None:
        if self.states[0] and "gameover" in self.states[0]["ctx"]:
            self.games += 1
            self.states = [{}] * SEATS
            for seat in range(SEATS):
                await self._sync(seat)
        await self.until(lambda: all(self.states))

    async def play(self) -> float:
        seat = int(self.states[0]["ctx"]["currentPlayer"])
        state = self.states[seat]
        number, table, hand = state["_stateID"], state["G"], state["G"]["players"][str(seat)]["hand"]
        suit, rank = table["suit"], table["pile"][-1][0]
        card = next((card for card in hand if card[0] in ("8", rank) or card[1] == suit), None)
        kind, arguments = ("draw", []) if card is None else ("play", [card, "h"])
        action = {"type": "MAKE_MOVE", "payload": {"type": kind, "args": arguments, "playerID": str(seat)}}
        sent = time.perf_counter()
        await self._emit(seat, "update", action, number, self.match, str(seat))
        return await self.until(lambda: all(state["_stateID"] > number for state in self.states)) - sent

    def describe(self) -> str:
        return f"boardgame.io {self.match}: {[state.get('_stateID') for state in self.states]}"
