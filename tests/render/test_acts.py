"""What stands under the hand in games that know more than Simple Macao: calls, the end of a turn, who is out."""

from __future__ import annotations

from typing import Any

from game import presenter
from game.engine import Round
from game.presenter.data import ActsData
from game.words import plain, words_for
from tests.render.scenes import round_of, scene_of

EN = words_for("en")
HANDS = ["6h 7c", "9d Ts", "4h 8d", "Qs Js"]


def round_in(rules: Any, hands: list[str] = HANDS, pile: str = "9s 9c", **position: Any) -> Round:
    return round_of(hands, pile, "2d 3d", rules=rules, **position)


def acts(round_: Round, seat: int | None = 0) -> ActsData:
    return presenter.present(scene_of(round_, seat), EN).acts


def called(round_: Round, seat: int | None) -> list[tuple[str, str, str]]:
    calls = acts(round_, seat).calls
    assert calls is not None
    return [(one.move, one.text.replace("\u2068", "").replace("\u2069", ""), one.key) for one in calls.buttons]


def test_the_seat_that_owes_a_call_may_make_it_and_all_others_may_catch_it_in_or_out_of_turn() -> None:
    round_ = round_in("romanian-macao", turn=1)
    round_.play("9d")
    assert called(round_, 1) == [("macao", "Macao!", "M")]
    for seat in (0, 2, 3):
        assert called(round_, seat) == [("catch:1", "Catch Bogdan: no Macao!", "C")]
    round_.play("macao")
    assert [called(round_, seat) for seat in range(4)] == [[], [], [], []]


def test_a_watcher_and_who_is_out_call_nothing() -> None:
    round_ = round_in("romanian-macao", ["", "9d Ts", "4h 8d", "Qs Js"], turn=1, finished=[0])
    round_.play("9d")
    assert acts(round_, None).calls is None
    assert acts(round_, 0).calls is None


def test_where_the_table_says_macao_there_is_no_place_for_calls() -> None:
    assert acts(round_in("simple-macao")).calls is None
    assert acts(round_in("macau-london")).calls is None


def says_too(rules: Any, hand: str, **position: Any) -> str:
    calls = acts(round_in(rules, [hand, *HANDS[1:]], **position)).calls
    assert calls is not None
    return calls.say


def test_macao_may_be_said_with_a_play_that_could_leave_one_card() -> None:
    assert says_too("romanian-macao", "9h 7h") != ""
    assert says_too("romanian-macao", "9h 7h Kd") == ""
    assert says_too("romanian-macao", "9h 7h", turn=1) == ""
    assert says_too("romanian-macao", "9h") == ""


def test_a_packet_or_a_long_run_may_leave_one_card_too() -> None:
    assert says_too("romanian-macao", "Tc Th Td Kd") != ""
    assert says_too("classic-macau", "9h 8h 7h 6h 5h Kd") != ""
    assert says_too("classic-macau", "Tc 8h 6h 5h Kd") == ""


def test_after_a_five_the_turn_may_be_ended_or_gone_on_with() -> None:
    data = acts(round_in("macau-london", ["6c 7c 8s", *HANDS[1:]], pile="9s 5c", extra=True))
    assert [(one.move, one.text, one.key) for one in data.buttons] == [("pass", "End the turn", "P")]
    assert plain(data.hint) == "or pick up one more card"
    stuck = acts(round_in("macau-london", ["6h 7h 8s", *HANDS[1:]], pile="9s 5c", extra=True))
    assert plain(stuck.hint) == "No card of yours fits."


def test_who_must_lay_has_no_button_and_is_told_so() -> None:
    data = acts(round_in("romanian-macao", ["6c 7h 8s", *HANDS[1:]]))
    assert data.buttons == ()
    assert plain(data.hint) == "A card of yours fits: it must be played."


def test_who_is_out_may_watch_on_and_nobody_plays_after_them() -> None:
    round_ = round_in("romanian-macao", ["6c 7h", "9d Ts", "", "Qs Js"], turn=1, finished=[2])
    assert plain(acts(round_, 2).wait) == "You may watch on."
    assert plain(acts(round_, 3).wait) == "You play next. You may pick up a card already."
