"""Group commit: commands of all tables that wait at the same moment share one transaction and one fsync.

One thread, with one database connection of its own, writes everything that sockets and the clock ask for. While it
waits for the disk the next batch gathers. Answers and notices go out after the commit, never before.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from django.db import DatabaseError, InterfaceError, OperationalError, connection

from game import instants
from game.errors import Unavailable
from game.hub import Notice, here
from game.matches import Answer, Command, Done, execute
from game.models import Match
from game.running import Running

MOST_AT_ONCE = 200

logger = logging.getLogger("game.writer")
T = TypeVar("T")


class DatabaseThread:
    """The one bridge from the event loop to the database: a thread with a connection that lasts.

    After an error the connection is thrown away, so that the next call starts with a fresh one.
    """

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """Call `work` in the thread; its errors come back here."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, self._call, work, arguments)

    @staticmethod
    def _call(work: Callable[..., T], arguments: Sequence[object]) -> T:
        try:
            instants.measure()
            return work(*arguments)
        except (OperationalError, InterfaceError):
            connection.close()
            raise

    def disconnect(self) -> None:
        """Close the connection, when what runs now is done. The thread can be used again."""
        self._executor.submit(lambda: connection.close()).result()  # noqa: PLW0108 (the thread's own)


writing = DatabaseThread("writer")
reading = DatabaseThread("reader")


@dataclass(slots=True)
class _Waiting:
    command: Command
    answer: asyncio.Future[Answer]


class Writer:
    """The commands of one event loop on their way into the database."""

    def __init__(self) -> None:
        self._waiting: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None

    async def submit(self, command: Command) -> int:
        """Carry out a command: the version that answers it, after the commit.

        Raises what it was refused with: `PlayError`, `IllegalMove`, `MalformedMove`. A caller that is cancelled loses
        the answer, not the command.
        """
        waiting = _Waiting(command, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())
        answer = await asyncio.shield(waiting.answer)
        if isinstance(answer, int):
            return answer
        raise answer

    async def drain(self) -> None:
        """Until nothing waits."""
        while self._task is not None:
            await asyncio.shield(self._task)

    async def _work(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
                await self._carry_out(batch)
        finally:
            self._task = None

    async def _carry_out(self, batch: Sequence[_Waiting]) -> None:
        try:
            done = await writing.run(_execute, [waiting.command for waiting in batch])
        except Exception as error:  # a bug, which belongs to whoever sent that command and to nobody else
            if len(batch) > 1:
                for waiting in batch:
                    await self._carry_out([waiting])
            else:
                batch[0].answer.set_exception(error)
            return
        for waiting, answer in zip(batch, done.answers, strict=True):
            waiting.answer.set_result(answer)
        for match in done.changed:
            tell(match)


def _execute(commands: Sequence[Command]) -> Done:
    """`matches.execute`, once more on a fresh connection if the database has been away meanwhile.

    Sending the same commands again is safe: what was committed after all is found by its version or its move id.
    """
    try:
        try:
            return execute(commands, instants.now())
        except (OperationalError, InterfaceError):
            connection.close()
            return execute(commands, instants.now())
    except DatabaseError as error:
        connection.close()
        logger.error("commands not written", extra={"commands": len(commands), "error": type(error).__name__})
        return Done((Unavailable(),) * len(commands), ())


def tell(match: Running) -> None:
    """Wake whoever looks at a match that has just been committed, and the clock if it is due sooner."""
    hub, row = here(), match.match
    ended = match.changes.finished
    if row.table_id is not None:
        moved = {row.table_id: (row.stamp - 1, row.stamp)} if match.changes.only_moves else {}
        hub.spread(Notice({row.table_id}, moved, lobby=ended and not row.private), None if ended else match)
    if row.due is not None and row.phase != Match.Phase.OVER and hub.on_due is not None:
        hub.on_due(row.due)


_writers: dict[asyncio.AbstractEventLoop, Writer] = {}


def writer() -> Writer:
    """The writer of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _writers:
        _writers.clear()  # loops that have ended
        _writers[loop] = Writer()
    return _writers[loop]
