"""The rules of Macao: rounds, views, matches. Standard library only; docs/notation.md is its public face."""

from game.engine.errors import IllegalMove, MalformedMove, PositionError, Reason, RuleError
from game.engine.events import Event, EventKind
from game.engine.match import Match
from game.engine.moves import Move, MoveKind
from game.engine.round import MOST_MOVES, Round
from game.engine.rules import Pack, RuleSet
from game.engine.view import Demand, Forecast, Pending, View

__all__ = [
    "MOST_MOVES",
    "Demand",
    "Event",
    "EventKind",
    "Forecast",
    "IllegalMove",
    "MalformedMove",
    "Match",
    "Move",
    "MoveKind",
    "Pack",
    "Pending",
    "PositionError",
    "Reason",
    "Round",
    "RuleError",
    "RuleSet",
    "View",
]
