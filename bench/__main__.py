"""python -m bench [engine | live | practice | records] [--quick]: measure, then print a table of the targets."""

from __future__ import annotations

import argparse
import os
import time

from bench import engine, live, practice, records
from bench.targets import Target, table


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("part", nargs="?", choices=["engine", "live", "practice", "records"], help="one part only")
    parser.add_argument("--quick", action="store_true", help="a minute of it: shows that all works, figures are rough")
    parser.add_argument("--matches", type=int, help="how many matches there are when records are measured")
    asked = parser.parse_args()
    began = time.monotonic()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; ratios count, absolute figures are this machine's")
    targets: list[Target] = []
    for name, part in (("engine", engine.main), ("live", live.main), ("practice", practice.main)):
        if asked.part in (None, name):
            targets += part(quick=asked.quick)
    if asked.part in (None, "records"):
        targets += records.main(quick=asked.quick, matches=asked.matches)
    print(f"\n{table(targets)}\n\n{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
