"""A finished match can be looked at through every seat's eyes, and a match that is not over through nobody's."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from game.engine import RuleSet
from game.engine.presets import PRESETS
from game.practice import Game, Review, Settings, kept
from game.practice.game import PERSON
from game.scene import Phase
from tests.practice.playing import SEED, play_match, step

CARD = re.compile(r"(?<![\w-])([2-9TJQKA][shdc]|X[rb])(?![\w-])")


def settings_of(preset: str, **parameters: Any) -> Settings:
    rules = RuleSet.named(preset, **parameters)
    return Settings(rules, min(3, rules.max_seats - 1), pace=0)


@pytest.fixture(scope="module")
def match() -> Game:
    return play_match(settings_of("simple-macao", target=100))


@pytest.fixture
def review(match: Game) -> Review:
    review = Review("en")
    review.take_up(kept.save(match), 0.0)
    return review


def send(review: Review, command: str) -> dict[str, Any]:
    """A step; the frame that answers it."""
    told = json.loads(review.hear(json.dumps({"move": command, "version": 1, "id": "a"}), 0.0))
    assert (told["keep"], told["wait"]) == (None, None)
    frame: dict[str, Any] = json.loads(told["frames"][-1])
    return frame


def walk(review: Review) -> list[str]:
    """All that is shown from the first turn to the last, whole each time."""
    shown = []
    while True:
        frame = json.loads(json.loads(review.open(0.0))["frames"][0])
        shown.append(frame["content"])
        if send(review, "later")["ack"]["result"] != "done":
            return shown


@pytest.mark.parametrize("preset", PRESETS)
def test_every_turn_of_every_game_is_shown_as_the_seat_that_moved_saw_it(preset: str) -> None:
    game = play_match(settings_of(preset))
    review = Review("ro")
    review.take_up(kept.save(game), 0.0)
    turns = sum(len(record["made"]) for record in [*game.rounds, game.record()])
    seen = 0
    while True:
        look = review.look()
        assert look.eyes == look.made.by
        assert look.view.why_not(parse_made(review)) is None, "what was done could be done in what is shown"
        hidden = [hand for seat, hand in enumerate(look.view.hands) if seat != look.eyes]
        assert not {code for hand in hidden for code in hand} - {"??"}
        seen += 1
        if send(review, "later")["ack"]["result"] != "done":
            break
    assert seen == turns


def parse_made(review: Review) -> str:
    at, turn = review._at
    return review._rounds[at].made[turn].text


def test_only_cards_that_the_eyes_could_see_are_shown(review: Review) -> None:
    checked = 0
    for _ in range(60):
        look = review.look()
        shown = set(CARD.findall(json.loads(json.loads(review.open(0.0))["frames"][0])["content"]))
        laid = {card for entry in [*look.scene.log, look.made] for event in entry.events for card in event.cards}
        assert shown <= {*look.view.hands[look.eyes], *look.view.pile, *laid}
        assert set(look.view.hands[look.eyes]) <= shown
        checked += 1
        send(review, "eye" if checked % 2 else "later")
    assert checked == 60


def test_the_eyes_go_round_and_follow_the_turns_again(review: Review) -> None:
    mover = review.look().eyes
    seen = [send(review, "eye") and review.look().eyes for _ in range(4)]
    assert seen == [(mover + step) % 4 for step in (1, 2, 3, 4)]
    send(review, "later")
    assert review.look().eyes == review.look().made.by
    send(review, "eye")
    other = review.look().eyes
    send(review, "later")
    assert review.look().eyes == other, "chosen eyes stay"


def test_steps_go_both_ways_and_over_the_ends_of_rounds(review: Review, match: Game) -> None:
    first = send(review, "earlier")["ack"]
    assert first == {"id": "a", "result": "illegal", "says": "That is the first turn"}
    shown = walk(review)
    assert len(set(shown)) == len(shown)
    last = send(review, "later")["ack"]
    assert last["says"] == "That was the last turn"
    assert review.look().scene.round_number == match.number > 1
    for before in shown[-2::-1]:
        send(review, "earlier")
        now = json.loads(json.loads(review.open(0.0))["frames"][0])["content"]
        assert numberless(now) == numberless(before)
    assert review.look().rounds == (False, True)
    send(review, "right")
    assert (review.look().scene.round_number, review.look().turn) == (2, 1)
    send(review, "left")
    assert review.look().scene.round_number == 1


def numberless(content: str) -> str:
    """Without the number that each answer has of its own."""
    return re.sub(r'data-(version|hint)="\d+"', "", content)


def test_the_totals_are_those_before_the_round(review: Review, match: Game) -> None:
    send(review, "right")
    totals = [seat.total for seat in review.look().scene.seats]
    assert totals == match.rounds[0]["charges"]


def test_a_match_that_is_not_over_is_not_shown() -> None:
    game, rng, now = Game.begin(settings_of("simple-macao"), SEED, 0.0), random.Random(1), 0.0
    phases = set()
    while game.phase is not Phase.OVER:
        phases.add(game.phase)
        with pytest.raises(kept.Unreadable):
            Review("en").take_up(kept.save(game), 0.0)
        now = step(game, rng, now)
    assert phases == {Phase.PLAYING, Phase.BETWEEN}
    Review("en").take_up(kept.save(game), 0.0)


def test_a_match_whose_moves_do_not_come_to_its_end_is_not_shown(match: Game) -> None:
    text = json.loads(kept.save(match))
    text["rounds"][0]["charges"][PERSON] += 1
    with pytest.raises(kept.Unreadable):
        Review("en").take_up(json.dumps(text), 0.0)
    for spoilt in ("", "{}", "[]"):
        with pytest.raises(kept.Unreadable):
            Review("en").take_up(spoilt, 0.0)


def test_what_is_no_step_does_nothing(review: Review) -> None:
    before = review.look()
    assert send(review, "draw")["ack"]["result"] == "malformed"
    assert json.loads(review.hear("nonsense", 0.0))["frames"] == []
    assert json.loads(review.tick(0.0))["frames"] == []
    assert review.look().turn == before.turn
