"""Why a move may not be made: one sentence for every reason, in the words of that game."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from game.engine import Move, Reason, View
from game.engine.cards import CODES, SUITS
from game.engine.moves import ANY, FREE
from game.engine.powers import Demand, NameSuit, Open
from game.presenter.cards import a_rank, any_of, ranks_name, suit_name, that_card, that_joker_as
from game.presenter.follow import (
    face,
    goes_anywhere,
    has,
    what_follows,
    what_meets,
    what_stops,
)
from game.presenter.sentences import text, who
from game.scene import Scene
from game.words import Phrase, Words, capital


def refused(scene: Scene, view: View, move: Move, reason: Reason, words: Words) -> Phrase:
    """Why a move may not be made, in one line."""
    if reason in _REASONS:
        return _REASONS[reason](scene, view, move, words)
    return text(_plain_reasons(words)[reason])


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
        Reason.DEMAND_DUE: _("This card demands a rank: say which, or none"),
        Reason.STAND_IN_DUE: _("The joker stands for a card: say which"),
        Reason.TWO_POWERS: _("Cards with two sorts of power do not go in one turn"),
        Reason.MAY_PLAY_ON: _("Play another card, or end your turn"),
        Reason.FIVE_IS_NO_WAY_OUT: _("The card after a five may not be your last"),
    }


def _card(words: Words, view: View, move: Move, at: int = 0) -> str:
    """One of the cards of a play, with what it stands for."""
    lay, kind = move.lays[at], view.rules.kind_of_pack
    if lay.stands is not None:
        return that_joker_as(words, CODES[lay.card], CODES[lay.stands], kind)
    return that_card(words, CODES[lay.card], kind)


# --- what does not fit


def _does_not_fit(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    _, kind, rules, on = words.gettext, view.rules.kind_of_pack, view.rules, face(view)
    card = capital(_card(words, view, move))
    if has(rules, CODES[move.lays[0].face], Open) and not rules.open_on_actions:
        message = _("{card} goes on a card with a power only if it matches: {what}")
        return words.phrase(message, card=card, what=what_follows(words, view))
    if view.suit[:1] == "-":
        message = _("{card} will not do: any suit may follow but that one")
        return words.phrase(message, card=card)
    suit, rank = suit_name(words, view.suit, kind), a_rank(words, on[0], kind)
    if view.named and goes_anywhere(rules, on):
        return words.phrase(_("{card} is not {suit}, the suit that was named"), card=card, suit=suit)
    return words.phrase(_("{card} is neither {suit} nor {rank}"), card=card, suit=suit, rank=rank)


def _demand_open(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    assert view.demand is not None
    rank, meets = view.demand.rank, what_meets(words, view)
    if rank == ANY:
        return words.phrase(words.gettext("Plain cards are demanded: play {what}"), what=meets)
    message = words.gettext("{ranks} are demanded: play {what}")
    return text(capital(message.format(ranks=ranks_name(words, rank), what=meets)))


def _only_drawn(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    _ = words.gettext
    drawn = that_card(words, view.drawn or view.top, view.rules.kind_of_pack)
    together = len(move.lays) > 1 and view.rules.drawn_brings_more
    message = _("The card you drew comes first: {card}") if together else _(
        "Only the card you drew may be played now: {card}"
    )  # fmt: skip
    return words.phrase(message, card=drawn)


def _not_together(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    _, rules = words.gettext, view.rules
    if rules.packet_same_suit:
        return text(_("Only cards of one rank, or of one suit, go in one turn"))
    if rules.packets and rules.runs:
        return text(_("Only cards of one rank, or plain ones step by step, go in one turn"))
    return text(_("Only cards of one rank go in one turn") if rules.packets else _("These cards make no run"))


# --- what waits


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
    codes, kind = view.stoppers(), view.rules.kind_of_pack
    stops, rank, on = what_stops(words, view, codes), CODES[move.lays[0].face][0], face(view)[0]
    values = {"cards": stops, "count": waiting, "on": a_rank(words, on, kind), "card": a_rank(words, rank, kind)}
    message = words.gettext("{on} is not answered with {card}: play {cards}, or take {count}")
    if not stops:
        message = words.gettext("{on} is not answered with {card}: take {count}")
    elif rank == on or any(code[0] == rank for code in codes):  # another of its rank does
        message = words.gettext("{card} is no answer to this: play {cards}, or take {count}")
        values["card"] = _card(words, view, move)
    return text(capital(message.format(**values)))


def _turn_waits(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    stops = what_stops(words, view, view.stoppers())
    turns = view.pending.skip if view.pending else 1
    message = words.ngettext("A lost turn waits", "{count} lost turns wait", turns)
    if stops:
        message = words.ngettext(
            "A lost turn waits: play {cards}, or lose it", "{count} lost turns wait: play {cards}, or lose them", turns
        )
    return words.phrase(message, cards=stops, count=turns)


def _not_your_turn(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    return words.phrase(words.gettext("Not yet: {name} plays now"), name=who(scene, view.turn))


# --- what is said


def _suit_barred(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    """CLS-32: a suit that is held and not in force, or none if there is no such suit."""
    _, last = words.gettext, move.lays[-1]
    limited = any(isinstance(power, NameSuit) and power.held for power in view.rules.power(CODES[last.face]))
    if last.says == FREE:
        return text(_("You hold a suit that you can name") if limited else _("Name a suit"))
    suit = suit_name(words, SUITS[last.suit], view.rules.kind_of_pack)
    if view.suit[-1:] == SUITS[last.suit]:
        return words.phrase(_("Name another suit than {suit}"), suit=suit)
    return words.phrase(_("You hold no {suit}"), suit=suit)


def _rank_barred(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    """CLS-A12: a plain rank, and where that is the rule one that is held."""
    _, says = words.gettext, move.lays[-1].says
    limited = any(isinstance(power, Demand) and power.held for power in view.rules.power(CODES[move.lays[-1].face]))
    if says == ANY:
        return text(_("You hold a rank that you can demand") if limited else _("Demand a rank, or none"))
    if limited and says in "56789T":
        return words.phrase(_("You hold no {ranks}"), ranks=ranks_name(words, says))
    return text(_("Only plain ranks from five to ten may be demanded"))


def _last_card(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    kind = view.rules.kind_of_pack
    ranks = any_of(words, [a_rank(words, rank, kind) for rank in view.rules.barred_last])
    return words.phrase(words.gettext("Between two, {ranks} may not be the single last card"), ranks=ranks)


_REASONS: dict[Reason, Callable[[Scene, View, Move, Words], Phrase]] = {
    Reason.DOES_NOT_FIT: _does_not_fit,
    Reason.DEMAND_OPEN: _demand_open,
    Reason.DRAWS_WAIT: _draws_wait,
    Reason.WRONG_ANSWER: _wrong_answer,
    Reason.TURN_WAITS: _turn_waits,
    Reason.NOT_YOUR_TURN: _not_your_turn,
    Reason.ONLY_DRAWN_CARD: _only_drawn,
    Reason.NOT_TOGETHER: _not_together,
    Reason.SUIT_BARRED: _suit_barred,
    Reason.RANK_BARRED: _rank_barred,
    Reason.LAST_CARD_BARRED: _last_card,
}
