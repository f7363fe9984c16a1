"""A match of every game to its end through the real site: people at sockets, bots in other seats, on both stores."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from game.bots import choose
from game.engine import Round, RuleSet, View
from game.engine.presets import PRESETS
from game.engine.rules import Call
from game.engine.shuffle import deal_seed
from tests.faults.rig import Rig, one_machine
from tests.players import BUTTON, Player
from tests.seating import Plan, Seated, seat

PATIENCE = 180.0  # seconds for all matches together, at the same time; a quiet machine needs 20
LAST = 20  # points that end a match of points soon
SEED = 7
PACE = (0.1, 0.15)  # seconds from seeing to doing: ten frames a second are all that a socket may send
pytestmark = pytest.mark.slow

POSITION = (
    "SELECT m.version, r.state FROM game_match m JOIN game_round r ON r.match_id = m.id AND r.number = m.round_number"
    " WHERE m.id = {}"
)

LAYABLE = re.compile(r" data-(?:move|ask|plays)=")  # by itself, after a question, or by the graph of plays

Row = dict[str, Any]

TABLES = {
    "simple-macao": "pbpb",
    "macao": "pbbpb",
    "macau-london": "ppbb",
    "tel-aviv": "pbpbb",
    "romanian-macao": "ppbb",
    "macao-simplu": "pbpb",
    "american-septica": "ppb",
    "classic-macau": "ppbb",
    "romanian-1": "ppbbb",
    "romanian-2": "pbp",
    "polish-makao": "ppbbbbpbbb",
}
"""By game, who sits round the table: p for a person, b for a bot. Three play two rounds for places."""


class Person(Player):
    """Somebody who plays as the sensible bot would, and catches everybody; who `forgets` says Macao only half the time.

    The position comes from the database, and nothing is looked at but the own view of it.
    """

    forgets: bool
    connection: Any
    _known: tuple[int, View | None] = (-1, None)

    def _wants(self) -> str | None:
        if self.flying or self.seat is None:
            return None
        if self.parts and 'value="next"' in self.parts.get("acts", "") + self.parts.get("sheet", ""):
            return "next"
        view = self._view()
        if view is None:
            return None
        calls = view.calls_open()
        if calls and not (calls == ["macao"] and self.forgets and self.version % 2):
            return calls[0]
        return self._move(view) if view.turn == self.seat and not view.over else None

    def _view(self) -> View | None:
        """What it may know at the version that its page shows; None where that has passed."""
        if self._known[0] != self.version:
            version, state = self.connection.execute(POSITION.format(self.match)).fetchone()
            if version != self.version:
                return None
            view = View.from_position(_value(state), self.seat) if state else None
            self._known = (version, view)
            if view is not None:
                self._compare(view)
        return self._known[1]

    def _compare(self, view: View) -> None:
        """Its page must offer the calls and the moves without a card that are open, and a card if one may be laid."""
        buttons = {*BUTTON.findall(self.parts["acts"])}
        wanted = {*view.calls_open(), *[str(move) for move in view.legal_moves() if not move.lays]}
        if not wanted <= buttons:
            self.complaints.append(f"at version {self.version} there is no button for {sorted(wanted - buttons)}")
        if any(move.lays for move in view.legal_moves()) and not LAYABLE.search(self.parts["hand"]):
            self.complaints.append(f"at version {self.version} no card may be laid, says the page")

    def _move(self, view: View) -> str:
        text = choose("sensible", view.position(), self.seat or 0, self.rng.getrandbits(32))
        spoken = view.rules.call is Call.SPOKEN and not self.forgets and self.rng.random() < 0.5
        return f"{text}!" if spoken and text not in ("draw", "take", "wait", "pass") else text

    def _answered(self, ack: dict[str, str]) -> None:
        called = self.flying is not None and self.flying.text.startswith(("macao", "catch"))
        late = called and ack["result"] == "illegal"  # somebody else was quicker
        super()._answered({**ack, "result": "stale"} if late else ack)


STORES = ["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.redis])]


@pytest.fixture(scope="module", params=STORES)
def rig(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    if request.param == "postgres":
        yield request.getfixturevalue("many")
        return
    with one_machine(tmp_path_factory.mktemp("games")) as rig:
        rig.web[0].manage("migrate", "-v0")
        rig.start(rig.processes)
        yield rig


def _connected(rig: Rig) -> Any:
    """One lasting connection to the site's database: who plays looks into it a thousand times."""
    url = rig.web[0].environment()["DATABASE_URL"]
    path = url.removeprefix("sqlite:///")
    return psycopg.connect(url, autocommit=True) if path == url else sqlite3.connect(f"file:{path}?mode=ro", uri=True)


