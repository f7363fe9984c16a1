"""A scene as plain data for the templates: what each part of the table says, in the viewer's language."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.engine import Pending, View
from game.presenter.cards import card_name, suit_name
from game.presenter.data import (
    CentreData,
    ScoreRow,
    ScoresData,
    SeatData,
    SeatsData,
    StatusData,
    TableData,
    TitleData,
)
from game.presenter.hand import present_acts, present_hand
from game.presenter.log import last_line, lines_of, present_log
from game.presenter.sentences import my_turn, their_turn
from game.presenter.sheet import abandoned, present_sheet, round_title, verdict
from game.scene import Phase, Scene, SeatInfo
from game.words import Phrase, Span, Words, capital, clock, name, plain, strong

LARGEST_FAN = 7
"""Backs in the widest fan drawn; the number beside it tells the rest."""
PILE_SHOWN = 3


def present(scene: Scene, words: Words) -> TableData:
    """All that the viewer's page shows of a table."""
    lines = lines_of(scene, words)
    return TableData(
        language=words.language,
        bar_title=_title(words, scene.round_number, scene.target),
        scores=_scores(words, tuple([(seat.name, seat.total) for seat in scene.seats]), scene.seat, scene.target),
        status=_status(scene, words),
        seats=_seats(scene, words),
        centre=None if scene.view is None else _centre(scene.view, last_line(lines), words),
        says=_says(scene, words),
        hand=present_hand(scene, words),
        acts=present_acts(scene, words),
        log=present_log(scene, lines, words),
        sheet=present_sheet(scene, words),
    )


@lru_cache(maxsize=256)
def _title(words: Words, number: int, target: int) -> TitleData:
    round_ = words.gettext("Round {number}").format(number=number)
    # Translators: the target of a match, such as "to 500".
    return TitleData(round_, words.gettext("to {target}").format(target=target))


@lru_cache(maxsize=1024)
def _scores(words: Words, totals: tuple[tuple[str, int], ...], own: int | None, target: int) -> ScoresData:
    """Names and totals in seat order, and the viewer's seat."""
    label = words.gettext("{name}: {total} of {target}")
    rows = []
    for seat, (player, total) in enumerate(totals):
        who = (strong(words.gettext("You")) if seat == own else name(player),)
        rows.append(ScoreRow(who, total, label.format(name=plain(who), total=total, target=target)))
    return ScoresData(words.gettext("Scores"), "" if own is None else str(totals[own][1]), tuple(rows), target)


# --- status


def _status(scene: Scene, words: Words) -> StatusData:
    playing = scene.phase is Phase.PLAYING and scene.view is not None
    mine = playing and not scene.paused and scene.view is not None and scene.view.turn == scene.seat
    who, owed = _status_lines(scene, words)
    # between two rounds the next one is sealed already: its numbers are due too
    dealing = scene.phase in (Phase.DEALING, Phase.BETWEEN) and scene.seat is not None
    coming = scene.round_number + (scene.phase is Phase.BETWEEN)
    seconds = None if scene.paused or not playing else scene.seconds_left
    return StatusData(
        mine=mine,
        who=who,
        owed=owed,
        seconds=seconds,
        clock=clock(seconds),
        time_label=words.gettext("Time left"),
        version=scene.version,
        nonce=f"{scene.match_id}-{coming}" if dealing else "",
    )


def _status_lines(scene: Scene, words: Words) -> tuple[Phrase, Phrase]:
    view = scene.view
    if scene.phase is Phase.ABANDONED:
        return abandoned(words)
    if scene.phase is Phase.DEALING or view is None:
        return words.phrase(words.gettext("The cards are dealt")), words.phrase(words.gettext("A moment…"))
    if scene.phase is Phase.OVER and scene.end is not None:
        return verdict(scene, scene.end, words)
    if scene.phase is Phase.BETWEEN and scene.end is not None:
        return words.phrase(words.gettext("Round over")), round_title(scene, scene.end, words)
    if scene.paused:
        return words.phrase(words.gettext("The table waits")), words.phrase(words.gettext("The clock stands still"))
    return my_turn(scene, view, words) if view.turn == scene.seat else their_turn(scene, view, words)


# --- the others


def _seats(scene: Scene, words: Words) -> SeatsData:
    """The others clockwise from the viewer's left; a watcher sees everybody."""
    count = len(scene.seats)
    label = words.gettext("Other players, clockwise")
    order = [(scene.seat + step) % count for step in range(1, count)] if scene.seat is not None else list(range(count))
    if scene.seat is None:
        label = words.gettext("Players, clockwise")
    standings = _standings(scene)
    return SeatsData(label, tuple([_seat(words, scene.seats[n], standings[n]) for n in order]))


