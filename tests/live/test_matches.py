"""What happens to a match: who may act when, against which version, and what every seat is charged in the end."""

from __future__ import annotations

import threading
import time
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models import F

from game import matches, store, tables
from game.engine import IllegalMove, MalformedMove, Round, RuleSet
from game.engine.shuffle import commitment, deal_seed, first_seat
from game.errors import NotSeated, NotStarted, NotYourTurn, SessionEnded, StaleMove
from game.memory import memory
from game.models import Match, Move, Score, Seat, Table, TableSeat
from game.models import Round as RoundRow
from game.pacing import ABANDONED_AFTER, AFTER_DRAW, AWAY, BETWEEN, DEALING, SILENT
from tests.live.conftest import World
from tests.sessions import session_of

# --- moves


def test_a_move_raises_the_version_by_one_and_is_written_with_its_facts(world: World) -> None:
    match = world.deal()
    text = world.legal()[0]
    assert world.act(text, move_id="a1") == match.version + 1
    move = Move.objects.get()
    assert (move.number, move.seat, move.text, move.move_id) == (match.version + 1, match.turn, text, "a1")
    assert not move.stand_in
    assert move.events[0][1] == match.turn


def test_a_move_against_an_old_version_is_stale_and_changes_nothing(world: World) -> None:
    match = world.deal()
    world.act()
    before = world.running.round
    assert isinstance(world.act(version=match.version), StaleMove)
    after = world.running.round
    assert before is not None
    assert after is not None
    assert after.position() == before.position()


def test_the_same_move_id_gets_the_same_answer_and_is_played_once(world: World) -> None:
    match = world.deal()
    text, user = world.legal()[0], world.user_at(match.turn or 0)
    answers = [world.act(text, version=match.version, user=user, move_id="twice") for _ in range(3)]
    assert answers == [match.version + 1] * 3
    assert Move.objects.count() == 1


def test_a_repeat_in_the_same_batch_is_played_once(world: World) -> None:
    match = world.deal()
    act = matches.Act(match.pk, world.user_at(match.turn or 0).pk, None, world.legal()[0], match.version, "twice")
    assert matches.execute([act, act, act], world.now).answers == (match.version + 1,) * 3


def test_an_id_that_was_used_before_is_answered_and_not_played_again(world: World) -> None:
    match = world.deal()
    user = world.user_at(match.turn or 0)
    first = world.act(move_id="once")
    while (now := world.match).turn != match.turn:
        world.act()
    assert world.act(user=user, move_id="once", version=now.version) == first
    assert world.match.version == now.version


def test_who_does_not_sit_there_may_not_move(world: World) -> None:
    match = world.deal()
    assert isinstance(world.act(user=world.carmen), NotSeated)
    assert world.match.version == match.version


def test_the_other_seat_may_not_move(world: World) -> None:
    match = world.deal()
    other = world.user_at(1 - (match.turn or 0))
    assert isinstance(world.act(user=other), NotYourTurn)
    assert world.match.version == match.version


@pytest.mark.parametrize(("move", "error"), [("take", IllegalMove), ("Xb", IllegalMove), ("seven", MalformedMove)])
def test_what_the_rules_refuse_is_refused_and_changes_nothing(world: World, move: str, error: type[Exception]) -> None:
    match = world.deal()
    assert isinstance(world.act(move), error)
    assert (world.match.version, Move.objects.count()) == (match.version, 0)


def test_before_the_deal_and_after_the_end_there_is_nothing_to_play(world: World) -> None:
    match = world.start()
    act = matches.Act(match.pk, world.ana.pk, None, "draw", 0, None)
    assert isinstance(world.do(act), NotStarted)
    with transaction.atomic():
        matches.abandon(match, world.now)
    assert isinstance(world.do(act), NotStarted)


