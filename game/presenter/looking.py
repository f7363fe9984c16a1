"""A past turn of a match that is over, as one seat could see it: the table's own parts, with nothing to play."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from game.engine import View
from game.presenter.centre import present_centre
from game.presenter.data import ActsData, Button, LogLine, StatusData, TableData
from game.presenter.hand import shown_hand
from game.presenter.hints import HintData
from game.presenter.log import last_line, lines_of, present_log
from game.presenter.sentences import both, text, who
from game.presenter.solo import SoloButton, SoloData
from game.presenter.table import present
from game.scene import LogEntry, Scene
from game.words import Phrase, Words, plain, strong

EARLIER, LATER, EYES, ROUND_BEFORE, ROUND_AFTER = "earlier", "later", "eye", "left", "right"
"""Commands: one turn back or on, the next seat's eyes, one round back or on."""


class Look(NamedTuple):
    """The turn that is looked at. `scene` is the person's, before the move that `made` tells of."""

    scene: Scene
    view: View
    """Of the seat through whose eyes it is seen."""
    made: LogEntry
    cards: tuple[str, ...]
    """Laid by that move."""
    turn: int
    """From 1, and how many there are in this round."""
    turns: int
    rounds: tuple[bool, bool]
    """Whether there is a round before and after this one."""

    @property
    def eyes(self) -> int:
        assert self.view.seat is not None, "somebody looks"
        return self.view.seat


def present_look(look: Look, words: Words) -> TableData:
    """The table as the seat could see it; who moved and what, is said in `present_made`."""
    lines = lines_of(look.scene, words)
    watched = replace(look.scene, seat=None, view=look.view)
    held = holds(look.scene, look.eyes, look.view.counts[look.eyes], words)
    hand = look.view.hands[look.eyes]
    return replace(
        present(watched, words),
        status=_status(look, words),
        centre=present_centre(look.view, last_line(lines), words),
        says=held,
        hand=shown_hand(words, look.scene.round_number, hand, look.view.rules.kind_of_pack, label=plain(held)),
        acts=_acts(words),
        log=present_log(look.scene, _told(look, words), words),
    )


def present_made(look: Look, words: Words, stamp: str) -> HintData:
    """What was done in this turn; a card that was laid alone is picked up in the hand from which it came."""
    line = last_line(_told(look, words))
    if look.made.by != look.eyes:
        return HintData(stamp, (), both(_title(look, words), line))
    return HintData(stamp, look.cards if len(look.cards) == 1 else (), line)


def _told(look: Look, words: Words) -> tuple[LogLine, ...]:
    """The log with the move of this turn: a screen reader is told of it as of any other."""
    return lines_of(replace(look.scene, log=(*look.scene.log, look.made)), words)


def present_steps(look: Look, words: Words) -> SoloData:
    """Whose eyes, and which round: beside the buttons of the turns."""
    _, (before, after) = words.gettext, look.rounds
    return SoloData(
        _("What to look at"),
        (
            SoloButton(EYES, _("Other eyes"), rests=False, key="E"),
            SoloButton(ROUND_BEFORE, _("Round before"), rests=not before),
            SoloButton(ROUND_AFTER, _("Round after"), rests=not after),
        ),
    )  # fmt: skip


def no_more(words: Words, *, on: bool) -> str:
    """Why there is no turn to step to."""
    return words.gettext("That was the last turn") if on else words.gettext("That is the first turn")


def _title(look: Look, words: Words) -> Phrase:
    if look.eyes == look.scene.seat:
        return text(words.gettext("What you could see"))
    return words.phrase(words.gettext("What {name} could see"), name=who(look.scene, look.eyes))


def _status(look: Look, words: Words) -> StatusData:
    _, scene = words.gettext, look.scene
    at = words.phrase(
        _("Round {round}, turn {turn} of {turns}"), round=scene.round_number, turn=look.turn, turns=look.turns
    )
    return StatusData(
        mine=False, who=_title(look, words), owed=at, seconds=None, clock="", time_label=_("Time left"),
        version=scene.version, nonce="", why=_("The match is over"),
    )  # fmt: skip


def holds(scene: Scene, seat: int, count: int, words: Words) -> Phrase:
    """How many cards a seat has."""
    if seat == scene.seat:
        message = words.ngettext("{you} {count} card", "{you} {count} cards", count)
        return words.phrase(message, you=strong(words.gettext("You")), count=count)
    message = words.ngettext("{name} {count} card", "{name} {count} cards", count)
    return words.phrase(message, name=who(scene, seat), count=count)


def _acts(words: Words) -> ActsData:
    _ = words.gettext
    steps = (Button(EARLIER, _("Earlier"), "button", "P"), Button(LATER, _("Later"), "button button--lamp", "N"))
    return ActsData(steps, (), (), "")
