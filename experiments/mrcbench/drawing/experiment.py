# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Plots of an experiment. Each is made from a `Measured`, and has a title and a text for the page.

``runs`` names the runs that are shown, None for all; ``levels`` are published and ideal values, and
``published`` has published values of bars, by run or ``RUN@POINT``.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from .. import metrics, style, units
from ..faults import summed_up
from ..measure import WHOLE, Patterns, Window, interval, transfers
from ..results import Results
from ..suite.definition import Experiment, Measure, RunSpec
from ..suite.evaluation import Measured, check_known
from ..suite.series import KINDS, table_over_time
from ..table import alike
from . import (
    bar_handles, group_labels, grouped_bars, line_handles, new_figure, panel_title, place_legend,
    side_by_side, styled, y_scale,
)  # fmt: skip
from . import cdf as draw_cdf
from . import levels as drawn_levels
from .levels import Level
from .names import check_jobs, check_objects

#: Height of plots with one panel, inches.
_HEIGHT = 3.4


@dataclass(frozen=True)
class Plot:
    """A plot with its title and text for the page."""

    title: str
    text: str
    draw: Callable[[], Figure]
    line: int = 0  #: of the program that asks for it; 0: of no program

    @cached_property
    def picture(self) -> Figure:
        """The plot itself, drawn on first use."""
        return styled(self.draw)()


def plotted(check: Callable[..., Callable[[], Figure]]) -> Callable[..., Plot]:
    """Decorator of a kind of plot: a function that checks its arguments and returns a function that draws.

    Its plots have a ``title`` and a ``text`` for the page; line breaks in them are ignored.
    """

    @wraps(check)
    def inner(*args: Any, title: str, text: str = "", **kwargs: Any) -> Plot:
        return Plot(title, flowing(text), check(*args, **kwargs), sys._getframe(1).f_lineno)

    return inner


def flowing(text: str) -> str:
    """A text without its line breaks and indentation."""
    return " ".join(text.split())


# The runs of an experiment, and their looks in all of its plots


def looks_of(experiment: Experiment) -> Mapping[str, style.Look]:
    """The look of each run by its key."""
    looks = style.looks(list(dict.fromkeys(run.look for run in experiment.runs)))
    return {run.key: looks[run.look] for run in experiment.runs}


def run_handles(experiment: Experiment, chosen: Sequence[RunSpec], marks: bool = False) -> list[Artist]:
    """An entry of a legend per look of the runs, with their markers or without."""
    return line_handles({run.look: looks_of(experiment)[run.key] for run in chosen}, marks)


def _chosen(m: Measured, runs: Sequence[str] | None) -> list[RunSpec]:
    """The runs with these keys; None: all lines of the experiment.

    @raise KeyError if there is no such run
    """
    asked = [run.key for run in m.experiment.lines] if runs is None else runs
    for key in asked:
        check_known("run", key, (run.key for run in m.experiment.runs))
    return [run for run in m.experiment.runs if run.key in asked]


def _of(run: RunSpec, m: Measured) -> Iterator[Results]:
    """The results of a run: all points and seeds."""
    return (results for simulation, results in m.runs.items() if simulation.run.key == run.key)


def _complete(run: RunSpec, m: Measured) -> list[Results]:
    """The same, without runs that did not complete."""
    return [m.runs[each] for each in m.runs if each.run.key == run.key and each not in m.lacking]


# Over time


@dataclass(frozen=True)
class Lines:
    """Lines of a row: one per object that matches, or one for all."""

    objects: Patterns
    label: str  #: lines with the same label look the same; MRC or RoCE at its start selects their colors
    strong: bool = False  #: drawn thicker, above the others
    reduce: str = ""  #: "total", "mean" or "worst" (the greatest at each time) of the objects
    samples: bool = False  #: also shows each sample, thinner than the moving mean
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
    levels: Sequence[Level] = ()


