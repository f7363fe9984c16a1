"""ROOM 6: a finished round, stepped through: read out of a match's document (docs/records.md), stored or brought along.

Nothing in a document is believed: moves are played again by the rules, and what does not fit is said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game import names
from game.documents import FORMAT, VERSION
from game.engine import (
    MOST_MOVES,
    Event,
    EventKind,
    IllegalMove,
    MalformedMove,
    PositionError,
    Reason,
    Round,
    RuleError,
    RuleSet,
)
from game.engine.moves import CALLS, Move, parse
from game.engine.shuffle import SEED_BYTES, deal_seed
from game.scene import LogEntry, Phase, RoundEnd, Scene, SeatInfo

MOST_TEXT = 512 * 1024
"""Bytes of a document that somebody brings along."""
MOST_MOVE = 400  # letters of a move
MOST_TARGET = 10_000
MOST_NUMBER = 1_000_000  # of points, and of rounds
_NONCE = re.compile(r"[0-9a-fA-F]{32}")
_COMMITMENT = re.compile(r"[0-9a-f]{64}")


class Unreadable(Exception):
    """A document that cannot be replayed; `code`: too-long, no-json, format, version, rules or malformed.

    `detail` names what is wrong in it: a key, or a version.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.code, self.detail = code, detail.encode("utf-8", "replace").decode()


@dataclass(frozen=True, slots=True)
class Step:
    """A move as it was recorded."""

    seat: int
    text: str
    stand_in: bool


@dataclass(frozen=True, slots=True)
class Reel:
    """One finished round of a match, and who sat in it. By seat: names, bots, nonces, charges, totals.

    `numbers` are the rounds of the document. What was not kept is empty, or None.
    """

    rules: RuleSet
    target: int
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    numbers: tuple[int, ...]
    number: int
    first: int
    commitment: str
    server_seed: bytes
    nonces: tuple[str | None, ...]
    deal: Mapping[str, Any]
    steps: tuple[Step, ...]
    winner: int | None
    charges: tuple[int, ...]
    totals: tuple[int, ...]
    state: Mapping[str, Any] | None

    @property
    def seats(self) -> int:
        return len(self.names)


@dataclass(frozen=True, slots=True)
class Refused:
    """The move at which a replay stops: which one, from 1, and why the rules refuse it; no reason: no move at all."""

    turn: int
    step: Step
    move: Move | None = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """A round played again, and the position at one turn: `turn` moves have been made.

    `at` is that position, `log` the deal and every move up to the last one that goes. `faults` are what does not
    agree: deal, impossible-deal, moves, state, charges, winner.
    """

    turn: int
    at: Round
    log: tuple[LogEntry, ...]
    over: bool
    refused: Refused | None
    faults: tuple[str, ...]
    charges: tuple[int, ...]

    @property
    def turns(self) -> int:
        return len(self.log) - 1


# --- reading


def load(text: str) -> Mapping[str, Any]:
    """The document in a text that somebody brought along. `Unreadable`."""
    if len(text.encode("utf-8", "replace")) > MOST_TEXT:
        raise Unreadable("too-long")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable("no-json") from error
    if not isinstance(found, Mapping) or found.get("format") != FORMAT:
        raise Unreadable("format")
    if found.get("version") != VERSION:
        raise Unreadable("version", str(found.get("version"))[:20])
    return found


