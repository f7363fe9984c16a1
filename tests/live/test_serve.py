"""`manage.py serve` and `manage.py clock` as processes: what they let in, how they begin and how they end."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from tests.seating import Plan, Seated, seat
from tests.serving import Site

pytestmark = pytest.mark.one_store
PATIENCE = 20.0  # seconds
ALONE = {"DATABASE_URL": "", "REDIS_URL": ""}  # one machine, whatever the rest of the suite runs on


@pytest.fixture(autouse=True)
def _database() -> None:
    """These sites have databases of their own."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    serving = Site(tmp_path, ALONE)
    yield serving
    serving.stop()


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Seated]]:
    """A site for tests that leave it as it was, and a table there."""
    site = Site(tmp_path_factory.mktemp("serve"), ALONE)
    [table] = seat(site, [Plan("pp", turn_seconds=None)])
    yield site.start(), table
    site.stop()


@asynccontextmanager
async def page(site: Site, table: Seated, number: int = 0, **options: Any) -> AsyncIterator[ClientConnection]:
    headers = {"Cookie": str(table.cookies[number])}
    address = f"ws://127.0.0.1:{site.port}{table.socket}"
    async with connect(address, origin=site.url, additional_headers=headers, compression=None, **options) as opened:
        await asyncio.wait_for(opened.recv(), PATIENCE)
        yield opened


async def closing_code(page: ClientConnection) -> int:
    """The code with which the server closes."""
    await asyncio.wait_for(page.wait_closed(), PATIENCE)
    assert page.close_code is not None
    return page.close_code


def rows(site: Site, query: str) -> list[Any]:
    with closing(sqlite3.connect(site.data / "macao.sqlite3", timeout=10)) as connection:
        return connection.execute(query).fetchall()


