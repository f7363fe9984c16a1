"""What one may ask of a list of matches. Unknown values are as good as none; of a day that is none the form says so."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from game import listing, profiles
from game.listing import Mark, Wanted
from game.models import User
from game.presenter.games import game_names
from game.words import words_for

PERIODS = [("", _("All time")), ("week", _("Last 7 days")), ("month", _("Last 30 days")), ("year", _("Last year"))]
RATED = [("", _("Rated or not")), ("yes", _("Rated")), ("no", _("Not rated"))]
RESULTS = [
    ("", _("Any result")), ("won", _("Won")), ("drawn", _("Drawn")), ("lost", _("Lost")), ("abandoned", _("Abandoned")),
]  # fmt: skip
TABLES = [("", _("Any table")), ("public", _("Public tables")), ("private", _("Private tables"))]
COMPANY = [("", _("Anybody")), ("people", _("People only")), ("bots", _("With bots"))]
KINDS = [("", _("Online and practice")), ("online", _("Online")), ("practice", _("Practice"))]


def _day(label: Any) -> forms.DateField:
    """A day of UTC, as an address says it."""
    picker = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    return forms.DateField(label=label, required=False, input_formats=["%Y-%m-%d"], widget=picker)


class ListForm(forms.Form):
    """Filters of a list, out of a page's address."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    period = forms.ChoiceField(label=_("Period"), choices=PERIODS, required=False)
    first = _day(_("From"))
    last = _day(_("To"))
    rated = forms.ChoiceField(label=_("Rated"), choices=RATED, required=False)

    def __init__(self, asked: QueryDict) -> None:
        super().__init__(self._known(asked), auto_id="filter_%s")
        names = game_names(words_for(get_language() or "en"))
        self.fields["game"].choices = [("", gettext("All games")), *names.items()]  # type: ignore[attr-defined]
        self.before: Mark | None = listing.mark(asked.get("before", ""))
        self.met: User | None = None
        self.called = ""
        self.full_clean()

    def _known(self, asked: QueryDict) -> dict[str, str]:
        """What of an address means something here."""
        known = {}
        for name, field in self.base_fields.items():
            text = asked.get(name, "")[:60]
            choices = getattr(field, "choices", None)
            if name == "game" or not choices or text in dict(choices):
                known[name] = text
        games = game_names(words_for("en"))
        known["game"] = known["game"] if known["game"] in games else ""
        return known

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        name = found.get("opponent", "").strip()
        if name:
            self.met = profiles.find(name)
            self.called = name if self.met is None else ""
        if found.get("first") and found.get("last") and found["last"] < found["first"]:
            self.add_error("last", gettext("This day is before the first."))
        return found

    @property
    def used(self) -> bool:
        """Whether anything is filtered."""
        return any(self.data.values())

    @property
    def chosen(self) -> list[str]:
        """What is filtered by, in words."""
        words = []
        for name, text in self.data.items():
            field = self.fields[name]
            if not text or name in self.errors:
                continue
            if isinstance(field, forms.ChoiceField):
                words.append(str(dict(field.choices)[text]))  # type: ignore[arg-type]
            elif isinstance(field, forms.DateField):
                day = date_format(self.cleaned_data[name], "SHORT_DATE_FORMAT")
                words.append((gettext("from %(day)s") if name == "first" else gettext("to %(day)s")) % {"day": day})
            else:
                words.append(text)
        return words

    @property
    def query(self) -> str:
        """The filters as they stand in an address, for the links to other pages of the list."""
        asked = QueryDict(mutable=True)
        asked.update({name: text for name, text in self.data.items() if text})
        return asked.urlencode()

    def wanted(self) -> Wanted:
        """The matches that are asked for."""
        values = self.cleaned_data
        yes_no = {"yes": True, "no": False}
        since, first, last = (
            listing.since(values.get("period", ""), timezone.now()),
            values.get("first"),
            values.get("last"),
        )
        starts = [one for one in (since, datetime.combine(first, time.min, UTC) if first else None) if one]
        return Wanted(
            game=values.get("game", ""), opponent=self.met, called=self.called, result=values.get("result", ""),
            since=max(starts, default=None), until=datetime.combine(last, time.max, UTC) if last else None,
            rated=yes_no.get(values.get("rated", "")),
            bots={"bots": True, "people": False}.get(values.get("company", "")),
            private={"private": True, "public": False}.get(values.get("table", "")), kind=values.get("kind", ""),
            nothing=bool(self.errors),
        )  # fmt: skip


class PublicForm(ListForm):
    """Of everybody's matches."""


class PlayerForm(ListForm):
    """Of a player's public matches."""

    opponent = forms.CharField(
        label=_("Opponent"), required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    company = forms.ChoiceField(label=_("Company"), choices=COMPANY, required=False)
    result = forms.ChoiceField(label=_("Result"), choices=RESULTS[:-1], required=False)


class OwnForm(PlayerForm):
    """Of one's own matches."""

    result = forms.ChoiceField(label=_("Result"), choices=RESULTS, required=False)
    table = forms.ChoiceField(label=_("Table"), choices=TABLES, required=False)
    kind = forms.ChoiceField(label=_("Kind"), choices=KINDS, required=False)
