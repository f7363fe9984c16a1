"""ROOM 6: matches -> what one viewer of a table may know, in few queries. Hands leave by `Round.view` only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from math import ceil

from django.urls import reverse

from game import following, instants, presence, store
from game.engine import Round
from game.following import Known
from game.models import Match, Seat, Table, User
from game.running import Running
from game.scene import Phase, RoundEnd, Scene, SeatInfo

SAME_MOMENT = timedelta(milliseconds=100)  # seconds left need be no truer for viewers of one change


@dataclass(slots=True)
class Snapshot:
    """A table as it was at one moment, the same for every viewer. It holds secrets: it never leaves the server.

    `public` is what has been made of it for everybody, and when.
    """

    table: Table
    running: Running | None
    present: frozenset[int]
    public: tuple[datetime, Scene] | None = None

    @property
    def mark(self) -> tuple[object, ...]:
        """What changes when a page of this table may have to change (`marks`); who is connected left out."""
        match = self.running.match if self.running else None
        return (self.table.status, self.table.match_id, *(_mark(match) if match else (None,) * 5))


def _mark(match: Match) -> tuple[object, ...]:
    return (match.version, match.phase, match.deadline, match.paused_at, len(match.ready))


def take(table_ids: Collection[int]) -> dict[int, Snapshot]:
    """Tables by id, each with its latest match, in at most seven queries; those that do not exist are left out."""
    tables = {table.pk: table for table in Table.objects.filter(pk__in=table_ids)}
    matches = {table.match_id for table in tables.values() if table.match_id is not None}
    running = store.load(matches, log=True) if matches else {}
    store.keep(running.values())
    present = presence.of_tables(tables.keys(), instants.now())
    return {
        pk: Snapshot(table, running.get(table.match_id or 0), present.get(pk, frozenset()))
        for pk, table in tables.items()
    }


def follow(known: Mapping[int, tuple[Snapshot, int]]) -> dict[int, Snapshot]:
    """Tables after the moves that other processes have made since the snapshot, in one query.

    With each snapshot comes the stamp up to which nothing but moves is said to have happened (`Hub`); those tables of
    which that is not sure are left out.
    """
    moved = following.follow([Known(old.running, until) for old, until in known.values() if old.running is not None])
    store.keep(moved)
    running = {one.match.table_id: one for one in moved}
    return {
        table_id: Snapshot(old.table, running[table_id], old.present)
        for table_id, (old, _) in known.items() if table_id in running
    }  # fmt: skip


def marks(table_ids: Collection[int]) -> dict[int, tuple[object, ...]]:
    """`Snapshot.mark` of many tables in one query."""
    tables = Table.objects.filter(pk__in=table_ids).select_related("match").only(
        "status", "match__version", "match__phase", "match__deadline", "match__paused_at", "match__ready"
    )  # fmt: skip
    return {
        table.pk: (table.status, table.match_id, *(_mark(table.match) if table.match else (None,) * 5))
        for table in tables
    }


def scene(snapshot: Snapshot, user_id: int | None, now: datetime) -> Scene:
    """What this person's page shows of the match: the own seat's view, or a watcher's."""
    running = snapshot.running
    assert running is not None
    if snapshot.public is None or now - snapshot.public[0] > SAME_MOMENT:
        snapshot.public = (now, _public(snapshot, running, now))
    public = snapshot.public[1]
    if running.round is None:
        return replace(public, seat=running.seat_of_user(user_id))
    seat = running.seat_of_user(user_id)
    url = _seat_url(snapshot.table.token) if seat is None and _seat_is_free(snapshot, running, user_id) else ""
    return replace(public, seat=seat, view=running.round.view(seat), seat_url=url)


def _seat_is_free(snapshot: Snapshot, running: Running, user_id: int | None) -> bool:
    """Whether this person may take a bot's seat now, which is between rounds."""
    match, table = running.match, snapshot.table
    if match.phase != Match.Phase.BETWEEN or match.rated or table.locked or user_id in table.removed:
        return False
    return any(seat.bot for seat in running.seats)


def _public(snapshot: Snapshot, running: Running, now: datetime) -> Scene:
    """The scene but for who looks at it and what only they may see."""
    match, row = running.match, running.sealed or running.current
    phase = Phase(match.phase)
    between = phase is Phase.BETWEEN
    ended = running.round is not None and phase in (Phase.BETWEEN, Phase.OVER)
    return Scene(
        match_id=match.uid,
        version=match.version,
        phase=phase,
        round_number=match.round_number,
        rules=running.rules,
        target=match.target,
        seats=tuple([_seat(running, info, snapshot.present, now) for info in running.seats]),
        seat=None,
        view=None,
        log=running.log or (),
        seconds_left=_seconds_left(running, now),
        paused=match.paused_at is not None,
        next_in=_seconds(match.due, now) if between and match.paused_at is None else None,
        waiting_for=_waiting_for(running, snapshot.present) if between else (),
        end=_end(running, running.round) if ended and running.round is not None else None,
        commitment=row.commitment,
        result_url=_result_url(match.uid),
        table_url=_table_url(snapshot.table.token),
        shared={},
    )


@lru_cache(maxsize=4096)
def _result_url(uid: str) -> str:
    return reverse("match", args=[uid])


@lru_cache(maxsize=4096)
def _table_url(token: str) -> str:
    return reverse("table", args=[token])


@lru_cache(maxsize=4096)
def _seat_url(token: str) -> str:
    return reverse("take_over", args=[token])


def page_scene(table: Table, user: User | None) -> Scene | None:
    """The scene for a page that is asked for over HTTP; None before the table's first match."""
    snapshot = take([table.pk]).get(table.pk)
    if snapshot is None or snapshot.running is None:
        return None
    return scene(snapshot, user.pk if user is not None else None, instants.now())


def _seat(running: Running, seat: Seat, present: frozenset[int], now: datetime) -> SeatInfo:
    person = not seat.bot
    away = person and (seat.left or seat.user_id not in present)
    waits = away and not seat.left and running.match.turn == seat.number and running.match.paused_at is None
    return SeatInfo(
        number=seat.number, name=seat.name, bot=not person, person=person, away=away,
        away_seconds=_seconds(running.match.deadline, now) if waits else None, total=seat.total, left=seat.left,
        firsts=seat.firsts,
    )  # fmt: skip


def _seconds_left(running: Running, now: datetime) -> int | None:
    match = running.match
    if match.turn_seconds is None or match.paused_at is not None or match.phase != Match.Phase.PLAYING:
        return None
    return _seconds(match.deadline, now)


def _seconds(until: datetime | None, now: datetime) -> int | None:
    return None if until is None else max(0, ceil((until - now).total_seconds()))


def _waiting_for(running: Running, present: frozenset[int]) -> tuple[int, ...]:
    seats = [number for user, number in running.people().items() if user in present]
    return tuple([number for number in sorted(seats) if number not in running.match.ready])


def _end(running: Running, round_: Round) -> RoundEnd | None:
    """The round's end with every hand open: the match shows them, no view does."""
    if round_.places is None:
        return None
    return RoundEnd(
        round_number=running.current.number,
        winner=round_.winner,
        charges=round_.places if round_.scores is None else round_.scores,
        totals=tuple([seat.total for seat in running.seats]),
        hands=tuple([tuple(hand) for hand in round_.position()["hands"]]),
        places=round_.places,
        firsts=tuple([seat.firsts for seat in running.seats]),
    )
