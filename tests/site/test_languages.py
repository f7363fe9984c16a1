"""The site in Romanian: whole, in good letters, with plurals; and how one comes to a language."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from html import unescape
from string import Formatter

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.test import Client

from game import house, lobby, presenter, render, tables, waiting
from game.engine import RuleSet
from game.engine.moves import parse
from game.forms import NameForm
from game.models import Match, Table, User
from game.presenter.data import TableData
from game.presenter.reasons import refused
from game.scene import Scene
from game.words import LOCALE, plain, words_for
from tests.render.scenes import STATES, played, round_of, scene_of
from tests.site import builders
from tests.site.builders import account, post

pytestmark = [pytest.mark.django_db, pytest.mark.one_store]
PO = LOCALE / "ro" / "LC_MESSAGES" / "django.po"
RO = words_for("ro")
RULES = RuleSet.named("simple-macao")
SHORT = 12
"""Letters up to which a piece of English may stand in a Romanian page by chance: Macao, bot, Simple Macao."""


def catalogue() -> list[Message]:
    with PO.open("rb") as file:
        return [message for message in read_po(file, domain="django") if message.id]


def texts(value: str | Iterable[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def fields(text: str) -> set[str]:
    """Names of a sentence's placeholders, `{name}` and `%(name)s`."""
    if "%(" in text:
        return set(re.findall(r"%\((\w+)\)s", text))
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def pieces(text: str) -> list[str]:
    """The words of a sentence between its placeholders, where they are long enough to tell."""
    return [piece for piece in re.split(r"%\(\w+\)s|\{\w*\}|<[^>]+>", text) if len(piece.strip()) > SHORT]


ENGLISH = sorted(
    {
        piece
        for message in catalogue()
        for text in texts(message.id)
        for piece in pieces(text)
        if text not in texts(message.string)
    }
)


def left_in_english(html: str) -> list[str]:
    """Sentences of the catalogue that a Romanian page shows or speaks as they stand in the source."""
    shown = unescape(re.sub(r"\s+", " ", html))
    return [piece for piece in ENGLISH if re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", shown)]


def assert_romanian(html: str) -> None:
    assert left_in_english(html) == []
    assert not set("şţŞŢ") & set(unescape(html)), "a cedilla where Romanian has a comma"


def browser(user: User | None = None, asks: str = "ro-RO,ro;q=0.9,en;q=0.5") -> Client:
    """A browser that asks for a language, as browsers do."""
    client = builders.browser(user)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = asks
    return client


# --- the catalogue


def test_every_sentence_is_translated_in_all_its_numbers() -> None:
    messages = catalogue()
    assert len(messages) > 500
    assert [m.id for m in messages if m.fuzzy or not all(texts(m.string))] == []
    assert [m.id for m in messages if not isinstance(m.id, str) and len(texts(m.string)) != 3] == []


def test_a_translation_keeps_placeholders_marks_and_edges() -> None:
    for message in catalogue():
        singular, *more = texts(message.id)
        for number, text in enumerate(texts(message.string)):
            source = more[0] if more and number else singular
            lost = fields(source) - fields(text)
            assert not lost or (more and len(lost) == 1), message.id  # "o carte" and "ai una" need no number
            assert fields(text) <= fields(source), message.id
            assert re.findall(r"<[^>]+>", text) == re.findall(r"<[^>]+>", source), message.id
            assert (text[0].isspace(), text[-1].isspace()) == (source[0].isspace(), source[-1].isspace()), message.id


def test_letters_have_commas_below_and_never_cedillas() -> None:
    assert [m.id for m in catalogue() if set("şţŞŢ") & set("".join(texts(m.string)))] == []
    assert any("ș" in text for m in catalogue() for text in texts(m.string))


def test_the_compiled_catalogue_is_what_babel_makes_of_the_sentences() -> None:
    made = io.BytesIO()
    with PO.open("rb") as file:
        write_mo(made, read_po(file, locale="ro"))
    assert PO.with_suffix(".mo").read_bytes() == made.getvalue(), "make locale/ro/LC_MESSAGES/django.mo"


def test_no_program_but_babel_is_needed_to_compile_it() -> None:
    makefile = (LOCALE.parent / "Makefile").read_text()
    assert "pybabel -q compile" in makefile
    assert not re.search(r"msgfmt|compilemessages|makemessages", makefile)


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "0 cărți"), (1, "1 carte"), (2, "2 cărți"), (19, "19 cărți"), (20, "20 de cărți"), (21, "21 de cărți"),
     (100, "100 de cărți"), (101, "101 cărți"), (119, "119 cărți"), (120, "120 de cărți")],
)  # fmt: skip
def test_numbers_of_cards_are_said_as_romanian_says_them(count: int, said: str) -> None:
    assert f"{count} {RO.ngettext('card', 'cards', count)}" == said


def test_the_friendly_names_are_names_that_one_may_have() -> None:
    key = next(m.id for m in catalogue() if "|" in m.id)
    friendly = RO.gettext(key).split("|")
    assert len(set(friendly)) == len(key.split("|"))
    for name in friendly:
        assert NameForm({"name": name}).is_valid(), name


