"""Matches of places: a number of rounds, in which who is out stays and watches; and first places in games of points."""

from __future__ import annotations

from datetime import timedelta

import pytest

from game import instants, matches, scenes, settling, tables
from game.engine import Round, RuleSet
from game.models import Match, Move, Score, Seat
from game.models import Round as RoundRow
from game.pacing import BETWEEN
from game.scene import RoundEnd, Scene
from tests.live.conftest import World, opened
from tests.live.test_calls import play_on

PLACES = "macao-simplu"


def three(rules: str = PLACES, target: int | None = None, **options: float) -> World:
    """Ana, Bogdan and Carmen."""
    world = opened(rules, target=target, **options)
    tables.sit(world.table.pk, world.carmen)
    return world


def scene_of(world: World) -> Scene:
    snapshot = scenes.take([world.table.pk])[world.table.pk]
    return scenes.scene(snapshot, world.ana.pk, instants.now())


def end_of(world: World) -> RoundEnd:
    end = scene_of(world).end
    assert end is not None
    return end


def next_round(world: World) -> None:
    world.now += BETWEEN + timedelta(seconds=1)
    world.do(matches.Tick(world.match.pk))


def places(number: int) -> list[int | None]:
    return list(Score.objects.filter(round__number=number).order_by("seat__number").values_list("place", flat=True))


def finish(world: World) -> None:
    """Ana goes out, then Bogdan; Carmen keeps her cards. It is Ana's turn, and each of them lays the last card."""
    world.act("7h")
    world.act("8h")


CARDS = ["7h", "8h", "9c 9d"]


# --- rounds and totals


def test_a_match_of_one_round_is_over_when_one_seat_is_left_with_cards() -> None:
    world = three()
    world.pose(CARDS, "6h")
    finish(world)
    match = world.match
    assert (match.phase, match.drawn, match.due, match.turn) == (Match.Phase.OVER, False, None, None)
    assert [(score.charge, score.place, score.total) for score in Score.objects.all()] == [
        (1, 1, 1),
        (2, 2, 2),
        (3, 3, 3),
    ]
    assert [(seat.total, seat.firsts, seat.place) for seat in Seat.objects.all()] == [(1, 1, 1), (2, 0, 2), (3, 0, 3)]
    row = RoundRow.objects.get()
    assert (row.winner, row.state["places"], row.state["scores"]) == (0, [1, 2, 3], None)


def test_the_rounds_of_a_match_are_counted_and_the_first_seat_moves_on() -> None:
    world = three(target=3)
    first = world.pose(CARDS, "6h").first_seat
    assert first is not None
    finish(world)
    assert world.match.phase == Match.Phase.BETWEEN
    for number in (2, 3):
        next_round(world)
        assert RoundRow.objects.get(number=number).first == (first + number - 1) % 3
        assert world.match.turn == (first + number - 1) % 3
        while world.match.phase == Match.Phase.PLAYING:
            play_on(world)
    assert (world.match.phase, world.match.round_number) == (Match.Phase.OVER, 3)
    for seat in Seat.objects.all():
        scores = list(seat.scores.all())
        assert [score.charge for score in scores] == [score.place for score in scores]
        assert [score.total for score in scores] == [sum(s.charge for s in scores[: n + 1]) for n in range(3)]
        assert (seat.total, seat.firsts) == (scores[-1].total, sum(score.place == 1 for score in scores))
    assert sorted(places(2)) == sorted(places(3)) == [1, 2, 3]


@pytest.mark.parametrize(
    ("rounds", "standings", "drawn"),
    [
        ([[1, 2, 3], [1, 3, 2]], [1, 2, 2], False),
        ([[1, 2, 3], [3, 2, 1]], [1, 3, 1], True),  # equal sums: who was first more often
        ([[1, 2, 3], [2, 1, 3], [3, 3, 1]], [1, 1, 3], True),
        ([[2, 2, 1], [2, 2, 3], [2, 2, 1]], [2, 2, 1], False),
    ],
)
def test_the_least_sum_of_places_wins_then_most_first_places(
    rounds: list[list[int]], standings: list[int], drawn: bool
) -> None:
    seats = [Seat(pk=number, number=number) for number in range(3)]
    rules = RuleSet.named(PLACES)
    for number, charges in enumerate(rounds, start=1):
        round_ = over(PLACES, charges)
        standing, _scores = settling.charge(rules, len(rounds), seats, RoundRow(number=number), round_)
        assert standing.over == (number == len(rounds))
    settling.rank(seats, standing)
    assert [seat.place for seat in seats] == standings
    assert (len(standing.winners) > 1) == drawn


def over(rules: str, charges: list[int]) -> Round:
    """A round that has come out so; its hands do not matter."""
    round_ = Round.deal(rules, len(charges), seed=bytes(32))
    round_.block()
    round_.places = tuple([1 + sum(other < own for other in charges) for own in charges])
    round_.scores = tuple(charges) if round_.rules.by_points else None
    return round_


def test_of_equal_points_nobody_wins_whoever_went_out_first_more_often() -> None:
    seats = [Seat(pk=number, number=number) for number in range(2)]
    rules = RuleSet.named("simple-macao")
    for number, charges in enumerate(([0, 20], [0, 20], [60, 20]), start=1):
        standing, scores = settling.charge(rules, 60, seats, RoundRow(number=number), over("simple-macao", charges))
        assert [score.place for score in scores] == ([1, 2] if number < 3 else [2, 1])
    settling.rank(seats, standing)
    assert standing.over
    assert [seat.place for seat in seats] == [1, 1]
    assert [seat.firsts for seat in seats] == [2, 1]


