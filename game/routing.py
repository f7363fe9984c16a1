"""Addresses of the sockets."""

from typing import Any

from django.urls import path

from game.consumers import LobbySocket, TableSocket

websocket_urlpatterns: list[Any] = [
    path("ws/table/<str:token>/", TableSocket.as_asgi()),
    path("ws/lobby/", LobbySocket.as_asgi()),
]