def read(document: Mapping[str, Any], number: int | None = None) -> Reel:
    """That round of a document, the first one for None. `Unreadable`; `KeyError` if it has no such round."""
    try:
        rules = RuleSet.from_json(document.get("rules", ""))
    except (RuleError, TypeError, ValueError) as error:
        raise Unreadable("rules", str(error)[:200]) from error
    seats = _list(document.get("seats"), "seats")
    if not rules.min_seats <= len(seats) <= rules.max_seats or not all(isinstance(seat, Mapping) for seat in seats):
        raise Unreadable("malformed", "seats")
    rows = _list(document.get("rounds"), "rounds")
    if not rows or not all(isinstance(row, Mapping) for row in rows):
        raise Unreadable("malformed", "rounds")
    numbers = tuple([_number(row.get("number"), "number", MOST_NUMBER) for row in rows])
    row = rows[numbers.index(number)] if number in numbers else rows[0] if number is None else None
    if row is None:
        raise KeyError(number)
    count = len(seats)
    seed, commitment = _seed(row.get("server_seed")), row.get("commitment")
    if not isinstance(commitment, str) or not _COMMITMENT.fullmatch(commitment):
        commitment = ""  # nothing to hold the seed against: the page says that it does not agree
    return Reel(
        rules=rules, target=_number(document.get("target", rules.target), "target", MOST_TARGET),
        names=tuple([_name(seat, at) for at, seat in enumerate(seats)]),
        bots=tuple([bool(seat.get("bot")) for seat in seats]),
        numbers=numbers, number=number or numbers[0], first=_number(row.get("first"), "first", count - 1),
        commitment=commitment, server_seed=seed, nonces=_nonces(row.get("nonces"), count),
        deal=_object(row.get("deal"), "deal"), steps=_steps(row.get("moves"), count),
        winner=None if row.get("winner") is None else _number(row.get("winner"), "winner", count - 1),
        charges=_numbers(row.get("charges"), "charges", count), totals=_numbers(row.get("totals"), "totals", count),
        state=None if row.get("state") is None else _object(row.get("state"), "state"),
    )  # fmt: skip


def _list(value: object, key: str) -> list[Any]:
    if not isinstance(value, list):
        raise Unreadable("malformed", key)
    return value


