# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""An experiment whose runs have ended: its failures, and its plots, verdicts and page as files."""

from __future__ import annotations

import glob
import io
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from ..drawing import styled
from ..drawing.experiment import Plot
from ..engine.tasks import Outcome
from ..expectations import Verdict
from ..files import write
from ..results import Results
from ..table import Table, counted, markdown
from . import evaluation, page
from .definition import Experiment, Part, Simulation

#: Dots per inch of PNG files.
DPI = 150

#: Most causes of incomplete runs, and most runs that are named of each.
_CAUSES, _NAMED = 10, 3


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


def write_all(done: Done, measured: evaluation.Measured, numbers: Table | None = None) -> list[Verdict]:
    """Write plots, verdicts and the page of an experiment, in place of those of an earlier call.

    @param numbers the table of numbers on the page; None: that of the measures
    """
    experiment, out, values = done.experiment, done.out, measured.values
    verdicts = measured.judge(done.quick)
    plots = list(experiment.draw(measured)) if done.runs else []
    files: dict[str, str | bytes] = {
        f"{experiment.id}-{index}.png": _picture(plot) for index, plot in enumerate(plots, start=1)
    }
    grids, failed = done.grids(values), failures(done)
    if grids:
        files["tables.md"] = "\n\n".join(map(markdown, grids)) + "\n"
    if failed:
        files["failures.csv"] = failures_csv(failed)
    numbers = numbers or page.table_for_people(experiment, values)
    files["report.html"] = page.render(experiment, verdicts, plots, grids, numbers, by_cause(failed),
                                       done.quick, done.answer(measured, verdicts))  # fmt: skip
    files["verdicts.json"] = verdicts_json(done, verdicts)
    for path in (out / "tables.md", out / "failures.csv", *out.glob(f"{glob.escape(experiment.id)}-*.png")):
        if path.name not in files:
            path.unlink(missing_ok=True)
    for name, content in files.items():
        write(out / name, content)
    return verdicts


def _picture(plot: Plot) -> bytes:
    """A plot as PNG; the exception of one that cannot be drawn names it."""
    picture = io.BytesIO()
    try:
        styled(plot.picture.savefig)(picture, format="png", dpi=DPI)
    except Exception as error:
        error.add_note(f"in the plot {plot.title!r}{f' of line {plot.line}' if plot.line else ''}")
        raise
    return picture.getvalue()


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


def verdicts_json(done: Done, verdicts: Sequence[Verdict]) -> str:
    """The facts for the table of all figures."""
    experiment, summaries = done.experiment, [results.summary for results in done.runs.values()]
    found = {
        "id": experiment.id,
        "title": experiment.title,
        "question": experiment.question,
        "quick": done.quick,
        "runs": len(done.runs),
        "inputs": done.part.digest(done.quick),
        "cpu_s": round(sum(each.get("setup_cpu_s", 0) + each.get("cpu_s", 0) for each in summaries), 1),
        "commit": next((each["commit"] for each in summaries), ""),
        "verdicts": [
            {"claim": each.claim.text, "band": each.bound_text, "ours": each.measured_text,
             "published": each.claim.published, "verdict": each.word, "compare": each.claim.compare,
             "bound": _number(each.claim.bound), "value": _number(each.claim.value), "unit": each.claim.unit}
            for each in verdicts
        ],
    }  # fmt: skip
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def _number(value: float) -> float | None:
    """A number for JSON: None if it was not measured, or is infinite."""
    return float(value) if math.isfinite(value) else None
