"""The staff's pages: for staff alone, and without a hidden card (S22)."""

from __future__ import annotations

import json

import pytest
from django.contrib.admin.models import LogEntry
from django.utils import timezone

from game import tables
from game.admin import admin_site
from game.models import Match, Round, Table, User
from tests.site.builders import PASSWORD, account, browser, played, post

pytestmark = pytest.mark.django_db


@pytest.fixture
def chief(db) -> User:
    return account("Chief", is_staff=True, is_superuser=True)


def crawl(client) -> str:
    """All that the staff's pages show."""
    text = ""
    for model in admin_site._registry:
        base = f"/staff/{model._meta.app_label}/{model._meta.model_name}/"
        text += client.get(base).content.decode()
        for row in model.objects.all():
            answer = client.get(f"{base}{row.pk}/change/", follow=True)
            text += answer.content.decode() + client.get(f"{base}{row.pk}/history/", follow=True).content.decode()
    return text


def test_players_and_strangers_see_no_staff_page(ana: User, stranger) -> None:
    for url in ("/staff/", "/staff/game/user/", "/staff/login/", "/staff/nothing/"):
        assert browser(ana).get(url).status_code == 404
    assert stranger.get("/staff/")["Location"].startswith("/staff/login/")


def test_guessing_a_password_of_the_staff_is_stopped(chief: User) -> None:
    tries = [post(browser(), "/staff/login/", {"username": "chief", "password": "guess"}) for _try in range(6)]
    assert [answer.status_code for answer in tries] == [200] * 5 + [429]


def test_staff_sign_in_by_their_name(chief: User, stranger) -> None:
    answer = post(stranger, "/staff/login/", {"username": "CHIEF", "password": PASSWORD})
    assert answer.status_code == 302
    assert stranger.get("/staff/").status_code == 200


def test_no_page_shows_a_hidden_card_a_seed_or_a_deck_of_a_running_match(chief: User, table: Table, ana: User) -> None:
    tables.start(table.pk, ana, fill=True)
    match = Match.objects.get()
    row = Round.objects.get()
    marks = ["Zq-in-a-hand", "Wv-in-the-stock"]  # of no pack: nothing else on a page can look like them
    row.state = {"hands": [[marks[0]]], "stock": [marks[1]]}
    row.nonces = ["feedfeedfeedfeedfeedfeedfeedfeed"]
    row.dealt_at = timezone.now()
    row.save()
    played([ana, "Bot 2"], [[0, 30]])
    text = crawl(browser(chief))
    assert match.uid in text
    secrets = [*marks, bytes(row.server_seed).hex(), row.nonces[0], json.dumps(row.state)]
    assert [secret for secret in secrets if secret in text] == []


def test_a_running_round_is_not_there_to_be_asked_for(chief: User, table: Table, ana: User) -> None:
    tables.start(table.pk, ana, fill=True)
    row = Round.objects.get()
    assert browser(chief).get(f"/staff/game/round/{row.pk}/change/").status_code in (302, 404)
    assert "0 rounds" in browser(chief).get("/staff/game/round/").content.decode()


def test_nothing_that_was_played_can_be_changed(chief: User, ana: User) -> None:
    match = played([ana, "Bot 2"], [[0, 30]])
    client = browser(chief)
    assert post(client, f"/staff/game/match/{match.pk}/change/", {"target": "1"}).status_code == 403
    assert post(client, f"/staff/game/match/{match.pk}/delete/", {"post": "yes"}).status_code == 403
    assert client.get("/staff/game/match/add/").status_code == 403


def test_a_ban_is_written_down_and_ends_the_sessions(chief: User, ana: User) -> None:
    player = browser(ana)
    assert post(browser(chief), f"/staff/game/user/{ana.pk}/change/", {"_save": "Save"}).status_code == 302
    ana.refresh_from_db()
    assert not ana.is_active
    assert player.get("/account/").status_code == 302
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (chief, str(ana.pk))


def test_a_deletion_by_the_staff_keeps_the_matches_whole(chief: User, ana: User, bogdan: User) -> None:
    match = played([ana, bogdan], [[0, 30]])
    data = {"action": "delete_for_good", "_selected_action": [str(ana.pk), str(chief.pk)]}
    assert post(browser(chief), "/staff/game/user/", data).status_code == 302
    assert match.seats.get(number=0).name == "Deleted player"
    assert User.objects.filter(pk=chief.pk).exists()
    assert LogEntry.objects.filter(user=chief).exists()
