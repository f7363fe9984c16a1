"""ROOM 3: what a viewer may know of a table, as plain data in the viewer's language. Knows no Django."""

from __future__ import annotations

from game.engine import Move, Reason
from game.engine.moves import parse
from game.presenter.data import TableData
from game.presenter.reasons import refused
from game.presenter.table import present
from game.scene import Scene
from game.words import Words, plain

__all__ = ["TableData", "notice", "present", "refusal"]


def refusal(scene: Scene, move: Move | str, reason: Reason, words: Words) -> str:
    """The sentence that answers a move which the rules forbid. `MalformedMove` for a text that is no move."""
    if scene.view is None:
        return notice("not-started", words)
    return plain(refused(scene, scene.view, parse(move) if isinstance(move, str) else move, reason, words))


def notice(result: str, words: Words) -> str:
    """The sentence that answers a command which was refused before any rule was asked; by its result on the wire."""
    _ = words.gettext
    sentences = {
        "stale": _("The table had moved on. Look again."),
        "not-your-turn": _("It is not your turn"),
        "not-started": _("There is no round to play in now"),
        "not-seated": _("You do not sit at this table"),
        "closed": _("This table is closed"),
        "malformed": _("That was no move"),
    }
    return sentences.get(result, _("That did not work. Look again."))
