"""ROOM 6: house rules that people keep under a name, and hand on by a link. The only writer of them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeVar

from django.db import IntegrityError, transaction

from game import lobby, names
from game.engine import RuleError, RuleSet
from game.errors import PlayError
from game.models import HouseRules, User
from game.presenter.games import house_rules

T = TypeVar("T")

MOST = 50  # rule sets that one person may keep


class NameUsed(PlayError):
    """This person keeps other rules under the same name already."""

    code = "name-used"


class TooManyRules(PlayError):
    """This person keeps as many as one may."""

    code = "too-many-rules"


def save(owner: User, name: str, rules: RuleSet) -> HouseRules:
    """Keep rules under a name, with a link of their own. `NameUsed`, `TooManyRules`."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)  # two at once are counted one after the other
        if owner.house_rules.count() >= MOST:
            raise TooManyRules
        return _unless_used(
            name,
            lambda: HouseRules.objects.create(
                owner=owner, token=secrets.token_urlsafe(16), name=name, rules=rules.to_json()
            ),
        )


def change(saved: HouseRules, name: str, rules: RuleSet) -> None:
    """Other rules, or another name, behind the same link; tables opened with them before keep theirs. `NameUsed`."""
    row = HouseRules.objects.filter(pk=saved.pk)
    _unless_used(name, lambda: row.update(name=name, rules=rules.to_json()))


def _unless_used(name: str, write: Callable[[], T]) -> T:
    try:
        with transaction.atomic():
            return write()
    except IntegrityError as error:
        raise NameUsed(name) from error


def delete(saved: HouseRules) -> None:
    """Forget rules; tables opened with them keep theirs."""
    HouseRules.objects.filter(pk=saved.pk).delete()


@dataclass(frozen=True, slots=True)
class Kept:
    """Rules in their owner's list. `rules` is None where the games no longer know what is in them."""

    name: str
    token: str
    rules: RuleSet | None
    game: str
    changes: int
    """House rules in them, the length of a match not counted."""


def listed(owner: User) -> list[Kept]:
    """What a person keeps, by name."""
    return [_kept(saved) for saved in owner.house_rules.all()]


def _kept(saved: HouseRules) -> Kept:
    rules = readable(saved.rules)
    if rules is None:
        return Kept(saved.name, saved.token, None, "", 0)
    return Kept(saved.name, saved.token, rules, lobby.game_name(saved.rules), len(house_rules(rules)))


def own(owner: User, token: str) -> HouseRules | None:
    """Rules of this person by their link; None if they are somebody else's or nobody's."""
    return owner.house_rules.filter(token=token).first()


def shared(token: str) -> tuple[HouseRules, RuleSet] | None:
    """What is behind a link, for anybody; None if nothing is, or nothing that can still be played."""
    saved = HouseRules.objects.select_related("owner").filter(token=token).first()
    rules = None if saved is None else readable(saved.rules)
    return None if saved is None or rules is None else (saved, rules)


def readable(rules: str | dict[str, Any]) -> RuleSet | None:
    """The rule set that was kept; None if the games no longer know what is in it."""
    try:
        return RuleSet.from_json(rules)
    except RuleError:
        return None


NEUTRAL_NAME = "House rules"


def forget(owner: User) -> list[str]:
    """Before a person goes: the names of their rules that hold their own name.

    Copies that others keep under such a name are called `NEUTRAL_NAME` from now on, with a number where that is used.
    """
    key = names.key(owner.name)
    told = [name for name in owner.house_rules.values_list("name", flat=True) if key in names.key(name)]
    for copy in HouseRules.objects.filter(name__in=told).exclude(owner=owner) if told else ():
        used = set(HouseRules.objects.filter(owner=copy.owner_id).values_list("name", flat=True))
        numbers = count(2)
        name = NEUTRAL_NAME
        while name in used:
            name = f"{NEUTRAL_NAME} {next(numbers)}"
        HouseRules.objects.filter(pk=copy.pk).update(name=name)
    return told


def hand_over(guest: User, account: User) -> None:
    """All that a guest kept is the account's; a name that it uses already gets a number."""
    used = set(account.house_rules.values_list("name", flat=True))
    for saved in guest.house_rules.all():
        numbers = count(2)
        name = saved.name
        while name in used:
            name = f"{saved.name[:36]} {next(numbers)}"
        used.add(name)
        HouseRules.objects.filter(pk=saved.pk).update(owner=account, name=name)
