"""What a seat did in a match, out of events as they are stored."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from game.counting import MoveFacts, RoundFacts, count

START = datetime(2026, 11, 30, tzinfo=UTC)


def told(*moves: tuple[int, str, list[list[Any]]], opening: list[list[Any]] | None = None, size: int = 3) -> list[Any]:
    made = [
        MoveFacts(seat, text, events, stand_in=False, at=START + timedelta(seconds=2 * number))
        for number, (seat, text, events) in enumerate(moves, start=1)
    ]
    return count(size, [RoundFacts(7, None, START, opening or [], [0] * size, made)], by_points=True)


def test_cards_taken_are_everybodys_who_added_to_the_attack() -> None:
    counts = told(
        (0, "2h", [["draws", 1, [], 2]]), (1, "2s", [["draws", 2, [], 4]]), (2, "take", [["took", 2, [], 4]]),
    )  # fmt: skip
    assert [one.damage for one in counts] == [2, 2, 0]


def test_a_cut_attack_costs_nobody_and_is_the_cutters() -> None:
    counts = told(
        (0, "3h", [["draws", 1, [], 3]]), (1, "7h", [["cut", 1, [], 3]]), (2, "2h", [["draws", 0, [], 2]]),
        (0, "take", [["took", 0, [], 2]]),
    )  # fmt: skip
    assert [(one.damage, one.cuts) for one in counts] == [(0, 0), (0, 1), (2, 0)]


def test_who_must_take_cards_of_their_own_has_done_no_damage_to_others() -> None:
    counts = told(
        (0, "Kh", [["draws", 1, [], 5]]), (1, "Ks", [["draws", 0, [], 10]]), (0, "take", [["took", 0, [], 10]]), size=2
    )
    assert [one.damage for one in counts] == [0, 5]


def test_a_stock_that_runs_out_takes_from_the_latest_share() -> None:
    counts = told(
        (0, "3h", [["draws", 1, [], 3]]), (1, "3s", [["draws", 2, [], 6]]), (2, "take", [["took", 2, [], 4]]),
    )  # fmt: skip
    assert [one.damage for one in counts] == [3, 1, 0]


def test_the_card_that_starts_the_pile_attacks_for_nobody() -> None:
    counts = told((0, "2h", [["draws", 1, [], 4]]), (1, "take", [["took", 1, [], 4]]), opening=[["draws", 0, [], 2]])
    assert [one.damage for one in counts] == [2, 0, 0]


def test_an_event_without_a_seat_is_read() -> None:
    assert told((0, "pass", [["passed", 0], ["over"]]))[0].turns == 1


def test_turns_are_timed_without_calls_and_without_stand_ins() -> None:
    moves = [
        MoveFacts(0, "5h", [], stand_in=False, at=START + timedelta(seconds=4)),
        MoveFacts(0, "macao", [], stand_in=False, at=START + timedelta(seconds=5)),
        MoveFacts(1, "5s", [], stand_in=True, at=START + timedelta(seconds=10)),
        MoveFacts(0, "6s", [], stand_in=False, at=START + timedelta(hours=3)),
    ]
    mine, theirs = count(2, [RoundFacts(7, 0, START, [], [0, 40], moves)], by_points=True)
    assert (mine.turns, mine.turn_ms) == (2, 4_000 + 300_000)
    assert (theirs.turns, theirs.turn_ms) == (0, 0)
    assert (mine.rounds_won, theirs.worst, theirs.worst_round) == (1, 40, 7)


def test_a_place_is_no_expensive_hand_and_a_blocked_round_is_won_by_nobody() -> None:
    (one, two) = count(2, [RoundFacts(7, None, START, [], [1, 2], [])], by_points=False)
    assert (two.worst, two.worst_round, two.charge) == (0, None, 2)
    assert one.rounds_won == 0
