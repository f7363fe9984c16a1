"""ROOM 6: what is kept of matches, read for pages: one match with its rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.db.models import Prefetch
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from game import booking, lobby, names, ratings
from game.accounts import DELETED_NAME
from game.engine import Pack, RuleSet
from game.models import Match, RatingChange, Round, Score, Seat, User
from game.presenter.cards import card_name, place
from game.presenter.games import has_house_rules
from game.presenter.places import forfeits
from game.words import Words, capital, words_for


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's place in a match. `place` is None until the match is over; `notes` are what else is to be said.

    `lost`: it reached the target, or gets the forfeit (SM-30, ROK-A15).
    """

    place: int | None
    name: str
    you: bool
    total: int
    lost: bool
    notes: tuple[str, ...]
    account: User | None = None
    """Who has a page."""
    rating: int | None = None
    """After the match, if it was rated and has been counted."""
    change: int = 0
    """Of the rating."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one round cost one seat, as a note (points or a place), and its total after it."""

    note: str
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A finished round, `cells` in seat order; `seed` and `nonces` (hex, or empty) are what its deal was made of."""

    number: int
    cells: tuple[Cell, ...]
    commitment: str
    seed: str
    nonces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """What somebody was left with: codes of cards and what they are called."""

    name: str
    you: bool
    cards: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A match as anybody who may see it sees it. `standings` by place, `names` in seat order.

    `house` says that there were house rules. `hands` are those that the last round left, by place. `minutes` is None
    while the match goes on, and of practice, where nobody knows.
    """

    phase: str
    target: int
    rules: RuleSet
    game: str
    house: str
    standings: tuple[Standing, ...]
    names: tuple[str, ...]
    you: int | None
    rounds: tuple[RoundLine, ...]
    hands: tuple[Hand, ...]
    minutes: int | None
    rated: bool = False
    counted: bool = True
    """Whether a rated match has changed ratings already."""

    @property
    def one_round(self) -> bool:
        """Whether it was a single round for places: its result is all there is to tell."""
        return not self.rules.by_points and self.target == 1

    @property
    def by_firsts(self) -> bool:
        """Whether first places decided between equal sums (D-20)."""
        least = [one for one in self.standings if one.total == self.standings[0].total]
        return not self.rules.by_points and len(self.winners) == 1 < len(least)

    @property
    def hungarian(self) -> bool:
        return self.rules.kind_of_pack is Pack.HUNGARIAN32

    @property
    def over(self) -> bool:
        return self.phase == Match.Phase.OVER

    @property
    def abandoned(self) -> bool:
        return self.phase == Match.Phase.ABANDONED

    @property
    def winners(self) -> tuple[Standing, ...]:
        """Who shares the first place: one has won, several have drawn (SM-31, SM-32)."""
        return tuple(one for one in self.standings if one.place == 1)

    @property
    def reached(self) -> tuple[Standing, ...]:
        """Who reached the target, and so ended the match (SM-30)."""
        return tuple(one for one in self.standings if self.rules.by_points and one.lost)


@dataclass(frozen=True, slots=True)
class Ended:
    """A round that is over, out of whichever table: `charges`, `totals` and `hands` by seat, `winner` was out first."""

    number: int
    winner: int | None
    charges: Sequence[int]
    totals: Sequence[int]
    hands: Sequence[Sequence[str]]
    commitment: str = ""
    seed: str = ""
    nonces: tuple[str, ...] = ()


def find(token: str, viewer: User | None) -> Match | None:
    """The match of an address, if this person may see it (S11): a public one or one that they sat in, by its uid; or a
    private one by the token under which somebody who sat there shares it. That one goes by the token, for pages' links.
    """
    known = Match.objects.select_related("table")
    match = known.filter(uid=token).first()
    if match is None:
        match = known.filter(share=token, private=True).first()
        if match is not None:
            match.uid = token  # never saved
        return match
    return match if not match.private or sat(match, viewer) else None


def sat(match: Match, viewer: User | None) -> bool:
    """Whether this person sat in a match."""
    return viewer is not None and Seat.objects.filter(match=match, user=viewer).exists()


def result(match: Match, viewer: User | None) -> Result:
    """All that the match's page shows; four queries. Of rounds, those that have ended: nothing of a running one."""
    seats = list(match.seats.select_related("user"))
    you = next((seat.number for seat in seats if viewer is not None and seat.user_id == viewer.pk), None)
    scores = Prefetch("scores", Score.objects.select_related("seat").order_by("seat__number"))
    rounds = match.rounds.filter(ended_at__isnull=False).prefetch_related(scores)
    told = tell(match, seats, you, [_ended(one) for one in rounds])
    return (
        replace(told, standings=_rated(match, seats, told), counted=match.booked is not None) if match.rated else told
    )