def test_a_move_of_a_session_that_has_ended_is_refused(world: World) -> None:
    match = world.deal()
    user = world.user_at(match.turn or 0)
    act = matches.Act(match.pk, user.pk, "no-such-session", world.legal()[0], match.version, None)
    assert isinstance(world.do(act), SessionEnded)
    alive = matches.Act(match.pk, user.pk, session_of(user), world.legal()[0], match.version, None)
    assert world.do(alive) == match.version + 1


def test_a_bad_command_in_a_batch_does_not_hold_up_the_others(world: World) -> None:
    match = world.deal()
    good = matches.Act(match.pk, world.user_at(match.turn or 0).pk, None, world.legal()[0], match.version, "good")
    bad = matches.Act(match.pk, world.carmen.pk, None, "draw", match.version, "bad")
    answers = matches.execute([bad, good, matches.Tick(10**6)], world.now).answers
    assert [type(answer) for answer in answers] == [NotSeated, int, NotStarted]


def at_once(world: World, *commands: tuple[matches.Command, float]) -> list[matches.Answer]:
    """Carry each out in a thread and a transaction of its own, so many seconds after all of them are ready."""
    gate = threading.Barrier(len(commands))
    answers: list[matches.Answer] = []

    def send(command: matches.Command, delay: float) -> None:
        gate.wait()
        time.sleep(delay)
        answers.extend(matches.execute([command], world.now).answers)
        connection.close()

    threads = [threading.Thread(target=send, args=pair) for pair in commands]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_of_two_writers_at_once_one_wins(world: World) -> None:
    match = world.deal()
    user, move = world.user_at(match.turn or 0), world.legal()[0]
    acts = [matches.Act(match.pk, user.pk, None, move, match.version, name) for name in ("one", "two")]
    answers = at_once(world, *[(act, 0.0) for act in acts])
    assert sorted(type(answer).__name__ for answer in answers) == ["StaleMove", "int"]
    assert Move.objects.count() == 1


def test_a_match_changed_behind_the_memory_s_back_is_read_anew(world: World) -> None:
    match = world.deal()
    world.act()
    memory.clear()
    running = world.running
    fresh = running.round
    assert fresh is not None
    assert len(running.log or ()) == 2
    world.act()
    assert world.match.version == match.version + 2


def elsewhere(world: World, command: matches.Command) -> matches.Answer:
    """A command carried out by another process: this one's memory stays as it was."""
    pk = command.match_id
    known = memory.get(pk)
    memory.clear()
    answer = world.do(command)
    memory.clear()
    if known is not None:
        memory.keep(known)
    return answer


def test_a_move_that_another_process_made_is_not_overwritten_by_what_is_remembered(world: World) -> None:
    match = world.deal()
    user = world.user_at(match.turn or 0)
    first, second = world.legal()[0], world.legal()[-1]
    assert isinstance(elsewhere(world, matches.Act(match.pk, user.pk, None, first, match.version, "there")), int)
    assert isinstance(world.do(matches.Act(match.pk, user.pk, None, second, match.version, "here")), StaleMove)
    now = world.match
    assert now.version == match.version + 1
    assert isinstance(world.act(), int)
    assert list(Move.objects.values_list("number", flat=True)) == [now.version, now.version + 1]


def test_what_is_remembered_is_no_reason_to_refuse(world: World) -> None:
    match = world.deal()
    user = world.user_at(match.turn or 0)
    elsewhere(world, matches.Act(match.pk, user.pk, None, world.legal()[0], match.version, "there"))
    now = world.match
    memory_version = memory.get(match.pk)
    assert memory_version is not None
    assert memory_version.match.version == match.version
    with_new = Round.from_position(RoundRow.objects.get().state)
    act = matches.Act(match.pk, world.user_at(now.turn or 0).pk, None, str(with_new.legal_moves()[0]), now.version, "x")
    assert world.do(act) == now.version + 1


def test_who_takes_over_elsewhere_is_known_here(world: World) -> None:
    match = world.deal()
    leaver = world.user_at(match.turn or 0)
    known = memory.get(match.pk)
    assert known is not None
    tables.stand(world.table.pk, leaver)
    memory.clear()
    memory.keep(known)
    act = matches.Act(match.pk, leaver.pk, None, world.legal()[0], match.version, "gone")
    assert isinstance(world.do(act), NotSeated)


