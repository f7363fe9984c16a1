"""Bringing the database up to date. Safe when several processes start at once: one migrates, the others wait."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from django.conf import settings
from django.core.management import call_command
from django.db import connection

_LOCK = 0x6D6163616F  # an advisory lock's number: "macao"
PATIENCE = 300.0  # seconds for somebody else's migrations


def migrate() -> None:
    """Apply what has not been applied yet."""
    with _alone():
        call_command("migrate", verbosity=0, interactive=False)
    connection.close()


@contextmanager
def _alone() -> Iterator[None]:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
            cursor.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        yield  # the lock ends with the connection, which `migrate` closes
        return
    # a database of its own as the lock: it is freed when this process ends, however that comes
    with closing(sqlite3.connect(settings.DATA_DIR / "migrating.lock", timeout=PATIENCE, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield
