"""Headers of static files: what the practice worker may do, and what a browser may keep for ever."""

from __future__ import annotations

import re
from collections.abc import MutableMapping

from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

WORKER = re.compile(r"/js/practice-worker(\.[0-9a-f]+)?\.js$")
FOR_EVER = re.compile(r"/practice/(runtime|app)-[0-9a-f]{12}/")
WORKER_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'none'"
)
"""A worker obeys the policy of its own script's response: nowhere else may WebAssembly be compiled (S8)."""


class WorkerPolicy(MiddlewareMixin):
    """Gives the worker's script its policy: on a "not modified" too, whose headers replace those that were kept."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if WORKER.search(request.path):
            response["Content-Security-Policy"] = WORKER_POLICY
        return response


def add_headers(headers: MutableMapping[str, str], path: str, url: str) -> None:
    """For each static file, when it is first looked at."""
    if FOR_EVER.search(url):
        headers["Cache-Control"] = "max-age=315360000, public, immutable"