def test_a_seat_that_changed_hands_elsewhere_obeys_its_old_owner_no_more(world: World) -> None:
    match = world.deal()
    owner = world.user_at(match.turn or 0)
    known = memory.get(match.pk)
    assert known is not None
    Seat.objects.filter(match=match, user=owner).update(user=None)
    matches.forget(match.pk)
    act = matches.Act(match.pk, owner.pk, None, world.legal()[0], match.version, "gone")
    memory.clear()
    memory.keep(known)
    assert isinstance(world.do(act), NotSeated)


def test_a_lost_swap_is_tried_alone_and_found_stale(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = world.deal()
    user, move = world.user_at(match.turn or 0), world.legal()[0]
    real = store.save

    def race(*arguments: object) -> None:
        """Somebody else commits between our reading and our writing (only where no lock is held could this be)."""
        Match.objects.filter(pk=match.pk, version=match.version).update(version=match.version + 1, stamp=F("stamp") + 1)
        real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "save", race)
    act = matches.Act(match.pk, user.pk, None, move, match.version, "late")
    assert isinstance(world.do(act), StaleMove)
    assert Move.objects.count() == 0


# --- deals


def test_a_deal_follows_from_the_sealed_seed_and_the_nonces(world: World) -> None:
    match = world.start()
    world.connect(world.ana, world.bogdan)
    row = RoundRow.objects.get()
    assert row.commitment == commitment(bytes(row.server_seed))
    assert row.state is None
    world.do(matches.GiveNonce(match.pk, world.ana.pk, None, "a" * 32))
    assert world.match.phase == Match.Phase.DEALING
    world.do(matches.GiveNonce(match.pk, world.ana.pk, None, "c" * 32))
    world.do(matches.GiveNonce(match.pk, world.bogdan.pk, None, "b" * 32))
    assert world.match.phase == Match.Phase.PLAYING
    row.refresh_from_db()
    assert row.nonces == ["a" * 32, "b" * 32]
    seed = deal_seed(bytes(row.server_seed), row.nonces)
    again = Round.deal("simple-macao", 2, seed=seed, first=first_seat(seed, 2))
    assert again.position() == row.state
    assert [event.to_json() for event in again.opening] == row.opening
    assert (world.match.version, row.version, row.first) == (1, 1, first_seat(seed, 2))


def test_a_silent_page_gives_no_nonce_and_holds_nothing_up(world: World) -> None:
    match = world.start()
    world.connect(world.ana, world.bogdan)
    world.do(matches.GiveNonce(match.pk, world.ana.pk, None, "a" * 32))
    world.do(matches.Tick(match.pk))
    assert world.match.phase == Match.Phase.DEALING
    world.now = match.started_at + DEALING + timedelta(seconds=1)
    world.do(matches.Tick(match.pk))
    assert world.match.phase == Match.Phase.PLAYING
    assert RoundRow.objects.get().nonces == ["a" * 32, None]


def test_a_nonce_after_the_deal_changes_nothing(world: World) -> None:
    match = world.deal()
    before = RoundRow.objects.values().get()
    world.do(matches.GiveNonce(match.pk, world.ana.pk, None, "a" * 32))
    assert RoundRow.objects.values().get() == before


# --- rounds and the end


def test_a_round_is_charged_in_the_transaction_of_its_last_move(world: World) -> None:
    world.deal()
    world.play_round()
    row = RoundRow.objects.get(number=1)
    assert row.ended_at is not None
    assert row.state["over"]
    scores = list(Score.objects.filter(round=row))
    assert [score.charge for score in scores] == row.state["scores"]
    assert [score.hand for score in scores] == row.state["hands"]
    rules = RuleSet.named("simple-macao")
    assert [score.charge for score in scores] == [sum(map(rules.points, hand)) for hand in row.state["hands"]]
    assert [seat.total for seat in Seat.objects.all()] == [score.total for score in scores]
    assert sum(seat.turns for seat in Seat.objects.all()) == Move.objects.count()


