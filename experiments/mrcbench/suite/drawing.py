# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Plots of an experiment, by kind.

====== =============================================================================================
time   a panel per run of ``runs`` (default: all) and row of ``rows``; a row is {kind, ylabel,
       groups, scale?, smooth?, top?, log?}; a group of lines is {objects, label, strong?, total?,
       mean?, worst?, samples?, color?}, where ``total`` adds its objects up, ``mean`` takes their mean and
       ``worst`` the greatest at each time, and ``samples`` shows each beside the moving mean. Groups
       with the same label look the same; one whose label begins with MRC or RoCE has its colors.
       ``color`` (from 0) is the group's number in its colors, by default its place among the labels.
       ``log`` (true) is for the values. Samples of the first seed; with ``shade`` (a time) every
       other stretch of that length is shaded, with ``faults`` (true) the time of each fault, or a
       line where it begins if it lasts to the end. ``from`` and ``to`` (times) show a part
bars   a bar per run: the mean of ``measure`` over the seeds, a dot per seed; ``line`` {measure,
       label} is drawn across
dots   a dot per job that matches ``jobs`` and seed: goodput over the windows of ``window``, a
       column per run; ``line`` as above
curve  ``measure`` against the points of ``sweep``, a line per run: mean over the seeds, shaded from
       the least to the greatest, with the confidence interval of the mean where there are three
       seeds or more, a cross below where a run gave no value; ``log`` names the axes that are
       logarithmic ("x", "xy"); a panel per entry {title, runs} of ``panels``, whose ``runs`` may
       be references. Of a product (``vary``): against the values of ``x``, a panel for each
       combination of the other axes, or of those with the values of ``where``
groups a group of bars per run, one for each of ``points``, {name of the point: label}: the mean of
       ``measure`` over the seeds
cdf    distribution of the transfer times of the jobs, a line per run, all seeds together
====== =============================================================================================

All take ``title`` and ``text``; bars, dots, curves and groups also ``ylabel``.
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
from ..measure import WHOLE, Window, transfers
from ..results import Results
from ..table import alike
from . import measures
from .curves import curve, curve_problems
from .statistics import interval
from .series import table_over_time
from .legend import looks_of, run_handles
from .definition import Experiment, RunSpec, Simulation
from .evaluation import Measured

Runs = Mapping[Simulation, Results]

#: Height of plots with one panel, inches.
_HEIGHT = 3.4

#: Keys of each kind of plot: those it must have, those it may have.
KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "time": (("rows",), ("runs", "shade", "faults", "from", "to")),
    "bars": (("measure", "ylabel"), ("line", "runs")),
    "dots": (("jobs", "ylabel"), ("line", "window", "runs")),
    "curve": (("measure", "ylabel", "xlabel"), ("log", "runs", "sweep", "panels", "x", "where")),
    "groups": (("measure", "ylabel", "points"), ("runs",)),
    "cdf": (("jobs",), ("runs",)),
}


def problems(spec: Any, experiment: Experiment) -> list[str]:
    """What is wrong with a plot, in sentences."""
    if not isinstance(spec, dict):
        return [f"found {spec!r}, an object is expected"]
    kind = spec.get("kind")
    if not (isinstance(kind, str) and kind in KEYS):
        return [f"kind is {kind!r}; it can be {', '.join(KEYS)}"]
    wrong = _wrong_kinds(spec)
    if wrong:
        return wrong
    required, optional = KEYS[kind]
    allowed = {"kind", "title", "text", *required, *optional}
    found = [f"{key} is missing" for key in ("title", *required) if key not in spec]
    found += [f"{key} is an unknown key" for key in spec if key not in allowed]
    named = [spec.get("measure"), spec.get("line", {}).get("measure")]
    found += [
        f"there is no measure {name!r}" for name in named if name and name not in experiment.measures
    ]
    panels = spec.get("panels", [])
    found += [
        f"a panel has the keys {sorted(panel)}; it needs title and runs"
        for panel in panels
        if set(panel) != {"title", "runs"}
    ]
    keys = [*(run.key for run in experiment.runs), *(line.key for line in experiment.references)]
    named = [*spec.get("runs", []), *(key for panel in panels for key in panel.get("runs", []))]
    found += [f"there is no run {key!r}" for key in named if key not in keys]
    places = [point.text for point in experiment.points]
    if kind == "groups":
        wrong = [name for name in spec.get("points", {}) if name not in places]
        found += [f"there is no point {name!r}" for name in wrong]
    return found + (curve_problems(spec, experiment) if kind == "curve" else [])


