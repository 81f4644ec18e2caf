# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Plots of an experiment. Each is made of a `Measured`, and comes with its title and what a page says of it.

``runs`` names the runs that are shown, None all; ``line`` is a measure and its label, drawn across.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from .. import metrics, style, units
from ..drawing import (
    PERCENT,
    bar_labels,
    bar_stroke,
    bar_width,
    group_labels,
    group_room,
    grouped_bars,
    logarithmic,
    new_figure,
    panel_title,
    place_legend,
    time_axis,
)
from ..measure import WHOLE, Patterns, Window, transfers
from ..results import Results
from ..table import alike
from .definition import RunSpec, Simulation
from .evaluation import Measured, check_known
from .legend import looks_of, run_handles
from .series import table_over_time
from .statistics import interval

Runs = Mapping[Simulation, Results]

#: Height of plots with one panel, inches.
_HEIGHT = 3.4


@dataclass(frozen=True)
class Plot:
    """A plot with what a page says of it."""

    title: str
    text: str
    picture: Figure


def _chosen(m: Measured, runs: Sequence[str] | None) -> list[RunSpec]:
    """The runs with these keys; None: all that were asked for.

    @raise KeyError if there is no such run
    """
    asked = [run.key for run in m.experiment.lines] if runs is None else runs
    for key in asked:
        check_known("run", key, (run.key for run in m.experiment.runs))
    return [run for run in m.experiment.runs if run.key in asked]


def plot(title: str, text: str, draw: Callable[[], Figure]) -> Plot:
    """A plot in the style of all of them.

    @param text what a page says of it; line breaks mean nothing
    @param draw draws it
    """
    with matplotlib.rc_context(style.RC):
        return Plot(title, flowing(text), draw())


def flowing(text: str) -> str:
    """A text without its line breaks and indentation."""
    return " ".join(text.split())


def _of(run: RunSpec, runs: Runs) -> Iterator[Results]:
    """The results of a run: all points and seeds."""
    return (results for simulation, results in runs.items() if simulation.run.key == run.key)


@dataclass(frozen=True)
class Lines:
    """Lines of a row: one per object that matches, or one for all."""

    objects: Patterns
    label: str  #: lines with the same label look the same; one that begins with MRC or RoCE has its colors
    strong: bool = False  #: lie above the others
    reduce: str = ""  #: "total", "mean" or "worst" (the greatest at each time) of the objects
    samples: bool = False  #: shows each sample beside the moving mean
    color: int | None = None  #: number of the color, by default its place among the labels


@dataclass(frozen=True)
class Row:
    """A row of panels over time."""

    kind: str  #: of the samples, see `series`
    ylabel: str
    lines: Sequence[Lines]
    scale: float = 1
    smooth: str | None = None  #: length of the moving mean
    top: float | None = None  #: upper end of the axis
    log: bool = False


def over_time(
    m: Measured, rows: Sequence[Row], *, title: str, text: str = "", runs: Sequence[str] | None = None,
    shade: str | None = None, faults: bool = False, start: str | int = 0, end: str | None = None,
) -> Plot:  # fmt: skip
    """Samples of the first seed over time: a column of panels per run, a row of panels per `Row`.

    @param shade every other stretch of this length is shaded
    @param faults shades the time of each fault, or draws a line where it begins if it lasts to the end
    @param start, end the part that is shown
    """

    def part(axis: Axes, results: Results) -> None:
        last = results.summary["sim_time_ns"] if end is None else units.time_ns(end)
        axis.set_xlim(units.time_ns(start) / 1e6, last / 1e6)

    def draw() -> Figure:
        chosen = _chosen(m, runs)
        picture, axes = new_figure(len(rows), len(chosen), 0.6 + 2.1 * len(rows) + 0.5 * (len(rows) == 1))
        grid = np.array(axes).reshape(len(rows), len(chosen))
        looks = _line_looks(rows)
        for column, run in enumerate(chosen):
            results = next(_of(run, m.runs), None)
            for line, row in enumerate(rows):
                axis = grid[line, column]
                if results is not None:
                    _lines(axis, results, row, looks)
                    _stretches(axis, results, shade)
                    if faults:
                        _faults(axis, results)
                    part(axis, results)
                if line == 0:
                    axis.set_title(panel_title(run.label, len(chosen)))
                if line == len(rows) - 1:
                    axis.set_xlabel("simulated time (ms)")
                if column == 0:
                    axis.set_ylabel(logarithmic(row.ylabel) if row.log else row.ylabel)
        for line, row in enumerate(rows):
            top = row.top or 1.08 * max(axis.get_ylim()[1] for axis in grid[line])
            for axis in grid[line]:
                if row.log:
                    axis.set_yscale("log")
                else:
                    axis.set_ylim(0, top)
        if any(len(row.lines) > 1 for row in rows):
            _line_legend(picture, rows, looks)
        return picture

    return plot(title, text, draw)


