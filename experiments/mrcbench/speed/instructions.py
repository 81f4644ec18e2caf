# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Instructions and cache misses per packet-hop, counted by callgrind: reproducible, and equal on every machine.

A workload runs twice, with short messages and with messages of one byte. The second run is the start-up: reading the
scenario, building the fabric and the QPs, writing results. The difference of the costs of the two runs, divided by the
difference of their packet-hops, is the cost of a packet-hop; likewise for every library and function.

The simulated caches have 32 KB and 1 MB, typical sizes of the private caches of a server's core. A miss of the second
one costs as much as tens to hundreds of instructions, depending on the load of the machine: with many hosts, these
misses dominate the time.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from ..table import Table
from . import columns
from .columns import Column
from .simulator import Failure, Job, progress
from .workloads import WORKLOADS as ALL

#: Workloads, with the messages of the short run
WORKLOADS = {"W1": "2MB", "W3": "200KB", "W5-W1": "2MB"}

#: Simulated caches: size, associativity, line
CACHES = ("--cache-sim=yes", "--I1=32768,8,64", "--D1=32768,8,64", "--LL=1048576,16,64")

#: Figures of the benchmark, and the events of callgrind that they consist of
EVENTS = {"instructions": ["Ir"], "l1_misses": ["D1mr", "D1mw"], "l2_misses": ["DLmr", "DLmw"]}
COUNTED = [event for events in EVENTS.values() for event in events]

#: Functions that are listed: those with the most instructions, and those with at least this many L2 misses per packet-hop
NAMED_FUNCTIONS = 20
NAMED_MISSES = 0.3

#: Fewest instructions per packet-hop of a library that is listed
NAMED_LIBRARY = 0.1

COSTS = (
    Column("instructions/hop", "instructions_per_packet_hop", 1, compared=True),
    Column("L1 misses/hop", "l1_misses_per_packet_hop", 2, compared=True),
    Column("L2 misses/hop", "l2_misses_per_packet_hop", 2, compared=True),
)
COLUMNS = (
    Column("workload", "workload"),
    Column("messages", "messages"),
    Column("packet-hops", "packet_hops", 0),
    *COSTS,
    Column("start-up,", "start_up_instructions", 1, "millions", 1e6),
)


def measure(program: Path) -> list[dict[str, Any]]:
    """Figures of all workloads that are short enough."""
    for tool in ("valgrind", "callgrind_annotate"):
        if not shutil.which(tool):
            raise Failure(f"there is no {tool}: apt-get install valgrind", 2)
    rows = []
    for name, size in WORKLOADS.items():
        progress(f"callgrind: {name}")
        hops, costs = count(Job(name, program, ALL[name], {"workload[0].bytes": size}))
        start_hops, start_costs = count(Job(name, program, ALL[name], {"workload[0].bytes": 1}))
        rows.append(figures(name, hops - start_hops, costs, start_costs))
    progress("")
    return rows


def count(job: Job) -> tuple[int, pd.DataFrame]:
    """Packet-hops and costs of one run."""
    with tempfile.TemporaryDirectory(prefix="mrc-bench-") as folder:
        out = Path(folder, "callgrind.out")
        summary = job.run(("valgrind", "-q", "--tool=callgrind", *CACHES, f"--callgrind-out-file={out}"))
        annotate = ["callgrind_annotate", f"--show={','.join(COUNTED)}", "--threshold=100", "--auto=no", str(out)]
        listing = subprocess.run(annotate, capture_output=True, text=True, check=True).stdout
    return summary["packet_hops"], parse(listing)


def parse(listing: str) -> pd.DataFrame:
    """A row per function and library, from the output of callgrind_annotate; columns are the keys of `EVENTS`."""
    line_of_costs = re.compile(r"\s*([\d,]+(?= \([ \d.]+%\))|[0.])(?: \([ \d.]+%\))?" * len(COUNTED) + r"\s+(.*)$")
    rows = []
    for hit in filter(None, map(line_of_costs.match, listing.splitlines())):
        *counts, where = hit.groups()
        if where != "PROGRAM TOTALS":
            function, _, library = where.partition(" [")
            numbers = [int(text.replace(",", "").replace(".", "0")) for text in counts]
            rows.append((function.split(":", 1)[-1], Path(library.rstrip("]")).name or "?", *numbers))
    found = pd.DataFrame(rows, columns=["function", "library", *COUNTED]).groupby(["function", "library"]).sum()
    return pd.DataFrame({key: found[events].sum(axis=1) for key, events in EVENTS.items()})


def figures(name: str, hops: int, costs: pd.DataFrame, start: pd.DataFrame) -> dict[str, Any]:
    """Figures of one workload.

    @param name the workload
    @param hops packet-hops of the measured run, less those of the start-up
    @param costs costs of the measured run
    @param start costs of the start-up
    """
    per_hop = (costs.sub(start, fill_value=0) / hops).add_suffix("_per_packet_hop")
    most = {"by": "instructions_per_packet_hop", "ascending": False, "kind": "stable"}
    functions = per_hop.sort_values(**most)
    missing = per_hop["l2_misses_per_packet_hop"] >= NAMED_MISSES
    named = pd.concat([functions[:NAMED_FUNCTIONS], per_hop[missing]])
    return {
        "workload": name,
        "messages": WORKLOADS[name],
        "packet_hops": hops,
        **per_hop.sum().to_dict(),
        "start_up_instructions": int(start["instructions"].sum()),
        "libraries": _records(per_hop.groupby("library").sum().sort_values(**most)),
        "functions": _records(named[~named.index.duplicated()]),
    }


def _records(costs: pd.DataFrame) -> list[dict[str, Any]]:
    return costs.reset_index().to_dict("records")


def profiles(rows: Sequence[Mapping[str, Any]]) -> Iterator[Table]:
    """The costs of each workload by library, and of the most expensive functions."""
    for row in rows:
        libraries = [each for each in row["libraries"] if each["instructions_per_packet_hop"] >= NAMED_LIBRARY]
        yield columns.table((Column(f"{row['workload']}: library", "library"), *COSTS), libraries)
        functions = [{**each, "function": shorten(each["function"])} for each in row["functions"]]
        yield columns.table((Column(f"{row['workload']}: function", "function"), *COSTS), functions)


def shorten(name: str) -> str:
    """A C++ name for a table: without arguments and without the outer namespace."""
    bare = name if name.startswith("(") else name.partition("(")[0]
    return bare.replace("ns3::", "")[:70]
