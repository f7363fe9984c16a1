"""How a table is to be: its settings, its game and its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game import tables
from game.engine import RuleSet
from game.forms.people import checked_title
from game.forms.rules import ONLY_PRIVATE, HouseForm, RulesForm
from game.models import Table
from game.presenter.games import has_house_rules
from game.presenter.parameters import LENGTHS

TURN_TIMES = [("15", _("15 s")), ("30", _("30 s")), ("60", _("60 s")), ("", _("No limit"))]
MOST_SEATS = 10
SEATS = 4
"""What a table has when nobody says otherwise, and its game has room for them."""


def seats_for(rules: RuleSet, wanted: int = SEATS) -> int:
    """The number of seats next to the one wanted that these rules allow."""
    return max(rules.min_seats, min(wanted, rules.max_seats))


class SettingsForm(HouseForm):
    """How a table is to be: what its host may set, but for the rules."""

    only: tuple[str, ...] = LENGTHS

    title = forms.CharField(label=_("Name of the table"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    public = forms.TypedChoiceField(
        label=_("Who can come"),
        choices=[("", _("Who has the link")), ("yes", _("Anyone"))],
        coerce=bool, empty_value="", required=False, widget=forms.RadioSelect,
    )  # fmt: skip
    size = forms.TypedChoiceField(label=_("Seats"), coerce=int, widget=forms.RadioSelect)
    turn_seconds = forms.TypedChoiceField(
        label=_("Time for a turn"), choices=TURN_TIMES, coerce=int, empty_value=None, required=False,
        widget=forms.RadioSelect,
    )  # fmt: skip
    watchable = forms.BooleanField(label=_("Others may watch"), required=False)

    def __init__(self, start: RuleSet, data: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(start, data, **kwargs)
        self.order_fields(["title", "public", "size", "turn_seconds", *LENGTHS, "watchable"])
        self._choose_seats(*((2, MOST_SEATS) if data is not None else (self.rules.min_seats, self.rules.max_seats)))

    def _choose_seats(self, least: int, most: int) -> None:
        self._choose("size", range(least, most + 1))

    def _choose(self, name: str, numbers: range) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(str(n), str(n)) for n in numbers]

    def clean_title(self) -> str:
        return checked_title(self.cleaned_data["title"])

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        data["public"] = bool(data.get("public"))
        if data["public"] and data.get("turn_seconds") is None and "turn_seconds" not in self.errors:
            self.add_error("turn_seconds", _("A table for anyone needs a time for turns."))
        if data["public"] and has_house_rules(self.rules):
            self.add_error("public", ONLY_PRIVATE)
        least, most = self.rules.min_seats, self.rules.max_seats
        if not least <= data.get("size", least) <= most:
            message = (
                gettext("These rules are for %(least)s to %(most)s.")
                if least < most
                else gettext("These rules are for %(most)s.")
            )
            self.add_error("size", message % {"least": least, "most": most})
        self._choose_seats(least, most)  # no more are offered again
        return data

    def settings(self) -> dict[str, Any]:
        """What `tables.configure` takes."""
        data = {name: self.cleaned_data[name] for name in ("public", "size", "turn_seconds", "watchable")}
        return {**data, "name": self.cleaned_data["title"], "rules": self.rules}

    @classmethod
    def of(cls, table: Table) -> SettingsForm:
        """The form filled in as the table is now."""
        shown = {
            "title": table.name, "public": "yes" if table.public else "", "size": table.size,
            "turn_seconds": "" if table.turn_seconds is None else str(table.turn_seconds), "watchable": table.watchable,
        }  # fmt: skip
        return cls(tables.rules_of(table), initial=shown)


class OpenForm(SettingsForm, RulesForm):
    """A new table: its game and rules, its settings, and bots that sit down at once."""

    only = RulesForm.only

    bots = forms.TypedChoiceField(label=_("Bots to begin with"), coerce=int, widget=forms.RadioSelect)

    def _choose_seats(self, least: int, most: int) -> None:
        super()._choose_seats(least, most)
        self._choose("bots", range(most))

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if "size" in data and data.get("bots", 0) >= data["size"]:
            self.add_error("bots", _("You need a seat too: fewer bots, or more seats."))
        return data

    @classmethod
    def kept(cls, data: Mapping[str, str], rules: RuleSet) -> dict[str, Any]:
        size = data.get("size", "")
        return super().kept(data, rules) | {
            "watchable": "watchable" in data,
            "size": seats_for(rules, int(size) if size.isascii() and size.isdigit() else SEATS),
        }

    @classmethod
    def fresh(cls, name: str, rules: RuleSet) -> OpenForm:
        """The form for a new table, as it is when nobody says otherwise."""
        shown = {
            "title": name,
            "public": "",
            "size": seats_for(rules),
            "turn_seconds": "30",
            "watchable": True,
            "bots": 0,
        }
        return cls(rules, initial=shown)
