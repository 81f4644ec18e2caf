# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The workloads: whole simulations, experiments/scenarios/bench-*.json.

Each is run several times, in turn with the others, so that a busy minute of the machine falls on all of them; the
median run counts. Memory per host is what a run needs more than one of two hosts and one byte, divided by the hosts:
the host, its QPs, and its share of the switches and of the frames in flight. Memory per QP is what an all-to-all of
one-byte messages needs more than a permutation of them, on the same hosts, divided by the QPs it has more.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..table import NOTHING, Table, number
from .simulator import TOP, progress, simulate

SCENARIOS = TOP / "experiments" / "scenarios"

#: The smallest run: what the program itself needs
SMALLEST = {
    "topology.hosts": 2,
    "topology.hostsPerT0": 1,
    "topology.t1PerPlane": 1,
    "workload[0].bytes": 1,
}

#: QPs and nothing else
IDLE: dict[str, Any] = {"workload[0].bytes": 1}
IDLE_WITH_FEW_QPS = {**IDLE, "workload[0].type": "permutation"}


@dataclass(frozen=True)
class Workload:
    """A workload: name and scenario file."""

    name: str
    file: Path


#: All workloads, in the order of the table
WORKLOADS = tuple(
    Workload(name, SCENARIOS / f"bench-{name.lower()}.json")
    for name in ("W1", "W1x4", "W2", "W3", "W3x8", "W4", "W5-W1", "W5-W3", "W6")
)

#: The workload that has many QPs per host
MANY_QPS = "W2"


def select(names: str) -> tuple[Workload, ...]:
    """Workloads by name, such as "W1,W5"; W5 means W5-W1 and W5-W3. Unknown names are a ValueError."""
    chosen = []
    for name in names.split(","):
        hits = [w for w in WORKLOADS if w.name == name or w.name.startswith(f"{name}-")]
        if not hits:
            known = ", ".join(w.name for w in WORKLOADS)
            raise ValueError(f"there is no workload '{name}'; allowed: {known}")
        chosen += hits
    return tuple(w for w in WORKLOADS if w in chosen)


def ns_per_hop(summary: dict[str, Any]) -> float:
    """CPU time of a run per packet-hop, ns."""
    return 1e9 * summary["cpu_s"] / summary["packet_hops"]


def measure(
    programs: Sequence[Path], workloads: Sequence[Workload], repeat: int
) -> list[list[dict[str, Any]]]:
    """Figures of each workload, for every one of some simulators, which are run in turn."""
    runs: dict[tuple[int, str], list[dict[str, Any]]] = {}
    for turn in range(repeat):
        for workload in workloads:
            progress(f"run {turn + 1} of {repeat}: {workload.name}")
            for index, program in enumerate(programs):
                summary = simulate(program, workload.file)
                runs.setdefault((index, workload.name), []).append(summary)
    progress("memory of QPs")
    rows = [
        summarize(program, {w: runs[index, w.name] for w in workloads})
        for index, program in enumerate(programs)
    ]
    progress("")
    return rows


def summarize(
    program: Path, runs: Mapping[Workload, Sequence[dict[str, Any]]]
) -> list[dict[str, Any]]:
    """Figures of each workload, from its runs by one simulator."""
    smallest = simulate(program, WORKLOADS[0].file, SMALLEST)["peak_rss_bytes"]
    rows = [figures(w, sorted(of, key=ns_per_hop), smallest) for w, of in runs.items()]
    for row, workload in zip(rows, runs):
        if workload.name == MANY_QPS:
            row["bytes_per_qp"] = bytes_per_qp(program, workload)
    return rows


def figures(
    workload: Workload, ordered: Sequence[dict[str, Any]], smallest: int
) -> dict[str, Any]:
    """Figures of one workload, from its runs ordered by speed."""
    median = ordered[(len(ordered) - 1) // 2]
    peak = statistics.median(run["peak_rss_bytes"] for run in ordered)
    return {
        "workload": workload.name,
        "hosts": median["hosts"],
        "planes": median["planes"],
        "packet_hops": median["packet_hops"],
        "cpu_s": median["cpu_s"],
        "setup_cpu_s": statistics.median(run["setup_cpu_s"] for run in ordered),
        "packet_hops_per_cpu_s": median["packet_hops"] / median["cpu_s"],
        "ns_per_packet_hop": ns_per_hop(median),
        "ns_per_packet_hop_fastest": ns_per_hop(ordered[0]),
        "ns_per_packet_hop_slowest": ns_per_hop(ordered[-1]),
        "events_per_packet_hop": median["events"] / median["packet_hops"],
        "peak_rss_bytes": peak,
        "bytes_per_host": max(0, peak - smallest) / median["hosts"],
        "bytes_per_qp": None,
        "runs": len(ordered),
        "command": f"./mrc run {workload.file.relative_to(TOP)}",
    }


def bytes_per_qp(program: Path, workload: Workload) -> float:
    """Memory of a QP, both ends together, B."""
    many = simulate(program, workload.file, IDLE)
    few = simulate(program, workload.file, IDLE_WITH_FEW_QPS)
    more = many["flows_total"] - few["flows_total"]
    return (many["peak_rss_bytes"] - few["peak_rss_bytes"]) / more


def table(rows: Sequence[dict[str, Any]], verdicts: dict[str, str]) -> Table:
    """What a user sees.

    @param rows figures of the workloads
    @param verdicts by workload, how many of its targets were reached
    """
    header = (
        "workload",
        "packet-hops",
        "hops/CPU-s",
        "ns/hop",
        "(min",
        "max)",
        "events/hop",
        "set-up s",
        "run s",
        "peak RSS MB",
        "KB/host",
        "B/QP",
        "targets",
    )
    return Table(
        header,
        [
            (
                row["workload"],
                number(row["packet_hops"]),
                number(row["packet_hops_per_cpu_s"]),
                number(row["ns_per_packet_hop"], 1),
                number(row["ns_per_packet_hop_fastest"], 1),
                number(row["ns_per_packet_hop_slowest"], 1),
                number(row["events_per_packet_hop"], 2),
                number(row["setup_cpu_s"], 2),
                number(row["cpu_s"], 2),
                number(row["peak_rss_bytes"] / 1e6, 1),
                number(row["bytes_per_host"] / 1e3, 2),
                number(row["bytes_per_qp"]),
                verdicts.get(row["workload"], NOTHING),
            )
            for row in rows
        ],
    )