# --- pages


OPEN_PAGES = (
    "/", "/tables/", "/rules/", "/rules/simple-macao/", "/privacy/", "/account/sign-up/", "/account/sign-in/", "/join/",
    "/account/password/reset/", "/account/password/reset/sent/", "/no/such/page/",
)  # fmt: skip
OWN_PAGES = (
    "/", "/tables/", "/tables/open/", "/tables/open/?game=classic-macau", "/tables/open/?game=romanian-2",
    "/tables/open/?game=american-septica", "/tables/open/?game=tel-aviv", "/my/rules/", "/my/rules/new/",
    "/my/matches/", "/account/", "/account/delete/", "/account/sign-out/", "/account/password/",
)  # fmt: skip


@pytest.mark.parametrize("url", OPEN_PAGES)
def test_a_page_for_everybody_is_romanian(url: str) -> None:
    tables.open_table(account("Dan"), name="Masa lui Dan", rules=RULES, public=True)
    html = browser().get(url).content.decode()
    assert '<html lang="ro">' in html
    assert_romanian(html)


def test_a_page_in_english_would_be_found_out() -> None:
    for url in OPEN_PAGES:
        assert left_in_english(browser(asks="en").get(url).content.decode()), url


@pytest.mark.parametrize("guest", [False, True])
@pytest.mark.parametrize("url", OWN_PAGES)
def test_a_person_s_own_page_is_romanian(url: str, guest: bool, bogdan: User) -> None:
    user = account("Ilinca", is_guest=guest)
    builders.played([user, bogdan], [[0, 120]])
    html = browser(user).get(url, follow=True).content.decode()
    assert '<html lang="ro">' in html
    assert_romanian(html)


@pytest.mark.parametrize("phase", [Match.Phase.OVER, Match.Phase.ABANDONED, Match.Phase.PLAYING])
def test_the_page_of_a_match_is_romanian(phase: str, ana: User, bogdan: User) -> None:
    match = builders.played([ana, bogdan, "Bot 1"], [[0, 20, 35], [55, 0, 80]], phase=phase)
    html = browser(ana).get(f"/match/{match.uid}/").content.decode()
    assert '<html lang="ro">' in html
    assert_romanian(html)
    if phase == Match.Phase.OVER:
        assert "Bogdan câștigă cu 20" in unescape(html)


def test_the_waiting_room_is_romanian_for_host_guest_and_stranger(ana: User, bogdan: User) -> None:
    table = tables.open_table(ana, name="La Ana", rules=RULES)
    tables.sit(table.pk, bogdan)
    tables.add_bot(table.pk, ana)
    for user in (ana, bogdan, None):
        html = browser(user).get(f"/table/{table.token}/").content.decode()
        assert '<html lang="ro">' in html
        assert_romanian(html)
        assert_romanian(waiting.render_waiting(table.pk, user and user.pk, "ro"))


def test_forms_refuse_in_romanian(ana: User) -> None:
    for url, data in (
        ("/account/sign-up/", {"username": "Ana", "email": "no", "password1": "short"}),
        ("/account/sign-up/", {"username": "", "password1": ""}),
        ("/account/sign-in/", {"login": "Ana", "password": "wrong"}),
        ("/join/", {"code": "XXXXXX"}),
        ("/tables/private/", {"name": "a:b"}),
    ):
        html = post(browser(), url, data).content.decode()
        assert "field__error" in html or "notice--no" in html, url
        assert_romanian(html)


def test_what_the_lobby_counts_is_said_as_romanian_says_it(ana: User) -> None:
    tables.open_table(ana, name="La Ana", rules=RULES, public=True)
    assert "1 masă deschisă, 1 om la joc" in lobby.render_lobby("ro")
    for number in range(2):
        tables.open_table(account(f"Om {number}"), name=f"Masa {number}", rules=RULES, public=True)
    assert "3 mese deschise, 3 oameni la joc" in lobby.render_lobby("ro")


# --- the table


def present(scene: Scene) -> TableData:
    return presenter.present(scene, RO)


def said(phrase: object) -> str:
    return re.sub("[\u2068\u2069]", "", plain(phrase))  # type: ignore[arg-type]


@pytest.mark.parametrize("state", STATES)
def test_the_table_is_romanian_in_every_state(state: str) -> None:
    data = present(STATES[state]())
    assert data.language == "ro"
    assert_romanian("".join(render.parts(data).values()))


def test_the_page_of_a_running_match_is_romanian(table: Table, ana: User) -> None:
    tables.start(table.pk, ana, fill=True)
    html = browser(ana).get(f"/table/{table.token}/").content.decode()
    assert 'class="table-page"' in html
    assert '<html lang="ro">' in html
    assert_romanian(html)
    assert_romanian(browser(ana).get(f"/table/{table.token}/leave/").content.decode())


