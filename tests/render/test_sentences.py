"""What the table says in games other than Simple Macao: demands, barred suits, jokers, calls, places."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game import presenter
from game.engine import Event, EventKind, Pack, Round, RuleSet
from game.presenter.cards import card_name, card_span, one_of
from game.presenter.data import CentreData, TableData
from game.presenter.forecast import forecast
from game.presenter.log import lines_of
from game.scene import LogEntry, Phase, Scene
from game.words import plain, words_for
from tests.render.scenes import GAMES, between, classic, played, round_of, scene_of

EN, RO = words_for("en"), words_for("ro")
PLACES = "romanian-macao"
SEPTICA = {"base": "american-septica", "pack": "hungarian32"}


def present(scene: Scene) -> TableData:
    return presenter.present(scene, EN)


def said(phrase: Any) -> str:
    return plain(phrase).replace("\u2068", "").replace("\u2069", "")


def status(scene: Scene) -> tuple[str, str]:
    data = present(scene).status
    return said(data.who), said(data.owed)


def centre(scene: Scene) -> CentreData:
    shown = present(scene).centre
    assert shown is not None
    return shown


def lines(scene: Scene) -> list[str]:
    return [said(line.words) for line in present(scene).log.lines]


def notes(scene: Scene) -> dict[str, str]:
    return {seat.name: said(seat.note) for seat in present(scene).seats.seats}


def told(round_: Round, move: str) -> str:
    """What a move would do, as its player reads it."""
    legal = {str(legal): legal for legal in round_.legal_moves()}
    scene = scene_of(round_, round_.turn)
    assert scene.view is not None
    return said(forecast(scene, scene.view, legal[move], EN))


def why(round_: Round, move: str) -> str:
    scene = scene_of(round_, round_.turn)
    assert scene.view is not None
    reason = scene.view.why_not(move)
    assert reason is not None
    return presenter.refusal(scene, move, reason, EN).replace("\u2068", "").replace("\u2069", "")


# --- which cards


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        ("3c 3d 3h 3s", "a three"),
        ("2h 3c 3d 3h 3s", "a three or the two of hearts"),
        ("2d 2h 3c 3d 3h 3s", "a red two or a three"),
        ("2c 2s", "a black two"),
        ("Kh Ks", "the king of hearts or spades"),
        ("7c 7d 7h 7s Kh Ks Xb Xr", "a seven, a joker, or the king of hearts or spades"),
        ("2h 3h Kc Kd Kh Ks", "a king, or the two or three of hearts"),
        ("2h 3s", "the two of hearts or the three of spades"),
    ],
)
def test_cards_that_do_are_named_as_shortly_as_is_true(codes: str, words: str) -> None:
    assert one_of(EN, tuple(codes.split()), RuleSet.named("macao")) == words


def test_the_other_packs_king_is_named_while_one_lies_on_the_pile() -> None:
    hands = ["5c 6d", "Kh 2c", "8c"]
    two_packs = round_of(hands, "9h", "3c 3d", rules="macau-london", turn=1)
    two_packs.play("Kh")
    assert status(scene_of(two_packs, 2))[1] == "Answer with the king of hearts, or take them"
    both = round_of(["5c 6d", "Kh 2c", "8c"], "Kh 9h", "3c 3d", rules="macau-london", turn=1)
    both.play("Kh")
    assert status(scene_of(both, 2))[1] == "You have to take them"


def test_the_hungarian_pack_has_names_and_signs_of_its_own() -> None:
    hungarian = Pack.HUNGARIAN32
    assert [card_name(EN, code, hungarian) for code in ("Jh", "Qs", "Kc", "7d")] == [
        "Unter of hearts", "Ober of leaves", "king of acorns", "seven of bells",
    ]  # fmt: skip
    assert card_name(RO, "Jh", hungarian) == "unter de roșu"
    assert (card_span(EN, "Qs", hungarian).text, card_span(EN, "Qs", hungarian).sign) == ("Ober", "s")
    assert (card_span(EN, "Qs").text[:2], card_span(EN, "Qs").sign) == ("Q♠", "")
    round_ = round_of(["7h Jc", "9h 9c As", "Tc Td"], "8d 8h", "7s 7c", rules=SEPTICA)
    assert status(scene_of(round_)) == ("Your turn", "Follow hearts or an eight")
    assert centre(scene_of(round_)).spoken == "Top card eight of hearts, suit in force hearts"
    round_.play("7h=c")
    assert centre(scene_of(round_, 1)).follows == "Acorns"


# --- the suit in force


def test_free_suit_bars_one_suit_and_says_which() -> None:
    scene = GAMES["free-suit"]()
    assert status(scene) == ("Your turn", "Follow anything but spades, or draw")
    shown = centre(scene)
    assert (shown.suit, shown.barred, shown.follows) == ("s", True, "Not spades")
    assert shown.spoken == "Top card ace of spades. Anything but spades may follow"
    assert lines(scene) == ["Ana played ace of spades: anything but spades"]
    assert why(round_of(["9s 4h", "8h", "8c"], "As", "3c 3d", rules=classic(), suit="-s", named=True), "9s") == (
        "Nine of spades will not do: any suit may follow but that one"
    )


def test_on_an_open_queen_anything_goes() -> None:
    scene = GAMES["open-queen"]()
    assert status(scene)[1] == "Follow anything, or draw"
    assert (centre(scene).suit, centre(scene).follows) == ("", "Anything")
    none = round_of(["6h", "5h"], "Qs", "3c", rules={"base": "classic-macau", "open_rank": "none"})
    assert centre(scene_of(none)).follows == "Spades"


def test_under_a_joker_that_starts_the_pile_anything_goes() -> None:
    round_ = round_of(["6h 6c", "5h 5c"], "Xr", "3c", rules="macao", suit=None)
    assert (centre(scene_of(round_)).suit, centre(scene_of(round_)).follows) == ("", "Anything")


def test_an_ace_that_goes_only_where_it_fits_is_followed_by_an_ace_too() -> None:
    round_ = round_of(["6h Ac", "5h", "5d"], "As", "3c", rules="romanian-2", suit="h", named=True)
    assert status(scene_of(round_))[1] == "Follow hearts or an ace, or draw"


def test_where_a_named_suit_binds_the_next_player_only_the_ace_says_so() -> None:
    assert told(round_of(["Ah 9c 9d", "8h", "8c"], "5d", "3c", rules="polish-makao"), "Ah=c") == (
        "Nobody pays. You name the suit for the next player"
    )


def test_a_joker_shows_and_says_for_which_card_it_stands() -> None:
    scene = GAMES["joker-stands"]()
    shown = centre(scene)
    assert (shown.pile[-1], shown.stands, shown.suit, shown.cost) == ("Xr", "Kh", "h", "+5")
    assert shown.spoken == "Top card red joker as king of hearts, suit in force hearts"
    assert lines(scene) == ["Bogdan played red joker as king of hearts"]
    assert status(scene)[1] == "Answer with a king, a joker, or the two or three of hearts, or take them"


# --- demands


def test_a_demand_says_what_and_how_long_to_everybody() -> None:
    scene = GAMES["demand"]()
    assert status(scene) == ("Eights are demanded", "Play an eight, a jack or a joker, or draw")
    assert (centre(scene).demand, centre(scene).follows) == ("8", "Eights, 2 turns")
    assert centre(scene).spoken == "Top card jack of clubs. Eights are demanded, 2 turns left"
    assert notes(scene)["Bogdan"] == "wants eights"
    assert scene.view is not None
    theirs = replace(scene, seat=1, view=round_of_scene(scene).view(1))
    assert status(theirs)[1] == "Eights are demanded, 2 turns left. Plays an eight, a jack or a joker, or draws"


def round_of_scene(scene: Scene) -> Round:
    """A round like the one that a scene shows, its hidden cards dealt anew."""
    import random  # noqa: PLC0415

    assert scene.view is not None
    return scene.view.determinize(random.Random(1))


def test_a_demand_for_any_plain_card_names_no_list_of_them() -> None:
    scene = GAMES["demand-of-plain"]()
    assert status(scene)[1] == (
        "Plain cards are demanded, 4 turns left. Plays a plain card, a jack or a joker, or draws"
    )
    assert centre(scene).follows == "Plain cards, 4 turns"
    assert lines(scene) == ["Bogdan played jack of clubs and demanded a plain card"]


def test_what_breaks_a_demand_is_named_where_the_game_has_it() -> None:
    demand = {"rank": "8", "by": 1, "left": 2}
    round_ = round_of(["9h 8c Qd", "8d", "5c"], "Jc", "3c", rules="polish-makao", demand=demand)
    assert status(scene_of(round_))[1] == "Play an eight, a jack or a queen, or draw"
    assert why(round_, "9h") == "Eights are demanded: play an eight, a jack or a queen"
    assert told(round_, "8c") == "Nobody pays. The next player must have an eight too"
    assert told(round_, "Qd") == "Nobody pays. Anything may follow"


# --- what waits


def test_a_king_that_blocks_and_what_else_answers_stand_in_one_short_list() -> None:
    round_ = round_of(["Kd 2h 3h 9c", "8h 8c", "5c"], "Kh", "3c 3d", rules="classic-macau",
                      pending={"draw": 5, "kind": "K"})  # fmt: skip
    assert status(scene_of(round_))[1] == "Answer with a king, or the two or three of hearts, or take them"
    assert told(round_, "Kd") == "Nobody pays: the 5 that wait are gone"
    assert why(round_of(["3c 9c", "8h", "5c"], "2h", "3h 3d", rules="classic-macau",
                        pending={"draw": 2, "kind": "2"}), "3c") == (
        "Three of clubs is no answer to this: play a two or the three of hearts, or take 2"
    )  # fmt: skip


def test_lost_turns_that_are_stopped_are_counted() -> None:
    round_ = round_of(["7c 9c 9d", "8h 8c", "5c 5d"], "4h 4d", "3c", rules=PLACES, pending={"skip": 2, "kind": "4"})
    assert status(scene_of(round_)) == (
        "2 lost turns wait on you", "Answer with a four or a seven, or lose the turns",
    )  # fmt: skip
    assert told(round_, "7c") == "The lost turns that wait are gone"
    log = played(round_, "7c")
    assert lines(scene_of(round_, 1, log=log)) == ["Ana stopped 2 lost turns with seven of clubs"]


def test_the_first_card_of_a_stack_may_answer_it() -> None:
    rules = {"base": "classic-macau", "first_card_saves_penalty": True}
    round_ = round_of(["9c 9d", "8h 8c", "5c 5d"], "2h", "2d 3c 3d", rules=rules, pending={"draw": 4, "kind": "2"})
    round_.play("take")
    assert status(scene_of(round_)) == (
        "4 cards wait on you", "The card you drew answers: play it, or take 3 more",
    )  # fmt: skip
    assert status(scene_of(round_, 1))[1] == "Plays the card just drawn, which answers, or takes 3 more"


def test_several_cards_pay_together() -> None:
    round_ = round_of(["2c 2d 9c", "8h 8c", "5c 5d"], "9d", "3c", rules=PLACES)
    assert told(round_, "2d+2c") == "Bogdan takes 4; only a two, a seven, a joker or the three of clubs stops it"


def test_after_a_five_one_plays_on_or_ends_the_turn() -> None:
    scene = GAMES["play-on"]()
    assert status(scene) == ("You may play on", "Follow clubs or a five, or end your turn")
    assert status(replace(scene, seat=1, view=round_of_scene(scene).view(1)))[1] == (
        "Plays on with clubs or a five, or ends the turn"
    )


# --- last cards


def test_a_last_card_ends_the_round_only_where_it_does() -> None:
    assert told(round_of(["9d", "8h", "8c"], "9h", "3c", rules=PLACES), "9d") == "Your last card: you finish 1st"
    attack = round_of(["2h", "8h", "8c"], "9h", "3c", rules=PLACES)
    assert told(attack, "2h") == (
        "Your last card: you finish 1st. Bogdan takes 2; only a two, a seven, a joker or the three of hearts stops it"
    )
    second = round_of(["9d", "8h", "", "5c"], "9h", "3c", rules=PLACES, finished=[2])
    assert told(second, "9d") == "Your last card: you finish 2nd"
    last = round_of(["9d", "8h", ""], "9h", "3c", rules=PLACES, finished=[2])
    assert told(last, "9d") == "Your last card: it ends the round"
    two = round_of(["9d 9c", "8h", ""], "9h", "3c", rules=PLACES, finished=[2])
    assert told(two, "9c+9d") == "Your last cards: they end the round"


def test_between_two_an_attack_with_the_last_cards_may_come_back() -> None:
    round_ = round_of(["2h 2d", "2s 8c"], "9h", "3c 3d 3h 4c 4d 4h 5c 6c", rules="classic-macau")
    assert told(round_, "2h+2d") == (
        "Your last cards. Bogdan takes 4; answered with a two or the three of diamonds, it comes back to you"
    )
    round_.play("2h+2d")
    assert notes(scene_of(round_, 1))["Ana"] != "1st", "not settled yet"
    assert told(round_, "2s") == "Ana takes 6"
    round_.play("2s!")
    assert status(scene_of(round_)) == ("6 cards wait on you", "You have to take them, and are in again")
    assert status(scene_of(round_, 1))[1] == "Takes 6, and is in again"
    assert lines(scene_of(round_, 1, log=played(round_, "take"))) == ["Ana took 6 cards", "Ana is in again"]


# --- calls


def test_a_silent_seat_is_marked_and_everybody_is_told() -> None:
    scene = GAMES["packet-and-call"]()
    assert notes(scene)["Ilinca"] == "silent!"
    assert status(scene)[1].endswith("Ilinca has not said Macao")
    assert status(GAMES["own-silence"]())[1].endswith("You have one card: say Macao")
    assert lines(scene) == ["Ilinca played six of hearts, six of clubs, six of spades"]


def test_who_said_macao_is_marked_and_nobody_says_it_for_others() -> None:
    round_ = round_of(["9c 5s", "8h 8c", "7h 7c"], "9d", "3c 3d", rules=PLACES)
    spoken = played(round_.copy(), "9c!")
    round_.play("9c!")
    assert lines(scene_of(round_, 1, log=spoken)) == ["Ana played nine of clubs", "Ana said Macao"]
    assert notes(scene_of(round_, 1, log=spoken))["Ana"] == "said Macao"
    later = (*spoken, LogEntry(2, (Event(EventKind.WAITED, 0),), False, 0))
    assert notes(scene_of(round_, 1, log=later))["Ana"] == "said Macao", "a turn lost changes nothing"
    assert notes(scene_of(round_of(["5s", "8h 8c", "7h"], "9d", "3c", rules=PLACES, turn=1), 2))["Ana"] == ""


def test_who_caught_whom_is_told_from_every_side() -> None:
    scene = GAMES["caught"]()
    assert lines(scene)[-1] == "You caught Ilinca: 5 cards"
    assert last_seen_by(scene, 1) == "Ana caught Ilinca: 5 cards"
    assert last_seen_by(scene, 2) == "Ana caught you: 5 cards"
    assert last_seen_by(scene, None) == "Ana caught Ilinca: 5 cards"
    one = LogEntry(60, (Event(EventKind.CAUGHT, 2, count=1),), False)
    assert lines(replace(scene, log=(one,)))[-1] == "Ilinca did not say Macao: 1 card"


def last_seen_by(scene: Scene, seat: int | None) -> str:
    return said(lines_of(replace(scene, seat=seat), EN)[-1].words)


# --- places


def test_who_is_out_shows_the_place_and_the_log_tells_it() -> None:
    round_ = round_of(["9s", "Jh 8h 3h", "9c", "5c 5d 2h 9h"], "9d", "3c 3d 4c", rules=PLACES, turn=2)
    log = played(round_, "9c", "9h", "9s")
    scene = scene_of(round_, 1, log=log)
    assert notes(scene) == {"Ilinca": "1st", "Dan": "next", "Ana": "2nd"}
    assert [line for line in lines(scene) if "out" in line] == ["Ilinca is out: 1st", "Ana is out: 2nd"]
    assert said(present(scene_of(round_, 0, log=log)).says) == "You are out: 2nd"


def test_the_sheet_of_a_round_for_places_has_places_and_sums_and_no_bars() -> None:
    sheet = present(GAMES["places-end"]()).sheet
    assert (said(sheet.title), said(sheet.text)) == (
        "Ilinca is out first", "Round 3 of 5. The least sum of places wins.",
    )  # fmt: skip
    assert [(said(row.name), row.charge, row.total, row.points) for row in sheet.rows] == [
        ("Ilinca", "1st", "6", None), ("You", "2nd", "6", None), ("Bogdan", "3rd", "6", None),
        ("Dan", "4th, gets the forfeit", "12", None),
    ]  # fmt: skip
    assert sheet.rows[0].label == "places add up to 6, 1 first place"
    data = present(GAMES["places-end"]())
    assert (data.bar_title.round, data.bar_title.target) == ("Round 3", "of 5")
    assert [row.total for row in data.scores.rows] == ["6", "6", "6", "12"]
    assert {row.points for row in data.scores.rows} == {None}


def test_the_last_of_several_who_share_a_place_get_the_forfeit_together_and_equals_get_none() -> None:
    round_ = round_of(["6h", "8h 3h", "9c 9d"], "9h", "3c", rules={"base": PLACES, "rounds": 2})
    round_.block()
    assert [row.charge for row in present(between(round_)).sheet.rows] == [
        "1st", "2nd, gets the forfeit", "2nd, gets the forfeit",
    ]  # fmt: skip
    assert notes(between(round_)) == {"Bogdan": "2nd", "Ilinca": "2nd"}
    equal = round_of(["6h", "8h", "9c"], "9h", "3c", rules={"base": PLACES, "rounds": 2})
    equal.block()
    assert [row.charge for row in present(between(equal)).sheet.rows] == ["1st", "1st", "1st"]


def test_a_match_of_one_round_says_who_won_and_who_gets_the_forfeit() -> None:
    data = present(GAMES["one-round-end"]())
    assert (said(data.sheet.title), said(data.sheet.text)) == ("Ilinca wins", "The forfeit goes to Dan")
    assert (data.bar_title.round, data.bar_title.target) == ("One round", "Romanian Macao")
    assert [row.total for row in data.sheet.rows] == ["", "", "", ""]
    assert {said(row.name): row.total for row in data.scores.rows}["You"] == "2nd"


@pytest.mark.parametrize(
    ("totals", "firsts", "title", "text"),
    [
        ((4, 6, 7, 12), (2, 1, 0, 0), "You win", "Places add up to 4, the least of all"),
        ((6, 5, 7, 12), (1, 1, 1, 0), "Bogdan wins", "Places add up to 5, the least of all"),
        ((6, 6, 6, 12), (1, 2, 0, 0), "Bogdan wins", "Places add up to 6 for more than one; first places decide"),
        ((6, 6, 6, 12), (1, 1, 1, 0), "Drawn: you, Bogdan and Ilinca", "Places add up to 6, the least of all"),
    ],
)
def test_a_match_for_places_is_won_by_the_least_sum_then_by_first_places_or_drawn(
    totals: tuple[int, ...], firsts: tuple[int, ...], title: str, text: str
) -> None:
    """D-20."""
    scene = GAMES["places-match-end"]()
    assert scene.end is not None
    scene = replace(scene, end=replace(scene.end, totals=totals, firsts=firsts))
    assert scene.phase is Phase.OVER
    sheet = present(scene).sheet
    assert (said(sheet.title), said(sheet.text)) == (title, text)
