"""Pages that tell: landing, lobby, rules, and the addresses for machines."""

from __future__ import annotations

import html
import re

import pytest
from django.db import OperationalError

from game import lobby, tables
from game.engine import RuleSet
from game.engine.presets import PRESETS
from game.memory import memory
from game.models import Table, User
from game.presenter.games import game_names
from game.presenter.rulebook import rule_sheet
from game.presenter.stories import stories
from game.presenter.tips import tips
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


@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize("language", ["en", "ro"])
def test_every_game_has_its_page_of_rules(stranger, game: str, language: str) -> None:
    """A story, the sheet of its rule set, tips, and the way to a table of this game."""
    words = words_for(language)
    text = read(stranger, f"/rules/{game}/", language)
    sheet = rule_sheet(PRESETS[game], words)
    for told in (
        stories(words)[game].story, stories(words)[game].is_not, f"?game={game}", *tips(PRESETS[game], words),
        *[sentence.text for section in sheet.sections for sentence in section.sentences],
        *[line.does for line in sheet.cards],
    ):  # fmt: skip
        assert told in text
    assert words.gettext("house rule") not in re.sub(r"house rules|regulile casei", "", text)
    assert ("900" in text) == (game == "simple-macao")


@pytest.mark.parametrize("language", ["en", "ro"])
def test_the_games_are_compared_on_one_page(stranger, language: str) -> None:
    words, text = words_for(language), read(stranger, "/rules/", language)
    for game, name in game_names(words).items():
        assert f'<a href="/rules/{game}/">{name}</a>' in text
        assert stories(words)[game].origin in text
    assert text.count('role="row"') == 1 + len(PRESETS)
    assert "baccarat" in text or "bacaraua" in text


def test_the_foot_of_every_page_leads_to_all_games(stranger) -> None:
    assert '<a href="/rules/">Rules</a>' in stranger.get("/").content.decode()


def read(who, url: str, language: str) -> str:
    return html.unescape(who.get(url, headers={"accept-language": language}).content.decode())


def test_there_is_no_page_for_a_game_that_there_is_not(stranger) -> None:
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


@pytest.mark.parametrize(
    ("game", "house", "said"),
    [
        ("simple-macao", {}, ("Or cut it with a seven", "img/cards.svg#Ks")),
        ("simple-macao", {"seven_cuts_turns": True}, ("Stop it with a seven", "img/cards.svg#Ks")),
        ("american-septica", {"pack": "hungarian32"}, ("The cards are Hungarian ones", "img/cards-hungarian.svg#Ks")),
    ],
)
def test_a_table_has_its_own_rules_lying_open(ana: User, game: str, house: dict, said: tuple[str, ...]) -> None:
    memory.clear()  # the database counts its rows anew in every test
    table = tables.open_table(ana, name="Open", rules=RuleSet.named(game, **house))
    tables.start(table.pk, ana, fill=True)
    text = browser(ana).get(f"/table/{table.token}/").content.decode()
    dialog = text[text.index('id="rules"') :]
    assert 'data-open="rules"' in text
    name = game_names(words_for("en"))[game]
    assert f"<title>Open: {name}</title>" in text  # a narrow bar cuts it; here and in the dialog it is whole
    assert name in dialog
    for piece in said:
        assert piece in dialog
    assert ('class="rule-sheet__tag">house rule<' in dialog) == bool(house)
    assert ("with house rules" in dialog) == bool(house)
