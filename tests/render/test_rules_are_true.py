"""What the rule sheet says is what the engine does: its sentences are read back and tried on positions."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from game.engine import Round, RuleError, RuleSet
from game.engine.powers import Draw, Skip
from game.engine.presets import PARAMETERS, PRESETS
from game.presenter.rulebook import rule_sheet
from game.words import words_for
from tests.engine.strategies import draw_rules
from tests.render.test_rulebook import needed

EN = words_for("en")
NUMBERS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "T",
    "jack": "J", "queen": "Q", "king": "K", "ace": "A", "joker": "X", "unter": "J", "ober": "Q",
}  # fmt: skip
SUITS = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
COLOURS = {"red": "dh", "black": "cs"}
SUIT = "(?:clubs|diamonds|hearts|spades)"
ONE = re.compile(
    rf"\ban? (?:(red|black) )?(\w+)|\bthe ((?:\w+(?:, | or )?)+) of ({SUIT}(?:(?:, | or ){SUIT})*)"
    r"|\bthe (red|black) joker",
    re.IGNORECASE,
)
SAID = ("", *[f"={word}" for word in ("c", "d", "h", "s", "8", "none")])


class Told:
    """A rule set and the sentences of its sheet."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        sheet = rule_sheet(rules, EN)
        self.texts = [sentence.text for section in sheet.sections for sentence in section.sentences]
        self.pack = list(dict.fromkeys(rules.one_pack()))
        self.seats = min(3, rules.max_seats)
        self.plain = [code for code in self.pack if not rules.power(code)]

    def cards(self, pattern: str) -> set[str]:
        """The cards that the first sentence of that form speaks of, in its first group; none if there is none."""
        for text in self.texts:
            if found := re.fullmatch(pattern, text):
                return self.codes(found[1])
        return set()

    def says(self, piece: str) -> bool:
        return any(piece in text for text in self.texts)

    def codes(self, text: str) -> set[str]:
        """ "a two or the king of hearts" as codes."""
        found: set[str] = set()
        for colour, rank, ranks, named, joker in ONE.findall(text):
            if joker:
                found.add(f"X{joker[0].lower()}")
            elif named:
                both = [re.split(", | or ", part) for part in (ranks, named)]
                found |= {NUMBERS[one] + SUITS[suit] for one in both[0] for suit in both[1]}
            else:
                suits = COLOURS.get(colour.lower(), "cdhsbr")
                found |= {code for code in self.pack if code[0] == NUMBERS[rank.lower()] and code[1] in suits}
        return found

    def position(self, hand: list[str], top: str, **keys: Any) -> Round:
        """Seat 0 with a hand, a card on top, and what else is given."""
        pack = list(self.rules.pack(self.seats))
        for code in (*hand, top):
            pack.remove(code)
        hands = [hand, *[[pack.pop(), pack.pop()] for _ in range(self.seats - 1)]]
        return Round.from_position({"rules": self.rules, "hands": hands, "pile": [top], "stock": pack[:12], **keys})

    def goes(self, top: str, **keys: Any) -> dict[str, bool]:
        """Of every card of the pack but a few: whether it alone may be laid, whatever it is said with."""
        others = [code for code in self.pack if code != top and not self.stands_in(code)]
        spare = self.plain[-2 * self.seats :]  # the others hold something too
        hand = [code for code in others if code not in spare]
        round_ = self.position(hand, top, **keys)
        return {code: any(round_.why_not(code + words) is None for words in SAID) for code in hand}

    def stands_in(self, card: str) -> bool:
        return card in self.cards(r"(.+) stands for any card its player names, .+")


ELSEWHERE = {"target", "rounds", "fine", "call", "hand_size", "hand_size_two", "packs", "backward_resume"}
"""Parameters that change nothing of what is tried here."""


def all_rules() -> Iterator[RuleSet]:
    """Every game, every single change of a parameter, and some random sets."""
    for preset, offers in PARAMETERS.items():
        yield PRESETS[preset]
        for name, parameter in offers.items():
            for value in () if name in ELSEWHERE else (parameter.values[0], parameter.values[-1]):
                try:
                    yield RuleSet.named(preset, **needed(preset, name), **{name: value})
                except RuleError:
                    continue
    yield from [draw_rules(random.Random(number)) for number in range(20)]


RULES = list(dict.fromkeys(all_rules()))


@pytest.fixture(params=RULES, ids=lambda rules: f"{rules.id}-{dict(rules.given)}")
def told(request: pytest.FixtureRequest) -> Told:
    return Told(request.param)


def test_what_goes_on_any_card(told: Told) -> None:
    anywhere = told.cards(r"(.+) goes on any card while nothing waits on you.*\.")
    on_plain = told.cards(r"(.+) goes on any plain card; .+")
    takes_all = told.cards(r"Any card goes on (.+)\.")
    for top in [code for code in told.pack if code[0] != "X" and code[1] in "hs"]:
        plain = top in told.plain or (top[0] == "K" and top[1] in "dc")
        for card, may in told.goes(top).items():
            fits = card[0] == top[0] or card[1] == top[1] or top in takes_all
            assert may == (fits or card in anywhere or (card in on_plain and plain)), (card, top)


