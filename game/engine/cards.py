"""Cards: the two-character codes of the notation, and the small integers that stand for them inside.

A card is an `int`, 0 to 53, in pack order: the twos first, the aces last, clubs, diamonds, hearts and
spades within a rank, then the black and the red joker. `HIDDEN` is a card that a view may not show.
Where there are several packs, the same number stands for each copy.
"""

from collections.abc import Iterable
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"

CODES: Final[tuple[str, ...]] = (*(rank + suit for rank in RANKS for suit in SUITS), "Xb", "Xr", "??")
"""The code of every card, by number; the last is `HIDDEN`."""

HIDDEN: Final = CODES.index("??")
CARDS: Final = range(HIDDEN)
"""Every card that can be in a pack."""

NUMBER: Final[dict[str, int]] = {CODES[card]: card for card in CARDS}
"""The card of every code; `??` is not among them."""

RANK_LETTERS: Final = RANKS + "X"
"""Letter of a rank by its number; the jokers are the rank `X`."""

JOKER_RANK: Final = RANK_LETTERS.index("X")
NO_SUIT: Final = -1
NO_CARD: Final = -1
NO_RANK: Final = -1
NO_SEAT: Final = -1
ANY_RANK: Final = len(RANK_LETTERS)
"""What a demand for any plain card asks for (CLS-23)."""

RANK_OF: Final[tuple[int, ...]] = tuple(min(card // len(SUITS), JOKER_RANK) for card in CARDS)
SUIT_OF: Final[tuple[int, ...]] = tuple(NO_SUIT if RANK_OF[card] == JOKER_RANK else card % len(SUITS) for card in CARDS)


def codes(cards: Iterable[int]) -> tuple[str, ...]:
    """The codes of some cards, in their order."""
    return tuple([CODES[card] for card in cards])


def barring(suit: int) -> int:
    """The suit in force after "free suit": any but this one (D-15). Barring it again changes nothing."""
    return -2 - suit if suit >= 0 else suit


SUIT_TEXT: Final[dict[int, str | None]] = {
    NO_SUIT: None,
    **dict(enumerate(SUITS)),
    **{barring(suit): f"-{letter}" for suit, letter in enumerate(SUITS)},
}
"""How the suit in force is written: a letter, `-s` for any suit but spades, None under a joker that named none."""


def named_or_barred(suit: int) -> int:
    """The suit in force, or the one that "free suit" bars."""
    return -2 - suit if suit < NO_SUIT else suit
