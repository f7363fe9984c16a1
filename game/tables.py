"""ROOM 6: what people do with a table: open, sit, get up, set it, start, ask for a rematch. The only writer of tables.

Every function is one transaction, takes the person who acts (never a claim about who they are), and tells the hub
after the commit. Order of checks: the table is there and open, the person may, the state allows it.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q

from game import agreement, hub, instants, lobby, matches, names
from game.engine import RuleError, RuleSet
from game.engine.presets import PARAMETERS
from game.errors import MatchRunning, NotHost, NotSeated, NotStarted, SeatTaken, TableClosed, TableFull, TableLocked
from game.models import Lease, Match, Seat, Table, TableSeat, User
from game.presenter.games import has_house_rules
from game.presenter.parameters import LENGTHS

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # no I L O 0 1: they are misread aloud
DESERTED_AFTER = timedelta(minutes=10)
SETTINGS = ("name", "rules", "rules_name", "turn_seconds", "size", "public", "watchable", "locked", "rated")


def open_table(
    host: User, *, name: str, rules: RuleSet, rules_name: str = "", public: bool = False, size: int = 4,
    target: int | None = None, turn_seconds: int | None = 30, watchable: bool = True, bot_seconds: float | None = None,
) -> Table:  # fmt: skip
    """A new table with its host in seat 0. `RuleError` names what does not go with the rules: `seats`, `public`."""
    _check_rules(rules, size, public)
    with transaction.atomic():
        table = Table.objects.create(
            token=secrets.token_urlsafe(16), code=_free_code(), name=name, host=host, public=public,
            rules=rules.to_json(), rules_name=rules_name, size=size, target=target or rules.target,
            turn_seconds=turn_seconds, watchable=watchable, bot_seconds=bot_seconds,
        )  # fmt: skip
        TableSeat.objects.create(table=table, number=0, user=host)
    hub.announce_lobby()
    return table


def rules_of(table: Table) -> RuleSet:
    """The rules of a table, the length of its matches with them."""
    rules = RuleSet.from_json(table.rules)
    length = next(name for name in LENGTHS if name in PARAMETERS[rules.id])
    return RuleSet.named(rules.id, **{**rules.parameters(), length: table.target})


def _check_rules(rules: RuleSet, size: int, public: bool) -> None:
    rules.pack(size)  # a RuleError for more or fewer seats than they are for
    if public and has_house_rules(rules):
        raise RuleError("public", "whoever comes by expects the game's own rules")


def _free_code() -> str:
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(6))
        if not Table.objects.filter(code=code).exists():
            return code


def sit(table_id: int, user: User, number: int | None = None) -> TableSeat:
    """Seat a person: at `number`, or at the first free seat; sitting twice is the same seat (faults B71)."""
    with _at(table_id) as table:
        seats = {seat.number: seat for seat in table.seats.all()}
        for seat in seats.values():
            if seat.user_id == user.pk:
                return seat
        if user.pk in table.removed or (table.locked and user.pk != table.host_id):
            raise TableLocked(table)
        if table.status == Table.Status.PLAYING:
            return _take_over(table, seats, user, number)
        free = [n for n in range(table.size) if n not in seats]
        if number is None and free:
            number = free[0]
        if number is None or not free:
            raise TableFull(table)
        if number not in free:
            raise SeatTaken(table)
        return _insert(table, number, user=user)


def _take_over(table: Table, seats: dict[int, TableSeat], user: User, number: int | None) -> TableSeat:
    """A person takes a bot's seat between rounds."""
    match = table.match
    if match is None or match.phase != Match.Phase.BETWEEN or match.rated:
        raise MatchRunning(table)  # whoever is rated has agreed to it before the first deal
    bots = [n for n, seat in sorted(seats.items()) if seat.bot and number in (None, n)]
    if not bots:
        raise TableFull(table)
    seat = seats[bots[0]]
    TableSeat.objects.filter(pk=seat.pk).update(user=user, bot="")
    Seat.objects.filter(match=match, number=seat.number).update(user=user, bot="", name=user.name, left=False)
    matches.forget(match.pk)
    seat.refresh_from_db()
    return seat


