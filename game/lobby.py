"""ROOM 6: the open tables, as a list that anybody may see; and which of them fits somebody who wants to play now."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, Count, ExpressionWrapper, F, Q
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from game import agreement, names
from game.engine import RuleSet
from game.engine.presets import PRESETS
from game.models import Table, TableSeat, User
from game.presenter import games
from game.words import words_for

ROOMS = 50  # at most so many in the list: it is sent whole to everybody who looks
OWN_GAME: RuleSet = next(iter(PRESETS.values()))
"""What is played where nobody chose a game."""


@dataclass(frozen=True, slots=True)
class Room:
    """One open table in the list. `chairs` are class names, one a seat: people first, then bots, then free ones."""

    token: str
    name: str
    game: str
    length: str
    turn_seconds: int | None
    people: int
    bots: int
    size: int
    chairs: tuple[str, ...]
    free: bool
    watchable: bool
    rated: bool
    """Two people with accounts would play, or do play, for their ratings here."""

    @property
    def taken(self) -> int:
        return self.people + self.bots


@dataclass(frozen=True, slots=True)
class Lobby:
    """All that the list shows."""

    rooms: tuple[Room, ...]
    people: int

    @property
    def any_free(self) -> bool:
        return any(room.free for room in self.rooms)


def game_name(rules: str | dict[str, Any]) -> str:
    """What the game of a rule set is called, in the language of the page."""
    return games.game_name(RuleSet.from_json(rules), words_for(get_language() or "en"))


def length(rules: RuleSet, target: int) -> str:
    """How long a match is, in the language of the page."""
    return games.match_length(rules, target, words_for(get_language() or "en"))


def look() -> Lobby:
    """The open public tables, those with a free seat first; two queries, however many there are."""
    shown = tuple(map(_room, _open_tables().order_by("-sittable", "-people", "pk")[:ROOMS]))
    sitting = TableSeat.objects.filter(user__isnull=False, table__public=True)
    people = sitting.exclude(table__status=Table.Status.CLOSED).count()
    return Lobby(tuple(room for room in shown if room.free or room.watchable), people)


def fitting(user: User, game: str) -> list[int]:
    """Ids of tables of a game that this person could sit down at now, the fullest first; at most five."""
    played = Q(rules=game) | Q(rules__base=game)
    free = _open_tables().filter(played, sittable=True).exclude(seats__user=user)
    candidates = free.order_by("-people", "pk").values_list("pk", "removed")[:20]
    return [pk for pk, removed in candidates if user.pk not in removed][:5]


def render_lobby(language: str) -> str:
    """The element `#lobby`, the same for everybody who reads this language."""
    with translation.override(language):
        return render_to_string("lobby/list.html", {"lobby": look()})


def _open_tables() -> Any:
    """A query set of open public tables, with `people`, `bots`, `guests`, whether somebody can sit down (`sittable`),
    and whether the latest match is rated (`counts`).
    """
    sittable = Q(status=Table.Status.WAITING, locked=False, free__gt=0)
    tables = Table.objects.filter(public=True).exclude(status=Table.Status.CLOSED)
    return tables.annotate(
        people=Count("seats", filter=Q(seats__user__isnull=False)),
        bots=Count("seats", filter=Q(seats__user__isnull=True)),
        guests=Count("seats", filter=Q(seats__user__is_guest=True)),
        free=F("size") - Count("seats"),
        counts=F("match__rated"),
    ).annotate(sittable=ExpressionWrapper(sittable, BooleanField()))


def _room(table: Any) -> Room:
    rules = RuleSet.from_json(table.rules)
    bots = min(table.bots, table.size - table.people)
    chairs = ("taken",) * table.people + ("bot",) * bots + ("free",) * (table.size - table.people - bots)
    return Room(
        token=table.token, name=names.shown(table.name, _("A table")), game=game_name(table.rules),
        length=length(rules, table.target), turn_seconds=table.turn_seconds, people=table.people, bots=table.bots,
        size=table.size, chairs=chairs, free=table.sittable, watchable=table.watchable, rated=_rated(table),
    )  # fmt: skip


def _rated(table: Any) -> bool:
    """Of a running match what was decided when it began."""
    if table.status == Table.Status.PLAYING:
        return bool(table.counts)
    return not table.guests and agreement.may_be_rated(table)


def default_title(user: User, language: str | None = None) -> str:
    """What a table is called when its host does not say; in the language of the page, if none is named."""
    with translation.override(language) if language else nullcontext():
        return _("%(name)s's table") % {"name": user.name}
