"""Positions: the plain form of a round (docs/notation.md, "Position"), written, and read with `reading`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.engine.cards import CODES, HIDDEN, NO_CARD, NUMBER, RANK_LETTERS, SUIT_OF, SUIT_TEXT, codes
from game.engine.compiled import compiled, demand_text
from game.engine.errors import PositionError, RuleError
from game.engine.reading import flag, number, numbers, one_card, read_end, read_suit, read_turn
from game.engine.rules import RuleSet
from game.engine.state import State

_MOST_SHUFFLES = 1_000_000
_CARDS = ("rules", "hands", "pile", "stock")
_TURN = ("turn", "suit", "pending", "owed", "drawn", "as", "extra", "named", "demand", "calls")
_COURSE = ("finished", "passes", "shuffles", "over", "scores", "places")
_KEYS = frozenset([*_CARDS, *_TURN, *_COURSE])


def write(state: State) -> dict[str, Any]:
    """The position of a state: every key, card lists as arrays, JSON values only."""
    waits: dict[str, Any] | None = None
    if state.draw:
        waits = {"draw": state.draw, "kind": RANK_LETTERS[state.kind]}
    elif state.skip:
        waits = {"skip": state.skip, "kind": RANK_LETTERS[state.kind]}
    demand: dict[str, Any] | None = None
    if state.demand_left:
        demand = {"rank": demand_text(state.demand), "by": state.demand_by, "left": state.demand_left}
    return {
        "rules": state.rules.to_json(),
        "hands": [list(codes(hand)) for hand in state.hands],
        "pile": list(codes(state.pile)),
        "stock": list(codes(reversed(state.stock))),
        "turn": state.turn,
        "suit": SUIT_TEXT[state.suit],
        "pending": waits,
        "owed": state.owed[:],
        "drawn": None if state.drawn == NO_CARD else CODES[state.drawn],
        "as": None if state.stands == NO_CARD else CODES[state.stands],
        "extra": state.extra,
        "named": state.named,
        "demand": demand,
        "calls": [] if state.calling < 0 else [state.calling],
        "finished": state.finished[:],
        "passes": state.passes,
        "shuffles": state.shuffles,
        "over": state.over,
        "scores": None if state.scores is None else list(state.scores),
        "places": None if state.places is None else list(state.places),
    }


def read(position: Mapping[str, Any], *, hidden: bool = False) -> State:
    """The state that a position describes; with `hidden`, cards may be `??`, and scores are believed where they are.

    `PositionError` names the first key that is wrong.
    """
    if not isinstance(position, Mapping):
        raise PositionError("position", "it is an object")
    for key in position:
        if key not in _KEYS:
            raise PositionError(str(key), "there is no such key")
    rules = _rules(position)
    hands = _hands(position, rules, hidden)
    seats = len(hands)
    pile = _cards(position.get("pile"), "pile", hidden=False)
    if not pile:
        raise PositionError("pile", "it holds at least the card that was turned up")
    stock = _cards(position.get("stock", ()), "stock", hidden)
    _check_pack(rules, hands, pile, stock)
    state = State(
        rules=rules,
        hands=[sorted(hand) for hand in hands],
        pile=pile,
        stock=stock[::-1],
        turn=number(position.get("turn", 0), "turn", seats - 1),
        suit=SUIT_OF[pile[-1]],
        owed=numbers(position.get("owed", [0] * seats), "owed", seats, len(CODES) * rules.packs_for(seats)),
        shuffles=number(position.get("shuffles", 0), "shuffles", _MOST_SHUFFLES),
        over=flag(position.get("over", False), "over"),
    )
    state.finished = _finished(position.get("finished", ()), seats)
    read_suit(position, state)
    if state.over:
        read_end(position, state)
    else:
        read_turn(position, state)
    return state


def _rules(position: Mapping[str, Any]) -> RuleSet:
    rules = position.get("rules")
    if isinstance(rules, RuleSet):
        return rules
    if rules is None:
        raise PositionError("rules", "they are missing")
    try:
        return RuleSet.from_json(rules)
    except RuleError as error:
        raise PositionError("rules", str(error)) from error


def _hands(position: Mapping[str, Any], rules: RuleSet, hidden: bool) -> list[list[int]]:
    lists = position.get("hands")
    if not isinstance(lists, list | tuple) or not rules.min_seats <= len(lists) <= rules.max_seats:
        raise PositionError("hands", f"one card list a seat, for {rules.min_seats} to {rules.max_seats} seats")
    return [_cards(cards, "hands", hidden) for cards in lists]


def _cards(value: Any, key: str, hidden: bool) -> list[int]:
    if isinstance(value, str):
        value = value.split()
    if not isinstance(value, list | tuple):
        raise PositionError(key, "a card list is a text or an array of codes")
    try:
        return [NUMBER[code] for code in value]
    except (KeyError, TypeError):  # a hidden card, or the one that is wrong
        return [one_card(code, key, hidden=hidden) for code in value]


def _check_pack(rules: RuleSet, hands: list[list[int]], pile: list[int], stock: list[int]) -> None:
    """No card more often than the pack has it, and no more cards than the pack."""
    pack = compiled(rules).packs[len(hands)]
    room = len(pack)
    left = [0] * HIDDEN + [room]
    for card in pack:
        left[card] += 1
    for key, cards in (("pile", pile), *[("hands", hand) for hand in hands], ("stock", stock)):
        room -= len(cards)
        if room < 0:
            raise PositionError(key, "there are more cards than in the pack")
        for card in cards:
            left[card] -= 1
            if left[card] < 0:
                raise PositionError(key, f"{CODES[card]} stands more often than in the pack")


def _finished(value: Any, seats: int) -> list[int]:
    if not isinstance(value, list | tuple) or len(value) > seats:
        raise PositionError("finished", "the seats that went out, in that order")
    finished = [number(seat, "finished", seats - 1) for seat in value]
    if len(set(finished)) < len(finished):
        raise PositionError("finished", "a seat goes out once")
    return finished
