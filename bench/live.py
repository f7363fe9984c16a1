"""The live server against its baselines: throughput, latency at a person's pace, memory, bytes.

Contenders take turns (A B A B ...) and a ratio is the median over the turns: on a busy machine two figures of one
turn can be compared, and figures of different turns cannot.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import psycopg
import redis

from bench import contenders
from bench.contenders import Contender
from bench.load import Run
from bench.servers import python
from bench.site import LiveSite, fresh_stores
from bench.targets import Target

NAN = float("nan")
PEER = "boardgame.io"
SPREAD = "macao on two"
HAND = 7  # cards in the hand whose update is weighed


@dataclass(frozen=True)
class Plan:
    """How often, how long (seconds), how many tables."""

    turns: int = 3
    warm_up: float = 1.0
    loop: float = 4.0
    pace: float = 8.0
    few: int = 10
    some: int = 50
    many: int = 100


QUICK = Plan(turns=1, warm_up=1.0, loop=2.0, pace=3.0)  # shows that all works; its figures are rough

Runs = dict[str, list[Run]]


def ratio(runs: Runs, over: str, under: str, figure: Callable[[Run], float]) -> float:
    """Median over the turns of one's figure divided by the other's in the same turn; nan if either did not run."""
    pairs = zip(runs.get(over, []), runs.get(under, []), strict=False)
    return statistics.median([figure(one) / figure(other) for one, other in pairs] or [NAN])


def rate(run: Run) -> float:
    return run.rate


def p99(run: Run) -> float:
    return run.percentile(99)


Entrant = tuple[Contender, int]  # and its number of tables


def closed_loop(entrants: Sequence[Entrant], plan: Plan) -> Runs:
    """As fast as answers come. Keys: name and tables, "macao 50"."""
    return take_turns(entrants, plan, lambda one, size: one.run(size, seconds=plan.loop, warm_up=plan.warm_up))


def human_pace(contenders: Sequence[Contender], plan: Plan) -> Runs:
    """A move a second at each of `plan.many` tables. Keys: as above."""
    entrants = [(one, plan.many) for one in contenders]
    return take_turns(entrants, plan, lambda one, size: one.run(size, seconds=plan.pace, warm_up=plan.warm_up, pace=1))


def take_turns(entrants: Sequence[Entrant], plan: Plan, run: Callable[[Contender, int], Run]) -> Runs:
    runs: Runs = {}
    for _ in range(plan.turns):
        for contender, size in entrants:
            done = run(contender, size)
            name = f"{contender.name} {size}"
            runs.setdefault(name, []).append(done)
            print(f"  {name:<26}{describe(done)}", flush=True)
    return runs


def describe(run: Run) -> str:
    """One line: rate, latencies, CPU."""
    p50, p95, p99 = (run.percentile(percent) for percent in (50, 95, 99))
    cpu = 1e6 * run.used["cpu"] / run.moves
    line = f"{run.rate:6.0f} moves/s   p50 p95 p99 {p50:6.1f} {p95:6.1f} {p99:6.1f} ms   {cpu:5.0f} us CPU a move"
    commits = run.used.get("commits")
    return line + (f"   {run.moves / commits:5.2f} moves a commit" if commits else "") + busy(run)


def busy(run: Run) -> str:
    """A client that uses most of a core is the limit itself: then the rate is a lower bound."""
    return f"   (client {run.client_cores:.2f} core{', TOO BUSY' if run.client_cores > 0.85 else ''})"


@contextmanager
def cluster(tables: int) -> Iterator[Contender | None]:
    """Two web processes and a clock on PostgreSQL and Redis; None where they are not to be had."""
    with ExitStack() as stack:
        try:
            env = stack.enter_context(fresh_stores())
        except (psycopg.OperationalError, redis.RedisError) as error:
            print(f"  not measured: {error}".rstrip())
            yield None
        else:
            yield contenders.macao(LiveSite(stack, tables, env=env, processes=2), SPREAD)


def measure(plan: Plan) -> list[Target]:
    """All figures of the live server, printed as they come."""
    with ExitStack() as stack:
        echo, peer = contenders.echo(stack), contenders.boardgame(stack)
        if peer is None:
            print(f"{PEER}: npm cannot install it here, nothing is measured against it")
        live = LiveSite(stack, plan.many)
        macao = contenders.macao(live)
        everybody = [one for one in (echo, macao, peer) if one is not None]
        heading("Memory of one more idle seat")
        memory = macao.idle_memory(plan.many)
        print(f"  macao {memory:.0f} kB, echo {echo.idle_memory(plan.many):.0f} kB")
        heading(f"Closed loop, {plan.some} tables of four seats, one process")
        runs = closed_loop([(one, plan.some) for one in everybody], plan)
        heading(f"Closed loop, {plan.few} tables, and ours at {plan.many}")
        runs |= closed_loop([*((one, plan.few) for one in everybody), (macao, plan.many)], plan)
        heading(f"A person's pace: {plan.many} tables, one move a second each; SQLite, synchronous=FULL")
        pace = human_pace([echo, macao], plan)
        heading("The same on PostgreSQL and Redis, two web processes and a clock")
        with cluster(plan.many) as spread:
            spread_pace = human_pace([echo, spread], plan) if spread else {}
    heading("One update of one seat")
    render = json.loads(python("-m", "bench.update"))
    size = live.frames.median(HAND) / 1000
    print(f"  {render['median']:.0f} us to render (p95 {render['p95']:.0f}), {size:.2f} kB with {HAND} cards in hand")
    return [
        *targets(plan, runs, pace, spread_pace),
        Target("memory of an idle seat", memory, 60, "kB", at_least=False),
        Target("one seat's update: rendering", render["median"], 400, "us", at_least=False),
        Target(f"one seat's update: bytes sent (own move, {HAND} cards, 4 seats)", size, 6, "kB", at_least=False),
    ]


def targets(plan: Plan, runs: Runs, pace: Runs, spread_pace: Runs) -> list[Target]:
    """The targets that are ratios."""
    few, some, many = plan.few, plan.some, plan.many

    def speed(one: str, other: str) -> float:
        return ratio(runs, one, other, rate)

    slower = ratio(pace, f"macao {many}", f"echo {many}", p99)
    spread_slower = ratio(spread_pace, f"{SPREAD} {many}", f"echo {many}", p99)
    lost = 100 * (1 - speed(f"macao {many}", f"macao {few}"))
    return [
        Target(f"{some} tables, moves/s against the echo", speed(f"macao {some}", f"echo {some}"), 0.6, "x"),
        Target(f"{some} tables, moves/s against {PEER}", speed(f"macao {some}", f"{PEER} {some}"), 0.3, "x"),
        Target(f"throughput lost from {few} to {many} tables", lost, 30, "%", at_least=False),
        Target(f"{many} tables x 1 move/s, SQLite: p99 against the echo", slower, 5, "x", at_least=False),
        Target("the same on PostgreSQL and Redis, two processes", spread_slower, 8, "x", at_least=False),
    ]


def heading(text: str) -> None:
    print(f"\n{text}", flush=True)


def main(*, quick: bool = False) -> list[Target]:
    """Measure; returns the targets for the table at the end."""
    return measure(QUICK if quick else Plan())
