"""Practice matches that devices send: played again before they are kept, seen by their owner alone, there once."""

from __future__ import annotations

import copy
import json
import random
import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from game import accounts, history, listing
from game.engine import RuleSet
from game.listing import Wanted
from game.models import Match, PracticeMatch, Seat, User
from game.practice import Settings, kept
from game.practice.game import charges
from game.retelling import Unbelievable, retell
from tests.practice.playing import play_match
from tests.site.builders import PASSWORD, browser, played, post, token

pytestmark = pytest.mark.django_db
URL = "/my/practice/"


@lru_cache
def _finished(preset: str, bots: int, seed: int, **parameters: Any):
    game = play_match(Settings(RuleSet.named(preset, **parameters), bots, 0), bytes([seed] * 32))
    return game, kept.save(game)


def finished(preset: str = "simple-macao", bots: int = 2, seed: int = 1, **parameters: Any) -> dict[str, Any]:
    """What a device keeps of a match that is over."""
    return json.loads(_finished(preset, bots, seed, **(parameters or {"target": 60}))[1])


def places(rounds: int = 2) -> dict[str, Any]:
    return finished("romanian-macao", seed=9, rounds=rounds)


def send(client: Client, match: Any, ended: Any = None, **headers: Any):
    return send_body(client, json.dumps({"match": match, "ended": ended}), **headers)


def send_body(client: Client, body: str | bytes, kind: str = "application/json", **headers: Any):
    headers = {"X-CSRFToken": token(client), **headers}
    return client.post(URL, body, content_type=kind, headers=headers)


def page(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


# --- playing again


@pytest.mark.parametrize(
    ("preset", "parameters"),
    [
        ("simple-macao", {"target": 100}), ("macao", {"call": "spoken", "target": 50}), ("tel-aviv", {"target": 100}),
        ("romanian-macao", {"rounds": 3}), ("classic-macau", {"rounds": 1, "jokers": 3}),
        ("polish-makao", {"rounds": 2}),
        ("american-septica", {"rounds": 1, "pack": "hungarian32"}),
    ],
)  # fmt: skip
def test_what_is_told_is_what_was_played(preset: str, parameters: dict[str, Any]) -> None:
    game, text = _finished(preset, 2, 3, **parameters)
    told = retell(json.loads(text))
    assert told.uid == game.uid
    assert told.settings == game.settings
    assert told.score.totals == game.score.totals
    assert told.score.places == game.score.places
    assert [row["charges"] for row in told.rounds] == [row["charges"] for row in game.rounds] + [[*charges(game.round)]]
    assert told.hands == [list(game.round.hand(seat)) for seat in range(3)]


def changed(path: str, value: Any, match: dict[str, Any] | None = None) -> dict[str, Any]:
    """A match with one thing in it put right or wrong; `path` is keys and indexes with dots."""
    match = copy.deepcopy(match or finished())
    *way, last = [int(step) if step.lstrip("-").isdigit() else step for step in path.split(".")]
    at: Any = match
    for step in way:
        at = at[step]
    at[last] = value
    return match


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("form", 2, "malformed"), ("seed", "00", "malformed"), ("seed", None, "malformed"),
        ("seed", "x" * 64, "malformed"),
        ("rounds", {}, "malformed"), ("made", None, "malformed"), ("made.0", [1, 0], "malformed"),
        ("made.0.2", "7h" * 300, "malformed"), ("made.0.1", "0", "malformed"), ("made.0.1", True, "malformed"),
        ("deals", -1, "malformed"), ("deals", 0, "malformed"), ("deals", 10**9, "malformed"),
        ("deals", 1.0, "malformed"),
        ("settings.rules", "whist", "rules"), ("settings.bots", 99, "rules"), ("settings.bots", True, "rules"),
        ("settings.rules.target", 0, "rules"), ("settings.more", 1, "rules"), ("settings", None, "rules"),
        ("seed", "00" * 32, "does-not-replay"), ("made.-1.2", "draw", "not-over"),
        ("deals", 77, "does-not-replay"),
        ("made.0.1", 7, "does-not-replay"), ("made.0.1", -1, "does-not-replay"), ("made.0.2", "??", "does-not-replay"),
        ("settings.bots", 3, "does-not-replay"), ("settings.rules.target", 10, "does-not-replay"),
        ("settings.rules.target", 10_000, "not-over"), ("made", [], "not-over"), ("rounds", [], "does-not-replay"),
    ],
)  # fmt: skip
def test_what_does_not_play_again_is_refused_by_name(ana: User, path: str, value: Any, code: str) -> None:
    answer = send(browser(ana), changed(path, value))
    assert (answer.status_code, answer.json()) == (422, {"code": code})
    assert not PracticeMatch.objects.exists()


def test_a_move_of_a_seat_that_had_no_turn_is_refused() -> None:
    match = finished()
    assert match["made"][0][1] != 2
    with pytest.raises(Unbelievable, match="does-not-replay"):
        retell(changed("made.0.1", 2))


