"""What a seat may know, and what a bot can work out from it."""

import pickle
import random
from typing import Any

import pytest

from game.engine import Forecast, IllegalMove, Pending, PositionError, Reason, Round, View
from game.engine.shuffle import NO_SEED
from tests.engine.strategies import play_on, position, seed_of


def round_(*hands: str, **keys: Any) -> Round:
    return Round.from_position(position(list(hands), **keys))


def test_a_view_shows_the_own_hand_the_pile_and_counts_and_nothing_else() -> None:
    view = round_("9h 7s", "2c 3c 4c", "Kd", pile="5s 9c", stock="Jd Qd", turn=1).view(0)
    assert view.hands == (("7s", "9h"), ("??", "??", "??"), ("??",))
    assert view.counts == (2, 3, 1)
    assert view.pile == ("5s", "9c")
    assert view.top == "9c"
    assert view.stock_count == 2
    assert view.position()["stock"] == ["??", "??"]
    assert view.legal_moves() == []


def test_a_watcher_sees_no_hand_and_has_no_move() -> None:
    view = round_("9h 7s", "2c 3c").view(None)
    assert view.hands == (("??", "??"), ("??", "??"))
    assert view.legal_moves() == []
    assert view.why_not("9h") is Reason.NOT_YOUR_TURN


def test_only_its_owner_sees_the_card_drawn() -> None:
    drawn = round_("9h 7s", "2c 3c", stock="9d 5d")
    drawn.play("draw")
    assert drawn.view(0).drawn == "9d"
    assert drawn.view(1).drawn == "??"
    assert drawn.view(None).position()["drawn"] == "??"


def test_no_view_carries_a_hidden_card_or_the_seed_in_any_corner() -> None:
    seed = b"a seed that nobody may ever see!"
    dealt = Round.deal("simple-macao", 3, seed=seed)
    for seat in (None, 0, 1, 2):
        view = dealt.view(seat)
        assert view._seen._seed == NO_SEED
        assert seed not in pickle.dumps([getattr(view._seen, name) for name in ("_seed", "hands", "stock", "pile")])
        hidden = {code for other in range(3) if other != seat for code in dealt.hand(other)} - set(
            dealt.view(seat).pile
        )
        shown = {code for cards in (*view.hands, view.pile) for code in cards}
        assert not hidden & shown


def test_after_the_end_a_view_still_shows_only_the_own_hand_and_the_scores() -> None:
    over = round_("9h", "2c 3c", "Kd")
    over.play("9h")
    view = over.view(1)
    assert view.hands == ((), ("2c", "3c"), ("??",))
    assert view.scores == (0, 50, 10)
    assert view.places == (1, 3, 2)
    assert View.from_position(view.position(), 1).position() == view.position()


def test_a_view_reads_back_from_its_position() -> None:
    dealt = Round.deal("simple-macao", 4, seed=seed_of(3))
    for _ in play_on(dealt, random.Random(3), hasty=True):
        for seat in (None, 0, 1, 2, 3):
            view = dealt.view(seat)
            assert View.from_position(view.position(), seat).position() == view.position()
            assert View.from_position(dealt.position(), seat).position() == view.position()


def test_a_view_whose_own_hand_is_hidden_is_refused() -> None:
    other = round_("9h 7s", "2c 3c").view(1).position()
    with pytest.raises(PositionError) as wrong:
        View.from_position(other, 0)
    assert wrong.value.key == "hands"


def test_a_round_is_not_taken_up_from_a_view() -> None:
    with pytest.raises(PositionError) as wrong:
        Round.from_position(round_("9h 7s", "2c 3c").view(1).position())
    assert wrong.value.key == "hands"


def test_why_not_answers_for_the_viewer() -> None:
    view = round_("9h 7s", "2c 3c").view(0)
    assert view.why_not("9h") is None
    assert view.why_not("7s") is Reason.DOES_NOT_FIT
    assert view.why_not("2c") is Reason.NOT_IN_HAND


