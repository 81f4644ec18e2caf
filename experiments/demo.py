#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""MRC against RoCEv2/DCQCN on the 64 GPUs of cluster C: one table, one HTML report, a verdict.

scenarios/demo/figure.py, a program like any figure (docs/sweeps.md), has the runs, measures and claims; this
program makes the page. The ranks of the ring are spread over the T0s, so that each hop crosses a T1, as
between the nodes of a rail-wired cluster.

Exit status: 0 all runs completed and all claims hold, 1 not, 2 damaged results, or nothing
could be run.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from markupsafe import Markup

from mrcbench import metrics, report, style, units
from mrcbench.arguments import RESULTS, add_shared, as_command, execution
from mrcbench.drawing.runs import Run, victim
from mrcbench.expectations import Verdict
from mrcbench.files import write
from mrcbench.results import Results
from mrcbench.suite.definition import Experiment, Part, Simulation
from mrcbench.suite.done import Done
from mrcbench.suite.driver import Driver
from mrcbench.suite.evaluation import Measured
from mrcbench.suite.loading import load_experiment
from mrcbench.suite.page import QUICK
from mrcbench.table import Table, number

SCENARIOS = Path(__file__).resolve().parent / "scenarios" / "demo"

#: Names of the jobs in the incast scenarios.
INCAST, VICTIM = "incast", "victim"

#: Beginnings of the keys of runs with a section of their own on the page.
_INCASTS, _ALONE = "incast-", "victim-alone-"


def load_demo() -> Experiment:
    """The experiment of the demo."""
    return load_experiment(SCENARIOS / "figure.py", name="demo")


class Demo(Driver):
    """Makes the page of the demo."""

    def _report(self, done: Done, measured: Measured) -> list[Verdict]:
        verdicts = measured.judge(done.quick)
        runs = {simulation.run.key: run_of(simulation, results) for simulation, results in done.runs.items()}
        every = list(runs.values())
        tables = (report.run_table(every), where_roce_is_ahead(every), report.verdict_table(verdicts))
        print("\n\n".join(table.text() for table in tables if table.rows))
        path = done.out / "report.html"
        write(path, page(done.experiment, runs, verdicts, done.quick, done.answer(measured, verdicts)))
        print(f"\nReport: {path}")
        return verdicts


def run_of(simulation: Simulation, results: Results) -> Run:
    """A run with its case, including the size, and its variant."""
    run = simulation.run
    case = run.label.removesuffix(f": {run.look}")
    return Run(_SIZE.sub(_size_of(results, 0), case), run.look, results)


#: The size in the name of a case, which is another one with --quick.
_SIZE = re.compile(r"\d+ [kMG]?B$")


def _size_of(results: Results, job: int) -> str:
    """The size of a job in its scenario."""
    return units.format_size(units.size_bytes(results.config["workload"][job]["bytes"]))


def where_roce_is_ahead(runs: Sequence[Run]) -> Table:
    """The cases and jobs in which a variant of RoCE has more bandwidth than all of MRC."""
    best: dict[tuple[str, str], dict[str, tuple[float, str]]] = {}
    for run in runs:
        for index, job in enumerate(metrics.jobs_of(run.results)):
            place = best.setdefault((run.case, job.job if index else ""), {})
            family, found = style.family_of(run.variant), (job.bandwidth_gbps, run.variant)
            # The first of equal values counts.
            place[family] = max(place.get(family, found), found, key=lambda each: each[0])
    rows = [
        (f"{case}: {job}" if job else case, own["roce"][1], number(own["roce"][0], 1),
         own["mrc"][1], number(own["mrc"][0], 1), f"{100 * (own['roce'][0] / own['mrc'][0] - 1):.1f} %")
        for (case, job), own in best.items()
        if {"mrc", "roce"} <= set(own) and own["roce"][0] > own["mrc"][0]
    ]  # fmt: skip
    return Table(("RoCE is ahead in", "with", "Gb/s", "best of MRC", "MRC's Gb/s", "by"), rows)


def page(
    experiment: Experiment, runs: Mapping[str, Run], verdicts: Sequence[Verdict], quick: bool, answer: str
) -> str:
    """The HTML page about the demo.

    @param experiment the experiment
    @param runs by key
    @param verdicts of its claims
    @param quick sizes were reduced
    @param answer to its question
    """
    every = list(runs.values())
    figures = []
    if main_runs := [run for key, run in runs.items() if not key.startswith(_ALONE)]:
        permutation = next((run.case for key, run in runs.items() if key.startswith("permutation-")), None)
        figures = report.figure_sections(main_runs, uplink_case=permutation)
    if hit := [run for key, run in runs.items() if key.startswith(_INCASTS)]:
        alone = [run for key, run in runs.items() if key.startswith(_ALONE)]
        note = _VICTIM_NOTE.format(*(_size_of(hit[0].results, job) for job in (0, 1)))
        victims = victim(hit, alone, INCAST, VICTIM)
        figures.insert(2, report.Section("The victim of an incast", note, victims))
    sections = [
        *figures[:1],
        report.Section("Does it hold?", "", verdicts),
        report.Section("All runs", _TABLE_NOTE, report.run_table(every)),
        report.Section("Where RoCE is ahead", _AHEAD_QUICK if quick else _AHEAD_NOTE,
                       where_roce_is_ahead(every)),
        *figures[1:], report.Section("Setup", experiment.setup, Markup(" ")),
    ]  # fmt: skip
    return report.render(experiment.title, QUICK if quick else experiment.question,
                         report.one_screen(sections), answer)  # fmt: skip


_TABLE_NOTE = (
    "Gb/s: bus bandwidth of collectives, total goodput into the receiver of the incast, else mean "
    "goodput of the flows. Flow times are those of whole transfers (all QPs). Pauses: summed over "
    "all links of the run."
)

# Measured in docs/validation.md, "RoCEv2 compared with MRC".
_AHEAD_NOTE = (
    "A flow that is alone on its path is 1.4 % faster with RoCE, whose packets have 102 B in addition to "
    "the payload, and MRC's packets 162 B. In the all-to-all the 504 flows of each host's 8 QPs per peer "
    "load all uplinks evenly, so spraying has no advantage, only costs: headers and more "
    "acknowledgments (MRC in one plane of 400 Gb/s is 8 Gb/s slower than RoCE), and four ports of 100 "
    "Gb/s overflow sooner than one of 400 Gb/s if several senders choose the same receiver; trimmed "
    "packets are then retransmitted with smaller windows (7 Gb/s)."
)

_AHEAD_QUICK = (
    "At reduced sizes start-up and single round trips dominate, with packets that take four times as "
    "long on a port of 100 Gb/s; the full demo shows bandwidth."
)

# The deployment does not mark on the last hop, where no other path helps; but then only trims
# tell the senders of an incast apart, and their shares wander. Hence the runs with last-hop ECN.
_VICTIM_NOTE = (
    "Seven hosts send {} each to one host; an eighth, under the T0 of three of them, sends "
    "{} to an idle neighbor of the receiver. Its path has free capacity, but PFC may pause "
    "it. With 1 QP the hash determines whether the victim uses a paused link."
)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="mrc demo", description=__doc__.splitlines()[0])
    add_shared(parser)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run everything, print the table, write the report, judge."""
    options = parse(arguments)
    how = execution("demo", options, RESULTS / "demo")
    return 2 if how is None else Demo("demo", how, options.quick).run([Part(load_demo())])


if __name__ == "__main__":
    sys.exit(as_command("demo", main))
