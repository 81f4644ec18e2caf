# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Plots of how cost and memory grow."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .. import style
from ..drawing import new_figure
from .scaling import PENDING


def draw(rows: Sequence[dict[str, Any]], folder: Path) -> list[Path]:
    """The plots: time per packet-hop by every axis, memory by the same, schedulers.

    @return their files, performance-*.png
    """
    runs = [row for row in rows if row["axis"] != PENDING]
    held = [row for row in rows if row["axis"] == PENDING]
    files = [
        draw_axes(runs, "ns", 1, "CPU time per packet-hop, ns", folder / "performance-time.png"),
        draw_axes(runs, "peak_rss_bytes", 1e6, "peak memory, MB", folder / "performance-memory.png"),
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
        axis.plot(values, [row[key] / unit for _, row in points], "o-", color="#0072b2")
        if key == "ns":
            low, high = ([row[k] for _, row in points] for k in ("ns_fastest", "ns_slowest"))
            axis.fill_between(values, low, high, color="#0072b2", alpha=0.15, lw=0)
        axis.set_xscale("log", base=2)
        axis.set_xticks(values, [str(value) for value in values])
        axis.minorticks_off()
        axis.set_xlabel(name)
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
        axis.plot(*zip(*points), "o-", color=f"C{index}", label=name)
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.set_xlabel(PENDING)
    axis.set_ylabel("ns per event taken out and put back")
    axis.grid(color=style.GRID, lw=0.6)
    axis.legend(fontsize=8)
    figure.savefig(file, dpi=120)
    return file