def _wrong_kinds(spec: Mapping[str, Any]) -> list[str]:
    """Values that are not of the kind that their key asks for, at any depth."""
    found = measures.wrong_values(spec, _OF_PLOTS)
    for row in spec.get("rows", []) if not found else []:
        found += measures.wrong_values(row, _OF_PLOTS)
        found += [f"a row lacks {key}" for key in ("kind", "ylabel", "groups") if key not in row]
        for group in row.get("groups", []) if not found else []:
            found += [f"a group lacks {key}" for key in ("objects", "label") if key not in group]
            found += measures.wrong_values(group, _OF_PLOTS)
    for key, needed in (("line", ("measure", "label")), ("window", ())):
        inner = spec.get(key, {}) if not found else {}
        found += measures.wrong_values(inner, _OF_PLOTS)
        found += [f"{key} lacks {name}" for name in needed if inner and name not in inner]
    for panel in spec.get("panels", []) if not found else []:
        found += measures.wrong_values(panel, _OF_PLOTS)
    return found


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(entry, dict) for entry in value)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)


#: What the keys of plots, and of what they hold, are.
_OF_PLOTS: dict[str, measures.Kind] = {
    **dict.fromkeys(
        ("kind", "title", "text", "measure", "ylabel", "xlabel", "label", "sweep", "x"), measures.TEXT
    ),
    **dict.fromkeys(("rows", "groups", "panels"), ("a list of objects", _are_objects)),
    **dict.fromkeys(("jobs", "objects"), measures.TEXTS),
    **dict.fromkeys(("shade", "from", "to", "every", "smooth"), measures.TIME),
    **dict.fromkeys(("line", "window", "points", "where"), measures.OBJECT),
    **dict.fromkeys(("scale", "top"), measures.NUMBER),
    **dict.fromkeys(("strong", "total", "mean", "worst", "samples", "faults"), measures.FLAG),
    "runs": ("a list of strings", _are_texts),
    "log": ("true, or the axes", lambda value: value in (True, False, "", "x", "y", "xy")),
    "color": ("a whole number from 0", lambda value: isinstance(value, int) and value >= 0),
}


def draw(experiment: Experiment, spec: Mapping[str, Any], runs: Runs, values: pd.DataFrame) -> Figure:
    """One plot.

    @param figure what it belongs to
    @param spec the plot
    @param runs results of all runs
    @param values every measure of every run, see `evaluation.tabulate`
    """
    asked = spec.get("runs", [run.key for run in experiment.lines])
    chosen = [run for run in experiment.runs if run.key in asked]
    with matplotlib.rc_context(style.RC):
        return _KINDS[spec["kind"]](experiment, spec, chosen, runs, values)


@dataclass(frozen=True)
class Plot:
    """A plot with what a page says of it."""

    title: str
    text: str
    picture: Figure


def draw_all(experiment: Experiment, runs: Runs, values: pd.DataFrame) -> list[Plot]:
    """All plots of an experiment."""
    if experiment.draw:
        return list(experiment.draw(Measured(experiment, runs, values)))
    return [
        Plot(spec.get("title", ""), spec.get("text", ""), draw(experiment, spec, runs, values))
        for spec in experiment.plots
    ]


def _of(run: RunSpec, runs: Runs) -> Iterator[Results]:
    """The results of a run: all points and seeds."""
    return (results for simulation, results in runs.items() if simulation.run.key == run.key)


def _time(
    experiment: Experiment, spec: Mapping[str, Any], chosen: Sequence[RunSpec], runs: Runs, _: pd.DataFrame
) -> Figure:
    rows = spec["rows"]
    height = 0.6 + 2.1 * len(rows) + (0.5 if len(rows) == 1 else 0)
    plot, axes = new_figure(len(rows), len(chosen), height)
    grid = np.array(axes).reshape(len(rows), len(chosen))
    looks = _group_looks(rows)
    for column, run in enumerate(chosen):
        results = next(_of(run, runs), None)
        for line, row in enumerate(rows):
            axis = grid[line, column]
            if results is not None:
                _lines(axis, results, row, looks)
                _stretches(axis, results, spec.get("shade"))
                if spec.get("faults"):
                    _faults(axis, results)
                _part(axis, results, spec)
            if line == 0:
                axis.set_title(panel_title(run.label, len(chosen)))
            if line == len(rows) - 1:
                axis.set_xlabel("simulated time (ms)")
            if column == 0:
                axis.set_ylabel(logarithmic(row["ylabel"]) if row.get("log") else row["ylabel"])
    for line, row in enumerate(rows):
        top = row.get("top") or 1.08 * max(axis.get_ylim()[1] for axis in grid[line])
        for axis in grid[line]:
            if row.get("log"):
                axis.set_yscale("log")
            else:
                axis.set_ylim(0, top)
    if any(len(row["groups"]) > 1 for row in rows):
        _group_legend(plot, rows, looks)
    return plot


