"""`manage.py build_static`: compress the static files that are served from where they lie, into build/static/."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from macao_site.files import pack


class Command(BaseCommand):
    help = "Compresses static files, for `serve` without `collectstatic`; what is in build/static/ already stays."

    def handle(self, *args: Any, **options: Any) -> None:
        pack(settings.PACKED_ROOT)
