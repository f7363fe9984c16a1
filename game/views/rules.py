"""House rules: kept under a name, changed, shared by a link; and the form with its live sheet, for other pages too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from game import house, limits, lobby, tables
from game.engine import RuleError, RuleSet
from game.forms import RulesForm, SavedForm
from game.models import HouseRules, User
from game.presenter.rulebook import rule_sheet
from game.views import doors
from game.views.guests import named
from game.words import words_for


def wanted(request: HttpRequest) -> tuple[RuleSet, str]:
    """The game (`game`), kept rules (`rules`, a link's token) or table (`table`) that is asked for; its rules' name."""
    asked = {**request.GET.dict(), **request.POST.dict()}
    if "rules" in asked:
        kept, rules = _shared(asked["rules"])
        return rules, kept.name
    if "table" in asked:
        table = doors.table_of(asked["table"])
        if table is None:
            raise Http404("table")
        return tables.rules_of(table), table.rules_name
    return game_called(asked.get("game", lobby.OWN_GAME.id)), ""


def game_called(name: str) -> RuleSet:
    """The game of this id; there is no page about one that does not exist."""
    try:
        return RuleSet.named(name)
    except RuleError as error:
        raise Http404("game") from error


def typed(request: HttpRequest, start: RuleSet) -> dict[str, str]:
    """What came out of a form of rules, for `RulesForm.read`; the game is the one it began with, if it names none."""
    data = {"game": start.id, **request.POST.dict()}
    game_called(data["game"])
    return data


def show(request: HttpRequest, page: str, form: RulesForm, **context: Any) -> HttpResponse:
    """A page with a rules form and the sheet of what it says so far; only its piece, where htmx asks to `look`."""
    looking = "look" in request.POST
    refused = form.is_bound and not form.is_valid() and not looking
    if looking:
        form.errors.pop("title", None)  # nobody has said that they are done with it
    context |= {"form": form, "sheet": rule_sheet(form.rules, form.words)}
    if looking and request.headers.get("HX-Request"):
        return doors.fragment(render_to_string(f"{page}-form.html", context, request))
    return render(request, f"{page}.html", context, status=422 if refused else 200)


def reading(request: HttpRequest, rules: RuleSet, **context: Any) -> HttpResponse:
    """The sheet of some rules, for anybody."""
    sheet = rule_sheet(rules, words_for(get_language() or "en"))
    return render(request, "house/read.html", {"sheet": sheet, "changes": RulesForm(rules).changes(), **context})


# --- kept rules


@named(gettext_lazy("My rules"), gettext_lazy("Go on"))
def my_rules(request: HttpRequest, user: User) -> HttpResponse:
    return render(request, "house/mine.html", {"kept": house.listed(user), "most": house.MOST})


@named(gettext_lazy("House rules"), gettext_lazy("Go on"))
def new(request: HttpRequest, user: User) -> HttpResponse:
    """Rules to be kept under a name, beginning with a game's own, or with somebody else's."""
    rules, name = wanted(request)
    form = SavedForm(rules, initial={"title": name})
    if "title" in request.POST:
        form = SavedForm.read(typed(request, rules))

    def keep(name: str, rules: RuleSet) -> object:
        return house.save(user, name, rules)

    return _keep(request, form, keep)


@named(gettext_lazy("House rules"), gettext_lazy("Go on"))
def edit(request: HttpRequest, user: User, token: str) -> HttpResponse:
    """One's own rules: other values, another name."""
    kept = _own(user, token)
    rules = house.readable(kept.rules) or lobby.OWN_GAME
    form = SavedForm(rules, initial={"title": kept.name})
    if "title" in request.POST:
        form = SavedForm.read(typed(request, rules))
    return _keep(request, form, lambda name, rules: house.change(kept, name, rules), kept=kept)


def _keep(
    request: HttpRequest, form: SavedForm, keep: Callable[[str, RuleSet], object], **context: Any
) -> HttpResponse:
    if "look" not in request.POST and form.is_valid():
        limits.count(request, "rules")
        try:
            keep(form.cleaned_data["title"], form.rules)
        except house.NameUsed:
            form.add_error("title", _("You keep other rules under this name already."))
        except house.TooManyRules:
            form.add_error(None, _("You keep as many rules as one may. Delete some first."))
        else:
            return redirect("my_rules")
    return show(request, "house/edit", form, **context)


@named(gettext_lazy("House rules"), gettext_lazy("Go on"))
def delete(request: HttpRequest, user: User, token: str) -> HttpResponse:
    """Asks first; tables opened with these rules keep them."""
    kept = _own(user, token)
    if request.method != "POST":
        return render(request, "house/delete.html", {"kept": kept})
    house.delete(kept)
    return redirect("my_rules")


@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Somebody's rules, for whoever has their link."""
    kept, rules = _shared(token)
    link = request.build_absolute_uri(reverse("shared_rules", args=[token]))
    return reading(request, rules, kept=kept, link=link, name=kept.name, mine=kept.owner_id == request.user.pk)


def _shared(token: str) -> tuple[HouseRules, RuleSet]:
    found = house.shared(token)
    if found is None:
        raise Http404("rules")
    return found


def _own(user: User, token: str) -> HouseRules:
    kept = house.own(user, token)
    if kept is None:
        raise Http404("rules")
    return kept
