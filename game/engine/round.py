"""One round: what may be done, and what doing it changes."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from game.engine import events, notation
from game.engine.cards import CODES, NO_CARD, NO_RANK, NUMBER, RANK_OF, SUIT_OF, codes
from game.engine.compiled import Act, Menu, Situation, compiled
from game.engine.errors import IllegalMove, Reason, RuleError
from game.engine.events import Event
from game.engine.moves import DRAW, PASS, TAKE, WAIT, Lay, Move, MoveKind, parse
from game.engine.rules import Resume, RuleSet
from game.engine.shuffle import NO_SEED, Chance
from game.engine.state import State

if TYPE_CHECKING:
    from game.engine.view import View

MOST_MOVES = 2000
"""A round that has seen so many moves is ended as blocked, by whoever runs the match (D-19)."""

Told = list[Event] | None
"""Where the facts of a move are put down; None at the unchecked door, which tells nothing."""


class Round(State):
    """A round of one rule set, changed in place by `play`.

    >>> round_ = Round.from_position({"rules": "simple-macao", "hands": ["7h 5d", "8c"], "pile": "9h", "stock": "2c"})
    >>> [str(move) for move in round_.legal_moves()]
    ['7h', 'draw']
    """

    __slots__ = ("_compiled", "_seed", "opening")

    def __init__(self, state: State, seed: bytes = NO_SEED, opening: tuple[Event, ...] = ()) -> None:
        """Take over a state, which then belongs to this round."""
        self._take_over(state)
        self._compiled = compiled(state.rules)
        self._seed = seed
        self.opening = opening

    def _take_over(self, state: State) -> None:
        self.rules = state.rules
        self.hands, self.pile, self.stock, self.owed = state.hands, state.pile, state.stock, state.owed
        self.turn, self.suit, self.named = state.turn, state.suit, state.named
        self.draw, self.skip, self.kind = state.draw, state.skip, state.kind
        self.drawn, self.finished = state.drawn, state.finished
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
        cards = [NUMBER[code] for code in rules.pack(seats)]
        if not 0 <= first < seats:
            raise RuleError("first", f"there is no seat {first} among {seats}")
        Chance(seed, "deal").shuffle(cards)
        size = rules.hand_size
        hands = [sorted(cards[seat * size : (seat + 1) * size]) for seat in range(seats)]
        stock = cards[seats * size :]
        turned, buried = _turn_up(stock, compiled(rules).acts)
        if buried:
            chance = Chance(seed, "bury")
            for card in buried:
                stock.insert(chance.below(len(stock) + 1), card)
        opening = (Event(events.EventKind.BURIED, None, codes(buried)),) if buried else ()
        state = State(
            rules=rules, hands=hands, pile=[turned], stock=stock[::-1], turn=first, suit=SUIT_OF[turned],
            owed=[0] * seats,
        )  # fmt: skip
        return cls(state, seed, (*opening, Event(events.EventKind.TURNED, None, (CODES[turned],))))

    @classmethod
    def from_position(cls, position: Mapping[str, Any], seed: bytes | None = None) -> Round:
        """Take up a round from its position. `PositionError` names the key that is wrong."""
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
        new._compiled, new._seed, new.opening = self._compiled, self._seed, self.opening
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
    def seats(self) -> int:
        """How many seats the round was dealt to."""
        return len(self.hands)

    @property
    def winner(self) -> int | None:
        """Who won, once the round is over; None while it goes on and when it was blocked."""
        return self.finished[0] if self.finished else None

    def hand(self, seat: int) -> tuple[str, ...]:
        """The codes of a seat's cards."""
        return codes(self.hands[seat])

    def calls_open(self) -> list[str]:
        """The calls that may be made now, outside any turn; none where the table calls by itself (SM-25)."""
        return []

    def legal_moves(self) -> list[Move]:
        """What the seat in turn may do: plays in pack order, then the move without a card. Empty when all is over."""
        if self.over:
            return []
        menu = self._menu()
        if self.drawn >= 0:
            return [*menu[self.drawn], PASS]
        moves = [move for card in self.hands[self.turn] for move in menu[card]]
        without = self._move_without_card(bool(moves))
        if without is not None:
            moves.append(without)
        return moves

    def why_not(self, move: Move | str) -> Reason | None:
        """Why the seat in turn may not make a move now; None if it may. `MalformedMove` for what is no move."""
        if not isinstance(move, Move):
            move = parse(move)
        if self.over:
            return Reason.ROUND_OVER
        if move.lays:
            return self._why_not_play(move)
        if move.kind is MoveKind.MACAO or move.kind is MoveKind.CATCH:
            return Reason.NO_SPOKEN_CALL
        fits = not self.rules.voluntary_draw and bool(self.fitting(self.hands[self.turn]))
        if move == self._move_without_card(fits):
            return None
        return self._why_not_without_card(move, fits)

    def fitting(self, cards: Iterable[int]) -> list[int]:
        """Those of some cards, by number, that the seat in turn could lay now if it held them."""
        menu = self._menu()
        return [card for card in cards if menu[card]]

    def _menu(self) -> Menu:
        last = len(self.hands[self.turn]) == 1
        return self._compiled.menus[RANK_OF[self.pile[-1]], self.suit, self.draw > 0, self.kind, last]

    def _can_draw(self) -> bool:
        return bool(self.stock) or len(self.pile) > 1

    def _move_without_card(self, fits: bool) -> Move | None:
        """The only move without a card that is open now, if one is; `fits`: the seat holds a card that may be laid."""
        if self.draw:
            return TAKE
        if self.skip:
            return WAIT
        if self.drawn >= 0:
            return PASS
        if fits and not self.rules.voluntary_draw:
            return None
        return DRAW if self._can_draw() else PASS

    def _why_not_play(self, move: Move) -> Reason | None:
        if move.spoken:
            return Reason.NO_SPOKEN_CALL
        if len(move.lays) > 1:
            return Reason.ONE_CARD_A_TURN
        lay = move.lays[0]
        card = lay.card
        if card not in self.hands[self.turn]:
            return Reason.NOT_IN_HAND
        if self.drawn >= 0 and card != self.drawn:
            return Reason.ONLY_DRAWN_CARD
        if move in self._menu()[card]:
            return None
        return self._compiled.refusal(self._situation(), lay)

    def _why_not_without_card(self, move: Move, fits: bool) -> Reason:
        if move is TAKE or move is WAIT:
            return Reason.TURN_WAITS if self.skip else Reason.DRAWS_WAIT if self.draw else Reason.NOT_WAITING
        if self.draw:
            return Reason.DRAWS_WAIT
        if self.skip:
            return Reason.TURN_WAITS
        if self.drawn >= 0:
            return Reason.ALREADY_DRAWN
        if fits:
            return Reason.MUST_LAY
        return Reason.NOTHING_TO_DRAW if move is DRAW else Reason.DRAW_FIRST

    def _situation(self) -> Situation:
        last = len(self.hands[self.turn]) == 1
        return Situation(RANK_OF[self.pile[-1]], self.suit, self.draw > 0, self.kind, last)

    # --- playing

    def play(self, move: Move | str) -> tuple[Event, ...]:
        """Make a move of the seat in turn, and tell the public facts of it in order.

        `IllegalMove` says which rule forbids it, `MalformedMove` that it is no move; the round is unchanged then.
        """
        if not isinstance(move, Move):
            move = parse(move)
        reason = self.why_not(move)
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
        """End the round with no winner, as after `MOST_MOVES` moves (D-19, SM-29)."""
        told: list[Event] = []
        self._end_blocked(told)
        return tuple(told)

    def _make(self, move: Move, told: Told) -> None:
        if move.lays:
            self._lay(move.lays[0], told)
        elif move is DRAW:
            self._draw_one(told)
        elif move is TAKE:
            self._take_stack(told)
        elif move is WAIT:
            self._serve_turn(told)
        else:
            self._end_turn(told)

    def _lay(self, lay: Lay, told: Told) -> None:
        card, seat = lay.card, self.turn
        hand = self.hands[seat]
        hand.remove(card)
        self.pile.append(card)
        self.suit = lay.suit
        self.named = bool(lay.says)
        self.drawn = NO_CARD
        self.passes = 0
        if told is not None:
            told.append(events.played(seat, (CODES[card],)))
            if lay.says:
                told.append(events.named(seat, lay.says))
            if len(hand) == 1:
                told.append(events.ONE_CARD[seat])
        if not hand:
            self._go_out(told)
        elif (act := self._compiled.acts[card]) is not None:
            self._act(act, card, told)
        else:
            self._advance(seat, told)

    def _act(self, act: Act, card: int, told: Told) -> None:
        """The power of a card just laid, with the turn still at its player."""
        if act.draw:
            self.draw += act.draw
            self.kind = RANK_OF[card]
            self._aim(-1 if act.back else 1, told)
            if told is not None:
                told.append(events.draws(self.turn, self.draw))
        elif act.skip:
            self.skip += act.skip
            self.kind = RANK_OF[card]
            self._aim(1, told)
            if told is not None:
                told.append(events.skips(self.turn, self.skip))
        elif act.cuts and self.draw:
            if told is not None:
                told.append(events.cut(self.turn, self.draw))
            self._end_stack(self.pile[-2], told)
        else:
            self._advance(self.turn, told)

    def _go_out(self, told: Told) -> None:
        """The last card ends the round: its power is void, and so is what waited (SM-11, D-12)."""
        self.finished.append(self.turn)
        self._close()
        if told is not None:
            told += (events.OUT[self.turn], events.WON[self.turn])

    def _close(self) -> None:
        self.over = True
        self.draw = self.skip = 0
        self.kind = NO_RANK
        self.drawn = NO_CARD
        self.scores = notation.points_held(self)
        self.places = notation.places_by(self.scores)

    def _end_blocked(self, told: Told) -> None:
        self._close()
        if told is not None:
            told.append(events.BLOCKED)

    def _draw_one(self, told: Told) -> None:
        """D-4: a card that does not fit ends the turn by itself."""
        if not self.stock:
            self._reshuffle(told)
        card = self.stock.pop()
        seat = self.turn
        insort(self.hands[seat], card)
        self.passes = 0
        if told is not None:
            told.append(events.DREW[seat])
        if self._menu()[card]:
            self.drawn = card
            return
        if told is not None:
            told.append(events.KEPT[seat])
        self._advance(seat, told)

    def _take_stack(self, told: Told) -> None:
        """D-2: what there is of it; the rest is forgiven."""
        hand = self.hands[self.turn]
        taken = 0
        while taken < self.draw and self._can_draw():
            if not self.stock:
                self._reshuffle(told)
            hand.append(self.stock.pop())
            taken += 1
        hand.sort()
        self.passes = 0
        if told is not None:
            told.append(events.took(self.turn, taken))
        self._end_stack(self.pile[-1], told)

    def _end_stack(self, attack: int, told: Told) -> None:
        """The stack that waited, `attack` its last card, is gone. Play goes on from the seat that dealt with it.

        With `from_attacker` (SM-A7) a card sent backwards was out of turn, and play goes on from the seat that laid
        it: the next one forwards from its target that does not sit out (D-3). With two players there is no backwards
        (D-18).
        """
        self.draw = 0
        self.kind = NO_RANK
        seat, act = self.turn, self._compiled.acts[attack]
        if self.rules.backward_resume is Resume.FROM_ATTACKER and act is not None and act.back and self.seats > 2:
            others = [(seat + step) % self.seats for step in range(1, self.seats)]
            seat = next((other for other in others if not self.owed[other]), seat)
        self._advance(seat, told)

    def _serve_turn(self, told: Told) -> None:
        """D-1: one lost turn is served now, the others are owed."""
        seat = self.turn
        self.owed[seat] += self.skip - 1
        self.skip = 0
        self.kind = NO_RANK
        self.passes = 0
        if told is not None:
            told.append(events.WAITED[seat])
        self._advance(seat, told)

    def _end_turn(self, told: Told) -> None:
        """D-8: only a pass with nothing to draw counts towards a blocked round."""
        seat = self.turn
        if self.drawn >= 0:
            self.drawn = NO_CARD
            self.passes = 0
            if told is not None:
                told.append(events.KEPT[seat])
        else:
            self.passes += 1
            if told is not None:
                told.append(events.PASSED[seat])
            if self.passes == self.seats:
                self._end_blocked(told)
                return
        self._advance(seat, told)

    def _advance(self, seat: int, told: Told) -> None:
        """The turn goes to the next seat; one that owes a turn is passed over and owes one less (D-1)."""
        seats, owed = len(self.hands), self.owed
        seat = (seat + 1) % seats
        while owed[seat]:
            owed[seat] -= 1
            self.passes = 0
            if told is not None:
                told.append(events.SAT_OUT[seat])
            seat = (seat + 1) % seats
        self.turn = seat

    def _aim(self, step: int, told: Told) -> None:
        """The turn goes to the target of an effect, `step` seats on at a time, past those that sit out (D-3)."""
        seats, owed = len(self.hands), self.owed
        nearest = target = (self.turn + step) % seats
        while owed[target]:
            target = (target + step) % seats
            if target == self.turn:
                self.turn = nearest
                return
        if step == 1 and target != nearest:
            self._advance(self.turn, told)
        self.turn = target

    def _reshuffle(self, told: Told) -> None:
        """D-10: the pile under its top card becomes the stock, by the seed and the number of this reshuffle."""
        self.shuffles += 1
        cards = self.pile[:-1]
        Chance(self._seed, f"reshuffle/{self.shuffles}").shuffle(cards)
        self.stock = cards[::-1]
        del self.pile[:-1]
        if told is not None:
            told.append(events.reshuffled(len(cards)))


def _turn_up(stock: list[int], acts: tuple[Act | None, ...]) -> tuple[int, list[int]]:
    """Take the card that starts the pile off a stock (first is next): the first plain one, or the last of all (D-11).

    Returns it and those turned up before it, which are off the stock too.
    """
    turned = next((index for index, card in enumerate(stock) if acts[card] is None), len(stock) - 1)
    buried, start = stock[:turned], stock[turned]
    del stock[: turned + 1]
    return start, buried
