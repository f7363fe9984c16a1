"""Notices, "look again": to the sockets of this process directly, to other processes by one message over Redis.

A notice carries no state, so a lost one costs nothing: pages say every five seconds what they show (`Hub.poll`).
Everything here lives on one event loop; only the functions at the end may be called from anywhere.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from redis.exceptions import RedisError

from game.running import Running

GROUP = "notices"
PUBLISH_SECONDS = 2.0
RETRY_SECONDS = 1.0

logger = logging.getLogger("game.hub")

Moved = tuple[int, int]
"""A match's stamps before and after some moves, between which nothing else has happened to it."""


class Listener(Protocol):
    """A socket that wants to know when something has changed."""

    @property
    def user_id(self) -> int | None: ...

    @property
    def session(self) -> str | None: ...

    def wake(self) -> None:
        """Look again: at your table, or at the lobby. Cheap, and does not raise."""

    def check_session(self) -> None:
        """Somebody's session or account has changed: make sure that you are still allowed."""

    async def shut(self, code: int) -> None:
        """Close."""


@dataclass(slots=True, weakref_slot=True, eq=False)
class News:
    """What this process has heard about a table that somebody here looks at.

    `stamp` grows with every notice; `unknown` is the latest one that said nothing but "look again". `running` is the
    match as it was committed here with the latest notice, where that is all there is to know. `moved` is from which
    stamp of the match to which it has changed by moves only, as far as was heard.
    """

    listeners: set[Listener] = field(default_factory=set)
    stamp: int = 1
    unknown: int = 1
    running: Running | None = None
    moved: Moved | None = None


@dataclass(slots=True)
class Notice:
    """What to look at again: tables, the lobby, and who may have lost the right to be here.

    `moved` holds those of the tables at which nothing has happened but moves within a round.
    """

    tables: set[int] = field(default_factory=set)
    moved: dict[int, Moved] = field(default_factory=dict)
    lobby: bool = False
    sessions: set[str] = field(default_factory=set)
    users: set[int] = field(default_factory=set)

    def message(self) -> dict[str, Any]:
        return {
            "type": "notice", "tables": list(self.tables), "lobby": self.lobby,
            "moved": [(table_id, *moved) for table_id, moved in self.moved.items()],
            "sessions": list(self.sessions), "users": list(self.users),
        }  # fmt: skip

    @classmethod
    def of(cls, message: dict[str, Any]) -> Notice:
        """The notice that was sent as this message."""
        return cls(
            set(message["tables"]), {table_id: (since, until) for table_id, since, until in message["moved"]},
            message["lobby"], set(message["sessions"]), set(message["users"]),
        )  # fmt: skip

    def add(self, other: Notice) -> None:
        """Say what the other one says, which came later, too."""
        for table_id in other.tables:
            moved = other.moved.get(table_id)
            if table_id in self.tables:
                moved = joined(self.moved.pop(table_id, None), moved)
            if moved is not None:
                self.moved[table_id] = moved
        self.tables |= other.tables
        self.lobby |= other.lobby
        self.sessions |= other.sessions
        self.users |= other.users


def joined(old: Moved | None, new: Moved | None) -> Moved | None:
    """From where to where two stretches lead, one after the other; None if something lies between them."""
    return (old[0], new[1]) if old is not None and new is not None and old[1] == new[0] else None


