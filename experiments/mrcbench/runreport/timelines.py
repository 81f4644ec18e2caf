# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Samples over time: on the grid of their times, with the zeros that the file leaves out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from .. import units
from ..reference.samples import SILENT
from ..results import Results

#: Points of a line; more would only make the page larger.
POINTS = 500


#: Samples of which a line can be made.
FEWEST = 4

#: Up to so many each sample is marked.
_MARKED = 40


def marker(values: pd.Series) -> str:
    """The mark of each sample, if there are few."""
    return "." if len(values) <= _MARKED else ""


@dataclass(frozen=True)
class Clock:
    """The axis of time of a run."""

    unit: float  #: ns
    name: str
    end_ns: float

    def apply(self, axis: Axes, label: bool = True) -> None:
        """The whole run, from its start."""
        axis.set_xlim(0, self.end_ns / self.unit)
        if label:
            axis.set_xlabel(f"simulated time ({self.name})")


def clock_of(results: Results) -> Clock:
    """In the unit that fits the simulated time."""
    end = max(float(results.summary["sim_time_ns"]), 1.0)
    for unit, name, from_ns in ((1e9, "s", 1e9), (1e6, "ms", 1e6)):
        if end >= 2 * from_ns:
            return Clock(unit, name, end)
    return Clock(1e3, "us", end)


def grid(results: Results) -> np.ndarray:
    """The times of samples, ns: multiples of the interval, whether or not there are rows."""
    there = results.samples["time_ns"].unique()
    interval = units.time_ns(results.config.get("measure", {}).get("sampleInterval", 0))
    if interval <= 0 or len(there) == 0:
        return np.sort(there)
    return np.union1d(there, np.arange(1, results.summary["sim_time_ns"] // interval + 1) * interval)


def kinds_of(results: Results) -> set[str]:
    """What was sampled."""
    return set(results.samples["kind"].unique())


def table(results: Results, kind: str, objects: list[str] | None = None) -> pd.DataFrame:
    """Samples of a kind: a row per time in ns, a column per object.

    @param objects the columns; None: all that have rows
    @return what is not there is 0, or NaN for kinds that say nothing where there is nothing to tell
    """
    samples = results.samples
    rows = samples[samples["kind"] == kind]
    if objects is not None:
        rows = rows[rows["object"].isin(objects)]
    found = rows.pivot_table(index="time_ns", columns="object", values="value", aggfunc="sum")
    if objects is not None:
        found = found.reindex(columns=objects)
    found = found.reindex(grid(results))
    return found if kind in SILENT else found.fillna(0.0)


def total(results: Results, kind: str) -> pd.Series:
    """The sum over all objects of a kind, by time in ns."""
    samples = results.samples
    sums = samples[samples["kind"] == kind].groupby("time_ns")["value"].sum()
    return sums.reindex(grid(results)).fillna(0.0)


def busiest(results: Results, kind: str, most: int) -> list[str]:
    """The objects of a kind with the greatest values, greatest first; none whose values are all zero."""
    samples = results.samples
    rows = samples[(samples["kind"] == kind) & (samples["value"] > 0)]
    peaks = rows.groupby("object")["value"].agg(["max", "sum"])
    order = peaks.reset_index().sort_values(["max", "sum", "object"], ascending=[False, False, True])
    return list(order["object"].head(most))


def thin(values: pd.Series, points: int = POINTS) -> pd.Series:
    """Means of neighbors, as many as leave so many points; each at the last of its times."""
    values = values.dropna()
    size = -(-len(values) // points)
    if size <= 1:
        return values
    group = np.arange(len(values)) // size
    means = values.groupby(group).mean()
    return pd.Series(means.to_numpy(), index=values.index.to_series().groupby(group).last().to_numpy())
