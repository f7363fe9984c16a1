"""Our engine through its front door: Simple Macao, four seats, each move checked and its facts told."""

import random

from bench.random_play import rate
from game.engine import MOST_MOVES, Round, RuleSet

RULES = RuleSet.named("simple-macao")


def play_round() -> int:
    round_ = Round.deal(RULES, 4, seed=random.randbytes(32))
    for made in range(1, MOST_MOVES + 1):
        round_.play(random.choice(round_.legal_moves()))
        if round_.over:
            return made
    return MOST_MOVES


if __name__ == "__main__":
    rate.main(play_round)
