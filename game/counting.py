"""ROOM 6: what each seat did in a match that is over, out of its rows: numbers for statistics."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from game.engine import Event
from game.engine.events import EventKind

LONGEST_TURN = timedelta(minutes=5)
"""A turn that took longer counts as this: a table may have waited for somebody to come back."""

_TOLD = frozenset({EventKind.DRAWS, EventKind.TOOK, EventKind.CUT})


class MoveFacts(NamedTuple):
    """One move as it is stored; `events` in their JSON form."""

    seat: int
    text: str
    events: list[list[Any]]
    stand_in: bool
    at: datetime


class RoundFacts(NamedTuple):
    """A round that has ended. `charges` in seat order, `moves` in the order in which they were made.

    `opening`: the deal's events in their JSON form; a card with a power may start the pile (PL-3).
    """

    pk: int
    winner: int | None
    dealt_at: datetime | None
    opening: list[list[Any]]
    charges: Sequence[int]
    moves: Sequence[MoveFacts]


@dataclass(slots=True)
class Counts:
    """What one seat did in one match; the names are those of `Tally`."""

    rounds: int = 0
    rounds_won: int = 0
    charge: int = 0
    damage: int = 0
    cuts: int = 0
    worst: int = 0
    worst_round: int | None = None
    turns: int = 0
    turn_ms: int = 0


@dataclass(slots=True)
class _Attack:
    """The draws that wait, as shares: who added how many, oldest first. None is the card turned up at the deal."""

    shares: list[tuple[int | None, int]] = field(default_factory=list)

    def grow_to(self, count: int, by: int | None) -> None:
        """So many wait now. Fewer than before: the latest ones were taken back."""
        more = count - sum(share for _, share in self.shares)
        if more > 0:
            self.shares.append((by, more))
        while more < 0:
            seat, share = self.shares.pop()
            if share + more > 0:
                self.shares.append((seat, share + more))
            more += share

    def fall(self, on: int, count: int) -> Iterable[tuple[int, int]]:
        """Who made that seat take how many of `count` cards: the oldest come first; one's own do not count."""
        for seat, share in self.shares:
            if seat is not None and seat != on and min(share, count):
                yield seat, min(share, count)
            count -= min(share, count)
        self.shares.clear()


def count(size: int, rounds: Iterable[RoundFacts], *, by_points: bool) -> list[Counts]:
    """By seat. The most expensive hand (`worst`) is told of games of points alone; of equal ones the first.

    Calls are no turns (D-13), and what a stand-in did is not the person's: not the turns, but the rest is the seat's.
    """
    counts = [Counts() for _ in range(size)]
    for one in rounds:
        for seat, charge in enumerate(one.charges):
            mine = counts[seat]
            mine.rounds += 1
            mine.rounds_won += seat == one.winner
            mine.charge += charge
            if by_points and charge > mine.worst:
                mine.worst, mine.worst_round = charge, one.pk
        _count_moves(counts, one)
    return counts


def _count_moves(counts: list[Counts], one: RoundFacts) -> None:
    attack, since = _Attack(), one.dealt_at
    for event in map(Event.from_json, one.opening):
        if event.kind is EventKind.DRAWS:
            attack.grow_to(event.count, None)
    for move in one.moves:
        for event in map(Event.from_json, [row for row in move.events if row[0] in _TOLD]):
            if event.kind is EventKind.DRAWS:
                attack.grow_to(event.count, move.seat)
            elif event.kind is EventKind.TOOK and event.seat is not None:
                for who, cards in attack.fall(event.seat, event.count):
                    counts[who].damage += cards
            elif event.kind is EventKind.CUT and event.seat is not None:
                counts[event.seat].cuts += 1
                attack.shares.clear()
        if move.text == "macao" or move.text.startswith("catch"):
            continue
        if not move.stand_in:
            mine = counts[move.seat]
            mine.turns += 1
            if since is not None:
                mine.turn_ms += max(0, round(min(move.at - since, LONGEST_TURN) / timedelta(milliseconds=1)))
        since = move.at
