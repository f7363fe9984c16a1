"""Seat people at a site's tables and begin their matches, straight in its database.

`seat(site, [...])` is for tests; it runs this module in a process of its own, with the site's environment.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import count
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "macao_site.settings")
django.setup()

from django.core.management import call_command  # noqa: E402  (needs the apps to be loaded)

from game import tables  # noqa: E402
from game.engine import RuleSet  # noqa: E402
from game.models import User  # noqa: E402
from tests.serving import ROOT, Site  # noqa: E402
from tests.sessions import cookie_of  # noqa: E402

ENDLESS = 10_000  # a target that no test reaches


@dataclass(frozen=True)
class Plan:
    """A table to set up: `seats` has a letter a seat, p for a person and b for a bot; the first one is a person."""

    seats: str
    rules: str = "simple-macao"
    target: int = ENDLESS
    turn_seconds: int | None = 15
    bot_seconds: float | None = 0.0
    watchers: int = 0


@dataclass(frozen=True)
class Seated:
    """A table whose match has begun. `cookies` has one a seat, None for a bot; `watchers` are people without a seat."""

    table: int
    match: int
    uid: str
    code: str
    token: str
    cookies: tuple[str | None, ...]
    watchers: tuple[str, ...]

    @property
    def socket(self) -> str:
        """Path of the socket that this match's pages open."""
        return f"/ws/table/{self.token}/?match={self.uid}"


def seat(site: Site, plans: Sequence[Plan]) -> list[Seated]:
    """Set tables up on a site, which need not serve yet: its database is made if there is none."""
    text = json.dumps([asdict(plan) for plan in plans])
    done = subprocess.run(
        [sys.executable, "-m", "tests.seating"], input=text, cwd=ROOT, env=site.environment(), capture_output=True,
        text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return [
        Seated(**{**row, "cookies": tuple(row["cookies"]), "watchers": tuple(row["watchers"])})
        for row in json.loads(done.stdout)
    ]


# --- in the other process

_numbers = count(1)
_run = secrets.randbelow(10**6)


def _person() -> User:
    name = f"Ana {_run} {next(_numbers)}"
    return User.objects.create(username=name.casefold(), name=name, password="!")


def _set_up(plan: Plan) -> dict[str, Any]:
    people = {number: _person() for number, kind in enumerate(plan.seats) if kind == "p"}
    host = people[0]
    table = tables.open_table(
        host, name="Table", rules=RuleSet.named(plan.rules), size=len(plan.seats), target=plan.target,
        turn_seconds=plan.turn_seconds, bot_seconds=plan.bot_seconds,
    )  # fmt: skip
    for number, kind in enumerate(plan.seats):
        if kind == "b":
            tables.add_bot(table.pk, host, number)
        elif number:
            tables.sit(table.pk, people[number], number)
    match = tables.start(table.pk, host)
    cookies = [cookie_of(people[number]) if number in people else None for number in range(len(plan.seats))]
    watchers = [cookie_of(_person()) for _ in range(plan.watchers)]
    return asdict(Seated(table.pk, match.pk, match.uid, table.code or "", table.token, tuple(cookies), tuple(watchers)))


def main() -> None:
    call_command("migrate", verbosity=0)
    json.dump([_set_up(Plan(**plan)) for plan in json.load(sys.stdin)], sys.stdout)


if __name__ == "__main__":
    main()
