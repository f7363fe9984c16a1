"""A finished round, turn by turn: the table's own parts, hands face up, the log in words and in notation.

Only the server shows it: this module is no part of what goes to a device.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import NamedTuple

from game.engine import View
from game.presenter.centre import present_centre
from game.presenter.data import LogLine, SheetRow, TableData
from game.presenter.hand import shown_hand
from game.presenter.log import last_line, lines_of
from game.presenter.looking import holds
from game.presenter.sheet import present_sheet
from game.presenter.table import present
from game.scene import Scene
from game.words import Phrase, Words, plain


class Hand(NamedTuple):
    """Cards face up: whose, and each one's code and name, by suit."""

    seat: int
    label: str
    name: str
    held: int
    cards: tuple[tuple[str, str], ...]


class Line(NamedTuple):
    """One turn in the log: what happened, and the move as notation writes it; turn 0 is the deal."""

    turn: int
    words: tuple[Phrase, ...]
    notation: str
    stand_in: bool


def present_turn(scene: Scene, turn: int, lines: tuple[LogLine, ...], words: Words) -> TableData:
    """The parts of the table after `turn` moves, as a watcher has them; `lines` is the log of the whole round."""
    assert scene.view is not None
    shown = tuple([line for line in lines if line.number <= turn])
    data = present(replace(scene, seat=None, log=scene.log[: turn + 1]), words)
    return replace(data, centre=present_centre(scene.view, last_line(shown), words))


def present_hands(scene: Scene, hands: tuple[tuple[str, ...], ...], words: Words) -> tuple[Hand, ...]:
    """All hands, face up."""
    return tuple([_hand(scene, seat, hand, words) for seat, hand in enumerate(hands)])


def present_eyes(scene: Scene, view: View, words: Words) -> Hand:
    """The hand of the seat through whose eyes the table is seen."""
    assert view.seat is not None
    return _hand(scene, view.seat, view.hands[view.seat], words)


def _hand(scene: Scene, seat: int, hand: tuple[str, ...], words: Words) -> Hand:
    label = plain(holds(scene, seat, len(hand), words))
    cards = shown_hand(words, scene.round_number, hand, scene.rules.kind_of_pack, label="").cards
    return Hand(seat, label, scene.seats[seat].name, len(hand), tuple([(card.code, card.label) for card in cards]))


def present_ends(scene: Scene, words: Words) -> tuple[SheetRow, ...]:
    """What the round cost everybody, the best first; nothing before its end."""
    return present_sheet(scene, words).rows


def lines_by_turn(
    scene: Scene, notation: tuple[str, ...], words: Words
) -> tuple[tuple[LogLine, ...], tuple[Line, ...]]:
    """The whole log: as the table has it, and one line a turn with the text of its move."""
    lines = lines_of(scene, words)
    told: dict[int, list[Phrase]] = defaultdict(list)
    for line in lines:
        told[line.number].append(line.words)
    texts = ("", *notation)
    return lines, tuple([
        Line(entry.number, tuple(told[entry.number]), texts[entry.number], entry.stand_in) for entry in scene.log
    ])  # fmt: skip


def told_of(line: Line, turns: int, words: Words) -> str:
    """What a screen reader is told when a turn comes up."""
    said = ". ".join([plain(one) for one in line.words])
    if line.turn == 0:
        return words.gettext("The deal. {told}").format(told=said)
    return words.gettext("Turn {turn} of {turns}: {told}").format(turn=line.turn, turns=turns, told=said)