def _lines(axis: Axes, results: Results, row: Row, looks: Mapping[str, style.Look]) -> None:
    """The lines of one panel."""
    for lines in row.lines:
        table = table_over_time(results, row.kind, lines.objects)
        if lines.reduce:
            table = _REDUCED[lines.reduce](table).to_frame()
        table = table * row.scale
        for name in table.columns:
            series, stroke = table[name], _stroke(lines, looks)
            if lines.samples:
                axis.plot(series.index / 1e6, series, **{**stroke, "lw": 0.4, "alpha": 0.45})
            if row.smooth is not None:
                series = metrics.moving_mean(series, units.time_ns(row.smooth))
            axis.plot(series.index / 1e6, series, **stroke)


#: What is made of several objects at each time.
_REDUCED: dict[str, Callable[[pd.DataFrame], pd.Series]] = {
    "total": lambda table: table.sum(axis=1),
    "mean": lambda table: table.mean(axis=1),
    "worst": lambda table: table.max(axis=1),
}


def _faults(axis: Axes, results: Results) -> None:
    """When something was broken."""
    for row in results.summary.get("recovery", []):
        start, end = row["at_ns"] / 1e6, row["until_ns"]
        if end is None:
            axis.axvline(start, color=style.MUTED, lw=0.7, ls=":", zorder=1)
        else:
            axis.axvspan(start, end / 1e6, color=style.GRID, alpha=0.5, lw=0, zorder=0)


def _line_looks(rows: Sequence[Row]) -> dict[str, style.Look]:
    """The look of lines by their label, the same in all rows."""
    every = [lines for row in rows for lines in row.lines]
    looks = style.looks(list(dict.fromkeys(lines.label for lines in every)))
    for lines in every:
        if lines.color is not None:
            looks[lines.label] = style.look_at(style.family_of(lines.label), lines.color)
    return looks


def _stroke(lines: Lines, looks: Mapping[str, style.Look]) -> dict[str, Any]:
    """How lines look."""
    return {
        "color": looks[lines.label].color,
        "lw": 2.0 if lines.strong else 1.1,
        "zorder": 4 if lines.strong else 3,
    }


def _stretches(axis: Axes, results: Results, length: str | None) -> None:
    if length:
        step = units.time_ns(length) / 1e6
        for start in np.arange(step, results.summary["sim_time_ns"] / 1e6, 2 * step):
            axis.axvspan(start, start + step, color=style.GRID, alpha=0.35, lw=0, zorder=0)


def _line_legend(picture: Figure, rows: Sequence[Row], looks: Mapping[str, style.Look]) -> None:
    handles: dict[str, Line2D] = {}
    for lines in (lines for row in rows for lines in row.lines):
        handles.setdefault(lines.label, Line2D([], [], label=lines.label, **_stroke(lines, looks)))
    place_legend(picture, list(handles.values()))


def bars(
    m: Measured, measure: str, *, title: str, ylabel: str, text: str = "", runs: Sequence[str] | None = None,
    line: tuple[str, str] | None = None,
) -> Plot:  # fmt: skip
    """A bar per run: the mean of a measure over the seeds, a dot per seed."""
    looks, chosen = looks_of(m.experiment), _chosen(m, runs)
    of_measure = m.of(measure)
    found = {run.key: of_measure.loc[of_measure["run"] == run.key, "value"] for run in chosen}
    means = {key: seeds.mean(skipna=False) for key, seeds in found.items()}
    texts = dict(zip(means, alike(list(means.values()))))

    def column(axis: Axes, x: float, run: RunSpec) -> None:
        mean = means[run.key]
        axis.bar(x, mean, 0.62, **bar_stroke(looks[run.key]))
        _seeds(axis, x, found[run.key])
        if np.isfinite(mean):
            box = {"facecolor": style.PAPER, "edgecolor": "none", "pad": 2}
            axis.annotate(
                texts[run.key], (x, 0), (0, 10), textcoords="offset points", ha="center", bbox=box
            )

    mark = Line2D([], [], label="one seed", **_SEED)
    return plot(title, text, lambda: _column_plot(m, chosen, ylabel, line, column, mark))


_SEED: Mapping[str, Any] = {
    "ls": "", "marker": "o", "ms": 5, "mfc": style.PAPER, "mec": style.INK, "mew": 1
}  # fmt: skip


def _seeds(axis: Axes, x: float, seeds: pd.Series) -> None:
    """A dot per seed in front of a bar, and the confidence interval of their mean."""
    if len(seeds) > 1:
        axis.plot(x + np.linspace(-0.2, 0.2, len(seeds)), seeds, zorder=5, **_SEED)
    half = interval(seeds)
    if len(seeds) > 2 and np.isfinite(half):
        axis.errorbar(x + 0.26, seeds.mean(), half, color=style.INK, capsize=3, lw=1.1, zorder=6)


