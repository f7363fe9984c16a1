"""Practice in a real browser, against `manage.py serve`: the worker, its policy, and a match that outlives its page."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.axe import assert_no_fault
from tests.browser.people import DESKTOP, PHONE, Person
from tests.serving import Site

pytestmark = pytest.mark.browser

BOOT = 60_000
"""Milliseconds until the table can be played, the first time and on a busy machine."""


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 740}, base_url=site.url)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert not errors


def start(page: Page, query: str = "?game=simple-macao&bots=2&pace=0") -> None:
    page.goto(f"/practice/table/{query}")
    expect(page.locator("#loading")).to_be_hidden(timeout=BOOT)
    expect(page.locator("#cards .card")).not_to_have_count(0)


# what a person may do now, done by the page's own means: the next round, a card that goes without a question, else the
# first button
ACT = """() => {
  const sheet = document.querySelector("#sheet[data-show]:not([data-show=''])")
  const next = document.querySelector("#sheet button[value=next]")
  if (next) return next.click(), "next"
  if (sheet?.dataset.show.startsWith("match")) return "over"
  const card = document.querySelector("#cards .card[data-move]:not([data-ask])")
  if (card) {
    if (card.getAttribute("aria-pressed") !== "true") card.click()
    return document.getElementById("play").click(), "play"
  }
  const button = document.querySelector("#acts button[name=move]")
  if (button) return button.click(), "button"
  return "nothing"
}"""


CONTROLLED = """() => new Promise((done) => {
  if (navigator.serviceWorker.controller) done()
  navigator.serviceWorker.addEventListener("controllerchange", () => done())
})"""


def act(page: Page) -> str:
    """One thing that the person may do, and the table's answer to it."""
    for _ in range(4):
        page.locator("body:not([data-waiting])").wait_for()  # a press before the answer has been read would be lost
        version = page.locator("#status").get_attribute("data-version")
        done: str = page.evaluate(ACT)
        if done in ("over", "nothing"):
            return done
        try:
            expect(page.locator("#status")).not_to_have_attribute("data-version", version or "", timeout=3000)
        except AssertionError:
            continue  # pressed while a bot's move was landing: the table had moved on, and says so
        return done
    raise AssertionError("the table does not answer")


def play_out(page: Page) -> None:
    """Go on until the match is over."""
    while act(page) != "over":
        pass


def test_a_round_is_played_and_goes_on_after_a_reload(page: Page) -> None:
    start(page)
    for _ in range(3):
        act(page)
    hand = page.locator("#hand").inner_html()
    version = page.locator("#status").get_attribute("data-version")
    assert "?" not in page.url, "a reload begins no new match"
    page.reload()
    expect(page.locator("#loading")).to_be_hidden(timeout=BOOT)
    expect(page.locator("#status")).to_have_attribute("data-version", version or "")
    assert re.sub(r' (aria-pressed|tabindex)="[^"]*"', "", page.locator("#hand").inner_html()) == re.sub(
        r' (aria-pressed|tabindex)="[^"]*"', "", hand
    )


def test_a_match_is_played_to_its_end_and_kept_in_the_list(page: Page) -> None:
    start(page, "?game=simple-macao&bots=1&pace=0&target=20")
    play_out(page)
    expect(page.locator("#sheet")).to_be_visible()
    page.goto("/practice/")
    expect(page.locator("#finished li")).to_have_count(1)
    expect(page.locator("#finished li")).to_contain_text("Simple Macao")
    expect(page.locator("#finished [data-result]")).to_have_text(re.compile("You won|Drawn|You came 2 of 2"))
    expect(page.locator("#current")).to_be_hidden()
    look_back(page)


def look_back(page: Page) -> None:
    """Through the eyes of who moved, from the list on the device."""
    page.get_by_role("link", name="What could they see?").click()
    expect(page.locator("#loading")).to_be_hidden(timeout=BOOT)
    status, line = page.locator("#status"), page.locator("#hint")
    expect(status).to_contain_text("Round 1, turn 1 of")
    first = line.inner_text()
    page.keyboard.press("n")
    expect(status).to_contain_text("Round 1, turn 2 of")
    expect(line).not_to_have_text(first)
    expect(page.locator("#told")).not_to_be_empty()
    eyes = status.locator("[data-who]").inner_text()
    page.get_by_role("button", name="Other eyes").click()
    expect(status.locator("[data-who]")).not_to_have_text(eyes)
    expect(page.locator("#cards .card")).not_to_have_count(0)
    expect(page.locator("#play")).to_be_hidden()
    page.reload()
    expect(status).to_contain_text("Round 1, turn 1 of", timeout=BOOT)