def _lines(
    axis: Axes, results: Results, row: Mapping[str, Any], looks: Mapping[str, style.Look]
) -> None:
    """The groups of lines of one panel."""
    for group in row["groups"]:
        table = table_over_time(results, row["kind"], group["objects"])
        for key, reduced in _REDUCED.items():
            if group.get(key):
                table = reduced(table).to_frame()
        table = table * row.get("scale", 1)
        for name in table.columns:
            series, stroke = table[name], _stroke(group, looks)
            if group.get("samples"):
                axis.plot(series.index / 1e6, series, **{**stroke, "lw": 0.4, "alpha": 0.45})
            if "smooth" in row:
                series = metrics.moving_mean(series, units.time_ns(row["smooth"]))
            axis.plot(series.index / 1e6, series, **stroke)


#: What a group makes of its objects at each time.
_REDUCED: dict[str, Callable[[pd.DataFrame], pd.Series]] = {
    "total": lambda table: table.sum(axis=1),
    "mean": lambda table: table.mean(axis=1),
    "worst": lambda table: table.max(axis=1),
}


def _part(axis: Axes, results: Results, spec: Mapping[str, Any]) -> None:
    """The part of the time that is shown."""
    end = spec.get("to", results.summary["sim_time_ns"])
    axis.set_xlim(units.time_ns(spec.get("from", 0)) / 1e6, units.time_ns(end) / 1e6)


def _faults(axis: Axes, results: Results) -> None:
    """When something was broken."""
    for row in results.summary.get("recovery", []):
        start, end = row["at_ns"] / 1e6, row["until_ns"]
        if end is None:
            axis.axvline(start, color=style.MUTED, lw=0.7, ls=":", zorder=1)
        else:
            axis.axvspan(start, end / 1e6, color=style.GRID, alpha=0.5, lw=0, zorder=0)


def _group_looks(rows: Sequence[Mapping[str, Any]]) -> dict[str, style.Look]:
    """The look of each group of lines by its label, the same in all rows."""
    groups = [group for row in rows for group in row["groups"]]
    looks = style.looks(list(dict.fromkeys(group["label"] for group in groups)))
    for group in groups:
        if "color" in group:
            label = group["label"]
            looks[label] = style.look_at(style.family_of(label), group["color"])
    return looks


def _stroke(group: Mapping[str, Any], looks: Mapping[str, style.Look]) -> dict[str, Any]:
    """How the lines of a group look: strong ones lie above."""
    strong = group.get("strong", False)
    return {
        "color": looks[group["label"]].color,
        "lw": 2.0 if strong else 1.1,
        "zorder": 4 if strong else 3,
    }


def _stretches(axis: Axes, results: Results, length: str | None) -> None:
    if length:
        step = units.time_ns(length) / 1e6
        for start in np.arange(step, results.summary["sim_time_ns"] / 1e6, 2 * step):
            axis.axvspan(start, start + step, color=style.GRID, alpha=0.35, lw=0, zorder=0)


def _group_legend(
    plot: Figure, rows: Sequence[Mapping[str, Any]], looks: Mapping[str, style.Look]
) -> None:
    handles: dict[str, Line2D] = {}
    for group in (group for row in rows for group in row["groups"]):
        label = group["label"]
        handles.setdefault(label, Line2D([], [], label=label, **_stroke(group, looks)))
    place_legend(plot, list(handles.values()))


def _bars(
    experiment: Experiment,
    spec: Mapping[str, Any],
    chosen: Sequence[RunSpec],
    runs: Runs,
    values: pd.DataFrame,
) -> Figure:
    looks = looks_of(experiment)
    of_measure = values[values["measure"] == spec["measure"]]
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

    return _column_plot(spec, chosen, values, column, Line2D([], [], label="one seed", **_SEED))


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


