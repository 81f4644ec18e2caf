# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Curves: a measure against a varied key, a line per run, a panel per combination of other varied keys."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from .. import style
from ..suite.definition import Experiment, Measure, place_text
from ..suite.evaluation import Measured, check_known
from ..suite.variation import number_of, value_label
from . import levels as drawn_levels
from . import panels as new_panels
from . import even_columns, place_legend, x_scale, y_scale
from .experiment import confidence, looks_of, plotted, run_handles
from .levels import Level

#: Most panels of a plot.
MOST_PANELS = 12

#: The axes that can be logarithmic.
_LOGS = ("x", "y", "xy")

#: Most labels below an axis.
_MOST_TICKS = 8

#: Mark of a point without a value.
_CROSS: Mapping[str, Any] = {"ls": "", "marker": "x", "ms": 7, "mew": 1.8, "zorder": 6}

#: Marks of references, which have a thin line.
_MARKS = (("D", style.INK), ("s", style.PAPER), ("^", style.INK), ("v", style.PAPER))


@dataclass(frozen=True)
class Panel:
    """A panel of a curve: its title, and the keys of its runs and references."""

    title: str
    runs: Sequence[str]
    sweep: str | None = None  #: its points, if other panels have those of other sweeps


#: The points of a panel: place on the axis and label, by the point's text.
Points = Mapping[str, tuple[float, str]]


@plotted
def curve(
    m: Measured, measure: str, *, xlabel: str, ylabel: str, sweep: str = "", log: str = "",
    runs: Sequence[str] | None = None, panels: Sequence[Panel] = (), x: str = "",
    where: Mapping[str, Any] | None = None, levels: Sequence[Level] = (), steps: bool = False,
) -> Callable[[], Figure]:  # fmt: skip
    """A measure against the points of a sweep, a line per run.

    The line is the mean over the seeds, shaded from the lowest to the highest of them, with the confidence
    interval of the mean with three seeds or more. A point of which a seed has no value has a cross at the
    bottom instead.

    @param sweep the points with this name
    @param log the axes that are logarithmic: "x", "y", "xy"
    @param runs keys of the runs, and of references, that are shown; None: all runs
    @param panels several panels side by side, each with its runs, which may be references
    @param x with ``vary``: the varied key of the x axis; each combination of the others has a panel
    @param where with ``vary``: fixed values of others
    @param levels published and ideal values that are not measured, in all panels
    @param steps whether each value also holds down to the next smaller point
    @raise KeyError for unknown names
    @raise ValueError for combinations that cannot be drawn
    """
    if log not in ("", *_LOGS):
        raise ValueError(f"log: found {log!r}; allowed: {', '.join(_LOGS)}")
    drawn_levels.check_fixed(levels)
    experiment, shown = m.experiment, m.of(measure).astype({"value": float})
    keys = [run.key for run in experiment.lines] if runs is None else runs
    if experiment.axes:
        if sweep or panels:
            raise ValueError("sweep and panels are for points, x and where for what vary varies")
        drawn = _panels_of_product(experiment, x, where or {}, keys)
    else:
        if x or where:
            raise ValueError("x and where are for what vary varies, sweep and panels for points")
        drawn = [
            (panel, _points_of_sweep(experiment, sweep if panel.sweep is None else panel.sweep))
            for panel in panels or [Panel("", keys)]
        ]
    known = [*(run.key for run in experiment.runs), *(line.key for line in experiment.references)]
    for key in (key for panel, _ in drawn for key in panel.runs):
        check_known("run", key, known)
    if len(drawn) > MOST_PANELS:
        raise ValueError(f"{len(drawn)} panels; {MOST_PANELS} are possible, where chooses")
    of_measure = experiment.measures[measure]
    return lambda: _draw(experiment, shown, drawn, of_measure, xlabel, ylabel, log, levels, steps)


def _draw(
    experiment: Experiment, shown: pd.DataFrame, drawn: Sequence[tuple[Panel, Points]], measure: Measure,
    xlabel: str, ylabel: str, log: str, levels: Sequence[Level], steps: bool,
) -> Figure:  # fmt: skip
    # A quick run has few points: panels without points are left out.
    drawn = [each for each in drawn if any(len(rows) for _, rows in _by_line(shown, *each))] or drawn[:1]
    across = even_columns(len(drawn))
    picture, axes = new_panels([panel.title for panel, _ in drawn], across, 0.5, 2.9)
    lost = False
    for axis, (panel, points) in zip(axes, drawn):
        for key, rows in _by_line(shown, panel, points):
            lost |= _line(axis, experiment, key, rows, measure, steps)
        drawn_levels.fixed(axis.axhline, levels)
        places = sorted(set(points.values()))
        x_scale(axis, xlabel, "x" in log, dict(places[:: math.ceil(len(places) / _MOST_TICKS)]))
    asked = {key for panel, _ in drawn for key in panel.runs}
    for axis in axes[::across]:
        y_scale(axis, ylabel, "y" in log, shown[shown["run"].isin(asked)]["value"])
    handles = run_handles(experiment, [run for run in experiment.runs if run.key in asked], marks=True)
    strokes = _reference_strokes(experiment)
    told = [line for line in experiment.references if line.key in asked]
    handles += [Line2D([], [], label=line.label, **strokes[line.key]) for line in told]
    handles += drawn_levels.handles(levels)
    place_legend(picture, [*handles, *cross_handles(lost)])
    return picture


