"""The viewer's own hand, the questions before a card lands, and the buttons under it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from game.engine import Move, View
from game.engine.moves import parse
from game.presenter.cards import card_name, suit_name
from game.presenter.data import ActsData, AskData, AskOption, Button, CardData, HandData
from game.presenter.sentences import forecast, refused, what_stops
from game.presenter.sheet import waiting
from game.scene import Phase, Scene
from game.words import Phrase, Words, capital, name, plain

SUIT_ORDER = "shdc"
"""In which a question lists the suits."""
_PLACES = {
    rank + suit: (at, rank_at) for at, suit in enumerate("cdshbr") for rank_at, rank in enumerate("23456789TJQKAX")
}
"""Where a card stands in a hand sorted by suit, the colours alternating; the page's own "by suit" is the same."""


def my_turn_now(scene: Scene) -> bool:
    """Whether the viewer may move now."""
    view = scene.view
    return scene.phase is Phase.PLAYING and view is not None and not view.over and view.turn == scene.seat


def present_hand(scene: Scene, words: Words) -> HandData | None:
    """The viewer's cards by suit, each with what it needs to be lifted and played; None for a watcher."""
    view = scene.view
    if scene.seat is None or view is None:
        return None
    hand = tuple(sorted(view.hands[scene.seat], key=_PLACES.__getitem__))
    if not my_turn_now(scene):
        return _idle_hand(words, scene.round_number, hand, _why_none(scene, view, words))
    plays = _plays(view)
    cards = tuple(
        [_card(scene, view, words, key=key, code=code, moves=plays.get(code, ())) for key, code in _keys(hand)]
    )
    asks = tuple([_ask(hand, card, plays[card.code], words) for card in cards if card.ask])
    return HandData(scene.round_number, _label(words, len(hand)), cards, asks, "")


@lru_cache(maxsize=4096)
def _idle_hand(words: Words, round_number: int, hand: tuple[str, ...], why: str) -> HandData:
    cards = tuple([_idle(key, code, words) for key, code in _keys(hand)])
    return HandData(round_number, _label(words, len(hand)), cards, (), why)


def _label(words: Words, count: int) -> str:
    return words.ngettext("Your hand, {count} card", "Your hand, {count} cards", count).format(count=count)


def _keys(hand: tuple[str, ...]) -> list[tuple[str, str]]:
    """Each card with an id that stays the same while it is held; twins of two packs get a number."""
    keys = [(f"c-{code}", code) for code in hand]
    for at, code in enumerate(hand):
        if (before := hand[:at].count(code)) > 0:
            keys[at] = (f"c-{code}-{before + 1}", code)
    return keys


def _plays(view: View) -> dict[str, tuple[Move, ...]]:
    """The legal plays of one card, by its code."""
    plays: dict[str, tuple[Move, ...]] = {}
    for move in view.legal_moves():
        if len(move.lays) == 1:
            plays[move.cards[0]] = (*plays.get(move.cards[0], ()), move)
    return plays


@lru_cache(maxsize=1024)
def _idle(key: str, code: str, words: Words) -> CardData:
    return CardData(key, code, capital(card_name(words, code)), "", "", "", (), quiet=False, drawn="")


def _card(scene: Scene, view: View, words: Words, *, key: str, code: str, moves: tuple[Move, ...]) -> CardData:
    title = capital(card_name(words, code))
    if not moves:
        move = parse(code)
        reason = view.why_not(move)
        why = refused(scene, view, move, reason, words) if reason is not None else ()
        return CardData(key, code, title, "", "", "", why, quiet=True, drawn="")
    asks = len(moves) > 1
    return CardData(
        key,
        code,
        words.gettext("{card}, playable").format(card=title),
        "" if asks else str(moves[0]),
        words.gettext("Play {card}").format(card=card_name(words, code)),
        f"ask-{key}" if asks else "",
        forecast(scene, view, moves[0], words),
        quiet=False,
        drawn=str(scene.version) if view.drawn == code else "",
    )


