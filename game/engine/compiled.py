"""A rule set made ready for play: tables by card number, and the plays of every situation, worked out once.

`Compiled.refusal` is the predicate: why may this card not be laid here? A *menu* is what it says of every
card and declaration in one situation. Both the list of legal moves and the gate that checks one read the menu.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, assert_never

from game.engine.cards import CARDS, CODES, JOKER_RANK, NUMBER, RANK_OF, SUIT_OF, SUITS
from game.engine.errors import Reason
from game.engine.moves import Lay, Move, parse
from game.engine.powers import Cut, Draw, NameSuit, Power, Skip
from game.engine.rules import Agreement, RuleSet

Menu = tuple[tuple[Move, ...], ...]
"""The plays of each card, by card number; the last entry is the hidden card, which nobody can play."""


class Situation(NamedTuple):
    """All that decides which cards may be laid, whoever holds them."""

    top: int
    """Rank on top of the pile."""
    suit: int
    """Suit in force."""
    draws: bool
    """A stack of draws waits."""
    kind: int
    """Rank on which the waiting effect stands, or `NO_RANK` when nothing waits."""
    last: bool
    """The card laid is its player's last and ends the round."""


class Act(NamedTuple):
    """What a card with a power does when it lands."""

    draw: int = 0
    back: bool = False
    skip: int = 0
    cuts: bool = False
    names: bool = False
    wild: bool = False


class Menus(dict[tuple[int, int, bool, int, bool], Menu]):
    """The menu of each situation; one that is not there yet is worked out when it is asked for."""

    def __init__(self, compiled: Compiled) -> None:
        super().__init__()
        self._compiled = compiled

    def __missing__(self, key: tuple[int, int, bool, int, bool]) -> Menu:
        menu = self[key] = self._compiled.menu(Situation(*key))
        return menu


class Compiled:
    """The tables of one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.acts = tuple([_act(rules.power(CODES[card])) for card in CARDS])
        self.points = (*[rules.points(CODES[card]) for card in CARDS], 0)
        """By card number; the hidden card at the end costs nothing, for a forecast ends rounds it cannot count."""
        self.packs = {
            seats: tuple([NUMBER[code] for code in rules.pack(seats)])
            for seats in range(rules.min_seats, rules.max_seats + 1)
        }
        """The whole pack in pack order, by the number of seats."""
        self.answers = tuple([rules.answer(CODES[card]) for card in CARDS])
        self.menus = Menus(self)

    def menu(self, situation: Situation) -> Menu:
        """The plays of every card in a situation, in the order in which they are listed."""
        return (*[tuple(self._plays(situation, card)) for card in CARDS], ())

    def _plays(self, situation: Situation, card: int) -> list[Move]:
        lays = [Lay(card)] + [Lay(card, suit) for suit in SUITS]
        return [parse(str(lay)) for lay in lays if self.refusal(situation, lay) is None]

    def refusal(self, situation: Situation, lay: Lay) -> Reason | None:
        """Why a card may not be laid in a situation, with what is declared; None if it may."""
        act = self.acts[lay.card] or PLAIN
        if situation.draws:
            refused = self._refused_on_draws(situation, lay.card, act)
        elif situation.kind >= 0:
            refused = self._refused_on_skips(situation, lay.card, act)
        else:
            refused = _refused_on_nothing(situation, lay.card, act)
        return refused or _refused_declaration(situation, lay, act)

    def _refused_on_draws(self, situation: Situation, card: int, act: Act) -> Reason | None:
        if act.cuts:
            return None
        if not act.draw:
            return Reason.DRAWS_WAIT
        answers = self.answers[card]
        if Agreement.RANK in answers and RANK_OF[card] == situation.top:
            return None
        # the suit in force is the top draw card's own: none of them names a suit, but for a joker, which has none
        if Agreement.SUIT in answers and SUIT_OF[card] == situation.suit and situation.top != JOKER_RANK:
            return None
        return Reason.WRONG_ANSWER

    def _refused_on_skips(self, situation: Situation, card: int, act: Act) -> Reason | None:
        answers = self.rules.skip_answer and act.skip and RANK_OF[card] == situation.kind
        return None if answers else Reason.TURN_WAITS


def _refused_on_nothing(situation: Situation, card: int, act: Act) -> Reason | None:
    fits = act.wild or SUIT_OF[card] == situation.suit or RANK_OF[card] == situation.top
    return None if fits else Reason.DOES_NOT_FIT


def _refused_declaration(situation: Situation, lay: Lay, act: Act) -> Reason | None:
    if lay.stands is not None:
        return Reason.NO_STAND_IN
    if lay.says and lay.says not in SUITS:
        return Reason.NO_DEMAND_DUE
    due = act.names and not situation.last
    if due and not lay.says:
        return Reason.SUIT_DUE
    if lay.says and not due:
        return Reason.NO_SUIT_DUE
    return None


PLAIN = Act()


def _act(powers: tuple[Power, ...]) -> Act | None:
    """The powers of a card as one record; None for a plain card."""
    act = PLAIN
    for power in powers:
        match power:
            case Draw(count, back):
                act = act._replace(draw=count, back=back)
            case Skip(turns):
                act = act._replace(skip=turns)
            case Cut("draw"):
                act = act._replace(cuts=True)
            case NameSuit(wild):
                act = act._replace(names=True, wild=wild)
            case _:
                assert_never(power)
    return act if powers else None


@lru_cache(maxsize=256)
def compiled(rules: RuleSet) -> Compiled:
    """The tables of a rule set, made once."""
    return Compiled(rules)
