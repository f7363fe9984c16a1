"""What a card would do, told before it is played: who pays, how much, what can stop it, what comes next."""

from __future__ import annotations

from game.engine import Move, View
from game.engine.cards import CODES
from game.engine.moves import FREE, NONE, Lay
from game.engine.powers import Open, PlayOn
from game.engine.view import Forecast
from game.presenter.cards import a_rank, place, suit_name
from game.presenter.follow import ANY, has, what_stops
from game.presenter.sentences import both, text, who
from game.scene import Scene
from game.words import Phrase, Span, Words, strong


def forecast(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    """Before cards are played: who pays, how much, and what can stop it. The move is one that may be made."""
    coming = view.forecast(move)
    last = len(move.lays) == view.counts[view.turn]
    if not last:
        return _pays(scene, view, move, coming, words) or _nobody(view, move.lays[-1], words)
    still_in = view.seats - len(view.finished) - 1
    if coming.target is None and (view.rules.by_points or still_in < 2):
        message = words.ngettext(
            "Your last card: it ends the round", "Your last cards: they end the round", len(move.lays)
        )
        return text(message)
    if still_in < 2:
        return _comes_back(scene, view, move, coming, words)
    message = words.ngettext(
        "Your last card: you finish {place}", "Your last cards: you finish {place}", len(move.lays)
    )
    out = words.phrase(message, place=place(words, len(view.finished) + 1))
    return both(out, _pays(scene, view, move, coming, words))


def _stops(view: View, move: Move, coming: Forecast, words: Words) -> str:
    """What the target could stop it with; nothing if it has no card left (CLS-6)."""
    able = coming.target is not None and (coming.target == view.seat or view.counts[coming.target])
    return what_stops(words, view, coming.stoppers, move.cards) if able else ""


def _pays(scene: Scene, view: View, move: Move, coming: Forecast, words: Words) -> Phrase:
    """On whom it falls; empty for nobody."""
    if coming.target is None:
        return ()
    stops = _stops(view, move, coming, words)
    target = None if coming.target == view.seat else who(scene, coming.target)
    message = _draws(words, target, stops) if coming.draw else _skips(words, target, stops, coming.skip)
    return words.phrase(message, who=target or "", count=strong(coming.draw or coming.skip), cards=stops)


def _comes_back(scene: Scene, view: View, move: Move, coming: Forecast, words: Words) -> Phrase:
    """Between two, an attack with the last cards may come back (CLS-6)."""
    assert coming.target is not None
    out = text(words.ngettext("Your last card", "Your last cards", len(move.lays)))
    if not (stops := _stops(view, move, coming, words)):
        return both(out, _pays(scene, view, move, coming, words))
    message = words.gettext("{who} takes {count}; answered with {cards}, it comes back to you")
    count = strong(coming.draw)
    return both(out, words.phrase(message, who=who(scene, coming.target), count=count, cards=stops))


def _draws(words: Words, target: Span | None, stops: str) -> str:
    _ = words.gettext
    if target is None:
        return _("You take {count}; only {cards} stops it") if stops else _("You take {count}")
    return _("{who} takes {count}; only {cards} stops it") if stops else _("{who} takes {count}")


def _skips(words: Words, target: Span | None, stops: str, turns: int) -> str:
    if target is None:
        return words.ngettext("You lose a turn", "You lose {count} turns", turns)
    if not stops:
        return words.ngettext("{who} loses a turn", "{who} loses {count} turns", turns)
    return words.ngettext(
        "{who} loses a turn; only {cards} stops it", "{who} loses {count} turns; only {cards} stops it", turns
    )


# --- nobody pays


def _nobody(view: View, last: Lay, words: Words) -> Phrase:
    """What comes next, after a play for which nobody pays."""
    _, pending, rules, face = words.gettext, view.pending, view.rules, CODES[last.face]
    kind = rules.kind_of_pack
    if pending is not None and pending.draw:
        return words.phrase(_("Nobody pays: the {count} that wait are gone"), count=strong(pending.draw))
    if last.says:
        return _says(view, last, words)
    if view.demand is not None and not has(rules, face, Open) and view.demand.left > 1:
        return _still_demanded(view.demand.rank, words)
    message = _("Nobody pays. Next comes {suit} or {rank}")
    if pending is not None:
        message = words.ngettext("The lost turn that waits is gone", "The lost turns that wait are gone", pending.skip)
    elif has(rules, face, Open):
        message = _("Nobody pays. Anything may follow")
    elif has(rules, face, PlayOn):
        message = _("You may play another card")
    return words.phrase(message, rank=a_rank(words, face[0], kind), suit=suit_name(words, face[1], kind))


def _says(view: View, last: Lay, words: Words) -> Phrase:
    """A card that asks: what its player will say, or has left to say."""
    _, rules = words.gettext, view.rules
    if last.says == FREE:
        suit = suit_name(words, view.suit[-1], rules.kind_of_pack)
        return words.phrase(_("Nobody pays. Any suit but {suit} may follow"), suit=suit)
    if last.names and rules.names_for_next:
        return text(_("Nobody pays. You name the suit for the next player"))
    if last.names:
        return text(_("Nobody pays. You name the suit that comes next"))
    if last.says == NONE and view.demand is not None:
        return text(_("Nobody pays. The demand is over"))
    return text(_("Nobody pays. You may demand a rank from everybody"))


def _still_demanded(rank: str, words: Words) -> Phrase:
    if rank == ANY:
        return text(words.gettext("Nobody pays. Plain cards are still demanded"))
    message = words.gettext("Nobody pays. The next player must have {rank} too")
    return words.phrase(message, rank=a_rank(words, rank))
