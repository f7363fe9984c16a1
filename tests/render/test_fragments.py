"""The fragments: what they may hold, that equal parts are one string, and how large an update is."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from game import presenter, render
from game.blanks import TEMPLATES
from game.engine import Round, RuleSet
from game.presenter.plays import asks_more
from game.scene import LogEntry, Scene
from game.words import words_for
from tests.render.scenes import GAMES, NAMES, STATES, played, round_of, scene_of

FRAGMENTS = sorted((Path(TEMPLATES) / "table").glob("*.html"))
PAGES = {"page.html", "look.html", "banner.html", "help.html", "rules.html"}  # they may load the site's tags
BUILT_IN = {"if", "elif", "else", "endif"}
VOID = {"use", "progress", "meta", "input", "link"}
ALL = STATES | GAMES
EN, RO = words_for("en"), words_for("ro")


def parts(scene: Scene, language: str = "en") -> dict[str, str]:
    return render.parts(presenter.present(scene, words_for(language)))


def update(scene: Scene, sent: dict[str, object]) -> str:
    return render.update(presenter.present(scene, EN), sent)


class Markup(HTMLParser):
    """Collects elements and complains about tags that do not close in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def ids(self) -> list[str | None]:
        return [attrs["id"] for _, attrs in self.elements if "id" in attrs]


