"""ROOM 6: counts matches that are over, one by one: ratings, leaderboards, statistics. The only writer of those.

All of it follows from the rows of matches, in the order in which they were counted (`Match.booked`): it can be counted
again from nothing, with the same result (`recount`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

from django.db import connection, models, transaction
from django.db.models import Max, Q

from game import ratings, rows
from game.counting import Counts, MoveFacts, RoundFacts, count
from game.engine import RuleSet
from game.models import (
    ALL_GAMES,
    BoardRow,
    Match,
    Meeting,
    Move,
    Player,
    Rating,
    RatingChange,
    Round,
    Score,
    Seat,
    Tally,
    User,
)

_LOCK = 0x626F6F6B  # an advisory lock's number: "book"
_BATCH = 200  # matches that are read together
_WRITTEN = 1000  # rows in one statement

Over = Match.Phase.OVER


# --- what is counted of one match


@dataclass(frozen=True, slots=True)
class Facts:
    """A match that has ended, with its seats in order. `counts` is None where it counts for nobody."""

    match: Match
    seats: Sequence[Seat]
    places: Sequence[int]
    """That count, by seat: who had a stand-in play most of the turns comes after all others."""
    counts: Sequence[Counts] | None

    @property
    def number(self) -> int:
        assert self.match.booked is not None, "it has its number"
        return self.match.booked

    def won(self, seat: int) -> bool:
        """Whether that seat won; a shared first place is won by nobody (SM-32)."""
        return self.places[seat] == 1 and list(self.places).count(1) == 1


def own(seat: Seat) -> bool:
    """Whether whoever sits there has played at least half of the seat's turns; a bot always has."""
    return bool(seat.bot) or 2 * seat.stand_in_turns <= seat.turns


def counts_for_anybody(match: Match, seats: Iterable[Seat]) -> bool:
    """Whether a match is over and at least one person was there to its end, and had played most of their turns."""
    return match.phase == Over and any(not seat.bot and not seat.left and own(seat) for seat in seats)


def places_of(seats: Sequence[Seat]) -> list[int]:
    """The places that count, by seat: those of the match, but after all others for who hardly played."""
    worths = [(not own(seat), (seat.place or 0) if own(seat) else 0) for seat in seats]
    return [1 + sum(other < worth for other in worths) for worth in worths]


def _facts(matches: Sequence[Match]) -> Iterator[Facts]:
    """What is to be counted of these matches, in their order; four queries."""
    ids = [match.pk for match in matches]
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(match__in=ids).order_by("match_id", "number"):
        seats[seat.match_id].append(seat)
    lasting = [match.pk for match in matches if counts_for_anybody(match, seats[match.pk])]
    charges: dict[int, list[int]] = defaultdict(list)
    scores = Score.objects.filter(round__match__in=lasting).order_by("round_id", "seat__number")
    for round_id, charge in scores.values_list("round_id", "charge"):
        charges[round_id].append(charge)
    moves: dict[int, list[MoveFacts]] = defaultdict(list)
    made = Move.objects.filter(match__in=lasting).order_by("match_id", "number")
    for round_id, *values in made.values_list("round_id", "seat", "text", "events", "stand_in", "at"):
        moves[round_id].append(MoveFacts(*values))
    rounds: dict[int, list[RoundFacts]] = defaultdict(list)
    ended = Round.objects.filter(match__in=lasting, ended_at__isnull=False).order_by("match_id", "number")
    for pk, match_id, winner, dealt_at, opening in ended.values_list("pk", "match_id", "winner", "dealt_at", "opening"):
        rounds[match_id].append(RoundFacts(pk, winner, dealt_at, opening, charges[pk], moves[pk]))
    by_points: dict[str, bool] = {}
    for match in matches:
        counts = None
        if match.pk in lasting:
            if match.game not in by_points:
                by_points[match.game] = RuleSet.from_json(match.rules).by_points
            counts = count(match.size, rounds[match.pk], by_points=by_points[match.game])
        yield Facts(match, seats[match.pk], places_of(seats[match.pk]), counts)


