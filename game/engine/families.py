"""Which cards of a hand go together in one turn, as a graph: the list of legal moves without its length."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from game.engine.acts import PLAIN
from game.engine.cards import CODES, JOKER_RANK, NO_RANK, RANK_OF, SUIT_OF
from game.engine.compiled import Compiled
from game.engine.moves import Lay
from game.engine.refusals import Situation, meets, refusal
from game.engine.together import is_run


class Family(NamedTuple):
    """Cards that go together (D-5, D-6, CLS-A15), by code.

    Every order in which the first card is a lead, each other one goes `after` the one before it, and none is laid more
    often than it is held, may be laid in this situation, if the last card says what it must and the round may end so.
    """

    leads: frozenset[str]
    after: dict[str, tuple[str, ...]]
    jokers: tuple[str, ...]
    """Jokers that may go anywhere in it, each for the very card beside it (D-7)."""


def families(tables: Compiled, situation: Situation, hand: Sequence[int]) -> list[Family]:
    """The families of a hand of one seat, sorted; of cards that could be laid together whatever leads them."""
    rules = tables.rules
    jokers = [card for card in hand if (tables.acts[card] or PLAIN).stands_in]
    cards = [card for card in hand if RANK_OF[card] != JOKER_RANK]
    cards = [card for card in cards if situation.demand == NO_RANK or meets(tables, situation.demand, card)]
    found = []
    if rules.packets:
        found += [_family(tables, situation, group, jokers) for group in _grouped(cards, RANK_OF.__getitem__)]
    if rules.runs:
        steps = [card for card in cards if tables.steps[card]]
        found.append(_family(tables, situation, steps, (), lambda one, other: is_run((one, other))))
    if rules.packet_same_suit:
        found += [_family(tables, situation, group, jokers) for group in _of_suit(tables, cards)]
    return [family for family in found if family.leads or (family.after and family.jokers)]


def _grouped(cards: Sequence[int], key: Callable[[int], int]) -> Iterator[list[int]]:
    for value in dict.fromkeys(map(key, cards)):
        yield [card for card in cards if key(card) == value]


def _of_suit(tables: Compiled, cards: Sequence[int]) -> Iterator[list[int]]:
    """The cards of each suit; where they have several sorts of power, once for each sort, with the plain ones."""
    for group in _grouped(cards, SUIT_OF.__getitem__):
        sorts = {card: (tables.acts[card] or PLAIN).sorts for card in group}
        for sort in dict.fromkeys(filter(None, sorts.values())) or [frozenset[str]()]:
            yield [card for card in group if sorts[card] <= sort]


def _family(
    tables: Compiled, situation: Situation, group: Sequence[int], jokers: Iterable[int],
    goes: Callable[[int, int], bool] = lambda one, other: True,
) -> Family:  # fmt: skip
    held = dict.fromkeys(group)
    after = {
        card: [other for other in held if (other != card or group.count(card) > 1) and goes(card, other)]
        for card in held
    }
    return Family(
        frozenset([CODES[card] for card in held if _leads(tables, situation, card, after[card], jokers)]),
        {CODES[card]: tuple([CODES[other] for other in others]) for card, others in after.items()},
        tuple(dict.fromkeys([CODES[joker] for joker in jokers])),
    )


def _leads(tables: Compiled, situation: Situation, card: int, others: Sequence[int], jokers: Iterable[int]) -> bool:
    """Whether a card may be laid first of several."""
    lasts = [*[last for other in others[:1] for last in tables.lays[other]]]
    lasts += [last for joker in list(jokers)[:1] for last in tables.lays[joker] if last.stands == card]
    return any(refusal(tables, situation, (Lay(card), last)) is None for last in lasts)
