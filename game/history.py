"""ROOM 6: practice matches that people's devices have sent, each seen by its owner alone. The only writer of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db import transaction

from game.models import PracticeMatch, User
from game.retelling import retell

MOST = 200  # that one person keeps here: the newest
OLDEST = datetime(2020, 1, 1, tzinfo=UTC)


def keep(owner: User, sent: object, ended: object, now: datetime) -> tuple[PracticeMatch, bool]:
    """Keep a match that a device has sent, once; and whether it is new here. `Unbelievable`.

    `ended` is when it ended by the device's clock, milliseconds since 1970; nobody relies on it.
    """
    told = retell(sent)
    rules = told.settings.rules
    with transaction.atomic():
        match, new = PracticeMatch.objects.get_or_create(
            owner=owner, uid=told.uid,
            defaults={
                "rules": rules.to_json(), "target": rules.target, "size": told.settings.seats,
                "totals": told.score.totals, "places": told.score.places, "rounds": told.rounds, "hands": told.hands,
                "kept": told.kept, "played_at": _moment(ended, now),
            },
        )  # fmt: skip
        if new:
            newest = owner.practice_matches.order_by("-played_at", "-pk").values_list("pk", flat=True)
            PracticeMatch.objects.filter(pk__in=list(newest[MOST:])).delete()
    return match, new


def _moment(ended: object, now: datetime) -> datetime:
    """A time that a device names, if it can be; else now."""
    if type(ended) is not int or not 0 <= ended <= now.timestamp() * 1000:
        return now
    return max(OLDEST, datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=ended))


def hand_over(guest: User, account: User) -> None:
    """All that a guest has sent is the account's."""
    known = account.practice_matches.values_list("uid", flat=True)
    PracticeMatch.objects.filter(owner=guest).exclude(uid__in=list(known)).update(owner=account)
