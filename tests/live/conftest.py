"""A table with people at it, in a database that other threads can see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

import pytest
from django.db import transaction

from game import instants, matches, store, tables
from game.engine import Round, RuleSet
from game.matches import Answer, Command
from game.memory import memory
from game.models import Lease, Match, Seat, Table, User
from game.models import Round as RoundRow
from game.running import Running
from game.writer import reading, writing

T = TypeVar("T")


@pytest.fixture(autouse=True)
def _database(transactional_db: None) -> Iterator[None]:
    yield
    for thread in (reading, writing):
        thread.disconnect()
    memory.clear()


async def db(work: Callable[..., T], *arguments: object) -> T:
    """Do something that needs the database, from an async test: in a thread, as the product does."""
    return await reading.run(work, *arguments)


def person(name: str) -> User:
    return User.objects.create_user(username=name.lower(), name=name)


@dataclass
class World:
    """A table of Ana's at which Bogdan sits, and a bot if asked for; its match is begun by `start`."""

    ana: User
    bogdan: User
    carmen: User
    table: Table
    now: datetime = field(default_factory=instants.now)

    def start(self) -> Match:
        """Begin the match: sealed, not dealt."""
        return tables.start(self.table.pk, self.ana)

    def deal(self) -> Match:
        """Begin the match and deal its first round; both are connected."""
        match = self.start()
        self.connect(self.ana, self.bogdan)
        self.later(3)
        self.do(matches.Tick(match.pk))
        return self.match

    def pose(self, hands: list[str], pile: str, turn: int = 0, **position: object) -> Match:
        """Deal, and have other cards lie instead, hands by seat; `turn` begins. The rest of the pack is the stock."""
        match = self.deal()
        rules = RuleSet.from_json(match.rules)
        stock = list(rules.pack(len(hands)))
        for code in [*pile.split(), *" ".join(hands).split()]:
            stock.remove(code)
        posed = Round.from_position(
            {"rules": match.rules, "hands": hands, "pile": pile, "stock": stock, "turn": turn, **position}
        )
        RoundRow.objects.filter(match=match, number=match.round_number).update(state=posed.position())
        with transaction.atomic():
            memory.clear()
            running = store.load({match.pk})[match.pk]
            running.attend([], self.now)  # the turn begins anew
            running.attend([user.pk for user in (self.ana, self.bogdan)], self.now)
            store.save([running])
        return self.match

    @property
    def match(self) -> Match:
        self.table.refresh_from_db()
        assert self.table.match_id is not None
        return Match.objects.get(pk=self.table.match_id)

    @property
    def running(self) -> Running:
        pk = self.match.pk
        return store.load({pk}, log=True)[pk]

    def connect(self, *people: User) -> None:
        for user in people:
            until = self.now + timedelta(days=1)
            Lease.objects.create(table=self.table, user=user, socket=f"{user.pk}-{Lease.objects.count()}", until=until)

    def disconnect(self, *people: User) -> None:
        Lease.objects.filter(user__in=people).delete()

    def later(self, seconds: float) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now

    def do(self, command: Command) -> Answer:
        """Carry out one command now; an int is the version that answers it."""
        return matches.execute([command], self.now).answers[0]

    def user_at(self, seat: int) -> User:
        user = Seat.objects.get(match=self.match, number=seat).user
        assert user is not None
        return user

    def legal(self) -> list[str]:
        """What the seat in turn may do."""
        round_ = self.running.round
        assert round_ is not None
        return [str(move) for move in round_.legal_moves()]

    def act(self, move: str | None = None, *, version: int | None = None, user: User | None = None,
            move_id: str | None = None) -> Answer:  # fmt: skip
        """The person in turn makes a move: its first legal one unless named."""
        match = self.match
        assert match.turn is not None
        return self.do(
            matches.Act(
                match.pk, (user or self.user_at(match.turn)).pk, None, move or self.legal()[0],
                match.version if version is None else version, move_id,
            )
        )  # fmt: skip

    def play_round(self) -> None:
        """First legal moves until the round is over."""
        while self.match.phase == Match.Phase.PLAYING:
            assert isinstance(self.act(), int)


def opened(rules: str, *, bots: int = 0, target: int | None = None, bot_seconds: float | None = None) -> World:
    """Ana's table with these rules, at which Bogdan sits, and after him so many bots."""
    ana, bogdan, carmen = person("Ana"), person("Bogdan"), person("Carmen")
    table = tables.open_table(
        ana, name="Ana's table", rules=RuleSet.named(rules), turn_seconds=30, target=target, bot_seconds=bot_seconds
    )
    tables.sit(table.pk, bogdan)
    for _ in range(bots):
        tables.add_bot(table.pk, ana)
    return World(ana, bogdan, carmen, table)


@pytest.fixture
def world() -> World:
    return opened("simple-macao")
