"""What may be laid now, and what stops what waits, in words."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from game.engine import RuleSet, View
from game.engine.powers import Block, NameSuit, Open, Power, Wild
from game.presenter.cards import a_rank, any_of, one_of, ranks_name, suit_in_force
from game.words import Words, capital

ANY = "any"


def face(view: View) -> str:
    """The card that counts on top: for a joker that stands for another one, that one."""
    return view.stands or view.top


def has(rules: RuleSet, code: str, *powers: type[Power]) -> bool:
    """Whether a card has one of these powers."""
    return any(isinstance(power, powers) for power in rules.power(code))


def is_plain(rules: RuleSet, code: str) -> bool:
    """Whether a card counts as one without a power (CLS-34)."""
    return all(isinstance(power, Block) for power in rules.power(code))


def goes_anywhere(rules: RuleSet, code: str) -> bool:
    """Whether a card goes on any other while nothing waits."""
    names = any(isinstance(power, NameSuit) and power.wild for power in rules.power(code))
    return names or has(rules, code, Wild, Open)


def anything_goes(rules: RuleSet, suit: str, on: str) -> bool:
    """Whether any card may follow: on an open queen, or on a joker that starts the pile."""
    return not suit or has(rules, on, Open)


def what_follows(words: Words, view: View) -> str:
    """What may be laid while nothing waits: "hearts or a nine"; under a named suit only "hearts" (SM-7, SM-14).

    Cards that go on anything are not told of. Not for an open demand: `what_meets`.
    """
    return _follows(words, view.rules, view.suit, face(view), named=view.named)


@lru_cache(maxsize=4096)
def _follows(words: Words, rules: RuleSet, suit: str, on: str, *, named: bool) -> str:
    kind = rules.kind_of_pack
    if anything_goes(rules, suit, on):
        return suit_in_force(words, "", kind)
    in_force = suit_in_force(words, suit, kind)
    if suit[0] == "-" or (named and goes_anywhere(rules, on)):
        return in_force
    # Translators: what may be laid now, such as "hearts or a nine".
    return words.gettext("{suit} or {rank}").format(suit=in_force, rank=a_rank(words, on[0], kind))


def what_is_demanded(words: Words, rank: str, left: int) -> str:
    """A demand as a sentence without a full stop: "Eights are demanded, 2 turns left" (D-14)."""
    if rank == ANY:
        message = words.ngettext(
            "Plain cards are demanded, {count} turn left", "Plain cards are demanded, {count} turns left", left
        )
        return message.format(count=left)
    message = words.ngettext(
        "{ranks} are demanded, {count} turn left", "{ranks} are demanded, {count} turns left", left
    )
    return capital(message.format(ranks=ranks_name(words, rank), count=left))


def demand_alone(words: Words, rank: str) -> str:
    """A demand without its length: "Eights are demanded"."""
    if rank == ANY:
        return words.gettext("Plain cards are demanded")
    return capital(words.gettext("{ranks} are demanded").format(ranks=ranks_name(words, rank)))


def what_meets(words: Words, view: View) -> str:
    """What may be laid under the demand that is open: "an eight or a jack"."""
    codes, rules = view.follows(), view.rules
    if view.demand is None or view.demand.rank != ANY:
        return one_of(words, codes, rules)
    others = dict.fromkeys([code[0] for code in codes if not is_plain(rules, code)])
    # Translators: a card without a power.
    return any_of(words, [words.gettext("a plain card"), *[a_rank(words, rank, rules.kind_of_pack) for rank in others]])


def what_stops(words: Words, view: View, codes: tuple[str, ...], laid: tuple[str, ...] = ()) -> str:
    """Cards that stop or pass on an effect; of those named singly, only such as do not all lie in sight.

    `laid` are cards about to lie on the pile.
    """
    lying = Counter((*view.pile, *laid))
    copies = view.rules.packs_for(view.seats)
    return one_of(words, codes, view.rules, frozenset([code for code in codes if lying[code] >= copies]))


def can_be_drawn(view: View) -> bool:
    """Whether there is a card to draw, in the stock or under the top of the pile."""
    return bool(view.stock_count) or (view.rules.reshuffle and len(view.pile) > 1)
