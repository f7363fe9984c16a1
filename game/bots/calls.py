"""Saying Macao and catching who has not, in games with a spoken call (D-13); how long bots take: a person's pace."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final, NamedTuple

from game.engine import View

PACE: Final = (0.6, 1.5)
"""Seconds a bot takes for its turn when no pace is set, drawn anew each time and never from its hand."""
HOLD: Final = 2.0
"""Seconds that a person has for an open call: the next bot waits so long, and no bot catches a person sooner."""
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


def first_call(views: Iterable[View], rng: Random, *, person: bool, pace: float | None) -> tuple[int, float] | None:
    """Of the bots in whose seats those views are, which calls first: its seat, after how many seconds. None: nobody.

    `person`: whether a person owes the call. A bot whose `pace` is no time at all says its own Macao at once.
    """
    planned: list[tuple[float, int]] = []
    for view in views:
        made = call(view, rng)
        if made is None or view.seat is None:
            continue
        at_once = pace == 0 and view.seat in view.calls
        planned.append((0.0 if at_once else max(made.after, HOLD) if person else made.after, view.seat))
    if not planned:
        return None
    after, seat = min(planned)
    return seat, after


def holds_up(*, person: bool, pace: float | None) -> bool:
    """Whether the next bot waits for an open call: not for that of a bot, where bots take no time."""
    return person or pace != 0
