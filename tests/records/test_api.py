"""The API: what it tells to whom, page by page, and what it says when it does not."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import OperationalError, connection, connections
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from game import accounts, boards, ratings
from game.memory import memory
from game.models import BoardRow, Match, Player, Rating, RatingChange, Tally, User
from tests.site.builders import account, browser, played

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _light() -> Iterator[None]:
    memory.clear()
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ana() -> User:
    return account("Ana")


@pytest.fixture
def bogdan() -> User:
    return account("Bogdan")


def ask(url: str, client: Client | None = None, code: int = 200) -> Any:
    answer = (client or Client()).get(url)
    assert answer.status_code == code, answer.content
    assert answer["Content-Type"].startswith("application/json")
    return answer.json()


def public(people: list[User | str], count: int = 1, **more: Any) -> list[Match]:
    """Public matches, the newest first, an hour apart."""
    made = []
    for hours in range(count):
        match = played(people, [[0, *([30] * (len(people) - 1))]], private=False, **more)
        started = timezone.now() - timedelta(hours=hours + 1)
        Match.objects.filter(pk=match.pk).update(started_at=started)
        match.seats.update(at=started)
        made.append(match)
    return made


def every_page(url: str) -> list[Any]:
    found: list[Any] = []
    after = ""
    while True:
        page = ask(url + after)
        found += page["items"]
        if page["next"] is None:
            return found
        after = f"{'&' if '?' in url else '?'}cursor={page['next']}"


# --- matches


def test_public_matches_come_newest_first_each_once_over_all_pages(ana: User, bogdan: User) -> None:
    made = public([ana, bogdan], 7)
    played([ana, bogdan], [[0, 30]])
    played([ana, bogdan], [], private=False, phase=Match.Phase.PLAYING)
    found = every_page("/api/matches?limit=3")
    assert [one["id"] for one in found] == [match.uid for match in made]


def test_matches_that_began_at_the_same_moment_are_each_told_once(ana: User, bogdan: User) -> None:
    made = public([ana, bogdan], 5)
    Match.objects.update(started_at=timezone.now())
    assert sorted(one["id"] for one in every_page("/api/matches?limit=2")) == sorted(match.uid for match in made)


def test_matches_are_filtered_by_game_rating_and_time(ana: User, bogdan: User) -> None:
    newest, middle, oldest = public([ana, bogdan], 3)
    (other,) = public([ana, bogdan], rules="macau-london")
    Match.objects.filter(pk=middle.pk).update(rated=True)
    middle.refresh_from_db()
    at = middle.started_at.isoformat().replace("+00:00", "Z")

    def ids(query: str) -> list[str]:
        return [one["id"] for one in ask(f"/api/matches?{query}")["items"]]

    assert ids("game=macau-london") == [other.uid]
    assert ids("rated=true") == [middle.uid]
    assert set(ids("rated=false")) == {newest.uid, oldest.uid, other.uid}
    assert set(ids(f"since={at}&game=simple-macao")) == {newest.uid, middle.uid}
    assert ids(f"until={at}") == [oldest.uid]


def test_a_match_says_who_sat_there_what_it_cost_and_what_it_did_to_ratings(ana: User, bogdan: User) -> None:
    match = played([ana, bogdan, "Bot"], [[0, 30, 12], [20, 0, 9]], private=False)
    seat = match.seats.get(user=ana)
    player = Player.objects.create(user=ana)
    for game, mu in (("", 1.0), ("simple-macao", 26.0)):
        RatingChange.objects.create(
            seat=seat, player=player, game=game, number=1, place=1, mu_before=25, sigma_before=8, mu=mu, sigma=8,
            at=timezone.now(),
        )  # fmt: skip
    told = ask(f"/api/matches/{match.uid}")
    assert (told["game"], told["counts"], told["target"], told["private"]) == ("simple-macao", "points", 100, False)
    assert [(one["name"], one["player"], one["bot"], one["total"], one["place"]) for one in told["seats"]] == [
        ("Ana", "Ana", None, 20, 1), ("Bogdan", "Bogdan", None, 30, 3), ("Bot", None, "sensible", 21, 2),
    ]  # fmt: skip
    assert told["seats"][0]["rating"] == {
        "before": ratings.shown(25, 8).value, "after": ratings.shown(26, 8).value,
    }  # fmt: skip
    assert [(one["charges"], one["totals"], one["winner"]) for one in told["rounds"]] == [
        ([0, 30, 12], [0, 30, 12], 0), ([20, 0, 9], [20, 30, 21], 1),
    ]  # fmt: skip
    assert told["rounds"][0]["hands"] == [[], ["Ah"], ["Ah"]]


def test_the_name_of_a_deleted_account_is_in_no_answer(ana: User, bogdan: User) -> None:
    (match,) = public([ana, bogdan])
    accounts.delete(ana)
    told = ask(f"/api/matches/{match.uid}")
    assert [(one["name"], one["player"]) for one in told["seats"]] == [("Deleted player", None), ("Bogdan", "Bogdan")]
    assert ask("/api/players/Ana", code=404) == ask("/api/players/nobody", code=404)


PRIVATE = ("", "/document", "/rounds/1")


@pytest.mark.parametrize("page", PRIVATE)
def test_a_private_match_is_for_those_who_sat_there(ana: User, bogdan: User, page: str) -> None:
    match = played([ana, bogdan], [[0, 30]])
    for client in (Client(), browser(account("Carmen")), browser(accounts.new_guest("Dan"))):
        hidden, absent = [client.get(f"/api/matches/{token}{page}") for token in (match.uid, secrets.token_urlsafe(16))]
        assert (hidden.status_code, absent.status_code) == (404, 404)
        assert hidden.content == absent.content == client.get("/api/nothing/here").content
        assert {**hidden.headers} == {**absent.headers}
    answer = browser(ana).get(f"/api/matches/{match.uid}{page}")
    assert answer.status_code == 200
    assert "private" in answer["Cache-Control"]
    assert "Access-Control-Allow-Origin" not in answer


def test_a_match_that_is_shared_is_told_by_the_links_token_alone(ana: User, bogdan: User) -> None:
    match = played([ana, bogdan], [[0, 30]])
    Match.objects.filter(pk=match.pk).update(share="s" * 22)
    assert ask("/api/matches/" + "s" * 22)["seats"][0]["name"] == "Ana"
    assert Client().get(f"/api/matches/{match.uid}").status_code == 404


def test_of_a_match_that_goes_on_only_rounds_that_are_over_are_told(ana: User, bogdan: User) -> None:
    match = played([ana, bogdan], [[0, 30], [5, 0]], private=False, phase=Match.Phase.PLAYING)
    match.rounds.filter(number=2).update(ended_at=None)
    assert [one["round"] for one in ask(f"/api/matches/{match.uid}")["rounds"]] == [1]
    assert [one["number"] for one in ask(f"/api/matches/{match.uid}/document")["rounds"]] == [1]
    assert ask(f"/api/matches/{match.uid}/rounds/1")["number"] == 1
    ask(f"/api/matches/{match.uid}/rounds/2", code=404)


# --- players, leaderboards, games


def test_a_player_is_found_however_the_name_is_spelled_and_tells_public_numbers_only(ana: User, bogdan: User) -> None:
    Tally.objects.create(user=ana, game="macao", private=True, matches=9)
    Tally.objects.create(user=ana, game="macao", private=False, matches=2, wins=1, turns=4, turn_ms=10_000)
    Rating.objects.create(player=Player.objects.create(user=ana), game="", mu=30, sigma=2, matches=12, wins=5)
    told = ask("/api/players/ANA")
    assert told["name"] == "Ana"
    assert [(one["matches"], one["turn_seconds"]) for one in told["statistics"]] == [(2, 2.5)]
    assert [(one["game"], one["rating"], one["matches"]) for one in told["ratings"]] == [
        ("all", ratings.shown(30, 2).value, 12)
    ]


def test_a_player_s_matches_are_the_public_ones(ana: User, bogdan: User) -> None:
    made = public([ana, bogdan], 5)
    played([ana, bogdan], [[0, 30]])
    public([bogdan, "Bot"])
    assert [one["id"] for one in every_page("/api/players/ana/matches?limit=2")] == [match.uid for match in made]


def test_a_player_whose_name_would_break_the_address_is_found_too(bogdan: User) -> None:
    (match,) = public([account("A/C Milan"), bogdan])
    called = ask(f"/api/matches/{match.uid}")["seats"][0]["player"]
    assert ask(f"/api/players/{called}")["name"] == "A/C Milan"
    assert len(ask(f"/api/players/{called}/matches")["items"]) == 1


def test_guests_have_no_page(ana: User) -> None:
    guest = accounts.new_guest("Gigel")
    ask("/api/players/Gigel", code=404)
    ask(f"/api/players/{guest.username}", code=404)


def board(ratings_shown: list[int], period: str = "") -> None:
    for number, rating in enumerate(ratings_shown):
        player = Player.objects.create(user=account(f"Player {'abcdefghij'[number]}"))
        BoardRow.objects.create(
            game="", period=period, player=player, rating=rating, matches=20, wins=number, listed=True
        )


def test_a_leaderboard_has_places_that_equal_ratings_share_over_all_pages() -> None:
    board([1700, 1650, 1650, 1650, 1600, 1500, 1500])
    BoardRow.objects.filter(player__user__name="Player e").update(listed=False)
    for limit in (1, 2, 3, 100):
        found = every_page(f"/api/leaderboards/all?limit={limit}")
        assert [(one["place"], one["rating"]) for one in found] == [
            (1, 1700), (2, 1650), (2, 1650), (2, 1650), (5, 1500), (5, 1500),
        ]  # fmt: skip


def test_places_are_those_of_the_page() -> None:
    board([1700, 1650, 1650, 1600, 1600, 1500])
    lines = boards.board("", "", None).lines
    assert [(line.place, line.rating) for line in lines] == [
        (one["place"], one["rating"]) for one in every_page("/api/leaderboards/all?limit=2")
    ]


def test_whose_account_is_gone_has_no_line_and_bots_are_marked() -> None:
    board([1700, 1650, 1600])
    accounts.delete(User.objects.get(name="Player a"))
    BoardRow.objects.create(
        game="", period="", player=Player.objects.create(bot="sensible"), rating=1640, matches=20, wins=3, listed=True
    )
    told = ask("/api/leaderboards/all")["items"]
    assert [(one["place"], one["name"], one["bot"]) for one in told] == [
        (1, "Player b", None), (2, None, "sensible"), (3, "Player c", None),
    ]  # fmt: skip


def test_a_period_is_named_or_the_one_that_runs() -> None:
    month = ratings.periods(timezone.now())[1]
    board([1700], month)
    for asked in ("month", month):
        told = ask(f"/api/leaderboards/all?period={asked}")
        assert (told["period"], len(told["items"])) == (month, 1)
    assert ask("/api/leaderboards/all")["items"] == []
    assert ask("/api/leaderboards/macao?period=2020-W07")["items"] == []


def test_all_games_are_there_in_english() -> None:
    told = Client().get("/api/games", headers={"Accept-Language": "ro"}).json()["items"]
    assert len(told) == 11
    assert told[0]["name"] == "Simple Macao"


# --- one's own, as a stream


def test_ones_own_matches_come_one_a_line_all_of_them(ana: User, bogdan: User) -> None:
    made = [played([ana, bogdan], [[0, 30]]) for _ in range(23)] + public([ana, "Bot"], 23)
    played([bogdan, "Bot"], [[0, 30]])
    answer = browser(ana).get("/api/my/matches.ndjson")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/x-ndjson")
    assert "no-store" in answer["Cache-Control"]
    lines = b"".join(answer.streaming_content).decode().splitlines()
    assert len(lines) == len(made)
    for line in lines:
        assert json.loads(line)["seats"][0]["name"] == "Ana"


def test_strangers_have_no_matches_of_their_own() -> None:
    assert ask("/api/my/matches.ndjson", code=401)["code"] == "not-signed-in"


@pytest.mark.django_db(transaction=True)
async def test_the_stream_is_sent_while_it_is_made() -> None:
    """Under ASGI: pieces, none of which holds all; and no plain iterator, which Django would gather first."""
    person = await sync_to_async(account)("Ana")
    for _ in range(45):
        await sync_to_async(played)([person, "Bot"], [[0, 30]])
    client = AsyncClient()
    await sync_to_async(client.force_login)(person)
    answer = await client.get("/api/my/matches.ndjson")
    assert answer.is_async
    pieces = [piece async for piece in answer]
    assert [piece.count(b"\n") for piece in pieces] == [20, 20, 5]
    await sync_to_async(connections.close_all)()


# --- when there is no answer


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("game=whist", "game"), ("limit=0", "limit"), ("limit=101", "limit"), ("limit=ten", "limit"),
        ("rated=perhaps", "rated"), ("since=yesterday", "since"), ("since=0", "since"),
        ("until=2026-13-01T00:00:00Z", "until"), ("cursor=%00", "cursor"),
    ],
)  # fmt: skip
def test_a_bad_parameter_is_named(query: str, named: str) -> None:
    told = ask(f"/api/matches?{query}", code=400)
    assert told["code"] == "bad-request"
    assert told["message"].startswith(f"{named}: ")


def test_a_cursor_that_no_page_has_given_is_nothing_be_it_of_a_private_match_or_of_none(ana: User) -> None:
    match = played([ana, "Bot"], [[0, 30]])
    answers = {Client().get(f"/api/matches?cursor={cursor}").content for cursor in (match.uid, "x" * 22)}
    assert len(answers) == 1
    ask("/api/leaderboards/all?cursor=best", code=400)


def test_too_many_questions_are_refused_for_a_while(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "api": "3/m/ip"}
    for _ in range(3):
        ask("/api/games")
    answer = Client().get("/api/games")
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (429, "too-many", "60")


def test_own_exports_are_rarer_still(ana: User) -> None:
    client = browser(ana)
    codes = [client.get("/api/my/matches.ndjson").status_code for _ in range(3)]
    assert codes == [200, 200, 429]


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
def test_nothing_can_be_changed_here(method: str) -> None:
    for url in ("/api/games", "/api/matches", "/api/my/matches.ndjson"):
        answer = getattr(Client(enforce_csrf_checks=True), method)(url)
        assert (answer.status_code, answer["Allow"], answer.json()["code"]) == (405, "GET, HEAD", "method")
    assert Client().head("/api/games").status_code == 200


def test_a_database_that_is_away_is_said_in_json(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: object, **_kwargs: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr("game.api.reading.matches", away)
    answer = Client().get("/api/matches")
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (503, "unavailable", "5")


# --- caches, other sites, speed


def test_public_answers_may_be_kept_and_read_by_pages_of_other_sites(ana: User, bogdan: User) -> None:
    (match,) = public([ana, bogdan])
    for url in ("/api/games", "/api/matches", f"/api/matches/{match.uid}", "/api/players/Ana", "/api/leaderboards/all"):
        answer = browser(ana).get(url)
        assert answer["Cache-Control"] == "public, max-age=30"
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
        assert not answer.cookies
        again = browser(ana).get(url, headers={"If-None-Match": answer["ETag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_who_asks_changes_nothing_about_lists(ana: User, bogdan: User) -> None:
    public([ana, bogdan], 2)
    for url in ("/api/matches", "/api/players/Ana/matches"):
        assert browser(ana).get(url).content == Client().get(url).content
        assert "Cookie" not in Client().get(url).headers.get("Vary", "")


@pytest.mark.parametrize(
    ("url", "most"),
    [
        ("/api/games", 0), ("/api/matches?limit=100", 3), ("/api/matches/{id}", 6), ("/api/matches/{id}/document", 8),
        ("/api/players/Ana", 3), ("/api/players/Ana/matches?limit=100", 4), ("/api/leaderboards/all?limit=100", 1),
    ],
)  # fmt: skip
def test_an_answer_takes_few_queries_however_much_there_is(ana: User, bogdan: User, url: str, most: int) -> None:
    counts = []
    for more in (1, 12):
        made = public([ana, bogdan, "Bot"], more)
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            ask(url.replace("{id}", made[0].uid))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= most


@pytest.mark.parametrize("query", ["", "game=simple-macao&", "rated=true&", "rated=false&game=macao&"])
def test_a_page_of_matches_is_read_by_an_index(ana: User, bogdan: User, query: str) -> None:
    made = public([ana, bogdan], 3)
    Match.objects.update(rated=True)
    played([ana, "Bot"], [[0, 30]])
    url = f"/api/matches?{query}since=2020-01-01T00:00:00Z&until=2100-01-01T00:00:00Z"
    with CaptureQueriesContext(connection) as queries:
        ask(f"{url}&cursor={made[0].uid}")
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        if not sqlite:  # which reads a table of four rows whole if it may
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
        cursor.execute(f"EXPLAIN {'QUERY PLAN' if sqlite else ''} {queries[1]['sql']}")
        plan = " ".join(str(row[-1]) for row in cursor.fetchall())
    assert "match_told" in plan
    assert "TEMP B-TREE" not in plan
    assert "Sort" not in plan


def test_the_document_describes_every_field() -> None:
    document = ask("/api/openapi.json")
    assert document["openapi"].startswith("3.")
    bare = [
        f"{name}.{field}"
        for name, schema in document["components"]["schemas"].items()
        for field, told in schema["properties"].items()
        if not told.get("description")
    ]
    assert bare == []
