"""Chance that anybody can check: every shuffle comes from a 32-byte seed, by the recipe in docs/notation.md.

A stream of 32-bit numbers is HMAC-SHA-256 in counter mode under a label; a number below n is drawn from it
by rejection; a list is shuffled by Fisher and Yates from its end.
"""

import hashlib
import hmac
import re
import struct
from collections.abc import Iterator, Sequence
from itertools import count

SEED_BYTES = 32
NO_SEED = bytes(SEED_BYTES)
"""Stands in where a position is taken up without its seed."""

_WORD_VALUES = 1 << 32
_BLOCK = struct.Struct(">8I")
_NONCE = re.compile(r"[0-9a-fA-F]{32}")


class Chance:
    """The numbers that a seed gives under a label. The same seed and label give the same numbers everywhere."""

    def __init__(self, seed: bytes, label: str) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._words = _words(seed, label)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each equally likely."""
        limit = _WORD_VALUES - _WORD_VALUES % bound
        while (word := next(self._words)) >= limit:
            pass
        return word % bound

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle a list in place."""
        words = self._words
        for last in range(len(cards) - 1, 0, -1):
            limit = _WORD_VALUES - _WORD_VALUES % (last + 1)
            while (word := next(words)) >= limit:
                pass
            other = word % (last + 1)
            cards[last], cards[other] = cards[other], cards[last]


def _words(seed: bytes, label: str) -> Iterator[int]:
    keyed = hmac.new(seed, digestmod="sha256")  # a copy of it is three times as fast as keying anew
    for block in count():
        mac = keyed.copy()
        mac.update(f"{label}/{block}".encode("ascii"))
        yield from _BLOCK.unpack(mac.digest())


def commitment(server_seed: bytes) -> str:
    """What is shown before the first card, so that the server seed cannot be changed afterwards: SHA-256, in hex."""
    return hashlib.sha256(server_seed).hexdigest()


def deal_seed(server_seed: bytes, nonces: Sequence[str | None]) -> bytes:
    """The seed of a deal: HMAC-SHA-256 of the nonces under the server seed.

    `nonces` has one entry a seat, in seat order: 32 hexadecimal digits that the seat's page sent, or None for
    a seat that sent none. They are joined by commas.
    """
    for nonce in nonces:
        if nonce is not None and _NONCE.fullmatch(nonce) is None:
            raise ValueError("a nonce has 32 hexadecimal digits")
    return hmac.digest(server_seed, ",".join(nonce or "" for nonce in nonces).encode("ascii"), "sha256")


def first_seat(seed: bytes, seats: int) -> int:
    """The seat that begins a match whose first deal has this seed (D-17, SM-A17)."""
    return Chance(seed, "first").below(seats)
