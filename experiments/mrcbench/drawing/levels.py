# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Published and ideal values inside plots: gray lines across the axes, and gray marks at bars."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from .. import style
from ..suite.evaluation import Measured

#: Styles of the lines, in the order of their labels.
_LINES = ("--", ":", "-.", (0, (8, 3)))

#: Identifies what does not show values of runs.
GID = "level"

_MARK: Mapping[str, Any] = {
    "ls": "", "marker": "D", "ms": 6, "color": style.INK, "mec": style.PAPER, "mew": 1, "gid": GID
}  # fmt: skip


@dataclass(frozen=True)
class Level:
    """A line across the axes at a published or an ideal value. Lines with the same label look the same."""

    label: str
    value: float | str  #: in the unit of the axis; or a measure, so that each run has its own line

    def of(self, m: Measured, run: str) -> float:
        """The value for a run."""
        return m[f"{run}/{self.value}"] if isinstance(self.value, str) else self.value

    def check(self, m: Measured) -> None:
        """@raise KeyError if the figure does not have the measure"""
        if isinstance(self.value, str):
            m.of(self.value)


def across(axis: Axes, m: Measured, run: str, levels: Sequence[Level]) -> None:
    """Draw the lines of a run across all of the axes."""
    for level, stroke in _stroked(levels):
        axis.axhline(level.of(m, run), **stroke)


def columns(axis: Axes, m: Measured, runs: Sequence[str], levels: Sequence[Level]) -> None:
    """Draw the lines across all of the axes, or at the column of each run if each has its own."""
    for level, stroke in _stroked(levels):
        values = [level.of(m, run) for run in runs]
        if len(set(values)) == 1:
            axis.axhline(values[0], **stroke)
            continue
        for x, value in enumerate(values):
            axis.plot([x - 0.45, x + 0.45], [value, value], **stroke)


def check_fixed(levels: Sequence[Level]) -> None:
    """@raise ValueError if a level of a plot without a place for each run is a measure"""
    measures = [level.value for level in levels if isinstance(level.value, str)]
    if measures:
        raise ValueError(f"levels: found the measure {measures[0]!r}; allowed here: numbers")


def fixed(line: Callable[..., object], levels: Sequence[Level]) -> None:
    """Draw lines at values that are not measured.

    @param line ``axhline`` or ``axvline`` of the axes
    """
    for level, stroke in _stroked(levels):
        line(float(level.value), **stroke)


def marks(axis: Axes, places: Mapping[str, float], published: Mapping[str, float]) -> None:
    """Mark published values at their bars, if these are drawn."""
    for case, value in published.items():
        if case in places:
            axis.plot(places[case], value, zorder=7, **_MARK)
            axis.set_ylim(top=max(axis.get_ylim()[1], 1.08 * value))


def handles(levels: Sequence[Level], published: Mapping[str, float] | None = None) -> list[Artist]:
    """Entries of the legend."""
    strokes = {level.label: stroke for level, stroke in _stroked(levels)}
    found: list[Artist] = [Line2D([], [], label=label, **stroke) for label, stroke in strokes.items()]
    return found + ([Line2D([], [], label="published", **_MARK)] if published else [])


def _stroked(levels: Sequence[Level]) -> Iterator[tuple[Level, dict[str, Any]]]:
    """Each level with the stroke of its label."""
    labels = list(dict.fromkeys(level.label for level in levels))
    for level in levels:
        line = _LINES[labels.index(level.label) % len(_LINES)]
        yield level, {"color": style.MUTED, "lw": 1.1, "ls": line, "zorder": 2, "gid": GID}
