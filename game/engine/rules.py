"""A rule set is a value: what cards do, what answers what, how one draws, what a hand costs.

The mechanics read it and know no game by name. An exact card beats its rank wherever a table is looked up
(`Kh` before `K`), and `*` stands for every card that the table does not name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

from game.engine.cards import RANKS, SUITS
from game.engine.errors import RuleError
from game.engine.powers import Power

Value = bool | int | str
"""What a parameter may be set to."""

T = TypeVar("T")


class Agreement(StrEnum):
    """In what a draw card has to agree with the card on top to answer a stack."""

    RANK = "rank"
    SUIT = "suit"


class Resume(StrEnum):
    """After whom play goes on when a stack that was sent backwards has ended (SM-A7)."""

    FROM_TARGET = "from_target"
    FROM_ATTACKER = "from_attacker"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The rules of one game at one table. Made by `RuleSet.named`; equal rule sets play alike."""

    id: str
    min_seats: int
    max_seats: int
    hand_size: int
    powers: Mapping[str, tuple[Power, ...]]
    """What cards do, by card or rank; a card that is not in it is plain."""
    answers: Mapping[str, frozenset[Agreement]]
    """For a draw card, by card or rank: in what it must agree with the top card to answer a stack; one is enough."""
    skip_answer: bool
    """Whether a lost turn may be answered by a card of the same rank (SM-A1)."""
    backward_resume: Resume
    voluntary_draw: bool
    """Whether one may draw, or pass with nothing to draw, while a card fits (SM-8, ROK-A9)."""
    point_table: Mapping[str, int]
    """What a card costs its holder, by card or rank."""
    target: int
    """The total that ends a match (SM-30)."""
    given: tuple[tuple[str, Value], ...] = field(default=())
    """Parameters that differ from the preset's defaults, by name."""

    def __hash__(self) -> int:
        return hash((self.id, self.given))

    @classmethod
    def named(cls, preset: str, **parameters: Value) -> RuleSet:
        """The rule set of a preset, with some of its parameters set. `RuleError` names what it does not offer."""
        from game.engine import presets  # noqa: PLC0415 (the presets are made of rule sets)

        return presets.rule_set(preset, parameters)

    @classmethod
    def from_json(cls, rules: str | Mapping[str, Any]) -> RuleSet:
        """The rule set that `to_json` wrote: a preset's id, or its id as `base` beside the parameters."""
        if isinstance(rules, str):
            return cls.named(rules)
        if not isinstance(rules, Mapping) or not isinstance(rules.get("base"), str):
            raise RuleError("base", "a rule set is a preset's id, or an object with the id as base")
        parameters = {str(name): value for name, value in rules.items() if name != "base"}
        return cls.named(rules["base"], **parameters)

    def to_json(self) -> str | dict[str, Value]:
        """The preset's id, or an object of it (`base`) and the parameters that differ from its defaults."""
        return {"base": self.id, **dict(self.given)} if self.given else self.id

    def parameters(self) -> dict[str, Value]:
        """The parameters that differ from the preset's defaults."""
        return dict(self.given)

    def power(self, code: str) -> tuple[Power, ...]:
        """What a card does; empty for a plain card."""
        return _look_up(self.powers, code, ())

    def answer(self, code: str) -> frozenset[Agreement]:
        """In what a draw card must agree with the top card to answer a stack; one is enough."""
        return _look_up(self.answers, code, frozenset())

    def points(self, code: str) -> int:
        """What a card costs the player who is caught with it."""
        return _look_up(self.point_table, code, 0)

    def pack(self, seats: int) -> tuple[str, ...]:
        """The codes of the whole pack for so many seats, in pack order (SM-2). `RuleError`: too few or many seats."""
        if not self.min_seats <= seats <= self.max_seats:
            raise RuleError("seats", f"{self.id} is for {self.min_seats} to {self.max_seats} seats, not {seats}")
        return tuple([rank + suit for rank in RANKS for suit in SUITS])


def _look_up(table: Mapping[str, T], code: str, default: T) -> T:
    for key in (code, code[0], "*"):
        if key in table:
            return table[key]
    return default