def _insert(table: Table, number: int, *, user: User | None = None, bot: str = "") -> TableSeat:
    try:
        with transaction.atomic():
            return TableSeat.objects.create(table=table, number=number, user=user, bot=bot)
    except IntegrityError as error:
        raise SeatTaken(table) from error


def stand(table_id: int, user: User) -> None:
    """Get up. During a match the seat stays in it and a stand-in plays on; before one it is free again.

    A host who gets up hands over to the next person; the last person to get up closes the table.
    """
    with _at(table_id) as table:
        seat = table.seats.filter(user=user).first()
        if seat is None:
            raise NotSeated(table)
        if table.status == Table.Status.PLAYING:
            matches.leave(table, user)
        else:
            seat.delete()
        _after_leaving(table, user)


def _after_leaving(table: Table, user: User) -> None:
    left = Seat.objects.filter(match=table.match, user=OuterRef("user"), left=True)
    people = table.seats.filter(user__isnull=False)
    if table.status == Table.Status.PLAYING:
        people = people.filter(~Exists(left))
    others = [seat.user for seat in people.select_related("user") if seat.user_id != user.pk]
    if not others:
        _close(table)
    elif table.host_id == user.pk:
        Table.objects.filter(pk=table.pk).update(host=others[0])


def remove(table_id: int, host: User, number: int) -> None:
    """The host sends a player away: a bot's seat is free, a person may not come back to this table."""
    with _at(table_id, host=host) as table:
        seat = table.seats.filter(number=number).select_related("user").first()
        if seat is None or seat.user_id == host.pk:
            raise NotSeated(table)
        if seat.user is not None:
            Table.objects.filter(pk=table.pk).update(removed=[*table.removed, seat.user.pk])
            if table.status == Table.Status.PLAYING:
                matches.leave(table, seat.user)
        elif table.status == Table.Status.PLAYING:
            raise MatchRunning(table)
        seat.delete()


def add_bot(table_id: int, host: User, number: int | None = None, policy: str = "sensible") -> TableSeat:
    """Put a bot into a free seat (the first, if none is named)."""
    with _at(table_id, host=host) as table:
        _must_wait(table)
        taken = set(table.seats.values_list("number", flat=True))
        free = [n for n in range(table.size) if n not in taken and number in (None, n)]
        if not free:
            raise TableFull(table)
        return _insert(table, free[0], bot=policy)


def configure(table_id: int, host: User, changes: Mapping[str, Any]) -> Table:
    """Change settings (`SETTINGS`, values already cleaned; `rules` is a `RuleSet`, and brings its target with it).

    While a match runs only door and watching may change. With other rules a rematch is asked for anew.
    `RuleError` as in `open_table`.
    """
    unknown = set(changes) - set(SETTINGS)
    if unknown:
        raise ValueError(f"no such settings: {sorted(unknown)}")
    with _at(table_id, host=host) as table:
        if not set(changes) <= {"locked", "watchable"}:
            _must_wait(table)
        rules = changes.get("rules") or RuleSet.from_json(table.rules)
        size = changes.get("size", table.size)
        _check_rules(rules, size, changes.get("public", table.public))
        if table.seats.filter(number__gte=size).exists():
            raise SeatTaken(table)
        if "rules" in changes:
            changes = {**changes, "rules": rules.to_json(), "target": rules.target}
            if (changes["rules"], rules.target) != (table.rules, table.target):
                table.seats.update(ready=False, agreed=False)
        if changes.get("rated"):
            table.seats.filter(user=host).update(agreed=True)  # who proposes agrees
        Table.objects.filter(pk=table.pk).update(**changes)
        table.refresh_from_db()
        return table


def agree(table_id: int, user: User, *, on: bool) -> None:
    """Agree that the next match is rated, or take that back."""
    with _at(table_id) as table:
        _must_wait(table)
        if not table.seats.filter(user=user).update(agreed=on):
            raise NotSeated(table)


def hand_over(table_id: int, host: User, number: int) -> None:
    """Make another seated person the host."""
    with _at(table_id, host=host) as table:
        seat = table.seats.filter(number=number, user__isnull=False).first()
        if seat is None:
            raise NotSeated(table)
        Table.objects.filter(pk=table.pk).update(host=seat.user)


