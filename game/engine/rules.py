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

JOKERS = ("Xb", "Xr", "Xb")
"""The jokers of one pack, as many of them as it has (CLS-A21)."""


class Agreement(StrEnum):
    """In what a draw card has to agree with the card on top to answer a stack. A joker has neither suit nor colour."""

    RANK = "rank"
    SUIT = "suit"
    COLOUR = "colour"
    KIND = "kind"
    """The stack stands on cards of its own rank, whatever lies on top (CLS-A7)."""
    SUITED = "suited"
    """Nothing but that no joker lies on top (OPT-1)."""
    ALWAYS = "always"


class Resume(StrEnum):
    """After whom play goes on when a stack that was sent backwards has ended (SM-A7)."""

    FROM_TARGET = "from_target"
    FROM_ATTACKER = "from_attacker"


class Call(StrEnum):
    """Who says Macao (SM-25, D-13)."""

    AUTOMATIC = "automatic"
    SPOKEN = "spoken"


class Pack(StrEnum):
    """Which cards one pack has; jokers not counted."""

    FRENCH52 = "french52"
    HUNGARIAN32 = "hungarian32"

    @property
    def ranks(self) -> str:
        return RANKS if self is Pack.FRENCH52 else RANKS[RANKS.index("7") :]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The rules of one game at one table. Made by `RuleSet.named`; equal rule sets play alike."""

    id: str
    min_seats: int
    max_seats: int

    # the pack and the deal
    kind_of_pack: Pack = Pack.FRENCH52
    packs: int = 1
    """Packs together, whatever the number of seats; 0: one for each `seats_a_pack` seats begun (CLS-A23)."""
    seats_a_pack: int = 4
    jokers: int = 0
    """In each pack."""
    removed: frozenset[str] = frozenset()
    """Cards taken out of every pack (RO2-A3)."""
    hand_size: int = 5
    hand_size_two: int = 0
    """Cards of each of two; 0: as many as at any table (TLV-2)."""
    buries: bool = True
    """Whether a card with a power may not start the pile (D-11); else it starts it without effect (LON-A5)."""

    # what cards do, and what may be laid
    powers: Mapping[str, tuple[Power, ...]]
    """What cards do, by card or rank; a card that is not in it is plain."""
    answers: Mapping[str, frozenset[Agreement]]
    """For a draw card, by card or rank: in what it must agree with the top card to answer a stack; one is enough."""
    skip_answer: bool = True
    """Whether a lost turn may be answered by a card of the same rank (SM-A1)."""
    backward_resume: Resume = Resume.FROM_TARGET
    kings_after_draws: bool = True
    """Whether kings draw when laid on a card of another rank that draws (CLS-36)."""
    open_on_actions: bool = True
    """Whether an open card goes on cards with a power that it does not match (CLS-25)."""
    names_for_next: bool = False
    """Whether a suit that was named binds the next seat only (CLS-A11); else it lasts until it is covered (SM-A18)."""
    packets: bool = False
    packet_same_suit: bool = False
    runs: bool = False
    last_after_five: bool = True
    """Whether the card laid after one that plays on may be the last (LON-19)."""
    barred_last: str = ""
    """Ranks of which none may be the single last card in a game dealt to two (CLS-5)."""

    # drawing
    voluntary_draw: bool = True
    """Whether one may draw, or pass with nothing to draw, while a card fits (SM-8, ROK-A9)."""
    drawn_playable: bool = True
    drawn_brings_more: bool = False
    """Whether a card drawn may lead a packet or run (CLS-9)."""
    first_card_saves_penalty: bool = False
    """Whether the first card taken of a stack may answer it (CLS-A20)."""
    reshuffle: bool = True

    # calls and ends
    call: Call = Call.AUTOMATIC
    fine: int = 5
    """Cards for who was caught without having called; only where the call is spoken."""
    returns: bool = False
    """Whether between two a finisher's draw card can come back and bring the finisher in again (CLS-6, D-12)."""
    point_table: Mapping[str, int] = field(default_factory=dict)
    """What a card costs its holder, by card or rank; empty in a game of places."""
    target: int
    """The total that ends a match (SM-30), or its number of rounds in a game of places (D-20)."""

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

    @property
    def by_points(self) -> bool:
        """Whether a round is counted in points and ends with the first who is out; else it is played for places."""
        return bool(self.point_table)

    def power(self, code: str) -> tuple[Power, ...]:
        """What a card does; empty for a plain card."""
        return _look_up(self.powers, code, ())

    def answer(self, code: str) -> frozenset[Agreement]:
        """In what a draw card must agree with the top card to answer a stack; one is enough."""
        return _look_up(self.answers, code, frozenset())

    def points(self, code: str) -> int:
        """What a card costs the player who is caught with it; 0 in a game of places."""
        return _look_up(self.point_table, code, 0)

    def hand(self, seats: int) -> int:
        """How many cards each seat is dealt."""
        return self.hand_size_two if seats == 2 and self.hand_size_two else self.hand_size

    def pack(self, seats: int) -> tuple[str, ...]:
        """The codes of all cards for so many seats, pack after pack (SM-2). `RuleError`: too few or many seats."""
        if not self.min_seats <= seats <= self.max_seats:
            raise RuleError("seats", f"{self.id} is for {self.min_seats} to {self.max_seats} seats, not {seats}")
        return self.one_pack() * self.packs_for(seats)

    def one_pack(self) -> tuple[str, ...]:
        """The codes of one pack, in pack order, its jokers last."""
        suited = [rank + suit for rank in self.kind_of_pack.ranks for suit in SUITS]
        return tuple([code for code in suited if code not in self.removed]) + JOKERS[: self.jokers]

    def packs_for(self, seats: int) -> int:
        """How many packs are played with together."""
        return self.packs or -(-seats // self.seats_a_pack)


def _look_up(table: Mapping[str, T], code: str, default: T) -> T:
    for key in (code, code[0], "*"):
        if key in table:
            return table[key]
    return default
