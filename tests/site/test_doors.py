"""What holds at every door: tokens, GETs that change nothing, headers, cookies, redirects, names shown as they are
(B53, B54, B73; S6-S10, S23, S26, S27, S30)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.apps import apps
from django.test import override_settings
from django.urls import URLPattern, URLResolver, get_resolver

from game import tables
from game.engine import RuleSet
from game.models import Match, Seat, Table, User
from tests.site.builders import PASSWORD, account, browser, played, post

pytestmark = [pytest.mark.django_db, pytest.mark.one_store]
ROOT = Path(__file__).resolve().parents[2]


def routes(patterns=None, prefix: str = "") -> list[str]:
    """Every address of the site as its pattern is written."""
    found = []
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        here = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            found += routes(pattern.url_patterns, here)
        elif isinstance(pattern, URLPattern):
            found.append(here)
    return found


def addresses(table: Table, match: Match) -> list[str]:
    """Every address of the site, with a table and a match that are there."""
    filled = []
    for route in routes():
        if "jsi18n" in route or "(?P<url>" in route or "<path:object_id>" in route or "<int:" in route:
            continue
        text = route.replace("<token:token>", table.token).replace("<token:uid>", match.uid)
        text = text.replace("<slug:game>", "simple-macao")
        text = re.sub(r"\^?account/password/reset/\(.*", "account/password/reset/1-set-password/", text)
        text = re.sub(r"\^\(\?P<app_label>.*", "game/", text)
        filled.append("/" + text.replace("^", "").replace("$", ""))
    return sorted(set(filled))


@pytest.fixture
def places(table: Table, ana: User, bogdan: User) -> list[str]:
    match = played([ana, bogdan], [[0, 120]], table=table)
    return addresses(table, match)


def rows() -> dict[str, list[tuple[object, ...]]]:
    """All that the database holds but for sessions, which every visit may touch."""
    models = [model for model in apps.get_models() if model._meta.label not in ("sessions.Session", "admin.LogEntry")]
    return {model._meta.label: list(model.objects.order_by("pk").values_list()) for model in models}


# --- commands need a token and a POST


def test_no_address_takes_a_form_without_a_token(places: list[str], ana: User) -> None:
    client = browser(ana)
    before = rows()
    answers = {url: client.post(url, {"name": "X", "password": PASSWORD}).status_code for url in places}
    assert len(answers) > 40
    assert {url: code for url, code in answers.items() if code not in (403, 405)} == {}
    assert rows() == before


def test_no_view_is_exempt_from_tokens() -> None:
    sources = [path.read_text() for room in ("game", "macao_site") for path in (ROOT / room).rglob("*.py")]
    assert not any("csrf_exempt" in text for text in sources)


def test_no_get_changes_anything(places: list[str], ana: User) -> None:
    client = browser(ana)
    before = rows()
    codes = {url: client.get(url).status_code for url in places}
    assert rows() == before
    assert {url: code for url, code in codes.items() if code >= 500} == {}


def test_pages_take_a_head_and_refuse_other_methods(table: Table, stranger) -> None:
    for url in ("/", "/tables/", f"/table/{table.token}/", "/rules/", "/privacy/", "/healthz"):
        assert stranger.head(url).status_code == 200
        assert stranger.delete(url).status_code in (403, 405)


# --- headers


def test_every_page_and_error_carries_the_headers_of_a_careful_site(places: list[str], ana: User) -> None:
    client = browser(ana)
    for url in [*places, "/nothing-here/", "/static/css/base.css"]:
        answer = client.get(url)
        assert answer["X-Content-Type-Options"] == "nosniff", url
        assert answer["Referrer-Policy"] == "same-origin", url
        assert answer["Cross-Origin-Opener-Policy"] == "same-origin", url
        if not url.startswith("/api/"):  # what is public there may be read by anybody's page
            assert "Access-Control-Allow-Origin" not in answer, url
        policy = answer["Content-Security-Policy"]
        assert "default-src 'self'" in policy, url
        assert "unsafe" not in policy, url
        for part in ("object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"):
            assert part in policy, url


def test_personal_pages_are_kept_by_nobody_and_vary_by_who_asks(places: list[str], ana: User) -> None:
    client = browser(ana)
    for url in places:
        answer = client.get(url)
        if "text/html" in answer["Content-Type"]:
            assert "no-store" in answer["Cache-Control"], url
            assert "private" in answer["Cache-Control"], url
            assert "HX-Request" in answer["Vary"], url


def test_a_page_that_htmx_asks_for_by_history_is_a_whole_page(table: Table, ana: User) -> None:
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    for url in ("/", "/tables/", f"/table/{table.token}/", "/my/matches/"):
        answer = browser(ana).get(url, headers=headers)
        assert answer.content.strip().startswith(b"<!doctype html>")


def test_other_sites_are_told_nothing(places: list[str], ana: User) -> None:
    for url in places[:12]:
        answer = browser(ana).options(url, headers={"Origin": "https://evil.example"})
        assert not any(name.lower().startswith("access-control") for name in answer.headers)


def test_templates_hold_no_inline_style_script_or_handler() -> None:
    faults = []
    for path in (ROOT / "templates").rglob("*.html"):
        text = path.read_text()
        for pattern in (
            r"\sstyle=",
            r"\son[a-z]+=",
            r"hx-on",
            r"<script(?![^>]*\bsrc=)",
            r"<style",
            r"js:",
            r"javascript:",
        ):
            faults += [f"{path.name}: {hit}" for hit in re.findall(pattern, text)]
    assert faults == []


def test_only_the_table_s_own_fragments_are_printed_unescaped() -> None:
    safe = [path.name for path in (ROOT / "templates").rglob("*.html") if "|safe" in path.read_text()]
    assert set(safe) <= {"page.html", "seats.html", "hand.html", "log.html", "now.html"}
    for room in ("views", "forms", "waiting.py", "lobby.py", "records.py", "accounts.py"):
        files = (ROOT / "game" / room).rglob("*.py") if (ROOT / "game" / room).is_dir() else [ROOT / "game" / room]
        assert not any("mark_safe" in path.read_text() for path in files)


# --- redirects


EVIL = [
    "//evil.example", "///evil.example", "https://evil.example", "https:evil.example", "\\\\evil.example",
    "/\\evil.example", "\\/evil.example", "http:///evil.example", "javascript:alert(1)", "//evil.example/%2f..",
    "/%09/evil.example",
    "https://testserver@evil.example", " //evil.example", "/\t/evil.example", "//evil%E3%80%82example",
]  # fmt: skip


@pytest.mark.parametrize("to", EVIL)
def test_no_redirect_leaves_the_site(ana: User, to: str) -> None:
    answers = [
        post(browser(), "/account/sign-in/", {"login": "Ana", "password": PASSWORD, "next": to}),
        post(browser(ana), "/account/sign-out/", {"next": to}),
        post(browser(), "/language/", {"language": "ro", "next": to}),
        browser(ana).get("/account/sign-in/", {"next": to}),
    ]
    for answer in answers:
        assert answer.status_code == 302
        assert re.match(r"^/(?![/\\\t])", answer["Location"]), answer["Location"]
        assert "evil" not in answer["Location"].split("?")[0].lstrip("/").split("/")[0]


def test_a_redirect_within_the_site_is_followed(ana: User, table: Table) -> None:
    to = f"/table/{table.token}/"
    answer = post(browser(), "/account/sign-in/", {"login": "Ana", "password": PASSWORD, "next": to})
    assert answer["Location"] == to


# --- names


PAYLOADS = ["<svg/onload=1>", '"><b>x', "{{7*7}}x", "'onclick=x", "</title>x", "%0d%0aX:1"]


class Tags(HTMLParser):
    """Names of elements and of attributes on a page."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def handle_starttag(self, tag, attributes) -> None:
        self.seen |= {tag, *(f"@{name}" for name, _value in attributes)}


