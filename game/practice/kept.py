"""A practice match as text to keep on the device, and back: settings, seed and moves; the position beside them."""

from __future__ import annotations

import json
from typing import Any

from game.engine import IllegalMove, MalformedMove, Match, PositionError, Round, RuleError
from game.engine.shuffle import SEED_BYTES
from game.practice.game import Game, Made, replay
from game.practice.settings import Settings
from game.scene import LogEntry

FORM = 1
"""Of the text; another one is not read."""


class Unreadable(ValueError):
    """A text that is no kept match, or one of rules that there are no more."""


def save(game: Game) -> str:
    """The whole match. It holds hidden cards: it is for the device's store, never for the page."""
    return json.dumps(
        {
            "form": FORM, "settings": game.settings.to_json(), "seed": game.seed.hex(), "version": game.version,
            "turn_version": game.turn_version, "number": game.number, "deals": game.deals, "first": game.first,
            "totals": game.before.totals, "firsts": game.firsts, "dealt": game.log[0].number, "rounds": game.rounds,
            "made": [list(move) for move in game.made], "position": game.round.position(),
        },
        ensure_ascii=False, separators=(",", ":"),
    )  # fmt: skip


def load(text: str, now: float) -> Game:
    """The match that `save` wrote, its bots at work again from now on. `Unreadable` for anything else."""
    try:
        kept = json.loads(text)
        if kept["form"] != FORM:
            raise Unreadable(f"form {kept['form']!r:.20}")
        if len(bytes.fromhex(kept["seed"])) != SEED_BYTES:
            raise Unreadable("seed")
        return _load(kept, now)
    except (RuleError, PositionError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise Unreadable(str(error)) from error


def _load(kept: dict[str, Any], now: float) -> Game:
    settings = Settings.from_json(kept["settings"])
    firsts, number = tuple(map(int, kept["firsts"])), int(kept["number"])
    of_places = not settings.rules.by_points
    match = Match(
        settings.rules, settings.seats, settings.rules.target, tuple(map(int, kept["totals"])),
        firsts if of_places else (), number - 1 if of_places else 0,
    )  # fmt: skip
    game = Game(
        settings, bytes.fromhex(kept["seed"]), match, firsts, version=int(kept["version"]),
        turn_version=int(kept["turn_version"]), number=number, deals=int(kept["deals"]), first=int(kept["first"]),
        rounds=list(kept["rounds"]), made=[Made(*move) for move in kept["made"]],
    )  # fmt: skip
    _take_up_round(game, kept["position"], int(kept["dealt"]))
    game.plan(now)
    return game


def _take_up_round(game: Game, position: dict[str, Any], dealt: int) -> None:
    """Make the moves again; where that no longer comes to the position that was kept, believe the position."""
    round_ = game.dealt()
    game.log = (LogEntry(dealt, round_.opening, stand_in=False),)
    try:
        round_, told = replay(round_, game.made)
    except (IllegalMove, MalformedMove):
        told = []
    if len(told) == len(game.made) and round_.position() == position:
        entries = zip(game.made, told, strict=True)
        game.log += tuple([LogEntry(move.version, events, stand_in=False, by=move.seat) for move, events in entries])
    else:
        round_, game.made = Round.from_position(position, game.deal_seed()), []
    game.take_up(round_)
