"""ROOM 5: what the database keeps."""

from game.models.accounts import NAME_LENGTH, User
from game.models.matches import Match, Move, Round, Score, Seat
from game.models.practice import PracticeMatch
from game.models.records import ALL_GAMES, EVER, BoardRow, Meeting, Player, Rating, RatingChange, Tally
from game.models.rules import HouseRules
from game.models.tables import Lease, Table, TableSeat

__all__ = [
    "ALL_GAMES",
    "EVER",
    "NAME_LENGTH",
    "BoardRow",
    "HouseRules",
    "Lease",
    "Match",
    "Meeting",
    "Move",
    "Player",
    "PracticeMatch",
    "Rating",
    "RatingChange",
    "Round",
    "Score",
    "Seat",
    "Table",
    "TableSeat",
    "Tally",
    "User",
]
