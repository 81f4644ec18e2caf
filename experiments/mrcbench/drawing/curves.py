# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Curves: a measure against what is varied, a line per run, a panel per whatever else is varied."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter

from .. import style
from ..drawing import logarithmic, new_figure, panel_title, place_legend
from .definition import Experiment, Point, place_text
from .drawing import Plot, plot
from .evaluation import Measured, check_known
from .legend import looks_of, reference_marks, run_handles
from .statistics import interval
from .variation import number_of, value_label

#: Most panels of a plot.
MOST_PANELS = 12

#: Panels side by side.
_COLUMNS = 3

#: Most labels below an axis.
_MOST_TICKS = 8

#: A run without a value.
_CROSS: Mapping[str, Any] = {"ls": "", "marker": "x", "ms": 7, "mew": 1.8, "zorder": 6}


@dataclass(frozen=True)
class Panel:
    """A panel of a curve: its title, and the keys of its runs and references."""

    title: str
    runs: Sequence[str]


@dataclass(frozen=True)
class _Panel:
    """A panel: its title, the keys of its lines, and the points on its axis."""

    title: str
    keys: Sequence[str]
    points: Mapping[str, tuple[float, str]]  #: place and label, by the point's text


def _path_of(experiment: Experiment, name: str) -> str:
    check_known("axis", name, experiment.axes.values())
    return next(path for path, own in experiment.axes.items() if own == name)


def curve(
    m: Measured, measure: str, *, title: str, xlabel: str, ylabel: str, text: str = "", sweep: str = "",
    log: str = "", runs: Sequence[str] | None = None, panels: Sequence[Panel] = (), x: str = "",
    where: Mapping[str, Any] | None = None,
) -> Plot:  # fmt: skip
    """A measure against the points of a sweep, a line per run.

    The line is the mean over the seeds, shaded from the least to the greatest of them, with the confidence
    interval of the mean where there are three seeds or more, and a cross below where a run gave no value.

    @param sweep the points with this name
    @param log the axes that are logarithmic: "x", "y", "xy"
    @param runs keys of the runs, and of references, that are shown; None: all runs
    @param panels several panels side by side, each with its runs, which may be references
    @param x with ``vary``: what is on the x axis; there is a panel for each combination of the others
    @param where with ``vary``: fixed values of others
    @raise KeyError if it names what is not there
    @raise ValueError if it cannot be drawn like this
    """
    keys = [run.key for run in m.experiment.lines] if runs is None else runs
    if m.experiment.axes:
        if sweep or panels:
            raise ValueError("sweep and panels are for points, x and where for what vary varies")
        drawn = _panels_of_product(m.experiment, x, where or {}, keys)
    else:
        if x or where:
            raise ValueError("x and where are for what vary varies, sweep and panels for points")
        drawn = _panels_of_sweep(m.experiment, sweep, panels or [Panel("", keys)])
    known = [*(run.key for run in m.experiment.runs), *(line.key for line in m.experiment.references)]
    for key in (key for panel in drawn for key in panel.keys):
        check_known("run", key, known)
    if len(drawn) > MOST_PANELS:
        raise ValueError(f"{len(drawn)} panels; {MOST_PANELS} are possible, where chooses")
    shown = m.of(measure)
    return plot(title, text, lambda: _draw(m.experiment, shown, drawn, xlabel, ylabel, log))


def _draw(
    experiment: Experiment, shown: pd.DataFrame, panels: Sequence[_Panel], xlabel: str, ylabel: str, log: str
) -> Figure:
    # A quick run has few points: what is not there needs no axes.
    panels = [panel for panel in panels if _is_there(panel, shown)] or panels[:1]
    rows = math.ceil(len(panels) / _COLUMNS)
    columns = math.ceil(len(panels) / rows)
    picture, axes = new_figure(rows, columns, 0.5 + 2.9 * rows, sharey=True)
    stalled = [
        _draw_panel(axis, experiment, panel, shown, xlabel, log) for axis, panel in zip(axes, panels)
    ]
    for axis, panel in zip(axes, panels):
        axis.set_title(panel_title(panel.title, columns))
    for axis in axes[len(panels) :]:
        axis.set_visible(False)
    for first in axes[::columns]:
        first.set_ylabel(logarithmic(ylabel) if axes[0].get_yscale() == "log" else ylabel)
    _legend(picture, experiment, [key for panel in panels for key in panel.keys], any(stalled))
    return picture


def _is_there(panel: _Panel, shown: pd.DataFrame) -> bool:
    """Whether something of a panel was measured, or at least done."""
    cases = {f"{key}@{text}" for key in panel.keys for text in panel.points}
    return bool(shown["case"].isin(cases).any())


def _panels_of_sweep(experiment: Experiment, sweep: str, panels: Sequence[Panel]) -> list[_Panel]:
    # Points with a label are places on no axis.
    check_known("sweep", sweep, (point.sweep for point in experiment.points if not point.values))
    points = {
        point.text: (point.at, place_text(point.at)) for point in experiment.points if point.sweep == sweep
    }
    return [_Panel(panel.title, panel.runs, points) for panel in panels]


