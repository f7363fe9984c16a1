"""The rule sheet: it says what this very rule set says, all of it and nothing else, short enough to be read."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from game.engine import RuleSet
from game.engine.parameters import Parameter
from game.engine.presets import PARAMETERS, POINTS_T1, PRESETS
from game.presenter.games import game_names
from game.presenter.glance import glance
from game.presenter.rulebook import RuleSheet, rule_sheet
from game.presenter.stories import stories
from game.presenter.tips import tips
from game.words import words_for
from tests.engine.strategies import draw_rules
from tests.engine.test_rules import NEEDS

EN, RO = words_for("en"), words_for("ro")
OFFERS = [(preset, name) for preset, offers in PARAMETERS.items() for name in offers]


def said(sheet: RuleSheet) -> str:
    """All that a sheet says."""
    sentences = [sentence.text for section in sheet.sections for sentence in section.sentences]
    lines = [": ".join(filter(None, (line.name, line.does, line.points))) for line in sheet.cards]
    return "\n".join([sheet.lead, *sentences, *lines])


def sheet_of(preset: str, **parameters: Any) -> str:
    return said(rule_sheet(RuleSet.named(preset, **parameters), EN))


def needed(preset: str, name: str) -> dict[str, Any]:
    """What else has to be set so that a parameter of a game changes something."""
    return {other: value for other, value in NEEDS.get(name, {}).items() if other in PARAMETERS[preset]}


def some_values(parameter: Parameter) -> list[Any]:
    values = list(parameter.values)
    return values if len(values) <= 10 else [values[0], values[1], values[-1]]


@pytest.mark.parametrize(("preset", "name"), OFFERS)
@pytest.mark.parametrize("words", [EN, RO], ids=["en", "ro"])
def test_every_value_of_every_parameter_changes_what_the_sheet_says(preset: str, name: str, words: Any) -> None:
    needs = needed(preset, name)
    parameter = PARAMETERS[preset][name]
    values = [parameter.default, *[value for value in some_values(parameter) if value != parameter.default]]
    sheets = {value: said(rule_sheet(RuleSet.named(preset, **needs, **{name: value}), words)) for value in values}
    assert len(set(sheets.values())) == len(values)


TELLTALES: dict[str, tuple[Any, str]] = {
    "jokers": (0, "oker"),
    "packets": (False, "of one rank may go together"),
    "packet_same_suit": (False, "cards of one suit"),
    "runs": (False, "in a run"),
    "queen_blocks": ("none", "Or cut it with the queen of "),
    "open_on_actions": (True, "only if it matches"),
    "kings_after_draws": (True, "does nothing."),
    "first_card_saves_penalty": (False, "first card that you take"),
    "drawn_brings_more": (False, "with others"),
    "seven_own_suit": (False, "its own suit comes next"),
    "wild_eights": (False, "Left out"),
    "loose_draws": (False, "Answer it with any card that draws"),
    "draws_wild": (False, "three answers any card that draws"),
    "draws_strict": (False, "three answers a card of the same rank or of the same suit."),
    "call": ("automatic", "else says it first"),
    "pack": ("french52", "Hungarian"),
    "skip_answer": (True, "not passed on"),
    "seven_cuts_turns": (False, "Stop it with a seven"),
    "drawn_playable": (True, "is kept"),
    "hand_size_two": (5, "if only two play"),
    "open_rank": ("none", "and anything plays on it"),
    "four_skips": (False, "A four or an ace costs"),
    "ace_wild": (False, "An ace goes on any card"),
    "reshuffle": (False, "is shuffled into a new one"),
    "last_after_five": (False, "may be your last"),
    "last_draw_barred": (False, "may not be the one last card"),
    "voluntary_draw": (False, "even if you hold one that fits"),
}
"""By parameter, the value at which a sheet is silent about it, and what it says at every other."""


@pytest.mark.parametrize(("preset", "name"), [offer for offer in OFFERS if offer[1] in TELLTALES])
def test_a_sheet_speaks_of_an_option_exactly_when_the_table_has_it(preset: str, name: str) -> None:
    silent, telltale = TELLTALES[name]
    for value in PARAMETERS[preset][name].values:
        sheet = sheet_of(preset, **needed(preset, name), **{name: value})
        assert (telltale in sheet) == (value != silent), value


PRESET_IDS = "|".join(PRESETS)
RAW = re.compile(
    rf"None|True|False|[{{}}_*]|-[cdhs]\b|\b(?!As\b)[2-9TJQKAX][cdhsbr]\b|\b(?:{PRESET_IDS})\b|french52|hungarian32|\s\s|\s[.,;:]"
)
"""What is written for machines. "As" is the Romanian ace."""


@pytest.mark.parametrize("number", range(60))
def test_a_sheet_of_any_rule_set_is_written_for_people(number: int) -> None:
    rules = draw_rules(random.Random(number))
    for words in (EN, RO):
        sheet = rule_sheet(rules, words)
        for text in said(sheet).splitlines():
            assert not RAW.search(text), text
            assert text[0] == text[0].upper()
        assert sum(len(section.sentences) for section in sheet.sections) <= 45
        codes = [card.code for line in sheet.cards for card in line.cards]
        assert {code[0] for code in codes} == {code[0] for code in rules.one_pack()}


def test_the_table_of_cards_says_what_each_does_and_costs() -> None:
    lines = rule_sheet(RuleSet.named("simple-macao"), EN).cards
    shown = {card.code[0]: line.points for line in lines for card in line.cards if card.code not in ("Kh", "Ks")}
    assert shown == {rank: f"{POINTS_T1[rank]} points" for rank in "A23456789TJQK"}
    by_code = {card.code: line for line in lines for card in line.cards}
    assert by_code["Kh"].does == "The next player takes 5 cards."
    assert by_code["Ks"].does == "The player before you takes 5 cards."
    assert (by_code["Kd"].does, by_code["Kd"].plain) == ("Plain card", True)
    assert by_code["7s"].does == "Cuts the whole stack that waits on you."
    assert by_code["4s"].does == "The next player loses a turn."


@pytest.mark.parametrize("preset", PRESETS)
def test_the_game_as_it_is_known_has_no_house_rules(preset: str) -> None:
    sheet = rule_sheet(RuleSet.named(preset), EN)
    assert not sheet.house
    assert not any(sentence.house for section in sheet.sections for sentence in section.sentences)
    assert sheet == rule_sheet(replace(RuleSet.named(preset), id=preset), EN)


def test_house_rules_are_marked_where_they_stand() -> None:
    sheet = rule_sheet(RuleSet.named("simple-macao", seven_cuts_turns=True), EN)
    assert sheet.house
    marked = [sentence.text for section in sheet.sections for sentence in section.sentences if sentence.house]
    assert marked == ["Stop it with a seven, whatever lies on top."]
    assert [line.name for line in sheet.cards if line.house] == ["Seven"]


@pytest.mark.parametrize(("preset", "longer"), [("simple-macao", {"target": 900}), ("classic-macau", {"rounds": 3})])
def test_how_long_a_match_is_is_no_house_rule(preset: str, longer: dict[str, int]) -> None:
    for house in ({}, {"skip_answer": False}):
        sheet = rule_sheet(RuleSet.named(preset, **longer, **house), EN)
        assert sheet.house == bool(house)
        assert any(str(*longer.values()) in sentence.text for sentence in sheet.sections[-1].sentences)
        assert not any(sentence.house for sentence in sheet.sections[-1].sentences)


def test_no_sentence_is_made_of_the_name_of_a_game() -> None:
    """The same rules under another game's id are the same sentences."""
    for preset, rules in PRESETS.items():
        other = replace(rules, id="macao" if preset != "macao" else "tel-aviv", given=(("target", 1),))
        assert said(rule_sheet(other, RO)) == said(rule_sheet(rules, RO))


