"""Set tables up on the real site, before it serves: accounts, sessions, four persons a table, a match begun.

Usage, with the site's environment: python -m bench.seating TABLES; prints JSON, [{"token", "cookies": [4]}, ...].
"""

from __future__ import annotations

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "macao_site.settings")
django.setup()

from django.core.management import call_command  # noqa: E402  (needs the apps to be loaded)
from django.db import transaction  # noqa: E402

from bench.load import SEATS  # noqa: E402
from game import tables  # noqa: E402
from game.engine import RuleSet  # noqa: E402
from game.models import User  # noqa: E402
from tests.sessions import cookie_of  # noqa: E402

LONG_TARGET = 10_000  # so that no match ends while it is measured
TURN_SECONDS = 60  # the clock runs, and is never over


def person(name: str) -> User:
    return User.objects.create(username=name.lower(), name=name, password="!")


def seat_table(number: int) -> dict[str, object]:
    people = [person(f"{'ABCD'[seat]}{number:03}") for seat in range(SEATS)]
    rules = RuleSet.named("simple-macao")
    table = tables.open_table(
        people[0], name=f"Table {number}", rules=rules, size=SEATS, target=LONG_TARGET, turn_seconds=TURN_SECONDS
    )
    for user in people[1:]:
        tables.sit(table.pk, user)
    tables.start(table.pk, people[0])
    return {"token": table.token, "cookies": [cookie_of(user) for user in people]}


def main() -> None:
    call_command("migrate", verbosity=0)
    with transaction.atomic():  # one commit, not thousands
        seated = [seat_table(number) for number in range(int(sys.argv[1]))]
    json.dump(seated, sys.stdout)


if __name__ == "__main__":
    main()
