"""What one viewer of a table may know at one moment: all that the presenter needs, and nothing more."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from game.engine import Event, RuleSet, View


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


@dataclass(frozen=True, slots=True)
class LogEntry:
    """The public facts of one move or deal."""

    number: int
    """The match's version that it made."""
    events: tuple[Event, ...]
    stand_in: bool
    """A bot played for a person."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """How a round ended. Tuples are in seat order."""

    round_number: int
    winner: int | None
    """The seat that went out; None for a blocked round."""
    charges: tuple[int, ...]
    totals: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]


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
