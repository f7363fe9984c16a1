"""The games, as data: each is one value that reads like its page of docs/rules.md, section 4."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from game.engine.errors import RuleError
from game.engine.parameters import Parameter, check_together, offered, settle
from game.engine.powers import Block, Cut, Demand, Draw, NameSuit, Open, PlayOn, Skip, StandIn, Wild
from game.engine.rules import Agreement, Call, RuleSet, Value

POINTS_T1: Final = {
    "A": 50, "2": 20, "3": 30, "4": 20, "5": 5, "6": 5, "7": 30, "8": 5, "9": 5, "T": 5,
    "J": 10, "Q": 10, "K": 10, "Kh": 50, "Ks": 50,
}  # fmt: skip
"""Table T1 of docs/rules.md: the whole pack is worth 900 (SM-28, SM-A21)."""

POINTS_LONDON: Final = {"*": 5, "A": 50, "2": 20, "3": 30, "J": 10, "Q": 10, "K": 10, "Kh": 50}
"""LON-20, LON-A6, LON-A7: a pack is worth 700."""

POINTS_TEL_AVIV: Final = {**POINTS_LONDON, "T": 10, "Kh": 150}
"""TLV-12: the pack is worth 820."""

RANK: Final = frozenset({Agreement.RANK})
RANK_OR_SUIT: Final = frozenset({Agreement.RANK, Agreement.SUIT})
ALWAYS: Final = frozenset({Agreement.ALWAYS})
NEVER: Final = frozenset[Agreement]()

# --- games of points

SIMPLE_MACAO = RuleSet(
    id="simple-macao",
    min_seats=2,
    max_seats=6,
    powers={
        "2": (Draw(2),),
        "3": (Draw(3),),
        "4": (Skip(1),),
        "7": (Cut("draw"),),
        "A": (NameSuit(wild=True),),
        "Kh": (Draw(5),),
        "Ks": (Draw(5, back=True),),
    },
    answers={"*": RANK},
    point_table=POINTS_T1,
    target=500,
)

MACAO = replace(
    SIMPLE_MACAO,
    id="macao",
    jokers=2,
    powers={**SIMPLE_MACAO.powers, "X": (NameSuit(wild=True), Draw(10))},
    answers={"*": ALWAYS},
    point_table={**POINTS_T1, "X": 100},
)

MACAU_LONDON = RuleSet(
    id="macau-london",
    min_seats=2,
    max_seats=8,
    packs=2,
    hand_size_two=7,
    buries=False,
    powers={
        "2": (Draw(2),),
        "3": (Draw(3),),
        "5": (PlayOn(),),
        "A": (NameSuit(wild=True),),
        "Q": (Wild(),),
        "Kh": (Draw(5),),
    },
    answers={"*": RANK},
    last_after_five=False,
    reshuffle=False,
    point_table=POINTS_LONDON,
    target=500,
)

TEL_AVIV = replace(
    MACAU_LONDON,
    id="tel-aviv",
    packs=0,
    seats_a_pack=5,
    answers={"*": RANK, "K": NEVER},
    last_after_five=True,
    reshuffle=True,
    point_table=POINTS_TEL_AVIV,
)

# --- games of places, from Romania

ROMANIAN_MACAO = RuleSet(
    id="romanian-macao",
    min_seats=2,
    max_seats=8,
    jokers=2,
    powers={
        "2": (Draw(2),),
        "3": (Draw(3),),
        "4": (Skip(1),),
        "7": (Cut("all"),),
        "A": (NameSuit(wild=True),),
        "Xb": (NameSuit(wild=True), Draw(5)),
        "Xr": (NameSuit(wild=True), Draw(10)),
    },
    answers={"*": RANK_OR_SUIT, "X": ALWAYS},
    packets=True,
    voluntary_draw=False,
    call=Call.SPOKEN,
    target=1,
)

MACAO_SIMPLU = replace(
    ROMANIAN_MACAO,
    id="macao-simplu",
    jokers=0,
    powers={"2": (Draw(2),), "3": (Draw(3),), "4": (Skip(1),), "A": (NameSuit(wild=True),)},
    packets=False,
)

AMERICAN_SEPTICA = replace(
    ROMANIAN_MACAO,
    id="american-septica",
    jokers=0,
    powers={"2": (Draw(2),), "4": (Skip(1),), "7": (NameSuit(wild=True),), "A": (Skip(1),)},
    answers={"*": RANK},
    packets=False,
)

ROMANIAN_1 = RuleSet(
    id="romanian-1",
    min_seats=2,
    max_seats=10,
    packs=0,
    jokers=2,
    powers={
        "2": (Draw(2),),
        "3": (Draw(3),),
        "4": (Cut("all"),),
        "7": (NameSuit(wild=True),),
        "A": (Skip(1),),
        "Xb": (NameSuit(wild=True), Draw(5)),
        "Xr": (NameSuit(wild=True), Draw(10)),
    },
    answers={"*": RANK_OR_SUIT | {Agreement.COLOUR}, "X": ALWAYS},
    packets=True,
    call=Call.SPOKEN,
    target=1,
)

ROMANIAN_2 = replace(
    ROMANIAN_1,
    id="romanian-2",
    jokers=0,
    powers={"2": (Draw(2),), "3": (Draw(3),), "4": (Skip(1),), "A": (NameSuit(wild=False),)},
    answers={"*": RANK},
)

# --- games of places: classic Macau and its Polish cousin

CLASSIC_MACAU = RuleSet(
    id="classic-macau",
    min_seats=2,
    max_seats=10,
    packs=0,
    powers={
        "2": (Draw(2),),
        "3": (Draw(3),),
        "4": (Skip(1),),
        "J": (Demand(held=True),),
        "Q": (Open(),),
        "Kh": (Draw(5),),
        "Ks": (Draw(5, back=True),),
        "K": (Block(),),
        "A": (NameSuit(wild=True, held=True),),
        "X": (StandIn(),),
    },
    answers={"*": RANK_OR_SUIT, "K": frozenset({Agreement.KIND})},
    names_for_next=True,
    packets=True,
    runs=True,
    barred_last="23",
    call=Call.SPOKEN,
    returns=True,
    target=1,
)

POLISH_MAKAO = replace(
    CLASSIC_MACAU,
    id="polish-makao",
    powers={
        **CLASSIC_MACAU.powers,
        "J": (Demand(held=False),),
        "Q": (Open(ends_demand=True),),
        "A": (NameSuit(wild=True),),
    },
    answers={"*": RANK_OR_SUIT},
    runs=False,
    barred_last="",
)

PRESETS: Final[Mapping[str, RuleSet]] = {
    rules.id: rules
    for rules in (
        SIMPLE_MACAO, MACAO, MACAU_LONDON, ROMANIAN_MACAO, MACAO_SIMPLU, AMERICAN_SEPTICA, CLASSIC_MACAU,
        ROMANIAN_1, ROMANIAN_2, TEL_AVIV, POLISH_MAKAO,
    )
}  # fmt: skip

# --- what a table may set

_ANY_GAME = "hand_size packs reshuffle drawn_playable voluntary_draw"
_OF_POINTS = f"{_ANY_GAME} draws_strict target"
_OF_PLACES = f"{_ANY_GAME} packets skip_answer call fine rounds"
_OF_CLASSIC = (
    f"{_OF_PLACES} jokers packet_same_suit backward_resume draws_wild open_rank open_on_actions queen_blocks"
    " queen_blocks_what kings_after_draws drawn_brings_more first_card_saves_penalty"
)

PARAMETERS: Final[Mapping[str, Mapping[str, Parameter]]] = {
    preset: offered(PRESETS[preset], names.split())
    for preset, names in {
        "simple-macao": f"{_OF_POINTS} skip_answer backward_resume seven_cuts_turns",
        "macao": f"{_OF_POINTS} jokers skip_answer backward_resume seven_cuts_turns call fine",
        "macau-london": f"{_OF_POINTS} hand_size_two last_after_five",
        "tel-aviv": f"{_OF_POINTS} hand_size_two last_after_five draws_wild packets",
        "romanian-macao": f"{_OF_PLACES} jokers draws_wild seven_cuts_turns",
        "macao-simplu": f"{_OF_PLACES} draws_wild",
        "american-septica": f"{_OF_PLACES} four_skips pack seven_own_suit",
        "classic-macau": f"{_OF_CLASSIC} runs last_draw_barred",
        "romanian-1": f"{_OF_PLACES} jokers draws_wild draws_strict loose_draws seven_own_suit",
        "romanian-2": f"{_OF_PLACES} draws_wild draws_strict ace_wild wild_eights",
        "polish-makao": _OF_CLASSIC,
    }.items()
}
"""What each game offers, by preset and name, in the order in which it is applied: only what changes something there."""


def rule_set(preset: str, parameters: Mapping[str, Any]) -> RuleSet:
    """A preset with some parameters set. `RuleError` names the preset (`base`) or the parameter that cannot be so."""
    if not isinstance(preset, str) or preset not in PRESETS:
        raise RuleError("base", f"there is no game {preset!r:.40}")
    offers = PARAMETERS[preset]
    for name, value in parameters.items():
        if name not in offers:
            raise RuleError(name, f"{preset} has no such parameter")
        if not offers[name].allows(value):
            raise RuleError(name, f"it cannot be {value!r:.40}")
    changed = {name: value for name, value in parameters.items() if value != offers[name].default}
    return _with(preset, tuple(sorted(changed.items())))


@lru_cache(maxsize=1024)
def _with(preset: str, given: tuple[tuple[str, Value], ...]) -> RuleSet:
    values, rules, offers = dict(given), PRESETS[preset], PARAMETERS[preset]
    check_together({name: values.get(name, parameter.default) for name, parameter in offers.items()}, values)
    for name, parameter in offers.items():
        if name in values:
            rules = parameter.apply(rules, values[name])
    return replace(settle(rules), given=given)
