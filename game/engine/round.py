"""One round, as everybody outside the engine uses it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from game.engine import notation
from game.engine.cards import codes
from game.engine.compiled import compiled
from game.engine.dealing import deal
from game.engine.errors import IllegalMove
from game.engine.events import Event
from game.engine.mechanics import Mechanics
from game.engine.moves import Move, parse
from game.engine.rules import RuleSet
from game.engine.shuffle import NO_SEED, SEED_BYTES
from game.engine.state import State

if TYPE_CHECKING:
    from game.engine.view import View

MOST_MOVES = 2000
"""A round that has seen so many moves is ended as blocked, by whoever runs the match (D-19)."""


class Round(Mechanics):
    """A round of one rule set, changed in place by `play`.

    >>> round_ = Round.from_position({"rules": "simple-macao", "hands": ["7h 5d", "8c"], "pile": "9h", "stock": "2c"})
    >>> [str(move) for move in round_.legal_moves()]
    ['7h', 'draw']
    """

    __slots__ = ("opening",)

    def __init__(self, state: State, seed: bytes = NO_SEED, opening: tuple[Event, ...] = ()) -> None:
        """Take over a state, which then belongs to this round."""
        self._take_over(state)
        self._compiled = compiled(state.rules)
        self._one_by_one = len(state.hands) in self._compiled.one_by_one
        self._open = None
        self._seed = seed
        self.opening = opening

    def _take_over(self, state: State) -> None:
        self.rules = state.rules
        self.hands, self.pile, self.stock, self.owed = state.hands, state.pile, state.stock, state.owed
        self.turn, self.suit, self.named = state.turn, state.suit, state.named
        self.draw, self.skip, self.kind = state.draw, state.skip, state.kind
        self.drawn, self.stands, self.extra = state.drawn, state.stands, state.extra
        self.demand, self.demand_by, self.demand_left = state.demand, state.demand_by, state.demand_left
        self.calling, self.finished = state.calling, state.finished
        self.passes, self.shuffles, self.over = state.passes, state.shuffles, state.over
        self.scores, self.places = state.scores, state.places

    # --- making, copying, writing down

    @classmethod
    def deal(cls, rules: RuleSet | str | Mapping[str, Any], seats: int, *, seed: bytes, first: int = 0) -> Round:
        """Deal a round from a 32-byte seed; `first` begins (SM-4, SM-5, D-11). `opening` holds the facts of the deal.

        `RuleError` if the rules do not exist or are not for so many seats.
        """
        if not isinstance(rules, RuleSet):
            rules = RuleSet.from_json(rules)
        state, opening = deal(rules, seats, seed, first)
        return cls(state, seed, opening)

    @classmethod
    def from_position(cls, position: Mapping[str, Any], seed: bytes | None = None) -> Round:
        """Take up a round from its position, and the seed of its deal. `PositionError` names the key that is wrong."""
        if seed is not None and len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        return cls(notation.read(position), NO_SEED if seed is None else seed)

    def position(self) -> dict[str, Any]:
        """The whole state, every key of docs/notation.md, made of JSON values only."""
        return notation.write(self)

    def copy(self) -> Round:
        """An independent round in the same state, with the same seed."""
        new = Round.__new__(Round)
        new._take_over(self)
        new.hands = [hand[:] for hand in self.hands]
        new.pile, new.stock, new.owed, new.finished = self.pile[:], self.stock[:], self.owed[:], self.finished[:]
        new._one_by_one = self._one_by_one
        new._compiled, new._open, new._seed, new.opening = self._compiled, self._open, self._seed, self.opening
        return new

    def use_seed(self, seed: bytes) -> None:
        """Let the reshuffles to come be made from another seed."""
        self._seed = seed

    def view(self, seat: int | None) -> View:
        """What a seat may know; None is a watcher, who sees no hand."""
        from game.engine.view import View  # noqa: PLC0415 (a view is made of a round)

        return View.of(self, seat)

    # --- reading

    @property
    def winner(self) -> int | None:
        """Who won, once the round is over; None while it goes on and when it was blocked with nobody out."""
        return self.finished[0] if self.over and self.finished else None

    def hand(self, seat: int) -> tuple[str, ...]:
        """The codes of a seat's cards."""
        return codes(self.hands[seat])

    # --- playing

    def play(self, move: Move | str) -> tuple[Event, ...]:
        """Make a move of the seat in turn, or a call (`calls_open`), and tell the public facts of it in order.

        `IllegalMove` says which rule forbids it, `MalformedMove` that it is no move; the round is unchanged then.
        """
        if not isinstance(move, Move):
            move = parse(move)
        reason = self._why_not(move)
        if reason is not None:
            raise IllegalMove(reason, move)
        told: list[Event] = []
        self._make(move, told)
        return tuple(told)

    def play_unchecked(self, move: Move) -> None:
        """Make a move that came from `legal_moves()`, without checking it and without telling: for playouts.

        Any other move leaves the round in a state that cannot be.
        """
        self._make(move, None)

    def block(self) -> tuple[Event, ...]:
        """End a round that goes on as blocked, as after `MOST_MOVES` moves (D-19, D-9)."""
        told: list[Event] = []
        if not self.over:
            self._close(told)
        return tuple(told)
