"""ROOM 6: what is kept of matches, read for pages: one match with its rounds, one person's matches."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from game import names
from game.accounts import DELETED_NAME
from game.lobby import game_name
from game.models import Match, Round, Score, Seat, User

PAGE = 20  # matches on a page of "my matches"


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's place in a match. `place` is None until the match is over; `out_first` counts the rounds it won."""

    place: int | None
    name: str
    you: bool
    bot: bool
    total: int
    over: bool
    out_first: int
    turns: int
    stand_in_turns: int


@dataclass(frozen=True, slots=True)
class Cell:
    """What one round cost one seat, and its total after it."""

    charge: int
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A finished round, `cells` in seat order; `seed` and `nonces` (hex, or empty) are what its deal was made of."""

    number: int
    cells: tuple[Cell, ...]
    commitment: str
    seed: str
    nonces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A match as anybody who may see it sees it. `standings` by place, `names` in seat order."""

    match: Match
    game: str
    standings: tuple[Standing, ...]
    names: tuple[str, ...]
    you: int | None
    rounds: tuple[RoundLine, ...]
    minutes: int

    @property
    def over(self) -> bool:
        return self.match.phase == Match.Phase.OVER

    @property
    def abandoned(self) -> bool:
        return self.match.phase == Match.Phase.ABANDONED

    @property
    def winners(self) -> tuple[Standing, ...]:
        """Who shares the first place: one has won, several have drawn (SM-31, SM-32)."""
        return tuple(one for one in self.standings if one.place == 1)

    @property
    def reached(self) -> tuple[Standing, ...]:
        """Who reached the target, and so ended the match (SM-30)."""
        return tuple(one for one in self.standings if one.over)


@dataclass(frozen=True, slots=True)
class Line:
    """A match in somebody's list, with that person's seat in it."""

    match: Match
    game: str
    seat: Seat
    others: tuple[str, ...]


def find(uid: str, viewer: User | None) -> Match | None:
    """The match, if this person may see it: a public one, or one that they sat in (S11)."""
    match = Match.objects.select_related("table").filter(uid=uid).first()
    if match is None or not match.private:
        return match
    sat = viewer is not None and Seat.objects.filter(match=match, user=viewer).exists()
    return match if sat else None


def result(match: Match, viewer: User | None) -> Result:
    """All that the match's page shows; three queries. Of rounds, those that have ended: nothing of a running one."""
    seats = list(match.seats.all())
    you = next((seat.number for seat in seats if viewer is not None and seat.user_id == viewer.pk), None)
    scores = Prefetch("scores", Score.objects.select_related("seat").order_by("seat__number"))
    rounds = list(match.rounds.filter(ended_at__isnull=False).prefetch_related(scores))
    standings = [_standing(match, seat, rounds, you=seat.number == you) for seat in seats]
    length = (match.ended_at - match.started_at) if match.ended_at else timedelta()
    return Result(
        match=match, game=game_name(match.rules),
        standings=tuple(sorted(standings, key=lambda one: (one.place or 9, one.total))),
        names=tuple(seat_name(seat) for seat in seats), you=you, rounds=tuple(map(_line, rounds)),
        minutes=max(1, round(length.total_seconds() / 60)),
    )  # fmt: skip


def seat_name(seat: Seat) -> str:
    """What the player of a seat was called; who has deleted the account since has no name."""
    gone = seat.user_id is None and not seat.bot and seat.name == DELETED_NAME
    return _("Deleted player") if gone else names.shown(seat.name, _("Player"))


def _standing(match: Match, seat: Seat, rounds: list[Round], *, you: bool) -> Standing:
    return Standing(
        place=seat.place, name=seat_name(seat), you=you, bot=bool(seat.bot), total=seat.total,
        over=seat.total >= match.target, out_first=sum(one.winner == seat.number for one in rounds),
        turns=seat.turns, stand_in_turns=seat.stand_in_turns,
    )  # fmt: skip


def _line(one: Round) -> RoundLine:
    cells = tuple(Cell(score.charge, score.total, score.seat.number == one.winner) for score in one.scores.all())
    nonces = tuple(nonce or "" for nonce in one.nonces)
    return RoundLine(one.number, cells, one.commitment, bytes(one.server_seed).hex(), nonces)


def matches_of(user: User, before: int | None) -> tuple[list[Line], int | None]:
    """A page of somebody's matches, newest first, and the id before which the next page begins (None: there is none).

    `before` is such an id. Three queries, however many matches there are.
    """
    seats = Seat.objects.filter(user=user).select_related("match__table").order_by("-match_id")
    if before is not None:
        seats = seats.filter(match_id__lt=before)
    page = list(seats.prefetch_related("match__seats")[: PAGE + 1])
    lines = [_of_list(seat) for seat in page[:PAGE]]
    return lines, (page[PAGE - 1].match_id if len(page) > PAGE else None)


def _of_list(seat: Seat) -> Line:
    others = tuple(seat_name(other) for other in seat.match.seats.all() if other.number != seat.number)
    return Line(seat.match, game_name(seat.match.rules), seat, others)
