"""People at a table in the browser: one plays by mouse, one by touch, one by keyboard alone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, ViewportSize, expect

PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PASSWORD = "pine needles on the felt"


class Person:
    """Somebody with a browser of their own. Clicks, unless a subclass has another way."""

    def __init__(self, name: str, page: Page) -> None:
        self.name = name
        self.page = page
        self.problems: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", self._heard)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(message.text)

    # --- ways of pressing things

    def press(self, target: Locator) -> None:
        target.click()

    def write(self, field: Locator, text: str) -> None:
        field.fill(text)

    def go_on(self, button: str) -> None:
        """Press a button by what stands on it."""
        self.press(self.page.get_by_role("button", name=button).first)

    # --- the site

    def sign_up(self, url: str) -> None:
        self.page.goto(f"{url}/account/sign-up/")
        self.write(self.page.locator("[name=username]"), self.name)
        self.write(self.page.locator("[name=password1]"), PASSWORD)
        self.press(self.page.locator("main form [type=submit], main form button").first)
        expect(self.page).not_to_have_url(f"{url}/account/sign-up/")

    # --- the table

    @property
    def must_act(self) -> bool:
        page = self.page
        waits = page.locator("body[data-waiting], body[data-net=off]").count()
        return not waits and page.locator("#acts button[name=move], #cards .card[data-move]").count() > 0

    def act(self) -> None:
        """One move: the first card that goes, else what the buttons offer."""
        card = self.page.locator("#cards .card[data-move]").first
        if card.count():
            self.play(card)
        else:
            self.press(self.page.locator("#acts button[name=move]").last)

    def play(self, card: Locator) -> None:
        if card.get_attribute("aria-pressed") != "true":  # a card just drawn is lifted already
            self.press(card)
        if self.page.locator("#play").is_hidden():  # the table has changed meanwhile: look again
            return
        self.press(self.page.locator("#play"))
        ask = self.page.locator("dialog.ask[open]")
        if ask.count():
            self.press(ask.locator(".ask__suit").first)

    def ask_for_next_round(self) -> bool:
        button = self.page.locator("#sheet[open] button[value=next]")
        if not button.count():
            return False
        self.press(button)
        return True


class ByTouch(Person):
    def press(self, target: Locator) -> None:
        target.tap()


class ByKeyboard(Person):
    """No pointer at all: Tab to what is wanted, Enter; at the table the keys of the hand."""

    def reach(self, target: Locator) -> None:
        for _ in range(120):
            if target.evaluate("node => node === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} cannot be reached by the Tab key")

    def press(self, target: Locator) -> None:
        self.reach(target)
        self.page.keyboard.press("Enter")

    def write(self, field: Locator, text: str) -> None:
        self.reach(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def act(self) -> None:
        page = self.page
        cards = page.locator("#cards .card")
        goes = [n for n in range(cards.count()) if cards.nth(n).get_attribute("data-move")]
        if not goes:
            page.keyboard.press(page.locator("#acts button[name=move]").last.get_attribute("aria-keyshortcuts") or "")
            return
        self.reach(page.locator("#cards .card[tabindex='0']"))
        page.keyboard.press("Home")
        for _ in range(goes[0]):
            page.keyboard.press("ArrowRight")
        if cards.nth(goes[0]).get_attribute("aria-pressed") != "true":
            page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        if page.locator("dialog.ask[open]").count():
            self.press(page.locator("dialog.ask[open] .ask__suit").first)

    def ask_for_next_round(self) -> bool:
        if not self.page.locator("#sheet[open] button[value=next]").count():
            return False
        self.press(self.page.locator("#sheet[open] button[value=next]"))
        return True


@contextmanager
def somebody(browser: Browser, kind: type[Person], name: str, **context: Any) -> Iterator[Person]:
    """A person with a browser window; errors in the page's console are a failure of the test."""
    window = browser.new_context(**context)
    window.set_default_timeout(10_000)
    person = kind(name, window.new_page())
    try:
        yield person
    finally:
        window.close()
    assert person.problems == []


def until(condition: Any, seconds: float = 10, what: str = "") -> None:
    """Wait for something that is true outside of one page."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what or condition}")
        time.sleep(0.05)
