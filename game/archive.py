"""ROOM 6: everything that is kept of one person, as one archive for that person alone.

Made while it is sent: a few matches at a time are read, written and gone; what becomes a table of all matches waits in
temporary files. Names, texts and cards are those of `game.documents`, of rounds that have ended.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db.models import Prefetch
from django.template.loader import render_to_string
from django.utils import timezone, translation

from game import documents, ratings, records
from game.models import Match, Rating, RatingChange, Round, Seat, Tally, User

BATCH = 20  # matches that are read at once
_IN_MEMORY = 256 * 1024  # bytes of a table; beyond, it waits on the disk
_CHUNK = 64 * 1024
_CALLS = ("macao", "catch")  # they belong to no turn
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

MATCHES = ("match", "started", "ended", "state", "game", "house_rules", "table", "rated", "seat", "place", "total",
           "firsts", "turns", "turns_by_stand_in", "left", "opponents", "rating_before", "rating_after")  # fmt: skip
ROUNDS = ("match", "round", "dealt", "ended", "charge", "place", "total", "out_first", "left_with")
MOVES = ("match", "round", "number", "at", "seconds", "move", "stand_in")
RATINGS = ("match", "at", "game", "place", "rating_before", "rating", "mu_before", "sigma_before", "mu", "sigma")
STATISTICS = ("game", "table", "matches", "wins", "rounds", "rounds_won", "charge", "damage", "cuts", "worst_hand",
              "turns", "turn_seconds")  # fmt: skip
MEETINGS = ("player", "matches", "ahead", "behind")
PRACTICE = ("match", "played", "game", "seats", "target", "rounds", "total", "place")


class _Pipe(io.RawIOBase):
    """Where the archive is written, and taken from in pieces; it cannot go back."""

    def __init__(self) -> None:
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._held += data
        return len(data)

    def taken(self) -> bytes:
        held = bytes(self._held)
        self._held.clear()
        return held


class _Sheet:
    """A table for spreadsheets: UTF-8 with a mark, as Excel wants it; no text is a formula there."""

    def __init__(self, name: str, head: Sequence[str]) -> None:
        self.name = name
        self._file = SpooledTemporaryFile(_IN_MEMORY, mode="w+", encoding="utf-8", newline="")  # noqa: SIM115
        self._rows = csv.writer(self._file)
        self._rows.writerow(head)

    def add(self, *cells: object) -> None:
        self._rows.writerow([cell(value) for value in cells])

    def chunks(self) -> Iterator[str]:
        """The whole table in pieces; it is gone afterwards."""
        self._file.seek(0)
        yield "\ufeff"
        yield from iter(lambda: self._file.read(_CHUNK), "")
        self._file.close()


def cell(value: object) -> object:
    """A value as a cell: times in ISO 8601, truth as yes and no, nothing as nothing, and no text that is a formula."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value


def file_name(now: datetime) -> str:
    return f"macao-{now:%Y-%m-%d}.zip"


def parts(user: User, language: str) -> Iterator[bytes]:
    """The archive of this person, in pieces; its texts for people are in that language.

    A match that goes on is told as far as its rounds have ended.
    """
    pipe, now = _Pipe(), timezone.now()
    with ZipFile(pipe, "w", ZIP_DEFLATED) as archive:
        with translation.override(language):
            readme = render_to_string("account/data-readme.txt", {"name": user.name, "now": now})
        _add(archive, "README.txt", [readme], now)
        _add(archive, "account.json", [_json(_account(user))], now)
        _add(archive, "tables.json", [_json([_table(one) for one in user.hosted_tables.order_by("pk")])], now)
        _add(archive, "house-rules.json", [_json([_rules(one) for one in user.house_rules.all()])], now)
        yield pipe.taken()
        sheets = _Sheet("matches.csv", MATCHES), _Sheet("rounds.csv", ROUNDS), _Sheet("moves.csv", MOVES)
        for batch in batches(user):
            with translation.override(language):
                told = documents.match_documents([seat.match for seat in batch])
                for seat in batch:
                    _tell(seat, *sheets)
            for document, seat in zip(told, batch, strict=True):
                _add(archive, f"matches/{stem(seat.match)}.json", [_json(document)], now)
                yield pipe.taken()
        for sheet in (*sheets, _ratings(user), _statistics(user), _meetings(user), _practice(user)):
            _add(archive, sheet.name, sheet.chunks(), now)
            yield pipe.taken()
        _add(archive, "practice.json", _practised(user), now)
    yield pipe.taken()


def _add(archive: ZipFile, name: str, texts: Iterable[str], now: datetime) -> None:
    info = ZipInfo(name, now.timetuple()[:6])
    info.compress_type = ZIP_DEFLATED
    with archive.open(info, "w", force_zip64=True) as file:
        for text in texts:
            file.write(text.encode())


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=_plain) + "\n"


def _plain(value: object) -> str:
    assert isinstance(value, datetime)
    return value.isoformat()


def batches(user: User) -> Iterator[list[Seat]]:
    """The person's seats, the first match first, each with what its lines need."""
    rounds = Prefetch("match__rounds", Round.objects.filter(ended_at__isnull=False).defer("state", "opening"))
    seats = user.match_seats.select_related("match").prefetch_related(
        "match__seats", rounds, "scores", "rating_changes"
    )
    last = 0
    while batch := list(seats.filter(pk__gt=last).order_by("pk")[:BATCH]):
        yield batch
        last = batch[-1].pk


# --- what is in it


