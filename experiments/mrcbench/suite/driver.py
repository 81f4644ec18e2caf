# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Experiments from their files to their tables, plots and verdicts, whoever asks for them."""

from __future__ import annotations

import glob
import io
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from ..drawing import styled
from ..engine.estimates import Estimate
from ..engine.execution import EngineError, Execution, Interrupted, Plan, make_plan
from ..engine.tasks import Outcome, Successor, Task
from ..engine.worker import LEFT_RESULTS
from ..expectations import Verdict
from ..figure import said
from ..files import write, write_bytes
from ..progress import Progress, tell_refused
from ..report import verdict_table
from ..results import Results, ResultsError
from ..table import Table, markdown
from ..units import format_duration, format_size
from . import evaluation, page, tidy
from .definition import Experiment, Simulation

#: Dots per inch of PNG files.
DPI = 150

#: Runs that did not complete of which one is told, and lines of what the simulator said of each.
TOLD = 20
_LINES = 4

#: Files of an experiment besides its plots.
_MADE = (
    "sweep.csv", "sweep-cost.csv", "sweep-seeds.csv", "values.csv", "tables.md", "report.html",
    "verdicts.json",
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
        """Its runs."""
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
        other = next(run for run in self.experiment.runs if run.key == after.run)
        before = Simulation(other, simulation.point, simulation.seed)
        return Successor(self.name_of(before), after.path, after.part)


@dataclass(frozen=True)
class Done:
    """An experiment that has been done."""

    part: Part
    simulations: Sequence[Simulation]  #: all that were asked for
    runs: Mapping[Simulation, Results]  #: those with results
    incomplete: Sequence[Simulation]  #: of these, those that did not do what was asked
    outcomes: Mapping[str, Outcome]  #: by name
    out: Path  #: its folder
    quick: bool

    @property
    def experiment(self) -> Experiment:
        """What was done."""
        return self.part.experiment

    def outcome(self, simulation: Simulation) -> Outcome | None:
        """What became of a run; None if nobody came to it."""
        return self.outcomes.get(self.part.name_of(simulation))

    def grids(self, values: pd.DataFrame) -> list[Table]:
        """The tables of runs against points."""
        return page.grids(self.experiment, values, evaluation.unfinished(self.runs))


class Driver:
    """Does experiments in one output folder."""

    def __init__(
        self, name: str, execution: Execution, quick: bool = False, advice: str = "--again"
    ) -> None:
        """@param name of the command, for messages
        @param execution where and how runs are done
        @param quick small sizes, for a quick look
        @param advice what repeats runs of another build
        """
        self._advice = advice
        self._name = name
        self._execution = execution
        self._quick = quick

    def say(self, text: str) -> None:
        """Tell the user something that is no result."""
        print(f"{self._name}: {text}", file=sys.stderr)

    def plan(self, parts: Sequence[Part], known: Mapping[str, Estimate] | None = None) -> Plan:
        """What is to be done, and what has been done.

        @param parts what is asked for
        @param known what the simulator has said of some runs before, by name
        """
        tasks = [task for part in parts for task in part.tasks(self._quick)]
        return make_plan(self._execution, tasks, known)

    def run(self, parts: Sequence[Part], known: Mapping[str, Estimate] | None = None) -> int:
        """Do experiments, and conclude each; the exit status. The arguments are those of `plan`."""
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
            progress.clear()
            self.say(
                f"interrupted; {len(plan.before) + progress.done} of {len(plan.tasks)} runs are in "
                f"{self._execution.out}, the same command goes on"
            )
            return 130
        except EngineError as error:
            progress.clear()
            self.say(str(error))
            return 2
        progress.clear()
        self._tell_stale(outcomes)
        holds = [self.conclude(part, outcomes) for part in parts]
        if not any(outcome.done for outcome in outcomes.values()):
            return 2
        return 0 if all(holds) else 1

    def refuse(self, plan: Plan) -> int:
        """No run makes sense: say so, do nothing, write nothing; the exit status."""
        self.say(f"the simulator refuses all {len(plan.tasks)} runs; nothing is done")
        tell_refused(plan)
        return 2

    def _tell_stale(self, outcomes: Mapping[str, Outcome]) -> None:
        stale = sum(outcome.stale for outcome in outcomes.values())
        if stale:
            self.say(
                f"{stale} of {len(outcomes)} runs are of another build of the simulator (see the "
                f"column commit); {self._advice} does them again"
            )

    def conclude(self, part: Part, outcomes: Mapping[str, Outcome]) -> bool:
        """Measure, draw, judge and report one experiment.

        @return whether all runs are whole and all claims hold
        """
        done = self._load(part, outcomes)
        self._tell(done)
        self._discard(done)
        try:
            verdicts = self._report(done, self._measure(done))
        except ResultsError as error:
            self.say(str(error))
            return False
        except Exception as error:
            if part.experiment.path.suffix != ".py":
                raise
            self.say(f"{part.experiment.path}: {said(error, part.experiment.path)}")
            return False
        whole = len(done.runs) == len(done.simulations) and not done.incomplete
        return whole and all(each.passed is not False for each in verdicts)

    def _load(self, part: Part, outcomes: Mapping[str, Outcome]) -> Done:
        """What is there of an experiment: results in folders that are of this configuration."""
        out = self._execution.out / part.folder
        simulations = list(part.experiment.simulations(self._quick))
        found, incomplete = evaluation.load(part.experiment, out, self._quick)
        ended = {name for name, outcome in outcomes.items() if outcome.done}
        runs = {each: results for each, results in found.items() if part.name_of(each) in ended}
        incomplete = [each for each in incomplete if each in runs]
        return Done(part, simulations, runs, incomplete, outcomes, out, self._quick)

    def _tell(self, done: Done) -> None:
        """Say which runs are not as they should be."""
        lacking = len(done.simulations) - len(done.runs)
        if lacking:
            self.say(f"{done.experiment.id}: {lacking} runs left no results")
        for simulation in done.incomplete[:TOLD]:
            name = done.part.name_of(simulation)
            self.say(f"{name}: did not complete")
            for line in done.outcomes[name].said.splitlines()[:_LINES]:
                print(f"    {line}", file=sys.stderr)
        if len(done.incomplete) > TOLD:
            self.say(f"{done.experiment.id}: {len(done.incomplete) - TOLD} more did not complete")

    def _discard(self, done: Done) -> None:
        """Take away what an earlier call has made of other runs."""
        done.out.mkdir(parents=True, exist_ok=True)
        plots = done.out.glob(f"{glob.escape(done.experiment.id)}-*.png")
        for path in (*map(done.out.joinpath, _MADE), *plots):
            path.unlink(missing_ok=True)

    def _measure(self, done: Done) -> evaluation.Measured:
        """Every measure of every run, also in the tables for other programs."""
        experiment = done.experiment
        values = evaluation.tabulate(experiment, done.runs)
        sweep = self._write_tables(done, values)
        if experiment.references and not done.quick:
            values = pd.concat([values, evaluation.references(experiment)], ignore_index=True)
        return evaluation.Measured(experiment, done.runs, values, sweep)

    def _report(self, done: Done, measured: evaluation.Measured) -> list[Verdict]:
        """Write all files of an experiment, and print its tables."""
        verdicts = write_all(done, measured)
        experiment = done.experiment
        tables = done.grids(measured.values) or [short(page.values_table(experiment, measured.values))]
        print(f"{experiment.id}: {experiment.title}\n")
        print("\n\n".join(table.text() for table in tables))
        if verdicts:
            print(f"\n{verdict_table(verdicts).text()}")
        print(f"\nReport: {done.out / 'report.html'}\n")
        return verdicts

    def _write_tables(self, done: Done, values: pd.DataFrame) -> pd.DataFrame:
        """sweep.csv, which is returned, and its companions."""
        experiment = done.experiment
        statuses = {
            each: tidy.status_of(
                done.outcome(each),
                each in done.runs and evaluation.is_whole(done.runs[each], experiment.until_stop),
            )
            for each in done.simulations
        }
        took = {each: done.outcomes[done.part.name_of(each)].took_s for each in done.runs}
        sweep, cost = tidy.tables(experiment, done.simulations, done.runs, statuses, values, took)
        write(done.out / "sweep.csv", sweep.to_csv(index=False))
        write(done.out / "sweep-cost.csv", cost.to_csv(index=False))
        if max(len(run.seeds) for run in experiment.runs) > 1 and not done.quick:
            seeds = tidy.over_seeds(experiment, values, done.simulations)
            write(done.out / "sweep-seeds.csv", seeds.to_csv(index=False))
        return sweep

    def describe(self, part: Part) -> int:
        """Print the points and what they will take; the exit status."""
        plan = self.plan([part])
        rows = []
        for simulation in part.experiment.simulations(self._quick):
            name = part.name_of(simulation)
            place = tidy.place_columns(part.experiment, simulation)
            said = plan.estimates.get(name)
            state = "done" if name in plan.before else "refused" if said and said.refusal else "to do"
            cost = ("-", "-") if said is None or said.refusal else (
                format_duration(said.cpu_s), format_size(said.memory_bytes))  # fmt: skip
            rows.append((*map(str, place.values()), state, *cost))
        header = (*place, "state", "CPU time", "memory")
        print(short(Table(header, rows), 200).text())
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


def write_all(done: Done, measured: evaluation.Measured) -> list[Verdict]:
    """Write plots, verdicts and the page of an experiment."""
    experiment, out, values = done.experiment, done.out, measured.values
    write(out / "values.csv", values.to_csv(index=False))
    verdicts = measured.judge(done.quick)
    plots = list(experiment.draw(measured)) if done.runs else []
    for index, plot in enumerate(plots, start=1):
        picture = io.BytesIO()
        styled(plot.picture.savefig)(picture, format="png", dpi=DPI)
        write_bytes(out / f"{experiment.id}-{index}.png", picture.getvalue())
    grids = done.grids(values)
    if grids:
        write(out / "tables.md", "\n\n".join(map(markdown, grids)) + "\n")
    text = page.render(experiment, values, verdicts, plots, grids, done.quick, failures(done))
    write(out / "report.html", text)
    write(out / "verdicts.json", verdicts_json(experiment, verdicts, done.runs, done.quick))
    return verdicts


def failures(done: Done) -> Table | None:
    """The runs that left no results, or did not complete, and what the simulator said."""
    incomplete = set(done.incomplete)
    rows = []
    for simulation in done.simulations:
        outcome = done.outcome(simulation)
        if outcome is None:
            after = simulation.run.after
            why = f"comes after {after.run}, which left no results" if after else "was not begun"
            rows.append((simulation.folder, "-", why))
        elif not outcome.done or simulation in incomplete:
            rows.append((simulation.folder, str(outcome.status), outcome.said or "nothing"))
    return Table(("run", "exit status", "what the simulator said"), rows) if rows else None


def short(table: Table, rows: int = 60) -> Table:
    """A table whose middle is left out if it is long."""
    if len(table.rows) <= rows:
        return table
    gap = ["..."] * len(table.header)
    return Table(table.header, [*table.rows[: rows // 2], gap, *table.rows[-rows // 2 :]])


def verdicts_json(
    experiment: Experiment,
    verdicts: Sequence[Verdict],
    runs: Mapping[Simulation, Results],
    quick: bool,
) -> str:
    """What the table of all figures needs to know of this one."""
    cpu = sum(
        results.summary.get("setup_cpu_s", 0) + results.summary.get("cpu_s", 0)
        for results in runs.values()
    )
    found = {
        "id": experiment.id,
        "title": experiment.title,
        "question": experiment.question,
        "quick": quick,
        "runs": len(runs),
        "cpu_s": round(cpu, 1),
        "commit": next((run.summary.get("commit", "") for run in runs.values()), ""),
        "verdicts": [
            {
                "claim": verdict.claim.text,
                "band": verdict.bound_text,
                "ours": verdict.measured_text,
                "published": verdict.claim.published,
                "verdict": verdict.word,
            }
            for verdict in verdicts
        ],
    }
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"
