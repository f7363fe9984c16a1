"""What a table may set: every parameter by its name, what it may be, and what it does to a rule set.

Which game offers which is data (`presets`); what is written here knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from game.engine.errors import RuleError
from game.engine.powers import Cut, NameSuit, Power, Wild
from game.engine.rules import Agreement, Call, Pack, Resume, RuleSet, Value


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that a table may set: its default, what else it may be, and what it does to a rule set."""

    default: Value
    values: tuple[Value, ...] | range
    apply: Callable[[RuleSet, Any], RuleSet]

    def allows(self, value: object) -> bool:
        """Whether the value may be set; `1` is no `True` and `True` no number."""
        return type(value) is type(self.default) and value in self.values


Maker = Callable[[RuleSet], Parameter]
"""Makes the parameter of a game from its preset: the default is what the preset has."""

_BOTH = (True, False)


def offered(rules: RuleSet, names: Iterable[str]) -> dict[str, Parameter]:
    """The parameters of those names for a game."""
    return {name: _MAKERS[name](rules) for name in names}


# --- the common kinds


def _set(rules: RuleSet, name: str, value: Any) -> RuleSet:
    return replace(rules, **{name: value})


def _field(name: str, values: tuple[Value, ...] | range = _BOTH) -> Maker:
    """A parameter that is a field of the rule set."""
    return lambda rules: Parameter(getattr(rules, name), values, lambda base, value: _set(base, name, value))


def _choice(name: str, kinds: type[StrEnum]) -> Maker:
    """A parameter that is a field with a few named values."""
    values = tuple([kind.value for kind in kinds])
    return lambda rules: Parameter(
        getattr(rules, name).value, values, lambda base, value: _set(base, name, kinds(value))
    )


def _change(default: Value, values: tuple[Value, ...], apply: Callable[[RuleSet, Any], RuleSet]) -> Maker:
    """A parameter that changes several things at once; at its default it changes nothing."""
    return lambda rules: Parameter(
        default, values, lambda base, value: base if value == default else apply(base, value)
    )


def _switch(apply: Callable[[RuleSet], RuleSet], *, default: bool = False) -> Maker:
    """A parameter that is on or off, and changes several things when it is not at its default."""
    return _change(default, _BOTH, lambda rules, _: apply(rules))


# --- what they do


def _with_powers(rules: RuleSet, **powers: tuple[Power, ...]) -> RuleSet:
    """Other powers for some cards or ranks; an empty tuple takes them away."""
    table = {**rules.powers, **powers}
    return replace(rules, powers={key: power for key, power in table.items() if power or len(key) == 2})


def _answers_of_draws(rules: RuleSet, agreement: Iterable[Agreement]) -> RuleSet:
    return replace(rules, answers={**rules.answers, **dict.fromkeys("23", frozenset(agreement))})


def _hungarian(rules: RuleSet, _: str) -> RuleSet:
    """SEP-A1: there is no 2, 3 or 4; the Unter, the Ober and the King do what those do."""
    as_named = {"2": "J", "3": "Q", "4": "K"}
    powers = {as_named.get(key, key): power for key, power in rules.powers.items()}
    return replace(rules, kind_of_pack=Pack.HUNGARIAN32, powers=powers)


def _open_rank(rules: RuleSet, rank: str) -> RuleSet:
    """CLS-36: another rank than the queen is open, or none."""
    queen = rules.power("Q")
    moved = _with_powers(rules, Q=())
    return moved if rank == "none" else _with_powers(moved, **{rank: queen})


def _queen_blocks(rules: RuleSet, queens: str) -> RuleSet:
    """CLS-A8: those queens stop a stack of draws; what exactly, `queen_blocks_what` says."""
    return _with_powers(rules, **{queen: (*rules.power(queen), Cut("draw")) for queen in queens.split("+")})


def _queen_blocks_what(rules: RuleSet, what: Any) -> RuleSet:
    queens = {key: powers for key, powers in rules.powers.items() if len(key) == 2 and key[0] == "Q"}
    cut = Cut("draw" if what == "draws" else what)
    changed = {
        key: tuple([cut if isinstance(power, Cut) else power for power in powers]) for key, powers in queens.items()
    }
    return _with_powers(rules, **changed)


def _seven_own_suit(rules: RuleSet) -> RuleSet:
    """OPT-4: the wild seven names nothing."""
    return _with_powers(rules, **{"7": (Wild(),)})


def _seven_cuts(rules: RuleSet, turns: bool) -> RuleSet:
    """SM-A2, ROK-11: whether a seven stops lost turns too."""
    return _with_powers(rules, **{"7": (Cut("all" if turns else "draw"),)})


def _wild_eights(rules: RuleSet) -> RuleSet:
    """RO2-A3: for three; two eights are taken out, the other two name a suit."""
    wild = (NameSuit(wild=True),)
    eights = _with_powers(rules, **{"8h": wild, "8d": wild})
    return replace(eights, removed=frozenset({"8s", "8c"}), min_seats=3, max_seats=3)


