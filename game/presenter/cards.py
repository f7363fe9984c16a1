"""Cards, ranks and suits in words, and lists of them.

Every name takes the kind of pack last and falls back on the French one: `card_name(words, "Jh", rules.kind_of_pack)` is
"jack of hearts" or "Unter of hearts". Jokers have names everywhere (`X` is a rank, and no suit); a card that nobody may
see has none. All are cached by their arguments, so they cost a look-up. Which function for what:

- `card_name` "seven of hearts", `joker_as` "red joker as king of hearts"; `card_span`, `joker_as_span` in a log line
- `that_card`, `that_joker_as` the same in a sentence about this very card; they differ where a language has endings
- `rank_name` "seven", `a_rank` "a seven", `ranks_name` "sevens" (of ranks that may be demanded)
- `suit_name` "hearts", `suit_in_force` also of "free suit" ("anything but spades") and of no suit ("anything")
- `one_of` "a two, a red three or the king of hearts": which of some cards will do, as short as is true
- `laid` a packet or run as a phrase; `any_of`, `all_of` lists; `place` "1st"
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from game.engine import Pack, RuleSet
from game.words import Phrase, Span, Words

SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
TEXT_STYLE = "\ufe0e"  # drawn as text, never as an emoji
SUITS = ("c", "d", "h", "s")
COLOURS = {"red": frozenset("dh"), "black": frozenset("cs")}
FRENCH = Pack.FRENCH52


# --- one card, one rank, one suit


@lru_cache
def _ranks(words: Words, pack: Pack) -> dict[str, str]:
    _ = words.gettext
    names = {
        "2": _("two"), "3": _("three"), "4": _("four"), "5": _("five"), "6": _("six"), "7": _("seven"),
        "8": _("eight"), "9": _("nine"), "T": _("ten"), "J": _("jack"), "Q": _("queen"), "K": _("king"), "A": _("ace"),
        "X": _("joker"),
    }  # fmt: skip
    return names if pack is FRENCH else names | {"J": _("Unter"), "Q": _("Ober")}


@lru_cache
def _any_of_rank(words: Words, pack: Pack) -> dict[str, str]:
    _ = words.gettext
    names = {
        "2": _("a two"), "3": _("a three"), "4": _("a four"), "5": _("a five"), "6": _("a six"), "7": _("a seven"),
        "8": _("an eight"), "9": _("a nine"), "T": _("a ten"), "J": _("a jack"), "Q": _("a queen"), "K": _("a king"),
        "A": _("an ace"), "X": _("a joker"),
    }  # fmt: skip
    return names if pack is FRENCH else names | {"J": _("an Unter"), "Q": _("an Ober")}


@lru_cache
def _that_of_rank(words: Words, pack: Pack) -> dict[str, str]:
    pgettext = words.pgettext
    # Translators: the rank in the name of one exact card in a sentence, such as "(the) king of spades answers nothing";
    # with an article where the language puts it there. Lists and labels have the rank alone.
    names = {
        "2": pgettext("exact card", "two"), "3": pgettext("exact card", "three"), "4": pgettext("exact card", "four"),
        "5": pgettext("exact card", "five"), "6": pgettext("exact card", "six"), "7": pgettext("exact card", "seven"),
        "8": pgettext("exact card", "eight"), "9": pgettext("exact card", "nine"), "T": pgettext("exact card", "ten"),
        "J": pgettext("exact card", "jack"), "Q": pgettext("exact card", "queen"), "K": pgettext("exact card", "king"),
        "A": pgettext("exact card", "ace"),
    }  # fmt: skip
    if pack is FRENCH:
        return names
    return names | {"J": pgettext("exact card", "Unter"), "Q": pgettext("exact card", "Ober")}


@lru_cache
def _many_of_rank(words: Words) -> dict[str, str]:
    _ = words.gettext
    return {
        "5": _("fives"), "6": _("sixes"), "7": _("sevens"), "8": _("eights"), "9": _("nines"), "T": _("tens"),
    }  # fmt: skip


@lru_cache
def _suits(words: Words, pack: Pack) -> dict[str, str]:
    _ = words.gettext
    if pack is FRENCH:
        return {"c": _("clubs"), "d": _("diamonds"), "h": _("hearts"), "s": _("spades")}
    # Translators: suits of the Hungarian pack, as they stand in "seven of hearts".
    hearts = words.pgettext("Hungarian pack", "hearts")
    return {"c": _("acorns"), "d": _("bells"), "h": hearts, "s": _("leaves")}


@lru_cache(maxsize=1024)
def card_name(words: Words, code: str, pack: Pack = FRENCH) -> str:
    """`7h` as "seven of hearts"."""
    if code == "Xb":
        return words.gettext("black joker")
    if code == "Xr":
        return words.gettext("red joker")
    # Translators: a card's name, such as "seven of hearts"; it stands as it is in every sentence.
    message = words.gettext("{rank} of {suit}")
    return message.format(rank=_ranks(words, pack)[code[0]], suit=_suits(words, pack)[code[1]])


@lru_cache(maxsize=1024)
def that_card(words: Words, code: str, pack: Pack = FRENCH) -> str:
    """One exact card in a sentence, "seven of hearts"; in Romanian with its article."""
    if code == "Xb":
        return words.pgettext("exact card", "black joker")
    if code == "Xr":
        return words.pgettext("exact card", "red joker")
    message = words.gettext("{rank} of {suit}")
    return message.format(rank=_that_of_rank(words, pack)[code[0]], suit=_suits(words, pack)[code[1]])


def suit_name(words: Words, suit: str, pack: Pack = FRENCH) -> str:
    """`h` as "hearts"."""
    return _suits(words, pack)[suit]


def suit_in_force(words: Words, suit: str, pack: Pack = FRENCH) -> str:
    """What a view says is in force: `h`, `-s` (any but spades), or nothing: "anything"."""
    if not suit:
        return words.gettext("anything")
    if suit[0] == "-":
        return words.gettext("anything but {suit}").format(suit=suit_name(words, suit[1], pack))
    return suit_name(words, suit, pack)


def rank_name(words: Words, rank: str, pack: Pack = FRENCH) -> str:
    """`3` as "three", `X` as "joker"."""
    return _ranks(words, pack)[rank]


def a_rank(words: Words, rank: str, pack: Pack = FRENCH) -> str:
    """`3` as "a three", `X` as "a joker"."""
    return _any_of_rank(words, pack)[rank]


def ranks_name(words: Words, rank: str) -> str:
    """`8` as "eights"; of ranks that may be demanded."""
    return _many_of_rank(words)[rank]


@lru_cache(maxsize=1024)
def joker_as(words: Words, joker: str, face: str, pack: Pack = FRENCH) -> str:
    """`Xr` for `Kh` as "red joker as king of hearts"."""
    # Translators: a joker that stands for another card.
    message = words.gettext("{joker} as {card}")
    return message.format(joker=card_name(words, joker, pack), card=card_name(words, face, pack))


@lru_cache(maxsize=1024)
def that_joker_as(words: Words, joker: str, face: str, pack: Pack = FRENCH) -> str:
    """One exact joker that stands for another card, in a sentence."""
    message = words.gettext("{joker} as {card}")
    return message.format(joker=that_card(words, joker, pack), card=card_name(words, face, pack))


@lru_cache(maxsize=1024)
def card_span(words: Words, code: str, pack: Pack = FRENCH) -> Span:
    """A card in a line of text: drawn short ("7♥"), spoken whole. Suits that are in no font are drawn as pictures."""
    spoken = card_name(words, code, pack)
    if code[0] == "X":
        return Span("card", "★" + TEXT_STYLE, spoken)
    if pack is FRENCH:
        return Span("card", {"T": "10"}.get(code[0], code[0]) + SIGNS[code[1]] + TEXT_STYLE, spoken)
    text = {"T": "10", "J": _ranks(words, pack)["J"], "Q": _ranks(words, pack)["Q"]}.get(code[0], code[0])
    return Span("card", text, spoken, code[1])


@lru_cache(maxsize=1024)
def joker_as_span(words: Words, joker: str, face: str, pack: Pack = FRENCH) -> Phrase:
    """A joker and the card for which it stands, in a line of text."""
    message = words.gettext("{joker} as {card}")
    return words.phrase(message, joker=card_span(words, joker, pack), card=card_span(words, face, pack))


# --- lists


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
def laid(words: Words, cards: tuple[str, ...], faces: tuple[str, ...], pack: Pack = FRENCH) -> Phrase:
    """Cards laid in one turn, "6♥ 6♣ 6♠"; `faces` are those for which they count, where a joker stands for another."""
    if faces and faces != cards:
        pairs = list(zip(cards, faces, strict=True))
        return all_of(words, [_laid_as(words, card, face, pack) for card, face in pairs])
    spans: list[Span] = []
    for code in cards:
        if spans:
            spans[-1] = spans[-1]._replace(spoken=f"{spans[-1].spoken},")
            spans.append(Span("text", " "))
        spans.append(card_span(words, code, pack))
    return tuple(spans)


def _laid_as(words: Words, card: str, face: str, pack: Pack) -> Phrase:
    return (card_span(words, card, pack),) if card == face else joker_as_span(words, card, face, pack)


# --- which of some cards


@lru_cache(maxsize=4096)
def one_of(words: Words, codes: tuple[str, ...], rules: RuleSet, gone: frozenset[str] = frozenset()) -> str:
    """Which card will do: whole ranks first ("a three"), then ranks of a colour or of some suits, then exact cards.

    Of a rank that does in part, cards that are `gone` are left out: they lie in sight.
    """
    named: list[str] = []
    some: list[str] = []
    single: dict[str, list[str]] = {}
    pack, kind = rules.one_pack(), rules.kind_of_pack
    for rank in dict.fromkeys(code[0] for code in codes):
        fitting = {code for code in codes if code[0] == rank}
        suits = [suit for suit in SUITS if rank + suit in fitting - gone]
        if fitting >= {code for code in pack if code[0] == rank}:
            named.append(a_rank(words, rank, kind))
        elif colour := _colour(suits, kind):
            named.append(_of_colour(words, rank, colour))
        elif len(suits) > 1:
            some.append(_exactly(words, (rank,), suits, kind))
        elif suits:
            single.setdefault(suits[0], []).append(rank)
    some += [_exactly(words, single[suit], (suit,), kind) for suit in SUITS if suit in single]
    if not named or not some or len(some) == sum(map(len, single.values())):
        return any_of(words, named + some)
    # Translators: the end of a list of which one will do, of which some are "the two or three of hearts".
    message = words.gettext("{first}, or {last}")
    return message.format(first=", ".join([*named, *some[:-1]]), last=some[-1])


def _colour(suits: Collection[str], kind: Pack) -> str:
    """The colour of which these are both suits; else empty."""
    its = frozenset(suits) if kind is FRENCH else frozenset()
    return next((colour for colour, both in COLOURS.items() if its == both), "")


def _of_colour(words: Words, rank: str, colour: str) -> str:
    # Translators: any card of a rank and colour, such as "a red three".
    message = words.gettext("a red {rank}") if colour == "red" else words.gettext("a black {rank}")
    return message.format(rank=_ranks(words, FRENCH)[rank])


def _exactly(words: Words, ranks: Sequence[str], suits: Sequence[str], kind: Pack) -> str:
    """Exact cards: "the king of spades", "the two or three of hearts", "the king of hearts or spades"."""
    card = words.gettext("{rank} of {suit}").format(
        rank=any_of(words, [_that_of_rank(words, kind)[rank] for rank in ranks]),
        suit=any_of(words, [suit_name(words, suit, kind) for suit in suits]),
    )
    # Translators: one exact card, such as "the king of spades".
    return words.gettext("the {card}").format(card=card)


@lru_cache
def _places(words: Words) -> tuple[str, ...]:
    _ = words.gettext
    # Translators: places in a round.
    return (
        _("1st"), _("2nd"), _("3rd"), _("4th"), _("5th"), _("6th"), _("7th"), _("8th"), _("9th"), _("10th"),
    )  # fmt: skip


def place(words: Words, number: int) -> str:
    """A place in a round or match, 1 is best: "1st"."""
    return _places(words)[number - 1]
