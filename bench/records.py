"""Pages of records with 500 matches and with many: what each needs then, as ratios; the same queries, no full scans.

`python -m bench records --matches 50000` makes 50,000 (some five minutes a store) on SQLite, and on PostgreSQL where it
is reachable. MACAO_BENCH_KEEP=folder keeps the SQLite files there, and uses them if they are there already.
"""

from __future__ import annotations

import json
import math
import os
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg

from bench.servers import python
from bench.site import database
from bench.targets import Target

FEW = 500
TURNS = 2  # A B A B
QUICK, MANY = 2_000, 10_000


def main(*, quick: bool, matches: int | None = None) -> list[Target]:
    many = matches or (QUICK if quick else MANY)
    targets = []
    for store, opened in (("SQLite", _sqlite), ("PostgreSQL", _postgres)):
        try:
            with opened(FEW) as few, opened(many) as lots:
                _make(few, FEW)
                _make(lots, many)
                turns = [(_pages(few), _pages(lots)) for _ in range(TURNS)]
                targets += _compare(store, many, *[_best(pages) for pages in zip(*turns, strict=True)])
        except psycopg.OperationalError:
            targets.append(Target(f"records on {store}", math.nan, 2, "x", at_least=False))
    return targets


def _compare(store: str, many: int, few: dict[str, dict], lots: dict[str, dict]) -> list[Target]:  # type: ignore[type-arg]
    print(f"\nrecords on {store}: {FEW} matches | {many} matches")
    for page, cost in few.items():
        big = lots[page]
        figures = f"{cost['ms']:7.1f} ms {cost['queries']:3} q | {big['ms']:7.1f} ms {big['queries']:3} q"
        print(f"  {page:<34}{figures}  {big['ms'] / cost['ms']:.2f}x  {big['status']} {big['bytes'] / 1000:.0f} kB")
        for scan in big["scans"]:
            print(f"    reads all of it: {scan}")
    worst = max(few, key=lambda page: lots[page]["ms"] / few[page]["ms"])
    ratio = lots[worst]["ms"] / few[worst]["ms"]
    asked = max(big["queries"] - few[page]["queries"] for page, big in lots.items())
    failed = sum(big["status"] != 200 for big in lots.values())
    return [
        Target(f"records on {store}, {many} matches to {FEW}: {worst}, the worst", ratio, 2, "x", at_least=False),
        Target(
            f"records on {store}: full scans of big tables",
            sum(len(b["scans"]) for b in lots.values()),
            0,
            "",
            at_least=False,
        ),
        Target(f"records on {store}: more queries with more matches", asked, 0, "", at_least=False),
        Target(f"records on {store}: pages that failed", failed, 0, "", at_least=False),
    ]


def _make(env: dict[str, str], matches: int) -> None:
    if env.pop("MADE", "") != "yes":
        python("manage.py", "migrate", "-v0", env=env)
        python("manage.py", "generate_matches", str(matches), env=env, timeout=3600)
        python("manage.py", "recount", "--new", env=env, timeout=3600)
        python("-c", _ANALYZE, env=env)


def _best(turns: Sequence[dict[str, dict]]) -> dict[str, dict]:  # type: ignore[type-arg]
    """Of each page what it cost when it cost least."""
    return {page: min((turn[page] for turn in turns), key=lambda cost: cost["ms"]) for page in turns[0]}


def _pages(env: dict[str, str]) -> dict[str, dict]:  # type: ignore[type-arg]
    return json.loads(python("-m", "bench.pages", env=env).strip().splitlines()[-1])  # type: ignore[no-any-return]


_ANALYZE = """import os
os.environ["DJANGO_SETTINGS_MODULE"] = "macao_site.settings"
import django
django.setup()
from django.db import connection
connection.cursor().execute("ANALYZE" if connection.vendor == "sqlite" else "VACUUM ANALYZE")
"""


@contextmanager
def _sqlite(matches: int) -> Iterator[dict[str, str]]:
    with tempfile.TemporaryDirectory(prefix="macao-bench-") as folder:
        path = Path(os.environ.get("MACAO_BENCH_KEEP") or folder) / f"records-{matches}.sqlite3"
        made = "yes" if path.exists() else ""
        yield {
            "MACAO_DATA": folder, "MACAO_SECRET_KEY": secrets.token_urlsafe(48), "DATABASE_URL": f"sqlite:///{path}",
            "MADE": made,
        }  # fmt: skip


@contextmanager
def _postgres(matches: int) -> Iterator[dict[str, str]]:
    with tempfile.TemporaryDirectory(prefix="macao-bench-") as folder, database(f"records_{matches}") as url:
        yield {"MACAO_DATA": folder, "MACAO_SECRET_KEY": secrets.token_urlsafe(48), "DATABASE_URL": url}
