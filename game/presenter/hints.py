"""A hint in words: what to do now, and the one cause that weighed most. Practice only."""

from __future__ import annotations

from functools import singledispatch
from typing import NamedTuple

from game.bots.advice import (
    Advice,
    Ask,
    Cause,
    Dear,
    Equal,
    Follow,
    Hit,
    Keep,
    Only,
    Out,
    Owed,
    Shed,
    Spare,
    Surer,
    advise,
)
from game.engine import Move, MoveKind, RuleSet, View
from game.engine.cards import CODES
from game.engine.moves import ANY, FREE, NONE
from game.engine.powers import Block, Cut, Demand, Draw, NameSuit, Open, PlayOn, Power, Skip, StandIn, Wild
from game.presenter.acts import act_button
from game.presenter.cards import laid, ranks_name, suit_name, that_card
from game.presenter.hand import my_turn_now
from game.presenter.sentences import both, text, who
from game.scene import Phase, Scene
from game.words import Phrase, Words, strong


class Saying(NamedTuple):
    """What a sentence about a cause needs to know."""

    scene: Scene
    view: View
    words: Words
    move: Move


class HintData(NamedTuple):
    """A hint as the page shows it: the cards to pick up, in the order in which they land; and the line."""

    stamp: str = ""
    """Another one each time that a hint is asked for; empty where none is shown."""
    cards: tuple[str, ...] = ()
    line: Phrase = ()


def present_hint(scene: Scene, words: Words, stamp: str) -> HintData:
    """What the viewer should do now, and why; `HintData()` if it is for others to act."""
    advice = hint(scene)
    if advice is None or scene.view is None:
        return HintData()
    saying = Saying(scene, scene.view, words, advice.move)
    return HintData(stamp, advice.move.cards, both(_what(saying), because(advice.cause, saying)))


def can_hint(scene: Scene) -> bool:
    """Whether it is for the viewer to act now."""
    if scene.view is None or scene.phase is not Phase.PLAYING:
        return False
    return my_turn_now(scene) or bool(scene.view.calls_open())


def hint(scene: Scene) -> Advice | None:
    """The advice for the viewer; None if it is for others to act."""
    return advise(scene.view) if scene.view is not None and can_hint(scene) else None


# --- what to do


def _what(saying: Saying) -> Phrase:
    view, words, move = saying.view, saying.words, saying.move
    if not move.lays:
        if move.kind in (MoveKind.MACAO, MoveKind.CATCH):
            return ()
        return text(act_button(view, str(move), words).text)
    kind = view.rules.kind_of_pack
    faces = tuple([CODES[lay.face] for lay in move.lays])
    suit, rank = "", ""
    message, says = words.gettext("Play {cards}"), move.lays[-1].says
    if says == FREE:
        message = words.gettext("Play {cards} and leave the suit free")
    elif move.lays[-1].names:
        message, suit = words.gettext("Play {cards} and name {suit}"), suit_name(words, says, kind)
    elif says == NONE:
        message = words.gettext("Play {cards} and demand nothing")
    elif says == ANY:
        message = words.gettext("Play {cards} and demand any plain card")
    elif says:
        message, rank = words.gettext("Play {cards} and demand {ranks}"), ranks_name(words, says)
    if move.spoken:
        message = words.gettext("{what}, and say Macao with it").replace("{what}", message)
    return words.phrase(message, cards=laid(words, move.cards, faces, kind), suit=suit, ranks=rank)


# --- why


@singledispatch
def because(cause: Cause, saying: Saying) -> Phrase:
    """One sentence that is true of the view."""
    raise TypeError(cause)


@because.register
def _only(cause: Only, saying: Saying) -> Phrase:
    _, move, view = saying.words.gettext, saying.move, saying.view
    if view.turn in view.finished:
        return text(_("There is nothing else to do."))
    if move.kind in (MoveKind.TAKE, MoveKind.WAIT):
        return text(_("You hold nothing that stops it."))
    if move.kind in (MoveKind.DRAW, MoveKind.PASS):
        return text(_("No card of yours fits."))
    return text(_("Nothing else fits."))


@because.register
def _equal(cause: Equal, saying: Saying) -> Phrase:
    return text(saying.words.gettext("Another move would be as good."))


@because.register
def _out(cause: Out, saying: Saying) -> Phrase:
    message = saying.words.ngettext("It is your last card.", "They are your last cards.", len(saying.move.lays))
    return text(message)


@because.register
def _owed(cause: Owed, saying: Saying) -> Phrase:
    scene, words = saying.scene, saying.words
    if cause.seat is None:
        return text(words.gettext("Say Macao: you have one card, and the others may catch you."))
    return words.phrase(
        words.gettext("Catch {name}, who has one card and has not said Macao."), name=who(scene, cause.seat)
    )


@because.register
def _hit(cause: Hit, saying: Saying) -> Phrase:
    words = saying.words
    values = {"name": who(saying.scene, cause.seat), "count": strong(cause.holds), "cards": strong(cause.draw)}
    if cause.draw:
        message = words.ngettext(
            "{name} holds {count} card: make that {cards} more.", "{name} holds {count} cards: make that {cards} more.",
            cause.holds,
        )  # fmt: skip
    else:
        message = words.ngettext(
            "{name} holds {count} card: take the turn away.", "{name} holds {count} cards: take the turn away.",
            cause.holds,
        )  # fmt: skip
    out = words.phrase(message, **values)
    if cause.stoppers or not cause.holds:
        return out
    return (*out, *text(" " + words.gettext("Whatever could stop it is gone.")))


