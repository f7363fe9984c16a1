"""The whole state of a round, in numbers, as the mechanics change it."""

from dataclasses import dataclass, field

from game.engine.cards import NO_CARD, NO_RANK, NO_SEAT
from game.engine.rules import RuleSet


@dataclass(slots=True, eq=False, kw_only=True)
class State:
    """The keys of a position (docs/notation.md) with cards, ranks and suits as numbers.

    Hands are kept sorted. The *last* card of `stock` is the next one drawn. `suit` is below `NO_SUIT` when one is
    barred (`cards.SUIT_TEXT`). `draw` or `skip` is what waits on the seat in turn, one of them always 0; `kind` is
    the rank on which it stands.
    """

    rules: RuleSet
    hands: list[list[int]]
    pile: list[int]
    stock: list[int]
    turn: int
    suit: int
    named: bool = False
    draw: int = 0
    skip: int = 0
    kind: int = NO_RANK
    owed: list[int] = field(default_factory=list)
    drawn: int = NO_CARD
    stands: int = NO_CARD
    """The card for which the joker on top stands, in games where a joker does (`as`)."""
    extra: bool = False
    demand: int = NO_RANK
    """The rank demanded, or `ANY_RANK`; with the seat that demanded it and for how many more turns it binds."""
    demand_by: int = 0
    demand_left: int = 0
    calling: int = NO_SEAT
    """The seat that owes a call (`calls`)."""
    finished: list[int] = field(default_factory=list)
    passes: int = 0
    shuffles: int = 0
    over: bool = False
    scores: tuple[int, ...] | None = None
    """Points charged to each seat, in seat order, 0 for an empty hand (SM-27, SM-29); None before the end and in
    games of places."""
    places: tuple[int, ...] | None = None
    """Place of each seat: 1 is best, equal seats share the better one; None before the end."""

    @property
    def seats(self) -> int:
        """How many seats the round was dealt to."""
        return len(self.hands)

    @property
    def top(self) -> int:
        """The card on top, or the one for which the joker there stands."""
        return self.stands if self.stands >= 0 else self.pile[-1]
