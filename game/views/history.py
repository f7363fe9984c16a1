"""Where a device sends its finished practice matches; JSON for its script, no page."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from game import history, limits
from game.retelling import Unbelievable
from game.views import doors

MOST_BYTES = 128 * 1024  # of a match: some 8,000 moves, which take a tenth of a second to play again
STATUS = {"too-long": 413}


@require_http_methods(["GET", "POST"])
def practice_matches(request: HttpRequest) -> HttpResponse:
    """GET: as whom the device is signed in (empty: nobody), and a form's token. POST: one match as JSON.

    What is sent is `{"match": what the device keeps, "ended": ms}`. The answer names the match as it is kept here,
    201, or 200 if it was here already. A refusal has a `code`: 413 and 422 are for good, any other may be different
    later.
    """
    user = doors.person(request)
    if request.method == "GET":
        return JsonResponse({"who": user.device_mark if user is not None else "", "token": get_token(request)})
    if user is None:
        return JsonResponse({"code": "signed-out"}, status=403)
    limits.count(request, "practice")
    try:
        sent = _sent(request)
        match, new = history.keep(user, sent.get("match"), sent.get("ended"), timezone.now())
    except Unbelievable as error:
        return JsonResponse({"code": error.code}, status=STATUS.get(error.code, 422))
    url = reverse("practice_match", args=[match.uid])
    return JsonResponse({"uid": match.uid, "url": url}, status=201 if new else 200)


def _sent(request: HttpRequest) -> dict[str, Any]:
    """The object in a request's body. `Unbelievable`."""
    if request.content_type != "application/json":  # of a form Django may have read the body already
        raise Unbelievable("malformed")
    if len(request.body) > MOST_BYTES:
        raise Unbelievable("too-long")
    try:
        sent = json.loads(request.body)
    except (ValueError, RecursionError) as error:
        raise Unbelievable("malformed") from error
    if not isinstance(sent, dict):
        raise Unbelievable("malformed")
    return sent
