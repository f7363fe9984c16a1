"""ROOM 6: lists of matches with filters, newest first, page by page: one's own, a player's, everybody's public ones.

A page begins where the one before ended, so the hundredth costs what the first does; nothing is counted or skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from game import lobby, ratings
from game.engine import RuleSet
from game.mine import bot_name
from game.models import ALL_GAMES, Match, PracticeMatch, RatingChange, Seat, User
from game.records import house, seat_name

PAGE = 20  # matches on a page
DAYS = {"week": 7, "month": 30, "year": 365}
"""Periods that may be asked for: the last so many days."""
RESULTS = ("won", "drawn", "lost", "abandoned")
# what a line is made of
_MATCH = ("uid", "private", "rules", "rated", "target", "size", "phase", "drawn")
_MATCHES = tuple([f"match__{name}" for name in _MATCH])
_SEAT = ("number", "at", "total", "place", "user")
_EPOCH = datetime.fromtimestamp(0, UTC)
_MARK = re.compile(r"([0-9]{1,16})([-p])([0-9]{1,18})")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches; None and "" mean any. `kind` is online or practice.

    `opponent` is an account, `called` what somebody else at the table was called; `until` is the last moment.
    """

    game: str = ""
    opponent: User | None = None
    called: str = ""
    bots: bool | None = None
    """Whether bots sat there."""
    result: str = ""
    since: datetime | None = None
    until: datetime | None = None
    rated: bool | None = None
    private: bool | None = None
    kind: str = ""
    nothing: bool = False
    """Something was asked for that there is not."""

    @property
    def online_only(self) -> bool:
        """Whether no practice match can be meant."""
        somebody = self.opponent is not None or bool(self.called) or self.bots is False
        return self.kind == "online" or somebody or self.rated is not None or self.private is not None


@dataclass(frozen=True, slots=True)
class Somebody:
    """Who sat in a match: an account by its name of today and the address of its page, others as they were called."""

    name: str
    address: str
    place: int | None


@dataclass(frozen=True, slots=True)
class Mark:
    """A line that a page ends with: the next one goes on after it, also among matches of the very same moment."""

    at: datetime
    id: int
    practice: bool = False

    def __str__(self) -> str:
        return f"{(self.at - _EPOCH) // timedelta(microseconds=1)}{'p' if self.practice else '-'}{self.id}"


@dataclass(frozen=True, slots=True)
class Line:
    """A match in a list. `total` and `place` are those of the person whose list it is, None in the list of all.

    `table` is the token of where it goes on; `rating` and `change` are there once a rated match has been counted.
    """

    id: int
    uid: str
    at: datetime
    phase: str
    by_points: bool
    game: str
    house: str
    length: str
    size: int
    total: int | None
    place: int | None
    drawn: bool
    people: tuple[Somebody, ...]
    """In a person's list the others, in the list of all everybody, by place."""
    private: bool = False
    rated: bool = False
    rating: int | None = None
    change: int = 0
    table: str | None = None
    practice: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """Lines, newest first; `before` is what the next page begins before, empty if there is none."""

    lines: tuple[Line, ...]
    before: str


def mark(text: str) -> Mark | None:
    """What `Page.before` says; None for an empty text and for nonsense."""
    found = _MARK.fullmatch(text)
    if found is None:
        return None
    at, kind, number = found.groups()
    return Mark(_EPOCH + timedelta(microseconds=int(at)), int(number), kind == "p")


def since(period: str, now: datetime) -> datetime | None:
    """When a period that may be asked for began."""
    return now - timedelta(days=DAYS[period]) if period in DAYS else None