def test_the_next_round_is_sealed_at_once_and_dealt_when_everybody_has_asked(world: World) -> None:
    match = world.deal()
    world.play_round()
    assert world.match.phase == Match.Phase.BETWEEN
    sealed = RoundRow.objects.get(number=2)
    assert sealed.state is None
    assert sealed.first == (world.match.first_seat or 0) ^ 1
    version = world.match.version
    world.do(matches.AskNext(match.pk, world.ana.pk, None))
    assert (world.match.phase, world.match.ready) == (Match.Phase.BETWEEN, [world.running.seat_of(world.ana.pk)])
    assert world.match.version == version
    world.do(matches.AskNext(match.pk, world.bogdan.pk, None))
    assert (world.match.phase, world.match.version) == (Match.Phase.PLAYING, version + 1)
    assert world.match.turn == sealed.first
    assert isinstance(world.do(matches.AskNext(match.pk, world.bogdan.pk, None)), StaleMove)


def test_who_is_not_connected_is_not_waited_for_between_rounds(world: World) -> None:
    match = world.deal()
    world.play_round()
    world.disconnect(world.bogdan)
    world.do(matches.AskNext(match.pk, world.ana.pk, None))
    assert world.match.phase == Match.Phase.PLAYING


def test_the_next_round_comes_by_itself(world: World) -> None:
    match = world.deal()
    world.play_round()
    world.now += BETWEEN + timedelta(seconds=1)
    world.do(matches.Tick(match.pk))
    assert (world.match.phase, world.match.round_number) == (Match.Phase.PLAYING, 2)


def test_a_match_ends_when_a_total_reaches_the_target_and_its_table_waits_again(world: World) -> None:
    world.table.target = 30
    world.table.save()
    match = world.deal()
    while (now := world.match).phase != Match.Phase.OVER:
        world.play_round()
        world.now += BETWEEN + timedelta(seconds=1)
        world.do(matches.Tick(match.pk))
    seats = list(Seat.objects.all())
    assert max(seat.total for seat in seats) >= 30
    best = min(seats, key=lambda seat: seat.total)
    assert (best.place, now.drawn, now.due, now.turn) == (1, False, None, None)
    for seat in seats:
        assert seat.total == sum(score.charge for score in seat.scores.all())
    versions = [*Move.objects.values_list("number", flat=True), *RoundRow.objects.values_list("version", flat=True)]
    assert sorted(versions) == list(range(1, now.version + 1))
    world.table.refresh_from_db()
    assert world.table.status == Table.Status.WAITING


def test_a_rematch_begins_when_everybody_has_asked(world: World) -> None:
    world.table.target = 1
    world.table.save()
    first = world.deal()
    world.play_round()
    assert world.match.phase == Match.Phase.OVER
    assert tables.rematch(world.table.pk, world.ana) is None
    second = tables.rematch(world.table.pk, world.bogdan)
    assert second is not None
    assert second.pk != first.pk
    assert (world.match.pk, world.match.version) == (second.pk, 0)


def test_a_round_of_two_thousand_moves_ends_blocked(world: World) -> None:
    match = world.deal()
    row = RoundRow.objects.get()
    memory.clear()
    # as if all but one of the two thousand had been made
    Match.objects.filter(pk=match.pk).update(version=row.version + 1999, stamp=F("stamp") + 1)
    world.act()
    row.refresh_from_db()
    assert row.ended_at is not None
    assert row.winner is None
    assert world.match.phase == Match.Phase.BETWEEN


# --- time


def test_a_turn_has_one_deadline_and_five_seconds_more_after_a_draw(world: World) -> None:
    world.deal()
    for _ in range(200):
        match, move = world.match, "draw" if "draw" in world.legal() else world.legal()[0]
        assert match.deadline is not None
        assert match.deadline <= (match.turn_started_at or world.now) + timedelta(seconds=30) + AFTER_DRAW
        world.later(1)
        world.act(move)
        after = world.match
        if move == "draw" and after.turn == match.turn and "pass" in world.legal():
            assert after.deadline == match.deadline + AFTER_DRAW
            return
        assert after.deadline == world.now + timedelta(seconds=30)
    pytest.fail("nobody could keep a card in two hundred turns")


