# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Times of messages: their distribution by job, and slowdowns by size."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from .. import metrics, style, units
from ..drawing import cdf, new_figure, place_legend, time_axis, y_scale
from ..results import Results
from .palette import colors_of

#: Most jobs with a separate line each; more are drawn as one line.
_JOBS = 6

#: Most classes of sizes.
_CLASSES = 24

#: Fewest sizes for a line.
_FEWEST = 3


def flow_times(results: Results, variant: str) -> Figure:
    """Distribution of the times of transfers, a line per job; the dot is the slowest.

    @param results a run with at least one delivered message
    @param variant the name in the legend, which selects the color
    """
    figure, (axis,) = new_figure(1, 1, height=3.2)
    jobs = list(results.flows["job"].unique())
    groups = [(name, results.flows[results.flows["job"] == name]) for name in jobs]
    if len(jobs) > _JOBS:
        groups = [(f"all {len(jobs)} jobs", results.flows)]
    looks = colors_of([name for name, _ in groups], variant)
    lines = [(metrics.transfers(flows), {"color": looks[name]}) for name, flows in groups]
    cdf(axis, lines, "time of a transfer (us)", dots=True)
    axis.set_ylabel("transfers done")
    place_legend(figure, [
        Line2D([], [], color=stroke["color"], label=f"{name}: {count:,} transfer{'s' * bool(count > 1)}")
        for (flows, stroke), (name, _) in zip(lines, groups)
        if (count := flows["completed"].sum())
    ])  # fmt: skip
    return figure


def slowdowns(flows: pd.DataFrame) -> pd.DataFrame | None:
    """Percentiles of slowdowns by size: a row per class of sizes; None with too few sizes."""
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
    figure, (axis, counts) = new_figure(2, 1, height=4.2, height_ratios=[3, 1])
    color = colors_of(["all"], variant)["all"]
    for column, line, marker, label in (
        ("p50", "-", "o", "median"),
        ("p99", "--", "s", "99th percentile"),
        ("max", ":", "^", "greatest"),
    ):
        axis.plot(found.index, found[column], color=color, ls=line, marker=marker, ms=4, label=label)
    edges = np.concatenate([[found.index[0] ** 2 / found.index[1]], found.index])
    counts.bar(found.index, found["count"], np.diff(edges) * 0.35, color=style.MUTED)
    axis.axhline(1, color=style.MUTED, lw=0.8, zorder=1)
    label = "size of the message" + (", upper end of its class" if len(found) == _CLASSES else "")
    for one in (axis, counts):
        time_axis(one, found.index[0], found.index[-1], label, units.format_size)
    most = found["max"].max()
    y_scale(axis, "slowdown (times the least)", log=most > 20)
    axis.set(xlabel="", ylim=(0.9, 1.3 * most) if most > 20 else (0, 1.12 * most))
    axis.tick_params(labelbottom=False)
    counts.yaxis.set_major_locator(MaxNLocator(3, integer=True))
    counts.set_ylabel("messages")
    place_legend(figure, axis.get_legend_handles_labels()[0])
    return figure
