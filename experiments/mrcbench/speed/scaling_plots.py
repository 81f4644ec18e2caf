# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Plots of how cost and memory grow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from .. import style
from ..drawing import logarithmic, new_figure
from .scaling import PENDING


def draw(measured: Sequence[Mapping[str, Any]], folder: Path) -> list[Path]:
    """The plots: time per packet-hop by every axis, memory by the same, schedulers.

    @return their files, performance-*.png
    """
    rows = pd.DataFrame(measured)
    held = rows["axis"] == PENDING
    plots = {
        "time": _axes(rows[~held], "ns", 1, "CPU time per packet-hop (ns)"),
        "memory": _axes(rows[~held], "peak_rss_bytes", 1e6, "peak memory (MB)"),
    }
    if held.any():
        plots["schedulers"] = _schedulers(rows[held])
    files = [folder / f"performance-{name}.png" for name in plots]
    for figure, file in zip(plots.values(), files):
        figure.savefig(file, dpi=120)
    return files


def _axes(rows: pd.DataFrame, key: str, unit: float, label: str) -> Figure:
    """A panel per axis, side by side, with the same scale of y."""
    by_axis = rows.groupby("axis", sort=False)
    figure, axes = new_figure(1, len(by_axis), 2.6, sharey=True)
    color = style.look_at("", 0).color  # the simulator's own cost belongs to no transport
    for axis, (name, own) in zip(axes, by_axis):
        axis.plot(own["value"], own[key] / unit, "o-", color=color)
        if key == "ns":
            axis.fill_between(own["value"], own["ns_fastest"], own["ns_slowest"], color=color, alpha=0.15, lw=0)
        axis.set_xscale("log", base=2)
        axis.set_xticks(own["value"], own["value"].astype(str))
        axis.minorticks_off()
        axis.set_xlabel(logarithmic(name))
        axis.grid(color=style.GRID, lw=0.6)
    axes[0].set_ylabel(label)
    axes[0].set_ylim(bottom=0)
    return figure


def _schedulers(rows: pd.DataFrame) -> Figure:
    """Time per event by the number of events pending, a line per scheduler."""
    figure, (axis,) = new_figure(1, 1, 3.2)
    for rank, (name, own) in enumerate(rows.sort_values("value").groupby("series", sort=False)):
        look = style.look_at("", rank)
        axis.plot(own["value"], own["ns"], color=look.color, ls=look.line, marker=look.marker, label=name)
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.set_xlabel(logarithmic(PENDING))
    axis.set_ylabel(logarithmic("time per event taken out and put back (ns)"))
    axis.grid(color=style.GRID, lw=0.6)
    axis.legend(fontsize=8)
    return figure
