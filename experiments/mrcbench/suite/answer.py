# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The answer of a sweep file: the case with the highest bandwidth, from the columns of ``sweep.csv``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import pandas as pd

from ..table import counted, listed, significant
from . import charts, tidy
from .columns import MEASURES
from .definition import Experiment
from .evaluation import Measured

#: The measure by which cases are compared, and its column of each job.
_BANDWIDTH, _OF_JOB = MEASURES[0], re.compile(r"jobs\.(.+)\.busbw_gbps")

#: Cases are equal if the highest bandwidth is less than this multiple of theirs, and the words for it.
_ALIKE, _WITHIN = 1.005, " (within 0.5 %)"

#: Most jobs with a sentence each.
_MOST_JOBS = 4


def answer(m: Measured) -> str:
    """Which case has the highest bandwidth, and where, of each job; nothing of one case alone."""
    found = {job: table for job, table in _bandwidths(m).items() if table.shape[1] > 1}
    if len(found) > _MOST_JOBS:
        wins = Counter(best for table in found.values() for best in _best(table.dropna()))
        times = ", ".join(f"{_cases(best)} {counted(count, 'time')}" for best, count in wins.most_common())
        places = sum(map(len, found.values()))
        rest = "; at the others not all cases completed" if sum(wins.values()) < places else ""
        return f"The highest {_BANDWIDTH.label}, by job and point: {times or 'none'}, of {places}{rest}."
    told = {job: _highest(table) for job, table in found.items()}
    return " ".join(f"Job {job}: {sentence}" if job else sentence for job, sentence in told.items())


def _bandwidths(m: Measured) -> dict[str, pd.DataFrame]:
    """Bandwidths of the cases (columns) at the points (rows): of each job if a run has several."""
    sweep = charts.asked_for(m)
    jobs = {column: found[1] for column in sweep if (found := _OF_JOB.fullmatch(column))}
    if not jobs:
        return {}
    if sweep[[*jobs]].notna().sum(axis=1).max() < 2:
        jobs = {f"measure.{_BANDWIDTH.name}": ""}
    return {job: _by_point(m.experiment, sweep, column) for column, job in jobs.items()}


def _by_point(experiment: Experiment, sweep: pd.DataFrame, column: str) -> pd.DataFrame:
    """Means of a column over the seeds, by point and case, without points and cases that do not have it."""
    place = tidy.place_columns(experiment, next(experiment.simulations(quick=True)))
    axes = [name for name in place if name not in ("case", "seed")]
    points = sweep.groupby(axes, sort=False, dropna=False).ngroup() if axes else pd.Series(0, sweep.index)
    values = pd.to_numeric(sweep[column], errors="coerce")
    rows = pd.DataFrame({"point": points, "case": sweep["case"], "value": values})
    there = (values.notna() | charts.lost(sweep)).groupby([points, sweep["case"]]).transform("any")
    table = rows[there].groupby(["point", "case"])["value"].agg(charts.mean_of_all).unstack()
    return table[[run.label for run in experiment.lines if run.label in table]]


def _highest(table: pd.DataFrame) -> str:
    """Which case has the highest bandwidth, at the points where all cases completed."""
    whole, name = table.dropna(), _BANDWIDTH.label
    if whole.empty:
        none = f"at none of {len(table)} points all" if len(table) > 1 else "not all"
        return f"No comparison of the {name}: {none} cases completed."
    where = f"where all cases completed, of {len(table)}" if len(whole) < len(table) else ""
    winners = Counter(_best(whole)).most_common()
    if len(winners) > 1:
        found = ", ".join(f"{_cases(best)} at {counted(count, 'point')}" for best, count in winners)
        return f"The highest {name}{f' at {len(whole)} points {where}' if where else ''}: {found}."
    best = winners[0][0]
    at = f" at all {len(whole)} points" if len(whole) > 1 else f", {significant(whole.iloc[0].max())} Gb/s"
    at += f"{', at the point' if len(whole) == 1 else ''} {where}" if where else ""
    if len(best) == whole.shape[1]:
        return f"{listed(best)} have the same {name}{_WITHIN}{at}."
    have, within = ("have", _WITHIN) if len(best) > 1 else ("has", "")
    return f"{listed(best)} {have} the highest {name}{within}{at}: {_times(whole, best)}."


def _best(table: pd.DataFrame) -> list[tuple[str, ...]]:
    """At each point the case with the highest bandwidth, or all within 0.5 % of it."""
    alike = table.ge(table.max(axis=1) / _ALIKE, axis=0)
    return [tuple(alike.columns[row]) for row in alike.to_numpy()]


def _cases(best: Sequence[str]) -> str:
    """The name of a case, or the names of several that are equal."""
    return f"{listed(best)}{_WITHIN}" if len(best) > 1 else best[0]


def _times(whole: pd.DataFrame, best: Sequence[str]) -> str:
    """How many times the bandwidth of the next case the best ones have."""
    others = whole.drop(columns=list(best))
    ratios = whole[list(best)].max(axis=1) / others.max(axis=1)
    low, high = (significant(ratio) for ratio in (ratios.min(), ratios.max()))
    seconds = set(_best(others))
    second = _cases(seconds.pop()) if len(seconds) == 1 else "the next case"
    return f"{low if low == high else f'{low} to {high}'} times that of {second}"
