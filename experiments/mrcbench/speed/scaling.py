# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Growth of cost and memory along one parameter at a time, with about the same work.

Each axis varies one parameter of workload W1 and keeps the work about the same, so that differences are differences of
cost. The last axis, events pending, is the hold model of the micro-benchmarks, with a line per scheduler.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from .. import style
from ..drawing import logarithmic, new_figure, plain_numbers, styled, y_scale
from . import micro
from .columns import Column, Row, spread
from .simulator import Job, figures, in_turn
from .workloads import WORKLOADS

MB = 1_000_000

#: The workload that is varied, and bytes that all hosts of a point send together
BASE, WORK = "W1", 512 * MB

#: The axis that the micro-benchmarks measure
PENDING, HELD = "events pending", "EventHeld/"

COLUMNS = (
    Column("axis", "axis"),
    Column("value", "value"),
    Column("series", "series"),
    *spread("ns", "ns", compared=False),
    Column("events/hop", "events_per_packet_hop", 2),
    Column("peak RSS", "peak_rss_bytes", 1, "MB", 1e6),
)


def clos(radix: int) -> dict[str, Any]:
    """A fabric of radix x radix hosts at full bisection, every host with its share of the work."""
    size = {"hosts": radix**2, "hostsPerT0": radix, "t1PerPlane": radix}
    return {**{f"topology.{key}": value for key, value in size.items()}, "workload[0].bytes": WORK // radix**2}


def incast(senders: int) -> dict[str, Any]:
    """Hosts that send to host 0; those of its own T0 do not."""
    hosts = list(range(8, 8 + senders))
    job = {"type": "incast", "receiver": 0, "senders": hosts, "bytes": WORK // 4 // senders}
    return {"workload[0]": json.dumps(job)}


def _per_host(**settings: Any) -> dict[str, Any]:
    """Settings with 8 MB from each host."""
    return {"workload[0].bytes": 8 * MB, **settings}


#: The varied parameters by their names in plots: changed keys of the scenario, by value
AXES: Mapping[str, Mapping[int, Mapping[str, Any]]] = {
    "hosts": {radix**2: clos(radix) for radix in (4, 8, 16, 32, 64)},
    "QPs per pair": {qps: _per_host(**{"workload[0].qps": qps}) for qps in (1, 4, 16, 64)},
    "EVs per QP": {
        evs: _per_host(**{"transport.evs": evs, "transport.evsActive": evs}) for evs in (8, 32, 64, 256)
    },
    "senders of an incast": {senders: incast(senders) for senders in (1, 4, 16, 56)},
}


def measure(program: Path, repeat: int) -> list[dict[str, Any]]:
    """A row per point.

    @param program the simulator
    @param repeat measurements of each point; the median counts
    """
    jobs = {
        (axis, value): Job(f"{axis} {value}", program, WORKLOADS[BASE], settings)
        for axis, values in AXES.items()
        for value, settings in values.items()
    }
    rows = [
        {"axis": axis, "value": value, "series": BASE, **figures(runs, "ns")}
        for (axis, value), runs in in_turn(jobs, repeat).items()
    ]
    benchmarks = program.resolve().parent / micro.PROGRAM
    return rows + (pending(micro.measure(benchmarks, repeat, HELD)) if benchmarks.exists() else [])


def pending(benchmarks: Sequence[Row]) -> list[dict[str, Any]]:
    """Rows of the schedulers: ns per event that is removed and inserted."""
    rows = []
    for entry in benchmarks:
        _, scheduler, depth = entry["name"].split("/")
        times = {key: value for key, value in entry.items() if key != "name"}
        rows.append({"axis": PENDING, "value": int(depth), "series": scheduler, **times})
    return rows


def write_csv(rows: Sequence[Row], file: Path) -> None:
    """All rows, tidy; cells without a value are empty."""
    pd.DataFrame(rows, dtype=object).to_csv(file, index=False)


@styled
def draw(measured: Sequence[Row], folder: Path) -> list[Path]:
    """The plots: time per packet-hop by every axis, memory by the same, schedulers.

    @return their files, performance-*.png
    """
    rows = pd.DataFrame(measured)
    held = rows["axis"] == PENDING
    plots = {
        "time": _by_axis(rows[~held], "ns", 1, "CPU time per packet-hop (ns)"),
        "memory": _by_axis(rows[~held], "peak_rss_bytes", 1e6, "peak memory (MB)"),
        **({"schedulers": _by_scheduler(rows[held])} if held.any() else {}),
    }
    files = [folder / f"performance-{name}.png" for name in plots]
    for figure, file in zip(plots.values(), files):
        figure.savefig(file, dpi=120)
    return files


def _by_axis(rows: pd.DataFrame, key: str, unit: float, label: str) -> Figure:
    """A panel per axis, side by side, with the same scale of y."""
    by_axis = rows.groupby("axis", sort=False)
    figure, axes = new_figure(1, len(by_axis), 2.6, sharey=True)
    color = style.look_at("", 0).color  # the cost of the simulator is not that of a transport
    for axis, (name, own) in zip(axes, by_axis):
        axis.plot(own["value"], own[key] / unit, "o-", color=color)
        if key == "ns":
            axis.fill_between(own["value"], own["ns_fastest"], own["ns_slowest"], color=color, alpha=0.15, lw=0)
        axis.set_xscale("log", base=2)
        axis.set_xticks(own["value"], own["value"].astype(str))
        axis.minorticks_off()
        axis.set_xlabel(logarithmic(name))
        axis.grid(color=style.GRID, lw=0.6)
    y_scale(axes[0], label, log=False)
    return figure


def _by_scheduler(rows: pd.DataFrame) -> Figure:
    """Time per event by the number of events pending, a line per scheduler."""
    figure, (axis,) = new_figure(1, 1, 3.2)
    for rank, (name, own) in enumerate(rows.sort_values("value").groupby("series", sort=False)):
        axis.plot(own["value"], own["ns"], label=name, **{**style.look_at("", rank).line_stroke(marks=True), "ms": 6})
    axis.set_xscale("log")
    plain_numbers(axis.xaxis)
    axis.set_xlabel(logarithmic(PENDING))
    y_scale(axis, "time per event (ns)", log=True)
    axis.grid(color=style.GRID, lw=0.6)
    axis.legend(fontsize=8)
    return figure
