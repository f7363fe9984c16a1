"""Running matches out of the database and back into it, many at a time.

Writing is compare-and-swap on the match's stamp. A transaction takes tables' rows before matches' rows, each by number,
so that no two can wait for each other (SQLite has one writer anyway).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db import connection
from django.db.models import Count, F, Q
from django.db.models.functions import Now

from game import rows
from game.changes import clone
from game.engine import Event, Round, RuleSet
from game.engine.shuffle import deal_seed
from game.memory import memory
from game.models import Match, Move, Score, Seat, Table, TableSeat
from game.models import Round as RoundRow
from game.running import Running
from game.scene import LogEntry

MOVED = (
    "stamp", "version", "turn_version", "turn", "turn_started_at", "deadline", "call_seat", "call_due", "due",
    "paused_at",
)  # fmt: skip
"""Fields of a match that an ordinary move changes."""
_CHANGED = (*MOVED, "phase", "round_number", "first_seat", "ready", "ended_at", "drawn")
_SEAT = ("left", "total", "firsts", "place", "turns", "stand_in_turns")
_MOVE = ("match", "round", "number", "seat", "text", "events", "move_id", "user", "stand_in", "at")


class Raced(Exception):
    """Another transaction has changed one of the matches meanwhile."""


# --- reading


def remembered(ids: Collection[int]) -> dict[int, Running]:
    """Copies of those matches that this process knows. They may be out of date: `save` finds out."""
    known = [memory.get(match_id) for match_id in ids]
    return {one.match.pk: one.copy() for one in known if one is not None}


def load(ids: Collection[int], *, lock: bool = False, log: bool = False) -> dict[int, Running]:
    """Matches by id, each with its seats and rounds, in at most five queries; those that do not exist are left out.

    With `lock` they are held to the end of the transaction, with `log` the current round's log is read too.
    """
    if not ids:
        return {}
    if lock and connection.features.has_select_for_update:
        hold_tables(ids)
        matches = list(Match.objects.select_for_update().filter(pk__in=ids).order_by("pk"))
    else:
        matches = list(Match.objects.filter(pk__in=ids))
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(match__in=ids).order_by("match_id", "number"):
        seats[seat.match_id].append(seat)
    known = {match.pk: _known(match) for match in matches}
    rounds = _rounds([match for match in matches if match.phase != Match.Phase.PLAYING or known[match.pk] is None])
    running = {}
    for match in matches:
        found = rounds.get(match.pk, {})
        if any(row.match.stamp != match.stamp for row in found.values()):
            return load(ids, log=log)  # a writer was at work meanwhile
        running[match.pk] = _running(match, seats[match.pk], found, known[match.pk])
    unread = [one for one in running.values() if one.log is None]
    if log and unread:
        _read_logs(unread)
    return running


def as_of(matches: Iterable[Match]) -> list[Running]:
    """Matches to look at, of which at least id and stamp have just been read: out of memory where that is as good."""
    known = [one for match in matches if (one := memory.get(match.pk)) and one.match.stamp == match.stamp]
    return [*known, *load({match.pk for match in matches} - {one.match.pk for one in known}).values()]


def hold_tables(ids: Collection[int]) -> None:
    """Lock the tables at which these matches are the latest, before anything else of them is locked."""
    if ids and connection.features.has_select_for_update:
        list(Table.objects.select_for_update().filter(match__in=ids).order_by("pk").values_list("pk"))


def _known(match: Match) -> Running | None:
    """What is remembered of a match, if that is of the version of its row: the round and its log are the same then."""
    known = memory.get(match.pk)
    return known if known is not None and known.match.version == match.version else None


def _rounds(matches: Sequence[Match]) -> dict[int, dict[int, RoundRow]]:
    """The rows of the current and of the next round, by match id and number."""
    found: dict[int, dict[int, RoundRow]] = defaultdict(dict)
    if matches:
        ids = [match.pk for match in matches]
        # with the match in the same row: it tells whether the state belongs to the version that was read before
        wanted = RoundRow.objects.filter(match__in=ids, number__gte=F("match__round_number")).select_related("match")
        for row in wanted:
            found[row.match_id][row.number] = row
    return found


def _running(match: Match, seats: list[Seat], found: dict[int, RoundRow], known: Running | None) -> Running:
    rules = known.rules if known else RuleSet.from_json(match.rules)
    current = found[match.round_number] if found else clone(known.current) if known else None
    assert current is not None
    dealt = current.version is not None
    round_ = None
    if dealt and known is not None:
        round_ = known.round.copy() if known.round else None
    elif dealt and current.state is not None:
        round_ = Round.from_position(current.state, deal_seed(bytes(current.server_seed), current.nonces))
    sealed = found.get(match.round_number + 1) if dealt else current
    log = () if not dealt else known.log if known else None
    return Running(match, seats, rules, current, sealed, round_, log)


def _read_logs(matches: Sequence[Running]) -> None:
    """The logs of the current rounds. A log only grows: of one that is remembered only what came since is read."""
    logs = {one.match.pk: _log_so_far(one) for one in matches}
    versions = {one.match.pk: one.match.version for one in matches}
    unread = reduce(or_, [Q(match=pk, number__gt=log[-1].number) for pk, log in logs.items()])
    moves = Move.objects.filter(unread).order_by("number")
    for pk, number, events, stand_in, by in moves.values_list("match_id", "number", "events", "stand_in", "seat"):
        if number <= versions[pk]:
            logs[pk] = (*logs[pk], LogEntry(number, _events(events), stand_in, by))
    for one in matches:
        one.log = logs[one.match.pk]


def _log_so_far(one: Running) -> tuple[LogEntry, ...]:
    """What is remembered of the current round's log; at least its deal."""
    known, dealt = memory.get(one.match.pk), one.current.version
    assert dealt is not None
    if known is not None and known.log and known.log[0].number == dealt and known.match.version <= one.match.version:
        return known.log
    return (LogEntry(dealt, _events(one.current.opening), stand_in=False),)


