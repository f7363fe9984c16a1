"""Ratings by places alone, and when they count where."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from game import ratings


def test_a_new_player_is_shown_in_the_middle_and_marked() -> None:
    assert ratings.shown(*ratings.NEW) == (1500, 667, True)
    assert ratings.shown(26.0, 5.9) == (1540, 472, False)


@pytest.mark.parametrize("seats", range(2, 11))
def test_who_comes_first_gains_and_who_comes_last_loses(seats: int) -> None:
    after = ratings.rated([ratings.NEW] * seats, list(range(1, seats + 1)))
    means = [mu for mu, _ in after]
    assert means == sorted(means, reverse=True)
    assert means[0] > ratings.NEW[0] > means[-1]
    assert all(sigma < ratings.NEW[1] for _, sigma in after)


def test_a_shared_place_is_worth_the_same_to_both() -> None:
    first, second, last = ratings.rated([ratings.NEW] * 3, [1, 1, 3])
    assert first == second
    assert first[0] > last[0]


def test_beating_a_stronger_player_is_worth_more() -> None:
    weak, strong = (20.0, 3.0), (30.0, 3.0)
    upset, _ = ratings.rated([weak, strong], [1, 2])
    expected, _ = ratings.rated([strong, weak], [1, 2])
    assert upset[0] - weak[0] > expected[0] - strong[0] > 0


def test_the_same_match_gives_the_same_numbers_to_the_last_bit() -> None:
    before = [(25.3, 4.1), (27.123456789, 2.2), (19.9, 8.0)]
    assert ratings.rated(before, [2, 1, 3]) == ratings.rated(before, [2, 1, 3])


@pytest.mark.parametrize(
    ("at", "month", "week"),
    [
        (datetime(2026, 11, 30, 12, tzinfo=UTC), "2026-11", "2026-W49"),
        (datetime(2027, 1, 1, 0, 0, tzinfo=UTC), "2027-01", "2026-W53"),
        (datetime(2025, 12, 29, tzinfo=UTC), "2025-12", "2026-W01"),
        # an hour later in Bucharest than in UTC
        (datetime(2027, 1, 1, 1, 0, tzinfo=timezone(timedelta(hours=2))), "2026-12", "2026-W53"),
    ],
)
def test_periods_are_those_of_utc_and_of_iso_weeks(at: datetime, month: str, week: str) -> None:
    assert ratings.periods(at) == ("", month, week)


def test_it_takes_more_matches_to_be_listed_for_ever_than_for_a_week() -> None:
    assert [ratings.least(period) for period in ("", "2026-11", "2026-W49")] == [10, 5, 3]
