"""What each rule means, as tables of positions (docs/notation.md, "Scenarios")."""

import json
from pathlib import Path
from typing import Any

import pytest

from game.engine import IllegalMove, Round

HERE = Path(__file__).resolve().parents[1] / "scenarios"
SHARED = Path(__file__).resolve().parents[3] / "shared" / "scenarios"
CARD_LISTS = {"hands", "pile", "stock"}

SCENARIOS = [scenario for path in sorted(HERE.rglob("*.json")) for scenario in json.loads(path.read_text("utf-8"))]


@pytest.mark.parametrize("scenario", [pytest.param(scenario, id=scenario["id"]) for scenario in SCENARIOS])
def test_a_scenario_comes_out_as_written(scenario: dict[str, Any]) -> None:
    round_ = Round.from_position(scenario["position"])
    check_moves(round_, scenario, "legal", "legal_includes", "legal_excludes")
    before = round_.position()
    for text in scenario.get("illegal", ()):
        with pytest.raises(IllegalMove):
            round_.play(text)
        assert round_.position() == before
    for text in scenario.get("play", ()):
        assert round_.why_not(text) is None
        if is_listed(text):
            assert any(str(move) == text for move in round_.legal_moves())
        round_.play(text)
    after = round_.position()
    for key, expected in scenario.get("then", {}).items():
        assert in_one_form(key, after[key], scenario) == in_one_form(key, expected, scenario), key
    check_moves(round_, scenario, "then_legal", "then_includes", "then_excludes")


def is_listed(text: str) -> bool:
    """Calls are no turn's; the call while laying, jokers in packets and runs of more than four are not listed."""
    cards = text.split("+")
    several = len(cards) > 4 or (len(cards) > 1 and "X" in text)
    return not (text.startswith(("macao", "catch")) or text.endswith("!") or several)


def check_moves(round_: Round, scenario: dict[str, Any], exact: str, includes: str, excludes: str) -> None:
    texts = [str(move) for move in round_.legal_moves()]
    assert len(set(texts)) == len(texts)
    if exact in scenario:
        assert sorted(texts) == sorted(scenario[exact])
    assert set(scenario.get(includes, ())) <= set(texts)
    assert not set(scenario.get(excludes, ())) & set(texts)


def in_one_form(key: str, value: Any, scenario: dict[str, Any]) -> Any:
    """Card lists as arrays, sorted unless the scenario is about their order."""
    if key not in CARD_LISTS | {"hand"}:
        return value
    if key == "hands":
        return [in_one_form("hand", hand, scenario) for hand in value]
    cards = value.split() if isinstance(value, str) else value
    return cards if scenario.get("ordered") else sorted(cards)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared scenarios are not here")
@pytest.mark.parametrize("path", sorted(HERE.glob("*.json")), ids=lambda path: path.stem)
def test_the_scenarios_are_the_shared_ones(path: Path) -> None:
    assert json.loads(path.read_text("utf-8")) == json.loads((SHARED / path.name).read_text("utf-8"))