def tags(page: str) -> set[str]:
    parser = Tags()
    parser.feed(page)
    return parser.seen


@pytest.mark.parametrize("payload", PAYLOADS)
def test_names_are_shown_as_they_are_written_everywhere(payload: str) -> None:
    def pages(name: str) -> tuple[set[str], str]:
        host, other = account(f"Host{Table.objects.count()}"), account(f"Other{Table.objects.count()}")
        User.objects.filter(pk__in=[host.pk, other.pk]).update(name=name)
        host.refresh_from_db()
        table = tables.open_table(host, name=name, rules=RuleSet.named("simple-macao"), public=True)
        tables.sit(table.pk, other)
        match = played([host, other], [[0, 60], [70, 0]], table=table)
        Seat.objects.filter(match=match).update(name=name)
        Table.objects.filter(pk=table.pk).update(match=match)
        staff = account(f"Chief{Table.objects.count()}", is_staff=True, is_superuser=True)
        seen: set[str] = set()
        text = ""
        for client in (browser(host), browser(), browser(staff)):
            urls = ["/", "/tables/", f"/table/{table.token}/", f"/match/{match.uid}/", "/my/matches/", "/account/",
                    "/staff/game/user/", "/staff/game/table/", f"/staff/game/match/{match.pk}/change/"]  # fmt: skip
            for url in urls:
                page = client.get(url, follow=True).content.decode()
                seen |= tags(page)
                text += page
        tables.start(table.pk, host)
        for client in (browser(host), browser()):
            page = client.get(f"/table/{table.token}/").content.decode()
            seen |= tags(page)
            text += page
        return seen, text

    plain, _text = pages("Plain")
    loaded, text = pages(payload)
    assert loaded - plain == set()
    assert payload not in text or not set(payload) & set("<>\"'")
    assert ">49x" not in text


