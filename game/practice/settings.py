"""What a practice match is played with: rules, bots, their pace; from what a page or a kept match says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.engine import RuleError, RuleSet
from game.engine.parameters import Parameter
from game.engine.presets import PARAMETERS, PRESETS
from game.engine.rules import Value

MOST_BOTS = 9
SLOWEST = 10.0
"""Seconds that a bot may be told to take."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The match to play. `pace` is how many seconds a bot takes for a move; None: about as long as a person."""

    rules: RuleSet
    bots: int = 3
    pace: float | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.bots <= MOST_BOTS or not self.rules.min_seats <= self.seats <= self.rules.max_seats:
            raise RuleError("bots", f"{self.rules.id} is not played by one person and {self.bots} bots")
        if self.pace is not None and not 0 <= self.pace <= SLOWEST:
            raise RuleError("pace", f"a bot takes 0 to {SLOWEST:g} seconds")

    @property
    def seats(self) -> int:
        return self.bots + 1

    def to_json(self) -> dict[str, Any]:
        return {"rules": self.rules.to_json(), "bots": self.bots, "pace": self.pace}

    @classmethod
    def from_json(cls, values: object) -> Settings:
        """The settings that `to_json` wrote. `RuleError` names what cannot be."""
        if not isinstance(values, Mapping) or not values.keys() <= {"rules", "bots", "pace"}:
            raise RuleError("settings", "an object of rules, bots and pace")
        bots, pace = values.get("bots", 3), values.get("pace")
        if type(bots) is not int:
            raise RuleError("bots", "a whole number")
        if pace is not None and type(pace) not in (int, float):
            raise RuleError("pace", "seconds, or null")
        return cls(RuleSet.from_json(values.get("rules", "")), bots, pace)

    @classmethod
    def from_form(cls, fields: Mapping[str, str]) -> Settings:
        """The settings in the fields of a form: `game`, `bots`, `pace`, and the game's parameters by their names.

        A field that is empty, or that the game does not have, is left at its default; without a game it is the first.
        `RuleError` names what cannot be.
        """
        preset = fields.get("game") or next(iter(PRESETS))
        offers = PARAMETERS.get(preset, {})
        chosen = {name: _value(name, offers[name], text) for name, text in fields.items() if name in offers and text}
        rules = RuleSet.named(preset, **chosen)
        bots = int(_number("bots", fields.get("bots") or str(min(3, rules.max_seats - 1))))
        return cls(rules, bots, _number("pace", fields["pace"]) if fields.get("pace") else None)


def _value(name: str, parameter: Parameter, text: str) -> Any:
    """A parameter's value by its text."""
    values = parameter.values if not isinstance(parameter.values, range) else (int(_number(name, text)),)
    for value in values:
        if text == text_of(value):
            return value
    raise RuleError(name, f"it cannot be {text!r:.40}")


def text_of(value: Value) -> str:
    """A parameter's value as a form writes it; `true` and `false` as in JSON."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise RuleError(name, "a number") from None
