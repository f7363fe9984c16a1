"""Practice's pages are the same for everybody, and what a device keeps is named by its version."""

from __future__ import annotations

import json
import re

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from game import offline
from game.engine.presets import PARAMETERS
from game.models import User
from game.practice import Settings
from macao_site.headers import WORKER_POLICY, WorkerPolicy, add_headers


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["practice_table", "offline", "practice"])
def test_a_page_that_is_kept_has_nobodys_name_on_it_when_it_is_asked_for_without_cookies(name: str) -> None:
    signed_in = Client()
    signed_in.force_login(User.objects.create(username="ana", name="Ana Pop"))
    assert "Ana Pop" not in Client().get(reverse(name)).text
    if name == "practice_table":
        assert signed_in.get(reverse(name)).text == Client().get(reverse(name)).text, "the same for everybody"


@pytest.mark.django_db
def test_the_form_of_a_new_match_offers_every_house_rule_of_every_game(client: Client) -> None:
    html = client.get("/practice/").text
    for preset, offers in PARAMETERS.items():
        for name in offers:
            assert f'id="{preset}-{name}" name="{name}"' in html
    selected = re.findall(r'<select [^>]* id="macao-(\w+)"[^>]*>.*?<option value="(\w+)" selected>', html, re.DOTALL)
    fields = {"game": "macao", **dict(selected)}
    assert not Settings.from_form(fields).rules.given, "as it comes the form asks for the game's own rules"


def test_the_worker_is_told_what_to_keep() -> None:
    answer = Client().get("/service-worker.js")
    assert answer["Content-Type"] == "text/javascript"
    first, _, script = answer.text.partition("\n")
    told = json.loads(first.removeprefix("const KEPT = "))
    assert told == offline.kept()
    assert "caches.open" in script
    assert {"/", "/practice/", "/practice/table/", "/offline/", "/rules/", "/rules/simple-macao/"} <= set(told["pages"])
    assert {"/static/js/practice-worker.js", "/static/js/hand.js", "/static/img/cards.svg"} <= set(told["files"])
    assert told["languages"] == ["en", "ro"]


@pytest.mark.django_db
def test_every_kept_page_is_there(client: Client) -> None:
    for page in offline.kept()["pages"]:
        assert client.get(page).status_code == 200, page


def test_another_fragment_makes_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    offline.kept.cache_clear()
    before = offline.kept()["version"]
    monkeypatch.setattr(offline, "STYLES", (*offline.STYLES[:-1],))
    offline.kept.cache_clear()
    assert offline.kept()["version"] != before
    offline.kept.cache_clear()


@pytest.mark.parametrize(
    ("url", "may"),
    [
        ("/static/js/practice-worker.js", True),
        ("/static/js/practice-worker.0123456789ab.js", True),
        ("/static/js/practice.js", False),
        ("/static/js/service-worker.js", False),
        ("/static/js/practice-worker.js.map", False),
        ("/practice/table/", False),
    ],
)
def test_only_the_practice_worker_may_compile(url: str, may: bool) -> None:
    answer = WorkerPolicy(lambda _: HttpResponse())(RequestFactory().get(url))
    assert ("wasm-unsafe-eval" in answer.headers.get("Content-Security-Policy", "")) is may


def test_the_policy_of_the_worker_comes_with_not_modified_too() -> None:
    """A browser puts the headers of a 304 in the place of those it has kept."""
    first = Client().get("/static/js/practice-worker.js")
    again = Client().get("/static/js/practice-worker.js", headers={"If-Modified-Since": first["Last-Modified"]})
    assert (first.status_code, again.status_code) == (200, 304)
    assert again["Content-Security-Policy"] == first["Content-Security-Policy"] == WORKER_POLICY
    assert "'unsafe-eval'" not in WORKER_POLICY


def test_what_is_named_by_its_content_is_kept_for_ever() -> None:
    for url, ever in (("/static/practice/app-0123456789ab/app.zip", True), ("/static/practice/manifest.json", False)):
        headers: dict[str, str] = {}
        add_headers(headers, "", url)
        assert ("immutable" in headers.get("Cache-Control", "")) is ever
