# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of an experiment for other programs: a row per run, and what the seeds agree on.

``sweep.csv`` holds what is simulated and nothing else: whenever and wherever it is made, its bytes
are the same. What differs from run to run, times and memory, is in ``sweep-cost.csv``. Of several
seeds, ``sweep-seeds.csv`` has mean and confidence interval.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from ..engine.tasks import Outcome
from ..measure import interval
from ..results import Results
from .definition import Experiment, Simulation
from .variation import value_text

#: Keys of summary.json that tell of the machine.
COST = (
    "wall_s",
    "setup_cpu_s",
    "cpu_s",
    "events",
    "packet_hops_per_cpu_s",
    "peak_rss_bytes",
)

#: Keys of summary.json that tell where it comes from.
ORIGIN = ("version", "commit", "ns3_version")

#: Keys of summary.json that stand elsewhere in the table.
_ELSEWHERE = ("name", "seed", "jobs", "recovery", "captures", *ORIGIN)


def place_columns(experiment: Experiment, simulation: Simulation) -> dict[str, Any]:
    """What tells a run from the others: its line, what is varied, its seed."""
    columns: dict[str, Any] = {"case": simulation.run.label}
    point = simulation.point
    if point and point.values:
        columns.update({path: value_text(value) for path, value in point.values})
    elif point:
        columns.update({"sweep": point.sweep, "at": point.at})
    return {**columns, "seed": simulation.seed}


def status_of(outcome: Outcome | None, whole: bool) -> str:
    """How a run ended: ok, incomplete, failed or missing."""
    if outcome is None:
        return "missing"
    if not outcome.done:
        return "failed"
    return "ok" if whole else "incomplete"


def flatten(summary: Mapping[str, Any]) -> dict[str, Any]:
    """A summary as columns: jobs by name, means over their repetitions; faults by number."""
    columns: dict[str, Any] = {}
    for key, value in summary.items():
        if key in COST or key in _ELSEWHERE:
            continue
        columns.update(_leaves(key, value))
    columns.update(_jobs(summary.get("jobs", [])))
    for row in summary.get("recovery", []):
        name = f"recovery[{row['fault']}]"
        own = {f"{name}.{key}": value for key, value in row.items() if key != "fault"}
        columns.update({key: value for key, value in own.items() if key not in columns})
    return columns


def _leaves(path: str, value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return {
            name: leaf
            for key, inner in value.items()
            for name, leaf in _leaves(f"{path}.{key}", inner).items()
        }
    if isinstance(value, list):
        return {
            name: leaf
            for index, inner in enumerate(value)
            for name, leaf in _leaves(f"{path}[{index}]", inner).items()
        }
    return {path: value}


def _jobs(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Columns of jobs: means over the repetitions, none if one of them has no value."""
    by_job: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        by_job.setdefault(str(row["job"]), []).append(row)
    columns: dict[str, Any] = {}
    for job, repetitions in by_job.items():
        columns[f"jobs.{job}.repetitions"] = len(repetitions)
        for key, first in repetitions[0].items():
            if key in ("job", "repetition"):
                continue
            values = [row.get(key) for row in repetitions]
            if isinstance(first, str):
                columns[f"jobs.{job}.{key}"] = first
            elif any(value is None for value in values):
                columns[f"jobs.{job}.{key}"] = None
            elif len(set(values)) == 1:
                columns[f"jobs.{job}.{key}"] = first
            else:
                columns[f"jobs.{job}.{key}"] = float(np.mean(np.array(values, dtype=float)))
    return columns


def config_hash(results: Results) -> str:
    """A digest of the effective scenario, whatever program made it."""
    config = {key: value for key, value in results.config.items()
              if key not in ("version", "ns3Version")}  # fmt: skip
    said = json.dumps(config, sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def tables(
    experiment: Experiment,
    simulations: Iterable[Simulation],
    runs: Mapping[Simulation, Results],
    statuses: Mapping[Simulation, str],
    values: pd.DataFrame,
    took_s: Mapping[Simulation, float | None],
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """sweep.csv and sweep-cost.csv: a row per run, in the order of the file."""
    measured = {
        key: dict(zip(group["measure"], group["value"]))
        for key, group in values.groupby(["case", "seed"], sort=False)
    }
    rows, costs = [], []
    for simulation in simulations:
        place = place_columns(experiment, simulation)
        status = {"status": statuses[simulation]}
        results = runs.get(simulation)
        if results is None:
            rows.append({**place, **status})
            costs.append({**place, **status})
            continue
        summary = results.summary
        origin = {key: summary.get(key) for key in ORIGIN}
        own = measured.get((simulation.case, simulation.seed), {})
        asked = {f"measure.{name}": value for name, value in own.items()}
        origin["config"] = config_hash(results)
        # What is varied may have a name that the summary has, too: it is the varied value that is told.
        rows.append({**flatten(summary), **place, **status, **origin, **asked})
        cost = {key: summary.get(key) for key in COST if key in summary}
        costs.append({**place, **status, "process_s": took_s.get(simulation), **cost})
    first = [*place_columns(experiment, next(iter(simulations))), "status", *ORIGIN, "config"]
    first += [f"measure.{name}" for name in experiment.measures]
    return _frame(rows, first), _frame(costs)


def _frame(rows: list[dict[str, Any]], first: Sequence[str] = ()) -> pd.DataFrame:
    """Rows as they are: whole numbers stay whole where others lack a value.

    @param rows what is in them, by column
    @param first columns that stand before the others, as far as they are there
    """
    there = dict.fromkeys(key for row in rows for key in row)
    columns = [*(key for key in first if key in there), *(key for key in there if key not in first)]
    return pd.DataFrame([[row.get(key) for key in columns] for row in rows], columns=columns,
                        dtype=object)  # fmt: skip


def over_seeds(
    experiment: Experiment, values: pd.DataFrame, simulations: Iterable[Simulation]
) -> pd.DataFrame:
    """sweep-seeds.csv: per line, point and measure the mean over the seeds, and how sure it is."""
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
