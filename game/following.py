"""Matches that this process knows, brought up to date with the moves that other processes have made since.

The moves are read and played again, with one small query; what they were announced with decides only whether that is
enough.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from game import rows
from game.engine import IllegalMove, MalformedMove
from game.models import Match, Move
from game.running import Running
from game.scene import LogEntry
from game.store import MOVED

_MATCH = ("id", *MOVED)
_MOVE = ("number", "seat", "text", "stand_in")
_OF_A_MOVE = len(_MOVE)


@dataclass(frozen=True, slots=True)
class Known:
    """A match, and the stamp up to which it is said to have changed by moves within its round only."""

    running: Running
    until: int


def follow(known: Collection[Known]) -> list[Running]:
    """Those matches as they are now; those of which it is not sure that only moves happened are left out."""
    if not known:
        return []
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    where = " OR ".join(["match_id = %s AND number > %s"] * len(known))
    since = [number for one in known for number in (one.running.match.pk, one.running.match.version)]
    for row in rows.joined((Move, _MOVE), (Match, _MATCH), "match_id", f"{where} ORDER BY number", since):
        found[row[_OF_A_MOVE]].append(row)
    followed = [_followed(one, found[one.running.match.pk]) for one in known]
    return [one for one in followed if one is not None]


def _followed(known: Known, read: list[tuple[Any, ...]]) -> Running | None:
    """The match after the moves that were read."""
    new = known.running.copy()
    match, before = new.match, new.match.version
    if not read or new.round is None or new.log is None:
        return None
    for name, value in zip(_MATCH, read[-1][_OF_A_MOVE:], strict=True):
        setattr(match, name, value)
    if match.stamp > known.until or [row[0] for row in read] != list(range(before + 1, match.version + 1)):
        return None
    log = list(new.log)
    for number, seat, text, stand_in, *_ in read:
        try:
            log.append(LogEntry(number, new.round.play(text), stand_in, seat))
        except (IllegalMove, MalformedMove):  # another edition of the site has made it
            return None
    new.log = tuple(log)
    return None if new.round.over else new