def _events(written: list[Any]) -> tuple[Event, ...]:
    return tuple([Event.from_json(row) for row in written])


def answered(match_id: int, seat: int, move_id: str | None) -> int | None:
    """The version that a move made when it was first sent; None if it never was."""
    if move_id is None:
        return None
    return Move.objects.filter(match=match_id, seat=seat, move_id=move_id).values_list("number", flat=True).first()


# --- writing


def save(matches: Iterable[Running]) -> None:
    """Write down what has changed, inside a transaction. `Raced` if a match has been changed by somebody else since."""
    changed = sorted([one for one in matches if one.changes], key=lambda one: one.match.pk)
    if not changed:
        return
    hold_tables([one.match.pk for one in changed if one.changes.finished])
    for one in changed:
        if one.changes.played and one.round is not None:
            one.current.state = one.round.position()
    _swap(changed)
    _save_rounds(changed)
    rows.insert(Move, _MOVE, [move for one in changed for move in one.changes.moves])
    for one in changed:
        if one.changes.scores:
            Score.objects.bulk_create(one.changes.scores)
            _count_turns(one)
        if one.changes.seats:
            rows.update(Seat, _SEAT, ("id",), [(seat, (seat.pk,)) for seat in one.seats])
        if one.changes.finished:
            _free_table(one)


def _swap(changed: Sequence[Running]) -> None:
    swapped = 0
    for names in (MOVED, _CHANGED):
        batch: list[rows.Row] = []
        for one in changed:
            if names is (MOVED if one.changes.only_moves else _CHANGED):
                stamp, one.match.stamp = one.match.stamp, one.match.stamp + 1
                batch.append((one.match, (one.match.pk, stamp)))
        swapped += rows.update(Match, names, ("id", "stamp"), batch)
    if swapped != len(changed):
        raise Raced


def _save_rounds(changed: Sequence[Running]) -> None:
    fields: dict[int, tuple[RoundRow, set[str]]] = {}
    for one in changed:
        for row, names in one.changes.rounds:
            if row.pk is None:
                row.save(force_insert=True)
            elif names:
                fields.setdefault(id(row), (row, set()))[1].update(names)
    for row, wanted in fields.values():
        row.save(update_fields=sorted(wanted))
    played: list[rows.Row] = [(one.current, (one.current.pk,)) for one in changed if one.changes.played]
    rows.update(RoundRow, ("state",), ("id",), played)


def _count_turns(one: Running) -> None:
    calls = Q(text="macao") | Q(text__startswith="catch")  # they belong to no turn
    counts = (
        Move.objects.filter(~calls, match=one.match)
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
    """Remember what has been committed or read."""
    for one in matches:
        memory.keep(one)


def next_due(now: datetime, limit: int) -> tuple[list[Match], datetime | None]:
    """Matches that the clock must look at now, those waiting longest first, and when the next one will be due."""
    waiting = Match.objects.filter(due__isnull=False).order_by("due")
    due = list(waiting.filter(due__lte=now).only("stamp", "phase", "paused_at")[:limit])
    return due, waiting.filter(due__gt=now).values_list("due", flat=True).first()


def grant(until: datetime) -> int:
    """Let no turn of a person end before then: the clock has stood still. Returns how many matches it concerned."""
    late = Match.objects.filter(phase=Match.Phase.PLAYING, deadline__lt=until, paused_at=None)
    return late.update(deadline=until, due=until, stamp=F("stamp") + 1)
