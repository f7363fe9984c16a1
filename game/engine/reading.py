"""Positions, read key by key: what each may be, beside the cards on the table. `PositionError` names the key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.engine.acts import PLAIN, Act
from game.engine.cards import (
    ANY_RANK,
    CODES,
    HIDDEN,
    JOKER_RANK,
    NO_SUIT,
    NUMBER,
    RANK_LETTERS,
    RANK_OF,
    RANKS,
    SUIT_OF,
    SUIT_TEXT,
    SUITS,
)
from game.engine.compiled import Compiled, compiled
from game.engine.errors import PositionError
from game.engine.moves import ANY
from game.engine.results import places_of, scores_of
from game.engine.rules import Call
from game.engine.state import State


def number(value: Any, key: str, most: int, least: int = 0) -> int:
    if type(value) is not int or not least <= value <= most:
        raise PositionError(key, f"a number from {least} to {most}")
    return value


def numbers(value: Any, key: str, length: int, most: int) -> list[int]:
    if not isinstance(value, list | tuple) or len(value) != length:
        raise PositionError(key, "one number a seat")
    return [number(one, key, most) for one in value]


def flag(value: Any, key: str) -> bool:
    if not isinstance(value, bool):
        raise PositionError(key, "true or false")
    return value


def one_card(code: Any, key: str, *, hidden: bool) -> int:
    card = NUMBER.get(code) if isinstance(code, str) else None
    if card is None and hidden and code == CODES[HIDDEN]:
        card = HIDDEN
    if card is None:
        raise PositionError(key, f"{code!r:.20} is no card")
    return card


# --- the card on top


def read_suit(position: Mapping[str, Any], state: State) -> None:
    """The card for which a joker on top stands, and the suit in force; a card that names no suit has its own."""
    tables = compiled(state.rules)
    if position.get("as") is not None:
        state.stands = one_card(position["as"], "as", hidden=False)
        if not (tables.acts[state.pile[-1]] or PLAIN).stands_in or RANK_OF[state.stands] == JOKER_RANK:
            raise PositionError("as", "no joker that stands for a card lies on top")
        state.suit = SUIT_OF[state.stands]
    own, act = state.suit, tables.acts[state.top] or PLAIN
    state.suit = _suit(position.get("suit"), own)
    state.named = flag(position.get("named", state.suit != own), "named")
    if state.named and not act.names:
        raise PositionError("suit" if state.suit != own else "named", "the card on top names no suit")
    if state.suit != own and not state.named:
        raise PositionError("named", "a suit other than the top card's own was named")
    if state.suit < NO_SUIT and not act.suit_held:
        raise PositionError("suit", "the card on top leaves no suit free")


def _suit(text: Any, own: int) -> int:
    if text is None:
        return own
    if isinstance(text, str):
        for suit, written in SUIT_TEXT.items():
            if written == text:
                return suit
    raise PositionError("suit", f"one of {' '.join(SUITS)}, or -{SUITS[0]} and the like for any but one")


# --- while the round goes on


def read_turn(position: Mapping[str, Any], state: State) -> None:
    """The keys that mean something while the round goes on."""
    for key in ("scores", "places"):
        if position.get(key) is not None:
            raise PositionError(key, "there are none before the round is over")
    _read_pending(position.get("pending"), state)
    _check_finished(state)
    state.passes = number(position.get("passes", 0), "passes", len(state.hands) - len(state.finished) - 1)
    _read_drawn(position.get("drawn"), state)
    _read_extra(position.get("extra", False), state)
    _read_demand(position.get("demand"), state)
    _read_calls(position.get("calls", ()), state)


def _check_finished(state: State) -> None:
    """Who is out holds no card and is not in turn, and two at least are in.

    But between two one who is out may come back while a draw card's effect waits (D-12).
    """
    out, seats = state.finished, len(state.hands)
    if out and state.rules.by_points:
        raise PositionError("finished", "the round is over with the first who goes out")
    if {seat for seat, hand in enumerate(state.hands) if not hand} != set(out):
        raise PositionError("hands", "who is out holds no card, and everybody else does")
    if out and seats == 2:
        if not state.rules.returns or not state.draw or (state.turn in out) < (len(out) == 2):
            raise PositionError("finished", "the round is over")
    elif seats - len(out) < 2:
        raise PositionError("finished", "the round is over with one seat left")
    elif state.turn in out:
        raise PositionError("turn", "that seat is out")


def _read_drawn(drawn: Any, state: State) -> None:
    if drawn is None:
        return
    state.drawn = one_card(drawn, "drawn", hidden=True)
    if state.drawn not in state.hands[state.turn]:
        raise PositionError("drawn", "the seat in turn does not hold it")
    if state.skip or (state.draw and not state.rules.first_card_saves_penalty):
        raise PositionError("drawn", "nobody draws while something waits")
    if not state.rules.drawn_playable and not state.draw:
        raise PositionError("drawn", "a card drawn is kept")


def _read_extra(extra: Any, state: State) -> None:
    state.extra = flag(extra, "extra")
    if not state.extra:
        return
    act = compiled(state.rules).acts[state.top] or PLAIN
    if not act.plays_on or state.draw or state.skip or state.drawn >= 0:
        raise PositionError("extra", "it comes right after a card that lets its player play on")


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
    tables = compiled(state.rules)
    if not any(_adds(act, what) for act in _of_rank(tables, state.kind)):
        raise PositionError("pending", f"a card of rank {kind} does not {what}")
    amount = pending[what]
    if not number(amount, "pending", _most(tables, len(state.hands), what)):
        raise PositionError("pending", "nothing waits: write null")
    if what == "draw":
        state.draw = amount
    else:
        state.skip = amount


def _of_rank(tables: Compiled, rank: int) -> list[Act]:
    return [act for card, act in enumerate(tables.acts) if act is not None and RANK_OF[card] == rank]


def _most(tables: Compiled, seats: int, what: str) -> int:
    """What would wait if every card of the pack that adds to it lay in it."""
    acts = [act for act in tables.acts if act is not None]
    dearest = max([_adds(act, what) for act in acts])
    pack = [tables.acts[card] or PLAIN for card in tables.packs[seats]]
    return sum([dearest if act.stands_in else _adds(act, what) for act in pack])


def _adds(act: Act, what: str) -> int:
    return act.draw if what == "draw" else act.skip


def _read_demand(demand: Any, state: State) -> None:
    if demand is None:
        return
    tables = compiled(state.rules)
    if not tables.demands:
        raise PositionError("demand", "no card demands anything")
    if not isinstance(demand, Mapping) or set(demand) != {"rank", "by", "left"}:
        raise PositionError("demand", "it has rank, by and left")
    rank, seats = demand["rank"], len(state.hands)
    if rank == ANY and any(act is not None and act.rank_held for act in tables.acts):
        state.demand = ANY_RANK
    elif isinstance(rank, str) and len(rank) == 1 and rank in RANKS and RANKS.index(rank) in tables.demandable:
        state.demand = RANKS.index(rank)
    else:
        raise PositionError("demand", f"{rank!r:.20} cannot be demanded")
    if state.draw or state.skip:
        raise PositionError("demand", "nothing waits while a demand is open")
    state.demand_by = number(demand["by"], "demand", seats - 1)
    state.demand_left = number(demand["left"], "demand", seats, 1)


def _read_calls(calls: Any, state: State) -> None:
    if not isinstance(calls, list | tuple) or len(calls) > 1:
        raise PositionError("calls", "one seat at most")
    if not calls:
        return
    if state.rules.call is not Call.SPOKEN:
        raise PositionError("calls", "the table says Macao by itself")
    state.calling = number(calls[0], "calls", len(state.hands) - 1)
    if len(state.hands[state.calling]) != 1 or state.drawn >= 0:
        raise PositionError("calls", "who owes a call has just come to one card")


# --- once it is over


def read_end(position: Mapping[str, Any], state: State) -> None:
    """The keys that mean something once the round is over."""
    seats, rules = len(state.hands), state.rules
    if rules.by_points and len(state.finished) > 1:
        raise PositionError("finished", "the one seat that went out, if one did")
    if {seat for seat, hand in enumerate(state.hands) if not hand} != set(state.finished):
        raise PositionError("finished", "who went out holds no card, and everybody else does")
    if rules.by_points and any(HIDDEN in hand for hand in state.hands):
        most = sum([compiled(rules).points[card] for card in compiled(rules).packs[seats]])
        state.scores = tuple(numbers(position.get("scores"), "scores", seats, most))
    else:
        state.scores = scores_of(state)
    state.places = places_of(state)
    for key, right in (("scores", state.scores), ("places", state.places)):
        given = position.get(key)
        if given is not None and (not isinstance(given, list | tuple) or tuple(given) != right):
            raise PositionError(key, "they do not follow from the hands")