def test_a_move_is_taken_back_and_a_round_dealt_again(page: Page) -> None:
    start(page)
    before = page.locator("#cards .card").evaluate_all("cards => cards.map((card) => card.value)")
    act(page)
    back = page.locator("#solo [value=back]")
    expect(back).to_be_enabled()
    back.click()
    expect(back).to_be_disabled()
    assert page.locator("#cards .card").evaluate_all("cards => cards.map((card) => card.value)") == before
    page.locator("#solo [value=again]").click()
    dealt = (
        "(before) => [...document.querySelectorAll('#cards .card')].map(({ value }) => value).sort().join() !== before"
    )
    page.wait_for_function(dealt, arg=",".join(sorted(before)))
    expect(page.locator("#log-lines")).not_to_contain_text("You")


def test_a_hint_lifts_its_card_and_says_why_until_the_table_moves_on(page: Page) -> None:
    start(page)
    expect(page.locator("#hint")).to_be_hidden()
    page.keyboard.press("h")
    line = page.locator("#hint")
    expect(line).to_be_visible()
    expect(page.locator("#told")).to_have_text(re.compile(r"\w+.*\. .+\."))
    codes = (line.get_attribute("data-cards") or "").split()
    lifted = page.locator("#cards .card[aria-pressed=true]")
    expect(lifted).to_have_count(len(codes))
    assert sorted(lifted.evaluate_all("cards => cards.map((card) => card.value)")) == sorted(codes)
    page.locator("#cards .card").first.click()
    expect(line).to_be_hidden()
    page.locator("#solo [value=hint]").click()
    expect(line).to_be_visible()
    act(page)
    expect(line).to_be_hidden()


def test_a_game_that_asks_what_a_card_says_has_its_questions(page: Page) -> None:
    start(page, "?game=classic-macau&bots=1&pace=0")
    expect(page.locator("#questions dialog")).not_to_have_count(0)


def test_the_rules_of_the_table_are_open_to_be_read(page: Page) -> None:
    start(page, "?game=classic-macau&bots=1&pace=0&hand_size=7")
    page.get_by_role("button", name="Rules").click()
    sheet = page.get_by_role("dialog", name="Classic Macau")
    expect(sheet).to_contain_text("As this table plays it, with house rules.")
    expect(sheet.locator(".rule-sheet__tag")).to_have_count(1)
    page.keyboard.press("h")
    page.wait_for_timeout(300)
    expect(sheet).to_be_visible()
    assert_no_fault(page)
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("button", name="Rules")).to_be_focused()


def test_what_cannot_be_played_says_so_and_leads_back(page: Page) -> None:
    page.goto("/practice/table/?game=simple-macao&bots=9")
    expect(page.get_by_text("No match can be played like that.")).to_be_visible(timeout=BOOT)
    page.get_by_role("link", name="Back to practice").click()
    expect(page).to_have_url(re.compile("/practice/$"))


def test_a_browser_without_workers_gets_a_message_and_a_way_back(page: Page) -> None:
    page.add_init_script("delete window.Worker")
    page.goto("/practice/table/")
    expect(page.get_by_text("This browser cannot run practice")).to_be_visible()
    expect(page.get_by_role("link", name="Find a table")).to_be_visible()


def test_a_second_tab_takes_the_match_over(page: Page) -> None:
    start(page)
    other = page.context.new_page()
    other.goto("/practice/table/")
    expect(other.locator("#cards .card")).not_to_have_count(0, timeout=BOOT)
    expect(page.get_by_text("Practice is open in another tab.")).to_be_visible()
    assert act(other) in ("play", "button")


def test_only_the_worker_may_compile(page: Page, site: Site) -> None:
    policies = {}
    page.on("response", lambda told: policies.update({told.url: told.headers.get("content-security-policy", "")}))
    start(page)
    allowed = [url for url, policy in policies.items() if "wasm-unsafe-eval" in policy]
    assert allowed == [f"{site.url}/static/js/practice-worker.js"]
    assert "unsafe-eval" not in policies[f"{site.url}/practice/table/?game=simple-macao&bots=2&pace=0"]


