"""Practice matches of a device come to their player's list: after a time without a network, and nobody else's."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from game.engine import RuleSet
from game.practice import Settings, kept
from tests.browser.axe import assert_no_fault
from tests.browser.people import PHONE, Person, somebody
from tests.browser.test_practice import play_out, start
from tests.practice.playing import play_match
from tests.serving import Site

pytestmark = pytest.mark.browser
PUT = """async ([match, by]) => {
  const { keep } = await import("/static/js/practice-store.js")
  await keep({ ...match, fields: {}, over: true, by: by === null ? undefined : by })
}"""
PERSON = "async () => (await import('/static/js/history.js')).person() ?? null"
SENT = "async () => (await (await import('/static/js/practice-store.js')).finished()).filter(({ sent }) => sent).length"


def finished(seed: int) -> dict[str, Any]:
    """What a device keeps of a match that is over."""
    game = play_match(Settings(RuleSet.named("simple-macao", target=40), 2, 0), bytes([seed] * 32))
    return {"text": kept.save(game), "about": game.about()}


@contextmanager
def signed_up(browser: Browser, site: Site, name: str) -> Iterator[Person]:
    with somebody(browser, Person, name, viewport=PHONE, base_url=site.url) as person:
        person.sign_up(site.url)
        yield person


def expect_rows(page: Page, *tags: str) -> None:
    """My matches have these tags, once whatever was due has been sent and the list has come anew."""
    page.goto("/my/matches/")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".rooms .tag")).to_have_text(list(tags))


def test_a_match_finished_without_a_network_is_in_my_matches_afterwards(browser: Browser, site: Site) -> None:
    with signed_up(browser, site, "Ana") as ana:
        page = ana.page
        start(page, "?game=simple-macao&bots=1&pace=0&target=20")
        page.context.set_offline(True)
        play_out(page)
        page.context.set_offline(False)
        page.goto("/my/matches/")
        expect(page.locator(".rooms .tag")).to_have_text("practice")
        page.get_by_role("link", name="Open").click()
        expect(page).to_have_url(re.compile("/my/practice/[0-9a-f]{16}/$"))
        expect(page.locator("main")).to_contain_text("Only you see it, and it counts for nothing else.")
        expect_rows(page, "practice")  # and it is not sent twice


def test_a_match_that_went_while_the_list_was_asked_for_is_in_it(browser: Browser, site: Site) -> None:
    with signed_up(browser, site, "Filip") as filip:
        page, other = filip.page, filip.page.context.new_page()
        other.goto("/privacy/")
        other.wait_for_load_state("networkidle")
        other.evaluate(PUT, [finished(8), other.evaluate(PERSON)])

        def late(route: Route) -> None:
            answer = route.fetch()
            assert "practice</span>" not in answer.text()
            other.evaluate("dispatchEvent(new Event('online'))")
            while other.evaluate(SENT) == 0:
                other.wait_for_timeout(50)
            route.fulfill(response=answer)

        page.route("**/my/matches/", late, times=1)
        page.goto("/my/matches/")
        expect(page.locator(".rooms .tag")).to_have_text("practice")


def test_what_was_not_sent_waits_for_a_connection_and_says_so(browser: Browser, site: Site) -> None:
    with signed_up(browser, site, "Bogdan") as bogdan:
        page = bogdan.page
        page.evaluate(PUT, [finished(1), page.evaluate(PERSON)])
        page.route("**/my/practice/", lambda route: route.abort())
        page.goto("/practice/")
        expect(page.locator("#finished li")).to_contain_text("Goes to your matches when there is a connection.")
        assert_no_fault(page)
        bogdan.problems.clear()  # the browser's own words about the connection that failed
        page.unroute("**/my/practice/")
        page.evaluate("dispatchEvent(new Event('online'))")
        link = page.get_by_role("link", name="In your matches")
        expect(link).to_be_visible()
        assert_no_fault(page)
        link.click()
        expect(page).to_have_url(re.compile("/my/practice/[0-9a-f]{16}/$"))


def test_only_one_s_own_matches_are_sent_and_what_is_refused_stays_with_its_reason(
    browser: Browser, site: Site
) -> None:
    with signed_up(browser, site, "Carmen") as carmen:
        page = carmen.page
        broken = finished(4)
        broken["text"] = json.dumps(json.loads(broken["text"]) | {"made": []})
        for match, by in ((finished(2), None), (finished(3), "somebody else"), (broken, None), (finished(5), "")):
            page.evaluate(PUT, [match, by])
        page.goto("/practice/")
        expect(page.locator("#finished [data-sent]:visible")).to_have_count(1)
        expect(page.locator("#finished [data-refused]:visible")).to_have_count(1)
        expect(page.locator("#finished [data-due]:visible")).to_have_count(0)
        expect(page.locator("#finished li")).to_have_count(4)
        assert_no_fault(page)
        expect_rows(page, "practice")
        carmen.problems = [one for one in carmen.problems if "422" not in one]


def test_a_device_notices_who_signs_out_and_in(browser: Browser, site: Site) -> None:
    with somebody(browser, Person, "Dan", viewport=PHONE, base_url=site.url) as dan:
        page = dan.page
        page.goto("/")
        assert page.evaluate(PERSON) is None
        page.evaluate(PUT, [finished(6), None])
        dan.sign_up(site.url)
        expect_rows(page, "practice")  # what was played before anybody signed in is the first one's
        mark = page.evaluate(PERSON)
        page.goto("/account/sign-out/")
        dan.press(page.locator("main form button").first)
        page.wait_for_load_state("networkidle")
        assert page.evaluate(PERSON) == ""
        page.evaluate(PUT, [finished(7), ""])
        page.goto("/practice/")
        expect(page.locator("#finished li")).to_have_count(2)
        expect(page.locator("#finished li p[data-sent]:visible")).to_have_count(0)
        dan.name = "Emil"
        dan.sign_up(site.url)
        expect_rows(page)
        assert page.evaluate(PERSON) not in (mark, "", None)
        assert page.evaluate(SENT) == 1