def test_a_stand_in_plays_when_the_time_is_over_and_never_before(world: World) -> None:
    match = world.deal()
    stand_in = matches.StandIn(match.pk, world.legal()[0], match.version)
    world.later(29)
    assert isinstance(world.do(stand_in), StaleMove)
    world.later(2)
    assert world.do(stand_in) == match.version + 1
    assert Move.objects.get().stand_in
    assert isinstance(world.do(stand_in), StaleMove)


def test_a_person_who_is_quicker_than_the_stand_in_keeps_the_turn(world: World) -> None:
    match = world.deal()
    world.later(31)
    move = world.legal()[0]
    act = matches.Act(match.pk, world.user_at(match.turn or 0).pk, None, move, match.version, "last second")
    done = matches.execute([act, matches.StandIn(match.pk, move, match.version)], world.now)
    assert isinstance(done.answers[0], int)
    assert isinstance(done.answers[1], StaleMove)
    assert not Move.objects.get().stand_in


def test_the_clock_stands_still_while_nobody_is_connected_and_gives_the_turn_its_full_time_back(world: World) -> None:
    match = world.deal()
    world.disconnect(world.ana, world.bogdan)
    world.later(31)
    world.do(matches.StandIn(match.pk, world.legal()[0], match.version))
    assert (world.match.version, world.match.paused_at) == (match.version, world.now)
    world.later(300)
    world.connect(world.bogdan)
    world.do(matches.Attend(match.pk))
    assert world.match.paused_at is None
    assert world.match.deadline == world.now + timedelta(seconds=30)
    assert world.match.turn == match.turn


def test_a_match_that_nobody_is_at_is_abandoned_after_ten_minutes(world: World) -> None:
    match = world.deal()
    world.disconnect(world.ana, world.bogdan)
    world.do(matches.Attend(match.pk))
    world.now += ABANDONED_AFTER - timedelta(seconds=1)
    world.do(matches.Tick(match.pk))
    assert world.match.phase == Match.Phase.PLAYING
    world.later(2)
    world.do(matches.Tick(match.pk))
    assert (world.match.phase, world.match.due) == (Match.Phase.ABANDONED, None)
    assert all(seat.place is None for seat in Seat.objects.all())
    world.table.refresh_from_db()
    assert world.table.status == Table.Status.WAITING


def test_without_a_turn_time_a_stand_in_plays_two_minutes_after_the_connection_went(world: World) -> None:
    world.table.turn_seconds = None
    world.table.save()
    match = world.deal()
    stand_in = matches.StandIn(match.pk, world.legal()[0], match.version)
    world.now += AWAY + timedelta(seconds=1)
    world.do(stand_in)
    assert world.match.version == match.version, "the person is there"
    world.disconnect(world.user_at(match.turn or 0))
    world.do(matches.Attend(match.pk))
    world.now += AWAY - timedelta(seconds=1)
    assert isinstance(world.do(stand_in), StaleMove)
    world.later(2)
    assert world.do(stand_in) == match.version + 1


def test_without_a_turn_time_a_stand_in_plays_after_ten_minutes_of_silence(world: World) -> None:
    world.table.turn_seconds = None
    world.table.save()
    match = world.deal()
    stand_in = matches.StandIn(match.pk, world.legal()[0], match.version)
    world.do(matches.Attend(match.pk))
    world.now += SILENT - timedelta(seconds=10)
    assert isinstance(world.do(stand_in), StaleMove)
    world.later(11)
    assert world.do(stand_in) == match.version + 1


