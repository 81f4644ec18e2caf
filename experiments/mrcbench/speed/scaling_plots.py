# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Plots of how cost and memory grow."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .. import style
from ..drawing import logarithmic, new_figure
from .scaling import PENDING

#: The simulator's own cost belongs to no transport.
_LOOK = style.look_at("", 0)


def draw(rows: Sequence[dict[str, Any]], folder: Path) -> list[Path]:
    """The plots: time per packet-hop by every axis, memory by the same, schedulers.

    @return their files, performance-*.png
    """
    runs = [row for row in rows if row["axis"] != PENDING]
    held = [row for row in rows if row["axis"] == PENDING]
    files = [
        draw_axes(runs, "ns", 1, "CPU time per packet-hop (ns)", folder / "performance-time.png"),
        draw_axes(runs, "peak_rss_bytes", 1e6, "peak memory (MB)", folder / "performance-memory.png"),
    ]
    if held:
        files.append(draw_schedulers(held, folder / "performance-schedulers.png"))
    return files


def draw_axes(
    rows: Sequence[dict[str, Any]], key: str, unit: float, label: str, file: Path
) -> Path:
    """One plot per axis, side by side, with the same scale of y."""
    names = list(dict.fromkeys(row["axis"] for row in rows))
    figure, axes = new_figure(1, len(names), 2.6, sharey=True)
    for axis, name in zip(axes, names):
        points = [(row["value"], row) for row in rows if row["axis"] == name]
        values = [value for value, _ in points]
        axis.plot(values, [row[key] / unit for _, row in points], "o-", color=_LOOK.color)
        if key == "ns":
            low, high = ([row[k] for _, row in points] for k in ("ns_fastest", "ns_slowest"))
            axis.fill_between(values, low, high, color=_LOOK.color, alpha=0.15, lw=0)
        axis.set_xscale("log", base=2)
        axis.set_xticks(values, [str(value) for value in values])
        axis.minorticks_off()
        axis.set_xlabel(logarithmic(name))
        axis.grid(color=style.GRID, lw=0.6)
    axes[0].set_ylabel(label)
    axes[0].set_ylim(bottom=0)
    figure.savefig(file, dpi=120)
    return file


def draw_schedulers(rows: Sequence[dict[str, Any]], file: Path) -> Path:
    """Time per event by the number of events pending, a line per scheduler."""
    figure, (axis,) = new_figure(1, 1, 3.2)
    names = list(dict.fromkeys(row["series"] for row in rows))
    for index, name in enumerate(names):
        points = sorted((row["value"], row["ns"]) for row in rows if row["series"] == name)
        look = style.look_at("", index)
        axis.plot(*zip(*points), color=look.color, ls=look.line, marker=look.marker, label=name)
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.set_xlabel(logarithmic(PENDING))
    axis.set_ylabel(logarithmic("time per event taken out and put back (ns)"))
    axis.grid(color=style.GRID, lw=0.6)
    axis.legend(fontsize=8)
    figure.savefig(file, dpi=120)
    return file
