# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Two results of ./mrc bench --json: new figures divided by old ones."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..table import NOTHING, Table, number

#: Version of the JSON file
SCHEMA = 1

#: (part of the file, what names a row, figures that are compared: column and key)
PARTS = (
    (
        "workloads",
        "workload",
        (
            ("ns/hop", "ns_per_packet_hop"),
            ("events/hop", "events_per_packet_hop"),
            ("set-up", "setup_cpu_s"),
            ("peak RSS", "peak_rss_bytes"),
        ),
    ),
    ("micro", "name", (("ns", "ns"),)),
    (
        "instructions",
        "workload",
        (
            ("instructions/hop", "instructions_per_packet_hop"),
            ("L1 misses/hop", "l1_misses_per_packet_hop"),
            ("L2 misses/hop", "l2_misses_per_packet_hop"),
        ),
    ),
)


def load(file: Path) -> dict[str, Any]:
    """Figures of earlier; a file that does not hold any is a ValueError."""
    try:
        old = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"'{file}' cannot be read: {error}") from error
    version = old.get("schema") if isinstance(old, dict) else None
    if version != SCHEMA:
        raise ValueError(f"'{file}' has schema {version}; allowed: {SCHEMA}")
    return old


def tables(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Table]:
    """A table of ratios for each part that both results have."""
    return [
        ratios(name, columns, old[part], new[part])
        for part, name, columns in PARTS
        if old.get(part) and new.get(part)
    ]


def ratios(
    name: str,
    columns: Sequence[tuple[str, str]],
    old: Sequence[Mapping[str, Any]],
    new: Sequence[Mapping[str, Any]],
) -> Table:
    """New / old of every row; a row that only one side has says so."""
    before = {row[name]: row for row in old}
    now = {row[name]: row for row in new}
    rows = []
    for key in dict.fromkeys([*now, *before]):
        if key in before and key in now:
            cells = [ratio(before[key].get(k), now[key].get(k)) for _, k in columns]
            rows.append((key, *cells, ""))
        else:
            side = "new" if key in now else "old"
            rows.append((key, *[NOTHING] * len(columns), f"only in the {side} results"))
    return Table((name, *[f"{column} new/old" for column, _ in columns], ""), rows)


def ratio(old: float | None, new: float | None) -> str:
    """New / old, if there is such a thing."""
    return number(new / old, 3) if old and new is not None else NOTHING
