# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Measures of sweeps, and the plots of one that asks for none."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from .. import measure
from ..drawing.curves import MOST_PANELS, curve
from ..drawing.experiment import Plot, bars
from .definition import Experiment, Measure
from .evaluation import Measured
from .variation import number_of, value_label

#: What is worth knowing of any run.
MEASURES = (
    Measure("bandwidth", lambda run: measure.job(run, "busbw_gbps"), "Gb/s", "bus bandwidth",
            "bus bandwidth of the jobs, mean"),
    Measure("duration", lambda run: measure.job(run, "duration_ns") * 1e-3, "us", "time of a job",
            "time of a job, mean"),
    Measure("efficiency", lambda run: measure.efficiency(run, "*"), "", "ideal time / time taken",
            "ideal time over time taken"),
    Measure("p99", lambda run: measure.summary(run, "fct_ns.p99") * 1e-3, "us",
            "time of a message, 99th percentile", "time of a message, 99th percentile"),
    Measure("resent", lambda run: measure.summary(run, "retransmitted_packets"), "", "packets sent again"),
    Measure("drops", lambda run: measure.summary(run, "dropped_packets"), "", "packets dropped"),
)  # fmt: skip

#: Of the command capacity.
CAPACITY = (
    Measure("left", lambda run: measure.summary(run, "capacity_left_mean"),
            note="part of the NICs' rate that faults leave"),
    Measure("switches", lambda run: measure.summary(run, "switches")),
    Measure("optics", lambda run: measure.summary(run, "optics")),
    Measure("power", lambda run: measure.summary(run, "power_per_nic_w"), "W", note="per NIC"),
    Measure("cost", lambda run: measure.summary(run, "cost_per_nic_usd"), "USD", note="per NIC"),
)  # fmt: skip

#: Of several jobs, when each is also done alone: what the others cost them.
ISOLATION = Measure("isolation", lambda run, alone: measure.isolation(run, alone, "*"), "",
                    "time together / time alone", "mean over the jobs", alone=True)  # fmt: skip

_SHOWN = (("bandwidth", "Bus bandwidth (Gb/s)"), ("duration", "Time of a job (us)"))


def draw(m: Measured) -> Iterator[Plot]:
    """Curves along the axis with most numbers; bars if nothing is varied along numbers."""
    experiment = m.experiment
    if experiment.program != "run":
        return
    axis = longest_axis(experiment)
    if axis is None:
        for name, label in _SHOWN:
            yield bars(m, name, title=label, ylabel=label)
        return
    path, name = axis
    fixed = _fixed(experiment, path)
    told = "".join(f", {key} {value_label(value)}" for key, value in fixed.items())
    for shown, label in _SHOWN:
        yield curve(m, shown, title=f"{label} by {path}{told}", ylabel=label, xlabel=path, x=name,
                    log=scales(experiment, path), where=fixed)  # fmt: skip


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
