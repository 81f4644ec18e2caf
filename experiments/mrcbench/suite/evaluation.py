# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of a figure together: every measure of every run, and what the seeds have in common."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from ..expectations import Verdict, judge
from ..results import Results, ResultsError, load_results
from . import measures
from .definition import OVER_SEEDS, Experiment, Simulation

#: Columns of the table of values.
COLUMNS = ("case", "run", "sweep", "at", "seed", "measure", "value")


def load(
    figure: Experiment, out: Path, quick: bool
) -> tuple[dict[Simulation, Results], list[str]]:
    """The results of a figure's runs, and what is wrong with the others.

    A run that was stopped on purpose is whole if it came to the stop without an error, and one that
    may stall however it ended; any other must have delivered everything.
    """
    found, problems = {}, []
    for simulation in figure.simulations(quick):
        try:
            results = load_results(out / simulation.folder)
        except ResultsError as error:
            problems.append(str(error))
            continue
        if not (simulation.run.may_stall or _is_whole(results, figure.until_stop)):
            problems.append(f"{figure.id}/{simulation.folder}: did not complete")
        found[simulation] = results
    return found, problems


def _is_whole(results: Results, until_stop: bool) -> bool:
    if until_stop and results.summary.get("outcome") == "stop":
        return results.summary["qp_errors"] == 0
    return results.completed


def tabulate(figure: Experiment, runs: Mapping[Simulation, Results]) -> pd.DataFrame:
    """Every measure of every run: a row each, with the columns `COLUMNS`."""
    rows = [
        (
            simulation.case,
            simulation.run.key,
            simulation.point.sweep if simulation.point else "",
            simulation.point.at if simulation.point else float("nan"),
            simulation.seed,
            name,
            measures.measure(results, spec),
        )
        for simulation, results in runs.items()
        for name, spec in figure.measures.items()
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def references(figure: Experiment) -> pd.DataFrame:
    """The numbers from elsewhere, in rows like those of `tabulate`, of seed 0."""
    rows = [
        (f"{line.key}@{point.text}", line.key, point.sweep, point.at, 0, name, values[point.text])
        for line in figure.references
        for name, values in line.values.items()
        for point in figure.points
        if point.text in values
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def unfinished(runs: Mapping[Simulation, Results]) -> dict[str, str]:
    """How the runs that did not complete ended, by case."""
    return {
        simulation.case: results.summary.get("outcome", "stalled")
        for simulation, results in runs.items()
        if not results.completed
    }


def summarize(values: pd.DataFrame) -> dict[str, float]:
    """The metrics that expectations speak of: mean, extremes and median over the seeds.

    Of a run at a point, and of a run at all of its points together.
    """
    found: dict[str, float] = {}
    for whose in ("run", "case"):
        for (name, measure), group in values.groupby([whose, "measure"], sort=False)["value"]:
            found[f"{name}/{measure}"] = group.mean(skipna=False)
            for statistic in OVER_SEEDS:
                found[f"{name}/{measure}/{statistic}"] = getattr(group, statistic)(skipna=False)
    return found


def verdicts(figure: Experiment, values: pd.DataFrame, quick: bool) -> list[Verdict]:
    """The figure's expectations, judged."""
    return judge(figure.expectations, summarize(values), quick)
