"""Load: tables of four seats over real sockets, in a closed loop or at a person's pace.

One move is in flight at a table at a time. Its latency runs from just before the seat in turn sends it until the
last of the four seats has received what came of it.
"""

from __future__ import annotations

import asyncio
import gc
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

SEATS = 4
ANSWER_SECONDS = 45.0  # a table that waits longer for a frame is stuck: the run fails
OPEN_AT_ONCE = 20
FEWEST_MOVES = 50  # a run is made longer until it has counted so many,
LONGEST = 5  # but no longer than this many times what was asked for
QUIET_SECONDS = 0.5  # without a frame: what came of so many sockets opening is over


class StuckError(Exception):
    """A server did not send what this client waits for."""


class Table:
    """The four sockets of one table."""

    def __init__(self, urls: Sequence[str], headers: Sequence[dict[str, str]] | None = None) -> None:
        self.urls = urls
        self.headers = headers or [{}] * len(urls)
        self.sockets: list[ClientConnection] = []
        self._readers: list[asyncio.Task[None]] = []
        self._ready: Callable[[], bool] | None = None
        self._waiter: asyncio.Future[float] | None = None
        self._closing = False
        self.heard_at = 0.0  # when the latest frame came (perf_counter)

    async def open(self) -> None:
        for seat, (url, headers) in enumerate(zip(self.urls, self.headers, strict=True)):
            socket = await connect(
                url, additional_headers=headers, compression=None, proxy=None, ping_interval=None, max_size=None,
                open_timeout=ANSWER_SECONDS, close_timeout=2,
            )  # fmt: skip
            self.sockets.append(socket)
            self._readers.append(asyncio.create_task(self._read(seat, socket)))
            await self.opened(seat)

    async def close(self) -> None:
        self._closing = True
        for socket in self.sockets:
            await socket.close()
        for reader in self._readers:
            await reader

    async def _read(self, seat: int, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:
                assert isinstance(text, str)
                self.heard(seat, text)
                self.heard_at = time.perf_counter()
                if self._ready is not None and self._waiter is not None and self._ready() and not self._waiter.done():
                    self._waiter.set_result(self.heard_at)
        if not self._closing and self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(StuckError(f"socket of seat {seat} closed: {socket.close_code}"))

    async def until(self, ready: Callable[[], bool]) -> float:
        """Wait until `ready()`, asked after each frame; returns when that frame came (perf_counter)."""
        if ready():
            return time.perf_counter()
        self._ready, self._waiter = ready, asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await self._waiter
        except TimeoutError:
            raise StuckError(f"no answer within {ANSWER_SECONDS:.0f} s: {self.describe()}") from None
        finally:
            self._ready = self._waiter = None

    async def opened(self, seat: int) -> None:
        """What a page says once its socket is open."""

    async def prepare(self) -> None:
        """Whatever must happen before the next move (a deal); not timed."""

    async def play(self) -> float:
        """Make one move; returns its latency in seconds."""
        raise NotImplementedError

    def heard(self, seat: int, text: str) -> None:
        """A frame came to that seat."""
        raise NotImplementedError

    def describe(self) -> str:
        """Where this table stands, for the message of a stuck run."""
        return self.urls[0]


@dataclass
class Run:
    """What one run did while it was counted; `used` is the growth of each gauge meanwhile."""

    seconds: float
    latencies: list[float] = field(default_factory=list)
    used: dict[str, float] = field(default_factory=dict)
    client_cores: float = 0.0

    @property
    def moves(self) -> int:
        return len(self.latencies)

    @property
    def rate(self) -> float:
        """Moves per second."""
        return self.moves / self.seconds

    def percentile(self, percent: int) -> float:
        """Latency in milliseconds."""
        return 1000 * statistics.quantiles(self.latencies, n=100, method="inclusive")[percent - 1]


Gauge = Callable[[], dict[str, float]]


@asynccontextmanager
async def opened(tables: Sequence[Table]):
    """Tables with their sockets open and quiet; closed again whatever happens."""
    gate = asyncio.Semaphore(OPEN_AT_ONCE)

    async def open_one(table: Table) -> None:
        async with gate:
            await table.open()

    try:
        async with asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(open_one(table))
        async with asyncio.timeout(ANSWER_SECONDS):
            while time.perf_counter() - max(table.heard_at for table in tables) < QUIET_SECONDS:  # noqa: ASYNC110  (silence sets no event)
                await asyncio.sleep(QUIET_SECONDS / 5)
        yield tables
    finally:
        await asyncio.gather(*(table.close() for table in tables))


async def drive(
    tables: Sequence[Table], *, seconds: float, warm_up: float, pace: float | None = None, gauge: Gauge = dict
) -> Run:
    """Let all tables play: as fast as answers come, or one move every `pace` seconds each, evenly staggered.

    Moves that end within `seconds` after the warm-up count; on a starved machine it goes on for longer.
    """
    await asyncio.gather(*(table.prepare() for table in tables))
    gc.collect()
    start = time.perf_counter()
    begin, over = start + warm_up, asyncio.Event()
    run = Run(seconds)

    async def keep_playing(number: int, table: Table) -> None:
        due = start + (pace or 0.0) * number / len(tables)
        while not over.is_set():
            if pace is not None:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                due += pace
            await table.prepare()
            latency = await table.play()
            if begin <= time.perf_counter() and not over.is_set():
                run.latencies.append(latency)

    async def watch() -> None:
        await asyncio.sleep(max(0.0, begin - time.perf_counter()))
        before, cpu = gauge(), time.process_time()
        for _ in range(LONGEST):
            await asyncio.sleep(seconds)
            if run.moves >= FEWEST_MOVES:
                break
        over.set()
        run.seconds = time.perf_counter() - begin
        run.used = {name: value - before[name] for name, value in gauge().items()}
        run.client_cores = (time.process_time() - cpu) / run.seconds

    async with asyncio.TaskGroup() as group:
        group.create_task(watch())
        for number, table in enumerate(tables):
            group.create_task(keep_playing(number, table))
    if run.moves < 2:
        raise StuckError(
            f"{run.moves} moves in {run.seconds:.0f} s are too few to tell anything: {tables[0].describe()}"
        )
    return run
