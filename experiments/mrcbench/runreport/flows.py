# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Times of messages by job, slowdowns by size, and steps of training."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from .. import metrics, style, units
from ..drawing import cdf, new_figure, place_legend, time_axis, y_scale
from ..results import Results
from ..table import counted
from ..transports import looks_of_jobs
from .timelines import coarse

#: Most jobs with a separate line each; more are drawn as one line.
_JOBS = 6

#: Most classes of sizes.
_CLASSES = 24

#: Fewest sizes for a line.
_FEWEST = 3

#: Most jobs with a panel of steps, and most bars of a panel; of more steps, means of neighbors are drawn.
_PANELS, _BARS = 4, 120


def flow_times(results: Results) -> Figure:
    """Distribution of the times of transfers, a line per job; the dot is the slowest.

    @param results a run with at least one delivered message
    """
    figure, (axis,) = new_figure(1, 1, height=3.2)
    jobs = list(results.flows["job"].unique())
    groups = [(name, results.flows[results.flows["job"] == name]) for name in jobs]
    if len(jobs) > _JOBS:
        groups = [(f"all {len(jobs)} jobs", results.flows)]
    looks = looks_of_jobs(results, [name for name, _ in groups])
    lines = [(metrics.transfers(flows), looks[name].line_stroke()) for name, flows in groups]
    cdf(axis, lines, "time of a transfer (us)", dots=True)
    axis.set_ylabel("transfers done")
    place_legend(figure, [
        Line2D([], [], **stroke, label=f"{name}: {counted(count, 'transfer')}")
        for (flows, stroke), (name, _) in zip(lines, groups)
        if (count := flows["completed"].sum())
    ])  # fmt: skip
    return figure


def slowdowns(flows: pd.DataFrame) -> pd.DataFrame | None:
    """Percentiles of slowdowns by size; None with too few sizes.

    The index is named by what a row stands for: a size, or a class of sizes and its upper end.
    """
    done = flows[flows["completed"] & flows["slowdown"].notna() & (flows["bytes"] > 0)]
    sizes, place = np.sort(done["bytes"].unique()), "size of the message"
    if len(sizes) < _FEWEST:
        return None
    if len(sizes) > _CLASSES:
        low, high = np.log10(sizes[0]), np.log10(sizes[-1])
        edges = np.logspace(low, high, _CLASSES + 1)[1:]
        classes = edges[np.minimum(np.searchsorted(edges, done["bytes"].to_numpy()), _CLASSES - 1)]
        place += ", upper end of its class"
    else:
        classes = done["bytes"].to_numpy()
    grouped = done["slowdown"].groupby(classes)
    parts = {"p50": 0.5, "p99": 0.99, "max": 1.0}
    found = pd.DataFrame({name: grouped.agg(metrics.percentile, part) for name, part in parts.items()})
    return found.assign(count=grouped.size()).rename_axis(place)


def slowdown_by_size(found: pd.DataFrame, variant: str) -> Figure:
    """Slowdowns along the sizes of messages.

    @param found from `slowdowns`
    """
    figure, (axis, counts) = new_figure(2, 1, height=4.2, height_ratios=[3, 1])
    color = style.color_of(variant)
    for column, line, marker, label in (
        ("p50", "-", "o", "median"),
        ("p99", "--", "s", "99th percentile"),
        ("max", ":", "^", "greatest"),
    ):
        axis.plot(found.index, found[column], color=color, ls=line, marker=marker, ms=4, label=label)
    edges = np.concatenate([[found.index[0] ** 2 / found.index[1]], found.index])
    counts.bar(found.index, found["count"], np.diff(edges) * 0.35, color=style.MUTED)
    axis.axhline(1, color=style.MUTED, lw=0.8, zorder=1)
    for one in (axis, counts):
        time_axis(one, found.index[0], found.index[-1], str(found.index.name), units.format_size)
    most = found["max"].max()
    y_scale(axis, "slowdown (times the least)", log=most > 20)
    axis.set(xlabel="", ylim=(0.9, 1.3 * most) if most > 20 else (0, 1.12 * most))
    axis.tick_params(labelbottom=False)
    counts.yaxis.set_major_locator(MaxNLocator(3, integer=True))
    counts.set_ylabel("messages")
    place_legend(figure, axis.get_legend_handles_labels()[0])
    return figure


def step_times(steps: pd.DataFrame, variant: str) -> Figure:
    """A panel per job, a bar per step.

    @param steps rows of steps.csv, at least one
    """
    jobs = list(steps["job"].unique())[:_PANELS]
    figure, axes = new_figure(len(jobs), 1, height=0.7 + 2.0 * len(jobs))
    color = style.color_of(variant)
    for axis, job in zip(axes, jobs):
        own = steps[(steps["job"] == job) & steps["duration_ns"].notna()].sort_values(["repetition", "step"])
        own = own[["duration_ns", "compute_ns"]].reset_index(drop=True) / 1e6
        bars, size = coarse(own, _BARS)
        at = (bars.index + 0.5) * size - 0.5
        axis.bar(at, bars["compute_ns"], 0.8 * size, color=style.MUTED)
        axis.bar(
            at, bars["duration_ns"] - bars["compute_ns"], 0.8 * size, bottom=bars["compute_ns"], color=color
        )
        axis.set_title(job, fontsize=9)
        axis.set_ylabel("time (ms)")
        axis.grid(axis="x", visible=False)
        axis.xaxis.get_major_locator().set_params(integer=True)
    axes[-1].set_xlabel("step, from the first repetition to the last")
    place_legend(figure, [
        Patch(facecolor=style.MUTED, label="computation"),
        Patch(facecolor=color, label="waiting for messages, or for the pipeline"),
    ])  # fmt: skip
    return figure
