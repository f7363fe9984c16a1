"""Games and house rules through their pages: picking, setting, refusing, keeping, sharing."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from game import accounts, house, tables
from game.engine import RuleError, RuleSet
from game.engine.parameters import EXCLUSIONS, NAMES
from game.engine.presets import PARAMETERS, PRESETS
from game.models import HouseRules, Match, Table, User
from game.presenter.games import game_lines, game_names
from game.presenter.parameters import GROUPS, group_titles, parameter_words, refusal, unfit, value_name
from game.words import words_for
from tests.site.builders import account, browser, htmx, post

pytestmark = pytest.mark.django_db
CLASSIC = RuleSet.named("classic-macau")
HOUSE = RuleSet.named("classic-macau", hand_size=7, packets=False)
OPEN = {"title": "Sunday", "size": "4", "turn_seconds": "30", "bots": "0", "watchable": "on"}


def text(answer: object) -> str:
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


def errors_at(answer: object) -> set[str]:
    """The fields at which a page refuses something, as it shows them."""
    return set(re.findall(r'id="id_(\w+)_error"', answer.content.decode()))


# --- words


@pytest.mark.parametrize("language", ["en", "ro"])
def test_every_parameter_and_every_value_of_every_game_has_words(language: str) -> None:
    words, english = words_for(language), words_for("en")
    assert list(game_names(words)) == list(game_lines(words))
    assert set(game_names(words)) == set(PRESETS)
    assert set(parameter_words(words)) == set(NAMES)
    for name in NAMES:
        said = parameter_words(words)[name]
        assert said.label
        assert language == "en" or said.label != parameter_words(english)[name].label, name
    for offers in PARAMETERS.values():
        for name, offer in offers.items():
            names = [value_name(name, value, words) for value in list(offer.values)[:20]]
            assert all(names)
            assert len(set(names)) == len(names), name
            assert not set(names) & {"True", "False", "none"} - {str(value) for value in range(5)}, name
            assert all(value_name(name, value, words) != value for value in offer.values if isinstance(value, str)), (
                name
            )


def test_the_groups_hold_every_parameter_once_in_the_order_of_the_engine() -> None:
    assert tuple(name for _key, names in GROUPS for name in names.split()) == NAMES
    assert set(group_titles(words_for("en"))) == {key for key, _names in GROUPS}


def test_every_exclusion_of_the_engine_is_refused_in_words_of_its_own() -> None:
    words = words_for("en")
    last = refusal("no such parameter", {}, words)
    said = {name: refusal(name, {"draws_wild": True}, words) for name in {one.parameter for one in EXCLUSIONS}}
    assert last not in said.values()
    assert len(set(said.values())) == len(said)
    assert not [sentence for sentence in said.values() if re.search(r"[a-z]_[a-z]|OPT|RO1", sentence)]
    assert unfit(PARAMETERS[CLASSIC.id]["hand_size"], words) == "A number from 3 to 10, please."


# --- picking a game


@pytest.mark.parametrize("game", PRESETS)
def test_every_game_can_be_picked_and_offers_its_own_parameters_and_no_others(ana: User, game: str) -> None:
    answer = browser(ana).get(f"/tables/open/?game={game}")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert {name for name in NAMES if f'name="{name}"' in page} == set(PARAMETERS[game])
    assert all(name in unescape(page) for name in game_names(words_for("en")).values())
    seats = {int(n) for n in re.findall(r'name="size" value="(\d+)"', page)}
    assert seats == set(range(PRESETS[game].min_seats, PRESETS[game].max_seats + 1))
    assert "rule-sheet" in page


@pytest.mark.parametrize("game", PRESETS)
def test_a_table_is_opened_with_every_game_as_its_own_rules_are(ana: User, game: str) -> None:
    answer = post(browser(ana), "/tables/open/", {**OPEN, "game": game, "size": str(PRESETS[game].max_seats)})
    table = Table.objects.get()
    assert answer["Location"] == f"/table/{table.token}/"
    assert (table.rules, table.target, table.size) == (game, PRESETS[game].target, PRESETS[game].max_seats)
    page = text(browser(ana).get(answer["Location"]))
    assert game_names(words_for("en"))[game] in page
    assert "house rules" not in page.split("<aside")[0]


@pytest.mark.parametrize("game", PRESETS)
def test_every_game_is_played_against_bots_and_by_quick_match(ana: User, bogdan: User, game: str) -> None:
    post(browser(ana), "/tables/bots/", {"game": game})
    table = Table.objects.get()
    assert (table.rules, table.status, Match.objects.get().rules) == (game, Table.Status.PLAYING, game)
    post(browser(ana), "/tables/quick/", {"game": game})
    public = Table.objects.get(public=True)
    assert public.rules == game
    assert post(browser(bogdan), "/tables/quick/", {"game": game})["Location"] == f"/table/{public.token}/"
    assert game_names(words_for("en"))[game] in text(browser(bogdan).get("/tables/"))


def test_a_quick_match_is_of_the_game_that_was_asked_for(ana: User, bogdan: User) -> None:
    tables.open_table(ana, name="Other", rules=CLASSIC, public=True)
    tables.open_table(ana, name="Longer", rules=RuleSet.named("tel-aviv", target=900), public=True)
    post(browser(bogdan), "/tables/quick/", {"game": "tel-aviv"})
    assert Table.objects.get(name="Longer").seats.filter(user=bogdan).exists()
    post(browser(account("Dan")), "/tables/quick/")
    assert Table.objects.filter(public=True).count() == 3


@pytest.mark.parametrize("url", ["/tables/open/?game=bridge", "/tables/open/?rules=nothing", "/tables/open/?table=x"])
def test_a_game_that_is_none_is_not_found(ana: User, url: str) -> None:
    assert browser(ana).get(url).status_code == 404


@pytest.mark.parametrize("where", ["open", "private", "quick", "bots"])
def test_nobody_opens_a_table_of_a_game_that_is_none(ana: User, where: str) -> None:
    assert post(browser(ana), f"/tables/{where}/", {**OPEN, "game": "bridge"}).status_code == 404
    assert post(browser(ana), f"/tables/{where}/", {**OPEN, "rules": "x' OR 1"}).status_code == 404
    assert not Table.objects.exists()


def test_a_stranger_keeps_what_was_chosen_while_giving_a_name(stranger: Client) -> None:
    asked = post(stranger, "/tables/bots/", {"game": "polish-makao"})
    assert 'name="game" value="polish-makao"' in asked.content.decode()
    post(stranger, "/tables/bots/", {"game": "polish-makao", "name": "Gigel"})
    assert Table.objects.get().rules == "polish-makao"


def test_a_form_that_outlived_its_session_is_not_lost(stranger: Client) -> None:
    typed = {**OPEN, "game": CLASSIC.id, "hand_size": "7"}
    asked = post(stranger, "/tables/open/", typed)
    kept = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', asked.content.decode()))
    assert {name: kept[name] for name in typed} == typed
    post(stranger, "/tables/open/", {**typed, "name": "Gigel"})
    table = Table.objects.get()
    assert (table.name, table.host.name, table.rules["hand_size"]) == ("Sunday", "Gigel", 7)


# --- house rules


def test_house_rules_are_set_and_the_waiting_room_says_so(ana: User, stranger: Client) -> None:
    typed = {**OPEN, "game": CLASSIC.id, "hand_size": "7", "packets": "no", "rounds": "3"}
    at = post(browser(ana), "/tables/open/", typed)["Location"]
    table = Table.objects.get()
    assert table.rules == {"base": CLASSIC.id, "hand_size": 7, "packets": False, "rounds": 3}
    assert table.target == 3
    page = text(stranger.get(at))
    assert "Classic Macau, <bdi>house rules</bdi>, 3 rounds" in page
    sheet = stranger.get(f"{at}rules/")
    assert sheet.status_code == 200
    assert "rule-sheet__house" in sheet.content.decode()


def test_a_look_shows_what_the_form_says_and_opens_nothing(ana: User) -> None:
    typed = {**OPEN, "game": CLASSIC.id, "hand_size": "7", "look": "yes", "title": ""}
    answer = htmx(browser(ana), "/tables/open/", typed)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in page
    assert 'id="rules-form"' in page
    assert "Changed. The game's own: 5" in unescape(page)
    assert "rule-sheet__house" in page
    assert errors_at(answer) == set()
    whole = post(browser(ana), "/tables/open/", typed)  # without JavaScript: the same, as a page
    assert (whole.status_code, "<html" in whole.content.decode()) == (200, True)
    assert "rule-sheet__house" in whole.content.decode()
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("game", "typed", "field"),
    [
        (CLASSIC.id, {"packets": "no", "packet_same_suit": "yes"}, "packet_same_suit"),
        (CLASSIC.id, {"queen_blocks_what": "all"}, "queen_blocks_what"),
        (CLASSIC.id, {"call": "automatic", "fine": "2"}, "fine"),
        (CLASSIC.id, {"drawn_playable": "no", "drawn_brings_more": "yes"}, "drawn_brings_more"),
        (CLASSIC.id, {"open_rank": "none", "open_on_actions": "no"}, "open_on_actions"),
        ("romanian-1", {"draws_strict": "yes", "draws_wild": "yes"}, "draws_strict"),
        ("romanian-1", {"loose_draws": "yes", "draws_wild": "yes"}, "draws_wild"),
        (CLASSIC.id, {"hand_size": "11"}, "hand_size"),
        (CLASSIC.id, {"hand_size": "1e3"}, "hand_size"),
        (CLASSIC.id, {"packets": "True"}, "packets"),
        (CLASSIC.id, {"rounds": "101"}, "rounds"),
        (CLASSIC.id, {"rounds": ""}, "rounds"),
        ("simple-macao", {"target": "0"}, "target"),
        ("simple-macao", {"size": "7"}, "size"),
        ("american-septica", {"pack": "hungarian32", "size": "8"}, "size"),
        ("romanian-2", {"wild_eights": "yes", "size": "4"}, "size"),
        ("simple-macao", {"public": "yes", "hand_size": "6"}, "public"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_at_its_field_and_nothing_typed_is_lost(ana: User, game, typed, field) -> None:
    answer = post(browser(ana), "/tables/open/", {**OPEN, "game": game, **typed})
    assert answer.status_code == 422
    assert errors_at(answer) == {field}
    form = answer.context["form"]
    assert form["title"].value() == "Sunday"
    assert all(str(form[name].value()) == value for name, value in typed.items())
    assert not Table.objects.exists()


def test_all_contradictions_are_named_at_once(ana: User) -> None:
    typed = {"packets": "no", "packet_same_suit": "yes", "queen_blocks_what": "all", "call": "automatic", "fine": "3"}
    answer = post(browser(ana), "/tables/open/", {**OPEN, "game": CLASSIC.id, **typed, "look": "yes"})
    assert errors_at(answer) == {"packet_same_suit", "queen_blocks_what", "fine"}
    assert "Some of it does not fit together yet" in text(answer)


def test_a_parameter_of_another_game_is_refused_by_name(ana: User) -> None:
    answer = post(browser(ana), "/tables/open/", {**OPEN, "game": "simple-macao", "jokers": "2"})
    assert answer.status_code == 422
    assert "This game knows no “Jokers in each pack”." in text(answer)


def test_another_game_shows_its_own_rules_first_and_keeps_the_rest(ana: User) -> None:
    typed = {**OPEN, "game": "simple-macao", "was": CLASSIC.id, "size": "10", "runs": "no", "hand_size": "7"}
    answer = post(browser(ana), "/tables/open/", typed)
    assert answer.status_code == 200
    assert not Table.objects.exists()
    form = answer.context["form"]
    assert (form["title"].value(), form["size"].value(), form["hand_size"].value()) == ("Sunday", 6, "5")
    assert (form["game"].value(), form["was"].value()) == ("simple-macao", "simple-macao")


def test_one_button_brings_the_game_s_own_rules_back(ana: User) -> None:
    typed = {**OPEN, "game": CLASSIC.id, "was": CLASSIC.id, "hand_size": "7", "reset": "yes"}
    form = post(browser(ana), "/tables/open/", typed).context["form"]
    assert (form["hand_size"].value(), form["title"].value(), form.house) == ("5", "Sunday", False)


def test_a_table_for_anyone_has_the_game_s_own_rules_whoever_asks(ana: User) -> None:
    with pytest.raises(RuleError) as refused:
        tables.open_table(ana, name="Open", rules=HOUSE, public=True)
    assert refused.value.parameter == "public"
    table = tables.open_table(ana, name="Open", rules=RuleSet.named(CLASSIC.id, rounds=4), public=True)
    answer = post(browser(ana), f"/table/{table.token}/rules/", {"game": CLASSIC.id, "hand_size": "6"})
    assert (answer.status_code, errors_at(answer)) == (422, {"hand_size"})
    table.refresh_from_db()
    assert table.rules == {"base": CLASSIC.id, "rounds": 4}


def test_a_table_has_as_many_seats_as_its_rules_allow_whoever_asks(ana: User, table: Table) -> None:
    for refused in (
        lambda: tables.open_table(ana, name="Long", rules=RuleSet.named("simple-macao"), size=7),
        lambda: tables.configure(table.pk, ana, {"size": 7}),
        lambda: tables.configure(table.pk, ana, {"rules": RuleSet.named("romanian-2", wild_eights=True)}),
    ):
        with pytest.raises(RuleError) as error:
            refused()
        assert error.value.parameter == "seats"
    table.refresh_from_db()
    assert (table.rules, table.size) == ("simple-macao", 4)


# --- a waiting table's game and rules


def test_the_host_changes_game_and_rules_of_a_waiting_table(ana: User, bogdan: User, table: Table) -> None:
    at = f"/table/{table.token}/rules/"
    tables.sit(table.pk, bogdan)
    tables.configure(table.pk, ana, {"size": 6})
    assert "rules-form" in browser(ana).get(at).content.decode()
    assert "rules-form" not in browser(bogdan).get(at).content.decode()
    typed = {"game": "romanian-2", "was": "romanian-2", "wild_eights": "yes", "rounds": "2"}
    assert post(browser(bogdan), at, typed).status_code == 403
    assert post(browser(ana), at, typed).status_code == 302
    table.refresh_from_db()
    assert (table.rules["base"], table.target, table.size) == ("romanian-2", 2, 3)


def test_who_sits_already_must_have_room_in_the_new_rules(ana: User, table: Table) -> None:
    for number in (1, 2, 3):
        tables.add_bot(table.pk, ana, number)
    answer = post(browser(ana), f"/table/{table.token}/rules/", {"game": "romanian-2", "wild_eights": "yes"})
    assert (answer.status_code, errors_at(answer)) == (422, {"game"})
    settings = {"title": "T", "size": "2", "turn_seconds": "30", "target": "500"}
    answer = post(browser(ana), f"/table/{table.token}/settings/", settings)
    assert (answer.status_code, errors_at(answer)) == (409, {"size"})
    table.refresh_from_db()
    assert (table.rules, table.size) == ("simple-macao", 4)


def test_settings_leave_the_rules_alone_but_for_the_length(ana: User) -> None:
    table = tables.open_table(ana, name="T", rules=HOUSE, rules_name="Ours")
    page = browser(ana).get(f"/table/{table.token}/").content.decode()
    assert 'name="rounds"' in page
    assert 'name="target"' not in page
    settings = {"title": "T", "size": "9", "turn_seconds": "", "rounds": "5"}
    assert post(browser(ana), f"/table/{table.token}/settings/", settings).status_code == 302
    table.refresh_from_db()
    assert table.rules == {"base": CLASSIC.id, "hand_size": 7, "packets": False, "rounds": 5}
    assert (table.target, table.size, table.rules_name) == (5, 9, "Ours")


def test_a_rematch_by_other_rules_is_asked_for_anew(ana: User, table: Table) -> None:
    table.seats.update(ready=True)
    tables.configure(table.pk, ana, {"size": 5})
    assert table.seats.filter(ready=True).exists()
    tables.configure(table.pk, ana, {"rules": HOUSE})
    assert not table.seats.filter(ready=True).exists()


def test_a_running_match_keeps_its_rules(ana: User, table: Table) -> None:
    tables.start(table.pk, ana, fill=True)
    assert post(browser(ana), f"/table/{table.token}/rules/", {"game": CLASSIC.id}).status_code == 409
    assert "rule-sheet" in browser(ana).get(f"/table/{table.token}/rules/").content.decode()


def test_a_waiting_room_has_ten_seats_and_begins_with_no_fewer_than_the_rules_need(ana: User, bogdan: User) -> None:
    table = tables.open_table(ana, name="Long", rules=CLASSIC, size=10)
    page = browser(ana).get(f"/table/{table.token}/").content.decode()
    assert page.count('class="at at--') == 10
    three = tables.open_table(ana, name="Three", rules=RuleSet.named("romanian-2", wild_eights=True), size=3)
    tables.sit(three.pk, bogdan)
    page = browser(ana).get(f"/table/{three.token}/").content.decode()
    assert "Start with" not in page
    answer = post(browser(ana), f"/table/{three.token}/start/")
    assert answer.status_code == 409


# --- kept rules


def keep(user: User, name: str = "Ours", rules: RuleSet = HOUSE) -> HouseRules:
    return house.save(user, name, rules)


def test_rules_are_kept_under_a_name_listed_and_changed(ana: User) -> None:
    client = browser(ana)
    typed = {"title": "  Cousins  ", "game": CLASSIC.id, "hand_size": "7", "rounds": "2"}
    assert post(client, "/my/rules/new/", typed)["Location"] == "/my/rules/"
    saved = HouseRules.objects.get()
    assert (saved.owner, saved.name, saved.rules) == (ana, "Cousins", {"base": CLASSIC.id, "hand_size": 7, "rounds": 2})
    assert "Classic Macau, 1 house rule" in text(client.get("/my/rules/"))
    assert client.get(f"/my/rules/{saved.token}/").context["form"]["hand_size"].value() == "7"
    post(client, f"/my/rules/{saved.token}/", {**typed, "title": "Uncles", "hand_size": "6"})
    again = HouseRules.objects.get()
    assert (again.pk, again.token, again.name, again.rules["hand_size"]) == (saved.pk, saved.token, "Uncles", 6)


@pytest.mark.parametrize("title", ["", "  ", "\u3164", "x" * 41])
def test_a_name_that_nobody_could_read_is_refused_and_the_rules_stay_in_the_form(ana: User, title: str) -> None:
    answer = post(browser(ana), "/my/rules/new/", {"title": title, "game": CLASSIC.id, "hand_size": "7"})
    assert (answer.status_code, errors_at(answer)) == (422, {"title"})
    assert answer.context["form"]["hand_size"].value() == "7"


def test_one_person_has_one_set_of_a_name_and_another_person_their_own(ana: User, bogdan: User) -> None:
    keep(ana)
    answer = post(browser(ana), "/my/rules/new/", {"title": "Ours", "game": "macao"})
    assert (answer.status_code, errors_at(answer)) == (422, {"title"})
    other = keep(ana, "Theirs")
    answer = post(browser(ana), f"/my/rules/{other.token}/", {"title": "Ours", "game": "macao"})
    assert (answer.status_code, errors_at(answer)) == (422, {"title"})
    assert post(browser(bogdan), "/my/rules/new/", {"title": "Ours", "game": "macao"}).status_code == 302


def test_what_a_person_keeps_has_a_limit(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "MOST", 2)
    for name in ("one", "two"):
        keep(ana, name)
    answer = post(browser(ana), "/my/rules/new/", {"title": "three", "game": CLASSIC.id, "hand_size": "7"})
    assert answer.status_code == 422
    assert "You keep as many rules as one may." in text(answer)
    assert answer.context["form"]["hand_size"].value() == "7"


def test_masses_of_rules_are_throttled(ana: User) -> None:
    answers = [post(browser(ana), "/my/rules/new/", {"title": f"r{n}", "game": "macao"}).status_code for n in range(21)]
    assert (answers.count(302), answers[-1]) == (20, 429)


def test_nobody_changes_or_deletes_the_rules_of_somebody_else(ana: User, bogdan: User) -> None:
    saved = keep(ana)
    for verb in ("", "delete/"):
        client = browser(bogdan)
        assert client.get(f"/my/rules/{saved.token}/{verb}").status_code == 404
        answer = post(client, f"/my/rules/{saved.token}/{verb}", {"title": "Mine", "game": "macao"})
        assert answer.status_code == 404
    saved.refresh_from_db()
    assert saved.name == "Ours"


def test_deleting_is_asked_first(ana: User) -> None:
    saved = keep(ana)
    client = browser(ana)
    assert client.get(f"/my/rules/{saved.token}/delete/").status_code == 200
    assert HouseRules.objects.exists()
    assert post(client, f"/my/rules/{saved.token}/delete/")["Location"] == "/my/rules/"
    assert not HouseRules.objects.exists()
    assert client.get(f"/rules/house/{saved.token}/").status_code == 404


# --- shared by a link


def test_a_link_shows_the_rules_to_anybody_and_to_no_robot(ana: User, stranger: Client) -> None:
    saved = keep(ana, "Sunday <b>")
    answer = stranger.get(f"/rules/house/{saved.token}/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<bdi>Sunday &lt;b&gt;</bdi>" in page
    assert "rule-sheet__house" in page
    assert "<b>Cards dealt to each: 7</b>; <b>Several cards of one rank: No</b>." in page
    assert '<meta name="robots" content="noindex">' in page
    assert f"http://testserver/rules/house/{saved.token}/" in page
    assert HouseRules.objects.count() == 1


@pytest.mark.parametrize(
    "rules", [{"base": "bridge"}, {"base": "macao", "gone": 1}, {"base": "macao", "fine": 3}, [], 7]
)
def test_rules_that_no_game_knows_any_more_are_listed_and_lead_nowhere(ana: User, stranger: Client, rules) -> None:
    saved = keep(ana)
    HouseRules.objects.update(rules=rules)
    assert stranger.get(f"/rules/house/{saved.token}/").status_code == 404
    assert browser(ana).get(f"/tables/open/?rules={saved.token}").status_code == 404
    assert "no longer played this way" in text(browser(ana).get("/my/rules/"))
    assert browser(ana).get(f"/my/rules/{saved.token}/").status_code == 200


def test_a_table_opened_with_shared_rules_bears_their_name_and_keeps_its_copy(ana: User, bogdan: User) -> None:
    saved = keep(ana)
    post(browser(bogdan), "/tables/private/", {"rules": saved.token})
    table = Table.objects.get()
    assert (table.host, table.rules, table.rules_name) == (bogdan, HOUSE.to_json(), "Ours")
    house.change(saved, "Other", CLASSIC)
    house.delete(saved)
    table.refresh_from_db()
    assert (table.rules, table.rules_name) == (HOUSE.to_json(), "Ours")
    assert "Classic Macau, <bdi>Ours</bdi>" in text(browser().get(f"/table/{table.token}/"))


def test_rules_that_were_changed_on_the_way_lose_the_name_but_not_for_a_longer_match(ana: User) -> None:
    saved = keep(ana)
    client = browser(ana)
    assert "Ours" in text(client.get("/tables/open/"))
    page = client.get(f"/tables/open/?rules={saved.token}")
    assert page.context["form"]["hand_size"].value() == "7"
    typed = {**OPEN, "rules": saved.token, "game": CLASSIC.id, "hand_size": "7", "packets": "no"}
    post(client, "/tables/open/", {**typed, "rounds": "4"})
    post(client, "/tables/open/", {**typed, "hand_size": "8"})
    assert [table.rules_name for table in Table.objects.order_by("pk")] == ["Ours", ""]


def test_somebody_else_saves_them_as_their_own(ana: User, stranger: Client) -> None:
    saved = keep(ana)
    asked = stranger.get(f"/my/rules/new/?rules={saved.token}")
    assert asked.status_code == 200
    post(stranger, f"/my/rules/new/?rules={saved.token}", {"name": "Gigel"})
    form = stranger.get(f"/my/rules/new/?rules={saved.token}").context["form"]
    assert (form["title"].value(), form["hand_size"].value(), form["packets"].value()) == ("Ours", "7", "no")
    typed = {name: form[name].value() for name in form.fields}
    assert post(stranger, f"/my/rules/new/?rules={saved.token}", typed).status_code == 302
    assert HouseRules.objects.get(owner__name="Gigel").rules == HOUSE.to_json()


def test_the_rules_of_a_table_can_be_kept(ana: User, bogdan: User) -> None:
    table = tables.open_table(ana, name="T", rules=HOUSE, rules_name="Ours")
    form = browser(bogdan).get(f"/my/rules/new/?table={table.token}").context["form"]
    assert (form["title"].value(), form["hand_size"].value()) == ("Ours", "7")
    assert browser(bogdan).get("/my/rules/new/?table=x").status_code == 404


# --- whose they are


def test_a_guest_who_signs_up_keeps_the_rules(stranger: Client) -> None:
    post(stranger, "/my/rules/new/", {"name": "Gigel"})
    assert post(stranger, "/my/rules/new/", {"title": "Ours", "game": "macao"}).status_code == 302
    data = {"username": "Gigel", "password1": "correct horse battery"}
    assert post(stranger, "/account/sign-up/", data).status_code == 302
    assert HouseRules.objects.get().owner == User.objects.get(name="Gigel", is_guest=False)


def test_a_guest_who_signs_in_brings_the_rules_along(ana: User) -> None:
    guest = accounts.new_guest("Gigel")
    keep(ana)
    keep(guest)
    keep(guest, "More")
    accounts.merge(guest, ana)
    assert sorted(ana.house_rules.values_list("name", flat=True)) == ["More", "Ours", "Ours 2"]


def test_an_account_s_end_is_the_end_of_its_rules(ana: User) -> None:
    keep(ana)
    accounts.delete(ana)
    assert not HouseRules.objects.exists()
