"""axe finds nothing on any page, at phone and desktop width, by day and by night."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import DESKTOP, PHONE
from tests.serving import ROOT, Site

pytestmark = pytest.mark.browser
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, dict[str, Any]]]:
    site = Site(Path(tmp_path_factory.mktemp("staged")))
    command = [sys.executable, "-m", "tests.browser.staging"]
    done = subprocess.run(command, cwd=ROOT, env=site.environment(), capture_output=True, text=True, check=True)
    site.start()
    yield site, json.loads(done.stdout)
    site.stop()


def lift_ace(page: Page) -> None:
    page.locator("#cards .card[data-ask]").first.click()
    page.locator("#play").click()
    expect(page.locator("dialog.ask[open]")).to_be_visible()


def try_in_vain(page: Page) -> None:
    page.locator("#cards .card:not([data-move])").first.click()
    page.locator("[data-pile]").click()
    expect(page.locator("[data-says-row][data-page-says=why]")).to_be_visible()


def open_log(page: Page) -> None:
    button = page.locator("[data-toggle=log]").first
    if button.is_visible():
        button.click()


def open_help(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.locator("#help[open]")).to_be_visible()


# name: where (a staged table or match, or an address), who looks, what is done first
STATES: dict[str, tuple[str, str | None, Any]] = {
    "landing": ("/", None, None),
    "sign-up": ("/account/sign-up/", None, None),
    "sign-in": ("/account/sign-in/", None, None),
    "rules": ("/rules/simple-macao/", None, None),
    "privacy": ("/privacy/", None, None),
    "not there": ("/no-such-page/", None, None),
    "lobby": ("/tables/", None, None),
    "lobby, signed in": ("/tables/", "Ana", None),
    "open a table": ("/tables/open/", "Ana", None),
    "invited": ("table:waiting", None, None),
    "waiting, host": ("table:waiting", "Ana", None),
    "waiting, guest": ("table:waiting", "Bogdan", None),
    "own turn": ("table:own", "Ana", None),
    "own turn, not to be played": ("table:own", "Ana", try_in_vain),
    "other's turn": ("table:other", "Ana", None),
    "live stack": ("table:stack", "Ana", None),
    "suit question": ("table:own", "Ana", lift_ace),
    "log open": ("table:own", "Ana", open_log),
    "help open": ("table:own", "Ana", open_help),
    "lost turn": ("table:skip", "Ana", None),
    "twenty cards": ("table:many", "Ana", None),
    "watching": ("table:own", None, None),
    "result": ("match:over", "Ana", None),
    "my matches": ("/my/matches/", "Ana", None),
    "account": ("/account/", "Ana", None),
}


def visit(browser: Browser, staged: tuple[Site, dict[str, Any]], state: str, **context: Any) -> Page:
    """A page in that state, its socket connected where it has one."""
    site, made = staged
    where, who, first = STATES[state]
    window = browser.new_context(**context)
    if who is not None:
        window.add_cookies([{"name": made["cookie"], "value": made["sessions"][who], "url": site.url}])
    page = window.new_page()
    kind, _, name = where.partition(":")
    page.goto(site.url + (where if not name else f"/{kind}/{made['staged'][name][kind]}/"))
    if kind == "table" and name != "waiting":
        expect(page.locator("#status")).to_be_visible()
    if first is not None:
        first(page)
    page.wait_for_timeout(300)  # whatever moves has come to rest
    return page


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["360", "1280"])
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(browser: Browser, staged: tuple[Site, dict[str, Any]], state: str, size: Any) -> None:
    page = visit(browser, staged, state, viewport=size)
    try:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.wait_for_timeout(250)  # colours have settled
            page.evaluate(AXE.read_text(encoding="utf-8"))
            found = page.evaluate("() => axe.run()")["violations"]
            assert [(one["id"], [node["html"][:150] for node in one["nodes"][:3]]) for one in found] == [], scheme
        sideways = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert sideways <= 0
    finally:
        page.context.close()
