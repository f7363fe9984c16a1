"""Who is connected: leases in the database, one a socket, that run out by themselves unless renewed.

A crash needs no clean-up: its leases are over 25 seconds later. Who sits at a table and has no live lease is *away*.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from game import instants
from game.models import Lease, Table

LEASE = timedelta(seconds=25)
RENEW_EVERY = 10.0  # seconds
_MOST_NAMES = 500  # in one query


@dataclass(frozen=True, slots=True)
class Socket:
    """A person's socket at a table; `name` is unique among all processes."""

    name: str
    table_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class Touched:
    """A table at which somebody came or went, and the match that runs there."""

    table_id: int
    match_id: int | None


def of_tables(ids: Collection[int], now: datetime) -> dict[int, frozenset[int]]:
    """Ids of the users connected to each table."""
    if not ids:
        return {}
    users: dict[int, set[int]] = defaultdict(set)
    for table_id, user_id in Lease.objects.filter(table__in=ids, until__gt=now).values_list("table_id", "user_id"):
        users[table_id].add(user_id)
    return {table_id: frozenset(found) for table_id, found in users.items()}


def record(came: Iterable[Socket], went: Iterable[Socket]) -> list[Touched]:
    """Write down sockets that opened and closed; the tables where a seated person's did."""
    came, went = list(came), list(went)
    now = instants.now()
    with transaction.atomic():
        _insert(came, now)
        Lease.objects.filter(socket__in=[socket.name for socket in went]).delete()
        Table.objects.filter(pk__in={socket.table_id for socket in came}).update(active_at=now)
    return _touched([(socket.table_id, socket.user_id) for socket in (*came, *went)])


def renew(sockets: Collection[Socket]) -> list[Touched]:
    """Hold the leases of open sockets for longer. One that had run out (this process was stopped) is taken again."""
    now = instants.now()
    names = [socket.name for socket in sockets]
    renewed = 0
    for start in range(0, len(names), _MOST_NAMES):
        renewed += Lease.objects.filter(socket__in=names[start : start + _MOST_NAMES]).update(until=now + LEASE)
    if renewed == len(names):
        return []
    held = set(Lease.objects.filter(until=now + LEASE).values_list("socket", flat=True))
    lost = [socket for socket in sockets if socket.name not in held]
    _insert(lost, now)
    return _touched([(socket.table_id, socket.user_id) for socket in lost])


def sweep() -> list[Touched]:
    """Delete the leases that have run out; the tables where a seated person's did."""
    dead = list(Lease.objects.filter(until__lte=instants.now()).values_list("pk", "table_id", "user_id")[:_MOST_NAMES])
    if not dead:
        return []
    Lease.objects.filter(pk__in=[pk for pk, _, _ in dead]).delete()
    return _touched([(table_id, user_id) for _, table_id, user_id in dead])


def _insert(sockets: Iterable[Socket], now: datetime) -> None:
    leases = [
        Lease(table_id=socket.table_id, user_id=socket.user_id, socket=socket.name, until=now + LEASE)
        for socket in sockets
    ]
    Lease.objects.bulk_create(leases, ignore_conflicts=True)


def _touched(visits: Collection[tuple[int, int]]) -> list[Touched]:
    """Of (table, user) pairs, the tables at which that user sits."""
    tables = {table_id for table_id, _ in visits}
    seated = Table.objects.filter(pk__in=tables, seats__user__in={user_id for _, user_id in visits})
    rows = seated.values_list("pk", "match_id", "status", "seats__user_id")
    found = {
        pk: match if status == Table.Status.PLAYING else None
        for pk, match, status, user in rows
        if (pk, user) in visits
    }
    return [Touched(table_id, match_id) for table_id, match_id in found.items()]
