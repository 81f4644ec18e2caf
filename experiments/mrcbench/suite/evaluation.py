# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of an experiment together: every measure of every run, and statistics over the seeds."""

from __future__ import annotations

import functools
import math
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

import pandas as pd

from ..expectations import Verdict
from ..numbers import Number
from ..reference import SWEEP_TABLES
from ..results import Results, is_results_folder, open_results
from .definition import Experiment, Measure, Point, Simulation
from .reader import unknown

#: Most runs whose tables stay in memory.
KEPT = 64

#: Columns of the table of values.
COLUMNS = list(SWEEP_TABLES["values.csv"].columns)


def load(
    experiment: Experiment, out: Path, simulations: Iterable[Simulation]
) -> tuple[dict[Simulation, Results], list[Simulation]]:
    """The results of some runs of an experiment, and the runs that are not complete.

    A run with ``untilStop`` is complete if it reached the stop without an error, a run with ``mayStall`` in
    any case; any other must have delivered all messages.

    @raise ResultsError if the summary of a run is damaged
    """
    found, incomplete = {}, []
    for simulation in simulations:
        if not is_results_folder(out / simulation.folder):
            continue  # the caller detects the missing results
        results = open_results(out / simulation.folder)
        if not (simulation.run.may_stall or is_whole(results, experiment.until_stop)):
            incomplete.append(simulation)
        found[simulation] = results
    return found, incomplete


def is_whole(results: Results, until_stop: bool) -> bool:
    """Whether a run is complete: it delivered all messages, or reached its stop."""
    if until_stop and results.summary.get("outcome") == "stop":
        return results.summary["qp_errors"] == 0
    return results.completed


def tabulate(experiment: Experiment, runs: Mapping[Simulation, Results | None]) -> pd.DataFrame:
    """Every measure of every run: a row each, with the columns `COLUMNS`.

    @param runs results; None, and NaN in the table, for a run that did not complete or left no results
    @raise ResultsError if a file of a run is damaged
    """
    alone = _jobs_alone(runs)
    rows = []
    for simulation, results in runs.items():
        point = simulation.point
        place = (point.sweep, point.at) if point else ("", float("nan"))
        own = alone.get((simulation.run.key, point, simulation.seed), {})
        for name, measure in experiment.measures.items():
            value = _value(measure, results, own)
            rows.append((simulation.case, simulation.run.key, *place, simulation.seed, name, value))
        if results and len(runs) > KEPT:
            results.release()
    return pd.DataFrame(rows, columns=COLUMNS)


def _value(measure: Measure, results: Results | None, alone: Mapping[str, Results | None]) -> float:
    """A measure of a run; NaN if this run, or one of a job alone that it needs, has no results."""
    known = {job: each for job, each in alone.items() if each}
    if results is None or (measure.alone and len(known) < len(alone)):
        return math.nan
    return measure.value(results, known)


def _jobs_alone(
    runs: Mapping[Simulation, Results | None],
) -> dict[tuple[str, Point | None, int], dict[str, Results | None]]:
    """The runs of single jobs: by the run with all jobs, and by job."""
    found: dict[tuple[str, Point | None, int], dict[str, Results | None]] = {}
    for simulation, results in runs.items():
        if simulation.run.alone:
            together = (simulation.run.alone.run, simulation.point, simulation.seed)
            found.setdefault(together, {})[simulation.run.alone.job] = results
    return found


def references(experiment: Experiment) -> pd.DataFrame:
    """The references, in rows like those of `tabulate`, with seed 0."""
    rows = [
        (f"{line.key}@{point.text}", line.key, point.sweep, point.at, 0, name, values[point.text])
        for line in experiment.references
        for name, values in line.values.items()
        for point in experiment.points
        if point.text in values
    ]
    return pd.DataFrame(rows, columns=COLUMNS)


def check_known(kind: str, name: str, names: Iterable[str]) -> None:
    """@raise KeyError if the name is unknown"""
    names = list(names)
    if name not in names:
        raise KeyError(unknown(kind, name, names))


class Measured:
    """The runs of an experiment with their measured values."""

    def __init__(
        self,
        experiment: Experiment,
        runs: Mapping[Simulation, Results],
        values: pd.DataFrame,
        sweep: pd.DataFrame | None = None,
        lacking: Collection[Simulation] = (),
    ) -> None:
        """@param experiment the experiment
        @param runs the results of its runs
        @param values every measure of every run, see `tabulate`
        @param sweep the rows of sweep.csv; None: none
        @param lacking the runs that did not complete, or left no results
        """
        self.experiment, self.runs, self.values, self.lacking = experiment, runs, values, lacking
        self.sweep = pd.DataFrame() if sweep is None else sweep
        self._seeds: dict[str, pd.Series] = {}  # of a run at all of its points together, and at each of them
        by_seed = values.set_index("seed")["value"]
        for column in ("run", "case"):
            names = (values[column] + "/" + values["measure"]).to_numpy()
            self._seeds |= dict(list(by_seed.groupby(names)))

    @property
    def full(self) -> bool:
        """Whether the runs have the full size of the figure."""
        return self.experiment.full

    def __getitem__(self, metric: str) -> Number:
        """The mean over the seeds of ``RUN/MEASURE`` or ``RUN@POINT/MEASURE``.

        With the suffix ``/min``, ``/median`` or ``/max``: the minimum, median or maximum. NaN if it was not
        measured.

        @raise KeyError if no complete set of runs has it
        """
        name, statistic = metric, "mean"
        if name not in self._seeds and metric.endswith(_ENDINGS[1:]):
            name, _, statistic = metric.rpartition("/")
        if name not in self._seeds:
            check_known("metric", metric, self._known)
            return Number(math.nan)
        seeds = self._seeds[name]
        found = getattr(seeds, statistic)(skipna=False)
        return Number(float(found), None if statistic in ("min", "max") else seeds)

    @functools.cached_property
    def _known(self) -> dict[str, None]:
        """Every metric of a complete set of runs, in order."""
        cases = [*(run.key for run in self.experiment.runs),
                 *(each.case for each in self.experiment.simulations(quick=False))]  # fmt: skip
        return {
            f"{case}/{measure}{ending}": None
            for case in dict.fromkeys(cases)
            for measure in self.experiment.measures
            for ending in _ENDINGS
        }

    def of(self, measure: str) -> pd.DataFrame:
        """The values of a measure: rows of ``values``.

        @raise KeyError if the figure does not measure it
        """
        check_known("measure", measure, self.experiment.measures)
        return self.values[self.values["measure"] == measure]

    def judge(self, quick: bool = False) -> list[Verdict]:
        """The verdicts of the claims."""
        return [claim.judge(quick) for claim in self.experiment.claims(self)]


#: Endings of metrics: the mean over the seeds, and other statistics.
_ENDINGS = ("", "/min", "/median", "/max")


def unfinished(runs: Mapping[Simulation, Results]) -> dict[str, str]:
    """The outcomes of runs that did not complete, by case."""
    return {
        simulation.case: results.summary["outcome"]
        for simulation, results in runs.items()
        if not results.completed
    }
