"""Texts of moves: the grammar of docs/notation.md, and why moves are refused."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine import IllegalMove, MalformedMove, MoveKind, Reason, Round
from game.engine.moves import parse
from tests.engine.strategies import position

WELL_FORMED = [
    "7h", "Tc", "Ah=d", "Ah=free", "Jc=8", "Jc=any", "Jc=none", "Xr", "Xr=Kh", "Xr=h", "Xr=Ah/d", "Xr=Jc/8",
    "Xr=Jc/any", "Xb=3s", "7c=h", "6h+6c+6s", "Ah+As=d", "5s+6s+7s+7h+8h+8c+7c", "Kh+Xr=Kh", "7h!", "6h+6c!",
    "draw", "take", "wait", "pass", "macao", "catch:0", "catch:2", "catch:15",
]  # fmt: skip
MALFORMED = [
    "1h", "10h", "hA", "7x", "7H", "Th=", "=d", "Ah=x", "Ah=dd", "Ah=hc", "7h+", "+7h", "7h++7c", "7h!!", "!7h",
    "draw!", "DRAW", "Draw", "catch", "catch:", "catch:-1", "catch:a", "catch:01", "catch:100", "catch:2!", "Xs",
    "Xr=Kh/", "Xr=Kh/x", "Xr=/d", "??", "7h,7c", "null", "7h=??", "\u06637h",
]  # fmt: skip


@pytest.mark.parametrize("text", WELL_FORMED)
def test_the_text_of_a_move_round_trips(text: str) -> None:
    assert str(parse(text)) == text
    assert parse(text) == parse(text)


@pytest.mark.parametrize("text", [*MALFORMED, "", " 7h", "7h ", "7h\n", "7h\x00", None, 7, [], b"7h"])
def test_what_has_the_form_of_no_move_is_malformed(text: object) -> None:
    with pytest.raises(MalformedMove) as refused:
        Round.from_position(position(["7h 9h", "8c"])).play(text)  # type: ignore[arg-type]
    assert refused.value.text == text


def test_a_play_is_a_list_of_cards_with_what_is_declared() -> None:
    move = parse("Kh+Xr=Ah/d!")
    assert move.kind is MoveKind.PLAY
    assert move.cards == ("Kh", "Xr")
    assert [str(lay) for lay in move.lays] == ["Kh", "Xr=Ah/d"]
    assert move.spoken
    assert parse("catch:3").seat == 3


@given(st.text(alphabet="23456789TJQKAXcdhsbr=+/!:anyfreedrawtakewaitpassmacaocatch0 ", max_size=40))
def test_a_text_is_a_move_or_malformed_and_nothing_else(text: str) -> None:
    with suppress(MalformedMove):
        assert str(parse(text)) == text


def test_a_very_long_text_is_read_all_the_same() -> None:
    text = "+".join(["9c"] * 300)
    assert str(parse(text)) == text


THREE_WAIT = position(["2d 3d 5c 4h Ah 7h", "9c"], pile="9s 3s", pending={"draw": 3, "kind": "3"})
FOUR_WAITS = position(["2d 4h 5s 7s Ah", "9c"], pile="9s 4s", pending={"skip": 1, "kind": "4"})
PLAIN = position(["9d 5h Ah 7c", "8c"], pile="9s")
DRY = position(["5h 9d", "8c"], pile="9s", stock="")
DRAWN = position(["9d 9h 5h", "8c"], pile="9s", drawn="9h")
LAST_ACE = position(["Ah", "8c"], pile="9s")
MUST_LAY = {**PLAIN, "rules": {"base": "simple-macao", "voluntary_draw": False}}
NO_ANSWER = {**FOUR_WAITS, "rules": {"base": "simple-macao", "skip_answer": False}}
OVER = position(["", "8c"], pile="9s", finished=[0], over=True)


def of(rules: str, hand: str, pile: str, **keys: object) -> dict[str, object]:
    """A position of two seats of another game."""
    return {"rules": rules, "hands": [hand, "9d 8d"], "pile": pile, "stock": "Td 6d", **keys}


JOKERS = {"base": "classic-macau", "jokers": 2}
SUITS = {"base": "classic-macau", "packet_same_suit": True}
ACE = of("classic-macau", "Ad 9h 8c 7s Jc", "Ts")
JACK = {**of("classic-macau", "Jc 8c 9c Kd Xr", "Tc"), "rules": JOKERS}
DEMANDED = of("classic-macau", "8s 9h Qh", "Jh", demand={"rank": "8", "by": 1, "left": 1})
ONE_SUIT = {**of("classic-macau", "2h 4h 9h", "Th"), "rules": SUITS}
FIVE = of("macau-london", "9h", "5h", extra=True)
LAST_TWO = of("classic-macau", "2c", "9c")

REFUSALS = [
    (THREE_WAIT, "2d", Reason.WRONG_ANSWER),
    *[(THREE_WAIT, text, Reason.DRAWS_WAIT) for text in ("5c", "4h", "Ah", "Ah=c", "draw", "pass", "wait")],
    *[(FOUR_WAITS, text, Reason.TURN_WAITS) for text in ("2d", "5s", "7s", "Ah=c", "draw", "pass", "take")],
    (NO_ANSWER, "4h", Reason.TURN_WAITS),
    (PLAIN, "5h", Reason.DOES_NOT_FIT),
    (PLAIN, "7c", Reason.DOES_NOT_FIT),
    (PLAIN, "8c", Reason.NOT_IN_HAND),
    (PLAIN, "Xr", Reason.NOT_IN_HAND),
    (PLAIN, "take", Reason.NOT_WAITING),
    (PLAIN, "wait", Reason.NOT_WAITING),
    (PLAIN, "pass", Reason.DRAW_FIRST),
    (PLAIN, "Ah", Reason.SUIT_DUE),
    (PLAIN, "9d=h", Reason.NO_SUIT_DUE),
    (PLAIN, "9d=8", Reason.NO_DEMAND_DUE),
    (PLAIN, "Ah=free", Reason.SUIT_BARRED),
    (PLAIN, "9d=Kh", Reason.NO_STAND_IN),
    (PLAIN, "9d+9d", Reason.NOT_IN_HAND),
    (PLAIN, "9d+5h", Reason.ONE_CARD_A_TURN),
    (PLAIN, "9d!", Reason.NO_SPOKEN_CALL),
    (PLAIN, "macao", Reason.NO_SPOKEN_CALL),
    (PLAIN, "catch:1", Reason.NO_SPOKEN_CALL),
    (DRY, "draw", Reason.NOTHING_TO_DRAW),
    (DRAWN, "9d", Reason.ONLY_DRAWN_CARD),
    (DRAWN, "draw", Reason.ALREADY_DRAWN),
    (LAST_ACE, "Ah=h", Reason.NO_SUIT_DUE),
    (MUST_LAY, "draw", Reason.MUST_LAY),
    (MUST_LAY, "pass", Reason.MUST_LAY),
    (ACE, "Ad=s", Reason.SUIT_BARRED),
    (ACE, "Ad=d", Reason.SUIT_BARRED),
    (ACE, "Ad=free", Reason.SUIT_BARRED),
    (ACE, "9h+Jc=8", Reason.NOT_TOGETHER),
    (ACE, "7s+7h", Reason.NOT_IN_HAND),
    (ACE, "Jc=8", Reason.DOES_NOT_FIT),
    (JACK, "Jc", Reason.DEMAND_DUE),
    (JACK, "Jc=6", Reason.RANK_BARRED),
    (JACK, "Jc=K", Reason.RANK_BARRED),
    (JACK, "Jc=any", Reason.RANK_BARRED),
    (JACK, "macao", Reason.NOTHING_TO_CALL),
    (JACK, "catch:1", Reason.NOTHING_TO_CALL),
    (JACK, "Xr", Reason.STAND_IN_DUE),
    (JACK, "Xr=h", Reason.STAND_IN_DUE),
    (JACK, "Xr=Xb", Reason.NO_STAND_IN),
    (DEMANDED, "9h", Reason.DEMAND_OPEN),
    (DEMANDED, "Qh", Reason.DEMAND_OPEN),
    (ONE_SUIT, "2h+4h", Reason.TWO_POWERS),
    (FIVE, "draw", Reason.MAY_PLAY_ON),
    (FIVE, "9h", Reason.FIVE_IS_NO_WAY_OUT),
    (LAST_TWO, "2c", Reason.LAST_CARD_BARRED),
    *[(OVER, text, Reason.ROUND_OVER) for text in ("8c", "draw", "pass", "macao")],
]


@pytest.mark.parametrize(
    ("start", "text", "reason"), REFUSALS, ids=lambda value: str(value) if isinstance(value, str) else ""
)
def test_a_refusal_says_which_rule_forbids_the_move(start: dict[str, object], text: str, reason: Reason) -> None:
    round_ = Round.from_position(start)
    before = json.dumps(round_.position())
    with pytest.raises(IllegalMove) as refused:
        round_.play(text)
    assert refused.value.reason is reason
    assert str(refused.value.move) == text
    assert json.dumps(round_.position()) == before


def test_every_reason_but_the_view_s_own_is_given_by_some_position() -> None:
    assert {reason for _, _, reason in REFUSALS} == set(Reason) - {Reason.NOT_YOUR_TURN}
