"""Sentences about a turn: what is owed, who will pay, why a card will not go."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from game.engine import Move, Pending, Reason, View
from game.presenter.cards import a_rank, card_name, one_of, suit_name
from game.scene import Scene
from game.words import Phrase, Span, Words, capital, name, strong


def who(scene: Scene, seat: int) -> Span:
    """A seat by its player's name."""
    return name(scene.seats[seat].name)


def what_follows(words: Words, view: View) -> str:
    """What may be laid when nothing waits: "hearts or a nine", or "hearts" under a named suit (SM-7, SM-14)."""
    suit = suit_name(words, view.suit)
    if view.named:
        return suit
    # Translators: what may be laid now, such as "hearts or a nine".
    return words.gettext("{suit} or {rank}").format(suit=suit, rank=a_rank(words, view.top[0]))


def what_stops(words: Words, view: View, codes: tuple[str, ...], laid: str = "") -> str:
    """Cards that stop or pass on an effect; of those named singly, only such as do not lie in sight."""
    return one_of(words, codes, view.rules.pack(view.seats), frozenset((*view.pile, laid)))


# --- what is owed, to the player in turn


def my_turn(scene: Scene, view: View, words: Words) -> tuple[Phrase, Phrase]:
    """The two lines of the viewer's own turn."""
    pending = view.pending
    if pending is not None:
        return _waits_on_me(view, pending, words)
    if view.drawn is not None:
        drawn = words.gettext("You drew the {card}")
        return words.phrase(drawn, card=card_name(words, view.drawn)), _text(words.gettext("Play it, or keep it"))
    can_draw = any(str(move) == "draw" for move in view.legal_moves())
    owed = words.gettext("Follow {what}, or draw") if can_draw else words.gettext("Follow {what}, or pass")
    if view.named:
        owed = words.gettext("Follow {what}, the suit that was named, or draw") if can_draw else owed
    return _text(words.gettext("Your turn")), words.phrase(owed, what=what_follows(words, view))


def _waits_on_me(view: View, pending: Pending, words: Words) -> tuple[Phrase, Phrase]:
    stops = what_stops(words, view, view.stoppers())
    if pending.draw:
        title = words.ngettext("{count} card waits on you", "{count} cards wait on you", pending.draw)
        owed = words.gettext("Answer with {cards}, or take them") if stops else words.gettext("You have to take them")
        return words.phrase(title, count=pending.draw), words.phrase(owed, cards=stops)
    title = words.ngettext("A lost turn waits on you", "{count} lost turns wait on you", pending.skip)
    owed = words.gettext("Answer with {cards}, or lose the turn") if stops else words.gettext("You have to lose it")
    return words.phrase(title, count=pending.skip), words.phrase(owed, cards=stops)


def their_turn(scene: Scene, view: View, words: Words) -> tuple[Phrase, Phrase]:
    """The two lines of somebody else's turn."""
    seat = scene.seats[view.turn]
    if seat.away and seat.away_seconds is not None:
        soon = words.gettext("A bot plays in {seconds} s; the seat is kept")
        seconds = Span("clock", str(seat.away_seconds))
        return words.phrase(words.gettext("{name} is away"), name=name(seat.name)), words.phrase(soon, seconds=seconds)
    if seat.away:
        kept = _text(words.gettext("The seat is kept"))
        return words.phrase(words.gettext("{name} is away"), name=name(seat.name)), kept
    title = words.phrase(words.gettext("{name} is thinking"), name=name(seat.name))
    return title, _owes(view, words)


def _owes(view: View, words: Words) -> Phrase:
    pending = view.pending
    if pending is None:
        if view.drawn is not None:
            return _text(words.gettext("Plays the card just drawn, or keeps it"))
        return words.phrase(words.gettext("Follows {what}, or draws"), what=what_follows(words, view))
    stops = what_stops(words, view, view.stoppers())
    if pending.draw:
        message = words.gettext("Takes {count}, or answers with {cards}") if stops else words.gettext("Takes {count}")
        return words.phrase(message, count=pending.draw, cards=stops)
    message = words.ngettext("Loses a turn", "Loses {count} turns", pending.skip)
    if stops:
        message = words.ngettext(
            "Loses a turn, or answers with {cards}", "Loses {count} turns, or answers with {cards}", pending.skip
        )
    return words.phrase(message, count=pending.skip, cards=stops)


# --- what a card would do


