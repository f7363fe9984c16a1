"""Targets: what was measured, what is asked for first, and whether it is met."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """One line of the table at the end. `measured` is nan where this machine could not measure it."""

    what: str
    measured: float
    first: float
    unit: str
    """Written behind both numbers: "x" for ratios, "kB", "us", "%"."""
    at_least: bool = True
    """More is better; else the number is a ceiling."""

    @property
    def met(self) -> bool | None:
        if math.isnan(self.measured):
            return None
        return self.measured >= self.first if self.at_least else self.measured <= self.first


def table(targets: Iterable[Target]) -> str:
    """The targets as lines of text."""
    lines = [f"{'target':<86}{'measured':>12}{'first':>12}  met"]
    for target in targets:
        measured = "-" if target.met is None else f"{target.measured:.2f} {target.unit}"
        first = f"{'>=' if target.at_least else '<='} {target.first:g} {target.unit}"
        met = {True: "yes", False: "NO", None: "not measured"}[target.met]
        lines.append(f"{target.what:<86}{measured:>12}{first:>12}  {met}")
    return "\n".join(lines)