# --- production


def production(*command: str, **env: str) -> subprocess.CompletedProcess[str]:
    given = {
        "MACAO_MODE": "production", "MACAO_ORIGINS": "https://macao.example", "MACAO_SECRET_KEY": "k7" * 30 + "-Xq_9",
        "DATABASE_URL": "sqlite://:memory:", **env,
    }  # fmt: skip
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env={**os.environ, **given}, capture_output=True, text=True, check=False
    )


def test_django_finds_nothing_to_warn_of_in_production() -> None:
    done = production("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr


def test_cookies_and_transport_are_strict_in_production() -> None:
    code = """
import django; django.setup()
from django.conf import settings as s
assert s.SESSION_COOKIE_NAME.startswith("__Host-") and s.CSRF_COOKIE_NAME.startswith("__Host-")
assert s.LANGUAGE_COOKIE_NAME.startswith("__Host-")
for kind in ("SESSION", "CSRF", "LANGUAGE"):
    assert getattr(s, f"{kind}_COOKIE_SECURE") and getattr(s, f"{kind}_COOKIE_HTTPONLY")
    assert getattr(s, f"{kind}_COOKIE_SAMESITE") == "Lax" and not getattr(s, f"{kind}_COOKIE_DOMAIN")
    assert getattr(s, f"{kind}_COOKIE_PATH") == "/"
assert s.SECURE_HSTS_SECONDS >= 31536000 and s.SECURE_HSTS_INCLUDE_SUBDOMAINS and s.SECURE_SSL_REDIRECT and not s.DEBUG
assert not any("debug" in app for app in s.INSTALLED_APPS)
from django.test import Client
c = Client(headers={"host": "macao.example"})
assert c.get("/tables/").status_code == 301
assert c.get("/healthz").status_code == 200
"""
    done = production("-c", code, DJANGO_SETTINGS_MODULE="macao_site.settings")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "env",
    [
        {"EMAIL_URL": "imap://x"},
        {"MACAO_ORIGINS": "http://macao.example"},
        {"MACAO_SECRET_KEY": "short"},
        {"MACAO_ORIGINS": ""},
    ],
)
def test_nonsense_in_the_environment_is_refused(env: dict[str, str]) -> None:
    assert production("manage.py", "check", **env).returncode != 0


# --- errors


def test_the_page_of_an_error_tells_nothing(stranger, monkeypatch) -> None:
    def broken(*_args, **_kwargs):
        raise RuntimeError("secret detail")

    monkeypatch.setattr("game.lobby.look", broken)
    stranger.raise_request_exception = False
    answer = stranger.get("/tables/")
    assert answer.status_code == 500
    assert "secret detail" not in answer.content.decode()
    assert "Something broke here" in answer.content.decode()


def test_an_error_that_htmx_meets_takes_the_whole_window(table: Table, ana: User) -> None:
    answer = browser(ana).post(f"/table/{table.token}/bot/", headers={"HX-Request": "true"})
    assert answer.status_code == 403
    assert answer["HX-Retarget"] == "body"


def test_the_language_is_switched_by_a_form_and_kept(stranger) -> None:
    assert post(stranger, "/language/", {"language": "ro", "next": "/privacy/"})["Location"] == "/privacy/"
    assert '<html lang="ro">' in stranger.get("/privacy/").content.decode()


@override_settings(ALLOWED_HOSTS=["testserver"])
def test_a_foreign_host_is_refused(stranger) -> None:
    assert stranger.get("/", headers={"host": "evil.example"}).status_code == 400
