"""Builders: accounts, browsers, matches as they are once they have been played."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client
from django.utils import timezone

from game import names
from game.engine import RuleSet
from game.models import Match, Round, Score, Seat, Table, User


class QuickHasher(PBKDF2PasswordHasher):
    """Django's own, with fewer rounds: a test signs in dozens of times."""

    iterations = 2000


PASSWORD = "correct horse battery"


def account(name: str, **fields: Any) -> User:
    """A saved account with the password of all tests."""
    return User.objects.create_user(names.key(name), PASSWORD, name=name, **fields)


def browser(user: User | None = None) -> Client:
    """A browser with a session of its own; it checks tokens, as the site does."""
    client = Client(enforce_csrf_checks=True)
    if user is not None:
        client.force_login(user)
    return client


def token(client: Client) -> str:
    """A form's token, for this browser: its cookie's value, or one as the site would have set it."""
    if "csrftoken" not in client.cookies:
        client.cookies["csrftoken"] = "a" * 32
    return client.cookies["csrftoken"].value


def post(client: Client, url: str, data: dict[str, Any] | None = None, **headers: Any):
    """Send a form as its page would."""
    return client.post(url, {"csrfmiddlewaretoken": token(client), **(data or {})}, **headers)


def htmx(client: Client, url: str, data: dict[str, Any] | None = None):
    """Press a button that htmx sends."""
    return post(client, url, data, headers={"HX-Request": "true"})


def played(
    people: list[User | str], rounds: list[list[int]], *, target: int = 100, private: bool = True,
    table: Table | None = None, phase: str = Match.Phase.OVER, rules: str | dict[str, Any] = "simple-macao",
) -> Match:  # fmt: skip
    """A match with its rounds: charges in seat order, 0 for who went out, or places. A text among the people is a bot.

    Who was charged anything, or was not first, is left with the ace of hearts.
    """
    best = 0 if RuleSet.from_json(rules).by_points else 1
    ended = timezone.now()
    match = Match.objects.create(
        uid=secrets.token_urlsafe(16), table=table, private=private, rules=rules, game=RuleSet.from_json(rules).id,
        target=target, turn_seconds=30, size=len(people), first_seat=0, phase=phase, round_number=max(1, len(rounds)),
        started_at=ended - timedelta(minutes=16),
        ended_at=ended if phase in (Match.Phase.OVER, Match.Phase.ABANDONED) else None,
    )  # fmt: skip
    seats = [
        Seat.objects.create(match=match, number=n, name=str(who), turns=20, game=match.game, at=match.started_at,
                            **({"bot": "sensible"} if isinstance(who, str) else {"user": who}))
        for n, who in enumerate(people)
    ]  # fmt: skip
    totals = [0] * len(people)
    for number, charges in enumerate(rounds, start=1):
        row = Round.objects.create(
            match=match, number=number, first=0, server_seed=secrets.token_bytes(32), commitment="c" * 64,
            nonces=[None] * len(people), ended_at=ended, winner=charges.index(best) if best in charges else None,
        )  # fmt: skip
        totals = [total + charge for total, charge in zip(totals, charges, strict=True)]
        for seat, charge, total in zip(seats, charges, totals, strict=True):
            hand = ["Ah"] if charge != best else []
            Score.objects.create(round=row, seat=seat, charge=charge, total=total, hand=hand)
    firsts = [sum(charges[seat.number] == best for charges in rounds) for seat in seats]
    worths = [(total, -first * best) for total, first in zip(totals, firsts, strict=True)]
    for seat, total, first, worth in zip(seats, totals, firsts, worths, strict=True):
        seat.total, seat.firsts = total, first
        seat.place = 1 + sum(other < worth for other in worths) if phase == Match.Phase.OVER else None
        seat.save()
    Match.objects.filter(pk=match.pk).update(drawn=worths.count(min(worths)) > 1)
    match.refresh_from_db()
    return match
