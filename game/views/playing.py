"""The page of a match that is being played: the same fragments that the socket sends, in one document."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from game import presenter, scenes
from game import render as fragments
from game.art import art
from game.models import Table, User
from game.presenter.games import game_name
from game.presenter.rulebook import rule_sheet
from game.words import words_for


def playing_page(request: HttpRequest, table: Table, user: User | None) -> HttpResponse:
    """The table as this person's seat, or a watcher, sees it; a page that says so where watching is not wanted."""
    scene = scenes.page_scene(table, user)
    if scene is None:
        raise Http404(table.token)
    if scene.seat is None and (not table.watchable or (user is not None and user.pk in table.removed)):
        return render(request, "tables/unwatchable.html", {"table": table}, status=403)
    language = get_language() or "en"
    leave = reverse("leave", args=[table.token]) if scene.seat is not None else reverse("lobby")
    words, drawings = words_for(language), art(scene.rules.kind_of_pack)
    context = {
        "parts": fragments.parts(presenter.present(scene, words), drawings),
        "lang": language, "title": f"{table.name}: {game_name(scene.rules, words)}",
        "socket_url": f"/ws/table/{table.token}/?match={scene.match_id}",
        "table_url": scene.table_url, "leave_url": leave,
        "rules": fragments.rules(rule_sheet(scene.rules, words), drawings),
    }  # fmt: skip
    return render(request, "table/page.html", context)
