"""ROOM 6: calls at a bot's pace: which bot answers an open one and when, and how long the next bot waits (D-13)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import timedelta

from game import bots
from game.engine import Round
from game.engine.cards import NO_SEAT
from game.models import Seat

HOLD = timedelta(seconds=bots.HOLD)

_dice = secrets.SystemRandom()


def first_call(round_: Round, seats: Sequence[Seat], bot_seconds: float | None) -> tuple[int, timedelta] | None:
    """Of the bots that mean to answer the open call, the quickest: its seat, and after how long. None: nobody does."""
    if round_.calling == NO_SEAT:
        return None
    views = [round_.view(seat.number) for seat in seats if seat.bot]
    first = bots.first_call(views, _dice, person=not seats[round_.calling].bot, pace=bot_seconds)
    return None if first is None else (first[0], timedelta(seconds=first[1]))


def holds_up(round_: Round, seats: Sequence[Seat], bot_seconds: float | None) -> bool:
    """Whether the next bot waits for a call that is open."""
    return round_.calling != NO_SEAT and bots.holds_up(person=not seats[round_.calling].bot, pace=bot_seconds)
