# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Experiments from their files to their tables, plots and verdicts."""

from __future__ import annotations

import glob
import io
import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd

from ..drawing import styled
from ..engine.execution import EngineError, Execution, Interrupted, Plan, make_plan
from ..engine.tasks import Estimate, Outcome, Successor, Task
from ..engine.worker import LEFT_RESULTS
from ..expectations import Verdict
from ..figure import said
from ..files import write
from ..progress import Progress, indent, tell_refused
from ..report import verdict_table
from ..results import Results, ResultsError
from ..table import Table, counted, markdown
from ..units import format_duration, format_size
from . import evaluation, page, tidy
from .definition import Experiment, Simulation
from .reader import unknown

#: Dots per inch of PNG files.
DPI = 150

#: Most causes of incomplete runs, most runs that are named of each, and most lines of output.
_CAUSES, _NAMED, _LINES = 10, 3, 4

#: Files of an experiment without its plots.
_MADE = (
    "sweep.csv", "sweep-cost.csv", "sweep-seeds.csv", "values.csv", "tables.md", "failures.csv",
    "report.html", "verdicts.json",
)  # fmt: skip


@dataclass(frozen=True)
class Part:
    """An experiment and its folder within the output."""

    experiment: Experiment
    folder: str = ""

    def name_of(self, simulation: Simulation) -> str:
        """The name of a run within the output."""
        return f"{self.folder}/{simulation.folder}".lstrip("/")

    def tasks(self, quick: bool) -> list[Task]:
        """The tasks of its runs."""
        return [self._task(simulation, quick) for simulation in self.experiment.simulations(quick)]

    def _task(self, simulation: Simulation, quick: bool) -> Task:
        return Task(
            name=self.name_of(simulation),
            scenario=simulation.run.scenario,
            settings=self.experiment.settings(simulation, quick),
            program=self.experiment.program,
            after=self._successor(simulation),
        )

    def _successor(self, simulation: Simulation) -> Successor | None:
        after = simulation.run.after
        if after is None:
            return None
        other = next(run for run in self.experiment.runs if run.key == after.name)
        return replace(after, name=self.name_of(replace(simulation, run=other)))


@dataclass(frozen=True)
class Done:
    """An experiment whose runs have ended."""

    part: Part
    simulations: Sequence[Simulation]  #: all of its runs
    runs: Mapping[Simulation, Results]  #: those with results
    incomplete: Sequence[Simulation]  #: those with results that did not deliver everything
    outcomes: Mapping[str, Outcome]  #: by name
    out: Path  #: its folder
    quick: bool

    @property
    def experiment(self) -> Experiment:
        """The experiment."""
        return self.part.experiment

    @property
    def counted(self) -> dict[Simulation, Results | None]:
        """The results of all runs; None of those that did not complete, or left none."""
        incomplete = set(self.incomplete)
        return {each: None if each in incomplete else self.runs.get(each) for each in self.simulations}

    def outcome(self, simulation: Simulation) -> Outcome | None:
        """The outcome of a run; None if it was not started."""
        return self.outcomes.get(self.part.name_of(simulation))

    def status(self, simulation: Simulation) -> str:
        """The status of a run: ok, incomplete, failed or missing."""
        outcome = self.outcome(simulation)
        if outcome is None or not outcome.done:
            return "missing" if outcome is None else "failed"
        results = self.runs.get(simulation)
        is_whole = results is not None and evaluation.is_whole(results, self.experiment.until_stop)
        return "ok" if is_whole else "incomplete"

    def answer(self, measured: evaluation.Measured, verdicts: Sequence[Verdict]) -> str:
        """The answer to the question, at full size, and how many claims hold."""
        sentence = "" if self.quick or not self.runs else self.experiment.answer(measured)
        return " ".join(filter(None, (sentence, page.outcome_of(verdicts))))

    def grids(self, values: pd.DataFrame) -> list[Table]:
        """The tables of runs against points."""
        return page.grids(self.experiment, values, evaluation.unfinished(self.runs))


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
        # An earlier call may have made these files from other runs
        plots = out.glob(f"{glob.escape(part.experiment.id)}-*.png")
        for path in (*map(out.joinpath, _MADE), *plots):
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
            rows.append((*map(str, place.values()), state, *cost))
        print(Table((*place, "state", "CPU time", "memory"), rows).short(200).text())
        tell_refused(plan)
        left = sum(plan.estimates[task.name].cpu_s for task in plan.pending)
        print(
            f"\n{len(plan.tasks)} runs: {len(plan.before)} done, {len(plan.refused)} refused, "
            f"{len(plan.pending)} to do. About {format_duration(left)} of CPU time, "
            f"{format_duration(left / self._execution.cores)} on {self._execution.cores} cores."
        )
        if plan.refused:
            return 2 if plan.all_refused else 1
        return 0


