"""Leaderboards."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from game import boards, ratings
from game.models import ALL_GAMES
from game.presenter.games import game_names
from game.views import doors
from game.words import words_for

ALL = "all"
"""In an address, all games together."""


@require_safe
def leaderboards(request: HttpRequest, game: str = ALL) -> HttpResponse:
    """A leaderboard; `?period=` week or month, anything else is ever; `?after=` goes on where a page ended."""
    names = game_names(words_for(get_language() or "en"))
    if game != ALL and game not in names:
        raise Http404(game)
    period = request.GET.get("period", "")
    period = period if period in boards.PERIODS else ""
    viewer = doors.person(request)
    rated = ALL_GAMES if game == ALL else game
    stored = boards.key_of(period, timezone.now())
    context = {
        "board": boards.board(rated, stored, viewer, request.GET.get("after", "")),
        "game": game, "name": names.get(game, ""), "games": names, "period": period, "least": ratings.LEAST,
    }  # fmt: skip
    return render(request, "boards/page.html", context)
