"""What the API reads, each answer with a bounded number of queries and nothing that scans matches, rounds or moves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from game import ratings, records
from game.engine import RuleSet
from game.engine.presets import PRESETS
from game.models import (
    ALL_GAMES,
    BoardRow,
    Match,
    Rating,
    RatingChange,
    Score,
    Seat,
    Tally,
    User,
)
from game.presenter.games import game_names
from game.words import words_for

PUBLIC = Q(private=False, phase=Match.Phase.OVER)


class BadCursor(Exception):
    """The cursor is none that a page of this list has given."""


def games() -> list[dict[str, Any]]:
    called = game_names(words_for("en"))
    return [
        {
            "id": rules.id, "name": called[rules.id], "counts": _counts(rules), "target": rules.target,
            "least_seats": rules.min_seats, "most_seats": rules.max_seats,
        }
        for rules in PRESETS.values()
    ]  # fmt: skip


def _counts(rules: RuleSet) -> str:
    return "points" if rules.by_points else "places"


# --- matches


def _told() -> QuerySet[Seat]:
    changes = RatingChange.objects.exclude(game=ALL_GAMES)
    return Seat.objects.select_related("user").prefetch_related(Prefetch("rating_changes", changes))


def matches(
    *, game: str | None, rated: bool | None, since: datetime | None, until: datetime | None, cursor: str | None,
    limit: int,
) -> dict[str, Any]:  # fmt: skip
    """A page of the public matches that are over, newest first. `BadCursor`."""
    wanted = PUBLIC
    if game is not None:
        wanted &= Q(game=game)
    if rated is not None:
        wanted &= Q(rated__in=[rated])  # SQLite finds no index for a column that is its own condition
    if since is not None:
        wanted &= Q(started_at__gte=since)
    if until is not None:
        wanted &= Q(started_at__lt=until)
    if cursor is not None:
        last = _last(Match.objects.filter(PUBLIC, uid=cursor).values_list("started_at", "pk").first())
        wanted &= Q(started_at__lte=last[0]) & ~Q(started_at=last[0], pk__gte=last[1])
    found = Match.objects.filter(wanted).order_by("-started_at", "-pk").prefetch_related(Prefetch("seats", _told()))
    return _page(list(found[: limit + 1]), limit)


def matches_of(person: User, *, game: str | None, cursor: str | None, limit: int) -> dict[str, Any]:
    """A page of a person's public matches that are over, newest first. `BadCursor`."""
    seats = person.match_seats.filter(match__private=False, match__phase=Match.Phase.OVER)
    if game is not None:
        seats = seats.filter(game=game)
    if cursor is not None:
        last = _last(seats.filter(match__uid=cursor).values_list("at", "pk").first())
        seats = seats.filter(Q(at__lte=last[0]) & ~Q(at=last[0], pk__gte=last[1]))
    rows = seats.select_related("match").prefetch_related(Prefetch("match__seats", _told())).order_by("-at", "-pk")
    return _page([seat.match for seat in rows[: limit + 1]], limit)


def _last(found: tuple[datetime, int] | None) -> tuple[datetime, int]:
    if found is None:
        raise BadCursor
    return found


def _page(found: Sequence[Match], limit: int) -> dict[str, Any]:
    items = [summary(match) for match in found[:limit]]
    return {"items": items, "next": items[-1]["id"] if len(found) > limit else None}


def summary(match: Match) -> dict[str, Any]:
    """A match without its rounds; its seats have been read as `_told` says."""
    rules = RuleSet.from_json(match.rules)
    return {
        "id": match.uid, "game": match.game or rules.id, "house_rules": match.house, "counts": _counts(rules),
        "target": match.target, "private": match.private, "rated": match.rated, "phase": match.phase,
        "drawn": match.drawn, "started": match.started_at, "ended": match.ended_at,
        "seats": [_seat(seat) for seat in match.seats.all()],
    }  # fmt: skip


