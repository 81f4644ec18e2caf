# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""How cost and memory grow: one thing at a time, on fabrics of about the same work.

Each axis varies one thing of workload W1 and keeps the work about the same, so that a difference is one of cost. The
last axis, events pending, is the hold model of the micro-benchmarks, a line per scheduler.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..table import Table, number
from . import micro
from .simulator import progress, simulate
from .workloads import ns_per_hop, select

MB = 1_000_000

#: The workload that is varied
BASE = "W1"

#: Bytes that all hosts of a point together send
WORK = 512 * MB

#: The axis that the micro-benchmarks measure
PENDING = "events pending"
HELD = "EventHeld/"

COLUMNS = (
    "axis",
    "value",
    "series",
    "packet_hops",
    "ns",
    "ns_fastest",
    "ns_slowest",
    "events_per_packet_hop",
    "setup_cpu_s",
    "peak_rss_bytes",
)


@dataclass(frozen=True)
class Axis:
    """What is varied.

    name -- heading of the plot and word in the CSV
    settings -- by value, keys of the scenario that are different
    """

    name: str
    settings: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)


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


AXES = (
    Axis("hosts", {radix**2: clos(radix) for radix in (4, 8, 16, 32, 64)}),
    Axis(
        "QPs per pair",
        {qps: {"workload[0].bytes": 8 * MB, "workload[0].qps": qps} for qps in (1, 4, 16, 64)},
    ),
    Axis(
        "EVs per QP",
        {
            evs: {
                "workload[0].bytes": 8 * MB,
                "transport.evs": evs,
                "transport.evsActive": evs,
            }
            for evs in (8, 32, 64, 256)
        },
    ),
    Axis("senders of an incast", {senders: incast(senders) for senders in (1, 4, 16, 56)}),
)


def measure(program: Path, repeat: int) -> list[dict[str, Any]]:
    """A row per point, with the columns of the CSV.

    @param program the simulator
    @param repeat measurements of each point; the median counts
    """
    (base,) = select(BASE)
    points = [(axis, value) for axis in AXES for value in axis.settings]
    runs: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for turn in range(repeat):
        for axis, value in points:
            progress(f"run {turn + 1} of {repeat}: {axis.name} {value}")
            summary = simulate(program, base.file, axis.settings[value])
            runs.setdefault((axis.name, value), []).append(summary)
    rows = [figures(*point, sorted(all_of, key=ns_per_hop)) for point, all_of in runs.items()]
    progress("")
    benchmarks = program.resolve().parent / micro.PROGRAM
    if benchmarks.exists():
        rows += pending(micro.measure(benchmarks, repeat, HELD))
    return rows


def figures(axis: str, value: int, ordered: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The row of a point, from its runs ordered by speed."""
    median = ordered[(len(ordered) - 1) // 2]
    return {
        "axis": axis,
        "value": value,
        "series": BASE,
        "packet_hops": median["packet_hops"],
        "ns": ns_per_hop(median),
        "ns_fastest": ns_per_hop(ordered[0]),
        "ns_slowest": ns_per_hop(ordered[-1]),
        "events_per_packet_hop": median["events"] / median["packet_hops"],
        "setup_cpu_s": median["setup_cpu_s"],
        "peak_rss_bytes": median["peak_rss_bytes"],
    }


def pending(benchmarks: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of the schedulers: ns per event that is taken out and put back."""
    rows = []
    for entry in benchmarks:
        _, scheduler, depth = entry["name"].split("/")
        keys = ("ns", "ns_fastest", "ns_slowest")
        rows.append(
            {"axis": PENDING, "value": int(depth), "series": scheduler, **{k: entry[k] for k in keys}}
        )
    return rows


def write_csv(rows: Sequence[dict[str, Any]], file: Path) -> None:
    """All rows, tidy; cells without a value are empty."""
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)


def table(rows: Sequence[dict[str, Any]]) -> Table:
    """What a user sees."""
    return Table(
        ("axis", "value", "series", "ns", "(min", "max)", "events/hop", "peak RSS MB"),
        [
            (
                row["axis"],
                str(row["value"]),
                row["series"],
                number(row["ns"], 1),
                number(row["ns_fastest"], 1),
                number(row["ns_slowest"], 1),
                number(row.get("events_per_packet_hop"), 2),
                number(row["peak_rss_bytes"] / 1e6 if "peak_rss_bytes" in row else None, 1),
            )
            for row in rows
        ],
    )
