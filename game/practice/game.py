"""A practice match: rounds against bots to the target, at their pace, with moves that may be taken back.

All chance comes from one seed of 32 bytes: the deals, the bots' choices and how long they take. Time is a number of
seconds that the caller counts.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from game import bots
from game.engine import MOST_MOVES, Event, IllegalMove, Match, Round
from game.engine.moves import CALLS, parse
from game.engine.shuffle import commitment, deal_seed, first_seat
from game.practice.settings import Settings
from game.scene import LogEntry, Phase, RoundEnd, Scene, SeatInfo

PERSON = 0
"""The seat of the person whose device this is."""


class Refused(Exception):
    """A command that cannot be carried out now; `code` is its name on the wire."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Made(NamedTuple):
    """A move of the round that is played: the match's version that it made, who made it, and its text."""

    version: int
    seat: int
    text: str


class Planned(NamedTuple):
    """What a bot is about to do, and when."""

    seat: int
    due: float


@dataclass(slots=True)
class Game:
    """A match as it stands. `before` is the score before the round that is played or was played last."""

    settings: Settings
    seed: bytes
    before: Match
    firsts: tuple[int, ...]
    version: int = 0
    turn_version: int = 0
    number: int = 0
    """Of the round, from 1."""
    deals: int = 0
    """How often cards were dealt in this match before this deal: a round that is dealt again gets other cards."""
    first: int = 0
    """The seat that began the match."""
    rounds: list[dict[str, Any]] = field(default_factory=list)
    """The rounds before this one, as `record` wrote them."""
    made: list[Made] = field(default_factory=list)
    log: tuple[LogEntry, ...] = ()
    phase: Phase = Phase.DEALING
    turn: Planned | None = None
    call: Planned | None = None
    _round: Round | None = None

    @classmethod
    def begin(cls, settings: Settings, seed: bytes, now: float) -> Game:
        """A new match, its first round dealt."""
        seats = settings.seats
        match = Match(settings.rules, seats, settings.rules.target)
        game = cls(settings, seed, match, (0,) * seats)
        game.first = first_seat(game.deal_seed(), seats)
        game.next_round(now)
        return game

    @property
    def round(self) -> Round:
        assert self._round is not None
        return self._round

    @property
    def uid(self) -> str:
        """What the match is called; tells nothing of its cards."""
        return hashlib.sha256(b"match:" + self.seed).hexdigest()[:16]

    @property
    def score(self) -> Match:
        """How the match stands now, the round that is over counted."""
        return self.before.charge(charges(self.round)) if self.round.over else self.before

    # --- chance

    def server_seed(self) -> bytes:
        """The sealed seed of the deal; a server's is drawn, this one follows from the match's."""
        return hmac.digest(self.seed, f"deal/{self.deals}".encode("ascii"), "sha256")

    def deal_seed(self) -> bytes:
        return deal_seed(self.server_seed(), [None] * self.settings.seats)

    def _dice(self, purpose: str) -> Random:
        """A generator for one purpose at this version: a match taken up again goes on as it would have."""
        key = f"{purpose}/{self.deals}/{self.version}".encode("ascii")
        return Random(hmac.digest(self.seed, key, "sha256"))

    # --- moves

    def act(self, text: str, version: int, now: float) -> None:
        """The person's move or call. `Refused`, `IllegalMove` or `MalformedMove`, and nothing changed then."""
        if self.phase is not Phase.PLAYING:
            raise Refused("not-started")
        move = parse(text)
        if not self.turn_version <= version <= self.version or (version != self.version and move.kind in CALLS):
            raise Refused("stale")
        if move.kind in CALLS:
            reason = self.round.view(PERSON).why_not(move)
            if reason is not None:
                raise IllegalMove(reason, move)
        elif self.round.turn != PERSON:
            raise Refused("not-your-turn")
        self._play(PERSON, text, now)

    def tick(self, now: float) -> bool:
        """Do what the bots are due to do; whether anything was done."""
        before = self.version
        while self.due is not None and self.due <= now:
            if self.call is not None and self.call.due == self.due:
                seat = self.call.seat
                self._play(seat, self.round.view(seat).calls_open()[0], now)
            else:
                assert self.turn is not None
                self._play(self.turn.seat, self._choice(self.turn.seat), now)
        return self.version != before

    @property
    def due(self) -> float | None:
        """When a bot does something next; None while the person is waited for."""
        return min([planned.due for planned in (self.turn, self.call) if planned is not None], default=None)

    def _choice(self, seat: int) -> str:
        """What the bot in a seat plays: it is given what that seat may see, and nothing else."""
        return str(bots.BOTS[bots.DEFAULT].choose(self.round.view(seat), self._dice("bot")))

    def _play(self, seat: int, text: str, now: float) -> None:
        events = self.round.play(text)
        called = parse(text).kind in CALLS
        self.version += 1
        if not called:
            self.turn_version = self.version
        self.made.append(Made(self.version, seat, text))
        if not self.round.over and len(self.made) >= MOST_MOVES:
            events += self.round.block()
        self.log = (*self.log, LogEntry(self.version, events, stand_in=False, by=seat))
        self.plan(now)

    def plan(self, now: float) -> None:
        """Set the phase, and draw who of the bots does what next and when."""
        self.turn = self.call = None
        if self.round.over:
            self.phase = Phase.OVER if self.score.over else Phase.BETWEEN
            return
        self.phase = Phase.PLAYING
        self._plan_call(now)
        if self.round.turn != PERSON:
            pace = self.settings.pace
            seconds = self._dice("pace").uniform(*bots.PACE) if pace is None else pace
            self.turn = Planned(self.round.turn, now + (max(seconds, bots.HOLD) if self._holds() else seconds))

    def _owner(self) -> int | None:
        """The seat that owes a call."""
        return next(iter(self.round.view(PERSON).calls), None)

    def _holds(self) -> bool:
        """Whether the next bot waits for a call that is open."""
        owner = self._owner()
        return owner is not None and bots.holds_up(person=owner == PERSON, pace=self.settings.pace)

    def _plan_call(self, now: float) -> None:
        """Which bot answers the call that is open, and when: its own at a person's pace, and no bot is merciless."""
        owner = self._owner()
        if owner is None:
            return
        views = [self.round.view(seat) for seat in range(1, self.settings.seats)]
        first = bots.first_call(views, self._dice("call"), person=owner == PERSON, pace=self.settings.pace)
        self.call = None if first is None else Planned(first[0], now + first[1])

    # --- rounds

    def next_round(self, now: float) -> None:
        """Deal the next round, once one is over (or none was). `Refused` otherwise."""
        if self.phase not in (Phase.DEALING, Phase.BETWEEN):
            raise Refused("not-started")
        if self.phase is Phase.BETWEEN:
            self.rounds.append(self.record())
            places = self.round.places or ()
            self.firsts = tuple([n + (place == 1) for n, place in zip(self.firsts, places, strict=True)])
            self.before = self.score
            self.deals += 1
        self.number += 1
        self._deal(now)

    def deal_again(self, now: float) -> None:
        """Deal the round anew, with other cards, as if this deal had not been. `Refused` once the match is over."""
        if not self.can_deal_again:
            raise Refused("not-started")
        self.deals += 1
        self._deal(now)

    def _deal(self, now: float) -> None:
        self._round = self.dealt()
        self.version += 1
        self.turn_version = self.version
        self.made = []
        self.log = (LogEntry(self.version, self.round.opening, stand_in=False),)
        self.plan(now)

    def take_up(self, round_: Round) -> None:
        """Go on with a round that was kept."""
        self._round = round_

    def dealt(self) -> Round:
        """The round as it was dealt."""
        first = self.before.first_seat(self.number, self.first)
        return Round.deal(self.settings.rules, self.settings.seats, seed=self.deal_seed(), first=first)

    def take_back(self, now: float) -> None:
        """Undo the person's latest move and what came after it. `Refused` if there is none, or the match is over."""
        if not self.can_take_back:
            raise Refused("not-started")
        last = max(at for at, move in enumerate(self.made) if _is_turn_of_person(move))
        self.made = self.made[:last]
        self.log = self.log[: last + 1]
        self._round, _ = replay(self.dealt(), self.made)
        self.version += 1
        self.turn_version = self.version
        self.plan(now)

    @property
    def can_take_back(self) -> bool:
        return self.phase is not Phase.OVER and any(_is_turn_of_person(move) for move in self.made)

    @property
    def can_deal_again(self) -> bool:
        return self.phase in (Phase.PLAYING, Phase.BETWEEN)

    def record(self) -> dict[str, Any]:
        """The round that is played as its deal and its moves, made of JSON values."""
        return {
            "number": self.number, "deal": self.deals, "made": [list(move) for move in self.made],
            "charges": list(charges(self.round)) if self.round.over else None,
        }  # fmt: skip

    def about(self) -> dict[str, Any]:
        """What a list of matches may say of this one: nothing hidden. `place` is the person's, null before the end."""
        score = self.score
        return {
            "uid": self.uid, "game": self.settings.rules.id, "bots": self.settings.bots, "round": self.number,
            "totals": list(score.totals), "place": score.places[PERSON] if score.over else None,
            "drawn": score.over and len(score.winners) > 1 and PERSON in score.winners,
        }  # fmt: skip

    # --- what the person sees

    def scene(self, *, name: str, table_url: str, result_url: str) -> Scene:
        """The table as the person's own seat may see it; every hand once the round is over."""
        score, rounds = self.score, self.round
        firsts = self._firsts_now()
        seats = [
            SeatInfo(
                seat, name if seat == PERSON else f"Bot {seat + 1}", bot=seat != PERSON, person=seat == PERSON,
                away=False, away_seconds=None, total=score.totals[seat], left=False, firsts=firsts[seat],
            )
            for seat in range(self.settings.seats)
        ]  # fmt: skip
        return Scene(
            match_id=self.uid, version=self.version, phase=self.phase, round_number=self.number,
            rules=self.settings.rules, target=self.settings.rules.target, seats=tuple(seats), seat=PERSON,
            view=rounds.view(PERSON), log=self.log, seconds_left=None, paused=False, next_in=None,
            waiting_for=(PERSON,) if self.phase is Phase.BETWEEN else (), end=self._end(),
            commitment=commitment(self.server_seed()), result_url=result_url, table_url=table_url,
        )  # fmt: skip

    def _firsts_now(self) -> tuple[int, ...]:
        """How often each seat had the first place, a round that is over counted."""
        places = self.round.places or (0,) * self.settings.seats
        return tuple([count + (place == 1) for count, place in zip(self.firsts, places, strict=True)])

    def _end(self) -> RoundEnd | None:
        if not self.round.over:
            return None
        return RoundEnd(
            round_number=self.number, winner=self.round.winner, charges=charges(self.round), totals=self.score.totals,
            hands=tuple([self.round.hand(seat) for seat in range(self.settings.seats)]),
            places=self.round.places or (), firsts=self._firsts_now(),
        )  # fmt: skip


def charges(round_: Round) -> tuple[int, ...]:
    """What a round that is over costs each seat: points, or its place where places count (D-20)."""
    found = round_.places if round_.scores is None else round_.scores
    assert found is not None
    return found


def replay(round_: Round, moves: Sequence[Made]) -> tuple[Round, list[tuple[Event, ...]]]:
    """Make moves that were made before in a round as dealt, in place; the round, and what each told."""
    told = []
    for count, move in enumerate(moves, 1):
        events = round_.play(move.text)
        told.append(events + round_.block() if not round_.over and count >= MOST_MOVES else events)
    return round_, told


def _is_turn_of_person(move: Made) -> bool:
    return move.seat == PERSON and parse(move.text).kind not in CALLS
