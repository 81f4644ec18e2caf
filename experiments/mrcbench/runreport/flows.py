# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Times of messages: their distribution by job, and slowdowns by size."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator

from .. import metrics, style, units
from ..drawing import PERCENT, new_figure, place_legend
from ..results import Results
from .palette import colors_of

#: Jobs with a line of their own; more are drawn as one.
_JOBS = 6

#: Points of a distribution.
_POINTS = 400

#: Classes of sizes, at most.
_CLASSES = 24

#: Sizes of which a line can be made.
_FEWEST = 3


def flow_times(results: Results, variant: str) -> Figure:
    """Distribution of the times of transfers, a line per job; the dot is the slowest.

    @param results with at least one delivered message
    @param variant as it is called in the legend, which decides the color
    """
    figure, (axis,) = new_figure(1, 1, height=3.2)
    jobs = list(results.flows["job"].unique())
    groups = [(name, results.flows[results.flows["job"] == name]) for name in jobs]
    if len(jobs) > _JOBS:
        groups = [(f"all {len(jobs)} jobs", results.flows)]
    looks = colors_of([name for name, _ in groups], variant)
    longest, shortest, handles = 0.0, np.inf, []
    for name, flows in groups:
        whole = metrics.transfers(flows)
        times = np.sort(whole.loc[whole["completed"], "fct_ns"].to_numpy()) / 1e3
        if not len(times):
            continue
        reached = len(times) / len(whole)  # what never arrived keeps the curve below 1
        fraction = np.linspace(0, reached, min(len(times), _POINTS) + 1)
        at = np.quantile(times, np.linspace(0, 1, len(fraction)))
        axis.plot(at, fraction, color=looks[name], label=name)
        axis.plot(times[-1], reached, "o", ms=4.5, color=looks[name], clip_on=False, zorder=5)
        handles.append(
            Line2D(
                [],
                [],
                color=looks[name],
                label=f"{name}: {len(times):,} transfer" + ("s" if len(times) > 1 else ""),
            )
        )
        longest, shortest = max(longest, times[-1]), min(shortest, times[0])
    axis.set_ylim(0, 1)
    axis.set_ylabel("transfers done")
    axis.yaxis.set_major_formatter(PERCENT)
    _x_axis(axis, shortest, longest, "time of a transfer (us)", lambda time: f"{time:,g}")
    place_legend(figure, handles)
    return figure


def slowdowns(flows: pd.DataFrame) -> pd.DataFrame | None:
    """Percentiles of slowdowns by size: a row per class of sizes; None if there are too few to tell."""
    done = flows[flows["completed"] & flows["slowdown"].notna() & (flows["bytes"] > 0)]
    sizes = np.sort(done["bytes"].unique())
    if len(sizes) < _FEWEST:
        return None
    if len(sizes) > _CLASSES:
        low, high = np.log10(sizes[0]), np.log10(sizes[-1])
        edges = np.logspace(low, high, _CLASSES + 1)[1:]
        classes = edges[np.minimum(np.searchsorted(edges, done["bytes"].to_numpy()), _CLASSES - 1)]
    else:
        classes = done["bytes"].to_numpy()
    grouped = done["slowdown"].groupby(classes)
    found = pd.DataFrame({"p50": grouped.quantile(0.5), "p99": grouped.quantile(0.99), "max": grouped.max()})
    return found.assign(count=grouped.size())


def slowdown_by_size(found: pd.DataFrame, variant: str) -> Figure:
    """Slowdowns along the sizes of messages.

    @param found from `slowdowns`
    """
    figure, (axis, counts) = new_figure(2, 1, height=3.9)
    axis.get_subplotspec().get_gridspec().set_height_ratios([3, 1])
    color = colors_of(["all"], variant)["all"]
    for column, line, marker, label in (
        ("p50", "-", "o", "half are not above"),
        ("p99", "--", "s", "99 % are not above"),
        ("max", ":", "^", "greatest"),
    ):
        axis.plot(found.index, found[column], color=color, ls=line, marker=marker, ms=4, label=label)
    widths = (
        np.diff(np.concatenate([[found.index[0] / (found.index[1] / found.index[0])], found.index])) * 0.35
    )
    counts.bar(found.index, found["count"], widths, color=style.MUTED)
    axis.axhline(1, color=style.MUTED, lw=0.8, zorder=1)
    label = "size of the message" + (" (upper end of its class)" if len(found) == _CLASSES else "")
    for one in (axis, counts):
        _x_axis(one, found.index[0], found.index[-1], label, units.format_size)
    axis.set_xlabel("")
    if found["max"].max() > 20:
        axis.set_yscale("log")
        axis.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axis.yaxis.set_minor_formatter(FuncFormatter(lambda *_: ""))
        axis.set_ylim(0.9, 1.3 * found["max"].max())
    else:
        axis.set_ylim(0, 1.12 * found["max"].max())
    axis.set_ylabel("slowdown (times the least)")
    axis.tick_params(labelbottom=False)
    counts.yaxis.set_major_locator(MaxNLocator(3, integer=True))
    counts.set_ylabel("messages")
    place_legend(figure, axis.get_legend_handles_labels()[0])
    return figure


def _x_axis(axis: Axes, low: float, high: float, label: str, say: Callable[[float], str]) -> None:
    """An x axis from one value to another: logarithmic, and said to be, if they are far apart.

    @param say a value as people write it
    """
    far = high >= 3 * low
    margin = (high / low) ** 0.06 if far else 0.05 * (high - low) or 0.05 * high
    low, high = (low / margin, high * margin) if far else (low - margin, high + margin)
    if far:
        axis.set_xscale("log")
        axis.xaxis.set_major_locator(FixedLocator(_ticks(low, high)))
        axis.xaxis.set_minor_locator(FixedLocator([]))
    else:
        axis.xaxis.set_major_locator(MaxNLocator(4, min_n_ticks=3))
    axis.set_xlim(low, high)
    axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: say(value)))
    axis.set_xlabel(f"{label}, log scale" if far else label)


def _ticks(low: float, high: float) -> list[float]:
    """Round values between two: as many of each power of ten as have room."""
    decades = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    steps = (1,) if high / low > 200 else (1, 2, 5) if high / low > 8 else (1, 2, 3, 5, 7)
    return [step * 10.0**power for power in decades for step in steps if low <= step * 10.0**power <= high]
