"""Positions: reading and writing the plain form of a round (docs/notation.md, "Position")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.engine.cards import CODES, HIDDEN, NO_CARD, NUMBER, RANK_LETTERS, RANK_OF, SUIT_OF, SUITS, codes
from game.engine.compiled import Act, compiled
from game.engine.errors import PositionError, RuleError
from game.engine.powers import NameSuit
from game.engine.rules import RuleSet
from game.engine.state import State

_MOST_SHUFFLES = 1_000_000
_UNUSED: Mapping[str, Any] = {"as": None, "extra": False, "demand": None, "calls": []}
"""Keys that have no other value in a game without jokers, fives, jacks and spoken calls."""

_USED = "rules hands pile stock turn suit pending owed drawn named finished passes shuffles over scores places"
_KEYS = frozenset(_USED.split()) | frozenset(_UNUSED)


def write(state: State) -> dict[str, Any]:
    """The position of a state: every key, card lists as arrays, JSON values only."""
    waits: dict[str, Any] | None = None
    if state.draw:
        waits = {"draw": state.draw, "kind": RANK_LETTERS[state.kind]}
    elif state.skip:
        waits = {"skip": state.skip, "kind": RANK_LETTERS[state.kind]}
    return {
        "rules": state.rules.to_json(),
        "hands": [list(codes(hand)) for hand in state.hands],
        "pile": list(codes(state.pile)),
        "stock": list(codes(reversed(state.stock))),
        "turn": state.turn,
        "suit": SUITS[state.suit],
        "pending": waits,
        "owed": state.owed[:],
        "drawn": None if state.drawn == NO_CARD else CODES[state.drawn],
        "as": None,
        "extra": False,
        "named": state.named,
        "demand": None,
        "calls": [],
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
        turn=_number(position.get("turn", 0), "turn", seats - 1),
        suit=SUIT_OF[pile[-1]],
        owed=_numbers(position.get("owed", [0] * seats), "owed", seats, len(CODES)),
        shuffles=_number(position.get("shuffles", 0), "shuffles", _MOST_SHUFFLES),
        over=_flag(position.get("over", False), "over"),
    )
    for key, only in _UNUSED.items():
        if position.get(key, only) != only:
            raise PositionError(key, f"{rules.id} has nothing of the kind")
    _read_suit(position, state)
    if state.over:
        _read_end(position, state)
    else:
        _read_turn(position, state)
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
        return [_card(code, key, hidden) for code in value]


def _card(code: Any, key: str, hidden: bool) -> int:
    card = NUMBER.get(code) if isinstance(code, str) else None
    if card is None and hidden and code == CODES[HIDDEN]:
        card = HIDDEN
    if card is None:
        raise PositionError(key, f"{code!r:.20} is no card")
    return card


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


def _number(value: Any, key: str, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise PositionError(key, f"a number from 0 to {most}")
    return value


def _numbers(value: Any, key: str, length: int, most: int) -> list[int]:
    if not isinstance(value, list | tuple) or len(value) != length:
        raise PositionError(key, "one number a seat")
    return [_number(number, key, most) for number in value]


def _flag(value: Any, key: str) -> bool:
    if not isinstance(value, bool):
        raise PositionError(key, "true or false")
    return value


def _read_suit(position: Mapping[str, Any], state: State) -> None:
    """The suit in force; a card that names no suit has its own."""
    suit = position.get("suit")
    own = state.suit
    if suit is not None:
        if not isinstance(suit, str) or len(suit) != 1 or suit not in SUITS:
            raise PositionError("suit", f"one of {' '.join(SUITS)}")
        state.suit = SUITS.index(suit)
    state.named = _flag(position.get("named", state.suit != own), "named")
    names = any(isinstance(power, NameSuit) for power in state.rules.power(CODES[state.pile[-1]]))
    if state.named and not names:
        raise PositionError("suit" if state.suit != own else "named", "the card on top names no suit")
    if state.suit != own and not state.named:
        raise PositionError("named", "a suit other than the top card's own was named")


def _read_turn(position: Mapping[str, Any], state: State) -> None:
    """The keys that mean something while the round goes on."""
    for key in ("scores", "places"):
        if position.get(key) is not None:
            raise PositionError(key, "there are none before the round is over")
    if position.get("finished", ()) not in ((), []):
        raise PositionError("finished", "the round is over with the first who goes out")
    if not all(state.hands):
        raise PositionError("hands", "a hand is empty, and the round not over")
    state.passes = _number(position.get("passes", 0), "passes", len(state.hands) - 1)
    _read_pending(position.get("pending"), state)
    drawn = position.get("drawn")
    if drawn is None:
        return
    state.drawn = _card(drawn, "drawn", hidden=True)
    if state.drawn not in state.hands[state.turn]:
        raise PositionError("drawn", "the seat in turn does not hold it")
    if state.draw or state.skip:
        raise PositionError("drawn", "nobody draws while something waits")


def _read_pending(pending: Any, state: State) -> None:
    if pending is None:
        return
    what = next((what for what in ("draw", "skip") if isinstance(pending, Mapping) and what in pending), None)
    if what is None or set(pending) != {what, "kind"}:
        raise PositionError("pending", "it has draw or skip, and kind")
    kind = pending["kind"]
    if not isinstance(kind, str) or len(kind) != 1 or kind not in RANK_LETTERS:
        raise PositionError("pending", "its kind is a rank")
    state.kind = RANK_LETTERS.index(kind)
    # never more than if every card of the pack that adds to it lay in it
    acts = [act for act in compiled(state.rules).acts if act is not None]
    if not any(_adds(act, what) for act in _of_rank(state)):
        raise PositionError("pending", f"a card of rank {kind} does not {what}")
    amount = pending[what]
    most = sum(_adds(act, what) for act in acts)
    if not _number(amount, "pending", most):
        raise PositionError("pending", "nothing waits: write null")
    if what == "draw":
        state.draw = amount
    else:
        state.skip = amount


def _of_rank(state: State) -> list[Act]:
    acts = compiled(state.rules).acts
    return [act for card, act in enumerate(acts) if act is not None and RANK_OF[card] == state.kind]


def _adds(act: Act, what: str) -> int:
    return act.draw if what == "draw" else act.skip


def _read_end(position: Mapping[str, Any], state: State) -> None:
    """The keys that mean something once the round is over."""
    seats = len(state.hands)
    finished = position.get("finished", ())
    if not isinstance(finished, list | tuple) or len(finished) > 1:
        raise PositionError("finished", "the one seat that went out, if one did")
    state.finished = [_number(seat, "finished", seats - 1) for seat in finished]
    if [seat for seat, hand in enumerate(state.hands) if not hand] != state.finished:
        raise PositionError("finished", "who went out holds no card, and everybody else does")
    if any(HIDDEN in hand for hand in state.hands):
        most = sum(compiled(state.rules).points)
        state.scores = tuple(_numbers(position.get("scores"), "scores", seats, most))
    else:
        state.scores = points_held(state)
    state.places = places_by(state.scores)
    for key, right in (("scores", state.scores), ("places", state.places)):
        given = position.get(key)
        if given is not None and (not isinstance(given, list | tuple) or tuple(given) != right):
            raise PositionError(key, "they do not follow from the hands")


def points_held(state: State) -> tuple[int, ...]:
    """What each hand costs, in seat order, 0 for an empty one (SM-27, SM-29)."""
    points = compiled(state.rules).points
    return tuple([sum([points[card] for card in hand]) for hand in state.hands])


def places_by(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Each seat's place by points: 1 is best, equal seats share the better one."""
    return tuple([1 + sum([other < own for other in scores]) for own in scores])
