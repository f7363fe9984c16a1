"""What is kept of who asks, and all of it as one file."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from game import archive, limits
from game.streams import streamed
from game.views import doors


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def my_data(request: HttpRequest) -> HttpResponseBase:
    """The page; and, by its button, the archive."""
    user = doors.person(request)
    assert user is not None
    if request.method != "POST":
        return _page(request)
    limits.count(request, "archive")
    answer = streamed(request, archive.parts(user, get_language() or "en"), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{archive.file_name(timezone.now())}"'
    return answer


def _page(request: HttpRequest) -> HttpResponse:
    user = doors.person(request)
    assert user is not None
    counts = {
        "matches": user.match_seats.count(),
        "practice": user.practice_matches.count(),
        "rules": user.house_rules.count(),
    }
    return render(request, "account/data.html", counts)
