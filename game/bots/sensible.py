"""The sensible player: sheds what costs, keeps what saves, and aims at who is nearly out.

Every move gets a worth in *cards*: 1 is what it is worth to hold one card less. The weights were found by
playing thousands of rounds with other ones, against hands that lay any card that fits and against this player.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final, NamedTuple, assert_never

from game.engine import Move, MoveKind, View
from game.engine.cards import CODES, SUITS
from game.engine.moves import NONE
from game.engine.powers import Block, Cut, Demand, Draw, NameSuit, Open, PlayOn, Skip, StandIn, Wild

POINTS_A_CARD: Final = 30.0
"""So many points weigh as much as a card when the round is about to end."""
DRAWN_CARD: Final = 0.45
"""A card drawn costs less than one card: it may fit at once, or be good to have."""
STACKED_CARD: Final = 1.9
"""A card taken from a stack costs more: it comes with others, and the turn is over."""
FOLLOW: Final = 0.05
"""Each card that stays in the hand and has the suit left in force."""
HIT: Final = 0.35
"""Each card that an opponent must draw, if it bites and that opponent is nearly out."""
LOST_TURN: Final = 0.3
"""A turn that an opponent nearly out must lose."""
ASKED: Final = 0.2
"""Each card of the demanded rank that stays in the hand, and the demand itself."""
KEEP: Final[dict[str, float]] = {
    "wild": 1.65, "cut": 1.55, "draw": 0.8, "skip": 0.15, "open": 0.5, "demand": 0.3, "joker": 1.8, "play on": 0.1,
}  # fmt: skip
"""What it is worth to still hold a card of that use while the round is young."""


class Parts(NamedTuple):
    """The worth of a move by its causes, in cards; their sum is the worth."""

    shed: float = 0.0
    """Cards that leave the hand; so many that nothing else counts if it is the last one."""
    points: float = 0.0
    """What they would cost, were the round to end."""
    use: float = 0.0
    """What they could still have done: never above 0."""
    follow: float = 0.0
    """Cards that stay and go with the suit left in force."""
    ask: float = 0.0
    """The demand of a rank."""
    harm: float = 0.0
    """What it does to whom it falls on."""
    cost: float = 0.0
    """Cards drawn or taken, a turn lost: never above 0."""


class Sensible:
    """Plays like a sensible person, from a view alone, by the powers of the cards and whatever the game."""

    def choose(self, view: View, rng: Random) -> Move:
        """The move of the greatest worth; equals are settled by the generator."""
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        sight = Sight(view)
        worths = [sight.worth(move) for move in moves]
        best = max(worths)
        return rng.choice([move for move, worth in zip(moves, worths, strict=True) if worth == best])


class Sight:
    """What a seat makes of a view when it is in turn."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None, "a watcher is never in turn"
        self.view = view
        self.rules = view.rules
        self.hand = view.hands[view.seat]
        others = [count for seat, count in enumerate(view.counts) if seat != view.seat and count]
        self.danger = _nearness(min(others, default=1))
        self.suits = Counter(code[1] for code in self.hand)
        seen = Counter([*self.hand, *view.pile])
        self.unseen = Counter(self.rules.pack(view.seats)) - seen

    def worth(self, move: Move) -> float:
        """How good a legal move is, in cards."""
        return sum(self.parts(move))

    def parts(self, move: Move) -> Parts:
        """Why a legal move is as good as it is."""
        match move.kind:
            case MoveKind.PLAY:
                return self._parts_of_play(move)
            case MoveKind.DRAW:
                return Parts(cost=-DRAWN_CARD * (1 + self.danger / 2))
            case MoveKind.TAKE:
                pending = self.view.pending
                return Parts(cost=-STACKED_CARD * (pending.draw if pending else 0))
            case MoveKind.WAIT:
                return Parts(cost=-LOST_TURN)
            case MoveKind.PASS | MoveKind.MACAO | MoveKind.CATCH:
                return Parts()
            case _:
                assert_never(move.kind)

    def _parts_of_play(self, move: Move) -> Parts:
        cards, young = move.cards, 1 - self.danger
        if len(cards) == len(self.hand):
            return Parts(shed=1000.0)
        points = self.danger * sum(map(self.rules.points, cards)) / POINTS_A_CARD
        use = young * sum(map(self.use, cards))
        harm = self._harm(move) if any(self.rules.power(CODES[lay.face]) for lay in move.lays) else 0.0
        return Parts(len(cards), points, -use, FOLLOW * self.followers(move), self._asking(move), harm)

    def use(self, code: str) -> float:
        """What a card could still do for its holder."""
        use = 0.0
        for power in self.rules.power(code):
            match power:
                case NameSuit(wild):
                    use += KEEP["wild"] if wild else 0.0
                case Cut():
                    use += KEEP["cut"]
                case Block():
                    use += KEEP["skip"]
                case Wild() | Open():
                    use += KEEP["open"]
                case Demand():
                    use += KEEP["demand"]
                case PlayOn():
                    use += KEEP["play on"]
                case StandIn():
                    use += KEEP["joker"]
                case Draw():
                    use += KEEP["draw"]
                case Skip():
                    use += KEEP["skip"]
                case _:
                    assert_never(power)
        return use

    def followers(self, move: Move) -> int:
        """How many cards that stay in the hand have the suit that the play leaves in force."""
        last = move.lays[-1]
        if last.suit < 0:
            return 0
        suit = SUITS[last.suit]
        return self.suits[suit] - sum(code[1] == suit for code in move.cards)

    def _asking(self, move: Move) -> float:
        """What the demand of a rank is worth: the others may not have it, and its player should (CLS-23)."""
        last = move.lays[-1]
        if not last.says or last.names or last.says == NONE:
            return 0.0
        return ASKED * (1 + sum(code[0] == last.says for code in self.hand))

    def _harm(self, move: Move) -> float:
        """What the play does to whom it falls on, if they cannot stop it."""
        forecast = self.view.forecast(move)
        if forecast.target is None or forecast.target == self.view.seat:
            return 0.0
        count = self.view.counts[forecast.target]
        bites = self._chance_of_none(forecast.stoppers, count)
        return bites * _nearness(count) * (HIT * forecast.draw + LOST_TURN * forecast.skip)

    def _chance_of_none(self, stoppers: tuple[str, ...], count: int) -> float:
        """The chance that so many unseen cards hold none of the stoppers."""
        left = sum(self.unseen.values())
        bad = sum(self.unseen[code] for code in stoppers)
        return max(0.0, 1 - bad / left) ** count if left else 1.0


def _nearness(count: int) -> float:
    """How near a seat with so many cards is to the end of the round, from 0 to 1; after an attack it may hold none."""
    return min(1.0, 1.25 / max(count, 1) - 0.15) if count < 8 else 0.0
