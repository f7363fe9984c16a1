"""ROOM 6: what a round that has ended costs each seat, and who came where in the match: points or places (D-20)."""

from __future__ import annotations

from collections.abc import Sequence

from game import models
from game.engine import Match as Standing
from game.engine import Round, RuleSet
from game.models import Score, Seat


def charge(
    rules: RuleSet, target: int, seats: Sequence[Seat], row: models.Round, round_: Round
) -> tuple[Standing, list[Score]]:  # fmt: skip
    """Charge every seat, in place, for a round that has just ended (SM-27, D-20): how the match stands, the scores."""
    assert round_.places is not None
    charges = round_.places if round_.scores is None else round_.scores
    totals = tuple([seat.total for seat in seats])
    # equal points are drawn, whoever went out first (SM-32): first places decide where places are counted
    firsts = () if rules.by_points else tuple([seat.firsts for seat in seats])
    standing = Standing(rules, len(seats), target, totals, firsts, row.number - 1).charge(charges)
    scores = []
    for seat, hand in zip(seats, round_.position()["hands"], strict=True):
        place = round_.places[seat.number]
        seat.total = standing.totals[seat.number]
        seat.firsts += place == 1
        scores.append(
            Score(
                round_id=row.pk, seat_id=seat.pk, charge=charges[seat.number], place=place, total=seat.total, hand=hand
            )
        )  # fmt: skip
    return standing, scores


def rank(seats: Sequence[Seat], standing: Standing) -> None:
    """Give every seat its place in a match that is over."""
    for seat, place in zip(seats, standing.places, strict=True):
        seat.place = place
