#!/usr/bin/python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Line and branch coverage of model/core, model/policy and model/wire by the C++ tests.

Builds with g++ --coverage in build/coverage, runs the tests (without those marked slow) and reads the JSON of gcov.
Assertions of ns-3 are compiled out, as in a release.

Branches are both outcomes of every condition that g++ compiles. A call that may throw also has two outcomes, return and
clean-up, which are no decisions of the source, so such pairs are ignored. In the output of gcov one branch of a pair has
the mark "throw".

A function in a header is compiled into many objects. Its counts are summed; those of a template over all its instances.

Exit status: 0 the goals are met, 1 they are not, 2 a test failed.
"""

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
BUILD = TOP / "build" / "coverage"
FOLDERS = ("model/core", "model/policy", "model/wire")
LINES_GOAL = 95.0  # %
BRANCHES_GOAL = 85.0  # %
WORST = 12  # files listed


class FileCount:
    """Executions of the lines of one file, and of the branches of each line."""

    def __init__(self):
        self.lines = defaultdict(int)
        self.branches = {}

    def add(self, line, count, branches):
        self.lines[line] += count
        known = self.branches.get(line, [])
        if len(known) == len(branches):
            self.branches[line] = [a + b for a, b in zip(known, branches)]
        elif len(branches) > len(known):
            self.branches[line] = branches

    def missed_lines(self):
        return sorted(line for line, count in self.lines.items() if count == 0)

    def missed_branches(self):
        """Lines with a branch never taken, among the lines that were executed."""
        return sorted(
            line
            for line, counts in self.branches.items()
            if self.lines[line] and any(count == 0 for count in counts)
        )

    def line_counts(self):
        return len(self.lines) - len(self.missed_lines()), len(self.lines)

    def branch_counts(self):
        counts = [count for branches in self.branches.values() for count in branches]
        return sum(count > 0 for count in counts), len(counts)


def decisions(branches):
    """Executions of the branches of a line, without the pairs of calls that may throw."""
    counts = []
    left_out = False
    for branch in branches:
        if branch["throw"]:
            if counts and not left_out:
                counts.pop()
            left_out = True
        else:
            counts.append(branch["count"])
            left_out = False
    return counts if len(counts) > 1 else []


def read_object(notes):
    """The counts of gcov for one object file: (file, line, executions, branches) in the measured folders."""
    done = subprocess.run(
        ["gcov", "--json-format", "--branch-probabilities", "--stdout", notes],
        cwd=notes.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    rows = []
    for text in done.stdout.splitlines():
        report = json.loads(text)
        for entry in report["files"]:
            path = Path(report["current_working_directory"], entry["file"]).resolve()
            if path.is_relative_to(TOP) and str(path.relative_to(TOP)).startswith(FOLDERS):
                name = str(path.relative_to(TOP))
                for line in entry["lines"]:
                    rows.append(
                        (name, line["line_number"], line["count"], decisions(line["branches"]))
                    )
    return rows


def collect():
    files = defaultdict(FileCount)
    with ThreadPoolExecutor(2) as pool:
        for rows in pool.map(read_object, sorted(BUILD.rglob("*.gcda"))):
            for name, line, count, branches in rows:
                files[name].add(line, count, branches)
    return files


def percent(part, whole):
    return 100.0 * part / whole if whole else 100.0


def add(pairs):
    pairs = list(pairs)
    return sum(part for part, _ in pairs), sum(whole for _, whole in pairs)


def ranges(lines):
    """ "3-5, 9" of 3, 4, 5, 9"""
    spans = []
    for line in lines:
        if spans and line == spans[-1][1] + 1:
            spans[-1][1] = line
        else:
            spans.append([line, line])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in spans)


def report(files, everything):
    """Prints the tables; returns True if the goals are met."""
    met = True
    for folder in FOLDERS + ("all",):
        inside = [f for name, f in files.items() if folder == "all" or name.startswith(folder)]
        lines = add(f.line_counts() for f in inside)
        branches = add(f.branch_counts() for f in inside)
        print(
            f"{folder:14} lines {percent(*lines):5.1f} % of {lines[1]:5}"
            f"   branches {percent(*branches):5.1f} % of {branches[1]:5}"
        )
        met = met and percent(*lines) >= LINES_GOAL and percent(*branches) >= BRANCHES_GOAL
    by_missed = sorted(
        files,
        key=lambda name: len(files[name].missed_lines()) + len(files[name].missed_branches()),
        reverse=True,
    )
    for name in by_missed if everything else by_missed[:WORST]:
        count = files[name]
        print(
            f"\n{name}: lines {percent(*count.line_counts()):.1f} %,"
            f" branches {percent(*count.branch_counts()):.1f} %"
        )
        print(f"  never executed: {ranges(count.missed_lines()) or 'none'}")
        print(f"  branch never taken: {ranges(count.missed_branches()) or 'none'}")
    return met


def main():
    parser = argparse.ArgumentParser(prog="cpp_coverage.py", description="Coverage of the C++ tests.")
    parser.add_argument("--all", action="store_true", help="list every file, not only the worst")
    parser.add_argument(
        "--keep", action="store_true", help="neither build nor run: read the counts of the last run"
    )
    options = parser.parse_args()
    if not options.keep:
        subprocess.run(
            ["cmake", "--preset", "coverage"], cwd=TOP, stdout=subprocess.DEVNULL, check=True
        )
        subprocess.run(["ninja", "--quiet", "-C", BUILD], check=True)
        for counts in BUILD.rglob("*.gcda"):
            counts.unlink()
        tests = [TOP / "test" / "run_tests.py", "--build", BUILD, "--quick", "--no-python"]
        if subprocess.run(tests, check=False).returncode != 0:
            return 2
    counted = collect()
    if not counted:
        parser.error("nothing has been counted yet: run it without --keep")
    return 0 if report(counted, options.all) else 1


if __name__ == "__main__":
    sys.exit(main())
