"""A practice match that a device has sent, played again from its seed and moves: nothing else in it is believed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from game.engine import MOST_MOVES, IllegalMove, MalformedMove, Match, Round, RuleError
from game.engine.moves import CALLS, parse
from game.engine.shuffle import SEED_BYTES, first_seat
from game.practice.game import Game, charges
from game.practice.kept import FORM
from game.practice.settings import Settings

MOST_TEXT = 400  # letters of a move
MOST_DEALS = 100_000


class Unbelievable(Exception):
    """What was sent is no practice match; `code`: malformed, too-long, rules, does-not-replay or not-over."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Told:
    """A finished match, the person in seat 0. `rounds` are made of JSON values, charges and who was out first.

    `hands` are what the last round left; `kept` is the seed and all moves, from which the rest follows.
    """

    uid: str
    settings: Settings
    score: Match
    rounds: list[dict[str, Any]]
    hands: list[list[str]]
    kept: dict[str, Any]


def retell(sent: object) -> Told:
    """The match in what a device has kept of it (`game.practice.kept`). `Unbelievable`."""
    if not isinstance(sent, Mapping) or sent.get("form") != FORM:
        raise Unbelievable("malformed")
    try:
        settings = Settings.from_json(sent.get("settings"))
    except RuleError as error:
        raise Unbelievable("rules") from error
    game = Game(settings, _seed(sent.get("seed")), Match(settings.rules, settings.seats, settings.rules.target),
                (0,) * settings.seats)  # fmt: skip
    game.first = first_seat(game.deal_seed(), settings.seats)
    rounds: list[dict[str, Any]] = []
    moves: list[dict[str, Any]] = []
    for deal, made in _rounds(sent):
        if game.before.over:
            raise Unbelievable("does-not-replay")
        game.number, game.deals = len(rounds) + 1, deal
        round_ = _play(game.dealt(), made, settings.seats)
        game.before = game.before.charge(charges(round_))
        rounds.append({"charges": list(charges(round_)), "first": round_.winner})
        moves.append({"deal": deal, "made": made})
    if not game.before.over:
        raise Unbelievable("not-over")
    hands = [list(round_.hand(seat)) for seat in range(settings.seats)]
    kept = {"seed": game.seed.hex(), "rounds": moves}
    return Told(game.uid, settings, game.before, rounds, hands, kept)


def _seed(text: object) -> bytes:
    try:
        seed = bytes.fromhex(text) if isinstance(text, str) else b""
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise Unbelievable("malformed")
    return seed


def _rounds(sent: Mapping[str, Any]) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    """Number of the deal, and the moves as seat and text, of each round in turn; every deal is a later one."""
    before, last = sent.get("rounds"), {"deal": sent.get("deals"), "made": sent.get("made")}
    if not isinstance(before, list):
        raise Unbelievable("malformed")
    latest = -1
    for row in [*before, last]:
        deal, made = (row.get("deal"), row.get("made")) if isinstance(row, Mapping) else (None, None)
        if type(deal) is not int or not latest < deal <= MOST_DEALS or not isinstance(made, list):
            raise Unbelievable("malformed")
        latest = deal
        yield deal, [_move(move) for move in made]


def _move(move: object) -> tuple[int, str]:
    """Seat and text of a move; the version that it made on the device is of no use here."""
    if not isinstance(move, list) or len(move) != 3:
        raise Unbelievable("malformed")
    _version, seat, text = move
    if type(seat) is not int or not isinstance(text, str) or len(text) > MOST_TEXT:
        raise Unbelievable("malformed")
    return seat, text


def _play(round_: Round, made: list[tuple[int, str]], seats: int) -> Round:
    """The round as it ended, every move made by a seat that could make it."""
    for count, (seat, text) in enumerate(made, start=1):
        try:
            move = parse(text)
            if round_.over or not 0 <= seat < seats or (move.kind not in CALLS and seat != round_.turn):
                raise Unbelievable("does-not-replay")
            round_.play(move)
        except (IllegalMove, MalformedMove) as error:
            raise Unbelievable("does-not-replay") from error
        if not round_.over and count >= MOST_MOVES:
            round_.block()
    if not round_.over:
        raise Unbelievable("not-over")
    return round_
