"""How often one address or one person may do something, and what an address is (S16, S17; faults B93, B94).

The rates stand in `settings.ACCOUNT_RATE_LIMITS`; they are counted in the cache, which may forget.
"""

from __future__ import annotations

import ipaddress

from allauth.core.internal import ratelimit
from django.conf import settings
from django.http import HttpRequest


class TooMany(Exception):
    """More than the rate allows; the answer is 429."""


def client_address(remote: str, forwarded: str) -> str:
    """The address of whoever asks: the peer's own, or what our outermost proxy saw.

    `forwarded` is the X-Forwarded-For header. It is believed only as far as `settings.TRUSTED_PROXIES` of our own stand
    in front, counted from its end; what stands before that was written by the client.
    """
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    if settings.TRUSTED_PROXIES and len(hops) >= settings.TRUSTED_PROXIES:
        seen = hops[-settings.TRUSTED_PROXIES]
        try:
            return str(ipaddress.ip_address(seen.strip("[]")))
        except ValueError:
            return remote
    return remote


def address(request: HttpRequest) -> str:
    """The client's address of a page request; `local` over a Unix socket, where there is none."""
    return client_address(request.META.get("REMOTE_ADDR", ""), request.headers.get("X-Forwarded-For", "")) or "local"


def count(request: HttpRequest, action: str, *, only_look: bool = False, reading: bool = False) -> None:
    """Count one `action` of this address and person; `TooMany` beyond its rate. `only_look` counts nothing.

    A GET counts only where it is said that `reading` is limited too.
    """
    if not ratelimit.consume(request, app="allauth.account", action=action, dry_run=only_look, limit_get=reading):
        raise TooMany(action)
