"""ROOM 6: leaderboards, read page by page out of rows that `game.booking` keeps."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from game import ratings
from game.models import EVER, BoardRow, Player, User
from game.models.accounts import address

PAGE = 50
PERIODS = ("", "month", "week")
"""What may be asked for: ever, this month, this week."""


class _Row(NamedTuple):
    """A row of a board as a line needs it: no models are made of fifty rows."""

    pk: int
    rating: int
    matches: int
    wins: int
    user: int | None
    name: str | None
    username: str | None


_COLUMNS = ("pk", "rating", "matches", "wins", "player__user", "player__user__name", "player__user__username")


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line. `place` is None while it is not listed; a bot has neither a name nor a page's address."""

    place: int | None
    name: str
    address: str
    rating: int
    matches: int
    wins: int
    you: bool

    @property
    def won(self) -> int:
        """Matches won, in percent."""
        return round(100 * self.wins / self.matches)


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard. `own` is the viewer's line where it is not among `lines`.

    `missing` is how many matches the viewer's line still needs to be listed; `after` is where the next page begins.
    """

    lines: tuple[Line, ...]
    own: Line | None
    missing: int
    least: int
    after: str
    first: bool


def key_of(period: str, now: datetime) -> str:
    """The stored name of this week or this month; "" for ever and for anything else."""
    _ever, month, week = ratings.periods(now)
    return {"month": month, "week": week}.get(period, EVER)


def board(game: str, period: str, viewer: User | None, after: str = "") -> Board:
    """A page of the board of a game (or `ALL_GAMES`) and a stored period, the best first; at most six queries.

    `after` is such a text as `Board.after`; nonsense is as good as none.
    """
    listed = BoardRow.objects.filter(game=game, period=period, listed=True)
    rows = listed.order_by("-rating", "pk")
    start = _read(after)
    if start is not None:
        rating, pk = start
        # in one range of the index, of which the first few rows are not wanted
        rows = rows.filter(rating__lte=rating).exclude(rating=rating, pk__lte=pk)
    found = [_Row(*row) for row in rows.values_list(*_COLUMNS)[: PAGE + 1]]
    lines = _placed(listed, found[:PAGE], viewer, whole=start is None)
    more = f"{found[PAGE - 1].rating}.{found[PAGE - 1].pk}" if len(found) > PAGE else ""
    own, missing = None, 0
    if not any(line.you for line in lines):
        own, missing = _own(game, period, viewer)
    return Board(lines, own, missing, ratings.least(period), more, first=start is None)


def _read(after: str) -> tuple[int, int] | None:
    rating, _, pk = after.partition(".")
    if not (rating.lstrip("-").isdecimal() and pk.isdecimal() and after.isascii() and len(after) < 30):
        return None
    return int(rating), int(pk)


def _placed(listed: QuerySet[BoardRow], rows: list[_Row], viewer: User | None, *, whole: bool) -> tuple[Line, ...]:
    """Lines with their places: equal ratings share the better one, also over the border of a page."""
    if not rows:
        return ()
    first = rows[0]
    better = 0 if whole else listed.filter(rating__gt=first.rating).count()
    before = 0 if whole else better + listed.filter(rating=first.rating, pk__lt=first.pk).count()
    lines, place = [], better + 1
    for number, row in enumerate(rows):
        if row.rating != rows[number - 1].rating and number:
            place = before + number + 1
        lines.append(_line(row, place, viewer))
    return tuple(lines)


def _line(row: _Row, place: int | None, viewer: User | None) -> Line:
    name, you = row.name or "", viewer is not None and row.user == viewer.pk
    return Line(place, name, address(name, row.username or ""), row.rating, row.matches, row.wins, you)


def _own(game: str, period: str, viewer: User | None) -> tuple[Line | None, int]:
    if viewer is None:
        return None, 0
    for row, place in placed(BoardRow.objects.filter(game=game, period=period, player__user=viewer)):
        missing = 0 if row.listed else ratings.least(period) - row.matches
        line = Line(
            place if row.listed else None, viewer.name, viewer.address, row.rating, row.matches, row.wins, you=True
        )
        return line, missing
    return None, 0


def placed(rows: QuerySet[BoardRow]) -> list[tuple[BoardRow, int]]:
    """Those rows, and the place that each has or would have; one query."""
    better = BoardRow.objects.filter(
        game=OuterRef("game"), period=OuterRef("period"), listed=True, rating__gt=OuterRef("rating")
    )
    count = better.order_by().values("game").annotate(count=Count("pk")).values("count")
    place = Coalesce(Subquery(count, output_field=IntegerField()), 0) + 1
    return [(row, row.place) for row in rows.annotate(place=place)]


def player_of(user: User) -> Player | None:
    """Who somebody is to the leaderboards; None for who has played no rated match."""
    return Player.objects.filter(user=user).first()
