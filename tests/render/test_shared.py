"""What is made once for all viewers of a table is what would be made for each of them."""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

import pytest

from game import render
from game.engine import Round, RuleSet
from game.engine.presets import PRESETS
from game.presenter import present
from game.scene import LogEntry
from game.words import words_for
from tests.render.scenes import scene_of

SEATS = 4


@pytest.mark.parametrize("game", PRESETS)
def test_a_page_is_the_same_whoever_looked_before(game: str) -> None:
    rng, rules = random.Random(game), RuleSet.named(game)
    round_ = Round.deal(rules, SEATS, seed=bytes(32))
    log: tuple[LogEntry, ...] = (LogEntry(1, round_.opening, stand_in=False),)
    viewers = [None, *range(SEATS)]
    for number in range(2, 40):
        if round_.over:
            break
        calls = [(seat, call) for seat in range(SEATS) for call in round_.view(seat).calls_open()]
        moves = [(round_.turn, str(move)) for move in round_.legal_moves()]
        by, move = rng.choice(calls or moves) if rng.random() < 0.5 else rng.choice(moves)
        log = (*log, LogEntry(number, round_.play(move), stand_in=False, by=by))
        shared: dict[Hashable, Any] = {}
        for seat in rng.sample(viewers, len(viewers)):
            words = words_for(rng.choice(("en", "ro")))
            alone = scene_of(round_, seat, log=log, match_id="alone")
            with_others = scene_of(round_, seat, log=log, match_id="with others", shared=shared)
            ours, theirs = (render.parts(present(scene, words)) for scene in (with_others, alone))
            assert ours == theirs
        assert shared
