"""How long one seat's update takes to render: a scene to the HTML that its socket is sent.

Bots play rounds of four seats and every seat is told every move, as a process that serves them does; parts
that several seats share are rendered once, and markup of cards is made once a process.
Usage: python -m bench.update; prints JSON, microseconds of CPU an update: {"median", "p95"}.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import sys
import time
from collections.abc import Hashable, Iterator
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "macao_site.settings")
django.setup()

from bench.load import SEATS  # noqa: E402
from game import presenter, render  # noqa: E402  (rendering needs Django's settings)
from game.bots import BOTS  # noqa: E402
from game.engine import Round, RuleSet  # noqa: E402
from game.scene import LogEntry, Phase, Scene, SeatInfo  # noqa: E402
from game.words import Words, words_for  # noqa: E402

WARM_UP_ROUNDS = 10
ROUNDS = 30
PEOPLE = tuple(
    SeatInfo(number, name, bot=False, person=True, away=False, away_seconds=None, total=0, left=False)
    for number, name in enumerate(("Ana", "Bogdan", "Carmen", "Dan"))
)


def scenes(seed: int) -> Iterator[list[Scene]]:
    """A round of four bots: after the deal and after each move, what each of the four seats sees."""
    bot, rng, rules = BOTS["sensible"], random.Random(seed), RuleSet.named("simple-macao")
    round_ = Round.deal(rules, SEATS, seed=seed.to_bytes(32, "big"))
    log = (LogEntry(1, round_.opening, stand_in=False),)
    while not round_.over:
        shared: dict[Hashable, Any] = {}
        yield [scene(f"match{seed}", round_, seat, log, shared) for seat in range(SEATS)]
        events = round_.play(bot.choose(round_.view(round_.turn), rng))
        log = (*log, LogEntry(log[-1].number + 1, events, stand_in=False))


def scene(match: str, round_: Round, seat: int, log: tuple[LogEntry, ...], shared: dict[Hashable, Any]) -> Scene:
    return Scene(
        match_id=match, version=log[-1].number, phase=Phase.PLAYING, round_number=1, rules=round_.rules, target=500,
        seats=PEOPLE, seat=seat, view=round_.view(seat), log=log, seconds_left=30, paused=False, next_in=None,
        waiting_for=(), end=None, commitment="ab" * 32, result_url="/match/x/", table_url="/t/x/",
        shared=shared,
    )  # fmt: skip


def update(scene: Scene, words: Words, sent: dict[str, object]) -> str:
    return render.update(presenter.present(scene, words), sent)


def main() -> None:
    words, times = words_for("en"), []
    for seed in range(WARM_UP_ROUNDS + ROUNDS):
        sent: list[dict[str, object]] = [{} for _ in range(SEATS)]
        for number, seen in enumerate(scenes(seed)):
            began = time.process_time()
            for seat, scene in enumerate(seen):
                update(scene, words, sent[seat])
            if seed >= WARM_UP_ROUNDS and number:
                times.append(1e6 * (time.process_time() - began) / SEATS)
    json.dump({"median": statistics.median(times), "p95": statistics.quantiles(times, n=20)[-1]}, sys.stdout)


if __name__ == "__main__":
    main()
