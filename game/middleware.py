"""What holds for every page: whose it is, who may keep it, and that a fragment never holds a page (faults B53, B73)."""

from __future__ import annotations

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin

from game.limits import TooMany
from game.views.errors import too_many, unavailable


class Doors(MiddlewareMixin):
    """Marks pages as personal, and turns what htmx asked for into a whole page where a whole page came back.

    A view that answers htmx with a piece of a page says so by `doors.fragment`. Every other answer to htmx is a page of
    its own: a redirect becomes one of the whole window, an error replaces the whole body.
    """

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, TooMany):
            return too_many(request)
        return unavailable(request) if isinstance(exception, (OperationalError, InterfaceError)) else None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response.setdefault("Cache-Control", "private, no-store")
        patch_vary_headers(response, ["HX-Request"])
        if not request.headers.get("HX-Request") or getattr(response, "is_fragment", False):
            return response
        if response.status_code in (301, 302, 303, 307, 308):
            moved = HttpResponse(status=204, headers={"HX-Redirect": response["Location"]})
            moved.cookies = response.cookies
            return moved
        response["HX-Retarget"] = "body"
        response["HX-Reswap"] = "innerHTML"
        return response