@plotted
def over_time(
    m: Measured, rows: Sequence[Row], *, runs: Sequence[str] | None = None, shade: str | None = None,
    faults: bool = False, start: str | int = 0, end: str | None = None,
) -> Callable[[], Figure]:  # fmt: skip
    """Samples of the first seed over time: a column of panels per run, a row of panels per `Row`.

    @param shade length of intervals, every other of which is shaded
    @param faults whether to shade each fault interval, or draw a line at the start of a fault without end
    @param start, end the part that is shown
    """
    chosen, colors = _chosen(m, runs), _colors(rows)
    levels = [level for row in rows for level in row.levels]
    _check(m, levels)
    for row in rows:
        _check_row(m, row, chosen)

    def panel(axis: Axes, results: Results, row: Row, run: str) -> None:
        _lines(axis, results, row, colors)
        drawn_levels.across(axis, m, run, row.levels)
        _shade(axis, results, shade, faults)
        last = results.summary["sim_time_ns"] if end is None else units.time_ns(end)
        axis.set_xlim(units.time_ns(start) / 1e6, last / 1e6)

    def draw() -> Figure:
        picture, axes = new_figure(len(rows), len(chosen), 0.6 + 2.1 * len(rows) + 0.5 * (len(rows) == 1))
        grid = np.array(axes).reshape(len(rows), len(chosen))
        for column, run in zip(grid.T, chosen):
            column[0].set_title(panel_title(run.label, len(chosen)))
            column[-1].set_xlabel("simulated time (ms)")
            for results in itertools.islice(_of(run, m), 1):
                for axis, row in zip(column, rows):
                    panel(axis, results, row, run.key)
        for line, row in zip(grid, rows):
            top = row.top or 1.08 * max(axis.get_ylim()[1] for axis in line)
            for axis in line:
                y_scale(axis, row.ylabel if axis is line[0] else "", row.log)
                if not row.log:
                    axis.set_ylim(0, top)
        if levels or any(len(row.lines) > 1 for row in rows):
            first = {lines.label: _stroke(lines, colors) for row in rows[::-1] for lines in row.lines[::-1]}
            handles: list[Artist] = [Line2D([], [], label=label, **first[label]) for label in colors]
            place_legend(picture, [*handles, *drawn_levels.handles(levels)])
        return picture

    return draw


def _check_row(m: Measured, row: Row, chosen: Sequence[RunSpec]) -> None:
    """@raise KeyError for an unknown kind or reduction, or for lines without an object of the first run"""
    check_known("kind", row.kind, KINDS)
    first = next((results for run in chosen[:1] for results in _of(run, m)), None)
    for lines in row.lines:
        check_known("reduction", lines.reduce, ("", *_REDUCED))
        if first is not None:
            check_objects(first, row.kind, lines.objects)


def _colors(rows: Sequence[Row]) -> dict[str, str]:
    """The color of lines by their label, the same in all rows."""
    every = [lines for row in rows for lines in row.lines]
    looks = style.looks(list(dict.fromkeys(lines.label for lines in every)))
    looks |= {
        lines.label: style.look_at(style.family_of(lines.label), lines.color)
        for lines in every
        if lines.color is not None
    }
    return {label: look.color for label, look in looks.items()}


def _stroke(lines: Lines, colors: Mapping[str, str]) -> dict[str, Any]:
    width, order = (2.0, 4) if lines.strong else (1.1, 3)
    return {"color": colors[lines.label], "lw": width, "zorder": order}


def _lines(axis: Axes, results: Results, row: Row, colors: Mapping[str, str]) -> None:
    """The lines of one panel."""
    for lines in row.lines:
        table, stroke = table_over_time(results, row.kind, lines.objects), _stroke(lines, colors)
        if lines.reduce:
            table = getattr(table, _REDUCED[lines.reduce])(axis=1).to_frame()
        for _, series in (table * row.scale).items():
            if lines.samples:
                axis.plot(series.index / 1e6, series, **{**stroke, "lw": 0.4, "alpha": 0.45})
            if row.smooth is not None:
                series = metrics.moving_mean(series, units.time_ns(row.smooth))
            axis.plot(series.index / 1e6, series, **stroke)


#: Functions that reduce several objects to one value at each time.
_REDUCED = {"total": "sum", "mean": "mean", "worst": "max"}


def _shade(axis: Axes, results: Results, stretch: str | None, faults: bool) -> None:
    """Shade every other interval, and the fault intervals."""
    if stretch:
        step = units.time_ns(stretch) / 1e6
        for start in np.arange(step, results.summary["sim_time_ns"] / 1e6, 2 * step):
            axis.axvspan(start, start + step, color=style.GRID, alpha=0.35, lw=0, zorder=0)
    for row in summed_up(results) if faults else []:
        start, end = row["at_ns"] / 1e6, row["until_ns"]
        if end is None:
            axis.axvline(start, color=style.MUTED, lw=0.7, ls=":", zorder=1)
        else:
            axis.axvspan(start, end / 1e6, color=style.GRID, alpha=0.5, lw=0, zorder=0)


