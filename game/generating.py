"""ROOM 6: matches for trials, in any number: bots play them move by move as a table would, from a seed.

The same seed gives the same matches, however many processes make them. They are written with numbers of their own
choosing, so a database that also serves people is the wrong place for them.
"""

from __future__ import annotations

import random
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import accumulate

from django.db import connection, transaction
from django.db.models import Max

from game import bots, models, names, rows
from game.engine import RuleSet
from game.engine.presets import PRESETS
from game.engine.shuffle import commitment
from game.models import Match, Move, Score, Seat, User
from game.running import Running, seal

BATCH = 50
"""Matches written in one transaction."""
FIRST = datetime(2025, 11, 1, tzinfo=UTC)
"""When the first generated match begins."""
APART = timedelta(minutes=11)
"""From the beginning of one match to that of the next; at least a month's worth go into 5,000."""
SHORT = 60
"""Points that end most matches of points (`LONG` in so many goes to the game's own target)."""
LONG = 100
GAMES = ("simple-macao",) * 12 + tuple(PRESETS)
"""Every game, the default one more often."""
SIZES = (2, 2, 2, 3, 3, 4)
_SEATS_A_MATCH, _ROUNDS_A_MATCH = 16, 512  # numbers that are kept free for each match

_MATCH = (
    "id", "uid", "private", "rules", "game", "house", "rated", "target", "turn_seconds", "bot_seconds", "size",
    "phase", "version", "turn_version", "stamp", "round_number", "first_seat", "ready", "started_at", "ended_at",
    "drawn",
)  # fmt: skip
_SEAT = (
    "id", "match", "number", "user", "bot", "name", "game", "at", "left", "total", "firsts", "place", "turns",
    "stand_in_turns",
)  # fmt: skip
_ROUND = (
    "id", "match", "number", "first", "server_seed", "commitment", "nonces", "version", "opening", "deal", "state",
    "dealt_at", "ended_at", "winner",
)  # fmt: skip
_MOVE = ("match", "round", "number", "seat", "text", "events", "user", "stand_in", "at")
_SCORE = ("round", "seat", "charge", "place", "total", "hand")


@dataclass(frozen=True, slots=True)
class Somebody:
    """An account that matches are made for."""

    pk: int
    name: str


@dataclass(slots=True)
class Played:
    """A match that is over, as its rows; all have their primary keys but moves and scores."""

    match: Match
    seats: list[Seat]
    rounds: list[models.Round] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)


# --- people


def somebodies(count: int, seed: int) -> list[Somebody]:
    """So many accounts without a password, made where there are none yet; in a settled order."""
    wanted = list(_names(count, seed))
    keys = [names.key(name) for name in wanted]
    new = [User(username=key, name=name, password="!") for key, name in zip(keys, wanted, strict=True)]  # noqa: S106 (unusable)
    User.objects.bulk_create(new, ignore_conflicts=True, batch_size=500)
    found: dict[str, int] = {}
    for start in range(0, count, 500):
        found |= dict(User.objects.filter(username__in=keys[start : start + 500]).values_list("username", "pk"))
    return [Somebody(found[key], name) for key, name in zip(keys, wanted, strict=True)]


def _names(count: int, seed: int) -> Iterator[str]:
    """Names that can be said; each once."""
    rng, given = random.Random(f"names {seed}"), set[str]()  # noqa: S311 (no secret)
    while len(given) < count:
        syllables = [rng.choice("bcdfgklmnprstvz") + rng.choice("aeiou") for _ in range(rng.choice((2, 3, 3, 4)))]
        name = "".join(syllables).capitalize() + rng.choice(("", "", "n", "r", "s"))
        if name not in given:
            given.add(name)
            yield name


# --- one match


def play(number: int, seed: int, people: Sequence[Somebody], first_id: int = 1) -> Played:
    """The match of that number, from its first deal to its end. `first_id` is the primary key of match 0."""
    rng = random.Random(f"{seed}/{number}")  # noqa: S311 (no secret)
    rules = RuleSet.from_json(rng.choice(GAMES))
    size = min(max(rng.choice(SIZES), rules.min_seats), rules.max_seats)
    now = FIRST + number * APART + timedelta(seconds=rng.randrange(300))
    match = Match(
        pk=first_id + number, uid=_token(rng), private=rng.random() < 0.3, rules=rules.to_json(), game=rules.id,
        target=SHORT if rules.by_points and number % LONG else rules.target, turn_seconds=30,
        size=size, started_at=now,
    )  # fmt: skip
    seats = _seats(match, rng, people)
    match.rated = sum(seat.user_id is not None for seat in seats) > 1 and rng.random() < (0.2 if match.private else 0.9)
    played = Played(match, seats)
    _play(played, rules, rng, now)
    return played


def _token(rng: random.Random) -> str:
    """As unlikely twice as those of real matches, and of the same form."""
    return urlsafe_b64encode(rng.randbytes(16)).decode().rstrip("=")


