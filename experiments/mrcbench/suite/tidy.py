# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of an experiment for other programs: a row per run, and statistics over the seeds.

``sweep.csv`` contains only simulated values: its bytes do not depend on time and machine.
``sweep-cost.csv`` has times and memory, which differ from run to run. With several seeds, ``sweep-seeds.csv``
has means and confidence intervals.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from ..measure import interval
from ..metrics import over_repetitions
from ..reference import COST as SWEEP_COST
from ..reference import SUMMARY, SWEEP
from ..results import Results
from .definition import Experiment, Simulation

#: Keys of summary.json about the machine, and about the origin of the simulator.
COST, ORIGIN = (
    tuple(key for key in table.columns if key in SUMMARY and key != "seed")
    for table in (SWEEP_COST, SWEEP)
)

#: Keys of summary.json that are no results: a run has them even if it did not complete.
NO_RESULTS = ("transport", "hosts", "planes", "outcome")

#: Keys of summary.json that have other places in the table.
ELSEWHERE = ("name", "seed", "jobs", "recovery", "captures", *ORIGIN)


def place_columns(experiment: Experiment, simulation: Simulation) -> dict[str, Any]:
    """The columns in which runs differ: case, places of all points (None: not of this one), seed."""
    own = simulation.point.columns if simulation.point else {}
    places = {name: own.get(name) for name in experiment.place_columns}
    return {"case": simulation.run.label, **places, "seed": simulation.seed}


def flatten(summary: Mapping[str, Any]) -> dict[str, Any]:
    """A summary as columns: jobs by name, with means over their repetitions; faults by number."""
    columns: dict[str, Any] = {}
    for key, value in summary.items():
        if key in COST or key in ELSEWHERE:
            continue
        columns.update(leaves(value, key, lists=True))
    columns.update(_jobs(summary.get("jobs", [])))
    for row in summary.get("recovery", []):
        name = f"recovery[{row['fault']}]"
        own = {f"{name}.{key}": value for key, value in row.items() if key != "fault"}
        columns.update({key: value for key, value in own.items() if key not in columns})
    return columns


def leaves(value: Any, path: str = "", lists: bool = False) -> dict[str, Any]:
    """The values of a document by their paths.

    @param lists whether lists of plain values are also split, and empty lists and objects left out
    """
    inner = None
    if isinstance(value, dict):
        inner = [(f"{path}.{key}" if path else key, each) for key, each in value.items()]
    elif isinstance(value, list) and (lists or any(isinstance(each, (dict, list)) for each in value)):
        inner = [(f"{path}[{at}]", each) for at, each in enumerate(value)]
    if inner is None or not (inner or lists):
        return {path: value}
    return {name: leaf for below, each in inner for name, leaf in leaves(each, below, lists).items()}


def _jobs(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Columns of jobs: means over the repetitions, None if one of them has no value."""
    by_job: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        by_job[str(row["job"])].append(row)
    columns: dict[str, Any] = {}
    for job, repetitions in by_job.items():
        columns[f"jobs.{job}.repetitions"] = len(repetitions)
        for key, first in repetitions[0].items():
            if key in ("job", "repetition"):
                continue
            values = [row.get(key) for row in repetitions]
            mean = first
            if any(value is None for value in values):
                mean = None
            elif not isinstance(first, str) and len(set(values)) > 1:
                mean = over_repetitions(pd.DataFrame(repetitions), key)
            columns[f"jobs.{job}.{key}"] = mean
    return columns


def config_hash(results: Results) -> str:
    """A digest of the effective scenario."""
    said = json.dumps(results.scenario, sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def tables(
    experiment: Experiment,
    statuses: Mapping[Simulation, str],
    runs: Mapping[Simulation, Results],
    counted: Mapping[Simulation, Results | None],
    values: pd.DataFrame,
    took_s: Mapping[Simulation, float | None],
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """sweep.csv and sweep-cost.csv: a row per run, in the order of the statuses.

    @param runs those with results
    @param counted the same; None for those that did not complete, which have no results in sweep.csv
    """
    measured = {
        key: dict(zip("measure." + group["measure"], group["value"]))
        for key, group in values.groupby(["case", "seed"], sort=False)
    }
    rows, costs = [], []
    for simulation, status in statuses.items():
        place: dict[str, Any] = {**place_columns(experiment, simulation), "status": status}
        row, cost = place, place
        if simulation in runs:
            results = runs[simulation]
            summary = results.summary
            origin = {key: summary.get(key) for key in ORIGIN}
            own = {"config": config_hash(results), **measured.get((simulation.case, simulation.seed), {})}
            whole = counted[simulation] is not None
            told = flatten(summary) if whole else {key: summary[key] for key in NO_RESULTS}
            # A varied value overrides a key of the summary with the same name
            row = {**told, **place, **origin, **own}
            cost = {**place, "process_s": took_s.get(simulation),
                    **{key: summary[key] for key in COST if key in summary}}  # fmt: skip
        rows.append(row)
        costs.append(cost)
    first = [*place, *ORIGIN, "config", *(f"measure.{name}" for name in experiment.measures)]
    return _frame(rows, first), _frame(costs)


def _frame(rows: list[dict[str, Any]], first: Sequence[str] = ()) -> pd.DataFrame:
    """A frame of rows, with integers also in columns with missing values.

    @param rows their values by column
    @param first columns that come first, if they exist
    """
    frame = pd.DataFrame(rows, dtype=object)
    there = [key for key in first if key in frame]
    return frame[[*there, *frame.columns.difference(there, sort=False)]]


def over_seeds(
    experiment: Experiment, values: pd.DataFrame, simulations: Iterable[Simulation]
) -> pd.DataFrame:
    """sweep-seeds.csv: per case, point and measure the mean over the seeds and its confidence interval."""
    places = {
        simulation.case: {key: value for key, value in place_columns(experiment, simulation).items()
                          if key != "seed"}
        for simulation in simulations
    }  # fmt: skip
    rows = []
    for (case, measure), group in values.groupby(["case", "measure"], sort=False)["value"]:
        if case not in places:
            continue  # a number from elsewhere
        half = interval(group)
        mean = group.mean(skipna=False)
        rows.append({
            **places[case], "measure": measure, "seeds": len(group), "mean": mean,
            "low": mean - half, "high": mean + half, "min": group.min(skipna=False),
            "max": group.max(skipna=False),
        })  # fmt: skip
    return pd.DataFrame(rows)
