"""A deleted account leaves no name behind: in no row, no session, no page, no export, no answer of the API."""

from __future__ import annotations

import io
import secrets
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from game import accounts, booking, house, names, tables
from game.engine import RuleSet
from game.memory import memory
from game.models import BoardRow, HouseRules, Match, PracticeMatch, Table, User
from tests.site.builders import PASSWORD, account, browser, played, post

pytestmark = pytest.mark.django_db
NAME = "Zoltánka Quirk"
KEY = names.key(NAME)
RULES = RuleSet.named("simple-macao", seven_cuts_turns=True)


@pytest.fixture(autouse=True)
def _light(settings) -> Iterator[None]:
    settings.PASSWORD_HASHERS = ["tests.site.builders.QuickHasher"]
    settings.ACCOUNT_RATE_LIMITS = dict.fromkeys(settings.ACCOUNT_RATE_LIMITS, "100000/m/ip")
    memory.clear()
    cache.clear()
    yield
    cache.clear()


def told(text: str) -> bool:
    """Whether the text says the name, as it is written or folded."""
    return NAME in text or "Zolt" in text or KEY in names.key(text)


def rows() -> Iterator[str]:
    """Every row of the database, and what the sessions say."""
    for model in apps.get_models(include_auto_created=True):
        for row in model._base_manager.values():
            yield f"{model._meta.label}: {row}"
    for session in Session.objects.all():
        yield f"session: {session.get_decoded()}"


def count() -> None:
    """Count all matches, and let everybody have a line on the boards."""
    booking.book(100)
    BoardRow.objects.update(listed=True)


@pytest.fixture
def bogdan() -> User:
    return account("Bogdan")


@pytest.fixture
def browsers() -> tuple[Client, Client]:
    """Two browsers that the person has signed in with, as people do: by the forms."""
    first, second = browser(), browser()
    answer = post(first, "/account/sign-up/", {"username": NAME, "password1": PASSWORD, "email": "z@example.org"})
    assert answer.status_code == 302
    assert post(second, "/account/sign-in/", {"login": NAME, "password": PASSWORD}).status_code == 302
    return first, second


@pytest.fixture
def person(browsers: tuple[Client, Client], bogdan: User) -> User:
    """Somebody who has done everything here that leaves a trace."""
    user = User.objects.get(username=KEY)
    client, _second = browsers
    kept = house.save(user, f"{NAME}'s rules", RULES)
    house.save(bogdan, kept.name, RULES)  # a copy, as the shared page offers it
    for language in ("en", "ro"):
        client.cookies["django_language"] = language
        assert post(client, "/tables/private/", {"rules": kept.token}).status_code == 302
    client.cookies.pop("django_language")
    assert post(browser(bogdan), "/tables/private/", {"rules": kept.token}).status_code == 302
    handed_over, running = Table.objects.filter(host=user)
    closed = tables.open_table(user, name=f"Chez {NAME}", rules=RuleSet.named("simple-macao"), public=True)
    tables.sit(handed_over.pk, bogdan)
    tables.stand(handed_over.pk, user)
    tables.sit(running.pk, bogdan)
    tables.start(running.pk, user)
    for people in ([user, bogdan], [bogdan, user], [user, "Bot"]):
        for private in (True, False):
            played(people, [[0, 30], [20, 0]], private=private, table=closed)
    Match.objects.filter(pk=played([user, bogdan], [[0, 30]], private=False).pk).update(rated=True)
    count()
    for match in Match.objects.filter(private=True, table=closed):
        Match.objects.filter(pk=match.pk).update(share=secrets.token_urlsafe(16))
    tables.stand(closed.pk, user)
    PracticeMatch.objects.create(
        owner=user, uid="p" * 16, rules="simple-macao", target=60, size=2, totals=[3, 60], places=[1, 2],
        rounds=[{"charges": [3, 60], "first": None}], hands=[[], []], kept={"seed": "", "rounds": []},
        played_at=timezone.now(),
    )  # fmt: skip
    LogEntry.objects.create(
        user=bogdan, content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk),
        object_repr=str(user), action_flag=CHANGE,
    )  # fmt: skip
    return user


