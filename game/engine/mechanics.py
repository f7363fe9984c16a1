"""What a move changes. Nothing here checks it: that is `legality`'s business."""

from __future__ import annotations

from bisect import insort

from game.engine import events, notation
from game.engine.cards import CODES, NO_CARD, NO_RANK, RANK_OF
from game.engine.compiled import Act
from game.engine.events import Event
from game.engine.legality import Legality
from game.engine.moves import Lay, Move, MoveKind
from game.engine.rules import Resume
from game.engine.shuffle import Chance

Told = list[Event] | None
"""Where the facts of a move are put down; None at the unchecked door, which tells nothing."""


class Mechanics(Legality):
    """A state that moves change in place."""

    __slots__ = ("_seed",)

    _seed: bytes

    def _make(self, move: Move, told: Told) -> None:
        self._open = None
        if move.lays:
            self._lay(move.lays[0], told)
        elif move.kind is MoveKind.DRAW:
            self._draw_one(told)
        elif move.kind is MoveKind.TAKE:
            self._take_stack(told)
        elif move.kind is MoveKind.WAIT:
            self._serve_turn(told)
        else:
            self._end_turn(told)

    def _lay(self, lay: Lay, told: Told) -> None:
        card, seat = lay.card, self.turn
        hand = self.hands[seat]
        hand.remove(card)
        self.pile.append(card)
        self.suit = lay.suit
        self.named = lay.says != ""
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
        if self._find_menu()[card]:
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
