# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""One results folder of ``mrc-sim`` as pandas frames.

A folder needs ``summary.json``, ``jobs.csv`` and ``flows.csv``. The other files are optional: a missing one
becomes an empty frame (or dict) with the documented columns, so that callers check ``frame.empty`` and never
``is None``. Existing files must be complete: a missing column or a cell that is not a number is an error that
names file, column and line.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from .reading import OTHER_VERSION, ResultsError, check_summary, damaged, read_config, read_frame, read_object
from .reference import SAMPLES, TABLES
from .units import time_ns

__all__ = [
    "COLUMNS", "GAPS", "Results", "ResultsError", "find_results", "is_results_folder", "open_results",
]  # fmt: skip

#: Numbers that are only names, and stay texts.
_NAMES = ("flow", "src", "dst", "slowest_flow", "slowest_src", "slowest_dst")


#: Kinds of columns that are read as numbers, and those of them without empty cells.
_NUMBERS, _FULL = ("number", "id", "count"), ("id", "count")

#: Columns of each CSV file and their types. Further columns stay texts.
COLUMNS: dict[str, dict[str, str]] = {
    name: {
        column: "text" if column in _NAMES else entry.kind
        for column, entry in table.columns.items()
    }
    for name, table in TABLES.items()
}

#: The names of the tables in `Results`.
_TABLES = [file.removesuffix(".csv") for file in COLUMNS]

#: Kinds of ``samples.csv`` with points that are unknown, and not zero, if they have no row.
GAPS = tuple(name for name, kind in SAMPLES.items() if kind.gaps)

#: Keys of config.json that are not of the scenario: the versions of the simulator and of ns-3.
VERSIONS = ("version", "ns3Version")

_REQUIRED = ("summary.json", "jobs.csv", "flows.csv")
_FLAGS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


class Results:
    """Results of one simulation: `path`, `summary`, `config`, and a table per CSV file.

    Tables are frames with the columns of `COLUMNS`. They and the configuration are read from the folder on
    first use, because most callers need few of them.
    """

    config: dict[str, Any]
    jobs: pd.DataFrame
    flows: pd.DataFrame
    samples: pd.DataFrame
    links: pd.DataFrame
    events: pd.DataFrame
    steps: pd.DataFrame
    recovery: pd.DataFrame
    monitor: pd.DataFrame
    evs: pd.DataFrame

    def __init__(
        self,
        path: Path,
        summary: dict[str, Any],
        config: dict[str, Any] | None = None,
        *tables: pd.DataFrame,
        **named: pd.DataFrame,
    ) -> None:
        """@param path the folder
        @param summary contents of its ``summary.json``
        @param config the configuration; None: that of the folder
        @param tables the first tables in the order of `COLUMNS`; others can be `named`
        """
        self.path = path
        self.summary = summary
        self._given: dict[str, Any] = {**dict(zip(_TABLES, tables)), **named}
        if config is not None:
            self._given["config"] = config

    def __getattr__(self, name: str) -> Any:
        """A table, or the configuration, at its first use.

        @raise ResultsError if it is damaged
        """
        if name not in ("config", *_TABLES):
            raise AttributeError(name)
        file = self.path / ("config.json" if name == "config" else f"{name}.csv")
        if name in self._given:
            value = self._given[name]
        elif name == "config":
            value = read_config(file)
        else:
            value = _read_table(file, COLUMNS[file.name])
            self._check_count(name, value)
        self.__dict__[name] = value
        return value

    def _check_count(self, name: str, table: pd.DataFrame) -> None:
        """@raise ResultsError if the table has not as many rows as the summary says"""
        rows = {key: len(self.summary[key]) for key in ("jobs", "recovery") if key in self.summary}
        if "flows_started" in self.summary:
            rows["flows"] = self.summary["flows_started"]
        if len(table) != rows.get(name, len(table)):
            what = f"found {len(table)} rows; {rows[name]} are in summary.json"
            raise damaged(self.path / f"{name}.csv", f"line {len(table) + 1}: {what}")

    def changed(self, **parts: Any) -> Results:
        """The same results with another path, summary, configuration or other tables."""
        given: Any = {"path": self.path, "summary": self.summary, **self._given, **parts}
        return Results(**given)

    def check(self) -> Results:
        """These results, with all files read.

        @raise ResultsError if one is damaged
        """
        for name in ("config", *_TABLES):
            getattr(self, name)
        return self

    def release(self) -> None:
        """Free the memory of everything that can be read again."""
        for name in ("config", "_kinds", *_TABLES):
            self.__dict__.pop(name, None)

    @property
    def scenario(self) -> dict[str, Any]:
        """The configuration, independent of the simulator's version."""
        return {key: value for key, value in self.config.items() if key not in VERSIONS}

    @property
    def completed(self) -> bool:
        """Whether every flow arrived and no QP failed."""
        summary = self.summary
        if "program" in summary:
            return True  # results of a command that sends no flows
        return summary["flows_completed"] == summary["flows_total"] and summary["qp_errors"] == 0

    def sample_times(self) -> np.ndarray:
        """The sampling times, ns, including those without rows."""
        seen = self.samples["time_ns"].to_numpy(dtype=float)
        interval = time_ns(self.config.get("measure", {}).get("sampleInterval", 0))
        if not interval:
            return np.unique(seen)
        # The end of the run comes before a sample at the same time
        count = math.ceil(self.summary["sim_time_ns"] / interval) - 1
        # In whole ps, so that they are exactly the numbers of the file
        return np.union1d(seen, round(interval * 1e3) * np.arange(1, count + 1) / 1e3)

    def sampled(self, kind: str) -> pd.DataFrame:
        """The rows of ``samples.csv`` of one kind."""
        if "_kinds" not in self.__dict__:
            self.__dict__["_kinds"] = dict(tuple(self.samples.groupby("kind", sort=False)))
        return self.__dict__["_kinds"].get(kind, self.samples[:0])

    def over_time(self, kind: str, wanted: Callable[[str], bool] | None = None) -> pd.DataFrame:
        """Time series of ``samples.csv``: a row per sampling time in ns, a column per object.

        A point without a row in the file is zero (`measure.zeros`), or NaN for kinds of `GAPS`.

        @param kind the kind of samples, e.g. ``"port.queue_bytes"``
        @param wanted whether the object with a name has a column; None: all objects
        @return the values, in the unit of ``attrs["unit"]``; no columns if all values are zero
        """
        rows, times = self.sampled(kind), self.sample_times()
        if wanted is not None:
            rows = rows[rows["object"].map(wanted).astype(bool)]
        column, names = pd.factorize(rows["object"], sort=True)
        values = np.full((len(times), len(names)), np.nan if kind in GAPS else 0.0)
        values[np.searchsorted(times, rows["time_ns"]), column] = rows["value"]
        table = pd.DataFrame(values, pd.Index(times, name="time_ns"), pd.Index(names, name="object"))
        table.attrs = _unit(kind)
        return table

    def series(self, kind: str, obj: str | None = None) -> pd.Series:
        """A time series of ``samples.csv``, indexed by time in ns, in order of time.

        @param kind the kind of samples, e.g. ``"job.throughput_gbps"``
        @param obj the object; None adds the values of all objects at each time
        @return the values, zeros included, in the unit of ``attrs["unit"]``; empty without samples of the
            kind, and for kinds of `GAPS` without rows of the object
        """
        rows = self.sampled(kind)
        known = not rows.empty and kind not in GAPS
        if obj is not None:
            rows = rows[rows["object"] == str(obj)]
        sums = rows.groupby("time_ns")["value"].sum()
        if known:
            sums = sums.reindex(pd.Index(self.sample_times(), name="time_ns"), fill_value=0.0)
        sums.attrs = _unit(kind)
        return sums


