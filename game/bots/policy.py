"""What every policy is."""

from random import Random
from typing import Protocol

from game.engine import Move, View


class Bot(Protocol):
    """Chooses moves. The same view and a generator in the same state give the same move."""

    def choose(self, view: View, rng: Random) -> Move:
        """One of `view.legal_moves()`, which must not be empty: the viewer is in turn."""
        ...
