# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Strokes that the figures of `plots` share: legends, bars, labels, axes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, PercentFormatter

from . import metrics, style
from .results import Results

#: Width of every figure, inches.
WIDTH = 9.4

#: Height of the band above the axes where legends stand, inches.
_LEGEND_BAND = 0.32

#: Fractions as percent.
PERCENT = PercentFormatter(1, decimals=0, symbol=" %")


def new_figure(
    rows: int,
    columns: int,
    height: float,
    sharey: bool = False,
    width_ratios: Sequence[float] | None = None,
) -> tuple[Figure, list[Axes]]:
    """A figure of the common width and its axes in reading order; surplus axes can stay unused."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False, sharey=sharey, width_ratios=width_ratios)
    return figure, list(grid.flat)


def variant_legend(
    figure: Figure, variants: Sequence[str], bars: bool = False, extra: Sequence[object] = ()
) -> None:
    """A legend above the axes: one entry per variant, then `extra` handles."""
    look = style.looks(variants)
    handles: list[object] = []
    for variant in variants:
        own = look[variant]
        if bars:
            handles.append(
                Patch(
                    facecolor=own.color, hatch=own.hatch, edgecolor=style.PAPER, lw=0, label=variant
                )
            )
        else:
            handles.append(Line2D([], [], color=own.color, ls=own.line, label=variant))
    place_legend(figure, [*handles, *extra])


def place_legend(figure: Figure, handles: Sequence[object]) -> None:
    """Put a legend in a band above all axes, which is taken off what the layout may use."""
    band = _LEGEND_BAND / figure.get_figheight()
    figure.get_layout_engine().set(rect=(0, 0, 1, 1 - band))
    figure.legend(handles=handles, loc="upper left", ncols=8, borderaxespad=0.2)


def grouped_bars(
    axis: Axes,
    cases: Sequence[str],
    variants: Sequence[str],
    values: dict[tuple[str, str], float],
    describe: Callable[[tuple[str, str], float, float], None],
) -> None:
    """A group of bars per case, a bar per variant, each then handed to `describe`."""
    look = style.looks(variants)
    width = 0.8 / max(len(variants), 1)
    for index, variant in enumerate(variants):
        own = look[variant]
        for group, case in enumerate(cases):
            key = (case, variant)
            if key not in values:
                continue
            x = group + (index - (len(variants) - 1) / 2) * width
            axis.bar(
                x,
                values[key],
                0.9 * width,
                color=own.color,
                hatch=own.hatch,
                edgecolor=style.PAPER,
                lw=0,
                label=variant,
            )
            describe(key, x, width)
    axis.set_xticks(range(len(cases)), cases)
    axis.tick_params(axis="x", length=0)
    axis.grid(axis="x", visible=False)


def shade_outage(axis: Axes, results: Results, origin_ns: float | None, unit: float = 1e6) -> None:
    """Shade the time of the first fault; times count from `origin_ns`, or the fault if None."""
    outage = metrics.first_outage(results)
    if outage is None:
        return
    origin = outage.start_ns if origin_ns is None else origin_ns
    low, high = axis.get_xlim()
    start = (outage.start_ns - origin) / unit
    end = high if outage.end_ns is None else min(high, (outage.end_ns - origin) / unit)
    if start >= high:
        return
    axis.axvspan(start, end, color=style.GRID, alpha=0.55, lw=0, zorder=0)
    axis.set_xlim(low, high)
    axis.annotate(
        "link down",
        (start, 1),
        (4, -4),
        textcoords="offset points",
        xycoords=("data", "axes fraction"),
        va="top",
        fontsize=8,
        color=style.MUTED,
    )


def time_axis(axis: Axes, low: float, high: float) -> None:
    """An x axis from `low` to `high` with plain numbers: logarithmic if they are far apart."""
    if high < 3 * low:
        margin = 0.05 * (high - low) or 0.05 * high
        axis.set_xlim(low - margin, high + margin)
        axis.xaxis.set_major_locator(MaxNLocator(4, min_n_ticks=3))
    else:
        margin = (high / low) ** 0.05
        low, high = low / margin, high * margin
        steps = (1,) if high / low > 50 else (1, 2, 5) if high / low > 8 else (1, 2, 3, 5, 7)
        ticks = [
            s * 10.0**e for e in range(-2, 10) for s in steps if low <= s * 10.0**e <= high
        ]
        axis.set_xscale("log")
        axis.set_xlim(low, high)
        axis.xaxis.set_major_locator(FixedLocator(ticks))
        axis.xaxis.set_minor_locator(FixedLocator([]))
    axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))


def value_label(axis: Axes, x: float, value: float, text: str, size: float = 8.5) -> None:
    """Text above a bar."""
    if np.isfinite(value):
        axis.annotate(
            text,
            (x, value),
            (0, 2),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize=size,
        )


def two_lines(text: str) -> str:
    """Break at the blank nearest to the middle, for labels below narrow groups."""
    blanks = [place for place, letter in enumerate(text) if letter == " "]
    if not blanks:
        return text
    place = min(blanks, key=lambda blank: abs(2 * blank - len(text)))
    return text[:place] + "\n" + text[place + 1 :]


def natural_order(name: str) -> tuple[int, str]:
    """Sort key that puts plane 10 behind plane 9."""
    digits = "".join(filter(str.isdigit, name))
    return (int(digits) if digits else 0, name)
