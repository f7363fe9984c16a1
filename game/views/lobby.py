"""The list of tables, and the ways to a table: a private one, one with settings, bots, whoever is there, a code."""

from __future__ import annotations

import random
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from game import accounts, limits, lobby, tables
from game.engine import RuleSet
from game.errors import PlayError
from game.forms import CodeForm, NameForm, OpenForm, open_defaults
from game.models import Table, User
from game.views import doors

TABLES_A_HOST = 5  # open at once (fault B93)
DEFAULT_GAME = "simple-macao"


@require_safe
def lobby_page(request: HttpRequest) -> HttpResponse:
    return render(request, "lobby/page.html", {"lobby": lobby.look(), "code_form": CodeForm()})


def suggested_name(request: HttpRequest) -> str:
    """A name to begin with: the guest's own, or a friendly one."""
    guest = accounts.guest_of(request)
    # Translators: friendly names for guests, divided by bars; each at most 24 letters long.
    friendly = _(
        "Lucky Seven|Quiet Queen|Brave Ace|Early Bird|Old Fox|Merry Jack|Night Owl|Red Squirrel|Calm Bear|Swift Hare|"
        "Kind Stork|Sly Cat|Bold Robin|Gentle Wolf|Green Frog|Proud Rooster"
    )
    return guest.name if guest else random.choice(friendly.split("|"))  # noqa: S311 (nothing hangs on it)


def admitted(request: HttpRequest) -> User | NameForm:
    """The person who asks; a stranger becomes a guest by the name in the form, and is signed in.

    A form comes back when there is no name yet, or one that will not do.
    """
    user = doors.person(request)
    if user is not None:
        return user
    form = NameForm(request.POST if "name" in request.POST else None, initial={"name": suggested_name(request)})
    if not form.is_valid():
        return form
    limits.count(request, "guest")
    try:
        user = accounts.new_guest(form.cleaned_data["name"])
    except accounts.NameTaken as error:
        form.add_error("name", doors.name_words(error))
        return form
    accounts.sign_in(request, user)
    return user


def _ask_name(request: HttpRequest, form: NameForm, title: str, button: str) -> HttpResponse:
    status = 422 if form.is_bound else 200
    return render(request, "lobby/name.html", {"form": form, "title": title, "button": button}, status=status)


def _open(request: HttpRequest, host: User, data: dict[str, Any], *, bot_seconds: float | None = None) -> Table:
    """Open a table, within the limits of one person and one address."""
    limits.count(request, "open")
    if Table.objects.filter(host=host).exclude(status=Table.Status.CLOSED).count() >= TABLES_A_HOST:
        raise limits.TooMany("open")
    with transaction.atomic():
        table = tables.open_table(
            host, name=data["name"], rules=RuleSet.named(DEFAULT_GAME), public=data["public"], size=data["size"],
            target=data["target"], turn_seconds=data["turn_seconds"], bot_seconds=bot_seconds,
        )  # fmt: skip
        if not data["watchable"]:
            tables.configure(table.pk, host, {"watchable": False})
        for _number in range(data["bots"]):
            tables.add_bot(table.pk, host)
    return table


def _defaults(host: User, *, public: bool = False) -> dict[str, Any]:
    """What `_open` takes, when nobody says otherwise."""
    rules = RuleSet.named(DEFAULT_GAME)
    title = lobby.default_title(host)
    return open_defaults(title, rules) | {"public": public, "turn_seconds": 30}


@require_http_methods(["GET", "HEAD", "POST"])
def open_private(request: HttpRequest) -> HttpResponse:
    """A private table at once, as tables mostly are; its link is on the next page."""
    host = admitted(request)
    if isinstance(host, NameForm):
        return _ask_name(request, host, _("Open a private table"), _("Open the table"))
    if request.method != "POST":
        return redirect("open")
    return redirect("table", _open(request, host, _defaults(host)).token)


@require_http_methods(["GET", "HEAD", "POST"])
def open_form(request: HttpRequest) -> HttpResponse:
    """A table with settings."""
    host = admitted(request)
    if isinstance(host, NameForm):
        return _ask_name(request, host, _("Open a table"), _("Go on"))
    initial = open_defaults(lobby.default_title(host), RuleSet.named(DEFAULT_GAME))
    form = OpenForm(request.POST if "size" in request.POST else None, initial=initial)
    if form.is_valid():
        return redirect("table", _open(request, host, form.cleaned_data).token)
    return render(request, "lobby/open.html", {"form": form}, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def quick(request: HttpRequest) -> HttpResponse:
    """Sit down at the first public table that has room; open one when there is none."""
    user = admitted(request)
    if isinstance(user, NameForm):
        return _ask_name(request, user, _("Quick match"), _("Find a table"))
    if request.method != "POST":
        return redirect("lobby")
    limits.count(request, "sit")
    for table_id in lobby.fitting(user):
        try:
            tables.sit(table_id, user)
        except PlayError:
            continue  # somebody was quicker: the next one
        return redirect("table", Table.objects.get(pk=table_id).token)
    return redirect("table", _open(request, user, _defaults(user, public=True)).token)


@require_http_methods(["GET", "HEAD", "POST"])
def bots(request: HttpRequest) -> HttpResponse:
    """A match against three bots, now."""
    user = admitted(request)
    if isinstance(user, NameForm):
        return _ask_name(request, user, _("Play against bots"), _("Deal the cards"))
    if request.method != "POST":
        return redirect("lobby")
    table = _open(request, user, _defaults(user) | {"turn_seconds": None})
    tables.start(table.pk, user, fill=True)
    return redirect("table", table.token)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """To a table by its short code. Wrong codes are counted by address; right ones are not (S12)."""
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        limits.count(request, "code", only_look=True)
        code = form.cleaned_data["code"]
        table = Table.objects.filter(code=code).first() if code else None
        if table is not None:
            return redirect("table", table.token)
        limits.count(request, "code")
        form.add_error("code", _("There is no open table with this code. Look again: it has six letters or digits."))
    return render(request, "lobby/join.html", {"form": form}, status=422 if form.is_bound else 200)
