"""What a seat, a watcher or a bot may know of a round: the only gate through which secrets could leave."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from game.engine import notation
from game.engine.cards import CARDS, CODES, HIDDEN, NO_CARD, RANK_LETTERS, SUIT_TEXT, codes
from game.engine.compiled import compiled, demand_text
from game.engine.errors import PositionError, Reason
from game.engine.families import Family
from game.engine.moves import CALLS, Move, parse
from game.engine.round import Round
from game.engine.rules import RuleSet
from game.engine.shuffle import NO_SEED, SEED_BYTES


class Pending(NamedTuple):
    """What waits on the seat in turn: cards to draw or turns to lose (one is 0), and the rank on which it stands."""

    draw: int
    skip: int
    kind: str


class Demand(NamedTuple):
    """What is demanded: a rank's letter or `any`, by which seat, and for how many more turns."""

    rank: str
    by: int
    left: int


class Forecast(NamedTuple):
    """What a play would do: on whom it falls, the draws or lost turns that would wait there, and what stops it.

    `target` is None if nothing would wait. `stoppers` are the codes of the pack that the target could lay to pass
    it on or cut it.
    """

    target: int | None
    draw: int
    skip: int
    stoppers: tuple[str, ...]


class View:
    """A round as one seat sees it. It holds no card that the seat may not know, and no seed."""

    __slots__ = ("_listed", "_seen", "seat")

    def __init__(self, seen: Round, seat: int | None) -> None:
        """Of a round in which every card that the seat may not know is blank already."""
        self._seen = seen
        self.seat = seat
        self._listed: list[Move] | None = None

    @classmethod
    def of(cls, round_: Round, seat: int | None) -> View:
        """The view of a seat; None is a watcher."""
        if seat is not None and not 0 <= seat < round_.seats:
            raise ValueError(f"there is no seat {seat}")
        seen = round_.copy()
        seen.use_seed(NO_SEED)
        seen.hands = [hand if other == seat else [HIDDEN] * len(hand) for other, hand in enumerate(seen.hands)]
        seen.stock = [HIDDEN] * len(seen.stock)
        if seen.drawn != NO_CARD and seen.turn != seat:
            seen.drawn = HIDDEN
        return cls(seen, seat)

    @classmethod
    def from_position(cls, position: Mapping[str, Any], seat: int | None) -> View:
        """Take up a view from its position, or the view of a seat from a whole one. `PositionError` as for a round."""
        seen = Round(notation.read(position, hidden=True))
        if seat is not None and not 0 <= seat < seen.seats:
            raise PositionError("hands", f"there is no seat {seat}")
        if seat is not None and HIDDEN in seen.hands[seat]:
            raise PositionError("hands", "the viewer's own hand is hidden")
        return cls.of(seen, seat)

    def position(self) -> dict[str, Any]:
        """The position with `??` for every card that the viewer may not know."""
        return self._seen.position()

    # --- what lies on the table

    @property
    def rules(self) -> RuleSet:
        return self._seen.rules

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._seen.seats

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The hands in seat order; `??` for every card that the viewer may not know."""
        return tuple([codes(hand) for hand in self._seen.hands])

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds, in seat order (SM-26)."""
        return tuple([len(hand) for hand in self._seen.hands])

    @property
    def pile(self) -> tuple[str, ...]:
        """The pile, bottom first."""
        return codes(self._seen.pile)

    @property
    def top(self) -> str:
        """The card on top of the pile."""
        return CODES[self._seen.pile[-1]]

    @property
    def stock_count(self) -> int:
        return len(self._seen.stock)

    @property
    def suit(self) -> str:
        """The suit in force (SM-14); `-s` for any but spades, empty under a joker that starts the pile."""
        return SUIT_TEXT[self._seen.suit] or ""

    @property
    def named(self) -> bool:
        """Whether the suit in force was named by the card on top."""
        return self._seen.named

    @property
    def pending(self) -> Pending | None:
        """What waits on the seat in turn."""
        seen = self._seen
        return Pending(seen.draw, seen.skip, RANK_LETTERS[seen.kind]) if seen.draw or seen.skip else None

    @property
    def turn(self) -> int:
        return self._seen.turn

    @property
    def owed(self) -> tuple[int, ...]:
        """Lost turns that each seat still has to serve."""
        return tuple(self._seen.owed)

    @property
    def drawn(self) -> str | None:
        """The card that the seat in turn has drawn this turn, `??` unless it is the viewer's own."""
        return None if self._seen.drawn == NO_CARD else CODES[self._seen.drawn]

    @property
    def stands(self) -> str | None:
        """The card for which the joker on top stands (`as` in a position)."""
        return None if self._seen.stands == NO_CARD else CODES[self._seen.stands]

    @property
    def extra(self) -> bool:
        """Whether the seat in turn may play on after a five, or end its turn."""
        return self._seen.extra

    @property
    def demand(self) -> Demand | None:
        """The rank that is demanded (D-14)."""
        seen = self._seen
        return Demand(demand_text(seen.demand), seen.demand_by, seen.demand_left) if seen.demand_left else None

    @property
    def calls(self) -> tuple[int, ...]:
        """The seat that has one card and has not said Macao; nobody where the table says it (SM-25, D-13)."""
        return () if self._seen.calling < 0 else (self._seen.calling,)

    @property
    def finished(self) -> tuple[int, ...]:
        """Seats that went out, in that order."""
        return tuple(self._seen.finished)

    @property
    def over(self) -> bool:
        return self._seen.over

    @property
    def passes(self) -> int:
        """Passes in a row with nothing left to draw (D-8)."""
        return self._seen.passes

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Points charged to each seat, once a round of points is over."""
        return self._seen.scores

    @property
    def places(self) -> tuple[int, ...] | None:
        """Place of each seat, 1 is best, once the round is over."""
        return self._seen.places

    # --- what may be done

    def legal_moves(self) -> list[Move]:
        """What the viewer may do now: nothing unless it is the viewer's turn."""
        if self._listed is None:
            self._listed = self._seen.legal_moves() if self._seen.turn == self.seat else []
        return self._listed[:]

    def families(self) -> list[Family]:
        """Which cards of the viewer's hand go together now; none unless it is the viewer's turn."""
        return self._seen.families() if self._seen.turn == self.seat else []

    def calls_open(self) -> list[str]:
        """The calls that the viewer may make now, outside any turn: its own, or to catch another seat (D-13)."""
        seen = self._seen
        if self.seat is None or seen.calling < 0 or self.seat in seen.finished:
            return []
        return ["macao"] if seen.calling == self.seat else [f"catch:{seen.calling}"]

    def why_not(self, move: Move | str) -> Reason | None:
        """Why the viewer may not make a move or a call now; None if it may."""
        seen, move = self._seen, move if isinstance(move, Move) else parse(move)
        if move.kind in CALLS:
            refused = seen.why_not(move)
            return refused or (None if str(move) in self.calls_open() else Reason.NOTHING_TO_CALL)
        if not seen.over and seen.turn != self.seat:
            return Reason.NOT_YOUR_TURN
        return seen.why_not(move)

    # --- what could come

    def forecast(self, move: Move) -> Forecast:
        """What one of the viewer's legal plays would put on whom, and which cards could stop it there."""
        after = self._seen.copy()
        if move.lays:
            after.play_unchecked(move)
        if not after.draw and not after.skip:
            return Forecast(None, 0, 0, ())
        return Forecast(after.turn, after.draw, after.skip, codes(after.fitting(CARDS)))

    def stoppers(self) -> tuple[str, ...]:
        """The codes of the pack that pass on or cut what waits now; none when nothing waits."""
        seen = self._seen
        return codes(seen.fitting(CARDS)) if seen.draw or seen.skip else ()

    def follows(self) -> tuple[str, ...]:
        """The codes of the pack that could be laid now by whoever is in turn; none while something waits."""
        seen = self._seen
        return () if seen.draw or seen.skip or seen.over else codes(seen.fitting(CARDS))

    def determinize(self, rng: Random) -> Round:
        """A whole round that fits all that the viewer knows: what is hidden is dealt anew from the unseen cards.

        Another seat's drawn card is one that fits, for else its turn would have ended (D-4); and where who can lay
        must lay, nothing else in that hand fits (ROK-A9).
        """
        made = self._seen.copy()
        unseen = self._unseen()
        unseen.sort(key=lambda _: rng.random())  # a shuffle, twice as fast as rng.shuffle
        if made.drawn == HIDDEN:
            self._deal_drawn(made, unseen)
        for hand in made.hands:
            if HIDDEN in hand:
                hand[:] = sorted([unseen.pop() if card == HIDDEN else card for card in hand])
        made.stock = [unseen.pop() for _ in made.stock]
        made.use_seed(rng.randbytes(SEED_BYTES))
        return made

    def _unseen(self) -> list[int]:
        """Every card of the pack that the viewer does not see, in pack order."""
        seen = self._seen
        unseen = list(compiled(seen.rules).packs[seen.seats])
        for cards in (seen.pile, *seen.hands):
            for card in cards:
                if card != HIDDEN:
                    unseen.remove(card)
        return unseen

    @staticmethod
    def _deal_drawn(made: Round, unseen: list[int]) -> None:
        hand = made.hands[made.turn]
        fitting = set(made.fitting(unseen))
        made.drawn = next((card for card in unseen if card in fitting), unseen[-1])
        unseen.remove(made.drawn)
        rest = len(hand) - 1
        if not made.rules.voluntary_draw and not made.draw:
            unseen.sort(key=fitting.__contains__, reverse=True)
        hand[:] = sorted([made.drawn, *[unseen.pop() for _ in range(rest)]])