# --- the books: everything that follows, in memory

Key = tuple[Any, ...]
Row = TypeVar("Row", bound=models.Model)


class Page(NamedTuple):
    """One kind of row in the books: which fields name it, and which are counted."""

    model: type[models.Model]
    names: tuple[str, ...]
    counted: tuple[str, ...]

    def key(self, row: Any) -> Key:
        return tuple([getattr(row, name) for name in self.names])

    def values(self, row: Any) -> tuple[Any, ...]:
        return tuple([getattr(row, name) for name in self.counted])


RATINGS = Page(Rating, ("player_id", "game"), ("mu", "sigma", "matches", "wins", "at"))
CHANGES = Page(
    RatingChange, ("seat_id", "game"),
    ("player_id", "number", "place", "mu_before", "sigma_before", "mu", "sigma", "at"),
)  # fmt: skip
BOARDS = Page(BoardRow, ("game", "period", "player_id"), ("rating", "matches", "wins", "listed"))
TALLIES = Page(
    Tally, ("user_id", "game", "private"),
    (
        "matches", "wins", "rounds", "rounds_won", "charge", "damage", "cuts", "worst", "worst_round_id", "turns",
        "turn_ms",
    ),
)  # fmt: skip
MEETINGS = Page(Meeting, ("user_id", "other_id"), ("matches", "ahead", "behind"))
PAGES = (RATINGS, CHANGES, BOARDS, TALLIES, MEETINGS)


@dataclass(slots=True)
class Books:
    """Rows by their key, one dictionary a page; `players` are those of accounts and policies that there are."""

    players: dict[int | str, Player] = field(default_factory=dict)
    """By id of the user, or by name of the policy."""
    nameless: set[int] = field(default_factory=set)
    """Ids of players whose accounts are gone: they are rated, but have no line on a board."""
    found: dict[Page, dict[Key, Any]] = field(default_factory=lambda: {page: {} for page in PAGES})

    def _row(self, page: Page, **names: Any) -> Any:
        key = tuple([names[name] for name in page.names])
        row = self.found[page].get(key)
        if row is None:
            row = self.found[page][key] = page.model(**names)
        return row

    def enter(self, facts: Facts) -> None:
        """Count a match."""
        if facts.counts is None:
            return
        for seat in facts.seats:
            if seat.user_id is not None:
                self.tally(facts, seat)
        for one, other in combinations([seat for seat in facts.seats if seat.user_id is not None], 2):
            self.meet(facts, one, other)
        if facts.match.rated:
            for game in (facts.match.game, ALL_GAMES):
                self._rate(facts, game)

    def tally(self, facts: Facts, seat: Seat) -> None:
        """Count what one seat's person did."""
        assert facts.counts is not None
        counts, match = facts.counts[seat.number], facts.match
        row: Tally = self._row(TALLIES, user_id=seat.user_id, game=match.game, private=match.private)
        row.matches += 1
        row.wins += facts.won(seat.number)
        for name in ("rounds", "rounds_won", "charge", "damage", "cuts", "turns", "turn_ms"):
            setattr(row, name, getattr(row, name) + getattr(counts, name))
        # of equal hands the earlier round's, in whichever order they are counted
        if (counts.worst, -(counts.worst_round or 0)) > (row.worst, -(row.worst_round_id or 0)):
            row.worst, row.worst_round_id = counts.worst, counts.worst_round

    def meet(self, facts: Facts, one: Seat, other: Seat) -> None:
        """Count that two people met."""
        for mine, theirs in ((one, other), (other, one)):
            row: Meeting = self._row(MEETINGS, user_id=mine.user_id, other_id=theirs.user_id)
            row.matches += 1
            row.ahead += facts.places[mine.number] < facts.places[theirs.number]
            row.behind += facts.places[mine.number] > facts.places[theirs.number]

    def _rate(self, facts: Facts, game: str) -> None:
        """Rate the players of all seats. Bots of one policy are one player: it moves by the mean of its seats."""
        players = [self._player(seat) for seat in facts.seats]
        held: list[Rating] = []
        for player in players:
            row = self._row(RATINGS, player_id=player, game=game)
            if row.mu is None:
                row.mu, row.sigma = ratings.NEW
            held.append(row)
        before = [(row.mu, row.sigma) for row in held]
        after = ratings.rated(before, facts.places)
        at = facts.match.ended_at
        assert at is not None
        for player in dict.fromkeys(players):
            mine = [seat for seat, other in enumerate(players) if other == player]
            row, won = held[mine[0]], any(facts.won(seat) for seat in mine)
            row.mu = sum(after[seat][0] for seat in mine) / len(mine)
            row.sigma = sum(after[seat][1] for seat in mine) / len(mine)
            row.matches, row.wins, row.at = row.matches + 1, row.wins + won, at
            for seat in mine:
                change = self._row(CHANGES, seat_id=facts.seats[seat].pk, game=game)
                change.player_id, change.number, change.place = player, facts.number, facts.places[seat]
                (change.mu_before, change.sigma_before), change.at = before[seat], at
                change.mu, change.sigma = row.mu, row.sigma
            if player not in self.nameless:
                self._board(row, won=won)

    def _board(self, rating: Rating, *, won: bool) -> None:
        assert rating.at is not None
        for period in ratings.periods(rating.at):
            row = self._row(BOARDS, game=rating.game, period=period, player_id=rating.player_id)
            row.rating = ratings.shown(rating.mu, rating.sigma).value
            row.matches, row.wins = (row.matches or 0) + 1, (row.wins or 0) + won
            row.listed = row.matches >= ratings.least(period)

    def _player(self, seat: Seat) -> int:
        """The primary key of a seat's player."""
        if seat.user_id is None and not seat.bot:
            assert seat.player_id is not None, "an account that went has left its player"
            return seat.player_id
        return self.players[seat.bot or seat.user_id or 0].pk