# A column per run


_SEED: Mapping[str, Any] = {
    "ls": "", "marker": "o", "ms": 5, "mfc": style.PAPER, "mec": style.INK, "mew": 1
}  # fmt: skip


@plotted
def bars(
    m: Measured, measure: str, *, ylabel: str, runs: Sequence[str] | None = None,
    levels: Sequence[Level] = (), published: Mapping[str, float] = MappingProxyType({}),
) -> Callable[[], Figure]:  # fmt: skip
    """A bar per run: the mean of a measure over the seeds (and points), a dot per seed (and point)."""
    dot = "one point and seed" if m.experiment.points else "one seed"
    chosen, of_measure = _chosen(m, runs), m.of(measure)
    for key in published:
        check_known("run", key, (run.key for run in m.experiment.runs))
    found = {run.key: of_measure.loc[of_measure["run"] == run.key, "value"] for run in chosen}
    means = {key: seeds.mean(skipna=False) for key, seeds in found.items()}
    texts = dict(zip(means, alike(list(means.values()))))

    def column(axis: Axes, x: float, key: str, look: style.Look) -> None:
        axis.bar(x, means[key], 0.62, **look.bar_stroke())
        _seeds(axis, x, found[key], m.experiment.measures[measure], not m.experiment.points)
        if np.isfinite(means[key]):
            box = {"facecolor": style.PAPER, "edgecolor": "none", "pad": 2}
            axis.annotate(texts[key], (x, 0), (0, 10), textcoords="offset points", ha="center", bbox=box)

    return _columns(m, chosen, ylabel, levels, column, Line2D([], [], label=dot, **_SEED), published)


def _seeds(axis: Axes, x: float, seeds: pd.Series, measure: Measure, same: bool) -> None:
    """A dot per seed in front of a bar; if all are of one point, the confidence interval of their mean."""
    if len(seeds) > 1:
        _dots(axis, x, seeds, 0.2, _SEED)
    ends = confidence(seeds, measure)
    if same and len(seeds) > 2 and np.isfinite(ends).all():
        axis.errorbar(x + 0.26, seeds.mean(), ends, color=style.INK, capsize=3, lw=1.1, zorder=6)


def confidence(seeds: pd.Series, measure: Measure) -> np.ndarray:
    """Lengths of the confidence interval below and above the mean, without values that are impossible."""
    half, mean = interval(seeds), seeds.mean()
    below = min(half, mean) if seeds.min() >= 0 else half
    return np.array([[below], [min(half, measure.most - mean)]])


@plotted
def dots(
    m: Measured, jobs: Patterns, *, ylabel: str, runs: Sequence[str] | None = None,
    levels: Sequence[Level] = (), window: Window = WHOLE,
) -> Callable[[], Figure]:  # fmt: skip
    """A dot for each job that matches and seed: its goodput in the window, a column per run."""
    chosen = _chosen(m, runs)
    check_jobs(m, jobs)
    found = {run.key: _complete(run, m) for run in chosen}

    def column(axis: Axes, x: float, key: str, look: style.Look) -> None:
        for place, results in zip(side_by_side(len(found[key]), 0.26), found[key]):
            rates = window.of(table_over_time(results, "job.throughput_gbps", jobs)).mean()
            axis.plot([x + place] * len(rates), rates, "o", color=look.color, ms=5, alpha=0.75)

    label = "one flow; side by side: seeds"
    mark = Line2D([], [], ls="", marker="o", ms=5, color=style.MUTED, label=label)
    return _columns(m, chosen, ylabel, levels, column, mark)


def _columns(
    m: Measured, chosen: Sequence[RunSpec], ylabel: str, levels: Sequence[Level],
    column: Callable[[Axes, float, str, style.Look], None], mark: Artist,
    published: Mapping[str, float] = MappingProxyType({}),
) -> Callable[[], Figure]:  # fmt: skip
    """A plot with a column per run, and the levels.

    @param column draws the column of a run, given its key, at its place
    @param mark the legend's entry for columns
    """
    looks, keys = looks_of(m.experiment), [run.key for run in chosen]
    _check(m, levels)

    def draw() -> Figure:
        picture, (axis,) = new_figure(1, 1, _HEIGHT)
        for x, run in enumerate(chosen):
            column(axis, x, run.key, looks[run.key])
        drawn_levels.columns(axis, m, keys, levels)
        drawn_levels.marks(axis, dict(zip(keys, range(len(keys)))), published)
        group_labels(axis, [run.label for run in chosen])
        axis.set(xlim=(-0.6, len(chosen) - 0.4), ylim=(0, 1.12 * axis.get_ylim()[1]), ylabel=ylabel)
        place_legend(picture, [mark, *drawn_levels.handles(levels, published)])
        return picture

    return draw