def answers(told: Told, card: str, top: str) -> bool:
    """Whether the sheet says that a card that draws answers one."""
    if card in told.cards(r"(.+) laid on .+ does nothing\.") and top[0] != "K":
        return False
    if top[0] == "X" and (told.says("answers a joker") or told.says("Nothing answers a joker")):
        return card in told.cards(r"Only (.+) answers a joker\.")
    what = "any card that draws" if told.says("Answer it with any card that draws") else "of the same rank"
    if told.says("Answer it with a card that draws: "):
        tellings = [found for text in told.texts if (found := re.fullmatch(r"((?:An?|The) .+) answers (.+)\.", text))]
        [what] = [found[2] for found in tellings if card in told.codes(found[1])]
    return (
        what == "any card that draws"
        or (what == "only an attack of kings" and top[0] == "K")
        or ("same rank" in what and card[0] == top[0])
        or ("same suit" in what and card[1] == top[1])
        or ("same colour" in what and any({card[1], top[1]} <= set(suits) for suits in COLOURS.values()))
    )


def test_what_may_be_done_with_a_stack(told: Told) -> None:
    draws = [code for code in told.pack if any(isinstance(power, Draw) for power in told.rules.power(code))]
    cuts = told.cards(r"Or cut it with (.+), whatever lies on top: .+")
    blocks = told.cards(r"(.+) stops an attack of kings: .+")
    assert all(told.rules.power(code) for code in cuts | blocks)
    for top in draws:
        pending = {"pending": {"draw": 5, "kind": top[0]}, "suit": "h" if top[0] == "X" else top[1]}
        for card, may in told.goes(top, **pending).items():
            stops = card in cuts or (card in blocks and top[0] == "K")
            assert may == (stops or (card in draws and answers(told, card, top))), (card, top)


def test_what_may_be_done_with_a_lost_turn(told: Told) -> None:
    skips = [code for code in told.pack if any(isinstance(power, Skip) for power in told.rules.power(code))]
    assert told.cards(r"(.+) costs the next player a turn\.") == set(skips)
    stops = told.cards(r"Stop it with (.+), whatever lies on top\.")
    on = told.says("Pass it on with another of the same rank")
    for top in skips[::3]:
        for card, may in told.goes(top, pending={"skip": 1, "kind": top[0]}).items():
            assert may == (card in stops or (on and card in skips and card[0] == top[0])), (card, top)


def test_what_may_be_demanded(told: Told) -> None:
    jacks = told.cards(r"Whoever lays (.+) demands a rank from .+")
    ranks = list(NUMBERS)
    for jack in sorted(jacks)[:1]:
        [(low, high)] = re.findall(r"from (\w+) to (\w+), or nothing", " ".join(told.texts))
        span = {NUMBERS[name] for name in ranks[ranks.index(low) : ranks.index(high) + 1]}
        held = told.says("It must be one that they hold")
        top = next(code for code in told.plain if code[1] == jack[1])
        hand = [jack, *[code for code in told.plain if code[0] in "68"][:3]]
        round_ = told.position(hand, top)
        asked = {str(move).partition("=")[2] for move in round_.legal_moves() if str(move).startswith(f"{jack}=")}
        holds = {code[0] for code in hand} & span
        assert asked == {"none", *((holds or {"any"}) if held else span)}


def test_what_may_be_laid_together(told: Told) -> None:
    """Two of a rank, two of a suit, a step in a suit, each led on a card of its suit."""
    trials = {
        ("6h", "6c"): told.says("of one rank may go together") or told.says("in a run"),
        ("6h", "9h"): told.says("So may cards of one suit"),
        ("6h", "7h"): told.says("So may cards of one suit") or told.says("in a run"),
    }
    for cards, expected in trials.items():
        if not {*cards, "8h"} <= set(told.pack) or told.rules.power("6h") or told.rules.power("7h"):
            continue
        hands = [[*cards, "Tc"], *[["Td", "Ts", "9c"], ["9d", "9s", "5c"]][: told.seats - 1]]
        round_ = Round.from_position({"rules": told.rules, "hands": hands, "pile": ["8h"], "stock": ["7s", "7d"]})
        assert (round_.why_not("+".join(cards)) is None) == expected, cards


def test_what_is_said_of_drawing(told: Told) -> None:
    top, fits = next((one, other) for one in told.plain for other in told.plain if one[0] == other[0] and one != other)
    others = [code for code in told.plain if code[1] not in (top[1], fits[1]) and code[0] != top[0]]
    round_ = told.position([fits, *others[:2]], top)
    assert ("draw" in map(str, round_.legal_moves())) == told.says("Or draw one card instead")
    round_ = told.position(others[:2], top)
    start = {**round_.position(), "stock": [fits]}
    if fits in [code for hand in start["hands"] for code in hand]:
        start["hands"][1:] = [[others[2 + seat]] for seat in range(told.seats - 1)]
    round_ = Round.from_position(start)
    round_.play("draw")
    assert (round_.turn == 0) == told.says("If the card drawn fits, you may lay it at once")
    empty = Round.from_position({**start, "stock": [], "pile": [fits, top]})
    assert ("draw" in map(str, empty.legal_moves())) == told.says("is shuffled into a new one")


def test_what_is_said_of_the_last_card(told: Told) -> None:
    if told.rules.min_seats > 2:
        return
    told.seats = 2
    barred = told.cards(r"Between two, (.+) may not be the one last card\.")
    for card in told.pack:
        if card[1] != "h":
            continue
        top = next(code for code in told.plain if code[1] == "h" and code != card)
        round_ = told.position([card], top)
        assert (round_.why_not(card) is None) == (card not in barred), card
    if told.says("you may lay another card that fits"):
        after = told.position(["9h"], "5h", extra=True)
        assert (after.why_not("9h") is None) == told.says("may be your last")
        assert told.says("may be your last") != told.says("may not be your last")
