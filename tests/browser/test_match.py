"""Three people and a bot play a whole match in their browsers (issue: "from a stranger's first click")."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import DESKTOP, PHONE, ByKeyboard, ByTouch, Person, somebody, until
from tests.serving import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MATCH_SECONDS = 420


def play_to_the_end(people: list[Person]) -> None:
    """Everybody acts when it is their turn, and asks for the next round, until all see that the match is over."""
    end = time.monotonic() + MATCH_SECONDS
    while any(not person.page.locator("#sheet a[href*='/match/']").count() for person in people):
        assert time.monotonic() < end, [person.page.locator("#status").inner_text() for person in people]
        acted = False
        for person in people:
            if person.ask_for_next_round():
                acted = True
            elif person.must_act:
                person.act()
                acted = True
        if not acted:
            time.sleep(0.05)


def test_three_people_and_a_bot_play_a_match_to_the_end(site: Site, browser: Browser) -> None:
    with ExitStack() as stack:
        ana = stack.enter_context(somebody(browser, ByKeyboard, "Ana", viewport=DESKTOP))
        bogdan = stack.enter_context(
            somebody(browser, ByTouch, "Bogdan", viewport=PHONE, has_touch=True, is_mobile=True)
        )
        dan = stack.enter_context(somebody(browser, Person, "Dan", viewport=DESKTOP))

        ana.sign_up(site.url)
        ana.page.goto(f"{site.url}/tables/")
        ana.go_on("Open a private table")
        expect(ana.page).to_have_url(re.compile("/table/"))
        link = ana.page.url
        ana.press(ana.page.locator(".settings summary"))
        ana.write(ana.page.locator(".settings [name=target]"), "60")
        ana.press(ana.page.locator(".settings form button"))
        expect(ana.page.locator("#waiting")).to_contain_text("to 60")
        ana.go_on("Add a bot")

        bogdan.sign_up(site.url)
        bogdan.page.goto(f"{site.url}/tables/")
        bogdan.write(bogdan.page.locator("[name=code]"), ana.page.locator(".invite__code b").inner_text())
        bogdan.go_on("Join")
        bogdan.go_on("Sit down")

        dan.page.goto(link)
        dan.write(dan.page.locator("[name=name]").first, "Dan")
        dan.go_on("Sit down")
        expect(ana.page.locator("#waiting")).to_contain_text("Dan")  # pushed, not asked for
        ana.go_on("Start")

        people = [ana, bogdan, dan]
        for person in people:
            expect(person.page.locator("#cards .card").first).to_be_visible()
        play_to_the_end(people)

        for person in people:
            person.press(person.page.locator("#sheet a[href*='/match/']").last)
            expect(person.page).to_have_url(re.compile("/match/"))
        assert len({person.page.url for person in people}) == 1
        results = [places(person) for person in people]
        assert len(results[0]) == 4
        assert results[0] == results[1] == results[2]
    check_scores(site)


def places(person: Person) -> list[tuple[str, str]]:
    """Place and total of each row, in order; names differ ("You")."""
    rows = person.page.locator(".place")
    return [
        (rows.nth(n).locator(".place__no").inner_text(), rows.nth(n).locator(".place__total").inner_text())
        for n in range(rows.count())
    ]


def check_scores(site: Site) -> None:
    """The charges of the rounds add up to the totals, and the target was reached."""
    database = sqlite3.connect(site.data / "macao.sqlite3")
    until(lambda: database.execute("SELECT phase FROM game_match").fetchall() == [("over",)], what="match is over")
    rows = database.execute(
        "SELECT seat.total, SUM(score.charge), MAX(score.total) FROM game_seat seat"
        " JOIN game_score score ON score.seat_id = seat.id GROUP BY seat.id"
    ).fetchall()
    assert len(rows) == 4
    assert all(total == charged == last for total, charged, last in rows)
    assert max(total for total, _, _ in rows) >= 60
    rounds = database.execute("SELECT COUNT(*) FROM game_round WHERE state IS NOT NULL").fetchone()[0]
    assert database.execute("SELECT COUNT(*) FROM game_score").fetchone()[0] == 4 * rounds
