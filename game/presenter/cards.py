"""Cards, ranks and suits in words, and lists of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from game.words import Phrase, Span, Words

SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
TEXT_STYLE = "\ufe0e"  # drawn as text, never as an emoji


@lru_cache
def _ranks(words: Words) -> dict[str, str]:
    _ = words.gettext
    return {
        "2": _("two"), "3": _("three"), "4": _("four"), "5": _("five"), "6": _("six"), "7": _("seven"),
        "8": _("eight"), "9": _("nine"), "T": _("ten"), "J": _("jack"), "Q": _("queen"), "K": _("king"), "A": _("ace"),
    }  # fmt: skip


@lru_cache
def _any_of_rank(words: Words) -> dict[str, str]:
    _ = words.gettext
    return {
        "2": _("a two"), "3": _("a three"), "4": _("a four"), "5": _("a five"), "6": _("a six"), "7": _("a seven"),
        "8": _("an eight"), "9": _("a nine"), "T": _("a ten"), "J": _("a jack"), "Q": _("a queen"), "K": _("a king"),
        "A": _("an ace"), "X": _("a joker"),
    }  # fmt: skip


@lru_cache
def _suits(words: Words) -> dict[str, str]:
    _ = words.gettext
    return {"c": _("clubs"), "d": _("diamonds"), "h": _("hearts"), "s": _("spades")}


@lru_cache(maxsize=1024)
def card_name(words: Words, code: str) -> str:
    """`7h` as "seven of hearts"."""
    if code == "Xb":
        return words.gettext("black joker")
    if code == "Xr":
        return words.gettext("red joker")
    # Translators: a card's name, such as "seven of hearts"; it stands as it is in every sentence.
    return words.gettext("{rank} of {suit}").format(rank=_ranks(words)[code[0]], suit=_suits(words)[code[1]])


def suit_name(words: Words, suit: str) -> str:
    """`h` as "hearts"."""
    return _suits(words)[suit]


def a_rank(words: Words, rank: str) -> str:
    """`3` as "a three"."""
    return _any_of_rank(words)[rank]


@lru_cache(maxsize=1024)
def card_span(words: Words, code: str) -> Span:
    """A card in a line of text: drawn short ("7♥"), spoken whole."""
    rank = {"T": "10", "X": "★"}.get(code[0], code[0])
    return Span("card", rank + SIGNS.get(code[1], "") + TEXT_STYLE, card_name(words, code))


def any_of(words: Words, items: Sequence[str]) -> str:
    """ "a three, a five or a seven"; empty for nothing."""
    if len(items) < 2:
        return "".join(items)
    # Translators: the end of a list of things of which one will do.
    return words.gettext("{first} or {last}").format(first=", ".join(items[:-1]), last=items[-1])


def all_of(words: Words, items: Sequence[Phrase]) -> Phrase:
    """ "Ana, Bogdan and Dan", as phrases; empty for nothing."""
    if len(items) < 2:
        return items[0] if items else ()
    first: list[Span] = list(items[0])
    for item in items[1:-1]:
        first += (Span("text", ", "), *item)
    # Translators: the end of a list of people or cards.
    return words.phrase(words.gettext("{first} and {last}"), first=tuple(first), last=items[-1])


@lru_cache(maxsize=4096)
def one_of(words: Words, codes: tuple[str, ...], pack: tuple[str, ...], seen: frozenset[str]) -> str:
    """Which card will do: whole ranks ("a three"); of a rank that does in part, the cards not in sight."""
    named: list[str] = []
    for rank in dict.fromkeys(code[0] for code in codes):
        whole = {code for code in pack if code[0] == rank}
        fitting = {code for code in codes if code[0] == rank}
        if fitting == whole:
            named.append(a_rank(words, rank))
        else:
            named += [_the_card(words, code) for code in _in_order(fitting - seen)]
    return any_of(words, named)


def _the_card(words: Words, code: str) -> str:
    # Translators: one exact card, such as "the king of spades".
    return words.gettext("the {card}").format(card=card_name(words, code))


def _in_order(codes: Collection[str]) -> Iterable[str]:
    return sorted(codes, key=lambda code: "cdhs".find(code[1]))
