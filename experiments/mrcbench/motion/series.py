# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Samples of a run as matrices: a row per object, a column per sampling time."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from .. import units
from ..results import Results
from .errors import MotionError


@dataclass(frozen=True)
class Grid:
    """Sampling times: the multiples of the interval up to the end of the run."""

    interval_ns: float
    count: int

    @property
    def gbps_per_byte(self) -> float:
        """The rate in Gb/s that one byte within an interval is."""
        return 8 / self.interval_ns


def grid_of(results: Results) -> Grid:
    """The sampling times of a run.

    @raise MotionError if nothing was sampled
    """
    measure = results.config.get("measure", {})
    interval = units.time_ns(measure.get("sampleInterval", 0)) if isinstance(measure, dict) else 0
    last = float(results.samples["time_ns"].max()) if len(results.samples) else 0.0
    if not interval > 0 or not last > 0:
        raise MotionError(
            f"{results.path / 'samples.csv'}: no samples, so nothing moves; "
            "measure.sampleInterval sets how often a run is sampled"
        )
    end = float(results.summary["sim_time_ns"])
    # The end of the run comes before a look at the same time
    return Grid(interval, max(round(last / interval), math.ceil(end / interval) - 1))


class Samples:
    """samples.csv, sorted by kind once."""

    def __init__(self, results: Results, grid: Grid) -> None:
        """@param results the run
        @param grid its sampling times
        """
        self.grid = grid
        self._kinds: Mapping[str, pd.DataFrame] = dict(tuple(results.samples.groupby("kind", sort=False)))

    def __contains__(self, kind: str) -> bool:
        """Whether there is a row of a kind."""
        return kind in self._kinds

    def objects(self, kind: str) -> list[str]:
        """What there are rows of, in the order of their first."""
        return list(self._kinds[kind]["object"].unique()) if kind in self else []

    def matrix(self, kind: str, rows: Mapping[str, int], count: int, missing: float = 0.0) -> np.ndarray:
        """Values of a kind.

        @param kind what was sampled
        @param rows the row that each object has in the matrix; other objects are left out
        @param count number of rows
        @param missing what stands where no row was written
        @return count x grid.count
        """
        values = np.full((count, self.grid.count), missing)
        if kind in self:
            frame = self._kinds[kind]
            row = frame["object"].map(rows).to_numpy(dtype=float)
            column = np.rint(frame["time_ns"].to_numpy() / self.grid.interval_ns).astype(int) - 1
            known = ~np.isnan(row) & (column >= 0) & (column < self.grid.count)
            values[row[known].astype(int), column[known]] = frame["value"].to_numpy()[known]
        return values


def numbered(names: Sequence[str]) -> dict[str, int]:
    """The place of each name."""
    return {name: place for place, name in enumerate(names)}
