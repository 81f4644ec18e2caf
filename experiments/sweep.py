#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A parameter sweep: one run per combination, on all cores, resumable, one table at the end.

docs/sweeps.md describes the file. Everything goes to results/NAME: a folder per run, sweep.csv,
sweep-cost.csv, values.csv, plots, report.html.

Exit status: 0 all runs completed and all claims hold, 1 not, 2 bad input, damaged results,
or nothing could be run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from mrcbench.arguments import add_shared, as_command, execution
from mrcbench.suite.definition import Part
from mrcbench.suite.driver import Driver
from mrcbench.suite.loading import load_experiment
from mrcbench.suite.reader import ExperimentError


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="mrc sweep", description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, metavar="FILE", help="the sweep")
    parser.add_argument(
        "--profile", metavar="P", help="a Snakemake profile: runs go to a cluster instead of --cores"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="only show the runs and their estimated costs"
    )
    parser.add_argument(
        "--again", action="store_true", help="repeat runs by another build of the simulator"
    )
    about = "with the values of the key full in place of the others"
    parser.add_argument("--full", action="store_true", help=about)
    add_shared(parser)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Execute a sweep, or show its runs."""
    options = parse(arguments)
    try:
        experiment = load_experiment(options.file, options.full)
    except ExperimentError as error:
        print(f"sweep: {error}", file=sys.stderr)
        return 2
    profile = options.profile
    if profile is not None and Path(profile).exists():
        profile = str(Path(profile).resolve())  # otherwise it is a name in Snakemake's folders
    how = execution("sweep", options, Path("results") / experiment.id, profile=profile, again=options.again)
    if how is None:
        return 2
    driver = Driver("sweep", how, options.quick)
    part = Part(experiment)
    return driver.describe(part) if options.dry_run else driver.run([part])


if __name__ == "__main__":
    sys.exit(as_command("sweep", main))