def _object(value: object, key: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Unreadable("malformed", key)
    return value


def _number(value: object, key: str, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise Unreadable("malformed", key)
    return value


def _numbers(value: object, key: str, count: int) -> tuple[int, ...]:
    """One number a seat, or none at all."""
    found = _list(value, key)
    if len(found) not in (0, count):
        raise Unreadable("malformed", key)
    return tuple([_number(one, key, MOST_NUMBER) for one in found])


def _name(seat: Mapping[str, Any], at: int) -> str:
    name, nobody = seat.get("name"), f"{at + 1}"
    return names.shown(name, nobody) if isinstance(name, str) else nobody


def _seed(value: object) -> bytes:
    try:
        seed = bytes.fromhex(value) if isinstance(value, str) else b""
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise Unreadable("malformed", "server_seed")
    return seed


def _nonces(value: object, count: int) -> tuple[str | None, ...]:
    found = _list(value, "nonces")
    if len(found) != count:
        raise Unreadable("malformed", "nonces")
    for nonce in found:
        if nonce is not None and (not isinstance(nonce, str) or not _NONCE.fullmatch(nonce)):
            raise Unreadable("malformed", "nonces")
    return tuple(found)


def _steps(value: object, count: int) -> tuple[Step, ...]:
    rows = _list(value, "moves")
    if len(rows) > MOST_MOVES:
        raise Unreadable("malformed", "moves")
    steps = []
    for row in rows:
        text = _object(row, "moves").get("text")
        if not isinstance(text, str) or len(text) > MOST_MOVE or not text.isascii():
            raise Unreadable("malformed", "moves")
        steps.append(Step(_number(row.get("seat"), "seat", count - 1), text, stand_in=row.get("stand_in") is True))
    return tuple(steps)


# --- playing again


def run(reel: Reel, turn: int) -> Course:
    """Play a round again, and stop to look after `turn` moves, or as many as there are."""
    round_, opening, faults = _dealt(reel)
    log = [LogEntry(0, opening, stand_in=False)]
    at = round_.copy() if turn <= 0 else None
    refused = None
    for count, step in enumerate(reel.steps, start=1):
        events = _play(round_, step, count)
        if isinstance(events, Refused):
            refused = events
            break
        log.append(LogEntry(count, events, stand_in=step.stand_in, by=step.seat))
        if count == turn:
            at = round_.copy()
    if refused is not None or not round_.over:
        faults.append("moves")
    else:
        faults += _differences(reel, round_)
    places = round_.places or ()
    charges = places if round_.scores is None else round_.scores
    last = len(log) - 1
    return Course(min(max(turn, 0), last), at or round_, tuple(log), round_.over, refused, tuple(faults), charges)


def _dealt(reel: Reel) -> tuple[Round, tuple[Event, ...], list[str]]:
    """The round as its deal is recorded, its facts, and what is wrong; where none can begin so, the seed's deal."""
    seed = deal_seed(reel.server_seed, reel.nonces)
    fair = Round.deal(reel.rules, reel.seats, seed=seed, first=reel.first)
    if reel.deal == fair.position():
        return fair, fair.opening, []
    try:
        told = Round.from_position({**reel.deal, "rules": reel.rules}, seed)
        if len(told.hands) != reel.seats or told.over:
            raise PositionError("hands", "of another round")
    except (PositionError, TypeError, ValueError):
        return fair, fair.opening, ["impossible-deal"]
    if told.position() == fair.position():  # written otherwise, and the same
        return fair, fair.opening, []
    turned = told.position()["pile"][-1]
    return told, (Event(EventKind.TURNED, None, (turned,)),), ["deal"]


def _play(round_: Round, step: Step, count: int) -> tuple[Event, ...] | Refused:
    """Make a recorded move; the facts of it, or why it does not go."""
    try:
        move = parse(step.text)
    except MalformedMove:
        return Refused(count, step)
    if round_.over:
        return Refused(count, step)
    if move.kind in CALLS:
        reason = round_.view(step.seat).why_not(move)
        if reason is not None:
            return Refused(count, step, move, reason)
    elif step.seat != round_.turn:
        return Refused(count, step)
    try:
        events = round_.play(move)
    except IllegalMove as error:
        return Refused(count, step, move, error.reason)
    return events + round_.block() if not round_.over and count >= MOST_MOVES else events


def _differences(reel: Reel, round_: Round) -> list[str]:
    """In what the end is not the recorded one."""
    faults = []
    if reel.state is not None:
        try:
            told = Round.from_position({**reel.state, "rules": reel.rules}).position()
        except (PositionError, TypeError, ValueError):
            told = {}
        if told != round_.position():
            faults.append("state")
    charges = round_.places if round_.scores is None else round_.scores
    if reel.charges and reel.charges != charges:
        faults.append("charges")
    if reel.winner != round_.winner:
        faults.append("winner")
    return faults


# --- what is looked at


def scene(reel: Reel, course: Course, eyes: int | None, you: int | None) -> Scene:
    """The table at the course's turn: seen by the seat `eyes`, or by a watcher; `you` reads the log as its player."""
    ended = course.at.over
    before = _before(reel)
    seats = tuple([
        SeatInfo(
            seat, name, bot=reel.bots[seat], person=not reel.bots[seat], away=False, away_seconds=None,
            total=reel.totals[seat] if ended and reel.totals else before[seat], left=False,
        )
        for seat, name in enumerate(reel.names)
    ])  # fmt: skip
    return Scene(
        # one name for all replays, so that they take no room from the logs of tables that are played
        match_id="replay", version=course.turn, phase=Phase.BETWEEN if ended else Phase.PLAYING,
        round_number=reel.number, rules=reel.rules, target=reel.target, seats=seats, seat=you,
        view=course.at.view(eyes), log=course.log, seconds_left=None, paused=False, next_in=None, waiting_for=(),
        end=_end(reel, course) if ended else None, commitment=reel.commitment, result_url="", table_url="",
    )  # fmt: skip


def _before(reel: Reel) -> Sequence[int]:
    """Totals before the round."""
    if not reel.totals or not reel.charges:
        return (0,) * reel.seats
    return [max(0, total - charge) for total, charge in zip(reel.totals, reel.charges, strict=True)]


def _end(reel: Reel, course: Course) -> RoundEnd:
    return RoundEnd(
        round_number=reel.number, winner=course.at.winner, charges=course.charges,
        totals=reel.totals or course.charges, hands=hands(course), places=course.at.places or (),
        firsts=(0,) * reel.seats,
    )  # fmt: skip


def hands(course: Course) -> tuple[tuple[str, ...], ...]:
    """Every hand face up, by seat: of a round that is over, whoever may see it may see all of it."""
    return tuple([course.at.hand(seat) for seat in range(len(course.at.hands))])
