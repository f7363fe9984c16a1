"""A game at a glance: a few facts that tell the games apart, each read from the rule set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from game.engine import RuleSet
from game.engine.powers import Block, Cut, Demand, Draw, PlayOn, Skip
from game.engine.rules import Call
from game.presenter.cards import FRENCH, SIGNS, TEXT_STYLE, card_name, rank_name
from game.presenter.rulefacts import Facts
from game.words import Words


@dataclass(frozen=True, slots=True)
class Short:
    """Something written short and spoken whole: "K♥", "king of hearts"."""

    text: str
    spoken: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: cards, or a text. Nothing of either: there is no such thing in the game."""

    label: str
    cards: tuple[Short, ...] = ()
    text: str = ""


@lru_cache(maxsize=64)
def glance(rules: RuleSet, words: Words) -> tuple[Fact, ...]:
    """The facts of a game, in the order of a table's columns; the same labels for every game."""
    _, facts = words.gettext, Facts(rules, words)
    return (
        Fact(_("Players"), text=f"{rules.min_seats}–{rules.max_seats}"),
        Fact(_("Cards"), text=_pack(facts)),
        Fact(_("Counted"), text=_("points") if rules.by_points else _("places")),
        Fact(_("Draws"), _short(facts, facts.having(Draw))),
        Fact(_("Stops"), _short(facts, facts.having(Cut, Block))),
        Fact(_("Costs a turn"), _short(facts, facts.having(Skip))),
        Fact(_("Demands"), _short(facts, facts.having(Demand))),
        Fact(_("Several at once"), text=_several(facts)),
        Fact(_("Macao is said"), text=_("by the table") if rules.call is Call.AUTOMATIC else _("by the player")),
    )


def _pack(facts: Facts) -> str:
    rules, _ = facts.rules, facts.words.gettext
    cards = str(len(rules.one_pack()))
    least, most = rules.packs_for(rules.min_seats), rules.packs_for(rules.max_seats)
    if least != most:
        return _("{cards} for every {seats} players").format(cards=cards, seats=rules.seats_a_pack)
    return cards if most == 1 else f"{most} × {cards}"


def _several(facts: Facts) -> str:
    rules, _ = facts.rules, facts.words.gettext
    if rules.runs:
        return _("of one rank, runs")
    if rules.packets:
        return _("of one rank")
    fives = facts.having(PlayOn)
    return _("after {cards}").format(cards=facts.named(fives)) if fives else ""


def _short(facts: Facts, codes: Sequence[str]) -> tuple[Short, ...]:
    """Cards written short: whole ranks as their letter, others with their suit."""
    words, kind, shorts = facts.words, facts.rules.kind_of_pack, []
    letters = {"T": "10", "X": "★" + TEXT_STYLE} | ({} if kind is FRENCH else {"J": "U", "Q": "O"})
    for rank in dict.fromkeys(code[0] for code in codes):
        of_rank = [code for code in codes if code[0] == rank]
        letter = letters.get(rank, rank)
        if len(of_rank) == len([code for code in facts.pack if code[0] == rank]):
            shorts.append(Short(letter, rank_name(words, rank, kind)))
        elif kind is FRENCH:
            shorts += [Short(letter + SIGNS[code[1]] + TEXT_STYLE, card_name(words, code)) for code in of_rank]
        else:  # its suits are in no font
            shorts += [Short(card_name(words, code, kind), card_name(words, code, kind)) for code in of_rank]
    return tuple(shorts)
