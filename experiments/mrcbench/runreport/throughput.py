# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Throughput over time: of jobs and of hosts."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..results import Results
from .palette import color_of, colors_of
from .panels import stack
from .timelines import clock_of, kinds_of, marker, thin

#: Jobs with a line of their own.
_LINES = 8

#: Hosts whose middle is looked for; of more, every so manieth.
_HOSTS = 2048

#: Who never receives more than this part of what others do gets answers, not data.
_ANSWERS = 0.1


def throughput_over_time(results: Results, variant: str) -> Figure | None:
    """A panel each for jobs and hosts; None if nothing was sampled."""
    kinds = kinds_of(results)
    panels: list[Callable[[Axes], None]] = []
    if "job.throughput_gbps" in kinds:
        panels.append(lambda axis: _jobs(axis, results, variant))
    if "host.rx_gbps" in kinds:
        panels.append(lambda axis: _hosts(axis, results, variant))
    return stack(results, panels)


def _draw(axis: Axes, results: Results, values: pd.Series, **look: object) -> None:
    """A line from the first sample on, thinned."""
    line = thin(values)
    axis.plot(line.index / clock_of(results).unit, line.to_numpy(), lw=1.4, marker=marker(line), **look)


def _jobs(axis: Axes, results: Results, variant: str) -> None:
    found = results.over_time("job.throughput_gbps")
    # In the order of the flows' figure, so that a job has one color on the page
    names = list(dict.fromkeys([*(job for job in results.flows["job"].unique() if job in found), *found]))
    if len(names) > _LINES:
        _draw(axis, results, found.sum(axis=1), color=color_of(variant), label=f"all {len(names)} jobs")
    else:
        looks = colors_of(names, variant)
        for name in names:
            _draw(axis, results, found[name], color=looks[name], label=name)
    axis.set_ylabel("jobs, payload (Gb/s)")


def _hosts(axis: Axes, results: Results, variant: str) -> None:
    """The middle of the hosts that receive data, and how far they are apart."""
    samples = results.samples
    rows = samples[samples["kind"] == "host.rx_gbps"]
    peaks = rows.groupby("object")["value"].max()
    names = peaks[peaks > _ANSWERS * peaks.max()].index
    busy = len(names)
    color = color_of(variant)
    if busy <= 1:
        _draw(axis, results, results.series("host.rx_gbps"), color=color, label="the receiver")
        axis.set_ylabel("host, frames (Gb/s)")
        return
    found = results.over_time("host.rx_gbps", set(names[:: -(-busy // _HOSTS)]).__contains__)
    low, middle, high = (thin(found.quantile(part, axis=1)) for part in (0.1, 0.5, 0.9))
    unit = clock_of(results).unit
    axis.fill_between(low.index / unit, low, high, color=color, alpha=0.25, lw=0, label="80 % of them")
    _draw(axis, results, middle, color=color, label=f"median of {busy:,} hosts")
    axis.set_ylabel("host, frames (Gb/s)")
