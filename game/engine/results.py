"""How a round came out: what each hand costs, and each seat's place."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.compiled import compiled
from game.engine.state import State


def scores_of(state: State) -> tuple[int, ...] | None:
    """What each hand costs, in seat order, 0 for an empty one (SM-27, SM-29); None in a game of places."""
    if not state.rules.by_points:
        return None
    points = compiled(state.rules).points
    return tuple([sum([points[card] for card in hand]) for hand in state.hands])


def places_of(state: State) -> tuple[int, ...]:
    """Each seat's place, 1 is best: by points, or else by going out and then by fewest cards (D-9)."""
    if state.scores is not None:
        return _ranked(state.scores)
    out = {seat: place for place, seat in enumerate(state.finished)}
    behind = len(out)
    return _ranked([out.get(seat, behind + len(hand)) for seat, hand in enumerate(state.hands)])


def _ranked(worths: Sequence[int]) -> tuple[int, ...]:
    """The place of each by its number, least first: equal ones share the better place."""
    return tuple([1 + sum([other < own for other in worths]) for own in worths])
