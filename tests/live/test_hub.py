"""Notices: from thread to loop, from process to process over Redis, and what happens without Redis."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from channels.layers import channel_layers

from game import hub
from game.hub import Hub, Notice
from tests.live.conftest import World, db
from tests.live.pages import Page, opened
from tests.services import Redis, unavailable
from tests.serving import free_port
from tests.sessions import session_of


class Ear:
    """A listener that counts."""

    def __init__(self, user_id: int | None = None, session: str | None = None) -> None:
        self.user_id, self.session = user_id, session
        self.woken = self.checked = 0

    def wake(self) -> None:
        self.woken += 1

    def check_session(self) -> None:
        self.checked += 1

    async def shut(self, code: int) -> None:
        raise AssertionError(code)


def use_redis(url: str, settings: Any) -> None:
    settings.REDIS_URL = url
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [url]}}
    }
    channel_layers.backends.clear()


@pytest.fixture
def redis(tmp_path: Path, settings: Any) -> Iterator[Redis]:
    server = Redis(tmp_path)
    try:
        server.start()
    except RuntimeError as error:
        unavailable(str(error))
    use_redis(server.url, settings)
    yield server
    server.stop()
    channel_layers.backends.clear()


@pytest.fixture
def no_redis(settings: Any) -> Iterator[None]:
    """Redis is asked for, and is not there."""
    use_redis(f"redis://127.0.0.1:{free_port()}/0", settings)
    yield
    channel_layers.backends.clear()


async def soon(wanted: Callable[[], bool], seconds: float = 10.0) -> None:
    async with asyncio.timeout(seconds):
        while not wanted():  # noqa: ASYNC110 (another process)
            await asyncio.sleep(0.02)


async def linked() -> tuple[Hub, Hub]:
    """Two hubs, as of two processes, that hear each other."""
    here, there = Hub(asyncio.get_running_loop()), Hub(asyncio.get_running_loop())
    ear, echo = Ear(), Ear()
    here.join(ear, 0)
    there.join(echo, 0)
    async with asyncio.timeout(10):
        while not (ear.woken > 1 and echo.woken > 1):
            here.spread(Notice(tables={0}))
            there.spread(Notice(tables={0}))
            await asyncio.sleep(0.05)
    here.part(ear, 0)
    there.part(echo, 0)
    await asyncio.sleep(0.2)
    return here, there


async def test_a_notice_from_any_thread_wakes_the_listeners_of_its_table_only() -> None:
    mine, other = Ear(), Ear()
    hub.here().join(mine, 1)
    hub.here().join(other, 2)
    await asyncio.to_thread(hub.announce, 1)
    await soon(lambda: mine.woken == 1)
    assert other.woken == 0
    hub.here().part(mine, 1)
    await asyncio.to_thread(hub.announce, 1)
    await asyncio.sleep(0.05)
    assert mine.woken == 1


async def test_the_end_of_a_session_is_told_to_its_sockets_only() -> None:
    ended, same_user, other = Ear(1, "a"), Ear(1, "b"), Ear(2, "c")
    for number, ear in enumerate((ended, same_user, other)):
        hub.here().join(ear, number)
    hub.announce_session("a")
    await soon(lambda: ended.checked == 1)
    assert (same_user.checked, other.checked) == (0, 0)
    hub.announce_user(1)
    await soon(lambda: same_user.checked == 1)
    assert (ended.checked, other.checked) == (2, 0)


@pytest.mark.redis
@pytest.mark.usefixtures("redis")
async def test_a_notice_reaches_other_processes_once() -> None:
    here, there = await linked()
    near, far = Ear(1, "a"), Ear(1, "a")
    here.join(near, 7)
    there.join(far, 7)
    for _ in range(3):
        here.spread(Notice(tables={7}, users={1}))
    await soon(lambda: far.woken == 1)
    await asyncio.sleep(0.2)
    assert (near.woken, far.woken) == (3, 1), "three in one turn of the loop are one message"
    assert far.checked == 1


@pytest.mark.redis
async def test_redis_may_go_and_come_back(redis: Redis) -> None:
    here, there = await linked()
    near, far = Ear(), Ear()
    here.join(near, 7)
    there.join(far, 7)
    redis.kill()
    here.spread(Notice(tables={7}))
    assert near.woken == 1
    await asyncio.sleep(0.3)
    redis.start()
    started = time.monotonic()
    while far.woken == 0:
        assert time.monotonic() - started < 15
        here.spread(Notice(tables={7}))
        await asyncio.sleep(0.2)


@pytest.mark.usefixtures("no_redis")
async def test_without_redis_sockets_open_and_moves_are_acknowledged(world: World) -> None:
    match = await db(world.deal)
    users = [await db(world.user_at, match.turn), await db(world.user_at, 1 - (match.turn or 0))]
    mover, other = [Page(f"/ws/table/{world.table.token}/", await db(session_of, user)) for user in users]
    async with opened(mover, other):
        frame = await mover.move(mover.moves()[0])
        assert frame["ack"]["result"] == "done"
        await other.until(lambda frame: frame["version"] == match.version + 1)
