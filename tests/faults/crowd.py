"""Script players at all tables of a site, and what must hold while they play and when they stop."""

from __future__ import annotations

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from tests.faults.checker import Rows, findings
from tests.faults.rig import Rig
from tests.players import Player
from tests.seating import Seated

BACK_SECONDS = 10.0  # within which play goes on, and all views agree, once the site is there again


class Crowd:
    """The people of some tables, each at a socket of their own; `tables` says where, by match."""

    def __init__(self, rig: Rig, seated: Sequence[Seated], seed: int, pace: tuple[float, float] = (0.05, 0.2)) -> None:
        self.rig = rig
        self.tables: dict[int, list[Player]] = defaultdict(list)
        for table in seated:
            for seat, cookie in enumerate(table.cookies):
                if cookie is not None:
                    # people of one table come in through different processes
                    sites = rig.urls[seat % len(rig.urls) :] + rig.urls[: seat % len(rig.urls)]
                    rng = random.Random(f"{seed}/{table.match}/{seat}")
                    player = Player(sites, table.socket, cookie, table.match, seat, rng, pace=pace)
                    self.tables[table.match].append(player)

    @property
    def players(self) -> list[Player]:
        return [player for players in self.tables.values() for player in players]

    @asynccontextmanager
    async def at_play(self) -> AsyncIterator[None]:
        """Everybody is at the table meanwhile."""
        tasks = [asyncio.create_task(player.run()) for player in self.players]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            failed = [result for result in results if isinstance(result, Exception)]
            if failed:
                raise ExceptionGroup("players failed", failed)

    def versions(self) -> dict[int, int]:
        """The newest version that anybody at a table has seen, by match."""
        return {match: max(player.version for player in players) for match, players in self.tables.items()}

    async def goes_on(self, since: dict[int, int], seconds: float = BACK_SECONDS) -> float:
        """Until there is a newer version in every table than `since`; the seconds it took."""
        start = time.monotonic()
        while still := [match for match, version in self.versions().items() if version <= since[match]]:
            if time.monotonic() - start > seconds:
                raise AssertionError(f"no new move within {seconds} s:\n{self.describe(still)}")
            await asyncio.sleep(0.02)
        return time.monotonic() - start

    async def agree(self, seconds: float = BACK_SECONDS) -> float:
        """Nobody moves any more: until every move is answered and every page shows what the database holds."""
        for player in self.players:
            player.playing = False
        start = time.monotonic()
        while behind := self._behind(await asyncio.to_thread(self._truth)):
            if time.monotonic() - start > seconds:
                raise AssertionError(f"views do not agree after {seconds} s: {behind}\n{self.describe(self.tables)}")
            await asyncio.sleep(0.2)
        return time.monotonic() - start

    def _truth(self) -> dict[int, dict[str, Any]]:
        tables = self.rig.dump()
        return {match["id"]: _state(match["id"], match["version"], tables["rounds"]) for match in tables["matches"]}

    def _behind(self, truth: dict[int, dict[str, Any]]) -> list[str]:
        wrong = []
        for player in self.players:
            now = truth[player.match]
            who = f"match {player.match} seat {player.seat}"
            if not player.connected or player.flying is not None:
                wrong.append(f"{who}: connected {player.connected}, unanswered {player.flying}")
            elif player.version != now["version"]:
                wrong.append(f"{who}: version {player.version}, not {now['version']}")
            elif sorted(player.hand()) != sorted(now["hands"][player.seat]):
                wrong.append(f"{who}: holds {player.hand()}, not {now['hands'][player.seat]}")
        return wrong

    def describe(self, matches: Iterable[int]) -> str:
        """Where these tables stand, as their players see it."""
        rows = {row["id"]: row for row in self.rig.fetch("SELECT * FROM game_match")}
        lines = []
        for match in matches:
            lines.append(f"match {match}: {rows[match]}")
            lines += [
                f"  seat {player.seat}: connected {player.connected}, closed {player.close_code},"
                f" version {player.version}, offers {player.offers()}, unanswered {player.flying}"
                for player in self.tables[match]
            ]
        return "\n".join(lines)

    def findings(self) -> list[str]:
        """All that was wrong at these tables, by the players' histories and the database: the site may be stopped."""
        tables = self.rig.dump()
        # a site may serve other games too, which the checker does not know
        tables["matches"] = [match for match in tables["matches"] if match["id"] in self.tables]
        histories = [sent for player in self.players for sent in player.history()]
        complaints = [
            f"match {player.match} seat {player.seat}: {text}" for player in self.players for text in player.complaints
        ]
        return findings(tables, histories) + complaints


def _state(match: int, version: int, rounds: Rows) -> dict[str, Any]:
    dealt = [row for row in rounds if row["match_id"] == match and row["state"] is not None]
    hands = dealt[-1]["state"]["hands"] if dealt else [[]] * 6
    return {"version": version, "hands": hands}
