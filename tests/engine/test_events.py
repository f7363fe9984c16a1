"""The public facts of moves and deals, in order, and never a card that nobody saw."""

import json
import random
from collections.abc import Mapping

import pytest

from game.engine import Event, EventKind, Round
from game.engine.presets import PRESETS
from tests.engine.strategies import play_on, position, seed_of


def told(start: dict[str, object], *moves: str) -> list[list[object]]:
    """The facts of the last of some moves, in their JSON form."""
    round_ = Round.from_position(start)
    facts: tuple[Event, ...] = ()
    for move in moves:
        facts = round_.play(move)
    return [fact.to_json() for fact in facts]


FOUR = position(["3c 4c Ac Ks 7c 9d", "3d 4d 7h 5s", "9h 8h"], stock="2c 5c 6c 8c Tc")

FACTS = [
    (FOUR, ["9d"], [["played", 0, ["9d"]]]),
    (FOUR, ["Ac=d"], [["played", 0, ["Ac"]], ["named", 0, [], 0, "d"]]),
    (FOUR, ["3c"], [["played", 0, ["3c"]], ["draws", 1, [], 3]]),
    (FOUR, ["3c", "3d"], [["played", 1, ["3d"]], ["draws", 2, [], 6]]),
    (FOUR, ["3c", "7h"], [["played", 1, ["7h"]], ["cut", 1, [], 3]]),
    (FOUR, ["3c", "take"], [["took", 1, [], 3]]),
    (FOUR, ["4c"], [["played", 0, ["4c"]], ["skips", 1, [], 1]]),
    (FOUR, ["4c", "wait"], [["waited", 1]]),
    (FOUR, ["7c"], [["played", 0, ["7c"]]]),
    (FOUR, ["draw", "pass"], [["kept", 0]]),
    (FOUR, ["draw"], [["drew", 0]]),
    (position(["9h 5h", "8d"], stock="Kd"), ["draw"], [["drew", 0], ["kept", 0]]),
    (position(["9h 5h", "8d"], stock=""), ["pass"], [["passed", 0]]),
    (position(["9h 5h", "8d"]), ["9h"], [["played", 0, ["9h"]], ["one-card", 0]]),
    (position(["9h", "8d"]), ["9h"], [["played", 0, ["9h"]], ["out", 0], ["over", 0]]),
    (position(["9h 5h 5d", "8d", "Td"], owed=[0, 2, 0]), ["9h"], [["played", 0, ["9h"]], ["sat-out", 1]]),
    (
        position(["9h", "8d"], stock="", pile="2h 2d", pending={"draw": 4, "kind": "2"}),
        ["take"],
        [["reshuffled", None, [], 1], ["took", 0, [], 1]],
    ),
    (position(["9h 5h", "8d"], stock=""), ["pass", "pass"], [["passed", 1], ["over"]]),
]


@pytest.mark.parametrize(("start", "moves", "facts"), FACTS, ids=lambda value: str(value)[:40])
def test_a_move_tells_its_public_facts_in_order(
    start: dict[str, object], moves: list[str], facts: list[list[object]]
) -> None:
    assert told(start, *moves) == facts


def test_a_deal_tells_what_was_buried_and_what_was_turned() -> None:
    dealt = Round.deal("simple-macao", 2, seed=seed_of(5))
    assert [fact.to_json() for fact in dealt.opening] == [
        ["buried", None, ["3h", "7h", "7c"]],
        ["turned", None, ["9h"]],
    ]
    assert Round.from_position(dealt.position()).opening == ()


def test_every_fact_round_trips_through_json_and_shows_only_cards_that_lie_or_lay_open() -> None:
    kinds = set()
    for number, preset in enumerate(list(PRESETS) * 6):
        round_ = Round.deal(preset, 2 + number // len(PRESETS) % 5, seed=seed_of(number))
        seen = list(round_.opening)
        copy = round_.copy()
        for move in play_on(round_, random.Random(number), hasty=True):
            facts = copy.play(move)
            shown = [code for fact in facts for code in fact.cards]
            assert shown == list(move.cards)
            seen += facts
        kinds |= {fact.kind for fact in seen}
        assert [Event.from_json(json.loads(json.dumps(fact.to_json()))) for fact in seen] == seen
        assert len(set(seen)) <= len(seen), "facts are hashable"
    assert kinds >= set(EventKind) - {EventKind.PASSED, EventKind.BACK, EventKind.STOOD}


def test_what_a_joker_stands_for_is_told_with_the_play() -> None:
    rules = {"base": "classic-macau", "jokers": 2}
    start = {"rules": rules, "hands": ["Xr 6h 9c 9d", "8c 8d"], "pile": "6s", "stock": "2c 3c"}
    round_ = Round.from_position(start)
    played, stood = round_.copy().play("6h+Xr=6d")
    assert (played.cards, stood) == (("6h", "Xr"), Event(EventKind.STOOD, 0, ("6h", "6d")))
    assert round_.play("Xr=9h")[1] == Event(EventKind.STOOD, 0, ("9h",))


def kinds_of(start: Mapping[str, object], *moves: str) -> list[list[str]]:
    round_ = Round.from_position(start)
    return [[fact.kind.value for fact in round_.play(move)] for move in moves]


def test_a_finisher_who_comes_back_is_told_of() -> None:
    """CLS-6, D-12."""
    start = {"rules": "polish-makao", "hands": ["2s", "2d 9c 9d"], "pile": "9s", "stock": "3c 4c 5c 6c 7c"}
    assert kinds_of(start, "2s", "2d", "take") == [
        ["played", "out", "draws"],
        ["played", "draws"],
        ["took", "back"],
    ]
    assert kinds_of(start, "2s", "take") == [["played", "out", "draws"], ["took", "over"]]


def test_calls_demands_and_stopped_turns_are_told_of() -> None:
    hands, stock = ["4h 8c", "7c 6h 5h", "7h 3d"], "Tc Td 2c 2d 3c Jc"
    romanian = {"rules": "romanian-macao", "hands": hands, "pile": "Th", "stock": stock}
    assert kinds_of(romanian, "4h!", "7c") == [["played", "called", "skips"], ["played", "stopped"]]
    assert kinds_of(romanian, "4h", "catch:0", "wait") == [["played", "skips"], ["caught"], ["waited"]]
    jack = {"rules": "classic-macau", "hands": ["Jc 8d 9c", "9d 7d"], "pile": "Tc", "stock": "3c 5c"}
    round_ = Round.from_position(jack)
    assert [fact.to_json() for fact in round_.play("Jc=8")][1] == ["demanded", 0, [], 0, "8"]
    free = {"rules": "classic-macau", "hands": ["Ad 9s 8s", "9d Ks"], "pile": "Ts", "stock": "3h 5c"}
    assert Round.from_position(free).play("Ad=free")[1].to_json() == ["named", 0, [], 0, "-s"]
    five = {"rules": "macau-london", "hands": ["5h 9h 8c", "9d Ks"], "pile": "Th", "stock": "3h 5c"}
    assert kinds_of(five, "5h", "pass") == [["played"], ["ended"]]


@pytest.mark.parametrize("row", [[], ["sang", 0], [None]])
def test_what_is_no_fact_is_refused(row: list[object]) -> None:
    with pytest.raises(ValueError):
        Event.from_json(row)
