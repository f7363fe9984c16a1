"""The rule sheet of any rule set: how it is played, in short sentences, and what every card does and costs.

All of it is read from the powers and fields of the rule set; no sentence belongs to a game by its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import assert_never

from game.engine import RuleSet
from game.engine.powers import Block, Cut, Demand, Draw, NameSuit, Open, PlayOn, Power, Skip, StandIn, Wild
from game.engine.presets import PRESETS
from game.engine.rules import Pack
from game.presenter import ruletexts
from game.presenter.cards import card_name, rank_name
from game.presenter.games import game_name, has_house_rules
from game.words import Words, capital

_TABLE_ORDER = "A23456789TJQKX"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A statement about the game. `house`: a house rule, which the game as it is known does not have."""

    text: str
    house: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """What the sheet says about one thing."""

    key: str
    title: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card as drawn, and in words."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """Cards that do and cost the same. Of a rank whose suits are alike one card is shown.

    `points` is empty in a game of places. `plain`: they do nothing, and `does` says that.
    `house` as in `Sentence`.
    """

    cards: tuple[ShownCard, ...]
    name: str
    does: str
    points: str
    plain: bool = False
    house: bool = False


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """The rules of one table, to be read there."""

    title: str
    lead: str
    note: str
    """Whose rules these are."""
    sections: tuple[Section, ...]
    cards_title: str
    cards: tuple[CardLine, ...]
    pack: Pack
    """Whose drawings the cards have."""
    house: bool
    """Whether anything differs from the game as it is known."""
    tag: str
    """What marks a house rule."""
    close: str
    """On the button that closes the sheet."""


@lru_cache(maxsize=256)
def rule_sheet(rules: RuleSet, words: Words) -> RuleSheet:
    """The sheet of a rule set; what its house rules changed is marked. How long a match is is no house rule."""
    sheet = _sheet(rules, words)
    if not has_house_rules(rules):
        return sheet
    known = _sheet(replace(PRESETS[rules.id], target=rules.target), words)
    said = {sentence.text for section in known.sections for sentence in section.sentences}
    lines = set(known.cards)
    sections = tuple([_marked(section, said) for section in sheet.sections])
    cards = tuple([replace(line, house=line not in lines) for line in sheet.cards])
    note = words.gettext("As this table plays it, with house rules.")
    return replace(sheet, note=note, sections=sections, cards=cards, house=True)


def _marked(section: Section, said: set[str]) -> Section:
    sentences = [replace(sentence, house=sentence.text not in said) for sentence in section.sentences]
    return replace(section, sentences=tuple(sentences))


def _sheet(rules: RuleSet, words: Words) -> RuleSheet:
    _ = words.gettext
    sections = [
        Section(key, title, tuple([Sentence(text) for text in texts]))
        for key, title, texts in ruletexts.sections(rules, words)
        if texts
    ]
    return RuleSheet(
        title=game_name(rules, words), lead=ruletexts.lead(rules, words), note=_("As this table plays it."),
        sections=tuple(sections),
        cards_title=_("What the cards do and cost") if rules.by_points else _("What the cards do"),
        cards=tuple(card_lines(rules, words)), pack=rules.kind_of_pack, house=False, tag=_("house rule"),
        close=_("Close"),
    )  # fmt: skip


# --- the table of cards


def card_lines(rules: RuleSet, words: Words) -> list[CardLine]:
    """The whole pack, cards that do something first, in the order of a suit."""
    pack = sorted(dict.fromkeys(rules.one_pack()), key=lambda code: (_TABLE_ORDER.index(code[0]), "shdc".find(code[1])))
    alike: dict[tuple[tuple[Power, ...], int], list[str]] = {}
    for code in pack:
        alike.setdefault((rules.power(code), rules.points(code)), []).append(code)
    lines = []
    for (powers, points), codes in alike.items():
        cards = _shown(codes, rules, words)
        name = capital(", ".join(card.name for card in cards))
        cost = words.ngettext("{count} point", "{count} points", points).format(count=points) if rules.by_points else ""
        does = power_words(powers, rules, words)
        lines.append(CardLine(cards, name, does or words.gettext("Plain card"), cost, plain=not does))
    return sorted(lines, key=lambda line: line.plain)


def _shown(codes: Sequence[str], rules: RuleSet, words: Words) -> tuple[ShownCard, ...]:
    cards, pack, kind = [], set(rules.one_pack()), rules.kind_of_pack
    for rank in dict.fromkeys(code[0] for code in codes):
        suits = [code for code in codes if code[0] == rank]
        if len(suits) == len([code for code in pack if code[0] == rank]):
            cards.append(ShownCard(suits[0], rank_name(words, rank, kind)))
        else:
            cards += [ShownCard(code, card_name(words, code, kind)) for code in suits]
    return tuple(cards)


def power_words(powers: tuple[Power, ...], rules: RuleSet, words: Words) -> str:
    """What a card does, in words; a plain card's is empty."""
    return " ".join(_does(power, rules, words) for power in powers)


def _does(power: Power, rules: RuleSet, words: Words) -> str:  # noqa: PLR0911, PLR0912 (one line a power)
    _, ngettext = words.gettext, words.ngettext
    match power:
        case Draw(count, back=True):
            message = ngettext(
                "The player before you takes {count} card.", "The player before you takes {count} cards.", count
            )
            return message.format(count=count)
        case Draw(count):
            message = ngettext("The next player takes {count} card.", "The next player takes {count} cards.", count)
            return message.format(count=count)
        case Skip(turns):
            message = ngettext("The next player loses a turn.", "The next player loses {count} turns.", turns)
            return message.format(count=turns)
        case Cut("all"):
            return _("Stops the stack or the lost turns that wait on you.")
        case Cut("draw"):
            return _("Cuts the whole stack that waits on you.")
        case Cut():
            return _("Stops an attack of kings.")
        case Block():
            return _("Plain, but it stops an attack of kings.")
        case NameSuit(wild=True, held=True):
            return _("Plays on anything, and you name a suit that you hold.")
        case NameSuit(wild=True):
            return _("Plays on anything, and you name the suit.")
        case NameSuit():
            return _("You name the suit.")
        case Wild():
            return _("Plays on anything; its own suit comes next.")
        case Open() if not rules.open_on_actions:
            return _("Plays on any plain card, and anything plays on it.")
        case Open():
            return _("Plays on anything, and anything plays on it.")
        case Demand(held=True):
            return _("You demand a rank that you hold from everybody, for one round of turns.")
        case Demand():
            return _("You demand a rank from everybody, for one round of turns.")
        case PlayOn():
            return _("You may play another card in the same turn.")
        case StandIn():
            return _("Stands for any card you like.")
        case _:
            assert_never(power)