@dataclass(frozen=True)
class Played:
    """All matches when they are over: the rows of the database, the tables by game, and the people."""

    rows: dict[str, list[Row]]
    seated: dict[str, Seated]
    people: list[Person]
    logs: list[Path]

    def log(self) -> str:
        return "".join([path.read_text(errors="replace") for path in self.logs])


@pytest.fixture(scope="module")
def played(rig: Rig) -> Played:
    plans = [
        Plan(seats, rules=game, target=LAST if PRESETS[game].by_points else 1 + (len(seats) == 3), turn_seconds=30)
        for game, seats in TABLES.items()
    ]
    seated = dict(zip(TABLES, seat(rig.web[0], plans), strict=True))
    with closing(_connected(rig)) as connection:
        people = [one for table in seated.values() for one in _people(rig, table, connection)]
        started = time.monotonic()
        asyncio.run(_play(people, rig))
        print(f"all matches over after {time.monotonic() - started:.1f} s")
    names = ("match", "seat", "round", "move", "score")
    rows = {name: rig.fetch(f"SELECT * FROM game_{name} ORDER BY id") for name in names}
    return Played(rows, seated, people, [site.log for site in rig.processes])


def _people(rig: Rig, table: Seated, connection: Any) -> list[Person]:
    people = []
    for number, cookie in enumerate(table.cookies):
        if cookie is not None:
            rng = random.Random(f"{SEED}/{table.match}/{number}")
            sites = rig.urls[number % len(rig.urls) :]
            one = Person(sites, table.socket, cookie, table.match, number, rng, PACE)
            one.forgets, one.connection = number == 0, connection
            people.append(one)
    return people


async def _play(people: list[Person], rig: Rig) -> None:
    """Until every page shows the end of its match."""
    tasks = [asyncio.create_task(one.run()) for one in people]
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*[_sees_the_end(one) for one in people])
    except TimeoutError:
        still = [row for row in rig.fetch("SELECT * FROM game_match") if row["phase"] != "over"]
        raise AssertionError(f"not at the end: {still}") from None
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _sees_the_end(person: Person) -> None:
    while 'data-show="match' not in person.parts.get("sheet", ""):  # noqa: ASYNC110 (a page has no event to wait for)
        await asyncio.sleep(0.1)


# --- what the database has kept


@dataclass(frozen=True)
class Record:
    """The rows of one match; JSON columns read."""

    rules: RuleSet
    match: Row
    seats: list[Row]
    rounds: list[Row]
    moves: list[Row]
    scores: list[Row]

    def by_round(self, number: int) -> list[Row]:
        """The scores of a round, in seat order."""
        ids = [seat["id"] for seat in self.seats]
        row = self.rounds[number]
        return sorted(
            [one for one in self.scores if one["round_id"] == row["id"]], key=lambda one: ids.index(one["seat_id"])
        )

    def events(self, kind: str) -> list[Any]:
        return [event for move in self.moves for event in move["events"] if event[0] == kind]


def read(rows: dict[str, list[Row]], match: int) -> Record:
    rounds = [row for row in rows["round"] if row["match_id"] == match]
    ids = {row["id"] for row in rounds}
    [row] = [row for row in rows["match"] if row["id"] == match]
    return Record(
        RuleSet.from_json(_value(row["rules"])), row, [seat for seat in rows["seat"] if seat["match_id"] == match],
        [{**one, "state": _value(one["state"]), "nonces": _value(one["nonces"])} for one in rounds],
        [{**move, "events": _value(move["events"])} for move in rows["move"] if move["match_id"] == match],
        [score for score in rows["score"] if score["round_id"] in ids],
    )  # fmt: skip


