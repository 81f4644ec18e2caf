# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Common parts of all plots: figures, legends, bars, distributions, axes.

``runs``        plots that compare runs, for the demo and for pages about runs
``experiment``  plots of an experiment: bars, dots, distributions, lines over time
``curves``      a measure of an experiment against a varied key
``levels``      published and ideal values in them
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, wraps
from types import MappingProxyType
from typing import Any, TypeVar

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.textpath import TextPath
from matplotlib.ticker import FixedLocator, FuncFormatter, LogFormatter, MaxNLocator, PercentFormatter

from .. import style
from ..faults import Fault

#: Width of every figure, inches.
WIDTH = 9.4

#: Height of a legend's line above the axes, and the free space around all of them, inches.
_LEGEND_LINE, _LEGEND_FREE = 0.19, 0.13

#: Sizes of the numbers above bars, points: the largest that fits is used.
_BAR_SIZES = (8.5, 8.0, 7.5, 7.0)

#: Between a bar, or the dots of its seeds, and its number, points.
_GAP = 5

#: Part of its width that the largest group of bars fills.
_FILLED = 0.86

#: Size of the labels below groups, points; and the part of a figure's width outside the axes, inches.
_TICK_SIZE, _MARGIN = 8.0, 0.7

#: Most points of a distribution, which limits the size of pages.
_POINTS = 500

#: Most panels side by side.
_MOST_COLUMNS = 3

#: A number with all digits before the point.
plain = "{:,.10g}".format

#: Fractions as percent.
PERCENT = PercentFormatter(1, decimals=0, symbol=" %")

_Draw = TypeVar("_Draw", bound=Callable[..., Any])


def styled(draw: _Draw) -> _Draw:
    """Draw with the project's settings."""

    @wraps(draw)
    def inner(*args: Any, **kwargs: Any) -> Any:
        with matplotlib.rc_context(style.RC):
            return draw(*args, **kwargs)

    return inner  # type: ignore[return-value]


# Figures and their axes


def new_figure(
    rows: int, columns: int, height: float, sharey: bool = False, **ratios: Sequence[float]
) -> tuple[Figure, list[Axes]]:
    """A figure of the common width and its axes in reading order.

    @param ratios height_ratios of the rows and width_ratios of the columns, where they differ
    """
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    return figure, list(figure.subplots(rows, columns, squeeze=False, sharey=sharey, **ratios).flat)


