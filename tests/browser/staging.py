"""Puts a site's database into states worth looking at, before it serves.

Usage, with the site's environment: python -m tests.browser.staging; prints JSON: the sessions, tables and matches made.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections import Counter
from typing import Any, NamedTuple

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "macao_site.settings")
django.setup()

from django.conf import settings  # noqa: E402  (needs the apps to be loaded)
from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402

from game import booking, generating, history, house, instants, matches, names, store, tables  # noqa: E402
from game.bots import BOTS  # noqa: E402
from game.engine import Event, EventKind, Round, RuleSet  # noqa: E402
from game.generating import Somebody  # noqa: E402
from game.models import Match, Table, User  # noqa: E402
from game.practice import Settings, kept  # noqa: E402
from tests.practice.playing import play_match  # noqa: E402
from tests.sessions import session_of  # noqa: E402

RULES = RuleSet.named("simple-macao")
HOUSE = RuleSet.named("classic-macau", hand_size=7, packets=False, queen_blocks="Qs")
HAND = "7h Kh 4h 5s Js 2c Ad"


class Pose(NamedTuple):
    """A deal of ours, and the moves that lead to what is looked at; the unseen cards are the stock."""

    hands: list[str]
    start: str
    """The card that starts the pile."""
    first: int
    moves: str
    rules: RuleSet = RULES


CLASSIC = RuleSet.named("classic-macau")
POSES = {
    "own": Pose([HAND, "4c 8d Tc Qs", "3c 9s 9d", "6c 6d 8h Jc Jd Qd 9h"], "5d", 2, "9d 9h"),
    "other": Pose([HAND, "4c 8d Tc Qs", "3c 9s", "6c 6d 8h Jc Jd Qd 9h"], "9d", 3, "9h Kh"),
    "stack": Pose(["3h 7d 9c Js 2c Ah", "4c 8d Tc Qs 5d", "9h 3d", "6c 6d 8h Jc Jd Qd 3s"], "9d", 1, "5d 3d 3s"),
    "many": Pose(
        ["2c 4c 6c 8c Tc Qc Kc 2d 5d 9d Jd Kd 3h 6h 9h Qh 4s 7s Ts As", "8d 8h", "7c 9c", "Ac Ah Ad 5h"],
        "5c", 2, "9c draw",
    ),
    "skip": Pose(["4h 9c Js", "8d Tc Qs", "9h 2s 9s", "6c 6d 8h 4s"], "9d", 2, "9s 4s"),
    # eights are demanded of Ana, who has two of them and a jack
    "demand": Pose(
        ["8h 8s Jd 5c 6d 9s Kh", "Jc 4h 4s 8d 2c", "5h 9d", "7d 3s Qs Td"], "Tc", 1, "Jc=8 draw draw pass", CLASSIC
    ),
    # Ana may lay three sevens, and Dan owes a call
    "packet": Pose(
        ["7h 7c 7s Kh 4h 9s 2c", "Jh 8h 3h Qd", "6h 8c 9c Td", "6c 9d"], "9h", 2, "6h 6c",
        RuleSet.named("romanian-macao"),
    ),
    "ten": Pose(
        [HAND, "9h 9c 3d 3h", "Qd Qc", "Tc Td Th 8c 8d 8h 8s", "2s 4d 2d", "Qs Jd", "Ac 3c 5c", "7c 7d", "Jc Jh 6h",
         "3s 6d 6s 9s Ts 5d"], "5h", 9, "5d", CLASSIC,
    ),
}  # fmt: skip


RECORDED = 90
"""Matches in the histories of Ana and the others, besides those that are staged one by one."""


def person(name: str) -> User:
    return User.objects.create(username=names.key(name), name=name, password="!")


def seat(people: list[User], name: str, rules: RuleSet = RULES, **fields: Any) -> Table:
    table = tables.open_table(people[0], name=name, rules=rules, **fields)
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


def pose(people: list[User], pose: Pose, totals: tuple[int, ...]) -> dict[str, Any]:
    """A match in its third round, or the only one, with a deal of ours."""
    rules, seats = pose.rules, len(pose.hands)
    number = 3 if rules.by_points else 1
    table = seat(people[:seats], "Sunday with the cousins", rules, size=seats, turn_seconds=None)
    match = begin(table)
    unseen = Counter(rules.pack(seats)) - Counter([pose.start, *" ".join(pose.hands).split()])
    stock = sorted(unseen.elements())
    random.Random(7).shuffle(stock)
    position = {"rules": rules.to_json(), "hands": pose.hands, "pile": [pose.start], "stock": stock, "turn": pose.first}
    state = Round.from_position(position).position()
    opening = [Event(EventKind.TURNED, None, (pose.start,)).to_json()]
    match.rounds.filter(number=1).update(state=state, number=number, opening=opening)
    for at, total in enumerate(totals if rules.by_points else ()):
        match.seats.filter(number=at).update(total=total)
    Match.objects.filter(pk=match.pk).update(turn=pose.first, round_number=number)
    for move in pose.moves.split():
        _change(match, lambda running, move=move: _make(running, move))
    return {"table": table.token, "match": match.uid}


def _make(running: Any, move: str) -> None:
    turn = running.round.turn
    running.play(turn, move, instants.now(), user_id=running.seats[turn].user_id)


def play_out(people: list[User], rules: RuleSet, until: Match.Phase = Match.Phase.OVER) -> dict[str, Any]:
    """A match played by the sensible bot in every seat: to its end, or to the end of its first round."""
    table = seat(people, "Sunday with the cousins", rules)
    match = begin(table)
    rng = random.Random(11)
    phase = Match.Phase.PLAYING
    while phase not in (until, Match.Phase.OVER):
        phase = _change(match, lambda running: _step(running, rng)).match.phase
    Match.objects.filter(pk=match.pk).update(due=None)  # the next round does not begin by itself
    return {"table": table.token, "match": match.uid}


def _step(running: Any, rng: random.Random) -> None:
    now = instants.now()
    if running.match.phase == Match.Phase.BETWEEN:
        running.deal(now)
        return
    while running.match.phase == Match.Phase.PLAYING:
        turn = running.round.turn
        _make(running, str(BOTS["sensible"].choose(running.round.view(turn), rng)))


def practised(owner: User, rules: RuleSet, seed: int) -> dict[str, Any]:
    """A practice match that a device has sent."""
    played = kept.save(play_match(Settings(rules, 3, 0), bytes([seed] * 32)))
    return {"my/practice": history.keep(owner, json.loads(played), None, instants.now())[0].uid}


def recorded(people: list[User]) -> dict[str, Any]:
    """Many matches that are over and counted, some of them rated; the last rated one, and one that is shared."""
    first = generating.first_id()
    generating.generate(range(RECORDED), 5, [Somebody(user.pk, user.name) for user in people], first)
    generating.mend_sequences()
    while booking.book():
        pass
    mine = Match.objects.filter(pk__gte=first, seats__user=people[0]).order_by("-pk")
    private, rated = mine.filter(private=True)[0], mine.filter(private=False, rated=True)[0]
    matches.share(private, on=True)
    return {"match": rated.uid, "shared": private.uid}


def main() -> None:
    call_command("migrate", verbosity=0)
    people = [person(name) for name in ("Ana", "Bogdan", "Ilinca", "Dan")]
    more = [person(name) for name in ("יונתן אברהמי", "Constantin-Bartholomew")]  # bots sit in the other seats
    totals = (137, 131, 65, 246)
    staged = {name: pose([*people, *more], made, totals) for name, made in POSES.items()}
    staged["over"] = play_out(people, RuleSet.named("simple-macao", target=200))
    staged["over-one-round"] = play_out(people, RuleSet.named("classic-macau"))
    staged["over-places"] = play_out(people, RuleSet.named("romanian-1", rounds=2))
    places = RuleSet.named("romanian-macao", rounds=3)
    staged["places"] = play_out(people, places, Match.Phase.BETWEEN)
    others = [person(name) for name in ("Bartholomew Constantin", "יונתן", "Ștefania", "Mihai", "Ioana", "Zoltán")]
    seat(others[:2], "Ana's table", public=True)
    seat(others[2:3], "שולחן של יונתן", public=True, size=2, target=200, turn_seconds=15)
    begin(seat(others[3:], "The long table of Bartholomew Constantin", public=True, size=6))
    waiting = seat(people[:2], "Sunday with the cousins")
    tables.add_bot(waiting.pk, people[0])
    staged["waiting"] = {"table": waiting.token}
    staged["waiting-ten"] = {"table": seat([*people[:2], *others[:3]], "All the cousins", rules=HOUSE, size=10).token}
    saved = house.save(people[0], "Sunday with the cousins", HOUSE)
    house.save(people[0], "שולחן של יונתן", RuleSet.named("tel-aviv", target=200))
    staged["house"] = {"rules/house": saved.token, "my/rules": saved.token}
    staged["practice"] = practised(people[0], RuleSet.named("simple-macao", target=200), 4)
    staged["practice-one-round"] = practised(
        people[0], RuleSet.named("american-septica", pack="hungarian32", rounds=1), 5
    )
    staged["recorded"] = recorded([people[0], *others])
    staged["shared"] = {"match": staged["recorded"].pop("shared")}
    sessions = {user.name: session_of(user) for user in people}
    json.dump({"sessions": sessions, "staged": staged, "cookie": settings.SESSION_COOKIE_NAME}, sys.stdout)


if __name__ == "__main__":
    main()
