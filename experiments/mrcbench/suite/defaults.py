# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Measures of sweeps, and default plots."""

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

#: Measures of any run.
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

#: Measures of the command capacity.
CAPACITY = (
    Measure("left", lambda run: measure.summary(run, "capacity_left_mean"),
            note="part of the NICs' rate that faults leave"),
    Measure("switches", lambda run: measure.summary(run, "switches")),
    Measure("optics", lambda run: measure.summary(run, "optics")),
    Measure("power", lambda run: measure.summary(run, "power_per_nic_w"), "W", note="per NIC"),
    Measure("cost", lambda run: measure.summary(run, "cost_per_nic_usd"), "USD", note="per NIC"),
)  # fmt: skip

#: Measures of several jobs if each also runs alone: the effect of the other jobs.
ISOLATION = Measure("isolation", lambda run, alone: measure.isolation(run, alone, "*"), "",
                    "time together / time alone", "mean over the jobs", alone=True)  # fmt: skip

_SHOWN = (("bandwidth", "Bus bandwidth (Gb/s)"), ("duration", "Time of a job (us)"))


def draw(m: Measured) -> Iterator[Plot]:
    """Curves along the axis with the most numbers; bars if no varied values are numbers."""
    experiment = m.experiment
    if experiment.program != "run":
        return
    values = _values(experiment)
    numbers = {path: [number_of(value) for value in own] for path, own in values.items()}
    axes = {path: own for path, own in numbers.items() if len(own) > 1 and None not in own}
    if not axes:
        for name, label in _SHOWN:
            yield bars(m, name, title=label, ylabel=label)
        return
    path = max(axes, key=lambda path: len(axes[path]))
    places = [place for place in axes[path] if place is not None]
    fixed = _fixed({other: own for other, own in values.items() if other != path})
    where = {experiment.axes[other]: value for other, value in fixed.items()}
    rest = "".join(f", {axis} {value_label(value)}" for axis, value in where.items())
    log = "x" if min(places) > 0 and max(places) >= 10 * min(places) else ""  # over a decade
    for name, label in _SHOWN:
        yield curve(m, name, title=f"{label} by {path}{rest}", ylabel=label, xlabel=path,
                    x=experiment.axes[path], log=log, where=where)  # fmt: skip


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