def test_pending_says_what_waits() -> None:
    assert round_("9h", "2c", pile="3c 3s", pending={"draw": 6, "kind": "3"}).view(0).pending == Pending(6, 0, "3")
    assert round_("9h", "2c", pile="4c", pending={"skip": 1, "kind": "4"}).view(0).pending == Pending(0, 1, "4")
    assert round_("9h", "2c").view(0).pending is None


def test_a_forecast_says_whom_a_play_hits_how_hard_and_what_stops_it() -> None:
    view = round_("9h 2c Ks 4c Ac", "2d 3c", "Kd", pile="9c").view(0)
    assert view.forecast(view.legal_moves()[0]) == Forecast(1, 2, 0, ("2c", "2d", "2h", "2s", "7c", "7d", "7h", "7s"))
    forecasts = {str(move): view.forecast(move)[:3] for move in view.legal_moves()}
    assert forecasts["4c"] == (1, 0, 1)
    assert forecasts["9h"] == forecasts["Ac=d"] == forecasts["draw"] == (None, 0, 0)
    assert view.position()["hands"][0] == ["2c", "4c", "9h", "Ks", "Ac"], "forecasting plays nothing"


def test_a_forecast_adds_to_what_waits_and_follows_a_backward_king() -> None:
    view = round_("9h", "Ks 3d", "Kd 5d", pile="8h Kh", turn=1, pending={"draw": 5, "kind": "K"}).view(1)
    assert view.stoppers() == ("7c", "7d", "7h", "7s", "Kh", "Ks")
    assert view.follows() == ()
    assert view.forecast(view.legal_moves()[0]) == Forecast(0, 10, 0, ("7c", "7d", "7h", "7s", "Kh", "Ks"))


def test_the_last_card_hits_nobody() -> None:
    view = round_("3c", "2c 3d", pile="9c").view(0)
    assert view.forecast(view.legal_moves()[0]) == Forecast(None, 0, 0, ())


def test_follows_names_what_may_go_on_the_pile_for_everybody_alike() -> None:
    follows = round_("3c 9d", "2d 3d", pile="Ac", suit="h", named=True).view(1).follows()
    assert follows == (*[f"{rank}h" for rank in "23456789TJQK"], "Ac", "Ad", "Ah", "As")


def test_a_determinization_deals_only_unseen_cards_and_plays_on() -> None:
    view = round_("9h 7s", "2c 3c 4c", "Kd Kh", pile="5s 9c", stock="Jd Qd").view(0)
    made = view.determinize(random.Random(1))
    assert made.hand(0) == ("7s", "9h")
    unseen = made.hand(1) + made.hand(2)
    assert not {"7s", "9h", "5s", "9c"} & set(unseen)
    assert len(set(unseen)) == 5
    others = [view.determinize(random.Random(number)).hand(1) for number in range(20)]
    assert len(set(others)) > 15, "every hidden hand is possible"


def test_a_seat_that_had_to_draw_holds_nothing_else_that_fits() -> None:
    rules = {"base": "simple-macao", "voluntary_draw": False}
    drawn = round_("5h 7s 8d", "2c 3c", stock="9d 5d", pile="9c", rules=rules)
    drawn.play("draw")
    for number in range(50):
        made = drawn.view(1).determinize(random.Random(number))
        fitting = [code for code in made.view(0).hands[0] if code in made.view(0).follows()]
        assert fitting == [made.view(0).drawn]


def test_a_seat_that_does_not_exist_has_no_view() -> None:
    with pytest.raises(ValueError, match="seat 2"):
        round_("9h 7s", "2c 3c").view(2)


def test_playing_a_determinization_leaves_the_view_alone() -> None:
    view = round_("9h 7s", "2c 3c 4c").view(0)
    before = view.position()
    view.determinize(random.Random(1)).play("9h")
    assert view.position() == before
    with pytest.raises(IllegalMove):
        view.determinize(random.Random(1)).play("7s")
