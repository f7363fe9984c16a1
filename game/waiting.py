"""ROOM 6: the waiting room of a table: who sits where, and what each of them may do before a match begins."""

from __future__ import annotations

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from game import agreement, lobby, names
from game.agreement import Unrated
from game.engine import RuleSet
from game.models import Table, TableSeat
from game.presenter.games import has_house_rules


@dataclass(frozen=True, slots=True)
class Place:
    """One seat of a waiting table. `kind` is person, bot or free; `number` counts from 0, `label` from 1."""

    number: int
    kind: str
    name: str = ""
    you: bool = False
    host: bool = False
    guest: bool = False
    ready: bool = False
    agreed: bool = False
    """That the next match is rated, where that is asked."""

    @property
    def label(self) -> int:
        return self.number + 1


@dataclass(frozen=True, slots=True)
class Room:
    """A table as one person sees it before, or between, matches."""

    table: Table
    game: str
    house: str
    """What the house rules are called, or that there are some; empty for the game's own."""
    length: str
    places: tuple[Place, ...]
    least: int
    """With fewer no match begins."""
    seated: bool
    host: bool
    host_name: str
    sent_away: bool
    began: bool
    """A match is being played: this page is out of date and has to be asked for anew."""
    closed: bool
    result: str
    """Uid of the match that was played last, if one was."""
    unrated: Unrated | None
    """Why a match of those who sit here would not be rated."""
    ratable: bool
    """Whether the game is one that can be."""

    @property
    def free(self) -> int:
        return sum(place.kind == "free" for place in self.places)

    @property
    def taken(self) -> int:
        return len(self.places) - self.free

    @property
    def ready(self) -> bool:
        """Whether this person has asked for a rematch."""
        return any(place.you and place.ready for place in self.places)

    @property
    def agreed(self) -> bool:
        """Whether this person has agreed to be rated."""
        return any(place.you and place.agreed for place in self.places)

    @property
    def guest(self) -> bool:
        """Whether this person sits here without an account."""
        return any(place.you and place.guest for place in self.places)

    @property
    def about_rating(self) -> str:
        """Whether the next match is rated, or why it is not, in a sentence."""
        return {
            None: _("This match will be rated."),
            Unrated.RULES: _("Not rated: only a game as it stands is, to its own end."),
            Unrated.GUESTS: _("Not rated: somebody here plays as a guest."),
            Unrated.ALONE: _("Not rated: that takes at least two people."),
            Unrated.NOT_PROPOSED: _("Not rated: at a private table the host can ask for it."),
            Unrated.NOT_AGREED: _("Rated, if everybody who sits here agrees before the start."),
        }[self.unrated]

    @property
    def may_sit(self) -> bool:
        return not self.seated and not self.sent_away and not self.table.locked and self.free > 0


def look(table: Table, user_id: int | None) -> Room:
    """The room as this person sees it; one query for the seats. `table` comes with its host and match."""
    rules = RuleSet.from_json(table.rules)
    house = (table.rules_name or _("house rules")) if has_house_rules(rules) else ""
    seats = {seat.number: seat for seat in table.seats.select_related("user")}
    ratable, unrated = agreement.may_be_rated(table), agreement.why_unrated(table, seats.values())
    asked = ratable and table.rated and not table.public
    places = tuple(_place(n, seats.get(n), table, user_id, asked=asked) for n in range(table.size))
    return Room(
        table=table, game=lobby.game_name(table.rules), house=house, length=lobby.length(rules, table.target),
        places=places, least=rules.min_seats, seated=any(place.you for place in places),
        host=user_id is not None and table.host_id == user_id, host_name=table.host.name if table.host else "",
        sent_away=user_id in table.removed, began=table.status == Table.Status.PLAYING,
        closed=table.status == Table.Status.CLOSED, result=table.match.uid if table.match else "",
        unrated=unrated, ratable=ratable,
    )  # fmt: skip


def _place(number: int, seat: TableSeat | None, table: Table, user_id: int | None, *, asked: bool) -> Place:
    if seat is None:
        return Place(number, "free")
    if seat.user is None:
        return Place(number, "bot")
    return Place(
        number, "person", name=names.shown(seat.user.name, _("Player")),
        you=seat.user_id == user_id, host=seat.user_id == table.host_id,
        guest=seat.user.is_guest, ready=seat.ready, agreed=asked and seat.agreed,
    )  # fmt: skip


def render_waiting(table_id: int, user_id: int | None, language: str) -> str:
    """The element `#waiting` of this table for this person (None: a stranger who watches)."""
    table = Table.objects.select_related("host", "match").get(pk=table_id)
    with translation.override(language):
        return render_to_string("tables/waiting.html", {"room": look(table, user_id)})
