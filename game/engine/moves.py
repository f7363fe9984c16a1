"""Moves as values, and their texts (docs/notation.md, "Moves").

A play is a list of cards, each perhaps with a declaration, whatever the game: a game of one card a turn
refuses the longer ones.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

from game.engine.cards import CODES, NUMBER, SUIT_OF, SUITS
from game.engine.errors import MalformedMove

FREE = "free"
ANY = "any"
NONE = "none"


class MoveKind(Enum):
    """What sort of move it is."""

    PLAY = "play"
    DRAW = "draw"
    TAKE = "take"
    WAIT = "wait"
    PASS = "pass"  # noqa: S105 (no password)
    MACAO = "macao"
    CATCH = "catch"


@dataclass(frozen=True, slots=True)
class Lay:
    """One card that lands on the pile, with what its player declares.

    `says` is a suit letter, `free`, a rank letter, `any`, `none`, or empty; `stands` is the card for which
    a joker is laid. `face` is the card as which it counts, `suit` the suit in force once it lies (for `free`
    that depends on the one before: it is the face's own here).
    """

    card: int
    says: str = ""
    stands: int | None = None
    face: int = field(init=False, compare=False)
    suit: int = field(init=False, compare=False)
    names: bool = field(init=False, compare=False)
    """Whether it names a suit, or leaves it free."""

    def __post_init__(self) -> None:
        face = self.card if self.stands is None else self.stands
        named = self.says != "" and self.says in SUITS
        object.__setattr__(self, "face", face)
        object.__setattr__(self, "suit", SUITS.index(self.says) if named else SUIT_OF[face])
        object.__setattr__(self, "names", named or self.says == FREE)

    def __str__(self) -> str:
        code = CODES[self.card]
        if self.stands is not None:
            return f"{code}={CODES[self.stands]}" + (f"/{self.says}" if self.says else "")
        return f"{code}={self.says}" if self.says else code


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a seat. Two moves are equal when their texts are.

    `lays` are the cards in the order in which they land (plays only), `seat` is the seat caught (`catch:N`
    only), `spoken` says that Macao is called with the play (`!`).
    """

    kind: MoveKind = field(compare=False)
    lays: tuple[Lay, ...] = field(default=(), compare=False)
    seat: int | None = field(default=None, compare=False)
    spoken: bool = field(default=False, compare=False)
    text: str = field(init=False)

    def __post_init__(self) -> None:
        text = "+".join(map(str, self.lays)) + "!" * self.spoken if self.lays else self.kind.value
        object.__setattr__(self, "text", text if self.seat is None else f"{text}:{self.seat}")

    def __str__(self) -> str:
        return self.text

    @property
    def quiet(self) -> "Move":
        """The same move without the call."""
        return Move(self.kind, self.lays, self.seat) if self.spoken else self

    @property
    def cards(self) -> tuple[str, ...]:
        """The codes of the cards laid, in the order in which they land."""
        return tuple([CODES[lay.card] for lay in self.lays])


CALLS = (MoveKind.MACAO, MoveKind.CATCH)
"""The kinds that belong to no turn (D-13)."""

DRAW = Move(MoveKind.DRAW)
TAKE = Move(MoveKind.TAKE)
WAIT = Move(MoveKind.WAIT)
PASS = Move(MoveKind.PASS)
_WORDS = {move.text: move for move in (DRAW, TAKE, WAIT, PASS, Move(MoveKind.MACAO))}

_CARD = r"(?:[2-9TJQKA][cdhs]|X[br])"
_SAYS = r"(?:[cdhs]|free|[2-9TJQKA]|any|none)"
_LAY = re.compile(rf"({_CARD})(?:=(?:({_CARD})(?:/({_SAYS}))?|({_SAYS})))?")
_CATCH = re.compile(r"catch:(0|[1-9][0-9]?)")

_CACHED_LENGTH = 32
"""Longer texts are read anew each time: nobody can fill the cache with monsters."""


def parse(text: str) -> Move:
    """The move that a text means. `MalformedMove` if it has the form of none."""
    if not isinstance(text, str):
        raise MalformedMove(text)
    return _known(text) if len(text) <= _CACHED_LENGTH else _read(text)


def _read(text: str) -> Move:
    if (word := _WORDS.get(text)) is not None:
        return word
    if (caught := _CATCH.fullmatch(text)) is not None:
        return Move(MoveKind.CATCH, seat=int(caught[1]))
    spoken = text.endswith("!")
    return Move(MoveKind.PLAY, tuple(_lays(text)), spoken=spoken)


def _lays(text: str) -> Iterator[Lay]:
    for part in text.removesuffix("!").split("+"):
        if (found := _LAY.fullmatch(part)) is None:
            raise MalformedMove(text)
        card, stands, says_as, says = found.groups()
        yield Lay(NUMBER[card], says or says_as or "", NUMBER[stands] if stands else None)


_known = lru_cache(maxsize=4096)(_read)
