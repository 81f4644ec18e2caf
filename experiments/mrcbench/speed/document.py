# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Writes what was measured into docs/performance.md, between the marks that stand there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..table import markdown
from . import instructions, micro, scaling, targets, workloads
from .simulator import TOP

FILE = TOP / "docs" / "performance.md"
IMAGES = TOP / "docs" / "images"

#: Blocks of the document that are written here
BLOCKS = ("machine", "workloads", "targets", "instructions", "micro", "scaling")


def check(text: str) -> None:
    """A document without a place for a block is a ValueError."""
    missing = [name for name in BLOCKS if not pattern(name).search(text)]
    if missing:
        raise ValueError(f"there are no marks for: {', '.join(missing)}")


def fill(text: str, results: Mapping[str, Any]) -> str:
    """The document with the figures that were measured; blocks of others stay."""
    for name, contents in blocks(results).items():

        def filled(hit: re.Match[str], new: str = contents) -> str:
            return f"{hit[1]}\n\n{new}\n\n{hit[2]}"

        text = pattern(name).sub(filled, text)
    return text


def pattern(name: str) -> re.Pattern[str]:
    """The marks around a block, and what is between them."""
    return re.compile(f"(<!-- begin {name} -->).*?(<!-- end {name} -->)", re.S)


def blocks(results: Mapping[str, Any]) -> dict[str, str]:
    """Contents by name of the block, of what was measured."""
    new = {}
    if results.get("workloads"):
        new["machine"] = describe(results["machine"], results["repeat"])
        verdicts = targets.verdicts(results["targets"])
        new["workloads"] = markdown(workloads.table(results["workloads"], verdicts))
    if results.get("workloads") and results["targets"]:
        new["targets"] = markdown(targets.table(results["targets"]))
    if results.get("instructions"):
        rows = results["instructions"]
        profiles = [table for row in rows for table in instructions.profile_tables(row)]
        new["instructions"] = "\n\n".join(
            markdown(table) for table in [instructions.total_table(rows), *profiles]
        )
    if results.get("micro"):
        new["micro"] = markdown(micro.table(results["micro"]))
    if results.get("scaling"):
        new["scaling"] = markdown(scaling.table(results["scaling"]))
    return new


def describe(machine: Mapping[str, Any], repeat: int) -> str:
    """Where the figures are from."""
    return (
        f"{machine['cpu']}, {machine['cores']} cores, {machine['memory_bytes'] / 1e9:.0f} GB; "
        f"{machine['compiler']}, {machine['build_type']}; {machine['simulator']}. "
        f"Median of {repeat}, CPU time."
    )
