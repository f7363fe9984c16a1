"""Looks for cards, and what cards are made of, in all that was sent to somebody who may not know them (I7).

What a receiver may know is worked out from the database by the referee, who shares nothing with the product's views:
the own hand, every card that has lain open in this round, and all hands once the round is over.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import html
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from game.blanks import TEMPLATES
from game.presenter.cards import card_name, that_card
from game.words import words_for
from tests.faults import referee
from tests.faults.checker import Rows

LANGUAGES = ("en", "ro")
FIELDS = {"version": int, "content": str, "ack": dict, "reload": bool}
ACK_FIELDS = {"id", "result", "says"}
KINGS = {"Kh", "Ks"}

_CODE = re.compile(
    r"(?<![0-9A-Za-z])((?:[2-9TJQKA][cdhs])+)(?![0-9A-Za-z])(?!(?<=As) [a-zăâîșț])"
)  # "As " begins prose
_SIGN = re.compile(r"(10|[2-9TJQKA])\ufe0e?\s*([♣♦♥♠])")
_SUIT = dict(zip("♣♦♥♠", "cdhs", strict=True))
_BETWEEN_WORDS = re.compile(r"[\s_-]+")
_TAG = re.compile(r"<[^>]*>")
_VERSION = re.compile(r'data-version="(\d+)"')
_RULES = re.compile(r'<dialog [^>]*id="rules".*?</dialog>', re.DOTALL)
_LANGUAGE = re.compile(r'<html lang="(\w+)">')
_PARTIAL = re.compile(r"(?=<hx-partial )")


@dataclass(frozen=True, slots=True)
class Record:
    """Something that was sent to a seat of a match, or to a watcher (None): a frame, or a page. `at`: epoch seconds.

    `version` is the match's that it shows; None for a page that shows no match.
    """

    match: int
    seat: int | None
    at: float
    text: str
    frame: bool
    version: int | None


def frame(match: int, seat: int | None, at: float, text: str) -> Record:
    return Record(match, seat, at, text, True, json.loads(text).get("version"))


def page(match: int, seat: int | None, at: float, text: str) -> Record:
    found = _VERSION.search(text)
    return Record(match, seat, at, text, False, int(found[1]) if found else None)


# --- what is in a text


def _plain(text: str) -> str:
    return _BETWEEN_WORDS.sub(" ", text.casefold())


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    ways = [(words_for(tongue), name) for tongue in LANGUAGES for name in (card_name, that_card)]
    return {_plain(name(words, code)): code for words, name in ways for code in referee.PACK}


@lru_cache(maxsize=50_000)
def cards_in(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The cards that a piece of HTML or text has by code, and those that it has by name or sign."""
    text = html.unescape(text)
    named = set()
    for shown in (text, _TAG.sub("", text)):
        plain = _plain(shown)
        named |= {code for name, code in _names().items() if name in plain}
        named |= {("T" if rank == "10" else rank) + _SUIT[sign] for rank, sign in _SIGN.findall(shown)}
    coded = {run[at : at + 2] for run in _CODE.findall(text) for at in range(0, len(run), 2)}
    return frozenset(coded), frozenset(named)


@lru_cache(maxsize=1)
def ornaments() -> frozenset[str]:
    """Cards that pages about a match draw for the looks of it, whatever is held: their templates name them."""
    sources = [path.read_text() for folder in ("matches", "tables") for path in (TEMPLATES / folder).glob("*.html")]
    return frozenset(code for source in sources for code in _CODE.findall(source))


def rules_shown(records: Iterable[Record]) -> dict[tuple[int, str], str]:
    """The rule sheet that most pages of a match have in a language: it draws the cards of the whole pack."""
    shown: dict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    for record in records:
        if sheet := _rules_in(record):
            shown[_readers(record)][sheet] += 1
    return {readers: sheets.most_common(1)[0][0] for readers, sheets in shown.items()}


def _rules_in(record: Record) -> str:
    found = None if record.frame else _RULES.search(record.text)
    return found[0] if found else ""


def _readers(record: Record) -> tuple[int, str]:
    found = _LANGUAGE.search(record.text)
    return record.match, found[1] if found else ""


# --- what may be known


@dataclass(frozen=True, slots=True)
class Moment:
    """A match at one version. `seen` has lain open in this round, `pile` lies open now."""

    hands: tuple[frozenset[str], ...]
    pile: frozenset[str]
    seen: frozenset[str]
    over: bool
    turn: int
    king_waits: bool

    def codes(self, seat: int | None) -> frozenset[str]:
        """Cards that may be drawn on this receiver's page."""
        return self._held(seat) | self.pile

    def names(self, seat: int | None) -> frozenset[str]:
        """Cards that may be named: in the log too, and as that which would stop a king."""
        king = self.king_waits or (seat == self.turn and self._held(seat) & KINGS)
        return self._held(seat) | self.seen | (KINGS if king else set())

    def _held(self, seat: int | None) -> frozenset[str]:
        if self.over:
            return frozenset().union(*self.hands)
        return self.hands[seat] if seat is not None else frozenset()


