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

from tests.browser.axe import assert_no_fault
from tests.browser.people import DESKTOP, PHONE
from tests.serving import ROOT, Site

pytestmark = pytest.mark.browser


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


def open_rules(page: Page) -> None:
    page.locator("[data-open=rules]").click()
    expect(page.locator("#rules[open]")).to_be_visible()


def unfold(page: Page) -> None:
    page.evaluate("for (const fold of document.querySelectorAll('.fold')) fold.open = true")


def contradict(page: Page) -> None:
    unfold(page)
    for name, value in (("packets", "no"), ("packet_same_suit", "yes")):
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator(f"label:has([name={name}][value={value}])").click()
    expect(page.locator("#id_packet_same_suit_error")).to_be_visible()


def unfold_numbers(page: Page) -> None:
    page.evaluate("for (const fold of document.querySelectorAll('details.numbers')) fold.open = true")


def open_settings(page: Page) -> None:
    page.locator(".settings summary").click()


def to_the_rules(page: Page) -> None:
    page.locator(".room-now .aside a").click()
    expect(page.locator(".rule-sheet")).to_be_visible()


# name: where (a staged table or match, or an address), who looks, what is done first
STATES: dict[str, tuple[str, str | None, Any]] = {
    "landing": ("/", None, None),
    "sign-up": ("/account/sign-up/", None, None),
    "sign-in": ("/account/sign-in/", None, None),
    "games compared": ("/rules/", None, None),
    "rules": ("/rules/simple-macao/", None, None),
    "rules, most of all": ("/rules/classic-macau/", None, None),
    "privacy": ("/privacy/", None, None),
    "not there": ("/no-such-page/", None, None),
    "lobby": ("/tables/", None, None),
    "lobby, signed in": ("/tables/", "Ana", None),
    "open a table": ("/tables/open/", "Ana", None),
    "house rules": ("/tables/open/?game=classic-macau", "Ana", unfold),
    "house rules that do not go together": ("/tables/open/?game=classic-macau", "Ana", contradict),
    "kept rules": ("/my/rules/", "Ana", None),
    "kept rules, one set": ("my/rules:house", "Ana", unfold),
    "shared rules": ("rules/house:house", None, None),
    "shared rules, own": ("rules/house:house", "Ana", None),
    "waiting, game and rules": ("table:waiting-ten", "Ana", to_the_rules),
    "waiting, rules to read": ("table:waiting-ten", "Bogdan", to_the_rules),
    "waiting, ten seats": ("table:waiting-ten", "Ana", open_settings),
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
    "rules open": ("table:own", "Ana", open_rules),
    "lost turn": ("table:skip", "Ana", None),
    "twenty cards": ("table:many", "Ana", None),
    "watching": ("table:own", None, None),
    "a demand": ("table:demand", "Ana", None),
    "a demand, not met": ("table:demand", "Ana", try_in_vain),
    "a call open, and a packet in hand": ("table:packet", "Ana", None),
    "ten seats": ("table:ten", "Ana", None),
    "places of a round": ("table:places", "Ana", None),
    "result": ("match:over", "Ana", None),
    "result, one round": ("match:over-one-round", "Ana", None),
    "result, rounds of places": ("match:over-places", "Ana", None),
    "result of practice": ("my/practice:practice", "Ana", None),
    "result of practice, one round": ("my/practice:practice-one-round", "Ana", None),
    "my matches": ("/my/matches/", "Ana", None),
    "my matches, filtered": ("/my/matches/?result=won&opponent=Nobody", "Ana", None),
    "my matches, no such days": ("/my/matches/?first=2026-03-04&last=2026-03-03", "Ana", None),
    "public matches": ("/matches/", None, None),
    "matches of a player": ("/player/Ana/matches/", None, None),
    "result, rated": ("match:recorded", "Ana", None),
    "result, shared": ("match:shared", "Ana", None),
    "leaderboard": ("/leaderboards/", "Ana", None),
    "leaderboard, nobody": ("/leaderboards/macao/?period=week", None, None),
    "own page": ("/player/Ana/", "Ana", unfold_numbers),
    "a player's page": ("/player/Ana/?game=simple-macao", None, unfold_numbers),
    "replay of a file": ("/replay/", None, None),
    "account": ("/account/", "Ana", None),
    "your data": ("/account/data/", "Ana", None),
}


def visit(browser: Browser, staged: tuple[Site, dict[str, Any]], state: str, **context: Any) -> Page:
    """A page in that state, its socket connected where it has one."""
    site, made = staged
    where, who, first = STATES[state]
    window = browser.new_context(reduced_motion="reduce", **context)
    if who is not None:
        window.add_cookies([{"name": made["cookie"], "value": made["sessions"][who], "url": site.url}])
    page = window.new_page()
    kind, _, name = where.partition(":")
    page.goto(site.url + (where if not name else f"/{kind}/{made['staged'][name][kind]}/"))
    if kind == "table" and not name.startswith("waiting"):
        expect(page.locator("#status")).to_be_visible()
    if first is not None:
        first(page)
    page.wait_for_timeout(100)  # whatever moves has come to rest
    return page


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["360", "1280"])
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(browser: Browser, staged: tuple[Site, dict[str, Any]], state: str, size: Any) -> None:
    page = visit(browser, staged, state, viewport=size)
    try:
        assert_no_fault(page)
    finally:
        page.context.close()
