"""Everything of one person in one file: all of it, of nobody else, and harmless in a spreadsheet."""

from __future__ import annotations

import csv
import gc
import io
import json
import tracemalloc
import zipfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import connections
from django.test import AsyncClient, Client
from django.utils import timezone

from game import archive, house, tables
from game.engine import RuleSet
from game.memory import memory
from game.models import Match, Meeting, Move, Player, PracticeMatch, RatingChange, Tally, User
from tests.site.builders import account, browser, played, post

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _light() -> Iterator[None]:
    memory.clear()
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ana() -> User:
    return account("Ana", email="ana@example.org")


@pytest.fixture
def bogdan() -> User:
    return account("Bogdan")


def download(client: Client) -> zipfile.ZipFile:
    answer = post(client, "/account/data/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    assert "no-store" in answer["Cache-Control"]
    assert answer["Content-Disposition"].startswith('attachment; filename="macao-20')
    whole = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))
    assert whole.testzip() is None
    return whole


def sheet(whole: zipfile.ZipFile, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(whole.read(name).decode("utf-8-sig"))))


def document(whole: zipfile.ZipFile, name: str) -> Any:
    return json.loads(whole.read(name))


def move(match: Match, number: int, seat: int, text: str, at: datetime, **more: Any) -> None:
    Move.objects.create(
        match=match, round=match.rounds.get(number=1), number=number, seat=seat, text=text, at=at, **more
    )


def test_the_archive_holds_every_match_beyond_a_page_of_them(ana: User, bogdan: User) -> None:
    made = [played([ana, bogdan], [[0, 30]], private=number % 2 == 0) for number in range(archive.BATCH * 2 + 3)]
    played([bogdan, "Bot"], [[0, 30]])
    whole = download(browser(ana))
    ids = sorted(match.uid for match in made)
    files = [name for name in whole.namelist() if name.startswith("matches/")]
    assert sorted(document(whole, name)["match"] for name in files) == ids
    for name in ("matches.csv", "rounds.csv"):
        assert sorted(f"matches/{line['match']}.json" for line in sheet(whole, name)) == sorted(files)


def test_a_match_is_told_with_its_rounds_moves_and_ratings(ana: User, bogdan: User) -> None:
    match = played([bogdan, ana, "Bot"], [[0, 30, 12], [20, 0, 9]])
    dealt = timezone.now() - timedelta(minutes=10)
    match.rounds.update(dealt_at=dealt)
    move(match, 1, 0, "7h", dealt + timedelta(seconds=3))
    move(match, 2, 1, "draw", dealt + timedelta(seconds=5.5))
    move(match, 3, 1, "macao", dealt + timedelta(seconds=6))
    move(match, 4, 1, "8h", dealt + timedelta(seconds=7.5), stand_in=True)
    player = Player.objects.create(user=ana)
    for game in ("", "simple-macao"):
        RatingChange.objects.create(
            seat=match.seats.get(user=ana), player=player, game=game, number=1, place=3, mu_before=25, sigma_before=8,
            mu=24, sigma=7.5, at=timezone.now(),
        )  # fmt: skip
    whole = download(browser(ana))
    assert whole.read("matches.csv").startswith(b"\xef\xbb\xbf")  # else Excel reads names in another alphabet
    (line,) = sheet(whole, "matches.csv")
    assert [line[name] for name in ("game", "table", "rated", "seat", "place", "total", "opponents")] == [
        "simple-macao", "private", "no", "1", "3", "30", "Bogdan, Bot",
    ]  # fmt: skip
    assert (line["rating_before"], line["rating_after"]) == ("1500", "1460")
    lines = sheet(whole, "rounds.csv")
    assert [(one["round"], one["charge"], one["out_first"], one["left_with"]) for one in lines] == [
        ("1", "30", "no", "Ah"), ("2", "0", "yes", ""),
    ]  # fmt: skip
    assert [(one["move"], one["seconds"], one["stand_in"]) for one in sheet(whole, "moves.csv")] == [
        ("draw", "2.5", "no"), ("macao", "", "no"), ("8h", "2.0", "yes"),
    ]  # fmt: skip
    assert [(one["game"], one["rating"], one["mu"]) for one in sheet(whole, "ratings.csv")] == [
        ("all", "1460", "24.0"), ("simple-macao", "1460", "24.0"),
    ]  # fmt: skip


def test_of_a_match_that_goes_on_only_rounds_that_are_over_are_in_it(ana: User, bogdan: User) -> None:
    match = played([ana, bogdan], [[0, 30], [5, 0]], phase=Match.Phase.PLAYING)
    match.rounds.filter(number=1).update(ended_at=None)
    move(match, 1, 0, "7h", timezone.now())
    whole = download(browser(ana))
    (name,) = [name for name in whole.namelist() if name.startswith("matches/")]
    assert [one["number"] for one in document(whole, name)["rounds"]] == [2]
    assert [one["round"] for one in sheet(whole, "rounds.csv")] == ["2"]
    assert sheet(whole, "moves.csv") == []
    assert match.rounds.get(number=1).server_seed.hex() not in whole.read(name).decode()