class Standing(NamedTuple):
    """What the round says of a seat."""

    cards: int
    dealt: bool
    playing: bool
    turn: bool
    out: bool
    sits_out: bool
    next: bool


def _standings(scene: Scene) -> list[Standing]:
    """In seat order."""
    view, playing = scene.view, scene.phase is Phase.PLAYING
    if view is None:
        return [Standing(0, False, False, False, False, False, False)] * len(scene.seats)
    turn, coming, owed, finished = view.turn, _next(view), view.owed, view.finished
    return [
        Standing(
            cards, True, playing, playing and seat == turn, seat in finished, playing and bool(owed[seat]),
            playing and seat == coming,
        )
        for seat, cards in enumerate(view.counts)
    ]  # fmt: skip


@lru_cache(maxsize=16_384)
def _seat(words: Words, seat: SeatInfo, now: Standing) -> SeatData:
    one = now.playing and now.cards == 1
    css = "seat" + " seat--turn" * now.turn + " seat--one" * one + " seat--away" * (seat.away or seat.left)
    return SeatData(
        number=seat.number,
        name=seat.name,
        count=now.cards,
        fan=min(now.cards, LARGEST_FAN),
        cards=words.ngettext("card", "cards", now.cards),
        note=_note(words, seat, now) if now.dealt else (),
        css=css,
        bot=words.gettext("bot") if seat.bot else "",
    )


def _note(words: Words, seat: SeatInfo, now: Standing) -> Phrase:
    """The one thing to know about a seat now."""
    _ = words.gettext
    if seat.away and seat.away_seconds is not None and now.turn:
        return words.phrase(_("away, {seconds} s"), seconds=Span("clock", str(seat.away_seconds)))
    notes = (
        (seat.left, _("left")),
        (seat.away, _("away")),
        (now.out and not now.playing, _("out")),
        (now.playing and now.cards == 1, _("Macao!")),
        (now.turn, _("playing")),
        (now.sits_out, _("sits out")),
        (now.next, _("next")),
    )
    return words.phrase(next((note for holds, note in notes if holds), ""))


def _next(view: View) -> int:
    """Who plays after the seat in turn, if nothing comes in between."""
    turn, owed = view.turn, view.owed
    others = [(turn + step) % len(owed) for step in range(1, len(owed))]
    return next((seat for seat in others if not owed[seat]), others[0])


# --- stock and pile


def _centre(view: View, last: Phrase, words: Words) -> CentreData:
    lies = _stock_and_pile(words, view.stock_count, view.pile[-PILE_SHOWN:], view.suit, view.pending)
    return CentreData(*lies, last)


@lru_cache(maxsize=4096)
def _stock_and_pile(
    words: Words, stock: int, pile: tuple[str, ...], suit: str, pending: Pending | None
) -> tuple[str, int, str, tuple[str, ...], str, str, str, str, str]:  # fmt: skip
    """All but the last line, in the order of `CentreData`: the same for every viewer."""
    in_force = suit_name(words, suit)
    spoken = words.gettext("Top card {card}, suit in force {suit}")
    cost, cost_label, waiting = "", "", 0
    if pending is not None and pending.draw:
        cost, waiting = f"+{pending.draw}", pending.draw
        cost_label = words.ngettext("{count} card waits", "{count} cards wait", waiting)
    elif pending is not None:
        cost, waiting = f"−{pending.skip}", pending.skip
        cost_label = words.ngettext("{count} lost turn waits", "{count} lost turns wait", waiting)
    label = words.ngettext("Stock, {count} card", "Stock, {count} cards", stock)
    return (
        words.gettext("Stock and pile"),
        stock,
        label.format(count=stock),
        pile,
        suit,
        capital(in_force),
        spoken.format(card=card_name(words, pile[-1]), suit=in_force),
        cost,
        cost_label.format(count=waiting),
    )


def _says(scene: Scene, words: Words) -> Phrase:
    if scene.seat is None:
        return words.phrase(words.gettext("You are watching"))
    count = scene.view.counts[scene.seat] if scene.view is not None else 0
    message = words.ngettext("{you} {count} card", "{you} {count} cards", count)
    return words.phrase(message, you=strong(words.gettext("You")), count=count)
