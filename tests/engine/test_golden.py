"""A refactor keeps the tree: counts of all lines of play, and one seeded game move by move."""

import json
from pathlib import Path

import pytest

from game.engine import Round
from game.engine.shuffle import Chance
from tests.engine.strategies import position, seed_of

SEED = 20
GOLDEN = Path(__file__).parent / "golden" / "simple-macao.json"
"""One whole round: its seed, each move with its facts, and the position at the end. Review it when it changes."""


def perft(round_: Round, depth: int) -> int:
    """How many lines of `depth` moves there are; a line that ends earlier counts as one."""
    if depth == 0 or round_.over:
        return 1
    count = 0
    for move in round_.legal_moves():
        copy = round_.copy()
        copy.play(move)
        count += perft(copy, depth - 1)
    return count


STACKS = position(["3c 7h Ad 9h", "3d Ks 9c", "Kh 4s 7d"], pile="8c 8h", stock="3h 2s 4c 5d 6s")


@pytest.mark.parametrize(
    ("start", "counts"),
    [
        (STACKS, [7, 12, 20, 42, 129, 243]),
        (Round.deal("simple-macao", 2, seed=seed_of(1)).position(), [5, 32, 91, 287, 762, 2289]),
        (Round.deal("simple-macao", 4, seed=seed_of(2)).position(), [4, 9, 30, 81, 177, 424]),
    ],
    ids=["stacks", "two-seats", "four-seats"],
)
def test_the_number_of_lines_of_play_stays(start: dict[str, object], counts: list[int]) -> None:
    assert [perft(Round.from_position(start), depth) for depth in range(1, 7)] == counts


def golden_game(number: int) -> dict[str, object]:
    """Plays more often than not, chosen by the recipe of the shuffle under the label `golden`."""
    seed = seed_of(number)
    round_ = Round.deal("simple-macao", 4, seed=seed, first=1)
    opening = [fact.to_json() for fact in round_.opening]
    chance = Chance(seed, "golden")
    moves = []
    while not round_.over:
        allowed = round_.legal_moves()
        plays = [move for move in allowed if move.lays]
        choice = plays if plays and chance.below(8) else allowed
        move = choice[chance.below(len(choice))]
        moves.append([round_.turn, str(move), [fact.to_json() for fact in round_.play(move)]])
    return {"seed": seed.hex(), "opening": opening, "moves": moves, "end": round_.position()}


def test_the_golden_game_is_played_as_before() -> None:
    assert golden_game(SEED) == json.loads(GOLDEN.read_text("utf-8"))
