"""Time in a running match: whose turn it is and how long it may last, who is connected, when the clock looks next."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from game import bots, models
from game.calling import HOLD, first_call, holds_up
from game.changes import Changes, clone
from game.engine import Round, RuleSet
from game.errors import NotSeated
from game.models import Match, Seat
from game.scene import LogEntry

DEALING = timedelta(seconds=2)  # how long pages have to send their nonces
BETWEEN = timedelta(seconds=12)  # from the end of a round to the next deal, unless all ask for it sooner
AFTER_DRAW = timedelta(seconds=5)  # more time for the turn of a seat that has drawn
AWAY = timedelta(minutes=2)  # no turn time: a stand-in plays after so long without a connection
SILENT = timedelta(minutes=10)  # ... or after so long without a move
ABANDONED_AFTER = timedelta(minutes=10)  # with nobody connected

Phase = Match.Phase
_dice = secrets.SystemRandom()


@dataclass(slots=True)
class Paced:
    """A match that takes its time (the fields are explained at `game.running.Running`)."""

    match: Match
    seats: list[Seat]
    rules: RuleSet
    current: models.Round
    sealed: models.Round | None
    round: Round | None
    log: tuple[LogEntry, ...] | None
    changes: Changes = field(default_factory=Changes)

    def _own_seats(self) -> None:
        if not self.changes.seats:
            self.changes.seats = True
            self.seats = [clone(seat) for seat in self.seats]

    # --- who sits where

    def seat_of(self, user_id: int | None) -> int:
        """The seat of a person who has not got up; `NotSeated` for anybody else."""
        seat = self.seat_of_user(user_id)
        if seat is None:
            raise NotSeated(self.match.table)
        return seat

    def seat_of_user(self, user_id: int | None) -> int | None:
        """The same, None for anybody else."""
        if user_id is None:
            return None
        return next((seat.number for seat in self.seats if seat.user_id == user_id and not seat.left), None)

    def people(self) -> dict[int, int]:
        """User id -> seat, of those who have not got up."""
        return {seat.user_id: seat.number for seat in self.seats if seat.user_id is not None and not seat.left}

    def plays_itself(self, seat: int) -> bool:
        """Whether nobody is waited for in that seat: a bot's, or one whose person has got up for good."""
        return self.seats[seat].left or self.seats[seat].user_id is None

    # --- time

    def _next_turn(self, now: datetime, *, same: bool = False) -> None:
        """Give a turn its time, or a seat that has drawn a little more of it."""
        assert self.round is not None
        match = self.match
        match.turn = self.round.turn
        self._plan_call(now)
        if self.plays_itself(match.turn):
            match.turn_started_at = match.turn_started_at if same else now
            pace = self._pace()
            held = holds_up(self.round, self.seats, match.bot_seconds)
            self._set_deadline(None, due=now + (max(pace, HOLD) if held else pace))
        elif same and match.deadline is not None:
            self._set_deadline(match.deadline + (timedelta() if self.round.extra else AFTER_DRAW))
        else:
            match.turn_started_at = now
            self._set_deadline(now + (AWAY if match.turn_seconds is None else timedelta(seconds=match.turn_seconds)))

    def _plan_call(self, now: datetime) -> None:
        """Draw which bot answers the call that is open now, and when."""
        assert self.round is not None
        match, planned = self.match, first_call(self.round, self.seats, self.match.bot_seconds)
        match.call_seat, match.call_due = (planned[0], now + planned[1]) if planned else (None, None)

    def _drop_call(self) -> None:
        self.match.call_seat = self.match.call_due = None

    def _set_deadline(self, deadline: datetime | None, due: datetime | None = None) -> None:
        """Set when a stand-in plays, and when the clock must look: then, or before if a call is due sooner."""
        match = self.match
        match.deadline, match.due = deadline, due or deadline
        if match.due is not None and match.call_due is not None:
            match.due = min(match.due, match.call_due)
        self.changes.touched = True

    def _pace(self) -> timedelta:
        fixed = self.match.bot_seconds
        return timedelta(seconds=_dice.uniform(*bots.PACE) if fixed is None else fixed)

    def nobody(self, present: Collection[int]) -> bool:
        """Whether nobody who plays is connected (user ids of those who are)."""
        return not any(user in present for user in self.people())

    def pause(self, now: datetime) -> None:
        """Nobody is connected: the clock stands still, and after ten minutes the match is abandoned."""
        match = self.match
        if match.paused_at is None:
            match.paused_at = now
        elif match.paused_at + ABANDONED_AFTER <= now:
            self.abandon(now)
            return
        self._drop_call()
        self._set_deadline(match.deadline, due=match.paused_at + ABANDONED_AFTER)

    def attend(self, present: Collection[int], now: datetime) -> None:
        """Somebody came or went."""
        match = self.match
        if match.phase in (Phase.OVER, Phase.ABANDONED):
            return
        if self.nobody(present):
            if match.paused_at is None:
                self.pause(now)
        elif match.paused_at is not None:
            self._resume(now)
        elif match.phase == Phase.PLAYING and match.turn_seconds is None:
            self._wait_for_turn(present, now)

    def _resume(self, now: datetime) -> None:
        """The turn gets its full time again."""
        self.match.paused_at = None
        if self.match.phase == Phase.PLAYING:
            self._next_turn(now)
        else:
            self._set_deadline(None, due=now + (DEALING if self.match.phase == Phase.DEALING else BETWEEN))

    def _wait_for_turn(self, present: Collection[int], now: datetime) -> None:
        """Without a turn time the wait for the seat in turn depends on whether its person is there."""
        match = self.match
        assert match.turn is not None
        assert match.turn_started_at is not None
        assert match.deadline is not None or self.plays_itself(match.turn)
        if match.deadline is None:
            return
        if self.seats[match.turn].user_id in present:
            self._set_deadline(match.turn_started_at + SILENT)
        elif match.deadline > now + AWAY:
            self._set_deadline(now + AWAY)

    def _bide(self, seat: Seat, present: Collection[int], now: datetime) -> bool:
        """Without a turn time, wait longer for a person who is there."""
        assert self.match.turn_started_at is not None
        until = self.match.turn_started_at + SILENT
        if seat.user_id not in present or until <= now:
            return False
        self._set_deadline(until)
        return True

    # --- the end

    def _end(self, phase: Match.Phase, now: datetime) -> None:
        match = self.match
        match.phase, match.ended_at, match.paused_at = phase, now, None
        match.turn = match.turn_started_at = None
        self._drop_call()
        self._set_deadline(None)
        self.changes.finished = True

    def abandon(self, now: datetime) -> None:
        """End a match that nobody plays any more; it counts for nobody."""
        if self.match.phase not in (Phase.OVER, Phase.ABANDONED):
            self._end(Phase.ABANDONED, now)
