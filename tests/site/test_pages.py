"""Pages that tell: landing, lobby, rules, and the addresses for machines."""

from __future__ import annotations

import re

import pytest
from django.db import OperationalError

from game import lobby, tables
from game.engine import RuleSet
from game.engine.presets import POINTS_T1
from game.models import Table, User
from game.views.pages import card_lines
from game.words import words_for
from tests.site.builders import account, browser

pytestmark = pytest.mark.django_db
RULES = RuleSet.named("simple-macao")


def test_the_landing_page_offers_what_one_can_do_now(stranger, ana: User) -> None:
    tables.open_table(ana, name="Open to all", rules=RULES, public=True)
    text = stranger.get("/").content.decode()
    for words in ("Play with friends", "Play against bots", "Find a table", "Open to all"):
        assert words in text


def test_the_lobby_lists_public_tables_that_are_open(ana: User, bogdan: User, stranger) -> None:
    tables.open_table(ana, name="Free", rules=RULES, public=True)
    tables.open_table(ana, name="Secret", rules=RULES)
    full = tables.open_table(bogdan, name="Full", rules=RULES, public=True, size=2)
    tables.start(full.pk, bogdan, fill=True)
    hidden = tables.open_table(account("Dan"), name="Hidden", rules=RULES, public=True, size=2)
    tables.configure(hidden.pk, hidden.host, {"watchable": False})
    tables.start(hidden.pk, hidden.host, fill=True)
    closed = tables.open_table(account("Ema"), name="Closed", rules=RULES, public=True)
    tables.stand(closed.pk, closed.host)
    text = stranger.get("/tables/").content.decode()
    assert [name for name in ("Free", "Full", "Secret", "Hidden", "Closed") if name in text] == ["Free", "Full"]
    assert "1 of 2 seated, 1 bot" in re.sub(r"<[^>]+>|\s+", " ", text).replace("  ", " ") or "1 bot" in text


def test_the_list_is_the_same_for_all_who_read_a_language(ana: User) -> None:
    tables.open_table(ana, name="Free", rules=RULES, public=True)
    html = lobby.render_lobby("en")
    assert html.startswith("\n<section") or html.lstrip().startswith("<section")
    assert 'id="lobby"' in html
    assert "csrf" not in html


def test_the_table_of_cards_is_made_of_the_rule_set() -> None:
    lines = card_lines(RULES, words_for("en"))
    shown = {card.code[0]: line.points for line in lines for card in line.cards if card.code not in ("Kh", "Ks")}
    assert shown == {rank: POINTS_T1[rank] for rank in "A23456789TJQK"}
    by_code = {card.code: line for line in lines for card in line.cards}
    assert by_code["Kh"].does == "The next player takes 5 cards."
    assert by_code["Ks"].does == "The player before you takes 5 cards."
    assert by_code["Kd"].does == ""
    assert by_code["7s"].does == "Cuts the whole stack that waits on you."
    assert by_code["4s"].does == "The next player loses a turn."


def test_another_rule_set_makes_another_page(monkeypatch, stranger) -> None:
    monkeypatch.setitem(POINTS_T1, "7", 33)
    assert "<b>33</b>" in stranger.get("/rules/simple-macao/").content.decode()


def test_the_rules_name_the_worth_of_the_pack(stranger) -> None:
    assert "900 points" in stranger.get("/rules/simple-macao/").content.decode()
    assert stranger.get("/rules/no-such-game/").status_code == 404


def test_health_says_whether_the_database_answers(stranger, monkeypatch) -> None:
    answer = stranger.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert not answer.cookies

    def away(*_args, **_kwargs):
        raise OperationalError("gone")

    monkeypatch.setattr("game.views.pages.connection.cursor", away)
    assert stranger.get("/healthz").status_code == 503


def test_a_page_that_the_database_does_not_answer_for_says_wait(stranger, monkeypatch) -> None:
    def away(*_args, **_kwargs):
        raise OperationalError("gone")

    monkeypatch.setattr("game.lobby.look", away)
    answer = stranger.get("/tables/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")


def test_robots_are_kept_from_what_is_somebody_s(stranger) -> None:
    text = stranger.get("/robots.txt").content.decode()
    for path in ("/table/", "/match/", "/my/", "/account/"):
        assert f"Disallow: {path}" in text


def test_a_stranger_s_visit_leaves_no_session_behind(stranger, table: Table) -> None:
    for url in ("/", "/tables/", "/rules/", f"/table/{table.token}/"):
        stranger.get(url)
    assert "sessionid" not in stranger.cookies
    assert browser().get("/").status_code == 200