def _ask(hand: tuple[str, ...], card: CardData, moves: tuple[Move, ...], words: Words) -> AskData:
    by_suit = {move.lays[-1].says: str(move) for move in moves}
    held = Counter(code[1] for code in hand)
    held[card.code[1]] -= 1  # the card that asks is on its way out
    options = [
        AskOption(by_suit[suit], suit, capital(suit_name(words, suit)), _hold(held[suit], words))
        for suit in SUIT_ORDER
        if suit in by_suit
    ]
    return AskData(
        card.ask,
        words.gettext("Which suit after the {card}?").format(card=card_name(words, card.code)),
        words.gettext("Close: the card goes back to your hand"),
        tuple(options),
    )


def _hold(count: int, words: Words) -> str:
    if not count:
        return words.gettext("you hold none")
    return words.ngettext("you hold {count}", "you hold {count}", count).format(count=count)


def _why_none(scene: Scene, view: View, words: Words) -> str:
    """Why no card goes now, for all cards at once."""
    if not view.hands[scene.seat or 0]:
        return ""
    if scene.phase is not Phase.PLAYING or view.over:
        return words.gettext("The round is over")
    return plain(words.phrase(words.gettext("Not yet: {name} plays now"), name=name(scene.seats[view.turn].name)))


# --- buttons


def present_acts(scene: Scene, words: Words) -> ActsData:
    """What the viewer may do besides laying a card, or what they wait for."""
    _, view = words.gettext, scene.view
    if scene.phase is Phase.BETWEEN:
        return _between(scene, words)
    if view is None or scene.phase is not Phase.PLAYING:
        reopen = _("See the end") if scene.phase in (Phase.OVER, Phase.ABANDONED) else ""
        return ActsData((), (), (), reopen)
    if my_turn_now(scene):
        return _mine(view, words)
    if scene.seat is None:
        return ActsData((), (), words.phrase(_("Cards are shown to their players only.")), "")
    others = [(scene.seat - step) % view.seats for step in range(1, view.seats)]
    before = next((seat for seat in others if not view.owed[seat]), view.turn)
    message = _("You play next. You may pick up a card already.")
    if before != view.turn:
        message = _("You play after {name}. You may pick up a card already.")
    if view.owed[scene.seat]:
        message = _("You sit out a turn.")
    return ActsData((), (), words.phrase(message, name=name(scene.seats[before].name)), "")


def _mine(view: View, words: Words) -> ActsData:
    legal = [str(move) for move in view.legal_moves() if not move.lays]
    plays = any(move.lays for move in view.legal_moves())
    hint: Phrase = ()
    if view.pending is not None:
        stops = what_stops(words, view, view.stoppers())
        message = words.gettext("or pick up {cards}") if plays else words.gettext("You hold nothing that stops it.")
        hint = words.phrase(message, cards=stops)
    elif view.drawn is None:
        hint = words.phrase(words.gettext("or pick up a card") if plays else words.gettext("No card of yours fits."))
    return ActsData(tuple([_button(view, move, words) for move in legal]), hint, (), "")


def _button(view: View, move: str, words: Words) -> Button:
    _ = words.gettext
    if move == "take":
        count = view.pending.draw if view.pending else 0
        return Button(move, _("Take {count}").format(count=count), "button button--cost", "T")
    if move == "wait":
        return Button(move, _("Lose the turn"), "button button--cost", "T")
    if move == "draw":
        return Button(move, _("Draw"), "button", "D")
    return Button(move, _("Keep it") if view.drawn is not None else _("Pass"), "button", "P")


def _between(scene: Scene, words: Words) -> ActsData:
    reopen = words.gettext("See the hands") if scene.end is not None else ""
    if scene.seat is not None and scene.seat in scene.waiting_for:
        button = Button("next", words.gettext("Next round"), "button button--lamp", "N")
        return ActsData((button,), (), (), reopen)
    alone = words.phrase(words.gettext("The next round starts by itself."))
    return ActsData((), (), waiting(scene, words) or alone, reopen)
