"""The drawings: both packs are what the tool draws, nothing that is asked for is missing, a table shows its pack."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game import presenter, render
from game.blanks import TEMPLATES, Art, art_of
from game.engine import Pack, RuleSet
from game.words import words_for
from tests.render.scenes import STATES
from tools.build_cards import SPRITES

ROOT = Path(TEMPLATES).parent
STATIC = ROOT / "static"
SEPTICA_32 = RuleSet.named("american-septica", pack=Pack.HUNGARIAN32.value)
BESIDE_CARDS = {"back", *(f"suit-{suit}" for suit in "cdhs"), *(f"fan-{count}" for count in range(8))}


def ids(svg: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', svg)


@pytest.mark.parametrize("name", SPRITES)
def test_a_sprite_is_what_the_tool_draws(name: str) -> None:
    assert (STATIC / "img" / name).read_text(encoding="utf-8") == SPRITES[name]()


@pytest.mark.parametrize("name", SPRITES)
def test_a_sprite_uses_only_what_it_holds(name: str) -> None:
    svg = SPRITES[name]()
    assert len(ids(svg)) == len(set(ids(svg)))
    assert set(re.findall(r'href="#([^"]+)"', svg)) <= set(ids(svg))


def test_each_pack_has_a_face_for_every_card_and_all_that_a_table_shows_beside_them() -> None:
    for rules in (RuleSet.named("macao"), SEPTICA_32):
        svg = (STATIC / art_of(rules.kind_of_pack).cards.removeprefix("/static/")).read_text(encoding="utf-8")
        assert {*rules.one_pack(), *BESIDE_CARDS} <= set(re.findall(r'<symbol id="([^"]+)"', svg))


def test_the_hungarian_pack_is_light_enough_for_a_phone() -> None:
    assert len(SPRITES["cards-hungarian.svg"]()) < 60_000


def test_every_property_of_a_suit_has_a_value_for_two_colours_and_four() -> None:
    tokens = (STATIC / "css" / "tokens.css").read_text(encoding="utf-8")
    for name in ("--acorns", "--bells", "--leaves"):
        assert len(re.findall(rf"^  {name}:", tokens, re.MULTILINE)) == 2
        assert f"var({name}," in SPRITES["cards-hungarian.svg"]()


def test_every_icon_that_a_template_shows_is_drawn() -> None:
    drawn = set(ids((STATIC / "img" / "icons.svg").read_text(encoding="utf-8")))
    pages = [page.read_text(encoding="utf-8") for page in Path(TEMPLATES).rglob("*.html")]
    shown = {name for page in pages for name in re.findall(r"(?:icons\.svg' %}|art\.icons }})#([\w-]+)", page)}
    assert shown
    assert shown <= drawn


# --- a table shows its own pack

FRENCH, HUNGARIAN = (art_of(pack) for pack in (Pack.FRENCH52, Pack.HUNGARIAN32))


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(("art", "other"), [(FRENCH, HUNGARIAN), (HUNGARIAN, FRENCH)])
def test_a_table_shows_the_faces_of_its_own_pack_only(state: str, art: Art, other: Art) -> None:
    html = "".join(render.parts(presenter.present(STATES[state](), words_for("en")), art).values())
    assert f"{art.cards}#" in html
    assert f"{other.cards}#" not in html


def test_pieces_of_one_pack_are_made_once_and_never_lent_to_the_other() -> None:
    data = presenter.present(STATES["own-turn"](), words_for("en"))
    first, again = (render.parts(data, HUNGARIAN) for _ in range(2))
    french = render.parts(data, FRENCH)
    assert all(first[part] is again[part] for part in render.PARTS)
    assert {part for part in render.PARTS if first[part] != french[part]} == {"seats", "centre", "hand"}
