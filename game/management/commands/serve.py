"""`manage.py serve`: the whole site."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from game.migrating import migrate


class Command(BaseCommand):
    help = "Serve the site: pages, sockets and, unless --no-clock, the clock that lets bots play."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=settings.PORT, help="port to listen on (MACAO_PORT, 8000)")
        parser.add_argument("--no-clock", action="store_true", help="only pages and sockets; clocks run elsewhere")
        parser.add_argument("--no-migrate", action="store_true", help="do not bring the database up to date first")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["port"] != settings.PORT and "MACAO_ORIGINS" not in os.environ:
            # which pages may open a socket follows from the port, and settings are read once
            os.environ["MACAO_PORT"] = str(options["port"])
            os.execv(sys.executable, [sys.executable, *sys.argv])  # noqa: S606 (ourselves, anew)
        if not options["no_migrate"]:
            migrate()
        from game.serving import Serving  # noqa: PLC0415 (installs the reactor)
        from macao_site.asgi import application  # noqa: PLC0415

        self.stdout.write(f"Macao is at http://{_shown(options['host'])}:{options['port']}/  (Ctrl-C stops it)")
        self.stdout.flush()
        serving = Serving(application, options["host"], options["port"], clock=not options["no_clock"])
        if not serving.run():
            sys.exit(1)


def _shown(host: str) -> str:
    return "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host  # noqa: S104 (shown, not bound)
