"""python -m bench [engine | live] [--quick]: measure, then print a table of the targets."""

from __future__ import annotations

import argparse
import os
import time

from bench import engine, live
from bench.targets import Target, table


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("part", nargs="?", choices=["engine", "live"], help="one part only")
    parser.add_argument("--quick", action="store_true", help="a minute of it: shows that all works, figures are rough")
    asked = parser.parse_args()
    began = time.monotonic()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; ratios count, absolute figures are this machine's")
    targets: list[Target] = []
    if asked.part != "live":
        targets += engine.main(quick=asked.quick)
    if asked.part != "engine":
        targets += live.main(quick=asked.quick)
    print(f"\n{table(targets)}\n\n{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
