"""The laws over random rounds of every game at every number of seats, and of random rule sets."""

from __future__ import annotations

import os
import random

import pytest

from game.engine import MOST_MOVES, Round, RuleSet
from game.engine.presets import PRESETS
from tests.engine import laws
from tests.engine.strategies import draw_rules, play_on, seed_of

ROUNDS = int(os.environ.get("MACAO_GAME_ROUNDS", "10"))
"""Rounds of each game in all, dealt out to the numbers of seats it allows; one each at least."""
RULE_SETS = int(os.environ.get("MACAO_RULE_SETS", "10"))
LOOKS = 4
"""How often the dear laws are looked at in a round, at most."""

GAMES = [(preset, seats) for preset, rules in PRESETS.items() for seats in range(rules.min_seats, rules.max_seats + 1)]


def check_round(rules: RuleSet, seats: int, number: int) -> None:
    """Play one random round and check every law on the way."""
    rng = random.Random(number)
    round_ = Round.deal(rules, seats, seed=seed_of(number), first=number % seats)
    looks = sorted(rng.sample(range(60), LOOKS))
    made = 0
    for _ in play_on(round_, rng, hasty=number % 5 > 0):
        assert sum(map(len, round_.hands)) + len(round_.pile) + len(round_.stock) == len(rules.pack(seats))
        laws.check_call_is_owed_rightly(round_, rules)
        if made in looks or (round_.stands >= 0 and rng.random() < 0.1):
            laws.check_cards_are_the_pack(round_)
            laws.check_list_and_gate_agree(round_, rng)
            laws.check_position_round_trips(round_)
            laws.check_views(round_, rng)
        made += 1
    assert made <= MOST_MOVES
    laws.check_cards_are_the_pack(round_)
    laws.check_end(round_)
    laws.check_position_round_trips(round_)
    laws.check_views(round_, rng)


@pytest.mark.parametrize(("preset", "seats"), GAMES)
def test_every_game_obeys_the_laws_at_every_number_of_seats(preset: str, seats: int) -> None:
    counts = len([game for game, _ in GAMES if game == preset])
    for number in range(max(1, ROUNDS // counts)):
        check_round(RuleSet.named(preset), seats, number * 31 + seats)


@pytest.mark.parametrize("number", range(RULE_SETS))
def test_random_rule_sets_obey_the_laws_or_are_refused_by_name(number: int) -> None:
    rng = random.Random(number)
    rules = draw_rules(rng)
    for round_number in range(3):
        check_round(rules, rng.randint(rules.min_seats, rules.max_seats), number * 7 + round_number)
