"""The page of a table: waiting room, match or notice that it has closed; and what people may ask of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from io import BytesIO
from typing import Any

import segno
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from game import accounts, limits, names, tables, waiting
from game.errors import NotHost, PlayError, SeatTaken
from game.forms import NameForm, RulesForm, SettingsForm
from game.forms.tables import seats_for
from game.models import Table, User
from game.presenter.games import same_house
from game.views import doors, errors
from game.views import rules as rule_pages
from game.views.guests import suggested_name
from game.views.playing import playing_page

Command = Callable[[HttpRequest, Table, User], "str | None"]


@require_safe
def table(request: HttpRequest, token: str) -> HttpResponse:
    found = _table(token)
    return _show(request, found)


def _table(token: str) -> Table:
    found = doors.table_of(token)
    if found is None:
        raise Http404(token)
    return found


def _show(request: HttpRequest, table: Table, *, says: str = "", status: int = 200, **forms: Any) -> HttpResponse:
    """The table as this person may see it now. `says`: a sentence about what was just refused."""
    user = doors.person(request)
    if table.status == Table.Status.CLOSED:
        return errors.gone(request, table)
    if table.status == Table.Status.PLAYING and says:
        return render(request, "tables/refused.html", {"table": table, "says": says}, status=status)
    if table.status == Table.Status.PLAYING:
        return playing_page(request, table, user)
    room = waiting.look(table, user.pk if user else None)
    context = {
        "table": table, "room": room, "says": says,
        "link": request.build_absolute_uri(reverse("table", args=[table.token])),
        "name_form": forms.get("name_form") or NameForm(initial={"name": _free_name(request, room)}),
        "settings_form": forms.get("settings_form") or SettingsForm.of(table),
    }  # fmt: skip
    return render(request, "tables/page.html", context, status=status)


def _free_name(request: HttpRequest, room: waiting.Room) -> str:
    """A suggestion that nobody at this table has."""
    used = {names.key(place.name) for place in room.places}
    name = suggested_name(request)
    count = 2
    while names.key(name) in used:
        name = f"{name.rstrip('0123456789 ')} {count}"
        count += 1
    return name


@require_safe
def take_over(request: HttpRequest, token: str) -> HttpResponse:
    """Asks a watcher for a name, and whether to sit down in a bot's place."""
    found, user = _table(token), doors.person(request)
    form = NameForm(initial={"name": suggested_name(request)}) if user is None or user.is_guest else None
    return render(request, "tables/take-over.html", {"table": found, "form": form})


@require_safe
def leave(request: HttpRequest, token: str) -> HttpResponse:
    """Asks whether somebody wants to get up, or only to go for a while."""
    return render(request, "tables/leave.html", {"table": _table(token)})


@require_safe
def qr(request: HttpRequest, token: str) -> HttpResponse:
    """The table's link as a picture for a phone's camera: an SVG of attributes only, as the CSP wants it."""
    _table(token)
    link = request.build_absolute_uri(reverse("table", args=[token]))
    picture = BytesIO()
    segno.make(link, error="m", micro=False).save(
        picture, kind="svg", border=2, omitsize=True, dark="#000", light="#fff", svgclass=None, lineclass=None
    )
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


# --- sitting down ------------------------------------------------------------------------------------


@require_POST
def sit(request: HttpRequest, token: str) -> HttpResponse:
    """Sit down. A stranger becomes a guest by the name in the form; a guest may take another name on the way."""
    found = _table(token)
    user = doors.person(request)
    form = NameForm(request.POST) if "name" in request.POST and (user is None or user.is_guest) else None
    if user is None and form is None:
        return redirect("table", token)  # nothing typed yet: the page asks for a name
    if form is not None and not form.is_valid():
        return _show(request, found, name_form=form, status=422)
    limits.count(request, "guest" if user is None else "sit")
    name = form.cleaned_data["name"] if form else ""
    try:
        with transaction.atomic():
            user = _called(user, name, found)
            tables.sit(found.pk, user, doors.whole_number(request, "number"))
    except accounts.NameTaken as error:
        form = form or NameForm(initial={"name": name})
        form.add_error("name", doors.name_words(error))
        return _show(request, found, name_form=form, status=409)
    except PlayError as error:
        return _refuse(request, found, error)
    if doors.person(request) is None:
        accounts.sign_in(request, user)
    return redirect("table", token)


def _called(user: User | None, name: str, table: Table) -> User:
    """The person to seat, under the name they gave; `NameTaken` if somebody at the table is called like that."""
    if user is not None and not user.is_guest:
        return user
    others = table.seats.filter(user__isnull=False).exclude(user=user).select_related("user")
    wanted = name or (user.name if user else "")
    if any(seat.user and names.key(seat.user.name) == names.key(wanted) for seat in others):
        raise accounts.NameTaken(wanted)
    if user is None:
        return accounts.new_guest(wanted)
    if name:
        accounts.rename_guest(user, name)
    return user


# --- commands of those who sit -----------------------------------------------------------------------


