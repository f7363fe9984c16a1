"""Running matches out of the database and back into it, many at a time; and a memory of those just written.

Writing is compare-and-swap on the match's version. Every transaction that writes takes the tables' rows first and the
matches' rows after them, each by number, so that no two can wait for each other (SQLite has one writer anyway).
"""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from django.db import connection, models
from django.db.models import Count, F, Q
from django.db.models.functions import Now

from game.engine import Event, Round, RuleSet
from game.engine.shuffle import deal_seed
from game.models import Match, Move, Score, Seat, Table, TableSeat
from game.models import Round as RoundRow
from game.running import Changes, Running
from game.scene import LogEntry

_MATCH_FIELDS = (
    "version", "phase", "round_number", "first_seat", "ready", "turn", "turn_started_at", "deadline", "due",
    "paused_at", "ended_at", "drawn",
)  # fmt: skip


class Raced(Exception):
    """Another transaction has changed one of the matches meanwhile."""


class _Memory:
    """Matches as last committed or read, so that a move needs no reading of JSON. Nothing in it is ever changed."""

    SIZE = 4096

    def __init__(self) -> None:
        self._matches: OrderedDict[int, Running] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, match: Match) -> Running | None:
        """What is known of a match in the version that its row says."""
        with self._lock:
            known = self._matches.get(match.pk)
        return known if known is not None and known.match.version == match.version else None

    def keep(self, running: Running) -> None:
        with self._lock:
            known = self._matches.get(running.match.pk)
            if known is not None and known.match.version > running.match.version:
                return  # a slow reader: what it read is older than what was written since
            self._matches[running.match.pk] = running
            self._matches.move_to_end(running.match.pk)
            if len(self._matches) > self.SIZE:
                self._matches.popitem(last=False)

    def forget(self, match_id: int) -> None:
        with self._lock:
            self._matches.pop(match_id, None)

    def clear(self) -> None:
        with self._lock:
            self._matches.clear()


memory = _Memory()


# --- reading


def load(ids: Collection[int], *, lock: bool = False, log: bool = False) -> dict[int, Running]:
    """Matches by id, each with its seats and rounds, in at most five queries; those that do not exist are left out.

    With `lock` they are held to the end of the transaction, with `log` the current round's log is read too.
    """
    if lock and connection.features.has_select_for_update:
        list(Table.objects.select_for_update().filter(match__in=ids).order_by("pk").values_list("pk"))
        matches = list(Match.objects.select_for_update().filter(pk__in=ids).order_by("pk"))
    else:
        matches = list(Match.objects.filter(pk__in=ids))
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(match__in=ids).order_by("match_id", "number"):
        seats[seat.match_id].append(seat)
    known = {match.pk: memory.get(match) for match in matches}
    rounds = _rounds([match for match in matches if match.phase != Match.Phase.PLAYING or known[match.pk] is None])
    running = {
        match.pk: _running(match, seats[match.pk], rounds.get(match.pk, {}), known[match.pk]) for match in matches
    }
    unread = [one for one in running.values() if one.log is None]
    if log and unread:
        _read_logs(unread)
    return running


def _rounds(matches: Sequence[Match]) -> dict[int, dict[int, RoundRow]]:
    """The rows of the current and of the next round, by match id and number."""
    rows: dict[int, dict[int, RoundRow]] = defaultdict(dict)
    if matches:
        ids = [match.pk for match in matches]
        # with the match in the same row: a state and the version it belongs to, though a writer may be at work
        wanted = RoundRow.objects.filter(match__in=ids, number__gte=F("match__round_number")).select_related("match")
        for row in wanted:
            rows[row.match_id][row.number] = row
    return rows


def _running(match: Match, seats: list[Seat], rows: dict[int, RoundRow], known: Running | None) -> Running:
    rules = known.rules if known else RuleSet.from_json(match.rules)
    if known is not None and not rows:
        current = copy(known.current)
    else:
        match = min(rows.items())[1].match
        current = rows[match.round_number]
        known = known if known is not None and known.match.version == match.version else None
    dealt = current.version is not None
    round_ = None
    if dealt and known is not None:
        round_ = known.round.copy() if known.round else None
    elif dealt and current.state is not None:
        round_ = Round.from_position(current.state, deal_seed(bytes(current.server_seed), current.nonces))
    sealed = rows.get(match.round_number + 1) if dealt else current
    log = () if not dealt else known.log if known else None
    return Running(match, seats, rules, current, sealed, round_, log)


def _read_logs(matches: Sequence[Running]) -> None:
    entries: dict[int, list[LogEntry]] = defaultdict(list)
    versions = {one.current.pk: one.match.version for one in matches}
    rows = Move.objects.filter(round__in=list(versions)).order_by("number")
    for round_id, number, events, stand_in in rows.values_list("round_id", "number", "events", "stand_in"):
        if number <= versions[round_id]:
            entries[round_id].append(LogEntry(number, _events(events), stand_in))
    for one in matches:
        assert one.current.version is not None
        deal = LogEntry(one.current.version, _events(one.current.opening), stand_in=False)
        one.log = (deal, *entries[one.current.pk])


