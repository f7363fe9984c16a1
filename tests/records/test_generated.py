"""Matches as they are stored, played again from their seeds and moves: the end must be the stored one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest

from game import generating
from game.engine import MOST_MOVES, Round, RuleSet
from game.engine import Match as Standing
from game.engine.moves import CALLS, parse
from game.engine.shuffle import commitment, deal_seed, first_seat
from game.models import Match, Move, Score, Seat
from game.models import Round as RoundRow

pytestmark = pytest.mark.django_db


def faults(match: Match) -> list[str]:
    """What in the stored rows of a match does not follow from its seeds and moves."""
    rules, wrong = RuleSet.from_json(match.rules), []
    moves: dict[int, list[Move]] = defaultdict(list)
    for move in match.moves.all():
        moves[move.round_id].append(move)
    standing = Standing(rules, match.size, match.target)
    first: int | None = None
    for row in match.rounds.all():
        seed = deal_seed(bytes(row.server_seed), row.nonces)
        first = first_seat(seed, match.size) if first is None else first
        if row.commitment != commitment(bytes(row.server_seed)):
            wrong.append(f"round {row.number}: not the seed that was promised")
        if row.first != standing.first_seat(row.number, first):
            wrong.append(f"round {row.number}: seat {row.first} began")
        wrong += [f"round {row.number}: {text}" for text in _round_faults(row, rules, match.size, seed, moves[row.pk])]
        scores = sorted(row.scores.all(), key=lambda score: score.seat.number)
        standing = standing.charge([score.charge for score in scores])
        if [score.total for score in scores] != list(standing.totals):
            wrong.append(f"round {row.number}: totals {[score.total for score in scores]}, not {standing.totals}")
    seats = sorted(match.seats.all(), key=lambda seat: seat.number)
    if not standing.over or [seat.place for seat in seats] != list(standing.places):
        wrong.append(f"places {[seat.place for seat in seats]}, not {standing.places}")
    if [seat.total for seat in seats] != list(standing.totals) or match.drawn != (len(standing.winners) > 1):
        wrong.append("totals or the draw")
    return wrong


def _round_faults(row: RoundRow, rules: RuleSet, size: int, seed: bytes, moves: list[Move]) -> list[str]:
    assert row.first is not None
    round_, wrong = Round.deal(rules, size, seed=seed, first=row.first), []
    if round_.position() != row.deal or [event.to_json() for event in round_.opening] != row.opening:
        wrong.append("the deal is not that of the seed")
    for count, move in enumerate(moves, start=1):
        played = parse(move.text)
        if played.kind not in CALLS and round_.turn != move.seat:
            return [*wrong, f"move {move.number} out of turn"]
        events = round_.play(played)
        if not round_.over and count >= MOST_MOVES:
            events += round_.block()
        if [event.to_json() for event in events] != move.events:
            wrong.append(f"move {move.number} told {move.events}")
    if round_.position() != row.state or round_.winner != row.winner or not round_.over:
        wrong.append("ends otherwise")
    charges = round_.places if round_.scores is None else round_.scores
    scores = sorted(row.scores.all(), key=lambda score: score.seat.number)
    if [score.charge for score in scores] != list(charges or ()):
        wrong.append(f"charges {[score.charge for score in scores]}, not {charges}")
    if [score.place for score in scores] != list(round_.places or ()):
        wrong.append("places of the round")
    if [score.hand for score in scores] != round_.position()["hands"]:
        wrong.append("hands that were left")
    return wrong


def _stored(ids: range) -> Iterator[Match]:
    matches = Match.objects.filter(pk__gte=ids.start, pk__lt=ids.stop).order_by("pk")
    return matches.prefetch_related("seats", "moves", "rounds__scores__seat").iterator(chunk_size=50)


def test_every_stored_match_follows_from_its_seeds_and_moves(generated: range) -> None:
    count, wrong, games = 0, dict[str, list[str]](), set[str]()
    for match in _stored(generated):
        count, games = count + 1, games | {match.game}
        if found := faults(match):
            wrong[match.uid] = found
    assert wrong == {}
    assert (count, len(games)) == (len(generated), 11)


def test_a_changed_card_or_score_is_found(generated: range) -> None:
    match, second, third = generated[3], generated[4], generated[5]
    row = RoundRow.objects.filter(match=match).earliest("number")
    row.deal["hands"][0], row.deal["hands"][1] = row.deal["hands"][1], row.deal["hands"][0]
    row.save(update_fields=["deal"])
    score = Score.objects.filter(round__match=second).latest("pk")
    Score.objects.filter(pk=score.pk).update(charge=score.charge + 1)
    Seat.objects.filter(match=third, number=0).update(place=9)
    found = {stored.pk for stored in _stored(generated) if faults(stored)}
    assert found == {match, second, third}


def test_the_same_seed_makes_the_same_matches_in_any_order() -> None:
    people = [generating.Somebody(number + 1, f"Name {number}") for number in range(20)]
    once = [generating.play(number, 3, people) for number in (0, 1, 2)]
    again = [generating.play(number, 3, people) for number in (2, 0, 1)]
    assert sorted(map(_told, once)) == sorted(map(_told, again))
    assert len({one.match.uid for one in once}) == 3


def _told(played: generating.Played) -> tuple[str, list[str]]:
    return played.match.uid, [f"{move.at} {move.text}" for move in played.moves]
