"""The clock: bots at their pace, quiet people, deals, deserted tables; and bots that fail."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TypeVar

import pytest

from game import clock, instants, tables, thinking
from game.clock import Clock
from game.engine import Round, View
from game.models import Lease, Match, Seat, Table, Tally
from game.models import Move as MoveRow
from game.pacing import ABANDONED_AFTER
from game.thinking import Question, Thinker, fallback
from tests.live.conftest import World, db
from tests.site.builders import played

T = TypeVar("T")
PATIENCE = 15.0  # seconds


@asynccontextmanager
async def ticking() -> AsyncIterator[Clock]:
    ticker = Clock()
    task = asyncio.create_task(ticker.run())
    try:
        yield ticker
    finally:
        ticker.stop()
        await task


async def eventually(read: Callable[[], T], wanted: Callable[[T], bool]) -> T:
    """What `read` finds in the database, once it is as wanted."""
    async with asyncio.timeout(PATIENCE):
        while not wanted(found := await db(read)):  # noqa: ASYNC110 (a database has no event to wait for)
            await asyncio.sleep(0.05)
    return found


async def until(world: World, wanted: Callable[[Match], bool]) -> Match:
    """The match once it is as wanted."""
    return await eventually(lambda: world.match, wanted)


@pytest.fixture
def bots(world: World) -> World:
    """Ana among three bots that take no time."""
    tables.stand(world.table.pk, world.bogdan)
    for _ in range(3):
        tables.add_bot(world.table.pk, world.ana)
    Table.objects.filter(pk=world.table.pk).update(bot_seconds=0.0, turn_seconds=1)
    world.start()
    world.connect(world.ana)
    return world


async def test_rounds_are_dealt_and_bots_and_stand_ins_play_them(bots: World) -> None:
    async with ticking():
        match = await until(bots, lambda match: match.version > 12)
    assert match.phase in (Match.Phase.PLAYING, Match.Phase.BETWEEN)
    moves = await db(lambda: list(MoveRow.objects.select_related("round")))
    ana = (await db(lambda: bots.running)).seat_of(bots.ana.pk)
    assert [move.number for move in moves[:12]] == list(range(2, 14))
    assert {move.stand_in for move in moves if move.seat == ana} <= {True}
    assert {move.stand_in for move in moves if move.seat != ana} == {False}


async def test_two_clocks_do_not_play_a_turn_twice(bots: World) -> None:
    async with ticking(), ticking():
        await until(bots, lambda match: match.version > 12)
    numbers = await db(lambda: list(MoveRow.objects.values_list("number", flat=True)))
    assert numbers == list(range(2, 2 + len(numbers)))


async def test_a_match_that_is_over_is_counted_once_however_many_clocks_there_are(world: World) -> None:
    made = await db(lambda: played([world.ana, world.bogdan], [[0, 110]]))
    async with ticking(), ticking():
        counted = await eventually(lambda: Match.objects.get(pk=made.pk), lambda match: match.booked is not None)
    assert counted.booked == 1
    assert await db(lambda: [tally.matches for tally in Tally.objects.all()]) == [1, 1]


async def test_bots_wait_while_nobody_is_connected_and_the_match_is_abandoned_in_the_end(bots: World) -> None:
    await db(bots.disconnect, bots.ana)
    async with ticking():
        match = await until(bots, lambda match: match.paused_at is not None)
        assert match.version == 0
        long_ago = instants.now() - ABANDONED_AFTER - timedelta(seconds=1)
        await db(lambda: Match.objects.update(paused_at=long_ago, due=instants.now()))
        await until(bots, lambda match: match.phase == Match.Phase.ABANDONED)


async def test_bots_take_between_0_6_and_1_5_seconds_whatever_they_hold(world: World) -> None:
    def pace() -> float:
        tables.add_bot(world.table.pk, world.ana)
        world.deal()
        while Seat.objects.get(number=world.match.turn).user is not None:
            world.act()
        match = world.match
        assert match.due is not None
        return (match.due - world.now).total_seconds()

    assert 0.6 <= await db(pace) <= 1.5


async def test_a_lease_that_ran_out_is_swept_and_the_clock_stands_still(bots: World) -> None:
    async with ticking():
        await until(bots, lambda match: match.version > 1)
        await db(lambda: Lease.objects.update(until=instants.now() - timedelta(seconds=1)))
        await until(bots, lambda match: match.paused_at is not None)
        await eventually(Lease.objects.count, lambda count: count == 0)


async def test_a_table_that_nobody_has_been_at_for_ten_minutes_is_closed(
    bots: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "CLOSE_EVERY", 0.0)
    await db(lambda: Table.objects.update(active_at=instants.now() - timedelta(minutes=11)))
    async with ticking():
        await asyncio.sleep(1)
        assert (await db(Table.objects.get)).status == Table.Status.PLAYING
        await db(bots.disconnect, bots.ana)
        await db(lambda: Table.objects.update(active_at=instants.now() - timedelta(minutes=11)))
        await eventually(Table.objects.get, lambda table: table.status == Table.Status.CLOSED)
    assert (await db(lambda: bots.match)).phase == Match.Phase.ABANDONED


async def test_a_clock_that_starts_late_gives_people_their_time(world: World) -> None:
    match = await db(world.deal)
    await db(lambda: Match.objects.update(deadline=instants.now(), due=instants.now()))
    async with ticking():
        await asyncio.sleep(2)
    assert (await db(lambda: world.match)).version == match.version


# --- bots that fail


async def test_a_policy_that_does_not_exist_gets_a_plain_move_and_the_match_goes_on(bots: World) -> None:
    await db(lambda: Seat.objects.filter(user=None).update(bot="no-such"))
    async with ticking():
        await until(bots, lambda match: match.version > 8)


async def test_a_worker_that_is_killed_is_replaced(bots: World) -> None:
    async with ticking() as ticker:
        await until(bots, lambda match: match.version > 2)
        process = ticker._thinker._process
        assert process is not None
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        version = (await db(lambda: bots.match)).version
        await until(bots, lambda match: match.version > version + 4 or match.phase != Match.Phase.PLAYING)


async def test_a_worker_that_thinks_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 0.2)
    thinker = Thinker()
    question = Question("sensible", Round.deal("simple-macao", 2, seed=bytes(32)).view(0).position(), 0, 1)
    try:
        assert await thinker.ask([question]) != [None]
        process = thinker._process
        assert process is not None
        assert process.pid is not None
        os.kill(process.pid, signal.SIGSTOP)
        assert await thinker.ask([question]) == [None]
        assert await thinker.ask([question]) != [None]
        assert thinker._process is not process
    finally:
        thinker.close()


async def test_an_illegal_answer_is_replaced_by_a_plain_move(bots: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wrong(self: Thinker, questions: list[Question]) -> list[str | None]:
        return ["Xb" if number % 2 else "nonsense" for number, _ in enumerate(questions)]

    monkeypatch.setattr(Thinker, "ask", wrong)
    async with ticking():
        await until(bots, lambda match: match.version > 8)


def test_the_same_question_gets_the_same_answer() -> None:
    position = Round.deal("simple-macao", 4, seed=bytes(32)).view(0).position()
    question = Question("sensible", position, 0, 7)
    assert thinking._answer(question) == thinking._answer(question)


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ({"hands": ["7h 2c", "8c"], "pile": "9h", "stock": "2d"}, "draw"),
        ({"hands": ["7h 2c", "8c"], "pile": "2h", "stock": "2d", "pending": {"draw": 2, "kind": "2"}}, "take"),
        ({"hands": ["4h 2c", "8c"], "pile": "4c", "stock": "2d", "pending": {"skip": 1, "kind": "4"}}, "wait"),
        ({"hands": ["7h 2c", "8c"], "pile": "9h", "stock": "2d", "drawn": "7h"}, "pass"),
    ],
)
def test_a_plain_move_needs_no_thought(position: dict[str, object], move: str) -> None:
    assert fallback(View.from_position({"rules": "simple-macao", **position}, 0)) == move
