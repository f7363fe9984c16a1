"""ROOM 6: a match as one JSON document (docs/records.md): what downloads, the API, archives and replays are made of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from game import engine, models, records
from game.bots import DEFAULT
from game.engine import Round, RuleSet
from game.engine.shuffle import commitment, deal_seed, first_seat
from game.models import Match, Move, PracticeMatch, Score, Seat
from game.practice import Settings
from game.practice.game import Game

FORMAT = "macao-match"
VERSION = 1


def match_document(match: Match) -> dict[str, Any]:
    """The document of one match; four queries. Of a running round nothing is in it."""
    return match_documents([match])[0]


def match_documents(matches: Sequence[Match]) -> list[dict[str, Any]]:
    """The documents of several matches, in their order; four queries, however many there are."""
    return _documents(matches, models.Round.objects.filter(match__in=matches, ended_at__isnull=False))


def round_document(match: Match, number: int) -> dict[str, Any] | None:
    """The document of a match with this one of its rounds; None if there is no such round, or it is still played.

    Four queries.
    """
    found = _documents([match], match.rounds.filter(number=number, ended_at__isnull=False))[0]
    return found if found["rounds"] else None


def _documents(matches: Sequence[Match], rows: Any) -> list[dict[str, Any]]:
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(match__in=matches).order_by("number"):
        seats[seat.match_id].append(seat)
    rounds: dict[int, list[models.Round]] = defaultdict(list)
    ids = []
    for row in rows.order_by("number"):
        rounds[row.match_id].append(row)
        ids.append(row.pk)
    scores: dict[int, list[Score]] = defaultdict(list)
    for score in Score.objects.filter(round_id__in=ids).order_by("seat__number"):
        scores[score.round_id].append(score)
    moves: dict[int, list[Move]] = defaultdict(list)
    for move in Move.objects.filter(round_id__in=ids).order_by("number").defer("events", "move_id"):
        moves[move.round_id].append(move)
    return [
        {
            **_head(match, seats[match.pk]),
            "rounds": [_round(match, row, scores[row.pk], moves[row.pk]) for row in rounds[match.pk]],
        }
        for match in matches
    ]


def _head(match: Match, seats: Sequence[Seat]) -> dict[str, Any]:
    return {
        "format": FORMAT, "version": VERSION, "match": match.uid, "game": match.game, "rules": match.rules,
        "target": match.target, "phase": match.phase, "private": match.private, "rated": match.rated,
        "drawn": match.drawn, "started": moment(match.started_at), "ended": moment(match.ended_at),
        "seats": [
            {
                "seat": seat.number, "name": records.seat_name(seat), "bot": seat.bot or None, "total": seat.total,
                "place": seat.place, "turns": seat.turns, "stand_in_turns": seat.stand_in_turns,
            }
            for seat in seats
        ],
    }  # fmt: skip


def _round(match: Match, row: models.Round, scores: Sequence[Score], moves: Sequence[Move]) -> dict[str, Any]:
    return {
        "number": row.number, "first": row.first, "commitment": row.commitment,
        "server_seed": bytes(row.server_seed).hex(), "nonces": row.nonces, "deal": row.deal or dealt(match, row),
        "dealt": moment(row.dealt_at), "ended": moment(row.ended_at), "winner": row.winner,
        "charges": [score.charge for score in scores],
        "places": [score.place for score in scores],
        "totals": [score.total for score in scores],
        "moves": [
            {
                "number": move.number, "seat": move.seat, "text": move.text, "at": moment(move.at),
                "stand_in": move.stand_in,
            }
            for move in moves
        ],
        "state": row.state,
    }  # fmt: skip


def practice_document(match: PracticeMatch) -> dict[str, Any]:
    """The document of a practice match, made of its seed and moves; the person has seat 0. No queries."""
    settings = Settings(RuleSet.from_json(match.rules), match.size - 1)
    score = engine.Match(settings.rules, match.size, match.target)
    game = Game(settings, bytes.fromhex(match.kept["seed"]), score, (0,) * match.size)
    game.first = first_seat(game.deal_seed(), match.size)
    rounds, totals = [], [0] * match.size
    for number, (told, kept) in enumerate(zip(match.rounds, match.kept["rounds"], strict=True), start=1):
        game.number, game.deals = number, kept["deal"]
        totals = [total + charge for total, charge in zip(totals, told["charges"], strict=True)]
        rounds.append({
            "number": number, "first": score.first_seat(number, game.first),
            "commitment": commitment(game.server_seed()), "server_seed": game.server_seed().hex(),
            "nonces": [None] * match.size, "deal": game.dealt().position(), "dealt": None, "ended": None,
            "winner": told["first"], "charges": told["charges"], "places": [None] * match.size, "totals": totals,
            "moves": [
                {"number": at, "seat": seat, "text": text, "at": None, "stand_in": False}
                for at, (seat, text) in enumerate(kept["made"], start=1)
            ],
            "state": None,
        })  # fmt: skip
    return {
        "format": FORMAT, "version": VERSION, "match": match.uid, "game": settings.rules.id, "rules": match.rules,
        "target": match.target, "phase": Match.Phase.OVER, "private": True, "rated": False,
        "drawn": match.places.count(1) > 1, "started": None, "ended": moment(match.played_at),
        "seats": [
            {
                "seat": seat, "name": f"Bot {seat + 1}" if seat else _("You"), "bot": DEFAULT if seat else None,
                "total": match.totals[seat], "place": match.places[seat], "turns": None, "stand_in_turns": None,
            }
            for seat in range(match.size)
        ],
        "rounds": rounds,
    }  # fmt: skip


def dealt(match: Match, row: models.Round) -> dict[str, Any]:
    """The position of a round from before deals were kept, dealt again from its seed."""
    seed = deal_seed(bytes(row.server_seed), row.nonces)
    rules = RuleSet.from_json(match.rules)
    return Round.deal(rules, match.size, seed=seed, first=row.first or 0).position()


def moment(at: datetime | None) -> str | None:
    """A time as the documents write it: ISO 8601, UTC."""
    return None if at is None else at.isoformat().replace("+00:00", "Z")
