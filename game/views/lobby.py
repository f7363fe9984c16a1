"""The list of tables, and the ways to a table: a private one, one with settings, bots, whoever is there, a code."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from game import house, limits, lobby, tables
from game.engine import RuleSet
from game.errors import PlayError
from game.forms import CodeForm, OpenForm
from game.forms.tables import seats_for
from game.models import Table, User
from game.presenter.games import game_names, same_house
from game.views import rules as rule_pages
from game.views.guests import named
from game.words import words_for

TABLES_A_HOST = 5  # open at once (fault B93)


@require_safe
def lobby_page(request: HttpRequest) -> HttpResponse:
    context = {"lobby": lobby.look(), "code_form": CodeForm(), "games": game_names(words_for(get_language() or "en"))}
    return render(request, "lobby/page.html", context)


def _open(request: HttpRequest, host: User, rules: RuleSet, *, bots: int = 0, **settings: Any) -> Table:
    """Open a table, within the limits of one person and one address."""
    limits.count(request, "open")
    if Table.objects.filter(host=host).exclude(status=Table.Status.CLOSED).count() >= TABLES_A_HOST:
        raise limits.TooMany("open")
    with transaction.atomic():
        table = tables.open_table(host, rules=rules, **settings)
        for _number in range(bots):
            tables.add_bot(table.pk, host)
    return table


def _usual(host: User, rules: RuleSet) -> dict[str, Any]:
    """Settings of a table when nobody says otherwise."""
    return {"name": lobby.default_title(host), "size": seats_for(rules)}


@named(gettext_lazy("Open a private table"), gettext_lazy("Open the table"))
def open_private(request: HttpRequest, host: User) -> HttpResponse:
    """A private table at once, as tables mostly are; its link is on the next page."""
    rules, rules_name = rule_pages.wanted(request)
    if request.method != "POST":
        return redirect("open")
    return redirect("table", _open(request, host, rules, rules_name=rules_name, **_usual(host, rules)).token)


@named(gettext_lazy("Open a table"), gettext_lazy("Go on"))
def open_form(request: HttpRequest, host: User) -> HttpResponse:
    """A table with a game, rules and settings of one's own. `look` only shows what the form says so far."""
    rules, rules_name = rule_pages.wanted(request)
    form = OpenForm.fresh(lobby.default_title(host), rules)
    if "size" in request.POST:
        form = OpenForm.read(rule_pages.typed(request, rules))
    look = "look" in request.POST
    if form.is_valid() and not look:
        settings = {**form.settings(), "rules_name": rules_name if same_house(form.rules, rules) else ""}
        return redirect("table", _open(request, host, bots=form.cleaned_data["bots"], **settings).token)
    return rule_pages.show(
        request,
        "lobby/open",
        form,
        kept=house.listed(host),
        rules_token=request.POST.get("rules", request.GET.get("rules", "")),
    )


@named(gettext_lazy("Quick match"), gettext_lazy("Find a table"))
def quick(request: HttpRequest, user: User) -> HttpResponse:
    """Sit down at the first public table of a game that has room; open one when there is none."""
    rules = RuleSet.named(rule_pages.wanted(request)[0].id)  # whoever comes by plays the game's own rules
    if request.method != "POST":
        return redirect("lobby")
    limits.count(request, "sit")
    for table_id in lobby.fitting(user, rules.id):
        try:
            tables.sit(table_id, user)
        except PlayError:
            continue  # somebody was quicker: the next one
        return redirect("table", Table.objects.get(pk=table_id).token)
    return redirect("table", _open(request, user, rules, public=True, **_usual(user, rules)).token)


@named(gettext_lazy("Play against bots"), gettext_lazy("Deal the cards"))
def bots(request: HttpRequest, user: User) -> HttpResponse:
    """A match against three bots, now."""
    rules, rules_name = rule_pages.wanted(request)
    if request.method != "POST":
        return redirect("lobby")
    table = _open(request, user, rules, rules_name=rules_name, turn_seconds=None, **_usual(user, rules))
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
