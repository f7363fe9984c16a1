"""The deal: pack, hands, and the card that starts the pile."""

from game.engine.cards import CODES, SUIT_OF, codes
from game.engine.compiled import compiled
from game.engine.errors import RuleError
from game.engine.events import Event, EventKind
from game.engine.rules import RuleSet
from game.engine.shuffle import Chance
from game.engine.state import State


def deal(rules: RuleSet, seats: int, seed: bytes, first: int) -> tuple[State, tuple[Event, ...]]:
    """A new state by the recipe of docs/notation.md, and the facts of the deal (SM-4, SM-5, D-11)."""
    tables = compiled(rules)
    if seats not in tables.packs:
        raise RuleError("seats", f"{rules.id} is not for {seats} seats")
    if not 0 <= first < seats:
        raise RuleError("first", f"there is no seat {first} among {seats}")
    cards = list(tables.packs[seats])
    Chance(seed, "deal").shuffle(cards)
    size = rules.hand(seats)
    hands = [sorted(cards[seat * size : (seat + 1) * size]) for seat in range(seats)]
    stock = cards[seats * size :]
    turned, buried = turn_up(stock, tables.plain) if rules.buries else (stock.pop(0), [])
    opening = [Event(EventKind.TURNED, None, (CODES[turned],))]
    if buried:
        opening.insert(0, Event(EventKind.BURIED, None, codes(buried)))
        chance = Chance(seed, "bury")
        for card in buried:
            stock.insert(chance.below(len(stock) + 1), card)
    state = State(
        rules=rules,
        hands=hands,
        pile=[turned],
        stock=stock[::-1],
        turn=first,
        suit=SUIT_OF[turned],
        owed=[0] * seats,
    )
    return state, tuple(opening)


def turn_up(stock: list[int], plain: tuple[bool, ...]) -> tuple[int, list[int]]:
    """Take the card that starts the pile off a stock (first is next): the first plain one, or the last of all (D-11).

    Returns it and those turned up before it, which are off the stock too.
    """
    turned = next((index for index, card in enumerate(stock) if plain[card]), len(stock) - 1)
    buried, start = stock[:turned], stock[turned]
    del stock[: turned + 1]
    return start, buried
