"""ROOM 6: what happens to a match: begin, deal, act, settle, leave, abandon. The only writer of matches.

A request is a *command*: who asks, about which match, against which version. `execute` carries out many of them, of any
matches, in one transaction. The seat always comes from the user, never from the request.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import F

from game import instants, presence, rows, store
from game.engine import IllegalMove, MalformedMove, RuleSet
from game.errors import NotStarted, PlayError, SessionEnded, StaleMove
from game.memory import memory
from game.models import Match, Seat, Table, TableSeat, User
from game.pacing import DEALING
from game.presenter.games import has_house_rules
from game.running import Running, seal

# --- commands


@dataclass(frozen=True, slots=True)
class Command:
    """Something to be done to a match. `session` is the key of the session it comes from, None for the clock."""

    match_id: int

    def apply(self, match: Running, present: frozenset[int], now: datetime) -> int | None:
        """Do it in memory. Returns the version that answers it, None for the match's as it will be."""
        raise NotImplementedError

    @property
    def asks_presence(self) -> bool:
        """Whether `apply` needs to know who is connected."""
        return True

    @property
    def sender(self) -> str | None:
        """The session that must still be alive."""
        return None


@dataclass(frozen=True, slots=True)
class Asked(Command):
    """A command from a page. `session` is the key of its session, None where there is none to check."""

    user_id: int
    session: str | None

    @property
    def sender(self) -> str | None:
        return self.session


@dataclass(frozen=True, slots=True)
class Act(Asked):
    """A person's move, made against `version`; `move_id` was made by the page and tells a repeat from a second move."""

    move: str
    version: int
    move_id: str | None = None

    @property
    def asks_presence(self) -> bool:
        return False

    def apply(self, match: Running, present: frozenset[int], now: datetime) -> int | None:
        seat = match.seat_of(self.user_id)
        if self.version != match.match.version:
            earlier = self._earlier(match, seat)
            if earlier is not None:
                return earlier
            if not match.is_current(self.version):
                raise StaleMove
        match.play(seat, self.move, now, user_id=self.user_id, move_id=self.move_id)
        return match.match.version

    def _earlier(self, match: Running, seat: int) -> int | None:
        """The answer that this very move got when it was first sent; None if it never came."""
        for move in match.changes.moves:
            if self.move_id is not None and (move.seat, move.move_id) == (seat, self.move_id):
                return move.number
        return store.answered(self.match_id, seat, self.move_id)


@dataclass(frozen=True, slots=True)
class GiveNonce(Asked):
    """A page's part in the seed of the next deal: 32 hexadecimal digits."""

    nonce: str

    @property
    def asks_presence(self) -> bool:
        return False

    def apply(self, match: Running, present: frozenset[int], now: datetime) -> None:
        match.give_nonce(self.user_id, self.nonce, now)


@dataclass(frozen=True, slots=True)
class AskNext(Asked):
    """A person wants the next round dealt."""

    def apply(self, match: Running, present: frozenset[int], now: datetime) -> None:
        match.ask_next(self.user_id, present, now)


@dataclass(frozen=True, slots=True)
class StandIn(Command):
    """A bot's move for whoever is in turn, chosen against `version`."""

    move: str
    version: int

    def apply(self, match: Running, present: frozenset[int], now: datetime) -> None:
        if not match.is_current(self.version):
            raise StaleMove
        match.stand_in(self.move, present, now)


@dataclass(frozen=True, slots=True)
class BotCall(Command):
    """The call that a bot was about to make at `version`: its own, or to catch another seat (D-13)."""

    version: int

    def apply(self, match: Running, present: frozenset[int], now: datetime) -> None:
        if not match.is_current(self.version):
            raise StaleMove
        match.call(present, now)


@dataclass(frozen=True, slots=True)
class Tick(Command):
    """The match was due and no move is to be made: deal, pause or abandon it."""

    def apply(self, match: Running, present: frozenset[int], now: datetime) -> None:
        match.tick(present, now)


@dataclass(frozen=True, slots=True)
class Attend(Command):
    """Somebody came to the match's table or went from it."""

    def apply(self, match: Running, present: frozenset[int], now: datetime) -> None:
        match.attend(present, now)


Answer = int | PlayError | IllegalMove | MalformedMove
"""The version that a command made or found, or why it was refused."""


@dataclass(frozen=True, slots=True)
class Done:
    """What became of some commands, in their order, and the matches that changed."""

    answers: tuple[Answer, ...]
    changed: tuple[Running, ...]


def execute(commands: Sequence[Command], now: datetime) -> Done:
    """Carry commands out in one transaction.

    Moves are made in the matches as this process remembers them, without reading: the swap when they are written finds
    out what was out of date. What was refused, or got into another's way, is tried once more with what the database
    says, the former together, the latter one by one.
    """
    moves = {command.match_id for command in commands} - {
        command.match_id for command in commands if not isinstance(command, Act | StandIn | BotCall)
    }
    remembered = store.remembered(moves)
    try:
        done = _together(commands, now, remembered)
    except (IntegrityError, store.Raced):
        for match_id in remembered:
            memory.forget(match_id)
        return _joined([_alone(command, now) for command in commands])
    again = [
        index for index, command in enumerate(commands)
        if command.match_id in remembered and not isinstance(done.answers[index], int)
    ]  # fmt: skip
    if not again:
        return done
    try:
        second = _together([commands[index] for index in again], now, {})
    except (IntegrityError, store.Raced):
        second = _joined([_alone(commands[index], now) for index in again])
    answers = list(done.answers)
    for index, answer in zip(again, second.answers, strict=True):
        answers[index] = answer
    return Done(tuple(answers), done.changed + second.changed)


