"""ROOM 3: data -> HTML fragments. Knows Django's template engine and nothing else of Django; no settings are read.

Equal pieces are filled once a process: what is public once for everybody, a card once per state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString

from game.blanks import PLAIN_ART, Art, fill, joined, phrase
from game.presenter.data import (
    ActsData,
    AskData,
    Button,
    CallsData,
    CardData,
    CentreData,
    HandData,
    LogData,
    LogLine,
    Question,
    QuestionOption,
    ScoresData,
    SeatData,
    SeatsData,
    SheetData,
    SheetRow,
    StatusData,
    TableData,
    TitleData,
)
from game.presenter.hints import HintData
from game.presenter.rulebook import CardLine, RuleSheet, Section
from game.presenter.solo import SoloData
from game.words import Phrase

PARTS = ("bar-title", "scores", "status", "seats", "centre", "says", "hand", "acts", "log", "sheet")
"""Ids of the elements that make up a table; some games have `questions` too."""

# --- pieces


@lru_cache(maxsize=16_384)
def _card(card: CardData, art: Art) -> SafeString:
    return fill(
        "card", art, id=card.id, code=card.code, label=card.label, move=card.move, play=card.play, ask=card.ask,
        words=phrase(card.words), quiet=card.quiet, drawn=card.drawn, name=card.name,
    )  # fmt: skip


@lru_cache(maxsize=1024)
def _ask(ask: AskData, art: Art) -> SafeString:
    suits = [
        fill("ask-suit", art, move=option.move, suit=option.suit, name=option.name, hold=option.hold)
        for option in ask.options
    ]
    return fill("ask", art, id=ask.id, title=ask.title, close=ask.close, options=joined(suits))


def _answer(option: QuestionOption, art: Art) -> SafeString:
    values = {"says": option.says, "name": option.name}
    if option.suit or option.sign:
        return fill("answer", art, suit=option.suit, sign=option.sign, held=option.held, **values)
    return fill("answer-card", art, **values)


@lru_cache(maxsize=64)
def _questions(data: tuple[Question, ...], art: Art) -> SafeString:
    asked = []
    for question in data:
        rows = [joined([_answer(option, art) for option in row]) for row in question.rows]
        if len(rows) > 1:
            rows = [fill("answers", answers=row) for row in rows]
        asked.append(
            fill(
                "question", art, id=question.id, title=question.title, close=question.close, held=question.held,
                rows=joined(rows), grid=len(rows) > 1,
            )
        )  # fmt: skip
    return fill("questions", questions=joined(asked))


@lru_cache(maxsize=16_384)
def _seat(seat: SeatData, art: Art) -> SafeString:
    return fill(
        "seat", art, number=seat.number, name=seat.name, count=seat.count, fan=seat.fan, cards=seat.cards,
        note=phrase(seat.note), css=seat.css, bot=seat.bot,
    )  # fmt: skip


@lru_cache(maxsize=32_768)
def _line(line: LogLine, art: Art) -> SafeString:
    seat = None if line.seat is None else str(line.seat)
    words = phrase(line.words, art)
    return fill("line", number=line.number, seat=seat, sound=line.sound, words=words, tag=line.tag)


def _sheet_row(row: SheetRow, target: int, art: Art) -> SafeString:
    cards = [fill("sheet-card", art, code=card.code, name=card.name, points=card.points) for card in row.cards]
    return fill(
        "sheet-row", name=phrase(row.name), charge=row.charge, out=row.out, total=row.total, points=row.points,
        target=target, cards=joined(cards), label=row.label,
    )  # fmt: skip


# --- parts


@lru_cache(maxsize=256)
def _title(data: TitleData) -> SafeString:
    return fill("bar-title", round=data.round, target=data.target)


@lru_cache(maxsize=1024)
def _scores(data: ScoresData, art: Art) -> SafeString:
    rows = [
        fill("total", name=phrase(row.name), total=row.total, points=row.points, target=data.target, label=row.label)
        for row in data.rows
    ]
    return fill("scores", art, label=data.label, own=data.own, rows=joined(rows), text=data.text)


@lru_cache(maxsize=4096)
def _status(data: StatusData) -> SafeString:
    return fill(
        "status", mine=data.mine, who=phrase(data.who), owed=phrase(data.owed), seconds=data.seconds,
        clock=data.clock, time_label=data.time_label, version=data.version, nonce=data.nonce, why=data.why,
    )  # fmt: skip


@lru_cache(maxsize=4096)
def _seats(data: SeatsData, art: Art) -> SafeString:
    seats = joined([_seat(seat, art) for seat in data.seats])
    return fill("seats", n=len(data.seats), label=data.label, seats=seats)


@lru_cache(maxsize=4096)
def _centre(data: CentreData | None, art: Art) -> SafeString:
    if data is None:
        return fill("centre", art)
    *under, top = data.pile
    return fill(
        "centre", art, label=data.label, stock=data.stock, stock_label=data.stock_label, top=top,
        under1=under[-1] if under else "", under2=under[-2] if len(under) > 1 else "", stands=data.stands,
        suit=data.suit, barred=data.barred, follows=data.follows, demand=data.demand, spoken=data.spoken,
        cost=data.cost, cost_label=data.cost_label, last=phrase(data.last, art),
    )  # fmt: skip


@lru_cache(maxsize=1024)
def _says(data: Phrase) -> SafeString:
    return fill("says", words=phrase(data))


@lru_cache(maxsize=4096)
def _hand(data: HandData | None, art: Art) -> SafeString:
    if data is None:
        return fill("hand", art)
    cards = joined([_card(card, art) for card in data.cards])
    asks = joined([_ask(ask, art) for ask in data.asks])
    plays, values = data.plays, {}
    if plays is not None:
        sentences = joined([fill("plays", words=phrase(sentence, art)) for sentence in plays.sentences])
        values = {
            "plays": plays.nodes, "questions": plays.questions, "sentences": sentences, "many": plays.many,
            "nth": plays.nth, "goes": plays.goes, "follow": plays.follow,
        }  # fmt: skip
    return fill(
        "hand", art, round=data.round, label=data.label, n=len(data.cards), cards=cards, asks=asks,
        **values,
    )  # fmt: skip


@lru_cache(maxsize=1024)
def _acts(data: ActsData) -> SafeString:
    calls = data.calls or CallsData((), "")
    return fill(
        "acts", buttons=_buttons(data.buttons), hint=phrase(data.hint), wait=phrase(data.wait), reopen=data.reopen,
        calls=data.calls is not None, called=_buttons(calls.buttons), say=calls.say,
    )  # fmt: skip


def _buttons(buttons: Iterable[Button]) -> SafeString:
    return joined([fill("act", css=one.css, move=one.move, key=one.key, text=one.text) for one in buttons])


@lru_cache(maxsize=1024)
def _log(data: LogData, art: Art) -> SafeString:
    lines = joined([_line(line, art) for line in data.lines])
    return fill(
        "log", art, title=data.title, close=data.close, round=data.round, sealed=data.sealed,
        commitment=data.commitment, lines=lines,
    )  # fmt: skip


@lru_cache(maxsize=512)
def _sheet(data: SheetData, art: Art) -> SafeString:
    (plain_url, plain_text), (main_url, main_text) = (("", ""), ("", ""), *data.links)[-2:]
    return fill(
        "sheet", art, key=data.key, title=phrase(data.title), text=phrase(data.text), close=data.close,
        rows=joined([_sheet_row(row, data.target, art) for row in data.rows]), next=data.next,
        wait=phrase(data.wait), seconds=data.seconds, clock=data.clock, plain_url=plain_url, plain_text=plain_text,
        main_url=main_url, main_text=main_text,
    )  # fmt: skip


_PRINT: dict[str, Callable[[Any, Art], SafeString]] = {
    "bar-title": lambda data, art: _title(data),
    "scores": _scores,
    "status": lambda data, art: _status(data),
    "seats": _seats,
    "centre": _centre,
    "says": lambda data, art: _says(data),
    "hand": _hand,
    "questions": _questions,
    "acts": lambda data, art: _acts(data),
    "log": _log,
    "sheet": _sheet,
}


def parts(data: TableData, art: Art = PLAIN_ART) -> dict[str, str]:
    """The HTML of every part, by the id of its element."""
    return {part: _PRINT[part](piece, art) for part, piece in _pieces(data)}


def _pieces(data: TableData) -> tuple[tuple[str, object], ...]:
    """The data of each part, in the order of `PARTS`; and last the questions of a game that has any."""
    questions = (("questions", data.questions),) if data.questions else ()
    return (
        ("bar-title", data.bar_title), ("scores", data.scores), ("status", data.status), ("seats", data.seats),
        ("centre", data.centre), ("says", data.says), ("hand", data.hand), ("acts", data.acts), ("log", data.log),
        ("sheet", data.sheet), *questions,
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
        new = _new_lines(old, piece, art) if isinstance(piece, LogData) else None
        if new is None:
            out.append(partial(part, _PRINT[part](piece, art)))
        else:
            out.append(f'<hx-partial hx-target="#log-lines" hx-swap="beforeend">{new}</hx-partial>')
    return "".join(out)


def _new_lines(old: object, log: LogData, art: Art) -> str | None:
    """The lines that a log has grown by; None if it has changed otherwise."""
    if not isinstance(old, LogData) or (old.round, old.commitment) != (log.round, log.commitment):
        return None
    shown = len(old.lines)
    return joined([_line(line, art) for line in log.lines[shown:]]) if log.lines[:shown] == old.lines else None


@lru_cache(maxsize=64)
def solo(data: SoloData, art: Art = PLAIN_ART) -> SafeString:
    """The row of commands that only a practice table has."""
    buttons = [
        fill("solo-act", art, move=one.move, text=one.text, rests=one.rests, key=one.key) for one in data.buttons
    ]
    return fill("solo", label=data.label, buttons=joined(buttons))


@lru_cache(maxsize=64)
def hint(data: HintData) -> SafeString:
    """The line of a hint, and the cards that the page picks up for it."""
    return fill("hint", stamp=data.stamp, cards=" ".join(data.cards), words=phrase(data.line))


# --- rules


@lru_cache(maxsize=64)
def rule_sheet(sheet: RuleSheet, art: Art = PLAIN_ART) -> SafeString:
    """What the rules are and what the cards do; headings are h3."""
    parts = [fill("rule-part", title=part.title, sentences=_said(part, sheet.tag)) for part in sheet.sections]
    cards = [_rule_card(line, sheet.tag, art) for line in sheet.cards]
    return fill("rule-sheet", sections=joined(parts), title=sheet.cards_title, cards=joined(cards))


def _said(part: Section, tag: str) -> SafeString:
    return joined([fill("rule-said", text=one.text, house=tag if one.house else "") for one in part.sentences])


def _rule_card(line: CardLine, tag: str, art: Art) -> SafeString:
    faces = joined([fill("rule-face", art, code=card.code) for card in line.cards])
    return fill(
        "rule-card", faces=faces, many=len(line.cards) > 1, name=line.name, does=line.does, plain=line.plain,
        points=line.points, house=tag if line.house else "",
    )  # fmt: skip


def rules(sheet: RuleSheet, art: Art = PLAIN_ART) -> SafeString:
    """The rule sheet of a table, as a dialog."""
    return fill(
        "rules", art, title=sheet.title, note=sheet.note, lead=sheet.lead, close=sheet.close,
        sheet=rule_sheet(sheet, art),
    )  # fmt: skip


def partial(part: str, html: str) -> str:
    """An element for the page to put in the place of the one that has its id."""
    return f'<hx-partial hx-target="#{part}" hx-swap="outerMorph">{html}</hx-partial>'
