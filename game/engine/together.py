"""Several cards in one turn: which orders of cards make a packet, and which make a run. Cards only, no situation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from game.engine.cards import JOKER_RANK, RANK_OF, SUIT_OF

LISTED = 4
"""Runs and packets of one suit are listed up to so many cards; longer ones may be laid all the same (D-6)."""


def is_packet(faces: Sequence[int]) -> bool:
    """D-5: cards of one rank; jokers with powers of their own make none."""
    return len({RANK_OF[face] for face in faces}) == 1 and RANK_OF[faces[0]] != JOKER_RANK


def is_of_suit(faces: Sequence[int]) -> bool:
    """CLS-A15: cards of one suit."""
    return len({SUIT_OF[face] for face in faces}) == 1 and RANK_OF[faces[0]] != JOKER_RANK


def is_run(faces: Sequence[int]) -> bool:
    """D-6, as far as it is about steps: each card repeats the rank before it or is a neighbour in its suit."""
    return all(_steps(one, other) for one, other in pairwise(faces))


def _steps(one: int, other: int) -> bool:
    away = abs(RANK_OF[one] - RANK_OF[other])
    return away == 0 or (away == 1 and SUIT_OF[one] == SUIT_OF[other])


def packets(group: Sequence[int], most: int | None = None) -> Iterator[tuple[int, ...]]:
    """Every order of two or more cards of a sorted group, those between first and last in pack order."""
    for length in range(2, min(len(group), most or len(group)) + 1):
        for first in dict.fromkeys(group):
            others = _without(group, first)
            for last in dict.fromkeys(others):
                left = _without(others, last)
                for between in dict.fromkeys(combinations(left, length - 2)):
                    yield (first, *between, last)


def packets_of_suit(group: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """As `packets`, of two to four cards that are not of one rank as well."""
    return (order for order in packets(group, LISTED) if not is_packet(order))


def runs(cards: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every run of two to four of some cards, those of one rank too; the first in the order of the cards."""
    for first in dict.fromkeys(cards):
        yield from _longer((first,), _without(cards, first))


def _longer(run: tuple[int, ...], left: list[int]) -> Iterator[tuple[int, ...]]:
    for card in dict.fromkeys(left):
        if _steps(run[-1], card):
            yield (*run, card)
            if len(run) + 1 < LISTED:
                yield from _longer((*run, card), _without(left, card))


def _without(cards: Sequence[int], card: int) -> list[int]:
    left = list(cards)
    left.remove(card)
    return left
