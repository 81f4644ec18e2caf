# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Forms of the measurements: the JSON file, ratios to an earlier one, docs/performance.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..table import Table, markdown
from . import columns, instructions, micro, scaling, targets, workloads
from .simulator import TOP

FILE = TOP / "docs" / "performance.md"
IMAGES = TOP / "docs" / "images"

#: Version of the JSON file
SCHEMA = 1

#: The parts of the benchmark, in the order of the tables
PARTS = {"workloads": workloads, "instructions": instructions, "micro": micro, "scaling": scaling}

#: Blocks of the document that this module writes
BLOCKS = ("machine", *PARTS, "targets")

Results = Mapping[str, Any]


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
        yield "targets", targets.table(results["targets"])


def ratios(old: Results, new: Results) -> list[Table]:
    """A table of new figures / old ones for each part that is in both results."""
    return [
        columns.ratios(part.COLUMNS, old[name], new[name])
        for name, part in PARTS.items()
        if old.get(name) and new.get(name) and name != "scaling"
    ]


def check(text: str) -> None:
    """@raise ValueError if the document lacks the marks of a block"""
    missing = [name for name in BLOCKS if not _marks(name).search(text)]
    if missing:
        raise ValueError(f"there are no marks for: {', '.join(missing)}")


def fill(text: str, results: Results) -> str:
    """The document with the measured figures between their marks; other blocks stay."""
    contents: dict[str, list[str]] = {}
    if results.get("workloads"):
        contents["machine"] = [_describe(results["machine"], results["repeat"])]
    for name, table in tables(results):
        contents.setdefault(name, []).append(markdown(table))
    for name, parts in contents.items():
        new = "\n\n".join(["", *parts, ""])
        text = _marks(name).sub(lambda hit: f"{hit[1]}{new}{hit[2]}", text)
    return text


def _marks(name: str) -> re.Pattern[str]:
    """A pattern for a block with its marks."""
    return re.compile(f"(<!-- begin {name} -->).*?(<!-- end {name} -->)", re.S)


def _describe(machine: Mapping[str, Any], repeat: int) -> str:
    """Machine, build and method of the figures."""
    return (
        f"{machine['cpu']}, {machine['cores']} cores, {machine['memory_bytes'] / 1e9:.0f} GB; "
        f"{machine['compiler']}, {machine['build_type']}; {machine['simulator']}. "
        f"Median of {repeat}, CPU time."
    )