def test_nothing_but_frames_reaches_the_page(page: Page) -> None:
    """What is kept holds every card: none of the worker's messages carries it, only frames as a server's."""
    page.add_init_script(
        """const Plain = Worker; window.heard = []
        window.Worker = class extends Plain {
          constructor(...given) { super(...given); this.addEventListener("message", ({ data }) => heard.push(data)) }
        }"""
    )
    start(page)
    for _ in range(4):
        act(page)
    heard = page.evaluate("heard")
    assert {told["type"] for told in heard} <= {"progress", "ready", "frame"}
    keys = {key for told in heard if told["type"] == "frame" for key in json.loads(told["text"])}
    assert keys <= {"version", "content", "ack"}


def play_a_match_with_a_reload(page: Page, query: str) -> None:
    start(page, query)
    for _ in range(2):
        act(page)
    version = page.locator("#status").get_attribute("data-version")
    hand = page.locator("#cards .card").evaluate_all("cards => cards.map((card) => card.value)")
    page.reload()
    expect(page.locator("#cards .card")).not_to_have_count(0, timeout=BOOT)
    expect(page.locator("#status")).to_have_attribute("data-version", version or "")
    assert page.locator("#cards .card").evaluate_all("cards => cards.map((card) => card.value)") == hand
    play_out(page)


def test_after_one_visit_the_site_opens_without_a_network_and_practice_is_played(browser: Browser) -> None:
    with tempfile.TemporaryDirectory() as folder:
        own = Site(Path(folder)).start()
        try:
            context = browser.new_context(viewport={"width": 360, "height": 740}, base_url=own.url, locale="ro-RO")
            page = context.new_page()
            page.goto("/")
            page.evaluate(CONTROLLED)
        finally:
            own.stop()
        context.set_offline(True)
        page.goto("/")
        page.locator(".hero__acts [href='/practice/']").click()  # the first tap
        page.locator("form.practice .button--lamp").click()  # the second
        expect(page.locator("#loading")).to_be_hidden(timeout=BOOT)
        expect(page.locator("html")).to_have_attribute("lang", "ro")
        while act(page) == "nothing":  # bots play at their pace
            page.wait_for_timeout(200)
        page.goto("/tables/")
        expect(page.locator("html")).to_have_attribute("lang", "ro")
        page.locator("main [href='/practice/']").click()
        expect(page.locator("#current")).to_contain_text("Macao")
        play_a_match_with_a_reload(page, "?game=simple-macao&bots=2&pace=0&target=60")
        play_a_match_with_a_reload(page, "?game=classic-macau&bots=2&pace=0")
        page.goto("/practice/")
        expect(page.locator("#finished li")).to_have_count(2)
        expect(page.locator("#current")).to_be_hidden()
        stores = page.evaluate("caches.keys()")
        kept = page.evaluate(
            """async () => {
              const found = []
              for (const name of await caches.keys()) {
                const store = await caches.open(name)
                found.push(...(await store.keys()).map(({ url }) => new URL(url).pathname))
              }
              return found
            }"""
        )
        assert len(stores) <= 2
        personal = ("/my/", "/account/", "/table/", "/match/", "/tables/", "/staff/")
        assert not [path for path in kept if path.startswith(personal)]
        own.start()
        try:
            context.set_offline(False)
            Person("Ana", page).sign_up(own.url)
            page.goto("/my/matches/")
            expect(page.locator(".rooms .tag")).to_have_text(["antrenament"] * 2)
        finally:
            context.close()
            own.stop()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_on_the_pages_of_practice(browser: Browser, site: Site, size: ViewportSize) -> None:
    context = browser.new_context(viewport=size, base_url=site.url)
    page = context.new_page()
    visit(page, "/offline/")
    start(page, "?game=simple-macao&bots=1&pace=0&target=1")
    assert_no_fault(page)
    play_out(page)
    visit(page, "/practice/")
    expect(page.locator("#finished li")).to_have_count(1)
    start(page, "?game=simple-macao&bots=3&pace=0")
    visit(page, "/practice/")
    expect(page.locator("#current")).to_be_visible()
    page.goto("/practice/table/?game=simple-macao&bots=9")
    expect(page.get_by_text("No match can be played like that.")).to_be_visible(timeout=BOOT)
    assert_no_fault(page)
    context.close()


def visit(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert_no_fault(page)
