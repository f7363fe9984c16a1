"""ROOM 7: the sockets of the lobby and of a table. A frame comes in and is answered; a notice comes, and the page is
sent what has changed for its own seat.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from django.db import DatabaseError

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
from game.sockets import FORBIDDEN, GONE, SESSION_ENDED, PageSocket, Receive, Send, Shut
from game.words import words_for
from game.writer import reading, writer

PATIENCE = 5.0  # seconds that a move may wait for the database before its page is told

logger = logging.getLogger("game.sockets")


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
        self._sent: dict[str, object] = {}
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
        if table.status == Table.Status.PLAYING and not table.watchable:
            plays = running is not None and any(seat.user_id == self.user_id for seat in running.seats)
            if self.user_id is None or not plays:
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
        if self._held():  # a move came while the table was read
            self._due = True
            return
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
            changed = html != self._sent.get("waiting")
            self._sent["waiting"] = html
            await self._answer(content=render.partial("waiting", html) if changed else "")

    def _match_content(self, snapshot: Snapshot) -> str:
        scene = scenes.scene(snapshot, self.user_id, instants.now())
        data = presenter.present(scene, words_for(self.language))
        return render.update(data, self._sent, art(scene.rules.kind_of_pack))

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
