# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Measures and claims of a sweep file about columns of ``sweep.csv``, and its default plots.

Their keys are in sweep.schema.json. Names of columns are checked before anything runs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from .. import measure
from ..drawing.curves import MOST_PANELS, curve
from ..drawing.experiment import Plot, bars
from ..expectations import Claim
from ..numbers import Number
from ..reference import CAPACITY, SUMMARY, TABLES, of_sweep
from ..units import alternatives
from . import charts, tidy
from .definition import Experiment, Measure, value_text
from .evaluation import Measured
from .reader import ExperimentError, shown, unknown
from .variation import jobs_per_run, known_jobs, number_of, value_label

Document = Mapping[str, Any]  #: a plot, a claim, or the sweep with both, all with defaults

#: Measures of any run.
MEASURES = (
    Measure("bandwidth_gbps", lambda run: measure.job(run, "busbw_gbps"), "Gb/s", "bus bandwidth",
            "bus bandwidth of the jobs, mean"),
    Measure("duration_us", lambda run: measure.job(run, "duration_ns") * 1e-3, "us", "time of a job",
            "time of a job, mean"),
    Measure("efficiency", lambda run: measure.efficiency(run, "*"), "", "ideal time / time taken",
            "ideal time over time taken"),
    Measure("p99_us", lambda run: measure.summary(run, "fct_ns.p99") * 1e-3, "us",
            "time of a message, 99th percentile", "time of a message, 99th percentile"),
    Measure("resent", lambda run: measure.summary(run, "retransmitted_packets"), "", "packets sent again"),
    Measure("drops", lambda run: measure.summary(run, "dropped_packets"), "", "packets dropped"),
)  # fmt: skip

#: Measures of the command capacity.
CAPACITY_MEASURES = (
    Measure("left", lambda run: measure.summary(run, "capacity_left_mean"),
            note="part of the NICs' rate that faults leave"),
    Measure("switches", lambda run: measure.summary(run, "switches")),
    Measure("optics", lambda run: measure.summary(run, "optics")),
    Measure("power_w", lambda run: measure.summary(run, "power_per_nic_w"), "W", "power per NIC"),
    Measure("cost_usd", lambda run: measure.summary(run, "cost_per_nic_usd"), "USD", "cost per NIC"),
)  # fmt: skip

#: Measures of several jobs if each also runs alone: the effect of the other jobs.
ISOLATION = Measure("isolation", lambda run, alone: measure.isolation(run, alone, "*"), "",
                    "time together / time alone", "mean over the jobs", alone=True)  # fmt: skip

#: Measures that are means over the jobs of a run.
_OF_JOBS = ("bandwidth_gbps", "duration_us", "efficiency", "isolation")

#: Most allowed values in a message.
_MOST_VALUES = 12

#: Measures of the default plots.
_SHOWN = ("bandwidth_gbps", "duration_us")


def with_means_named(experiment: Experiment) -> Experiment:
    """The same experiment; with several jobs the names of measures tell that they are means over the jobs."""
    count = jobs_per_run(experiment)
    if count is not None and count < 2:
        return experiment
    over = f"mean over {count or 'the'} jobs"
    measures = {name: replace(each, over=over) if name in _OF_JOBS else each
                for name, each in experiment.measures.items()}  # fmt: skip
    return replace(experiment, measures=measures)


def claimer(claims: Sequence[Document]) -> Callable[[Measured], list[Claim]]:
    """Computes all claims."""
    return lambda m: [_claim(m, asked) for asked in claims]


def _claim(m: Measured, asked: Document) -> Claim:
    sweep = m.sweep if asked["case"] else charts.asked_for(m)  # `case` may also name a single job
    value = _statistic(sweep, asked, asked["case"])
    if asked["relativeTo"]:
        value = value / _statistic(sweep, asked, asked["relativeTo"])
    elif asked["unit"]:
        value = Number(value * _units_of(asked["column"], m.experiment)[asked["unit"]])
    return Claim(asked["claim"], value, asked["compare"], asked["bound"], asked["unit"], asked["published"],
                 asked["fullSize"])  # fmt: skip


#: Units of parts: as they are, and as changes.
_PARTS = ("%", "+%")

#: A part is below this; a greater number may be meant as a number of percent.
_LARGEST_PART = 2


