"""The ASGI application: pages by Django, sockets by Channels. Runs under Daphne, and unchanged under uvicorn."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "macao_site.settings")
_pages = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402  (needs the apps to be loaded)
from channels.security.websocket import OriginValidator  # noqa: E402
from django.conf import settings  # noqa: E402

from game.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": _pages,
        # scheme, host and port: the ready-made AllowedHosts validator lets other ports and http through
        "websocket": OriginValidator(URLRouter(websocket_urlpatterns), settings.ORIGINS),
    }
)
