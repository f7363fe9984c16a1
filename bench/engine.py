"""The engine against its peers: random play, four seats, in moves a second of CPU time.

Every engine plays in a process of its own. They take turns (A B A B ...), and a ratio is the median over the turns
of the two figures of one turn.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import venv
from pathlib import Path

from bench.targets import Target

ROOT = Path(__file__).resolve().parents[1]
PEERS_VENV = ROOT / "bench" / ".venv"
PEERS_PYTHON = PEERS_VENV / "bin" / "python"
REQUIREMENTS = ROOT / "bench" / "requirements.txt"

TURNS = 3
SECONDS = 2.0
OURS = ("checked", "playouts", "plain_eights")
PEERS = ("rlcard_uno", "openspiel_eights")

Rates = dict[str, list[float]]


def peers_installed() -> bool:
    """Whether the peers can be run; installs them first if need be."""
    if not PEERS_PYTHON.exists():
        venv.create(PEERS_VENV, with_pip=True)
    pip = [str(PEERS_PYTHON), "-m", "pip", "install", "-q", "--disable-pip-version-check", "-r", str(REQUIREMENTS)]
    return subprocess.run(pip, check=False, timeout=600).returncode == 0


def rate(python: str, engine: str, seconds: float) -> float:
    """Moves in one second of CPU time, by one engine in a fresh process."""
    command = [python, "-m", f"bench.random_play.{engine}", str(seconds)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=120)
    counted = json.loads(done.stdout)
    return float(counted["moves"] / counted["seconds"])


def every_game(seconds: float) -> dict[str, float]:
    """Moves a second of CPU time of every game, by preset."""
    command = [sys.executable, "-m", "bench.random_play.every_game", str(seconds)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=300)
    rates: dict[str, float] = json.loads(done.stdout)
    return rates


def measure(turns: int, seconds: float) -> Rates:
    """The rate of every engine that runs here, turn by turn."""
    contenders = [(sys.executable, engine) for engine in OURS]
    if peers_installed():
        contenders += [(str(PEERS_PYTHON), engine) for engine in PEERS]
    else:
        print("the peers cannot be installed here, nothing is measured against them")
    rates: Rates = {engine: [] for _, engine in contenders}
    for _ in range(turns):
        for python, engine in contenders:
            rates[engine].append(rate(python, engine, seconds))
    return rates


def ratio(rates: Rates, one: str, other: str) -> float:
    """Median over the turns; nan if one of the two did not run."""
    pairs = zip(rates.get(one, []), rates.get(other, []), strict=False)
    return statistics.median([mine / theirs for mine, theirs in pairs] or [float("nan")])


def main(*, quick: bool = False) -> list[Target]:
    """Measure; prints the rates, returns the targets for the table at the end."""
    rates = measure(1 if quick else TURNS, SECONDS / 4 if quick else SECONDS)
    print("\nRandom play, four seats, moves a second of CPU time: median (least to most)")
    for engine, figures in rates.items():
        print(f"  {engine:<18}{statistics.median(figures):>10,.0f} ({min(figures):,.0f} to {max(figures):,.0f})")
    print(f"  checked against the floor of plain Python: {ratio(rates, 'checked', 'plain_eights'):.2f} x", flush=True)
    print("\nEvery game, four seats, moves checked: moves a second of CPU time")
    for preset, figure in every_game(SECONDS / 8 if quick else SECONDS / 2).items():
        print(f"  {preset:<18}{figure:>10,.0f}", flush=True)
    return [
        Target(what, ratio(rates, ours, peer), first, "x")
        for what, ours, peer, first in (
            ("engine, moves checked: moves/s against RLCard's UNO core", "checked", "rlcard_uno", 1),
            ("same, against OpenSpiel's crazy eights", "checked", "openspiel_eights", 0.2),
            ("playouts, against OpenSpiel's crazy eights", "playouts", "openspiel_eights", 0.5),
        )
    ]


if __name__ == "__main__":
    main()
