"""Saying Macao and catching who has not: calls belong to no turn, and the first one that reaches the server counts."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest

from game import matches, store, tables
from game.bots import Call
from game.calling import HOLD
from game.engine import IllegalMove, Reason, View
from game.errors import NotSeated, NotStarted, NotYourTurn, StaleMove
from game.memory import memory
from game.models import Match, Move, Seat
from game.pacing import ABANDONED_AFTER
from tests.live.conftest import World, db, opened
from tests.live.test_clock import ticking, until
from tests.live.test_matches import at_once, elsewhere

SPOKEN, FINE = "macao-simplu", 5
BOTH = ["7h 9h", "8c 9c 6d"]  # seat 0 lays the seven on a heart, and has one card left


def called(
    world: World, text: str, user: int, *, version: int | None = None, move_id: str | None = None
) -> matches.Act:
    match = world.match
    return matches.Act(match.pk, user, None, text, match.version if version is None else version, move_id)


@pytest.fixture
def spoken() -> World:
    """Ana (seat 0), Bogdan and a bot, in a game with a spoken call; Ana has laid the last card but one."""
    world = opened(SPOKEN, bots=1)
    world.pose([*BOTH, "5c 5d"], "6h")
    world.act("7h")
    return world


def events(number: int) -> list[tuple[str, int | None]]:
    return [(kind, seat) for kind, seat, *_ in Move.objects.get(number=number).events]


def hand(world: World, seat: int) -> int:
    round_ = world.running.round
    assert round_ is not None
    return len(round_.hands[seat])


# --- who may call, and what it does


def test_who_owes_the_call_makes_it_out_of_turn_and_the_turn_goes_on(spoken: World) -> None:
    before = spoken.match
    assert spoken.do(called(spoken, "macao", spoken.ana.pk, move_id="m")) == before.version + 1
    now = spoken.match
    assert (now.turn, now.deadline, now.turn_version) == (1, before.deadline, before.turn_version)
    assert events(now.version) == [("called", 0)]
    move = Move.objects.get(number=now.version)
    assert (move.seat, move.text, move.user, move.stand_in) == (0, "macao", spoken.ana, False)
    assert isinstance(spoken.act(version=before.version), int), "only a call came since: the turn's move is current"


def test_who_catches_is_the_one_who_called_and_the_fine_is_drawn(spoken: World) -> None:
    version = spoken.match.version
    assert spoken.do(called(spoken, "catch:0", spoken.bogdan.pk)) == version + 1
    move = Move.objects.get(number=version + 1)
    assert (move.seat, move.events) == (1, [["caught", 0, [], FINE]])
    assert hand(spoken, 0) == 1 + FINE
    memory.clear()
    log = spoken.running.log
    assert log is not None
    assert [entry.by for entry in log] == [None, 0, 1]


def test_the_log_tells_who_moved_without_the_database_too(spoken: World) -> None:
    store.keep([spoken.running])
    spoken.do(called(spoken, "catch:0", spoken.bogdan.pk))
    known = memory.get(spoken.match.pk)
    assert known is not None
    assert [entry.by for entry in known.log or ()][-1] == 1


@pytest.mark.parametrize(("text", "who"), [("macao", "bogdan"), ("catch:0", "ana"), ("catch:1", "ana")])
def test_a_call_that_is_not_one_s_own_to_make_is_refused(spoken: World, text: str, who: str) -> None:
    version = spoken.match.version
    answer = spoken.do(called(spoken, text, getattr(spoken, who).pk))
    assert isinstance(answer, IllegalMove)
    assert answer.reason == Reason.NOTHING_TO_CALL
    assert spoken.match.version == version


def test_who_is_out_catches_nobody_and_who_does_not_sit_there_neither() -> None:
    world = opened(SPOKEN, bots=2)
    world.pose(["", "7h 9h", "8c 9c", "5c 5d"], "6h", turn=1, finished=[0])
    world.act("7h")
    late = world.do(called(world, "catch:1", world.ana.pk))
    assert isinstance(late, IllegalMove)
    assert late.reason == Reason.NOTHING_TO_CALL
    assert isinstance(world.do(called(world, "catch:1", world.carmen.pk)), NotSeated)


def test_where_the_table_calls_nobody_may(world: World) -> None:
    world.deal()
    answer = world.act("macao")
    assert isinstance(answer, IllegalMove)
    assert answer.reason == Reason.NO_SPOKEN_CALL


def test_the_next_move_of_a_turn_closes_the_call(spoken: World) -> None:
    version = spoken.match.version
    spoken.act()
    assert isinstance(spoken.do(called(spoken, "catch:0", spoken.bogdan.pk, version=version)), StaleMove)
    late = spoken.do(called(spoken, "catch:0", spoken.bogdan.pk))
    assert isinstance(late, IllegalMove)


def test_who_says_macao_while_laying_owes_nothing() -> None:
    world = opened(SPOKEN)
    world.pose(BOTH, "6h")
    assert isinstance(world.act("7h!"), int)
    assert events(world.match.version)[-1] == ("called", 0)
    assert isinstance(world.do(called(world, "catch:0", world.bogdan.pk)), IllegalMove)


def test_before_the_deal_there_is_nothing_to_call() -> None:
    world = opened(SPOKEN)
    world.start()
    assert isinstance(world.do(called(world, "macao", world.ana.pk)), NotStarted)


# --- twice, late, at once


def test_a_call_sent_twice_gets_its_answer_twice_and_is_made_once(spoken: World) -> None:
    version = spoken.match.version
    act = called(spoken, "catch:0", spoken.bogdan.pk, move_id="again")
    assert [spoken.do(act) for _ in range(3)] == [version + 1] * 3
    assert matches.execute([act, act], spoken.now).answers == (version + 1,) * 2
    memory.clear()
    spoken.act()
    assert spoken.do(act) == version + 1
    assert Move.objects.filter(text="catch:0").count() == 1
    assert hand(spoken, 0) == 1 + FINE


def test_a_turn_s_move_sent_twice_with_a_call_between_is_made_once(spoken: World) -> None:
    match = spoken.match
    move = matches.Act(match.pk, spoken.bogdan.pk, None, "draw", match.version, "mine")
    spoken.do(called(spoken, "macao", spoken.ana.pk))
    assert [spoken.do(move), spoken.do(move)] == [match.version + 2] * 2
    assert Move.objects.filter(text="draw").count() == 1


def test_a_move_made_before_the_turn_s_is_stale_whatever_was_called(spoken: World) -> None:
    version = spoken.match.version
    spoken.do(called(spoken, "macao", spoken.ana.pk))
    assert isinstance(spoken.act(version=version - 1), StaleMove)
    assert isinstance(spoken.act(version=version + 5), StaleMove)
    assert isinstance(spoken.act(user=spoken.ana), NotYourTurn)


def three() -> World:
    """Ana, Bogdan and Carmen; Ana owes a call."""
    world = opened(SPOKEN)
    tables.sit(world.table.pk, world.carmen)
    world.pose([*BOTH, "5c 5d"], "6h")
    world.act("7h")
    return world


def test_of_two_who_catch_in_one_batch_the_first_wins_and_the_other_is_told() -> None:
    world = three()
    acts = [called(world, "catch:0", user.pk, move_id=user.name) for user in (world.carmen, world.bogdan)]
    first, second = matches.execute(acts, world.now).answers
    assert first == world.match.version
    assert isinstance(second, IllegalMove)
    assert second.reason == Reason.NOTHING_TO_CALL
    assert Move.objects.get(text="catch:0").user == world.carmen
    assert hand(world, 0) == 1 + FINE


@pytest.mark.parametrize("texts", [("catch:0", "catch:0"), ("macao", "catch:0")])
def test_of_two_who_call_at_the_same_moment_one_wins(texts: tuple[str, str]) -> None:
    world = three()
    users = (world.ana if texts[0] == "macao" else world.carmen, world.bogdan)
    acts = [called(world, text, user.pk, move_id=user.name) for text, user in zip(texts, users, strict=True)]
    answers = at_once(world, *[(act, 0.0) for act in acts])
    assert sorted(type(answer).__name__ for answer in answers) == ["IllegalMove", "int"]
    calls = Move.objects.filter(text__in=texts)
    assert calls.count() == 1
    assert hand(world, 0) == (1 if calls.get().text == "macao" else 1 + FINE)


def test_a_call_that_another_process_answered_is_refused_here() -> None:
    world = three()
    act = called(world, "macao", world.ana.pk, move_id="here")
    assert isinstance(elsewhere(world, called(world, "catch:0", world.bogdan.pk, move_id="there")), int)
    assert isinstance(world.do(act), IllegalMove)
    assert hand(world, 0) == 1 + FINE


def test_calls_are_no_turns(spoken: World) -> None:
    spoken.do(called(spoken, "macao", spoken.ana.pk))
    while spoken.match.phase == Match.Phase.PLAYING:
        play_on(spoken)
    turns = sum(seat.turns for seat in Seat.objects.all())
    calls = Move.objects.filter(text__in=("macao", "catch:0", "catch:1", "catch:2")).count()
    assert turns == Move.objects.count() - calls


def play_on(world: World) -> None:
    """Let the clock do what is due next: a bot's call, or the first legal move of whose turn it is."""
    match = world.match
    assert match.due is not None
    world.now = max(world.now, match.due)
    bot_call = match.call_due is not None and match.call_due <= world.now
    command = matches.BotCall(match.pk, match.version) if bot_call else matches.StandIn(
        match.pk, world.legal()[0], match.version
    )  # fmt: skip
    assert isinstance(world.do(command), int)


