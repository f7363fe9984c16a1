"""A rating over many matches, drawn: where the lines of the graph on a player's page run. Plain arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEFT, RIGHT, TOP, BOTTOM = 46.0, 392.0, 12.0, 172.0  # of the plot, in the units of the drawing (400 x 200)
MOST_LINES = 5
SMALLEST_RANGE = 100  # of ratings: small changes are to look small


@dataclass(frozen=True, slots=True)
class Mark:
    """A horizontal line, or a number under the axis. Coordinates are texts, for no language to change."""

    at: str
    text_at: str
    label: int


@dataclass(frozen=True, slots=True)
class Graph:
    """`line` are the points of a polyline, `end_x` and `end_y` the last of them."""

    line: str
    end_x: str
    end_y: str
    ratings: tuple[Mark, ...]
    matches: tuple[Mark, ...]


def graph(values: Sequence[int], first: int) -> Graph | None:
    """The drawing of ratings, one a match, oldest first; `first` is the number of the first match.

    None for fewer than two.
    """
    if len(values) < 2:
        return None
    low, high = min(values), max(values)
    room = max(SMALLEST_RANGE, round((high - low) * 1.3))
    middle = (low + high) / 2
    floor, ceiling = middle - room / 2, middle + room / 2

    def across(at: int) -> float:
        return LEFT + (RIGHT - LEFT) * at / (len(values) - 1)

    def down(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - floor) / (ceiling - floor)

    line = [(across(at), down(value)) for at, value in enumerate(values)]
    step = _step(ceiling - floor)
    heights = range(-(-int(floor) // step) * step, int(ceiling) + 1, step)
    every = max(1, -(-len(values) // 6))
    numbers = range(first, first + len(values), every)
    return Graph(
        " ".join(f"{x:.1f},{y:.1f}" for x, y in line), f"{line[-1][0]:.1f}", f"{line[-1][1]:.1f}",
        tuple([Mark(f"{down(height):.1f}", f"{down(height) + 4:.1f}", height) for height in heights]),
        tuple([Mark(f"{across(number - first):.1f}", "194", number) for number in numbers]),
    )  # fmt: skip


def _step(room: float) -> int:
    """A round number that fits into the range at most so many times."""
    steps = [factor * ten for ten in (10, 100, 1_000, 10_000) for factor in (1, 2, 5)]
    return next(step for step in steps if room / step <= MOST_LINES)
