#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""MRC against RoCEv2/DCQCN on the 64 GPUs of cluster C: one table, one HTML report, a verdict.

What is run, measured and claimed is in demo.json, an experiment like any sweep or figure
(docs/sweeps.md); here is its page. Ranks of the ring are dealt out over the T0s, so that each hop
crosses a T1, as between the nodes of a rail-wired cluster.

Exit status: 0 all runs completed and all expectations hold, 1 not, 2 nothing could be run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd
from mrcbench import plots, report
from mrcbench.arguments import add_shared, find_simulator_or_tell, output
from mrcbench.engine.execution import Execution
from mrcbench.expectations import Verdict
from mrcbench.files import write
from mrcbench.plots import Run
from mrcbench.results import Results
from mrcbench.suite import evaluation
from mrcbench.suite.definition import Experiment, Simulation
from mrcbench.suite.driver import Done, Driver, Part
from mrcbench.suite.loading import load_experiment

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SCENARIOS = HERE / "scenarios" / "demo"

#: Names of the jobs in the incast scenarios.
INCAST, VICTIM = "incast", "victim"

#: Beginnings of the keys of runs with a place of their own on the page.
_INCASTS, _ALONE = "incast-", "victim-alone-"


def load_demo() -> Experiment:
    """What the demo does."""
    return load_experiment(HERE / "demo.json")


class Demo(Driver):
    """The demo has a page of its own."""

    def _report(self, done: Done, values: pd.DataFrame) -> list[Verdict]:
        verdicts = evaluation.verdicts(done.experiment, values, done.quick)
        named = {simulation.run.key: run_of(simulation, results) for simulation, results in done.runs.items()}
        print(report.run_table(list(named.values())).text())
        print(f"\n{report.verdict_table(verdicts).text()}")
        path = done.out / "report.html"
        write(path, page(done.experiment, named, verdicts, done.quick))
        print(f"\nReport: {path}")
        return verdicts


def run_of(simulation: Simulation, results: Results) -> Run:
    """A run with its place in tables and plots: what is done, and by whom."""
    run = simulation.run
    return Run(run.label.removesuffix(f": {run.look}"), run.look, results)


def page(
    experiment: Experiment, runs: Mapping[str, Run], verdicts: Sequence[Verdict], quick: bool
) -> str:
    """The HTML page about the demo.

    @param experiment what was done
    @param runs by key
    @param verdicts of its claims
    @param quick sizes were reduced
    """
    sections = [
        report.Section("Does it hold?", "", verdicts),
        report.Section("All runs", _TABLE_NOTE, report.run_table(list(runs.values()))),
    ]
    main_runs = [run for key, run in runs.items() if not key.startswith(_ALONE)]
    if main_runs:
        permutation = next((run.case for key, run in runs.items() if key.startswith("permutation-")), None)
        sections += report.figure_sections(main_runs, uplink_case=permutation)
    hit = [run for key, run in runs.items() if key.startswith(_INCASTS)]
    if hit:
        alone = [run for key, run in runs.items() if key.startswith(_ALONE)]
        section = report.Section(
            "The victim of an incast", _VICTIM_NOTE, plots.victim(hit, alone, INCAST, VICTIM)
        )
        sections.insert(4, section)
    size = " Reduced sizes (--quick): bandwidths mean little." if quick else ""
    return report.render(experiment.title, experiment.setup + size, sections)


_TABLE_NOTE = (
    "Gb/s: bus bandwidth of collectives, total goodput into the receiver of the incast, else mean "
    "goodput of the flows. Flow times are those of whole transfers (all QPs). Pauses: summed over "
    "all links of the run."
)

# The deployment does not mark on the last hop, where no other path helps; but then only trims
# tell the senders of an incast apart, and their shares wander. Hence the runs with last-hop ECN.
_VICTIM_NOTE = (
    "Seven hosts send 32 MB each to one host; an eighth, under the T0 of three of them, sends "
    "224 MB to an idle neighbor of the receiver. Its path has capacity to spare, but PFC may pause "
    "it. With 1 QP the hash decides whether the victim meets a paused link."
)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="demo", description=__doc__.splitlines()[0])
    add_shared(parser)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run everything, print the table, write the report, judge."""
    options = parse(arguments)
    simulator = find_simulator_or_tell("demo", options.mrc_sim, ROOT)
    if simulator is None:
        return 2
    execution = Execution(output(options, ROOT / "results" / "demo"), simulator, options.cores)
    return Demo("demo", execution, options.quick).run([Part(load_demo())])


if __name__ == "__main__":
    sys.exit(main())
