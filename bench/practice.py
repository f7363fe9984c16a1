"""Practice on a player's own device: what its first visit weighs, how long it starts, and how long a move takes.

A browser with a profile of its own visits the site for the first time, and again; then the same browser starts nothing
but the runtime, the way its package brings it. Both twice: the second time everything is kept. A ratio is the median
over the turns of the two figures of one turn.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from bench.servers import HOST, Server, free_port
from bench.targets import Target
from bench.wire import Wire

TURNS = 3
MOVES = 40
PATIENCE = 40_000
"""Milliseconds that a table may take on a machine with other work."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
ASSETS = "/static/"

# notes when a move leaves for the worker, and when its answer is there, with those of the bots
WATCH = """window.moves = []
  const Plain = Worker
  window.Worker = class extends Plain {
    constructor(...given) {
      super(...given)
      this.addEventListener("message", ({ data }) => {
        if (data.type === "frame" && this.sent && JSON.parse(data.text).ack) {
          window.moves.push(performance.now() - this.sent)
          this.sent = 0
        }
      })
    }
    postMessage(data) {
      if (data.type === "frame" && "move" in JSON.parse(data.text)) this.sent = performance.now()
      super.postMessage(data)
    }
  }"""
# does what the person may do now: the next round, a card that goes, else the first button
ACT = """() => {
  const next = document.querySelector("#sheet button[value=next]")
  if (next) return next.click()
  const card = document.querySelector("#cards .card[data-play]:not([data-ask])")
  if (card) {
    if (card.getAttribute("aria-pressed") !== "true") card.click()
    return document.getElementById("play").click()
  }
  document.querySelector("#acts button[name=move]")?.click()
}"""


@dataclass
class Turn:
    """One turn: seconds to the first card that can be played and of a bare boot, each cold and warm; bytes by path."""

    cold: float = 0
    warm: float = 0
    bare_cold: float = 0
    bare_warm: float = 0
    first: Counter[str] = field(default_factory=Counter)
    background: Counter[str] = field(default_factory=Counter)
    second: Counter[str] = field(default_factory=Counter)
    moves: list[float] = field(default_factory=list)


@contextmanager
def profile(playwright: Playwright, chromium: str) -> Iterator[BrowserContext]:
    """A browser that has been nowhere; what it keeps lies on disk, as a player's does."""
    with tempfile.TemporaryDirectory(prefix="macao-bench-", ignore_cleanup_errors=True) as folder:
        launch = playwright.chromium.launch_persistent_context
        context = launch(folder, executable_path=chromium, args=FLAGS, viewport={"width": 360, "height": 740})
        context.set_default_timeout(PATIENCE)
        yield context
        context.close()


def visit(context: BrowserContext, url: str) -> tuple[Page, float]:
    """Open practice, begin a match by its button; seconds from that tap to a card that can be played."""
    page = context.new_page()
    page.goto(f"{url}/practice/")
    page.select_option("#bots", "3")
    page.select_option("#pace", "0")
    began = time.monotonic()
    page.click("form.practice .form-acts button", no_wait_after=True)
    page.wait_for_selector("#cards .card")
    return page, time.monotonic() - began


def boot(context: BrowserContext, url: str) -> float:
    """Seconds until the bare runtime has run something."""
    page = context.new_page()
    page.goto(url)
    page.wait_for_function("document.title.startsWith('ready')")
    seconds = float(page.title().split()[1]) / 1000
    page.close()
    return seconds


def play(page: Page, moves: int) -> list[float]:
    """Milliseconds of so many moves in the worker, each with the answers of the bots."""
    deadline = time.monotonic() + moves * 5
    while page.evaluate("window.moves.length") < moves and time.monotonic() < deadline:
        page.evaluate(ACT)
        page.wait_for_timeout(200)
    return list(page.evaluate("window.moves"))


