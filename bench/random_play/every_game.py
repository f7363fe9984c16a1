"""Our engine through its front door: every game, four seats, each move checked. Prints moves a second by game."""

import json
import random
import sys

from bench.random_play import rate
from game.engine import MOST_MOVES, Round, RuleSet
from game.engine.presets import PRESETS


def play_round(rules: RuleSet) -> int:
    round_ = Round.deal(rules, 4, seed=random.randbytes(32))
    for made in range(1, MOST_MOVES + 1):
        round_.play(random.choice(round_.legal_moves()))
        if round_.over:
            return made
    return MOST_MOVES


if __name__ == "__main__":
    seconds = float(sys.argv[1])
    rates = {}
    for preset in PRESETS:
        rules = RuleSet.named(preset)
        rate.count(lambda rules=rules: play_round(rules), rate.WARM_UP)
        counted = rate.count(lambda rules=rules: play_round(rules), seconds)
        rates[preset] = counted["moves"] / counted["seconds"]
    print(json.dumps(rates))
