"""Where the files are that a player's device runs, as `manage.py build_practice` has left them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.templatetags.static import static

DRAWINGS = ("img/cards.svg", "img/cards-hungarian.svg", "img/icons.svg")


def files() -> dict[str, Any] | None:
    """Addresses of the runtime's folder and the bundle's, the size of each file, and what the runtime says it is.

    None before they are built.
    """
    try:
        built = json.loads((Path(settings.PRACTICE_ROOT) / "manifest.json").read_text())
    except FileNotFoundError:
        return None
    told = {"info": built["info"], "sizes": built["runtime"]["files"] | built["app"]["files"]}
    # not by the storage: a folder's name says what is in it, and the runtime finds its other files by their names
    return told | {kind: f"{settings.STATIC_URL}practice/{built[kind]['folder']}/" for kind in ("runtime", "app")}


def drawings() -> dict[str, str]:
    """Addresses of the drawings, by their names among the static files."""
    return {name: static(name) for name in DRAWINGS}
