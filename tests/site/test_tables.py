"""Tables through their pages: who may do what (S3), sitting down, codes, limits (B71, B93, B94; S12, S16)."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from django.test import override_settings

from game import limits, names, tables, waiting
from game.engine import RuleSet
from game.models import Match, Table, User
from tests.site.builders import account, browser, htmx, played, post

pytestmark = pytest.mark.django_db
RULES = RuleSet.named("simple-macao")
SETTINGS = {"title": "Renamed", "size": "4", "turn_seconds": "60", "target": "200", "watchable": "on"}


def at(table: Table, verb: str = "") -> str:
    return f"/table/{table.token}/{verb}/" if verb else f"/table/{table.token}/"


# --- who may do what


COMMANDS = {
    "bot": {"number": "3"},
    "remove": {"number": "1"},
    "hand-over": {"number": "1"},
    "lock": {"locked": "yes"},
    "settings": SETTINGS,
    "start": {"fill": "yes"},
    "rematch": {},
    "stand": {},
    "sit": {},
}
# Ana hosts, Bogdan sits, Carmen does not, Dan was sent away, Staff is staff and nothing more, Nobody has no name.
MAY = {
    #            bot  remove hand-over lock settings start rematch stand sit
    "Ana":      (302, 302,   302,      302, 302,     302,  302,    302,  302),
    "Bogdan":   (403, 403,   403,      403, 403,     403,  302,    302,  302),
    "Carmen":   (403, 403,   403,      403, 403,     403,  403,    403,  302),
    "Dan":      (403, 403,   403,      403, 403,     403,  403,    403,  403),
    "Staff":    (403, 403,   403,      403, 403,     403,  403,    403,  302),
    "Nobody":   (302, 302,   302,      302, 302,     302,  302,    302,  302),
}  # fmt: skip


def told(table: Table) -> tuple[object, ...]:
    """All that a command could change."""
    now = Table.objects.get(pk=table.pk)
    seats = [(seat.number, seat.user_id, seat.bot, seat.ready) for seat in now.seats.all()]
    return (
        now.name,
        now.host_id,
        now.status,
        now.locked,
        now.target,
        now.turn_seconds,
        now.removed,
        now.match_id,
        seats,
    )


@pytest.mark.parametrize("verb", COMMANDS)
@pytest.mark.parametrize("who", MAY)
def test_everybody_may_do_at_a_table_what_the_matrix_says_and_nothing_else(
    table: Table, bogdan: User, who, verb
) -> None:
    tables.sit(table.pk, bogdan)
    dan = account("Dan")
    tables.remove(table.pk, table.host, tables.sit(table.pk, dan).number)
    match = played([table.host, bogdan], [[0, 120]], table=table)
    Table.objects.filter(pk=table.pk).update(match=match)
    people = {"Ana": table.host, "Bogdan": bogdan, "Dan": dan, "Nobody": None}
    user = people[who] if who in people else account(who, is_staff=who == "Staff", is_superuser=who == "Staff")
    before = told(table)
    answer = post(browser(user), at(table, verb), COMMANDS[verb])
    assert answer.status_code == MAY[who][list(COMMANDS).index(verb)]
    changes = answer.status_code == 302 and who != "Nobody" and not (verb == "sit" and who in ("Ana", "Bogdan"))
    assert (told(table) != before) is changes


def test_a_seat_is_the_session_s_and_never_the_form_s(table: Table, ana: User, bogdan: User, carmen: User) -> None:
    tables.sit(table.pk, bogdan)
    post(browser(carmen), at(table, "stand"), {"user": str(bogdan.pk), "seat": "1", "number": "1"})
    assert table.seats.filter(user=bogdan).exists()


@pytest.mark.parametrize("number", ["-1", "9999999", "1.5", "x", "١"])
def test_a_number_that_is_none_is_a_bad_request(table: Table, ana: User, number: str) -> None:
    assert post(browser(ana), at(table, "bot"), {"number": number}).status_code == 400


@pytest.mark.parametrize("token", ["%00", "x" * 23, "a b", "..", "%F0%9F%98%80", "x" * 22])
def test_an_address_that_is_no_table_s_is_not_found(db, stranger, token: str) -> None:
    assert stranger.get(f"/table/{token}/").status_code == 404
    assert stranger.get(f"/match/{token}/").status_code == 404


# --- sitting down


def test_sitting_down_twice_is_one_seat(table: Table, bogdan: User) -> None:
    client = browser(bogdan)
    for _again in range(2):
        assert post(client, at(table, "sit")).status_code == 302
    assert table.seats.count() == 2


def test_a_stranger_without_a_name_is_asked_for_one(table: Table, stranger) -> None:
    assert post(stranger, at(table, "sit"))["Location"] == at(table)
    assert table.seats.count() == 1


def test_a_full_table_says_so_and_stays_as_it_is(table: Table, ana: User, bogdan: User) -> None:
    for _seat in range(3):
        tables.add_bot(table.pk, ana)
    answer = post(browser(bogdan), at(table, "sit"))
    assert answer.status_code == 409
    assert "Every seat at this table is taken." in answer.content.decode()


def test_who_was_sent_away_is_told_and_is_offered_no_seat(table: Table, ana: User, bogdan: User) -> None:
    tables.remove(table.pk, ana, tables.sit(table.pk, bogdan).number)
    page = browser(bogdan).get(at(table)).content.decode()
    assert "The host has sent you away" in page
    assert "Sit down" not in page


def test_a_closed_table_is_gone(table: Table, ana: User, stranger) -> None:
    tables.stand(table.pk, ana)
    assert stranger.get(at(table)).status_code == 410
    assert post(stranger, at(table, "sit"), {"name": "Gigel"}).status_code == 410


def test_a_running_match_is_the_page_of_its_table(table: Table, ana: User, bogdan: User, stranger) -> None:
    tables.sit(table.pk, bogdan)
    tables.start(table.pk, ana)
    match = Match.objects.get()
    page = browser(ana).get(at(table))
    assert page.status_code == 200
    assert f"?match={match.uid}" in page.content.decode()
    assert stranger.get(at(table)).status_code == 200


def test_who_comes_too_late_to_sit_is_told_to_wait(table: Table, ana: User, bogdan: User) -> None:
    tables.start(table.pk, ana, fill=True)
    answer = post(browser(bogdan), at(table, "sit"))
    assert answer.status_code == 409
    assert "Wait for its end." in answer.content.decode()


def test_a_running_match_is_not_shown_where_nobody_may_watch(table: Table, ana: User, bogdan: User, stranger) -> None:
    tables.sit(table.pk, bogdan)
    tables.configure(table.pk, ana, {"watchable": False})
    tables.start(table.pk, ana)
    assert stranger.get(at(table)).status_code == 403
    assert browser(bogdan).get(at(table)).status_code == 200


def test_leaving_is_asked_first_and_done_by_a_form(table: Table, ana: User) -> None:
    client = browser(ana)
    assert client.get(at(table, "leave")).status_code == 200
    assert table.seats.count() == 1
    assert post(client, at(table, "stand"))["Location"] == "/tables/"
    assert table.seats.count() == 0


def test_a_name_with_letters_of_any_direction_stands_in_a_bdi(table: Table, stranger) -> None:
    post(browser(), at(table, "sit"), {"name": "יונתן"})
    assert "<bdi>יונתן</bdi>" in stranger.get(at(table)).content.decode()


# --- the waiting room as a fragment


def test_htmx_gets_the_room_and_nothing_around_it(table: Table, ana: User) -> None:
    answer = htmx(browser(ana), at(table, "bot"), {"number": "2"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert page.strip().startswith("<section")
    assert "<html" not in page
    assert table.seats.get(number=2).bot


def test_htmx_gets_a_refusal_inside_the_room(table: Table, ana: User) -> None:
    tables.add_bot(table.pk, ana, 2)
    answer = htmx(browser(ana), at(table, "bot"), {"number": "2"})
    assert answer.status_code == 409
    assert 'role="alert"' in answer.content.decode()


def test_htmx_is_sent_to_the_page_when_the_match_begins_or_one_gets_up(table: Table, ana: User, bogdan: User) -> None:
    tables.sit(table.pk, bogdan)
    answer = htmx(browser(bogdan), at(table, "stand"))
    assert (answer.status_code, answer["HX-Redirect"]) == (204, "/tables/")
    answer = htmx(browser(ana), at(table, "start"), {"fill": "yes"})
    assert (answer.status_code, answer["HX-Redirect"]) == (204, at(table))


def test_a_lost_session_brings_a_whole_page_and_never_a_form_inside_the_room(table: Table, ana: User) -> None:
    client = browser(ana)
    client.cookies.pop("sessionid")
    answer = htmx(client, at(table, "bot"), {"number": "2"})
    assert (answer.status_code, answer["HX-Redirect"]) == (204, at(table))


def test_the_room_is_made_without_a_request_for_each_language_and_person(table: Table, ana: User, bogdan: User) -> None:
    host = waiting.render_waiting(table.pk, ana.pk, "en")
    assert 'id="waiting"' in host
    assert "Start, bots in the free seats" in host
    assert "Start, bots" not in waiting.render_waiting(table.pk, bogdan.pk, "en")
    assert waiting.render_waiting(table.pk, None, "en")
    assert "csrf" not in host


def test_the_room_takes_three_queries_however_many_sit(table: Table, ana: User, django_assert_max_num_queries) -> None:
    for number in range(3):
        tables.sit(table.pk, account(f"Player {number}"))
    with django_assert_max_num_queries(3):
        waiting.render_waiting(table.pk, ana.pk, "en")


# --- settings


def test_the_host_sets_the_table(table: Table, ana: User) -> None:
    answer = post(browser(ana), at(table, "settings"), {**SETTINGS, "turn_seconds": "", "size": "6"})
    assert answer.status_code == 302
    table.refresh_from_db()
    assert (table.name, table.size, table.turn_seconds, table.target, table.watchable) == (
        "Renamed",
        6,
        None,
        200,
        True,
    )


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"public": "yes", "turn_seconds": ""}, "turn_seconds"),
        ({"turn_seconds": "7"}, "turn_seconds"),
        ({"size": "7"}, "size"),
        ({"size": "1"}, "size"),
        ({"target": "0"}, "target"),
        ({"target": "10001"}, "target"),
        ({"title": "\u3164"}, "title"),
        ({"title": "x" * 41}, "title"),
    ],
)
def test_nonsense_is_refused_at_the_field(table: Table, ana: User, change: dict[str, str], field: str) -> None:
    answer = post(browser(ana), at(table, "settings"), SETTINGS | change)
    assert answer.status_code == 422
    assert answer.context["settings_form"].errors[field]
    page = answer.content.decode()
    assert f'id="id_{field}_error"' in page
    table.refresh_from_db()
    assert table.name == "Ana's table"


# --- opening tables


def test_two_presses_open_a_private_table_for_who_is_signed_in(ana: User) -> None:
    client = browser(ana)
    answer = post(client, "/tables/private/")
    table = Table.objects.get()
    assert answer["Location"] == at(table)
    assert (table.public, table.host, table.name, table.turn_seconds, table.target) == (
        False,
        ana,
        "Ana's table",
        30,
        500,
    )
    page = client.get(at(table)).content.decode()
    assert f"http://testserver{at(table)}" in page
    assert table.code in page


def test_a_stranger_gives_a_name_first_and_is_then_the_host(stranger) -> None:
    page = post(stranger, "/tables/private/")
    assert page.status_code == 200
    assert page.context["form"]["name"].value()
    assert post(stranger, "/tables/private/", {"name": "Gigel"}).status_code == 302
    assert Table.objects.get().host.name == "Gigel"


def test_a_table_is_opened_with_all_its_settings_and_bots(ana: User) -> None:
    data = {**SETTINGS, "public": "yes", "size": "5", "bots": "3", "turn_seconds": "15"}
    data.pop("watchable")
    assert post(browser(ana), "/tables/open/", data).status_code == 302
    table = Table.objects.get()
    assert (table.public, table.size, table.turn_seconds, table.watchable) == (True, 5, 15, False)
    assert [bool(seat.bot) for seat in table.seats.all()] == [False, True, True, True]


def test_more_bots_than_seats_are_refused(ana: User) -> None:
    answer = post(browser(ana), "/tables/open/", {**SETTINGS, "size": "3", "bots": "3"})
    assert answer.context["form"].errors["bots"]
    assert not Table.objects.exists()


def test_a_match_against_bots_begins_at_once(ana: User) -> None:
    answer = post(browser(ana), "/tables/bots/")
    table = Table.objects.get()
    assert answer["Location"] == at(table)
    assert table.status == Table.Status.PLAYING
    assert table.match.seats.exclude(bot="").count() == 3


def test_a_quick_match_takes_the_fullest_table_with_room(ana: User, bogdan: User, carmen: User) -> None:
    tables.open_table(ana, name="Emptier", rules=RULES, public=True)
    fuller = tables.open_table(account("Dan"), name="Fuller", rules=RULES, public=True)
    tables.sit(fuller.pk, bogdan)
    locked = tables.open_table(account("Ema"), name="Locked", rules=RULES, public=True, size=2)
    tables.configure(locked.pk, locked.host, {"locked": True})
    tables.open_table(account("Fane"), name="Private", rules=RULES)
    assert post(browser(carmen), "/tables/quick/")["Location"] == at(fuller)


def test_a_quick_match_opens_a_public_table_where_there_is_none(ana: User, bogdan: User) -> None:
    post(browser(ana), "/tables/quick/")
    table = Table.objects.get()
    assert table.public
    assert post(browser(bogdan), "/tables/quick/")["Location"] == at(table)


# --- codes, links, pictures


@pytest.mark.parametrize("spell", [str, str.lower, lambda code: f" {code[:3]} {code[3:]} ", "-".join])
def test_a_code_leads_to_its_table_however_it_is_written(table: Table, stranger, spell) -> None:
    assert post(stranger, "/join/", {"code": spell(table.code)})["Location"] == at(table)


def test_the_sixth_wrong_code_in_a_minute_is_too_much_and_a_neighbour_is_not_hindered(table: Table, stranger) -> None:
    for _try in range(5):
        assert post(stranger, "/join/", {"code": "ZZZZZZ"}).status_code == 422
    answer = post(stranger, "/join/", {"code": table.code})
    assert answer.status_code == 429
    assert "Too much at once" in answer.content.decode()
    assert post(browser(), "/join/", {"code": table.code}, REMOTE_ADDR="10.9.9.9").status_code == 302


def test_right_codes_are_not_counted(table: Table, stranger) -> None:
    for _try in range(8):
        assert post(stranger, "/join/", {"code": table.code}).status_code == 302


def test_a_code_dies_with_its_table(table: Table, ana: User, stranger) -> None:
    tables.stand(table.pk, ana)
    assert post(stranger, "/join/", {"code": table.code}).status_code == 422


def test_the_link_is_also_a_picture_without_style_or_script(table: Table, stranger) -> None:
    answer = stranger.get(f"/table/{table.token}/qr.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    tags = {element.tag.split("}")[1] for element in ElementTree.fromstring(answer.content).iter()}
    assert tags == {"svg", "path"}
    assert b"style" not in answer.content


# --- rates


def test_masses_of_tables_are_throttled_with_a_message_and_others_still_open_theirs(ana: User, bogdan: User) -> None:
    client = browser(ana)
    answers = [post(client, "/tables/private/").status_code for _table in range(20)]
    assert answers.count(302) == 5
    assert answers[-1] == 429
    assert post(browser(bogdan), "/tables/private/", REMOTE_ADDR="10.9.9.9").status_code == 302


def test_one_address_with_many_guests_is_throttled(stranger) -> None:
    answers = [post(browser(), "/tables/private/", {"name": f"Gigel {n}"}).status_code for n in range(15)]
    assert answers.count(302) == 10
    assert answers[-1] == 429


def test_joining_and_leaving_over_and_over_is_slowed_and_does_not_touch_the_others(table: Table, bogdan: User) -> None:
    client = browser(bogdan)
    answers = []
    for _round in range(15):
        answers.append(post(client, at(table, "sit")).status_code)
        post(client, at(table, "stand"))
    assert answers.count(302) == 10
    assert answers[-1] == 429
    assert [seat.user.name for seat in table.seats.all()] == ["Ana"]


def test_sign_ups_in_bulk_are_throttled(stranger) -> None:
    data = {"password1": "correct horse battery"}
    answers = [post(browser(), "/account/sign-up/", {"username": f"Bulk {n}", **data}).status_code for n in range(12)]
    assert answers.count(302) == 10
    assert answers[-1] == 429


def test_guessing_a_password_is_stopped_for_that_account_only(ana: User, bogdan: User) -> None:
    for name in ("Ana", "ana", "ANA", "á n a", "Ana."):
        post(browser(), "/account/sign-in/", {"login": name, "password": "guess guess"})
    locked = post(browser(), "/account/sign-in/", {"login": "Ana", "password": "correct horse battery"})
    assert "Too many tries" in locked.content.decode()
    free = post(browser(), "/account/sign-in/", {"login": "Bogdan", "password": "correct horse battery"})
    assert free.status_code == 302


@pytest.mark.parametrize(
    ("proxies", "forwarded", "seen"),
    [
        (0, "6.6.6.6", "10.0.0.1"),
        (1, "6.6.6.6", "6.6.6.6"),
        (1, "1.1.1.1, 6.6.6.6", "6.6.6.6"),
        (2, "1.1.1.1, 6.6.6.6, 10.0.0.2", "6.6.6.6"),
        (2, "6.6.6.6", "10.0.0.1"),
        (1, "nonsense", "10.0.0.1"),
        (1, "", "10.0.0.1"),
        (1, "2001:db8::7", "2001:db8::7"),
    ],
)
def test_an_address_is_believed_as_far_as_our_own_proxies_stand(proxies: int, forwarded: str, seen: str) -> None:
    with override_settings(TRUSTED_PROXIES=proxies):
        assert limits.client_address("10.0.0.1", forwarded) == seen


def test_a_suggested_name_is_nobody_s_at_the_table(table: Table, stranger) -> None:
    for _person in range(3):
        client = browser()
        name = client.get(at(table)).context["name_form"]["name"].value()
        assert post(client, at(table, "sit"), {"name": name}).status_code == 302
    keys = [names.key(seat.user.name) for seat in table.seats.all()]
    assert len(set(keys)) == 4


# --- a bot's seat, between rounds


def bots_table(phase: str) -> tuple[Table, Match]:
    """Ana plays a bot; one round has been charged."""
    ana = account("Ana")
    table = tables.open_table(ana, name="Evening", rules=RULES, size=2)
    tables.add_bot(table.pk, ana)
    match = played([ana, "Bot 2"], [[0, 35]], table=table, phase=phase)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.PLAYING, match=match)
    return table, match


def test_a_stranger_takes_a_bots_seat_between_rounds_with_its_points() -> None:
    table, match = bots_table(Match.Phase.BETWEEN)
    stranger = browser()
    assert "Sit down" in stranger.get(at(table, "take-over")).content.decode()
    assert post(stranger, at(table, "sit"), {"name": "Bogdan"}).status_code == 302
    seat = match.seats.get(number=1)
    assert (seat.user.name, seat.name, seat.bot, seat.total) == ("Bogdan", "Bogdan", "", 35)
    assert table.seats.get(number=1).user == seat.user


def test_a_bots_seat_is_not_to_be_had_while_a_round_is_played() -> None:
    table, match = bots_table(Match.Phase.PLAYING)
    assert post(browser(account("Bogdan")), at(table, "sit")).status_code == 409
    assert match.seats.get(number=1).bot == "sensible"
