"""A match: rounds until somebody's total reaches the target (SM-30)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.engine.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Match:
    """The score of a match of `seats` seats to `target` points; a value, changed by making another."""

    rules: RuleSet
    seats: int
    target: int
    totals: tuple[int, ...] = ()
    """Points of each seat so far, in seat order; zeros in a new match."""

    def __post_init__(self) -> None:
        if not self.totals:
            object.__setattr__(self, "totals", (0,) * self.seats)
        if len(self.totals) != self.seats:
            raise ValueError(f"one total a seat: {self.seats}, not {len(self.totals)}")

    def charge(self, charges: Sequence[int]) -> Match:
        """The match after a round that charged these points, one number a seat, in seat order."""
        if self.over:
            raise ValueError("the match is over")
        totals = [total + charge for total, charge in zip(self.totals, charges, strict=True)]
        return replace(self, totals=tuple(totals))

    @property
    def over(self) -> bool:
        """Whether a total has reached the target (SM-30)."""
        return max(self.totals) >= self.target

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won: one seat, or several when they share the lowest total and the match is drawn (SM-31, SM-32, SM-A22).

        Nobody while the match goes on. A total at or over the target wins too if it is the lowest (SM-A20).
        """
        lowest = min(self.totals)
        return tuple([seat for seat, total in enumerate(self.totals) if total == lowest]) if self.over else ()

    @property
    def lost(self) -> tuple[int, ...]:
        """Who has lost: the seats at or over the target that did not win (SM-30, SM-A20)."""
        winners = self.winners
        return tuple([seat for seat, total in enumerate(self.totals) if total >= self.target and seat not in winners])

    def first_seat(self, round_number: int, first: int) -> int:
        """The seat that begins a round, counted from 1, in a match that seat `first` began (D-17)."""
        return (first + round_number - 1) % self.seats