def own(user: User, wanted: Wanted, before: Mark | None) -> Page:
    """Matches that somebody sat in, and practice; five queries, however many there are."""
    lines: list[Line] = []
    if wanted.kind != "practice" and not wanted.nothing:
        seats = _of(user, wanted, before).select_related("match__table").only(*_SEAT, *_MATCHES, "match__table__token")
        if wanted.private is not None:
            seats = seats.filter(match__private=wanted.private)
        if wanted.result == "abandoned":
            seats = seats.filter(match__phase=Match.Phase.ABANDONED)
        lines += [_sat(seat) for seat in seats[: PAGE + 1]]
    if not wanted.online_only and not wanted.nothing:
        lines += _practised(user, wanted, before)
    return _page(sorted(lines, key=lambda line: (line.at, not line.practice, line.id), reverse=True))


def of_player(user: User, wanted: Wanted, before: Mark | None) -> Page:
    """Somebody's public matches that are over; four queries."""
    seats = _of(user, wanted, before).filter(match__private=False, match__phase=Match.Phase.OVER)
    seats = seats.select_related("match").only(*_SEAT, *_MATCHES, "match__table")
    return _page([] if wanted.nothing else [_sat(seat) for seat in seats[: PAGE + 1]])


def public(wanted: Wanted, before: Mark | None) -> Page:
    """Everybody's public matches that are over; two queries."""
    found = Match.objects.filter(private=False, phase=Match.Phase.OVER).order_by("-started_at", "-pk")
    if wanted.game:
        found = found.filter(game=wanted.game)
    if wanted.rated is not None:
        found = found.filter(rated__in=[wanted.rated])  # SQLite finds no index for a column that is its own condition
    found = found.filter(_within("started_at", wanted))
    if before is not None:
        found = found.filter(_after("started_at", before))
    matches = found.only("started_at", *_MATCH).prefetch_related(Prefetch("seats", _people()))
    return _page([] if wanted.nothing else [_public(match) for match in matches[: PAGE + 1]])


def _page(lines: list[Line]) -> Page:
    last = lines[PAGE - 1] if len(lines) > PAGE else None
    return Page(tuple(lines[:PAGE]), str(Mark(last.at, last.id, last.practice)) if last else "")


def _within(field: str, wanted: Wanted) -> Q:
    """Rows of the time that is asked for."""
    found = Q()
    if wanted.since is not None:
        found &= Q(**{f"{field}__gte": wanted.since})
    if wanted.until is not None:
        found &= Q(**{f"{field}__lte": wanted.until})
    return found


def _after(field: str, mark: Mark, *, practice: bool = False) -> Q:
    """Rows that come after a mark: of the same moment those of smaller ids, and practice after all others."""
    if practice == mark.practice:
        # the first condition is the one that an index knows
        return Q(**{f"{field}__lte": mark.at}) & (Q(**{f"{field}__lt": mark.at}) | Q(pk__lt=mark.id))
    return Q(**{f"{field}__{'lte' if practice else 'lt'}": mark.at})


def _of(user: User, wanted: Wanted, before: Mark | None) -> QuerySet[Seat]:
    """A person's seats in matches that are wanted, newest first, with what a line tells of the others."""
    seats = Seat.objects.filter(user=user)
    if wanted.game:
        seats = seats.filter(game=wanted.game)
    seats = seats.filter(_within("at", wanted))
    if before is not None:
        seats = seats.filter(_after("at", before))
    if wanted.result == "lost":
        seats = seats.filter(place__gt=1)
    elif wanted.result in ("won", "drawn"):
        seats = seats.filter(place=1, match__drawn=wanted.result == "drawn")
    if wanted.rated is not None:
        seats = seats.filter(match__rated=wanted.rated)
    others = Seat.objects.filter(match=OuterRef("match")).exclude(number=OuterRef("number"))
    if wanted.opponent is not None:
        seats = seats.filter(Exists(others.filter(user=wanted.opponent)))
    if wanted.called:
        seats = seats.filter(Exists(others.filter(name__iexact=wanted.called)))
    if wanted.bots is not None:
        bots = Exists(others.exclude(bot=""))
        seats = seats.filter(bots if wanted.bots else ~bots)
    changes = RatingChange.objects.exclude(game=ALL_GAMES)
    told = Prefetch("match__seats", _people())
    return seats.order_by("-at", "-pk").prefetch_related(told, Prefetch("rating_changes", changes))


