"""Whether a table fits its window, in a real browser: nothing scrolls, and the bar's title has two lines at most."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.render.hosting import Host, seated
from tests.render.scenes import round_of

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1024, "height": 600}
PHONE = {"width": 360, "height": 740}


def table_of(seats: int, preset: str) -> Any:
    others = ["4s Qh 3h Qd", "4h 8d", "Ts Js Tc", "5h 5d", "6d 6h", "9c 9s", "8c", "2s 2h", "3c 3d"]
    return round_of(["7h Kh 4c 5s Jh 2c Ad", *others[: seats - 1]], stock="2d Ks Kc Td 7d", rules=preset)


def over(page: Page) -> tuple[int, int]:
    """How far the page scrolls sideways and down."""
    ways = "[scrollingElement.scrollWidth - innerWidth, scrollingElement.scrollHeight - innerHeight]"
    across, down = page.evaluate(f"(({{scrollingElement}}) => {ways})(document)")
    return across, down


@pytest.mark.parametrize(("seats", "preset"), [(4, "romanian-macao"), (10, "classic-macau")])
def test_a_low_window_holds_the_whole_table(browser: Browser, host: Host, seats: int, preset: str) -> None:
    with seated(browser, host, table_of(seats, preset), viewport=LAPTOP, has_touch=False) as page:
        assert over(page) == (0, 0)


@pytest.mark.parametrize("viewport", [PHONE, {"width": 740, "height": 360}])
def test_a_long_name_of_a_game_takes_one_line_of_the_bar(
    browser: Browser, host: Host, viewport: dict[str, int]
) -> None:
    with seated(browser, host, table_of(4, "romanian-macao"), viewport=viewport) as page:
        name = page.locator("#bar-title span")
        name.evaluate("name => { name.textContent = 'A game whose name is long' }")
        tall = name.evaluate("name => name.offsetHeight / parseFloat(getComputedStyle(name).lineHeight)")
        assert tall < 1.5
        assert over(page)[0] == 0


def test_a_suit_that_is_drawn_stands_in_its_line(browser: Browser, host: Host) -> None:
    """Suits of the Hungarian pack are pictures in the log and under the pile."""
    with seated(browser, host, table_of(4, "simple-macao"), viewport={"width": 1280, "height": 800}) as page:
        line = page.locator(".says__me")
        line.evaluate("line => { line.innerHTML = '10<svg class=\"sign\"></svg> of bells' }")
        tall = line.evaluate("line => line.offsetHeight / parseFloat(getComputedStyle(line).lineHeight)")
        assert 0 < tall < 1.5
