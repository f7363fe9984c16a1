"""OpenSpiel's crazy eights (C++), driven from Python; chance nodes, all of equal chances, are not counted."""

import random

import pyspiel

from bench.random_play import rate

GAME = pyspiel.load_game("crazy_eights(players=4)")


def play_round() -> int:
    state = GAME.new_initial_state()
    moves = 0
    while not state.is_terminal():
        moves += not state.is_chance_node()
        state.apply_action(random.choice(state.legal_actions()))
    return moves


if __name__ == "__main__":
    rate.main(play_round)