@pytest.mark.parametrize(
    ("words", "hungarian", "french"),
    [(EN, "Unter", r"jack|queen|spades|clubs"), (RO, "unter", r"valet|damă|pică|treflă")], ids=["en", "ro"],
)  # fmt: skip
def test_a_table_with_the_hungarian_pack_reads_the_names_of_its_cards(words: Any, hungarian: str, french: str) -> None:
    rules = RuleSet.named("american-septica", pack="hungarian32")
    short = [card for fact in glance(rules, words) for card in fact.cards]
    spoken = [card.spoken for card in short]
    told = "\n".join([said(rule_sheet(rules, words)), *tips(rules, words), *spoken])
    assert hungarian in spoken
    assert "U" in [card.text for card in short]
    assert not re.search(french, told, re.IGNORECASE)


ROMANIAN = {
    "simple-macao": "Popa de pică trimite toată umflătura",
    "tel-aviv": "Popa de cupă nu răspunde la nimic.",
    "polish-makao": "Un doi, un trei, ori popa de cupă sau pică răspunde la o carte",
}


@pytest.mark.parametrize("preset", ROMANIAN)
def test_a_romanian_sentence_about_exact_cards_has_their_article(preset: str) -> None:
    sheet = rule_sheet(PRESETS[preset], RO)
    sentences = [sentence.text for section in sheet.sections for sentence in section.sentences]
    assert any(text.startswith(ROMANIAN[preset]) for text in sentences)
    told = "\n".join([*sentences, *tips(PRESETS[preset], RO)])
    assert not re.search(r"\bpopă (de|sau)\b", told, re.IGNORECASE)
    assert any(line.name.startswith("Popă de ") for line in sheet.cards)  # a label has none


