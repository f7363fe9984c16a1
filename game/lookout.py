"""What the sockets of one process look at: a table is read once for all of them, not at all if it was written here."""

from __future__ import annotations

import asyncio
import time
import weakref
from dataclasses import dataclass

from game import lobby, scenes
from game.hub import Hub, News, Notice, here
from game.scenes import Snapshot
from game.writer import reading

POLL_EVERY = 1.0  # seconds
LOBBY_EVERY = 0.5  # seconds
WHOLE_EVERY = 30.0  # seconds after which a table is read as a whole again, whatever was heard of it


@dataclass(slots=True)
class _Sight:
    """The last snapshot of a table, the notice it answers to, and the read that will bring the next one.

    `whole_at` is when it was last read as a whole (monotonic).
    """

    snapshot: Snapshot | None = None
    stamp: int = 0
    whole_at: float = float("-inf")
    loading: asyncio.Task[None] | None = None


class Lookout:
    """The reads of one hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._sights: weakref.WeakKeyDictionary[News, _Sight] = weakref.WeakKeyDictionary()
        self._wanted: dict[int, tuple[News, _Sight]] = {}
        self._next_read: asyncio.Task[None] | None = None
        self._read_lock = asyncio.Lock()
        self._polled_at = float("-inf")
        self._polling: asyncio.Task[None] | None = None
        self._lobby: dict[str, tuple[int, str]] = {}
        self._lobby_at = float("-inf")
        self._lobby_lock = asyncio.Lock()

    async def table(self, table_id: int) -> Snapshot | None:
        """The table as it is after the latest notice; the caller listens to it. None if it does not exist."""
        news = self._hub.tables[table_id]
        sight = self._sights.setdefault(news, _Sight())
        while sight.stamp != news.stamp:
            if self._just_written(news, sight):
                break
            if sight.loading is None:
                sight.loading = self._want(table_id, news, sight)
            await asyncio.shield(sight.loading)
        return sight.snapshot

    @staticmethod
    def _just_written(news: News, sight: _Sight) -> bool:
        """Bring a snapshot up to date with the match as this process has just committed it."""
        old, running = sight.snapshot, news.running
        if old is None or running is None or running.log is None or sight.stamp < news.unknown:
            return False
        if old.table.match_id != running.match.pk:
            return False
        sight.snapshot, sight.stamp = Snapshot(old.table, running, old.present), news.stamp
        return True

    def _want(self, table_id: int, news: News, sight: _Sight) -> asyncio.Task[None]:
        """The read that will bring this table: tables that wait at the same moment are read together."""
        self._wanted[table_id] = news, sight
        if self._next_read is None:
            self._next_read = asyncio.create_task(self._read())
        return self._next_read

    async def _read(self) -> None:
        async with self._read_lock:
            wanted, self._wanted, self._next_read = self._wanted, {}, None
            stamps = {table_id: news.stamp for table_id, (news, _) in wanted.items()}
            moved = {
                table_id: (sight.snapshot, news.moved[1])
                for table_id, (news, sight) in wanted.items()
                if sight.snapshot is not None and news.moved is not None and self._only_moved(news, sight)
            }
            try:
                followed = await reading.run(scenes.follow, moved) if moved else {}
                whole = wanted.keys() - followed.keys()
                snapshots = await reading.run(scenes.take, tuple(whole)) if whole else {}
                for table_id, (_, sight) in wanted.items():
                    if table_id in whole:
                        sight.whole_at = time.monotonic()
                    sight.snapshot = followed.get(table_id) or snapshots.get(table_id)
                    sight.stamp = stamps[table_id]
            finally:
                for _, sight in wanted.values():
                    sight.loading = None

    @staticmethod
    def _only_moved(news: News, sight: _Sight) -> bool:
        """Whether, for all that was heard, only moves were made since the snapshot, by other processes."""
        running = sight.snapshot.running if sight.snapshot is not None else None
        if running is None or news.moved is None or sight.stamp < news.unknown:
            return False
        return news.moved[0] <= running.match.stamp and time.monotonic() - sight.whole_at < WHOLE_EVERY

    async def poll(self) -> None:
        """Ask the database whether a notice got lost: one small query for all tables, at most once a second."""
        if self._polling is None:
            if time.monotonic() - self._polled_at < POLL_EVERY:
                return
            self._polling = asyncio.create_task(self._poll())
        await asyncio.shield(self._polling)

    async def _poll(self) -> None:
        try:
            shown = {}
            for table_id, news in self._hub.tables.items():
                sight = self._sights.get(news)
                if sight is not None and sight.stamp == news.stamp and sight.snapshot is not None:
                    shown[table_id] = news, news.stamp, sight.snapshot.mark
            marks = await reading.run(scenes.marks, tuple(shown))
            # a table of which this process has heard something meanwhile looks again anyhow
            behind = {
                table_id
                for table_id, (news, stamp, mark) in shown.items()
                if news.stamp == stamp and marks.get(table_id) != mark
            }
            if behind:
                self._hub.notice(Notice(tables=behind))
            self._polled_at = time.monotonic()
        finally:
            self._polling = None

    async def lobby(self, language: str) -> str:
        """The list of open tables in a language, made at most twice a second for everybody who reads it."""
        async with self._lobby_lock:
            stamp, html = self._lobby.get(language, (0, ""))
            if stamp != self._hub.lobby_stamp:
                await asyncio.sleep(max(0.0, self._lobby_at + LOBBY_EVERY - time.monotonic()))
                stamp = self._hub.lobby_stamp
                html = await reading.run(lobby.render_lobby, language)
                self._lobby[language], self._lobby_at = (stamp, html), time.monotonic()
            return html


_lookouts: weakref.WeakKeyDictionary[Hub, Lookout] = weakref.WeakKeyDictionary()


def lookout() -> Lookout:
    """The lookout of the running event loop."""
    hub = here()
    if hub not in _lookouts:
        _lookouts[hub] = Lookout(hub)
    return _lookouts[hub]
