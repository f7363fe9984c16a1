"""The sentences: whose turn, what is owed, who pays, why not; and what may be pressed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game import presenter
from game.engine import Event, EventKind, Reason, Round
from game.engine.moves import parse
from game.presenter.data import TableData
from game.presenter.reasons import refused
from game.scene import LogEntry, Phase, Scene
from game.words import plain, words_for
from tests.render.scenes import NAMES, STATES, between, played, round_of, scene_of

EN = words_for("en")
HANDS = ["7h Kh 4h 5s Js 2c Ad", "Jh 8h 3h Qd", "8c 8d", "6c 6d 6h 9c 9s Tc"]


def present(scene: Scene) -> TableData:
    return presenter.present(scene, EN)


def said(phrase: Any) -> str:
    return plain(phrase).replace("\u2068", "").replace("\u2069", "")


def status(scene: Scene) -> tuple[str, str]:
    data = present(scene).status
    return said(data.who), said(data.owed)


def words_of(scene: Scene, code: str) -> str:
    hand = present(scene).hand
    assert hand is not None
    return said(next(card.words for card in hand.cards if card.code == code))


def lines(scene: Scene) -> list[str]:
    return [said(line.words) for line in present(scene).log.lines]


# --- whose turn, what is owed


def test_the_own_turn_says_what_follows() -> None:
    assert status(scene_of(round_of(HANDS))) == ("Your turn", "Follow hearts or a nine, or draw")


def test_under_a_named_suit_only_the_suit_follows() -> None:
    round_ = round_of(HANDS, "5d 9d As", suit="h", named=True)
    assert status(scene_of(round_)) == ("Your turn", "Follow hearts, the suit that was named, or draw")


def test_with_nothing_to_draw_one_passes() -> None:
    assert status(scene_of(round_of(HANDS, "9h", "")))[1] == "Follow hearts or a nine, or pass"


def test_a_stack_says_how_many_wait_and_what_answers() -> None:
    assert status(STATES["stack"]()) == ("6 cards wait on you", "Answer with a three or a seven, or take them")


def test_a_stack_on_kings_names_the_one_king_that_is_left() -> None:
    round_ = round_of(["5c 6d", "Kh 2c", "8c"], turn=1)
    round_.play("Kh")
    scene = scene_of(round_, 2)
    assert status(scene) == ("5 cards wait on you", "Answer with a seven or the king of spades, or take them")


def test_a_lost_turn_is_owed_in_words() -> None:
    assert status(STATES["lost-turn"]()) == ("A lost turn waits on you", "Answer with a four, or lose the turn")


def test_a_drawn_card_is_named_to_its_player_only() -> None:
    round_ = round_of(["5c 6d", "8c 8d"], stock="Qh 3d")
    round_.play("draw")
    assert status(scene_of(round_)) == ("You drew the queen of hearts", "Play it, or keep it")
    assert status(scene_of(round_, 1)) == ("Ana is thinking", "Plays the card just drawn, or keeps it")


def test_others_are_named_and_nobody_is_he_or_she() -> None:
    assert status(STATES["their-turn"]()) == (
        "Bogdan is thinking", "Takes 5, or answers with a seven or the king of spades",
    )  # fmt: skip


def test_somebody_away_is_told_with_the_seconds_until_a_bot_plays() -> None:
    scene = STATES["away"]()
    assert status(scene) == ("Dan is away", "A bot plays in 12 s; the seat is kept")
    seat = next(seat for seat in present(scene).seats.seats if seat.number == 3)
    assert said(seat.note) == "away, 12 s"
    assert [span.kind for span in seat.note] == ["text", "clock", "text"]


def test_a_table_without_people_shows_no_clock() -> None:
    data = present(STATES["paused"]()).status
    assert (said(data.who), data.seconds) == ("The table waits", None)


def test_a_turn_without_a_clock_shows_none() -> None:
    assert present(replace(STATES["own-turn"](), seconds_left=None)).status.seconds is None


def test_a_hand_has_its_place_before_the_deal_and_a_watcher_has_none() -> None:
    scene, words = STATES["dealing"](), words_for("en")
    hand = presenter.present(scene, words).hand
    assert hand is not None
    assert hand.cards == ()
    assert presenter.present(replace(scene, seat=None), words).hand is None


def test_a_hand_is_the_same_object_while_others_play() -> None:
    """Then nothing of it is compared, printed or sent; why no card goes stands in the status."""
    rounds = [round_of(["7h Kh", "4c 8d", "3c 9s", "6c 6d"], turn=turn) for turn in (1, 2)]
    first, second = [presenter.present(scene_of(one), words_for("en")) for one in rounds]
    assert first.hand is second.hand
    assert (first.status.why, second.status.why) == (
        "Not yet: \u2068Bogdan\u2069 plays now", "Not yet: \u2068Ilinca\u2069 plays now"
    )  # fmt: skip


def test_the_deal_asks_players_for_a_number_but_not_watchers() -> None:
    scene = STATES["dealing"]()
    assert present(scene).status.nonce == "m1-3"
    assert present(replace(scene, seat=None)).status.nonce == ""
    assert present(replace(scene, phase=Phase.BETWEEN)).status.nonce == "m1-4"


# --- before a card is played


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("Kh", "Bogdan takes 5; only a seven or the king of spades stops it"),
        ("4h", "Bogdan loses a turn; only a four stops it"),
        ("7h", "Nobody pays. Next comes hearts or a seven"),
        ("Ad", "Nobody pays. You name the suit that comes next"),
        ("2c", "Two of clubs is neither hearts nor a nine"),
    ],
)
def test_a_lifted_card_says_who_pays_or_why_not(card: str, sentence: str) -> None:
    assert words_of(scene_of(round_of(HANDS)), card) == sentence


def test_a_backward_king_names_the_seat_behind() -> None:
    round_ = round_of(["Ks 5s", "8h", "8c", "6c 6d"], "9s")
    assert words_of(scene_of(round_), "Ks").startswith("Dan takes 5; only")


def test_a_cut_says_that_the_stack_is_gone() -> None:
    assert words_of(STATES["stack"](), "7d") == "Nobody pays: the 6 that wait are gone"


def test_passing_a_stack_on_tells_the_whole_stack() -> None:
    assert words_of(STATES["stack"](), "3h") == "Bogdan takes 9; only a three or a seven stops it"


def test_two_lost_turns_are_counted() -> None:
    round_ = round_of(["4h 5s", "8h 9c", "8c 8d"], "4c", pending={"skip": 1, "kind": "4"})
    assert words_of(scene_of(round_), "4h") == "Bogdan loses 2 turns; only a four stops it"


def test_the_last_card_ends_the_round_and_asks_nothing() -> None:
    scene = scene_of(round_of(["Ad", "8h"]))
    hand = present(scene).hand
    assert hand is not None
    assert hand.asks == ()
    assert (hand.cards[0].move, hand.cards[0].ask) == ("Ad", "")
    assert words_of(scene, "Ad") == "Your last card: it ends the round"


def test_an_ace_asks_for_the_suit_and_tells_what_is_held() -> None:
    hand = present(STATES["two-aces"]()).hand
    assert hand is not None
    assert [ask.id for ask in hand.asks] == ["ask-c-Ac", "ask-c-Ad"]
    clubs, diamonds = hand.asks
    assert [(option.move, option.hold) for option in clubs.options] == [
        ("Ac=s", "you hold 2"), ("Ac=h", "you hold 2"), ("Ac=d", "you hold 1"), ("Ac=c", "you hold 1"),
    ]  # fmt: skip
    assert diamonds.options[2].hold == "you hold none"


def test_what_a_button_offers_is_what_the_rules_allow() -> None:
    for make in STATES.values():
        scene = make()
        data = present(scene)
        if scene.view is None or data.hand is None or scene.phase is not Phase.PLAYING or scene.paused:
            continue
        offered = {button.move for button in data.acts.buttons}
        offered |= {card.move for card in data.hand.cards if card.move}
        offered |= {option.move for ask in data.hand.asks for option in ask.options}
        assert offered == {str(move) for move in scene.view.legal_moves()}


# --- why not


def situation(reason: Reason) -> tuple[Round, str]:
    """A round and a move that is refused for that reason."""
    stack = round_of(["2s Kd 5s", "8h"], "3s", pending={"draw": 3, "kind": "3"})
    lost = round_of(["5h 9d", "8h"], "4h", pending={"skip": 1, "kind": "4"})
    fresh = round_of(["9c 5s Ad", "8h"])
    found: dict[Reason, tuple[Round, str]] = {
        Reason.NOT_IN_HAND: (fresh, "Kh"),
        Reason.DOES_NOT_FIT: (fresh, "5s"),
        Reason.DRAWS_WAIT: (stack, "5s"),
        Reason.WRONG_ANSWER: (stack, "2s"),
        Reason.TURN_WAITS: (lost, "5h"),
        Reason.NOT_WAITING: (fresh, "take"),
        Reason.DRAW_FIRST: (fresh, "pass"),
        Reason.SUIT_DUE: (fresh, "Ad"),
        Reason.NO_SUIT_DUE: (fresh, "9c=h"),
        Reason.NO_DEMAND_DUE: (fresh, "9c=8"),
        Reason.NO_STAND_IN: (fresh, "9c=Kh"),
        Reason.ONE_CARD_A_TURN: (fresh, "9c+5s"),
        Reason.NO_SPOKEN_CALL: (fresh, "macao"),
        Reason.NOTHING_TO_DRAW: (round_of(["5s", "8h"], "9h", ""), "draw"),
        Reason.MUST_LAY: (round_of(["9c 5s", "8h"], rules={"base": "simple-macao", "voluntary_draw": False}), "draw"),
    }
    classic = round_of(["Jd 9d Ad 9h 8c", "8d 7c"], "Ts 9s", "2c 3c", rules="classic-macau")
    demand = round_of(["9h 5h", "8c"], "Jc", "2c 3c", rules="classic-macau", demand={"rank": "8", "by": 1, "left": 1})
    five = round_of(["9h", "8c"], "5h", "2c 3c", rules="macau-london", extra=True)
    house = {"base": "classic-macau", "packet_same_suit": True}
    found |= {
        Reason.NOTHING_TO_CALL: (classic, "macao"),
        Reason.DEMAND_OPEN: (demand, "9h"),
        Reason.DEMAND_DUE: (round_of(["Jd 9d", "8c"], "Td", "2c 3c", rules="classic-macau"), "Jd"),
        Reason.SUIT_BARRED: (classic, "Ad=s"),
        Reason.RANK_BARRED: (round_of(["Jd 9d", "8c"], "Td", "2c 3c", rules="classic-macau"), "Jd=K"),
        Reason.STAND_IN_DUE: (
            round_of(["Xr 9d", "8c"], "Td", "2c 3c", rules={"base": "classic-macau", "jokers": 2}),
            "Xr",
        ),
        Reason.NOT_TOGETHER: (classic, "9h+Ad=d"),
        Reason.TWO_POWERS: (round_of(["2d 4d 9d", "8c"], "Td", "2c 3c", rules=house), "2d+4d"),
        Reason.MAY_PLAY_ON: (five, "draw"),
        Reason.FIVE_IS_NO_WAY_OUT: (five, "9h"),
        Reason.LAST_CARD_BARRED: (round_of(["2d", "8c"], "Td", "2c 3c", rules="classic-macau"), "2d"),
    }
    if reason in (Reason.ONLY_DRAWN_CARD, Reason.ALREADY_DRAWN):
        drawn = round_of(["9c 5s", "8h"], stock="Qh 3d")
        drawn.play("draw")
        return drawn, "9c" if reason is Reason.ONLY_DRAWN_CARD else "draw"
    if reason is Reason.ROUND_OVER:
        over = round_of(["9c", "8h"])
        over.play("9c")
        return over, "draw"
    return found[reason] if reason in found else (round_of(["9c", "8h"], turn=1), "9c")


SENTENCES = {
    Reason.DOES_NOT_FIT: "Five of spades is neither hearts nor a nine",
    Reason.DRAWS_WAIT: "3 cards wait: play a three or a seven, or take them",
    Reason.WRONG_ANSWER: "A three is not answered with a two: play a three or a seven, or take 3",
    Reason.TURN_WAITS: "A lost turn waits: play a four, or lose it",
    Reason.NOT_YOUR_TURN: "Not yet: Bogdan plays now",
    Reason.ONLY_DRAWN_CARD: "Only the card you drew may be played now: queen of hearts",
}


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_a_sentence_for_the_position_that_gives_it(reason: Reason) -> None:
    round_, move = situation(reason)
    assert round_.view(0).why_not(move) is reason
    sentence = presenter.refusal(scene_of(round_), move, reason, EN)
    assert sentence
    assert "{" not in sentence
    assert said(refused(scene_of(round_), round_.view(0), parse(move), reason, EN)) == SENTENCES.get(reason, sentence)


def test_under_a_named_suit_the_reason_tells_of_it() -> None:
    round_ = round_of(["5s 2h", "8h"], "9d As", suit="h", named=True)
    assert words_of(scene_of(round_), "5s") == "Five of spades is not hearts, the suit that was named"


@pytest.mark.parametrize("result", ["stale", "not-your-turn", "malformed", "closed", "something-new"])
def test_every_refusal_of_the_table_has_a_sentence(result: str) -> None:
    assert presenter.notice(result, EN)


# --- what happened


def test_a_log_tells_every_sort_of_event() -> None:
    round_ = round_of(["2h 5c 3c", "2d As 6s", "7c 4d Jc Kd", "4c 9s 6c 6h"], "9h", "Th Qs 3h 8s")
    log = played(round_, "2h", "2d", "7c", "4c", "wait")
    assert lines(scene_of(round_, 0, log=log)) == [
        "You played two of hearts",
        "Bogdan answered with two of diamonds",
        "Ilinca cut 4 cards with seven of clubs",
        "Dan played four of clubs",
        "You lost a turn",
    ]
    log = played(round_, "draw", "Jc", "6c", "3c", "take")
    assert lines(scene_of(round_, 0, log=log)) == [
        "Bogdan drew a card",
        "Ilinca played jack of clubs",
        "Dan played six of clubs",
        "You played three of clubs",
        "You have one card: Macao!",
        "Bogdan took 3 cards",
    ]


def test_a_turn_passed_over_and_an_empty_stock_are_told() -> None:
    round_ = round_of(["5s", "8h 8c", "9s"], "9d 9h", "", owed=[0, 1, 0])
    log = played(round_, "draw", "pass")
    assert lines(scene_of(round_, 0, log=log)) == [
        "The pile was shuffled into the stock", "You drew a card", "You kept the card", "Bogdan sat out a turn",
    ]  # fmt: skip
    centre = present(scene_of(round_, 0, log=log[:1])).centre
    assert centre is not None
    assert said(centre.last) == "You drew a card"


def test_passing_with_nothing_to_draw_ends_in_a_round_without_a_winner() -> None:
    round_ = round_of(["5s", "8c"], "9h", "")
    log = played(round_, "pass", "pass")
    assert lines(scene_of(round_, 1, log=log)) == [
        "Ana passed: nothing to draw", "You passed: nothing to draw", "Nobody can move: the round ends with no winner",
    ]  # fmt: skip


def test_the_log_of_a_deal_says_what_was_buried_and_what_starts_the_pile() -> None:
    opening = (Event(EventKind.BURIED, None, ("4c", "Ad")), Event(EventKind.TURNED, None, ("9h",)))
    scene = scene_of(round_of(HANDS), log=(LogEntry(1, opening, False),))
    assert lines(scene) == [
        "four of clubs and ace of diamonds were turned and buried",
        "nine of hearts starts the pile",
    ]


def test_a_move_of_a_stand_in_is_marked_for_ever() -> None:
    round_ = round_of(HANDS)
    log = played(round_, "7h", "Jh", stand_in=(1,))
    assert [line.tag for line in present(scene_of(round_, log=log)).log.lines] == ["bot played", ""]


def test_one_card_makes_the_table_say_macao() -> None:
    round_ = round_of(["9c 5s", "8h 8c"])
    log = played(round_, "9c")
    assert lines(scene_of(round_, 1, log=log))[-1] == "Ana has one card: Macao!"
    assert said(present(scene_of(round_, 1, log=log)).seats.seats[0].note) == "Macao!"
    assert lines(scene_of(round_, 0, log=log))[-1] == "You have one card: Macao!"


def test_the_seal_of_the_deal_is_shown() -> None:
    log = present(STATES["own-turn"]()).log
    assert log.sealed == "Deal sealed: 4f3a91c2d07b…"
    assert len(log.commitment) == 64


# --- the others, the pile, the end


def test_the_others_sit_clockwise_from_the_viewers_left() -> None:
    round_ = round_of(HANDS)
    assert [seat.number for seat in present(scene_of(round_, 2)).seats.seats] == [3, 0, 1]
    assert [seat.number for seat in present(scene_of(round_, None)).seats.seats] == [0, 1, 2, 3]


def test_a_live_stack_shows_its_cost_on_the_pile() -> None:
    centre = present(STATES["stack"]()).centre
    assert centre is not None
    assert (centre.cost, centre.cost_label) == ("+6", "6 cards wait")


def test_the_suit_in_force_stands_beside_the_card_in_words() -> None:
    centre = present(STATES["six-seats"]()).centre
    assert centre is not None
    assert (centre.pile[-1], centre.suit, centre.follows) == ("As", "d", "Diamonds")


def test_the_end_of_a_round_opens_every_hand_with_its_charge() -> None:
    sheet = present(STATES["round-end"]()).sheet
    assert said(sheet.title) == "Bogdan goes out"
    rows = {
        said(row.name): (row.charge, row.total, [(card.code, card.points) for card in row.cards]) for row in sheet.rows
    }
    assert rows["Bogdan"] == ("out: 0", "65", [])
    assert rows["You"] == ("+45", "182", [("5s", 5), ("7h", 30), ("Js", 10)])
    assert sheet.next == "Next round"


def test_who_has_asked_for_the_next_round_sees_for_whom_it_waits() -> None:
    data = present(STATES["round-blocked"]())
    assert said(data.sheet.wait) == "Waiting for Ana and Ilinca"
    assert data.sheet.next == ""
    assert said(data.sheet.title) == "Nobody goes out"


def test_the_end_of_a_match_names_the_winner_or_says_drawn() -> None:
    scene = STATES["match-end"]()
    sheet = present(scene).sheet
    assert (said(sheet.title), said(sheet.text)) == ("Ilinca wins with 120", "Reached 500: Dan")
    assert sheet.links[-1] == ("/match/m1/", "See the result")
    assert scene.end is not None
    drawn = replace(scene, end=replace(scene.end, totals=(120, 131, 120, 505)))
    assert said(present(drawn).sheet.title) == "Drawn: you and Ilinca"
    won = replace(scene, end=replace(scene.end, totals=(90, 131, 120, 505)))
    assert status(won)[0] == "You win with 90"


def test_a_watcher_is_offered_no_next_round() -> None:
    round_ = round_of(["9c", "8h"])
    round_.play("9c")
    data = present(between(round_, None))
    assert data.sheet.next == ""
    assert data.acts.buttons == ()


def test_names_stand_as_they_are() -> None:
    assert NAMES[5] in status(scene_of(round_of(["5c", "5h", "6c", "6d", "8c", "8d"], turn=5)))[0]


def test_a_watcher_is_offered_a_bots_seat_between_rounds_where_there_is_one() -> None:
    round_ = round_of(["9c", "8h"])
    round_.play("9c")
    scene = between(round_, None)
    assert present(scene).sheet.links == ()
    assert present(replace(scene, seat_url="/take-over/")).sheet.links == (("/take-over/", "Take a bot's seat"),)
