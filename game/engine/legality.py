"""What may be done in a round, and why the rest may not. One predicate stands behind the list and the gate."""

from __future__ import annotations

from collections.abc import Iterable

from game.engine.cards import RANK_OF
from game.engine.compiled import Compiled, Menu, Situation
from game.engine.errors import Reason
from game.engine.moves import DRAW, PASS, TAKE, WAIT, Move, MoveKind, parse
from game.engine.state import State


class Legality(State):
    """A state that knows which moves it allows."""

    __slots__ = ("_compiled", "_open")

    _compiled: Compiled
    _open: Menu | None
    """The menu of the situation, once somebody has asked for it; a move forgets it."""

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
        open_now = self._move_without_card(fits)
        if open_now is not None and move.kind is open_now.kind:
            return None
        return self._why_not_without_card(move, fits)

    def fitting(self, cards: Iterable[int]) -> list[int]:
        """Those of some cards, by number, that the seat in turn could lay now if it held them."""
        menu = self._menu()
        return [card for card in cards if menu[card]]

    def _menu(self) -> Menu:
        menu = self._open
        if menu is None:
            menu = self._open = self._find_menu()
        return menu

    def _find_menu(self) -> Menu:
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
        if move.kind in (MoveKind.TAKE, MoveKind.WAIT):
            return Reason.TURN_WAITS if self.skip else Reason.DRAWS_WAIT if self.draw else Reason.NOT_WAITING
        if self.draw:
            return Reason.DRAWS_WAIT
        if self.skip:
            return Reason.TURN_WAITS
        if self.drawn >= 0:
            return Reason.ALREADY_DRAWN
        if fits:
            return Reason.MUST_LAY
        return Reason.NOTHING_TO_DRAW if move.kind is MoveKind.DRAW else Reason.DRAW_FIRST

    def _situation(self) -> Situation:
        last = len(self.hands[self.turn]) == 1
        return Situation(RANK_OF[self.pile[-1]], self.suit, self.draw > 0, self.kind, last)
