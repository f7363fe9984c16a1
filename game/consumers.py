"""ROOM 7: the sockets of pages: a table's and the lobby's. A frame comes in, is read, and is answered; a notice comes,
and the page is sent what has changed for its own seat. No handler hops through a thread unless it needs the database.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import parse_qs

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, parse_cookie
from django.utils.translation import get_language_from_request

from game import frames, instants, presenter, render, scenes, waiting
from game.art import art
from game.attendance import attendance
from game.engine import IllegalMove, MalformedMove
from game.errors import NotSeated, NotStarted, PlayError, SessionEnded, Unavailable
from game.frames import Malformed, MoveFrame, NonceFrame, SeenFrame
from game.hub import Notice, here
from game.lookout import lookout
from game.matches import Act, AskNext, Command, GiveNonce
from game.models import Table
from game.presence import Socket
from game.scenes import Snapshot
from game.sessions import STRANGER, identify
from game.words import words_for
from game.writer import reading, writer

SESSION_ENDED, FORBIDDEN, GONE, FLOOD, RESTART, TROUBLE = 4401, 4403, 4404, 4429, 1012, 1011
SOCKETS_A_USER = 10
FRAMES_A_SECOND = 10.0
BURST = 20.0
CHECK_SESSION_EVERY = 30.0  # seconds
PATIENCE = 5.0  # seconds that a move may wait for the database before its page is told

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
            raise Shut(1009)
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
            await self._send({"type": "websocket.send", "text": json.dumps(values, ensure_ascii=False)})

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
        self._timer = asyncio.get_running_loop().call_later(CHECK_SESSION_EVERY, self._check_again)

    def _check_again(self) -> None:
        self.check_session()
        self._watch_session()


class LobbySocket(PageSocket):
    """The list of open tables."""

    _sent = ""

    async def _take(self, frame: frames.Frame) -> None:
        if isinstance(frame, SeenFrame):
            await self._frame(version=0)
        else:
            await self._frame(version=0, ack={"id": None, "result": "malformed"})

    async def _show(self) -> None:
        html = await lookout().lobby(self.language)
        if html != self._sent:
            self._sent = html
            await self._frame(version=0, content=_partial("lobby", html))


class TableSocket(PageSocket):
    """A table: its waiting room, or its match as the person's own seat sees it.

    `?match=` in the address says which match the page shows, nothing after it that it is a waiting room. A page that
    shows something else than the table now is told to load anew.
    """

    def __init__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        super().__init__(scope, receive, send)
        query = parse_qs(scope.get("query_string", b"").decode("latin1"), keep_blank_values=True)
        self._page: str | None = query.get("match", [None])[0]
        self._match_id: int | None = None  # of the match that the page shows
        self._sent: dict[str, str] = {}
        self._shown: Snapshot | None = None
        self._told: int | None = None  # the version in the latest frame
        self._ack: dict[str, Any] | None = None
        self._asking = False
        self._lease: Socket | None = None

    async def _open(self) -> None:
        token = self._scope["url_route"]["kwargs"]["token"]
        self.table_id = await reading.run(_table_id, token)
        if self.table_id is None:
            raise Shut(GONE)
        await super()._open()
        running = self._admit(await lookout().table(self.table_id)).running
        if running is not None and self._page in (None, running.match.uid):
            # a page that is back repeats its unanswered move before it is shown anything
            self._match_id = running.match.pk
        if self.user_id is not None:
            self._lease = Socket(secrets.token_hex(16), self.table_id, self.user_id)
            attendance().arrive(self._lease)

    def _part(self) -> None:
        if self._lease is not None:
            attendance().depart(self._lease)
        super()._part()

    async def shut(self, code: int) -> None:
        if self._lease is not None:
            attendance().depart(self._lease)
        await super().shut(code)

    def _admit(self, snapshot: Snapshot | None) -> Snapshot:
        """`Shut` unless this person may look at the table now."""
        if snapshot is None or snapshot.table.status == Table.Status.CLOSED:
            raise Shut(GONE)
        table, running = snapshot.table, snapshot.running
        if self.user_id in table.removed:
            raise Shut(FORBIDDEN)
        plays = running is not None and any(seat.user_id == self.user_id for seat in running.seats)
        if table.status == Table.Status.PLAYING and not table.watchable and (self.user_id is None or not plays):
            raise Shut(FORBIDDEN)
        return snapshot

    # --- what the page says

    async def _take(self, frame: frames.Frame) -> None:
        if isinstance(frame, SeenFrame):
            await self._beat(frame)
        elif isinstance(frame, NonceFrame):
            await self._give_nonce(frame)
        elif isinstance(frame, MoveFrame):
            await self._ask(frame)
        else:
            await self._malformed(frame)

    async def _beat(self, frame: SeenFrame) -> None:
        """Always answered; a page that is behind gets a fresh table, whether or not a notice ever came."""
        try:
            await lookout().poll()
        except DatabaseError:
            logger.warning("not asked for lost notices", extra={"table": self.table_id})
        if frame.version != self._version:
            self._sent.clear()
            self.wake()
        else:
            await self._frame(version=self._version)

    async def _give_nonce(self, frame: NonceFrame) -> None:
        if self._match_id is not None and self.user_id is not None:
            try:
                await writer().submit(GiveNonce(self._match_id, self.user_id, self.session, frame.nonce))
            except SessionEnded as error:
                raise Shut(SESSION_ENDED) from error
            except PlayError as error:
                logger.info("nonce not taken", extra={"match": self._match_id, "result": error.code})

    async def _malformed(self, frame: Malformed) -> None:
        logger.info("malformed frame", extra={"user": self.user_id, "table": self.table_id})
        says = presenter.notice("malformed", words_for(self.language))
        await self._frame(version=self._version, ack={"id": frame.move_id, "result": "malformed", "says": says})

    async def _ask(self, frame: MoveFrame) -> None:
        """A command, answered in the first frame after its commit. What others did meanwhile goes with it."""
        self._asking = True
        try:
            self._ack = {"id": frame.move_id, **await self._carry_out(frame)}
        finally:
            self._asking = False
        self.wake()
        if self._showing is not None:
            await asyncio.shield(self._showing)  # every answer goes out before the next frame is read

    async def _carry_out(self, frame: MoveFrame) -> dict[str, str]:
        words = words_for(self.language)
        try:
            async with asyncio.timeout(PATIENCE):
                await writer().submit(self._command(frame))
        except SessionEnded as error:
            raise Shut(SESSION_ENDED) from error
        except IllegalMove as error:
            return {"result": "illegal", "says": self._why(error)}
        except MalformedMove:
            return {"result": "malformed", "says": presenter.notice("malformed", words)}
        except TimeoutError:
            return {"result": Unavailable.code, "says": presenter.notice(Unavailable.code, words)}
        except PlayError as error:
            self._look_anew()
            return {"result": error.code, "says": presenter.notice(error.code, words)}
        return {"result": "done"}

    def _look_anew(self) -> None:
        """What this page, or this process, took for the table is not how it is: read it, and send the whole of it."""
        assert self.table_id is not None
        self._sent.clear()
        here().notice(Notice(tables={self.table_id}))

    def _command(self, frame: MoveFrame) -> Command:
        if self.user_id is None:
            raise NotSeated(None)
        if self._match_id is None:
            raise NotStarted
        if frame.move == frames.NEXT:
            return AskNext(self._match_id, self.user_id, self.session)
        return Act(self._match_id, self.user_id, self.session, frame.move, frame.version, frame.move_id)

    def _why(self, error: IllegalMove) -> str:
        words = words_for(self.language)
        if self._shown is None or self._shown.running is None:
            return presenter.notice("illegal", words)
        scene = scenes.scene(self._shown, self.user_id, instants.now())
        return presenter.refusal(scene, error.move, error.reason, words)

    # --- what the page is shown

    def _held(self) -> bool:
        return self._asking

    @property
    def _version(self) -> int:
        shown = self._shown
        return shown.running.match.version if shown is not None and shown.running is not None and self._page else 0

    async def _show(self) -> None:
        assert self.table_id is not None
        snapshot = self._admit(await lookout().table(self.table_id))
        match = snapshot.running.match if snapshot.running is not None else None
        playing = snapshot.table.status == Table.Status.PLAYING
        if self._page is None:
            self._page = match.uid if match is not None and playing else ""
        self._shown = snapshot
        if (self._page or playing) and (match is None or self._page != match.uid):
            await self._answer(reload=True)
        elif match is not None and self._page:
            self._match_id = match.pk
            await self._answer(content=self._match_content(snapshot))
        else:
            html = await reading.run(waiting.render_waiting, self.table_id, self.user_id, self.language)
            await self._answer(content=render.content({"waiting": html}, self._sent))

    def _match_content(self, snapshot: Snapshot) -> str:
        scene = scenes.scene(snapshot, self.user_id, instants.now())
        data = presenter.present(scene, words_for(self.language))
        return render.content(render.parts(data, art()), self._sent)

    async def _answer(self, content: str = "", **values: Any) -> None:
        ack, self._ack = self._ack, None
        if content:
            values["content"] = content
        if ack is not None:
            values["ack"] = ack
        if values or self._version != self._told:
            self._told = self._version
            await self._frame(version=self._version, **values)


def _table_id(token: str) -> int | None:
    return Table.objects.filter(token=token).values_list("pk", flat=True).first()


def _partial(element: str, html: str) -> str:
    return f'<hx-partial hx-target="#{element}" hx-swap="outerMorph">{html}</hx-partial>'


def _language(cookies: Mapping[str, str], accepted: str) -> str:
    """The language a page would be in: by the language cookie, else by what the browser asks for."""
    request = SimpleNamespace(COOKIES=cookies, META={"HTTP_ACCEPT_LANGUAGE": accepted})
    return get_language_from_request(cast(HttpRequest, request))
