"""What the engine's tests share: positions from a few words, and rounds played by random hands."""

import random
from collections.abc import Iterator
from typing import Any

from game.engine import MOST_MOVES, Move, Round, RuleError, RuleSet
from game.engine.moves import parse
from game.engine.presets import PARAMETERS, PRESETS

WORDS = ["draw", "take", "wait", "pass", "macao", "catch:0", "catch:1"]
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
CANDIDATES = [
    *WORDS,
    *CARDS,
    *[f"{rank}{suit}={named}" for rank in "7A" for suit in "cdhs" for named in "cdhs"],
    "Xr", "Xb=h", "9c!", "Ah=d!", "Jc=8", "Jc=any", "Ah=free", "9c=Kh", "9c+9d", "7h+7c", "4c+4d+4h+4s",
]  # fmt: skip
"""Moves of every sort, most of them illegal at any one moment."""


def position(hands: list[str], pile: str = "9c", stock: str = "Jd Qd", **keys: Any) -> dict[str, Any]:
    """A position of Simple Macao from its hands; the other keys as in docs/notation.md."""
    return {"rules": "simple-macao", "hands": hands, "pile": pile, "stock": stock, **keys}


def legal(round_: Round) -> list[str]:
    """The texts of the legal moves, sorted."""
    return sorted(str(move) for move in round_.legal_moves())


def seed_of(number: int) -> bytes:
    """A seed for the tests: a number as 32 bytes."""
    return number.to_bytes(32, "big")


def choose(rng: random.Random, round_: Round, hasty: bool) -> Move:
    """Any legal move; a hasty hand lays a card whenever it can, nine times in ten."""
    moves = round_.legal_moves()
    if hasty and len(moves) > 1 and rng.random() < 0.9:
        moves = [move for move in moves if move.lays] or moves
    return rng.choice(moves)


def play_on(round_: Round, rng: random.Random, hasty: bool) -> Iterator[Move]:
    """Play a round to its end, giving each move just before it is made; the cap of D-19 ends it as blocked.

    A call that is owed is made or caught half the time, and is a move as well.
    """
    for _ in range(MOST_MOVES):
        calls = round_.calls_open()
        move = parse(rng.choice(calls)) if calls and rng.random() < 0.5 else choose(rng, round_, hasty)
        yield move
        round_.play(move)
        if round_.over:
            return
    round_.block()


def draw_rules(rng: random.Random) -> RuleSet:
    """A rule set drawn at random; those that are drawn on the way and refused are refused by a name that they have."""
    while True:
        chosen = _some_parameters(rng)
        refused = _refusal_of(chosen)
        if refused is None:
            return RuleSet.from_json(chosen)
        assert refused in chosen


def _some_parameters(rng: random.Random) -> dict[str, Any]:
    """Some parameters of some game, together or not."""
    preset = rng.choice(list(PRESETS))
    offers = PARAMETERS[preset]
    names = rng.sample(list(offers), rng.randint(1, min(8, len(offers))))
    return {"base": preset, **{name: rng.choice(list(offers[name].values)) for name in names}}


def _refusal_of(rules: dict[str, Any]) -> str | None:
    """The parameter that is named when a rule set is refused; None if it is not."""
    try:
        RuleSet.from_json(rules)
    except RuleError as refused:
        return refused.parameter
    return None
