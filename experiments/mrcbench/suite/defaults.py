# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Measures and plots of an experiment that asks for none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .definition import Experiment
from .variation import number_of

#: What is worth knowing of any run.
MEASURES: Mapping[str, Mapping[str, Any]] = {
    "bandwidth": {
        "what": "job",
        "column": "busbw_gbps",
        "unit": "Gb/s",
        "note": "bus bandwidth of the jobs, mean",
    },
    "duration": {
        "what": "job",
        "column": "duration_ns",
        "scale": 1e-3,
        "unit": "us",
        "note": "time of a job, mean",
    },
    "efficiency": {"what": "efficiency", "jobs": "*", "note": "ideal time over time taken"},
    "p99": {
        "what": "fct",
        "jobs": "*",
        "stat": "p99",
        "unit": "us",
        "note": "time of a message, 99th percentile",
    },
    "resent": {"what": "summary", "key": "retransmitted_packets"},
    "drops": {"what": "summary", "key": "dropped_packets"},
}

_SHOWN = (("bandwidth", "bus bandwidth (Gb/s)"), ("duration", "time of a job (us)"))


def complete(experiment: Experiment) -> Experiment:
    """The experiment with measures and plots, if it has none."""
    if not experiment.measures and experiment.program == "run":
        experiment = replace(experiment, measures=MEASURES)
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
    return [
        {"kind": "curve", "title": f"{label} by {path}", "measure": measure, "ylabel": label,
         "xlabel": path, "x": name, "log": scales(experiment, path)}
        for measure, label in _SHOWN
    ]  # fmt: skip


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
