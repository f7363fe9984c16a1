"""Takes docs/screenshots/ from a serving site: landing, lobby, table, result; phone and desktop, day and night.

Usage: make screenshots. With a folder as argument, every state goes there, to be looked at. Needs a Chromium.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.people import DESKTOP, PHONE  # noqa: E402
from tests.services import CHROMIUM_FLAGS  # noqa: E402  (the project's root is not on the path of a script)
from tests.serving import Site  # noqa: E402

FOLDER = ROOT / "docs" / "screenshots"
PAGES = {
    "landing": "/",
    "lobby": "/tables/",
    "waiting": "table:waiting",
    "table": "table:own",
    "table-other": "table:other",
    "table-stack": "table:stack",
    "table-suit": "table:own",
    "table-demand": "table:demand",
    "table-packet": "table:packet",
    "table-ten": "table:ten",
    "sheet-places": "table:places",
    "result": "match:over",
    "games": "/rules/",
    "rules": "/rules/simple-macao/",
    "house-rules": "/tables/open/?game=classic-macau",
    "kept-rules": "/my/rules/",
    "shared-rules": "rules/house:house",
    "waiting-ten": "table:waiting-ten",
    "data": "/account/data/",
    "my-matches": "/my/matches/",
    "my-matches-filter": "/my/matches/?company=people&first=2025-01-01",
    "matches": "/matches/",
    "result-rated": "match:recorded",
    "replay": "match:recorded:round/1/?turn=9&seat=open",
    "replay-seat": "match:recorded:round/1/?turn=9&seat=0",
    "replay-file": "/replay/",
    "leaderboard": "/leaderboards/",
    "player": "/player/Ana/",
    "practice": "/practice/",
    "practice-table": "/practice/table/?game=classic-macau&bots=3&pace=0",
}
KEPT = (
    "landing",
    "lobby",
    "games",
    "house-rules",
    "shared-rules",
    "table",
    "result",
    "table-demand",
    "table-packet",
    "table-ten",
    "sheet-places",
    "my-matches",
    "replay",
    "leaderboard",
    "player",
    "practice",
    "practice-table",
)
# pages that are read by scrolling
WHOLE = (
    "result", "games", "rules", "lobby", "kept-rules", "data", "shared-rules", "waiting-ten", "my-matches",
    "my-matches-filter", "matches", "result-rated", "replay", "replay-seat", "replay-file", "leaderboard", "player",
)  # fmt: skip


class Studio:
    """A staged site and the sessions of the people in it."""

    def __init__(self, site: Site, browser: Browser) -> None:
        self.site, self.browser = site, browser
        command = [sys.executable, "-m", "tests.browser.staging"]
        done = subprocess.run(command, cwd=ROOT, env=site.environment(), capture_output=True, text=True, check=True)
        self.made = json.loads(done.stdout)
        site.start()
        self.others = [self.window(name) for name in ("Bogdan", "Ilinca", "Dan")]
        for window in self.others:  # they are there, so that nobody is shown as away
            for name in ("own", "other", "stack", "demand", "packet", "ten", "places"):
                window.new_page().goto(self.address(f"table:{name}"))

    def address(self, where: str) -> str:
        if where.startswith("/"):
            return self.site.url + where
        kind, name, *further = where.split(":")
        return f"{self.site.url}/{kind}/{self.made['staged'][name][kind]}/{''.join(further)}"

    def window(self, who: str, **context: object) -> BrowserContext:
        window = self.browser.new_context(**context)  # type: ignore[arg-type]
        value = self.made["sessions"][who]
        window.add_cookies([{"name": self.made["cookie"], "value": value, "url": self.site.url}])
        return window

    def take(self, name: str, page: Page, path: Path) -> None:
        page.goto(self.address(PAGES[name]))
        page.wait_for_timeout(900 if name != "sheet-places" else 2500)  # the sheet comes after the last card's flight
        if name == "table":
            page.locator('#cards .card[value="Kh"]').click()
        elif name == "table-packet":
            for code in ("7c", "7h", "7s"):
                page.locator(f'#cards .card[value="{code}"]').click()
        elif name == "table-suit":
            page.locator('#cards .card[value="Ad"]').click()
            page.locator("#play").click()
        elif name == "practice-table":
            page.locator("#cards .card").first.wait_for(timeout=60_000)
            page.wait_for_timeout(900)
            page.keyboard.press("h")
            page.wait_for_timeout(800)  # the card is up, and the button has come
        elif name == "my-matches-filter":
            page.locator(".sieve__title").click()
        elif name == "player":
            page.locator(".numbers summary").click()
        elif name == "house-rules":
            page.locator(".fold__head", has_text="Pack and deal").click()
            page.locator("[name=hand_size]").select_option("7")
            page.locator(".fold__tag").first.wait_for()  # the form has come back: nothing moves under the click
            page.locator(".fold__head", has_text="What cards do").click()
            page.locator("label:has([name=open_rank][value='5'])").click()
            page.locator(".house-rules").evaluate("house => scrollBy(0, house.getBoundingClientRect().top - 8)")
        page.wait_for_timeout(400)
        page.screenshot(path=path, full_page=name in WHOLE)


def main() -> None:
    everything = len(sys.argv) > 1
    target = Path(sys.argv[1]) if everything else FOLDER
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS)
        studio = Studio(Site(Path(folder)), browser)
        try:
            for width, size in (("360", PHONE), ("1280", DESKTOP)):
                for scheme in ("light", "dark"):
                    window = studio.window("Ana", viewport=size, color_scheme=scheme, locale="en")
                    page = window.new_page()
                    for name in PAGES if everything else KEPT if scheme == "light" else ("table",):
                        studio.take(name, page, target / f"{name}-{width}-{scheme}.png")
                    window.close()
        finally:
            studio.site.stop()
            browser.close()


if __name__ == "__main__":
    main()