def _units_of(column: str, experiment: Experiment) -> dict[str, float]:
    """The units in which a column can be shown, with the factor of each."""
    unit = charts.unit_of(column, experiment)
    if not unit:
        return {"": 1.0, **dict.fromkeys(_PARTS, 1.0)}
    return {"": 1.0, **alternatives(unit)}


def _check_unit(claim: Document, experiment: Experiment, place: str) -> None:
    """@raise ExperimentError if the column of a claim has another unit, or a bound is no part"""
    unit = claim["unit"]
    allowed = ["", *_PARTS] if claim["relativeTo"] else list(_units_of(claim["column"], experiment))
    if unit not in allowed:
        what = "a ratio" if claim["relativeTo"] else claim["column"]
        names = ", ".join(name or "none" for name in allowed)
        raise ExperimentError(f"{place}.unit: found {shown(unit)}; allowed for {what}: {names}")
    if unit in _PARTS and not -1 <= claim["bound"] < _LARGEST_PART:
        raise ExperimentError(f"{place}.bound: {_no_part(claim['bound'], unit)}")


def _no_part(bound: float, unit: str) -> str:
    """A sentence on a bound that is no part, with the ways to write what may be meant."""
    part, percent = (1 + bound / 100, f"{bound:+g} %") if unit == "+%" else (bound / 100, f"{bound:g} %")
    allowed = f"allowed: from -1 to below {_LARGEST_PART}, a part, {part:g} for {percent}"
    times = f"; or {bound:g} without a unit for {bound:g} times" if bound > 0 else ""
    return f"found {bound:g} with the unit {unit}; {allowed}{times}"


def _statistic(sweep: pd.DataFrame, asked: Document, case: str) -> Number:
    rows = charts.chosen(sweep, {**asked["where"], **({"case": case} if case else {})})
    if asked["column"] not in rows.columns or not len(rows):
        return Number(np.nan)
    return Number(getattr(charts.numbers(rows[asked["column"]]), asked["stat"])(skipna=False))


def asked(document: Document) -> Iterator[tuple[str, str]]:
    """The columns in plots and claims, each with its place in the file."""
    of_claim: Callable[[Document], Iterable[tuple[str, str]]] = lambda claim: [("column", claim["column"])]
    for kind, named in (("plots", charts.columns_of), ("claims", of_claim)):
        for index, each in enumerate(document.get(kind, [])):
            yield from ((f"{kind}[{index}].{key}", column) for key, column in named(each))
            yield from ((f"{kind}[{index}].where", column) for column in each["where"])


def check(document: Document, experiment: Experiment) -> None:
    """Check columns, values and cases of plots and claims, as far as they are known before the runs.

    @raise ExperimentError with the place, and the nearest name or the allowed values
    """
    labels = [run.label for run in experiment.runs]
    for index, claim in enumerate(document["claims"]):
        for key in ("case", "relativeTo"):
            if claim[key] and claim[key] not in labels:
                found = f"claims[{index}].{key}: found {shown(claim[key])}"
                raise ExperimentError(f"{found}; allowed: {', '.join(labels)}")
        if claim["relativeTo"] and not claim["case"]:
            raise ExperimentError(f"claims[{index}].relativeTo: only with case")
        _check_unit(claim, experiment, f"claims[{index}]")
    for index, plot in enumerate(document.get("plots", [])):
        _check_plot(plot, f"plots[{index}]", labels)
    _check_columns(document, experiment)
    _check_values(document, _varied(experiment))


def _check_plot(plot: Document, place: str, labels: Sequence[str]) -> None:
    """@raise ExperimentError if keys of a plot do not go together"""
    if (plot["kind"] == "heatmap") != bool(plot["color"]):
        raise ExperimentError(f"{place}.color: needed for a heatmap, and for no other plot")
    if plot["relativeTo"] and plot["kind"] != "curve":
        raise ExperimentError(f"{place}.relativeTo: only with the kind curve")
    if plot["relativeTo"] and plot["series"] == "case" and plot["relativeTo"] not in labels:
        found = f"{place}.relativeTo: found {shown(plot['relativeTo'])}"
        raise ExperimentError(f"{found}; allowed: {', '.join(labels)}")
    for name in ("xlim", "ylim", "log"):
        if plot[name] and plot["kind"] == "heatmap":
            raise ExperimentError(f"{place}.{name}: not for a heatmap, which has a cell for each value")
    for name in ("xlim", "ylim"):
        if plot[name] and plot[name][0] >= plot[name][1]:
            found = f"{place}.{name}: found {plot[name]}"
            raise ExperimentError(f"{found}; allowed: the lower number, then the upper one")


