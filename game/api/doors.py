"""What holds for every address of the API: how often one may ask, in which language, how long an answer is good."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils import translation
from django.utils.cache import get_conditional_response

from game import limits

View = Callable[..., HttpResponseBase]

MESSAGES = {
    "not-signed-in": (401, "This is for somebody who is signed in: send the cookie of a session."),
    "not-found": (404, "There is nothing here."),
    "method": (405, "Only GET and HEAD are answered here."),
    "too-many": (429, "Too many requests. Wait a minute."),
    "unavailable": (503, "The database does not answer. Try again in a moment."),
}
PUBLIC_SECONDS = 30  # that anybody may keep a public answer


def trouble(code: str, message: str = "") -> HttpResponse:
    """An answer that says why there is none."""
    status, usual = MESSAGES.get(code, (400, ""))
    answer = JsonResponse({"code": code, "message": message or usual}, status=status)
    if code in ("too-many", "unavailable"):
        answer["Retry-After"] = "60" if code == "too-many" else "5"
    if code == "method":
        answer["Allow"] = "GET, HEAD"
    return answer


def nothing(request: HttpRequest, rest: str = "") -> HttpResponse:
    """The same bytes for what does not exist and for what this person may not see."""
    return trouble("not-found")


def door(view: View) -> View:
    """The view, read-only, in English and not too often for one address."""

    @wraps(view)
    def inside(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method not in ("GET", "HEAD"):
            return trouble("method")
        asked, request.method = request.method, "GET"
        try:
            with translation.override("en"):
                limits.count(request, "api", reading=True)
                return view(request, *args, **kwargs)
        except limits.TooMany:
            return trouble("too-many")
        finally:
            request.method = asked

    return inside


def public(request: HttpRequest, answer: HttpResponse) -> HttpResponseBase:
    """An answer that is the same for everybody: any cache may keep it a while, and any site's page may read it."""
    answer["Cache-Control"] = f"public, max-age={PUBLIC_SECONDS}"
    answer["Access-Control-Allow-Origin"] = "*"
    return tagged(request, answer)


def tagged(request: HttpRequest, answer: HttpResponse) -> HttpResponseBase:
    """The answer with a tag of its content; nothing but the tag for who has that content already."""
    # weak: a compressed answer has the same one
    tag = f'W/"{hashlib.sha256(answer.content).hexdigest()[:32]}"'
    answer["ETag"] = tag
    return get_conditional_response(request, etag=tag, response=answer) or answer