def write_all(done: Done, measured: evaluation.Measured, numbers: Table | None = None) -> list[Verdict]:
    """Write plots, verdicts and the page of an experiment.

    @param numbers the table of numbers on the page; None: that of the measures
    """
    experiment, out, values = done.experiment, done.out, measured.values
    verdicts = measured.judge(done.quick)
    plots = list(experiment.draw(measured)) if done.runs else []
    for index, plot in enumerate(plots, start=1):
        picture = io.BytesIO()
        styled(plot.picture.savefig)(picture, format="png", dpi=DPI)
        write(out / f"{experiment.id}-{index}.png", picture.getvalue())
    grids = done.grids(values)
    if grids:
        write(out / "tables.md", "\n\n".join(map(markdown, grids)) + "\n")
    numbers = numbers or page.table_for_people(experiment, values)
    failed = failures(done)
    if failed:
        write(out / "failures.csv", failures_csv(failed))
    text = page.render(experiment, verdicts, plots, grids, numbers, by_cause(failed), done.quick,
                       done.answer(measured, verdicts))  # fmt: skip
    write(out / "report.html", text)
    write(out / "verdicts.json", verdicts_json(experiment, verdicts, done.runs, done.quick))
    return verdicts


@dataclass(frozen=True)
class Failure:
    """A run without results, or that did not complete."""

    simulation: Simulation
    name: str  #: of the run within the output
    status: str  #: exit status
    said: str  #: output of the simulator

    @property
    def cause(self) -> tuple[str, str]:
        """The part in common with other runs: the first line without its numbers."""
        return self.status, re.sub(r"\d+", "", self.said.partition("\n")[0])


def failures(done: Done) -> list[Failure]:
    """The runs without results, or that did not complete."""
    found = []
    for simulation in done.simulations:
        outcome, after = done.outcome(simulation), simulation.run.after
        name = done.part.name_of(simulation)
        if outcome is None:
            why = f"comes after {after.name}, which left no results" if after else "was not started"
            found.append(Failure(simulation, name, "-", why))
        elif not outcome.done or simulation in done.incomplete:
            found.append(Failure(simulation, name, str(outcome.status), outcome.said or "nothing"))
    return found


def by_cause(found: Sequence[Failure]) -> Table:
    """A row per cause, with the output of its first run; all of them are in failures.csv."""
    causes: dict[tuple[str, str], list[Failure]] = {}
    for failure in found:
        causes.setdefault(failure.cause, []).append(failure)
    rows = []
    for each in list(causes.values())[:_CAUSES]:
        more = f" and {len(each) - _NAMED} more" if len(each) > _NAMED else ""
        names = ", ".join(failure.name for failure in each[:_NAMED])
        rows.append((names + more, each[0].status, each[0].said))
    others = list(causes.values())[_CAUSES:]
    if others:
        rows.append((f"{sum(map(len, others))} runs", "-", counted(len(others), "other cause")))
    return Table(("runs", "exit status", "what the simulator said of the first"), rows)


def failures_csv(found: Sequence[Failure]) -> str:
    """All of them, with all that the simulator said."""
    rows = [(each.name, each.status, each.said) for each in found]
    return pd.DataFrame(rows, columns=["run", "exit_status", "said"]).to_csv(index=False)


def verdicts_json(
    experiment: Experiment, verdicts: Sequence[Verdict], runs: Mapping[Simulation, Results], quick: bool
) -> str:
    """The facts for the table of all figures."""
    summaries = [results.summary for results in runs.values()]
    found = {
        "id": experiment.id,
        "title": experiment.title,
        "question": experiment.question,
        "quick": quick,
        "runs": len(runs),
        "cpu_s": round(sum(each.get("setup_cpu_s", 0) + each.get("cpu_s", 0) for each in summaries), 1),
        "commit": next((each.get("commit", "") for each in summaries), ""),
        "verdicts": [
            {"claim": each.claim.text, "band": each.bound_text, "ours": each.measured_text,
             "published": each.claim.published, "verdict": each.word}
            for each in verdicts
        ],
    }  # fmt: skip
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"
