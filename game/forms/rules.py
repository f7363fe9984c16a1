"""A game and its house rules as a form: fields made from what the game lets a table set, refusals at each field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from django import forms
from django.forms.boundfield import BoundField, BoundWidget
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from game.engine import RuleError, RuleSet
from game.engine.parameters import NAMES, Parameter
from game.engine.presets import PARAMETERS
from game.engine.rules import Value
from game.forms.people import Plain, checked_title
from game.presenter.games import game_lines, game_names, has_house_rules
from game.presenter.parameters import GROUPS, LENGTHS, group_titles, parameter_words, refusal, unfit, value_name
from game.words import Words, words_for

STRIP = 3  # up to so many values stand side by side
TYPED = 100  # from so many on a number is typed
ONLY_PRIVATE = gettext_lazy(
    "House rules are for tables of those who have the link. At a table for anyone the game's own rules hold."
)


@dataclass(frozen=True, slots=True)
class Row:
    """A parameter in the form: its field, what the game itself has, and whether that was changed."""

    field: BoundField
    usual: str
    now: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Group:
    """Parameters that belong together."""

    key: str
    title: str
    rows: tuple[Row, ...]

    @property
    def changed(self) -> list[Row]:
        return [row for row in self.rows if row.changed]

    @property
    def wrong(self) -> int:
        return sum(bool(row.field.errors) for row in self.rows)


class HouseForm(Plain, forms.Form):
    """Some parameters of a game, set from those of `start`; what is not in the form stays as it is there.

    Once it has been asked for errors, `rules` is the rule set of all that could be taken as it is.
    """

    only: tuple[str, ...] = NAMES

    def __init__(self, start: RuleSet, data: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        self.words: Words = words_for(get_language() or "en")
        self.offers = {name: PARAMETERS[start.id][name] for name in NAMES if name in PARAMETERS[start.id]}
        self.start = self.rules = start
        shown = {name: token(self.value_of(start, name)) for name in self.shown()}
        super().__init__(None if data is None else {**shown, **data}, **kwargs)
        self.initial = {**shown, **self.initial}
        for name in shown:
            self.fields[name] = parameter_field(name, self.offers[name], self.words)
        self.dress()

    def shown(self) -> list[str]:
        return [name for name in self.offers if name in self.only]

    def value_of(self, rules: RuleSet, name: str) -> Value:
        return rules.parameters().get(name, self.offers[name].default)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name in sorted(set(NAMES) & set(self.data) - set(self.offers)):
            label = parameter_words(self.words)[name].label
            self.add_error(None, _("This game knows no “%(rule)s”.") % {"rule": label})
        given = {name: value for name, value in self.start.parameters().items() if name not in self.fields}
        given |= {name: data[name] for name in self.shown() if name in data}
        self.rules = self._made(given)
        return data

    def _made(self, given: dict[str, Value]) -> RuleSet:
        """The rule set of these parameters; one that contradicts the rest gets its error, and is left out."""
        while True:
            try:
                return RuleSet.named(self.start.id, **given)
            except RuleError as error:
                if error.parameter not in given:
                    raise
                values = {name: offer.default for name, offer in self.offers.items()} | given
                at = error.parameter if error.parameter in self.fields else None
                self.add_error(at, refusal(error.parameter, values, self.words))
                del given[error.parameter]

    def groups(self) -> Iterator[Group]:
        """The parameters in groups, but for the length of a match."""
        titles = group_titles(self.words)
        for key, names in GROUPS:
            rows = [self._row(name) for name in names.split() if name in self.fields and name not in LENGTHS]
            if rows:
                yield Group(key, titles[key], tuple(rows))

    def changes(self) -> list[Row]:
        """What is otherwise than in the game itself, but for the length of a match."""
        return [row for group in self.groups() for row in group.changed]

    def length(self) -> BoundField:
        """The field that says how long a match is: points or rounds."""
        return self[next(name for name in LENGTHS if name in self.offers)]

    def _row(self, name: str) -> Row:
        offer, shown = self.offers[name], self[name].value()
        now = next((value for value in offer.values if token(value) == shown), None)
        usual = value_name(name, offer.default, self.words)
        said = usual if now is None else value_name(name, now, self.words)
        return Row(self[name], usual, said, now != offer.default)


class RulesForm(HouseForm):
    """A game out of all, and everything that it lets a table set."""

    game = forms.ChoiceField(widget=forms.RadioSelect)
    was = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, start: RuleSet, data: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        self.for_anyone = kwargs.pop("for_anyone", False)
        super().__init__(start, data, **kwargs)
        self.initial = {**self.initial, "game": start.id, "was": start.id}
        names, lines = game_names(self.words), game_lines(self.words)
        game = self.fields["game"]
        assert isinstance(game, forms.ChoiceField)
        game.label = _("Game")
        game.choices = list(names.items())
        self.game_name, self.game_line = names[start.id], lines[start.id]

    @classmethod
    def read(cls, data: Mapping[str, str], **kwargs: Any) -> Self:
        """What was typed; `RuleError` (`base`) if that is no game.

        Where another game was chosen than the one whose rules are typed, or the game's own rules are asked for again,
        the form comes back unbound: everything but the rules is kept.
        """
        rules = RuleSet.named(data.get("game", ""))
        if data.get("was", rules.id) == rules.id and "reset" not in data:
            return cls(rules, data, **kwargs)
        return cls(rules, initial=cls.kept(data, rules), **kwargs)

    @classmethod
    def kept(cls, data: Mapping[str, str], rules: RuleSet) -> dict[str, Any]:
        """What stays as it was typed when other rules come into the form."""
        return {name: data[name] for name in cls.base_fields if name in data}

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if self.for_anyone and has_house_rules(self.rules):
            first = next(name for name in self.shown() if name in self.rules.parameters() and name not in LENGTHS)
            self.add_error(first, ONLY_PRIVATE)
        return data

    def games(self) -> Iterator[tuple[BoundWidget, str]]:
        """The games to choose from, each with a line about it."""
        return zip(self["game"], game_lines(self.words).values(), strict=True)

    @property
    def house(self) -> bool:
        return has_house_rules(self.rules)


class SavedForm(RulesForm):
    """Rules to be kept under a name."""

    title = forms.CharField(widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["title"].label = _("Name of these rules")

    def clean_title(self) -> str:
        return checked_title(self.cleaned_data["title"])


def token(value: Value) -> str:
    """A parameter's value as a form sends it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def parameter_field(name: str, offer: Parameter, words: Words) -> forms.Field:
    """The field in which a parameter is set."""
    said, wrong = parameter_words(words)[name], unfit(offer, words)
    more: dict[str, Any] = {"label": said.label, "help_text": said.help}
    if isinstance(offer.values, range) and len(offer.values) >= TYPED:
        return forms.IntegerField(
            min_value=offer.values[0], max_value=offer.values[-1],
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong), **more,
        )  # fmt: skip
    values = {token(value): value for value in offer.values}
    return forms.TypedChoiceField(
        choices=[(key, value_name(name, value, words)) for key, value in values.items()],
        coerce=values.__getitem__,
        widget=forms.RadioSelect if len(values) <= STRIP else forms.Select,
        error_messages={"required": wrong, "invalid_choice": wrong}, **more,
    )  # fmt: skip
