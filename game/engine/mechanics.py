"""What a move changes. Nothing here checks it: that is `legality`'s business."""

from __future__ import annotations

from bisect import insort

from game.engine import events
from game.engine.acts import Effect
from game.engine.cards import ANY_RANK, NO_CARD, NO_RANK, NO_SEAT, RANKS, SUIT_TEXT, barring, codes
from game.engine.moves import ANY, CALLS, FREE, NONE, Lay, Move, MoveKind
from game.engine.turns import Told, Turns

_DRAW, _TAKE, _WAIT = MoveKind.DRAW, MoveKind.TAKE, MoveKind.WAIT
# members of an enum are slow to get at in Python 3.11


class Mechanics(Turns):
    """A state that moves change in place."""

    __slots__ = ()

    def _make(self, move: Move, told: Told) -> None:
        self._open = None
        if self.calling >= 0:
            seat, self.calling = self.calling, NO_SEAT
            if move.kind in CALLS:
                self._answer_call(seat, move, told)
                return
        if move.lays:
            self._lay(move, told)
        elif move.kind is _DRAW:
            self._draw_one(told)
        elif move.kind is _TAKE:
            self._take_stack(told)
        elif move.kind is _WAIT:
            self._serve_turn(told)
        else:
            self._end_turn(told)

    # --- laying cards

    def _lay(self, move: Move, told: Told) -> None:
        lays, seat, pile = move.lays, self.turn, self.pile
        hand, last = self.hands[seat], lays[-1]
        before = self.stands if self.stands >= 0 else pile[-1]
        if len(lays) == 1:
            hand.remove(last.card)
            pile.append(last.card)
            effect = self._compiled.effects_on[before][last.face]
        else:
            for lay in lays:
                hand.remove(lay.card)
                pile.append(lay.card)
            effect = self._compiled.effect_of_several([lay.face for lay in lays], before)
        suit, self.suit, self.named = self.suit, last.suit, last.names
        self.stands = NO_CARD if last.stands is None else last.stands
        self.drawn = NO_CARD
        self.extra = False
        self.passes = 0
        if told is not None:
            told.append(events.PLAYED[seat][last.card] if len(lays) == 1 else events.played(seat, move.cards))
            if any(lay.stands is not None for lay in lays):
                told.append(events.stood(seat, codes([lay.face for lay in lays])))
        if last.says:
            self._say(last, suit, told)
        left = len(hand)
        if left == 1:
            self._come_to_one(move, told)
        elif not left and self._go_out(effect is not None and effect.draw > 0, told):
            return
        if effect is None:
            self._advance(seat, told)
        else:
            self._act(effect, last, before, told)

    def _say(self, last: Lay, suit: int, told: Told) -> None:
        """What the last card says, laid on the suit in force before."""
        if last.says == FREE:
            self.suit = barring(suit)
        if told is not None:
            seat = self.turn
            told.append(
                events.named(seat, SUIT_TEXT[self.suit] or "") if last.names else events.demanded(seat, last.says)
            )

    def _come_to_one(self, move: Move, told: Told) -> None:
        """SM-25, D-13: the table calls, or the player does while laying, or the seat owes a call."""
        seat = self.turn
        if not self._compiled.spoken:
            if told is not None:
                told.append(events.ONE_CARD[seat])
        elif not move.spoken:
            self.calling = seat
        elif told is not None:
            told.append(events.CALLED[seat])

    def _act(self, effect: Effect, last: Lay, before: int, told: Told) -> None:
        """The powers of cards just laid on the card `before`, with the turn still at their player."""
        stops = back = False
        if effect.cuts and (self.draw or self.skip):
            stops, back = True, self._compiled.from_attacker and self.draw > 0 and self._sent_back(before)
            self._stop(told)
        if effect.binds:
            self._bind(last)
        if effect.draw:
            self.draw += effect.draw
            self.kind = effect.kind
            self._aim(-1 if effect.back else 1, told)
            if told is not None:
                told.append(events.draws(self.turn, self.draw))
        elif effect.skip:
            self.skip += effect.skip
            self.kind = effect.kind
            self._aim(1, told)
            if told is not None:
                told.append(events.skips(self.turn, self.skip))
        elif effect.plays_on and self.hands[self.turn]:
            self.extra = True
        elif stops:
            self._go_on_after_stack(back, told)
        else:
            self._advance(self.turn, told)

    def _stop(self, told: Told) -> None:
        """What waited is gone (SM-15, ROK-11)."""
        if told is not None:
            told.append(events.cut(self.turn, self.draw) if self.draw else events.stopped(self.turn, self.skip))
        self.draw = self.skip = 0
        self.kind = NO_RANK

    def _bind(self, last: Lay) -> None:
        """D-14: the demand that was open is over, and another may be made."""
        self.demand, self.demand_left = NO_RANK, 0
        if last.says and last.says != NONE and not last.names:
            self.demand = ANY_RANK if last.says == ANY else RANKS.index(last.says)
            self.demand_by = self.turn
            # the turn that makes a demand is not one that it binds, but ends like one
            self.demand_left = len(self.hands) - len(self.finished) + 1

    # --- going out, and the end

    def _go_out(self, attacks: bool, told: Told) -> bool:
        """The last card is laid. Whether that ends the round, what waited and the card's power being void (D-12)."""
        seat, seats = self.turn, len(self.hands)
        self.finished.append(seat)
        if told is not None:
            told.append(events.OUT[seat])
        left = seats - len(self.finished)
        if not self.rules.by_points and left > 1:
            self.owed[seat] = 0
            return False
        if attacks and self.rules.returns and seats == 2:
            return False
        self._close(told)
        return True

    # --- drawing and losing turns

    def _draw_one(self, told: Told) -> None:
        """D-4: a card that does not fit ends the turn by itself."""
        if not self.stock:
            self._reshuffle(told)
        card, seat = self.stock.pop(), self.turn
        insort(self.hands[seat], card)
        self.passes = 0
        if told is not None:
            told.append(events.DREW[seat])
        if self.rules.drawn_playable and self._menu()[card]:
            self.drawn = card
            return
        self._open = None
        if told is not None:
            told.append(events.KEPT[seat])
        if self.named:
            self._unname()
        self._advance(seat, told)

    def _take_stack(self, told: Told) -> None:
        """D-2: what there is of it; the rest is forgiven."""
        seat, hand = self.turn, self.hands[self.turn]
        due, taken = self.draw, 0
        if self.drawn >= 0:
            due -= 1
        elif self.rules.first_card_saves_penalty and hand and self._can_draw():
            card = self._next_card(told)
            insort(hand, card)
            if self._menu()[card]:
                self._hold_saving_card(card, told)
                return
            self._open = None
            taken = 1
        while taken < due and (self.stock or self._can_draw()):
            if not self.stock:
                self._reshuffle(told)
            hand.append(self.stock.pop())
            taken += 1
        hand.sort()
        self.passes = 0
        self.drawn = NO_CARD
        if told is not None:
            told.append(events.took(seat, taken))
        if taken and seat in self.finished:
            self.finished.remove(seat)
            if told is not None:
                told.append(events.BACK[seat])
        back = self._compiled.from_attacker and self._sent_back(self.top)
        self.draw = 0
        self.kind = NO_RANK
        if self.named:
            self._unname()
        self._go_on_after_stack(back, told)

    def _hold_saving_card(self, card: int, told: Told) -> None:
        """CLS-A20: the first card of a stack answers it: it may be laid, or the others taken."""
        self.drawn = card
        self.passes = 0
        if told is not None:
            told.append(events.DREW[self.turn])

    def _serve_turn(self, told: Told) -> None:
        """D-1: one lost turn is served now, the others are owed."""
        seat = self.turn
        self.owed[seat] += self.skip - 1
        self.skip = 0
        self.kind = NO_RANK
        self.passes = 0
        if told is not None:
            told.append(events.WAITED[seat])
        if self.named:
            self._unname()
        self._advance(seat, told)

    def _end_turn(self, told: Told) -> None:
        """D-8: only a pass with nothing to draw counts towards a blocked round."""
        seat = self.turn
        if self.drawn >= 0 or self.extra:
            ended = events.KEPT if self.drawn >= 0 else events.ENDED
            self.drawn = NO_CARD
            self.extra = False
            self.passes = 0
            if told is not None:
                told.append(ended[seat])
        else:
            self.passes += 1
            if told is not None:
                told.append(events.PASSED[seat])
            if self.passes == len(self.hands) - len(self.finished):
                self._close(told)
                return
        if self.named:
            self._unname()
        self._advance(seat, told)

    def _answer_call(self, seat: int, move: Move, told: Told) -> None:
        """D-13: the seat that owes a call makes it, or is caught and takes the fine."""
        if move.kind is MoveKind.MACAO:
            if told is not None:
                told.append(events.CALLED[seat])
            return
        taken = 0
        while taken < self.rules.fine and self._can_draw():
            insort(self.hands[seat], self._next_card(told))
            taken += 1
        if told is not None:
            told.append(events.caught(seat, taken))
