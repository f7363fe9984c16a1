"""What may be done in a round, and why the rest may not. One predicate stands behind the list and the gate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from game.engine.cards import CODES, JOKER_RANK, RANK_OF, SUIT_OF
from game.engine.compiled import Compiled, Key, Menu, Several
from game.engine.errors import Reason
from game.engine.families import Family, families
from game.engine.moves import CALLS, DRAW, PASS, TAKE, WAIT, Lay, Move, MoveKind, parse
from game.engine.refusals import Ending, refusal, refused_saying
from game.engine.rules import Call
from game.engine.state import State
from game.engine.together import is_packet, runs


class Legality(State):
    """A state that knows which moves it allows."""

    __slots__ = ("_compiled", "_one_by_one", "_open")

    _compiled: Compiled
    _one_by_one: bool
    """Whether the menu of each card held, in turn, makes all plays."""
    _open: Menu | None
    """The menu of the situation, once somebody has asked for it; a move forgets it."""

    # --- the list

    def legal_moves(self) -> list[Move]:
        """What the seat in turn may do: plays of one card in pack order, then of several, then the move without a card.

        Empty when all is over.
        """
        if self.over:
            return []
        menu = self._menu()
        if not self._one_by_one:
            moves = self._plays_by_hand(menu)
        elif self.drawn >= 0:
            moves = [*menu[self.drawn]]
        else:
            moves = [move for card in self.hands[self.turn] for move in menu[card]]
        without = self._move_without_card(bool(moves))
        if without is not None:
            moves.append(without)
        return moves

    def _plays_by_hand(self, menu: Menu) -> list[Move]:
        """The plays where a hand may hold a card twice, cards may go together, or the hand limits what is said."""
        hand = dict.fromkeys(self.hands[self.turn])
        moves = [move for card in ([self.drawn] if self.drawn >= 0 else hand) for move in menu[card]]
        if self._compiled.together:
            # a run in one suit may be a packet of that suit as well
            moves += dict.fromkeys(self._several())
        if self._compiled.limited:
            moves = [move for move in moves if self._refused_saying(move) is None]
        return moves

    def _several(self) -> Iterator[Move]:
        """The plays of several cards, led by the card drawn if one was; the hand may not yet allow what they say."""
        if self.drawn < 0:
            yield from self._packets()
        elif self.rules.drawn_brings_more:
            yield from [move for move in self._packets() if move.lays[0].card == self.drawn]

    def _packets(self) -> Iterator[Move]:
        rules, tables, hand = self.rules, self._compiled, self.hands[self.turn]
        cards = [card for card in hand if RANK_OF[card] != JOKER_RANK]
        if rules.packets:
            for _, group in groupby(cards, RANK_OF.__getitem__):
                yield from self._packets_of(tuple(group), of_suit=False)
        if rules.runs and not self.draw and not self.skip:
            yield from self._runs([card for card in cards if tables.steps[card]])
        if rules.packet_same_suit:
            for _, group in groupby(sorted(cards, key=SUIT_OF.__getitem__), SUIT_OF.__getitem__):
                yield from self._packets_of(tuple(group), of_suit=True)

    def _packets_of(self, group: tuple[int, ...], *, of_suit: bool) -> Iterator[Move]:
        if len(group) < 2:
            return
        size, ask = len(self.hands[self.turn]), self._compiled.several
        found = ask(Several(self._key(empties=False), group, of_suit))
        if len(group) == size:
            emptying = ask(Several(self._key(empties=True), group, of_suit))
            found = (*[move for move in found if len(move.lays) < size], *[m for m in emptying if len(m.lays) == size])
        yield from found

    def _runs(self, plain: Sequence[int]) -> Iterator[Move]:
        tables = self._compiled
        for run in runs(plain):
            if self.rules.packets and is_packet(run):
                continue
            lays = tuple([Lay(card) for card in run])
            situation = tables.situation(self._key(empties=len(run) == len(self.hands[self.turn])))
            if refusal(tables, situation, lays) is None:
                yield Move(MoveKind.PLAY, lays)

    # --- the gate

    def why_not(self, move: Move | str) -> Reason | None:
        """Why the seat in turn may not make a move now; None if it may. `MalformedMove` for what is no move.

        Calls belong to no turn: a `macao` is that of the seat that owes it.
        """
        return self._why_not(move if isinstance(move, Move) else parse(move))

    def _why_not(self, move: Move) -> Reason | None:
        if self.over:
            return Reason.ROUND_OVER
        if move.lays:
            return self._why_not_play(move)
        if move.kind in CALLS:
            return self._why_not_call(move)
        fits = not self.rules.voluntary_draw and bool(self.fitting(self.hands[self.turn]))
        open_now = self._move_without_card(fits)
        if open_now is not None and move.kind is open_now.kind:
            return None
        return self._why_not_without_card(move, fits)

    def fitting(self, cards: Iterable[int]) -> list[int]:
        """Those of some cards, by number, that the seat in turn could lay now if it held them."""
        menu = self._menu()
        return [card for card in cards if menu[card]]

    def families(self) -> list[Family]:
        """Which cards of the seat in turn go together now, however many; none after a draw that bars it (CLS-9)."""
        tables, drawn = self._compiled, self.drawn
        if self.over or not tables.together or (drawn >= 0 and not self.rules.drawn_brings_more):
            return []
        found = families(tables, tables.situation(self._key(empties=False)), self.hands[self.turn])
        if drawn < 0:
            return found
        lead = CODES[drawn]
        return [family._replace(leads=frozenset([lead])) for family in found if lead in family.leads]

    def calls_open(self) -> list[str]:
        """The texts of the calls that may be made now, outside any turn (D-13)."""
        return [] if self.calling < 0 else ["macao", f"catch:{self.calling}"]

    def _menu(self) -> Menu:
        if self._open is not None:
            return self._open
        tables, stands = self._compiled, self.stands
        top = tables.top_of[stands if stands >= 0 else self.pile[-1]]
        ending = self._ending() if len(self.hands[self.turn]) == 1 else 0
        self._open = menu = tables.menus[top, self.suit, self.draw > 0, self.kind, ending, self.demand]
        return menu

    def _key(self, *, empties: bool) -> Key:
        """The situation for a play that leaves some cards, or none."""
        ending = self._ending() if empties else Ending.LEAVES_SOME
        return self._compiled.top_of[self.top], self.suit, self.draw > 0, self.kind, ending, self.demand

    def _ending(self) -> int:
        """What it would mean that the seat in turn lays its last card (D-12)."""
        if self.extra and not self.rules.last_after_five:
            return Ending.AFTER_FIVE
        if self.rules.by_points:
            return Ending.ENDS
        if len(self.hands) == 2:
            return Ending.ENDS_FOR_TWO
        return Ending.GOES_ON if len(self.hands) - len(self.finished) > 2 else Ending.ENDS

    def _can_draw(self) -> bool:
        return bool(self.stock) or (self.rules.reshuffle and len(self.pile) > 1)

    def _move_without_card(self, fits: bool) -> Move | None:
        """The only move without a card that is open now, if one is; `fits`: the seat holds a card that may be laid."""
        if self.draw:
            return TAKE
        if self.skip:
            return WAIT
        if self.drawn >= 0 or self.extra:
            return PASS
        if fits and not self.rules.voluntary_draw:
            return None
        return DRAW if self.stock or self._can_draw() else PASS

    def _why_not_play(self, move: Move) -> Reason | None:
        if move.spoken:
            return self._why_not_play(move.quiet) if self.rules.call is Call.SPOKEN else Reason.NO_SPOKEN_CALL
        lays, tables, hand = move.lays, self._compiled, self.hands[self.turn]
        lead = lays[0].card
        if lead not in hand or (len(lays) > 1 and not self._holds_all(lays)):
            return Reason.NOT_IN_HAND
        if self.drawn >= 0 and (lead != self.drawn or (len(lays) > 1 and not self.rules.drawn_brings_more)):
            return Reason.ONLY_DRAWN_CARD
        if len(lays) > 1 or move not in self._menu()[lead]:
            situation = tables.situation(self._key(empties=len(lays) == len(hand)))
            if (reason := refusal(tables, situation, lays)) is not None:
                return reason
        return self._refused_saying(move) if tables.limited else None

    def _holds_all(self, lays: tuple[Lay, ...]) -> bool:
        held = Counter(self.hands[self.turn])
        return Counter([lay.card for lay in lays]) <= held

    def _refused_saying(self, move: Move) -> Reason | None:
        """Why what a play says may not be said with what stays in the hand."""
        last = move.lays[-1]
        if not last.says:
            return None
        rest = self.hands[self.turn][:]
        for lay in move.lays:
            rest.remove(lay.card)
        return refused_saying(self._compiled, self.suit, last, rest)

    def _why_not_call(self, move: Move) -> Reason | None:
        if self.rules.call is not Call.SPOKEN:
            return Reason.NO_SPOKEN_CALL
        owes = self.calling >= 0 and (move.kind is MoveKind.MACAO or move.seat == self.calling)
        return None if owes else Reason.NOTHING_TO_CALL

    def _why_not_without_card(self, move: Move, fits: bool) -> Reason:
        if move.kind in (MoveKind.TAKE, MoveKind.WAIT):
            return Reason.TURN_WAITS if self.skip else Reason.DRAWS_WAIT if self.draw else Reason.NOT_WAITING
        if self.draw:
            return Reason.DRAWS_WAIT
        if self.skip:
            return Reason.TURN_WAITS
        if self.drawn >= 0 or self.extra:
            return Reason.ALREADY_DRAWN if self.drawn >= 0 else Reason.MAY_PLAY_ON
        if fits:
            return Reason.MUST_LAY
        return Reason.NOTHING_TO_DRAW if move.kind is MoveKind.DRAW else Reason.DRAW_FIRST
