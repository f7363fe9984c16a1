"""Stock and pile, and what is in force there."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.engine import Demand, Pack, Pending, RuleSet, View
from game.presenter.cards import SUITS, card_name, joker_as, ranks_name, suit_in_force, suit_name
from game.presenter.data import CentreData
from game.presenter.follow import ANY, anything_goes, what_is_demanded
from game.words import Phrase, Words, capital

PILE_SHOWN = 3


def present_centre(view: View, last: Phrase, words: Words) -> CentreData:
    lies = Lies(
        view.rules, view.stock_count, view.pile[-PILE_SHOWN:], view.stands or "", view.suit, view.demand, view.pending
    )
    return CentreData(*_stock_and_pile(words, lies), last)


class Lies(NamedTuple):
    """What lies in the middle, and what holds there."""

    rules: RuleSet
    stock: int
    pile: tuple[str, ...]
    stands: str
    suit: str
    """In force, as in a view."""
    demand: Demand | None
    pending: Pending | None


@lru_cache(maxsize=4096)
def _stock_and_pile(
    words: Words, lies: Lies
) -> tuple[str, int, str, tuple[str, ...], str, str, bool, str, str, str, str, str]:
    """All but the last line, in the order of `CentreData`: the same for every viewer."""
    rules, stock, pile, stands, suit, demand, pending = lies
    kind = rules.kind_of_pack
    if anything_goes(rules, suit, stands or pile[-1]):
        suit = ""
    top = joker_as(words, pile[-1], stands, kind) if stands else card_name(words, pile[-1], kind)
    in_force = suit_in_force(words, suit, kind)
    spoken = words.gettext("Top card {card}, suit in force {suit}").format(card=top, suit=in_force)
    if suit not in SUITS:
        spoken = words.gettext("Top card {card}. {what} may follow").format(card=top, what=capital(in_force))
    follows, sign = _beside(words, suit, kind)
    if demand is not None:
        spoken = words.gettext("Top card {card}. {demand}").format(
            card=top, demand=what_is_demanded(words, demand.rank, demand.left)
        )
        suit, follows, sign = "", *_demand_chip(words, demand)
    cost, cost_label = _cost(words, pending)
    label = words.ngettext("Stock, {count} card", "Stock, {count} cards", stock)
    return (
        words.gettext("Stock and pile"),
        stock,
        label.format(count=stock),
        pile,
        stands,
        suit[-1:],
        suit[:1] == "-",
        follows,
        sign,
        spoken,
        cost,
        cost_label,
    )


def _beside(words: Words, suit: str, kind: Pack) -> tuple[str, str]:
    """The words of the chip beside the pile, when no demand is open; and no sign."""
    if suit[:1] == "-":
        # Translators: beside the pile: any suit but this one may follow.
        return words.gettext("Not {suit}").format(suit=suit_name(words, suit[1], kind)), ""
    return capital(suit_in_force(words, suit, kind)), ""


def _demand_chip(words: Words, demand: Demand) -> tuple[str, str]:
    """The words of the chip beside the pile under a demand, and the sign of its badge."""
    # Translators: beside the pile: what is demanded, and for how long: "Eights, 2 turns".
    message = words.ngettext("{what}, {count} turn", "{what}, {count} turns", demand.left)
    if demand.rank == ANY:
        return message.format(what=words.gettext("Plain cards"), count=demand.left), "•"
    ranks = capital(ranks_name(words, demand.rank))
    return message.format(what=ranks, count=demand.left), {"T": "10"}.get(demand.rank, demand.rank)


def _cost(words: Words, pending: Pending | None) -> tuple[str, str]:
    """What waits, as a number and in words."""
    if pending is None:
        return "", ""
    if pending.draw:
        label = words.ngettext("{count} card waits", "{count} cards wait", pending.draw)
        return f"+{pending.draw}", label.format(count=pending.draw)
    label = words.ngettext("{count} lost turn waits", "{count} lost turns wait", pending.skip)
    return f"−{pending.skip}", label.format(count=pending.skip)
