#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Runs the same cases with a user's htsim_uec, the reference simulator of UET, and with this simulator.

The program is that of uet-htsim; this repository does not contain it. mrcbench/validation/cases.py lists the
cases. A row compares the mean and the slowest of the times at which flows end: until the last byte is
delivered here, until the sender has the last SACK in htsim_uec. Everything goes to results/validate, or to
the folder of -o: validate.csv, and a folder per case and seed with the files and results of both. With
--document, the rows go to docs/validation.md too.

Exit status: 0 all times are within 10 %, or a run without the cause of the difference is; 1 not; 2 bad usage,
or a run failed.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import sys
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from mrcbench import blocks
from mrcbench.arguments import MANUAL, RESULTS, as_command, find_simulator_or_tell, folder, whole
from mrcbench.expectations import AGREED, AGREEMENT
from mrcbench.exporting import ExportError
from mrcbench.files import write
from mrcbench.results import ResultsError
from mrcbench.table import Table, markdown, number
from mrcbench.validation import Case, Comparison, Times, ValidationError, compare
from mrcbench.validation.cases import CASES
from mrcbench.validation.htsim import check_program

_COLUMNS = (
    "case", "run", "theirs_mean_us", "theirs_slowest_us", "mean_us", "slowest_us", "mean_difference",
    "slowest_difference", "verdict",
)  # fmt: skip


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="mrc validate", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="cases, or patterns with * (default: all)")
    wanted = parser.add_mutually_exclusive_group(required=True)
    about = "the program htsim_uec of uet-htsim"
    wanted.add_argument("--against", type=Path, metavar="HTSIM_UEC", help=about)
    wanted.add_argument("--list", action="store_true", help="list the cases")
    about = "write the rows into the manual; needs all cases"
    parser.add_argument("--document", action="store_true", help=about)
    out = RESULTS / "validate"
    parser.add_argument("-o", "--out", type=folder, default=out, help="output folder")
    parser.add_argument("--mrc-sim", type=Path, help="the simulator (default: the release build's)")
    parser.add_argument("--cores", type=whole(1), default=os.cpu_count() or 1, help="runs at a time")
    options = parser.parse_args(arguments)
    if options.document and options.names:
        parser.error("--document needs all cases: leave their names out")
    return options


def choose(names: Sequence[str]) -> list[Case]:
    """The cases that match.

    @raise ValidationError if nothing matches a name
    """
    for name in names:
        if not any(fnmatchcase(case.name, name) for case in CASES):
            known = ", ".join(case.name for case in CASES)
            raise ValidationError(f"no case matches {name!r}; there are {known}")
    return [case for case in CASES if not names or any(fnmatchcase(case.name, name) for name in names)]


def rows_of(found: Comparison) -> list[tuple[str | float, ...]]:
    """The rows of a case, with the columns of `_COLUMNS`."""
    theirs = found.theirs
    return [
        (found.case.name, run, theirs.mean, theirs.slowest, times.mean, times.slowest,
         times.mean / theirs.mean - 1, times.slowest / theirs.slowest - 1, found.verdict(run))
        for run, times in found.ours.items()
    ]  # fmt: skip


def table_of(rows: Sequence[Sequence[str | float]]) -> Table:
    """The table for people."""
    header = ("case", "run", "theirs: mean", "slowest (us)", "ours: mean", "slowest (us)", "difference",
              "verdict")  # fmt: skip
    return Table(header, [
        (str(case), str(run), *(number(float(value), 1) for value in times),
         f"{100 * float(mean):+.1f} %, {100 * float(slowest):+.1f} %", str(verdict))
        for case, run, *times, mean, slowest, verdict in rows
    ])  # fmt: skip


def agreements(found: Iterable[Comparison]) -> Table:
    """The table of the manual."""
    return Table(AGREEMENT, [
        (f"{each.case.title}: {run}", _both(times), f"{_both(each.theirs)} (uet-htsim)",
         f"{100 * AGREED:.0f} %", each.verdict(run), f"`./mrc validate --against HTSIM_UEC {each.case.name}`")
        for each in found
        for run, times in each.ours.items()
    ])  # fmt: skip


def _both(times: Times) -> str:
    return f"{number(times.mean)}, {number(times.slowest)} us"


def csv_of(rows: Sequence[Sequence[str | float]]) -> str:
    """The table for programs."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows([f"{cell:.4f}" if isinstance(cell, float) else cell for cell in row] for row in rows)
    return text.getvalue()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program.

    @return exit status
    """
    options = parse(arguments)
    try:
        cases = choose(options.names)
        if options.list:
            print(Table(("case", "what"), [(case.name, case.title) for case in cases]).text())
            return 0
        program = check_program(options.against)
        simulator = find_simulator_or_tell("validate", options.mrc_sim)
        if simulator is None:
            return 2
        found = compare(cases, program, simulator, options.out, options.cores, tell)
    except (ExportError, ResultsError, ValidationError) as error:
        print(f"validate: {error}", file=sys.stderr)
        return 2
    rows = [row for each in found for row in rows_of(each)]
    write(options.out / "validate.csv", csv_of(rows))
    if options.document:
        blocks.fill_file(MANUAL / "validation.md", {"htsim_uec": [markdown(agreements(found))]})
    print(table_of(rows).text())
    print(f"\nTable: {options.out / 'validate.csv'}")
    return 1 if any(row[-1] == "differs" for row in rows) else 0


def tell(text: str) -> None:
    """Print the end of a run on stderr."""
    print(f"validate: {text}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(as_command("validate", main))