def forecast(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    """Before a card is played: who pays, how much, and what can stop it."""
    if len(view.hands[view.turn]) == 1:
        return _text(words.gettext("Your last card: it ends the round"))
    coming = view.forecast(move)
    if coming.target is not None:
        stops = what_stops(words, view, coming.stoppers, move.cards[-1])
        target = None if coming.target == view.seat else who(scene, coming.target)
        message = _draws(words, target, stops) if coming.draw else _skips(words, target, stops, coming.skip)
        count = strong(coming.draw or coming.skip)
        return words.phrase(message, who=target or "", count=count, cards=stops)
    if view.pending is not None:
        gone = words.gettext("Nobody pays: the {count} that wait are gone")
        return words.phrase(gone, count=strong(view.pending.draw))
    if move.lays[-1].says:
        return words.phrase(words.gettext("Nobody pays. You name the suit that comes next"))
    rank, suit = a_rank(words, move.cards[-1][0]), suit_name(words, move.cards[-1][1])
    return words.phrase(words.gettext("Nobody pays. Next comes {suit} or {rank}"), suit=suit, rank=rank)


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


# --- why not


def refused(scene: Scene, view: View, move: Move, reason: Reason, words: Words) -> Phrase:
    """Why a move may not be made, in one line."""
    if reason in _REASONS:
        return _REASONS[reason](scene, view, move, words)
    return _text(_plain_reasons(words)[reason])


@lru_cache
def _plain_reasons(words: Words) -> dict[Reason, str]:
    _ = words.gettext
    return {
        Reason.ROUND_OVER: _("The round is over"),
        Reason.NOT_IN_HAND: _("That card is not in your hand"),
        Reason.NOT_WAITING: _("Nothing waits on you"),
        Reason.ALREADY_DRAWN: _("One card a turn: play the one you drew, or keep it"),
        Reason.DRAW_FIRST: _("There is a card to draw first"),
        Reason.NOTHING_TO_DRAW: _("There is nothing left to draw"),
        Reason.MUST_LAY: _("You hold a card that fits, and here it must be played"),
        Reason.SUIT_DUE: _("This card needs a suit: name one"),
        Reason.NO_SUIT_DUE: _("This card names no suit now"),
        Reason.NO_DEMAND_DUE: _("This card demands nothing"),
        Reason.NO_STAND_IN: _("This card stands for nothing but itself"),
        Reason.ONE_CARD_A_TURN: _("One card a turn"),
        Reason.NO_SPOKEN_CALL: _("The table says Macao by itself"),
        Reason.NOTHING_TO_CALL: _("Nobody owes a call now"),
        Reason.DEMAND_OPEN: _("Another card is demanded"),
        Reason.DEMAND_DUE: _("This card demands a rank: say which, or none"),
        Reason.SUIT_BARRED: _("That suit may not be named now"),
        Reason.RANK_BARRED: _("That rank may not be demanded now"),
        Reason.STAND_IN_DUE: _("The joker stands for a card: say which"),
        Reason.NOT_TOGETHER: _("These cards do not go in one turn"),
        Reason.TWO_POWERS: _("Cards with two sorts of power do not go in one turn"),
        Reason.MAY_PLAY_ON: _("Play another card, or end your turn"),
        Reason.FIVE_IS_NO_WAY_OUT: _("The card after a five may not be your last"),
        Reason.LAST_CARD_BARRED: _("Between two this may not be the single last card"),
    }


def _does_not_fit(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    card, suit = capital(card_name(words, move.cards[0])), suit_name(words, view.suit)
    if view.named:
        return words.phrase(words.gettext("{card} is not {suit}, the suit that was named"), card=card, suit=suit)
    message = words.gettext("{card} is neither {suit} nor {rank}")
    return words.phrase(message, card=card, suit=suit, rank=a_rank(words, view.top[0]))


def _draws_wait(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    waiting = view.pending.draw if view.pending else 0
    stops = what_stops(words, view, view.stoppers())
    message = words.ngettext("{count} card waits: take it", "{count} cards wait: take them", waiting)
    if stops:
        message = words.ngettext(
            "{count} card waits: play {cards}, or take it", "{count} cards wait: play {cards}, or take them", waiting
        )
    return words.phrase(message, count=waiting, cards=stops)


def _wrong_answer(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    waiting = view.pending.draw if view.pending else 0
    stops = what_stops(words, view, view.stoppers())
    on, card = a_rank(words, view.top[0]), a_rank(words, move.cards[0][0])
    message = words.gettext("{on} is not answered with {card}: play {cards}, or take {count}")
    return _text(capital(message.format(on=on, card=card, cards=stops, count=waiting)))


def _turn_waits(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    stops = what_stops(words, view, view.stoppers())
    message = words.gettext("A lost turn waits")
    if stops:
        message = words.gettext("A lost turn waits: play {cards}, or lose it")
    return words.phrase(message, cards=stops)


def _not_your_turn(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    return words.phrase(words.gettext("Not yet: {name} plays now"), name=who(scene, view.turn))


def _only_drawn(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    drawn = card_name(words, view.drawn or view.top)
    return words.phrase(words.gettext("Only the card you drew may be played now: {card}"), card=drawn)


_REASONS: dict[Reason, Callable[[Scene, View, Move, Words], Phrase]] = {
    Reason.DOES_NOT_FIT: _does_not_fit,
    Reason.DRAWS_WAIT: _draws_wait,
    Reason.WRONG_ANSWER: _wrong_answer,
    Reason.TURN_WAITS: _turn_waits,
    Reason.NOT_YOUR_TURN: _not_your_turn,
    Reason.ONLY_DRAWN_CARD: _only_drawn,
}


def _text(message: str) -> Phrase:
    return (Span("text", message),)
