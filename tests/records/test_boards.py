"""Leaderboards: places over the borders of pages, one's own line, and what each page asks of the database."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from game import boards, ratings
from game.models import ALL_GAMES, EVER, BoardRow, Player, User
from tests.site.builders import account, browser

pytestmark = pytest.mark.django_db


def line(user: User | None, rating: int, *, matches: int = 20, **fields: Any) -> BoardRow:
    player = Player.objects.create(user=user, bot="" if user else "sensible")
    listed = matches >= ratings.least(fields.get("period", EVER))
    return BoardRow.objects.create(
        **{"game": ALL_GAMES, "period": EVER, "wins": 5, **fields},
        player=player,
        rating=rating,
        matches=matches,
        listed=listed,
    )


@pytest.fixture
def crowd() -> list[User]:
    """More than a page; the fiftieth to the fifty-third have the same rating."""
    people = User.objects.bulk_create(User(username=f"name{n}", name=f"Name {n}") for n in range(120))
    values = [2000 - n for n in range(49)] + [1900] * 4 + [1800 - n for n in range(67)]
    for user, value in zip(people, values, strict=True):
        line(user, value)
    return list(people)


def test_equal_ratings_share_a_place_over_the_border_of_a_page(crowd: list[User]) -> None:
    first = boards.board(ALL_GAMES, EVER, None)
    assert [one.place for one in first.lines][-2:] == [49, 50]
    second = boards.board(ALL_GAMES, EVER, None, first.after)
    assert [one.place for one in second.lines][:5] == [50, 50, 50, 54, 55]
    third = boards.board(ALL_GAMES, EVER, None, second.after)
    assert [len(first.lines), len(second.lines), len(third.lines)] == [50, 50, 20]
    assert third.after == ""
    assert [one.place for one in third.lines][-1] == 120
    names = [one.name for page in (first, second, third) for one in page.lines]
    assert names == [user.name for user in crowd]


def test_the_own_line_is_there_on_every_page_and_only_once(crowd: list[User]) -> None:
    page = browser(crowd[80]).get(reverse("leaderboards")).content.decode()
    assert page.split("board__own")[1].count("Name 80<") == 1
    assert boards.board(ALL_GAMES, EVER, crowd[80]).own == boards.Line(81, "Name 80", "Name 80", 1773, 20, 5, you=True)
    assert boards.board(ALL_GAMES, EVER, crowd[3]).own is None


def test_who_is_not_listed_yet_is_told_what_is_missing() -> None:
    ana = account("Ana")
    line(ana, 1600, matches=7)
    found = boards.board(ALL_GAMES, EVER, ana)
    assert (found.lines, found.missing) == ((), 3)
    assert found.own is not None
    assert found.own.place is None
    assert "3 more rated matches" in browser(ana).get(reverse("leaderboards")).content.decode()


def test_every_game_and_period_has_a_board_of_its_own() -> None:
    ana, barbu = account("Ana"), account("Barbu")
    line(ana, 1600, game="tel-aviv", period=boards.key_of("week", timezone.now()), matches=3)
    line(barbu, 1600, game="tel-aviv", matches=10)
    address = reverse("leaderboards", args=["tel-aviv"])
    assert "Ana" in Client().get(address, {"period": "week"}).content.decode()
    assert "Barbu" not in Client().get(address, {"period": "week"}).content.decode()
    assert "Barbu" in Client().get(address, {"period": "nonsense"}).content.decode()
    assert "Ana" not in Client().get(reverse("leaderboards")).content.decode()
    assert Client().get(reverse("leaderboards", args=["poker"])).status_code == 404


def test_a_bot_is_marked_and_has_no_page() -> None:
    line(None, 1700)
    page = Client().get(reverse("leaderboards")).content.decode()
    assert re.search(r"Bot\s+<span class=\"tag\">bot</span>", page)
    assert "/player/" not in page


@pytest.mark.parametrize("after", ["x", "1.", ".1", "9" * 40 + ".1", "1900.1'", "²."])
def test_nonsense_in_the_address_shows_the_first_page(crowd: list[User], after: str) -> None:
    page = Client().get(reverse("leaderboards"), {"after": after})
    assert page.status_code == 200
    assert page.context["board"].first


def test_a_page_needs_few_queries_and_reads_no_whole_table(crowd: list[User]) -> None:
    after = boards.board(ALL_GAMES, EVER, None).after
    client = browser(crowd[100])
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("leaderboards"), {"after": after})
    assert len(queries) <= 6
    if connection.vendor != "sqlite":
        return
    asked = [query["sql"] for query in queries if "game_boardrow" in query["sql"]]
    assert len(asked) == 4
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        for sql in asked:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            plan = [row[3] for row in cursor.fetchall()]
            assert not [step for step in plan if step.startswith("SCAN")], (sql, plan)
