"""A table without a database for the page's tests: a thread that serves it, and what a person does at it."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, Page, expect

from game.engine import Round
from tools import table_play

FRAMES: WeakKeyDictionary[Page, list[str]] = WeakKeyDictionary()
"""What each page has sent over its sockets."""


class Host:
    """Runs a table in a thread of its own and does things at it."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("localhost", 0))
            self.port: int = free.getsockname()[1]
        self.loop = asyncio.new_event_loop()
        self.table = table_play.Table(seed=1)
        self.stop = asyncio.Event()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self.loop.run_until_complete, args=(self.run(),), daemon=True)
        self.thread.start()
        assert self.ready.wait(20)

    async def run(self) -> None:
        async with table_play.serving(self.table, self.port):
            self.ready.set()
            await self.stop.wait()

    def do(self, work: Coroutine[Any, Any, Any]) -> None:
        asyncio.run_coroutine_threadsafe(work, self.loop).result(10)

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.stop.set)
        self.thread.join(10)

    def put(self, round_: Round) -> None:
        self.do(self.table.put(round_))

    def control(self, *what: str) -> None:
        self.do(self.table.control(list(what)))

    def move(self, move: str) -> None:
        self.do(self.table.move(move))


@contextmanager
def seated(browser: Browser, host: Host, round_: Round, **context: Any) -> Iterator[Page]:
    """The page at that round, in seat 0; fails at the end if the console saw an error."""
    host.table.muted = False
    host.put(round_)
    window = browser.new_context(**{"viewport": {"width": 390, "height": 844}, "has_touch": True, **context})
    page = window.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda note: faults.append(note.text) if note.type == "error" else None)
    frames = FRAMES[page] = []

    def keep(frame: str | bytes) -> None:
        frames.append(str(frame))

    page.on("websocket", lambda ws: ws.on("framesent", keep))
    page.goto(f"http://localhost:{host.port}/")
    expect(page.locator("body")).to_have_attribute("data-net", "on")
    expect(page.locator("#cards .card[tabindex='0']")).to_have_count(1)
    page.wait_for_timeout(100)
    yield page
    window.close()
    expected = ("WebSocket", "htmx:ws:error")
    assert [fault for fault in faults if not any(word in fault for word in expected)] == []


def moves(page: Page) -> list[dict[str, Any]]:
    return [frame for frame in map(json.loads, FRAMES[page]) if "move" in frame]


def card(page: Page, code: str) -> Any:
    return page.locator(f"#c-{code} .card")


def hand(page: Page) -> list[str]:
    return list(page.eval_on_selector_all("#cards > li", "items => items.map(item => item.id.slice(2))"))


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.closest('li')?.id ?? document.activeElement.id"))


def drag(page: Page, code: str, x: float, y: float) -> None:
    box = card(page, code).bounding_box()
    page.mouse.move(box["x"] + 15, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(x, y, steps=6)
    page.mouse.up()


def middle(page: Page) -> tuple[float, float]:
    box = page.locator("[data-stock]").bounding_box()
    assert box is not None
    return box["x"] + 20, box["y"] + 20
