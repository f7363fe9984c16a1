"""Laws that hold in every round, whatever is played: random rounds of two to six seats."""

import json
import os
import random

import pytest

from game.engine import MOST_MOVES, IllegalMove, Round
from game.engine.moves import parse
from tests.engine.laws import (
    check_cards_are_the_pack,
    check_copies_are_independent,
    check_determinization,
    check_position_round_trips,
)
from tests.engine.strategies import CANDIDATES, legal, play_on, seed_of

ROUNDS = int(os.environ.get("MACAO_LAW_ROUNDS", "2000"))
SEATS = range(2, 7)
LOOK_EVERY = 53
"""The dear laws are checked at every so many moves of a round, another offset in each."""


def rounds_for(seats: int) -> range:
    """The share of the random rounds that this number of seats plays."""
    return range(seats, ROUNDS, len(SEATS)) if len(SEATS) <= ROUNDS else range(1)


@pytest.mark.parametrize("seats", SEATS)
def test_every_round_obeys_the_laws_and_ends(seats: int) -> None:
    for number in rounds_for(seats):
        rng = random.Random(number)
        round_ = Round.deal("simple-macao", seats, seed=seed_of(number), first=number % seats)
        look_at = rng.randrange(LOOK_EVERY)
        made = 0
        for _ in play_on(round_, rng, hasty=number % 8 > 0):
            assert sum(map(len, round_.hands)) + len(round_.pile) + len(round_.stock) == 52
            assert round_.draw <= 12, "SM-22"
            if made % LOOK_EVERY == look_at:
                check_cards_are_the_pack(round_)
                check_list_and_gate_agree(round_)
                check_copies_are_independent(round_, rng)
                check_position_round_trips(round_)
            made += 1
        assert round_.over
        assert made <= MOST_MOVES
        assert round_.legal_moves() == []
        check_cards_are_the_pack(round_)
        check_charges(round_)
        check_position_round_trips(round_)


def check_list_and_gate_agree(round_: Round) -> None:
    """`play` accepts exactly what is listed, and what it refuses leaves the round as it was."""
    allowed = set(legal(round_))
    assert allowed
    before = round_.position()
    for text in CANDIDATES:
        if text in allowed:
            assert round_.why_not(text) is None
            continue
        with pytest.raises(IllegalMove) as refused:
            round_.play(text)
        assert refused.value.reason is round_.why_not(text)
    assert round_.position() == before
    assert allowed <= set(CANDIDATES), "every legal move was tried"
    for text in allowed:
        assert str(parse(text)) == text
        round_.copy().play(text)


def check_charges(round_: Round) -> None:
    """SM-27, SM-29: own hand each, and a zero only for who went out."""
    rules = round_.rules
    hands = [round_.hand(seat) for seat in range(round_.seats)]
    assert round_.scores == tuple(sum(map(rules.points, hand)) for hand in hands)
    assert [seat for seat, hand in enumerate(hands) if not hand] == round_.finished


@pytest.mark.parametrize("seats", SEATS)
def test_the_same_seed_gives_the_same_round_also_when_taken_up_half_way(seats: int) -> None:
    for number in rounds_for(seats):
        round_ = Round.deal("simple-macao", seats, seed=seed_of(number))
        moves = list(play_on(round_, random.Random(number), hasty=number % 8 > 0))
        again = Round.deal("simple-macao", seats, seed=seed_of(number))
        for index, move in enumerate(moves):
            if index == len(moves) // 2:
                again = Round.from_position(json.loads(json.dumps(again.position())), seed=seed_of(number))
            again.play(str(move))
        if len(moves) == MOST_MOVES:
            again.block()
        assert again.position() == round_.position()


@pytest.mark.parametrize("seats", SEATS)
def test_the_view_of_a_determinization_is_the_view(seats: int) -> None:
    for number in rounds_for(seats):
        rng = random.Random(number)
        round_ = Round.deal("simple-macao", seats, seed=seed_of(number))
        look_at = rng.randrange(LOOK_EVERY)
        for made, _ in enumerate(play_on(round_, rng, hasty=number % 8 > 0)):
            if made % LOOK_EVERY == look_at:
                for seat in (None, *range(seats)):
                    check_determinization(round_, round_.view(seat), rng)
        for seat in (None, *range(seats)):
            check_determinization(round_, round_.view(seat), rng)


@pytest.mark.parametrize("seats", SEATS)
def test_the_unchecked_door_leads_to_the_same_round(seats: int) -> None:
    for number in rounds_for(seats)[::20]:
        round_ = Round.deal("simple-macao", seats, seed=seed_of(number))
        unchecked = round_.copy()
        for move in play_on(round_, random.Random(number), hasty=number % 8 > 0):
            unchecked.play_unchecked(move)
        if not unchecked.over:
            unchecked.block()
        assert unchecked.position() == round_.position()


PARAMETERS = [
    {"skip_answer": False},
    {"backward_resume": "from_attacker"},
    {"draws_strict": True},
    {"voluntary_draw": False},
    {"skip_answer": False, "backward_resume": "from_attacker", "draws_strict": True, "voluntary_draw": False},
]


@pytest.mark.parametrize("parameters", PARAMETERS, ids=str)
def test_no_mix_of_parameters_leaves_a_seat_without_a_move(parameters: dict[str, bool | str]) -> None:
    """B15."""
    for number in range(max(10, ROUNDS // 20)):
        rng = random.Random(number)
        seats = 2 + number % 5
        round_ = Round.deal({"base": "simple-macao", **parameters}, seats, seed=seed_of(number))
        for made, _ in enumerate(play_on(round_, rng, hasty=number % 8 > 0)):
            if made % LOOK_EVERY == 0:
                check_list_and_gate_agree(round_)
                check_position_round_trips(round_)
                for seat in (None, *range(seats)):
                    view = round_.view(seat)
                    assert view.determinize(rng).view(seat).position() == view.position()
        assert round_.over
