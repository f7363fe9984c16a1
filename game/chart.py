"""Totals after each round, drawn: where the lines of the chart on a match's page run. Plain arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEFT, RIGHT, TOP, BOTTOM = 32.0, 314.0, 26.0, 236.0  # of the plot, in the units of the drawing (400 x 262)
BETWEEN_LABELS = 16.0
MOST_TICKS = 6
MOST_ROUNDS = 10  # numbers under the axis


@dataclass(frozen=True, slots=True)
class Tick:
    """A horizontal line of the grid, or a number under the axis. Coordinates are texts, for no language to change."""

    at: str
    text_at: str
    label: int
    limit: bool = False


@dataclass(frozen=True, slots=True)
class Track:
    """One player's line: its points, and where its name stands."""

    name: str
    total: int
    style: str
    points: str
    label_at: str
    you: bool


@dataclass(frozen=True, slots=True)
class Chart:
    grid: tuple[Tick, ...]
    rounds: tuple[Tick, ...]
    tracks: tuple[Track, ...]


def chart(names: Sequence[str], totals: Sequence[Sequence[int]], target: int | None, you: int | None) -> Chart:
    """The drawing of a match. `totals` holds one row a round, each in seat order; every seat begins with nothing.

    `target` is the total at which a line is drawn; None where no total ends the match.
    """
    top = max([target or 1, *(total for row in totals for total in row)])
    last = max(1, len(totals))

    def across(number: int) -> float:
        return LEFT + (RIGHT - LEFT) * number / last

    def down(total: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * total / top

    ends = [totals[-1][seat] if totals else 0 for seat in range(len(names))]
    labels = _apart([down(total) for total in ends])
    others = iter(range(1, len(names) + 1))
    tracks = []
    for seat, name in enumerate(names):
        points = [(across(0), down(0))] + [(across(n), down(row[seat])) for n, row in enumerate(totals, start=1)]
        tracks.append(
            Track(
                name=name,
                total=ends[seat],
                style="me" if seat == you else str(next(others)),
                points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points),
                label_at=f"{labels[seat] + 4:.1f}",
                you=seat == you,
            )
        )  # fmt: skip
    values = _ticks(top + 1) if target is None else [*_ticks(target), target]
    grid = [Tick(f"{down(value):.1f}", f"{down(value) + 4:.1f}", value, limit=value == target) for value in values]
    step = -(-last // MOST_ROUNDS)
    rounds = [Tick(f"{across(n):.1f}", "256", n) for n in range(step, len(totals) + 1, step)]
    return Chart(tuple(grid), tuple(rounds), tuple(tracks))


def _ticks(target: int) -> range:
    """Round numbers below the target, not too near to it: at most six."""
    step = next(
        factor * 10**power for power in range(6) for factor in (1, 2, 5) if target / (factor * 10**power) <= MOST_TICKS
    )
    return range(0, target - step // 3, step)


def _apart(wanted: list[float]) -> list[float]:
    """Heights near the wanted ones, with room for a line of text between any two."""
    order = sorted(range(len(wanted)), key=lambda seat: wanted[seat])
    placed = [0.0] * len(wanted)
    floor = -1000.0
    for seat in order:
        placed[seat] = floor = max(wanted[seat], floor + BETWEEN_LABELS)
    ceiling = BOTTOM + 4
    for seat in reversed(order):
        placed[seat] = ceiling = min(placed[seat], ceiling)
        ceiling -= BETWEEN_LABELS
    return placed
