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
    """Ends what waits on its player, whatever its suit (SM-15, SM-A4)."""

    what: Literal["draw"]


@dataclass(frozen=True, slots=True)
class NameSuit:
    """Its player names the suit in force (SM-13); `wild`: it also goes on any card when nothing waits."""

    wild: bool


Power = Draw | Skip | Cut | NameSuit