def _panels_of_product(
    experiment: Experiment, x: str, where: Mapping[str, Any], keys: Sequence[str]
) -> list[_Panel]:
    """A panel for each combination of what is not on the axis and not fixed."""
    path = _path_of(experiment, x)
    fixed = {_path_of(experiment, name): value for name, value in where.items()}
    for at, value in fixed.items():
        if all(dict(point.values)[at] != value for point in experiment.points):
            raise KeyError(f"{experiment.axes[at]} is never {value!r}")
    references = [line.key for line in experiment.references]
    found: dict[str, dict[str, tuple[float, str]]] = {}
    for point in experiment.points:
        own = dict(point.values)
        if all(own[at] == value for at, value in fixed.items()):
            place = number_of(own[path])
            if place is None:
                raise ValueError(f"x is {x!r}, which has the value {own[path]!r}, no number")
            title = _title(experiment, point, {path, *fixed})
            found.setdefault(title, {})[point.text] = (place, value_label(own[path]))
    return [_Panel(title, [*keys, *references], points) for title, points in found.items()]


def _title(experiment: Experiment, point: Point, without: set[str]) -> str:
    rest = [(path, value) for path, value in point.values if path not in without]
    return ", ".join(f"{experiment.axes[path]} {value_label(value)}" for path, value in rest)


def _draw_panel(
    axis: Axes,
    experiment: Experiment,
    panel: _Panel,
    shown: pd.DataFrame,
    xlabel: str,
    log: str,
) -> bool:
    """Draw a panel; whether something in it has no value."""
    stalled = False
    for run in (run for run in experiment.runs if run.key in panel.keys):
        rows = _at_places(shown, run.key, panel)
        _line(axis, looks_of(experiment)[run.key], rows)
        stalled |= bool(rows["value"].isna().any())
    for key, stroke in reference_marks(experiment).items():
        if key in panel.keys:
            dots = _at_places(shown, key, panel)
            axis.plot(dots["place"], dots["value"], **stroke)
    positive = bool((shown[shown["run"].isin(panel.keys)]["value"] > 0).any())
    _scale(axis, xlabel, log, sorted(set(panel.points.values())), positive)
    return stalled


def _at_places(shown: pd.DataFrame, key: str, panel: _Panel) -> pd.DataFrame:
    """The rows of a line, with their place on the axis."""
    cases = {f"{key}@{text}": place for text, (place, _) in panel.points.items()}
    rows = shown[shown["case"].isin(cases)]
    return rows.assign(place=rows["case"].map(cases)).sort_values("place", kind="stable")


def _line(axis: Axes, look: style.Look, rows: pd.DataFrame) -> None:
    """One run, and crosses where a seed of it has no value."""
    by_place = rows.groupby("place")["value"]
    mean = by_place.mean()
    low, high = by_place.min(), by_place.max()
    axis.fill_between(mean.index, low, high, color=look.color, alpha=0.15, lw=0)
    axis.plot(mean.index, mean, color=look.color, ls=look.line, marker=look.marker, ms=4)
    if by_place.count().max() > 2:
        half = by_place.apply(interval)
        axis.errorbar(mean.index, mean, half, color=look.color, ls="", lw=1, capsize=2.5)
    lost = rows.loc[rows["value"].isna(), "place"].unique()
    if len(lost):
        below = axis.get_xaxis_transform()
        axis.plot(lost, [0] * len(lost), color=look.color, transform=below, clip_on=False, **_CROSS)


def _scale(
    axis: Axes, xlabel: str, log: str, places: Sequence[tuple[float, str]], positive: bool
) -> None:
    """Scales and labels of a panel's axes; there is no logarithm of nothing."""
    if "x" in log:
        axis.set_xscale("log")
    if "y" in log and positive:
        axis.set_yscale("log")
    else:
        axis.set_ylim(bottom=0)
    step = math.ceil(len(places) / _MOST_TICKS)
    labels = dict(places[::step])
    axis.xaxis.set_major_locator(FixedLocator(list(labels)))
    axis.xaxis.set_minor_locator(FixedLocator([]))
    axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: labels.get(value, "")))
    axis.set_xlabel(logarithmic(xlabel) if "x" in log else xlabel)


def _legend(picture: Figure, experiment: Experiment, keys: Sequence[str], stalled: bool) -> None:
    handles = run_handles(experiment, [run for run in experiment.runs if run.key in keys], marks=True)
    handles += [
        Line2D([], [], label=line.label, **reference_marks(experiment)[line.key])
        for line in experiment.references
        if line.key in keys
    ]
    if stalled:
        handles.append(Line2D([], [], label="stalled", color=style.MUTED, **_CROSS))
    place_legend(picture, handles)
