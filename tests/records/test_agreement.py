"""When a match is rated: what is played, who sits there, and that all have agreed before the deal."""

from __future__ import annotations

import pytest
from django.urls import reverse

from game import accounts, agreement, lobby, tables, waiting
from game.agreement import Unrated
from game.engine import RuleSet
from game.errors import MatchRunning, NotHost, NotSeated
from game.models import Match, Table, User
from tests.site.builders import account, browser, post

pytestmark = pytest.mark.django_db
RULES = RuleSet.named("simple-macao")


@pytest.fixture
def ana() -> User:
    return account("Ana")


@pytest.fixture
def barbu() -> User:
    return account("Barbu")


def table_of(host: User, *others: User, public: bool = False, rules: RuleSet = RULES) -> Table:
    table = tables.open_table(host, name="Here", rules=rules, public=public, target=None)
    for other in others:
        tables.sit(table.pk, other)
    return table


def why(table: Table) -> Unrated | None:
    table.refresh_from_db()
    return agreement.why_unrated(table, list(table.seats.select_related("user")))


def started(table: Table) -> Match:
    assert table.host is not None
    return tables.start(table.pk, table.host, fill=True)


def test_a_public_table_of_two_accounts_is_rated(ana: User, barbu: User) -> None:
    table = table_of(ana, barbu, public=True)
    assert why(table) is None
    assert started(table).rated


def test_alone_with_bots_nobody_is(ana: User) -> None:
    table = table_of(ana, public=True)
    assert why(table) is Unrated.ALONE
    assert not started(table).rated


def test_a_guest_makes_it_unrated(ana: User) -> None:
    table = table_of(ana, accounts.new_guest("Dinu"), public=True)
    assert why(table) is Unrated.GUESTS
    assert not started(table).rated


@pytest.mark.parametrize("changes", [{"target": 60}, {"hand_size": 6}])
def test_another_length_and_house_rules_make_it_unrated(ana: User, barbu: User, changes: dict[str, int]) -> None:
    table = table_of(ana, barbu, rules=RuleSet.named("simple-macao", **changes))
    tables.configure(table.pk, ana, {"rated": True})
    tables.agree(table.pk, barbu, on=True)
    assert why(table) is Unrated.RULES
    assert not started(table).rated


def test_at_a_private_table_all_have_to_agree(ana: User, barbu: User) -> None:
    carmen = account("Carmen")
    table = table_of(ana, barbu)
    assert why(table) is Unrated.NOT_PROPOSED
    with pytest.raises(NotHost):
        tables.configure(table.pk, barbu, {"rated": True})
    tables.configure(table.pk, ana, {"rated": True})
    assert why(table) is Unrated.NOT_AGREED
    tables.agree(table.pk, barbu, on=True)
    assert why(table) is None
    tables.sit(table.pk, carmen)
    assert why(table) is Unrated.NOT_AGREED, "who comes later agrees too"
    tables.agree(table.pk, carmen, on=True)
    tables.agree(table.pk, barbu, on=False)
    assert why(table) is Unrated.NOT_AGREED
    assert not started(table).rated


def test_other_rules_have_to_be_agreed_to_anew(ana: User, barbu: User) -> None:
    table = table_of(ana, barbu)
    tables.configure(table.pk, ana, {"rated": True})
    tables.agree(table.pk, barbu, on=True)
    tables.configure(table.pk, ana, {"name": "There"})
    assert why(table) is None
    tables.configure(table.pk, ana, {"rules": RuleSet.named("polish-makao")})
    assert why(table) is Unrated.NOT_AGREED


def test_who_does_not_sit_there_has_no_say_and_nobody_while_a_match_runs(ana: User, barbu: User) -> None:
    table = table_of(ana, barbu)
    with pytest.raises(NotSeated):
        tables.agree(table.pk, account("Carmen"), on=True)
    started(table)
    with pytest.raises(MatchRunning):
        tables.agree(table.pk, barbu, on=True)
    with pytest.raises(MatchRunning):
        tables.configure(table.pk, ana, {"rated": True})


