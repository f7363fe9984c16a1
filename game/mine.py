"""ROOM 6: somebody's own practice matches, which nobody else sees. The person has seat 0."""

from __future__ import annotations

from itertools import accumulate

from django.utils.translation import gettext as _

from game.models import Match, PracticeMatch, Seat, User
from game.records import Ended, Result, tell


def bot_name(seat: int) -> str:
    """What a bot is called on the device."""
    return f"Bot {seat + 1}"


def practice(uid: str, viewer: User | None) -> PracticeMatch | None:
    """A practice match of this person; None for everybody else's."""
    return None if viewer is None else viewer.practice_matches.filter(uid=uid).first()


def practice_result(match: PracticeMatch) -> Result:
    """All that the page of a practice match shows."""
    firsts = [sum(row["charges"][seat] == 1 for row in match.rounds) for seat in range(match.size)]
    seats = [
        Seat(
            number=seat, name=bot_name(seat) if seat else _("You"), bot="bot" if seat else "", total=match.totals[seat],
            firsts=firsts[seat], place=match.places[seat],
        )
        for seat in range(match.size)
    ]  # fmt: skip
    charged = [row["charges"] for row in match.rounds]
    sums = accumulate(charged, lambda totals, row: [total + charge for total, charge in zip(totals, row, strict=True)])
    rounds = [
        Ended(number, row["first"], row["charges"], totals, match.hands if number == len(match.rounds) else ())
        for number, (row, totals) in enumerate(zip(match.rounds, sums, strict=True), start=1)
    ]  # fmt: skip
    whole = Match(rules=match.rules, target=match.target, phase=Match.Phase.OVER, started_at=match.played_at)
    return tell(whole, seats, 0, rounds)
