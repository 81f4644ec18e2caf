# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Instructions per packet-hop, counted by callgrind: the same on every machine, and the same twice.

A workload is run twice, with messages of 2 MB and of one byte. The second run is the start-up: reading the scenario,
building the fabric and the QPs, writing results. What the first one takes more, divided by the packet-hops it has more,
is the cost of a packet-hop, and so it is of every library and function.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..table import Table, number
from .simulator import Failure, progress, simulate
from .workloads import select

WORKLOADS = ("W1", "W5-W1")
SHORT = {"workload[0].bytes": "2MB"}
START_UP = {"workload[0].bytes": 1}

#: Functions that are named, those with most instructions
NAMED_FUNCTIONS = 25


def measure(program: Path) -> list[dict[str, Any]]:
    """Figures of both workloads."""
    for tool in ("valgrind", "callgrind_annotate"):
        if not shutil.which(tool):
            raise Failure(f"there is no {tool}: apt-get install valgrind", 2)
    rows = []
    for name in WORKLOADS:
        (workload,) = select(name)
        progress(f"callgrind: {name}")
        hops, costs = count(program, workload.file, SHORT)
        start_hops, start_costs = count(program, workload.file, START_UP)
        rows.append(figures(name, hops - start_hops, costs, start_costs))
    progress("")
    return rows


Costs = dict[tuple[str, str], int]  # instructions by (function, library)


def count(program: Path, scenario: Path, settings: dict[str, Any]) -> tuple[int, Costs]:
    """Packet-hops and instructions of one run."""
    with tempfile.TemporaryDirectory(prefix="mrc-bench-") as folder:
        out = Path(folder, "callgrind.out")
        wrapper = ("valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}")
        summary = simulate(program, scenario, settings, wrapper)
        listing = subprocess.run(
            ["callgrind_annotate", "--threshold=100", "--auto=no", str(out)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    return summary["packet_hops"], parse(listing)


def parse(listing: str) -> Costs:
    """Instructions by function and library, of what callgrind_annotate prints."""
    costs: Costs = {}
    for line in listing.splitlines():
        hit = re.match(r"\s*([\d,]+) \([ \d.]+%\)\s+(.*)$", line)
        if not hit or "PROGRAM TOTALS" in line:
            continue
        where, _, library = hit.group(2).partition(" [")
        function = where.split(":", 1)[1] if ":" in where else where
        key = (function, Path(library.rstrip("]")).name or "?")
        costs[key] = costs.get(key, 0) + int(hit.group(1).replace(",", ""))
    return costs


def figures(name: str, hops: int, costs: Costs, start: Costs) -> dict[str, Any]:
    """Figures of one workload.

    @param name the workload
    @param hops packet-hops that the measured run has more than the start-up
    @param costs instructions of the measured run
    @param start instructions of the start-up
    """
    more = {key: costs.get(key, 0) - start.get(key, 0) for key in costs.keys() | start.keys()}
    ordered = sorted(more.items(), key=lambda item: (-item[1], item[0]))
    libraries: dict[str, int] = {}
    for (_, library), instructions in ordered:
        libraries[library] = libraries.get(library, 0) + instructions
    return {
        "workload": name,
        "packet_hops": hops,
        "instructions_per_packet_hop": sum(more.values()) / hops,
        "start_up_instructions": sum(start.values()),
        "libraries": [
            {"library": library, "instructions_per_packet_hop": instructions / hops}
            for library, instructions in sorted(libraries.items(), key=lambda item: -item[1])
        ],
        "functions": [
            {"function": f, "library": library, "instructions_per_packet_hop": instructions / hops}
            for (f, library), instructions in ordered[:NAMED_FUNCTIONS]
        ],
    }


def total_table(rows: Sequence[dict[str, Any]]) -> Table:
    """Instructions per packet-hop and of the start-up."""
    return Table(
        ("workload, 2 MB", "packet-hops", "instructions/hop", "start-up, millions"),
        [
            (
                row["workload"],
                number(row["packet_hops"]),
                number(row["instructions_per_packet_hop"]),
                number(row["start_up_instructions"] / 1e6, 1),
            )
            for row in rows
        ],
    )


def profile_tables(row: dict[str, Any]) -> list[Table]:
    """Where the instructions of one workload go: by library, and the first functions."""
    total = row["instructions_per_packet_hop"]

    def cells(entry: dict[str, Any], *names: str) -> tuple[str, ...]:
        own = entry["instructions_per_packet_hop"]
        return (*[shorten(entry[n]) for n in names], number(own, 1), number(100 * own / total, 1))

    libraries = [entry for entry in row["libraries"] if entry["instructions_per_packet_hop"] >= 0.1]
    return [
        Table((name, "instructions/hop", "%"), rows)
        for name, rows in (
            (f"{row['workload']}: library", [cells(entry, "library") for entry in libraries]),
            (f"{row['workload']}: function", [cells(entry, "function") for entry in row["functions"]]),
        )
    ]


def shorten(name: str) -> str:
    """A C++ name for a table: without arguments and without the outer namespace."""
    bare = re.sub(r"\(.*", "", name) if not name.startswith("(") else name
    return bare.replace("ns3::", "")[:70]