def test_totals_and_charges_that_a_device_names_mean_nothing(ana: User) -> None:
    lied = finished() | {"totals": [0, 999, 999], "firsts": [9, 0, 0], "position": {}, "version": -5}
    for row in lied["rounds"]:
        row["charges"] = [0, 500, 500]
    assert send(browser(ana), lied).status_code == 201
    kept_match = PracticeMatch.objects.get()
    game, _text = _finished("simple-macao", 2, 1, target=60)
    assert tuple(kept_match.totals) == game.score.totals


def spoiled(rng: random.Random, value: Any, depth: int = 0) -> Any:
    """The same with something in it replaced by nonsense."""
    if (depth and rng.random() < 0.25) or not isinstance(value, (dict, list)) or not value:
        return rng.choice([
            None, True, -1, 0, 10**30, 1.5, float("inf"), "", "\x00", "\ud800", "7h", "draw", "take", "Ah=d", "catch:9",
            "٣",
            [], {}, [[]], {"base": []}, {"base": "simple-macao", "target": {}}, "x" * 500, [[0, 0, "7h"]] * 3,
        ])  # fmt: skip
    spoilt = copy.copy(value)
    key = rng.choice(list(spoilt)) if isinstance(spoilt, dict) else rng.randrange(len(spoilt))
    if rng.random() < 0.1:
        del spoilt[key]
    else:
        spoilt[key] = spoiled(rng, spoilt[key], depth + 1)
    return spoilt


def test_whatever_is_sent_is_answered_and_never_an_error_of_ours(ana: User, monkeypatch) -> None:
    monkeypatch.setattr("game.limits.count", lambda *_given, **_more: None)
    client, rng = browser(ana), random.Random(5)
    whole = [{"match": finished(), "ended": 1}, {"match": places(), "ended": 1}]
    codes = set()
    for count in range(500):
        body: str | bytes = json.dumps(spoiled(rng, whole[count % 2]))
        if count % 10 == 9:
            body = bytes(rng.choice(body.encode()) ^ rng.choice([0, 0, 0, 0, 0, 0, 1, 128]) for _ in range(200))
        answer = send_body(client, body)
        assert answer.status_code in (200, 201, 422), body[:500]
        codes.add(answer.json().get("code", "kept"))
    assert codes == {"kept", "malformed", "rules", "does-not-replay", "not-over"}


@pytest.mark.parametrize("body", ["", "[]", "null", "{", "[" * 100_000, '"\\ud800"', b"\xff\xfe\x00", "1" * 5000])
def test_bodies_that_are_no_match_are_refused(ana: User, body: str | bytes) -> None:
    assert send_body(browser(ana), body).status_code == 422


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])
def test_only_json_is_read(ana: User, kind: str) -> None:
    assert send_body(browser(ana), json.dumps({"match": finished()}), kind).status_code in (400, 422)
    assert not PracticeMatch.objects.exists()


def test_a_match_that_is_too_long_is_refused(ana: User) -> None:
    assert send(browser(ana), finished() | {"more": "x" * 200_000}).status_code == 413


# --- who may, how often, how many


def test_strangers_and_forged_forms_leave_nothing(ana: User, stranger: Client) -> None:
    assert send(stranger, finished()).status_code == 403
    assert send(browser(ana), finished(), **{"X-CSRFToken": "b" * 32}).status_code == 403
    assert not PracticeMatch.objects.exists()


def test_sent_twice_it_is_the_same_match(ana: User, bogdan: User) -> None:
    first, again = send(browser(ana), finished()), send(browser(ana), finished())
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert send(browser(bogdan), finished()).status_code == 201  # another person's is another match
    assert [row.owner for row in PracticeMatch.objects.order_by("pk")] == [ana, bogdan]


def test_only_the_newest_are_kept(ana: User, monkeypatch) -> None:
    monkeypatch.setattr(history, "MOST", 2)
    now = timezone.now()
    uids = [history.keep(ana, finished(seed=n), 1_700_000_000_000 + n, now)[0].uid for n in (2, 3, 1)]
    assert [row.uid for row in PracticeMatch.objects.order_by("-played_at")] == uids[1::-1]


def test_too_many_at_once_are_held_off(ana: User) -> None:
    client = browser(ana)
    codes = [send(client, None).status_code for _try in range(61)]
    assert codes == [422] * 60 + [429]


@pytest.mark.parametrize(
    ("ended", "year"), [(10**12, 2001), (0, 2020), (-5, 2026), (10**30, 2026), ("1", 2026), (None, 2026), (True, 2026)]
)
def test_a_device_s_clock_is_believed_within_reason(ana: User, ended: Any, year: int) -> None:
    now = datetime(2026, 6, 1, tzinfo=UTC)
    match, _new = history.keep(ana, finished(), ended, now)
    assert match.played_at.year == max(2020, year)


