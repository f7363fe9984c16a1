"""Faults that games like this one really had; each test stands for one report's kind."""

import pytest

from game.engine import Round
from game.engine.cards import NUMBER, SUITS, codes
from game.engine.compiled import compiled
from game.engine.dealing import turn_up
from game.engine.rules import RuleSet
from tests.engine.strategies import CARDS, legal, position, seed_of

ANSWERS = {
    ("draw", "2"): "2c 2d 2h 2s 7c 7d 7h 7s",
    ("draw", "3"): "3c 3d 3h 3s 7c 7d 7h 7s",
    ("draw", "K"): "Kh Ks 7c 7d 7h 7s",
    ("skip", "4"): "4c 4d 4h 4s",
}
"""What goes on what waits in Simple Macao, by hand (SM-21, SM-23, SM-A1, SM-A2)."""
TOPS = {"2": "2d", "3": "3d", "K": "Kh", "4": "4d"}


def test_nothing_but_an_answer_is_open_while_a_stack_waits() -> None:
    """B01."""
    round_ = Round.from_position(position(["2h 7d 9s", "8c"], pile="9c 2s", pending={"draw": 2, "kind": "2"}))
    assert legal(round_) == ["2h", "7d", "take"]


@pytest.mark.parametrize(("what", "kind"), ANSWERS)
@pytest.mark.parametrize("card", CARDS)
def test_each_card_on_each_stack_is_as_the_table_says(card: str, what: str, kind: str) -> None:
    """B02."""
    top = TOPS[kind] if TOPS[kind] != card else {"2d": "2s", "3d": "3s", "Kh": "Ks", "4d": "4s"}[card]
    other = next(code for code in CARDS if code not in (card, top))
    third = next(code for code in CARDS if code not in (card, top, other))
    start = position([f"{card} {other}", third], pile=top, stock="", pending={what: 1, "kind": kind})
    plays = [move for move in Round.from_position(start).legal_moves() if move.cards == (card,)]
    assert [str(move) for move in plays] == ([card] if card in ANSWERS[what, kind].split() else [])


def test_a_new_deal_knows_nothing_of_the_last_round() -> None:
    """B05."""
    for number in range(30):
        dealt = Round.deal("simple-macao", 3, seed=seed_of(number))
        written = dealt.position()
        assert written["suit"] == written["pile"][0][1]
        assert (written["named"], written["pending"], written["owed"]) == (False, None, [0, 0, 0])


def test_cards_with_a_power_are_turned_past_until_a_plain_one_shows() -> None:
    """B07, D-11."""
    plain = compiled(RuleSet.named("simple-macao")).plain
    stock = [NUMBER[code] for code in ["As", "2d", "Kh", "9c", "Ks", "5d"]]
    start, buried = turn_up(stock, plain)
    assert codes([start]) == ("9c",)
    assert codes(buried) == ("As", "2d", "Kh")
    assert codes(stock) == ("Ks", "5d")


def test_if_no_plain_card_is_left_the_last_one_starts_without_effect() -> None:
    """B07, D-11: six seats hold thirty cards, and all 22 others have powers."""
    powers = [code for code in CARDS if RuleSet.named("simple-macao").power(code)]
    assert len(powers) == 22
    stock = [NUMBER[code] for code in powers]
    start, buried = turn_up(stock, compiled(RuleSet.named("simple-macao")).plain)
    assert codes([start]) == ("As",)
    assert len(buried) == 21
    assert stock == []


def test_a_deal_turns_a_plain_card_up_and_loses_none() -> None:
    """B07, SM-5, SM-A16."""
    rules = RuleSet.named("simple-macao")
    for number in range(200):
        written = Round.deal(rules, 6, seed=seed_of(number)).position()
        assert not rules.power(written["pile"][0])
        assert len(written["pile"]) + len(written["stock"]) == 22