def addresses() -> list[str]:
    """Pages, exports and answers of the API; those of private matches too, which some may open."""
    told = [token for one in Match.objects.all() for token in (one.uid, one.share) if token]
    of_matches = (
        "/match/{}/",
        "/match/{}/match.json",
        "/match/{}/round/1/",
        "/api/matches/{}",
        "/api/matches/{}/document",
    )
    of_tables = ("/table/{}/", "/table/{}/rules/", "/table/{}/settings/")
    return [
        "/", "/tables/", "/tables/open/", "/my/matches/", "/my/practice/", "/my/rules/", "/account/", "/account/data/",
        "/matches/", "/leaderboards/", "/leaderboards/?period=month", "/leaderboards/simple-macao/",
        "/player/Bogdan/", "/player/Bogdan/matches/", f"/player/{NAME}/", f"/player/{NAME}/matches/",
        "/api/matches", "/api/leaderboards/all", "/api/leaderboards/simple-macao?period=month",
        "/api/my/matches.ndjson", "/api/players/Bogdan", "/api/players/Bogdan/matches", f"/api/players/{NAME}",
        f"/api/players/{NAME}/matches",
        *[page.format(token) for token in told for page in of_matches],
        *[page.format(table.token) for table in Table.objects.all() for page in of_tables],
        *[f"/rules/house/{one.token}/" for one in HouseRules.objects.all()],
    ]  # fmt: skip


def said(client: Client, url: str) -> str:
    """All that an address answers."""
    return text_of(client.get(url))


def archived(client: Client) -> str:
    """All that is in somebody's own archive."""
    return text_of(post(client, "/account/data/"))


def text_of(answer: Any) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            return "".join(name + archive.read(name).decode() for name in archive.namelist())
    return f"{answer.headers} {body.decode()}"


def test_before_it_goes_the_name_is_said_in_many_places(person: User, bogdan: User) -> None:
    """Else the test below would prove nothing."""
    where = {text.split(":")[0] for text in rows() if told(text)}
    assert {"game.User", "game.Table", "game.Seat", "game.HouseRules", "admin.LogEntry"} <= where
    pages = [url for url in addresses() if told(said(browser(bogdan), url))]
    assert {"/my/matches/", "/api/matches", "/api/leaderboards/all", "/api/my/matches.ndjson"} <= set(pages)
    assert len(pages) > 20
    assert told(archived(browser(bogdan)))


def test_a_deleted_account_leaves_no_name_behind(person: User, browsers: tuple[Client, Client], bogdan: User) -> None:
    urls = addresses()
    assert post(browsers[0], "/account/delete/", {"password": PASSWORD}).status_code == 302
    assert [text for text in rows() if told(text)] == []
    for client in (browser(bogdan), browser(account("Carmen")), browser(), *browsers):
        assert [url for url in urls if told(said(client, url))] == []
        assert not told(archived(client))


def test_no_session_keeps_what_somebody_typed_to_sign_in(browsers: tuple[Client, Client]) -> None:
    assert [session.get_decoded() for session in Session.objects.all() if told(str(session.get_decoded()))] == []
    assert Session.objects.count() == 2


def test_only_tables_named_after_the_person_lose_their_name(person: User, bogdan: User) -> None:
    other = tables.open_table(bogdan, name="Chez Bogdan", rules=RuleSet.named("simple-macao"))
    namesake = tables.open_table(bogdan, name="Friday", rules=RuleSet.named("simple-macao"))
    tables.sit(namesake.pk, person)
    accounts.delete(person)
    assert {Table.objects.get(pk=other.pk).name, Table.objects.get(pk=namesake.pk).name} == {"Chez Bogdan", "Friday"}
    assert Table.objects.filter(name=tables.NEUTRAL_TITLE).count() == 3


def test_a_guest_s_name_goes_with_the_guest_where_the_account_had_a_seat_too(bogdan: User) -> None:
    guest = accounts.new_guest(NAME)
    match = played([guest, bogdan], [[0, 30]])
    accounts.merge(guest, bogdan)
    assert not any(told(text) for text in rows())
    assert [seat.name for seat in match.seats.all()] == ["Deleted player", "Bogdan"]
