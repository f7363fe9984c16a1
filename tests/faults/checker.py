"""Decides from the players' own histories and a dump of the database whether a match was kept (I1-I6)."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.faults import referee

Rows = list[dict[str, Any]]
Fetch = Callable[[str], Rows]


@dataclass(frozen=True)
class Sent:
    """One command of one player: what was sent, and the answer (None: the connection was lost before one came)."""

    match: int
    seat: int
    move_id: str
    text: str
    result: str | None


def dump(fetch: Fetch) -> dict[str, Rows]:
    """All that the checker looks at. JSON columns may come as text (SQLite) or as values (PostgreSQL)."""
    tables = {
        "matches": fetch("SELECT id, version, phase, size, target, drawn FROM game_match ORDER BY id"),
        "seats": fetch("SELECT id, match_id, number, total, place FROM game_seat ORDER BY match_id, number"),
        "rounds": fetch(
            "SELECT id, match_id, number, first, server_seed, commitment, nonces, version, state, ended_at, winner"
            " FROM game_round ORDER BY match_id, number"
        ),
        "moves": fetch(
            "SELECT match_id, round_id, number, seat, text, move_id, stand_in FROM game_move ORDER BY match_id, number"
        ),
        "scores": fetch("SELECT round_id, seat_id, charge, total FROM game_score"),
    }
    for row in tables["rounds"]:
        for key in ("nonces", "state"):
            if isinstance(row[key], str):
                row[key] = json.loads(row[key])
    return tables


def findings(tables: dict[str, Rows], histories: Iterable[Sent]) -> list[str]:
    """Everything that is wrong; empty when the matches were kept."""
    wrong = [*_acknowledged(tables["moves"], histories)]
    for match in tables["matches"]:
        wrong += [f"match {match['id']}: {text}" for text in _match(match, tables)]
    return wrong


def _acknowledged(moves: Rows, histories: Iterable[Sent]) -> list[str]:
    """I1, I2: a move answered `done` is in the log once, a refused one never, one without an answer at most once."""
    logged = Counter((move["match_id"], move["seat"], move["move_id"]) for move in moves if move["move_id"])
    answers: dict[tuple[int, int, str], set[str | None]] = defaultdict(set)
    for sent in histories:
        answers[sent.match, sent.seat, sent.move_id].add(sent.result)
    wrong = []
    for key, results in answers.items():
        count = logged[key]
        if "done" in results and count != 1:
            wrong.append(f"acknowledged move {key} is in the log {count} times")
        elif results and "done" not in results and None not in results and count:
            wrong.append(f"refused move {key} is in the log")
        elif count > 1:
            wrong.append(f"move {key} is in the log {count} times")
    return wrong


def _match(match: dict[str, Any], tables: dict[str, Rows]) -> list[str]:
    rounds = [row for row in tables["rounds"] if row["match_id"] == match["id"]]
    moves = [row for row in tables["moves"] if row["match_id"] == match["id"]]
    seats = [row for row in tables["seats"] if row["match_id"] == match["id"]]
    wrong = []
    versions = sorted([move["number"] for move in moves] + [row["version"] for row in rounds if row["version"]])
    if versions != list(range(1, match["version"] + 1)):
        wrong.append(f"versions are not 1 to {match['version']}: {versions[-5:]}")
    totals = [0] * len(seats)
    for row in rounds:
        if row["state"] is None:
            continue
        played = [move for move in moves if move["round_id"] == row["id"]]
        table, faults = referee.replay(row, played, match["size"])
        faults += referee.compare(table, row["state"]) if not faults else []
        if table.over:
            faults += _charges(table, row, seats, totals, tables["scores"])
        wrong += [f"round {row['number']}: {text}" for text in faults]
    if [seat["total"] for seat in seats] != totals:
        wrong.append(f"totals are {[seat['total'] for seat in seats]}, the rounds give {totals}")
    if match["phase"] == "over" and max(totals) < match["target"]:
        wrong.append("over before the target was reached")
    return wrong


def _charges(table: referee.Table, row: dict[str, Any], seats: Rows, totals: list[int], scores: Rows) -> Sequence[str]:
    """I6: the charges of a round that is over, added to `totals` in place."""
    wrong = []
    for seat in seats:
        charge = sum(referee.points(card) for card in table.hands[seat["number"]])
        totals[seat["number"]] += charge
        stored = [score for score in scores if score["round_id"] == row["id"] and score["seat_id"] == seat["id"]]
        if [(score["charge"], score["total"]) for score in stored] != [(charge, totals[seat["number"]])]:
            wrong.append(f"seat {seat['number']} is charged {stored}, its hand costs {charge}")
    if row["winner"] != table.out:
        wrong.append(f"winner is {row['winner']}, the replay says {table.out}")
    return wrong
