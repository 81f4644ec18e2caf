#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Reproduces figures of the MRC paper: runs, plots, and compares with what is expected.

A figure is data, a folder below experiments/figures; see mrcbench/suite/definition.py. Everything
goes to results/figures/ID: a folder per run, the plots as PNG, values.csv and report.html, and
tables.md if the figure has grids.

Exit status: 0 all runs completed and all expectations hold, 1 not, 2 bad usage or nothing could be
run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import pandas as pd
from mrcbench.arguments import add_shared
from mrcbench.suite import drawing, evaluation, measures, page
from mrcbench.suite.definition import (
    Experiment,
    ExperimentError,
    list_figures,
    load_experiment,
)
from mrcbench.jobs import Job, Pool, find_simulator
from mrcbench.progress import Progress
from mrcbench.report import verdict_table
from mrcbench.table import markdown

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
FIGURES = HERE / "figures"

#: Dots per inch of PNG files.
DPI = 150


def load(identifier: str, folder: Path) -> Experiment:
    """Read a figure and check what it asks of measures and plots.

    @raise ExperimentError if it makes no sense
    """
    figure = load_experiment(folder / identifier)
    wrong = [
        f"measure {name}: {problem}"
        for name, spec in figure.measures.items()
        for problem in measures.problems(spec)
    ]
    wrong += [
        f"plot {index}: {problem}"
        for index, spec in enumerate(figure.plots)
        for problem in drawing.problems(spec, figure)
    ]
    if wrong:
        raise ExperimentError(f"{identifier}: {'; '.join(wrong)}")
    return figure


def plan(figure: Experiment, out: Path, quick: bool) -> list[Job]:
    """The runs of a figure."""
    return [
        Job(
            name=f"{figure.id}/{simulation.folder}",
            scenario=simulation.run.scenario,
            out=out / simulation.folder,
            settings=figure.settings(simulation, quick),
        )
        for simulation in figure.simulations(quick)
    ]


def conclude(figure: Experiment, out: Path, quick: bool) -> bool:
    """Measure, draw, judge and report one figure.

    @return whether all runs are whole and all expectations hold
    """
    runs, problems = evaluation.load(figure, out, quick)
    for problem in problems:
        print(f"figures: {problem}", file=sys.stderr)
    if not runs:
        return False
    values = evaluation.tabulate(figure, runs)
    if figure.references and not quick:
        values = pd.concat([values, evaluation.references(figure)], ignore_index=True)
    values.to_csv(out / "values.csv", index=False)
    verdicts = evaluation.verdicts(figure, values, quick)
    plots = [
        (spec["title"], spec.get("text", ""), drawing.draw(figure, spec, runs, values))
        for spec in figure.plots
    ]
    for index, (_, _, plot) in enumerate(plots, start=1):
        plot.savefig(out / f"{figure.id}-{index}.png", dpi=DPI)
    grids = page.grids(figure, values, evaluation.unfinished(runs))
    if grids:
        tables = "\n\n".join(map(markdown, grids))
        (out / "tables.md").write_text(f"{tables}\n", encoding="utf-8")
    path = out / "report.html"
    path.write_text(page.render(figure, values, verdicts, plots, grids, quick), encoding="utf-8")
    print(f"{figure.id}: {figure.title}\n")
    print("\n\n".join(table.text() for table in grids or [page.values_table(figure, values)]))
    if verdicts:
        print(f"\n{verdict_table(verdicts).text()}")
    print(f"\nReport: {path}\n")
    return not problems and all(verdict.passed is not False for verdict in verdicts)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="figures", description=__doc__.splitlines()[0])
    parser.add_argument("ids", nargs="*", metavar="ID", help="figures to make (default: all)")
    parser.add_argument("--list", action="store_true", help="the figures there are")
    add_shared(parser, ROOT / "results" / "figures")
    return parser.parse_args(arguments)


def run(figures: Sequence[Experiment], options: argparse.Namespace, simulator: Path) -> int:
    """Run and conclude the figures; the exit status."""
    jobs = [job for figure in figures for job in plan(figure, options.out / figure.id, options.quick)]
    # A run that its scenario stops has exit status 1, like one that stalls: the results tell.
    progress = Progress(len(jobs), expected=(0, 1))
    try:
        outcomes = Pool(simulator, options.cores).run(jobs, progress)
    except KeyboardInterrupt:
        progress.clear()
        print(
            f"figures: interrupted; {progress.done} of {len(jobs)} runs are in {options.out}",
            file=sys.stderr,
        )
        return 130
    progress.clear()
    holds = [conclude(figure, options.out / figure.id, options.quick) for figure in figures]
    if not any(outcome.status in (0, 1) for outcome in outcomes):
        return 2
    return 0 if all(holds) else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Make figures, or list them."""
    options = parse(arguments)
    known = list_figures(FIGURES)
    unknown = [name for name in options.ids if name not in known]
    if unknown:
        print(f"figures: no figure {unknown[0]!r}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    try:
        figures = [load(name, FIGURES) for name in options.ids or known]
    except ExperimentError as error:
        print(f"figures: {error}", file=sys.stderr)
        return 2
    if options.list:
        width = max(len(figure.id) for figure in figures)
        for figure in figures:
            print(f"{figure.id.ljust(width)}  {figure.title}")
        return 0
    simulator = find_simulator(options.mrc_sim, ROOT)
    if simulator is None:
        wanted = options.mrc_sim or "build/release/mrc-sim"
        print(f"figures: no simulator at {wanted}; build it first", file=sys.stderr)
        return 2
    return run(figures, options, simulator)


if __name__ == "__main__":
    sys.exit(main())
