"""Every game at the table: whatever happens in a round, its page can be made, and says nothing in code."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import pytest

from game import presenter, render
from game.engine import RuleError, RuleSet
from game.engine.moves import parse
from game.engine.presets import PARAMETERS, PRESETS
from game.engine.round import Round
from game.scene import LogEntry, Scene
from game.words import words_for
from tests.engine.strategies import seed_of
from tests.render.scenes import ended, scene_of

LANGUAGES = ("en", "ro")
TAGS = re.compile(r"<[^>]+>")
CODES = re.compile(r"(?<!\w)(None|-[cdhs]|(?!As de )[2-9TJQKA][cdhs]|X[br])(?!\w)|[{}]")
"""What no sentence may hold: a value that is missing, a code of the notation, a placeholder. ("As de" is Romanian.)"""


@lru_cache
def some_rules(dice_seed: int) -> RuleSet:
    """A random rule set of a random game, in the range of what its parameters allow."""
    dice = random.Random(dice_seed)
    while True:
        preset = dice.choice(list(PARAMETERS))
        offers = PARAMETERS[preset]
        chosen = dice.sample(list(offers), dice.randint(1, len(offers)))
        try:
            rules = RuleSet.named(preset, **{name: dice.choice(list(offers[name].values)) for name in chosen})
        except RuleError:
            continue
        return rules


def moments(rules: RuleSet, seats: int, seed: int, most: int) -> Iterator[tuple[Round, tuple[LogEntry, ...]]]:
    """A random round, before each move and after the last: calls are made, missed and caught."""
    dice = random.Random(seed)
    round_ = Round.deal(rules, seats, seed=seed_of(seed))
    log: tuple[LogEntry, ...] = (LogEntry(1, round_.opening, False),)
    yield round_, log
    while not round_.over and len(log) < most:
        calls = round_.calls_open()
        by = round_.turn
        if calls and dice.random() < 0.6:
            move = dice.choice(calls)
            by = round_.calling if move == "macao" else (round_.calling + 1) % seats
        else:
            plays = [move for move in round_.legal_moves() if move.lays]
            move = str(dice.choice(plays if plays and dice.random() < 0.85 else round_.legal_moves()))
        log = (*log, LogEntry(len(log) + 1, round_.play(move), False, by))
        yield round_, log


def pages(scene: Scene) -> Iterator[dict[str, str]]:
    for language in LANGUAGES:
        yield render.parts(presenter.present(scene, words_for(language)))


def texts(html: str) -> str:
    html = re.sub(r"<code>.*?</code>", "", html)
    html = re.sub(r'<(?!b class="vh"|span class="vh")[^>]*aria-label="([^"]*)"[^>]*>', r" \1 ", html)
    return TAGS.sub(" ", html)


def check(scene: Scene) -> None:
    for parts in pages(scene):
        for name, html in parts.items():
            text = texts(html)
            assert not CODES.search(text), (name, CODES.search(text), text)
    view = scene.view
    assert view is not None
    if scene.seat is None or view.over or view.turn != scene.seat:
        return
    for text in {str(move) for move in view.legal_moves()} | {"draw", "pass", "take", "wait", "macao"}:
        for code in (text, f"{text}+8c" if parse(text).lays else text):
            move = parse(code)
            if (reason := view.why_not(move)) is not None:
                for language in LANGUAGES:
                    sentence = presenter.refusal(scene, move, reason, words_for(language))
                    assert sentence
                    assert not CODES.search(sentence), sentence


@pytest.mark.parametrize("preset", PRESETS)
def test_every_step_of_a_random_round_can_be_shown_to_everybody(preset: str) -> None:
    rules = PRESETS[preset]
    for number, seats in enumerate({rules.min_seats, 3, rules.max_seats}):
        for step, (round_, log) in enumerate(moments(rules, seats, number, 70)):
            for seat in {round_.turn, step % seats}:
                check(scene_of(round_, seat, log=log))
        check(scene_of(round_, None, log=log))
        for viewer in (0, None):
            for scene in ended(round_, viewer):
                check(scene)


@pytest.mark.parametrize("number", range(24))
def test_every_step_of_a_round_of_random_house_rules_can_be_shown(number: int) -> None:
    rules = some_rules(number)
    seats = rules.min_seats + number % (rules.max_seats - rules.min_seats + 1)
    for round_, log in moments(rules, seats, number, 60):
        check(scene_of(round_, round_.turn, log=log))
    for scene in ended(round_, number % seats):
        check(scene)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_page_of_a_determinization_is_the_page_of_the_view_in_every_game(preset: str) -> None:
    rules, dice = PRESETS[preset], random.Random(3)
    for step, (round_, log) in enumerate(moments(rules, 3, 7, 40)):
        seat = (0, 1, 2, None)[step % 4]
        scene = scene_of(round_, seat, log=log)
        assert scene.view is not None
        if round_.over:
            return
        other = scene.view.determinize(dice).view(seat)
        assert render.parts(presenter.present(replace(scene, view=other), words_for("en"))) == next(pages(scene))
