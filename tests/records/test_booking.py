"""Matches that are over are counted once, by the rules, and can be counted again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from game import accounts, booking, ratings
from game.models import (
    ALL_GAMES,
    EVER,
    BoardRow,
    Match,
    Meeting,
    Player,
    Rating,
    RatingChange,
    Score,
    Seat,
    Tally,
    User,
)
from tests.site.builders import account, played

pytestmark = pytest.mark.django_db


def count(match: Match, **fields: Any) -> Match:
    """Have a match counted, after changing its row."""
    Match.objects.filter(pk=match.pk).update(**fields)
    while booking.book():
        pass
    match.refresh_from_db()
    return match


def rated(people: list[User | str], charges: list[int], **fields: Any) -> Match:
    return count(played(people, [charges]), rated=True, **fields)


def agrees() -> bool:
    """Whether counting all again gives what is stored."""
    return booking.differences(booking.recounted()) == []


def rating(user: User, game: str = ALL_GAMES) -> Rating:
    return Rating.objects.get(player__user=user, game=game)


@pytest.fixture
def people() -> list[User]:
    return [account(name) for name in ("Ana", "Barbu", "Carmen")]


def test_a_rated_match_moves_two_ratings_of_each_player_by_places_alone(people: list[User]) -> None:
    match = rated([*people], [0, 90, 120])
    ana, barbu, carmen = (rating(one) for one in people)
    assert ana.mu > barbu.mu > carmen.mu
    assert [one.wins for one in (ana, barbu, carmen)] == [1, 0, 0]
    assert rating(people[0], "simple-macao").mu == ana.mu
    assert RatingChange.objects.filter(seat__match=match).count() == 6
    assert match.booked is not None


def test_a_match_that_is_not_rated_counts_in_statistics_alone(people: list[User]) -> None:
    count(played([*people], [[0, 20, 110]]))
    assert not Rating.objects.exists()
    tally = Tally.objects.get(user=people[2])
    assert (tally.matches, tally.wins, tally.rounds, tally.rounds_won, tally.charge, tally.worst) == (
        1,
        0,
        1,
        0,
        110,
        110,
    )
    assert Tally.objects.get(user=people[0]).rounds_won == 1
    assert Meeting.objects.count() == 6
    met = Meeting.objects.get(user=people[0], other=people[1])
    assert (met.matches, met.ahead, met.behind) == (1, 1, 0)


def test_nothing_is_counted_twice(people: list[User]) -> None:
    rated([*people], [0, 20, 110])
    before = rating(people[0]).mu
    assert booking.book() == 0
    assert rating(people[0]).mu == before
    assert Tally.objects.get(user=people[0]).matches == 1


def test_two_processes_do_not_count_at_the_same_time(people: list[User]) -> None:
    if connection.vendor != "postgresql":
        return  # SQLite has one writer anyway
    match = played([*people], [[0, 20, 110]])
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [booking._LOCK])
        assert booking.book() == 0
        # a closed connection's lock is let go only when its process of the server has ended: say it instead
        cursor.execute("SELECT pg_advisory_unlock(%s)", [booking._LOCK])
    other.close()
    assert booking.book() == 1
    match.refresh_from_db()
    assert match.booked is not None


def test_who_left_more_than_half_of_the_turns_to_a_stand_in_counts_as_last(people: list[User]) -> None:
    match = played([*people], [[0, 90, 120]])
    Seat.objects.filter(match=match, number=0).update(turns=21, stand_in_turns=11)
    count(match, rated=True)
    assert rating(people[0]).mu < rating(people[2]).mu < rating(people[1]).mu
    assert Tally.objects.get(user=people[0]).wins == 0
    places = RatingChange.objects.filter(game=ALL_GAMES).order_by("seat__number").values_list("place", flat=True)
    assert list(places) == [3, 1, 2]


def test_half_of_the_turns_is_enough(people: list[User]) -> None:
    match = played([*people], [[0, 90, 120]])
    Seat.objects.filter(match=match, number=0).update(turns=20, stand_in_turns=10)
    count(match, rated=True)
    assert rating(people[0]).mu > rating(people[1]).mu


@pytest.mark.parametrize(
    ("phase", "seat"), [("abandoned", {}), ("over", {"left": True}), ("over", {"turns": 9, "stand_in_turns": 9})]
)
def test_a_match_at_which_nobody_was_left_counts_for_nobody(
    people: list[User], phase: str, seat: dict[str, Any]
) -> None:
    match = played([*people], [[0, 90, 120]], phase=phase)
    Seat.objects.filter(match=match).update(**seat)
    match = count(match, rated=True)
    assert match.booked is not None
    assert [model.objects.count() for model in (Rating, Tally, Meeting)] == [0, 0, 0]


def test_a_drawn_match_is_won_by_nobody(people: list[User]) -> None:
    rated([*people], [20, 20, 120])
    assert [rating(one).wins for one in people] == [0, 0, 0]
    assert rating(people[0]).mu == rating(people[1]).mu > rating(people[2]).mu
    assert Tally.objects.get(user=people[0]).wins == 0


def test_bots_of_one_policy_are_one_player(people: list[User]) -> None:
    match = rated([people[0], "Bot 2", "Bot 3", people[1]], [0, 20, 60, 110])
    bot = Rating.objects.get(player__bot="sensible", game=ALL_GAMES)
    assert (bot.matches, bot.wins) == (1, 0)
    changes = RatingChange.objects.filter(seat__match=match, game=ALL_GAMES, player=bot.player)
    assert {change.mu for change in changes} == {bot.mu}
    assert changes.count() == 2


def test_boards_take_the_rating_after_the_last_match_of_the_period(people: list[User]) -> None:
    first = datetime(2026, 11, 30, 12, tzinfo=UTC)
    for day in (0, 0, 0, 1, 31):
        rated([*people], [0, 20, 110], ended_at=first + timedelta(days=day))
    rows = {row.period: row for row in BoardRow.objects.filter(player__user=people[0], game="simple-macao")}
    assert set(rows) == {EVER, "2026-11", "2026-12", "2026-W49", "2026-W53"}
    assert (rows["2026-11"].matches, rows["2026-11"].listed) == (3, False)
    assert (rows["2026-W49"].matches, rows["2026-W49"].wins, rows["2026-W49"].listed) == (4, 4, True)
    now = rating(people[0], "simple-macao")
    assert rows[EVER].rating == rows["2026-12"].rating == ratings.shown(now.mu, now.sigma).value
    assert rows["2026-11"].rating < rows["2026-W49"].rating < rows[EVER].rating


def test_recount_finds_and_mends_what_was_changed(people: list[User], capsys: pytest.CaptureFixture[str]) -> None:
    for charges in ([0, 20, 110], [30, 0, 110], [120, 0, 5]):
        rated([*people], charges)
    Seat.objects.update(turns=0, stand_in_turns=0)
    call_command("recount", "--check")
    Rating.objects.filter(player__user=people[0], game=ALL_GAMES).update(mu=99)
    BoardRow.objects.filter(player__user=people[1], game=ALL_GAMES, period=EVER).delete()
    Tally.objects.filter(user=people[2]).update(charge=1)
    Meeting.objects.filter(user=people[0], other=people[1]).update(ahead=7)
    RatingChange.objects.filter(seat__user=people[2], game=ALL_GAMES).update(place=1)
    capsys.readouterr()
    with pytest.raises(CommandError, match="7 differences"):
        call_command("recount", "--check")
    told = capsys.readouterr().out
    assert all(name in told for name in ("Rating", "RatingChange", "BoardRow", "Tally", "Meeting"))
    call_command("recount")
    call_command("recount", "--check")


def test_recount_finds_a_total_that_its_scores_do_not_give(people: list[User]) -> None:
    match = rated([*people], [0, 20, 110])
    Seat.objects.filter(match=match).update(turns=0, stand_in_turns=0)
    assert list(booking.wrong_totals()) == []
    Score.objects.filter(round__match=match, seat__number=2).update(charge=100)
    assert len(list(booking.wrong_totals())) == 1


def test_the_others_keep_what_they_had_when_an_account_goes(people: list[User]) -> None:
    for charges in ([0, 20, 110], [30, 0, 110]):
        rated([*people], charges)
    before = rating(people[0]).mu
    running = played([*people], [[0, 20, 110]], phase="playing")
    Match.objects.filter(pk=running.pk).update(rated=True)
    gone = people[1].pk
    accounts.delete(people[1])
    assert not Rating.objects.filter(player__user=gone).exists()
    assert agrees()
    assert not BoardRow.objects.filter(player__user__isnull=True, player__bot="").exists()
    count(running, phase="over", ended_at=datetime(2027, 1, 1, tzinfo=UTC))
    assert agrees()
    assert rating(people[0]).mu != before, "the match that ended afterwards counts for who is there"
    assert Player.objects.filter(user=None, bot="").count() == 1


def test_a_guests_matches_count_for_the_account_that_the_guest_signs_in_to(people: list[User]) -> None:
    guest = accounts.new_guest("Dinu")
    count(played([guest, people[0]], [[0, 110]]))
    count(played([people[2], people[0]], [[0, 110]]))
    accounts.merge(guest, people[2])
    tally = Tally.objects.get(user=people[2])
    assert (tally.matches, tally.wins) == (2, 2)
    assert Meeting.objects.get(user=people[0], other=people[2]).behind == 2
    assert agrees()


def test_generated_matches_are_counted_and_the_recount_agrees(generated: range) -> None:
    while booking.book():
        pass
    assert Match.objects.filter(pk__gte=generated.start, booked__isnull=True).count() == 0
    assert RatingChange.objects.exists()
    call_command("recount", "--check")
