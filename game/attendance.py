"""The leases of one process: sockets that open and close are written down together, and renewed while they are open."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

from django.db import DatabaseError, InterfaceError, OperationalError

from game import presence
from game.errors import PlayError
from game.hub import Notice, here
from game.matches import Attend
from game.presence import RENEW_EVERY, Socket, Touched
from game.writer import writer, writing

RETRY_SECONDS = 1.0

logger = logging.getLogger("game.presence")


class Attendance:
    """Keeps the database's leases in step with the sockets of one event loop."""

    def __init__(self) -> None:
        self._open: dict[str, Socket] = {}
        self._came: dict[str, Socket] = {}
        self._went: dict[str, Socket] = {}
        self._recording: asyncio.Task[None] | None = None
        self._renewing: asyncio.Task[None] | None = None

    def arrive(self, socket: Socket) -> None:
        """A socket has opened. Returns at once."""
        self._open[socket.name] = self._came[socket.name] = socket
        self._start()

    def depart(self, socket: Socket) -> None:
        """A socket has closed. Returns at once."""
        if self._open.pop(socket.name, None) is None:
            return
        if self._came.pop(socket.name, None) is None:
            self._went[socket.name] = socket
        self._start()

    async def settle(self) -> None:
        """Until all that has happened so far is written."""
        while self._recording is not None:
            await asyncio.shield(self._recording)

    def _start(self) -> None:
        loop = asyncio.get_running_loop()
        if self._recording is None and (self._came or self._went):
            self._recording = loop.create_task(self._record())
        if self._renewing is None and self._open:
            self._renewing = loop.create_task(self._renew())

    async def _record(self) -> None:
        try:
            while self._came or self._went:
                came, self._came = self._came, {}
                went, self._went = self._went, {}
                try:
                    await attend(await writing.run(presence.record, came.values(), went.values()))
                except (OperationalError, InterfaceError) as error:
                    logger.warning("leases not written yet", extra={"error": type(error).__name__})
                    still = {name: socket for name, socket in came.items() if name in self._open}
                    self._came, self._went = still | self._came, went | self._went
                    await asyncio.sleep(RETRY_SECONDS)
                except DatabaseError as error:  # an account or a table that is gone: its socket closes by itself
                    logger.warning("leases not written", extra={"error": type(error).__name__})
        finally:
            self._recording = None

    async def _renew(self) -> None:
        try:
            while self._open:
                await asyncio.sleep(RENEW_EVERY)
                try:
                    await attend(await writing.run(presence.renew, tuple(self._open.values())))
                except DatabaseError as error:
                    logger.warning("leases not renewed", extra={"error": type(error).__name__})
        finally:
            self._renewing = None


async def attend(tables: Iterable[Touched]) -> None:
    """Somebody came to these tables or went: their clocks may stop or go on, and everybody there is told."""
    await asyncio.gather(*[_attend(table) for table in tables])


async def _attend(table: Touched) -> None:
    if table.match_id is not None:
        try:
            await writer().submit(Attend(table.match_id))
        except PlayError as error:
            logger.warning("clock not adjusted", extra={"match": table.match_id, "error": error.code})
    here().spread(Notice(tables={table.table_id}))


_attendances: dict[asyncio.AbstractEventLoop, Attendance] = {}


def attendance() -> Attendance:
    """The attendance of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _attendances:
        _attendances.clear()  # loops that have ended
        _attendances[loop] = Attendance()
    return _attendances[loop]
