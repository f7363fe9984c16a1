"""One clock for everybody: the database's. Deadlines are written and judged by it, whatever a machine's own clock says.

On SQLite the database's clock is this machine's. On PostgreSQL it is read now and then and carried on by the monotonic
clock in between, so that a jump of this machine's clock changes no deadline.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from django.db import connection

MEASURE_EVERY = 30.0  # seconds


class _Clock:
    def __init__(self) -> None:
        self._base: tuple[datetime, float] | None = None

    def now(self) -> datetime:
        if self._base is None:
            return datetime.now(UTC)
        instant, measured_at = self._base
        return instant + timedelta(seconds=time.monotonic() - measured_at)

    def measure(self) -> None:
        if connection.vendor != "postgresql":
            return
        if self._base is not None and time.monotonic() - self._base[1] < MEASURE_EVERY:
            return
        before = time.monotonic()
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            (instant,) = cursor.fetchone()
        self._base = (instant, (before + time.monotonic()) / 2)


_clock = _Clock()


def now() -> datetime:
    """The database's time, to within the way there and back."""
    return _clock.now()


def measure() -> None:
    """Read the database's clock if the last reading is older than `MEASURE_EVERY`; for where a query may be made."""
    _clock.measure()
