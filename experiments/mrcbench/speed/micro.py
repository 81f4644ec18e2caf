# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The micro-benchmarks (Google Benchmark, experiments/bench), measured in turns."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from .columns import Column, spread
from .simulator import execute, progress

PROGRAM = "mrc-bench"

#: Length of one measurement, s: long enough for the clock, short enough for many turns
SECONDS = 0.1

COLUMNS = (Column("micro-benchmark", "name"), *spread("ns", "ns"))


def measure(program: Path, repeat: int, only: str = "") -> list[dict[str, Any]]:
    """CPU time of one operation of each benchmark.

    @param program the benchmarks
    @param repeat measurements of each
    @param only a regular expression that chooses benchmarks
    """
    progress("micro-benchmarks")
    with tempfile.TemporaryDirectory(prefix="mrc-bench-") as folder:
        out = Path(folder, "micro.json")
        execute([
            str(program),
            f"--benchmark_out={out}",
            "--benchmark_out_format=json",
            f"--benchmark_repetitions={repeat}",
            f"--benchmark_min_time={SECONDS}",
            "--benchmark_enable_random_interleaving=true",
            *([f"--benchmark_filter={only}"] if only else []),
        ])  # fmt: skip
        progress("")
        return figures(json.loads(out.read_text(encoding="utf-8"))["benchmarks"])


def figures(entries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Median, minimum and maximum of the measurements of each benchmark, in their order."""
    measured = [
        entry
        for entry in sorted(entries, key=_place)
        if entry.get("run_type", "iteration") == "iteration" and "error_message" not in entry
    ]
    times = pd.Series([_ns(entry) for entry in measured], dtype=float)
    found = times.groupby([entry["run_name"] for entry in measured], sort=False).agg(
        ns="median", ns_fastest="min", ns_slowest="max"
    )
    return found.rename_axis("name").reset_index().to_dict("records")


def _place(entry: Mapping[str, Any]) -> tuple[int, int]:
    """The place of a benchmark in the program, independent of the order of measurements."""
    return entry.get("family_index", 0), entry.get("per_family_instance_index", 0)


def _ns(entry: Mapping[str, Any]) -> float:
    """CPU time of one operation, ns."""
    return entry["cpu_time"] * {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[entry["time_unit"]]
