"""Bots: policies that choose a move from a view, and know no more than the seat they sit in."""

import random
from collections.abc import Mapping
from typing import Any, Final

from game.bots.calls import HOLD, PACE, Call, call, first_call, holds_up
from game.bots.policy import Bot
from game.bots.sensible import Sensible
from game.engine import View

DEFAULT: Final = "sensible"
"""The policy of empty seats and stand-ins."""

BOTS: Final[Mapping[str, Bot]] = {DEFAULT: Sensible()}
"""Every policy by its name."""


def choose(policy: str, position: Mapping[str, Any], seat: int, seed: int) -> str:
    """The text of the move that a policy makes for a seat; a plain function, so that a worker process can run it.

    `position` is a view's; a whole round's is cut down to what the seat may know first. `seed` settles ties.
    """
    move = BOTS[policy].choose(View.from_position(position, seat), random.Random(seed))
    return str(move)


__all__ = ["BOTS", "DEFAULT", "HOLD", "PACE", "Bot", "Call", "call", "choose", "first_call", "holds_up"]
