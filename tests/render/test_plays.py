"""Several cards in one turn: what a page may walk along is what the rules allow, no more and no less."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from game import presenter
from game.engine import Move, Round, RuleSet, View
from game.engine.moves import parse
from game.engine.powers import StandIn
from game.presenter.data import PlaysData
from game.presenter.forecast import forecast
from game.words import plain, words_for
from tests.render.scenes import round_of, scene_of
from tests.render.walking import walk

EN = words_for("en")
LONGEST = 3
GAMES: dict[str, dict[str, Any]] = {
    "classic": {"base": "classic-macau", "jokers": 2},
    "classic, by suit": {"base": "classic-macau", "jokers": 2, "packet_same_suit": True},
    "classic, runs only": {"base": "classic-macau", "packets": False},
    "classic, what is drawn brings more": {"base": "classic-macau", "drawn_brings_more": True, "jokers": 3},
    "polish, by suit": {"base": "polish-makao", "packet_same_suit": True, "jokers": 2},
    "romanian": {"base": "romanian-macao"},
    "romanian 1": {"base": "romanian-1"},
    "tel-aviv, packets": {"base": "tel-aviv", "packets": True, "last_after_five": False},
}
SAYINGS = ("", "c", "d", "h", "s", "free", "5", "6", "7", "8", "9", "T", "any", "none")


def plays_of(round_: Round) -> PlaysData:
    hand = presenter.present(scene_of(round_, round_.turn), EN).hand
    assert hand is not None
    assert hand.plays is not None
    return hand.plays


def offered(round_: Round, most: int) -> set[str]:
    return {move for _, _, move in walk(plays_of(round_), round_.hand(round_.turn), most)}


def orders(view: View, hand: Counter[str], most: int, lays: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every order of up to `most` cards, each joker as the very card before it."""
    if lays:
        yield lays
    for code in hand if len(lays) < most else ():
        lay = code
        if any(isinstance(power, StandIn) for power in view.rules.power(code)):
            lay = f"{code}={lays[-1][-2:]}" if lays else ""
        if lay:
            yield from orders(view, hand - Counter([code]), most, (*lays, lay))


def legal(view: View, most: int) -> set[str]:
    """What may be laid of several cards, asked one by one."""
    assert view.seat is not None
    found = set()
    for lays in orders(view, Counter(view.hands[view.seat]), most):
        move = "+".join(lays)
        mark = "/" if "=" in lays[-1] else "="
        if len(lays) > 1:
            texts = [move + (mark + says if says else "") for says in SAYINGS]
            found |= {text for text in texts if view.why_not(parse(text)) is None}
    return found


def positions(game: str, count: int) -> Iterator[Round]:
    """Rounds in which the seat in turn holds few enough cards to try all orders."""
    rules, dice = RuleSet.from_json(GAMES[game]), random.Random(7)
    while count:
        round_ = Round.deal(rules, dice.choice([2, 3, 4]), seed=dice.randbytes(32))
        for _ in range(dice.randrange(40)):
            if not round_.over:
                round_.play(dice.choice(round_.legal_moves()))
        if not round_.over and 2 <= len(round_.hand(round_.turn)) <= 7:
            count -= 1
            yield round_


@pytest.mark.parametrize("game", GAMES)
def test_a_page_can_lay_exactly_what_the_rules_allow(game: str) -> None:
    for round_ in positions(game, 12):
        view = round_.view(round_.turn)
        allowed, found = legal(view, LONGEST), offered(round_, LONGEST)
        assert allowed <= found, round_.position()
        # a joker that leads stands for the card behind it, which the orders above do not try
        assert {move for move in found - allowed if view.why_not(move) is not None} == set(), round_.position()
        listed = [move for move in view.legal_moves() if len(move.lays) == 1 and move.lays[0].says]
        assert {str(move) for move in listed} <= found