def _unit(kind: str) -> dict[str, str]:
    return {"unit": SAMPLES[kind].unit} if kind in SAMPLES else {}


def is_results_folder(path: Path) -> bool:
    """Whether `path` looks like the folder of one run."""
    return (path / "summary.json").is_file()


def find_results(path: Path) -> list[Path]:
    """The results folders at `path`: itself, or those below it, sorted by name.

    Hidden folders and the results of interrupted runs in ``interrupted`` are left out.
    """
    if is_results_folder(path):
        return [path]
    found = sorted(summary.parent.relative_to(path) for summary in path.rglob("summary.json"))
    return [
        path / place for place in found
        if place.name != "interrupted" and not any(part.startswith(".") for part in place.parts)
    ]  # fmt: skip


def open_results(path: Path | str) -> Results:
    """A results folder whose tables are read on first use.

    @param path the folder
    @return its contents
    @raise ResultsError if something is missing, or the summary is damaged
    """
    path = Path(path)
    if not path.is_dir():
        raise ResultsError(f"{path}: no such results folder")
    file = path / "summary.json"
    summary = read_object(file) if file.is_file() else {}
    needed = _REQUIRED[:1] if "program" in summary else _REQUIRED
    missing = [name for name in needed if not (path / name).is_file()]
    if missing:
        raise ResultsError(f"{path}: not a results folder, it lacks {', '.join(missing)}")
    check_summary(file, summary)
    return Results(path, summary)


def _read_table(path: Path, columns: dict[str, str]) -> pd.DataFrame:
    """A CSV file with checked and typed columns; an absent file gives no rows."""
    if not path.is_file():
        return _typed(path, pd.DataFrame(columns=list(columns), dtype=str), columns)
    numbers = [name for name, kind in columns.items() if kind in _NUMBERS]
    types: dict[str, type] = defaultdict(lambda: str, dict.fromkeys(numbers, float))
    # Numbers are many times faster than texts, which show the place of a wrong value
    empty = dict.fromkeys(numbers, ["", "nan", "NaN"])
    fast: dict[str, Any] = {"dtype": types, "na_values": empty, "keep_default_na": False}
    return _typed(path, read_frame(path, fast, {"dtype": str, "keep_default_na": False}), columns)


def _typed(path: Path, frame: pd.DataFrame, columns: dict[str, str]) -> pd.DataFrame:
    """The frame with checked columns, as numbers (NaN for an empty cell), flags and texts."""
    absent = [name for name in columns if name not in frame.columns]
    if absent:
        raise ResultsError(f"{path}: lacks the column {', '.join(absent)}; {OTHER_VERSION}")
    for name, kind in columns.items():
        if kind == "flag":
            values = frame[name].str.lower().map(_FLAGS)
            wrong = values.isna()
        elif kind in _NUMBERS:
            values, wrong = frame[name], pd.Series(False, frame.index)
            if values.dtype == object:
                values = pd.to_numeric(frame[name], errors="coerce")
                wrong = values.isna() & ~frame[name].str.lower().isin(["", "nan"])
            if kind in _FULL:
                wrong |= values.isna()
        else:
            continue
        if wrong.any():
            row = int(wrong.to_numpy().argmax())
            found = _shown(frame[name].iloc[row])
            raise damaged(path, f"line {row + 2}, column {name}: {found} is not a {kind}")
        frame[name] = values.astype(bool) if kind == "flag" else values
    return frame


def _shown(cell: object) -> str:
    return repr(cell) if isinstance(cell, str) else "an empty cell"
