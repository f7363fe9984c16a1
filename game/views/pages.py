"""Pages that only tell: the landing page, rules, privacy; and the two addresses for machines."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from game import lobby
from game.engine import RuleSet
from game.engine.presets import PRESETS
from game.presenter.games import game_names
from game.presenter.glance import glance
from game.presenter.rulebook import rule_sheet
from game.presenter.stories import stories
from game.presenter.tips import tips
from game.words import words_for

LANDING_ROOMS = 3


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    look = lobby.look()
    return render(request, "landing.html", {"rooms": [room for room in look.rooms if room.free][:LANDING_ROOMS]})


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """All games at a glance, and where they come from."""
    words = words_for(get_language() or "en")
    games = [
        {"id": id_, "name": name, "facts": glance(PRESETS[id_], words), "story": stories(words)[id_]}
        for id_, name in game_names(words).items()
    ]
    return render(request, "rules/index.html", {"games": games})


@require_safe
def rules_of(request: HttpRequest, game: str) -> HttpResponse:
    """How a game is played: its rules, cards and tips are read from the rule set itself."""
    if game not in PRESETS:
        raise Http404(game)
    rules, words = RuleSet.named(game), words_for(get_language() or "en")
    context = {
        "rules": rules, "sheet": rule_sheet(rules, words), "tips": tips(rules, words), "story": stories(words)[game],
        "worth": sum(rules.points(code) for code in rules.one_pack()),
    }  # fmt: skip
    return render(request, "rules/game.html", context)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "privacy.html")


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """`ok` when the database answers, 503 when it does not; for whoever watches the site."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("no database\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What robots may read: nothing that is somebody's."""
    lines = ["User-agent: *", "Disallow: /table/", "Disallow: /match/", "Disallow: /my/", "Disallow: /account/", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain", headers={"Cache-Control": "max-age=86400"})
