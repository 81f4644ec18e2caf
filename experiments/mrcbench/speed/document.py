# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Forms of the measurements: the JSON file, ratios to an earlier one, targets, docs/performance.md."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..arguments import MANUAL
from ..table import NOTHING, Table, markdown, number
from . import columns, instructions, micro, scaling, workloads

FILE = MANUAL / "performance.md"
IMAGES = MANUAL / "images"

#: Version of the JSON file
SCHEMA = 1

#: The parts of the benchmark, in the order of the tables
PARTS = {"workloads": workloads, "instructions": instructions, "micro": micro, "scaling": scaling}

#: Blocks of the document that this module writes
BLOCKS = ("machine", *PARTS, "targets")

Results = Mapping[str, Any]
Rows = Sequence[Mapping[str, Any]]

#: Figures that are not columns
TOTAL, GROWTH = "set-up and run s", "ns/hop, times W1"

#: Upper limits by workload and column, in the unit of the column; no command fails because of a missed target
TARGETS = {
    ("W1", "ns/hop"): 200,
    ("W2", "ns/hop"): 250,
    ("W3", "ns/hop"): 300,
    ("W4", "ns/hop"): 450,
    ("W5-W1", "ns/hop"): 250,
    ("W3", GROWTH): 2,
    ("W1", "peak RSS MB"): 20,
    ("W2", "peak RSS MB"): 60,
    ("W3", "peak RSS MB"): 80,
    ("W4", "peak RSS MB"): 600,
    ("W5-W1", "peak RSS MB"): 40,
    ("W6", "peak RSS MB"): 1000,
    ("W4", "set-up s"): 1,
    ("W6", TOTAL): 20,
    ("W1", "instructions/hop"): 2000,
    ("W5-W1", "instructions/hop"): 2500,
}


def load(file: Path) -> dict[str, Any]:
    """Figures of an earlier measurement.

    @raise ValueError if the file contains none
    """
    try:
        old = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"'{file}' cannot be read: {error}") from error
    version = old.get("schema") if isinstance(old, dict) else None
    if version != SCHEMA:
        raise ValueError(f"'{file}' has schema {version}; allowed: {SCHEMA}")
    return old


def tables(results: Results) -> Iterator[tuple[str, Table]]:
    """Every measured table, with its part."""
    for name, part in PARTS.items():
        if results.get(name):
            yield name, columns.table(part.COLUMNS, results[name])
        if name == "instructions":
            yield from ((name, table) for table in instructions.profiles(results.get(name, [])))
    if results.get("targets"):
        yield "targets", _targets(results["targets"])


def ratios(old: Results, new: Results) -> list[Table]:
    """A table of new numbers / old ones for each part that is in both results."""
    return [
        columns.ratios(part.COLUMNS, old[name], new[name])
        for name, part in PARTS.items()
        if old.get(name) and new.get(name) and name != "scaling"
    ]


def contents_of(results: Results) -> dict[str, list[str]]:
    """The paragraphs of the blocks, from the measurements."""
    contents: dict[str, list[str]] = {}
    if results.get("workloads"):
        contents["machine"] = [_describe(results["machine"], results["repeat"])]
    for name, table in tables(results):
        contents.setdefault(name, []).append(markdown(table))
    return contents


def _describe(machine: Mapping[str, Any], repeat: int) -> str:
    """Machine, build and method of the numbers."""
    return (
        f"{machine['cpu']}, {machine['cores']} cores, {machine['memory_bytes'] / 1e9:.0f} GB; "
        f"{machine['compiler']}, {machine['build_type']}; {machine['simulator']}. "
        f"Median of {repeat}, CPU time."
    )


def judge(measured: Rows, counted: Rows) -> list[dict[str, Any]]:
    """Targets with measured numbers: workload, figure (the quantity), limit, measured, reached.

    @param measured rows of the workloads
    @param counted rows of the instructions
    """
    found: dict[tuple[str, str], Any] = {
        (row["workload"], column.heading): column.value(row)
        for declared, rows in ((workloads.COLUMNS, measured), (instructions.COLUMNS, counted))
        for row in rows
        for column in declared
        if column.digits is not None
    }
    found |= {(row["workload"], TOTAL): row["setup_cpu_s"] + row["cpu_s"] for row in measured}
    if ("W1", "ns/hop") in found and ("W3", "ns/hop") in found:
        found["W3", GROWTH] = found["W3", "ns/hop"] / found["W1", "ns/hop"]
    return [
        {"workload": workload, "figure": figure, "limit": limit, "measured": found[workload, figure],
         "reached": found[workload, figure] <= limit}
        for (workload, figure), limit in TARGETS.items()
        if (workload, figure) in found
    ]  # fmt: skip


def verdict(judged: Rows, workload: str) -> str:
    """The number of targets of a workload that were reached, such as "1 of 2"."""
    reached = [target["reached"] for target in judged if target["workload"] == workload]
    return f"{sum(reached)} of {len(reached)}" if reached else NOTHING


def _targets(judged: Rows) -> Table:
    """Every target with its measured number."""
    rows = [
        (target["workload"], target["figure"], f"<= {target['limit']:,g}",
         number(target["measured"], 0 if target["limit"] >= 1000 else 2), "yes" if target["reached"] else "no")
        for target in judged
    ]  # fmt: skip
    return Table(("workload", "quantity", "target", "measured", "reached"), rows)
