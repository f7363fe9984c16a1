"""Frames that no page would send: a grammar of wrong values, and wounds to right ones. None of them may be obeyed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

LARGEST = 4000  # characters: just under what closes the socket
KEYS = ("move", "version", "id", "seen", "nonce", "headers", "seat", "match", "user", "hands", "__proto__", "", "\x00")
ATOMS: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**200), 10**300, 0.5, 1e308, float("nan"), float("inf"), "", " ",
    "draw", "take", "next", "7h", "Ah=d", "Ah=free", "6h+6c+6s", "Xr=Ah/d", "catch:0", "macao", "7h!", "??", "seat",
    "\ud800", "\udfff\ud800", "\x00", "\u202e", "0" * 32, "g" * 32, "' OR 1=1 --", "{{ 7*7 }}", "<script>", "%s",
    "../..", [], {}, [[]], ["draw"], {"move": "draw"},
)  # fmt: skip


def frame(dice: random.Random, moves: Sequence[str], version: int) -> str | bytes:
    """One frame. `moves` are legal ones in the match at `version`: what is made of them is never one of them."""
    return dice.choice(_KINDS)(dice, moves, version)


def _grammar(dice: random.Random, moves: Sequence[str], version: int) -> str:
    """An object of wrong keys and values. It always has a key that no frame has, or lacks one."""
    keys = {dice.choice(KEYS) for _ in range(dice.randrange(5))}
    if {"move", "version", "id"} <= keys or keys & {"seen", "nonce"}:
        keys.add("seat")
    return _text({key: dice.choice(ATOMS) for key in keys})


def _wrong_type(dice: random.Random, moves: Sequence[str], version: int) -> str:
    """A right frame with one value of a wrong kind."""
    right = _move(dice, moves, version)
    key = dice.choice(sorted(right))
    wrong: dict[str, Sequence[Any]] = {
        "move": (None, 7, ["draw"], {"move": "draw"}, "", "nonsense", "7x", "draw draw", "x" * 3000),
        "version": (None, True, -1, 1.5, [version], 2**40, float("nan"), version + 1, max(0, version - 1), "x"),
        "id": (None, 1, "", "a b", "x" * 37, ["a"], "\x00", "ă"),
    }
    return _text({**right, key: dice.choice(wrong[key])})


def _cut(dice: random.Random, moves: Sequence[str], version: int) -> str:
    """A right frame without its end."""
    text = _text(_move(dice, moves, version))
    return text[: dice.randrange(len(text))]


def _wound(dice: random.Random, moves: Sequence[str], version: int) -> str:
    """A right frame with a sign too many that JSON does not allow there."""
    text = _text(_move(dice, moves, version))
    at = dice.choice([at for at, sign in enumerate(text) if sign in "{}:,"])
    return text[:at] + dice.choice("}{]:,\x00x") + text[at:]


def _extra_key(dice: random.Random, moves: Sequence[str], version: int) -> str:
    right = dice.choice((_move(dice, moves, version), {"seen": version}, {"nonce": "0" * 32}))
    return _text({**right, dice.choice(("seat", "match", "user", "stand_in", "x" * 3000)): dice.choice(ATOMS)})


def _deep(dice: random.Random, moves: Sequence[str], version: int) -> str:
    opening, closing = dice.choice((("[", "]"), ('{"a":', "}"), ('{"headers":', "}")))
    depth = dice.randrange(10, LARGEST // (len(opening) + 1))
    return opening * depth + "1" + closing * dice.choice((depth, depth - 1))


def _long(dice: random.Random, moves: Sequence[str], version: int) -> str:
    sign = dice.choice('x0["{\\é')
    return (sign * LARGEST)[: LARGEST if sign.isascii() else LARGEST // 2]


def _number(dice: random.Random, moves: Sequence[str], version: int) -> str:
    return f'{{"seen": {dice.choice(("-", "1e", "0x", "+", ""))}{"9" * dice.randrange(20, 3900)}}}'


def _bytes(dice: random.Random, moves: Sequence[str], version: int) -> bytes:
    return dice.choice((b"", dice.randbytes(dice.randrange(1, 4000)), _text(_move(dice, moves, version)).encode()))


def _noise(dice: random.Random, moves: Sequence[str], version: int) -> str:
    return "".join(chr(dice.choice((dice.randrange(32, 127), dice.randrange(0x80, 0xD800)))) for _ in range(300))


def _move(dice: random.Random, moves: Sequence[str], version: int) -> dict[str, Any]:
    return {"move": dice.choice(moves), "version": version, "id": dice.randbytes(16).hex()}


def _text(value: dict[str, Any]) -> str:
    return json.dumps(value)


_KINDS: tuple[Callable[[random.Random, Sequence[str], int], str | bytes], ...] = (
    _grammar, _grammar, _wrong_type, _wrong_type, _cut, _wound, _extra_key, _deep, _long, _number, _bytes, _noise,
)  # fmt: skip
