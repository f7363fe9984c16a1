"""The games, as data, and the parameters that a table may set in each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from game.engine.errors import RuleError
from game.engine.powers import Cut, Draw, NameSuit, Skip
from game.engine.rules import Agreement, Resume, RuleSet, Value

POINTS_T1 = {
    "A": 50, "2": 20, "3": 30, "4": 20, "5": 5, "6": 5, "7": 30, "8": 5, "9": 5, "T": 5,
    "J": 10, "Q": 10, "K": 10, "Kh": 50, "Ks": 50,
}  # fmt: skip
"""Table T1 of docs/rules.md: the whole pack is worth 900 (SM-28, SM-A21)."""

SIMPLE_MACAO = RuleSet(
    id="simple-macao",
    min_seats=2,
    max_seats=6,
    hand_size=5,
    powers={
        "2": (Draw(2),),
        "3": (Draw(3),),
        "4": (Skip(1),),
        "7": (Cut("draw"),),
        "A": (NameSuit(wild=True),),
        "Kh": (Draw(5),),
        "Ks": (Draw(5, back=True),),
    },
    answers={"*": frozenset({Agreement.RANK})},
    skip_answer=True,
    backward_resume=Resume.FROM_TARGET,
    voluntary_draw=True,
    point_table=POINTS_T1,
    target=500,
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that a table may set: its default, what else it may be, and what it does to a rule set."""

    default: Value
    values: tuple[Value, ...] | range
    apply: Callable[[RuleSet, Any], RuleSet]

    def allows(self, value: object) -> bool:
        """Whether the value may be set; `1` is no `True` and `True` no number."""
        return type(value) is type(self.default) and value in self.values


def _draws_strict(rules: RuleSet, strict: bool) -> RuleSet:
    """OPT-2, OPT-A1: a two or three answers a stack when it would match the draw card on top as a plain card."""
    if not strict:
        return rules
    as_plain = frozenset({Agreement.RANK, Agreement.SUIT})
    return replace(rules, answers={**rules.answers, "2": as_plain, "3": as_plain})


_BOTH = (True, False)

PARAMETERS: Mapping[str, Mapping[str, Parameter]] = {
    "simple-macao": {
        "skip_answer": Parameter(True, _BOTH, lambda rules, value: replace(rules, skip_answer=value)),
        "backward_resume": Parameter(
            Resume.FROM_TARGET.value,
            tuple([resume.value for resume in Resume]),
            lambda rules, value: replace(rules, backward_resume=Resume(value)),
        ),
        "draws_strict": Parameter(False, _BOTH, _draws_strict),
        "voluntary_draw": Parameter(True, _BOTH, lambda rules, value: replace(rules, voluntary_draw=value)),
        "target": Parameter(500, range(1, 10_001), lambda rules, value: replace(rules, target=value)),
    },
}
"""What each game offers, by preset and name: only what changes something in that game."""

PRESETS: Mapping[str, RuleSet] = {rules.id: rules for rules in (SIMPLE_MACAO,)}


def rule_set(preset: str, parameters: Mapping[str, Any]) -> RuleSet:
    """A preset with some parameters set. `RuleError` names the preset (`base`) or the parameter that is not offered."""
    if preset not in PRESETS:
        raise RuleError("base", f"there is no game {preset!r:.40}")
    offered = PARAMETERS[preset]
    for name, value in parameters.items():
        if name not in offered:
            raise RuleError(name, f"{preset} has no such parameter")
        if not offered[name].allows(value):
            raise RuleError(name, f"it cannot be {value!r:.40}")
    changed = {name: value for name, value in parameters.items() if value != offered[name].default}
    return _with(preset, tuple(sorted(changed.items())))


@lru_cache(maxsize=1024)
def _with(preset: str, given: tuple[tuple[str, Value], ...]) -> RuleSet:
    rules = PRESETS[preset]
    for name, value in given:
        rules = PARAMETERS[preset][name].apply(rules, value)
    return replace(rules, given=given)
