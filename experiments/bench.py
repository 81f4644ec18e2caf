#!/usr/bin/python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Speed and memory of the simulator: workloads and micro-benchmarks, or on demand instructions and scaling.

The exit status says whether everything ran, not whether a target was reached.
"""

import argparse
import json
import sys
from pathlib import Path

from mrcbench.speed import compare, instructions, machine, micro, targets, workloads
from mrcbench.speed.simulator import Failure


def main():
    """0 if everything ran; else what the first failing run said, and its status."""
    options = parse_arguments()
    results = {"schema": compare.SCHEMA, "repeat": options.repeat}
    results["machine"] = machine.facts(options.mrc_sim)
    if options.workloads:
        results["workloads"] = workloads.measure(options.mrc_sim, options.only, options.repeat)
    if options.instructions:
        results["instructions"] = instructions.measure(options.mrc_sim)
    results["targets"] = targets.judge(
        results.get("workloads", []), results.get("instructions", [])
    )
    show(results)
    program = options.mrc_sim.resolve().parent / micro.PROGRAM
    if options.micro and program.exists():
        results["micro"] = micro.measure(program, options.repeat)
        print(f"\n{micro.table(results['micro']).text()}")
    if options.compare:
        show_comparison(options.compare, results)
    if options.json:
        options.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    return 0


def parse_arguments():
    """The command line; ends the program if it makes no sense."""
    parser = argparse.ArgumentParser(
        prog="mrc bench", description="Measures speed and memory of the simulator."
    )
    parser.add_argument("--mrc-sim", type=Path, required=True, help="the simulator (set by ./mrc)")
    parser.add_argument(
        "--only",
        type=selection,
        default=workloads.WORKLOADS,
        metavar="NAMES",
        help="these workloads, such as W1,W2 (all)",
    )
    parser.add_argument(
        "--repeat",
        type=positive,
        default=5,
        help="measurements of each; the median counts (%(default)s)",
    )
    parser.add_argument("--json", type=new_file, metavar="FILE", help="write all figures there, too")
    parser.add_argument(
        "--compare", type=earlier, metavar="OLD.json", help="show new figures / those of that file"
    )
    parser.add_argument(
        "--instructions",
        action="store_true",
        help="count instructions per packet-hop and profile them, with callgrind, instead of measuring times",
    )
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--no-micro", action="store_true", help="without the micro-benchmarks")
    part.add_argument("--micro-only", action="store_true", help="the micro-benchmarks alone")
    options = parser.parse_args()
    options.workloads = not (options.micro_only or options.instructions)
    options.micro = options.micro_only or not (options.no_micro or options.instructions)
    return options


def selection(names):
    """Workloads that a user has named."""
    try:
        return workloads.select(names)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def earlier(name):
    """Figures that a user wants to compare with."""
    try:
        return compare.load(Path(name))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def new_file(name):
    """A file that can be written when everything has been measured."""
    if not Path(name).absolute().parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder for '{name}'")
    return Path(name)


def positive(text):
    """A number of measurements."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is not at least 1")
    return value


def show(results):
    """Tables of the workloads, the instructions and the targets."""
    rows = results.get("workloads", [])
    if rows:
        print(workloads.table(rows, targets.verdicts(results["targets"])).text())
        print(f"\nMedian of {results['repeat']}; CPU time. One run:")
        for row in rows:
            print(f"  {row['command']}")
    counted = results.get("instructions", [])
    if counted:
        print(instructions.total_table(counted).text())
    for row in counted:
        for table in instructions.profile_tables(row):
            print(f"\n{table.text()}")
    judged = results["targets"]
    if judged:
        reached = sum(target["reached"] for target in judged)
        print(f"\n{targets.table(judged).text()}")
        print(f"{reached} of {len(judged)} targets reached")


def show_comparison(old, new):
    """Ratios of everything that both have measured."""
    tables = compare.tables(old, new)
    for table in tables:
        print(f"\n{table.text()}")
    if not tables:
        print("\nnothing to compare: the two have measured different things")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(failure, file=sys.stderr)
        sys.exit(failure.status)
    except KeyboardInterrupt:
        sys.exit(130)
