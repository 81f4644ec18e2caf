# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Figures over time: stacked panels with one time axis, thinned lines, marks of faults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .. import style
from ..drawing import new_figure
from ..faults import Fault, held, scenario_faults
from ..results import Results

#: Most points of a line, which limits the size of the page.
POINTS = 500

#: Fewest samples for a line.
FEWEST = 4

#: Most samples of a line on which each sample is marked.
_DOTS = 40

#: Most faults that are named by their kind; more are named by their numbers.
_NAMED = 3

#: Most faults that are marked one by one; of more, only the first start and the last end are marked.
_MARKED = 40

#: Largest number of intervals of a fault that are shaded one by one.
_SPELLS = 200


@dataclass(frozen=True)
class Clock:
    """The time axis of a run."""

    unit: float  #: ns
    name: str
    end_ns: float

    def apply(self, axis: Axes, label: bool = True) -> None:
        """The whole run, from its start."""
        axis.set_xlim(0, self.end_ns / self.unit)
        if label:
            axis.set_xlabel(f"simulated time ({self.name})")

    def draw(self, axis: Axes, values: pd.Series, lw: float = 1.4, dots: bool = True, **look: Any) -> None:
        """A thinned line over time; with few samples each sample is marked."""
        line = thin(values)
        marker = "." if dots and len(line) <= _DOTS else ""
        axis.plot(line.index / self.unit, line.to_numpy(), lw=lw, marker=marker, **look)

    def draw_band(self, axis: Axes, parts: Sequence[pd.Series], label: str, color: str) -> None:
        """The median over time, and a band of 80 %.

        @param parts the lower end of the band, the median and the upper end
        """
        low, _, high = map(thin, parts)
        at = low.index / self.unit
        axis.fill_between(at, low, high, color=color, alpha=0.25, lw=0, label="80 % of them")
        self.draw(axis, parts[1], color=color, label=label)


#: Percentiles for `Clock.draw_band`.
BAND = (0.1, 0.5, 0.9)


def clock_of(results: Results) -> Clock:
    """The time axis of a run, in the unit that fits its simulated time."""
    end = max(float(results.summary["sim_time_ns"]), 1.0)
    unit, name = (1e9, "s") if end >= 2e9 else (1e6, "ms") if end >= 2e6 else (1e3, "us")
    return Clock(unit, name, end)


def busiest(results: Results, kind: str, most: int) -> list[str]:
    """The objects of a kind with the highest values, highest first, without those that are always zero."""
    rows = results.sampled(kind)
    peaks = rows[rows["value"] > 0].groupby("object")["value"].agg(["max", "sum"])
    order = peaks.reset_index().sort_values(["max", "sum", "object"], ascending=[False, False, True])
    return list(order["object"].head(most))


def coarse(rows: pd.DataFrame | pd.Series, most: int) -> tuple[Any, int]:
    """Means of neighboring rows, at most `most` of them; and the number of neighbors."""
    size = max(1, -(-len(rows) // most))
    return rows.groupby(np.arange(len(rows)) // size).mean(), size


def thin(values: pd.Series, points: int = POINTS) -> pd.Series:
    """Means of neighboring points, each at the last of its times."""
    values = values.dropna()
    means, size = coarse(values, points)
    ends = np.minimum(size * (np.arange(len(means)) + 1), len(values)) - 1
    return pd.Series(means.to_numpy(), index=values.index[ends])


def some_ticks(
    axis: Axes, which: str, names: Sequence[str], most: int, place: Callable[[int], float] = float
) -> None:
    """Names at the axis x or y; if there are more than `most`, every n-th.

    @param place the place of a name, by its number
    """
    chosen = range(0, len(names), max(1, -(-len(names) // most)))
    set_ticks = axis.set_xticks if which == "x" else axis.set_yticks
    set_ticks([place(at) for at in chosen], [names[at] for at in chosen], fontsize=7)


Panel = Callable[[Axes, Clock], None]


def stack(
    results: Results, panels: Sequence[Panel], height: float = 0, ratios: Sequence[float] = ()
) -> Figure | None:
    """Stacked panels with one time axis, each with its legend at its side; None without panels.

    @param height of the figure; the default follows from the number of panels
    @param ratios of the heights of the panels, by default all equal
    """
    if not panels:
        return None
    figure, axes = new_figure(len(panels), 1, height or 0.6 + 2.1 * len(panels))
    if ratios:
        axes[0].get_subplotspec().get_gridspec().set_height_ratios(ratios)
    clock, marked = clock_of(results), marks(results)
    for axis, draw in zip(axes, panels):
        draw(axis, clock)
        last = axis is axes[-1]
        clock.apply(axis, label=last)
        axis.tick_params(labelbottom=last)
        if axis.get_autoscaley_on():
            axis.set_ylim(0, 1.08 * axis.get_ylim()[1])
        mark(axis, marked, clock, name=axis is axes[0])
        if axis.get_legend_handles_labels()[0]:
            axis.legend(loc="center left", bbox_to_anchor=(1.005, 0.5), fontsize=8, borderaxespad=0)
    return figure


Marked = Sequence[tuple[Fault, Sequence[tuple[float, float]]]]


def marks(results: Results) -> Marked:
    """The faults to mark, in the order of their starts, with the intervals in which they are in force.

    Very many faults are one, from the first begin to the last end; so is a fault whose intervals are not
    known, or are very many.
    """
    faults, end_ns = scenario_faults(results), clock_of(results).end_ns
    if len(faults) > _MARKED:
        last = max(end_ns if fault.end_ns is None else fault.end_ns for fault in faults)
        first = min(fault.start_ns for fault in faults)
        return [(Fault(f"{len(faults)} faults", "", first, last), [(first, last)])]
    found = []
    for fault in sorted(faults, key=lambda one: (one.start_ns, one.number)):
        spells = held(results, fault)
        if not 0 < len(spells) <= _SPELLS:
            spells = [(fault.start_ns, end_ns if fault.end_ns is None else fault.end_ns)]
        found.append((fault, spells))
    return found


def mark(axis: Axes, marked: Marked, clock: Clock, name: bool = True, shade: bool = True) -> None:
    """Mark the starts of faults, shade the times when they are in force, and write their names at the top."""
    low, high = axis.get_xlim()
    free = low
    for fault, spells in marked:
        start = fault.start_ns / clock.unit
        if shade:
            bars = [(begin / clock.unit, (end - begin) / clock.unit) for begin, end in spells]
            look = {"color": style.GRID, "alpha": 0.5, "lw": 0, "zorder": 0}
            axis.broken_barh(bars, (0, 1), transform=axis.get_xaxis_transform(), **look)
        axis.axvline(start, color=style.MUTED if shade else style.INK, lw=0.8, ls=":", zorder=1)
        if name and start >= free:
            text = fault.what if len(marked) <= _NAMED else str(fault.number)
            late = start > low + 0.8 * (high - low)
            axis.annotate(
                text, (start, 1), (-3 if late else 3, 1), textcoords="offset points",
                xycoords=("data", "axes fraction"),
                ha="right" if late else "left", va="bottom", fontsize=7.5, color=style.MUTED,
                annotation_clip=False,
            )  # fmt: skip
            free = start + (high - low) * (0.012 * len(text) + 0.01)
    axis.set_xlim(low, high)
