"""The viewer's own hand: what each card needs to be lifted and played, alone or with others."""

from __future__ import annotations

from functools import lru_cache

from game.engine import Move, View
from game.engine.moves import parse
from game.engine.rules import Pack
from game.presenter.asks import present_ask
from game.presenter.cards import card_name
from game.presenter.data import CardData, HandData, PlaysData
from game.presenter.forecast import forecast
from game.presenter.plays import Plays, asks_more, present_plays
from game.presenter.reasons import refused
from game.scene import Phase, Scene
from game.words import Phrase, Words, capital, name, plain

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
    view, pack = scene.view, scene.rules.kind_of_pack
    if scene.seat is None:
        return None
    if view is None:  # their place is kept, so that the deal moves nothing
        return _idle_hand(words, scene.round_number, (), pack)
    hand = tuple(sorted(view.hands[scene.seat], key=_PLACES.__getitem__))
    if not my_turn_now(scene):
        return _idle_hand(words, scene.round_number, hand, pack)
    listed = view.legal_moves()
    alone = _alone(listed)
    plays = _plays(scene, view, listed, words)
    cards = tuple(
        [
            _card(scene, view, words, key=key, code=code, moves=alone.get(code, ()), plays=plays)
            for key, code in _keys(hand)
        ]
    )
    asks = tuple([present_ask(hand, card, alone[card.code], words, view.rules) for card in cards if card.ask])
    label = _label(words, len(hand))
    return HandData(scene.round_number, label, cards, asks, None if plays is None else _data(plays, words))


@lru_cache(maxsize=4096)
def _idle_hand(words: Words, round_number: int, hand: tuple[str, ...], pack: Pack) -> HandData:
    """The same object for the same cards, so that nothing is printed or sent while others play."""
    cards = tuple([_idle(key, code, words, pack) for key, code in _keys(hand)])
    return HandData(round_number, _label(words, len(hand)), cards, ())


def shown_hand(words: Words, round_number: int, hand: tuple[str, ...], pack: Pack, *, label: str) -> HandData:
    """Cards by suit of which none can be played."""
    cards = tuple([_idle(key, code, words, pack) for key, code in _keys(tuple(sorted(hand, key=_PLACES.__getitem__)))])
    return HandData(round_number, label, cards, ())


def _label(words: Words, count: int) -> str:
    return words.ngettext("Your hand, {count} card", "Your hand, {count} cards", count).format(count=count)


def _keys(hand: tuple[str, ...]) -> list[tuple[str, str]]:
    """Each card with an id that stays the same while it is held; twins of two packs get a number."""
    keys = [(f"c-{code}", code) for code in hand]
    for at, code in enumerate(hand):
        if (before := hand[:at].count(code)) > 0:
            keys[at] = (f"c-{code}-{before + 1}", code)
    return keys


def _alone(listed: list[Move]) -> dict[str, tuple[Move, ...]]:
    """The legal plays of one card, by its code."""
    plays: dict[str, list[Move]] = {}
    for move in listed:
        if len(move.lays) == 1:
            plays.setdefault(move.cards[0], []).append(move)
    return {code: tuple(moves) for code, moves in plays.items()}


@lru_cache(maxsize=1024)
def _idle(key: str, code: str, words: Words, pack: Pack) -> CardData:
    return CardData(key, code, capital(card_name(words, code, pack)), "", "", "", (), quiet=False, drawn="")


def _card(
    scene: Scene, view: View, words: Words, *, key: str, code: str, moves: tuple[Move, ...], plays: Plays | None
) -> CardData:
    named = card_name(words, code, view.rules.kind_of_pack)
    title, within = capital(named), named if plays else ""
    if not moves:
        move = parse(code)
        reason = view.why_not(move)
        why = refused(scene, view, move, reason, words) if reason is not None else ()
        return CardData(key, code, title, "", "", "", why, quiet=True, drawn="", name=within)
    asks = len(moves) > 1
    return CardData(
        key,
        code,
        words.gettext("{card}, playable").format(card=title),
        "" if asks else str(moves[0]),
        words.gettext("Play {card}").format(card=named),
        f"ask-{key}" if asks and plays is None else "",
        _before(scene, view, moves[0], words),
        quiet=False,
        drawn=str(scene.version) if view.drawn == code else "",
        name=within,
    )


def _before(scene: Scene, view: View, move: Move, words: Words) -> Phrase:
    """What is said of a card alone before it is played."""
    if move.lays[0].stands is not None:
        return words.phrase(words.gettext("It stands for a card of your choice"))
    return forecast(scene, view, move, words)


# --- several cards in one turn


def _plays(scene: Scene, view: View, listed: list[Move], words: Words) -> Plays | None:
    """What cards make together, or with a question; None where each card stands for itself."""
    if not asks_more(view.rules):
        return None
    return present_plays(
        view,
        listed,
        lambda move: forecast(scene, view, move, words),
        lambda move, reason: refused(scene, view, move, reason, words),
    )


def _data(plays: Plays, words: Words) -> PlaysData:
    _ = words.gettext
    return PlaysData(
        plays.nodes, plays.questions, plays.sentences, _many(words, plays.longest),
        # Translators: a card that is picked up, to be laid after others: "six of clubs, number 2 to land".
        nth=_("{card}, number {number} to land"),
        goes=_("{card}, may be added"),
        follow=_("May be added: {cards}"),
    )  # fmt: skip


@lru_cache(maxsize=256)
def _many(words: Words, longest: int) -> str:
    """The button's text for two cards and more, `{cards}` for the page to fill in."""
    texts = [
        words.ngettext("Play {count} card: {cards}", "Play {count} cards: {cards}", count).replace(
            "{count}", str(count)
        )
        for count in range(2, longest + 1)
    ]
    return "|".join(texts)


# --- nothing to play


def why_none(scene: Scene, words: Words) -> str:
    """Why no card of the viewer's goes now, for all cards at once; empty where one may, or none is held."""
    view = scene.view
    if scene.seat is None or view is None or my_turn_now(scene) or not view.hands[scene.seat]:
        return ""
    if scene.phase is not Phase.PLAYING or view.over:
        return words.gettext("The round is over")
    return _not_yet(words, scene.seats[view.turn].name)


@lru_cache(maxsize=4096)
def _not_yet(words: Words, player: str) -> str:
    return plain(words.phrase(words.gettext("Not yet: {name} plays now"), name=name(player)))