# --- what the pages tell beside it


@pytest.mark.parametrize("words", [EN, RO], ids=["en", "ro"])
def test_every_game_has_a_story_and_no_two_have_the_same(words: Any) -> None:
    told = stories(words)
    assert set(told) == set(PRESETS) == set(game_names(words))
    assert len({story.origin for story in told.values()}) == len({story.story for story in told.values()}) == len(told)
    for story in told.values():
        assert not RAW.search(f"{story.origin} {story.story} {story.is_not}")


def test_the_two_games_of_one_name_are_told_apart() -> None:
    for preset, other in (("simple-macao", "Macao simplu"), ("macao-simplu", "Simple Macao")):
        assert other in stories(EN)[preset].is_not
        assert other in stories(RO)[preset].is_not


def test_tips_speak_of_cards_that_the_game_has() -> None:
    """A cut, a demand, a five that plays on, a call: advised about exactly where there are such things."""
    for preset, rules in PRESETS.items():
        text = " ".join(tips(rules, EN))
        assert ("way out when a stack comes" in text) == (
            preset in ("simple-macao", "macao", "romanian-macao", "romanian-1")
        )
        assert ("demand a rank" in text) == (preset in ("classic-macau", "polish-makao"))
        assert ("could follow it" in text) == (preset in ("macau-london", "tel-aviv"))
        assert ("Say Macao" in text) == ("say Macao before" in sheet_of(preset))
        assert ("costs the most" in text) == rules.by_points
        assert ("hold back" in text) == rules.voluntary_draw
        assert "joker" not in text or rules.jokers


@pytest.mark.parametrize("number", range(20))
def test_tips_and_glance_of_any_rule_set_can_be_said(number: int) -> None:
    rules = draw_rules(random.Random(1000 + number))
    for words in (EN, RO):
        told = [*tips(rules, words), *[f"{fact.label} {fact.text}" for fact in glance(rules, words)]]
        assert not any(re.search(r"[{}]|None", text) for text in told)


def test_the_games_at_a_glance_have_the_same_columns() -> None:
    columns = {tuple(fact.label for fact in glance(rules, EN)) for rules in PRESETS.values()}
    assert len(columns) == 1
    facts = {fact.label: fact for fact in glance(PRESETS["simple-macao"], EN)}
    assert [card.spoken for card in facts["Draws"].cards] == ["two", "three", "king of hearts", "king of spades"]
    assert [card.spoken for card in facts["Stops"].cards] == ["seven"]
    assert facts["Players"].text == "2–6"
    assert {fact.label: fact.text for fact in glance(PRESETS["classic-macau"], EN)}["Cards"] == "52 for every 4 players"
