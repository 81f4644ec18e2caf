# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Experiments from their files to their tables, plots and verdicts."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

import pandas as pd

from ..engine.execution import START_S, EngineError, Execution, Interrupted, Plan, make_plan
from ..engine.tasks import Estimate, Outcome
from ..engine.worker import LEFT_RESULTS
from ..expectations import Verdict
from ..figure import said
from ..files import write
from ..progress import Progress, indent, tell_refused
from ..report import verdict_table
from ..results import ResultsError
from ..table import NOTHING, Table, counted
from ..units import format_duration, format_size
from . import evaluation, page, tidy
from .definition import Part
from .done import Done, by_cause, failures, write_all
from .reader import unknown

#: Most lines of the output of an incomplete run.
_LINES = 4

#: The tables of an experiment.
_TABLES = ("sweep.csv", "sweep-cost.csv", "sweep-seeds.csv", "values.csv")


class Driver:
    """Executes experiments in one output folder."""

    def __init__(
        self, name: str, execution: Execution, quick: bool = False, advice: str = "--again"
    ) -> None:
        """@param name of the command, for messages
        @param execution where and how runs are executed
        @param quick small sizes, for a quick look
        @param advice the call that repeats runs of another build
        """
        self._advice = advice
        self._name = name
        self._execution = execution
        self._quick = quick

    def say(self, text: str) -> None:
        """Print a message on stderr."""
        print(f"{self._name}: {text}", file=sys.stderr)

    def plan(self, parts: Sequence[Part], known: Mapping[str, Estimate] | None = None) -> Plan:
        """The pending runs and the completed runs.

        @param parts the experiments
        @param known earlier estimates of some runs, by name
        """
        tasks = [task for part in parts for task in part.tasks(self._quick)]
        return make_plan(self._execution, tasks, known)

    def run(self, parts: Sequence[Part], known: Mapping[str, Estimate] | None = None) -> int:
        """Execute and evaluate experiments; the exit status. The arguments are those of `plan`."""
        try:
            return self._run(self.plan(parts, known), parts)
        except KeyboardInterrupt:
            self.say("interrupted; the same command goes on")
            return 130
        except OSError as error:
            self.say(f"{error.filename or self._execution.out}: {error.strerror or error}")
            return 2

    def _run(self, plan: Plan, parts: Sequence[Part]) -> int:
        if plan.all_refused:
            return self.refuse(plan)
        tell_refused(plan)
        if plan.before:
            self.say(f"{len(plan.before)} of {len(plan.tasks)} runs have been done before")
        progress = Progress(expected=LEFT_RESULTS)
        self._execution.on_end = progress
        try:
            outcomes = self._execution.run(plan)
        except Interrupted:
            done = len(plan.before) + progress.done
            self.say(f"interrupted; {done} of {len(plan.tasks)} runs are in {self._execution.out}, the same "
                     "command goes on")  # fmt: skip
            return 130
        except EngineError as error:
            self.say(str(error))
            return 2
        finally:
            progress.clear()
        stale = sum(outcome.stale for outcome in outcomes.values())
        if stale:
            self.say(f"{stale} of {len(outcomes)} runs are of another build of the simulator (see the column "
                     f"commit); {self._advice} does them again")  # fmt: skip
        statuses = [self.conclude(part, outcomes) for part in parts]
        return max(statuses) if any(outcome.done for outcome in outcomes.values()) else 2

    def refuse(self, plan: Plan) -> int:
        """Report that all runs are rejected, and write nothing; the exit status."""
        self.say(f"the simulator refuses all {len(plan.tasks)} runs; nothing is done")
        tell_refused(plan)
        return 2

    def conclude(self, part: Part, outcomes: Mapping[str, Outcome]) -> int:
        """Measure, draw, judge and report one experiment.

        @return 0 if all runs are complete and all claims hold, 2 if results are damaged, otherwise 1
        """
        try:
            return 0 if self._conclude(part, outcomes) else 1
        except ResultsError as error:
            self.say(str(error))
            return 2

    def _conclude(self, part: Part, outcomes: Mapping[str, Outcome]) -> bool:
        """Whether all runs are complete and all claims hold.

        @raise ResultsError if results are damaged
        """
        out = self._execution.out / part.folder
        out.mkdir(parents=True, exist_ok=True)
        for path in map(out.joinpath, _TABLES):  # an earlier call may have made them from other runs
            path.unlink(missing_ok=True)
        done = self._load(part, outcomes)
        self._tell(done)
        try:
            verdicts = self._report(done, self._measure(done))
        except ResultsError:
            raise
        except Exception as error:
            if part.experiment.path.suffix != ".py":
                raise
            self.say(f"{part.experiment.path}: {said(error, part.experiment.path)}")
            if (out / "report.html").exists():
                self.say(f"{out / 'report.html'} is still that of an earlier call")
            return False
        whole = len(done.runs) == len(done.simulations) and not done.incomplete
        return whole and all(each.passed is not False for each in verdicts)

    def _load(self, part: Part, outcomes: Mapping[str, Outcome]) -> Done:
        """The results of an experiment that are of this configuration.

        @raise ResultsError if a summary is damaged
        """
        out = self._execution.out / part.folder
        simulations = list(part.experiment.simulations(self._quick))
        done = {name for name, outcome in outcomes.items() if outcome.done}
        ended = [each for each in simulations if part.name_of(each) in done]
        runs, incomplete = evaluation.load(part.experiment, out, ended)
        return Done(part, simulations, runs, incomplete, outcomes, out, self._quick)

    def _tell(self, done: Done) -> None:
        """Print the runs that are not complete."""
        lacking = len(done.simulations) - len(done.runs)
        if lacking:
            self.say(f"{done.experiment.id}: {lacking} runs left no results")
        for table_row in by_cause([row for row in failures(done) if row.simulation in done.incomplete]).rows:
            self.say(f"{table_row[0]}: did not complete")
            indent("\n".join(table_row[2].splitlines()[:_LINES]))

    def _measure(self, done: Done) -> evaluation.Measured:
        """Every measure of every run; also writes the tables for other programs."""
        experiment = done.experiment
        counted = done.counted
        values = evaluation.tabulate(experiment, counted)
        statuses = {each: done.status(each) for each in done.simulations}
        took = {each: done.outcomes[done.part.name_of(each)].took_s for each in done.runs}
        sweep, cost = tidy.tables(experiment, statuses, done.runs, counted, values, took)
        write(done.out / "sweep.csv", sweep.to_csv(index=False))
        write(done.out / "sweep-cost.csv", cost.to_csv(index=False))
        if max(len(run.seeds) for run in experiment.runs) > 1 and not done.quick:
            seeds = tidy.over_seeds(experiment, values, done.simulations)
            write(done.out / "sweep-seeds.csv", seeds.to_csv(index=False))
        for column in (name for name in experiment.asked if any(counted.values()) and name not in sweep):
            self.say(f"{experiment.id}: {unknown('column', column, sweep.columns)} in sweep.csv")
        if experiment.references and not done.quick:
            values = pd.concat([values, evaluation.references(experiment)], ignore_index=True)
        write(done.out / "values.csv", values.to_csv(index=False))
        lacking = [each for each, results in counted.items() if results is None]
        return evaluation.Measured(experiment, done.runs, values, sweep, lacking)

    def _report(self, done: Done, measured: evaluation.Measured) -> list[Verdict]:
        """Write all files of an experiment, and print its tables."""
        verdicts = write_all(done, measured)
        experiment = done.experiment
        tables = done.grids(measured.values) or [page.values_table(experiment, measured.values).short()]
        print(f"{experiment.id}: {experiment.title}\n")
        print("\n\n".join(table.text() for table in tables))
        if verdicts:
            print(f"\n{verdict_table(verdicts).text()}")
        print(f"\nReport: {done.out / 'report.html'}\n")
        return verdicts

    def describe(self, part: Part) -> int:
        """Print the points and their estimated costs; the exit status."""
        plan = self.plan([part])
        rows: list[tuple[str, ...]] = []
        for simulation in part.experiment.simulations(self._quick):
            name = part.name_of(simulation)
            place = tidy.place_columns(part.experiment, simulation)
            estimate = plan.estimates.get(name)
            cost, state = ("-", "-"), "done" if name in plan.before else "to do"
            if estimate and estimate.refusal:
                state = "refused"
            elif estimate:
                cost = format_duration(estimate.cpu_s), format_size(estimate.memory_bytes)
            places = (NOTHING if value is None else str(value) for value in place.values())
            rows.append((*places, state, *cost))
        print(Table((*place, "state", "CPU time", "memory"), rows).short(200).text())
        tell_refused(plan)
        cores = self._execution.cores
        left = sum(plan.estimates[task.name].cpu_s for task in plan.pending)
        wall = (left + START_S * len(plan.pending)) / cores
        print(
            f"\n{len(plan.tasks)} runs: {len(plan.before)} done, {len(plan.refused)} refused, "
            f"{len(plan.pending)} to do. About {format_duration(left)} of CPU time, "
            f"{format_duration(wall)} on {counted(cores, 'core')}, with {START_S} s to start each run."
        )
        if plan.refused:
            return 2 if plan.all_refused else 1
        return 0
