# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Samples over time: the axis of time, and lines that a page can hold."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

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


def kinds_of(results: Results) -> set[str]:
    """What was sampled."""
    return set(results.samples["kind"].unique())


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
