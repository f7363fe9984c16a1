"""Sentences about a turn: whose it is, what is owed, what may follow.

What a card would do is told by `forecast`, why it will not go by `reasons`.
"""

from __future__ import annotations

from functools import lru_cache

from game.engine import Pending, View
from game.presenter.cards import that_card
from game.presenter.follow import (
    can_be_drawn,
    demand_alone,
    face,
    goes_anywhere,
    what_follows,
    what_is_demanded,
    what_meets,
    what_stops,
)
from game.scene import Scene
from game.words import Phrase, Span, Words, name

Two = tuple[Phrase, Phrase]
"""The two lines of the status."""


def who(scene: Scene, seat: int) -> Span:
    """A seat by its player's name."""
    return name(scene.seats[seat].name)


def text(message: str) -> Phrase:
    """A sentence without placeholders."""
    return (Span("text", message),)


def both(first: Phrase, second: Phrase) -> Phrase:
    """Two sentences in one line; either may be empty."""
    return (*first, Span("text", ". "), *second) if first and second else first or second


def turn_lines(scene: Scene, view: View, words: Words) -> Two:
    """The two lines of the turn that is being played, and whether somebody owes a call."""
    if view.turn == scene.seat:
        title, owed = my_turn(scene, view, words)
    else:
        title, owed = scene.once(("turn", words), lambda: their_turn(scene, view, words))
    return title, both(owed, _silence(scene, view, words))


def _silence(scene: Scene, view: View, words: Words) -> Phrase:
    """Who has one card and has not said Macao (D-13); empty for nobody."""
    for seat in view.calls:
        if seat == scene.seat:
            return text(words.gettext("You have one card: say Macao"))
        return words.phrase(words.gettext("{name} has not said Macao"), name=who(scene, seat))
    return ()


# --- to the player in turn


def my_turn(scene: Scene, view: View, words: Words) -> Two:
    """The two lines of the viewer's own turn."""
    _ = words.gettext
    if view.pending is not None:
        return _waits_on_me(view, view.pending, words)
    if view.drawn is not None:
        card = that_card(words, view.drawn, view.rules.kind_of_pack)
        return words.phrase(_("You drew the {card}"), card=card), text(_("Play it, or keep it"))
    if view.extra:
        return text(_("You may play on")), words.phrase(
            _("Follow {what}, or end your turn"), what=what_follows(words, view)
        )
    without = next((str(move) for move in view.legal_moves() if not move.lays), "")
    if view.demand is not None:
        owed = words.phrase(_to_meet(words)[without], what=what_meets(words, view))
        return text(demand_alone(words, view.demand.rank)), owed
    message = _to_follow(words)[without]
    if view.named and view.suit[:1] != "-" and without != "pass" and goes_anywhere(view.rules, face(view)):
        named = (_("Follow {what}, the suit that was named, or draw"), _("Follow {what}, the suit that was named"))
        message = named[without != "draw"]
    return text(_("Your turn")), words.phrase(message, what=what_follows(words, view))


@lru_cache
def _to_follow(words: Words) -> dict[str, str]:
    """By the move without a card that is open; none where who can lay must."""
    _ = words.gettext
    return {
        "draw": _("Follow {what}, or draw"), "pass": _("Follow {what}, or pass"), "": _("Follow {what}"),
    }  # fmt: skip


@lru_cache
def _to_meet(words: Words) -> dict[str, str]:
    _ = words.gettext
    return {"draw": _("Play {what}, or draw"), "pass": _("Play {what}, or pass"), "": _("Play {what}")}


def _waits_on_me(view: View, pending: Pending, words: Words) -> Two:
    _, stops = words.gettext, _stops_now(words, view)
    if pending.draw:
        title = words.ngettext("{count} card waits on you", "{count} cards wait on you", pending.draw)
        owed = _("Answer with {cards}, or take them") if stops else _("You have to take them")
        rest = pending.draw - 1
        if view.drawn is not None:
            owed = words.ngettext(
                "The card you drew answers: play it, or take {rest} more",
                "The card you drew answers: play it, or take {rest} more", rest,
            )  # fmt: skip
        elif view.turn in view.finished:
            owed = _("You have to take them, and are in again")
        return words.phrase(title, count=pending.draw), words.phrase(owed, cards=stops, rest=rest)
    title = words.ngettext("A lost turn waits on you", "{count} lost turns wait on you", pending.skip)
    owed = words.ngettext("You have to lose it", "You have to lose them", pending.skip)
    if stops:
        owed = words.ngettext(
            "Answer with {cards}, or lose the turn", "Answer with {cards}, or lose the turns", pending.skip
        )
    return words.phrase(title, count=pending.skip), words.phrase(owed, cards=stops)


def _stops_now(words: Words, view: View) -> str:
    """What answers what waits; nothing if the seat in turn has no card left to answer with (CLS-6)."""
    return what_stops(words, view, view.stoppers()) if view.counts[view.turn] else ""


# --- to the others


def their_turn(scene: Scene, view: View, words: Words) -> Two:
    """The two lines of somebody else's turn."""
    seat = scene.seats[view.turn]
    if seat.away and seat.away_seconds is not None:
        soon = words.gettext("A bot plays in {seconds} s; the seat is kept")
        seconds = Span("clock", str(seat.away_seconds))
        return words.phrase(words.gettext("{name} is away"), name=name(seat.name)), words.phrase(soon, seconds=seconds)
    if seat.away:
        kept = text(words.gettext("The seat is kept"))
        return words.phrase(words.gettext("{name} is away"), name=name(seat.name)), kept
    title = words.phrase(words.gettext("{name} is thinking"), name=name(seat.name))
    return title, _owes_waiting(view, view.pending, words) if view.pending is not None else _owes(view, words)


def _owes(view: View, words: Words) -> Phrase:
    _ = words.gettext
    if view.drawn is not None:
        return text(_("Plays the card just drawn, or keeps it"))
    if view.extra:
        return words.phrase(_("Plays on with {what}, or ends the turn"), what=what_follows(words, view))
    draws = can_be_drawn(view)
    if view.demand is not None:
        message = _("Plays {what}, or draws") if draws else _("Plays {what}, or passes")
        owed = words.phrase(message, what=what_meets(words, view))
        return both(text(what_is_demanded(words, view.demand.rank, view.demand.left)), owed)
    message = _("Follows {what}, or draws") if draws else _("Follows {what}, or passes")
    return words.phrase(message, what=what_follows(words, view))


def _owes_waiting(view: View, pending: Pending, words: Words) -> Phrase:
    _, stops = words.gettext, _stops_now(words, view)
    if pending.draw:
        message = _("Takes {count}, or answers with {cards}") if stops else _("Takes {count}")
        if view.drawn is not None:
            message = _("Plays the card just drawn, which answers, or takes {rest} more")
        elif view.turn in view.finished:
            message = _("Takes {count}, and is in again")
        return words.phrase(message, count=pending.draw, cards=stops, rest=pending.draw - 1)
    message = words.ngettext("Loses a turn", "Loses {count} turns", pending.skip)
    if stops:
        message = words.ngettext(
            "Loses a turn, or answers with {cards}", "Loses {count} turns, or answers with {cards}", pending.skip
        )
    return words.phrase(message, count=pending.skip, cards=stops)
