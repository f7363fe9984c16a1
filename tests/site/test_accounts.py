"""Accounts, passwords, guests who become accounts, and the end of an account (B50, B51; S5, S18-S21, S29)."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.utils import timezone

from game import accounts, names, tables
from game.engine import RuleSet
from game.models import Match, Seat, Table, TableSeat, User
from tests.site.builders import PASSWORD, QuickHasher, account, browser, played, post

pytestmark = pytest.mark.django_db
RULES = RuleSet.named("simple-macao")


def sign_up(client, name: str = "Ana", password: str = PASSWORD, **more: str):
    return post(client, "/account/sign-up/", {"username": name, "password1": password, **more})


def sign_in(client, name: str, password: str = PASSWORD, **more: str):
    return post(client, "/account/sign-in/", {"login": name, "password": password, **more})


def guest_at(client, table: Table, name: str = "Gigel") -> User:
    assert post(client, f"/table/{table.token}/sit/", {"name": name}).status_code == 302
    return User.objects.get(name=name, is_guest=True)


def who(client) -> int | None:
    key = client.session.get("_auth_user_id")
    return int(key) if key else None


# --- accounts


def test_a_name_and_a_password_make_an_account_that_is_signed_in(stranger) -> None:
    assert sign_up(stranger, "Ștefan").status_code == 302
    user = User.objects.get()
    assert (user.name, user.username, user.is_guest, user.email) == ("Ștefan", names.key("Ștefan"), False, "")
    assert who(stranger) == user.pk


@pytest.mark.parametrize("taken", ["ana", "ANA", " A n a ", "Anа", "ＡＮＡ", "Ána"])
def test_a_name_that_passes_for_another_is_refused(ana: User, stranger, taken: str) -> None:
    answer = sign_up(stranger, taken)
    assert answer.context["form"].errors["username"]
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("password", "good"),
    [
        ("short7!", False), ("12345678", False), ("password", False), ("qwertyuiop", False), ("Ana Maria1", False),
        ("eight ch", True), ("x" * 128 + "y1", True), ("пароль надёжный", True), ("  spaces count  ", True),
        ("no composition rules", True), ("🂡🂢🂣🂤🂥🂦🂧🂨", True), ("", False),
    ],
)  # fmt: skip
def test_passwords_are_long_uncommon_and_unlike_the_name_and_nothing_more(stranger, password: str, good: bool) -> None:
    answer = sign_up(stranger, "Ana Maria", password)
    assert (answer.status_code == 302) is good
    if good:
        assert sign_in(browser(), "Ana Maria", password).status_code == 302


@pytest.mark.parametrize("typed", ["Ștefan", "stefan", "STEFAN", "  ștefan ", "ｓｔｅｆａｎ"])
def test_one_signs_in_by_name_however_it_is_spelled(stranger, typed: str) -> None:
    user = account("Ștefan")
    assert sign_in(stranger, typed).status_code == 302
    assert who(stranger) == user.pk


def test_a_wrong_password_and_a_name_that_nobody_has_get_the_same_answer(ana: User) -> None:
    pages = [sign_in(browser(), name, "wrong wrong").content.decode() for name in ("Ana", "Nobody here")]
    plain = [re.sub(r'value="[^"]*"', "", page) for page in pages]
    assert plain[0] == plain[1]
    assert "do not belong together" in pages[0]


def test_signing_out_needs_a_form_and_ends_the_session(ana: User) -> None:
    client = browser(ana)
    client.get("/account/sign-out/")
    assert who(client) == ana.pk
    key = client.session.session_key
    assert post(client, "/account/sign-out/").status_code == 302
    assert who(client) is None
    assert not Session.objects.filter(pk=key).exists()


def test_signing_in_makes_a_new_session_key_and_the_old_one_is_dead(ana: User, stranger) -> None:
    stranger.get("/")
    session = stranger.session
    session["planted"] = "yes"
    session.save()
    stranger.cookies["sessionid"] = session.session_key
    assert sign_in(stranger, "Ana").status_code == 302
    assert stranger.session.session_key != session.session_key
    assert not Session.objects.filter(pk=session.session_key).exists()


def test_a_changed_password_ends_all_other_sessions_and_renews_this_one(ana: User) -> None:
    here, elsewhere = browser(ana), browser(ana)
    key = here.session.session_key
    answer = post(here, "/account/password/", {"oldpassword": PASSWORD, "password1": "another long one"})
    assert answer.status_code == 302
    assert here.session.session_key != key
    assert here.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302
    assert not Session.objects.filter(pk=key).exists()


def test_a_password_is_changed_only_by_who_knows_the_old_one(ana: User) -> None:
    answer = post(browser(ana), "/account/password/", {"oldpassword": "guessed it", "password1": "another long one"})
    assert answer.context["form"].errors["oldpassword"]
    ana.refresh_from_db()
    assert ana.check_password(PASSWORD)


def test_an_old_hash_is_made_anew_at_sign_in(ana: User, stranger) -> None:
    hasher = QuickHasher()
    ana.password = hasher.encode(PASSWORD, "salt", iterations=1000)
    ana.save()
    assert sign_in(stranger, "Ana").status_code == 302
    ana.refresh_from_db()
    assert hasher.decode(ana.password)["iterations"] == hasher.iterations


# --- a forgotten password


def reset_link(client, email: str) -> str:
    assert post(client, "/account/password/reset/", {"email": email}).status_code == 302
    return re.search(r"http://\S+(/account/password/reset/\S+/)", mail.outbox[-1].body)[1]


def test_a_link_by_mail_sets_a_new_password_once_and_ends_the_sessions(stranger) -> None:
    ana = account("Ana", email="ana@example.org")
    elsewhere = browser(ana)
    link = reset_link(stranger, "Ana@Example.org")
    form = stranger.get(link, follow=True)
    assert link not in form.content.decode()  # the key is kept in the session, out of the address
    address = form.redirect_chain[-1][0]
    assert post(stranger, address, {"password1": "another long one"}).status_code == 302
    ana.refresh_from_db()
    assert ana.check_password("another long one")
    assert elsewhere.get("/account/").status_code == 302
    assert "does not work any more" in browser().get(link, follow=True).content.decode()


def test_a_link_of_an_hour_ago_is_refused(stranger, settings) -> None:
    account("Ana", email="ana@example.org")
    link = reset_link(stranger, "ana@example.org")
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert "does not work any more" in stranger.get(link, follow=True).content.decode()


def test_asking_for_a_link_and_signing_up_do_not_tell_who_has_an_account(stranger) -> None:
    account("Ana", email="ana@example.org")
    known = post(browser(), "/account/password/reset/", {"email": "ana@example.org"})
    unknown = post(browser(), "/account/password/reset/", {"email": "nobody@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert len(mail.outbox) == 2
    assert sign_up(stranger, "Bogdan", email="ana@example.org").status_code == 302


# --- guests


def test_a_guest_sits_down_with_a_name_and_nothing_else(table: Table, stranger) -> None:
    guest = guest_at(stranger, table)
    assert guest.username.startswith("guest:")
    assert not guest.has_usable_password()
    assert who(stranger) == guest.pk
    assert table.seats.filter(user=guest).exists()


def test_the_name_is_filled_in_so_that_one_press_seats_a_guest(table: Table, stranger) -> None:
    page = stranger.get(f"/table/{table.token}/")
    name = page.context["name_form"]["name"].value()
    assert names.check(name) == name
    guest_at(stranger, table, name)


@pytest.mark.parametrize("name", ["Ana", "ana", "Ána", "Bogdan", "b0gdan"])
def test_a_guest_may_not_be_called_like_an_account(table: Table, bogdan: User, stranger, name: str) -> None:
    answer = post(stranger, f"/table/{table.token}/sit/", {"name": name})
    assert answer.status_code == 409
    assert answer.context["name_form"].errors["name"]
    assert not User.objects.filter(is_guest=True).exists()


def test_a_guest_may_not_be_called_like_somebody_at_the_table_but_may_elsewhere(table: Table, ana: User) -> None:
    other = tables.open_table(ana, name="Other", rules=RULES)
    guest_at(browser(), table, "Gigel")
    assert post(browser(), f"/table/{table.token}/sit/", {"name": "gigeI"}).status_code == 409
    assert post(browser(), f"/table/{other.token}/sit/", {"name": "Gigel"}).status_code == 302


@pytest.mark.parametrize("name", ["\u3164", "\u200b", "Mаrk", "admin", "x" * 25, "😀"])
def test_a_guest_name_that_will_not_do_is_refused_in_words_and_nobody_is_made(
    table: Table, stranger, name: str
) -> None:
    answer = post(stranger, f"/table/{table.token}/sit/", {"name": name})
    assert answer.status_code == 422
    assert answer.context["name_form"].errors["name"]
    assert not User.objects.filter(is_guest=True).exists()


def test_nobody_is_made_when_the_seat_is_not_to_be_had(table: Table, ana: User, stranger) -> None:
    tables.configure(table.pk, ana, {"locked": True})
    assert post(stranger, f"/table/{table.token}/sit/", {"name": "Gigel"}).status_code == 403
    assert not User.objects.filter(is_guest=True).exists()
    assert who(stranger) is None


def test_a_guest_who_signs_up_keeps_seat_table_and_matches_under_one_row(stranger) -> None:
    post(stranger, "/tables/private/", {"name": "Gigel"})
    guest = User.objects.get()
    match = played([guest, "Bot 2"], [[0, 30]])
    key = stranger.session.session_key
    assert sign_up(stranger, "Gheorghe").status_code == 302
    user = User.objects.get()
    assert (user.pk, user.name, user.is_guest) == (guest.pk, "Gheorghe", False)
    assert who(stranger) == user.pk
    assert stranger.session.session_key != key
    assert not Session.objects.filter(pk=key).exists()
    table = Table.objects.get()
    assert table.host == user
    assert [seat.user for seat in table.seats.all()] == [user]
    assert stranger.get(f"/match/{match.uid}/").status_code == 200
    assert post(stranger, f"/table/{table.token}/start/", {"fill": "yes"}).status_code == 302
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING


def test_a_guest_who_signs_in_brings_seats_tables_and_matches_along(table: Table, bogdan: User, stranger) -> None:
    guest = guest_at(stranger, table)
    own = tables.open_table(guest, name="Own", rules=RULES)
    match = played([guest, "Bot 2"], [[0, 30]])
    assert sign_in(stranger, "Bogdan").status_code == 302
    assert who(stranger) == bogdan.pk
    assert not User.objects.filter(is_guest=True).exists()
    assert {seat.table_id for seat in TableSeat.objects.filter(user=bogdan)} == {table.pk, own.pk}
    own.refresh_from_db()
    assert own.host == bogdan
    assert match.seats.get(number=0).user == bogdan


def test_nobody_sits_twice_after_signing_in_where_the_account_sat_already(table: Table, bogdan: User, stranger) -> None:
    tables.sit(table.pk, bogdan)
    guest_at(stranger, table)
    sign_in(stranger, "Bogdan")
    assert sorted(seat.user.name for seat in table.seats.all()) == ["Ana", "Bogdan"]
    assert not User.objects.filter(is_guest=True).exists()


def test_a_guest_in_a_running_match_plays_on_as_the_account_after_signing_in(
    table: Table, ana, bogdan, stranger
) -> None:
    guest = guest_at(stranger, table)
    tables.start(table.pk, ana)
    sign_in(stranger, "Bogdan")
    seat = Seat.objects.get(match__table=table, name="Gigel")
    assert (seat.user, seat.left) == (bogdan, False)
    assert guest.pk != bogdan.pk


def test_guests_who_came_once_are_forgotten_and_those_who_played_are_not(stranger, table: Table) -> None:
    old = timezone.now() - timedelta(days=40)
    for name in ("Once", "Played", "Sits"):
        User.objects.create(username=f"guest:{name}", name=name, is_guest=True, date_joined=old, last_login=old)
    played([User.objects.get(name="Played"), "Bot 2"], [[0, 30]])
    tables.sit(table.pk, User.objects.get(name="Sits"))
    User.objects.create(username="guest:new", name="New", is_guest=True)
    browser(User.objects.get(name="New"))
    Session.objects.create(session_key="over", session_data="", expire_date=timezone.now() - timedelta(days=1))
    accounts.tidy(timezone.now())
    assert not User.objects.filter(name="Once").exists()
    assert User.objects.filter(name__in=("Played", "Sits", "New")).count() == 3
    assert [session.session_key for session in Session.objects.filter(expire_date__lt=timezone.now())] == []
    assert Session.objects.count() == 1


# --- the end


def test_a_deleted_account_leaves_its_matches_whole_under_a_neutral_name(ana: User, bogdan: User) -> None:
    match = played([ana, bogdan], [[0, 30], [20, 0]])
    client = browser(ana)
    assert post(client, "/account/delete/", {"password": PASSWORD}).status_code == 302
    assert not User.objects.filter(name="Ana").exists()
    assert who(client) is None
    seats = list(match.seats.all())
    assert [(seat.name, seat.user, seat.total) for seat in seats] == [
        ("Deleted player", None, 20),
        ("Bogdan", bogdan, 30),
    ]
    page = browser(bogdan).get(f"/match/{match.uid}/").content.decode()
    assert "Deleted player" in page
    assert "Ana" not in page


def test_who_deletes_the_account_in_mid_match_is_played_for_and_the_match_goes_on(table: Table, ana, bogdan) -> None:
    tables.sit(table.pk, bogdan)
    tables.start(table.pk, ana)
    accounts.delete(bogdan)
    seat = Seat.objects.get(match__table=table, number=1)
    assert (seat.user, seat.name, seat.left) == (None, "Deleted player", True)
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    assert table.match.phase == Match.Phase.DEALING


def test_a_host_who_deletes_the_account_leaves_the_table_to_another(table: Table, ana: User, bogdan: User) -> None:
    tables.sit(table.pk, bogdan)
    accounts.delete(ana)
    table.refresh_from_db()
    assert table.host == bogdan


def test_an_account_is_deleted_only_by_who_knows_its_password(ana: User) -> None:
    assert post(browser(ana), "/account/delete/", {"password": "guessed it"}).status_code == 422
    assert User.objects.filter(pk=ana.pk).exists()


def test_a_guest_is_forgotten_without_a_password(table: Table, stranger) -> None:
    guest_at(stranger, table)
    assert post(stranger, "/account/delete/").status_code == 302
    assert not User.objects.filter(is_guest=True).exists()
    assert table.seats.count() == 1
