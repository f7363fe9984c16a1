"""ROOM 4: practice on the player's own device: one person in seat 0 against bots, with no server.

Knows no browser and no database: strings come in and go out, the time and the seeds come from outside.
"""

from game.practice.desk import Desk
from game.practice.game import Game, Refused
from game.practice.review import Review
from game.practice.settings import Settings

__all__ = ["Desk", "Game", "Refused", "Review", "Settings"]
