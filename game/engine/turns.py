"""Whose turn it is, and what goes on between the turns: the part of the mechanics that no single move owns."""

from __future__ import annotations

from game.engine import events
from game.engine.acts import PLAIN
from game.engine.cards import NO_CARD, NO_RANK, NO_SEAT, SUIT_OF
from game.engine.events import Event
from game.engine.legality import Legality
from game.engine.results import places_of, scores_of
from game.engine.shuffle import Chance

Told = list[Event] | None
"""Where the facts of a move are put down; None at the unchecked door, which tells nothing."""


class Turns(Legality):
    """A state that passes the turn on."""

    __slots__ = ("_seed",)

    _seed: bytes

    def _unname(self) -> None:
        """D-15: a named suit that binds the next seat only is gone once that seat has laid nothing."""
        if self.rules.names_for_next:
            self.named = False
            self.suit = SUIT_OF[self.top]

    def _advance(self, seat: int, told: Told) -> None:
        """The turn goes to the next seat in (D-1)."""
        if self.demand_left:
            self._count_demand()
        seat = (seat + 1) % len(self.hands)
        if self.finished or self.owed[seat]:
            seat = self._past_absent(seat, told)
        self.turn = seat

    def _past_absent(self, seat: int, told: Told) -> int:
        """The first seat from this one on that is in; one that owes a turn is passed over and owes one less (D-1)."""
        seats, owed, out = len(self.hands), self.owed, self.finished
        while owed[seat] or seat in out:
            if owed[seat]:
                owed[seat] -= 1
                self.passes = 0
                if self.demand_left:
                    self._count_demand()
                if told is not None:
                    told.append(events.SAT_OUT[seat])
            seat = (seat + 1) % seats
        return seat

    def _count_demand(self) -> None:
        """D-14: one of the turns that a demand binds is over."""
        self.demand_left -= 1
        if not self.demand_left:
            self.demand = NO_RANK

    def _aim(self, step: int, told: Told) -> None:
        """The turn goes to the target of an effect, `step` seats on at a time, past who sits out or is out (D-3).

        Between two it is always the other one, who may be out and come back (CLS-6).
        """
        seats, owed = len(self.hands), self.owed
        out = self.finished if seats > 2 else ()
        target, nearest = self.turn, NO_SEAT
        while True:
            target = (target + step) % seats
            if target == self.turn:
                self.turn = nearest
                return
            if target in out:
                continue
            if nearest < 0:
                nearest = target
            if not owed[target]:
                break
        if step == 1 and target != nearest:
            self._advance(self.turn, told)
        self.turn = target

    def _sent_back(self, attack: int) -> bool:
        """Whether the stack that waits was sent backwards; `attack` is the card on top of it."""
        acts = self._compiled.acts
        if (acts[attack] or PLAIN).draw:
            return (acts[attack] or PLAIN).back
        # a plain king lies on the battle king that decided (D-5)
        return next((act.back for card in reversed(self.pile) if (act := acts[card]) is not None and act.draw), False)

    def _go_on_after_stack(self, back: bool, told: Told) -> None:
        """The stack that waited is gone. Play goes on from the seat that dealt with it.

        With `from_attacker` (SM-A7) a card sent backwards was out of turn, and play goes on from the seat that laid
        it: the next one forwards from its target that does not sit out (D-3). With two players there is no backwards
        (D-18), and the round is over if one of them is out (D-12).
        """
        seat, seats = self.turn, len(self.hands)
        if seats == 2 and self.finished:
            self._close(told)
            return
        if back and seats > 2:
            others = [(seat + step) % seats for step in range(1, seats)]
            seat = next((other for other in others if not self.owed[other]), seat)
        self._advance(seat, told)

    def _close(self, told: Told) -> None:
        """The round is over; it is won by the first who is out, and blocked if nobody is (D-9)."""
        self.over = True
        self.draw = self.skip = self.passes = 0
        self.kind = self.demand = NO_RANK
        self.demand_by = self.demand_left = 0
        self.drawn = NO_CARD
        self.extra = False
        self.calling = NO_SEAT
        self.scores = scores_of(self)
        self.places = places_of(self)
        if told is not None:
            told.append(events.WON[self.finished[0]] if self.finished else events.BLOCKED)

    def _next_card(self, told: Told) -> int:
        if not self.stock:
            self._reshuffle(told)
        return self.stock.pop()

    def _reshuffle(self, told: Told) -> None:
        """D-10: the pile under its top card becomes the stock, by the seed and the number of this reshuffle."""
        self.shuffles += 1
        cards = self.pile[:-1]
        Chance(self._seed, f"reshuffle/{self.shuffles}").shuffle(cards)
        self.stock = cards[::-1]
        del self.pile[:-1]
        if told is not None:
            told.append(events.reshuffled(len(cards)))
