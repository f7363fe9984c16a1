"""ROOM 3: data -> HTML fragments. Knows Django's template engine and nothing else of Django; no settings are read.

A fragment holds `{{ }}` and `{% if %}` only. It is printed by Django once for each *form* it can take (which of its
values are there, which are not) with marks in place of the values; after that a form is filled like a printed blank,
thirty times faster. Equal pieces are filled once a process: what is public once for everybody, a card once per state.
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

from game.presenter.data import (
    ActsData,
    AskData,
    CardData,
    CentreData,
    HandData,
    LogData,
    LogLine,
    ScoresData,
    SeatData,
    SeatsData,
    SheetData,
    SheetRow,
    StatusData,
    TableData,
    TitleData,
)
from game.words import Phrase, Span

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
PARTS = ("bar-title", "scores", "status", "seats", "centre", "says", "hand", "acts", "log", "sheet")
"""Ids of the elements that make up a table."""

_BETWEEN_TAGS = re.compile(r"(?<=[>}])[ \t]*\n\s*(?=[<{])")
_MARK = re.compile("\ue000(.+?)\ue001")  # private letters, which no template of ours holds


@dataclass(frozen=True, slots=True)
class Art:
    """Addresses of the drawings."""

    cards: str = "/static/img/cards.svg"
    icons: str = "/static/img/icons.svg"


PLAIN_ART = Art()


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


def _fill(fragment: str, art: Art = PLAIN_ART, given: Hashable = None, /, **values: Any) -> SafeString:
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


def _joined(pieces: Iterable[str]) -> SafeString:
    return SafeString("".join(pieces))


def _phrase(phrase: Phrase) -> SafeString:
    return _joined([_escaped(span.text) if span.kind == "text" else _span(span) for span in phrase])


@lru_cache(maxsize=4096)
def _span(span: Span) -> SafeString:
    return _fill("span", PLAIN_ART, span.kind, text=span.text, spoken=span.spoken)


# --- pieces


@lru_cache(maxsize=16_384)
def _card(card: CardData, art: Art) -> SafeString:
    return _fill(
        "card", art, id=card.id, code=card.code, label=card.label, move=card.move, play=card.play, ask=card.ask,
        words=_phrase(card.words), quiet=card.quiet, drawn=card.drawn,
    )  # fmt: skip


@lru_cache(maxsize=1024)
def _ask(ask: AskData, art: Art) -> SafeString:
    suits = [
        _fill("ask-suit", art, move=option.move, suit=option.suit, name=option.name, hold=option.hold)
        for option in ask.options
    ]
    return _fill("ask", art, id=ask.id, title=ask.title, close=ask.close, options=_joined(suits))


@lru_cache(maxsize=16_384)
def _seat(seat: SeatData, art: Art) -> SafeString:
    return _fill(
        "seat", art, number=seat.number, name=seat.name, count=seat.count, fan=seat.fan, cards=seat.cards,
        note=_phrase(seat.note), css=seat.css, bot=seat.bot,
    )  # fmt: skip


@lru_cache(maxsize=32_768)
def _line(line: LogLine) -> SafeString:
    seat = None if line.seat is None else str(line.seat)
    return _fill("line", number=line.number, seat=seat, sound=line.sound, words=_phrase(line.words), tag=line.tag)


def _sheet_row(row: SheetRow, target: int, art: Art) -> SafeString:
    cards = [_fill("sheet-card", art, code=card.code, name=card.name, points=card.points) for card in row.cards]
    return _fill(
        "sheet-row", name=_phrase(row.name), charge=row.charge, out=row.out, total=row.total, target=target,
        cards=_joined(cards), label=row.label,
    )  # fmt: skip


# --- parts


@lru_cache(maxsize=256)
def _title(data: TitleData) -> SafeString:
    return _fill("bar-title", round=data.round, target=data.target)


@lru_cache(maxsize=1024)
def _scores(data: ScoresData) -> SafeString:
    rows = [
        _fill("total", name=_phrase(row.name), total=row.total, target=data.target, label=row.label)
        for row in data.rows
    ]
    return _fill("scores", label=data.label, own=data.own, rows=_joined(rows))


@lru_cache(maxsize=4096)
def _status(data: StatusData) -> SafeString:
    return _fill(
        "status", mine=data.mine, who=_phrase(data.who), owed=_phrase(data.owed), seconds=data.seconds,
        clock=data.clock, time_label=data.time_label, version=data.version, nonce=data.nonce,
    )  # fmt: skip


@lru_cache(maxsize=4096)
def _seats(data: SeatsData, art: Art) -> SafeString:
    seats = _joined([_seat(seat, art) for seat in data.seats])
    return _fill("seats", n=len(data.seats), label=data.label, seats=seats)


@lru_cache(maxsize=4096)
def _centre(data: CentreData | None, art: Art) -> SafeString:
    if data is None:
        return _fill("centre", art)
    *under, top = data.pile
    return _fill(
        "centre", art, label=data.label, stock=data.stock, stock_label=data.stock_label, top=top,
        under1=under[-1] if under else "", under2=under[-2] if len(under) > 1 else "", suit=data.suit,
        suit_name=data.suit_name, spoken=data.spoken, cost=data.cost, cost_label=data.cost_label,
        last=_phrase(data.last),
    )  # fmt: skip


@lru_cache(maxsize=1024)
def _says(data: Phrase) -> SafeString:
    return _fill("says", words=_phrase(data))


@lru_cache(maxsize=4096)
def _hand(data: HandData | None, art: Art) -> SafeString:
    if data is None:
        return _fill("hand", art)
    cards = _joined([_card(card, art) for card in data.cards])
    asks = _joined([_ask(ask, art) for ask in data.asks])
    return _fill(
        "hand", art, round=data.round, label=data.label, n=len(data.cards), why=data.why, cards=cards, asks=asks
    )


@lru_cache(maxsize=1024)
def _acts(data: ActsData) -> SafeString:
    buttons = [
        _fill("act", css=button.css, move=button.move, key=button.key, text=button.text) for button in data.buttons
    ]
    return _fill(
        "acts", buttons=_joined(buttons), hint=_phrase(data.hint), wait=_phrase(data.wait), reopen=data.reopen
    )  # fmt: skip


@lru_cache(maxsize=1024)
def _log(data: LogData, art: Art) -> SafeString:
    lines = _joined([_line(line) for line in data.lines])
    return _fill(
        "log", art, title=data.title, close=data.close, round=data.round, sealed=data.sealed,
        commitment=data.commitment, lines=lines,
    )  # fmt: skip


@lru_cache(maxsize=512)
def _sheet(data: SheetData, art: Art) -> SafeString:
    (plain_url, plain_text), (main_url, main_text) = (("", ""), ("", ""), *data.links)[-2:]
    return _fill(
        "sheet", art, key=data.key, title=_phrase(data.title), text=_phrase(data.text), close=data.close,
        rows=_joined([_sheet_row(row, data.target, art) for row in data.rows]), next=data.next,
        wait=_phrase(data.wait), seconds=data.seconds, clock=data.clock, plain_url=plain_url, plain_text=plain_text,
        main_url=main_url, main_text=main_text,
    )  # fmt: skip


_PRINT: dict[str, Callable[[Any, Art], SafeString]] = {
    "bar-title": lambda data, art: _title(data),
    "scores": lambda data, art: _scores(data),
    "status": lambda data, art: _status(data),
    "seats": _seats,
    "centre": _centre,
    "says": lambda data, art: _says(data),
    "hand": _hand,
    "acts": lambda data, art: _acts(data),
    "log": _log,
    "sheet": _sheet,
}


def parts(data: TableData, art: Art = PLAIN_ART) -> dict[str, str]:
    """The HTML of every part, by the id of its element."""
    return {part: _PRINT[part](piece, art) for part, piece in _pieces(data)}


def _pieces(data: TableData) -> tuple[tuple[str, object], ...]:
    """The data of each part, in the order of `PARTS`."""
    return (
        ("bar-title", data.bar_title), ("scores", data.scores), ("status", data.status), ("seats", data.seats),
        ("centre", data.centre), ("says", data.says), ("hand", data.hand), ("acts", data.acts), ("log", data.log),
        ("sheet", data.sheet),
    )  # fmt: skip


def update(data: TableData, sent: dict[str, object], art: Art = PLAIN_ART) -> str:
    """What a page needs that was last sent `sent`, as hx-partials; empty when nothing changed.

    Brings `sent`, the data of each part, up to date. Of a log that only grew, only the new lines go out.
    """
    out = []
    for part, piece in _pieces(data):
        old = sent.get(part, ...)
        if old is piece or old == piece:
            continue
        sent[part] = piece
        new = _new_lines(old, piece) if isinstance(piece, LogData) else None
        if new is None:
            out.append(partial(part, _PRINT[part](piece, art)))
        else:
            out.append(f'<hx-partial hx-target="#log-lines" hx-swap="beforeend">{new}</hx-partial>')
    return "".join(out)


def _new_lines(old: object, log: LogData) -> str | None:
    """The lines that a log has grown by; None if it has changed otherwise."""
    if not isinstance(old, LogData) or (old.round, old.commitment) != (log.round, log.commitment):
        return None
    shown = len(old.lines)
    return _joined([_line(line) for line in log.lines[shown:]]) if log.lines[:shown] == old.lines else None


def partial(part: str, html: str) -> str:
    """An element for the page to put in the place of the one that has its id."""
    return f'<hx-partial hx-target="#{part}" hx-swap="outerMorph">{html}</hx-partial>'
