"""Who is measured: a server in a process of its own, how to sit down at its tables, and what it has used so far."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from bench.baselines.tables import BoardgameTable, EchoTable
from bench.load import SEATS, Gauge, Run, Table, drive, opened
from bench.servers import ROOT, Server, free_port
from bench.site import LiveSite

BOARDGAME = ROOT / "bench" / "boardgame"
INSTALL = ("ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")


@dataclass(frozen=True)
class Contender:
    """A running server. `seat(n)` gives the n-th table with its sockets still closed."""

    name: str
    server: Server
    seat: Callable[[int], Table]
    gauge: Gauge

    def run(self, tables: int, *, seconds: float, warm_up: float, pace: float | None = None) -> Run:
        """Let so many tables play (see `bench.load.drive`)."""

        async def play() -> Run:
            async with opened([self.seat(number) for number in range(tables)]) as seated:
                return await drive(seated, seconds=seconds, warm_up=warm_up, pace=pace, gauge=self.gauge)

        return asyncio.run(play())

    def idle_memory(self, tables: int) -> float:
        """How much the process grows for one more seat that is connected and waits, in kB."""

        async def grow() -> float:
            async with opened([self.seat(0)]):
                await asyncio.sleep(1)
                before = self.server.memory()
                async with opened([self.seat(number) for number in range(1, tables)]):
                    await asyncio.sleep(2)
                    return (self.server.memory() - before) / (SEATS * (tables - 1)) / 1000

        return asyncio.run(grow())


def echo(stack: ExitStack) -> Contender:
    """The bare Channels echo on Daphne with the in-memory layer."""
    port = free_port()
    command = ("daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(port), "bench.baselines.echo:application")
    server = stack.enter_context(Server(sys.executable, "-m", *command, port=port))
    return Contender("echo", server, lambda number: EchoTable(server.base, number), lambda: {"cpu": server.cpu()})


def boardgame(stack: ExitStack) -> Contender | None:
    """boardgame.io's server, installed first if need be; None where npm cannot."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return None
    if not (BOARDGAME / "node_modules").exists():
        done = subprocess.run([npm, *INSTALL], cwd=BOARDGAME, check=False, timeout=120)
        if done.returncode:
            return None
    port = free_port()
    server = stack.enter_context(Server(node, "server.js", str(port), cwd=BOARDGAME, port=port))

    def seat(number: int) -> Table:
        return BoardgameTable(server.base, number, run=str(time.monotonic_ns()))

    return Contender("boardgame.io", server, seat, lambda: {"cpu": server.cpu()})


def macao(live: LiveSite, name: str = "macao") -> Contender:
    """The real site, all on."""
    return Contender(name, live.servers[0], live.seat, live.gauge)
