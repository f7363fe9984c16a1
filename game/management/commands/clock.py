"""`manage.py clock`: the clock alone, beside web processes that run with --no-clock."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand

from game.clock import Clock
from game.writer import reading, writer, writing


class Command(BaseCommand):
    help = "Let bots play, time run and deserted tables close. Several may run at once."

    def handle(self, *args: Any, **options: Any) -> None:
        asyncio.run(self._run())

    async def _run(self) -> None:
        clock = Clock()
        loop = asyncio.get_running_loop()
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(name, clock.stop)
        await clock.run()
        await writer().drain()
        for thread in (reading, writing):
            await asyncio.to_thread(thread.disconnect)
