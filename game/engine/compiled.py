"""A rule set made ready for play: tables by card number, and the plays of every situation, worked out once.

A *menu* is what `refusals.refusal` says of every card and declaration in one situation. The list of legal moves and
the gate that checks one both read the menu, and both ask the same predicate about several cards in one turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from game.engine.acts import PLAIN, Act, Effect, act_of, effect_of
from game.engine.cards import (
    ANY_RANK,
    CARDS,
    CODES,
    JOKER_RANK,
    NUMBER,
    RANK_LETTERS,
    RANK_OF,
    RANKS,
    SUITS,
)
from game.engine.moves import ANY, FREE, NONE, Lay, Move, MoveKind, parse
from game.engine.refusals import KINGS, Ending, Situation, Top, refusal
from game.engine.rules import Call, Resume, RuleSet
from game.engine.together import packets, packets_of_suit

Menu = tuple[tuple[Move, ...], ...]
"""The plays of each card, by card number; the last entry is the hidden card, which nobody can play."""

Key = tuple[int, int, bool, int, int, int]
"""A situation in numbers: the fields of `Situation`, with the number of its top among `Compiled.tops`."""


class Several(NamedTuple):
    """A question about plays of several cards: which of a group that a hand holds, and whether they empty the hand."""

    key: Key
    group: tuple[int, ...]
    of_suit: bool


class Menus(dict[Key, Menu]):
    """The menu of each situation; one that is not there yet is worked out when it is asked for."""

    def __init__(self, compiled: Compiled) -> None:
        super().__init__()
        self._compiled = compiled

    def __missing__(self, key: Key) -> Menu:
        menu = self[key] = self._compiled.menu(self._compiled.situation(key))
        return menu


class Compiled:
    """The tables of one rule set, by card number where nothing else is said."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.acts = tuple([act_of(rules.power(CODES[card])) for card in CARDS])
        self.plain = tuple([act is None or act.plain for act in self.acts])
        """Cards that may start the pile and meet a demand for any plain card (CLS-34, D-11)."""
        self.points = (*[rules.points(CODES[card]) for card in CARDS], 0)
        """By card number; the hidden card at the end costs nothing, for a forecast ends rounds it cannot count."""
        self.packs = {
            seats: tuple([NUMBER[code] for code in rules.pack(seats)])
            for seats in range(rules.min_seats, rules.max_seats + 1)
        }
        """Every card, pack after pack, by the number of seats."""
        self.answers = tuple([rules.answer(CODES[card]) for card in CARDS])
        tops = [self._top(card) for card in CARDS]
        self.tops = list(dict.fromkeys(tops))
        """What may lie on top, as far as the rules tell cards apart."""
        self.top_of = tuple([self.tops.index(top) for top in tops])
        tamed = tuple([None if RANK_OF[card] == KINGS else act for card, act in enumerate(self.acts)])
        self.acts_on = tuple([tamed if top.tames else self.acts for top in tops])
        """The acts of all cards when they are laid on each card (CLS-36)."""
        alone = {id(acts): _each_alone(acts) for acts in (self.acts, tamed)}
        self.effects_on = tuple([alone[id(acts)] for acts in self.acts_on])
        """What each card does when it is laid alone on each card."""
        self.demandable = self._demandable()
        """Ranks that may be demanded: 5 to 10, if all of the rank is plain (CLS-A12)."""
        self.steps = tuple([RANK_OF[card] in self.demandable for card in CARDS])
        """Cards of which runs are made (D-6)."""
        self.barred_last = frozenset([RANKS.index(rank) for rank in rules.barred_last])
        acts = [act for act in self.acts if act is not None]
        self.limited = any(act.suit_held or act.rank_held for act in acts)
        """Whether what may be declared depends on what the hand holds."""
        self.demands = any(act.demands for act in acts)
        self.together = rules.packets or rules.packet_same_suit or rules.runs
        twinless = [seats for seats, pack in self.packs.items() if len(set(pack)) == len(pack)]
        self.one_by_one = frozenset([] if self.limited or self.together else twinless)
        """Numbers of seats for which the menu of each card held, in turn, makes all plays: no card is held twice, cards
        do not go together, and what is said does not depend on the hand."""
        self.lays = tuple([self._lays(card) for card in CARDS])
        """Every way in which a card could be laid in some situation."""
        self.spoken = rules.call is Call.SPOKEN
        self.from_attacker = rules.backward_resume is Resume.FROM_ATTACKER
        self.menus = Menus(self)
        self.several = lru_cache(maxsize=4096)(self._several)

    def _top(self, card: int) -> Top:
        act = self.acts[card] or PLAIN
        acts = not act.plain and not self.rules.open_on_actions
        tames = not self.rules.kings_after_draws and bool(act.draw) and RANK_OF[card] != KINGS
        return Top(RANK_OF[card], act.opens, acts, tames)

    def _demandable(self) -> frozenset[int]:
        ranks = range(RANKS.index("5"), RANKS.index("T") + 1)
        return frozenset([rank for rank in ranks if all(self.plain[card] for card in CARDS if RANK_OF[card] == rank)])

    def _lays(self, card: int) -> tuple[Lay, ...]:
        act = self.acts[card] or PLAIN
        if CODES[card] not in self.rules.one_pack():
            return ()
        if not act.stands_in:
            return tuple([Lay(card, says) for says in self._sayings(card)])
        faces = [face for face in CARDS if RANK_OF[face] != JOKER_RANK]
        return tuple([Lay(card, says, face) for face in faces for says in self._sayings(face)])

    def _sayings(self, face: int) -> list[str]:
        act = self.acts[face] or PLAIN
        sayings = [""]
        if act.names:
            sayings += [*SUITS, FREE] if act.suit_held else SUITS
        if act.demands:
            sayings += [RANKS[rank] for rank in sorted(self.demandable)] + ([ANY] if act.rank_held else []) + [NONE]
        return sayings

    def effect_of_several(self, faces: Sequence[int], before: int) -> Effect | None:
        """What cards do when they are laid together on the card `before`."""
        return effect_of(faces, [self.acts_on[before][face] for face in faces])

    # --- what may be laid

    def situation(self, key: Key) -> Situation:
        """The situation that a key stands for."""
        top, suit, draws, kind, ending, demand = key
        return Situation(self.tops[top], suit, draws, kind, Ending(ending), demand)

    def menu(self, situation: Situation) -> Menu:
        """The plays of every card alone in a situation, in the order in which they are listed.

        What is said is checked against the situation, not yet against the hand.
        """
        fitting = [[lay for lay in lays if refusal(self, situation, (lay,)) is None] for lays in self.lays]
        return (*[tuple([parse(str(lay)) for lay in lays]) for lays in fitting], ())

    def _several(self, asked: Several) -> tuple[Move, ...]:
        """The packets of a group of cards of one rank, or of one suit, in the order in which they are listed."""
        situation = self.situation(asked.key)
        orders = packets_of_suit(asked.group) if asked.of_suit else packets(asked.group)
        plays = [(*[Lay(card) for card in order[:-1]], last) for order in orders for last in self.lays[order[-1]]]
        return tuple([Move(MoveKind.PLAY, lays) for lays in plays if refusal(self, situation, lays) is None])


def _each_alone(acts: Sequence[Act | None]) -> tuple[Effect | None, ...]:
    return tuple([effect_of((card,), (act,)) for card, act in enumerate(acts)])


def demand_text(demand: int) -> str:
    """How a demand is written: the letter of a rank, or `any`."""
    return ANY if demand == ANY_RANK else RANK_LETTERS[demand]


@lru_cache(maxsize=256)
def compiled(rules: RuleSet) -> Compiled:
    """The tables of a rule set, made once."""
    return Compiled(rules)
