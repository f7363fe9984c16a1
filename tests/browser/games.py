"""Puts matches of other games into a site's database: Ana and Bogdan at a table, a round of ours dealt to them.

Usage, with the site's environment: python -m tests.browser.games; prints JSON: the sessions, and the tables by name.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from tests.browser.staging import begin, person  # first: it makes Django ready

from django.conf import settings  # isort: skip
from django.core.management import call_command  # isort: skip

from game import tables
from game.engine import Event, EventKind, Round, RuleSet
from game.models import Match, User
from tests.sessions import session_of

RULES = RuleSet.named("classic-macau", jokers=2)
# name: hands, the card that starts the pile, the cards that are drawn first, who begins
ROUNDS: dict[str, tuple[list[str], str, str, int]] = {
    "everything": (
        ["6c 6d 6h 7h 8h 9h Th Xr Jh 5d 5c", "Qs 4s"], "6s", "Kc Kd 2c 3c 4c 8c 9c Tc", 0,
    ),
    "catch": (["7c 8c Kd", "9s 4h"], "9d", "2c 3c 4c 5c 6c", 1),
}  # fmt: skip


def pose(people: list[User], name: str) -> str:
    """Token of a table where a round of ours is played; the unseen cards are the stock, some of them first."""
    hands, start, first_drawn, first = ROUNDS[name]
    table = tables.open_table(people[0], name=name, rules=RULES, size=2, turn_seconds=None)
    tables.sit(table.pk, people[1])
    match = begin(table)
    drawn = first_drawn.split()
    stock = drawn + sorted(set(RULES.pack(2)) - {start, *drawn, *" ".join(hands).split()})
    position: dict[str, Any] = {
        "rules": RULES.to_json(),
        "hands": hands,
        "pile": [start],
        "stock": stock,
        "turn": first,
    }
    opening = [Event(EventKind.TURNED, None, (start,)).to_json()]
    match.rounds.filter(number=1).update(state=Round.from_position(position).position(), opening=opening)
    Match.objects.filter(pk=match.pk).update(turn=first)
    return table.token


def main() -> None:
    call_command("migrate", verbosity=0)
    people = [person(name) for name in ("Ana", "Bogdan")]
    staged = {f"{name}, {way}": pose(people, name) for name in ROUNDS for way in ("touch", "keys")}
    sessions = {user.name: session_of(user) for user in people}
    json.dump({"sessions": sessions, "staged": staged, "cookie": settings.SESSION_COOKIE_NAME}, sys.stdout)


if __name__ == "__main__":
    main()