def start(table_id: int, host: User, *, fill: bool = False) -> Match:
    """Begin a match with those who sit; `fill` puts bots into the free seats first."""
    with _at(table_id, host=host) as table:
        _must_wait(table)
        if fill:
            taken = set(table.seats.values_list("number", flat=True))
            for number in set(range(table.size)) - taken:
                _insert(table, number, bot="sensible")
        return _begin(table)


def rematch(table_id: int, user: User) -> Match | None:
    """Ask for another match; it begins when every seated person has asked. None: others are still to ask."""
    with _at(table_id) as table:
        _must_wait(table)
        if table.match is None:
            raise NotStarted(table)
        if not table.seats.filter(user=user).update(ready=True):
            raise NotSeated(table)
        if table.seats.filter(user__isnull=False, ready=False).exists():
            return None
        return _begin(table)


def _begin(table: Table) -> Match:
    seats = list(table.seats.select_related("user"))
    rules = RuleSet.from_json(table.rules)
    if len(seats) < rules.min_seats:
        raise NotStarted(table)
    match = matches.begin(table, seats, instants.now(), rated=agreement.why_unrated(table, seats) is None)
    table.seats.update(ready=False)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.PLAYING, match=match)
    return match


NEUTRAL_TITLE = "Macao"


def forget(user: User, rules_names: Collection[str]) -> set[int]:
    """Before a person goes: tables named after them get a neutral title. Returns the ids of those that are changed.

    `rules_names` are those of the person's house rules that hold their name; no table says them any more. This reads
    the names of all tables, closed ones too: it happens once in the life of an account.
    """
    usual = [lobby.default_title(user, language) for language, _name in settings.LANGUAGES]
    others = Q(host__isnull=False, host__name=user.name) & ~Q(host=user)
    own = {
        *Table.objects.filter(host=user).values_list("pk", flat=True),
        *user.tableseat_set.values_list("table_id", flat=True),
        *Match.objects.filter(seats__user=user, table__isnull=False).values_list("table_id", flat=True),
        *Table.objects.filter(name__in=usual).exclude(others).values_list("pk", flat=True),
    }
    key = names.key(user.name)
    named = Table.objects.filter(pk__in=own).values_list("pk", "name", "rules_name")
    titles, rules = set(), set(Table.objects.filter(rules_name__in=rules_names).values_list("pk", flat=True))
    for pk, name, rules_name in named:
        if key in names.key(name):
            titles.add(pk)
        if key in names.key(rules_name):
            rules.add(pk)
    Table.objects.filter(pk__in=titles).update(name=NEUTRAL_TITLE)
    Table.objects.filter(pk__in=rules).update(rules_name="")
    return titles | rules


def close_deserted(now: datetime) -> int:
    """Close tables that nobody has been at for ten minutes; their running matches are abandoned. Returns how many."""
    live = Lease.objects.filter(table=OuterRef("pk"), until__gt=now - DESERTED_AFTER)
    idle = Table.objects.exclude(status=Table.Status.CLOSED).filter(~Exists(live), active_at__lt=now - DESERTED_AFTER)
    ids = list(idle.values_list("pk", flat=True)[:100])
    for table_id in ids:
        try:
            with _at(table_id) as table:
                _close(table)
        except TableClosed:
            continue  # another clock was quicker
    return len(ids)


def _close(table: Table) -> None:
    if table.status == Table.Status.PLAYING and table.match is not None:
        matches.abandon(table.match, instants.now())
    Table.objects.filter(pk=table.pk).update(status=Table.Status.CLOSED, code=None, closed_at=instants.now())


def _must_wait(table: Table) -> None:
    if table.status == Table.Status.PLAYING:
        raise MatchRunning(table)


@contextmanager
def _at(table_id: int, host: User | None = None) -> Iterator[Table]:
    """A transaction that holds the open table's row; tells the hub once it is committed.

    With `host`, that person must be the table's host.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update(of=("self",)).select_related("match").get(pk=table_id)
        if table.status == Table.Status.CLOSED:
            raise TableClosed(table)
        if host is not None and table.host_id != host.pk:
            raise NotHost(table)
        yield table
        Table.objects.filter(pk=table.pk).update(active_at=instants.now())
        transaction.on_commit(lambda: hub.announce(table.pk))
        if table.public:
            transaction.on_commit(hub.announce_lobby)