def test_after_an_outage_of_the_clock_people_get_time(world: World) -> None:
    match = world.deal()
    world.later(40)
    assert store.grant(world.now + timedelta(seconds=10)) == 1
    assert isinstance(world.do(matches.StandIn(match.pk, world.legal()[0], match.version)), StaleMove)
    world.later(11)
    assert world.do(matches.StandIn(match.pk, world.legal()[0], match.version)) == match.version + 1


def test_at_the_deadline_two_clocks_and_the_person_make_one_move_between_them(world: World) -> None:
    """Reliability F3, at -20 to +20 ms around the deadline."""
    world.deal()
    for turn in range(25):
        if world.match.phase != Match.Phase.PLAYING:
            break
        match, move = world.match, world.legal()[0]
        Match.objects.filter(pk=match.pk).update(due=world.now, deadline=world.now, stamp=F("stamp") + 1)
        act = matches.Act(match.pk, world.user_at(match.turn or 0).pk, None, move, match.version, f"turn-{turn}")
        stand_in = matches.StandIn(match.pk, move, match.version)
        delay = 0.02 + (turn % 9 - 4) * 0.005
        answers = at_once(world, (stand_in, 0.02), (stand_in, 0.02), (act, delay))
        assert sorted(type(answer).__name__ for answer in answers) == ["StaleMove", "StaleMove", "int"]
        assert Move.objects.filter(number__gt=match.version).count() == 1


# --- coming and going


def test_who_gets_up_is_played_for_at_a_bot_s_pace(world: World) -> None:
    match = world.deal()
    leaver = world.user_at(match.turn or 0)
    tables.stand(world.table.pk, leaver)
    now = world.match
    assert (now.deadline, now.version) == (None, match.version)
    assert now.due is not None
    assert isinstance(world.act(user=leaver), NotSeated)
    world.now = now.due
    assert world.do(matches.StandIn(match.pk, world.legal()[0], match.version)) == match.version + 1
    assert Move.objects.get().stand_in


def test_the_seat_of_who_got_up_is_free_after_the_match(world: World) -> None:
    world.table.target = 1
    world.table.save()
    match = world.deal()
    tables.stand(world.table.pk, world.bogdan)
    while world.match.phase == Match.Phase.PLAYING:
        now = world.match
        world.now = max(world.now, now.due or world.now) + timedelta(seconds=1)
        world.do(matches.StandIn(match.pk, world.legal()[0], now.version))
    assert [seat.user for seat in TableSeat.objects.all()] == [world.ana]


def test_a_person_takes_over_a_bot_s_seat_between_rounds(world: World) -> None:
    tables.add_bot(world.table.pk, world.ana)
    match = world.deal()
    while world.match.phase == Match.Phase.PLAYING:
        now = world.match
        world.now = max(world.now, now.due or world.now) + timedelta(seconds=1)
        world.do(matches.StandIn(match.pk, world.legal()[0], now.version))
    bots = Seat.objects.get(number=2)
    assert (bots.bot, bots.name) == ("sensible", "Bot 3")
    tables.sit(world.table.pk, world.carmen)
    world.connect(world.carmen)
    assert world.running.seat_of(world.carmen.pk) == 2
    world.do(matches.AskNext(match.pk, world.carmen.pk, None))
    assert world.match.ready == [2]


def test_seats_are_numbered_without_gaps_when_a_match_begins(world: World) -> None:
    tables.sit(world.table.pk, world.carmen, number=3)
    match = world.start()
    assert list(Seat.objects.filter(match=match).values_list("number", "user__name")) == [
        (0, "Ana"), (1, "Bogdan"), (2, "Carmen"),
    ]  # fmt: skip
    assert list(TableSeat.objects.values_list("number", flat=True)) == [0, 1, 2]


def test_when_the_last_person_gets_up_the_match_is_abandoned_and_the_table_closes(world: World) -> None:
    world.deal()
    tables.stand(world.table.pk, world.bogdan)
    tables.stand(world.table.pk, world.ana)
    world.table.refresh_from_db()
    assert (world.table.status, world.match.phase) == (Table.Status.CLOSED, Match.Phase.ABANDONED)
