"""The sensible bot: what it does in plain cases, and that it is worth playing against."""

import random
from typing import Any

import pytest

from game.bots import BOTS
from game.engine import MOST_MOVES, Round
from tests.engine.strategies import position, seed_of

SENSIBLE = BOTS["sensible"]


def choice(*hands: str, **keys: Any) -> str:
    round_ = Round.from_position(position(list(hands), **keys))
    return str(SENSIBLE.choose(round_.view(round_.turn), random.Random(1)))


def test_it_goes_out_when_it_can() -> None:
    assert choice("9h", "8c 8d") == "9h"
    assert choice("As", "8c 8d") == "As"


def test_it_lays_a_plain_card_and_keeps_the_seven_and_the_ace_while_all_hold_many() -> None:
    assert choice("9h 7c Ac 5d 6d", "2h 3h 4h 5h 6h", "8s 8d Ts Td Th") == "9h"


def test_it_names_the_suit_it_holds_most_of() -> None:
    assert choice("Ac 5d 6d 8s", "2h", "8d") == "Ac=d"
    assert choice("Ac 5s 6s 8d", "2h", "8c") == "Ac=s"


def test_it_passes_a_stack_on_or_cuts_it_rather_than_take_it() -> None:
    assert choice("3d 9h 6h 5h", "8c 8s 5c", pile="9c 3c", pending={"draw": 3, "kind": "3"}) == "3d"
    assert choice("7d 9h 6h 5h", "8c 8s 5c", pile="9c 3c", pending={"draw": 3, "kind": "3"}) == "7d"


def test_it_answers_a_four_with_a_four() -> None:
    assert choice("4d 9h 6h", "8c 8s 5c", pile="9c 4c", pending={"skip": 1, "kind": "4"}) == "4d"


@pytest.mark.parametrize(("next_hand", "move"), [("Kd", "3c"), ("Kd Kc Qd Qh Qs Jd Js Jh Td", "9h")])
def test_its_three_is_for_the_seat_with_one_card_not_for_the_one_with_nine(next_hand: str, move: str) -> None:
    assert choice("3c 9h 5h 6d 8d", next_hand, "Th Ts Tc Jc 5c 6c 8c", stock="2h 4h") == move


def test_it_sheds_what_costs_most_when_somebody_is_nearly_out() -> None:
    assert choice("9h Jc", "8d", "Ts 8s") == "Jc"


def test_it_draws_rather_than_waste_an_ace_while_all_hold_many() -> None:
    others = ["2h 3h 4h 5h 6d 8c 8d Ts", "Td Th 2s 3s 4s 5s Jh Js"]
    assert choice("Ac 5d 6h 8s 6s", *others, pile="9c", stock="Kd Qd") == "draw"


def test_it_answers_an_attack_that_was_laid_with_the_last_card() -> None:
    """Between two it falls back on a seat that holds nothing (CLS-6)."""
    rules, pending = "classic-macau", {"draw": 2, "kind": "2"}
    assert choice("", "2d 9h 9s", rules=rules, pile="2c", pending=pending, turn=1, finished=[0]) == "2d"


def rounds_won(seats: int, count: int, foes: str) -> float:
    """The share of rounds that one sensible seat wins; the seat and who begins change from round to round."""
    won = 0
    for number in range(count):
        rng = random.Random(number)
        round_ = Round.deal("simple-macao", seats, seed=seed_of(number), first=(number // seats) % seats)
        for _ in range(MOST_MOVES):
            view = round_.view(round_.turn)
            moves = view.legal_moves()
            if round_.turn == number % seats:
                move = SENSIBLE.choose(view, rng)
            elif foes == "hasty":
                move = rng.choice([move for move in moves if move.lays] or moves)
            else:
                move = rng.choice(moves)
            round_.play_unchecked(move)
            if round_.over:
                break
        won += round_.winner == number % seats
    return won / count


def test_it_wins_nearly_every_round_against_three_random_hands() -> None:
    """300 rounds: a fair share is 25 % with a standard error of 2.5 %. It wins about 90 %."""
    assert rounds_won(4, 300, "random") > 0.8


def test_it_wins_more_than_its_share_against_three_hands_that_lay_whatever_fits() -> None:
    """1,200 rounds: a fair share is 25 % with a standard error of 1.25 %; luck passes three of them once in 700."""
    assert rounds_won(4, 1200, "hasty") > 0.2875


def test_it_wins_more_than_half_against_one_hand_that_lays_whatever_fits() -> None:
    """500 rounds: a fair share is 50 % with a standard error of 2.2 %."""
    assert rounds_won(2, 500, "hasty") > 0.567
