"""Matches as this process last committed or read them, so that a move needs no query and no reading of JSON.

Nothing in it is ever changed: who wants to change a match takes a copy and puts the copy back when it is committed.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from game.running import Running

SIZE = 2048


class Memory:
    """The latest known state of each match, those not looked at for longest dropped first. Any thread may use it."""

    def __init__(self) -> None:
        self._matches: OrderedDict[int, Running] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, match_id: int) -> Running | None:
        with self._lock:
            return self._matches.get(match_id)

    def keep(self, running: Running) -> None:
        """Remember a match, unless what is known is newer (a slow reader). One that has ended is not worth it."""
        with self._lock:
            known = self._matches.get(running.match.pk)
            if known is not None and known.match.stamp > running.match.stamp:
                return
            if running.match.ended_at is not None:
                self._matches.pop(running.match.pk, None)
                return
            self._matches[running.match.pk] = running
            self._matches.move_to_end(running.match.pk)
            if len(self._matches) > SIZE:
                self._matches.popitem(last=False)

    def forget(self, match_id: int) -> None:
        with self._lock:
            self._matches.pop(match_id, None)

    def clear(self) -> None:
        with self._lock:
            self._matches.clear()


memory = Memory()
