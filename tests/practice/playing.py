"""A person at a practice match, as the tests need one: plays any legal move, and reads every frame."""

from __future__ import annotations

import json
import random
import re
from typing import Any

from game.practice import Desk, Game, Settings
from game.practice.game import PERSON
from game.scene import Phase

SEED = bytes(range(32))
_CARD = re.compile(r"#([2-9TJQKAX][shdcbr])\b|\b(?:data-code|value)=\"([2-9TJQKAX][shdcbr])\"")


def moves_of(game: Game) -> list[str]:
    """What the person may do now: a move, or a call."""
    view = game.round.view(PERSON)
    return [*view.calls_open(), *map(str, view.legal_moves())]


def play_match(settings: Settings, seed: bytes = SEED, dice: int = 1) -> Game:
    """A whole match with a person who plays at random, time going as fast as the bots need."""
    game, rng, now = Game.begin(settings, seed, 0.0), random.Random(dice), 0.0
    while game.phase is not Phase.OVER:
        now = step(game, rng, now)
    return game


def step(game: Game, rng: random.Random, now: float) -> float:
    """One thing happens: the person's move, what a bot is due to do, or the next deal. The time after it."""
    moves = moves_of(game)
    if game.phase is Phase.BETWEEN:
        game.next_round(now)
    elif moves and (game.due is None or rng.random() < 0.7):
        plays = [move for move in moves if move not in ("draw", "take", "wait", "pass")] or moves
        game.act(rng.choice(plays), game.version, now)
    else:
        assert game.due is not None
        now = game.due
        game.tick(now)
    return now


class Page:
    """A page whose socket is a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.now = 0.0
        self.frames: list[dict[str, Any]] = []
        self.kept = ""
        self.wait: float | None = None
        self.count = 0

    def take(self, answer: str) -> list[dict[str, Any]]:
        """Read an answer of the desk; the frames in it."""
        told = json.loads(answer)
        self.wait = told["wait"]
        self.kept = told["keep"] or self.kept
        frames = [json.loads(frame) for frame in told["frames"]]
        self.frames += frames
        return frames

    def begin(self, **fields: str) -> None:
        self.take(self.desk.begin(json.dumps(fields), SEED.hex(), self.now))
        self.take(self.desk.open(self.now))

    @property
    def version(self) -> int:
        return int(self.frames[-1]["version"])

    def send(self, move: str, version: int | None = None, id_: str = "") -> dict[str, Any]:
        """A command; the frame that answers it."""
        self.count += 1
        frame = {"move": move, "version": self.version if version is None else version, "id": id_ or f"m{self.count}"}
        return self.take(self.desk.hear(json.dumps(frame), self.now))[-1]

    def sleep(self) -> None:
        """Until the bots have done what they are about to do."""
        while self.wait is not None:
            self.now += self.wait
            self.take(self.desk.tick(self.now))
