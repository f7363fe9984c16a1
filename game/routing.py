"""Addresses of the sockets, and who may open one: pages of this site, by the exact origin they come from."""

from collections.abc import Awaitable, Callable, Collection
from typing import Any

from django.urls import path

from game.consumers import LobbySocket, TableSocket

Application = Callable[[Any, Any, Any], Awaitable[None]]

websocket_urlpatterns: list[Any] = [
    path("ws/table/<str:token>/", TableSocket.as_asgi()),
    path("ws/lobby/", LobbySocket.as_asgi()),
]


def own_pages_only(application: Application, origins: Collection[str]) -> Application:
    """Refuse the handshake (403) unless its Origin is one of these: the same scheme, host and port (faults B49).

    The ready-made validators let other ports through, or break on origins that are no addresses.
    """
    allowed = {origin.encode("latin1") for origin in origins}

    async def check(scope: Any, receive: Any, send: Any) -> None:
        given = [value for name, value in scope["headers"] if name == b"origin"]
        if len(given) == 1 and given[0].lower() in allowed:
            await application(scope, receive, send)
        else:
            await send({"type": "websocket.close"})  # before it is accepted: 403

    return check
