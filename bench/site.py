"""The real site under load: serving processes on a fresh database, with tables that four persons each sit at.

On SQLite it is one `manage.py serve`; on PostgreSQL and Redis two of them without a clock, and a clock, with the seats
of a table spread over both.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import redis
from psycopg import sql

from bench.players import Frames, MacaoTable
from bench.servers import HOST, Server, free_port, python

POSTGRES = os.environ.get("MACAO_BENCH_POSTGRES", f"postgres://postgres@{HOST}:5432/postgres")
REDIS = os.environ.get("MACAO_BENCH_REDIS", f"redis://{HOST}:6379/9")
COMMITS_AT = slice(8, 12)  # iChange of the wal-index header: one more with each transaction (sqlite.org/walformat.html)


class LiveSite:
    """A serving site. `env` chooses its stores; nothing of the environment means SQLite."""

    def __init__(self, stack: ExitStack, tables: int, *, env: dict[str, str] | None = None, processes: int = 1) -> None:
        self.data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="macao-bench-")))
        self.frames = Frames()
        self.env = {"MACAO_DATA": str(self.data), "MACAO_SECRET_KEY": secrets.token_urlsafe(48), **(env or {})}
        self.seated = json.loads(python("-m", "bench.seating", str(tables), env=self.env))
        ports = [free_port() for _ in range(processes)]
        self.env["MACAO_ORIGINS"] = ",".join(f"http://{HOST}:{port}" for port in ports)
        self.servers = [stack.enter_context(self._serve(port, alone=processes == 1)) for port in ports]
        self.bases = [server.base for server in self.servers]
        if processes > 1:
            clock = Server(sys.executable, "manage.py", "clock", env=self.env, port=None)
            self.servers.append(stack.enter_context(clock))

    def _serve(self, port: int, *, alone: bool) -> Server:
        command = [] if alone else ["--no-clock"]
        return Server(
            sys.executable, "-m", "bench.serve", *command, env={**self.env, "MACAO_PORT": str(port)}, port=port
        )

    def seat(self, number: int) -> MacaoTable:
        table = self.seated[number]
        return MacaoTable(self.bases, table["token"], table["cookies"], self.frames)

    def gauge(self) -> dict[str, float]:
        """CPU seconds of all its processes, and on SQLite the commits."""
        gauges = {"cpu": sum(server.cpu() for server in self.servers)}
        index = self.data / "macao.sqlite3-shm"
        if index.exists():
            gauges["commits"] = float(int.from_bytes(index.read_bytes()[COMMITS_AT], sys.byteorder))
        return gauges


@contextmanager
def fresh_stores() -> Iterator[dict[str, str]]:
    """The environment of a site on a new PostgreSQL database, dropped afterwards, and on Redis.

    Raises psycopg.OperationalError or redis.ConnectionError when one of them is not to be had.
    """
    redis.Redis.from_url(REDIS, socket_connect_timeout=2).ping()
    with database("live") as url:
        yield {"DATABASE_URL": url, "REDIS_URL": REDIS}


@contextmanager
def database(what: str) -> Iterator[str]:
    """The address of a new PostgreSQL database, dropped afterwards. `psycopg.OperationalError` without a server."""
    name = f"macao_bench_{what}_{os.getpid()}"
    with psycopg.connect(POSTGRES, autocommit=True, connect_timeout=2) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield f"{POSTGRES.rpartition('/')[0]}/{name}"
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