def _alone(command: Command, now: datetime) -> Done:
    try:
        return _together([command], now, {})
    except (IntegrityError, store.Raced):
        return Done((_lost(command),), ())


def _joined(parts: Sequence[Done]) -> Done:
    return Done(
        tuple([answer for done in parts for answer in done.answers]),
        tuple([match for done in parts for match in done.changed]),
    )


def _together(commands: Sequence[Command], now: datetime, matches: dict[int, Running]) -> Done:
    """Carry commands out in those matches, and in those that have to be read; all or, if it raises, nothing."""
    with transaction.atomic():
        unknown = {command.match_id for command in commands} - matches.keys()
        matches = {**matches, **store.load(unknown, lock=True)}
        asking = {command.match_id for command in commands if command.asks_presence}
        tables = {pk: one.match.table_id for pk, one in matches.items() if pk in asking}
        present = presence.of_tables([table for table in tables.values() if table is not None], now)
        ended = _ended_sessions(commands)
        answers = []
        for command in commands:
            people = present.get(tables.get(command.match_id) or 0, frozenset())
            answers.append(_answer(command, matches.get(command.match_id), people, now, ended))
        store.save(matches.values())
    changed = tuple(one for one in matches.values() if one.changes)
    store.keep(matches.values())
    return Done(tuple(answers), changed)


def _answer(
    command: Command, match: Running | None, present: frozenset[int], now: datetime, ended: set[str]
) -> Answer:  # fmt: skip
    if command.sender in ended:
        return SessionEnded()
    if match is None:
        return NotStarted()
    try:
        version = command.apply(match, present, now)
    except (PlayError, IllegalMove, MalformedMove) as refused:
        return refused
    return match.match.version if version is None else version


def _ended_sessions(commands: Sequence[Command]) -> set[str]:
    """Those sessions of the commands that are no more."""
    keys = {command.sender for command in commands if command.sender is not None}
    if not keys:
        return set()
    return keys - rows.existing(Session, keys)


def _lost(command: Command) -> Answer:
    """The answer to a command that another process's transaction was quicker than."""
    if isinstance(command, Act) and command.move_id is not None:
        seat = Seat.objects.filter(match=command.match_id, user=command.user_id).first()
        number = None if seat is None else store.answered(command.match_id, seat.number, command.move_id)
        if number is not None:
            return number
    return StaleMove()


# --- what tables do with their match, inside a transaction of theirs


def begin(table: Table, seats: Sequence[TableSeat], now: datetime, *, rated: bool = False) -> Match:
    """A match of those who sit, in their order, with its first round sealed. It is dealt in two seconds.

    Seats are numbered without gaps from here on, at the table too.
    """
    rules = RuleSet.from_json(table.rules)
    match = Match.objects.create(
        uid=secrets.token_urlsafe(16), table=table, private=not table.public, rules=table.rules, game=rules.id,
        house=has_house_rules(rules), rated=rated, target=table.target, turn_seconds=table.turn_seconds,
        bot_seconds=table.bot_seconds, size=len(seats), started_at=now, due=now + DEALING,
    )  # fmt: skip
    for number, seat in enumerate(sorted(seats, key=lambda seat: seat.number)):
        if seat.number != number:
            TableSeat.objects.filter(pk=seat.pk).update(number=number)
        name = seat.user.name if seat.user is not None else f"Bot {number + 1}"
        Seat.objects.create(
            match=match, number=number, user=seat.user, bot=seat.bot, name=name, game=match.game, at=match.started_at
        )
    seal(match.pk, 1, len(seats)).save(force_insert=True)
    return match


def leave(table: Table, user: User) -> None:
    """A person gets up in mid-match: the seat stays theirs in the record, and a stand-in plays it to the end."""
    if table.match_id is not None:
        _change(table.match_id, lambda match: match.leave(user.pk, instants.now()))


def abandon(match: Match, now: datetime) -> None:
    """End a match that nobody plays any more; it counts for nobody."""
    _change(match.pk, lambda running: running.abandon(now))


def _change(match_id: int, what: Callable[[Running], None]) -> None:
    running = store.load({match_id}, lock=True)[match_id]
    what(running)
    store.save([running])
    transaction.on_commit(lambda: store.keep([running]))


def share(match: Match, *, on: bool) -> None:
    """Let whoever has the link look at a private match, or take the link back for good. Another link each time."""
    token = secrets.token_urlsafe(16) if on else None
    # what plays has nothing to do with it: no stamp
    Match.objects.filter(pk=match.pk, private=True, share__isnull=on).update(share=token)


def forget(match_id: int) -> None:
    """Somebody else sits in a match now: what is remembered of it, here and in other processes, is wrong."""
    Match.objects.filter(pk=match_id).update(stamp=F("stamp") + 1)
    memory.forget(match_id)
