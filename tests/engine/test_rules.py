"""The rule sets as data: powers, points, packs and parameters."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.engine import Round, RuleError, RuleSet
from game.engine.parameters import NAMES
from game.engine.powers import Block, Cut, Draw, NameSuit, Skip
from game.engine.presets import PARAMETERS, PRESETS
from tests.engine.strategies import CARDS, legal, position, seed_of

SIMPLE = RuleSet.named("simple-macao")
DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "notation.md").read_text("utf-8")


def test_the_whole_pack_of_simple_macao_is_worth_900() -> None:
    """SM-28, D-16."""
    assert sum(map(SIMPLE.points, SIMPLE.pack(4))) == 900


@pytest.mark.parametrize(
    ("preset", "worth", "seats"),
    [
        ("simple-macao", 900, 4),
        ("macao", 1100, 4),
        ("macau-london", 1400, 4),
        ("tel-aviv", 820, 4),
        ("tel-aviv", 1640, 6),
    ],
)
def test_the_points_of_every_pack_add_up(preset: str, worth: int, seats: int) -> None:
    """D-16."""
    rules = RuleSet.named(preset)
    assert sum(map(rules.points, rules.pack(seats))) == worth


@pytest.mark.parametrize(
    ("rules", "cards"),
    [
        ("macao", {2: 54, 6: 54}),
        ("macau-london", {2: 104, 8: 104}),
        ("tel-aviv", {2: 52, 5: 52, 6: 104, 8: 104}),
        ("romanian-macao", {2: 54, 8: 54}),
        ("american-septica", {2: 52, 8: 52}),
        ({"base": "american-septica", "pack": "hungarian32"}, {2: 32, 6: 32}),
        ("classic-macau", {2: 52, 4: 52, 5: 104, 8: 104, 9: 156, 10: 156}),
        ({"base": "classic-macau", "jokers": 3}, {2: 55, 10: 165}),
        ({"base": "romanian-2", "wild_eights": True}, {3: 50}),
        ({"base": "simple-macao", "hand_size": 10}, {2: 52, 5: 52}),
    ],
    ids=str,
)
def test_the_pack_and_the_seats_of_every_game(rules: object, cards: dict[int, int]) -> None:
    """Rows 1 to 5 of the matrix, CLS-A21, CLS-A23, SEP-A1, RO2-A3."""
    made = RuleSet.from_json(rules)  # type: ignore[arg-type]
    assert (made.min_seats, made.max_seats) == (min(cards), max(cards))
    assert {seats: len(made.pack(seats)) for seats in cards} == cards


def test_two_are_dealt_seven_cards_in_london_and_tel_aviv() -> None:
    """TLV-2, LON-A13."""
    for preset in ("macau-london", "tel-aviv"):
        assert [RuleSet.named(preset).hand(seats) for seats in (2, 3)] == [7, 5]
        assert [RuleSet.named(preset, hand_size_two=5).hand(seats) for seats in (2, 3)] == [5, 5]


def test_the_card_turned_up_is_kept_only_in_london_and_tel_aviv() -> None:
    """Row 7 of the matrix, D-11."""
    inert = set()
    for preset, rules in PRESETS.items():
        turned = [Round.deal(rules, 4, seed=seed_of(number)).position()["pile"][0] for number in range(80)]
        plain = [code for code in rules.pack(4) if set(rules.power(code)) <= {Block()}]
        if not set(turned) <= set(plain):
            inert.add(preset)
    assert inert == {"macau-london", "tel-aviv"}


CONTRADICTIONS = [
    ("draws_strict", {"base": "tel-aviv", "draws_wild": True, "draws_strict": True}),
    ("draws_strict", {"base": "romanian-1", "loose_draws": True, "draws_strict": True}),
    ("draws_wild", {"base": "romanian-1", "loose_draws": True, "draws_wild": True}),
    ("fine", {"base": "romanian-macao", "call": "automatic", "fine": 2}),
    ("fine", {"base": "macao", "fine": 2}),
    ("queen_blocks_what", {"base": "classic-macau", "queen_blocks_what": "all"}),
    ("packet_same_suit", {"base": "classic-macau", "packets": False, "packet_same_suit": True}),
    ("open_on_actions", {"base": "polish-makao", "open_rank": "none", "open_on_actions": False}),
    ("drawn_brings_more", {"base": "polish-makao", "packets": False, "drawn_brings_more": True}),
    ("drawn_brings_more", {"base": "classic-macau", "drawn_playable": False, "drawn_brings_more": True}),
    ("hand_size", {"base": "romanian-2", "wild_eights": True, "hand_size": 11}),
]


@pytest.mark.parametrize(("named", "rules"), CONTRADICTIONS, ids=str)
def test_a_contradiction_is_refused_and_named(named: str, rules: dict[str, object]) -> None:
    """OPT-A2, and what leaves a parameter without anything to change."""
    with pytest.raises(RuleError) as wrong:
        RuleSet.from_json(rules)
    assert wrong.value.parameter == named


def test_no_parameter_is_offered_that_is_nowhere_made_and_all_that_are_made_are_offered() -> None:
    assert {name for offers in PARAMETERS.values() for name in offers} == set(NAMES)


def rows(table: str) -> list[tuple[str, set[str]]]:
    """The first column of a table in a document, and the names that the second one mentions."""
    found = re.findall(r"^\| ([^|]+) \| ([^|]+) \|", table, re.MULTILINE)
    return [(first, set(re.findall(r"`([\w-]+)`", second))) for first, second in found]


def test_the_document_lists_every_parameter_and_who_offers_it() -> None:
    """docs/notation.md, "Parameters"."""
    section = DOCUMENT[DOCUMENT.index("### Parameters") : DOCUMENT.index("What contradicts, or leaves")]
    parameters, games = section.split("A game offers only parameters", 1)
    assert {name for first, _ in rows(parameters) for name in re.findall(r"`(\w+)`", first)} == set(NAMES)
    groups = {
        "all": set(PRESETS),
        "games of points (the next four)": {preset for preset, rules in PRESETS.items() if rules.by_points},
        "games of places (the rest)": {preset for preset, rules in PRESETS.items() if not rules.by_points},
    }
    listed: dict[str, set[str]] = {preset: set() for preset in PRESETS}
    for first, names in rows(games):
        for preset in groups.get(first, set(re.findall(r"`([\w-]+)`", first))):
            listed[preset] |= names
    assert listed == {preset: set(offered) for preset, offered in PARAMETERS.items()}


def test_the_points_are_table_t1() -> None:
    by_rank = dict(zip("A23456789TJQ", [50, 20, 30, 20, 5, 5, 30, 5, 5, 5, 10, 10], strict=True))
    for rank, points in by_rank.items():
        assert {SIMPLE.points(rank + suit) for suit in "cdhs"} == {points}
    assert [SIMPLE.points(f"K{suit}") for suit in "cdhs"] == [10, 10, 50, 50]


def test_an_exact_card_beats_its_rank() -> None:
    assert SIMPLE.power("Ks") == (Draw(5, back=True),)
    assert SIMPLE.power("Kh") == (Draw(5),)
    assert SIMPLE.power("Kd") == SIMPLE.power("9c") == ()
    assert SIMPLE.power("2h") == (Draw(2),)
    assert SIMPLE.power("4s") == (Skip(1),)
    assert SIMPLE.power("7d") == (Cut("draw"),)
    assert SIMPLE.power("Ac") == (NameSuit(wild=True),)


def test_the_pack_has_52_cards_for_two_to_six_seats() -> None:
    for seats in range(2, 7):
        assert list(SIMPLE.pack(seats)) == CARDS
    for seats in (1, 7):
        with pytest.raises(RuleError) as wrong:
            SIMPLE.pack(seats)
        assert wrong.value.parameter == "seats"


@pytest.mark.parametrize(
    ("named", "parameters"),
    [
        ("jokers", {"jokers": 2}), ("packets", {"packets": True}), ("call", {"call": "spoken"}),
        ("queen_blocks", {"queen_blocks": "Qs"}), ("nonsense", {"nonsense": 1}), ("target", {"target": 0}),
        ("target", {"target": 10_001}), ("target", {"target": True}), ("target", {"target": "500"}),
        ("skip_answer", {"skip_answer": 1}), ("backward_resume", {"backward_resume": "never"}),
        ("draws_strict", {"draws_strict": None}), ("voluntary_draw", {"voluntary_draw": []}),
    ],
)  # fmt: skip
def test_a_parameter_that_changes_nothing_or_cannot_be_so_is_named(named: str, parameters: dict[str, object]) -> None:
    with pytest.raises(RuleError) as wrong:
        RuleSet.named("simple-macao", **parameters)  # type: ignore[arg-type]
    assert wrong.value.parameter == named


@pytest.mark.parametrize("rules", ["whist", "", {"base": "whist"}, {"target": 60}, {"base": 1}, 7])
def test_a_game_that_does_not_exist_is_refused(rules: object) -> None:
    with pytest.raises(RuleError) as wrong:
        RuleSet.from_json(rules)  # type: ignore[arg-type]
    assert wrong.value.parameter == "base"


def test_a_rule_set_is_a_value_and_remembers_what_was_set() -> None:
    rules = RuleSet.named("simple-macao", target=60, skip_answer=True)
    assert rules.parameters() == {"target": 60}
    assert rules.target == 60
    assert rules.to_json() == {"base": "simple-macao", "target": 60}
    assert RuleSet.from_json(rules.to_json()) == rules
    assert hash(RuleSet.from_json(rules.to_json())) == hash(rules)
    assert rules != SIMPLE
    assert SIMPLE.to_json() == "simple-macao"
    assert SIMPLE.parameters() == {}


NEEDS: dict[str, dict[str, Any]] = {
    "fine": {"call": "spoken"},
    "queen_blocks_what": {"queen_blocks": "Qs"},
    "packet_same_suit": {"packets": True},
    "drawn_brings_more": {"packets": True},
}
"""What else has to be set so that a parameter changes something."""


@pytest.mark.parametrize("preset", PRESETS)
def test_the_defaults_of_the_parameters_are_those_of_the_preset(preset: str) -> None:
    """Setting a parameter to its default changes nothing; setting it to anything else changes the rule set."""
    for name, parameter in PARAMETERS[preset].items():
        assert parameter.apply(PRESETS[preset], parameter.default) == PRESETS[preset]
        needs = {other: value for other, value in NEEDS.get(name, {}).items() if other in PARAMETERS[preset]}
        base = RuleSet.named(preset, **needs)
        for value in list(parameter.values)[:3]:
            changed = RuleSet.named(preset, **{**needs, name: value})
            assert (replace(changed, given=()) == replace(base, given=())) == (value == parameter.default), name


def with_(name: str, value: bool | str) -> dict[str, bool | str]:
    return {"base": "simple-macao", name: value}


def test_skip_answer_off_leaves_only_the_lost_turn() -> None:
    start = position(["4h 9d", "8c"], pile="9s 4s", pending={"skip": 1, "kind": "4"})
    assert legal(Round.from_position(start)) == ["4h", "wait"]
    assert legal(Round.from_position({**start, "rules": with_("skip_answer", False)})) == ["wait"]


def test_draws_strict_lets_a_two_or_three_answer_as_a_plain_card_would() -> None:
    """OPT-2, OPT-A1: suit or rank of the draw card on top; the kings stay as they are."""
    start = position(["2h 3h 2s Kh Ks 7c", "8c"], pile="9s 3s", pending={"draw": 3, "kind": "3"})
    assert legal(Round.from_position(start)) == ["3h", "7c", "take"]
    strict = Round.from_position({**start, "rules": with_("draws_strict", True)})
    assert legal(strict) == ["2s", "3h", "7c", "take"]
    strict.play("2s")
    assert strict.position()["pending"] == {"draw": 5, "kind": "2"}
    king = position(["2h 3s Kh Kd", "8c"], pile="9h Kh", pending={"draw": 5, "kind": "K"})
    king["hands"] = ["2h 3s Ks Kd", "8c"]
    assert legal(Round.from_position({**king, "rules": with_("draws_strict", True)})) == ["2h", "Ks", "take"]


def test_voluntary_draw_off_makes_who_can_lay_lay() -> None:
    """ROK-A9: but a stack may always be taken, a lost turn served, and a card drawn kept."""
    rules = with_("voluntary_draw", False)
    assert legal(Round.from_position(position(["9d 5h", "8c"], rules=rules))) == ["9d"]
    assert legal(Round.from_position(position(["8d 5h", "Ks"], rules=rules))) == ["draw"]
    assert legal(Round.from_position(position(["8d 5h", "Ks"], rules=rules, stock=""))) == ["pass"]
    waits = position(["3d 5h", "Ks"], pile="3c", rules=rules, pending={"draw": 3, "kind": "3"})
    assert legal(Round.from_position(waits)) == ["3d", "take"]
    assert legal(Round.from_position(position(["9d 5h", "8c"], rules=rules, drawn="9d"))) == ["9d", "pass"]


@pytest.mark.parametrize("move", ["take", "7c"])
@pytest.mark.parametrize(("resume", "next_seat"), [("from_target", 0), ("from_attacker", 1)])
def test_after_a_backward_king_play_goes_on_from_its_target_or_from_the_attacker(
    resume: str, next_seat: int, move: str
) -> None:
    """SM-A7: the first seat hits the last."""
    rules = with_("backward_resume", resume)
    start = position(["Ks 9d", "8c 8d", "6c 6d", "7c 6h"], pile="Ts", stock="2c 3c 4c 5c 5d 5h", rules=rules)
    round_ = Round.from_position(start)
    round_.play("Ks")
    assert round_.turn == 3
    round_.play(move)
    assert round_.turn == next_seat


def test_from_attacker_goes_past_seats_that_sit_out() -> None:
    start = position(["Ks 9d", "8c 8d", "6c 6d", "7c 6h"], pile="Ts", stock="2c 3c 4c 5c 5d 5h", owed=[0, 1, 0, 2])
    round_ = Round.from_position({**start, "rules": with_("backward_resume", "from_attacker")})
    round_.play("Ks")
    assert round_.turn == 2
    assert round_.position()["owed"] == [0, 1, 0, 2], "backwards past a seat is none of its lost turns (D-3)"
    round_.play("take")
    assert round_.turn == 2, "seat 1 sits out after the attacker"
    assert round_.position()["owed"] == [0, 0, 0, 2]


def test_with_two_seats_there_is_no_backwards() -> None:
    """D-18."""
    start = position(["Ks 9d", "8c 8d"], pile="Ts", stock="2c 3c 4c 5c 5d 5h")
    for resume in ("from_target", "from_attacker"):
        round_ = Round.from_position({**start, "rules": with_("backward_resume", resume)})
        round_.play("Ks")
        round_.play("take")
        assert round_.turn == 0