def panels(
    titles: Sequence[str], across: int, base: float, height: float, ylabel: str = "", sharey: bool = True
) -> tuple[Figure, list[Axes]]:
    """A figure with axes for each title.

    @param across number of axes side by side
    @param base height without that of the axes
    @param height of axes
    """
    rows = -(-len(titles) // across)
    figure, axes = new_figure(rows, across, base + height * rows, sharey)
    for axis, title in zip(axes, titles):
        axis.set_title(panel_title(title, across))
    for axis in axes[len(titles) :]:
        axis.remove()
    for axis in axes[: len(titles) : across]:
        axis.set_ylabel(ylabel)
    return figure, axes[: len(titles)]


def even_columns(count: int) -> int:
    """Number of panels side by side with which `count` of them fill as few rows as possible, evenly."""
    return -(-count // -(-count // _MOST_COLUMNS))


def panel_title(title: str, panels: int) -> str:
    """A title in lines that fit above one of `panels` axes side by side."""
    # Titles are bold, which is wider, and start at the left end of the axes.
    return wrap(title, 0.78 * _group_room(1, panels), style.RC["axes.titlesize"])


def say_instead(axis: Axes, text: str) -> None:
    """Write into empty axes why they are empty."""
    axis.text(0.5, 0.5, text, transform=axis.transAxes, ha="center")
    axis.set(xticks=[], yticks=[])


# Legends


def line_handles(looks: Mapping[str, style.Look], marks: bool = False) -> list[Artist]:
    """An entry of a legend per label."""
    return [Line2D([], [], label=label, **look.line_stroke(marks)) for label, look in looks.items()]


def bar_handles(looks: Mapping[str, style.Look]) -> list[Artist]:
    """An entry of a legend per label."""
    return [Patch(label=label, **look.bar_stroke()) for label, look in looks.items()]


def place_legend(figure: Figure, handles: Sequence[Artist]) -> None:
    """Put a legend in a band above all axes, in as many columns as fit.

    The figure grows by the lines beyond the first.
    """
    for columns in range(len(handles), 0, -1):
        # matplotlib fills columns first, readers read lines first.
        by_column = [handle for first in range(columns) for handle in handles[first::columns]]
        legend = figure.legend(handles=by_column, loc="upper left", ncols=columns, borderaxespad=0.2)
        if columns == 1 or legend.get_window_extent().width <= figure.bbox.width:
            break
        legend.remove()
    lines = -(-len(handles) // columns)
    figure.set_figheight(figure.get_figheight() + (lines - 1) * _LEGEND_LINE)
    band = (lines * _LEGEND_LINE + _LEGEND_FREE) / figure.get_figheight()
    figure.get_layout_engine().set(rect=(0, 0, 1, 1 - band))


# Texts within the available width


def text_width(text: str, size: float) -> float:
    """Width of a text's longest line, points."""
    return max(_line_width(line) * size for line in text.split("\n"))


@lru_cache(maxsize=4096)
@styled  # it also decides whether dollars begin mathematical text
def _line_width(line: str) -> float:
    """Width of a line of text of size 1."""
    return float(TextPath((0, 0), line, size=100).get_extents().width) / 100 if line.strip() else 0.0


def wrap(text: str, room: float, size: float) -> str:
    """Break a text at blanks into lines no wider than `room`, if its words allow, and about equally long.

    A number stays on the line of its unit or noun.

    @param text with line breaks that stay
    @param room available width, points
    @param size of the letters, points
    """
    return "\n".join(_wrap_line(line, room, size) for line in text.split("\n"))


def _wrap_line(line: str, room: float, size: float) -> str:
    tied = re.sub(r"(\d) (?=[A-Za-z%])", "\\1\u00a0", line)
    filled = [
        textwrap.fill(tied, letters, break_long_words=False, break_on_hyphens=False).replace("\u00a0", " ")
        for letters in range(len(line), 0, -1)
    ] or [line]
    fitting = [each for each in filled if text_width(each, size) <= room] or filled[-1:]
    return [each for each in fitting if each.count("\n") == fitting[0].count("\n")][-1]


def _group_room(groups: int, panels: int = 1) -> float:
    """Width of a group in one of `panels` axes side by side, points."""
    return (WIDTH / panels - _MARGIN) * 72 / max(groups, 1)


def group_labels(axis: Axes, labels: Sequence[str], panels: int = 1) -> None:
    """Names below groups, wrapped to the width of the groups, or slanted if they do not fit.

    @param axis whose groups are at 0, 1, 2...
    @param labels a name per group; its own line breaks stay
    @param panels number of axes side by side
    """
    room = 0.93 * _group_room(len(labels), panels)
    wrapped = [wrap(label, room, _TICK_SIZE) for label in labels]
    aslant = any(text_width(label, _TICK_SIZE) > room for label in wrapped)
    axis.set_xticks(range(len(labels)), labels if aslant else wrapped)
    axis.tick_params(axis="x", length=0, labelsize=_TICK_SIZE)
    if aslant:
        for text in axis.get_xticklabels():
            text.set(rotation=30, ha="right", rotation_mode="anchor")
    axis.grid(axis="x", visible=False)


# Bars

#: Group and name of a bar.
Key = tuple[str, str]


def grouped_bars(
    axis: Axes, groups: Sequence[str], bars: Mapping[str, style.Look], values: Mapping[Key, Any],
    texts: Mapping[Key, str], panels: int = 1, labels: Sequence[str] = (),
    strokes: Mapping[Key, Mapping[str, Any]] = MappingProxyType({}),
    above: Mapping[Key, float] = MappingProxyType({}),
) -> dict[Key, float]:  # fmt: skip
    """A group of bars per name of `groups`, centered and without gaps for missing bars, with texts above.

    @param axis one of `panels` axes side by side
    @param bars names and looks of the bars in a group
    @param values heights, one or several side by side; missing bars take no space
    @param texts by the same keys; a bar without a height has none
    @param labels of the groups, if different from their names
    @param strokes of bars that do not have the look of their name
    @param above heights of marks above bars: texts are above them
    @return the places of the bars on the x axis
    """
    width = _FILLED / max([1, *(sum((group, name) in values for name in bars) for group in groups)])
    tops: dict[Key, tuple[float, float]] = {}
    for at, group in enumerate(groups):
        there = [(group, name) for name in bars if (group, name) in values]
        for rank, key in enumerate(there):
            heights = np.atleast_1d(values[key])
            place, part = at + (rank - (len(there) - 1) / 2) * width, 0.9 * width / len(heights)
            places = place + (np.arange(len(heights)) - (len(heights) - 1) / 2) * part
            stroke = strokes.get(key, bars[key[1]].bar_stroke())
            axis.bar(places, heights, part if len(heights) == 1 else 0.9 * part, **stroke)
            if np.isfinite(heights).any():
                tops[key] = place, np.nanmax([*heights, above.get(key, -np.inf)])
    axis.set_xlim(-0.55, len(groups) - 0.45)
    _bar_labels(axis, tops, texts, width * _group_room(len(groups), panels))
    group_labels(axis, labels or groups, panels)
    return {key: place for key, (place, _) in tops.items()}


def _bar_labels(
    axis: Axes, tops: Mapping[Key, tuple[float, float]], texts: Mapping[Key, str], room: float
) -> None:
    """Texts above bars, smaller or rotated if the bars are narrower than the texts.

    @param axis its upper limit is raised to make space for them
    @param tops of the bars
    @param room width of a bar with its gap, points
    """
    unit = max((text_width(texts[key], 1) for key in tops), default=0.0)
    fitting = [size for size in _BAR_SIZES if unit * size <= room - 2]
    upright, size = not fitting, fitting[0] if fitting else _BAR_SIZES[0]
    if upright:
        texts = {key: text.replace("\n", ", ") for key, text in texts.items()}
        height = max((text_width(texts[key], size) for key in tops), default=0.0)
    else:
        height = 1.3 * size * max((texts[key].count("\n") + 1 for key in tops), default=1)
    free = (height + 5 + _GAP) / (axis.figure.get_figheight() * 72 * 0.85 * axis.get_position().height)
    top = max((top for _, top in tops.values()), default=0.0)
    axis.set_ylim(0, top / (1 - min(free, 0.6)) if top > 0 else 1)
    for key, place in tops.items():
        axis.annotate(
            texts[key], place, (0, _GAP), textcoords="offset points", ha="center", va="bottom", fontsize=size,
            rotation=90 if upright else 0, linespacing=1.1,
        )  # fmt: skip


# Distributions


def cdf(
    axis: Axes, lines: Iterable[tuple[pd.DataFrame, Mapping[str, Any]]], label: str = "flow time (us)",
    dots: bool = False,
) -> None:  # fmt: skip
    """Distribution of the times of transfers; with incomplete transfers a line stays below 1.

    @param lines transfers, see `metrics.transfers`, and the stroke of their line
    @param dots whether a dot marks the slowest
    """
    ends: list[float] = []
    for flows, stroke in lines:
        times = np.sort(flows.loc[flows["completed"], "fct_ns"].to_numpy()) / 1e3
        done = np.arange(1, len(times) + 1) / len(flows)
        if len(times) > _POINTS:
            shown = np.linspace(0, len(times) - 1, _POINTS).round().astype(int)
            times, done = times[shown], done[shown]
        axis.plot([*times[:1], *times], [*(0 for _ in times[:1]), *done], drawstyle="steps-post", **stroke)
        if dots and len(times):
            axis.plot(times[-1], done[-1], "o", ms=4.5, color=stroke["color"], clip_on=False, zorder=5)
        ends += [*times[:1], *times[-1:]]
    axis.set_ylim(0, 1)
    axis.yaxis.set_major_formatter(PERCENT)
    axis.set_xlabel(label)
    if ends:
        time_axis(axis, min(ends), max(ends), label)


# Axes of numbers and of time


def time_axis(
    axis: Axes, low: float, high: float, label: str, say: Callable[[float], str] = plain
) -> None:
    """An x axis from `low` to `high` with plain numbers: logarithmic, and labeled so, if they are far apart.

    @param axis the axes
    @param low above 0
    @param high above 0
    @param label with the unit
    @param say formats a number
    """
    if high < 3 * low:
        margin = 0.05 * (high - low) or 0.05 * high
        axis.set(xlabel=label, xlim=(low - margin, high + margin))
        axis.xaxis.set_major_locator(MaxNLocator(4, min_n_ticks=3))
        axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: say(value)))
    else:
        margin = (high / low) ** 0.05
        low, high = low / margin, high * margin
        steps = (1,) if high / low > 300 else (1, 2, 5) if high / low > 8 else (1, 2, 3, 5, 7)
        ticks = [s * 10.0**e for e in range(-2, 13) for s in steps if low <= s * 10.0**e <= high]
        x_scale(axis, label, True, {tick: say(tick) for tick in ticks})
        axis.set_xlim(low, high)


def x_scale(axis: Axes, label: str, log: bool, ticks: Mapping[float, str]) -> None:
    """The x axis: linear, or logarithmic and labeled so; with these ticks and no others.

    A logarithmic axis has a place for 0 beside the smallest number.
    """
    log = log and log_scale(axis.xaxis, ticks)
    axis.set_xlabel(logarithmic(label) if log else label)
    axis.xaxis.set_major_locator(FixedLocator(list(ticks)))
    axis.xaxis.set_minor_locator(FixedLocator([]))
    axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: ticks.get(value, "")))


