"""What a request can run into, raised by the use cases and worded at the doors."""

from __future__ import annotations

from game.models import Table


class PlayError(Exception):
    """A command that cannot be carried out; `code` is its name on the wire."""

    code = "refused"


class StaleMove(PlayError):
    """Made against a version that is no longer current: the answer is a fresh table."""

    code = "stale"


class NotYourTurn(PlayError):
    code = "not-your-turn"


class NotStarted(PlayError):
    """There is no round to play in (yet, or any more), or too few sit to begin."""

    code = "not-started"


class SessionEnded(PlayError):
    """Who sent the command has logged out meanwhile."""

    code = "session-ended"


class Unavailable(PlayError):
    """The database does not answer, or has no room: nothing was acknowledged. The same command may be sent again."""

    code = "unavailable"


class TableError(PlayError):
    """A play error about a table, which it carries (None: a match whose table is gone)."""

    def __init__(self, table: Table | None) -> None:
        super().__init__(str(table))
        self.table = table


class NotSeated(TableError):
    code = "not-seated"


class NotHost(TableError):
    code = "not-host"


class TableFull(TableError):
    code = "full"


class TableLocked(TableError):
    code = "locked"


class TableClosed(TableError):
    code = "closed"


class SeatTaken(TableError):
    code = "seat-taken"


class MatchRunning(TableError):
    """A match is running: what was asked has to wait for its end."""

    code = "running"
