#!/usr/bin/python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Speed and memory of the simulator: workloads and micro-benchmarks; on demand instructions and scaling.

docs/performance.md describes the columns and has results. The exit status says whether everything ran, not whether a target was reached.
"""

import argparse
import json
import os
import sys
from pathlib import Path

from mrcbench import blocks
from mrcbench.arguments import RESULTS, as_command, folder, whole
from mrcbench.files import write
from mrcbench.speed import document, instructions, micro, scaling, workloads
from mrcbench.speed.simulator import Failure, machine


def main():
    """Run the program; the exit status, 0 if everything ran."""
    options = parse_arguments()
    results = measure(options)
    show(results, options.compare)
    if options.json:
        write(options.json, json.dumps(results, indent=2) + "\n")
    if "scaling" in options.parts:
        options.folder.mkdir(parents=True, exist_ok=True)
        scaling.write_csv(results["scaling"], options.folder / "scaling.csv")
        scaling.draw(results["scaling"], options.folder)
        print(f"scaling.csv and plots: {options.folder}")
    if options.document:
        blocks.fill_file(document.FILE, document.contents_of(results))
        if "scaling" in options.parts:
            scaling.draw(results["scaling"], document.IMAGES)
        print(f"numbers: {document.FILE}")
    return 0


def measure(options):
    """Numbers of all selected parts."""
    results = {"schema": document.SCHEMA, "repeat": options.repeat, "machine": machine(options.mrc_sim)}
    if "workloads" in options.parts:
        programs = [options.mrc_sim, *([options.against] if options.against else [])]
        results["workloads"], *others = workloads.measure(programs, options.only, options.repeat)
        if others:
            options.compare = {"workloads": others[0]}
    if "instructions" in options.parts:
        results["instructions"] = instructions.measure(options.mrc_sim)
    benchmarks = options.mrc_sim.resolve().parent / micro.PROGRAM
    if "micro" in options.parts and benchmarks.exists():
        results["micro"] = micro.measure(benchmarks, options.repeat)
    if "scaling" in options.parts:
        results["scaling"] = scaling.measure(options.mrc_sim, options.repeat)
    rows = results.get("workloads", [])
    results["targets"] = document.judge(rows, results.get("instructions", []))
    for row in rows:
        row["targets"] = document.verdict(results["targets"], row["workload"])
    return results


def parse_arguments():
    """The command line; exits if it is invalid."""
    parser = argparse.ArgumentParser(
        prog="mrc bench", description="Measures speed and memory of the simulator."
    )
    parser.add_argument("--mrc-sim", type=Path, required=True, help="the simulator (set by ./mrc)")
    parser.add_argument("--only", type=checked(workloads.select), default=workloads.WORKLOADS,
                        metavar="NAMES", help="only these workloads, such as W1,W2 (all)")  # fmt: skip
    parser.add_argument("--repeat", type=whole(1), default=5,
                        help="measurements of each; the median counts (%(default)s)")  # fmt: skip
    parser.add_argument("--json", type=new_file, metavar="FILE", help="also write all numbers to FILE")
    parser.add_argument("--compare", type=checked(lambda name: document.load(Path(name))),
                        metavar="OLD.json", help="show new numbers / those of OLD.json")  # fmt: skip
    parser.add_argument("--against", type=simulator, metavar="MRC-SIM",
                        help="also run the workloads with this simulator, in turns, and show new numbers / its numbers")  # fmt: skip
    parser.add_argument("--document", action="store_true",
                        help="write the numbers into docs/performance.md; without selected parts, measure all parts")  # fmt: skip
    parts = parser.add_argument_group("parts (workloads and micro-benchmarks)")
    parts.add_argument("--no-micro", action="store_true", help="only the workloads")
    parts.add_argument("--micro-only", action="store_true", help="only the micro-benchmarks")
    parts.add_argument("--instructions", action="store_true",
                       help="instructions per packet-hop, by library and function, with callgrind")  # fmt: skip
    parts.add_argument("--scaling", nargs="?", const=RESULTS / "scaling", type=folder, metavar="DIR",
                       help="growth of cost: a CSV file and plots in DIR (%(const)s)")  # fmt: skip
    options = parser.parse_args()
    if options.no_micro and options.micro_only:
        parser.error("--no-micro and --micro-only leave nothing to measure")
    options.parts = choose_parts(options)
    if options.against and (options.compare or "workloads" not in options.parts):
        parser.error("--against needs the workloads, and no --compare")
    if options.document and options.only is not workloads.WORKLOADS:
        parser.error("--document needs all workloads: leave --only out")
    options.folder = options.scaling or RESULTS / "scaling"
    return options


def choose_parts(options):
    """The selected parts; without a selection the default ones, or for the document all."""
    named = {"micro": options.micro_only, "instructions": options.instructions, "scaling": options.scaling}
    if any(named.values()):
        return [part for part in named if named[part]]
    usual = ["workloads", *([] if options.no_micro else ["micro"])]
    return [*usual, "instructions", "scaling"] if options.document else usual


def checked(convert):
    """A type of argument: converts the text with a function, whose ValueError becomes the message."""

    def convert_or_tell(words):
        try:
            return convert(words)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return convert_or_tell


def simulator(name):
    """The simulator of another build."""
    if not Path(name).is_file():
        raise argparse.ArgumentTypeError(f"there is no '{name}'")
    return Path(name).absolute()


def new_file(name):
    """A file that can be written after the measurements."""
    path = Path(name).absolute()
    if not path.parent.is_dir() or path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"'{name}' cannot be written")
    return Path(name)


def show(results, old):
    """Print tables of all measurements, of the targets, and of ratios to an earlier measurement."""
    for _, table in document.tables(results):
        print(f"{table.text()}\n")
    rows, judged = results.get("workloads", []), results["targets"]
    if rows:
        print(f"Median of {results['repeat']}; CPU time. One run:")
        print("\n".join(f"  {row['command']}" for row in rows))
    if judged:
        print(f"{sum(target['reached'] for target in judged)} of {len(judged)} targets reached")
    ratios = document.ratios(old or {}, results)
    for table in ratios:
        print(f"\n{table.text()}")
    if old and not ratios:
        print("\nnothing to compare: the measurements have no common numbers")


if __name__ == "__main__":
    try:
        sys.exit(as_command("bench", main))
    except Failure as failure:
        print(failure, file=sys.stderr)
        sys.exit(failure.status)
