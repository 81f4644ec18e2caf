#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Reproduces figures of the MRC paper: runs, plots, and compares with expected results.

A figure is a program, a folder below experiments/figures; see mrcbench/figure.py. Everything
goes to results/figures/ID: a folder per run, the plots as PNG, values.csv, sweep.csv and
report.html, and tables.md if the figure has grids. results/figures/figures.md lists the claims of all
figures with results. With --document, this list goes to docs/figures.md, and the values of all runs, which
the claims are about, go to experiments/figures/ID/values.csv. With --validate, the figures are those that
compare with published numbers of other simulators, and results/figures/validation.md has the table of these;
with --document, also docs/validation.md.

Exit status: 0 all runs completed and all claims hold, 1 not, 2 bad usage, damaged results, or
nothing could be run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from mrcbench import blocks
from mrcbench.arguments import MANUAL, RESULTS, add_shared, as_command, execution
from mrcbench.files import write, write_all
from mrcbench.results import ResultsError
from mrcbench.suite import page
from mrcbench.suite.definition import Experiment, Part
from mrcbench.suite.driver import Driver
from mrcbench.suite.loading import list_figures, load_experiment
from mrcbench.suite.reader import ExperimentError
from mrcbench.table import markdown

FIGURES = Path(__file__).resolve().parent / "figures"


def load(identifier: str, folder: Path, full: bool = False) -> Experiment:
    """Read a figure.

    @raise ExperimentError if it is invalid
    """
    return load_experiment(folder / identifier / "figure.py", full, identifier)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="mrc figures", description=__doc__.splitlines()[0])
    parser.add_argument("ids", nargs="*", metavar="ID", help="figures to make (default: all)")
    parser.add_argument("--list", action="store_true", help="list the figures")
    parser.add_argument("--full", action="store_true", help="the paper's sizes; takes hours")
    parser.add_argument(
        "--keep", action="store_true", help="keep runs by another build of the simulator"
    )
    parser.add_argument(
        "--document", action="store_true",
        help="write the table of all figures into the manual, and the values behind it beside the figures; "
             "needs results of all figures in the output folder",
    )  # fmt: skip
    about = "those that compare with published numbers of other simulators"
    parser.add_argument("--validate", action="store_true", help=about)
    add_shared(parser)
    options = parser.parse_args(arguments)
    if options.document and options.quick:
        parser.error("--document needs figures at full size: leave --quick out")
    return options


def need_all(out: Path, names: Sequence[str]) -> None:
    """@raise ResultsError if the folder lacks results of a figure, which the manual would lose"""
    if missing := page.without_verdicts(out, names):
        raise ResultsError(f"--document needs results of all figures in {out}; missing: {', '.join(missing)}")


def summarize(options: argparse.Namespace, out: Path, known: Sequence[str]) -> None:
    """Write the claims of all figures into the folder of results and, if wanted, the manual.

    The values behind them go beside the figures.

    @param options the command line
    @param out the folder of results
    @param known names of all figures
    @raise ResultsError if results are damaged
    """
    if options.validate:
        table = markdown(page.agreements(out, known))
        write(out / "validation.md", f"{table}\n")
        print(out / "validation.md")
        if options.document:
            need_all(out, known)
            blocks.fill_file(MANUAL / "validation.md", {"published": [table]})
        return
    names = page.write_overview(out, known)
    if options.document:
        need_all(out, known)
        pages = {Path("figures.md"): MANUAL, **{Path(name, "values.csv"): FIGURES for name in names}}
        write_all({folder / path: (out / path).read_text(encoding="utf-8") for path, folder in pages.items()})


def main(arguments: Sequence[str] | None = None) -> int:
    """Make figures, or list them."""
    options = parse(arguments)
    known = list_figures(FIGURES, options.validate)
    every = {*known, *list_figures(FIGURES, not options.validate)}
    unknown = [name for name in options.ids if name not in every]
    if unknown:
        print(f"figures: no figure {unknown[0]!r}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    try:
        figures = [load(name, FIGURES, options.full) for name in options.ids or known]
    except ExperimentError as error:
        print(f"figures: {error}", file=sys.stderr)
        return 2
    if options.list:
        width = max(len(figure.id) for figure in figures)
        for figure in figures:
            print(f"{figure.id.ljust(width)}  {figure.title}")
        return 0
    how = execution("figures", options, RESULTS / "figures", again=not options.keep)
    if how is None:
        return 2
    driver = Driver("figures", how, options.quick, "a call without --keep")
    try:
        if options.document and options.ids:
            need_all(how.out, [name for name in known if name not in options.ids])
        status = driver.run([Part(figure, figure.id) for figure in figures])
        if status in (0, 1):
            summarize(options, how.out, known)
    except ResultsError as error:
        print(f"figures: {error}", file=sys.stderr)
        return 2
    return status


if __name__ == "__main__":
    sys.exit(as_command("figures", main))
