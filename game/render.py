"""ROOM 3: data -> HTML fragments. Knows Django's template engine and nothing else of Django; no settings are read.

Equal data is rendered once per process: what is public once for everybody, a card's button once per state.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.template import Context, Engine, Template
from django.template.loaders import filesystem
from django.utils.safestring import SafeString, mark_safe

from game.presenter.data import AskData, CardData, HandData, LogData, LogLine, SeatData, SeatsData, TableData

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
PARTS = ("bar-title", "scores", "status", "seats", "centre", "says", "hand", "acts", "log", "sheet")
"""Ids of the elements that make up a table."""

_LOG_END = "</ol></aside>"
_BETWEEN_TAGS = re.compile(r"(?<=[>}])[ \t]*\n\s*(?=[<{])")


@dataclass(frozen=True, slots=True)
class Art:
    """Addresses of the drawings."""

    cards: str = "/static/img/cards.svg"
    icons: str = "/static/img/icons.svg"


PLAIN_ART = Art()


class TightLoader(filesystem.Loader):
    """Templates without the line breaks and indents between their tags: they are for the reader, not for the wire."""

    def get_contents(self, origin: Any) -> str:
        return _BETWEEN_TAGS.sub("", super().get_contents(origin)).strip()


@lru_cache(maxsize=1)
def _engine() -> Engine:
    loader = ("django.template.loaders.cached.Loader", [f"{__name__}.{TightLoader.__qualname__}"])
    return Engine(dirs=[str(TEMPLATES)], loaders=[loader])


@lru_cache
def _template(name: str) -> Template:
    return _engine().get_template(f"table/{name}.html")


def _print(name: str, **values: Any) -> SafeString:
    # numbers are printed as they are, whatever language happens to be active in this thread
    return _template(name).render(Context(values, use_l10n=False, use_tz=False))


# --- memoised pieces


@lru_cache(maxsize=16_384)
def _card(card: CardData, art: Art) -> SafeString:
    return _print("card", card=card, art=art)


@lru_cache(maxsize=1024)
def _ask(ask: AskData, art: Art) -> SafeString:
    return _print("ask", ask=ask, art=art)


@lru_cache(maxsize=16_384)
def _seat(seat: SeatData, art: Art) -> SafeString:
    return _print("seat", seat=seat, art=art)


@lru_cache(maxsize=32_768)
def _line(line: LogLine) -> SafeString:
    return _print("line", line=line)


def _joined(pieces: list[SafeString]) -> SafeString:
    return mark_safe("".join(pieces))  # noqa: S308  (every piece came out of a template)


# --- parts


@lru_cache(maxsize=4096)
def _part(name: str, data: Hashable, art: Art) -> SafeString:
    return _print(name, data=data, art=art)


@lru_cache(maxsize=4096)
def _seats(data: SeatsData, art: Art) -> SafeString:
    return _print("seats", data=data, seats=_joined([_seat(seat, art) for seat in data.seats]))


@lru_cache(maxsize=4096)
def _hand(data: HandData | None, art: Art) -> SafeString:
    cards = [_card(card, art) for card in data.cards] if data else []
    asks = [_ask(ask, art) for ask in data.asks] if data else []
    return _print("hand", data=data, cards=_joined(cards), asks=_joined(asks))


@lru_cache(maxsize=1024)
def _log(data: LogData, art: Art) -> SafeString:
    return _print("log", data=data, art=art, lines=_joined([_line(line) for line in data.lines]))


def parts(data: TableData, art: Art = PLAIN_ART) -> dict[str, str]:
    """The HTML of every part, by the id of its element. Equal data gives the same string object."""
    return {
        "bar-title": _part("bar-title", data.bar_title, art),
        "scores": _part("scores", data.scores, art),
        "status": _part("status", data.status, art),
        "seats": _seats(data.seats, art),
        "centre": _part("centre", data.centre, art),
        "says": _part("says", data.says, art),
        "hand": _hand(data.hand, art),
        "acts": _part("acts", data.acts, art),
        "log": _log(data.log, art),
        "sheet": _part("sheet", data.sheet, art),
    }


def content(parts: Mapping[str, str], sent: dict[str, str]) -> str:
    """What a page needs that was last sent `sent`, as hx-partials; empty when nothing changed.

    Brings `sent` up to date. Of a log that only grew, only the new lines go out.
    """
    out = []
    for key, html in parts.items():
        old = sent.get(key)
        if old is html or old == html:
            continue
        sent[key] = html
        if key == "log" and old is not None and html.startswith(old.removesuffix(_LOG_END)):
            new = html[len(old) - len(_LOG_END) : -len(_LOG_END)]
            out.append(f'<hx-partial hx-target="#log-lines" hx-swap="beforeend">{new}</hx-partial>')
        else:
            out.append(f'<hx-partial hx-target="#{key}" hx-swap="outerMorph">{html}</hx-partial>')
    return "".join(out)