def _account(user: User) -> dict[str, Any]:
    player = getattr(user, "player", None)
    now = Rating.objects.filter(player=player).order_by("game") if player else ()
    return {
        "name": user.name, "email": user.email, "guest": user.is_guest, "staff": user.is_staff,
        "joined": user.date_joined, "last_signed_in": user.last_login,
        "ratings": [
            {"game": one.game or "all", "rating": ratings.shown(one.mu, one.sigma).value, "mu": one.mu,
             "sigma": one.sigma, "matches": one.matches, "wins": one.wins, "at": one.at}
            for one in now
        ],
    }  # fmt: skip


def _table(table: Any) -> dict[str, Any]:
    fields = ("token", "name", "status", "public", "rules", "rules_name", "size", "target", "created_at", "closed_at")
    return {name: getattr(table, name) for name in fields}


def _rules(saved: Any) -> dict[str, Any]:
    return {"name": saved.name, "token": saved.token, "rules": saved.rules, "created_at": saved.created_at}


def stem(match: Match) -> str:
    """What a match is called in the archive, in its file's name and in all tables; it begins with a digit."""
    return f"{match.started_at:%Y-%m-%d}-{match.uid}"


def _tell(seat: Seat, matches: _Sheet, rounds: _Sheet, moves: _Sheet) -> None:
    """Add a match to the tables: its line, one for each of its rounds, one for each move of this seat."""
    match = seat.match
    names = [records.seat_name(one) for one in match.seats.all() if one.number != seat.number]
    before, after = _change(seat)
    matches.add(
        stem(match), match.started_at, match.ended_at, match.phase, match.game, match.house,
        "private" if match.private else "public", match.rated, seat.number, seat.place, seat.total, seat.firsts,
        seat.turns, seat.stand_in_turns, seat.left, ", ".join(names), before, after,
    )  # fmt: skip
    scores = {score.round_id: score for score in seat.scores.all()}
    for one in match.rounds.all():
        score = scores.get(one.pk)
        if score is not None:
            rounds.add(stem(match), one.number, one.dealt_at, one.ended_at, score.charge, score.place, score.total,
                       one.winner == seat.number, " ".join(score.hand))  # fmt: skip
    _tell_moves(match, seat, moves)


def _change(seat: Seat) -> tuple[int | None, int | None]:
    """The person's rating in the match's game before the match and after it, as shown; nothing where none is rated."""
    for one in seat.rating_changes.all():
        if one.game:
            before, after = ratings.shown(one.mu_before, one.sigma_before), ratings.shown(one.mu, one.sigma)
            return before.value, after.value
    return None, None


def _tell_moves(match: Match, seat: Seat, sheet: _Sheet) -> None:
    """A line for each move of this seat; a turn's seconds count from the deal or from the turn's move before."""
    numbers = {one.pk: one for one in match.rounds.all()}
    made = match.moves.filter(round__in=list(numbers)).order_by("number")
    before: dict[int, datetime | None] = {pk: one.dealt_at for pk, one in numbers.items()}
    for pk, number, by, text, stand_in, at in made.values_list("round", "number", "seat", "text", "stand_in", "at"):
        turn = not text.startswith(_CALLS)
        since = before[pk]
        if by == seat.number:
            seconds = round((at - since).total_seconds(), 3) if turn and since else None
            sheet.add(stem(match), numbers[pk].number, number, at, seconds, text, stand_in)
        if turn:
            before[pk] = at


def _ratings(user: User) -> _Sheet:
    sheet = _Sheet("ratings.csv", RATINGS)
    changes = RatingChange.objects.filter(player__user=user).select_related("seat__match").order_by("number", "game")
    for one in changes.iterator(200):
        before, after = ratings.shown(one.mu_before, one.sigma_before), ratings.shown(one.mu, one.sigma)
        sheet.add(stem(one.seat.match), one.at, one.game or "all", one.place, before.value, after.value, one.mu_before,
                  one.sigma_before, one.mu, one.sigma)  # fmt: skip
    return sheet


def _statistics(user: User) -> _Sheet:
    sheet = _Sheet("statistics.csv", STATISTICS)
    for one in Tally.objects.filter(user=user).order_by("game", "private"):
        sheet.add(one.game, "private" if one.private else "public", one.matches, one.wins, one.rounds, one.rounds_won,
                  one.charge, one.damage, one.cuts, one.worst, one.turns, one.turn_ms / 1000)  # fmt: skip
    return sheet


def _meetings(user: User) -> _Sheet:
    sheet = _Sheet("opponents.csv", MEETINGS)
    for one in user.meetings.select_related("other").order_by("-matches", "pk").iterator(200):
        sheet.add(one.other.name, one.matches, one.ahead, one.behind)
    return sheet


def _practice(user: User) -> _Sheet:
    sheet = _Sheet("practice.csv", PRACTICE)
    for one in user.practice_matches.defer("kept", "hands").order_by("pk"):
        game = one.rules if isinstance(one.rules, str) else one.rules.get("base")
        sheet.add(one.uid, one.played_at, game, one.size, one.target, len(one.rounds), one.totals[0], one.places[0])
    return sheet


def _practised(user: User) -> Iterator[str]:
    """An array of the practice matches, one at a time."""
    fields = (
        "uid",
        "rules",
        "target",
        "size",
        "totals",
        "places",
        "rounds",
        "hands",
        "kept",
        "played_at",
        "received_at",
    )
    mark = "["
    for one in user.practice_matches.order_by("pk").iterator(20):
        yield mark + "\n" + _json({name: getattr(one, name) for name in fields}).rstrip("\n")
        mark = ","
    yield "[]\n" if mark == "[" else "\n]\n"
