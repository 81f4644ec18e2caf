# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""How cost and memory grow: one thing at a time, on fabrics of about the same work.

Each axis varies one thing of workload W1 and keeps the work about the same, so that a difference is one of cost. The
last axis, events pending, is the hold model of the micro-benchmarks, a line per scheduler.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from . import micro
from .columns import Column, spread
from .simulator import Job, figures, in_turn
from .workloads import WORKLOADS

MB = 1_000_000

#: The workload that is varied
BASE = "W1"

#: Bytes that all hosts of a point together send
WORK = 512 * MB

#: The axis that the micro-benchmarks measure
PENDING = "events pending"
HELD = "EventHeld/"

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
    return {
        "topology.hosts": radix**2,
        "topology.hostsPerT0": radix,
        "topology.t1PerPlane": radix,
        "workload[0].bytes": WORK // radix**2,
    }


def incast(senders: int) -> dict[str, Any]:
    """Hosts that send to host 0; those of its own T0 do not."""
    hosts = range(8, 8 + senders)
    job = {"type": "incast", "receiver": 0, "senders": list(hosts), "bytes": WORK // 4 // senders}
    return {"workload[0]": json.dumps(job)}


def _evs(count: int) -> dict[str, Any]:
    return {"workload[0].bytes": 8 * MB, "transport.evs": count, "transport.evsActive": count}


#: What is varied, as plots call it: by value, keys of the scenario that are different
AXES: Mapping[str, Mapping[int, Mapping[str, Any]]] = {
    "hosts": {radix**2: clos(radix) for radix in (4, 8, 16, 32, 64)},
    "QPs per pair": {qps: {"workload[0].bytes": 8 * MB, "workload[0].qps": qps} for qps in (1, 4, 16, 64)},
    "EVs per QP": {evs: _evs(evs) for evs in (8, 32, 64, 256)},
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
    if benchmarks.exists():
        rows += pending(micro.measure(benchmarks, repeat, HELD))
    return rows


def pending(benchmarks: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows of the schedulers: ns per event that is taken out and put back."""
    rows = []
    for entry in benchmarks:
        _, scheduler, depth = entry["name"].split("/")
        times = {key: value for key, value in entry.items() if key != "name"}
        rows.append({"axis": PENDING, "value": int(depth), "series": scheduler, **times})
    return rows


def write_csv(rows: Sequence[Mapping[str, Any]], file: Path) -> None:
    """All rows, tidy; cells without a value are empty."""
    pd.DataFrame(rows, dtype=object).to_csv(file, index=False)