@pytest.mark.parametrize("template", [path for path in FRAGMENTS if path.name not in PAGES], ids=lambda path: path.name)
def test_a_fragment_holds_built_in_tags_only_and_knows_no_transport(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert {tag.split()[0] for tag in re.findall(r"{%\s*(.+?)\s*%}", text)} <= BUILT_IN
    assert not re.search(r"\bhx-|\|\s*safe\b", text)
    assert len(text.splitlines()) <= 40


@pytest.mark.parametrize("template", FRAGMENTS, ids=lambda path: path.name)
def test_no_template_carries_inline_style_or_script(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert not re.search(r"\sstyle=|\son[a-z]+=|<style|javascript:|<script(?![^>]*\bsrc=)", text)


@pytest.mark.parametrize("state", ALL)
@pytest.mark.parametrize("language", ["en", "ro"])
def test_every_state_is_well_formed_and_each_part_carries_its_id_once(state: str, language: str) -> None:
    scene = ALL[state]()
    made = parts(scene, language)
    asks = asks_more(scene.rules) and scene.seat is not None
    assert tuple(made) == (*render.PARTS, *["questions"] * asks)
    ids = []
    for name, html in made.items():
        markup = Markup(html)
        assert markup.elements[0][1]["id"] == name
        ids += markup.ids()
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("state", ALL)
def test_equal_parts_are_the_same_string_object(state: str) -> None:
    scene = ALL[state]()
    first, second = parts(scene), parts(replace(scene))
    assert all(first[name] is second[name] for name in first)


def test_what_is_public_is_rendered_once_for_all_who_see_it_alike() -> None:
    round_ = round_of(["7h 5s", "Jh 8h", "8c 8d", "6c 6d"])
    log = played(round_, "7h")
    others = [parts(scene_of(round_, seat, log=log)) for seat in (2, 3)]
    assert others[0]["status"] is others[1]["status"]
    assert others[0]["centre"] is others[1]["centre"]
    assert others[0]["log"] == others[1]["log"]


def test_a_watcher_sees_no_hand_and_no_button() -> None:
    made = parts(STATES["watcher"]())
    everything = "".join(made.values())
    assert 'id="cards"' not in everything
    assert 'name="move"' not in everything
    shown = set(re.findall(r"cards\.svg#([2-9TJQKA][cdhs])\b", everything))
    assert shown == {"5d", "9d", "9h"}


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
@pytest.mark.parametrize("game", ["simple-macao", "romanian-macao", "classic-macau"])
def test_the_page_of_a_determinization_is_the_page_of_the_view(game: str, seat: int | None) -> None:
    rules = RuleSet.named(game, jokers=2) if game == "classic-macau" else RuleSet.named(game)
    round_ = Round.deal(rules, 4, seed=bytes(32))
    dice = random.Random(5)
    for _ in range(30):
        view = round_.view(seat)
        other = view.determinize(dice)
        assert parts(scene_of(other, seat)) == parts(scene_of(round_, seat))
        round_.play(dice.choice(round_.legal_moves()))
        if round_.over:
            break


def test_names_are_escaped_wherever_they_stand() -> None:
    evil = '"><img src=x onerror=alert(1)>&'
    for make in ALL.values():
        scene = make()
        seats = tuple([replace(seat, name=evil) for seat in scene.seats])
        for html in parts(replace(scene, seats=seats)).values():
            assert "<img" not in html
            Markup(html)


def test_a_name_of_another_script_stands_apart_from_its_sentence() -> None:
    assert f"<bdi>{NAMES[5]}</bdi> played" in parts(STATES["six-seats"]())["log"].replace("</b>", "")


# --- what goes over the wire


def test_a_page_that_shows_everything_is_sent_nothing() -> None:
    sent: dict[str, object] = {}
    scene = STATES["own-turn"]()
    assert update(scene, sent).count("<hx-partial") == len(render.PARTS)
    assert update(scene, sent) == ""


def test_of_a_log_that_grew_only_the_new_lines_are_sent() -> None:
    round_ = round_of(["7h Kh 5s", "Jh 8h", "8c 8d", "6c 6d"])
    sent: dict[str, object] = {}
    log: tuple[LogEntry, ...] = (LogEntry(1, (), False),)
    update(scene_of(round_, log=log), sent)
    log += played(round_, "Kh", first=2)
    changed = update(scene_of(round_, log=log), sent)
    assert '<hx-partial hx-target="#log-lines" hx-swap="beforeend"><li data-n="2"' in changed
    assert 'id="log"' not in changed
    again: dict[str, object] = {}
    update(scene_of(round_, log=log), again)
    assert sent == again


def test_the_log_of_a_new_round_is_sent_whole() -> None:
    sent: dict[str, object] = {}
    scene = STATES["own-turn"]()
    update(scene, sent)
    changed = update(replace(scene, round_number=4, log=()), sent)
    assert '<hx-partial hx-target="#log" hx-swap="outerMorph">' in changed


def test_an_update_of_the_own_move_stays_within_its_budget() -> None:
    round_ = round_of(["7h Kh 4h 5s Js 2c Ad 8s", "Jh 8h 3h Qd", "8c 8d", "6c 6d 6h 9c 9s Tc"])
    sent: dict[str, object] = {}
    log: tuple[LogEntry, ...] = (LogEntry(1, (), False),)
    update(scene_of(round_, log=log), sent)
    log += played(round_, "Kh", first=2)
    changed = update(scene_of(round_, log=log), sent)
    assert len(changed.encode()) <= 6000


def test_an_update_that_makes_it_ones_own_turn_stays_within_its_budget() -> None:
    round_ = round_of(["7h 4h 5s Js 2c Ad 8s", "Jh 8h 3h Qd", "8c 8d", "6c 6d 6h 9c 9s Tc"], turn=3)
    sent: dict[str, object] = {}
    log: tuple[LogEntry, ...] = (LogEntry(1, (), False),)
    update(scene_of(round_, log=log), sent)
    log += played(round_, "6h", first=2)
    changed = update(scene_of(round_, log=log), sent)
    assert len(changed.encode()) <= 8000


def test_a_hand_full_of_packets_and_runs_stays_within_its_budget() -> None:
    rules = {"base": "classic-macau", "jokers": 2}
    hands = ["6h 6c 6s 6d 7h 8h 9c Jc Jh As Kd Xr", "4s Qh 3h Qd", "4h 8d", "Ts Td 3s 2s"]
    round_ = round_of(hands, stock="2d 3d", rules=rules, turn=3)
    sent: dict[str, object] = {}
    log: tuple[LogEntry, ...] = (LogEntry(1, (), False),)
    update(scene_of(round_, 0, log=log), sent)
    log += played(round_, "draw", first=2)
    changed = update(scene_of(round_, 0, log=log), sent)
    assert round_.turn == 0
    assert "data-plays" in changed
    assert 'id="ask-card"' not in changed  # the questions are sent once
    assert len(changed.encode()) <= 10_000


def test_where_only_single_cards_are_laid_a_hand_carries_nothing_about_several() -> None:
    for state, make in STATES.items():
        html = "".join(parts(make()).values())
        assert not re.search(r"data-(plays|questions|many|name|say)\b|acts__calls", html), state
