"""Puts a site's database into states worth looking at, before it serves.

Usage, with the site's environment: python -m tests.browser.staging; prints JSON: the sessions, tables and matches made.
"""

from __future__ import annotations

import json
import os
import random
import sys
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "macao_site.settings")
django.setup()

from django.conf import settings  # noqa: E402  (needs the apps to be loaded)
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402

from game import instants, names, store, tables  # noqa: E402
from game.bots import BOTS  # noqa: E402
from game.engine import Event, EventKind, Round, RuleSet  # noqa: E402
from game.models import Match, Table, User  # noqa: E402

RULES = RuleSet.named("simple-macao")
HAND = "7h Kh 4h 5s Js 2c Ad"
# name: hands, the card that starts the pile, the seat that begins, and the moves that lead to what is looked at
POSES: dict[str, tuple[list[str], str, int, str]] = {
    "own": ([HAND, "4c 8d Tc Qs", "3c 9s 9d", "6c 6d 8h Jc Jd Qd 9h"], "5d", 2, "9d 9h"),
    "other": ([HAND, "4c 8d Tc Qs", "3c 9s", "6c 6d 8h Jc Jd Qd 9h"], "9d", 3, "9h Kh"),
    "stack": (["3h 7d 9c Js 2c Ah", "4c 8d Tc Qs 5d", "9h 3d", "6c 6d 8h Jc Jd Qd 3s"], "9d", 1, "5d 3d 3s"),
    "many": (
        ["2c 4c 6c 8c Tc Qc Kc 2d 5d 9d Jd Kd 3h 6h 9h Qh 4s 7s Ts As", "8d 8h", "7c 9c", "Ac Ah Ad 5h"],
        "5c", 2, "9c draw",
    ),
    "skip": (["4h 9c Js", "8d Tc Qs", "9h 2s 9s", "6c 6d 8h 4s"], "9d", 2, "9s 4s"),
}  # fmt: skip


def person(name: str) -> User:
    return User.objects.create(username=names.key(name), name=name, password="!")


def cookie(user: User) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def seat(people: list[User], name: str, **fields: Any) -> Table:
    table = tables.open_table(people[0], name=name, rules=RULES, **fields)
    for user in people[1:]:
        tables.sit(table.pk, user)
    return table


def begin(table: Table) -> Match:
    """A match that has been dealt."""
    assert table.host is not None
    match = tables.start(table.pk, table.host, fill=True)
    _change(match, lambda running: running.deal(instants.now()))
    return match


def _change(match: Match, change: Any) -> Any:
    with transaction.atomic():
        running = store.load({match.pk})[match.pk]
        change(running)
        store.save([running])
    return running


def pose(people: list[User], pose: tuple[list[str], str, int, str], totals: tuple[int, ...]) -> dict[str, Any]:
    """A match in its third round, with a deal of ours; the unseen cards are the stock."""
    hands, start, first, moves = pose
    match = begin(seat(people, "Sunday with the cousins", turn_seconds=None))
    stock = sorted(set(RULES.pack(4)) - {start, *" ".join(hands).split()})
    random.Random(7).shuffle(stock)
    position = {"rules": RULES.id, "hands": hands, "pile": [start], "stock": stock, "turn": first}
    state = Round.from_position(position).position()
    opening = [Event(EventKind.TURNED, None, (start,)).to_json()]
    match.rounds.filter(number=1).update(state=state, number=3, opening=opening)
    for number, total in enumerate(totals):
        match.seats.filter(number=number).update(total=total)
    Match.objects.filter(pk=match.pk).update(turn=first, round_number=3)
    for move in moves.split():
        _change(match, lambda running, move=move: _make(running, move))
    return {"table": match.table.token, "match": match.uid}


def _make(running: Any, move: str) -> None:
    turn = running.round.turn
    running.play(turn, move, instants.now(), user_id=running.seats[turn].user_id)


def play_out(people: list[User], target: int) -> dict[str, Any]:
    """A finished match, played by the sensible bot in every seat."""
    table = seat(people, "Sunday with the cousins", target=target)
    match = begin(table)
    rng = random.Random(11)
    phase = Match.Phase.PLAYING
    while phase not in (Match.Phase.OVER, Match.Phase.ABANDONED):
        phase = _change(match, lambda running: _step(running, rng)).match.phase
    return {"table": table.token, "match": match.uid}


def _step(running: Any, rng: random.Random) -> None:
    now = instants.now()
    if running.match.phase == Match.Phase.BETWEEN:
        running.deal(now)
        return
    while running.match.phase == Match.Phase.PLAYING:
        turn = running.round.turn
        _make(running, str(BOTS["sensible"].choose(running.round.view(turn), rng)))


def main() -> None:
    call_command("migrate", verbosity=0)
    people = [person(name) for name in ("Ana", "Bogdan", "Ilinca", "Dan")]
    totals = (137, 131, 65, 246)
    staged = {name: pose(people, made, totals) for name, made in POSES.items()}
    staged["over"] = play_out(people, 200)
    others = [person(name) for name in ("Bartholomew Constantin", "יונתן", "Ștefania", "Mihai", "Ioana", "Zoltán")]
    seat(others[:2], "Ana's table", public=True)
    seat(others[2:3], "שולחן של יונתן", public=True, size=2, target=200, turn_seconds=15)
    begin(seat(others[3:], "The long table of Bartholomew Constantin", public=True, size=6))
    waiting = seat(people[:2], "Sunday with the cousins")
    tables.add_bot(waiting.pk, people[0])
    staged["waiting"] = {"table": waiting.token}
    sessions = {user.name: cookie(user) for user in people}
    json.dump({"sessions": sessions, "staged": staged, "cookie": settings.SESSION_COOKIE_NAME}, sys.stdout)


if __name__ == "__main__":
    main()