def moments(match: dict[str, Any], tables: dict[str, Rows]) -> dict[int, Moment]:
    """What the referee says of every version of a match."""
    nothing = Moment(tuple(frozenset() for _ in range(match["size"])), frozenset(), frozenset(), False, 0, False)
    found = {0: nothing}
    for row in tables["rounds"]:
        if row["match_id"] != match["id"] or row["version"] is None:
            continue
        table = referee.deal(deal_seed(row), match["size"], row["first"])
        seen = {*table.buried, *table.pile}
        found[row["version"]] = _moment(table, seen)
        for move in [move for move in tables["moves"] if move["round_id"] == row["id"]]:
            referee.play(table, move["text"])
            seen |= {*table.pile}
            found[move["number"]] = _moment(table, seen)
    return found


def _moment(table: referee.Table, seen: set[str]) -> Moment:
    return Moment(
        tuple(frozenset(hand) for hand in table.hands), frozenset(table.pile), frozenset(seen), table.over, table.turn,
        table.draw > 0 and table.kind == "K",
    )  # fmt: skip


def deal_seed(row: dict[str, Any]) -> bytes:
    """Seed of a round's deal, from its server's seed and its pages' numbers."""
    return hmac.new(
        bytes(row["server_seed"]), ",".join(nonce or "" for nonce in row["nonces"]).encode(), hashlib.sha256
    ).digest()


# --- leaks


def leaks(tables: dict[str, Rows], records: Iterable[Record], tokens: Sequence[str] = ()) -> list[str]:
    """Every card, seed or number that somebody was sent too early; empty when all was kept.

    `tokens` are random texts in addresses, in which a code may stand by accident.
    """
    known = {match["id"]: moments(match, tables) for match in tables["matches"]}
    closed: dict[int, list[Closed]] = {match: [] for match in known}
    for row in tables["rounds"]:
        closed[row["match_id"]].append(_closed(row))
    accidents = re.compile("|".join(map(re.escape, tokens)) or r"(?!)")
    wrong = []
    records = list(records)
    rules = rules_shown(records)
    for record in records:
        found = [*_cards(record, known[record.match], accidents), *_secrets(record, closed[record.match])]
        if (sheet := _rules_in(record)) and sheet != rules[_readers(record)]:
            found.append("a rule sheet that is not the same for all")
        who = "watcher" if record.seat is None else f"seat {record.seat}"
        what = "frame" if record.frame else "page"
        wrong += [
            f"match {record.match}, {who}, {what} of version {record.version}: {text}"
            for text in (*found, *(_fields(record) if record.frame else ()))
        ]
    return wrong


def _cards(record: Record, known: dict[int, Moment], accidents: re.Pattern[str]) -> Iterator[str]:
    version, last = record.version, max(known)
    if version is not None and version not in known:
        yield "a version that never was"
        return
    moment = known[version if version is not None else last if known[last].over else 0]
    codes, names = moment.codes(record.seat), moment.names(record.seat)
    if version is None:
        codes |= ornaments()
    for piece in _pieces(record):
        coded, named = cards_in(piece)
        if not coded <= codes:
            coded, _ = cards_in(accidents.sub("", piece))
        for how, wrong in (("code", coded - codes), ("name", named - names)):
            if wrong:
                yield f"cards {sorted(wrong)} by {how} in {_about(piece, min(wrong))}"


def _about(piece: str, code: str) -> str:
    """Where a code stands; the beginning, for a card that is named."""
    at = max(0, piece.find(code) - 80)
    return f"…{piece[at : at + 240]}…"


def _pieces(record: Record) -> list[str]:
    if not record.frame:
        return [_RULES.sub("", record.text)]
    fields = json.loads(record.text)
    content = fields.pop("content", "")
    fields.pop("version", None)
    return [*_PARTIAL.split(content), json.dumps(fields, ensure_ascii=False)]


@dataclass(frozen=True, slots=True)
class Closed:
    """What nobody may be sent of a round before `until` (epoch seconds; None: ever), by what it is."""

    until: float | None
    texts: tuple[tuple[str, str], ...]


def _closed(row: dict[str, Any]) -> Closed:
    texts = [(f"a page's number for round {row['number']}", nonce) for nonce in row["nonces"] if nonce is not None]
    for what, secret in (("server seed", bytes(row["server_seed"])), ("seed of the deal", deal_seed(row))):
        forms = (secret.hex(), base64.b64encode(secret).decode(), base64.urlsafe_b64encode(secret).decode())
        texts += [(f"the {what} of round {row['number']}", form.rstrip("=")) for form in forms]
    return Closed(None if row["ended_at"] is None else seconds(row["ended_at"]), tuple(texts))


def _secrets(record: Record, rounds: Iterable[Closed]) -> Iterator[str]:
    for row in rounds:
        if row.until is None or record.at < row.until:
            yield from (what for what, text in row.texts if text in record.text)


def seconds(instant: Any) -> float:
    """Epoch seconds of an instant as a database gives it."""
    if isinstance(instant, str):
        return datetime.fromisoformat(instant).replace(tzinfo=UTC).timestamp()
    return float(instant.timestamp())


def _fields(record: Record) -> Iterator[str]:
    """A frame has the fields that it has, and no other in which something could hide."""
    fields = json.loads(record.text)
    for name, value in fields.items():
        if name not in FIELDS or not isinstance(value, FIELDS[name]):
            yield f"field {name}"
    if unknown := set(fields.get("ack", {})) - ACK_FIELDS:
        yield f"fields {sorted(unknown)} of the acknowledgement"
