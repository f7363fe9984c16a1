"""How many moves of random play an engine makes in so much CPU time. Standard library only: it runs in every venv."""

import json
import sys
import time
from collections.abc import Callable

WARM_UP = 0.3


def main(play_round: Callable[[], int]) -> None:
    """Play rounds, each of which tells its number of moves, for the seconds given on the command line; print JSON."""
    seconds = float(sys.argv[1])
    count(play_round, WARM_UP)
    print(json.dumps(count(play_round, seconds)))


def count(play_round: Callable[[], int], seconds: float) -> dict[str, float]:
    rounds = moves = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        moves += play_round()
        rounds += 1
    return {"rounds": rounds, "moves": moves, "seconds": spent}
