"""The questions before a card lands: the suit, the rank that is demanded, the card for which a joker stands.

Where only single cards are laid, each card that asks has a question of its own, its moves written out. Elsewhere one
dialog of each kind stands on the page, and the graph of plays says which of its answers may be given.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from game.engine import Move, RuleSet
from game.engine.moves import ANY, FREE, NONE
from game.engine.powers import Demand, NameSuit, StandIn
from game.presenter.cards import card_name, ranks_name, suit_name, that_card
from game.presenter.data import AskData, AskOption, CardData, Question, QuestionOption
from game.presenter.plays import FACES_ASKED, RANK_ASKED, SUIT_ASKED, asks_more
from game.words import Words, capital

SUIT_ORDER = "shdc"
"""In which a question lists the suits."""
_MOST_HELD = 20
_DEMANDED = "56789T"
"""Ranks that a question could list; what may be demanded is said by the rules."""


def present_ask(
    hand: tuple[str, ...], card: CardData, moves: tuple[Move, ...], words: Words, rules: RuleSet
) -> AskData:
    """The question of one card, which names a suit."""
    by_suit = {move.lays[-1].says: str(move) for move in moves}
    held = Counter(code[1] for code in hand)
    held[card.code[1]] -= 1  # the card that asks is on its way out
    options = [
        AskOption(by_suit[suit], suit, capital(suit_name(words, suit, rules.kind_of_pack)), _hold(held[suit], words))
        for suit in SUIT_ORDER
        if suit in by_suit
    ]
    return AskData(
        card.ask,
        words.gettext("Which suit after the {card}?").format(card=that_card(words, card.code, rules.kind_of_pack)),
        close_text(words),
        tuple(options),
    )


def close_text(words: Words) -> str:
    return words.gettext("Close: the card goes back to your hand")


def _hold(count: int, words: Words) -> str:
    if not count:
        return words.gettext("you hold none")
    return words.ngettext("you hold {count}", "you hold {count}", count).format(count=count)


@lru_cache(maxsize=256)
def present_questions(rules: RuleSet, words: Words) -> tuple[Question, ...]:
    """The dialogs that serve all cards of a game; none where each card has its own."""
    if not asks_more(rules):
        return ()
    powers = {type(power) for card in rules.one_pack() for power in rules.power(card)}
    held = "|".join([_hold(count, words) for count in range(_MOST_HELD + 1)])
    asked = (
        (NameSuit, _suits(rules, words, held)), (Demand, _ranks(words, held)), (StandIn, _faces(rules, words)),
    )  # fmt: skip
    return tuple([question for power, question in asked if power in powers])


def _suits(rules: RuleSet, words: Words, held: str) -> Question:
    _, pack = words.gettext, rules.kind_of_pack
    options = [QuestionOption(suit, capital(suit_name(words, suit, pack)), suit=suit, held=True) for suit in SUIT_ORDER]
    if any(isinstance(power, NameSuit) and power.held for card in rules.one_pack() for power in rules.power(card)):
        options.append(QuestionOption(FREE, _("Any other suit"), sign="?"))
    return Question(SUIT_ASKED, _("Which suit comes next?"), close_text(words), held, (tuple(options),))


def _ranks(words: Words, held: str) -> Question:
    _ = words.gettext
    options = [
        QuestionOption(rank, capital(ranks_name(words, rank)), sign={"T": "10"}.get(rank, rank), held=True)
        for rank in _DEMANDED
    ]
    options += [
        QuestionOption(ANY, _("Any plain card"), sign="5–10"), QuestionOption(NONE, _("Nothing"), sign="–"),
    ]  # fmt: skip
    return Question(RANK_ASKED, _("Which rank do you demand?"), close_text(words), held, (tuple(options),))


def _faces(rules: RuleSet, words: Words) -> Question:
    pack, ranks = rules.kind_of_pack, rules.kind_of_pack.ranks
    rows = [
        tuple([QuestionOption(rank + suit, capital(card_name(words, rank + suit, pack))) for rank in ranks])
        for suit in SUIT_ORDER
    ]
    title = words.gettext("Which card does the joker stand for?")
    return Question(FACES_ASKED, title, close_text(words), "", tuple(rows))