def _seats(match: Match, rng: random.Random, people: Sequence[Somebody]) -> list[Seat]:
    """Those who play most sit in most matches; every fourth seat is a bot's, but one person there is."""
    weights = list(accumulate(1 / (place + 8) for place in range(len(people))))
    wanted = max(1, sum(rng.random() < 0.75 for _ in range(match.size)))
    there: dict[int, Somebody] = {}
    while len(there) < min(wanted, len(people)):
        one = rng.choices(people, cum_weights=weights)[0]
        there[one.pk] = one
    chairs: list[Somebody | None] = [*there.values(), *[None] * (match.size - len(there))]
    rng.shuffle(chairs)
    return [
        Seat(
            pk=match.pk * _SEATS_A_MATCH + number, match_id=match.pk, number=number, user_id=one.pk if one else None,
            bot="" if one else bots.DEFAULT, name=one.name if one else f"Bot {number + 1}", game=match.game,
            at=match.started_at,
        )
        for number, one in enumerate(chairs)
    ]  # fmt: skip


def _play(played: Played, rules: RuleSet, rng: random.Random, now: datetime) -> None:
    match = played.match
    sealed = _sealed(seal(match.pk, 1, match.size), rng)
    running = Running(match, played.seats, rules, sealed, sealed, None, None)
    # somebody may get up in the middle: a stand-in plays the seat's turns from then on
    gone = {seat.number: rng.randrange(120) for seat in played.seats if not seat.bot and rng.random() < 0.05}
    while match.phase != Match.Phase.OVER:
        assert running.sealed is not None
        row = running.sealed
        for seat in played.seats:
            if not seat.bot and rng.random() < 0.9:
                row.nonces[seat.number] = f"{rng.getrandbits(128):032x}"
        running.deal(now)
        played.rounds.append(row)
        while match.phase == Match.Phase.PLAYING:
            now += timedelta(seconds=round(rng.uniform(0.6, 6), 3))
            _act(running, rng, now, gone)
        played.moves += running.changes.moves
        played.scores += running.changes.scores
        assert running.round is not None
        row.state = running.round.position()
        running.changes.moves, running.changes.scores = [], []
        if running.sealed is not None:
            _sealed(running.sealed, rng)
        now += timedelta(seconds=12)
    played.seats = running.seats
    _count_turns(played)


def _sealed(row: models.Round, rng: random.Random) -> models.Round:
    """A round whose secret comes from the generator instead of chance."""
    row.pk = row.match_id * _ROUNDS_A_MATCH + row.number
    row.server_seed = rng.randbytes(32)
    row.commitment = commitment(row.server_seed)
    return row


def _act(running: Running, rng: random.Random, now: datetime, gone: dict[int, int]) -> None:
    """The seat in turn moves; or else somebody makes a call that is open."""
    assert running.round is not None
    round_, turn = running.round, running.round.turn
    if rng.random() < 0.5 and _call(running, now):
        return
    seat = running.seats[turn]
    view = round_.view(turn)
    move = str(bots.BOTS[bots.DEFAULT].choose(view, rng))
    if seat.bot:
        running.play(turn, move, now)
    elif running.match.version >= gone.get(turn, 10**9):
        running.play(turn, move, now, stand_in=True)
    else:
        running.play(turn, move, now, user_id=seat.user_id)


def _call(running: Running, now: datetime) -> bool:
    assert running.round is not None
    for seat in running.seats:
        for text in running.round.view(seat.number).calls_open():
            running.play(seat.number, text, now, user_id=seat.user_id)
            return True
    return False


def _count_turns(played: Played) -> None:
    for seat in played.seats:
        own = [
            m for m in played.moves if m.seat == seat.number and m.text != "macao" and not m.text.startswith("catch")
        ]
        seat.turns, seat.stand_in_turns = len(own), sum(move.stand_in for move in own)


# --- many


def write(played: Sequence[Played]) -> None:
    """The rows of matches, in one transaction."""
    with transaction.atomic():
        rows.insert(Match, _MATCH, [one.match for one in played])
        rows.insert(Seat, _SEAT, [seat for one in played for seat in one.seats])
        rows.insert(models.Round, _ROUND, [row for one in played for row in one.rounds])
        rows.insert(Move, _MOVE, [move for one in played for move in one.moves])
        rows.insert(Score, _SCORE, [score for one in played for score in one.scores])


def first_id() -> int:
    """The primary key for match 0: after all that there are."""
    return int(Match.objects.aggregate(last=Max("pk"))["last"] or 0) + 1


def generate(numbers: range, seed: int, people: Sequence[Somebody], first: int) -> None:
    """Play and write the matches of those numbers."""
    for start in range(numbers.start, numbers.stop, BATCH):
        batch = range(start, min(start + BATCH, numbers.stop))
        write([play(number, seed, people, first) for number in batch])


def mend_sequences() -> None:
    """Let the database count on after the numbers that were chosen here (PostgreSQL keeps its own count)."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for model in (Match, Seat, models.Round):
            table = model._meta.db_table
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))"  # noqa: S608
            )
