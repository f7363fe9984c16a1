"""A little of everything: a few moves of every game through a desk. Shows what a bundle needs, and that it works."""

from __future__ import annotations

import json
from random import Random

from game.engine.presets import PRESETS
from game.practice.desk import Desk
from game.practice.game import PERSON
from game.practice.kept import Unreadable
from game.presenter.solo import HINT
from game.scene import Phase

MOVES = 12


def trial(language: str) -> list[str]:
    """Play so many moves of every game, keep it and take it up: every frame that a page would have got."""
    out: list[str] = []
    for number, preset in enumerate(PRESETS):
        desk, dice, now = Desk(language), Random(number), 0.0
        desk.begin(json.dumps({"game": preset, "pace": "0"}), bytes([number + 1] * 32).hex(), now)
        answers = [desk.open(now)]
        for count in range(MOVES):
            if desk.game.phase is not Phase.PLAYING:
                break
            now += 60.0
            answers.append(desk.tick(now))
            frame = {"move": HINT, "version": desk.game.version, "id": f"hint{count}"}
            answers.append(desk.hear(json.dumps(frame), now))
            moves = [str(move) for move in desk.game.round.view(PERSON).legal_moves()]
            frame = {"move": dice.choice(moves or ["draw"]), "version": desk.game.version, "id": str(count)}
            answers.append(desk.hear(json.dumps(frame), now))
        answers.append(desk.hear('{"seen": 0}', now))
        out += [frame for answer in answers for frame in json.loads(answer)["frames"]]
    try:
        Desk(language).take_up("", 0.0)
    except Unreadable:
        return out
    raise AssertionError("an empty text was taken up")