def _events(rows: list[Any]) -> tuple[Event, ...]:
    return tuple([Event.from_json(row) for row in rows])


def answered(match_id: int, seat: int, move_id: str | None) -> int | None:
    """The version that a move made when it was first sent; None if it never was."""
    if move_id is None:
        return None
    return Move.objects.filter(match=match_id, seat=seat, move_id=move_id).values_list("number", flat=True).first()


# --- writing


def save(matches: Iterable[Running], versions: dict[int, int]) -> None:
    """Write down what has changed, inside a transaction. `versions`: what each match was loaded with.

    `Raced` if one of them has moved on since.
    """
    changed = [one for one in matches if one.changes]
    if not changed:
        return
    for one in changed:
        if one.changes.played and one.round is not None:
            one.current.state = one.round.position()
    _swap(changed, versions)
    _save_rounds(changed)
    Move.objects.bulk_create([move for one in changed for move in one.changes.moves])
    Score.objects.bulk_create([score for one in changed for score in one.changes.scores])
    for one in changed:
        if one.changes.scores:
            _count_turns(one)
        if one.changes.seats:
            Seat.objects.bulk_update(one.changes.seats, ["left", "total", "place", "turns", "stand_in_turns"])
        if one.changes.finished:
            _free_table(one)


def _swap(changed: Sequence[Running], versions: dict[int, int]) -> None:
    rows = [(one.match, (one.match.pk, versions[one.match.pk])) for one in changed if one.changes.touched]
    if rows and _update(Match, _MATCH_FIELDS, rows, ("id", "version")) != len(rows):
        raise Raced


def _save_rounds(changed: Sequence[Running]) -> None:
    fields: dict[int, tuple[RoundRow, set[str]]] = {}
    for one in changed:
        for row, names in one.changes.rounds:
            if names and row.pk is not None:
                fields.setdefault(id(row), (row, set()))[1].update(names)
            else:
                row.save(force_insert=row.pk is None)
    for row, names_ in fields.values():
        row.save(update_fields=sorted(names_))
    played = [(one.current, (one.current.pk,)) for one in changed if one.changes.played]
    if played:
        _update(RoundRow, ("state",), played, ("id",))


def _update(
    model: type[models.Model], names: Sequence[str], rows: Sequence[tuple[models.Model, tuple[int, ...]]],
    keys: Sequence[str],
) -> int:  # fmt: skip
    """One UPDATE for many rows, each with its own values and key; how many rows there were.

    By hand because it is on the way of every move: `bulk_update` costs ten times as much and cannot swap.
    """
    fields = [cast("models.Field[Any, Any]", model._meta.get_field(name)) for name in names]
    quote = connection.ops.quote_name
    assigned = ", ".join(f"{quote(str(field.column))} = %s" for field in fields)
    where = " AND ".join(f"{quote(key)} = %s" for key in keys)
    values = [
        (*[field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields], *key)
        for row, key in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {quote(model._meta.db_table)} SET {assigned} WHERE {where}", values)  # noqa: S608
        return int(cursor.rowcount)


def _count_turns(one: Running) -> None:
    counts = (
        Move.objects.filter(match=one.match)
        .values("seat")
        .annotate(turns=Count("pk"), stand_ins=Count("pk", filter=Q(stand_in=True)))
    )
    for count in counts.order_by():
        seat = one.seats[count["seat"]]
        seat.turns, seat.stand_in_turns = count["turns"], count["stand_ins"]


def _free_table(one: Running) -> None:
    """The match is over: its table waits for the next one, and the seats of those who got up are free."""
    table = Table.objects.filter(match=one.match, status=Table.Status.PLAYING)
    if table.update(status=Table.Status.WAITING, active_at=Now()):
        gone = [seat.user_id for seat in one.seats if seat.left]
        TableSeat.objects.filter(table=one.match.table_id, user__in=gone).delete()


def keep(matches: Iterable[Running]) -> None:
    """Remember what has been committed."""
    for one in matches:
        memory.keep(replace(one, changes=Changes()) if one.changes else one)


def next_due(now: datetime, limit: int) -> tuple[list[Match], datetime | None]:
    """Matches that the clock must look at now, those waiting longest first, and when the next one will be due."""
    waiting = Match.objects.filter(due__isnull=False).order_by("due")
    due = list(waiting.filter(due__lte=now).only("version", "phase", "paused_at", "due")[:limit])
    return due, waiting.filter(due__gt=now).values_list("due", flat=True).first()


def grant(until: datetime) -> int:
    """Let no turn of a person end before then: the clock has stood still. Returns how many matches it concerned."""
    late = Match.objects.filter(phase=Match.Phase.PLAYING, deadline__lt=until, paused_at=None)
    return late.update(deadline=until, due=until)