def _check(m: Measured, levels: Sequence[Level]) -> None:
    """@raise KeyError if the figure does not have the measure of a level"""
    for level in levels:
        level.check(m)


#: Part of a group's width that the dots of its bars fill.
_FILLED_BY_DOTS = 0.4


#: The dots on them.
_SMALL_SEED: Mapping[str, Any] = {**_SEED, "ms": 2.6, "mew": 0.6}


def _dots(axis: Axes, x: float, seeds: pd.Series, width: float, mark: Mapping[str, Any]) -> None:
    """A dot per seed, up to `width` beside a place."""
    axis.plot(x + side_by_side(len(seeds), width), seeds, zorder=5, **mark)


@plotted
def groups(
    m: Measured, measure: str, points: Mapping[str, str] | None = None, *, ylabel: str,
    runs: Sequence[str] | None = None, levels: Sequence[Level] = (),
    published: Mapping[str, float] = MappingProxyType({}),
) -> Callable[[], Figure]:  # fmt: skip
    """A group of bars per run: the mean over the seeds, and a dot per seed; no bar if a seed has no value.

    @param points name of each point that has a bar, and its label; by default all
    """
    chosen = _chosen(m, runs)
    labels = {point.text: point.label for point in m.experiment.points} if points is None else points
    for point in labels:
        check_known("point", point, (each.text for each in m.experiment.points))
    for case in published:
        check_known("case", case, (each.case for each in m.experiment.simulations(quick=False)))
    values = dict(list(m.of(measure).groupby("case")["value"]))
    every = {case: seeds.mean(skipna=False) for case, seeds in values.items()}
    means = pd.Series(every, dtype=float).dropna()
    # The bars of a group are points, not transports: they do not have the looks of transports.
    looks = {label: style.look_at("", rank) for rank, label in enumerate(labels.values())}
    _check(m, levels)
    cases = {
        (run.label, label): f"{run.key}@{point}"
        for run in chosen
        for point, label in labels.items()
        if f"{run.key}@{point}" in means
    }
    heights = {key: means[case] for key, case in cases.items()}
    highest = {key: values[case].max() for key, case in cases.items()}
    texts = dict(zip(heights, alike(list(heights.values()))))

    def draw() -> Figure:
        picture, (axis,) = new_figure(1, 1, _HEIGHT)
        names = [run.label for run in chosen]
        places = grouped_bars(axis, names, looks, heights, texts, above=highest)
        width = _FILLED_BY_DOTS / (2 * max(len(labels), 1))
        for key, place in places.items():
            if values[cases[key]].nunique() > 1:
                _dots(axis, place, values[cases[key]], width, _SMALL_SEED)
        drawn_levels.columns(axis, m, [run.key for run in chosen], levels)
        drawn_levels.marks(axis, {cases[key]: place for key, place in places.items()}, published)
        axis.set_ylabel(ylabel)
        place_legend(picture, [*bar_handles(looks), *drawn_levels.handles(levels, published)])
        return picture

    return draw


@plotted
def cdf(
    m: Measured, jobs: Patterns, *, runs: Sequence[str] | None = None, levels: Sequence[Level] = ()
) -> Callable[[], Figure]:
    """Distribution of the transfer times of the jobs that match, a line per run, all seeds together.

    A run of which a seed did not complete has no line.

    @param levels times in us that are not measured
    """
    chosen, looks = _chosen(m, runs), looks_of(m.experiment)
    check_jobs(m, jobs)
    drawn_levels.check_fixed(levels)

    def draw() -> Figure:
        picture, (axis,) = new_figure(1, 1, _HEIGHT)
        lacking = {simulation.run.key for simulation in m.lacking}
        whole = [run for run in chosen if run.key not in lacking]
        flows = {run.key: [transfers(results, jobs) for results in _of(run, m)] for run in whole}
        draw_cdf(axis, [(pd.concat(flows[key]), looks[key].line_stroke()) for key in flows if flows[key]])
        drawn_levels.fixed(axis.axvline, levels)
        axis.set_ylabel("flows done")
        place_legend(picture, [*run_handles(m.experiment, chosen), *drawn_levels.handles(levels)])
        return picture

    return draw
