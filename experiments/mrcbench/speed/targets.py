# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The goals, and which of them were reached. Goals, not gates: nothing fails when one is missed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..table import Table, number

NS, MB, S = "ns/hop", "peak RSS MB", "set-up s"
TOTAL, GROWTH, INSTRUCTIONS = "set-up and run s", "ns/hop, times W1", "instructions/hop"


@dataclass(frozen=True)
class Target:
    """A figure of a workload that should not be exceeded."""

    workload: str
    figure: str
    limit: float


TARGETS = (
    Target("W1", NS, 200),
    Target("W2", NS, 250),
    Target("W3", NS, 300),
    Target("W4", NS, 450),
    Target("W5-W1", NS, 250),
    Target("W3", GROWTH, 2),
    Target("W1", MB, 20),
    Target("W2", MB, 60),
    Target("W3", MB, 80),
    Target("W4", MB, 600),
    Target("W5-W1", MB, 40),
    Target("W6", MB, 1000),
    Target("W4", S, 1),
    Target("W6", TOTAL, 20),
    Target("W1", INSTRUCTIONS, 2000),
    Target("W5-W1", INSTRUCTIONS, 2500),
)


def judge(
    workloads: Sequence[dict[str, Any]], instructions: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Targets whose figure was measured: workload, figure, limit, measured, reached."""
    measured = {(row["workload"], figure): value for row in workloads for figure, value in of(row)}
    for row in instructions:
        measured[row["workload"], INSTRUCTIONS] = row["instructions_per_packet_hop"]
    if ("W1", NS) in measured and ("W3", NS) in measured:
        measured["W3", GROWTH] = measured["W3", NS] / measured["W1", NS]
    return [
        {
            "workload": target.workload,
            "figure": target.figure,
            "limit": target.limit,
            "measured": measured[target.workload, target.figure],
            "reached": measured[target.workload, target.figure] <= target.limit,
        }
        for target in TARGETS
        if (target.workload, target.figure) in measured
    ]


def of(row: dict[str, Any]) -> list[tuple[str, float]]:
    """Figures of a workload that a target can be about."""
    return [
        (NS, row["ns_per_packet_hop"]),
        (MB, row["peak_rss_bytes"] / 1e6),
        (S, row["setup_cpu_s"]),
        (TOTAL, row["setup_cpu_s"] + row["cpu_s"]),
    ]


def verdicts(judged: Sequence[dict[str, Any]]) -> dict[str, str]:
    """By workload, such as "1 of 2"."""
    counts: dict[str, list[bool]] = {}
    for target in judged:
        counts.setdefault(target["workload"], []).append(target["reached"])
    return {name: f"{sum(reached)} of {len(reached)}" for name, reached in counts.items()}


def table(judged: Sequence[dict[str, Any]]) -> Table:
    """Every target with what was measured."""
    return Table(
        ("workload", "figure", "target", "measured", "reached"),
        [
            (
                target["workload"],
                target["figure"],
                f"<= {target['limit']:,g}",
                number(target["measured"], 0 if target["limit"] >= 1000 else 2),
                "yes" if target["reached"] else "no",
            )
            for target in judged
        ],
    )
