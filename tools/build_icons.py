"""Draw the icons of the installed app from the site's own favicon: `python tools/build_icons.py` (needs Chromium)."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).resolve().parent.parent / "static" / "img"
FELT = "#274034"
SIZES = (192, 512)


def main() -> None:
    svg = (IMAGES / "favicon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            # four fifths: a launcher may cut the icon to a circle
            style = f"margin:0;background:{FELT};display:grid;place-items:center;height:100vh"
            page.set_content(f'<body style="{style}"><div style="width:64vw;line-height:0">{svg}</div></body>')
            page.screenshot(path=IMAGES / f"icon-{size}.png")
        browser.close()


if __name__ == "__main__":
    main()