def test_what_else_is_kept_is_in_it_too(ana: User, bogdan: User) -> None:
    house.save(ana, "Our rules", RuleSet.named("simple-macao", seven_cuts_turns=True))
    tables.open_table(ana, name="Friday", rules=RuleSet.named("simple-macao"))
    Tally.objects.create(user=ana, game="macao", private=True, matches=3, turns=2, turn_ms=5000)
    Meeting.objects.create(user=ana, other=bogdan, matches=4, ahead=3, behind=1)
    for number in range(2):
        PracticeMatch.objects.create(
            owner=ana, uid=f"{number}" * 16, rules="macao", target=60, size=2, totals=[3, 60], places=[1, 2],
            rounds=[{"charges": [3, 60], "first": None}], hands=[[], []], kept={"seed": "ab", "rounds": []},
            played_at=timezone.now(),
        )  # fmt: skip
    whole = download(browser(ana))
    told = document(whole, "account.json")
    assert (told["name"], told["email"], told["guest"]) == ("Ana", "ana@example.org", False)
    assert "password" not in told
    assert [one["name"] for one in document(whole, "house-rules.json")] == ["Our rules"]
    assert [one["name"] for one in document(whole, "tables.json")] == ["Friday"]
    assert [one["kept"]["seed"] for one in document(whole, "practice.json")] == ["ab", "ab"]
    assert [(one["game"], one["place"]) for one in sheet(whole, "practice.csv")] == [("macao", "1")] * 2
    assert [(one["game"], one["table"], one["turn_seconds"]) for one in sheet(whole, "statistics.csv")] == [
        ("macao", "private", "5.0")
    ]
    assert [(one["player"], one["ahead"]) for one in sheet(whole, "opponents.csv")] == [("Bogdan", "3")]


def test_nothing_of_anybody_else_is_in_it(ana: User, bogdan: User) -> None:
    played([bogdan, "Bot"], [[0, 30]])
    house.save(bogdan, "His rules", RuleSet.named("simple-macao"))
    whole = download(browser(ana))
    assert not any(
        "Bogdan" in whole.read(name).decode() or "His" in whole.read(name).decode() for name in whole.namelist()
    )
    assert document(whole, "practice.json") == []


def test_the_texts_are_in_the_language_of_the_page(ana: User) -> None:
    client = browser(ana)
    client.cookies["django_language"] = "ro"
    text = download(client).read("README.txt").decode()
    assert "Ana" in text
    assert "fișier" in text
    assert "Your" not in text


@pytest.mark.parametrize("name", ["=1+1", "+40", "-3", "@home"])
def test_no_name_is_a_formula_in_a_spreadsheet(ana: User, name: str) -> None:
    match = played([ana, "Bot"], [[0, 30]])
    match.seats.filter(number=1).update(name=name)
    (line,) = sheet(download(browser(ana)), "matches.csv")
    assert line["opponents"] == f"'{name}"


def test_guests_get_theirs_and_strangers_are_sent_to_the_door(bogdan: User) -> None:
    guest = User.objects.create(username="guest:1", name="Gigel", is_guest=True)
    played([guest, bogdan], [[0, 30]])
    assert document(download(browser(guest)), "account.json")["guest"] is True
    answer = post(browser(), "/account/data/")
    assert (answer.status_code, answer["Location"]) == (302, "/account/sign-in/?next=/account/data/")


def test_who_downloads_over_and_over_has_to_wait(ana: User) -> None:
    client = browser(ana)
    assert [post(client, "/account/data/").status_code for _ in range(3)] == [200, 200, 429]
    assert client.get("/account/data/").status_code == 200


def test_the_page_says_what_is_kept(ana: User, bogdan: User) -> None:
    played([ana, bogdan], [[0, 30]])
    page = browser(ana).get("/account/data/").content.decode()
    assert 'data__count">1<' in page
    assert "your e-mail address" in page
    assert "You gave no e-mail address" in browser(bogdan).get("/account/data/").content.decode()
    assert 'href="/account/data/"' in browser(ana).get("/account/").content.decode()


def test_it_is_made_a_few_matches_at_a_time(ana: User, bogdan: User) -> None:
    """What it takes in memory does not grow with the number of matches."""

    def peak(matches: int) -> int:
        for _ in range(matches):
            played([ana, bogdan], [[0, 30], [20, 0]])
        tracemalloc.start()
        for number, _part in enumerate(archive.parts(ana, "en")):
            if number % archive.BATCH == 0:
                gc.collect()  # rows that know each other go when it comes by
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    few, many = peak(archive.BATCH * 3), peak(archive.BATCH * 7)
    assert many < few * 1.2


@pytest.mark.django_db(transaction=True)
async def test_under_asgi_it_is_sent_in_pieces() -> None:
    person = await sync_to_async(account)("Ana")
    for _ in range(30):
        await sync_to_async(played)([person, "Bot"], [[0, 30]])
    client = AsyncClient()
    await sync_to_async(client.force_login)(person)
    answer = await client.post("/account/data/")
    assert answer.is_async
    pieces = [piece async for piece in answer]
    assert len(pieces) > 30
    assert zipfile.ZipFile(io.BytesIO(b"".join(pieces))).testzip() is None
    await sync_to_async(connections.close_all)()