class _PlainLog(LogFormatter):
    """Plain numbers at the ticks that have a label."""

    def __call__(self, x: float, pos: int | None = None) -> str:
        return super().__call__(x, pos) and plain(x)


def plain_numbers(axis: Axis) -> None:
    """Plain numbers at a logarithmic axis."""
    axis.set_major_formatter(_PlainLog())
    axis.set_minor_formatter(_PlainLog())


def log_scale(axis: Axis, values: Iterable[float]) -> bool:
    """Make an axis logarithmic with plain numbers; with 0 among its values, 0 is beside the smallest number.

    @return whether it is logarithmic: with values below 0, or none above it, it stays linear
    """
    finite = [value for value in values if np.isfinite(value)]
    above = [value for value in finite if value > 0]
    if not above or min(finite) < 0:
        return False
    zero = {"linthresh": min(above), "linscale": 0.4, "subs": range(2, 10)} if min(finite) == 0 else {}
    getattr(axis.axes, f"set_{axis.axis_name}scale")("symlog" if zero else "log", **zero)
    plain_numbers(axis)
    return True


def y_scale(axis: Axes, label: str, log: bool, values: Iterable[float] = (1,)) -> None:
    """The y axis: from 0 on, or logarithmic with plain numbers, and labeled so.

    @param values for a logarithmic axis, see `log_scale`; by default 0 has no place
    """
    log = log and log_scale(axis.yaxis, values)
    if not log:
        axis.set_ylim(bottom=0)
    axis.set_ylabel(logarithmic(label) if log else label)


def logarithmic(label: str) -> str:
    """The label of a logarithmic axis: ``"time (us)"`` becomes ``"time (us, log scale)"``."""
    return label[:-1] + ", log scale)" if label.endswith(")") else f"{label} (log scale)"


def shade_outage(axis: Axes, outage: Fault, origin_ns: float = 0, unit: float = 1e6) -> None:
    """Shade a fault within the limits of the axis, whose times are relative to `origin_ns`, and name it."""
    low, high = axis.get_xlim()
    ends = (outage.start_ns, np.inf if outage.end_ns is None else outage.end_ns)
    start, end = (min(high, (time - origin_ns) / unit) for time in ends)
    if start == high:
        return
    axis.axvspan(start, end, color=style.GRID, alpha=0.55, lw=0, zorder=0)
    axis.set_xlim(low, high)
    axis.annotate(
        outage.what, (start, 1), (4, -4), textcoords="offset points", xycoords=("data", "axes fraction"),
        va="top", fontsize=8, color=style.MUTED,
    )  # fmt: skip


def side_by_side(count: int, width: float) -> np.ndarray:
    """Places of `count` objects side by side around 0."""
    return np.linspace(-width, width, count) if count > 1 else np.zeros(count)
