# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Instructions and cache misses per packet-hop, counted by callgrind: the same on every machine, and the same twice.

A workload is run twice, with short messages and with messages of one byte. The second run is the start-up: reading the
scenario, building the fabric and the QPs, writing results. What the first one takes more, divided by the packet-hops it
has more, is the cost of a packet-hop, and so it is of every library and function.

The caches are those of no machine in particular: 32 KB and 1 MB, what a core of a server has for itself. A miss of the
second one costs as much as tens to hundreds of instructions, and how much depends on who else uses the machine: with many
hosts, it is what the time goes to.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..table import Table, number
from .simulator import Failure, progress, simulate
from .workloads import select

#: Workloads, with the messages of the short run
WORKLOADS = {"W1": "2MB", "W3": "200KB", "W5-W1": "2MB"}

#: Simulated caches: size, associativity, line
CACHES = ("--cache-sim=yes", "--I1=32768,8,64", "--D1=32768,8,64", "--LL=1048576,16,64")

#: What callgrind counts, and which of our figures it belongs to
EVENTS = {"Ir": "instructions", "D1mr": "l1", "D1mw": "l1", "DLmr": "l2", "DLmw": "l2"}
FIGURES = {
    "instructions": "instructions_per_packet_hop",
    "l1": "l1_misses_per_packet_hop",
    "l2": "l2_misses_per_packet_hop",
}

#: Functions that are named: those with most instructions, and those with so many L2 misses per packet-hop
NAMED_FUNCTIONS = 20
NAMED_MISSES = 0.3

#: Counts of one function of one library, by figure
Count = dict[str, int]
Costs = dict[tuple[str, str], Count]


def measure(program: Path) -> list[dict[str, Any]]:
    """Figures of all workloads that are short enough."""
    for tool in ("valgrind", "callgrind_annotate"):
        if not shutil.which(tool):
            raise Failure(f"there is no {tool}: apt-get install valgrind", 2)
    rows = []
    for name, size in WORKLOADS.items():
        (workload,) = select(name)
        progress(f"callgrind: {name}")
        hops, costs = count(program, workload.file, {"workload[0].bytes": size})
        start_hops, start_costs = count(program, workload.file, {"workload[0].bytes": 1})
        rows.append(figures(name, hops - start_hops, costs, start_costs))
    progress("")
    return rows


def count(program: Path, scenario: Path, settings: Mapping[str, Any]) -> tuple[int, Costs]:
    """Packet-hops and costs of one run."""
    with tempfile.TemporaryDirectory(prefix="mrc-bench-") as folder:
        out = Path(folder, "callgrind.out")
        wrapper = ("valgrind", "-q", "--tool=callgrind", *CACHES, f"--callgrind-out-file={out}")
        summary = simulate(program, scenario, settings, wrapper)
        listing = subprocess.run(
            [
                "callgrind_annotate",
                f"--show={','.join(EVENTS)}",
                "--threshold=100",
                "--auto=no",
                str(out),
            ],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    return summary["packet_hops"], parse(listing)


def parse(listing: str) -> Costs:
    """Costs by function and library, of what callgrind_annotate prints."""
    one = r"\s*(?:([\d,]+) \([ \d.]+%\)|([0.]))"
    line_of_costs = re.compile(one * len(EVENTS) + r"\s+(.*)$")
    costs: Costs = {}
    for line in listing.splitlines():
        hit = line_of_costs.match(line)
        if not hit or "PROGRAM TOTALS" in line:
            continue
        where, _, library = hit[hit.lastindex or 0].partition(" [")
        function = where.split(":", 1)[1] if ":" in where else where
        own = costs.setdefault((function, Path(library.rstrip("]")).name or "?"), zero())
        for index, figure in enumerate(EVENTS.values()):
            own[figure] += int((hit[2 * index + 1] or "0").replace(",", ""))
    return costs


def zero() -> Count:
    """No costs."""
    return dict.fromkeys(FIGURES, 0)


def add(counts: Iterable[Count]) -> Count:
    """The sum of costs."""
    total = zero()
    for one in counts:
        for figure in total:
            total[figure] += one[figure]
    return total


def figures(name: str, hops: int, costs: Costs, start: Costs) -> dict[str, Any]:
    """Figures of one workload.

    @param name the workload
    @param hops packet-hops that the measured run has more than the start-up
    @param costs of the measured run
    @param start costs of the start-up
    """

    def per_hop(own: Count) -> dict[str, float]:
        return {key: own[figure] / hops for figure, key in FIGURES.items()}

    more = {
        key: {f: costs.get(key, zero())[f] - start.get(key, zero())[f] for f in FIGURES}
        for key in sorted(costs.keys() | start.keys())
    }
    libraries = {library for _, library in more}
    shares = {
        library: add(own for (_, l), own in more.items() if l == library)
        for library in sorted(libraries)
    }
    most = sorted(more, key=lambda key: -more[key]["instructions"])[:NAMED_FUNCTIONS]
    most += [key for key in more if more[key]["l2"] >= NAMED_MISSES * hops]
    return {
        "workload": name,
        "packet_hops": hops,
        **per_hop(add(more.values())),
        "start_up_instructions": add(start.values())["instructions"],
        "libraries": [
            {"library": library, **per_hop(own)}
            for library, own in sorted(shares.items(), key=lambda item: -item[1]["instructions"])
        ],
        "functions": [
            {"function": function, "library": library, **per_hop(more[function, library])}
            for function, library in dict.fromkeys(most)
        ],
    }


def total_table(rows: Sequence[dict[str, Any]]) -> Table:
    """Costs of a packet-hop and of the start-up."""
    return Table(
        (
            "workload",
            "messages",
            "packet-hops",
            "instructions/hop",
            "L1 misses/hop",
            "L2 misses/hop",
            "start-up, millions",
        ),
        [
            (
                row["workload"],
                WORKLOADS[row["workload"]],
                number(row["packet_hops"]),
                *costs_of(row),
                number(row["start_up_instructions"] / 1e6, 1),
            )
            for row in rows
        ],
    )


def profile_tables(row: dict[str, Any]) -> list[Table]:
    """Where the costs of one workload go: by library, and the first functions."""
    head = ("instructions/hop", "L1 misses", "L2 misses")
    libraries = [entry for entry in row["libraries"] if entry["instructions_per_packet_hop"] >= 0.1]
    return [
        Table(
            (f"{row['workload']}: {name}", *head),
            [(shorten(entry[name]), *costs_of(entry)) for entry in entries],
        )
        for name, entries in (("library", libraries), ("function", row["functions"]))
    ]


def costs_of(row: dict[str, Any]) -> tuple[str, ...]:
    """Cells of the costs."""
    digits = (1, 2, 2)
    return tuple(number(round(row[k], d) or 0, d) for k, d in zip(FIGURES.values(), digits))


def shorten(name: str) -> str:
    """A C++ name for a table: without arguments and without the outer namespace."""
    bare = re.sub(r"\(.*", "", name) if not name.startswith("(") else name
    return bare.replace("ns3::", "")[:70]