# --- bots


def planned(monkeypatch: pytest.MonkeyPatch, own: float | None, others: float | None) -> None:
    """Have bots call after so many seconds, for themselves and for others; None: not at all."""

    def call(view: View, rng: Random) -> Call | None:
        texts = view.calls_open()
        after = own if view.seat in view.calls else others
        return Call(texts[0], after) if texts and after is not None else None

    monkeypatch.setattr("game.bots.calls.call", call)


def owner_is_a_bot(bot_seconds: float | None = None, bots: int = 2) -> World:
    """A bot (seat 2) lays the last card but one; then it is the turn of a bot (seat 3)."""
    world = opened(SPOKEN, bots=bots, bot_seconds=bot_seconds)
    world.pose(["8c 9c", "8d 9d", "7h 9h", "5c 5d"][: 2 + bots], "6h", turn=2)
    match = world.match
    assert match.due is not None
    world.now = match.due
    assert isinstance(world.do(matches.StandIn(match.pk, "7h", match.version)), int)
    return world


def after(world: World, due: datetime | None) -> float:
    assert due is not None
    return (due - world.now).total_seconds()


def test_a_bot_says_macao_for_itself_at_a_human_pace() -> None:
    world = owner_is_a_bot()
    match = world.match
    assert match.call_seat in (2, 3)
    assert 0.7 <= after(world, match.call_due) <= 2.2
    assert match.due == min(match.call_due or world.now, world.now + HOLD)