def test_places_are_kept_in_games_of_points_too(world: World) -> None:
    world.deal()
    world.play_round()
    row = RoundRow.objects.get(number=1)
    assert places(1) == row.state["places"]
    assert [seat.firsts for seat in Seat.objects.all()] == [int(place == 1) for place in row.state["places"]]
    end = end_of(world)
    assert list(end.charges) == row.state["scores"]
    assert list(end.places) == row.state["places"]


def test_the_page_is_told_of_places_sums_and_first_places() -> None:
    world = three(target=2)
    world.pose(CARDS, "6h")
    finish(world)
    end = end_of(world)
    assert (end.charges, end.places, end.totals, end.firsts) == ((1, 2, 3), (1, 2, 3), (1, 2, 3), (1, 0, 0))
    assert end.winner == 0
    assert [seat.firsts for seat in scene_of(world).seats] == [1, 0, 0]


# --- rounds that are blocked


def block(world: World) -> None:
    """As if all but one of the two thousand moves had been made."""
    row = RoundRow.objects.get()
    Match.objects.update(version=row.version + 1999, turn_version=row.version + 1999, stamp=world.match.stamp + 1)
    world.act("draw" if "draw" in world.legal() else world.legal()[0])


def test_a_round_blocked_with_nobody_out_has_places_by_cards_and_no_winner() -> None:
    world = three()
    world.pose(["7c 8c 3c", "7d", "9c 9d"], "6h")
    block(world)
    row = RoundRow.objects.get()
    assert row.winner is None
    assert places(1) == [3, 1, 2]
    assert [seat.place for seat in Seat.objects.all()] == [3, 1, 2]


def test_a_round_blocked_when_somebody_was_out_is_won_by_the_first_of_them() -> None:
    world = three()
    world.pose(["", "7d 8d 2d", "9c 9d"], "6h", turn=1, finished=[0])
    block(world)
    assert RoundRow.objects.get().winner == 0
    assert places(1) == [1, 3, 2]


def test_two_who_hold_as_many_when_it_is_blocked_share_the_place_and_the_match() -> None:
    world = three()
    world.pose(["7c 8c", "7d 8d 2d", "9c 9d 9s"], "6h")
    block(world)
    match = world.match
    assert places(1) == [1, 1, 1]
    assert (match.phase, match.drawn) == (Match.Phase.OVER, True)


# --- who is out stays


def test_who_is_out_waits_and_play_goes_on_among_the_others() -> None:
    world = three()
    world.pose(["7h", "8h 8c", "9h 9d"], "6h")
    world.act("7h")
    assert (world.match.turn, world.match.phase) == (1, Match.Phase.PLAYING)
    world.act("8h")
    world.act("9h")
    assert world.match.turn == 1, "not Ana's, who is out"


def test_who_is_out_but_there_keeps_the_match_going() -> None:
    world = three()
    match = world.pose(["7h", "8h 8c", "9h 9d"], "6h")
    world.act("7h")
    world.disconnect(world.bogdan, world.carmen)
    world.do(matches.Attend(match.pk))
    for _ in range(3):
        assert world.match.paused_at is None
        play_on(world)
    assert [move.stand_in for move in Move.objects.all()] == [False, True, True, True]
    world.disconnect(world.ana)
    world.do(matches.Attend(match.pk))
    assert world.match.paused_at is not None


def test_without_a_turn_time_somebody_s_coming_back_leaves_who_is_out_alone() -> None:
    world = three()
    world.table.turn_seconds = None
    world.table.save()
    match = world.pose(["7h", "8h 8c", "9h 9d"], "6h")
    world.act("7h")
    world.disconnect(world.ana)
    world.do(matches.Attend(match.pk))
    assert (world.match.turn, world.match.paused_at) == (1, None)
    world.connect(world.ana)
    world.do(matches.Attend(match.pk))
    assert world.match.turn == 1


def test_between_rounds_who_was_out_first_is_asked_like_everybody() -> None:
    world = three(target=2)
    match = world.pose(CARDS, "6h")
    finish(world)
    for user in (world.bogdan, world.ana):
        world.do(matches.AskNext(match.pk, user.pk, None))
        assert world.match.phase == (Match.Phase.BETWEEN if user == world.bogdan else Match.Phase.PLAYING)


def test_who_gets_up_after_going_out_changes_nobody_s_turn() -> None:
    world = three()
    world.pose(["7h", "8h 8c", "9h 9d"], "6h")
    world.act("7h")
    before = world.match
    tables.stand(world.table.pk, world.ana)
    assert (world.match.turn, world.match.deadline) == (1, before.deadline)
    world.act("8h")
    play_on(world)
    assert world.match.turn == 1


def test_a_finisher_who_must_take_cards_is_in_turn_again() -> None:
    """CLS-6, between two: the last card was a two, and the answer comes back."""
    world = opened("classic-macau")
    world.pose(["Kh", "5h Ks"], "6h")
    world.act("Kh")
    match = world.match
    assert (match.turn, match.phase) == (1, Match.Phase.PLAYING)
    world.act("Ks")
    assert (world.match.turn, world.legal()) == (0, ["take"])
    assert world.match.deadline == world.now + timedelta(seconds=30)
    world.act("take")
    assert world.match.turn == 1
