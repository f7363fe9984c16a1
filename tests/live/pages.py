"""A page as the server sees one: its socket, the frames it got, and the parts of the table as they would stand."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from channels.testing import WebsocketCommunicator
from django.conf import settings

from macao_site.asgi import application

PATIENCE = 5.0  # seconds
_PARTIAL = re.compile(r'<hx-partial hx-target="#([\w-]+)" hx-swap="(\w+)">(.*?)</hx-partial>', re.DOTALL)
_MOVE = re.compile(r'(?:data-move|name="move" value)="([^"]+)"')

Frame = dict[str, Any]


class Closed(Exception):
    """The server closed the socket."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Page:
    """One open socket."""

    def __init__(self, path: str, session: str | None = None, *, origin: str = settings.ORIGINS[0]) -> None:
        headers = [(b"origin", origin.encode())]
        if session is not None:
            headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()))
        self._socket = WebsocketCommunicator(application, path, headers=headers)
        self.frames: list[Frame] = []
        self.parts: dict[str, str] = {}
        self.version: int | None = None

    async def open(self) -> bool:
        """Whether the handshake succeeded."""
        return bool((await self._socket.connect(timeout=PATIENCE))[0])

    async def close(self) -> None:
        await self._socket.disconnect(timeout=PATIENCE)

    async def next(self, seconds: float = PATIENCE) -> Frame:
        """The next frame; `Closed` if the server closes instead, `TimeoutError` if nothing comes."""
        message = await self._socket.receive_output(seconds)
        if message["type"] == "websocket.close":
            raise Closed(message["code"])
        frame: Frame = json.loads(message["text"])
        self.frames.append(frame)
        self.version = frame.get("version", self.version)
        for element, swap, html in _PARTIAL.findall(frame.get("content", "")):
            if swap == "beforeend":
                assert element == "log-lines"
                self.parts["log"] = self.parts["log"].replace("</ol></aside>", html + "</ol></aside>")
            else:
                self.parts[element] = html
        return frame

    async def until(self, wanted: Callable[[Frame], object], seconds: float = PATIENCE) -> Frame:
        """The first frame from now on that is wanted."""
        async with asyncio.timeout(seconds):
            while not wanted(frame := await self.next(seconds)):
                pass
        return frame

    async def quiet(self, seconds: float = 0.3) -> bool:
        """Whether nothing comes for so long."""
        return bool(await self._socket.receive_nothing(seconds))

    async def settle(self) -> Page:
        """Take in all that is on its way."""
        while not await self.quiet():
            await self.next()
        return self

    async def closing(self) -> int:
        """The code with which the server closes."""
        try:
            await self.until(lambda _: False)
        except Closed as closed:
            return closed.code
        raise AssertionError("the socket stays open")

    async def send(self, frame: object) -> None:
        await self.send_text(json.dumps(frame))

    async def send_text(self, text: str) -> None:
        await self._socket.send_to(text_data=text)

    async def send_bytes(self, data: bytes) -> None:
        await self._socket.send_to(bytes_data=data)

    async def move(self, text: str, move_id: str = "m1", version: int | None = None) -> Frame:
        """Send a move and wait for the frame that answers it."""
        await self.send({"move": text, "version": self.version if version is None else version, "id": move_id})
        return await self.until(lambda frame: frame.get("ack", {}).get("id") == move_id)

    async def beat(self, seen: int) -> Frame:
        await self.send({"seen": seen})
        return await self.next()

    def moves(self) -> list[str]:
        """The moves that the page offers."""
        return _MOVE.findall(self.parts.get("hand", "") + self.parts.get("acts", ""))


@asynccontextmanager
async def opened(*pages: Page) -> AsyncIterator[None]:
    """Pages that are open, each with its first frame read."""
    try:
        for page in pages:
            assert await page.open()
            await page.next()
        yield
    finally:
        for page in pages:
            await page.close()
