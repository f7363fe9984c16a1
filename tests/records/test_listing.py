"""Lists of matches: what each filter leaves, whose matches are where, and that no list reads a whole table."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from game import accounts, booking, listing, tables
from game.engine import RuleSet
from game.listing import Mark, Wanted
from game.models import Match, PracticeMatch, Seat, User
from tests.site.builders import account, browser, played, post

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return account("Ana")


@pytest.fixture
def barbu() -> User:
    return account("Barbu")


def uids(page: listing.Page) -> list[str]:
    return [line.uid for line in page.lines]


def asked(user: User | None, name: str, *args: str, **query: str) -> Any:
    return browser(user).get(reverse(name, args=args), query)


def listed(user: User | None, name: str, *args: str, **query: str) -> list[str]:
    answer = asked(user, name, *args, **query)
    assert answer.status_code == 200
    return uids(answer.context["page"])


def test_every_filter_leaves_what_it_says(ana: User, barbu: User) -> None:
    carmen = account("Carmen")
    won = played([ana, barbu], [[0, 110]]).uid
    lost = played([ana, carmen], [[110, 0]], private=False).uid
    drawn = played([ana, barbu, carmen], [[5, 5, 110]]).uid
    left = played([ana, barbu], [[0, 5]], phase="abandoned").uid
    polish = played([ana, "Bot 2"], [[1, 2]], rules="polish-makao", target=1).uid
    Match.objects.filter(uid=lost).update(rated=True)
    old = timezone.now() - timedelta(days=40)
    Match.objects.filter(uid=polish).update(started_at=old)
    Seat.objects.filter(match__uid=polish).update(at=old)
    own = lambda **query: listed(ana, "my_matches", **query)  # noqa: E731
    assert own() == [left, drawn, lost, won, polish]
    assert own(result="won") == [won, polish]
    assert own(result="lost") == [lost]
    assert own(result="drawn") == [drawn]
    assert own(result="abandoned") == [left]
    assert own(opponent="BARBU") == [left, drawn, won]
    assert own(opponent="barbu", result="drawn") == [drawn]
    assert own(game="polish-makao") == [polish]
    assert own(period="month") == [left, drawn, lost, won]
    assert own(period="year") == [left, drawn, lost, won, polish]
    assert own(rated="yes") == [lost]
    assert own(table="public") == [lost]
    assert own(table="private", rated="no", period="week") == [left, drawn, won]
    assert own(kind="practice") == []
    assert listed(None, "matches") == [lost]
    assert listed(None, "player_matches", "Carmen") == [lost]
    assert listed(None, "player_matches", "Barbu") == []


@pytest.mark.parametrize("name", ["game", "result", "period", "rated", "table", "kind", "company", "before"])
def test_nonsense_in_a_filter_is_as_good_as_none(ana: User, barbu: User, name: str) -> None:
    uid = played([ana, barbu], [[0, 110]]).uid
    for text in ("x" * 5000, "'; DROP", "\x00", "²"):
        assert listed(ana, "my_matches", **{name: text}) == [uid]


def test_a_name_that_nobody_has_is_said(ana: User, barbu: User) -> None:
    played([ana, barbu], [[0, 110]])
    page = asked(ana, "my_matches", opponent="Zoe").content.decode()
    assert "No account is called Zoe, and no guest of that name is found." in page


def test_guests_and_bots_are_found_too(ana: User, barbu: User) -> None:
    accounts_only = played([ana, barbu], [[0, 110]], private=False).uid
    with_guest = played([ana, accounts.new_guest("Dinu")], [[0, 110]], private=False).uid
    with_bot = played([ana, barbu, "Bot 3"], [[0, 110, 20]], private=False).uid
    practice = PracticeMatch.objects.create(
        uid="practice", owner=ana, rules="simple-macao", target=100, size=2,
        totals=[0, 110], places=[1, 2], rounds=[], hands=[[], []], kept={}, played_at=timezone.now(),
    ).uid  # fmt: skip
    own = lambda **query: listed(ana, "my_matches", **query)  # noqa: E731
    assert own(opponent="dinu") == listed(None, "player_matches", "Ana", opponent="DINU") == [with_guest]
    assert own(opponent="Bot 3") == [with_bot]
    assert own(opponent="Ana") == own(opponent="Zoe") == []
    assert own(company="bots") == [practice, with_bot]
    assert own(company="people") == [with_guest, accounts_only]
    assert listed(None, "player_matches", "Barbu", company="bots") == [with_bot]


def test_a_first_and_a_last_day_are_both_within(ana: User, barbu: User) -> None:
    matches = []
    for day in (3, 4, 5):
        match = played([ana, barbu], [[0, 110]], private=False)
        for hour, minute in ((0, 0), (23, 59)):
            at = datetime(2026, 3, day, hour, minute, 59 if minute else 0, tzinfo=UTC)
            Match.objects.filter(pk=match.pk).update(started_at=at)
            Seat.objects.filter(match=match).update(at=at)
            for name, args in (("my_matches", []), ("matches", []), ("player_matches", ["Barbu"])):
                whole = listed(ana, name, *args, first=f"2026-03-0{day}", last=f"2026-03-0{day}")
                assert whole == [match.uid], (name, at)
        matches.append(match.uid)
    own = lambda **query: listed(ana, "my_matches", **query)  # noqa: E731
    assert own(first="2026-03-04") == [matches[2], matches[1]]
    assert own(last="2026-03-04") == [matches[1], matches[0]]
    assert own(first="2026-03-03", period="week") == []
    assert own(first="0001-01-01", last="9999-12-31") == matches[::-1]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"first": "2026-02-30"}, "Enter a valid date."),
        ({"last": "yesterday"}, "Enter a valid date."),
        ({"first": "2026-03-04", "last": "2026-03-03"}, "This day is before the first."),
    ],
)
def test_a_day_that_is_none_is_said_at_the_field(ana: User, barbu: User, query: dict[str, str], said: str) -> None:
    played([ana, barbu], [[0, 110]])
    answer = asked(ana, "my_matches", **query)
    assert said in answer.content.decode()
    assert uids(answer.context["page"]) == []


def test_pages_follow_each_other_with_their_filter(ana: User, barbu: User) -> None:
    matches = [played([ana, barbu], [[0, 110]]) for _ in range(45)]
    start = timezone.now()
    for number, match in enumerate(matches):
        Seat.objects.filter(match=match).update(at=start - timedelta(minutes=number))
    played([ana, barbu], [[110, 0]])
    seen, before = [], ""
    while True:
        page = asked(ana, "my_matches", result="won", before=before).context["page"]
        seen += uids(page)
        if not page.before:
            break
        before = page.before
    assert seen == [match.uid for match in matches]


def test_matches_of_one_moment_are_all_told(ana: User, barbu: User) -> None:
    matches = [played([ana, barbu], [[0, 110]], private=False) for _ in range(45)]
    now = timezone.now()
    Match.objects.update(started_at=now)
    Seat.objects.update(at=now)
    for number in range(25):
        PracticeMatch.objects.create(
            uid=f"practice{number}", owner=ana, rules="simple-macao", target=100, size=2,
            totals=[0, 110], places=[1, 2], rounds=[], hands=[[], []], kept={}, played_at=now,
        )  # fmt: skip
    for name, args, most in (("my_matches", [], 70), ("matches", [], 45), ("player_matches", ["Barbu"], 45)):
        seen, before = [], ""
        while True:
            page = asked(ana, name, *args, before=before).context["page"]
            seen += uids(page)
            if not page.before:
                break
            before = page.before
        assert len(seen) == len(set(seen)) == most
        assert {match.uid for match in matches} <= set(seen)


def test_a_player_without_an_account_has_no_list(ana: User) -> None:
    guest = accounts.new_guest("Dinu")
    missing = asked(None, "player_matches", "Nobody")
    assert missing.status_code == 404
    assert asked(None, "player_matches", guest.username).content == missing.content


def test_a_rated_match_shows_what_it_did_to_the_rating(ana: User, barbu: User) -> None:
    match = played([ana, barbu], [[0, 110]])
    Match.objects.filter(pk=match.pk).update(rated=True)
    booking.book()
    line = asked(ana, "my_matches").context["page"].lines[0]
    assert (line.rating, line.change > 0) == (1500 + line.change, True)


FILTERS: list[dict[str, str]] = [
    {}, {"game": "simple-macao"}, {"rated": "yes"}, {"rated": "no", "game": "tel-aviv"}, {"period": "week"},
    {"period": "year", "game": "macao", "rated": "yes"}, {"result": "won"}, {"result": "lost", "table": "private"},
    {"opponent": "someone"}, {"opponent": "A guest"}, {"company": "people"}, {"company": "bots", "first": "2026-01-01"},
    {"last": "2026-03-01"}, {"first": "2026-02-01", "last": "2026-03-01", "rated": "yes"},
    {"kind": "online", "result": "abandoned"},
]  # fmt: skip


COPIES = 40


@pytest.fixture
def many(generated: range) -> range:
    """The generated matches among twenty thousand of others: where there are few, PostgreSQL rightly reads them all."""
    last = Match.objects.order_by("-pk").values_list("pk", flat=True)[0]
    last_seat = Seat.objects.order_by("-pk").values_list("pk", flat=True)[0]
    for number in range(1, COPIES + 1):
        by, seats_by = number * last, number * last_seat
        _copy(Match, last, {"id": f"id + {by}", "uid": f"'copy' || (id + {by})", "share": "NULL", "booked": "NULL"})
        _copy(Seat, last_seat, {"id": f"id + {seats_by}", "match_id": f"match_id + {by}", "user_id": "NULL"})
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return generated


def _copy(model: type[Match | Seat], last: int, instead: dict[str, str]) -> None:
    columns = [field.column for field in model._meta.concrete_fields]
    values = ", ".join(instead.get(column, f'"{column}"') for column in columns)
    names = ", ".join(f'"{column}"' for column in columns)
    with connection.cursor() as cursor:
        table = model._meta.db_table
        cursor.execute(f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} WHERE id <= {last}")


def test_no_list_reads_a_whole_table(many: range) -> None:
    person = Seat.objects.filter(match=many[-1], user__isnull=False)[0].user
    other = Seat.objects.filter(user__isnull=False).exclude(user=person)[0].user
    assert person is not None
    assert other is not None
    client = browser(person)
    addresses = [reverse("my_matches"), reverse("matches"), reverse("player_matches", args=[other.name])]
    after = {"before": str(Mark(timezone.now(), 10**9))}
    for query in FILTERS:
        asked_for = query | ({"opponent": other.name} if query.get("opponent") == "someone" else {})
        for address in addresses:
            for start in ({}, after):
                with CaptureQueriesContext(connection) as queries:
                    assert client.get(address, asked_for | start).status_code == 200
                assert len(queries) <= 10
                assert [scan for one in queries for scan in _scans(one["sql"])] == [], (address, query)


def _scans(sql: str) -> list[str]:
    if not sql.startswith("SELECT"):
        return []
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {'QUERY PLAN' if sqlite else ''} {sql.replace('%', '%%')}", [])
        plan = [row[-1] for row in cursor.fetchall()]
    big = ("game_match", "game_seat", "game_round", "game_move", "game_score", "game_ratingchange")
    if not sqlite:
        big = big[:2]  # the rest are empty here, or not much copied, and PostgreSQL knows it
        return [f"{step}: {sql}" for step in plan for table in big if f"Seq Scan on {table} " in f"{step} "]
    scans = [step for step in plan if step.startswith("SCAN") and step.split()[1] in big]
    # in the order of an index of public matches alone, and no further than a page goes
    bounded = [step for step in scans if "USING INDEX match_told" in step and "LIMIT 21" in sql]
    return [f"{step}: {sql}" for step in scans if step not in bounded]


# --- sharing


def share(user: User | None, uid: str, yes: str) -> int:
    return post(browser(user), reverse("share_match", args=[uid]), {"share": yes}).status_code


def test_a_private_match_is_shared_and_taken_back(ana: User, barbu: User) -> None:
    match = played([ana, barbu], [[0, 110]])
    stranger = Client()
    hidden = stranger.get(reverse("match", args=[match.uid]))
    assert hidden.status_code == 404
    assert "Make a link" in asked(ana, "match", match.uid).content.decode()
    assert share(ana, match.uid, "yes") == 302
    match.refresh_from_db()
    token = match.share
    assert token is not None
    page = stranger.get(reverse("match", args=[token])).content.decode()
    assert match.uid not in page
    assert "Make a link" not in page
    assert stranger.get(reverse("match", args=[match.uid])).status_code == 404
    assert reverse("match", args=[token]) in asked(barbu, "match", match.uid).content.decode()
    assert share(ana, match.uid, "yes") == 302
    match.refresh_from_db()
    assert match.share == token, "a link that is out stays what it is"
    assert share(barbu, match.uid, "no") == 302
    gone = stranger.get(reverse("match", args=[token]))
    assert (gone.status_code, gone.content) == (404, hidden.content)


def test_nobody_else_shares_and_public_matches_need_no_link(ana: User, barbu: User) -> None:
    private, public = played([ana, barbu], [[0, 110]]), played([ana, barbu], [[0, 110]], private=False)
    running = played([ana, barbu], [[0, 5]], phase="between")
    assert share(account("Carmen"), private.uid, "yes") == 404
    assert share(None, private.uid, "yes") == 404
    assert share(ana, public.uid, "yes") == 404
    assert share(ana, running.uid, "yes") == 302
    assert not Match.objects.filter(share__isnull=False).exists()


def test_a_shared_match_does_not_lead_to_its_table(ana: User, barbu: User) -> None:
    table = tables.open_table(ana, name="A table", rules=RuleSet.named("simple-macao"))
    match = played([ana, barbu], [[0, 110]], table=table)
    share(ana, match.uid, "yes")
    match.refresh_from_db()
    assert table.token in asked(ana, "match", match.uid).content.decode()
    assert table.token not in Client().get(reverse("match", args=[match.share])).content.decode()


def test_who_takes_a_link_back_on_the_page_it_leads_to_stays_at_the_match(ana: User, barbu: User) -> None:
    match = played([ana, barbu], [[0, 110]])
    share(ana, match.uid, "yes")
    match.refresh_from_db()
    answer = post(browser(barbu), reverse("share_match", args=[match.share]), {"share": "no"})
    assert answer.headers["Location"] == reverse("match", args=[match.uid]) + "#share"
    match.refresh_from_db()
    assert match.share is None


def test_what_is_wanted_by_default_is_everything() -> None:
    assert not Wanted().online_only
