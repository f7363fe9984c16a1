"""What a card does when it lands: small values, put together to rule sets in `presets`."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Draw:
    """Adds `count` cards to the stack that its target must draw; `back`: that is the previous seat (SM-17, SM-18)."""

    count: int
    back: bool = False


@dataclass(frozen=True, slots=True)
class Skip:
    """Costs the next seat `turns` turns (SM-20)."""

    turns: int


@dataclass(frozen=True, slots=True)
class Cut:
    """Ends what waits on its player, whatever its suit (SM-15, SM-A4).

    `what` it ends: a stack of draws (`draw`), only one that stands on kings (`kings`), or lost turns too (`all`).
    """

    what: Literal["draw", "kings", "all"]


@dataclass(frozen=True, slots=True)
class Block:
    """Ends an attack that stands on kings, and is a plain card for everything else (CLS-29, CLS-A6)."""


@dataclass(frozen=True, slots=True)
class NameSuit:
    """Its player names the suit in force (SM-13); `wild`: it also goes on any card when nothing waits.

    `held`: only a suit that is held and not in force may be named; who holds none leaves it free (CLS-32).
    """

    wild: bool
    held: bool = False


@dataclass(frozen=True, slots=True)
class Wild:
    """Goes on any card when nothing waits, and keeps its own suit (LON-17, OPT-4)."""


@dataclass(frozen=True, slots=True)
class Open:
    """Goes on any card when nothing waits, and any card goes on it (CLS-25).

    `ends_demand`: it goes on a demand too, and ends it (CLS-A9).
    """

    ends_demand: bool = False


@dataclass(frozen=True, slots=True)
class Demand:
    """Its player demands a plain rank from everybody, or nothing (CLS-23).

    `held`: only a rank that is held; who holds none may ask for any plain card (CLS-A12).
    """

    held: bool


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Its player may lay another card in the same turn (LON-18)."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """Stands for any card that its player chooses, with that card's powers (CLS-31)."""


Power = Draw | Skip | Cut | Block | NameSuit | Wild | Open | Demand | PlayOn | StandIn
