"""One Chromium for all browser tests, and a site served as a person would serve it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.services import CHROMIUM_FLAGS
from tests.serving import Site


# of the package: Playwright's loop would be in the way of the asynchronous tests that follow
@pytest.fixture(scope="package")
def browser(chromium: str | None) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """`manage.py serve` on a fresh SQLite database."""
    site = Site(Path(tmp_path_factory.mktemp("site"))).start()
    yield site
    site.stop()