def test_a_stack_survives_a_reshuffle_on_the_same_seat() -> None:
    """B10, B18: a seat draws the stock dry while a suit is named; then threes pile up and are taken through another."""
    start = position(["3c 9d", "3d 5h", "Qc 8c"], pile="5s 6s 8s 9s Ts Js 9c", stock="")
    round_ = Round.from_position(start)
    round_.play("3c")
    round_.play("3d")
    assert round_.turn == 2
    round_.play("take")
    assert round_.position()["pile"] == ["3d"]
    assert len(round_.hand(2)) == 8
    assert round_.turn == 0


def test_a_stack_that_exhausts_the_stock_is_taken_through_a_reshuffle() -> None:
    """B11: one card in the stock, twenty in the pile, six owed."""
    pile = "5c 5d 5h 5s 6c 6d 6h 6s 8c 8d 8h 8s 9c 9d 9h 9s Tc Td 3c 3d"
    start = position(["Th", "Qc Jc"], pile=pile, stock="Ts", turn=1, pending={"draw": 6, "kind": "3"})
    round_ = Round.from_position(start)
    round_.play("take")
    written = round_.position()
    assert written["pile"] == ["3d"]
    assert len(written["hands"][1]) == 8
    assert "Ts" in written["hands"][1]
    assert len(written["stock"]) == 14
    assert written["shuffles"] == 1


def test_a_named_suit_outlives_draws_passes_reshuffles_and_storage() -> None:
    """B18."""
    round_ = Round.from_position(
        position(["9h 5h", "8c 6s", "Jh Js"], pile="6c 8s Ac", stock="Kc", suit="d", named=True)
    )
    round_.play("draw")
    assert round_.position()["suit"] == "d"
    round_.play("draw")
    assert round_.position()["shuffles"] == 1
    again = Round.from_position(round_.position())
    assert again.position()["suit"] == "d"
    assert again.view(2).suit == "d"
    assert again.view(2).named


@pytest.mark.parametrize("ace", ["Ac", "Ad", "Ah", "As"])
@pytest.mark.parametrize("suit", SUITS)
def test_the_suit_named_is_the_suit_in_force(ace: str, suit: str) -> None:
    """B19."""
    round_ = Round.from_position(position([f"{ace} 9h", "8c 6s"], pile="6c"))
    round_.play(f"{ace}={suit}")
    assert round_.position()["suit"] == suit
    assert round_.view(1).suit == suit


def test_a_backward_effect_leaves_the_lost_turns_of_everybody_alone() -> None:
    """D-3: backwards past a seat is none of its lost turns, nor of the seats in front."""
    start = position(
        ["9d 8d", "9c 6c", "Ks 6h", "8c 6d"], pile="8s", stock="2c 3c 4c 5c Tc Td", turn=2, owed=[0, 1, 0, 1]
    )
    round_ = Round.from_position(start)
    round_.play("Ks")
    assert round_.turn == 0
    assert round_.position()["owed"] == [0, 1, 0, 1]


def test_a_lost_turn_sets_the_count_of_passes_back() -> None:
    """D-8."""
    round_ = Round.from_position(position(["9h 5h", "8d 6s", "Jh Js"], pile="6c", stock="", owed=[0, 1, 0]))
    round_.play("pass")
    assert round_.turn == 2
    assert round_.position()["passes"] == 0


def test_a_round_in_which_everybody_passes_charges_everybody() -> None:
    """SM-29, SM-A13, D-8, D-9."""
    round_ = Round.from_position(position(["9h 5h", "8d", "Jh Ks"], pile="6c", stock="", turn=1))
    for _ in range(3):
        assert legal(round_) == ["pass"]
        round_.play("pass")
    written = round_.position()
    assert written["over"]
    assert written["scores"] == [10, 5, 60]
    assert written["places"] == [2, 1, 3]
    assert round_.winner is None


def test_a_round_stopped_by_the_cap_charges_everybody_once() -> None:
    """D-19, B14."""
    round_ = Round.from_position(position(["9h 3h", "8d"], pile="9c 3d", pending={"draw": 3, "kind": "3"}))
    facts = round_.block()
    assert [fact.kind for fact in facts] == ["over"]
    assert round_.scores == (35, 5)
    assert round_.position()["pending"] is None
    assert round_.block() == ()
