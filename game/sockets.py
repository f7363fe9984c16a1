"""ROOM 7: what every socket of a page does: it is opened, reads frames, is woken by notices, shows what has changed,
and closes with a code. No handler hops through a thread unless it needs the database.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from types import SimpleNamespace
from typing import Any, cast

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, parse_cookie
from django.utils.translation import get_language_from_request

from game import frames
from game.hub import here
from game.sessions import STRANGER, identify
from game.writer import reading

SESSION_ENDED, FORBIDDEN, GONE, FLOOD = 4401, 4403, 4404, 4429  # the page does not come back by itself
TOO_LARGE, TROUBLE, RESTART = 1009, 1011, 1012
SOCKETS_A_USER = 10
FRAMES_A_SECOND = 10.0
BURST = 20.0
CHECK_SESSION_EVERY = 30.0  # seconds

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode  # json.dumps makes one for each frame

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

logger = logging.getLogger("game.sockets")


class Shut(Exception):
    """The socket has to close, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class PageSocket:
    """One socket of a page, from its handshake to its end. Reading and showing are two tasks, so that neither waits for
    the other; notices that come while a page is being made are answered by one more.
    """

    table_id: int | None = None

    def __init__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        self._scope = scope
        self._receive, self._send = receive, send
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        cookies = parse_cookie(headers.get(b"cookie", ""))
        self._cookie = cookies.get(settings.SESSION_COOKIE_NAME)
        self.language = _language(cookies, headers.get(b"accept-language", ""))
        self.identity = STRANGER
        self._closed = False
        self._due = False  # a page has to be made
        self._showing: asyncio.Task[None] | None = None
        self._checking: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._frames, self._counted_at = BURST, time.monotonic()

    @classmethod
    def as_asgi(cls) -> Any:
        """The ASGI application whose every connection is one of these (untyped: routes are typed for views only)."""

        async def application(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
            await cls(scope, receive, send).live()

        return application

    @property
    def user_id(self) -> int | None:
        return self.identity.user_id

    @property
    def session(self) -> str | None:
        return self.identity.session

    # --- the life of a socket

    async def live(self) -> None:
        await self._receive()  # the handshake; it is accepted first, for a close code reaches the page only then
        await self._send({"type": "websocket.accept"})
        try:
            self.identity = await reading.run(identify, self._cookie)
            await self._open()
            self._watch_session()
            self.wake()
            while (message := await self._receive())["type"] != "websocket.disconnect":
                if not self._closed:
                    await self._read(message)
        except Shut as shut:
            await self.shut(shut.code)
        except DatabaseError as error:
            logger.warning("socket lost its database", extra={"error": type(error).__name__})
            await self.shut(TROUBLE)
        finally:
            self._part()

    async def _open(self) -> None:
        """Find what the page is about, and start to listen; `Shut` if it may not be looked at."""
        hub = here()
        if self.user_id is not None and len(hub.by_user.get(self.user_id, ())) >= SOCKETS_A_USER:
            raise Shut(FLOOD)
        hub.join(self, self.table_id)

    def _part(self) -> None:
        self._closed = True
        here().part(self, self.table_id)
        for work in (self._showing, self._checking, self._timer):
            if work is not None:
                work.cancel()

    async def shut(self, code: int) -> None:
        """Close the socket; nothing is read or sent any more."""
        if self._closed:
            return
        self._closed = True
        here().part(self, self.table_id)
        await self._send({"type": "websocket.close", "code": code})

    # --- what the page says

    async def _read(self, message: Message) -> None:
        now = time.monotonic()
        self._frames = min(BURST, self._frames + (now - self._counted_at) * FRAMES_A_SECOND) - 1
        self._counted_at = now
        if self._frames < 0:
            logger.warning("flood", extra={"user": self.user_id})
            raise Shut(FLOOD)
        text = message.get("text")
        if text is not None and len(text) > settings.FRAME_BYTES:
            raise Shut(TOO_LARGE)
        await self._take(frames.read(text))

    async def _take(self, frame: frames.Frame) -> None:
        raise NotImplementedError

    # --- what the page is shown

    def wake(self) -> None:
        self._due = True
        if self._showing is None and not self._closed and not self._held():
            self._showing = asyncio.get_running_loop().create_task(self._show_all())

    def _held(self) -> bool:
        """Whether what is to be shown waits for an answer that will go out with it."""
        return False

    async def _show_all(self) -> None:
        try:
            while self._due and not self._closed and not self._held():
                self._due = False
                await self._show()
        except Shut as shut:
            await self.shut(shut.code)
        except DatabaseError as error:
            # the page keeps what it shows; its next heartbeat asks again
            logger.warning("page not made", extra={"error": type(error).__name__})
        except Exception:  # the outermost door: a bug closes this socket, and the page comes back to a fresh table
            logger.exception("page not made", extra={"table": self.table_id})
            await self.shut(TROUBLE)
        finally:
            self._showing = None

    async def _show(self) -> None:
        raise NotImplementedError

    async def _frame(self, **values: Any) -> None:
        if not self._closed:
            await self._send({"type": "websocket.send", "text": _encode(values)})

    # --- whose it is

    def check_session(self) -> None:
        if self._checking is None and self.session is not None and not self._closed:
            self._checking = asyncio.get_running_loop().create_task(self._check_session())

    async def _check_session(self) -> None:
        try:
            if await reading.run(identify, self.session) != self.identity:
                await self.shut(SESSION_ENDED)
        except DatabaseError:
            logger.warning("session not checked", extra={"user": self.user_id})
        finally:
            self._checking = None

    def _watch_session(self) -> None:
        """Check the session now and then, for as long as the socket is open."""
        # not all at once: after a restart all pages come back in the same second
        seconds = CHECK_SESSION_EVERY * random.uniform(0.5, 1)  # noqa: S311 (nobody gains by guessing it)
        self._timer = asyncio.get_running_loop().call_later(seconds, self._check_again)

    def _check_again(self) -> None:
        self.check_session()
        self._watch_session()


def _language(cookies: Mapping[str, str], accepted: str) -> str:
    """The language a page would be in: by the language cookie, else by what the browser asks for."""
    request = SimpleNamespace(COOKIES=cookies, META={"HTTP_ACCEPT_LANGUAGE": accepted})
    return get_language_from_request(cast(HttpRequest, request))