def _rated(match: Match, seats: Sequence[Seat], told: Result) -> tuple[Standing, ...]:
    """The standings with what the match did to ratings; who hardly played counts as last there, and is told so."""
    changes = {
        change.seat_id: (ratings.shown(change.mu_before, change.sigma_before), ratings.shown(change.mu, change.sigma))
        for change in RatingChange.objects.filter(seat__match=match, game=match.game)
    }
    order, rows = sorted(seats, key=_by_place(seats)), []
    for seat, row in zip(order, told.standings, strict=True):
        if seat.pk not in changes:
            rows.append(row)
            continue
        before, after = changes[seat.pk]
        notes = row.notes if booking.own(seat) else (*row.notes, _("rated as last"))
        rows.append(replace(row, rating=after.value, change=after.value - before.value, notes=notes))
    return tuple(rows)


def _by_place(seats: Sequence[Seat]) -> Callable[[Seat], tuple[int, int, int]]:
    return lambda seat: (seat.place or len(seats), seat.total, -seat.firsts)


def tell(match: Match, seats: Sequence[Seat], you: int | None, rounds: Sequence[Ended]) -> Result:
    """What a page shows of a match, of its seats in order and of its rounds that have ended; no queries."""
    rules, words = RuleSet.from_json(match.rules), words_for(get_language() or "en")
    order = sorted(seats, key=_by_place(seats))
    wins = Counter(one.winner for one in rounds)
    last = forfeits(tuple([seat.place or 1 for seat in seats]))
    minutes = max(1, round((match.ended_at - match.started_at).total_seconds() / 60)) if match.ended_at else None
    one_round = not rules.by_points and match.target == 1
    return Result(
        phase=match.phase, target=match.target, rules=rules, game=lobby.game_name(match.rules), house=house(rules),
        standings=tuple([
            Standing(
                place=seat.place, name=seat_name(seat), you=seat.number == you, total=seat.total,
                lost=seat.total >= match.target if rules.by_points else seat.number in last,
                notes=_notes(seat, rules, wins[seat.number], one_round=one_round, last=seat.number in last),
                account=seat.user if seat.user is not None and not seat.user.is_guest else None,
            )
            for seat in order
        ]),
        names=tuple([seat_name(seat) for seat in seats]), you=you,
        rounds=tuple([_line(one, rules, words) for one in rounds]),
        hands=_hands(rounds[-1], order, you, rules, words) if rounds else (),
        minutes=minutes, rated=match.rated,
    )  # fmt: skip


def _ended(one: Round) -> Ended:
    scores = list(one.scores.all())
    return Ended(
        one.number, one.winner, [score.charge for score in scores], [score.total for score in scores],
        [score.hand for score in scores], one.commitment, bytes(one.server_seed).hex(),
        tuple([nonce or "" for nonce in one.nonces]),
    )  # fmt: skip


def house(rules: RuleSet) -> str:
    """A word where a match was played by house rules."""
    return _("house rules") if has_house_rules(rules) else ""


def seat_name(seat: Seat) -> str:
    """What the player of a seat was called; who has deleted the account since has no name."""
    gone = seat.user_id is None and not seat.bot and seat.name == DELETED_NAME
    return _("Deleted player") if gone else names.shown(seat.name, _("Player"))


def _notes(seat: Seat, rules: RuleSet, wins: int, *, one_round: bool, last: bool) -> tuple[str, ...]:
    """What is to be said of a seat beside its total; `wins` counts the rounds in which it went out first."""
    notes = []
    if one_round:
        notes += [_("out first")] if wins else []
    elif rules.by_points:
        count = ngettext("out first in %(rounds)s round", "out first in %(rounds)s rounds", wins) % {"rounds": wins}
        notes.append(count if wins else _("never out first"))
    else:
        firsts = seat.firsts
        count = ngettext("first in %(rounds)s round", "first in %(rounds)s rounds", firsts) % {"rounds": firsts}
        notes.append(count if firsts else _("never first"))
    if last and not rules.by_points:
        notes.append(_("gets the forfeit"))
    if seat.bot:
        notes.append(_("a bot"))
    elif turns := seat.stand_in_turns:
        notes.append(ngettext("a bot played %(turns)s turn", "a bot played %(turns)s turns", turns) % {"turns": turns})
    return tuple(notes)


def _hands(one: Ended, order: Sequence[Seat], you: int | None, rules: RuleSet, words: Words) -> tuple[Hand, ...]:
    """The hands at the end of a round, in that order of seats."""
    return tuple([
        Hand(
            seat_name(seat), seat.number == you,
            tuple([(code, capital(card_name(words, code, rules.kind_of_pack))) for code in one.hands[seat.number]]),
        )
        for seat in order
    ])  # fmt: skip


def _line(one: Ended, rules: RuleSet, words: Words) -> RoundLine:
    cells = tuple([_cell(seat, one, rules, words) for seat in range(len(one.charges))])
    return RoundLine(one.number, cells, one.commitment, one.seed, one.nonces)


def _cell(seat: int, one: Ended, rules: RuleSet, words: Words) -> Cell:
    charge, total = one.charges[seat], one.totals[seat]
    if not rules.by_points:
        return Cell(place(words, charge), total, charge == 1)
    won = seat == one.winner
    return Cell(_("out") if won else f"+{charge}", total, won)