def _check_columns(document: Document, experiment: Experiment) -> None:
    """@raise ExperimentError if no run can have a column"""
    jobs = known_jobs(experiment)
    columns = _columns(experiment, jobs or ())
    axes = {point.sweep for point in experiment.points if not point.values}
    for place, name in asked(document):
        if name in columns or _may_be(name, jobs):
            continue
        if name in axes:
            where = f"places on the axis {name} are in the column at"
            raise ExperimentError(f"{place}: there is no column {name!r}; {where}")
        raise ExperimentError(f"{place}: {unknown('column', name, columns)} (docs/results.md, sweep.csv)")


def _varied(experiment: Experiment) -> dict[str, list[Any]]:
    """The values of the columns in which runs differ, without those of single jobs."""
    found: dict[str, dict[Any, None]] = {}
    for each in experiment.simulations(quick=False):
        if each.run.alone is None:
            for column, value in tidy.place_columns(experiment, each).items():
                found.setdefault(column, {})[value] = None
    return {column: [value for value in values if value is not None] for column, values in found.items()}


def _check_values(document: Document, varied: Mapping[str, Sequence[Any]]) -> None:
    """@raise ExperimentError if `where` chooses no row, a column has no numbers, or an axis no such limit"""
    for index, claim in enumerate(document["claims"]):
        _check_rows(claim, [("column", claim["column"])], varied, f"claims[{index}]")
    for index, plot in enumerate(document.get("plots", [])):
        _check_rows(plot, charts.number_columns(plot), varied, f"plots[{index}]")
        for axis in plot["log"]:
            _check_log(plot, axis, varied, f"plots[{index}]")


def _check_rows(
    asked: Document, numbers: Iterable[tuple[str, str]], varied: Mapping[str, Sequence[Any]], place: str
) -> None:
    """@raise ExperimentError if `where` has a value that no run has, or columns have no numbers"""
    for column, value in asked["where"].items():
        _check_value(varied.get(column), value, f"{place}.where.{column}")
    for key, column in numbers:
        if not _is_number(column, varied):
            found = f"{place}.{key}: found {shown(column)}, which is no number"
            raise ExperimentError(f"{found}; allowed: a column of numbers")


def _check_value(allowed: Sequence[Any] | None, value: Any, place: str) -> None:
    """@raise ExperimentError if a column with known values has another one"""
    if allowed is None or charts.equal(pd.Series(allowed, dtype=object), value).any():
        return
    more = len(allowed) - _MOST_VALUES
    names = ", ".join(map(value_text, allowed[:_MOST_VALUES])) + (f" and {more} more" if more > 0 else "")
    raise ExperimentError(f"{place}: found {shown(value)}; allowed: {names}")


def _is_number(column: str, varied: Mapping[str, Sequence[Any]]) -> bool:
    """Whether the values of a column may be numbers."""
    if column in varied:
        return None not in map(number_of, varied[column])
    entry = of_sweep(column)
    return entry is None or entry.kind != "text"


def _check_log(plot: Document, axis: str, varied: Mapping[str, Sequence[Any]], place: str) -> None:
    """@raise ExperimentError if a limit is no place of a logarithmic axis; 0 is one if values are 0"""
    low, zero = (plot[f"{axis}lim"] or [1])[0], 0 in map(number_of, varied.get(plot[axis], ()))
    if low < 0 or (low == 0 and not zero):
        found = f"{place}.{axis}lim: found {plot[f'{axis}lim']}"
        and_zero = ", and 0" if zero else ""
        raise ExperimentError(f"{found}; allowed on a logarithmic axis: numbers above 0{and_zero}")


#: Keys of summary.json that are not columns.
_NOWHERE = {*tidy.COST, *tidy.ELSEWHERE} - {*tidy.ORIGIN, "seed"}


