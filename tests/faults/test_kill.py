"""SIGKILL at random moments of matches: no acknowledged move is lost or doubled, and play goes on (reliability F1, F4).

MACAO_KILLS says how many kills (4; `make kill` asks for 20), MACAO_SEED repeats a run: the same tables, players,
targets and waits. The moment itself is as exact as the machine is.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.crowd import BACK_SECONDS, Crowd
from tests.faults.rig import Rig, one_machine
from tests.seating import Plan, seat
from tests.serving import Site

KILLS = int(os.environ.get("MACAO_KILLS", "4"))
SEED = int(os.environ.get("MACAO_SEED") or secrets.randbelow(2**32))
TABLES = [Plan("pbpb", bot_seconds=0.0), Plan("ppbb", bot_seconds=0.1), Plan("pbbp", bot_seconds=0.2), Plan("pp")]
KINDS = ("web", "clock", "all")

pytestmark = pytest.mark.slow


def shares(kills: int, kinds: int) -> list[int]:
    """How many kills each kind of target gets."""
    return [kills // kinds + (number < kills % kinds) for number in range(kinds)]


ON_SQLITE, *ON_POSTGRES = shares(KILLS, 1 + len(KINDS))


@pytest.fixture(autouse=True)
def _seed() -> None:
    print(f"MACAO_SEED={SEED} MACAO_KILLS={KILLS}")


async def _survives(rig: Rig, crowd: Crowd, targets: Sequence[str], rng: random.Random) -> list[float]:
    """Kill what is named, one after the other, while people play. Seconds until play went on after each."""
    back = []
    async with crowd.at_play():
        await crowd.goes_on(dict.fromkeys(crowd.tables, 1), seconds=30)
        for kind in targets:
            await asyncio.sleep(rng.uniform(0.3, 1.5))
            killed = _chosen(rig, kind, rng)
            for site in killed:
                site.kill()
            await asyncio.sleep(rng.choice((0.0, rng.uniform(0.0, 2.0))))
            await asyncio.to_thread(rig.start, killed)
            back.append(await crowd.goes_on(crowd.versions()))
            print(f"{kind}: {len(killed)} killed, play went on after {back[-1]:.2f} s")
        await crowd.agree()
    return back


def _chosen(rig: Rig, kind: str, rng: random.Random) -> list[Site]:
    among = {"web": rig.web, "clock": rig.clocks, "all": rig.processes}[kind]
    return among if kind == "all" else rng.sample(among, rng.randint(1, len(among)))


async def _nothing_is_left(rig: Rig) -> None:
    """The workers of killed processes end with them."""
    end = time.monotonic() + BACK_SECONDS
    while rig.orphans():
        assert time.monotonic() < end, f"processes outlive what started them: {rig.orphans()}"
        await asyncio.sleep(0.1)


async def test_no_move_is_lost_when_the_serving_process_is_killed_on_sqlite(tmp_path: Path) -> None:
    rng = random.Random(SEED)
    with one_machine(tmp_path) as rig:
        seated = seat(rig.web[0], TABLES)
        rig.start(rig.processes)
        crowd = Crowd(rig, seated, SEED)
        await _survives(rig, crowd, ["web"] * ON_SQLITE, rng)
        await _nothing_is_left(rig)
        rig.stop()
        assert crowd.findings() == []
        with closing(sqlite3.connect(tmp_path / "macao.sqlite3")) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.postgres
@pytest.mark.redis
async def test_no_move_is_lost_when_web_processes_and_clocks_are_killed_on_postgres(many: Rig) -> None:
    rng = random.Random(SEED)
    targets = [kind for kind, count in zip(KINDS, ON_POSTGRES, strict=True) for _ in range(count)]
    rng.shuffle(targets)
    crowd = Crowd(many, seat(many.web[0], TABLES), SEED)
    await _survives(many, crowd, targets, rng)
    await _nothing_is_left(many)
    assert crowd.findings() == []


@pytest.mark.postgres
@pytest.mark.redis
async def test_moves_are_acknowledged_while_redis_is_dead(many: Rig) -> None:
    assert many.redis is not None
    crowd = Crowd(many, seat(many.web[0], TABLES), SEED + 1)
    async with crowd.at_play():
        await crowd.goes_on(dict.fromkeys(crowd.tables, 1), seconds=30)
        many.redis.kill()
        died_at = time.time()
        await asyncio.sleep(2)
        back_at = time.time()
        acknowledged = [at for player in crowd.players for at in player.answered_at if died_at < at < back_at]
        await asyncio.to_thread(many.redis.start)
        await crowd.goes_on(crowd.versions())
        await crowd.agree()
    assert acknowledged, "no move was acknowledged while Redis was away"
    assert crowd.findings() == []
