"""A match: rounds until somebody's total reaches the target (SM-30), or so many rounds for places (D-20)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.engine.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Match:
    """The score of a match of `seats` seats; a value, changed by making another.

    In a game of points `target` is the total that ends it; in a game of places it is the number of rounds, and what
    a round charges is each seat's place.
    """

    rules: RuleSet
    seats: int
    target: int
    totals: tuple[int, ...] = ()
    """Points or places of each seat so far, in seat order; zeros in a new match."""
    firsts: tuple[int, ...] = ()
    """How often each seat had the first place; zeros in a new match. Counted in games of places."""
    rounds: int = 0
    """Rounds charged so far. Counted in games of places."""

    def __post_init__(self) -> None:
        for name in ("totals", "firsts"):
            if not getattr(self, name):
                object.__setattr__(self, name, (0,) * self.seats)
        if len(self.totals) != self.seats or len(self.firsts) != self.seats:
            raise ValueError(f"one total a seat: {self.seats}, not {len(self.totals)}")

    def charge(self, charges: Sequence[int]) -> Match:
        """The match after a round that charged these points or places, one number a seat, in seat order."""
        if self.over:
            raise ValueError("the match is over")
        totals = [total + charge for total, charge in zip(self.totals, charges, strict=True)]
        if self.rules.by_points:
            return replace(self, totals=tuple(totals))
        firsts = [first + (place == 1) for first, place in zip(self.firsts, charges, strict=True)]
        return replace(self, totals=tuple(totals), firsts=tuple(firsts), rounds=self.rounds + 1)

    @property
    def over(self) -> bool:
        """Whether a total has reached the target (SM-30), or all rounds are played (D-20)."""
        return max(self.totals) >= self.target if self.rules.by_points else self.rounds >= self.target

    @property
    def places(self) -> tuple[int, ...]:
        """Each seat's place so far, 1 is best: by the lowest total; equal seats share the better place (SM-31).

        Of equal sums of places the one with more first places comes before (D-20).
        """
        worths = [(total, -first) for total, first in zip(self.totals, self.firsts, strict=True)]
        return tuple([1 + sum([other < own for other in worths]) for own in worths])

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won: one seat, or several when they share the first place and the match is drawn (SM-32, SM-A22).

        Nobody while the match goes on. A total at or over the target wins too if it is the lowest (SM-A20).
        """
        return tuple([seat for seat, place in enumerate(self.places) if place == 1]) if self.over else ()

    @property
    def lost(self) -> tuple[int, ...]:
        """Who has lost: the seats at or over the target that did not win (SM-30, SM-A20); nobody where places count."""
        if not self.rules.by_points:
            return ()
        winners = self.winners
        return tuple([seat for seat, total in enumerate(self.totals) if total >= self.target and seat not in winners])

    def first_seat(self, round_number: int, first: int) -> int:
        """The seat that begins a round, counted from 1, in a match that seat `first` began (D-17)."""
        return (first + round_number - 1) % self.seats
