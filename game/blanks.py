"""ROOM 3: fragments as printed blanks, and what is filled in. Knows Django's template engine and no settings.

A fragment holds `{{ }}` and `{% if %}` only. It is printed by Django once for each *form* it can take (which of its
values are there, which are not) with marks in place of the values; after that a form is filled like a printed blank,
thirty times faster.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

from django.template import Context, Engine, Template
from django.template.loaders import filesystem
from django.utils.safestring import SafeString

from game.engine import Pack
from game.words import Phrase, Span

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
_BETWEEN_TAGS = re.compile(r"(?<=[>}])[ \t]*\n\s*(?=[<{])")
_MARK = re.compile("\ue000(.+?)\ue001")  # private letters, which no template of ours holds


@dataclass(frozen=True, slots=True)
class Art:
    """Addresses of the drawings."""

    cards: str
    icons: str


_CARDS = {Pack.FRENCH52: "img/cards.svg", Pack.HUNGARIAN32: "img/cards-hungarian.svg"}


@lru_cache
def art_of(pack: Pack, address: Callable[[str], str] = "/static/{}".format) -> Art:
    """The drawings for a table that plays with this pack; `address` says where a static file is."""
    return Art(cards=address(_CARDS[pack]), icons=address("img/icons.svg"))


PLAIN_ART = art_of(Pack.FRENCH52)


# --- forms


class TightLoader(filesystem.Loader):
    """Templates without the line breaks and indents between their tags: they are for the reader, not for the wire."""

    def get_contents(self, origin: Any) -> str:
        return _BETWEEN_TAGS.sub("", super().get_contents(origin)).strip()


@lru_cache(maxsize=1)
def _engine() -> Engine:
    return Engine(dirs=[str(TEMPLATES)], loaders=[f"{__name__}.{TightLoader.__qualname__}"])


@lru_cache
def _template(name: str) -> Template:
    return _engine().get_template(f"table/{name}.html")


@lru_cache(maxsize=4096)
def _form(name: str, given: Hashable, art: Art, present: tuple[str, ...]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """A fragment printed with marks: its first literal, then pairs of a value's name and the literal behind it."""
    marked = {key: f"\ue000{key}\ue001" for key in present}
    html = _template(name).render(Context({"kind": given, **marked, "art": art}, use_l10n=False, use_tz=False))
    first, *rest = _MARK.split(html)
    return str(first), tuple(zip(map(str, rest[::2]), map(str, rest[1::2]), strict=True))


def fill(fragment: str, art: Art = PLAIN_ART, given: Hashable = None, /, **values: Any) -> SafeString:
    """A fragment with its values. An empty string, None and False are absent; text that is not safe is escaped.

    `given` is the one value that a fragment compares with something.
    """
    present = tuple([key for key, value in values.items() if value is not None and value is not False and value != ""])
    first, rest = _form(fragment, given, art, present)
    out = [first]
    for key, literal in rest:
        value = values[key]
        out += (value if type(value) is SafeString else _escaped(str(value)), literal)
    return SafeString("".join(out))


@lru_cache(maxsize=16_384)
def _escaped(text: str) -> str:
    return escape(text)


def joined(pieces: Iterable[str]) -> SafeString:
    return SafeString("".join(pieces))


def phrase(phrase: Phrase, art: Art = PLAIN_ART) -> SafeString:
    return joined([_escaped(span.text) if span.kind == "text" else _span(span, art) for span in phrase])


@lru_cache(maxsize=4096)
def _span(span: Span, art: Art) -> SafeString:
    return fill("span", art, span.kind, text=span.text, spoken=span.spoken, sign=span.sign)