def _seat(seat: Seat) -> dict[str, Any]:
    account = seat.user if seat.user is not None and not seat.user.is_guest else None
    return {
        "seat": seat.number, "name": records.seat_name(seat),
        "player": account.address if account else None,
        "bot": seat.bot or None, "total": seat.total, "firsts": seat.firsts, "place": seat.place, "left": seat.left,
        "turns": seat.turns, "stand_in_turns": seat.stand_in_turns,
        "rating": next((_change(one) for one in seat.rating_changes.all()), None),
    }  # fmt: skip


def _change(change: RatingChange) -> dict[str, int]:
    before, after = ratings.shown(change.mu_before, change.sigma_before), ratings.shown(change.mu, change.sigma)
    return {"before": before.value, "after": after.value}


def whole(match: Match) -> dict[str, Any]:
    """A match with what its rounds cost; five queries."""
    told = Match.objects.filter(pk=match.pk).prefetch_related(Prefetch("seats", _told())).get()
    told.uid = match.uid  # of a shared one its token
    scores = Prefetch("scores", Score.objects.select_related("seat").order_by("seat__number"))
    ended = told.rounds.filter(ended_at__isnull=False).defer("state", "deal", "opening").prefetch_related(scores)
    rounds = [
        {
            "round": one.number, "dealt": one.dealt_at, "ended": one.ended_at, "winner": one.winner,
            "charges": [score.charge for score in one.scores.all()],
            "totals": [score.total for score in one.scores.all()],
            "hands": [score.hand for score in one.scores.all()],
        }
        for one in ended
    ]  # fmt: skip
    return {**summary(told), "rules": told.rules, "rounds": rounds}


# --- players


def profile(person: User) -> dict[str, Any]:
    """Ratings and the numbers of public matches; two queries."""
    rated = Rating.objects.filter(player__user=person, matches__gt=0).order_by("game")
    tallies = Tally.objects.filter(user=person, private=False, matches__gt=0).order_by("game")
    return {
        "name": person.name,
        "ratings": [_rating(one) for one in rated],
        "statistics": [_tally(one) for one in tallies],
    }


def _rating(one: Rating) -> dict[str, Any]:
    shown = ratings.shown(one.mu, one.sigma)
    return {
        "game": one.game or "all", "rating": shown.value, "spread": shown.spread, "provisional": shown.provisional,
        "matches": one.matches, "wins": one.wins,
    }  # fmt: skip


def _tally(one: Tally) -> dict[str, Any]:
    fields = ("game", "matches", "wins", "rounds", "rounds_won", "charge", "damage", "cuts", "worst", "turns")
    mean = round(one.turn_ms / one.turns / 1000, 3) if one.turns else None
    return {**{name: getattr(one, name) for name in fields}, "turn_seconds": mean}


# --- leaderboards


def board(game: str, period: str, cursor: str | None, limit: int) -> dict[str, Any]:
    """A page of a leaderboard; one query.

    A cursor holds of the last line its rating, its row's id, how many lines there were up to it, and its place.
    """
    rows = BoardRow.objects.filter(
        Q(player__user__isnull=False) | ~Q(player__bot=""),
        game=ALL_GAMES if game == "all" else game, period=period, listed=True,
    )  # fmt: skip
    rating, row, before, place = [int(part) for part in cursor.split(".")] if cursor else (None, 0, 0, 0)
    if rating is not None:
        rows = rows.filter(Q(rating__lte=rating) & ~Q(rating=rating, pk__lte=row))
    found = list(rows.select_related("player__user").order_by("-rating", "pk")[: limit + 1])
    items = []
    for one in found[:limit]:
        before += 1
        place = place if one.rating == rating else before
        rating, row = one.rating, one.pk
        items.append({
            "place": place, "name": one.player.user.name if one.player.user else None, "bot": one.player.bot or None,
            "rating": rating, "matches": one.matches, "wins": one.wins,
        })  # fmt: skip
    following = f"{rating}.{row}.{before}.{place}" if len(found) > limit else None
    return {"game": game, "period": period or None, "least": ratings.least(period), "items": items, "next": following}