_MAKERS: Final[Mapping[str, Maker]] = {
    # the pack and the deal
    "pack": _change(Pack.FRENCH52.value, tuple([pack.value for pack in Pack]), _hungarian),
    "packs": lambda rules: _field("packs", range(min(rules.packs, 1), 5))(rules),
    "jokers": _field("jokers", (0, 2, 3)),
    "hand_size": _field("hand_size", range(3, 11)),
    "hand_size_two": _field("hand_size_two", range(3, 11)),
    "wild_eights": _switch(_wild_eights),
    # what cards do
    "four_skips": _switch(lambda rules: _with_powers(rules, **{"4": ()}), default=True),
    "ace_wild": _switch(lambda rules: _with_powers(rules, A=(NameSuit(wild=True),))),
    "seven_own_suit": _switch(_seven_own_suit),
    "seven_cuts_turns": lambda rules: Parameter(rules.power("7") == (Cut("all"),), _BOTH, _seven_cuts),
    "open_rank": _change("Q", ("Q", "5", "none"), _open_rank),
    "open_on_actions": _field("open_on_actions"),
    "queen_blocks": _change("none", ("none", "Qs", "Qs+Qh"), _queen_blocks),
    "queen_blocks_what": _change("draws", ("kings", "draws", "all"), _queen_blocks_what),
    "kings_after_draws": _field("kings_after_draws"),
    # what answers what
    "skip_answer": _field("skip_answer"),
    "draws_wild": _switch(lambda rules: _answers_of_draws(rules, {Agreement.SUITED})),
    "draws_strict": _switch(lambda rules: _answers_of_draws(rules, {Agreement.RANK, Agreement.SUIT})),
    "loose_draws": _switch(lambda rules: _answers_of_draws(rules, {Agreement.ALWAYS})),
    "backward_resume": _choice("backward_resume", Resume),
    # several cards in one turn
    "packets": _field("packets"),
    "packet_same_suit": _field("packet_same_suit"),
    "runs": _field("runs"),
    "last_after_five": _field("last_after_five"),
    "last_draw_barred": _switch(lambda rules: replace(rules, barred_last=""), default=True),
    # drawing
    "voluntary_draw": _field("voluntary_draw"),
    "drawn_playable": _field("drawn_playable"),
    "drawn_brings_more": _field("drawn_brings_more"),
    "first_card_saves_penalty": _field("first_card_saves_penalty"),
    "reshuffle": _field("reshuffle"),
    # calls and ends
    "call": _choice("call", Call),
    "fine": _field("fine", range(1, 11)),
    "target": _field("target", range(1, 10_001)),
    "rounds": _field("target", range(1, 101)),
}
"""Every parameter by its name, in the order of a form."""

NAMES: Final = tuple(_MAKERS)
"""The names of all parameters, in the order of a form."""


# --- which do not go together


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Values that contradict one another, or leave a parameter without anything to change."""

    parameter: str
    """The one that is named when it is refused."""
    clash: Callable[[Mapping[str, Value]], bool]
    why: str


EXCLUSIONS: Final = (
    Exclusion("draws_strict", lambda now: bool(now.get("draws_wild")), "it excludes draws_wild (OPT-A2)"),
    Exclusion("draws_strict", lambda now: bool(now.get("loose_draws")), "it excludes loose_draws (OPT-A1)"),
    Exclusion("draws_wild", lambda now: bool(now.get("loose_draws")), "loose_draws allows more already (RO1-8)"),
    Exclusion("fine", lambda now: now["call"] == Call.AUTOMATIC, "nobody is fined where the table calls"),
    Exclusion("queen_blocks_what", lambda now: now["queen_blocks"] == "none", "no queen blocks"),
    Exclusion("packet_same_suit", lambda now: not now["packets"], "there are no packets"),
    Exclusion("open_on_actions", lambda now: now["open_rank"] == "none", "no rank is open"),
    Exclusion(
        "drawn_brings_more",
        lambda now: not (now["packets"] or now.get("runs")),
        "nothing is laid together, so nothing more can be brought",
    ),
    Exclusion("drawn_brings_more", lambda now: not now["drawn_playable"], "a card drawn is kept"),
)
"""What is refused; `clash` is asked of all parameters of a game as they are, if `parameter` is not at its default."""


def check_together(values: Mapping[str, Value], given: Mapping[str, Value]) -> None:
    """`RuleError` if what was given contradicts the rest. `values` are all parameters of the game, as they are now."""
    for exclusion in EXCLUSIONS:
        if exclusion.parameter in given and exclusion.clash(values):
            raise RuleError(exclusion.parameter, exclusion.why)


def settle(rules: RuleSet) -> RuleSet:
    """The rule set for no more seats than the pack can be dealt to, with a card to turn up and one to draw."""
    seats = range(rules.min_seats, rules.max_seats + 1)
    short = [n for n in seats if n * rules.hand(n) + 2 > rules.packs_for(n) * len(rules.one_pack())]
    if rules.min_seats in short:
        raise RuleError("hand_size", "the pack is too small for it")
    return replace(rules, max_seats=min(short, default=rules.max_seats + 1) - 1)
