"""What another process's moves cost this one: a small read where nothing but moves happened, all of it where not."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import pytest
from django.db import connection
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext

from game import following, lookout, scenes, tables
from game.following import Known
from game.hub import Hub, Moved, Notice, here
from game.memory import memory
from game.models import Match
from game.running import Running
from game.scenes import Snapshot
from tests.live.conftest import World, db, opened


class Ear:
    """A socket that listens and is not looked at."""

    user_id = session = None

    def wake(self) -> None: ...

    def check_session(self) -> None: ...

    async def shut(self, code: int) -> None: ...


def facts(one: Running) -> tuple[object, ...]:
    """All that a page or a move is made from."""
    assert one.round is not None
    names = [seat.name for seat in one.seats]
    return model_to_dict(one.match), one.round.position(), one.log, names, one.current.pk, one.changes.touched


@pytest.mark.parametrize("game", ["simple-macao", "macao", "classic-macau", "polish-makao"])
def test_a_match_that_is_followed_is_the_match_that_is_read(game: str) -> None:
    world = opened(game)
    world.deal()
    old, followed = world.running, 0
    for number in range(40):
        world.act()
        memory.clear()
        new = world.running
        if new.match.phase != Match.Phase.PLAYING or new.match.round_number != old.match.round_number:
            break
        if number % 3:  # one move behind, or two
            with CaptureQueriesContext(connection) as queries:
                (one,) = following.follow([Known(old, new.match.stamp)])
            assert len(queries) == 1
            assert facts(one) == facts(new)
            old, followed = new, followed + 1
    assert followed > 3


def test_what_is_not_surely_only_moves_is_left_out(world: World) -> None:
    world.deal()
    old = world.running
    assert following.follow([Known(old, old.match.stamp + 9)]) == [], "nothing has happened"
    world.act()
    until = world.match.stamp
    tables.stand(world.table.pk, world.user_at(0))
    assert following.follow([Known(old, until)]) == [], "more has happened than was announced"
    assert following.follow([]) == []


def test_a_round_s_last_move_is_not_followed(world: World) -> None:
    world.pose(["7h", "8s 9s"], "2h")
    old = world.running
    world.act("7h")
    assert following.follow([Known(old, old.match.stamp + 1)]) == []


class Reads:
    """Counts the tables that are read as a whole."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.whole = 0
        self._take = scenes.take
        monkeypatch.setattr(scenes, "take", self.take)

    def take(self, table_ids: Collection[int]) -> dict[int, Snapshot]:
        self.whole += len(table_ids)
        return self._take(table_ids)


async def test_a_table_is_read_as_a_whole_only_where_more_than_moves_may_have_happened(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await db(world.deal)
    table, reads = world.table.pk, Reads(monkeypatch)
    monkeypatch.setattr(lookout, "WHOLE_EVERY", 3600.0)  # a slow machine is no reason
    here().join(Ear(), table)

    async def look(moved: Moved | None) -> None:
        """As after a message from another process, which has just committed."""
        await db(memory.clear)
        here().notice(Notice({table}, {table: moved} if moved else {}))
        snapshot = await lookout.lookout().table(table)
        assert snapshot is not None
        assert snapshot.running is not None
        assert facts(snapshot.running) == facts(await db(lambda: world.running))

    async def act() -> Moved:
        await db(world.act)
        stamp = (await db(lambda: world.match)).stamp
        return stamp - 1, stamp

    await look(None)
    assert reads.whole == 1
    await look(await act())
    assert reads.whole == 1, "one move, announced"
    first, second = await act(), await act()
    here().notice(Notice({table}, {table: first}))
    await look(second)
    assert reads.whole == 1, "two moves, both announced"
    await act()
    await look(await act())
    assert reads.whole == 2, "of one nothing was heard"
    await db(lambda: tables.stand(table, world.user_at(0)))
    await look(None)
    assert reads.whole == 3, "somebody has got up"
    monkeypatch.setattr(lookout, "WHOLE_EVERY", 0.0)
    await look((0, 999))
    assert reads.whole == 4, "long not read"


async def test_notices_of_one_turn_of_the_loop_say_together_what_moved() -> None:
    outbox = Notice({1, 2, 3}, {1: (4, 5), 2: (7, 8)})
    outbox.add(Notice({1, 2, 3, 4}, {1: (5, 6), 3: (1, 2), 4: (0, 1)}))
    assert outbox.tables == {1, 2, 3, 4}
    assert outbox.moved == {1: (4, 6), 4: (0, 1)}, "two moves; a move and more; more and a move; a move"
    assert Notice.of(outbox.message()) == outbox
    hub = Hub(asyncio.get_running_loop())
    hub.join(Ear(), 1)
    hub.notice(outbox)
    hub.notice(Notice({1}, {1: (9, 10)}))
    assert hub.tables[1].moved == (9, 10), "between 6 and 9 something else has happened"
    assert hub.tables[1].unknown < hub.tables[1].stamp
    hub.notice(Notice({1}))
    assert hub.tables[1].unknown == hub.tables[1].stamp
