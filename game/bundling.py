"""What runs on a player's own device, found on this machine: sources, fragments, catalogues, and nothing else."""

from __future__ import annotations

import zipfile
from collections.abc import Collection, Iterable, Iterator
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel.messages.extract import extract
from babel.messages.mofile import read_mo, write_mo

ROOT = Path(__file__).resolve().parent.parent
KEYWORDS: Final[dict[str, Any]] = {
    "gettext": None, "gettext_lazy": None, "_": None, "ngettext": (1, 2), "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2), "pgettext_lazy": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3),
}  # fmt: skip
"""What marks a sentence in our sources, and which of its arguments are words."""
Sentence = tuple[str, str | None]
"""A sentence, and its context where it has one."""
OURS = (
    "game/__init__.py", "game/blanks.py", "game/frames.py", "game/render.py", "game/scene.py", "game/words.py",
    "game/bots/*.py", "game/engine/*.py", "game/practice/*.py", "game/presenter/*.py",
)  # fmt: skip
DATA = ("templates/table/*.html", "locale/*/LC_MESSAGES/django.mo")
PAGES = ("page", "look", "banner", "help")
"""Templates in the fragments' folder that only the server prints."""
SERVERS = ("game/presenter/replay.py",)
"""Modules of our own folders that only the server runs."""
FOREIGN = (
    "django", "django.apps", "django.apps.config", "django.apps.registry", "django.conf",
    "django.conf.global_settings", "django.core", "django.core.exceptions", "django.core.validators",
    "django.template", "django.template.base", "django.template.context", "django.template.defaultfilters",
    "django.template.defaulttags", "django.template.engine", "django.template.exceptions",
    "django.template.library", "django.template.loader_tags", "django.template.loaders",
    "django.template.loaders.base", "django.template.loaders.filesystem", "django.template.smartif",
    "django.template.utils", "django.utils", "django.utils._os", "django.utils.datastructures",
    "django.utils.dateformat", "django.utils.dates", "django.utils.deconstruct", "django.utils.deprecation",
    "django.utils.encoding", "django.utils.formats", "django.utils.functional", "django.utils.hashable",
    "django.utils.html", "django.utils.http", "django.utils.inspect", "django.utils.ipv6",
    "django.utils.lorem_ipsum", "django.utils.module_loading", "django.utils.numberformat",
    "django.utils.regex_helper", "django.utils.safestring", "django.utils.text", "django.utils.timesince",
    "django.utils.timezone", "django.utils.translation", "django.utils.version",
)  # fmt: skip
"""Modules of others that rendering needs: what `game.practice.trial` imports, and a test compares."""
STANDINS = {
    "asgiref/__init__.py": "",
    "asgiref/local.py": (
        "import threading\n\n\nclass Local(threading.local):\n"
        "    def __init__(self, thread_critical=False):\n        pass\n"
    ),
    "asgiref/sync.py": "async_to_sync = sync_to_async = iscoroutinefunction = markcoroutinefunction = None\n",
    "django/template/autoreload.py": "",
    "django/utils/autoreload.py": "autoreload_started = file_changed = None\n",
}
"""What those modules import and never use on a device: small ones in place of half a web framework."""
_MOMENT = (2026, 1, 1, 0, 0, 0)  # a zip file has times in it, and ours has to come out the same every time


def files() -> Iterator[tuple[str, Path]]:
    """Every file of the bundle: its name there, and where it is here; in a settled order."""
    for pattern in OURS:
        ours = sorted((str(path.relative_to(ROOT)), path) for path in ROOT.glob(pattern))
        yield from ((name, path) for name, path in ours if name not in SERVERS)
    for module in FOREIGN:
        yield _source(module)
    for pattern in DATA:
        found = sorted(ROOT.glob(pattern))
        yield from ((str(path.relative_to(ROOT)), path) for path in found if path.stem not in PAGES)


def _source(module: str) -> tuple[str, Path]:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise LookupError(f"{module} is not installed")
    name = module.replace(".", "/")
    return (f"{name}/__init__.py" if spec.submodule_search_locations is not None else f"{name}.py"), Path(spec.origin)


def sentences(sources: Iterable[Path]) -> set[Sentence]:
    """What Python sources say; the fragments say nothing of their own."""
    found: set[Sentence] = set()
    for path in sources:
        with path.open("rb") as file:
            for _line, message, _comments, context in extract("python", file, KEYWORDS):
                found.add((message if isinstance(message, str) else message[0], context))
    return found


def thinned(catalogue: bytes, spoken: Collection[Sentence]) -> bytes:
    """A compiled catalogue with nothing in it but these sentences: the site has many more than a device says."""
    whole = read_mo(BytesIO(catalogue))
    for message in list(whole):
        words = message.id if isinstance(message.id, str) else message.id[0]
        if words and (words, message.context) not in spoken:
            whole.delete(message.id, message.context)
    out = BytesIO()
    write_mo(out, whole)
    return out.getvalue()


def write_sources(target: Path) -> None:
    """Pack the bundle's files as they are."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as packed:
        found = list(files())
        spoken = sentences(path for name, path in found if name.startswith("game/"))
        for name, path in found:
            content = thinned(path.read_bytes(), spoken) if path.suffix == ".mo" else path.read_bytes()
            packed.writestr(zipfile.ZipInfo(name, _MOMENT), content)
        for name, text in STANDINS.items():
            packed.writestr(zipfile.ZipInfo(name, _MOMENT), text)