def _players_of(facts: Iterable[Facts]) -> dict[int | str, Player]:
    """The players of rated seats; those that there are not yet are made."""
    seats = [seat for one in facts if one.counts is not None and one.match.rated for seat in one.seats]
    users = {seat.user_id for seat in seats if seat.user_id is not None}
    policies = {seat.bot for seat in seats if seat.bot}
    known = _known_players(users, policies)
    new = [Player(user_id=user) for user in sorted(users - known.keys())]
    new += [Player(bot=policy) for policy in sorted(policies - known.keys())]
    if new:
        Player.objects.bulk_create(new)
        known |= _known_players(users, policies)
    return known


def _known_players(users: set[int], policies: set[str]) -> dict[int | str, Player]:
    wanted = Q(user__in=users) | (Q(bot__in=policies) & ~Q(bot=""))
    return {player.bot or player.user_id or 0: player for player in Player.objects.filter(wanted)}


# --- booking


def waiting() -> bool:
    """Whether a match is over and not counted yet."""
    return _waiting().exists()


def _waiting() -> models.QuerySet[Match]:
    return Match.objects.filter(ended_at__isnull=False, booked__isnull=True)


def book(limit: int = _BATCH) -> int:
    """Count matches that are over, in the order in which they ended, at most so many, in one transaction. How many.

    One process at a time: while another one counts, 0.
    """
    with transaction.atomic():
        if not _alone():
            return 0
        matches = list(_waiting().order_by("ended_at", "pk")[:limit])
        if not matches:
            return 0
        last = Match.objects.aggregate(last=Max("booked"))["last"] or 0
        for number, match in enumerate(matches, start=last + 1):
            match.booked = number
        facts = list(_facts(matches))
        books = _opened(facts)
        before = {page: {key: page.values(row) for key, row in books.found[page].items()} for page in PAGES}
        for one in facts:
            books.enter(one)
        for page in PAGES:
            _write(page, books.found[page], before[page])
        # without `Match.stamp`: who plays has nothing to do with this field, and the match is over
        rows.update(Match, ("booked",), ("id",), [(match, (match.pk,)) for match in matches])
    return len(matches)