def test_one_two_and_twenty_cards_stand_at_the_table() -> None:
    twenty = "2c 4c 6c 8c Tc Qc Kc 2d 5d 9d Jd Kd 3h 6h 9h Qh 4s 7s Ts As"
    data = present(scene_of(round_of([twenty, "8d", "7c 9c"], "5c", "2s")))
    assert [f"{seat.count} {seat.cards}" for seat in data.seats.seats] == ["1 carte", "2 cărți"]
    assert said(data.says) == "Tu 20 de cărți"
    assert data.hand is not None
    assert data.hand.label == "Mâna ta, 20 de cărți"
    assert data.centre is not None
    assert data.centre.stock_label == "Talon, 1 carte"
    other = present(scene_of(round_of([twenty, "8d", "7c 9c"], "5c", "2s"), 1))
    assert [f"{seat.count} {seat.cards}" for seat in other.seats.seats] == ["2 cărți", "20 de cărți"]


def stack_of_six() -> Scene:
    hands = ["3h 7d 9c 2s", "4c 8d", "6c 6d"]
    return scene_of(round_of(hands, "3d 3s", "Jd", pending={"draw": 6, "kind": "3"}))


def test_a_stack_is_an_umflatura_and_its_answers_are_named() -> None:
    data = present(stack_of_six())
    assert said(data.status.who) == "O umflătură de 6 te așteaptă"
    assert said(data.status.owed) == "Răspunde cu un trei sau un șapte, ori ia-le"
    assert [button.text for button in data.acts.buttons] == ["Ia 6"]


def test_a_refusal_is_a_whole_sentence() -> None:
    scene = stack_of_six()
    assert scene.view is not None
    for code, why in {
        "2s": "La un trei nu se răspunde cu un doi: joacă un trei sau un șapte, ori ia 6",
        "9c": "Te așteaptă 6 cărți: joacă un trei sau un șapte, ori ia-le",
    }.items():
        reason = scene.view.why_not(parse(code))
        assert reason is not None
        assert said(refused(scene, scene.view, parse(code), reason, RO)) == why


def test_the_log_speaks_to_its_reader_and_of_the_others() -> None:
    round_ = round_of(["9c 4c Ks", "8c Jh", "6c 6d"], "5c", "2s 2h", turn=0)
    log = played(round_, "9c", "8c")
    mine = [said(line.words) for line in present(scene_of(round_, 0, log=log)).log.lines]
    assert mine == ["Tu ai jucat nouă de treflă", "Bogdan a jucat opt de treflă", "Bogdan mai are o carte: Macao!"]


# --- which language


def test_a_browser_gets_the_language_it_asks_for_and_english_for_one_there_is_not() -> None:
    assert '<html lang="ro">' in browser().get("/").content.decode()
    for asks in ("en-GB,en;q=0.8,ro;q=0.5", "hu-HU,hu", ""):
        assert '<html lang="en">' in browser(asks=asks).get("/").content.decode()


def test_the_switch_on_the_page_holds_for_all_pages_whatever_the_browser_asks(ana: User) -> None:
    client = browser()
    page = client.get("/rules/simple-macao/").content.decode()
    assert 'name="language" value="en" lang="en"' in page
    assert 'name="next" value="/rules/simple-macao/"' in page
    answer = post(client, "/language/", {"language": "en", "next": "/rules/simple-macao/"})
    assert answer["Location"] == "/rules/simple-macao/"
    for url in ("/rules/simple-macao/", "/", "/account/sign-in/"):
        assert '<html lang="en">' in client.get(url).content.decode()
    client.force_login(ana)
    assert '<html lang="en">' in client.get("/account/").content.decode()
    post(client, "/language/", {"language": "ro", "next": "/"})
    assert '<html lang="ro">' in client.get("/account/").content.decode()


def test_house_rules_are_romanian_kept_shared_refused_and_at_their_table(ana: User) -> None:
    rules = RuleSet.named("classic-macau", hand_size=7, packets=False)
    saved = house.save(ana, "La noi", rules)
    table = tables.open_table(ana, name="La Ana", rules=rules)
    client = browser(ana)
    for url in ("/my/rules/", f"/my/rules/{saved.token}/", f"/my/rules/{saved.token}/delete/",
                f"/rules/house/{saved.token}/", f"/table/{table.token}/", f"/table/{table.token}/rules/"):  # fmt: skip
        assert_romanian(client.get(url).content.decode())
    wrong = {"packets": "no", "packet_same_suit": "yes", "queen_blocks_what": "all", "call": "automatic", "fine": "2",
             "open_rank": "none", "open_on_actions": "no", "drawn_brings_more": "yes", "hand_size": "99"}  # fmt: skip
    typed = {"title": "La noi", "game": "classic-macau", "size": "11", "public": "yes", "turn_seconds": "", **wrong}
    page = post(client, "/tables/open/", {**typed, "rounds": "0"})
    assert page.status_code == 422
    assert_romanian(page.content.decode())
    assert_romanian(post(client, "/my/rules/new/", {"title": "La noi", "game": "macao"}).content.decode())
