"""Pages for when something is not there, not allowed, too much, or broken. They say nothing that was not asked."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template

from game.models import Table


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "403.html", status=403)


def no_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form was too old, or not ours: the page says how to go on."""
    return render(request, "403_csrf.html", status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """The same bytes for what does not exist and for what this person may not see (S11)."""
    return render(request, "404.html", status=404)


def gone(request: HttpRequest, table: Table) -> HttpResponse:
    """The table has closed."""
    return render(request, "410.html", {"table": table}, status=410)


def unavailable(request: HttpRequest) -> HttpResponse:
    """The database does not answer. The page asks it for nothing, not even for who is reading."""
    response = HttpResponse(get_template("503.html").render(), status=503)
    response["Retry-After"] = "5"
    return response


def too_many(request: HttpRequest) -> HttpResponse:
    response = render(request, "429.html", status=429)
    response["Retry-After"] = "60"
    return response