class Hub:
    """The listeners of one process, by what they listen to."""

    def __init__(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self.loop = loop
        self.tables: dict[int, News] = {}
        self.lobby: set[Listener] = set()
        self.lobby_stamp = 1  # grows with every notice about the lobby
        self.by_user: defaultdict[int, set[Listener]] = defaultdict(set)
        self.on_due: Callable[[datetime], None] | None = None
        self._name = secrets.token_hex(8)
        self._outbox: Notice | None = None  # notices in the same turn of the loop go as one
        self._tasks: set[asyncio.Task[None]] = set()
        if loop is not None and settings.REDIS_URL:
            self._keep(self._subscribe())

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        assert self.loop is not None
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- listeners

    def join(self, listener: Listener, table_id: int | None) -> None:
        """Listen to a table, or (None) to the lobby."""
        if table_id is None:
            self.lobby.add(listener)
        else:
            self.tables.setdefault(table_id, News()).listeners.add(listener)
        if listener.user_id is not None:
            self.by_user[listener.user_id].add(listener)

    def part(self, listener: Listener, table_id: int | None) -> None:
        if table_id is None:
            self.lobby.discard(listener)
        elif news := self.tables.get(table_id):
            news.listeners.discard(listener)
            if not news.listeners:
                del self.tables[table_id]
        if listener.user_id is not None and (mine := self.by_user.get(listener.user_id)):
            mine.discard(listener)
            if not mine:
                del self.by_user[listener.user_id]

    def everybody(self) -> list[Listener]:
        return [*self.lobby, *[listener for news in self.tables.values() for listener in news.listeners]]

    # --- notices, on the loop

    def notice(self, message: Notice, running: Running | None = None) -> None:
        """Tell the listeners here."""
        for table_id in message.tables:
            if news := self.tables.get(table_id):
                news.stamp += 1
                news.running = running
                moved = message.moved.get(table_id)
                news.moved = joined(news.moved, moved) or moved
                if running is None and moved is None:
                    news.unknown = news.stamp
                for listener in tuple(news.listeners):
                    listener.wake()
        if message.lobby:
            self.lobby_stamp += 1
            for listener in tuple(self.lobby):
                listener.wake()
        if message.sessions or message.users:
            for listener in self.everybody():
                if listener.session in message.sessions or listener.user_id in message.users:
                    listener.check_session()

    def spread(self, message: Notice, running: Running | None = None) -> None:
        """Tell the listeners here, and the other processes."""
        self.notice(message, running)
        if not settings.REDIS_URL or self.loop is None:
            return
        if self._outbox is None:
            self._outbox = Notice()
            self.loop.call_soon(self._flush)
        self._outbox.add(message)

    def _flush(self) -> None:
        message, self._outbox = self._outbox, None
        if message is not None and self.loop is not None:
            self._keep(self.publish(message))

    async def publish(self, message: Notice) -> None:
        try:
            async with asyncio.timeout(PUBLISH_SECONDS):
                await get_channel_layer().group_send(GROUP, {**message.message(), "from": self._name})
        except (RedisError, OSError) as error:  # TimeoutError is an OSError
            # what was announced is committed; the other processes' pages find out by asking
            logger.warning("notice not sent", extra={"error": type(error).__name__})

    async def _subscribe(self) -> None:
        """Pass on what other processes announce, for as long as this process lives."""
        while True:
            try:
                await self._listen()
            except (RedisError, OSError) as error:
                logger.warning("no notices from other processes", extra={"error": type(error).__name__})
                await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(GROUP, channel)
        while True:
            message = await layer.receive(channel)
            if message["from"] != self._name:
                self.notice(Notice.of(message))


_hub = Hub()


def here() -> Hub:
    """The hub of the running event loop; made when the first one asks for it."""
    global _hub  # noqa: PLW0603 (one a process; tests run many loops one after the other)
    loop = asyncio.get_running_loop()
    if _hub.loop is not loop:
        _hub = Hub(loop)
    return _hub


# --- from anywhere, any thread


def _tell(message: Notice) -> None:
    hub = _hub
    if hub.loop is not None and hub.loop.is_running():
        hub.loop.call_soon_threadsafe(hub.spread, message)
    elif settings.REDIS_URL:
        async_to_sync(hub.publish)(message)


def announce(table_id: int) -> None:
    """Something about a table has changed and is committed."""
    _tell(Notice(tables={table_id}))


def announce_lobby() -> None:
    """The list of open tables has changed."""
    _tell(Notice(lobby=True))


def announce_session(key: str) -> None:
    """A session has ended: its sockets close."""
    _tell(Notice(sessions={key}))


def announce_user(user_id: int) -> None:
    """An account has changed (password, ban) or is gone: its sockets are checked anew."""
    _tell(Notice(users={user_id}))
