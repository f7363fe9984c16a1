"""ROOM 6: how strong a player is believed to be: a mean and how uncertain it is, by places alone. No framework.

The arithmetic is openskill's Plackett-Luce model, which takes 2 to 10 seats and shared places (docs/decisions/0050).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()
NEW: Final = (float(_MODEL.mu), float(_MODEL.sigma))
"""Mean and uncertainty of who has played no rated match."""
_MIDDLE, _STEP = 1500, 40
PROVISIONAL: Final = 6.0
"""While the uncertainty is larger, the rating is marked: for some 12 matches of two, 17 of four, 25 of six."""
LEAST: Final = {"ever": 10, "month": 5, "week": 3}
"""Rated matches that it takes to be listed on a leaderboard."""


class Shown(NamedTuple):
    """A rating as pages show it: `value`, and that the true one lies within `spread` of it nineteen times in twenty."""

    value: int
    spread: int
    provisional: bool


def shown(mu: float, sigma: float) -> Shown:
    """A new player's is 1500 give or take 667."""
    return Shown(round(_MIDDLE + _STEP * (mu - NEW[0])), round(2 * _STEP * sigma), sigma > PROVISIONAL)


def rated(before: Sequence[tuple[float, float]], places: Sequence[int]) -> list[tuple[float, float]]:
    """Mean and uncertainty of each seat after a match with these places, in the order of seats."""
    seats = [[_MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    after = _MODEL.rate(seats, ranks=[float(place) for place in places])
    return [(float(seat[0].mu), float(seat[0].sigma)) for seat in after]


def periods(at: datetime) -> tuple[str, str, str]:
    """The leaderboards on which a match that ended then counts: ever, its month (2026-11), its week (2026-W48); UTC."""
    at = at.astimezone(UTC)
    year, week, _day = at.isocalendar()
    return "", f"{at:%Y-%m}", f"{year}-W{week:02}"


def least(period: str) -> int:
    """How many rated matches of a period one must have played to be listed."""
    return LEAST["ever" if not period else "week" if "W" in period else "month"]
