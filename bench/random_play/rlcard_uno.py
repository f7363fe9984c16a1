"""RLCard's UNO, the game core alone: no encoding of states, no agents."""

import random

from rlcard.games.uno import Game

from bench.random_play import rate


def play_round() -> int:
    game = Game(num_players=4)
    state, _ = game.init_game()
    moves = 0
    while not game.is_over():
        state, _ = game.step(random.choice(state["legal_actions"]))
        moves += 1
    return moves


if __name__ == "__main__":
    rate.main(play_round)