def test_a_bot_that_takes_no_time_says_macao_at_once_and_the_next_does_not_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    planned(monkeypatch, own=1.5, others=None)
    world = owner_is_a_bot(bot_seconds=0.0)
    match = world.match
    assert (match.call_seat, match.call_due, match.due) == (2, world.now, world.now)
    assert isinstance(world.do(matches.StandIn(match.pk, world.legal()[0], match.version)), StaleMove), "the call first"
    assert world.do(matches.BotCall(match.pk, match.version)) == match.version + 1
    now = world.match
    assert (now.call_seat, now.call_due, now.due) == (None, None, world.now)
    assert events(now.version) == [("called", 2)]
    assert Move.objects.get(number=now.version).user is None


def test_the_next_bot_waits_two_seconds_while_a_call_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    planned(monkeypatch, own=None, others=None)
    world = owner_is_a_bot()
    assert (world.match.call_seat, world.match.due) == (None, world.now + HOLD)
    assert isinstance(world.do(called(world, "catch:2", world.ana.pk)), int)
    assert after(world, world.match.due) <= 1.5, "caught: nothing to wait for"


@pytest.mark.parametrize("bot_seconds", [None, 0.0, 0.3])
def test_no_bot_catches_a_person_sooner_than_in_two_seconds(
    monkeypatch: pytest.MonkeyPatch, bot_seconds: float | None
) -> None:
    planned(monkeypatch, own=0.1, others=0.1)
    world = opened(SPOKEN, bots=2, bot_seconds=bot_seconds)
    world.pose(["8c 9c", "7h 9h", "8d 9d", "5c 5d"], "6h", turn=1)
    world.act("7h")
    match = world.match
    assert after(world, match.call_due) == HOLD.total_seconds()
    assert match.due == match.call_due
    early = matches.BotCall(match.pk, match.version)
    world.later(1.9)
    assert isinstance(world.do(early), StaleMove)
    assert isinstance(world.do(matches.StandIn(match.pk, world.legal()[0], match.version)), StaleMove)
    world.later(0.1)
    assert world.do(early) == match.version + 1
    assert events(match.version + 1) == [("caught", 1)]
    assert Move.objects.get(number=match.version + 1).seat == match.call_seat


def test_a_bot_catches_a_bot_in_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    planned(monkeypatch, own=2.0, others=1.6)
    world = owner_is_a_bot()
    assert (world.match.call_seat, after(world, world.match.call_due)) == (3, 1.6)