def _people() -> QuerySet[Seat]:
    """Seats, with what a line says of who sat there."""
    shown = ("match", "number", "name", "bot", "place", "user__name", "user__username", "user__is_guest")
    return Seat.objects.select_related("user").only(*shown)


def _somebody(seat: Seat) -> Somebody:
    user = seat.user
    if user is None or user.is_guest:
        return Somebody(seat_name(seat), "", seat.place)
    return Somebody(user.name, user.address, seat.place)


def _sat(seat: Seat) -> Line:
    match, rules = seat.match, RuleSet.from_json(seat.match.rules)
    change = next(iter(seat.rating_changes.all()), None)
    after = ratings.shown(change.mu, change.sigma).value if change else None
    table = match.table if match.phase not in (Match.Phase.OVER, Match.Phase.ABANDONED) else None
    return Line(
        id=seat.pk, uid=match.uid, at=seat.at, phase=match.phase, by_points=rules.by_points,
        game=lobby.game_name(match.rules), house=house(rules), length=lobby.length(rules, match.target),
        size=match.size, total=seat.total, place=seat.place, drawn=match.drawn,
        people=tuple([_somebody(other) for other in match.seats.all() if other.number != seat.number]),
        private=match.private, rated=match.rated, rating=after,
        change=after - ratings.shown(change.mu_before, change.sigma_before).value if change and after else 0,
        table=table.token if table else None,
    )  # fmt: skip


def _public(match: Match) -> Line:
    rules = RuleSet.from_json(match.rules)
    seats = sorted(match.seats.all(), key=lambda seat: (seat.place or match.size, seat.number))
    return Line(
        id=match.pk, uid=match.uid, at=match.started_at, phase=match.phase, by_points=rules.by_points,
        game=lobby.game_name(match.rules), house=house(rules), length=lobby.length(rules, match.target),
        size=match.size, total=None, place=None, drawn=match.drawn, people=tuple(map(_somebody, seats)),
        rated=match.rated,
    )  # fmt: skip


# --- practice: at most some hundreds a person, so what is in their JSON is looked at here


def _practised(user: User, wanted: Wanted, before: Mark | None) -> list[Line]:
    found = PracticeMatch.objects.filter(owner=user).defer("kept", "hands", "rounds").order_by("-played_at", "-pk")
    found = found.filter(_within("played_at", wanted))
    if before is not None:
        found = found.filter(_after("played_at", before, practice=True))
    if not wanted.game and not wanted.result:
        found = found[: PAGE + 1]
    lines = []
    for match in _meant(found, wanted):
        lines.append(_practice_line(match))
        if len(lines) > PAGE:
            break
    return lines


def _meant(found: Iterable[PracticeMatch], wanted: Wanted) -> Iterator[PracticeMatch]:
    for match in found:
        game = match.rules if isinstance(match.rules, str) else match.rules["base"]
        drawn = match.places.count(1) > 1
        result = "lost" if match.places[0] > 1 else "drawn" if drawn else "won"
        if wanted.game in ("", game) and wanted.result in ("", result):
            yield match


def _practice_line(match: PracticeMatch) -> Line:
    rules = RuleSet.from_json(match.rules)
    return Line(
        id=match.pk, uid=match.uid, at=match.played_at, phase=Match.Phase.OVER, by_points=rules.by_points,
        game=lobby.game_name(match.rules), house=house(rules), length=lobby.length(rules, match.target),
        size=match.size, total=match.totals[0], place=match.places[0], drawn=match.places.count(1) > 1,
        people=tuple([Somebody(bot_name(seat), "", match.places[seat]) for seat in range(1, match.size)]),
        practice=True,
    )  # fmt: skip
