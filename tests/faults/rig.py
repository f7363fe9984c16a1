"""The site as processes that can be killed and started again, and its database read past the site."""

from __future__ import annotations

import os
import secrets
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import psycopg
from psycopg.rows import dict_row

from tests.faults.checker import Fetch, Rows, dump
from tests.services import Postgres, Redis
from tests.serving import START_SECONDS, Site, free_port

Reading = Callable[[], AbstractContextManager[Fetch]]


class Rig:
    """`web` are the processes that pages come from, `clocks` those beside them. `reading` opens the database: all that
    is fetched inside is of one moment.
    """

    def __init__(self, web: Sequence[Site], clocks: Sequence[Site], reading: Reading) -> None:
        self.web, self.clocks, self.reading = list(web), list(clocks), reading
        self.redis: Redis | None = None
        self.groups: set[int] = set()  # process groups of all that was ever started

    @property
    def processes(self) -> list[Site]:
        return [*self.web, *self.clocks]

    @property
    def urls(self) -> list[str]:
        return [site.url for site in self.web]

    def start(self, processes: Sequence[Site]) -> None:
        """Start those that do not run, all at once, and wait until the pages answer and the clocks look."""
        for site in processes:
            site.start(wait=False)
            assert site.process is not None
            self.groups.add(site.process.pid)
        for site in processes:
            if site in self.web:
                site.wait()
            else:
                _wait_for_threads(site)

    def stop(self) -> None:
        for site in self.processes:
            site.stop()

    def orphans(self) -> list[int]:
        """Process groups of which somebody is left though the process that began them is gone."""
        running = {site.process.pid for site in self.processes if site.process is not None}
        return [group for group in self.groups - running if _lives(group)]

    def fetch(self, query: str) -> Rows:
        with self.reading() as fetch:
            return fetch(query)

    def dump(self) -> dict[str, Rows]:
        with self.reading() as fetch:
            return dump(fetch)


def _wait_for_threads(clock: Site) -> None:
    """A clock answers nobody; it has begun to look when it has its threads for the database (/proc: Linux)."""
    assert clock.process is not None
    end = time.monotonic() + START_SECONDS
    while len(os.listdir(f"/proc/{clock.process.pid}/task")) == 1:
        assert time.monotonic() < end, f"the clock did not start:\n{clock.log.read_text(errors='replace')[-3000:]}"
        time.sleep(0.05)


def _lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def one_machine(folder: Path) -> Iterator[Rig]:
    """`manage.py serve` on SQLite."""
    database = folder / "macao.sqlite3"

    @contextmanager
    def reading() -> Iterator[Fetch]:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=10)) as connection:
            connection.row_factory = sqlite3.Row
            connection.execute("BEGIN")
            yield lambda query: [dict(row) for row in connection.execute(query)]

    env = {**_environment(), "DATABASE_URL": f"sqlite:///{database}", "REDIS_URL": ""}
    rig = Rig([Site(folder, env)], [], reading)
    with _stopped(rig):
        yield rig


@contextmanager
def many_machines(folder: Path) -> Iterator[Rig]:
    """Two Daphne processes and two clocks on a PostgreSQL and a Redis of the test's own."""
    postgres, redis = Postgres(), Redis(folder)
    ports = [free_port(), free_port()]
    env = {
        **_environment(), "DATABASE_URL": postgres.url, "REDIS_URL": redis.url,
        "MACAO_ORIGINS": ",".join(f"http://127.0.0.1:{port}" for port in ports),
    }  # fmt: skip

    @contextmanager
    def reading() -> Iterator[Fetch]:
        with psycopg.connect(postgres.url, row_factory=dict_row) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            yield lambda query: connection.execute(query.encode()).fetchall()

    web = [Site(folder, env, port=port, command=("serve", "--no-clock")) for port in ports]
    clocks = [Site(folder, env, command=("clock",)) for _ in range(2)]
    rig = Rig(web, clocks, reading)
    rig.redis = redis
    try:
        postgres.start()
        redis.start()
        with _stopped(rig):
            yield rig
    finally:
        redis.stop()
        postgres.stop()


def _environment() -> dict[str, str]:
    return {"MACAO_SECRET_KEY": secrets.token_urlsafe(48)}


@contextmanager
def _stopped(rig: Rig) -> Iterator[None]:
    try:
        yield
    finally:
        rig.stop()
        for group in rig.orphans():
            os.killpg(group, signal.SIGKILL)