def test_nobody_takes_a_seat_in_a_rated_match(ana: User, barbu: User) -> None:
    table = table_of(ana, barbu, public=True)
    match = started(table)
    Match.objects.filter(pk=match.pk).update(phase="between")
    with pytest.raises(MatchRunning):
        tables.sit(table.pk, account("Carmen"))
    Match.objects.filter(pk=match.pk).update(rated=False)
    tables.sit(table.pk, User.objects.get(name="Carmen"))


def test_the_waiting_room_says_so_and_has_the_buttons(ana: User, barbu: User) -> None:
    table = table_of(ana, barbu)
    address = reverse("table", args=[table.token])
    assert "Ask for a rated match" in browser(ana).get(address).content.decode()
    assert "Agree to a rated match" not in browser(barbu).get(address).content.decode()
    post(browser(ana), reverse("rated", args=[table.token]), {"rated": "yes"})
    page = browser(barbu).get(address).content.decode()
    assert "Rated, if everybody who sits here agrees" in page
    assert "Agree to a rated match" in page
    post(browser(barbu), reverse("agree", args=[table.token]), {"agree": "yes"})
    assert "This match will be rated." in browser(barbu).get(address).content.decode()
    assert started(table).rated


def test_the_room_gives_no_button_to_a_guest_also_over_the_socket(ana: User) -> None:
    guest = accounts.new_guest("Dinu")
    table = table_of(ana, guest)
    tables.configure(table.pk, ana, {"rated": True})
    html = waiting.render_waiting(table.pk, guest.pk, "en")
    assert "somebody here plays as a guest" in html
    assert reverse("agree", args=[table.token]) not in html
    tables.hand_over(table.pk, ana, 1)
    html = waiting.render_waiting(table.pk, guest.pk, "en")
    assert reverse("rated", args=[table.token]) not in html


def test_a_host_who_has_not_agreed_can(ana: User, barbu: User) -> None:
    table = table_of(ana, barbu)
    tables.configure(table.pk, ana, {"rated": True})
    assert "Agree to a rated match" not in waiting.render_waiting(table.pk, ana.pk, "en")
    tables.hand_over(table.pk, ana, 1)
    html = waiting.render_waiting(table.pk, barbu.pk, "en")
    assert "Agree to a rated match" in html
    assert "Play unrated" in html
    post(browser(barbu), reverse("agree", args=[table.token]), {"agree": "yes"})
    assert why(table) is None


def test_a_rematch_needs_no_new_agreement(ana: User, barbu: User) -> None:
    table = table_of(ana, barbu)
    tables.configure(table.pk, ana, {"rated": True})
    tables.agree(table.pk, barbu, on=True)
    match = tables.start(table.pk, ana)
    Match.objects.filter(pk=match.pk).update(phase="over")
    Table.objects.filter(pk=table.pk).update(status=Table.Status.WAITING)
    tables.rematch(table.pk, ana)
    again = tables.rematch(table.pk, barbu)
    assert again is not None
    assert again.rated


def test_the_lobby_says_where_it_counts(ana: User, barbu: User) -> None:
    def marks() -> list[bool]:
        return [room.rated for room in lobby.look().rooms]

    table = table_of(ana, public=True)
    assert marks() == [True]
    assert '<span class="tag">rated</span>' in browser().get(reverse("lobby")).content.decode()
    tables.sit(table.pk, accounts.new_guest("Dinu"))
    assert marks() == [False]
    tables.remove(table.pk, ana, 1)
    tables.configure(table.pk, ana, {"rules": RuleSet.named("simple-macao", target=60)})
    assert marks() == [False]
    tables.configure(table.pk, ana, {"rules": RULES})
    tables.sit(table.pk, barbu)
    tables.start(table.pk, ana)
    assert marks() == [True], "a match that is played is what it began as"
    Match.objects.update(rated=False)
    assert marks() == [False]