def _dots(
    experiment: Experiment,
    spec: Mapping[str, Any],
    chosen: Sequence[RunSpec],
    runs: Runs,
    values: pd.DataFrame,
) -> Figure:
    looks = looks_of(experiment)

    def column(axis: Axes, x: float, run: RunSpec) -> None:
        count = sum(1 for _ in _of(run, runs))
        for place, results in zip(_spread(count), _of(run, runs)):
            table = table_over_time(results, "job.throughput_gbps", spec["jobs"])
            asked = spec.get("window", WHOLE)
            window = asked if isinstance(asked, Window) else measures.window_of(asked)
            rates = window.of(table).mean()
            axis.plot([x + place] * len(rates), rates, "o", color=looks[run.key].color, ms=5, alpha=0.75)

    label = "one flow; side by side: seeds"
    mark = Line2D([], [], ls="", marker="o", ms=5, color=style.MUTED, label=label)
    return _column_plot(spec, chosen, values, column, mark)


def _spread(count: int) -> np.ndarray:
    """Places of so many things beside each other in a column."""
    return np.linspace(-0.26, 0.26, count) if count > 1 else np.zeros(count)


def _column_plot(
    spec: Mapping[str, Any],
    chosen: Sequence[RunSpec],
    values: pd.DataFrame,
    column: Callable[[Axes, float, RunSpec], None],
    mark: Line2D,
) -> Figure:
    """A plot with a column per run, and the line across.

    @param spec the plot
    @param chosen the runs
    @param values every measure of every run
    @param column draws that of a run at its place
    @param mark what the legend says of columns
    """
    plot, (axis,) = new_figure(1, 1, _HEIGHT)
    for x, run in enumerate(chosen):
        column(axis, x, run)
    handles, line = [mark], spec.get("line")
    if line:
        stroke: dict[str, Any] = {"color": style.MUTED, "lw": 0.9, "ls": "--"}
        level = values.loc[values["measure"] == line["measure"], "value"].max()
        axis.axhline(level, zorder=1, **stroke)
        handles.append(Line2D([], [], label=line["label"], **stroke))
    group_labels(axis, [run.label for run in chosen])
    axis.set_xlim(-0.6, len(chosen) - 0.4)
    axis.set_ylim(0, 1.12 * axis.get_ylim()[1])
    axis.set_ylabel(spec["ylabel"])
    place_legend(plot, handles)
    return plot


def _grouped(
    experiment: Experiment,
    spec: Mapping[str, Any],
    chosen: Sequence[RunSpec],
    runs: Runs,
    values: pd.DataFrame,
) -> Figure:
    plot, (axis,) = new_figure(1, 1, _HEIGHT)
    of_measure = values[values["measure"] == spec["measure"]]
    means = of_measure.groupby("case")["value"].mean().dropna()
    labels, points = [run.label for run in chosen], spec["points"]
    # What is in a group is no transport: it has the looks of neither.
    looks = {label: style.look_at("", rank) for rank, label in enumerate(points.values())}
    heights = {
        (run.label, label): means[f"{run.key}@{point}"]
        for run in chosen
        for point, label in points.items()
        if f"{run.key}@{point}" in means
    }
    places = grouped_bars(axis, labels, looks, heights)
    group_labels(axis, labels)
    room = group_room(len(labels)) * bar_width(labels, looks, heights)
    bar_labels(axis, places, heights, dict(zip(heights, alike(list(heights.values())))), room)
    axis.set_ylabel(spec["ylabel"])
    place_legend(plot, [Patch(label=label, **bar_stroke(look)) for label, look in looks.items()])
    return plot


def _cdf(
    experiment: Experiment, spec: Mapping[str, Any], chosen: Sequence[RunSpec], runs: Runs, _: pd.DataFrame
) -> Figure:
    plot, (axis,) = new_figure(1, 1, _HEIGHT)
    least, most = np.inf, 0.0
    for run in chosen:
        tables = [transfers(results, spec["jobs"]) for results in _of(run, runs)]
        if not tables:
            continue
        flows = pd.concat(tables)
        times = np.sort(flows.loc[flows["completed"], "fct_ns"].to_numpy()) / 1e3
        look, done = looks_of(experiment)[run.key], np.arange(1, len(times) + 1) / len(flows)
        axis.plot(times, done, color=look.color, ls=look.line)
        least, most = min([least, *times[:1]]), max([most, *times[-1:]])
    axis.set_ylim(0, 1)
    axis.yaxis.set_major_formatter(PERCENT)
    axis.set_ylabel("flows done")
    axis.set_xlabel("flow time (us)")
    if most > 0:
        time_axis(axis, least, most, "flow time (us)")
    place_legend(plot, run_handles(experiment, chosen))
    return plot


_KINDS: dict[str, Callable[..., Figure]] = {
    "time": _time,
    "bars": _bars,
    "dots": _dots,
    "curve": curve,
    "groups": _grouped,
    "cdf": _cdf,
}