@pytest.mark.parametrize("game", GAMES)
def test_every_order_has_the_sentence_that_is_true_of_it(game: str) -> None:
    for round_ in positions(game, 12):
        scene, plays = scene_of(round_, round_.turn), plays_of(round_)
        assert scene.view is not None
        for _, number, text in walk(plays, round_.hand(round_.turn), LONGEST):
            move: Move = parse(text)
            if number and not move.lays[-1].says:
                said = plain(plays.sentences[int(number)])
                assert said == plain(forecast(scene, scene.view, move, EN)), (text, round_.position())


CLASSIC = {"base": "classic-macau", "jokers": 2}
OTHERS = ["4s Qh 3h Qd", "4h 8d", "Ts Js Tc 3s 2s"]


def classic(hand: str, **position: Any) -> Round:
    return round_of([hand, *OTHERS], **{"rules": CLASSIC, "stock": "2d 3d 4d Td Jd", **position})


def test_four_queens_and_a_joker_go_in_one_turn() -> None:
    round_ = round_of(["Qc Qd Qh Qs Xr 5s", "4s 3h"], rules=CLASSIC)
    moves = offered(round_, 5)
    assert {"Qc+Qd+Qs+Qh+Xr=Qh", "Qh+Xr=Qh+Qs+Qd+Qc", "Xr=Qc+Qc+Qd+Qh+Qs"} <= moves


def test_a_run_may_be_longer_than_the_list_of_moves() -> None:
    assert "5h+6h+7h+8h+9h+9c" in offered(classic("5h 6h 7h 8h 9h 9c Kd", pile="5c"), 6)


def test_only_a_suit_that_is_still_held_may_be_named() -> None:
    moves = offered(classic("Ac As 6h", pile="9d"), 2)
    assert {move for move in moves if move.startswith("Ac+As")} == {"Ac+As=h"}
    assert {"Ac=s", "Ac=h"} == {move for move in moves if move.startswith("Ac=")}


def test_who_holds_nothing_to_name_or_demand_may_say_so() -> None:
    assert {"Ac+As=free"} == {
        move for move in offered(classic("Ac As Kd", pile="9d"), 2) if "+" in move and "Ac+" in move
    }
    assert {"Jc=any", "Jc=none"} == {move for move in offered(classic("Jc As Kd", pile="9c"), 1) if move[0] == "J"}


def test_a_joker_asks_for_its_card_and_then_what_that_card_asks() -> None:
    moves = offered(classic("Xr 8h Kd", pile="9d"), 1)
    assert {"Xr=Kh", "Xr=2s", "Xr=Ac/h", "Xr=Jd/8", "Xr=Jd/none"} <= moves
    assert "Xr=Ac" not in moves


def test_cards_that_may_not_be_the_last_are_told_and_not_offered() -> None:
    rules = {"base": "tel-aviv", "packets": True, "last_after_five": False}
    plays = plays_of(round_of(["6c 6d", "4s 3h"], pile="9c 5c", rules=rules, extra=True))
    assert [plain(one) for one in plays.sentences] == ["The card after a five may not be your last"]
    assert list(walk(plays, ("6c", "6d"), 2)) == []


def test_a_hand_of_which_no_card_goes_with_another_has_no_graph_to_walk() -> None:
    round_ = round_of(["7h Kh 9c", "Jh 8h"], rules="american-septica")
    hand = presenter.present(scene_of(round_), EN).hand
    assert hand is not None
    assert hand.plays is None
    assert [ask.id for ask in hand.asks] == ["ask-c-7h"]


def test_twenty_cards_make_a_graph_that_stays_small() -> None:
    hand = "2c 3c 5c 6c 7c 8c 9c Tc Qc Ac 2d 3d 5d 6d 7d 8d 9d Td Qd Ad"
    plays = plays_of(round_of([hand, "4s 3h"], pile="9h", stock="", rules=CLASSIC))
    assert len(plays.nodes) + len(plays.questions) + sum(len(plain(one)) for one in plays.sentences) < 6000
