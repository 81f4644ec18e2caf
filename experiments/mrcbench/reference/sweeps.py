# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of a sweep (docs/sweeps.md): sweeps.json has the form of results.json.

A column that has only a name is a key of summary.json. Capitals in names are placeholders: NAME of a job or a
measure, N of a fault. Varied values have further columns.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from .entries import Entry
from .program import CAPACITY, SUMMARY
from .program import TABLES as RUN_TABLES
from .program import tables

#: The tables by the names of their files
TABLES = tables(json.loads(Path(__file__).with_name("sweeps.json").read_text(encoding="utf-8")), SUMMARY)

SWEEP, COST = TABLES["sweep.csv"], TABLES["sweep-cost.csv"]


def of_sweep(column: str) -> Entry | None:
    """The entry of a column of sweep.csv; None for varied values, measures and other names."""
    if column in SWEEP.columns and "*" not in column:
        return SWEEP.columns[column]
    parts = re.sub(r"\[\d+\]", "", column).split(".")
    if parts[0] == "jobs" and len(parts) > 2:  # the name of the job is in between, and may contain dots
        return RUN_TABLES["jobs.csv"].columns.get(parts[-1]) or SWEEP.columns.get(f"jobs.NAME.{parts[-1]}")
    if parts[0] == "recovery" and len(parts) == 2:
        return RUN_TABLES["recovery.csv"].columns.get(parts[1])
    return {**CAPACITY, **SUMMARY}.get(re.sub(r"_t\d$", "_tN", ".".join(parts)))
