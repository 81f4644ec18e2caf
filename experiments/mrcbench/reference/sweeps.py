# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of a sweep (docs/sweeps.md): sweeps.json has the form of results.json.

A column without more than a name is a key of summary.json. Names have in capitals the part that differs:
NAME of a job or a measure, N of a fault. Besides these there are the columns of the values that are varied.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from .entries import Entry
from .program import CAPACITY, SUMMARY
from .program import TABLES as RUN_TABLES
from .program import tables

#: By the names of the files
TABLES = tables(json.loads(Path(__file__).with_name("sweeps.json").read_text(encoding="utf-8")), SUMMARY)

SWEEP, COST = TABLES["sweep.csv"], TABLES["sweep-cost.csv"]


def of_sweep(column: str) -> Entry | None:
    """The entry of a column of sweep.csv; None of values that are varied, of measures, of other names."""
    if column in SWEEP.columns and "*" not in column:
        return SWEEP.columns[column]
    parts = re.sub(r"\[\d+\]", "", column).split(".")
    if parts[0] == "jobs" and len(parts) > 2:  # the name of the job stands between, and may have dots
        return RUN_TABLES["jobs.csv"].columns.get(parts[-1]) or SWEEP.columns.get(f"jobs.NAME.{parts[-1]}")
    if parts[0] == "recovery" and len(parts) == 2:
        return RUN_TABLES["recovery.csv"].columns.get(parts[1])
    return {**CAPACITY, **SUMMARY}.get(re.sub(r"_t\d$", "_tN", ".".join(parts)))
