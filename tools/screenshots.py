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

from tests.browser.conftest import FLAGS  # noqa: E402  (the project's root is not on the path of a script)
from tests.browser.people import DESKTOP, PHONE  # noqa: E402
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
    "result": "match:over",
    "rules": "/rules/simple-macao/",
}
KEPT = ("landing", "lobby", "table", "result")
WHOLE = ("result", "rules", "lobby")  # pages that are read by scrolling


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
            for name in ("own", "other", "stack"):
                window.new_page().goto(self.address(f"table:{name}"))

    def address(self, where: str) -> str:
        kind, _, name = where.partition(":")
        return self.site.url + (f"/{kind}/{self.made['staged'][name][kind]}/" if name else where)

    def window(self, who: str, **context: object) -> BrowserContext:
        window = self.browser.new_context(**context)  # type: ignore[arg-type]
        value = self.made["sessions"][who]
        window.add_cookies([{"name": self.made["cookie"], "value": value, "url": self.site.url}])
        return window

    def take(self, name: str, page: Page, path: Path) -> None:
        page.goto(self.address(PAGES[name]))
        page.wait_for_timeout(900)
        if name == "table":
            page.locator('#cards .card[value="Kh"]').click()
        elif name == "table-suit":
            page.locator('#cards .card[value="Ad"]').click()
            page.locator("#play").click()
        page.wait_for_timeout(400)
        page.screenshot(path=path, full_page=name in WHOLE)


def main() -> None:
    everything = len(sys.argv) > 1
    target = Path(sys.argv[1]) if everything else FOLDER
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
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
