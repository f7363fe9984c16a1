"""Matches: totals, target, winners and ties, and who begins a round."""

import pytest

from game.engine import Match, RuleSet

RULES = RuleSet.named("simple-macao")


def match(*totals: int, target: int = 500) -> Match:
    return Match(RULES, len(totals), target, totals)


def test_charges_add_up_and_make_a_new_match() -> None:
    new = Match(RULES, 3, 500)
    assert new.totals == (0, 0, 0)
    charged = new.charge([0, 25, 40]).charge((10, 0, 5))
    assert charged.totals == (10, 25, 45)
    assert new.totals == (0, 0, 0)


@pytest.mark.parametrize(
    ("totals", "over", "winners", "lost"),
    [
        ((499, 10), False, (), ()),
        ((500, 10), True, (1,), (0,)),
        ((120, 120, 505), True, (0, 1), (2,)),
        ((510, 505), True, (1,), (0,)),
        ((510, 510), True, (0, 1), ()),
        ((700, 510, 505, 505), True, (2, 3), (0, 1)),
        ((0, 0, 0, 500), True, (0, 1, 2), (3,)),
    ],
)
def test_the_target_ends_a_match_and_the_lowest_total_wins_it(
    totals: tuple[int, ...], over: bool, winners: tuple[int, ...], lost: tuple[int, ...]
) -> None:
    """SM-30, SM-31, SM-32, SM-A20, SM-A22."""
    ended = match(*totals)
    assert ended.over is over
    assert ended.winners == winners
    assert ended.lost == lost


def test_the_target_is_the_match_s_own() -> None:
    assert match(60, 0, target=60).over
    assert not match(59, 0, target=60).over


def test_no_round_is_charged_after_the_end_nor_for_another_number_of_seats() -> None:
    with pytest.raises(ValueError, match="over"):
        match(500, 0).charge((1, 1))
    with pytest.raises(ValueError):
        match(0, 0).charge((1, 1, 1))
    with pytest.raises(ValueError, match="one total a seat"):
        Match(RULES, 3, 500, (0, 0))


def test_the_first_seat_moves_on_clockwise_round_by_round() -> None:
    """D-17."""
    assert [match(0, 0, 0).first_seat(number, 1) for number in (1, 2, 3, 4)] == [1, 2, 0, 1]


def test_a_match_for_places_is_a_number_of_rounds_and_the_least_sum_wins_it() -> None:
    """D-20."""
    places = Match(RuleSet.named("classic-macau", rounds=2), 3, 2)
    assert not places.over
    first = places.charge((1, 2, 3))
    assert (first.over, first.winners, first.rounds) == (False, (), 1)
    assert first.charge((2, 1, 3)).winners == (0, 1), "equal sums, one first place each"
    assert first.charge((3, 2, 1)).winners == (0, 2), "4, 4, 4: the seat without a first place is behind"
    assert first.charge((1, 2, 3)).winners == (0,)
    assert first.charge((1, 2, 3)).lost == ()
    with pytest.raises(ValueError, match="over"):
        first.charge((1, 2, 3)).charge((1, 2, 3))


def test_one_round_decides_a_match_for_places_unless_told_otherwise() -> None:
    rules = RuleSet.named("polish-makao")
    assert Match(rules, 2, rules.target).charge((2, 1)).winners == (1,)
