"""Players' pages."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from game import boards, profiles
from game.graph import graph
from game.models import ALL_GAMES, Match
from game.presenter.games import game_names
from game.views import doors
from game.words import words_for


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """An account's page; `?game=` an id of a game, anything else is all of them."""
    user = profiles.find(name)
    if user is None:
        raise Http404(name)
    if name != user.address:
        return redirect("player", user.address, permanent=False)
    viewer = doors.person(request)
    own = viewer is not None and viewer.pk == user.pk
    language = get_language() or "en"
    games = game_names(words_for(language))
    game = request.GET.get("game", "")
    game = game if game in games else ALL_GAMES
    counted, known = profiles.tallies(user, own=own), boards.player_of(user)
    rated = profiles.rated(known) if known else []
    points = profiles.history(known, game) if known else []
    numbers = profiles.statistics(counted, game)
    first = max(1, next((one.matches for one in rated if one.game == game), 0) - len(points) + 1)
    numbered = [(number, point, _day(point.at.date(), language)) for number, point in enumerate(points, first)]
    context = {
        "player": user, "own": own, "game": game, "games": games, "name": games.get(game, ""),
        "rated": rated, "shown": next((one for one in rated if one.game == game), None),
        "points": numbered[::-1], "played": {one.game for one in counted},
        "graph": graph([one.shown.value for one in points], first),
        "numbers": numbers, "favourites": profiles.favourites(counted),
        "worst": profiles.match_of_round(numbers.worst_round, viewer) if numbers and numbers.worst_round else None,
        "met": profiles.met(user) if own else None,
        "between": profiles.between(viewer, user) if viewer is not None and not own else None,
        "latest": [(seat, games.get(seat.match.game, "")) for seat in profiles.latest(user)],
        "over": Match.Phase.OVER,
    }  # fmt: skip
    return render(request, "players/page.html", context)


@lru_cache(maxsize=4096)
def _day(day: date, language: str) -> str:
    """A day as that language writes it; a long career names the same days again and again."""
    return date_format(day, "SHORT_DATE_FORMAT")