def test_who_is_quicker_than_a_bot_is_not_caught(spoken: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = spoken.match
    Match.objects.filter(pk=match.pk).update(call_seat=2, call_due=spoken.now, stamp=match.stamp + 1)
    memory.clear()
    spoken.do(called(spoken, "macao", spoken.ana.pk))
    assert isinstance(spoken.do(matches.BotCall(match.pk, match.version)), StaleMove)
    assert (spoken.match.call_due, spoken.match.due) == (None, match.deadline)
    assert hand(spoken, 0) == 1


def test_two_clocks_do_not_call_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    planned(monkeypatch, own=1.0, others=None)
    world = owner_is_a_bot()
    match = world.match
    world.later(1)
    answers = at_once(world, *[(matches.BotCall(match.pk, match.version), 0.0)] * 2)
    assert sorted(type(answer).__name__ for answer in answers) == ["StaleMove", "int"]


def test_a_move_of_the_turn_or_a_pause_takes_the_plan_away(monkeypatch: pytest.MonkeyPatch) -> None:
    planned(monkeypatch, own=None, others=3.0)
    world = three_and_a_bot()
    match = world.match
    assert match.call_seat == 3
    world.disconnect(world.ana, world.bogdan)
    world.do(matches.Attend(match.pk))
    assert (world.match.call_due, world.match.due) == (None, world.now + ABANDONED_AFTER)
    world.connect(world.ana)
    world.later(60)
    world.do(matches.Attend(match.pk))
    assert after(world, world.match.call_due) == 3.0, "the call is still open, and drawn anew"
    world.act()
    assert (world.match.call_seat, world.match.call_due) == (None, None)


def three_and_a_bot() -> World:
    world = opened(SPOKEN)
    tables.sit(world.table.pk, world.carmen)
    tables.add_bot(world.table.pk, world.ana)
    world.pose([*BOTH, "5c 5d", "4c 4d"], "6h")
    world.act("7h")
    return world


def test_a_call_by_the_clock_does_not_lengthen_the_turn_of_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    planned(monkeypatch, own=None, others=3.0)
    world = three_and_a_bot()
    match = world.match
    assert match.due == world.now + timedelta(seconds=3)
    world.later(3)
    world.do(matches.BotCall(match.pk, match.version))
    assert (world.match.deadline, world.match.due) == (match.deadline, match.deadline)


# --- stand-ins


@pytest.mark.parametrize("gone", [True, False])
def test_a_stand_in_says_macao_while_laying_and_only_then(gone: bool) -> None:
    world = opened(SPOKEN)
    world.pose(["7h 8h 9h", "8c 9c 6d"], "6h")
    if gone:
        tables.stand(world.table.pk, world.ana)
    for turn, text in enumerate(("7h", "draw", "8h")):
        while world.match.turn != turn % 2:
            stand_in(world, world.legal()[-1])
        stand_in(world, text)
    texts = list(Move.objects.filter(seat=0).values_list("text", flat=True))
    assert texts[0] == "7h"
    assert texts[-1] == "8h!"
    assert not world.running.round.calls_open()


def stand_in(world: World, text: str) -> None:
    match = world.match
    assert match.due is not None
    world.now = max(world.now, match.due)
    assert isinstance(world.do(matches.StandIn(match.pk, text, match.version)), int)


def test_a_stand_in_adds_nothing_where_the_table_calls(world: World) -> None:
    world.pose(["7h 9h", "8c 9c 6d"], "6h")
    stand_in(world, "7h")
    assert Move.objects.get().text == "7h"


def test_nobody_s_stand_in_is_asked_to_catch(monkeypatch: pytest.MonkeyPatch) -> None:
    planned(monkeypatch, own=0.5, others=0.5)
    world = three()
    tables.stand(world.table.pk, world.carmen)
    assert world.match.call_seat is None


async def test_the_clock_makes_the_calls_of_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    planned(monkeypatch, own=1.0, others=None)

    def begin() -> World:
        world = opened(SPOKEN, bots=2)
        world.pose(["8c 9c", "8d 9d", "7h 6c", "5c 5d 4s 4d"], "6h", turn=2)
        return world

    world = await db(begin)
    async with ticking(), ticking():
        await until(world, lambda match: match.version > 3)
    moves = await db(lambda: list(Move.objects.values_list("number", "seat", "text")[:2]))
    assert [moves[0][1], *moves[1]] == [2, 3, 2, "macao"]