def take_turn(playwright: Playwright, chromium: str, wire: Wire, bare: str, moves: int) -> Turn:
    turn = Turn()
    with profile(playwright, chromium) as context:
        context.add_init_script(WATCH)
        wire.take()
        page, turn.cold = visit(context, wire.url)
        turn.first = wire.take()
        wire.quiet()
        turn.background = wire.take()
        page.close()
        page, turn.warm = visit(context, wire.url)
        wire.quiet()
        turn.second = wire.take()
        turn.moves = play(page, moves)
    with profile(playwright, chromium) as context:
        turn.bare_cold, turn.bare_warm = boot(context, bare), boot(context, bare)
    return turn


def measure(turns: int, moves: int) -> list[Turn]:
    """Every turn; none without a Chromium."""
    chromium = os.environ.get("MACAO_CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        print("there is no Chromium here, practice is not measured")
        return []
    server, port, bare = sys.executable, free_port(), free_port()
    with tempfile.TemporaryDirectory(prefix="macao-bench-") as data, Wire(port) as wire:
        env = {
            "MACAO_DATA": data,
            "MACAO_PORT": str(port),
            "MACAO_ORIGINS": wire.url,
            "DATABASE_URL": "",
            "REDIS_URL": "",
        }
        with (
            Server(server, "manage.py", "serve", env=env, port=port),
            Server(server, "-m", "bench.baselines.runtime", str(bare), port=bare),
            sync_playwright() as playwright,
        ):
            return [take_turn(playwright, chromium, wire, f"http://{HOST}:{bare}/", moves) for _ in range(turns)]


def weight(paths: Counter[str], *, assets: bool = False) -> float:
    """Megabytes, of everything or of assets and runtime alone."""
    return sum(size for path, size in paths.items() if not assets or path.startswith(ASSETS)) / 1e6


def report(turns: list[Turn]) -> None:
    def middle(name: str) -> str:
        figures = [float(getattr(turn, name)) for turn in turns]
        return f"{statistics.median(figures):.2f} s ({min(figures):.2f} to {max(figures):.2f})"

    last = turns[-1]
    print("\nPractice, from the tap to the first card: median (least to most)")
    print(f"  first visit {middle('cold')}, second {middle('warm')}")
    print(f"  bare runtime: first {middle('bare_cold')}, second {middle('bare_warm')}")
    print(f"  on the wire: first visit {weight(last.first):.2f} MB until the first card,")
    print(
        f"  then {weight(last.background):.2f} MB quietly, to be kept; second visit {weight(last.second) * 1000:.1f} kB"
    )
    for name in ("first", "background", "second"):
        heaviest = ", ".join(f"{path} {size / 1000:,.0f} kB" for path, size in getattr(last, name).most_common(5))
        print(f"    {name}: {heaviest}")
    moves = sorted(move for turn in turns for move in turn.moves)
    print(
        f"  {len(moves)} moves with three bots' answers: {statistics.median(moves):.0f} ms, at most {moves[-1]:.0f}",
        flush=True,
    )


def main(*, quick: bool = False) -> list[Target]:
    """Measure; prints the figures, returns the targets for the table at the end."""
    turns = measure(1 if quick else TURNS, MOVES // 4 if quick else MOVES)
    if turns:
        report(turns)

    def of(figure: list[float]) -> float:
        return statistics.median(figure or [float("nan")])

    return [
        Target(
            "practice: first visit, everything on the wire",
            of([weight(t.first + t.background) for t in turns]),
            4.8,
            "MB",
            at_least=False,
        ),
        Target(
            "practice: second visit, assets and runtime",
            of([weight(t.second, assets=True) * 1000 for t in turns]),
            0,
            "kB",
            at_least=False,
        ),
        Target(
            "practice: warm start against a bare boot of the runtime",
            of([t.warm / t.bare_warm for t in turns]),
            1.4,
            "x",
            at_least=False,
        ),
        Target(
            "practice: a move in the worker, with three bots' answers",
            of([m for t in turns for m in t.moves]),
            150,
            "ms",
            at_least=False,
        ),
    ]
