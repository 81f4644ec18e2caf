# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Strokes that the figures of `plots` share: legends, bars, labels, axes."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.textpath import TextPath
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, PercentFormatter

from . import metrics, style
from .results import Results

#: Width of every figure, inches.
WIDTH = 9.4

#: Height of a legend's line above the axes, and what is free around all of them, inches.
_LEGEND_LINE, _LEGEND_FREE = 0.19, 0.13

#: Size of a legend's text, and what an entry takes besides it, points.
_LEGEND_SIZE, _LEGEND_EXTRA = 9.0, 46.0

#: Sizes of the numbers above bars, points: the largest that fits is taken.
_BAR_SIZES = (8.5, 8.0, 7.5, 7.0)

#: Part of its place that the largest group of bars fills.
_FILLED = 0.86

#: Size of the labels below groups, points; and what of a figure's width axes do not have.
_TICK_SIZE, _MARGIN = 8.0, 0.7

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


def text_width(text: str, size: float) -> float:
    """Width of a text's longest line, points."""
    return max(_line_width(line) * size for line in text.split("\n"))


@lru_cache(maxsize=4096)
def _line_width(line: str) -> float:
    """Width of a line of text of size 1."""
    return float(TextPath((0, 0), line, size=100).get_extents().width) / 100 if line.strip() else 0.0


def variant_legend(
    figure: Figure, variants: Sequence[str], bars: bool = False, extra: Sequence[Artist] = ()
) -> None:
    """A legend above the axes: one entry per variant, then `extra` handles."""
    look = style.looks(variants)
    handles: list[Artist] = []
    for variant in variants:
        own = look[variant]
        if bars:
            handles.append(Patch(label=variant, **bar_stroke(own)))
        else:
            handles.append(Line2D([], [], color=own.color, ls=own.line, label=variant))
    place_legend(figure, [*handles, *extra])