def _columns(experiment: Experiment, jobs: Sequence[str]) -> list[str]:
    """The columns of sweep.csv that are known before the runs."""
    summary = SUMMARY if experiment.program == "run" else CAPACITY
    of_jobs = [*TABLES["jobs.csv"].columns, "repetitions"] if experiment.program == "run" else []
    return [
        *tidy.place_columns(experiment, next(experiment.simulations(quick=True))),
        "status", *tidy.ORIGIN, "config",
        *(f"measure.{name}" for name in experiment.measures),
        *(key for key, entry in summary.items() if entry.kind not in ("object", "list")
          and summary.get(key.split(".")[0], entry).kind != "list" and key not in _NOWHERE),
        *(f"jobs.{job}.{key}" for job in jobs for key in of_jobs if key not in ("job", "repetition")),
    ]  # fmt: skip


def _may_be(name: str, jobs: Sequence[str] | None) -> bool:
    """Whether runs may have a column with numbers, or with a yet unknown job, in its name."""
    if name.startswith("jobs.") and jobs is not None:
        return False
    return name not in _NOWHERE and of_sweep(name) is not None


def draw(m: Measured) -> Iterator[Plot]:
    """Curves along the axis with most numbers, or along axes of points; bars if no axis has two numbers."""
    experiment = m.experiment
    if experiment.program != "run":
        return
    labels = {name: _axis_label(experiment.measures[name]) for name in _SHOWN}
    curves = list(_by_number(experiment) if experiment.axes else _by_place(experiment))
    for along, how in curves:
        for name, label in labels.items():
            yield curve(m, name, title=f"{label} by {along}", ylabel=label, **how)
    if not curves:
        for name, label in labels.items():
            yield bars(m, name, title=label, ylabel=label)


def _by_number(experiment: Experiment) -> Iterator[tuple[str, dict[str, Any]]]:
    """A title and arguments of curves along the varied path with the most numbers."""
    values = _values(experiment)
    numbers = {path: [number_of(value) for value in own] for path, own in values.items()}
    axes = {path: own for path, own in numbers.items() if len(own) > 1 and None not in own}
    if not axes:
        return
    path = max(axes, key=lambda path: len(axes[path]))
    fixed = _fixed({other: own for other, own in values.items() if other != path})
    where = {experiment.axes[other]: value for other, value in fixed.items()}
    rest = "".join(f", {axis} {value_label(value)}" for axis, value in where.items())
    log = _log([place for place in axes[path] if place is not None])
    yield f"{path}{rest}", {"xlabel": path, "x": experiment.axes[path], "log": log, "where": where}


def _by_place(experiment: Experiment) -> Iterator[tuple[str, dict[str, Any]]]:
    """The same for each axis of points with two places."""
    places: dict[str, list[float]] = {}
    for point in experiment.points:
        if not point.values:
            places.setdefault(point.sweep, []).append(point.at)
    for name, own in places.items():
        if len(own) > 1:
            label = name or "at"
            yield label, {"xlabel": label, "sweep": name, "log": _log(own)}


def _log(places: Sequence[float]) -> str:
    """Which axis is logarithmic: that of these places, if they are from 0 on and over a decade."""
    above = [place for place in places if place > 0]
    return "x" if min(places) >= 0 and above and max(above) >= 10 * min(above) else ""


def _axis_label(shown: Measure) -> str:
    """The name of a measure with its unit, as the label of an axis."""
    label = shown.heading(shown.title)
    return f"{label[:1].upper()}{label[1:]}"


def _values(experiment: Experiment) -> dict[str, list[Any]]:
    """The varied values, by path."""
    found: dict[str, dict[str, Any]] = {path: {} for path in experiment.axes}
    for path, value in (pair for point in experiment.points for pair in point.values):
        found.get(path, {})[repr(value)] = value
    return {path: list(own.values()) for path, own in found.items()}


def _fixed(others: dict[str, list[Any]]) -> dict[str, Any]:
    """Fixed values of axes without panels: those with the most values, until the panels are few enough."""
    fixed = {}
    for path, values in sorted(others.items(), key=lambda each: -len(each[1])):
        if math.prod(map(len, others.values())) <= MOST_PANELS:
            break
        fixed[path] = values[0]
        others[path] = values[:1]
    return fixed
