"""The page of a match, and the list of one's own."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from game import records
from game.chart import chart
from game.models import Table
from game.views import doors


@require_safe
def match(request: HttpRequest, uid: str) -> HttpResponse:
    viewer = doors.person(request)
    found = records.find(uid, viewer)
    if found is None:
        raise Http404(uid)
    result = records.result(found, viewer)
    totals = [[cell.total for cell in line.cells] for line in result.rounds]
    table = found.table if found.table is not None and found.table.status != Table.Status.CLOSED else None
    latest = table is not None and table.match_id == found.pk and result.over
    context = {
        "result": result, "chart": chart(result.names, totals, found.target, result.you),
        "table": table,
        "rematch": latest and table is not None and table.seats.filter(user=viewer).exists(),
    }  # fmt: skip
    return render(request, "matches/match.html", context)


@require_safe
@login_required
def my_matches(request: HttpRequest) -> HttpResponse:
    user = doors.person(request)
    assert user is not None
    before = request.GET.get("before", "")
    lines, older = records.matches_of(user, int(before) if before.isdecimal() and len(before) < 19 else None)
    return render(request, "matches/mine.html", {"lines": lines, "older": older, "first": not before})
