"""Writes every state of the table as a page, to be looked at: `python tools/table_states.py FOLDER [language]`.

Serve the folder with `python -m http.server`; no page has a socket behind it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "macao_site.settings")

import django  # noqa: E402
from django.template.loader import render_to_string  # noqa: E402
from django.utils import translation  # noqa: E402

from game import presenter, render  # noqa: E402
from game.blanks import art_of  # noqa: E402
from game.scene import Scene  # noqa: E402
from game.words import words_for  # noqa: E402
from tests.render.scenes import GAMES, STATES  # noqa: E402


def page(scene: Scene, language: str) -> str:
    """The whole page of a scene."""
    context = {
        "parts": render.parts(presenter.present(scene, words_for(language)), art_of(scene.rules.kind_of_pack)),
        "lang": language,
        "title": "Macao",
        "socket_url": "/ws/table/HK4P7Q/",
        "table_url": scene.table_url,
        "leave_url": "/",
    }
    with translation.override(language):
        return render_to_string("table/page.html", context)


def link_static(folder: Path) -> None:
    """The project's static files, under the folder's `static/`."""
    static = folder / "static"
    static.mkdir(parents=True, exist_ok=True)
    sources = {name: ROOT / "static" / name for name in ("css", "img", "js")}
    sources["htmx"] = ROOT / "node_modules" / "htmx.org" / "dist"
    for name, source in sources.items():
        if not (static / name).exists():
            (static / name).symlink_to(source)


def main(folder: Path, language: str) -> None:
    django.setup()
    link_static(folder)
    for name, make in (STATES | GAMES).items():
        (folder / f"{name}.html").write_text(page(make(), language), encoding="utf-8")
    index = "".join(f'<li><a href="{name}.html">{name}</a></li>' for name in STATES | GAMES)
    (folder / "index.html").write_text(f"<!doctype html><title>Table</title><ul>{index}</ul>", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "en")
