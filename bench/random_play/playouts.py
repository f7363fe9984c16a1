"""Our engine as a search would use it: hidden cards dealt anew for each playout, moves by the unchecked door."""

import random

from bench.random_play import rate
from game.engine import MOST_MOVES, Round, RuleSet

RNG = random.Random(1)
VIEW = Round.deal(RuleSet.named("simple-macao"), 4, seed=bytes(32)).view(0)


def play_round() -> int:
    round_ = VIEW.determinize(RNG)
    for made in range(1, MOST_MOVES + 1):
        round_.play_unchecked(random.choice(round_.legal_moves()))
        if round_.over:
            return made
    return MOST_MOVES


if __name__ == "__main__":
    rate.main(play_round)