def _value(column: Any) -> Any:
    """A JSON column may come as text (SQLite) or as a value."""
    try:
        return json.loads(column) if isinstance(column, str) else column
    except ValueError:
        return column


@pytest.fixture(params=list(TABLES))
def record(request: pytest.FixtureRequest, played: Played) -> Record:
    return read(played.rows, played.seated[request.param].match)


def test_every_game_is_played_and_one_of_them_by_ten() -> None:
    assert TABLES.keys() == PRESETS.keys()
    assert max(map(len, TABLES.values())) == 10


def test_a_match_goes_to_its_end_and_nobody_was_stuck(record: Record) -> None:
    match = record.match
    assert match["phase"] == "over"
    versions = [move["number"] for move in record.moves] + [row["version"] for row in record.rounds]
    assert sorted(versions) == list(range(1, match["version"] + 1))
    assert not any(move["stand_in"] for move in record.moves), "somebody had no move to make for thirty seconds"
    people = {seat["number"] for seat in record.seats if seat["user_id"]}
    assert people <= {move["seat"] for move in record.moves}


def test_points_or_places_add_up(record: Record) -> None:
    totals, firsts = [0] * len(record.seats), [0] * len(record.seats)
    for number, row in enumerate(record.rounds):
        scores = record.by_round(number)
        places = row["state"]["places"]
        charges = [sum(map(record.rules.points, hand)) for hand in row["state"]["hands"]]
        charges = charges if record.rules.by_points else places
        totals = [total + charge for total, charge in zip(totals, charges, strict=True)]
        firsts = [first + (place == 1) for first, place in zip(firsts, places, strict=True)]
        assert [score["charge"] for score in scores] == charges
        assert [score["place"] for score in scores] == places
        assert [score["total"] for score in scores] == totals
        assert row["winner"] == next(iter(row["state"]["finished"]), None)
        assert row["first"] == (record.rounds[0]["first"] + number) % len(totals)
    assert [seat["total"] for seat in record.seats] == totals
    assert [seat["firsts"] for seat in record.seats] == firsts
    worths = [(total, 0 if record.rules.by_points else -first) for total, first in zip(totals, firsts, strict=True)]
    assert [seat["place"] for seat in record.seats] == [1 + sorted(worths).index(worth) for worth in worths]
    assert bool(record.match["drawn"]) == (worths.count(min(worths)) > 1)
    if record.rules.by_points:
        assert max(totals) >= record.match["target"]
    else:
        assert len(record.rounds) == record.match["target"]


def test_the_moves_lead_from_the_opened_seed_to_the_same_end(record: Record) -> None:
    for row in record.rounds:
        seed = deal_seed(bytes(row["server_seed"]), row["nonces"])
        again = Round.deal(record.rules, len(record.seats), seed=seed, first=row["first"])
        for move in record.moves:
            if move["round_id"] == row["id"]:
                assert [event.to_json() for event in again.play(move["text"])] == move["events"]
        assert again.position() == row["state"]


def test_macao_is_said_where_players_say_it_and_nobody_is_caught_elsewhere(record: Record) -> None:
    said, caught = record.events("called"), record.events("caught")
    if record.rules.call is Call.SPOKEN:
        assert said
        assert not record.events("one-card")
    else:
        assert not said + caught


def test_who_forgets_is_caught_and_turns_are_counted_without_calls(played: Played) -> None:
    records = [read(played.rows, table.match) for table in played.seated.values()]
    assert any(one.events("caught") for one in records)
    for one in records:
        turns = Counter(move["seat"] for move in one.moves if not move["text"].startswith(("macao", "catch")))
        assert [seat["turns"] for seat in one.seats] == [turns[seat["number"]] for seat in one.seats]


def test_nobody_was_shown_or_answered_anything_wrong(played: Played) -> None:
    assert [(one.complaints, one.close_code) for one in played.people if one.complaints or one.close_code] == []
    assert "Traceback" not in played.log()


def test_the_result_of_every_match_can_be_read(rig: Rig, played: Played) -> None:
    for table in played.seated.values():
        asked = urllib.request.Request(f"{rig.urls[0]}/match/{table.uid}/", headers={"Cookie": str(table.cookies[0])})
        with urllib.request.urlopen(asked, timeout=20) as answer:
            assert answer.status == 200
