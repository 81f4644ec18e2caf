# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The goals, and which of them were reached. No command fails because of a missed goal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..table import NOTHING, Table, number
from . import instructions, workloads

Rows = Sequence[Mapping[str, Any]]

#: Figures that are not columns
TOTAL, GROWTH = "set-up and run s", "ns/hop, times W1"

#: Upper limits by workload and column, in the unit of the column
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


def judge(measured: Rows, counted: Rows) -> list[dict[str, Any]]:
    """Targets with measured figures: workload, figure, limit, measured, reached.

    @param measured rows of the workloads
    @param counted rows of the instructions
    """
    found: dict[tuple[str, str], Any] = {
        (row["workload"], column.heading): column.value(row)
        for columns, rows in ((workloads.COLUMNS, measured), (instructions.COLUMNS, counted))
        for row in rows
        for column in columns
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


def table(judged: Rows) -> Table:
    """Every target with its measured figure."""
    rows = [
        (target["workload"], target["figure"], f"<= {target['limit']:,g}",
         number(target["measured"], 0 if target["limit"] >= 1000 else 2), "yes" if target["reached"] else "no")
        for target in judged
    ]  # fmt: skip
    return Table(("workload", "figure", "target", "measured", "reached"), rows)
