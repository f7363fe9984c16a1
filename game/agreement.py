"""ROOM 6: whether the next match at a table is rated: who sits there, what is played, and whether all have agreed."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from game.engine import RuleSet
from game.models import Table, TableSeat
from game.presenter.games import has_house_rules

LEAST_RATED = 2  # people; against bots alone nobody is rated


class Unrated(StrEnum):
    """Why a match of those who sit at a table would not be rated, the first reason that holds."""

    RULES = "rules"
    """House rules, or another length than the game's own."""
    GUESTS = "guests"
    """Somebody has no account."""
    ALONE = "alone"
    """There are no two people."""
    NOT_PROPOSED = "not-proposed"
    """The table is private, and its host has not asked for it."""
    NOT_AGREED = "not-agreed"
    """The table is private, and somebody has not agreed."""


def why_unrated(table: Table, seats: Collection[TableSeat]) -> Unrated | None:
    """Why a match of these seats, with their users, would not be rated; None if it would be."""
    people = [seat for seat in seats if seat.user is not None]
    if not may_be_rated(table):
        return Unrated.RULES
    if any(seat.user is not None and seat.user.is_guest for seat in people):
        return Unrated.GUESTS
    if len(people) < LEAST_RATED:
        return Unrated.ALONE
    if table.public:
        return None
    if not table.rated:
        return Unrated.NOT_PROPOSED
    return None if all(seat.agreed for seat in people) else Unrated.NOT_AGREED


def may_be_rated(table: Table) -> bool:
    """Whether a table plays a game as it stands, and to its own end."""
    rules = RuleSet.from_json(table.rules)
    return not has_house_rules(rules) and table.target == RuleSet.named(rules.id).target
