# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Results as objects: a run with its tables, and the runs of a sweep. Tables are read on first use.

In these tables integers have integer types, and units and meanings are attributes of the frames.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, Union

import numpy as np
import pandas as pd

from ..reading import damaged, read_frame
from ..reference import COST, SAMPLES, SWEEP, TABLES, Entry, of_sweep
from ..results import Results, ResultsError, find_results, is_results_folder, open_results
from ..suite.tidy import config_hash, flatten

Place = Union[str, "PathLike[str]"]


class LoadedRun(Results):
    """One run: `path`, `summary` (docs/results.md has units and meanings), `config`, `completed`.

    ``jobs``, ``flows``, ``samples``, ``links``, ``events``, ``steps``, ``recovery``, ``monitor`` and ``evs``
    are the tables of docs/results.md as frames; absent ones are empty. ``tables`` names those that exist.
    """

    def __init__(self, results: Results, keeper: object = None) -> None:
        """@param results of the run
        @param keeper an object that keeps a temporary folder for the lifetime of this one
        """
        super().__init__(results.path, results.summary)
        self.results = results
        self._keeper = keeper

    @property
    def tables(self) -> list[str]:
        """Names of the existing tables."""
        return [Path(name).stem for name in TABLES if (self.path / name).is_file()]

    def sample_times(self) -> np.ndarray:
        return self.results.sample_times()

    def sampled(self, kind: str) -> pd.DataFrame:
        return self.results.sampled(kind)

    def __getattr__(self, name: str) -> Any:
        """A table, or the configuration.

        @raise ResultsError if its file is damaged
        """
        if name == "config":
            return self.results.config
        if f"{name}.csv" not in TABLES:
            raise AttributeError(f"a run has no {name!r}; its tables are {', '.join(self.tables)}")
        try:
            frame = self.__dict__[name] = typed(f"{name}.csv", getattr(self.results, name))
        except ValueError as error:
            raise damaged(self.path / f"{name}.csv", str(error)) from error
        self.results.release()  # only the typed table is kept
        return frame

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(Path(name).stem for name in TABLES)]

    def __repr__(self) -> str:
        summary = self.summary
        outcome = summary.get("outcome", summary.get("program", ""))
        return f"<run {summary['name']!r}, seed {summary['seed']}, {outcome}, {self.path}>"


class LoadedSweep:
    """The runs of a sweep, or of any folder of results folders."""

    def __init__(self, path: Path, folders: Sequence[Path]) -> None:
        """@param path the folder
        @param folders the results folders in it
        """
        self.path = path
        self.folders = list(folders)

    @cached_property
    def runs(self) -> Mapping[str, LoadedRun]:
        """The runs by the names of their folders; their tables are read on first use."""
        return {folder.relative_to(self.path).as_posix(): load_run(folder) for folder in self.folders}

    @cached_property
    def frame(self) -> pd.DataFrame:
        """``sweep.csv`` with a column ``folder``, a key of `runs`, empty for runs without results.

        For a folder without that file: a row per run with the same columns, from the summaries.

        @raise ResultsError if the file is damaged
        """
        file = self.path / "sweep.csv"
        if not file.is_file():
            rows = [{"folder": name, **_row(run)} for name, run in self.runs.items()]
            return typed_sweep(pd.DataFrame(rows))
        frame = read_frame(file, {})
        absent = [name for name in ("case", "seed") if name not in frame]
        if absent:
            raise damaged(file, f"line 1: lacks the column {', '.join(absent)}")
        configs = frame["config"].fillna("") if "config" in frame else pd.Series("", index=frame.index)
        frame.insert(0, "folder", self._folders_of(configs))
        try:
            return typed_sweep(frame)
        except ValueError as error:
            raise damaged(file, str(error)) from error

    @cached_property
    def varied(self) -> list[str]:
        """The columns of `frame` that the sweep varies."""
        columns = list(self.frame.columns)
        if "case" not in columns or "seed" not in columns:
            return []
        return columns[columns.index("case") + 1 : columns.index("seed")]

    def _folders_of(self, configs: pd.Series) -> list[str | None]:
        """The folder of each row, by the hash of its configuration."""
        by_config: dict[str, list[str]] = {}
        for name, run in self.runs.items():
            by_config.setdefault(config_hash(run.results), []).append(name)
            run.results.release()
        # Rows and folders of equal configurations are interchangeable: assign them in order
        return [by_config[config].pop(0) if by_config.get(config) else None for config in configs]

    def __len__(self) -> int:
        return len(self.folders)

    def __getitem__(self, name: str) -> LoadedRun:
        return self.runs[name]

    def __repr__(self) -> str:
        return f"<{len(self)} runs, {self.path}>"


def _row(run: LoadedRun) -> dict[str, Any]:
    """The row of a run of a folder without sweep.csv."""
    origin = [name for name in SWEEP.columns if name in run.summary]
    first = {name: run.summary[name] for name in ("name", *origin)}
    return {**first, **{key: value for key, value in flatten(run.summary).items() if key not in COST.columns}}


def load_run(path: Path, keeper: object = None) -> LoadedRun:
    """One run.

    @raise ResultsError if something is missing, or the summary is damaged
    """
    return LoadedRun(open_results(path), keeper)


def load(place: Place | Sequence[Place]) -> Any:
    """Results of simulations.

    @param place a results folder, a folder of results folders (of a sweep, the demo), or a list of these
    @return the run, the sweep, or a list of them
    @raise ResultsError if there are no results, or they are damaged or of another version
    """
    if not isinstance(place, (str, PathLike)):
        return [load(one) for one in place]
    path = Path(place)
    if is_results_folder(path) or not path.is_dir():
        return load_run(path)
    folders = find_results(path)
    if not folders and any((path / name).is_file() for name in TABLES):
        return load_run(path)  # its error names the missing files
    if not folders:
        raise ResultsError(f"{path}: no results here or below")
    return LoadedSweep(path, folders)


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
