# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The micro-benchmarks (Google Benchmark, experiments/bench), measured in turn."""

from __future__ import annotations

import json
import statistics
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..table import Table, number
from .simulator import Failure, progress

PROGRAM = "mrc-bench"

#: Length of one measurement, s: long enough for a clock, short enough for many in turn
SECONDS = 0.1


def measure(program: Path, repeat: int, only: str = "") -> list[dict[str, Any]]:
    """CPU time of one operation of each benchmark.

    @param program the benchmarks
    @param repeat measurements of each
    @param only a regular expression that chooses benchmarks
    """
    progress("micro-benchmarks")
    with tempfile.TemporaryDirectory(prefix="mrc-bench-") as folder:
        out = Path(folder, "micro.json")
        command = [
            str(program),
            f"--benchmark_out={out}",
            "--benchmark_out_format=json",
            f"--benchmark_repetitions={repeat}",
            f"--benchmark_min_time={SECONDS}",
            "--benchmark_enable_random_interleaving=true",
            *([f"--benchmark_filter={only}"] if only else []),
        ]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        progress("")
        if done.returncode != 0:
            raise Failure(f"{program}\n{done.stderr}", 1)
        return figures(json.loads(out.read_text(encoding="utf-8"))["benchmarks"])


def figures(entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Median, least and most of the measurements of each benchmark, in their order."""
    times: dict[str, list[float]] = {}
    for entry in sorted(entries, key=place):
        if entry.get("run_type", "iteration") == "iteration" and "error_message" not in entry:
            times.setdefault(entry["run_name"], []).append(to_ns(entry))
    return [
        {"name": name, "ns": statistics.median(ns), "ns_fastest": min(ns), "ns_slowest": max(ns)}
        for name, ns in times.items()
    ]


def place(entry: dict[str, Any]) -> tuple[int, int]:
    """Where a benchmark stands in the program, whenever it was measured."""
    return entry.get("family_index", 0), entry.get("per_family_instance_index", 0)


def to_ns(entry: dict[str, Any]) -> float:
    """CPU time of one operation, ns."""
    return entry["cpu_time"] * {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[entry["time_unit"]]


def table(rows: Sequence[dict[str, Any]]) -> Table:
    """What a user sees."""
    return Table(
        ("micro-benchmark", "ns", "(min", "max)"),
        [
            (
                row["name"],
                number(row["ns"], 1),
                number(row["ns_fastest"], 1),
                number(row["ns_slowest"], 1),
            )
            for row in rows
        ],
    )
