"""What only practice has under the hand: a hint, take a move back, deal the round again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from game.words import Words

HINT, BACK, AGAIN = "hint", "back", "again"
"""Commands of a practice table, beside moves and `next`."""


@dataclass(frozen=True, slots=True)
class SoloButton:
    """A command; one that cannot be given now is shown, and rests."""

    move: str
    text: str
    rests: bool
    key: str = ""
    """The letter that presses it."""


@dataclass(frozen=True, slots=True)
class SoloData:
    """A row of commands, always the same ones in the same places."""

    label: str
    buttons: tuple[SoloButton, ...]


@lru_cache(maxsize=64)
def present_solo(words: Words, *, back: bool, again: bool, hint: bool = False) -> SoloData:
    """The row; `hint`: it is for the person to act, `back`: a move may be taken back, `again`: the round dealt anew."""
    _ = words.gettext
    return SoloData(
        # Translators: heading of the buttons "Hint", "Take back" and "Deal again".
        _("Only in practice"),
        (
            SoloButton(HINT, _("Hint"), not hint, "H"), SoloButton(BACK, _("Take back"), not back),
            SoloButton(AGAIN, _("Deal again"), not again),
        ),
    )  # fmt: skip
