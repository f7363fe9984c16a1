"""Baseline: a Channels site as its tutorial has it, sending one ready string to the seats of a table.

Daphne, the in-memory channel layer, a group a table; no rules, no database, no rendering. What it can do is what
the stock road leaves for a game.  Usage: daphne -b 127.0.0.1 -p PORT bench.baselines.echo:application
"""

from __future__ import annotations

from typing import Any

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="bench",
    ALLOWED_HOSTS=["127.0.0.1"],
    INSTALLED_APPS=["daphne", "channels"],
    CHANNEL_LAYERS={"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}},
    # never opened, but there, as on any site: Channels looks at each connection for every message
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
)
django.setup()

from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402  (needs the settings)
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402
from django.urls import re_path  # noqa: E402

READY_BYTES = 1507  # a small table's fragment, the size of shared measurements since the first
_CARD = '<li><button class="card" name="move" value="7h" aria-label="Seven of hearts">7h</button></li>\n'
READY = (_CARD * (READY_BYTES // len(_CARD) + 1))[:READY_BYTES]


class Table(AsyncWebsocketConsumer):
    group: str

    async def connect(self) -> None:
        self.group = f"table.{self.scope['url_route']['kwargs']['code']}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.channel_layer.group_send(self.group, {"type": "table.update", "text": READY})

    async def table_update(self, event: dict[str, Any]) -> None:
        await self.send(text_data=event["text"])


application = ProtocolTypeRouter(
    {"http": get_asgi_application(), "websocket": URLRouter([re_path(r"^ws/(?P<code>\w+)/$", Table.as_asgi())])}
)
