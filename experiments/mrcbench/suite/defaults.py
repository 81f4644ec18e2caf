# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Measures and plots of an experiment that asks for none."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .definition import Experiment
from .variation import number_of, value_label

#: What is worth knowing of any run.
MEASURES: Mapping[str, Mapping[str, Any]] = {
    "bandwidth": {
        "label": "bus bandwidth",
        "what": "job",
        "column": "busbw_gbps",
        "unit": "Gb/s",
        "note": "bus bandwidth of the jobs, mean",
    },
    "duration": {
        "label": "time of a job",
        "what": "job",
        "column": "duration_ns",
        "scale": 1e-3,
        "unit": "us",
        "note": "time of a job, mean",
    },
    "efficiency": {
        "label": "ideal time / time taken",
        "what": "efficiency",
        "jobs": "*",
        "note": "ideal time over time taken",
    },
    "p99": {
        "label": "time of a message, 99th percentile",
        "what": "summary",
        "key": "fct_ns.p99",
        "scale": 1e-3,
        "unit": "us",
        "note": "time of a message, 99th percentile",
    },
    "resent": {"label": "packets sent again", "what": "summary", "key": "retransmitted_packets"},
    "drops": {"label": "packets dropped", "what": "summary", "key": "dropped_packets"},
}

#: Of the command capacity.
CAPACITY: Mapping[str, Mapping[str, Any]] = {
    "left": {
        "what": "summary",
        "key": "capacity_left_mean",
        "note": "part of the NICs' rate that faults leave",
    },
    "switches": {"what": "summary", "key": "switches"},
    "optics": {"what": "summary", "key": "optics"},
    "power": {"what": "summary", "key": "power_per_nic_w", "unit": "W", "note": "per NIC"},
    "cost": {"what": "summary", "key": "cost_per_nic_usd", "unit": "USD", "note": "per NIC"},
}

#: Most panels of a plot.
MOST_PANELS = 12

_SHOWN = (("bandwidth", "Bus bandwidth (Gb/s)"), ("duration", "Time of a job (us)"))


def complete(experiment: Experiment) -> Experiment:
    """The experiment with measures and plots, if it has none."""
    if not experiment.measures:
        measures = MEASURES if experiment.program == "run" else CAPACITY
        experiment = replace(experiment, measures=measures)
    if not experiment.table:
        experiment = replace(experiment, table=tuple(experiment.measures))
    if not experiment.plots and experiment.measures is MEASURES:
        experiment = replace(experiment, plots=tuple(_plots(experiment)))
    return experiment


def _plots(experiment: Experiment) -> list[dict[str, Any]]:
    """Curves along the axis with most numbers; bars if nothing is varied along numbers."""
    axis = longest_axis(experiment)
    if axis is None:
        bars = [{"kind": "bars", "title": label, "measure": name, "ylabel": label}
                for name, label in _SHOWN]  # fmt: skip
        return bars
    path, name = axis
    fixed = _fixed(experiment, path)
    where = {"where": fixed} if fixed else {}
    told = "".join(f", {key} {value_label(value)}" for key, value in fixed.items())
    return [
        {"kind": "curve", "title": f"{label} by {path}{told}", "measure": measure,
         "ylabel": label, "xlabel": path, "x": name, "log": scales(experiment, path), **where}
        for measure, label in _SHOWN
    ]  # fmt: skip


def _fixed(experiment: Experiment, x: str) -> dict[str, Any]:
    """Values of other axes, those with most of them first, until there are few enough panels."""
    others: dict[str, list[Any]] = {path: [] for path in experiment.axes if path != x}
    for point in experiment.points:
        for path, value in point.values:
            if path in others and value not in others[path]:
                others[path].append(value)
    fixed = {}
    for path, values in sorted(others.items(), key=lambda each: -len(each[1])):
        if math.prod(len(each) for each in others.values()) <= MOST_PANELS:
            break
        fixed[experiment.axes[path]] = values[0]
        others[path] = values[:1]
    return fixed


def longest_axis(experiment: Experiment) -> tuple[str, str] | None:
    """Path and name of what is varied along most numbers, at least two."""
    best, most = None, 1
    for path, name in experiment.axes.items():
        values = axis_values(experiment, path)
        if len(values) > most and None not in values:
            best, most = (path, name), len(values)
    return best


def axis_values(experiment: Experiment, path: str) -> list[float | None]:
    """What is varied, as numbers; None for what is none."""
    values = {repr(value): value for point in experiment.points for at, value in point.values
              if at == path}  # fmt: skip
    return [number_of(value) for value in values.values()]


def scales(experiment: Experiment, path: str) -> str:
    """The axes of a curve that are logarithmic: along values that span a decade."""
    values = [value for value in axis_values(experiment, path) if value is not None]
    return "x" if values and min(values) > 0 and max(values) >= 10 * min(values) else ""
