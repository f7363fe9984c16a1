"""Saying Macao and catching who has not, at a person's pace, in games with a spoken call (D-13)."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from game.engine import View

OWN: Final = (0.7, 2.2)
"""Seconds in which a bot says Macao for itself, evenly spread."""
OTHERS: Final = (1.6, 4.5)
"""... and in which it notices that another seat has not."""
OVERSEES: Final = 0.25
"""How often it does not notice at all."""


class Call(NamedTuple):
    """A call that a bot will make: its text, and after how many seconds, if it is still open then."""

    text: str
    after: float


def call(view: View, rng: Random) -> Call | None:
    """What a bot in the viewer's seat calls now, and how soon; None if there is nothing, or it does not notice."""
    open_now = view.calls_open()
    if not open_now:
        return None
    if view.seat in view.calls:
        return Call(open_now[0], rng.uniform(*OWN))
    return None if rng.random() < OVERSEES else Call(open_now[0], rng.uniform(*OTHERS))