def place_legend(figure: Figure, handles: Sequence[Artist]) -> None:
    """Put a legend in a band above all axes; the figure grows by the lines beyond the first."""
    columns = _legend_columns([str(handle.get_label()) for handle in handles])
    lines = -(-len(handles) // columns)
    # matplotlib goes down the columns first, people read along the lines.
    handles = [handle for first in range(columns) for handle in handles[first::columns]]
    figure.set_figheight(figure.get_figheight() + (lines - 1) * _LEGEND_LINE)
    band = (lines * _LEGEND_LINE + _LEGEND_FREE) / figure.get_figheight()
    figure.get_layout_engine().set(rect=(0, 0, 1, 1 - band))
    figure.legend(handles=handles, loc="upper left", ncols=columns, borderaxespad=0.2)


def _legend_columns(labels: Sequence[str]) -> int:
    """As many columns as have room beside each other."""
    widths = [text_width(label, _LEGEND_SIZE) + _LEGEND_EXTRA for label in labels]
    for columns in range(len(labels), 1, -1):
        if sum(max(widths[first::columns]) for first in range(columns)) < WIDTH * 72:
            return columns
    return 1


def bar_stroke(look: style.Look) -> dict[str, object]:
    """How a bar looks, and its entry in a legend."""
    return {"facecolor": look.color, "hatch": look.hatch, "edgecolor": style.PAPER, "lw": 0}


def grouped_bars(
    axis: Axes,
    groups: Sequence[str],
    bars: Mapping[str, style.Look],
    values: Mapping[tuple[str, str], float],
) -> dict[tuple[str, str], float]:
    """A group of bars per name of `groups`, each in the middle of its place, without holes.

    @param axis where
    @param groups names of the groups; `group_labels` writes them
    @param bars names and looks of the bars in a group
    @param values by group and bar; what is not there takes no room
    @return the place of each bar, see `bar_width`
    """
    width = bar_width(groups, bars, values)
    places = {}
    for at, group in enumerate(groups):
        there = [name for name in bars if (group, name) in values]
        for rank, name in enumerate(there):
            place = at + (rank - (len(there) - 1) / 2) * width
            axis.bar(place, values[group, name], 0.9 * width, **bar_stroke(bars[name]))
            places[group, name] = place
    axis.set_xlim(-0.55, len(groups) - 0.45)
    return places


def bar_width(
    groups: Sequence[str], bars: Mapping[str, style.Look], values: Mapping[tuple[str, str], float]
) -> float:
    """Width of each bar with the gap beside it: all are as wide as those of the largest group."""
    return _FILLED / max(1, *(sum((group, name) in values for name in bars) for group in groups))


def group_labels(axis: Axes, labels: Sequence[str], panels: int = 1) -> None:
    """Names below groups, in lines as short as the groups are narrow, aslant if that is too narrow.

    @param axis whose groups are at 0, 1, 2...
    @param labels a name per group; its own line breaks stay
    @param panels how many axes stand beside each other
    """
    room = 0.93 * group_room(len(labels), panels)
    wrapped = [wrap(label, room, _TICK_SIZE) for label in labels]
    aslant = any(text_width(label, _TICK_SIZE) > room for label in wrapped)
    axis.set_xticks(range(len(labels)), labels if aslant else wrapped)
    axis.tick_params(axis="x", length=0, labelsize=_TICK_SIZE)
    if aslant:
        for text in axis.get_xticklabels():
            text.set(rotation=30, ha="right", rotation_mode="anchor")
    axis.grid(axis="x", visible=False)


def group_room(groups: int, panels: int = 1) -> float:
    """Width that a group has in one of so many axes beside each other, points."""
    return (WIDTH / panels - _MARGIN) * 72 / max(groups, 1)


def panel_title(title: str, panels: int) -> str:
    """A title in lines that fit above one of so many axes beside each other."""
    # Titles are bold, which is wider, and begin where the axes do.
    return wrap(title, 0.78 * group_room(1, panels), style.RC["axes.titlesize"])


def wrap(text: str, room: float, size: float) -> str:
    """Break a text at blanks into lines no wider than `room`, if its words allow, and about equally long.

    A number stays with what it counts.

    @param text with line breaks that stay
    @param room and `size` of the letters, points
    """
    return "\n".join(_wrap_line(line, room, size) for line in text.split("\n"))


def _wrap_line(line: str, room: float, size: float) -> str:
    filled = [_filled(line, letters) for letters in range(len(line), 0, -1)] or [line]
    fitting = [each for each in filled if text_width(each, size) <= room] or filled[-1:]
    lines = min(each.count("\n") for each in fitting)
    return [each for each in fitting if each.count("\n") == lines][-1]


def _filled(line: str, letters: int) -> str:
    """A line in lines of so many letters at most, or a word."""
    tied = re.sub(r"(\d) (?=[A-Za-z%])", "\\1\u00a0", line)
    found = textwrap.fill(tied, letters, break_long_words=False, break_on_hyphens=False)
    return found.replace("\u00a0", " ")


def bar_labels(
    axis: Axes, places: Mapping[tuple[str, str], float], values: Mapping[tuple[str, str], float],
    texts: Mapping[tuple[str, str], str], room: float,
) -> None:  # fmt: skip
    """Texts above bars, smaller, or else upright, where a bar is narrower than what stands above it.

    @param axis whose upper end makes room for them
    @param places of the bars
    @param values their heights; one that is not finite has no text
    @param texts by the same keys
    @param room width of a bar with the gap beside it, points
    """
    shown = [key for key in places if np.isfinite(values[key])]
    unit = max((text_width(texts[key], 1) for key in shown), default=0.0)
    fitting = [size for size in _BAR_SIZES if unit * size <= room - 2]
    upright, size = not fitting, fitting[0] if fitting else _BAR_SIZES[0]
    if upright:
        texts = {key: text.replace("\n", ", ") for key, text in texts.items()}
    widest = max((text_width(texts[key], size) for key in shown), default=0.0)
    top = max((values[key] for key in shown), default=0.0)
    height = widest if upright else 1.3 * size * max((texts[key].count("\n") + 1 for key in shown), default=1)
    free = (height + 8) / (axis.figure.get_figheight() * 72 * 0.85 * axis.get_position().height)
    axis.set_ylim(0, top / (1 - min(free, 0.6)) if top > 0 else 1)
    for key in shown:
        axis.annotate(
            texts[key], (places[key], values[key]), (0, 3), textcoords="offset points", ha="center",
            va="bottom", fontsize=size, rotation=90 if upright else 0, linespacing=1.1,
        )  # fmt: skip


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


def time_axis(axis: Axes, low: float, high: float, label: str) -> None:
    """An x axis from `low` to `high` with plain numbers: logarithmic, and said to be, if they are far apart.

    @param axis which
    @param low and `high` above 0
    @param label with the unit
    """
    axis.set_xlabel(label)
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
        axis.set_xlabel(logarithmic(label))
    axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))


def logarithmic(label: str) -> str:
    """The label of a logarithmic axis, which says so: ``"time (us)"`` becomes ``"time (us, log scale)"``."""
    return label[:-1] + ", log scale)" if label.endswith(")") else f"{label} (log scale)"


def natural_order(name: str) -> tuple[int, str]:
    """Sort key that puts plane 10 behind plane 9."""
    digits = "".join(filter(str.isdigit, name))
    return (int(digits) if digits else 0, name)