def _panels_of_product(
    experiment: Experiment, x: str, where: Mapping[str, Any], keys: Sequence[str]
) -> list[tuple[Panel, Points]]:
    """A panel with its points for each combination of the keys that are neither on the axis nor fixed."""
    path = _path_of(experiment, x)
    fixed = {_path_of(experiment, name): value for name, value in where.items()}
    for at, value in fixed.items():
        if all(dict(point.values)[at] != value for point in experiment.points):
            raise KeyError(f"{experiment.axes[at]} is never {value!r}")
    found: dict[str, dict[str, tuple[float, str]]] = {}
    for point in experiment.points:
        own = dict(point.values)
        if all(own[at] == value for at, value in fixed.items()):
            place = number_of(own[path])
            if place is None:
                raise ValueError(f"x is {x!r}, which has the value {own[path]!r}, no number")
            rest = [(at, value) for at, value in point.values if at != path and at not in fixed]
            title = ", ".join(f"{experiment.axes[at]} {value_label(value)}" for at, value in rest)
            found.setdefault(title, {})[point.text] = (place, value_label(own[path]))
    lines = [*keys, *(line.key for line in experiment.references)]
    return [(Panel(title, lines), points) for title, points in found.items()]


def _path_of(experiment: Experiment, name: str) -> str:
    check_known("axis", name, experiment.axes.values())
    return next(path for path, own in experiment.axes.items() if own == name)


def _points_of_sweep(experiment: Experiment, sweep: str) -> Points:
    # Points with a label have no place on an axis.
    check_known("sweep", sweep, (point.sweep for point in experiment.points if not point.values))
    own = [point for point in experiment.points if point.sweep == sweep]
    return {point.text: (point.at, place_text(point.at)) for point in own}


def _by_line(shown: pd.DataFrame, panel: Panel, points: Points) -> Iterator[tuple[str, pd.DataFrame]]:
    """The values of each line of a panel, with places on the axis."""
    for key in panel.runs:
        cases = {f"{key}@{text}": place for text, (place, _) in points.items()}
        rows = shown[shown["case"].isin(cases)]
        yield key, rows.assign(place=rows["case"].map(cases)).sort_values("place", kind="stable")


def _reference_strokes(experiment: Experiment) -> Mapping[str, dict[str, Any]]:
    """The strokes of references by key: marks with a thin line."""
    line = {"color": style.INK, "ls": ":", "lw": 0.8, "zorder": 5, "ms": 6, "mec": style.INK, "mew": 1.3}
    return {
        reference.key: {**line, "marker": marker, "mfc": fill}
        for reference, (marker, fill) in zip(experiment.references, _MARKS)
    }


def _line(
    axis: Axes, experiment: Experiment, key: str, rows: pd.DataFrame, measure: Measure, steps: bool
) -> bool:
    """Draw one line, and crosses where a seed has no value; whether there are crosses."""
    if key in _reference_strokes(experiment):
        axis.plot(rows["place"], rows["value"], **_reference_strokes(experiment)[key])
        return False
    lost = rows.loc[rows["value"].isna(), "place"].unique()
    whole = rows["value"].mask(rows["place"].isin(lost))
    look, by_place = looks_of(experiment)[key], whole.groupby(rows["place"])
    mean = by_place.mean()
    axis.fill_between(mean.index, by_place.min(), by_place.max(), color=look.color, alpha=0.15, lw=0)
    axis.plot(mean.index, mean, drawstyle="steps-pre" if steps else None, **look.line_stroke(marks=True))
    if by_place.count().max() > 2:
        ends = np.hstack([confidence(seeds, measure) for _, seeds in by_place])
        axis.errorbar(mean.index, mean, ends, color=look.color, ls="", lw=1, capsize=2.5)
    return crosses(axis, lost, look.color)


def crosses(axis: Axes, places: Sequence[float], color: str) -> bool:
    """Draw crosses at the bottom of a plot, at points without a value; whether there are any."""
    if len(places):
        below = axis.get_xaxis_transform()
        axis.plot(places, [0] * len(places), color=color, transform=below, clip_on=False, **_CROSS)
    return bool(len(places))


def cross_handles(lost: bool) -> list[Artist]:
    """The legend's entry for crosses, if there are any."""
    return [Line2D([], [], label="no value", color=style.MUTED, **_CROSS)] if lost else []
