"""A player's page: whose there is one, what others may see there, and what it asks of the database."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from game import accounts, booking, profiles
from game.graph import graph
from game.models import Match, Round, User
from tests.site.builders import account, browser, played

pytestmark = pytest.mark.django_db


def counted(people: list[User | str], charges: list[int], *, rated: bool = True, private: bool = False) -> Match:
    match = played(people, [charges], private=private)
    Match.objects.filter(pk=match.pk).update(rated=rated)
    while booking.book():
        pass
    return match


def page(viewer: User | None, user: User, **asked: str) -> str:
    answer = browser(viewer).get(reverse("player", args=[user.address]), asked)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def ana() -> User:
    return account("Ana")


@pytest.fixture
def barbu() -> User:
    return account("Barbu")


def test_a_page_is_found_however_the_name_is_spelled(ana: User) -> None:
    answer = Client().get("/player/ÁNA/")
    assert (answer.status_code, answer["Location"]) == (302, "/player/Ana/")


@pytest.mark.parametrize("name", ["Ștefan cel Mare", "Иван", "C. D.", "A/B", "50% Ana?", "王小明", "#Ana"])
def test_any_name_has_an_address(name: str) -> None:
    user = account(name)
    assert name in unquote(page(None, user)).replace("&#x27;", "'")


def test_guests_strangers_and_deleted_accounts_have_none(ana: User) -> None:
    guest = accounts.new_guest("Dinu")
    missing = Client().get("/player/Nobody/")
    assert missing.status_code == 404
    asked = Client().get(f"/player/{guest.username}/")
    assert (asked.status_code, asked.content) == (404, missing.content)
    accounts.delete(ana)
    gone = Client().get("/player/Ana/")
    assert (gone.status_code, gone.content) == (404, missing.content)


def test_private_tables_are_in_ones_own_numbers_alone(ana: User, barbu: User) -> None:
    counted([ana, barbu], [0, 130], private=True)
    counted([ana, barbu], [0, 110], private=False)
    own, other = profiles.tallies(ana, own=True), profiles.tallies(ana, own=False)
    assert profiles.statistics(own, "").matches == 2
    assert profiles.statistics(other, "").matches == 1
    assert "private tables" in page(ana, ana)
    assert page(None, barbu).count("130") == 0
    assert "130" in page(barbu, barbu)


def test_the_most_expensive_hand_leads_to_its_match_where_one_may_see_it(ana: User, barbu: User) -> None:
    match = counted([ana, barbu], [0, 130], private=True)
    row = Round.objects.get(match=match)
    assert profiles.match_of_round(row.pk, None) is None
    assert profiles.match_of_round(row.pk, ana) == (match.uid, 1)
    assert reverse("match", args=[match.uid]) in page(barbu, barbu)


def test_who_met_whom_is_told_to_the_two_alone(ana: User, barbu: User) -> None:
    counted([ana, barbu], [0, 110])
    carmen = account("Carmen")
    assert "You met Barbu in 1 match: ahead 1, behind 0." in page(ana, barbu)
    assert "Whom you met" in page(ana, ana)
    assert "You met" not in page(carmen, barbu)
    assert "Whom you met" not in page(carmen, barbu)


def test_too_few_rounds_give_no_share(ana: User, barbu: User) -> None:
    counted([ana, barbu], [0, 110])
    assert profiles.statistics(profiles.tallies(ana, own=True), "").share is None
    for _ in range(2):
        counted([ana, barbu], [110, 0])
    found = profiles.statistics(profiles.tallies(ana, own=True), "simple-macao")
    assert (found.share, found.average, found.matches_won) == (33, 220 / 3, 33)


def test_ratings_are_drawn_and_told_as_a_table(ana: User, barbu: User) -> None:
    counted([ana, barbu], [0, 110])
    assert "rating-graph" not in page(None, ana)
    counted([ana, barbu], [110, 0])
    shown = page(None, ana, game="simple-macao")
    assert "rating-graph" in shown
    assert shown.count('<th scope="row">') == 2
    assert "1500" in page(None, ana)


def test_a_page_needs_as_many_queries_for_many_matches_as_for_few(ana: User, barbu: User) -> None:
    client, address = browser(barbu), reverse("player", args=["Ana"])

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            client.get(address)
        return len(asked)

    counted([ana, barbu], [110, 0])
    queries()
    few = queries()
    for _ in range(8):
        counted([ana, barbu], [110, 0])
    assert queries() == few <= 14


def test_a_graph_of_a_flat_rating_is_a_line_in_the_middle() -> None:
    assert graph([1500], 1) is None
    flat = graph([1500, 1500, 1500], 9)
    assert flat is not None
    assert {point.split(",")[1] for point in flat.line.split()} == {"92.0"}
    assert [mark.label for mark in flat.matches] == [9, 10, 11]
    steep = graph([1000, 2000], 1)
    assert steep is not None
    assert 2 <= len(steep.ratings) <= 6
