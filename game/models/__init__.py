"""ROOM 5: what the database keeps."""

from game.models.accounts import NAME_LENGTH, User
from game.models.matches import Match, Move, Round, Score, Seat
from game.models.tables import Lease, Table, TableSeat

__all__ = ["NAME_LENGTH", "Lease", "Match", "Move", "Round", "Score", "Seat", "Table", "TableSeat", "User"]
