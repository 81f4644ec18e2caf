# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The workloads: whole simulations, experiments/scenarios/bench-*.json.

Each runs several times, and the median run counts. Memory per host is the memory of a run less that of a run with two
hosts and one byte, divided by the hosts: the host, its QPs, and its share of the switches and of the frames in flight.
Memory per QP is the memory of an all-to-all of one-byte messages less that of a permutation of them on the same hosts,
divided by the difference of their QPs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..arguments import ROOT
from .columns import Column, spread
from .simulator import Job, Summary, figures, in_turn, progress

SCENARIOS = ROOT / "experiments" / "scenarios"

#: The scenario file of each workload, in the order of the table
WORKLOADS = {
    name: SCENARIOS / f"bench-{name.lower()}.json"
    for name in ("W1", "W1x4", "W2", "W3", "W3x8", "W4", "W5-W1", "W5-W3", "W6")
}

#: Runs with many QPs, with few QPs, and the smallest run, which shows the memory of the program itself
IDLE: dict[str, Any] = {"workload[0].bytes": 1}
IDLE_WITH_FEW_QPS = {**IDLE, "workload[0].type": "permutation"}
SMALLEST = {**IDLE, "topology.hosts": 2, "topology.hostsPerT0": 1, "topology.t1PerPlane": 1}

#: The workload with many QPs per host
MANY_QPS = "W2"

COLUMNS = (
    Column("workload", "workload"),
    Column("packet-hops", "packet_hops", 0),
    Column("hops/CPU-s", "packet_hops_per_cpu_s", 0),
    *spread("ns/hop", "ns_per_packet_hop"),
    Column("events/hop", "events_per_packet_hop", 2, compared=True),
    Column("set-up", "setup_cpu_s", 2, "s", compared=True),
    Column("run", "cpu_s", 2, "s"),
    Column("peak RSS", "peak_rss_bytes", 1, "MB", 1e6, compared=True),
    Column("KB/host", "bytes_per_host", 2, scale=1e3),
    Column("B/QP", "bytes_per_qp", 0),
    Column("targets", "targets"),
)


def select(names: str) -> dict[str, Path]:
    """Workloads by name, such as "W1,W5"; W5 means W5-W1 and W5-W3.

    @raise ValueError for an unknown name
    """
    chosen = set()
    for asked in names.split(","):
        hits = {name for name in WORKLOADS if name == asked or name.startswith(f"{asked}-")}
        if not hits:
            raise ValueError(f"there is no workload '{asked}'; allowed: {', '.join(WORKLOADS)}")
        chosen |= hits
    return {name: file for name, file in WORKLOADS.items() if name in chosen}


def measure(
    programs: Sequence[Path], workloads: Mapping[str, Path], repeat: int
) -> list[list[dict[str, Any]]]:
    """Figures of each workload, for each of the simulators, which run in turns."""
    jobs = {
        (name, program): Job(name, program, file) for name, file in workloads.items() for program in programs
    }
    runs = in_turn(jobs, repeat)
    progress("memory of QPs")
    rows = []
    for program in programs:
        smallest = Job("smallest", program, WORKLOADS["W1"], SMALLEST).run()["peak_rss_bytes"]
        rows.append([_row(name, program, runs[name, program], smallest) for name in workloads])
    progress("")
    return rows


def _row(name: str, program: Path, runs: Sequence[Summary], smallest: int) -> dict[str, Any]:
    """Figures of one workload, from its runs by one simulator.

    @param smallest memory of the program itself
    """
    found = figures(runs, "ns_per_packet_hop")
    return {
        "workload": name,
        "hosts": runs[0]["hosts"],
        "planes": runs[0]["planes"],
        **found,
        "packet_hops_per_cpu_s": found["packet_hops"] / found["cpu_s"],
        "bytes_per_host": max(0, found["peak_rss_bytes"] - smallest) / runs[0]["hosts"],
        "bytes_per_qp": _bytes_per_qp(program) if name == MANY_QPS else None,
        "runs": len(runs),
        "command": f"./mrc run {WORKLOADS[name].relative_to(ROOT)}",
    }


def _bytes_per_qp(program: Path) -> float:
    """Memory of a QP, both ends together, B."""
    many, few = (Job(MANY_QPS, program, WORKLOADS[MANY_QPS], idle).run() for idle in (IDLE, IDLE_WITH_FEW_QPS))
    more = many["flows_total"] - few["flows_total"]
    return (many["peak_rss_bytes"] - few["peak_rss_bytes"]) / more
