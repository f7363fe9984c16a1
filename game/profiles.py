"""ROOM 6: what a player's page shows: ratings, statistics, whom they met. Accounts have one, guests do not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from game import boards, names, ratings
from game.engine.presets import PRESETS
from game.models import ALL_GAMES, EVER, BoardRow, Match, Meeting, Player, Rating, RatingChange, Seat, Tally, User
from game.ratings import Shown

MOST_POINTS = 200  # of a graph: the latest rated matches
MOST_MET = 20
LATEST = 5
LOOKED_AT = 60  # latest matches among which public ones are looked for
FAVOURITES = 5
FEW = 3  # rounds under which an average says nothing


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating in one game, or in all; `place` on the leaderboard, None where it is not listed."""

    game: str
    shown: Shown
    matches: int
    wins: int
    place: int | None


@dataclass(frozen=True, slots=True)
class Point:
    """A rating after a match, oldest first."""

    number: int
    at: datetime
    shown: Shown


@dataclass(frozen=True, slots=True)
class Statistics:
    """Somebody's numbers in one game or in all. Averages are None where there is too little to say something."""

    matches: int
    wins: int
    rounds: int
    rounds_won: int
    average: float | None
    """Points a round in games of points; place a round in games of places; None for both together."""
    by_points: bool | None
    damage: int
    cuts: int
    worst: int
    worst_round: int | None
    seconds: float | None
    """A turn."""

    @property
    def matches_won(self) -> int:
        """In percent."""
        return round(100 * self.wins / self.matches) if self.matches else 0

    @property
    def share(self) -> int | None:
        """Rounds won, in percent; a blocked round is won by nobody."""
        return round(100 * self.rounds_won / self.rounds) if self.rounds >= FEW else None


@dataclass(frozen=True, slots=True)
class Favourite:
    game: str
    matches: int
    percent: int
    """Of the game that is played most."""


def find(name: str) -> User | None:
    """The account that is called that, however it is spelled; None for guests and for nobody."""
    key = names.key(name)
    return User.objects.filter(username=key, is_guest=False, is_active=True).first() if key else None


def rated(player: Player) -> list[Rated]:
    """The ratings of a player, all games first, then the games played most; two queries."""
    listed = BoardRow.objects.filter(player=player, period=EVER, listed=True)
    places = {row.game: place for row, place in boards.placed(listed)}
    found = [
        Rated(one.game, ratings.shown(one.mu, one.sigma), one.matches, one.wins, places.get(one.game))
        for one in Rating.objects.filter(player=player)
    ]
    return sorted(found, key=lambda one: (one.game != ALL_GAMES, -one.matches))


def history(player: Player, game: str) -> list[Point]:
    """The ratings after the latest rated matches of a game, oldest first; bots' several seats of a match once."""
    changes = RatingChange.objects.filter(player=player, game=game).order_by("-number")
    latest = {row[0]: row for row in changes.values_list("number", "at", "mu", "sigma")[:MOST_POINTS]}
    return [Point(number, at, ratings.shown(mu, sigma)) for number, at, mu, sigma in reversed(latest.values())]


def tallies(user: User, *, own: bool) -> list[Tally]:
    """Somebody's numbers; of private tables only for themselves."""
    found = Tally.objects.filter(user=user)
    return list(found if own else found.filter(private=False))


def statistics(counted: Iterable[Tally], game: str) -> Statistics | None:
    """The numbers of one game, or of all (`ALL_GAMES`) together; None for who has played none of it."""
    kept = [one for one in counted if game in (ALL_GAMES, one.game)]
    if not kept:
        return None
    by_points = {PRESETS[one.game].by_points for one in kept if one.game in PRESETS}
    rounds, turns = sum(one.rounds for one in kept), sum(one.turns for one in kept)
    charge = sum(one.charge for one in kept)
    worst = max(kept, key=lambda one: one.worst)
    return Statistics(
        matches=sum(one.matches for one in kept), wins=sum(one.wins for one in kept), rounds=rounds,
        rounds_won=sum(one.rounds_won for one in kept),
        average=charge / rounds if rounds >= FEW and game != ALL_GAMES else None,
        by_points=by_points.pop() if len(by_points) == 1 else None,
        damage=sum(one.damage for one in kept), cuts=sum(one.cuts for one in kept),
        worst=worst.worst, worst_round=worst.worst_round_id,
        seconds=sum(one.turn_ms for one in kept) / turns / 1000 if turns else None,
    )  # fmt: skip


def favourites(counted: Iterable[Tally]) -> list[Favourite]:
    """The games played most, most first."""
    matches: dict[str, int] = {}
    for one in counted:
        matches[one.game] = matches.get(one.game, 0) + one.matches
    order = sorted(matches, key=lambda game: -matches[game])[:FAVOURITES]
    return [Favourite(game, matches[game], round(100 * matches[game] / matches[order[0]])) for game in order]


def met(user: User) -> Sequence[Meeting]:
    """Whom somebody met most; for their own eyes."""
    return list(Meeting.objects.filter(user=user).select_related("other").order_by("-matches", "pk")[:MOST_MET])


def between(viewer: User, user: User) -> Meeting | None:
    """How the viewer did against somebody."""
    return Meeting.objects.filter(user=viewer, other=user).first()


def latest(user: User) -> list[Seat]:
    """The latest public matches that somebody sat in, if they are among the last few; one query."""
    last = Seat.objects.filter(user=user).order_by("-at").values("pk")[:LOOKED_AT]
    public = Seat.objects.filter(pk__in=last, match__private=False, match__phase=Match.Phase.OVER)
    return list(public.select_related("match").order_by("-at")[:LATEST])


def match_of_round(pk: int, viewer: User | None) -> tuple[str, int] | None:
    """The uid of the match of a round, and the round's number, if the viewer may see it."""
    may_see = Q(private=False)
    if viewer is not None:
        may_see |= Q(seats__user=viewer)
    found = Match.objects.filter(may_see, rounds=pk).values_list("uid", "rounds__number").first()
    return None if found is None else (found[0], found[1])
