"""A private match is there for those who sat in it, and for nobody else: neither its pages nor anything made of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from game import generating
from game.generating import Somebody
from game.models import Match, User
from tests.site.builders import account, browser

pytestmark = pytest.mark.django_db
NOWHERE = "AAAAAAAAAAAAAAAAAAAAAA"


def _patterns(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            yield from _patterns(one, before + str(one.pattern))
        else:
            yield before + str(one.pattern), one


def addresses() -> list[str]:
    """Every address of the site that is about one match, `UID` in the place of its token."""
    found = []
    for route, pattern in _patterns(get_resolver()):
        if not any(converter for name, converter in pattern.pattern.converters.items() if name in ("uid", "id")):
            continue
        if "practice" in route or route.startswith("staff"):
            continue
        address = f"/{route}"
        for name, value in (("uid", "UID"), ("id", "UID"), ("number", "1")):
            for kind in ("token:", "int:", "str:", "slug:", ""):
                address = address.replace(f"<{kind}{name}>", value)
        assert "<" not in address, f"what stands for {route}?"
        found.append(address)
    return found


@pytest.fixture
def sat() -> list[User]:
    return [account("Ana"), account("Barbu")]


@pytest.fixture
def private(sat: list[User]) -> Match:
    """A private match with moves, in which both sat."""
    first = generating.first_id()
    people = [Somebody(user.pk, user.name) for user in sat]
    generating.generate(range(12), 3, people, first)
    generating.mend_sequences()
    both = Match.objects.filter(seats__user=sat[0], private=True).filter(seats__user=sat[1])
    return both[0]


def test_the_addresses_of_a_match_are_those_that_are_known() -> None:
    assert {address for address in addresses() if not address.startswith("/api/")} == {
        "/match/UID/", "/match/UID/share/", "/match/UID/match.json", "/match/UID/round/1/",
    }  # fmt: skip
    assert sum(address.startswith("/api/") for address in addresses()) >= 3


def answers(user: User | None, uid: str) -> dict[str, Any]:
    client = browser(user)
    return {address: client.get(address.replace("UID", uid)) for address in addresses() if "share" not in address}


def test_others_get_what_they_get_for_a_match_that_is_not_there(private: Match, sat: list[User]) -> None:
    for stranger in (None, account("Carmen")):
        there, nowhere = answers(stranger, private.uid), answers(stranger, NOWHERE)
        assert {address: answer.status_code for address, answer in there.items()} == dict.fromkeys(there, 404)
        for address, answer in there.items():
            assert answer.content == nowhere[address].content, address
            assert answer.headers == nowhere[address].headers or "vary" in str(answer.headers).lower()


def test_who_sat_there_gets_all_of_it(private: Match, sat: list[User]) -> None:
    for user in sat:
        assert {answer.status_code for answer in answers(user, private.uid).values()} == {200}


def test_it_is_in_no_list_of_others(private: Match, sat: list[User]) -> None:
    for stranger in (None, account("Carmen")):
        client = browser(stranger)
        pages = [reverse("matches"), reverse("player_matches", args=["Ana"]), reverse("player", args=["Ana"]),
                 "/api/matches", "/api/players/Ana/matches"]  # fmt: skip
        for page in pages:
            answer = client.get(page)
            assert answer.status_code == 200, page
            assert private.uid not in answer.content.decode(), page


def test_whoever_has_the_link_sees_it_under_the_link_alone(private: Match, sat: list[User]) -> None:
    Match.objects.filter(pk=private.pk).update(share="SharedSharedSharedShar")
    for address, answer in answers(None, "SharedSharedSharedShar").items():
        assert answer.status_code == 200, address
        assert private.uid not in answer.content.decode(), address
    assert {answer.status_code for answer in answers(None, private.uid).values()} == {404}
