"""`manage.py generate_matches 50000`: accounts and finished matches for trials, played by bots, from a seed."""

from __future__ import annotations

import os
import time
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any

import django
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from game import generating
from game.generating import Somebody
from game.models import Match

CHUNK = 250
"""Matches that a process is given at a time."""


class Command(BaseCommand):
    help = "Make finished matches for trials: bots play them, and they are written as tables write theirs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("matches", type=int)
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same matches")
        parser.add_argument("--people", type=int, default=2000, help="accounts among which the seats are dealt out")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes; 1 makes all in this one")
        parser.add_argument("--beside", action="store_true", help="also where there are matches already")

    def handle(self, *args: Any, **options: Any) -> None:
        count, seed, jobs = options["matches"], options["seed"], options["jobs"]
        if count < 1 or options["people"] < 1 or jobs < 1:
            raise CommandError("matches, people and jobs are at least 1")
        if not options["beside"] and Match.objects.exists():
            raise CommandError("there are matches here already: --beside puts the new ones next to them")
        start = time.monotonic()
        people = generating.somebodies(options["people"], seed)
        first = generating.first_id()
        chunks = [range(at, min(at + CHUNK, count)) for at in range(0, count, CHUNK)]
        done = 0
        for size in self._made(chunks, seed, people, first, jobs):
            done += size
            if done % (CHUNK * 20) == 0 or done == count:
                self.stdout.write(f"{done} matches after {time.monotonic() - start:.0f} s")
        generating.mend_sequences()

    @staticmethod
    def _made(chunks: list[range], seed: int, people: list[Somebody], first: int, jobs: int) -> Any:
        """The sizes of the chunks as they are done."""
        if jobs == 1:
            for chunk in chunks:
                generating.generate(chunk, seed, people, first)
                yield len(chunk)
            return
        connection.close()
        with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=django.setup) as pool:
            at_work = {pool.submit(generating.generate, chunk, seed, people, first): len(chunk) for chunk in chunks}
            for future in as_completed(at_work):
                future.result()
                yield at_work[future]
