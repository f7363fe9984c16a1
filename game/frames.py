"""What a page may send over its socket, read so that nothing it sends can raise.

A frame is a JSON object of one of three forms; each may carry htmx's own `headers`, which are not looked into:

    {"move": "7h", "version": 41, "id": "…"}    a command: a move in the engine's notation, or `next`
    {"seen": 42}                                a heartbeat: the version that the page shows
    {"nonce": "<32 hex>"}                       the page's part in the seed of the next deal
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

LONGEST_MOVE = 200
HIGHEST_VERSION = 2**31 - 1
NEXT = "next"

_ID = re.compile(r"[0-9A-Za-z-]{1,36}")
_NONCE = re.compile(r"[0-9a-fA-F]{32}")
_MOVE = re.compile(rf"[0-9A-Za-z=+/:!]{{1,{LONGEST_MOVE}}}")
_NUMBER = re.compile(r"[0-9]{1,10}")


@dataclass(frozen=True, slots=True)
class MoveFrame:
    move: str
    version: int
    move_id: str


@dataclass(frozen=True, slots=True)
class SeenFrame:
    version: int


@dataclass(frozen=True, slots=True)
class NonceFrame:
    nonce: str


@dataclass(frozen=True, slots=True)
class Malformed:
    """Anything else. `move_id` is what the page may have called it by."""

    move_id: str | None = None


Frame = MoveFrame | SeenFrame | NonceFrame | Malformed


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)  # NaN and the infinities are not JSON


_decoder = json.JSONDecoder(parse_constant=_refuse)


def read(text: str | None) -> Frame:
    """The frame in a text message; None stands for a binary one."""
    if text is None:
        return Malformed()
    try:
        frame = _decoder.decode(text)
    except (ValueError, RecursionError):
        return Malformed()
    if not isinstance(frame, dict) or not isinstance(frame.pop("headers", {}), dict):
        return Malformed()
    keys = frame.keys()
    if keys == {"seen"}:
        version = _version(frame["seen"])
        return Malformed() if version is None else SeenFrame(version)
    if keys == {"nonce"}:
        return NonceFrame(frame["nonce"].lower()) if _is(_NONCE, frame["nonce"]) else Malformed()
    return _move(frame)


def _move(frame: dict[str, Any]) -> Frame:
    move_id = frame.get("id")
    if not isinstance(move_id, str) or not _ID.fullmatch(move_id):
        return Malformed()
    version = _version(frame.get("version"))
    if frame.keys() != {"move", "version", "id"} or version is None or not _is(_MOVE, frame["move"]):
        return Malformed(move_id)
    return MoveFrame(frame["move"], version, move_id)


def _version(value: object) -> int | None:
    """A version as a number, or as the digits that a form field makes of it."""
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= HIGHEST_VERSION:
        return None
    return value


def _is(form: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and form.fullmatch(value) is not None
