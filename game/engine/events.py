"""Public facts of a move or of a deal: what everybody at the table saw happen, and never a card that they did not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from game.engine.cards import CODES


class EventKind(StrEnum):
    """What happened; in brackets, which fields of the event mean something."""

    BURIED = "buried"
    """Cards with a power turned up at the deal went back into the stock (cards)."""
    TURNED = "turned"
    """The card that starts the pile (cards)."""
    PLAYED = "played"
    """A seat laid cards (seat, cards in the order in which they landed)."""
    STOOD = "stood"
    """For which cards those just laid count, where a joker among them stands for another (seat, cards, as laid)."""
    NAMED = "named"
    """A seat named the suit in force (seat, suit: its letter, or `-s` for any but spades)."""
    DEMANDED = "demanded"
    """A seat demanded a rank (seat, suit: the rank's letter, `any` or `none`)."""
    DRAWS = "draws"
    """So many draws wait now (seat: on whom, count)."""
    SKIPS = "skips"
    """So many lost turns wait now (seat: on whom, count)."""
    CUT = "cut"
    """A stack of draws was cut (seat: who cut it, count: the cards in it)."""
    STOPPED = "stopped"
    """Lost turns that waited were stopped (seat: who stopped them, count: the turns)."""
    DREW = "drew"
    """A seat drew one card (seat)."""
    KEPT = "kept"
    """A turn ended after a draw, by choice or because the card did not fit (seat)."""
    TOOK = "took"
    """A seat took the stack that waited (seat, count: the cards it really got)."""
    WAITED = "waited"
    """A seat served a lost turn (seat)."""
    SAT_OUT = "sat-out"
    """A seat that owed a turn was passed over (seat)."""
    PASSED = "passed"
    """A seat passed with nothing left to draw (seat)."""
    ENDED = "ended"
    """A seat ended its turn after a card that lets it play on (seat; LON-A10)."""
    RESHUFFLED = "reshuffled"
    """The pile under its top card became the stock (count: its cards)."""
    ONE_CARD = "one-card"
    """A seat is down to one card: the table says Macao (seat)."""
    CALLED = "called"
    """A seat said Macao (seat)."""
    CAUGHT = "caught"
    """A seat was caught without having said Macao (seat, count: its fine)."""
    OUT = "out"
    """A seat laid its last card (seat)."""
    BACK = "back"
    """A seat that was out took cards and is in again (seat; CLS-6)."""
    OVER = "over"
    """The round ended (seat: who won it, or None)."""


_DEFAULTS: Final[list[Any]] = [None, None, [], 0, None]
"""What the fields of a fact's JSON form are when they are left out."""


@dataclass(frozen=True, slots=True)
class Event:
    """One public fact. Which fields mean something depends on the kind."""

    kind: EventKind
    seat: int | None
    cards: tuple[str, ...] = ()
    count: int = 0
    suit: str | None = None

    def to_json(self) -> list[Any]:
        """A short JSON form: kind, seat, cards, count and suit, without the defaults at its end."""
        row: list[Any] = [self.kind.value, self.seat, list(self.cards), self.count, self.suit]
        while len(row) > 1 and row[-1] == _DEFAULTS[len(row) - 1]:
            row.pop()
        return row

    @classmethod
    def from_json(cls, row: list[Any]) -> Event:
        """The event that `to_json` wrote. `ValueError` if it is none."""
        kind, seat, cards, count, suit = [*row, *_DEFAULTS[len(row) :]]
        return cls(EventKind(kind), seat, tuple(cards), count, suit)


# The same few facts are told over and over, so each is made once: by seat in a tuple, or cached by plain numbers.

MOST_SEATS: Final = 10


def _by_seat(kind: EventKind) -> tuple[Event, ...]:
    return tuple([Event(kind, seat) for seat in range(MOST_SEATS)])


DREW = _by_seat(EventKind.DREW)
KEPT = _by_seat(EventKind.KEPT)
WAITED = _by_seat(EventKind.WAITED)
SAT_OUT = _by_seat(EventKind.SAT_OUT)
PASSED = _by_seat(EventKind.PASSED)
ONE_CARD = _by_seat(EventKind.ONE_CARD)
OUT = _by_seat(EventKind.OUT)
ENDED = _by_seat(EventKind.ENDED)
BACK = _by_seat(EventKind.BACK)
CALLED = _by_seat(EventKind.CALLED)
WON = _by_seat(EventKind.OVER)
BLOCKED = Event(EventKind.OVER, None)


PLAYED = tuple([tuple([Event(EventKind.PLAYED, seat, (code,)) for code in CODES]) for seat in range(MOST_SEATS)])
"""One card laid, by seat and card."""


@lru_cache(maxsize=8192)
def played(seat: int, cards: tuple[str, ...]) -> Event:
    return Event(EventKind.PLAYED, seat, cards)


@lru_cache(maxsize=1024)
def stood(seat: int, faces: tuple[str, ...]) -> Event:
    return Event(EventKind.STOOD, seat, faces)


@lru_cache(maxsize=256)
def named(seat: int, suit: str) -> Event:
    return Event(EventKind.NAMED, seat, suit=suit)


@lru_cache(maxsize=1024)
def draws(seat: int, count: int) -> Event:
    return Event(EventKind.DRAWS, seat, count=count)


@lru_cache(maxsize=256)
def skips(seat: int, count: int) -> Event:
    return Event(EventKind.SKIPS, seat, count=count)


@lru_cache(maxsize=1024)
def cut(seat: int, count: int) -> Event:
    return Event(EventKind.CUT, seat, count=count)


@lru_cache(maxsize=256)
def demanded(seat: int, rank: str) -> Event:
    return Event(EventKind.DEMANDED, seat, suit=rank)


@lru_cache(maxsize=256)
def stopped(seat: int, count: int) -> Event:
    return Event(EventKind.STOPPED, seat, count=count)


@lru_cache(maxsize=256)
def caught(seat: int, count: int) -> Event:
    return Event(EventKind.CAUGHT, seat, count=count)


@lru_cache(maxsize=1024)
def took(seat: int, count: int) -> Event:
    return Event(EventKind.TOOK, seat, count=count)


@lru_cache(maxsize=256)
def reshuffled(count: int) -> Event:
    return Event(EventKind.RESHUFFLED, None, count=count)
