"""The checker is tested first: an honest match passes, and each planted fault is found."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from game.engine import Round
from game.engine.shuffle import commitment, deal_seed
from tests.faults import referee
from tests.faults.checker import Sent, findings


@pytest.fixture
def kept() -> tuple[dict[str, list[dict[str, Any]]], list[Sent]]:
    """A match of one finished round, as the database holds it, and what its players say."""
    rng = random.Random(4)
    # the same one each time: not every end of a round has a stock of which cards can be swapped
    server_seed = rng.randbytes(32)
    nonces = [rng.randbytes(16).hex(), None, rng.randbytes(16).hex()]
    round_ = Round.deal("simple-macao", 3, seed=deal_seed(server_seed, nonces), first=1)
    moves: list[dict[str, Any]] = []
    sent = []
    while not round_.over:
        text, seat = str(rng.choice(round_.legal_moves())), round_.turn
        number = len(moves) + 2
        moves.append({"match_id": 1, "round_id": 1, "number": number, "seat": seat, "text": text,
                      "move_id": f"id-{number}", "stand_in": False})  # fmt: skip
        sent.append(Sent(1, seat, f"id-{number}", text, "done"))
        round_.play(text)
    state = round_.position()
    row = {"id": 1, "match_id": 1, "number": 1, "first": 1, "server_seed": server_seed, "nonces": nonces,
           "commitment": commitment(server_seed), "version": 1, "state": state, "winner": round_.winner}  # fmt: skip
    charges = state["scores"]
    tables = {
        "matches": [{"id": 1, "version": len(moves) + 1, "phase": "between", "size": 3, "target": 5000}],
        "seats": [{"id": 10 + n, "match_id": 1, "number": n, "total": charges[n]} for n in range(3)],
        "rounds": [row],
        "moves": moves,
        "scores": [{"round_id": 1, "seat_id": 10 + n, "charge": charges[n], "total": charges[n]} for n in range(3)],
    }
    return tables, sent


def test_a_kept_match_has_no_findings(kept: Any) -> None:
    assert findings(*kept) == []


PLANTS = {
    "lost ack": lambda t, s: t["moves"].pop(3),
    "move twice in the log": lambda t, s: t["moves"].append({**t["moves"][3], "number": t["moves"][-1]["number"] + 1}),
    "two actions in a turn": lambda t, s: t["moves"].insert(4, {**t["moves"][3], "move_id": None}),
    "doubled card": lambda t, s: t["rounds"][0]["state"]["hands"][0].append("7h"),
    "swapped stock": lambda t, s: t["rounds"][0]["state"]["stock"].reverse(),
    "version without a move": lambda t, s: t["matches"][0].update(version=t["matches"][0]["version"] + 1),
    "refused move in the log": lambda t, s: s.__setitem__(2, Sent(1, s[2].seat, s[2].move_id, s[2].text, "stale")),
    "another seat's move": lambda t, s: t["moves"][2].update(seat=(t["moves"][2]["seat"] + 1) % 3),
    "wrong charge": lambda t, s: t["scores"][0].update(charge=t["scores"][0]["charge"] + 5),
    "wrong total": lambda t, s: t["seats"][1].update(total=1234),
    "another seed": lambda t, s: t["rounds"][0].update(server_seed=bytes(32)),
    "another nonce": lambda t, s: t["rounds"][0].update(nonces=[None, None, None]),
    "wrong winner": lambda t, s: t["rounds"][0].update(winner=(t["rounds"][0]["winner"] + 1) % 3),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_fault_is_found(kept: Any, plant: str) -> None:
    tables, sent = copy.deepcopy(kept)
    PLANTS[plant](tables, sent)
    assert findings(tables, sent)


def test_the_referee_and_the_engine_play_alike() -> None:
    """2 to 6 seats, random legal moves: the same moves are allowed and lead to the same cards."""
    rng = random.Random(2026)
    for _ in range(60):
        seats, first, seed = rng.randint(2, 6), 0, rng.randbytes(32)
        round_ = Round.deal("simple-macao", seats, seed=seed, first=first)
        table = referee.deal(seed, seats, first)
        for _ in range(400):
            if round_.over:
                break
            legal = {str(move) for move in round_.legal_moves()}
            hand = table.hands[table.turn]
            texts = {*hand, *(f"{card}={suit}" for card in hand for suit in "cdhs"), "draw", "take", "wait", "pass"}
            assert {text for text in texts if referee.fault(table, text) is None} == legal
            move = rng.choice(sorted(legal))
            round_.play(move)
            referee.play(table, move)
            assert referee.compare(table, round_.position()) == []