def memory(site: Site) -> int:
    """Kilobytes that the process holds (/proc: Linux)."""
    assert site.process is not None
    for line in Path(f"/proc/{site.process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    raise AssertionError("no VmRSS")


async def test_sigterm_tells_pages_to_come_back_and_ends_promptly_without_a_trace_in_the_log(site: Site) -> None:
    [table] = seat(site, [Plan("pp")])
    site.start()
    assert site.process is not None
    async with page(site, table) as ana, page(site, table, 1) as bogdan:
        started = time.monotonic()
        site.process.send_signal(signal.SIGTERM)
        assert [await closing_code(ana), await closing_code(bogdan)] == [1012, 1012]
    assert await asyncio.to_thread(site.process.wait, 10) == 0
    assert time.monotonic() - started < 8
    assert rows(site, "SELECT count(*) FROM game_lease") == [(0,)]
    assert "Traceback" not in site.log.read_text()


async def test_the_same_match_goes_on_after_a_restart_and_no_turn_was_lost_to_it(site: Site) -> None:
    [table] = seat(site, [Plan("pp", turn_seconds=15)])
    site.start()
    async with page(site, table) as ana:
        await dealt(site)
        before = rows(site, "SELECT version, turn, uid FROM game_match")
        await ana.close()
    site.kill()
    site.start()
    async with page(site, table, 1):
        deadline, now = rows(site, "SELECT deadline, datetime('now') FROM game_match")[0]
        assert deadline > now
        assert rows(site, "SELECT version, turn, uid FROM game_match") == before


async def dealt(site: Site) -> None:
    async with asyncio.timeout(PATIENCE):
        while rows(site, "SELECT phase FROM game_match") != [("playing",)]:  # noqa: ASYNC110 (another process)
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("size", [4097, 65_536, 40_000_000])
async def test_a_frame_over_four_kilobytes_is_not_even_read(serving: tuple[Site, Seated], size: int) -> None:
    site, table = serving
    async with page(site, table) as ana, page(site, table, 1) as bogdan:
        before = memory(site)
        sending = asyncio.create_task(ana.send("x" * size))
        assert await closing_code(ana) == 1009
        sending.cancel()
        assert memory(site) - before < 20_000
        await bogdan.send(json.dumps({"seen": 0}))
        assert "version" in json.loads(await asyncio.wait_for(bogdan.recv(), PATIENCE))
    assert "Traceback" not in site.log.read_text()


async def test_many_small_fragments_are_too_large_a_frame_too(serving: tuple[Site, Seated]) -> None:
    site, table = serving
    async with page(site, table) as ana:
        await ana.send("x" * 1000 for _ in range(5))
        assert await closing_code(ana) == 1009


async def test_other_origins_are_refused_before_the_socket_opens(serving: tuple[Site, Seated]) -> None:
    site, table = serving
    for origin in ("http://evil.example", f"https://127.0.0.1:{site.port}", "null", "http://[::1", None):
        with pytest.raises(InvalidStatus) as refused:
            async with connect(f"ws://127.0.0.1:{site.port}{table.socket}", origin=origin):
                pass
        assert refused.value.response.status_code in (400, 403)


async def test_a_silent_socket_stays_open(serving: tuple[Site, Seated]) -> None:
    site, table = serving
    async with page(site, table) as ana:
        await asyncio.sleep(12)
        await ana.send(json.dumps({"seen": 0}))
        assert "version" in json.loads(await asyncio.wait_for(ana.recv(), PATIENCE))


def test_three_that_start_at_once_migrate_once(tmp_path: Path) -> None:
    sites = [Site(tmp_path, ALONE) for _ in range(3)]
    try:
        for site in sites:
            site.start(wait=False)
        for site in sites:
            site.wait()
            assert "Traceback" not in site.log.read_text()
    finally:
        for site in sites:
            site.stop()
    assert rows(sites[0], "SELECT count(*) FROM django_migrations WHERE app = 'game'")[0][0] >= 1


def test_a_port_that_is_taken_is_said_and_ends_the_process(site: Site) -> None:
    site.start()
    second = Site(site.data, ALONE, port=site.port)
    second.start(wait=False)
    assert second.process is not None
    assert second.process.wait(30) == 1
    second.process = None
    assert "cannot listen" in second.log.read_text()


def children(site: Site) -> list[int]:
    """Process ids (/proc: Linux)."""
    assert site.process is not None
    tasks = Path(f"/proc/{site.process.pid}/task").glob("*/children")
    return [int(pid) for task in tasks for pid in task.read_text().split()]


def living(pids: list[int]) -> list[int]:
    return [pid for pid in pids if Path(f"/proc/{pid}").exists()]


async def test_a_clock_of_its_own_plays_bots_and_ends_at_sigterm(site: Site) -> None:
    [table] = seat(site, [Plan("pb", turn_seconds=5)])
    web = Site(site.data, ALONE, port=site.port, command=("serve", "--no-clock"))
    clock = Site(site.data, ALONE, command=("clock",))
    try:
        web.start()
        async with page(web, table):
            await asyncio.sleep(3)
            assert rows(web, "SELECT phase, version FROM game_match") == [("dealing", 0)]
            clock.start(wait=False)
            await dealt(web)
            assert clock.process is not None
            workers = await asyncio.to_thread(children, clock)
            clock.process.terminate()
            assert await asyncio.to_thread(clock.process.wait, 10) == 0
            assert workers
            async with asyncio.timeout(5):
                while await asyncio.to_thread(living, workers):  # noqa: ASYNC110 (other processes)
                    await asyncio.sleep(0.05)
        assert "Traceback" not in clock.log.read_text()
    finally:
        clock.stop()
        web.stop()


def deaf(site: Site, table: Seated) -> socket.socket:
    """A page that sends and never reads, over the raw connection: a client library would read for it."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", site.port))
    headers = {
        "Host": f"127.0.0.1:{site.port}", "Upgrade": "websocket", "Connection": "Upgrade", "Origin": site.url,
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version": "13", "Cookie": table.cookies[0],
    }  # fmt: skip
    lines = [f"GET {table.socket} HTTP/1.1", *[f"{name}: {value}" for name, value in headers.items()], "", ""]
    connection.sendall("\r\n".join(lines).encode())
    return connection


@pytest.mark.slow
def test_a_page_that_does_not_read_is_dropped_before_it_costs_memory(serving: tuple[Site, Seated]) -> None:
    site, table = serving
    pages = [deaf(site, table) for _ in range(3)]
    time.sleep(1)
    before = memory(site)
    beat = b'{"seen": 99}'  # of a version that never was: the whole table is the answer
    frame = bytes([0x81, 0x80 | len(beat)]) + bytes(4) + beat
    end = time.monotonic() + 120
    while pages:
        assert time.monotonic() < end
        for one in tuple(pages):
            try:
                one.sendall(frame)
            except OSError:
                pages.remove(one)
                one.close()
        time.sleep(0.11)
    assert memory(site) - before < 8_000
