"""The page of a match, and lists of them."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from game import limits, listing, matches, mine, profiles, records
from game.chart import Chart, chart
from game.forms import ListForm, OwnForm, PlayerForm, PublicForm
from game.models import Table
from game.records import Result
from game.views import doors


@require_safe
def match(request: HttpRequest, uid: str) -> HttpResponse:
    viewer = doors.person(request)
    found = records.find(uid, viewer)
    if found is None:
        raise Http404(uid)
    result = records.result(found, viewer)
    table = found.table if found.table is not None and found.table.status != Table.Status.CLOSED else None
    if found.private and result.you is None:
        table = None  # the link to the match is none to its table
    latest = table is not None and table.match_id == found.pk and result.over
    shareable = found.private and result.you is not None and (result.over or result.abandoned)
    context = {
        "result": result, "chart": _chart(result), "table": table, "uid": found.uid,
        "rematch": latest and table is not None and table.seats.filter(user=viewer).exists(),
        "share": shareable, "shared": request.build_absolute_uri(reverse("match", args=[found.share]))
        if shareable and found.share else "",
    }  # fmt: skip
    return render(request, "matches/match.html", context)


@require_POST
def share(request: HttpRequest, uid: str) -> HttpResponse:
    """Somebody who sat in a private match that is over shares it by a link, or takes the link back (`share`: yes)."""
    viewer = doors.person(request)
    found = records.find(uid, viewer)
    if found is None or not found.private or not records.sat(found, viewer):
        raise Http404(uid)
    limits.count(request, "act")
    if found.ended_at is not None:
        matches.share(found, on=request.POST.get("share") == "yes")
    # by its own address: the one that was asked with may be the link that is gone now
    found.refresh_from_db(fields=["uid"])
    return redirect(f"{reverse('match', args=[found.uid])}#share")


@require_safe
def practice(request: HttpRequest, uid: str) -> HttpResponse:
    """A practice match of one's own; there is none of anybody else's."""
    found = mine.practice(uid, doors.person(request))
    if found is None:
        raise Http404(uid)
    result = mine.practice_result(found)
    context = {"result": result, "chart": _chart(result), "practice": found}
    return render(request, "matches/match.html", context)


def _chart(result: Result) -> Chart:
    totals = [[cell.total for cell in line.cells] for line in result.rounds]
    return chart(result.names, totals, result.target if result.rules.by_points else None, result.you)


@require_safe
@login_required
def my_matches(request: HttpRequest) -> HttpResponse:
    """Matches that the person sat in, and practice."""
    user = doors.person(request)
    assert user is not None
    form = OwnForm(request.GET)
    return _list(request, listing.own(user, form.wanted(), form.before), form, title=_("My matches"), own=True)


@require_safe
def all_matches(request: HttpRequest) -> HttpResponse:
    """Public matches that are over."""
    form = PublicForm(request.GET)
    return _list(request, listing.public(form.wanted(), form.before), form, title=_("Matches"))


@require_safe
def of_player(request: HttpRequest, name: str) -> HttpResponse:
    """An account's public matches that are over."""
    user = profiles.find(name)
    if user is None:
        raise Http404(name)
    form = PlayerForm(request.GET)
    page = listing.of_player(user, form.wanted(), form.before)
    return _list(request, page, form, title=_("Matches of %(name)s") % {"name": user.name}, player=user)


def _list(request: HttpRequest, page: listing.Page, form: ListForm, **context: Any) -> HttpResponse:
    return render(request, "matches/list.html", {"page": page, "form": form, "path": request.path, **context})