def _alone() -> bool:
    """Whether this transaction alone counts; on SQLite every transaction that writes is alone."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCK])
        return bool(cursor.fetchone()[0])


def _opened(facts: Sequence[Facts]) -> Books:
    """The rows that these matches change, as far as there are any."""
    books = Books(_players_of(facts))
    counted = [one for one in facts if one.counts is not None]
    users = {seat.user_id for one in counted for seat in one.seats if seat.user_id is not None}
    rated = [one for one in counted if one.match.rated]
    gone = {seat.player_id for one in rated for seat in one.seats if seat.user_id is None and not seat.bot}
    books.nameless |= {player for player in gone if player is not None}
    players = {player.pk for player in books.players.values()} | books.nameless
    games = {one.match.game for one in counted}
    periods = {period for one in rated if one.match.ended_at for period in ratings.periods(one.match.ended_at)}
    boards = BoardRow.objects.filter(player__in=players, game__in={*games, ALL_GAMES}, period__in=periods)
    for page, found in (
        (RATINGS, Rating.objects.filter(player__in=players, game__in={*games, ALL_GAMES})),
        (BOARDS, boards),
        (TALLIES, Tally.objects.filter(user__in=users, game__in=games)),
        (MEETINGS, Meeting.objects.filter(user__in=users, other__in=users)),
    ):
        books.found[page] = {page.key(row): row for row in found}
    return books


def _write(page: Page, found: dict[Key, Any], before: dict[Key, tuple[Any, ...]]) -> None:
    """Add the rows that are new, and write those that have changed."""
    new = [row for key, row in found.items() if key not in before]
    page.model._default_manager.bulk_create(new, batch_size=_WRITTEN)
    changed: list[rows.Row] = [
        (row, (row.pk,)) for key, row in found.items() if key in before and before[key] != page.values(row)
    ]
    names = tuple([name.removesuffix("_id") for name in page.counted])
    rows.update(page.model, names, ("id",), changed)


# --- counting again


def recounted(tell: Callable[[int], None] = lambda done: None) -> Books:
    """The books as they follow from all matches that are counted, in that order; nothing is written but new players.

    `tell` hears how many matches are done.
    """
    books = Books(nameless=set(Player.objects.filter(user=None, bot="").values_list("pk", flat=True)))
    last, done = 0, 0
    while matches := list(Match.objects.filter(booked__gt=last).order_by("booked")[:_BATCH]):
        facts = list(_facts(matches))
        books.players |= _players_of(facts)
        for one in facts:
            books.enter(one)
        last, done = facts[-1].number, done + len(facts)
        tell(done)
    return books


class Difference(NamedTuple):
    """A row that is stored otherwise than it is recounted; None where there is none."""

    page: Page
    key: Key
    stored: tuple[Any, ...] | None
    recounted: tuple[Any, ...] | None

    def __str__(self) -> str:
        name = dict(zip(self.page.names, self.key, strict=True))
        return f"{self.page.model.__name__} {name}: stored {self.stored}, recounted {self.recounted}"


def differences(books: Books) -> list[Difference]:
    """Where the stored books are not these."""
    found = []
    for page in PAGES:
        wanted = {key: page.values(row) for key, row in books.found[page].items()}
        columns = (*page.names, *page.counted)
        for row in page.model._default_manager.values_list(*columns).iterator(chunk_size=5000):
            key, stored = row[: len(page.names)], row[len(page.names) :]
            right = wanted.pop(key, None)
            if right != stored:
                found.append(Difference(page, key, stored, right))
        found += [Difference(page, key, None, right) for key, right in wanted.items()]
    return found


def recount(tell: Callable[[int], None] = lambda done: None) -> list[Difference]:
    """Write the books anew where they are not what all counted matches give. What was different.

    It reads first and holds nobody up; what is counted meanwhile is let in before it writes.
    """
    while True:
        upto = Match.objects.aggregate(last=Max("booked"))["last"]
        books = recounted(tell)
        with transaction.atomic():
            if not _alone() or Match.objects.aggregate(last=Max("booked"))["last"] != upto:
                continue
            found = differences(books)
            for page in PAGES:
                _replace(page, books, [one for one in found if one.page is page])
            return found


def _replace(page: Page, books: Books, found: Sequence[Difference]) -> None:
    for one in found:
        if one.stored is not None:
            names = dict(zip(page.names, one.key, strict=True))
            page.model._default_manager.filter(**names).delete()
    new = [books.found[page][one.key] for one in found if one.recounted is not None]
    page.model._default_manager.bulk_create(new, batch_size=_WRITTEN)


def wrong_totals(tell: Callable[[int], None] = lambda done: None) -> Iterator[str]:
    """Seats of matches that are over whose totals or turns are not those of their scores and moves."""
    last = 0
    while ids := list(
        Match.objects.filter(phase=Over, pk__gt=last).order_by("pk").values_list("pk", flat=True)[:_BATCH]
    ):
        last = ids[-1]
        scored: dict[int, list[tuple[int, int]]] = defaultdict(list)
        scores = Score.objects.filter(round__match__in=ids).order_by("round__number")
        for seat, charge, told in scores.values_list("seat_id", "charge", "total"):
            scored[seat].append((charge, told))
        turns: dict[tuple[int, int], list[bool]] = defaultdict(list)
        calls = Q(text="macao") | Q(text__startswith="catch")
        moves = Move.objects.filter(~calls, match__in=ids)
        for match, number, stand_in in moves.values_list("match_id", "seat", "stand_in"):
            turns[match, number].append(stand_in)
        for one in Seat.objects.filter(match__in=ids):
            lines, made = scored[one.pk], turns[one.match_id, one.number]
            total, told = sum(charge for charge, _ in lines), lines[-1][1] if lines else 0
            if (one.total, told) != (total, total):
                yield f"seat {one.pk}: total {one.total}, after its last round {told}, its scores add up to {total}"
            if (one.turns, one.stand_in_turns) != (len(made), sum(made)):
                yield f"seat {one.pk}: turns {one.turns}, {one.stand_in_turns} by a stand-in, its moves say otherwise"
        tell(last)


# --- accounts that go, and guests that become accounts


def forget(user: User) -> None:
    """An account goes, inside the caller's transaction: no leaderboard has a line of it any more.

    Its player stays without a name and is rated to the end of what it has begun: that makes the others' ratings.
    """
    rated = Seat.objects.filter(user=user, match__rated=True)
    if not rated.exists():
        return
    player, _new = Player.objects.get_or_create(user=user)
    rated.update(player=player)
    BoardRow.objects.filter(player=player).delete()


def merged(account: User, match_ids: Sequence[int]) -> None:
    """A guest's seats in these matches are an account's now: they count in its statistics and for whom it met."""
    matches = list(Match.objects.filter(pk__in=match_ids, booked__isnull=False).order_by("booked"))
    facts = [one for one in _facts(matches) if one.counts is not None]
    books = Books()
    users = {seat.user_id for one in facts for seat in one.seats if seat.user_id is not None}
    for page, stored in (
        (TALLIES, Tally.objects.filter(user=account)),
        (MEETINGS, Meeting.objects.filter(Q(user=account, other__in=users) | Q(user__in=users, other=account))),
    ):
        books.found[page] = {page.key(row): row for row in stored}
    before = {page: {key: page.values(row) for key, row in books.found[page].items()} for page in PAGES}
    for one in facts:
        mine = next(seat for seat in one.seats if seat.user_id == account.pk)
        books.tally(one, mine)
        for other in one.seats:
            if other.user_id is not None and other is not mine:
                books.meet(one, mine, other)
    for page in (TALLIES, MEETINGS):
        _write(page, books.found[page], before[page])
