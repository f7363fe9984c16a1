"""ROOM 6: the waiting room of a table: who sits where, and what each of them may do before a match begins."""

from __future__ import annotations

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from game import lobby, names
from game.models import Table, TableSeat


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

    @property
    def label(self) -> int:
        return self.number + 1


@dataclass(frozen=True, slots=True)
class Room:
    """A table as one person sees it before, or between, matches."""

    table: Table
    game: str
    places: tuple[Place, ...]
    seated: bool
    host: bool
    host_name: str
    sent_away: bool
    began: bool
    """A match is being played: this page is out of date and has to be asked for anew."""
    closed: bool
    result: str
    """Uid of the match that was played last, if one was."""

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
    def may_sit(self) -> bool:
        return not self.seated and not self.sent_away and not self.table.locked and self.free > 0


def look(table: Table, user_id: int | None) -> Room:
    """The room as this person sees it; one query for the seats. `table` comes with its host and match."""
    seats = {seat.number: seat for seat in table.seats.select_related("user")}
    places = tuple(_place(n, seats.get(n), table, user_id) for n in range(table.size))
    return Room(
        table=table, game=lobby.game_name(table.rules), places=places, seated=any(place.you for place in places),
        host=user_id is not None and table.host_id == user_id, host_name=table.host.name if table.host else "",
        sent_away=user_id in table.removed, began=table.status == Table.Status.PLAYING,
        closed=table.status == Table.Status.CLOSED, result=table.match.uid if table.match else "",
    )  # fmt: skip


def _place(number: int, seat: TableSeat | None, table: Table, user_id: int | None) -> Place:
    if seat is None:
        return Place(number, "free")
    if seat.user is None:
        return Place(number, "bot")
    return Place(
        number, "person", name=names.shown(seat.user.name, _("Player")),
        you=seat.user_id == user_id, host=seat.user_id == table.host_id,
        guest=seat.user.is_guest, ready=seat.ready,
    )  # fmt: skip


def render_waiting(table_id: int, user_id: int | None, language: str) -> str:
    """The element `#waiting` of this table for this person (None: a stranger who watches)."""
    table = Table.objects.select_related("host", "match").get(pk=table_id)
    with translation.override(language):
        return render_to_string("tables/waiting.html", {"room": look(table, user_id)})
