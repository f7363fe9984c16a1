"""Pages of matches: results, who may see them (S11), one's own list, and the chart."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from game import listing, tables
from game.chart import BETWEEN_LABELS, chart
from game.engine import RuleSet
from game.models import Match, Round, Table, User
from tests.site.builders import account, browser, played, post

pytestmark = pytest.mark.django_db
RULES = RuleSet.named("simple-macao")


def page(client, match: Match) -> str:
    answer = client.get(f"/match/{match.uid}/")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def test_a_result_tells_the_winner_and_who_reached_the_target(ana: User, bogdan: User) -> None:
    match = played([ana, bogdan, "Bot 3"], [[0, 60, 20], [30, 0, 90]])
    text = page(browser(bogdan), match)
    assert "<h1>Ana wins with 30" in text
    assert "Reached 100, and so ended the match: <bdi>Bot 3</bdi>." in text
    assert "2 rounds, 16 minutes" in text
    assert page(browser(ana), match).count("<h1>You win with 30") == 1


def test_a_shared_lowest_total_is_drawn(ana: User, bogdan: User) -> None:
    match = played([ana, bogdan, "Bot 3"], [[0, 30, 120], [30, 0, 10]])
    text = page(browser(ana), match)
    assert "Drawn at 30" in text
    assert "nobody has won" in text


def test_an_abandoned_match_counts_for_nobody(ana: User, bogdan: User) -> None:
    match = played([ana, bogdan], [[0, 30]], phase=Match.Phase.ABANDONED)
    assert "Everybody left, so it counts for nobody." in page(browser(ana), match)


# --- matches of places

PLACES = "romanian-macao"
NOTE = re.compile(r'place__note">([^<]*)<')


def test_a_match_of_places_tells_sums_first_places_and_who_gets_the_forfeit(ana: User, bogdan: User) -> None:
    match = played([ana, bogdan, "Bot 3"], [[1, 3, 2], [1, 2, 3], [2, 3, 1]], target=3, rules=PLACES)
    text = page(browser(bogdan), match)
    assert "<h1>Ana wins</h1>" in text
    assert "Romanian Macao, 3 rounds, 16 minutes. The least sum of places wins." in text
    assert re.findall(r'place__note">([^<]*)<', text) == [
        "first in 2 rounds",
        "first in 1 round; a bot",
        "never first; gets the forfeit",
    ]
    assert '<span class="grid__charge">3rd</span> <b>8</b>' in text
    assert "Sums of places after each round" in text
    assert "Reached" not in text
    assert "chart__limit" not in text
    assert "<h1>You win</h1>" in page(browser(ana), match)


def test_a_single_round_for_places_shows_who_was_left_with_what(ana: User, bogdan: User) -> None:
    match = played([ana, bogdan, "Bot 3"], [[2, 3, 1]], target=1, rules=PLACES)
    text = page(browser(ana), match)
    assert "<h1>Bot 3 wins</h1>" in text
    assert NOTE.findall(text) == ["out first; a bot", "", "gets the forfeit"]
    left = text[text.index("Left in the hands") :]
    assert re.findall(r'left__(?:name|none)">(?:<bdi>)?([^<]*)<|aria-label="([^"]*)"', left)[:6] == [
        ("Bot 3", ""), ("out", ""), ("You", ""), ("", "Ace of hearts"), ("Bogdan", ""), ("", "Ace of hearts"),
    ]  # fmt: skip
    assert "Round by round" not in text
    assert "place__total" not in text


@pytest.mark.parametrize(
    ("rounds", "headline", "sentence"),
    [
        ([[2, 1, 3], [2, 3, 1], [1, 2, 3], [2, 1, 3]], "Bogdan wins", "first places decide"),
        ([[1, 2, 3], [2, 1, 3]], "Drawn", "The first place is shared, so nobody has won."),
    ],
)
def test_equal_sums_are_decided_by_first_places_or_drawn(
    ana: User, bogdan: User, rounds: list[list[int]], headline: str, sentence: str
) -> None:
    match = played([ana, bogdan, "Bot 3"], rounds, target=len(rounds), rules=PLACES)
    text = page(browser(ana), match)
    assert f"<h1>{headline}</h1>" in text
    assert sentence in text


def test_where_all_share_the_place_nobody_gets_the_forfeit(ana: User, bogdan: User) -> None:
    text = page(browser(ana), played([ana, bogdan], [[1, 1]], target=1, rules=PLACES))
    assert "forfeit" not in text


def test_house_rules_are_marked_on_the_result_and_in_the_list(ana: User, bogdan: User) -> None:
    house = {"base": PLACES, "jokers": 3}
    assert "Romanian Macao, house rules, 1 round" in page(
        browser(ana), played([ana, bogdan], [[1, 2]], target=1, rules=house)
    )
    played([ana, bogdan, "Bot 3"], [[3, 1, 2], [3, 1, 2]], target=2, rules=PLACES)
    listed = re.sub(r"\s+", " ", browser(ana).get("/my/matches/").content.decode())
    assert re.findall(r'room__name--match">([^<]*)<', listed) == ["Place 3 of 3", "Won"]
    assert re.findall(r"</span> ([^<]*): <a", listed) == [
        "Romanian Macao, 2 rounds",
        "Romanian Macao, house rules, 1 round",
    ]


def test_a_match_of_places_that_goes_on_says_how_it_is_decided(ana: User, bogdan: User) -> None:
    match = played([ana, bogdan], [[1, 2]], target=3, rules=PLACES, phase=Match.Phase.PLAYING)
    text = page(browser(ana), match)
    assert "After 3 rounds the least sum of places wins." in text
    assert "forfeit" not in text


# --- rounds and deals


def test_rounds_are_listed_with_charges_totals_and_opened_seeds(ana: User, bogdan: User) -> None:
    match = played([ana, bogdan], [[0, 60], [30, 0]])
    text = page(browser(ana), match)
    for number, row in enumerate(match.rounds.all(), start=1):
        assert f'aria-label="Replay round {number}">{number}</a></th>' in text
        assert bytes(row.server_seed).hex() in text
        assert row.commitment in text
    assert "+60</span> <b>60</b>" in text
    assert "+30</span> <b>30</b>" in text


def test_a_running_match_opens_no_seed_that_is_still_in_use(table: Table, ana: User, bogdan: User) -> None:
    tables.sit(table.pk, bogdan)
    tables.start(table.pk, ana)
    match = Match.objects.get()
    text = page(browser(ana), match)
    for row in Round.objects.all():
        assert bytes(row.server_seed).hex() not in text
    assert "Being played" in text


def test_a_private_match_is_seen_by_those_who_sat_in_it_and_by_nobody_else(
    ana: User, bogdan: User, carmen: User
) -> None:
    match = played([ana, bogdan], [[0, 120]])
    staff = account("Chief", is_staff=True, is_superuser=True)
    for user, code in ((ana, 200), (bogdan, 200), (carmen, 404), (staff, 404), (None, 404)):
        assert browser(user).get(f"/match/{match.uid}/").status_code == code


@pytest.mark.parametrize("signed_in", [True, False])
def test_not_for_you_and_not_there_are_the_same_bytes(ana: User, bogdan: User, carmen: User, signed_in: bool) -> None:
    match = played([ana, bogdan], [[0, 120]])
    client = browser(carmen if signed_in else None)
    hidden, missing = client.get(f"/match/{match.uid}/"), client.get("/match/" + "x" * 22 + "/")
    assert hidden.content == missing.content
    assert hidden.headers == missing.headers


def test_a_public_match_is_anybody_s_to_see(ana: User, bogdan: User, stranger) -> None:
    match = played([ana, bogdan], [[0, 120]], private=False)
    assert "Ana wins" in page(stranger, match)


def test_a_rematch_is_offered_to_who_still_sits_there_and_asked_for_by_a_form(
    table: Table, ana, bogdan, carmen
) -> None:
    tables.sit(table.pk, bogdan)
    match = played([ana, bogdan, carmen], [[0, 120, 50]], table=table)
    Table.objects.filter(pk=table.pk).update(match=match)
    assert "Rematch" in page(browser(ana), match)
    assert "Rematch" not in page(browser(carmen), match)
    assert post(browser(ana), f"/table/{table.token}/rematch/").status_code == 302
    assert table.seats.get(user=ana).ready
    assert "wants a rematch" in browser(bogdan).get(f"/table/{table.token}/").content.decode()
    post(browser(bogdan), f"/table/{table.token}/rematch/")
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING


def test_one_s_own_matches_are_listed_newest_first_page_by_page(ana: User, bogdan: User) -> None:
    matches = [played([ana, bogdan], [[0, 120]]) for _match in range(listing.PAGE + 3)]
    played([bogdan, "Bot 2"], [[0, 120]])
    client = browser(ana)
    first = client.get("/my/matches/")
    uids = re.findall(r"/match/([^/]+)/", first.content.decode())
    assert uids == [match.uid for match in reversed(matches)][: listing.PAGE]
    older = re.search(r'href="(/my/matches/\?before=\d+-\d+)"', first.content.decode())[1]
    rest = client.get(older).content.decode()
    assert re.findall(r"/match/([^/]+)/", rest) == [match.uid for match in reversed(matches)][listing.PAGE :]
    assert "Older" not in rest


@pytest.mark.parametrize("before", ["x", "-1", "1" * 40, "", "٣"])
def test_nonsense_in_the_address_of_the_list_is_no_error(ana: User, before: str) -> None:
    assert browser(ana).get("/my/matches/", {"before": before}).status_code == 200


def test_the_list_of_matches_is_for_who_has_a_name(stranger) -> None:
    assert stranger.get("/my/matches/")["Location"].startswith("/account/sign-in/?next=")


def test_lists_take_as_many_queries_for_many_as_for_few(ana, bogdan, django_assert_max_num_queries) -> None:
    for _match in range(12):
        played([ana, bogdan, "Bot 3"], [[0, 60, 20], [70, 0, 90]])
        table = tables.open_table(ana, name="Table", rules=RULES, public=True)
        tables.sit(table.pk, bogdan)
    client = browser(ana)
    with django_assert_max_num_queries(6):  # two of them for who asks
        client.get("/my/matches/")
    with django_assert_max_num_queries(4):
        client.get("/tables/")
    with django_assert_max_num_queries(9):
        client.get(f"/match/{Match.objects.first().uid}/")


# --- the chart


def test_names_beside_the_lines_never_lie_on_one_another() -> None:
    for ends in ([10, 12, 11, 13, 500, 499], [0, 0, 0, 0, 0, 0], [500, 500, 500], [3, 900]):
        drawn = chart([str(n) for n in range(len(ends))], [ends], 500, 0)
        heights = sorted(float(track.label_at) for track in drawn.tracks)
        assert all(below - above >= BETWEEN_LABELS - 0.01 for above, below in pairwise(heights))
        assert heights[-1] <= 262


@pytest.mark.parametrize("target", [1, 7, 60, 100, 500, 777, 10_000])
def test_the_grid_has_few_round_numbers_and_the_target(target: int) -> None:
    labels = [tick.label for tick in chart(["a", "b"], [[0, target]], target, None).grid]
    assert labels[-1] == target
    assert 2 <= len(labels) <= 8
    assert labels == sorted(set(labels))


@pytest.mark.parametrize("most", [1, 2, 9, 30, 1000])
def test_sums_of_places_have_a_grid_and_no_target(most: int) -> None:
    drawn = chart(["a", "b"], [[1, most]], None, None)
    labels = [tick.label for tick in drawn.grid]
    assert labels[0] == 0
    assert 2 <= len(labels) <= 8
    assert labels[-1] <= most
    assert not any(tick.limit for tick in drawn.grid)


def test_a_chart_of_no_rounds_is_a_chart() -> None:
    assert len(chart(["a", "b"], [], 500, None).tracks) == 2