def test_a_device_asks_as_whom_it_is_signed_in(ana: User, bogdan: User, stranger: Client) -> None:
    marks = [browser(user).get(URL).json()["who"] for user in (ana, bogdan, None)]
    assert marks == [ana.device_mark, bogdan.device_mark, ""]
    assert f'content="{marks[0]}"' in browser(ana).get("/my/matches/").content.decode()
    assert '<meta name="practice" content="" ' in stranger.get("/").content.decode()
    assert ana.name not in marks[0]


# --- what is seen of it


def test_it_stands_among_one_s_matches_marked_as_practice(ana: User, bogdan: User) -> None:
    earlier = played([ana, bogdan], [[0, 120]])
    send(browser(ana), finished(), int((earlier.started_at - timedelta(days=1)).timestamp() * 1000))
    later = int((timezone.now() - timedelta(minutes=1)).timestamp() * 1000)
    send(browser(ana), places(), later)
    text = page(browser(ana), "/my/matches/")
    assert re.findall(r'href="/(my/practice|match)/[0-9a-zA-Z_-]+/"', text) == ["my/practice", "match", "my/practice"]
    assert text.count('<span class="tag">practice</span>') == 2
    assert "practice</span> Romanian Macao, 2 rounds: <bdi>Bot 2</bdi>, <bdi>Bot 3</bdi>" in text
    assert '<span class="tag">practice</span>' not in page(browser(bogdan), "/my/matches/")


def test_pages_of_the_list_hold_both_sorts_in_order_of_time(ana: User, bogdan: User) -> None:
    now = timezone.now()
    for number in range(15):
        match = played([ana, bogdan], [[0, 120]])
        Seat.objects.filter(match=match).update(at=now - timedelta(minutes=2 * number))
    row, _new = history.keep(ana, finished(), None, now)
    for number in range(15):
        row.pk, row.uid, row.played_at = None, f"{number:016x}", now - timedelta(minutes=2 * number + 1)
        row.save(force_insert=True)
    PracticeMatch.objects.exclude(uid__startswith="0").delete()
    first = listing.own(ana, Wanted(), None)
    rest = listing.own(ana, Wanted(), listing.mark(first.before))
    assert [line.practice for line in first.lines + rest.lines] == [False, True] * 15
    assert (len(first.lines), rest.before) == (listing.PAGE, "")


def test_the_page_of_a_practice_match_of_points(ana: User) -> None:
    client = browser(ana)
    url = send(client, finished()).json()["url"]
    game, _text = _finished("simple-macao", 2, 1, target=60)
    text = page(client, url)
    assert '<span class="tag">practice</span>' in text
    assert "Only you see it, and it counts for nothing else." in text
    for total in game.score.totals:
        assert f'<b class="place__total">{total}</b>' in text
    assert text.count('<th scope="row">') == game.number
    left = sum(len(game.round.hand(seat)) for seat in range(3))
    assert text.count('<li><svg class="card-face" role="img"') == left
    assert "Check the deals" not in text


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_page_of_a_practice_match_of_places(ana: User, rounds: int) -> None:
    client = browser(ana)
    text = page(client, send(client, places(rounds)).json()["url"])
    assert "Romanian Macao" in text
    assert ("Round by round" in text) == (rounds > 1)
    assert text.count("Left in the hands") == 1


@pytest.mark.parametrize("signed_in", [True, False])
def test_nobody_else_sees_it_nor_that_it_is_there(ana: User, bogdan: User, signed_in: bool) -> None:
    url = send(browser(ana), finished()).json()["url"]
    client = browser(bogdan if signed_in else None)
    hidden, missing = client.get(url), client.get(URL + "0" * 16 + "/")
    assert hidden.status_code == 404
    assert hidden.content == missing.content
    assert hidden.headers == missing.headers


def test_it_counts_for_nothing_else(ana: User) -> None:
    send(browser(ana), finished())
    assert not Match.objects.exists()
    assert not ana.match_seats.exists()


# --- whose it is in the end


def test_it_goes_with_the_account(ana: User) -> None:
    send(browser(ana), finished())
    accounts.delete(ana)
    assert not PracticeMatch.objects.exists()


def test_a_guest_s_are_the_account_s_afterwards_and_none_is_there_twice(ana: User) -> None:
    guest = accounts.new_guest("Visitor")
    client = browser(guest)
    for match in (finished(), places()):
        send(client, match)
    send(browser(ana), finished())
    assert post(client, "/account/sign-in/", {"login": "Ana", "password": PASSWORD}).status_code == 302
    assert sorted(row.owner.name for row in PracticeMatch.objects.all()) == ["Ana", "Ana"]
    assert not User.objects.filter(pk=guest.pk).exists()


def test_a_guest_s_matches_do_not_keep_the_guest(db) -> None:
    """Practice is on the device as well: a guest who is not back for a month is forgotten with what was sent."""
    guest = accounts.new_guest("Visitor")
    history.keep(guest, finished(), None, timezone.now())
    accounts.forget_guests(timezone.now() + timedelta(days=62))
    assert not PracticeMatch.objects.exists()
