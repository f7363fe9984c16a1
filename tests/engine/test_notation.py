"""Positions: what is read, what is written, and which key is named when something is wrong."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine import MalformedMove, PositionError, Round, RuleSet, View
from tests.engine.strategies import position

GOOD = position(["9h 7s", "2c 3c"], pile="5s 9c", stock="Jd Qd")
KEYS = [
    "rules",
    "hands",
    "pile",
    "stock",
    "turn",
    "suit",
    "pending",
    "owed",
    "drawn",
    "as",
    "extra",
    "named",
    "demand",
    "calls",
    "finished",
    "passes",
    "shuffles",
    "over",
    "scores",
    "places",
]


def test_a_position_is_written_with_every_key_and_card_lists_as_arrays() -> None:
    written = Round.from_position(GOOD).position()
    assert sorted(written) == sorted(KEYS)
    assert written["hands"] == [["7s", "9h"], ["2c", "3c"]]
    assert written["pile"] == ["5s", "9c"]
    assert written["stock"] == ["Jd", "Qd"]
    assert written["suit"] == "c"
    assert written["owed"] == [0, 0]
    assert json.loads(json.dumps(written)) == written


def test_what_is_left_out_has_the_default() -> None:
    written = Round.from_position({"rules": "simple-macao", "hands": ["9h", "8h"], "pile": "9c"}).position()
    rest = {key: written[key] for key in KEYS if key not in ("rules", "hands", "pile", "owed", "suit")}
    assert rest == {
        "stock": [], "turn": 0, "pending": None, "drawn": None, "as": None, "extra": False, "named": False,
        "demand": None, "calls": [], "finished": [], "passes": 0, "shuffles": 0, "over": False, "scores": None,
        "places": None,
    }  # fmt: skip


def test_arrays_are_read_like_texts_and_rules_may_be_a_rule_set() -> None:
    arrays = {**GOOD, "hands": [["9h", "7s"], ["2c", "3c"]], "pile": ["5s", "9c"], "stock": ["Jd", "Qd"]}
    rules = RuleSet.named("simple-macao")
    assert Round.from_position({**arrays, "rules": rules}).position() == Round.from_position(GOOD).position()


@pytest.mark.parametrize(
    "keys",
    [
        {"pending": {"draw": 6, "kind": "2"}, "pile": "2h 2d 2s"},
        {"pending": {"skip": 3, "kind": "4"}, "pile": "4h 4d 4s", "owed": [0, 1]},
        {"drawn": "9h", "turn": 0},
        {"pile": "9c Ad", "suit": "h", "named": True},
        {"pile": "9c Ad", "suit": "d", "named": True},
        {"pile": "9c Ad"},
        {"stock": "", "passes": 1, "shuffles": 7, "turn": 1},
        {"rules": {"base": "simple-macao", "draws_strict": True, "target": 60}},
    ],
    ids=str,
)
def test_every_position_round_trips(keys: dict[str, Any]) -> None:
    first = Round.from_position({**GOOD, **keys}).position()
    assert Round.from_position(first).position() == first
    for key, value in keys.items():
        assert first[key] == (value.split() if key in ("pile", "stock") else value)


def test_a_position_that_is_over_round_trips_with_its_scores() -> None:
    round_ = Round.from_position({**GOOD, "hands": ["9h", "2c 3c"]})
    round_.play("9h")
    over = round_.position()
    assert over["scores"] == [0, 50]
    assert over["places"] == [1, 2]
    assert over["finished"] == [0]
    assert Round.from_position(over).position() == over


WRONG = [
    ("rules", {"rules": "whist"}), ("rules", {"rules": None}),
    ("rules", {"rules": {"base": "simple-macao", "five": 5}}),
    ("rules", {"rules": {"base": "simple-macao", "target": 0}}), ("rules", {"rules": 7}), ("rules", {"rules": {}}),
    ("hands", {"hands": ["9h"]}), ("hands", {"hands": ["9h"] * 7}), ("hands", {"hands": "9h 8h"}),
    ("hands", {"hands": ["9h", "1h"]}), ("hands", {"hands": ["9h", "9h"]}), ("hands", {"hands": ["9h", "??"]}),
    ("hands", {"hands": ["9h", ""]}), ("hands", {"hands": ["9h", "Xr"]}), ("hands", {"hands": [["9h"], [9]]}),
    ("hands", {"hands": None}), ("pile", {"pile": ""}), ("pile", {"pile": None}), ("pile", {"pile": "9c 9c"}),
    ("stock", {"stock": "9c"}), ("stock", {"stock": ["5s", None]}), ("stock", {"stock": {}}),
    ("turn", {"turn": 2}), ("turn", {"turn": -1}), ("turn", {"turn": "0"}), ("turn", {"turn": True}),
    ("suit", {"suit": "x"}), ("suit", {"suit": "d"}), ("suit", {"suit": "-s"}), ("suit", {"suit": 1}),
    ("named", {"named": 1}), ("named", {"named": True}), ("named", {"pile": "Ac", "suit": "d", "named": False}),
    ("pending", {"pending": {"draw": 3}}), ("pending", {"pending": {"draw": 3, "kind": "5"}}),
    ("pending", {"pending": {"draw": 0, "kind": "3"}}), ("pending", {"pending": {"draw": 1000, "kind": "3"}}),
    ("pending", {"pending": {"draw": 3, "skip": 1, "kind": "3"}}), ("pending", {"pending": {"skip": 1, "kind": "3"}}),
    ("pending", {"pending": []}), ("pending", {"pending": {"draw": 3, "kind": ""}}),
    ("owed", {"owed": [0]}), ("owed", {"owed": [0, -1]}), ("owed", {"owed": 0}), ("owed", {"owed": [0, 0.5]}),
    ("drawn", {"drawn": "2c"}), ("drawn", {"drawn": "zz"}),
    ("drawn", {"drawn": "9h", "pile": "3s", "pending": {"draw": 3, "kind": "3"}}),
    ("as", {"as": "8c"}), ("extra", {"extra": True}), ("demand", {"demand": {"rank": "8", "by": 0, "left": 1}}),
    ("calls", {"calls": [0]}), ("finished", {"finished": [0]}), ("passes", {"passes": 2}), ("passes", {"passes": None}),
    ("shuffles", {"shuffles": -1}), ("over", {"over": "no"}), ("scores", {"scores": [1, 2]}),
    ("scores", {"over": True, "scores": [1, 2]}), ("places", {"over": True, "places": [1, 1]}),
    ("finished", {"over": True, "finished": [0]}), ("finished", {"over": True, "finished": 1}), ("tun", {"tun": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("key", "keys"), WRONG, ids=str)
def test_the_key_that_is_wrong_is_named(key: str, keys: dict[str, Any]) -> None:
    with pytest.raises(PositionError) as wrong:
        Round.from_position({**GOOD, **keys})
    assert wrong.value.key == key


@pytest.mark.parametrize("value", [None, [], "simple-macao", 7])
def test_a_position_is_an_object(value: Any) -> None:
    with pytest.raises(PositionError):
        Round.from_position(value)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.floats() | st.sampled_from(["9h 7s", "2c", "??", "d", "Xr"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["draw", "skip", "kind", "base", "rank", "left"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*KEYS, "zzz"]), JUNK, max_size=5), st.booleans())
def test_no_junk_raises_anything_but_a_position_error(junk: dict[str, Any], start_right: bool) -> None:
    given_position = {**GOOD, **junk} if start_right else junk
    for read in (Round.from_position, lambda it: View.from_position(it, 0)):
        with suppress(PositionError):
            round_ = read(given_position)
            round_.position()
            round_.legal_moves()


@given(st.text(max_size=12))
def test_no_text_of_a_move_raises_anything_but_a_malformed_move(text: str) -> None:
    round_ = Round.from_position(GOOD)
    with suppress(MalformedMove):
        round_.why_not(text)
