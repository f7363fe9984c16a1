"""A browser tab in the test's own hands: it sends what the test says, byte for byte, and reads as a page does."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosedError

from tests.players import Player
from tests.seating import Seated

PATIENCE = 10.0  # seconds


class Tab:
    """One socket of one person. `frames` are all that came, parsed; `page` is what they add up to."""

    def __init__(self, page: Player, socket: ClientConnection) -> None:
        self.page, self.socket = page, socket
        self.frames: list[dict[str, Any]] = []

    async def hear(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next frame."""
        async with asyncio.timeout(seconds):
            text = str(await self.socket.recv())
        self.page.hear(text)
        self.frames.append(json.loads(text))
        return self.frames[-1]

    async def until(self, what: Callable[[], object], seconds: float = PATIENCE) -> None:
        async with asyncio.timeout(seconds):
            while not what():
                await self.hear(seconds)

    async def shows(self, version: int) -> None:
        """Until it shows this version, or a later one."""
        await self.until(lambda: self.page.version >= version)

    async def say(self, frame: dict[str, Any] | str | bytes) -> None:
        await self.socket.send(json.dumps(frame) if isinstance(frame, dict) else frame)

    async def beat(self) -> None:
        """A heartbeat and its answer: the page is up to date afterwards, and the socket lives."""
        heard = len(self.frames)
        await self.say({"seen": max(self.page.version, 0)})
        await self.until(lambda: len(self.frames) > heard)

    async def move(self, move: str, *, version: int | None = None, move_id: str | None = None) -> str:
        """Send a move, made against what the page shows unless said otherwise; its id."""
        move_id = move_id or secrets.token_hex(16)
        await self.say({"move": move, "version": self.page.version if version is None else version, "id": move_id})
        return move_id

    async def answer(self, move_id: str | None) -> dict[str, Any]:
        """The frame that answers this id."""
        start = len(self.frames)
        while True:
            frame = await self.hear()
            if frame.get("ack", {}).get("id") == move_id and "ack" in frame:
                return frame
            assert len(self.frames) - start < 200

    async def closed(self, seconds: float = PATIENCE) -> int:
        """The code with which the site closes the socket; 1006 if it goes without a word."""
        async with asyncio.timeout(seconds):
            with suppress(ConnectionClosedError):
                async for _ in self.socket:
                    pass
        assert self.socket.close_code is not None
        return self.socket.close_code


@asynccontextmanager
async def tab(site: str, table: Seated, seat: int | None, *, cookie: str | None = None) -> AsyncIterator[Tab]:
    """A tab of the person in this seat that shows the match. `seat` None: of whoever `cookie` says."""
    cookie = cookie if cookie is not None else table.cookies[seat or 0] or ""
    page = Player([site], table.socket, cookie, table.match, seat, random.Random(0), playing=False)
    async with page.connect(site) as socket:
        opened = Tab(page, socket)
        await opened.shows(0)
        yield opened


async def dealt(*tabs: Tab) -> Tab:
    """Until a round is dealt and all of these show the same; the one that is in turn."""
    for one in tabs:
        await one.shows(1)
    top = max(one.page.version for one in tabs)
    for one in tabs:
        await one.shows(top)
    return next(one for one in tabs if one.page.offers())