@because.register
def _spare(cause: Spare, saying: Saying) -> Phrase:
    words = saying.words
    values = {"count": strong(cause.draw or cause.skip)}
    if cause.seat is not None:
        values["name"] = who(saying.scene, cause.seat)
        return words.phrase(_goes_on(words, cause), **values)
    message = words.ngettext(
        "The {count} card that waits on you is gone then.", "The {count} cards that wait on you are gone then.",
        cause.draw,
    )  # fmt: skip
    if cause.skip:
        message = words.ngettext(
            "The lost turn that waits on you is gone then.", "The {count} lost turns that wait on you are gone then.",
            cause.skip,
        )  # fmt: skip
    return words.phrase(message, **values)


def _goes_on(words: Words, cause: Spare) -> str:
    if cause.skip:
        return words.ngettext(
            "The lost turn that waits on you goes on to {name}.",
            "The {count} lost turns that wait on you go on to {name}.", cause.skip,
        )  # fmt: skip
    return words.ngettext(
        "The {count} card that waits on you goes on to {name}.",
        "The {count} cards that wait on you go on to {name}.", cause.draw,
    )  # fmt: skip


@because.register
def _shed(cause: Shed, saying: Saying) -> Phrase:
    words = saying.words
    message = words.ngettext("One card less in your hand.", "{count} cards less in your hand at once.", cause.cards)
    return words.phrase(message, count=strong(cause.cards))


@because.register
def _dear(cause: Dear, saying: Saying) -> Phrase:
    words, rules = saying.words, saying.view.rules
    message = words.ngettext(
        "{name} holds {count} card, and the {card} costs {points} if you are left with it.",
        "{name} holds {count} cards, and the {card} costs {points} if you are left with it.",
        cause.holds,
    )
    card = that_card(words, cause.card, rules.kind_of_pack)
    return words.phrase(
        message, name=who(saying.scene, cause.seat), count=strong(cause.holds), card=card, points=strong(cause.points)
    )


@because.register
def _follow(cause: Follow, saying: Saying) -> Phrase:
    words = saying.words
    suit = suit_name(words, cause.suit, saying.view.rules.kind_of_pack)
    message = words.ngettext(
        "You keep {count} card of {suit} for the next turn.", "You keep {count} cards of {suit} for the next turns.",
        cause.cards,
    )  # fmt: skip
    return words.phrase(message, count=strong(cause.cards), suit=suit)


@because.register
def _ask(cause: Ask, saying: Saying) -> Phrase:
    words = saying.words
    message = words.gettext("Of the {copies} {ranks} you keep {held}; the others hold {unseen} at most.")
    return words.phrase(
        message, held=strong(cause.cards), ranks=ranks_name(words, cause.rank), copies=cause.copies,
        unseen=strong(cause.unseen),
    )  # fmt: skip


@because.register
def _surer(cause: Surer, saying: Saying) -> Phrase:
    message = saying.words.ngettext(
        "Surer than drawing: of the {unseen} card that you do not see, {fit} would fit.",
        "Surer than drawing: of the {unseen} cards that you do not see, {fit} would fit.",
        cause.unseen,
    )
    return saying.words.phrase(message, unseen=cause.unseen, fit=strong(cause.fit))


@because.register
def _keep(cause: Keep, saying: Saying) -> Phrase:
    words, rules = saying.words, saying.view.rules
    card = that_card(words, cause.card, rules.kind_of_pack)
    out = words.phrase(words.gettext("Keep the {card}: {use}."), card=card, use=use_of(words, rules, cause.card))
    if 2 * cause.gone < cause.copies:
        return out
    gone = words.gettext("{gone} of the {copies} of its rank lie on the pile.")
    return (*out, *text(" "), *words.phrase(gone, copies=cause.copies, gone=strong(cause.gone)))


def use_of(words: Words, rules: RuleSet, code: str) -> str:
    """What a card is worth keeping for, as half a sentence: that of its powers which a bot would keep it for most."""
    powers = sorted(rules.power(code), key=lambda power: _KEPT_FOR.index(type(power)))
    return _use(words, powers[0])


_KEPT_FOR: tuple[type[Power], ...] = (StandIn, Cut, NameSuit, Draw, Wild, Open, Demand, Skip, Block, PlayOn)


def _use(words: Words, power: Power) -> str:
    _ = words.gettext
    if isinstance(power, Draw):
        message = _("it makes the next player draw {count}")
        return (_("it makes the player before you draw {count}") if power.back else message).format(count=power.count)
    if isinstance(power, Cut) and power.what != "kings":
        return _("it ends a stack that waits on you") if power.what == "draw" else _("it ends whatever waits on you")
    if isinstance(power, NameSuit) and not power.wild:
        return _("it names the suit")
    anywhere, kings = _("it goes on any card while nothing waits"), _("it stops kings that hit you")
    return {
        NameSuit: anywhere, Wild: anywhere, Open: anywhere, Cut: kings, Block: kings,
        Skip: _("it takes the next player's turn"), Demand: _("it demands a rank"),
        PlayOn: _("another card may follow it at once"), StandIn: _("it stands for any card"),
    }[type(power)]  # fmt: skip
