"""What a device keeps so that practice opens without a network: files and pages, and a version that names them all."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse

from game import device
from game.engine.presets import PRESETS

STYLES = ("tokens", "base", "table", "pages", "rules", "practice")
INSTALLED = ("manifest.webmanifest", "img/favicon.svg", "img/icon-192.png", "img/icon-512.png")
HTMX = ("htmx/htmx.min.js", "htmx/ext/hx-ws.min.js")


@lru_cache(maxsize=1)
def kept() -> dict[str, Any]:
    """Addresses of files and pages, the languages to ask the pages in, the page to show for any other, the version."""
    names = [*_scripts(), *[f"css/{name}.css" for name in STYLES], *HTMX, *INSTALLED, *device.DRAWINGS]
    built = device.files()
    if built is not None:
        names += [f"{built[kind].removeprefix(settings.STATIC_URL)}{name}" for kind, name in _parts(built)]
    # modules find each other by their plain names, pages find them by those that the storage gives
    plain = {f"{settings.STATIC_URL}{name}" for name in names if name.startswith(("js/", "img/icon-", "practice/"))}
    files = sorted(plain | {static(name) for name in names if not name.startswith("practice/")})
    pages = [reverse(name) for name in ("landing", "practice", "practice_table", "offline", "rules")]
    pages += [reverse("rules_of", args=[preset]) for preset in PRESETS]
    languages = [code for code, _ in settings.LANGUAGES]
    told = {"files": files, "pages": pages, "languages": languages, "offline": reverse("offline")}
    return {"version": _version(told, names), **told}


def _scripts() -> list[str]:
    return [f"js/{path.name}" for path in sorted((settings.BASE_DIR / "static" / "js").glob("*.js"))]


def _parts(built: dict[str, Any]) -> list[tuple[str, str]]:
    return [("app" if name == "app.zip" else "runtime", name) for name in built["sizes"]]


def _version(told: dict[str, Any], names: list[str]) -> str:
    """Twelve hex digits of everything that a kept file or page is made of."""
    hashed = hashlib.sha256(json.dumps(told).encode())
    paths = [Path(str(finders.find(name))) for name in names]
    paths += sorted([*settings.BASE_DIR.glob("templates/**/*.html"), *settings.BASE_DIR.glob("locale/**/*.mo")])
    for path in paths:
        hashed.update(path.read_bytes())
    return hashed.hexdigest()[:12]
