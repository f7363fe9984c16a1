"""Double, late, foreign, malformed and fuzzed commands over real sockets: each gets its answer, and no more happens."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.faults import fuzz
from tests.faults.crowd import Crowd
from tests.faults.rig import Rig, one_machine
from tests.faults.tabs import PATIENCE, Tab, dealt, tab
from tests.seating import Plan, Seated, seat

SEED = int(os.environ.get("MACAO_SEED") or secrets.randbelow(2**32))
FUZZED = 1000
BURST = 20  # frames that a socket may send at once
SOCKETS_A_USER = 10

TABLES = 16
AWAY = "seat--away"
UNHURRIED = Plan("pp", turn_seconds=None)

STATE = (
    "SELECT id, version, phase, round_number, first_seat, ready, turn FROM game_match WHERE id = {}",
    "SELECT number, first, version, nonces, state, winner FROM game_round WHERE match_id = {} ORDER BY number",
    "SELECT number, seat, text, move_id, stand_in FROM game_move WHERE match_id = {} ORDER BY number",
    "SELECT number, total, place, user_id FROM game_seat WHERE match_id = {} ORDER BY number",
)  # fmt: skip


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with one_machine(tmp_path_factory.mktemp("commands")) as rig:
        rig.web[0].manage("migrate", "-v0")
        rig.start(rig.processes)
        yield rig
        log = rig.web[0].log.read_text()
        assert "Traceback" not in log, log[-4000:]


@pytest.fixture(scope="module")
def tables(rig: Rig) -> Iterator[Seated]:
    """Tables of two people with no hurry, a fresh one for each test."""
    return iter(seat(rig.web[0], [UNHURRIED] * TABLES))


@pytest.fixture
def table(tables: Iterator[Seated]) -> Seated:
    return next(tables)


def checksum(rig: Rig, table: Seated) -> str:
    """Of all that a match is, but not of who is connected and when the clock looks next."""
    rows = [rig.fetch(query.format(table.match)) for query in STATE]
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def moves(rig: Rig, table: Seated) -> list[dict[str, Any]]:
    return rig.fetch(f"SELECT * FROM game_move WHERE match_id = {table.match} ORDER BY number")


@asynccontextmanager
async def two(rig: Rig, table: Seated) -> AsyncIterator[tuple[Tab, Tab]]:
    """Both people at their table, dealt: who is in turn, and who is not."""
    async with tab(rig.urls[0], table, 0) as ana, tab(rig.urls[-1], table, 1) as bogdan:
        mover = await dealt(ana, bogdan)
        yield mover, bogdan if mover is ana else ana


# --- twice, late, somebody else's


async def test_a_double_click_is_one_move_with_one_answer_twice(rig: Rig, table: Seated) -> None:
    async with two(rig, table) as (mover, other):
        version, move = mover.page.version, mover.page.offers()[0]
        move_id = secrets.token_hex(16)
        for _ in range(5):
            await mover.move(move, version=version, move_id=move_id)
        answers = [await mover.answer(move_id) for _ in range(5)]
        assert [answer["ack"]["result"] for answer in answers] == ["done"] * 5
        await other.shows(version + 1)
        assert [(row["number"], row["text"], row["move_id"]) for row in moves(rig, table)] == [
            (version + 1, move, move_id)
        ]


async def test_of_two_clicks_at_once_the_second_finds_another_table(rig: Rig, table: Seated) -> None:
    async with two(rig, table) as (mover, _):
        version, offers = mover.page.version, mover.page.offers()
        first = await mover.move(offers[0], version=version)
        second = await mover.move(offers[-1], version=version)
        assert (await mover.answer(first))["ack"]["result"] == "done"
        stale = await mover.answer(second)
        assert (stale["ack"]["result"], stale["version"]) == ("stale", version + 1)
        assert 'hx-target="#hand"' in stale["content"], "a stale command is answered with the whole table"
        assert [row["move_id"] for row in moves(rig, table)] == [first]


@pytest.mark.parametrize("store", ["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.redis])])
async def test_of_two_tabs_one_move_counts_and_both_show_it(store: str, request: pytest.FixtureRequest) -> None:
    """On PostgreSQL the tabs are at two processes. Whatever the race, versions have no gap and every page agrees."""
    rig = request.getfixturevalue("rig" if store == "sqlite" else "many")
    dice = random.Random(SEED)
    (table,) = await asyncio.to_thread(seat, rig.web[0], [UNHURRIED])
    async with two(rig, table) as players, AsyncExitStack() as stack:
        pairs = []
        for player in players:
            elsewhere = rig.urls[0] if player.page.sites == [rig.urls[-1]] else rig.urls[-1]
            again = await stack.enter_async_context(tab(elsewhere, table, player.page.seat))
            pairs.append((player, again))
        everybody = [one for pair in pairs for one in pair]
        for _ in range(12):
            top = max(one.page.version for one in everybody)
            for one in everybody:
                await one.shows(top)
            pair = next((pair for pair in pairs if pair[0].page.offers()), None)
            if pair is None:
                break  # the round is over
            version, offers = pair[0].page.version, pair[0].page.offers()
            ids = [await one.move(dice.choice(offers), version=version) for one in pair]
            results = [(await one.answer(move_id))["ack"]["result"] for one, move_id in zip(pair, ids, strict=True)]
            assert sorted(results) == ["done", "stale"]
            for one in everybody:
                await one.shows(version + 1)
        numbers = [row["number"] for row in moves(rig, table)]
        assert numbers == list(range(2, 2 + len(numbers)))
        assert all(one.page.hand() == again.page.hand() for one, again in pairs)


async def test_a_late_move_is_answered_with_the_table_as_the_stand_in_left_it(rig: Rig) -> None:
    (table,) = await asyncio.to_thread(seat, rig.web[0], [Plan("pp", turn_seconds=1)])
    async with two(rig, table) as (mover, _):
        version, move = mover.page.version, mover.page.offers()[0]
        await mover.shows(version + 1)  # its time is over
        state = checksum(rig, table)
        late = await mover.move(move, version=version)
        answer = await mover.answer(late)
        assert answer["ack"]["result"] == "stale"
        rows = moves(rig, table)
        assert rows[0]["stand_in"]
        assert late not in {row["move_id"] for row in rows}
        if len(rows) == answer["version"] - 1 == 1:
            assert checksum(rig, table) == state
        await mover.until(lambda: bool(mover.page.offers()), seconds=20)  # the seat is theirs again
        mine = await mover.move(mover.page.offers()[0])
        assert (await mover.answer(mine))["ack"]["result"] == "done"


async def test_who_closes_one_of_two_tabs_is_still_there_and_who_closes_both_is_away(rig: Rig, table: Seated) -> None:
    async with tab(rig.urls[0], table, 0) as ana:
        async with tab(rig.urls[0], table, 1) as bogdan:
            async with tab(rig.urls[0], table, 1):
                await dealt(ana, bogdan)
                await _leases(rig, table, 3)
            await _leases(rig, table, 2)
            await ana.beat()
            assert AWAY not in ana.page.parts["seats"]
        await ana.until(lambda: AWAY in ana.page.parts["seats"])


async def _leases(rig: Rig, table: Seated, count: int) -> None:
    """Until so many sockets are written down as open at the table."""
    query = f"SELECT COUNT(*) AS open FROM game_lease WHERE table_id = {table.table}"
    for _ in range(200):
        if rig.fetch(query)[0]["open"] == count:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"not {count} sockets open")


async def test_nobody_moves_for_another_seat(rig: Rig, table: Seated) -> None:
    async with two(rig, table) as (mover, other), tab(rig.urls[0], table, None, cookie="") as stranger:
        state, version, move = checksum(rig, table), mover.page.version, mover.page.offers()[0]
        for seat_ in (0, 1):
            frame = {"move": move, "version": version, "id": "a", "seat": seat_}
            await other.say(frame)
            assert (await other.answer("a"))["ack"]["result"] == "malformed"
            await stranger.say(frame)
            assert (await stranger.answer("a"))["ack"]["result"] == "malformed"
        early = await other.move(other.page.hand()[0])
        answer = await other.answer(early)
        assert answer["ack"]["result"] == "not-your-turn"
        assert 'hx-target="#hand"' in answer["content"]
        foreign = await stranger.move(move)
        assert (await stranger.answer(foreign))["ack"]["result"] == "not-seated"
        assert checksum(rig, table) == state
        await mover.move(move)
        await other.shows(version + 1)


# --- frames that are none


async def test_malformed_binary_and_broken_frames_are_answered(rig: Rig, table: Seated) -> None:
    async with two(rig, table) as (mover, other):
        state = checksum(rig, table)
        for bad in (b"\x00\xff", "", "[]", "7", "null", '{"seen": NaN}', "{" * 1000, '{"move": "draw"}', "\ud7ff\x00"):
            await other.say(bad)
            frame = await other.hear()
            assert (frame["ack"]["result"], frame["version"]) == ("malformed", mover.page.version), bad
        await other.socket.send(iter(['{"seen": ', f"{other.page.version}", "}"]))  # one message in three pieces
        await other.beat()
        assert checksum(rig, table) == state
        await mover.beat()


async def _too_much(sender: Tab, message: str | list[str]) -> int:
    """Send what the site will not hear to its end; the close code."""
    with suppress(ConnectionClosed):
        async with asyncio.timeout(PATIENCE):
            await sender.socket.send(message)
    return await sender.closed()


@pytest.mark.parametrize("size", [4097, 65_536, 40_000_000])
async def test_what_is_larger_than_four_kilobytes_closes_with_1009(rig: Rig, table: Seated, size: int) -> None:
    async with two(rig, table) as (mover, other):
        state = checksum(rig, table)
        assert await _too_much(other, "x" * size) == 1009
        assert checksum(rig, table) == state
        await mover.beat()


async def test_many_small_pieces_of_one_large_message_close_with_1009(rig: Rig, table: Seated) -> None:
    async with two(rig, table) as (mover, other):
        assert await _too_much(other, ["x" * 100] * 1000) == 1009
        await mover.beat()


async def test_a_thousand_fuzzed_frames_change_nothing_and_play_goes_on_meanwhile(rig: Rig, table: Seated) -> None:
    """From the seat in turn, from the others and from strangers; twenty a socket, so that none is shut for flooding."""
    print(f"MACAO_SEED={SEED}")
    dice = random.Random(SEED)
    (beside,) = await asyncio.to_thread(seat, rig.web[0], [Plan("pbb", bot_seconds=0.05)])
    crowd = Crowd(rig, [beside], SEED)
    async with two(rig, table) as (mover, other), crowd.at_play():
        state, version = checksum(rig, table), mover.page.version
        for first in range(0, FUZZED, BURST):
            who = dice.choice((mover.page.seat, other.page.seat, None))
            async with tab(rig.urls[0], table, who, cookie="" if who is None else None) as fuzzer:
                frames = [fuzz.frame(dice, mover.page.offers(), version) for _ in range(min(BURST, FUZZED - first))]
                for bad in frames[:-1]:
                    await fuzzer.say(bad)
                await fuzzer.beat()
                while "ack" in fuzzer.frames[-1]:
                    await fuzzer.hear()  # up to the heartbeat's answer
                results = {frame["ack"]["result"] for frame in fuzzer.frames if "ack" in frame}
                assert results <= {"malformed", "stale", "not-your-turn", "not-seated"}, frames
        assert checksum(rig, table) == state
        for one in (mover, other):
            await one.beat()
        await mover.move(mover.page.offers()[0])
        await other.shows(version + 1)
        await crowd.goes_on(crowd.versions())
    assert crowd.findings() == []


async def test_a_flood_closes_its_socket_and_no_other(rig: Rig, table: Seated) -> None:
    async with two(rig, table) as (mover, other), tab(rig.urls[0], table, other.page.seat) as flooder:
        state = checksum(rig, table)
        for _ in range(3 * BURST):
            await flooder.say({"seen": flooder.page.version})
        assert await flooder.closed() == 4429
        await other.beat()
        await mover.beat()
        assert checksum(rig, table) == state


# --- who may open a socket


ORIGINS = {
    "own": ("http://127.0.0.1:{port}", True),
    "own by its other name": ("http://localhost:{port}", True),
    "foreign": ("http://example.com", False),
    "foreign on our port": ("http://example.com:{port}", False),
    "none": (None, False),
    "null": ("null", False),
    "another port": ("http://127.0.0.1:1", False),
    "no port": ("http://127.0.0.1", False),
    "https": ("https://127.0.0.1:{port}", False),
    "a port that is none": ("http://127.0.0.1:x", False),
    "ours in front": ("http://127.0.0.1:{port}.example.com", False),
    "ours behind": ("http://example.com#http://127.0.0.1:{port}", False),
}


@pytest.mark.parametrize("origin", ORIGINS)
async def test_only_pages_of_this_site_open_a_socket(rig: Rig, origin: str) -> None:
    text, opens = ORIGINS[origin]
    port = rig.web[0].port
    headers = {} if text is None else {"Origin": text.format(port=port)}
    opening = connect(
        f"ws://127.0.0.1:{port}/ws/lobby/", additional_headers=headers, compression=None, proxy=None, open_timeout=5
    )
    if opens:
        async with opening as socket:
            assert "version" in json.loads(await socket.recv())
    else:
        with pytest.raises(InvalidStatus) as refused:
            await opening
        assert 400 <= refused.value.response.status_code < 500


async def test_a_person_has_ten_sockets_and_somebody_else_still_has_one(rig: Rig, table: Seated) -> None:
    async with two(rig, table) as (mover, other), AsyncExitStack() as stack:
        for _ in range(SOCKETS_A_USER - 1):
            await stack.enter_async_context(tab(rig.urls[0], table, other.page.seat))
        one_more = await stack.enter_async_context(other.page.connect(rig.urls[0]))
        assert await Tab(other.page, one_more).closed() == 4429
        async with tab(rig.urls[0], table, mover.page.seat) as second:
            await second.beat()
        await other.beat()