def command(act: Command) -> Callable[..., HttpResponse]:
    """A door for a command to a table: by POST, by somebody with a name, within the rate, and refused in words.

    The command returns where to go afterwards, or None for the table itself. htmx gets the waiting room back, or is
    sent to the page when that is no longer what the table shows.
    """

    @require_POST
    @wraps(act)
    def door(request: HttpRequest, token: str) -> HttpResponse:
        found = _table(token)
        user = doors.person(request)
        if user is None:
            return redirect("table", token)
        limits.count(request, "act")
        try:
            to = act(request, found, user)
        except PlayError as error:
            return _refuse(request, found, error)
        if to is None and request.headers.get("HX-Request"):
            return _fragment(_table(token), user)
        return redirect(to) if to else redirect("table", token)

    return door


def _fragment(table: Table, user: User, *, says: str = "", status: int = 200) -> HttpResponse:
    if table.status != Table.Status.WAITING:
        return redirect("table", table.token)
    room = waiting.look(table, user.pk)
    return doors.fragment(render_to_string("tables/waiting.html", {"room": room, "says": says}), status)


def _refuse(request: HttpRequest, table: Table, error: PlayError) -> HttpResponse:
    user = doors.person(request)
    says, status = doors.words_for(error, user), doors.status_of(error)
    now = _table(table.token)
    if user is not None and request.headers.get("HX-Request") and now.status == Table.Status.WAITING:
        return _fragment(now, user, says=says, status=status)
    return _show(request, now, says=says, status=status)


@command
def stand(request: HttpRequest, table: Table, user: User) -> str | None:
    tables.stand(table.pk, user)
    return reverse("lobby")


@command
def add_bot(request: HttpRequest, table: Table, user: User) -> str | None:
    tables.add_bot(table.pk, user, doors.whole_number(request, "number"))
    return None


@command
def remove(request: HttpRequest, table: Table, user: User) -> str | None:
    tables.remove(table.pk, user, _seat(request))
    return None


@command
def hand_over(request: HttpRequest, table: Table, user: User) -> str | None:
    tables.hand_over(table.pk, user, _seat(request))
    return None


@command
def lock(request: HttpRequest, table: Table, user: User) -> str | None:
    """Close the door, or open it again."""
    tables.configure(table.pk, user, {"locked": request.POST.get("locked") == "yes"})
    return None


@command
def rated(request: HttpRequest, table: Table, user: User) -> str | None:
    """The host asks for rated matches, or no longer."""
    tables.configure(table.pk, user, {"rated": request.POST.get("rated") == "yes"})
    return None


@command
def agree(request: HttpRequest, table: Table, user: User) -> str | None:
    """Agree to be rated, or take that back."""
    tables.agree(table.pk, user, on=request.POST.get("agree") == "yes")
    return None


@command
def start(request: HttpRequest, table: Table, user: User) -> str | None:
    tables.start(table.pk, user, fill=request.POST.get("fill") == "yes")
    return None


@command
def rematch(request: HttpRequest, table: Table, user: User) -> str | None:
    tables.rematch(table.pk, user)
    return None


def _seat(request: HttpRequest) -> int:
    """The seat that a command names; one that names none is meant for no seat at all."""
    number = doors.whole_number(request, "number")
    return -1 if number is None else number


@require_POST
def settings(request: HttpRequest, token: str) -> HttpResponse:
    """The host sets the table anew, but for its game and rules."""
    found = _table(token)
    user = doors.person(request)
    if user is None:
        return redirect("table", token)
    limits.count(request, "act")
    form = SettingsForm(tables.rules_of(found), request.POST.dict())
    if user.pk != found.host_id:
        return _refuse(request, found, NotHost(found))
    if not form.is_valid():
        return _show(request, found, settings_form=form, status=422)
    try:
        tables.configure(found.pk, user, form.settings())
    except SeatTaken as error:
        form.add_error("size", doors.words_for(error, user))
        return _show(request, found, settings_form=form, status=409)
    except PlayError as error:
        return _refuse(request, found, error)
    return redirect("table", token)


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, token: str) -> HttpResponse:
    """The rules of the table: a form for its host while it waits, a sheet for everybody else."""
    found = _table(token)
    user = doors.person(request)
    if request.method == "POST":
        return _set_rules(request, found, user) if user else redirect("table", token)
    now = tables.rules_of(found)
    if user is None or user.pk != found.host_id or found.status != Table.Status.WAITING:
        return rule_pages.reading(request, now, table=found, name=found.rules_name)
    return rule_pages.show(request, "tables/rules", RulesForm(now, for_anyone=found.public), table=found)


def _set_rules(request: HttpRequest, table: Table, host: User) -> HttpResponse:
    limits.count(request, "act")
    now = tables.rules_of(table)
    form = RulesForm.read(rule_pages.typed(request, now), for_anyone=table.public)
    if "look" not in request.POST and form.is_valid():
        name = table.rules_name if same_house(form.rules, now) else ""
        changes = {"rules": form.rules, "rules_name": name, "size": seats_for(form.rules, table.size)}
        try:
            tables.configure(table.pk, host, changes)
        except SeatTaken:
            form.add_error("game", _("More people sit here than these rules have room for."))
        except PlayError as error:
            return _refuse(request, table, error)
        else:
            return redirect("table", table.token)
    return rule_pages.show(request, "tables/rules", form, table=table)
