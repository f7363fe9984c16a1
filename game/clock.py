"""ROOM 6: whose turn is due: bots that have thought long enough, quiet people whose time is over, rounds to deal,
matches that nobody is at. Any number of clocks may run: compare-and-swap lets one of them act for a turn.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import DatabaseError

from game import accounts, booking, instants, presence, store, tables
from game.attendance import attend
from game.engine import IllegalMove, MalformedMove
from game.errors import PlayError, StaleMove
from game.hub import here
from game.matches import BotCall, StandIn, Tick
from game.models import Match
from game.running import Running
from game.thinking import DEFAULT, Question, Thinker, fallback
from game.writer import reading, writer, writing

LONGEST_SLEEP = 0.5  # seconds: what other processes have written shows up no later
AT_ONCE = 100
BOOK_EVERY = 1.0  # seconds between looks for matches that are over and not counted yet
BOOKED_TOGETHER = 10
SWEEP_EVERY = 2.0  # seconds between looks for leases that have run out
CLOSE_EVERY = 30.0  # seconds between looks for deserted tables
TIDY_EVERY = 3600.0  # seconds between looks for guests who never came back and sessions that have run out
STALLED = 5.0  # seconds without a look after which people get their time back
GRACE = timedelta(seconds=10)

logger = logging.getLogger("game.clock")


class Clock:
    """Looks for matches that are due, and acts for them through the writer of this event loop."""

    def __init__(self) -> None:
        self._thinker = Thinker()
        self._stopping = asyncio.Event()
        self._woken = asyncio.Event()
        self._wake_at = float("inf")
        self._looked_at = float("-inf")
        self._swept_at = self._booked_at = self._closed_at = self._tidied_at = float("-inf")

    async def run(self) -> None:
        """Until `stop`. An outage of the database is waited out."""
        here().on_due = self._due
        starting = asyncio.create_task(self._thinker.start())
        try:
            while not self._stopping.is_set():
                await self._sleep(await self._look_safely())
        finally:
            here().on_due = None
            await starting
            await asyncio.to_thread(self._thinker.close)

    def stop(self) -> None:
        self._stopping.set()
        self._woken.set()

    def _due(self, due: datetime) -> None:
        """A match of this process will be due then."""
        wake_at = time.monotonic() + (due - instants.now()).total_seconds()
        if wake_at < self._wake_at:
            self._wake_at = wake_at
            self._woken.set()

    async def _sleep(self, seconds: float) -> None:
        self._wake_at = min(self._wake_at, time.monotonic() + min(seconds, LONGEST_SLEEP))
        while (left := self._wake_at - time.monotonic()) > 0 and not self._stopping.is_set():
            self._woken.clear()
            try:
                async with asyncio.timeout(left):
                    await self._woken.wait()
            except TimeoutError:
                return

    # --- looking

    async def _look_safely(self) -> float:
        """Look once; how long until there is something to do again, in seconds."""
        try:
            return await self._look()
        except DatabaseError as error:
            logger.warning("no look at the clock", extra={"error": type(error).__name__})
            return LONGEST_SLEEP

    async def _look(self) -> float:
        now = time.monotonic()
        if now - self._looked_at > STALLED:
            # nobody kept the time meanwhile: the deadlines that passed then are nobody's fault (faults B32, B59)
            await writing.run(store.grant, instants.now() + GRACE)
        if now - self._swept_at > SWEEP_EVERY:
            self._swept_at = now
            await attend(await writing.run(presence.sweep))
        if now - self._booked_at > BOOK_EVERY:
            self._booked_at = now
            if await reading.run(booking.waiting):
                await writing.run(booking.book, BOOKED_TOGETHER)
        if now - self._closed_at > CLOSE_EVERY:
            self._closed_at = now
            await writing.run(tables.close_deserted, instants.now())
        if now - self._tidied_at > TIDY_EVERY:
            self._tidied_at = now
            await writing.run(accounts.tidy, instants.now())
        self._wake_at = float("inf")
        due, next_due = await reading.run(store.next_due, instants.now(), AT_ONCE)
        self._looked_at = time.monotonic()
        await self._act(due)
        if len(due) == AT_ONCE:
            return 0.0
        return LONGEST_SLEEP if next_due is None else (next_due - instants.now()).total_seconds()

    async def _act(self, due: Sequence[Match]) -> None:
        playing = [match for match in due if match.phase == Match.Phase.PLAYING and match.paused_at is None]
        others = [self._submit(Tick(match.pk)) for match in due if match not in playing]
        await asyncio.gather(self._go_on(playing), *others)

    async def _go_on(self, due: Sequence[Match]) -> None:
        """Make the calls that are due in those matches; in the others choose and make the move of the seat in turn."""
        if not due:
            return
        matches = [one for one in await reading.run(store.as_of, due) if _to_move(one)]
        calling = [one.match for one in matches if one.call_is_due(instants.now())]
        moving = [one for one in matches if one.match not in calling]
        calls = [self._submit(BotCall(match.pk, match.version)) for match in calling]
        await asyncio.gather(self._stand_in(moving), *calls)

    async def _stand_in(self, matches: Sequence[Running]) -> None:
        """Choose and make the moves of those matches' seats in turn."""
        answers = await self._thinker.ask([_question(one) for one in matches])
        await asyncio.gather(*[self._play(one, move) for one, move in zip(matches, answers, strict=True)])

    async def _play(self, match: Running, move: str | None) -> None:
        version = match.match.version
        try:
            if move is not None:
                await self._submit(StandIn(match.match.pk, move, version))
                return
        except (IllegalMove, MalformedMove) as error:
            logger.error("a bot's move is refused", extra={"match": match.match.pk, "error": type(error).__name__})
        assert match.round is not None
        await self._submit(StandIn(match.match.pk, fallback(match.round.view(match.round.turn)), version))

    @staticmethod
    async def _submit(command: StandIn | BotCall | Tick) -> None:
        try:
            await writer().submit(command)
        except StaleMove:
            pass  # somebody was quicker
        except PlayError as error:
            logger.warning("clock refused", extra={"match": command.match_id, "error": error.code})


def _to_move(match: Running) -> bool:
    return match.round is not None and not match.round.over and match.match.phase == Match.Phase.PLAYING


def _question(match: Running) -> Question:
    """What the seat in turn may see, for its bot's policy or a stand-in's."""
    assert match.round is not None
    seat = match.round.turn
    position = match.round.view(seat).position()
    return Question(match.seats[seat].bot or DEFAULT, position, seat, secrets.randbits(64))
