"""The buttons under the hand: what may be done besides laying a card, calls, or what one waits for."""

from __future__ import annotations

from game.engine import View
from game.engine.families import Family
from game.engine.rules import Call
from game.presenter.data import ActsData, Button, CallsData
from game.presenter.follow import what_stops
from game.presenter.hand import my_turn_now
from game.presenter.sheet import waiting
from game.scene import Phase, Scene
from game.words import Phrase, Words, name, plain


def present_acts(scene: Scene, words: Words) -> ActsData:
    """What the viewer may do besides laying a card, or what they wait for."""
    _, view = words.gettext, scene.view
    if scene.phase is Phase.BETWEEN:
        return _between(scene, words)
    if view is None or scene.phase is not Phase.PLAYING:
        reopen = _("See the end") if scene.phase in (Phase.OVER, Phase.ABANDONED) else ""
        return ActsData((), (), (), reopen)
    calls = _calls(scene, view, words)
    if my_turn_now(scene):
        return _mine(view, calls, words)
    if scene.seat is None:
        return ActsData((), (), words.phrase(_("Cards are shown to their players only.")), "")
    return ActsData((), (), _waits(scene, view, scene.seat, words), "", calls)


def _waits(scene: Scene, view: View, seat: int, words: Words) -> Phrase:
    """When the turn comes to the viewer."""
    _ = words.gettext
    if seat in view.finished:
        return words.phrase(_("You may watch on."))
    if view.owed[seat]:
        return words.phrase(_("You sit out a turn."))
    others = [(seat - step) % view.seats for step in range(1, view.seats)]
    playing = (other for other in others if not view.owed[other] and other not in view.finished)
    before = next(playing, view.turn)
    message = _("You play next. You may pick up a card already.")
    if before != view.turn:
        message = _("You play after {name}. You may pick up a card already.")
    return words.phrase(message, name=name(scene.seats[before].name))


def _mine(view: View, calls: CallsData | None, words: Words) -> ActsData:
    _, moves = words.gettext, view.legal_moves()
    legal = [str(move) for move in moves if not move.lays]
    plays = any(move.lays for move in moves)
    hint: Phrase = ()
    if view.pending is not None:
        stops = what_stops(words, view, view.stoppers())
        hint = words.phrase(_("or pick up {cards}") if plays else _("You hold nothing that stops it."), cards=stops)
    elif not legal:
        hint = words.phrase(_("A card of yours fits: it must be played."))
    elif view.extra:
        hint = words.phrase(_("or pick up one more card") if plays else _("No card of yours fits."))
    elif view.drawn is None:
        hint = words.phrase(_("or pick up a card") if plays else _("No card of yours fits."))
    return ActsData(tuple([act_button(view, move, words) for move in legal]), hint, (), "", calls)


def _calls(scene: Scene, view: View, words: Words) -> CallsData | None:
    """The place for calls; None where nobody calls, and for who is out or only watches."""
    seat = scene.seat
    if view.rules.call is not Call.SPOKEN or seat is None or seat in view.finished:
        return None
    buttons = []
    for call in view.calls_open():
        if call == "macao":
            buttons.append(Button(call, words.gettext("Macao!"), "button button--cost", "M"))
        else:
            caught = name(scene.seats[int(call.partition(":")[2])].name)
            text = words.phrase(words.gettext("Catch {name}: no Macao!"), name=caught)
            buttons.append(Button(call, plain(text), "button", "C"))
    return CallsData(tuple(buttons), words.gettext("Say Macao with it") if _may_leave_one(view, seat) else "")


def _may_leave_one(view: View, seat: int) -> bool:
    """Whether a play could leave the viewer one card."""
    if view.turn != seat:
        return False
    sizes = {len(move.lays) for move in view.legal_moves()} | {_longest(view, family) for family in view.families()}
    return max(sizes, default=0) >= view.counts[seat] - 1 > 0


def _longest(view: View, family: Family) -> int:
    """How many cards of a family can be laid at most, seen from its leads."""
    reached, waiting = set[str](), [*family.leads]
    while waiting:
        code = waiting.pop()
        if code not in reached:
            reached.add(code)
            waiting += family.after[code]
    return sum(view.hands[view.turn].count(code) for code in (*reached, *family.jokers))


def act_button(view: View, move: str, words: Words) -> Button:
    """The button of a move without a card."""
    _ = words.gettext
    if move == "take":
        count = view.pending.draw if view.pending else 0
        return Button(move, _("Take {count}").format(count=count), "button button--cost", "T")
    if move == "wait":
        return Button(move, _("Lose the turn"), "button button--cost", "T")
    if move == "draw":
        return Button(move, _("Draw"), "button", "D")
    text = _("Keep it") if view.drawn is not None else _("End the turn") if view.extra else _("Pass")
    return Button(move, text, "button", "P")


def _between(scene: Scene, words: Words) -> ActsData:
    reopen = words.gettext("See the hands") if scene.end is not None else ""
    if scene.seat is not None and scene.seat in scene.waiting_for:
        button = Button("next", words.gettext("Next round"), "button button--lamp", "N")
        return ActsData((button,), (), (), reopen)
    alone = words.phrase(words.gettext("The next round starts by itself."))
    return ActsData((), (), waiting(scene, words) or alone, reopen)