def dots(
    m: Measured, jobs: Patterns, *, title: str, ylabel: str, text: str = "",
    runs: Sequence[str] | None = None, line: tuple[str, str] | None = None, window: Window = WHOLE,
) -> Plot:  # fmt: skip
    """A dot per job that matches and seed: its goodput in the window, a column per run."""
    looks = looks_of(m.experiment)

    def column(axis: Axes, x: float, run: RunSpec) -> None:
        count = sum(1 for _ in _of(run, m.runs))
        for place, results in zip(_spread(count), _of(run, m.runs)):
            table = table_over_time(results, "job.throughput_gbps", jobs)
            rates = window.of(table).mean()
            axis.plot([x + place] * len(rates), rates, "o", color=looks[run.key].color, ms=5, alpha=0.75)

    label = "one flow; side by side: seeds"
    mark = Line2D([], [], ls="", marker="o", ms=5, color=style.MUTED, label=label)
    return plot(title, text, lambda: _column_plot(m, _chosen(m, runs), ylabel, line, column, mark))


def _spread(count: int) -> np.ndarray:
    """Places of so many things beside each other in a column."""
    return np.linspace(-0.26, 0.26, count) if count > 1 else np.zeros(count)


def _column_plot(
    m: Measured,
    chosen: Sequence[RunSpec],
    ylabel: str,
    line: tuple[str, str] | None,
    column: Callable[[Axes, float, RunSpec], None],
    mark: Line2D,
) -> Figure:
    """A plot with a column per run, and the line across.

    @param column draws that of a run at its place
    @param mark what the legend says of columns
    """
    picture, (axis,) = new_figure(1, 1, _HEIGHT)
    for x, run in enumerate(chosen):
        column(axis, x, run)
    handles = [mark]
    if line:
        stroke: dict[str, Any] = {"color": style.MUTED, "lw": 0.9, "ls": "--"}
        level = m.of(line[0])["value"].max()
        axis.axhline(level, zorder=1, **stroke)
        handles.append(Line2D([], [], label=line[1], **stroke))
    group_labels(axis, [run.label for run in chosen])
    axis.set_xlim(-0.6, len(chosen) - 0.4)
    axis.set_ylim(0, 1.12 * axis.get_ylim()[1])
    axis.set_ylabel(ylabel)
    place_legend(picture, handles)
    return picture


def groups(
    m: Measured, measure: str, points: Mapping[str, str], *, title: str, ylabel: str, text: str = "",
    runs: Sequence[str] | None = None,
) -> Plot:  # fmt: skip
    """A group of bars per run: the mean over the seeds.

    @param points name of each point that has a bar, and its label
    """
    chosen = _chosen(m, runs)
    for point in points:
        check_known("point", point, (each.text for each in m.experiment.points))
    means = m.of(measure).groupby("case")["value"].mean().dropna()
    labels = [run.label for run in chosen]
    # What is in a group is no transport: it has the looks of neither.
    looks = {label: style.look_at("", rank) for rank, label in enumerate(points.values())}
    heights = {
        (run.label, label): means[f"{run.key}@{point}"]
        for run in chosen
        for point, label in points.items()
        if f"{run.key}@{point}" in means
    }

    def draw() -> Figure:
        picture, (axis,) = new_figure(1, 1, _HEIGHT)
        places = grouped_bars(axis, labels, looks, heights)
        group_labels(axis, labels)
        room = group_room(len(labels)) * bar_width(labels, looks, heights)
        bar_labels(axis, places, heights, dict(zip(heights, alike(list(heights.values())))), room)
        axis.set_ylabel(ylabel)
        place_legend(picture, [Patch(label=label, **bar_stroke(look)) for label, look in looks.items()])
        return picture

    return plot(title, text, draw)


def cdf(
    m: Measured, jobs: Patterns, *, title: str, text: str = "", runs: Sequence[str] | None = None
) -> Plot:
    """Distribution of the transfer times of the jobs that match, a line per run, all seeds together."""
    chosen = _chosen(m, runs)

    def draw() -> Figure:
        picture, (axis,) = new_figure(1, 1, _HEIGHT)
        least, most = np.inf, 0.0
        for run in chosen:
            tables = [transfers(results, jobs) for results in _of(run, m.runs)]
            if not tables:
                continue
            flows = pd.concat(tables)
            times = np.sort(flows.loc[flows["completed"], "fct_ns"].to_numpy()) / 1e3
            look, done = looks_of(m.experiment)[run.key], np.arange(1, len(times) + 1) / len(flows)
            axis.plot(times, done, color=look.color, ls=look.line)
            least, most = min([least, *times[:1]]), max([most, *times[-1:]])
        axis.set_ylim(0, 1)
        axis.yaxis.set_major_formatter(PERCENT)
        axis.set_ylabel("flows done")
        axis.set_xlabel("flow time (us)")
        if most > 0:
            time_axis(axis, least, most, "flow time (us)")
        place_legend(picture, run_handles(m.experiment, chosen))
        return picture

    return plot(title, text, draw)
