"""A running match in memory: what may happen to it and when the clock must look again. No queries, no clock of its own.

The rows are the database's; what was done to them stands in `changes` until `game.store` has written it down.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from game import models
from game.changes import Changes, clone
from game.engine import MOST_MOVES, Event, Round, RuleSet
from game.engine import Match as Score
from game.engine.cards import NO_CARD
from game.engine.shuffle import commitment, deal_seed, first_seat
from game.errors import NotSeated, NotStarted, NotYourTurn, StaleMove
from game.models import Match, Move, Seat
from game.scene import LogEntry

DEALING = timedelta(seconds=2)  # how long pages have to send their nonces
BETWEEN = timedelta(seconds=12)  # from the end of a round to the next deal, unless all ask for it sooner
AFTER_DRAW = timedelta(seconds=5)  # more time for the turn of a seat that has drawn
AWAY = timedelta(minutes=2)  # no turn time: a stand-in plays after so long without a connection
SILENT = timedelta(minutes=10)  # ... or after so long without a move
ABANDONED_AFTER = timedelta(minutes=10)  # with nobody connected
PACE = (0.6, 1.5)  # seconds a bot takes, drawn anew each time and never from its hand

Phase = Match.Phase
_dice = secrets.SystemRandom()


@dataclass(slots=True)
class Running:
    """`current` is the round that is dealt or was dealt last (before the first deal: the first), `sealed` the next
    one once it is sealed. `round` is the state of the current one. `log` is None until somebody has read it.
    """

    match: Match
    seats: list[Seat]
    rules: RuleSet
    current: models.Round
    sealed: models.Round | None
    round: Round | None
    log: tuple[LogEntry, ...] | None
    changes: Changes = field(default_factory=Changes)

    def copy(self) -> Running:
        """The same match, to be changed without changing this one. Seats are shared until `_own_seats`."""
        return Running(
            clone(self.match), self.seats, self.rules, clone(self.current), clone(self.sealed) if self.sealed else None,
            self.round.copy() if self.round else None, self.log,
        )  # fmt: skip

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

    # --- moves

    def is_current(self, version: int) -> bool:
        """Whether a command made against `version` is still about the turn that is played now."""
        return version == self.match.version

    def play(
        self, seat: int, text: str, now: datetime, *, user_id: int | None = None, move_id: str | None = None,
        stand_in: bool = False,
    ) -> None:  # fmt: skip
        """Make a move: `NotStarted`, `NotYourTurn`, `IllegalMove` or `MalformedMove`, and nothing changed then."""
        match, round_ = self.match, self.round
        if round_ is None or match.phase != Phase.PLAYING:
            raise NotStarted
        if round_.turn != seat:
            raise NotYourTurn
        events = round_.play(text)
        match.version += 1
        assert self.current.version is not None
        if not round_.over and match.version - self.current.version >= MOST_MOVES:
            events += round_.block()
        self.changes.played = True
        self.changes.moves.append(
            Move(
                match_id=match.pk, round_id=self.current.pk, number=match.version, seat=seat, text=text,
                events=[event.to_json() for event in events], move_id=move_id, user_id=user_id,
                stand_in=stand_in, at=now,
            )
        )  # fmt: skip
        if self.log is not None:
            self.log = (*self.log, LogEntry(match.version, events, stand_in))
        match.paused_at = None
        if round_.over:
            self._settle(events, now)
        else:
            self._next_turn(now, same=round_.drawn != NO_CARD or round_.extra)

    def stand_in(self, text: str, present: Collection[int], now: datetime) -> None:
        """Make a bot's move for the seat in turn, once it is due; `StaleMove` if it is not (any more)."""
        match = self.match
        if match.phase != Phase.PLAYING or match.turn is None or match.due is None or match.due > now:
            raise StaleMove
        if self.nobody(present):
            self.pause(now)
            return
        seat = self.seats[match.turn]
        if not self.plays_itself(match.turn) and match.turn_seconds is None and self._bide(seat, present, now):
            return
        self.play(match.turn, text, now, stand_in=not seat.bot)

    def _bide(self, seat: Seat, present: Collection[int], now: datetime) -> bool:
        """Without a turn time, wait longer for a person who is there."""
        assert self.match.turn_started_at is not None
        until = self.match.turn_started_at + SILENT
        if seat.user_id not in present or until <= now:
            return False
        self._set_deadline(until)
        return True

    # --- deals

    def give_nonce(self, user_id: int, nonce: str, now: datetime) -> None:
        """Take a page's part in the seed of the next deal; the first one counts. Too late is no error.

        When every person has given one, the first round is dealt without waiting any longer.
        """
        seat, row = self.seat_of(user_id), self.sealed
        if row is None or row.nonces[seat] is not None:
            return
        row.nonces = [nonce if number == seat else other for number, other in enumerate(row.nonces)]
        self.changes.rounds.append((row, ("nonces",)))
        self.changes.touched = True
        given = all(row.nonces[number] is not None for number in self.people().values())
        if self.match.phase == Phase.DEALING and given:
            self.deal(now)

    def ask_next(self, user_id: int, present: Collection[int], now: datetime) -> None:
        """A person has seen enough of the scores; when all who are connected have, the next round is dealt."""
        seat, match = self.seat_of(user_id), self.match
        if match.phase != Phase.BETWEEN:
            raise StaleMove
        match.ready = sorted({*match.ready, seat})
        self.changes.touched = True
        if all(number in match.ready for user, number in self.people().items() if user in present):
            self.deal(now)

    def deal(self, now: datetime) -> None:
        """Deal the sealed round from its seed and the nonces that came."""
        row, match = self.sealed, self.match
        if row is None:
            raise NotStarted
        seed = deal_seed(bytes(row.server_seed), row.nonces)
        if row.first is None:
            row.first = match.first_seat = first_seat(seed, len(self.seats))
        self.round = Round.deal(self.rules, len(self.seats), seed=seed, first=row.first)
        match.version += 1
        match.round_number, match.phase, match.ready, match.paused_at = row.number, Phase.PLAYING, [], None
        row.version, row.dealt_at = match.version, now
        row.opening = [event.to_json() for event in self.round.opening]
        self.current, self.sealed = row, None
        self.changes.played = True
        self.changes.rounds.append((row, ("version", "first", "opening", "dealt_at", "nonces")))
        self.log = (LogEntry(match.version, self.round.opening, stand_in=False),)
        self._next_turn(now)

    def _settle(self, events: tuple[Event, ...], now: datetime) -> None:
        """Charge the round that has just ended (SM-27), and end the match or seal the next round (SM-30)."""
        assert self.round is not None
        assert self.round.scores is not None
        match, row = self.match, self.current
        score = Score(self.rules, len(self.seats), match.target, tuple(seat.total for seat in self.seats))
        score = score.charge(self.round.scores)
        row.ended_at, row.winner = now, events[-1].seat
        self.changes.rounds.append((row, ("ended_at", "winner")))
        self._own_seats()
        hands = self.round.position()["hands"]
        for seat, charge, total, hand in zip(self.seats, self.round.scores, score.totals, hands, strict=True):
            seat.total = total
            self.changes.scores.append(
                models.Score(round_id=row.pk, seat_id=seat.pk, charge=charge, total=total, hand=hand)
            )
        match.turn = match.turn_started_at = None
        if score.over:
            self._finish(score, now)
            return
        match.phase, match.ready = Phase.BETWEEN, []
        self._set_deadline(None, due=now + BETWEEN)
        assert match.first_seat is not None
        first = score.first_seat(row.number + 1, match.first_seat)
        self.sealed = seal(match.pk, row.number + 1, len(self.seats), first)
        self.changes.rounds.append((self.sealed, ()))

    def _finish(self, score: Score, now: datetime) -> None:
        for seat in self.seats:
            seat.place = 1 + sum(total < seat.total for total in score.totals)
        self.match.drawn = len(score.winners) > 1
        self._end(Phase.OVER, now)

    def _end(self, phase: Match.Phase, now: datetime) -> None:
        match = self.match
        match.phase, match.ended_at, match.paused_at = phase, now, None
        match.turn = match.turn_started_at = None
        self._set_deadline(None)
        self.changes.finished = True

    # --- time

    def _next_turn(self, now: datetime, *, same: bool = False) -> None:
        """Give a turn its time, or a seat that has drawn a little more of it."""
        assert self.round is not None
        match = self.match
        match.turn = self.round.turn
        if self.plays_itself(match.turn):
            match.turn_started_at = match.turn_started_at if same else now
            self._set_deadline(None, due=now + self._pace())
        elif same and match.deadline is not None:
            self._set_deadline(match.deadline + (timedelta() if self.round.extra else AFTER_DRAW))
        else:
            match.turn_started_at = now
            self._set_deadline(now + (AWAY if match.turn_seconds is None else timedelta(seconds=match.turn_seconds)))

    def _set_deadline(self, deadline: datetime | None, due: datetime | None = None) -> None:
        self.match.deadline, self.match.due = deadline, due or deadline
        self.changes.touched = True

    def _pace(self) -> timedelta:
        fixed = self.match.bot_seconds
        return timedelta(seconds=_dice.uniform(*PACE) if fixed is None else fixed)

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

    def tick(self, present: Collection[int], now: datetime) -> None:
        """What the clock does when the match is due, but for moves."""
        match = self.match
        if match.due is None or match.due > now:
            return
        if self.nobody(present):
            self.pause(now)
        elif match.paused_at is not None:
            self._resume(now)
        elif match.phase in (Phase.DEALING, Phase.BETWEEN):
            self.deal(now)

    # --- leaving

    def leave(self, user_id: int, now: datetime) -> None:
        """A person gets up for good: a bot plays the seat from now on, at a bot's pace."""
        number = self.seat_of(user_id)
        self._own_seats()
        self.seats[number].left = True
        self.changes.touched = True
        if self.match.turn == number:
            self._next_turn(now, same=True)

    def abandon(self, now: datetime) -> None:
        """End a match that nobody plays any more; it counts for nobody."""
        if self.match.phase not in (Phase.OVER, Phase.ABANDONED):
            self._end(Phase.ABANDONED, now)


def seal(match_id: int, number: int, seats: int, first: int | None = None) -> models.Round:
    """A round that is fixed before anybody knows a card: its seed is drawn now and its commitment may be shown.

    Who begins the first one (`first` is None) comes out of the seed of its deal (D-17).
    """
    server_seed = secrets.token_bytes(32)
    return models.Round(
        match_id=match_id, number=number, first=first, server_seed=server_seed,
        commitment=commitment(server_seed), nonces=[None] * seats,
    )  # fmt: skip
