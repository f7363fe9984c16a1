"""A running match in memory: what may happen to it and when the clock must look again. No queries, no clock of its own.

The rows are the database's; what was done to them stands in `changes` until `game.store` has written it down.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from game import models, settling
from game.changes import clone
from game.engine import MOST_MOVES, Event, IllegalMove, Round
from game.engine.cards import NO_CARD
from game.engine.moves import CALLS, parse
from game.engine.rules import Call
from game.engine.shuffle import commitment, deal_seed, first_seat
from game.errors import NotStarted, NotYourTurn, StaleMove
from game.models import Match, Move
from game.pacing import BETWEEN, Paced
from game.scene import LogEntry

Phase = Match.Phase


@dataclass(slots=True)
class Running(Paced):
    """`current` is the round that is dealt or was dealt last (before the first deal: the first), `sealed` the next
    one once it is sealed. `round` is the state of the current one. `log` is None until somebody has read it.
    """

    def copy(self) -> Running:
        """The same match, to be changed without changing this one. Seats are shared until `_own_seats`."""
        return Running(
            clone(self.match), self.seats, self.rules, clone(self.current), clone(self.sealed) if self.sealed else None,
            self.round.copy() if self.round else None, self.log,
        )  # fmt: skip

    # --- moves

    def is_current(self, version: int) -> bool:
        """Whether a command made against `version` is still about this turn: nothing but calls came since."""
        return self.match.turn_version <= version <= self.match.version

    def play(
        self, seat: int, text: str, now: datetime, *, user_id: int | None = None, move_id: str | None = None,
        stand_in: bool = False,
    ) -> None:  # fmt: skip
        """Make a move of the seat in turn, or a call of any seat (D-13).

        `NotStarted`, `NotYourTurn`, `IllegalMove` or `MalformedMove`, and nothing changed then.
        """
        match, round_ = self.match, self.round
        if round_ is None or match.phase != Phase.PLAYING:
            raise NotStarted
        move = parse(text)
        called = move.kind in CALLS
        if called and (reason := round_.view(seat).why_not(move)) is not None:
            raise IllegalMove(reason, move)
        if not called and round_.turn != seat:
            raise NotYourTurn
        events = round_.play(move)
        match.version += 1
        if not called:
            match.turn_version = match.version
            events += self._blocked_after_most_moves()
        move_row = Move(
            match_id=match.pk, round_id=self.current.pk, number=match.version, seat=seat, text=text,
            events=[event.to_json() for event in events], move_id=move_id, user_id=user_id, stand_in=stand_in, at=now,
        )  # fmt: skip
        self.changes.played = True
        self.changes.moves.append(move_row)
        if self.log is not None:
            self.log = (*self.log, LogEntry(match.version, events, stand_in, by=seat))
        if called:
            self._go_on_after_call(now)
            return
        match.paused_at = None
        if round_.over:
            self._settle(now)
        else:
            self._next_turn(now, same=round_.drawn != NO_CARD or round_.extra)

    def _blocked_after_most_moves(self) -> tuple[Event, ...]:
        """D-19: the facts of a round that ends because it has gone on for too long; none of any other."""
        assert self.round is not None
        assert self.current.version is not None
        return self.round.block() if self.match.version - self.current.version >= MOST_MOVES else ()

    def stand_in(self, text: str, present: Collection[int], now: datetime) -> None:
        """Make a bot's move for the seat in turn, once it is due; `StaleMove` if it is not (any more)."""
        match = self.match
        if match.phase != Phase.PLAYING or match.turn is None or match.due is None or match.due > now:
            raise StaleMove
        if self.call_is_due(now):
            raise StaleMove
        if self.nobody(present):
            self.pause(now)
            return
        seat = self.seats[match.turn]
        if not self.plays_itself(match.turn) and match.turn_seconds is None and self._bide(seat, present, now):
            return
        if seat.bot:
            self.play(match.turn, text, now)
        else:
            self.play(match.turn, self._with_call(text), now, stand_in=True)

    def _with_call(self, text: str) -> str:
        """A person's stand-in never forgets to say Macao (D-13)."""
        assert self.round is not None
        left = len(self.round.hands[self.round.turn]) - len(parse(text).lays)
        return f"{text}!" if left == 1 and self.rules.call is Call.SPOKEN and parse(text).lays else text

    # --- calls

    def call_is_due(self, now: datetime) -> bool:
        """Whether a bot says Macao, or catches, before anything else happens."""
        return self.match.call_due is not None and self.match.call_due <= now

    def call(self, present: Collection[int], now: datetime) -> None:
        """Make the call that a bot was about to make, once it is due; `StaleMove` if it is not (any more)."""
        seat, round_ = self.match.call_seat, self.round
        if round_ is None or seat is None or not self.call_is_due(now):
            raise StaleMove
        if self.nobody(present):
            self.pause(now)
            return
        self.play(seat, round_.view(seat).calls_open()[0], now)

    def _go_on_after_call(self, now: datetime) -> None:
        """The turn is what it was: a person's has the time that it had left, a bot's goes on at its pace."""
        match = self.match
        assert match.turn is not None
        self._drop_call()
        self.changes.touched = True
        if match.paused_at is not None:
            return
        own = self.plays_itself(match.turn)
        self._set_deadline(match.deadline, due=now + self._pace() if own else None)

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
        match.turn_version = match.version
        match.round_number, match.phase, match.ready, match.paused_at = row.number, Phase.PLAYING, [], None
        row.version, row.dealt_at = match.version, now
        row.opening, row.deal = [event.to_json() for event in self.round.opening], self.round.position()
        self.current, self.sealed = row, None
        self.changes.played = True
        self.changes.rounds.append((row, ("version", "first", "opening", "deal", "dealt_at", "nonces")))
        self.log = (LogEntry(match.version, self.round.opening, stand_in=False),)
        self._next_turn(now)

    def _settle(self, now: datetime) -> None:
        """Charge the round that has just ended, and end the match or seal the next round (SM-30, D-20)."""
        assert self.round is not None
        match, row = self.match, self.current
        row.ended_at, row.winner = now, self.round.winner
        self.changes.rounds.append((row, ("ended_at", "winner")))
        self._own_seats()
        standing, self.changes.scores = settling.charge(self.rules, match.target, self.seats, row, self.round)
        match.turn = match.turn_started_at = None
        self._drop_call()
        if standing.over:
            settling.rank(self.seats, standing)
            match.drawn = len(standing.winners) > 1
            self._end(Phase.OVER, now)
            return
        match.phase, match.ready = Phase.BETWEEN, []
        self._set_deadline(None, due=now + BETWEEN)
        assert match.first_seat is not None
        first = standing.first_seat(row.number + 1, match.first_seat)
        self.sealed = seal(match.pk, row.number + 1, len(self.seats), first)
        self.changes.rounds.append((self.sealed, ()))

    # --- what the clock does, and leaving

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

    def leave(self, user_id: int, now: datetime) -> None:
        """A person gets up for good: a bot plays the seat from now on, at a bot's pace."""
        number = self.seat_of(user_id)
        self._own_seats()
        self.seats[number].left = True
        self.changes.touched = True
        if self.match.turn == number:
            self._next_turn(now, same=True)


def seal(match_id: int, number: int, seats: int, first: int | None = None) -> models.Round:
    """A round that is fixed before anybody knows a card: its seed is drawn now and its commitment may be shown.

    Who begins the first one (`first` is None) comes out of the seed of its deal (D-17).
    """
    server_seed = secrets.token_bytes(32)
    return models.Round(
        match_id=match_id, number=number, first=first, server_seed=server_seed,
        commitment=commitment(server_seed), nonces=[None] * seats,
    )  # fmt: skip
