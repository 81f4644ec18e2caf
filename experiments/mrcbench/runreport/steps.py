# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Steps of training: their durations, and the parts of computation."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from .. import style
from ..drawing import new_figure, place_legend
from .palette import color_of
from .timelines import coarse

#: Most jobs, which have a panel each.
_JOBS = 4

#: Most bars of a panel; of more steps, means of neighbors are drawn.
_BARS = 120


def step_times(steps: pd.DataFrame, variant: str) -> Figure:
    """A panel per job, a bar per step.

    @param steps rows of steps.csv, at least one
    """
    jobs = list(steps["job"].unique())[:_JOBS]
    figure, axes = new_figure(len(jobs), 1, height=0.7 + 2.0 * len(jobs))
    color = color_of(variant)
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
