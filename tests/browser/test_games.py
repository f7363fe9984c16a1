"""What other games ask of a hand, by touch on a phone and by keyboard alone: packet, run, joker, demand, calls."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.axe import assert_no_fault
from tests.browser.people import DESKTOP, PHONE, ByKeyboard, ByTouch, Person, somebody
from tests.serving import ROOT, Site

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, dict[str, Any]]]:
    site = Site(Path(tmp_path_factory.mktemp("games")))
    command = [sys.executable, "-m", "tests.browser.games"]
    done = subprocess.run(command, cwd=ROOT, env=site.environment(), capture_output=True, text=True, check=True)
    site.start()
    yield site, json.loads(done.stdout)
    site.stop()


class AtTable:
    """Somebody who sits at a staged table; cards are picked up one by one, by code."""

    def __init__(self, person: Person, site: Site, made: dict[str, Any], table: str) -> None:
        self.person, self.page = person, person.page
        cookie = {"name": made["cookie"], "value": made["sessions"][person.name], "url": site.url}
        self.page.context.add_cookies([cookie])  # type: ignore[list-item]
        self.page.goto(f"{site.url}/table/{made['staged'][table]}/")
        expect(self.page.locator("body")).to_have_attribute("data-net", "on")

    def card(self, code: str) -> Locator:
        return self.page.locator(f"#c-{code} .card")

    def pick(self, *codes: str) -> None:
        for code in codes:
            if isinstance(self.person, ByKeyboard):
                self._walk_to(code)
                self.page.keyboard.press("Enter")
            else:  # where a card shows beside the next one
                press = self.card(code).tap if isinstance(self.person, ByTouch) else self.card(code).click
                press(position={"x": 9, "y": 24})
            expect(self.card(code)).to_have_attribute("aria-pressed", "true")

    def _walk_to(self, code: str) -> None:
        assert isinstance(self.person, ByKeyboard)
        self.person.reach(self.page.locator("#cards .card[tabindex='0']"))
        self.page.keyboard.press("Home")
        while not self.card(code).evaluate("node => node === document.activeElement"):
            self.page.keyboard.press("ArrowRight")

    def play(self, *codes: str, answer: str = "") -> None:
        """Pick cards up and lay them; answer what is asked. With keys, Enter on the last one picked plays."""
        self.pick(*codes)
        self.lay()
        if answer:
            assert_no_fault(self.page)
            self.person.press(self.page.locator(f"dialog.ask[open] [data-says='{answer}']"))
        expect(self.page.locator(f"#c-{codes[-1]}")).to_have_count(0)

    def lay(self) -> None:
        if isinstance(self.person, ByKeyboard):
            self.page.keyboard.press("Enter")
        else:
            self.person.press(self.page.locator("#play"))

    def act(self, move: str) -> None:
        """A button, or by keyboard the letter that presses it."""
        button = self.page.locator(f"#acts [value='{move}']")
        expect(button).to_be_visible()
        if isinstance(self.person, ByKeyboard):
            self.page.keyboard.press(button.get_attribute("aria-keyshortcuts") or "")
        else:
            self.person.press(button)
        expect(button).to_have_count(0)

    def sees(self, text: str) -> None:
        expect(self.page.locator("#log-lines")).to_contain_text(text)


def lay_everything(ana: AtTable, bogdan: AtTable, *, says: bool) -> None:
    """A packet of three, a run of four, a joker as a king, a jack's demand; Macao with the play, or at once after."""
    page = ana.page
    ana.pick("6c", "6d", "6h")
    expect(page.locator("#play")).to_have_text("Play 3 cards: six of clubs, six of diamonds, six of hearts")
    expect(page.locator("#cards > [data-page-goes]")).to_have_count(2)  # joker, and seven of hearts
    assert_no_fault(ana.page)
    ana.lay()
    bogdan.act("draw")
    ana.play("7h", "8h", "9h", "Th")
    bogdan.act("draw")
    ana.play("Xr", answer="Kh")
    bogdan.act("take")
    ana.play("Jh", answer="5")
    expect(bogdan.page.locator("#status")).to_contain_text("Fives are demanded")
    bogdan.act("draw")
    if says:
        page.keyboard.press("m")
        ana.play("5d")
    else:
        ana.play("5d")
        ana.act("macao")
    bogdan.sees("Ana said Macao")
    expect(page.locator("#acts [value=macao]")).to_have_count(0)
    expect(bogdan.page.locator("#acts [value^='catch']")).to_have_count(0)


def catch(ana: AtTable, bogdan: AtTable) -> None:
    """Bogdan keeps silent; Ana says it for him, and he takes five."""
    bogdan.play("9s")
    expect(ana.page.locator("#acts [value='catch:1']")).to_be_visible()
    assert_no_fault(ana.page)
    ana.act("catch:1")
    expect(bogdan.page.locator("#cards > li")).to_have_count(6)
    bogdan.sees("Ana")


@pytest.mark.parametrize(("way", "kind", "window"), [
    ("touch", ByTouch, {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
    ("keys", ByKeyboard, {"viewport": DESKTOP}),
])  # fmt: skip
def test_everything_that_a_hand_can_do_is_done(
    browser: Browser, staged: tuple[Site, dict[str, Any]], way: str, kind: type[Person], window: dict[str, Any]
) -> None:
    site, made = staged
    with ExitStack() as stack:
        first = stack.enter_context(somebody(browser, kind, "Ana", **window))
        second = stack.enter_context(somebody(browser, Person, "Bogdan", viewport=DESKTOP))
        table = f"everything, {way}"
        lay_everything(AtTable(first, site, made, table), AtTable(second, site, made, table), says=way == "keys")
        table = f"catch, {way}"
        catch(AtTable(first, site, made, table), AtTable(second, site, made, table))
        sideways = first.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert sideways <= 0
