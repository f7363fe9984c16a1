"""The others at the table: how many cards each holds, and the one thing to know about each."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.engine import EventKind, View
from game.engine.rules import Call
from game.presenter.cards import place, ranks_name
from game.presenter.data import SeatData, SeatsData
from game.presenter.follow import ANY
from game.presenter.places import places_now
from game.scene import Phase, Scene, SeatInfo
from game.words import Phrase, Span, Words

LARGEST_FAN = 7
"""Backs in the widest fan drawn; the number beside it tells the rest."""


def present_seats(scene: Scene, words: Words) -> SeatsData:
    """The others clockwise from the viewer's left; a watcher sees everybody."""
    count = len(scene.seats)
    label = words.gettext("Other players, clockwise")
    order = [(scene.seat + step) % count for step in range(1, count)] if scene.seat is not None else list(range(count))
    if scene.seat is None:
        label = words.gettext("Players, clockwise")
    standings = scene.once("standings", lambda: _standings(scene))
    return SeatsData(label, tuple([_seat(words, scene.seats[n], standings[n]) for n in order]))


class Standing(NamedTuple):
    """What the round says of a seat."""

    cards: int
    dealt: bool = True
    playing: bool = False
    turn: bool = False
    out: bool = False
    place: int = 0
    """In which place it is out, in games of places; 0 while that is open."""
    sits_out: int = 0
    """How many turns it still sits out."""
    next: bool = False
    call: str = ""
    """Of a single card: the table says Macao (`table`), its player said it (`said`) or owes it (`owed`)."""
    demands: str = ""
    """The rank that it demands, or `any`."""


def _standings(scene: Scene) -> list[Standing]:
    """In seat order."""
    view, playing = scene.view, scene.phase is Phase.PLAYING
    if view is None:
        return [Standing(0, dealt=False)] * len(scene.seats)
    turn, owed, out, demand, places = view.turn, view.owed, view.finished, view.demand, places_now(view)
    coming, demands, wants = _next(turn, owed, out), -1, ""
    if demand is not None:
        demands, wants = demand.by, demand.rank
    return [
        Standing(
            cards, True, playing, playing and seat == turn, seat in out, places[seat],
            owed[seat] if playing else 0, playing and seat == coming,
            _call(scene, view, seat) if playing and cards == 1 else "",
            wants if seat == demands else "",
        )
        for seat, cards in enumerate(view.counts)
    ]  # fmt: skip


def _call(scene: Scene, view: View, seat: int) -> str:
    """How it stands with the call of a seat that holds one card (D-13)."""
    if view.rules.call is Call.AUTOMATIC:
        return "table"
    if seat in view.calls:
        return "owed"
    for entry in reversed(scene.log):
        for event in reversed(entry.events):
            if event.seat == seat and event.kind in (EventKind.CALLED, EventKind.PLAYED):
                return "said" if event.kind is EventKind.CALLED else ""
    return ""


@lru_cache(maxsize=16_384)
def _seat(words: Words, seat: SeatInfo, now: Standing) -> SeatData:
    macao = now.call in ("table", "said")
    css = "seat" + " seat--turn" * now.turn + " seat--one" * macao + " seat--silent" * (now.call == "owed")
    css += " seat--away" * (seat.away or seat.left) + " seat--out" * (now.out and now.playing)
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
        (now.call == "owed", _("silent!")),
        (now.place > 0, place(words, now.place) if now.place else ""),
        (seat.left, _("left")),
        (seat.away, _("away")),
        (now.out and not now.playing, _("out")),
        (now.call == "table", _("Macao!")),
        (now.call == "said", _("said Macao")),
        (now.turn, _("playing")),
        (now.sits_out > 0, _sits_out(words, now.sits_out)),
        (now.demands != "", _demands(words, now.demands)),
        (now.next, _("next")),
    )
    return words.phrase(next((note for holds, note in notes if holds), ""))


def _sits_out(words: Words, turns: int) -> str:
    if turns < 2:
        return words.gettext("sits out")
    return words.ngettext("sits out {count}", "sits out {count}", turns).format(count=turns)


def _demands(words: Words, rank: str) -> str:
    if rank == ANY:
        return words.gettext("wants plain cards")
    return words.gettext("wants {ranks}").format(ranks=ranks_name(words, rank)) if rank else ""


def _next(turn: int, owed: tuple[int, ...], out: tuple[int, ...]) -> int:
    """Who plays after the seat in turn, if nothing comes in between."""
    others = [(turn + step) % len(owed) for step in range(1, len(owed))]
    return next((seat for seat in others if not owed[seat] and seat not in out), others[0])
