"""The ASGI application: pages by Django, sockets by Channels. Runs under Daphne, and unchanged under uvicorn."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "macao_site.settings")
_pages = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402  (needs the apps to be loaded)
from django.conf import settings  # noqa: E402

from game.routing import own_pages_only, websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": _pages,
        "websocket": own_pages_only(URLRouter(websocket_urlpatterns), settings.ORIGINS),
    }
)
