"""What one viewer of a table may know at one moment: all that the presenter needs, and nothing more."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar, cast

from game.engine import Event, RuleSet, View

T = TypeVar("T")


class Phase(StrEnum):
    """Where a match stands."""

    DEALING = "dealing"
    """The seats give their numbers for the deal."""
    PLAYING = "playing"
    BETWEEN = "between"
    """A round is over, the next one has not begun."""
    OVER = "over"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat and who sits in it."""

    number: int
    name: str
    bot: bool
    """A bot sits here."""
    person: bool
    """A person sits here, present or not."""
    away: bool
    away_seconds: int | None
    """Seconds until a bot plays for a person who is away; None when it will not, or not yet."""
    total: int
    left: bool
    """The person has given the seat up."""
    firsts: int = 0
    """Rounds of this match in which the seat had the first place."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """The public facts of one move or deal."""

    number: int
    """The match's version that it made."""
    events: tuple[Event, ...]
    stand_in: bool
    """A bot played for a person."""
    by: int | None = None
    """The seat that moved or called; None for a deal."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """How a round ended. Tuples are in seat order."""

    round_number: int
    winner: int | None
    """The seat that went out first; None for a blocked round."""
    charges: tuple[int, ...]
    """Points, or in games of places the places of this round (D-20)."""
    totals: tuple[int, ...]
    """Points, or sums of places, after this round."""
    hands: tuple[tuple[str, ...], ...]
    places: tuple[int, ...] = ()
    """Place in this round, 1 is best; equal seats share the better one."""
    firsts: tuple[int, ...] = ()
    """How often each seat had the first place, this round counted."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as one seat, or a watcher, sees it."""

    match_id: str
    version: int
    phase: Phase
    round_number: int
    rules: RuleSet
    target: int
    seats: tuple[SeatInfo, ...]
    seat: int | None
    """The viewer's seat; None is a watcher."""
    view: View | None
    """The round; None before the first deal."""
    log: tuple[LogEntry, ...]
    """This round, oldest first, its deal as the first entry."""
    seconds_left: int | None
    """Of the turn; None when no clock runs."""
    paused: bool
    """Nobody is connected: the clock stands still."""
    next_in: int | None
    """Seconds to the next round."""
    waiting_for: tuple[int, ...]
    """Seats that have not asked for the next round yet."""
    end: RoundEnd | None
    commitment: str
    """SHA-256 of the deal's server seed, in hex (told before anybody gives a number)."""
    result_url: str
    table_url: str
    seat_url: str = ""
    """Where a watcher may ask for a bot's seat; empty where none is to be had now."""
    shared: dict[Hashable, Any] | None = field(default=None, compare=False, repr=False)
    """What was made of this scene for all its viewers alike (`once`); None where nobody else looks at it."""

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` makes of what everybody knows: made once for all viewers."""
        if self.shared is None:
            return make()
        if key not in self.shared:
            self.shared[key] = make()
        return cast(T, self.shared[key])
