# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Tables for notebooks: integers have integer types, and units and meanings are attributes of the frames."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from ..reference.entries import Entry
from ..reference.program import SAMPLES, TABLES
from ..reference.sweeps import of_sweep


def typed(name: str, frame: pd.DataFrame) -> pd.DataFrame:
    """A table of a results folder with the types of the reference.

    @param name of the file, such as ``"flows.csv"``
    @param frame as `mrcbench.results` reads it; not changed
    @return ids and counts are int64 (Int64 if some are missing), numbers float64, flags bool, texts
            string; ``attrs`` has ``units`` and ``about``, by column, and of samples ``kinds``: their units
    """
    columns = TABLES[name].columns
    frame = frame.copy()
    for column, entry in columns.items():
        frame[column] = of_kind(frame[column], entry.kind)
    frame.attrs = attributes(columns)
    if name == "samples.csv":
        frame.attrs["kinds"] = {kind: entry.unit for kind, entry in SAMPLES.items()}
    return frame


def typed_sweep(frame: pd.DataFrame) -> pd.DataFrame:
    """sweep.csv, or a similar table, with types, units and meanings of the columns in the reference."""
    known = {name: entry for name in frame.columns if (entry := of_sweep(str(name)))}
    frame = frame.copy()
    for column, entry in known.items():
        frame[column] = of_kind(frame[column], entry.kind)
    frame.attrs = attributes(known)
    return frame


def attributes(columns: Mapping[str, Entry]) -> dict[str, dict[str, str]]:
    """Units and meanings of columns; columns without a unit have no entry in ``units``."""
    return {
        "units": {name: entry.unit for name, entry in columns.items() if entry.unit},
        "about": {name: entry.about for name, entry in columns.items()},
    }


def of_kind(cells: pd.Series, kind: str) -> pd.Series:
    """Cells with the type of the reference; means of counts are floating-point numbers."""
    if kind in ("id", "count"):
        numbers = pd.to_numeric(cells.replace("", pd.NA) if cells.dtype == object else cells)
        if not (numbers.dropna() % 1 == 0).all():
            return numbers.astype("float64")
        return numbers.astype("Int64" if numbers.isna().any() else "int64")
    if kind == "number":
        return cells.astype("float64")
    if kind == "flag":
        return cells.astype(bool)
    return cells.astype("string") if kind == "text" else cells
