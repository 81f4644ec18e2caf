#!/usr/bin/python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Breaks the product in one place at a time, and checks that a named test detects it.

test/mutations.json has entries for every rule, and grows with new rules. An entry replaces "old", which occurs exactly once
in its file, by "new"; "test" names the test that is expected to fail: Suite.Test of GoogleTest, or
test_file.py::test_name of pytest. That test is run first, then all others except the slow ones, until one fails; it must
pass on the unchanged sources. Mutations that only golden results detect count as failures, because --update would accept
them. The mutations are made in copies of the sources, one per processor; the copies stay in build/mutate, which makes the
next run faster.

    ./mrc mutate [--list FILE] [--copies N] [--hang SECONDS] [--build FOLDER] [NAME...]

Exits with 1 if a mutation is not caught by a named test, with 2 if the list does not match the sources.
"""

import argparse
import concurrent.futures
import fnmatch
import json
import os
import queue
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import run_tests

TOP = Path(__file__).resolve().parent.parent
LIST = TOP / "test" / "mutations.json"
BUILD = Path("build") / "release"
GOLDEN = "test_golden.py"  # the job of golden results
FITS = "test_mutations.py"  # fails wherever a mutation is in place
COMPILER = "the compiler"
HASH = "golden results alone"
STOP_AT_ONCE = {
    run_tests.count_gtest: ["--gtest_fail_fast"],
    run_tests.count_ns3: ["--stop-on-failure"],
    run_tests.count_pytest: ["-x"],
}
GTEST_NAMES = {}  # by program


class BadList(Exception):
    """The list of mutations does not match the sources."""


class Copy:
    """A copy of the sources, with its own build folder."""

    def __init__(self, folder, processors, hang_seconds):
        self.folder = folder
        self.hang_seconds = hang_seconds
        self.build_folder = folder / BUILD
        self.processors = processors
        self.reports = self.build_folder / "test-reports"

    def fill(self):
        """Copies the files that git tracks, and new ones, in their current state, and deletes all others."""
        listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listing, cwd=TOP, capture_output=True, text=True, check=True).stdout.split("\0")
        wanted = {self.folder / name: TOP / name for name in names if name and (TOP / name).is_file()}
        for target, source in wanted.items():
            if not target.exists() or target.read_bytes() != source.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        for top in self.folder.iterdir():
            for file in [] if top.name == "build" else [top, *top.rglob("*")]:
                if file.is_file() and file not in wanted:
                    file.unlink()

    def prepare(self):
        """Fills and builds the copy. Raises BadList."""
        self.fill()
        self.reports.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cmake", "--preset", "release"], cwd=self.folder, capture_output=True, check=True)
        if not self.build(processors=os.cpu_count()):
            raise BadList("the sources do not build")

    def build(self, *targets, processors=None):
        """True if the targets (default: all) compile and link. Uses the copy's share of the processors by default."""
        # Copies share objects if ccache ignores their folders
        environment = dict(os.environ, CCACHE_BASEDIR=str(self.folder), CCACHE_NOHASHDIR="1")
        command = ["ninja", "-C", self.build_folder, "-j", str(processors or self.processors), *targets]
        return subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0

    def jobs(self):
        """All jobs except the slow ones, each with its build targets; golden results are last."""
        jobs = [
            *run_tests.gtest_jobs(self.build_folder, self.reports, quick=False),
            *run_tests.ns3_jobs(self.build_folder, self.reports, quick=True),
            *run_tests.python_jobs(self.reports, quick=True, top=self.folder),
        ]
        for job in jobs:
            job.command.extend(STOP_AT_ONCE[job.count])
        jobs = sorted((job for job in jobs if job.name != FITS), key=lambda job: job.name == GOLDEN)
        return [(job, self.targets_of(job)) for job in jobs]

    def targets_of(self, job):
        """The build targets of a job: its program, or everything for a Python test."""
        return [] if job.count is run_tests.count_pytest else [str(job.command[0].relative_to(self.build_folder))]

    def job_of(self, test):
        """The job that runs only the test of this name, and its build targets; raises BadList."""
        file, colons, name = test.partition("::")
        report = self.reports / f"named-{re.sub(r'[^A-Za-z0-9]', '-', test)}"
        if colons:
            for job in run_tests.python_jobs(self.reports, quick=False, top=self.folder):
                if job.name == file:
                    command = [f"--junitxml={report}" if word == f"--junitxml={job.report}" else word for word in job.command]
                    command[-1] = f"{command[-1]}::{name}"
                    return run_tests.Job(test, command, report, job.count), []
        for job in run_tests.gtest_jobs(self.build_folder, self.reports, quick=False):
            program = job.command[0]
            if test in gtest_names(program):
                command = [program, f"--gtest_output=json:{report}", f"--gtest_filter={test}"]
                return run_tests.Job(test, command, report, job.count), self.targets_of(job)
        raise BadList(f"no test is named {test}")

    def failure(self, job):
        """Name of the first test of a job that fails, or None."""
        job.report.unlink(missing_ok=True)
        failed = run_tests.run(job, self.build_folder, self.folder, self.hang_seconds).failed
        return failed[0] if failed else None

    def catcher(self, mutation):
        """Name of the test that detects a mutation, or None; raises BadList if it also fails on the unchanged sources."""
        path = self.folder / mutation["file"]
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(mutation["old"], mutation["new"]), encoding="utf-8")
        try:
            noticed, job, targets = self.first_failure(mutation.get("test"), only_python=path.suffix == ".py")
        finally:
            path.write_text(text, encoding="utf-8")
        by_surprise = job and noticed != mutation.get("test")
        if by_surprise and not (self.build(*targets) and self.failure(job) is None):
            raise BadList(f"the sources fail {noticed} as they are")
        return noticed

    def first_failure(self, test, only_python):
        """(name of the first failure, its job, the targets of the job); the named test is run first."""
        for job, targets in ([self.job_of(test)] if test else []) + self.jobs():
            if only_python and job.count is not run_tests.count_pytest:
                continue
            if not self.build(*targets):
                return COMPILER, None, []
            failure = self.failure(job)
            if failure:
                name = test if job.name == test else HASH if job.name == GOLDEN else f"{job.name}: {failure}"
                return name, job, targets
        return None, None, []


def gtest_names(program):
    """The names of a program's GoogleTests: the same in every copy."""
    if program.name not in GTEST_NAMES:
        GTEST_NAMES[program.name] = run_tests.gtest_names(program)
    return GTEST_NAMES[program.name]


def load(file, patterns):
    """The mutations whose names match one of the patterns; raises BadList."""
    mutations = json.loads(file.read_text(encoding="utf-8"))
    for pattern in patterns:
        if not fnmatch.filter((mutation["name"] for mutation in mutations), pattern):
            raise BadList(f"no mutation is named {pattern}")
    for mutation in mutations:
        source = TOP / mutation["file"]
        times = source.read_text(encoding="utf-8").count(mutation["old"]) if source.is_file() else 0
        if times != 1:
            raise BadList(f"{mutation['name']}: {mutation['file']} holds {times} times, not once: {mutation['old']!r}")
    return [
        mutation
        for mutation in mutations
        if not patterns or any(fnmatch.fnmatch(mutation["name"], pattern) for pattern in patterns)
    ]


def prepare(copies, mutations):
    """Builds copies of the sources and checks that the named tests pass; raises BadList."""
    for copy in copies:  # one after the other: ccache serves the second from the first
        print(f"mutate: building {copy.folder}", file=sys.stderr)
        copy.folder.mkdir(parents=True, exist_ok=True)
        copy.prepare()
    named = sorted({mutation["test"] for mutation in mutations if "test" in mutation})
    print(f"mutate: {len(named)} named tests on the sources as they are", file=sys.stderr)
    jobs = [copies[0].job_of(test)[0] for test in named]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool, run_tests.ending_with(pool):
        for test, failure in zip(named, pool.map(copies[0].failure, jobs)):
            if failure:
                raise BadList(f"the sources fail {test} as they are")


def try_all(copies, mutations):
    """Yields (mutation, test that caught it or None) in the order of completion."""
    free = queue.SimpleQueue()
    for copy in copies:
        free.put(copy)

    def attempt(mutation):
        copy = free.get()
        try:
            return mutation, copy.catcher(mutation)
        finally:
            free.put(copy)

    with concurrent.futures.ThreadPoolExecutor(len(copies)) as pool, run_tests.ending_with(pool):
        try:
            for future in concurrent.futures.as_completed([pool.submit(attempt, one) for one in mutations]):
                yield future.result()
        except BadList:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def tell(mutation, catcher):
    """Prints the result of a mutation, one line."""
    verdict = {None: "SURVIVES", HASH: f"NOTICED BY {HASH}"}.get(catcher, f"caught by {catcher}")
    expected = mutation.get("test")
    print(f"{mutation['name']}: {verdict}{f', not by {expected}' if expected not in (None, catcher) else ''}", flush=True)


def main():
    parser = argparse.ArgumentParser(prog="mrc mutate", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="mutations to try, * stands for anything; default: all")
    parser.add_argument("--list", type=Path, default=LIST, help="another list of mutations")
    parser.add_argument("--copies", type=int, default=os.cpu_count(), help="number of mutations tried in parallel")
    parser.add_argument("--build", type=Path, default=TOP / "build" / "mutate", help="folder of the copies")
    parser.add_argument("--hang", type=float, default=600, help="time limit of a job in s, after which it counts as failed")
    options = parser.parse_args()
    counts = Counter()
    try:
        mutations = load(options.list, options.names)
        count = max(1, min(options.copies, len(mutations)))
        folders = [options.build.resolve() / str(number) for number in range(count)]
        copies = [Copy(folder, max(1, os.cpu_count() // count), options.hang) for folder in folders]
        prepare(copies, mutations)
        for mutation, catcher in try_all(copies, mutations):
            tell(mutation, catcher)
            counts[catcher if catcher in (None, HASH, COMPILER) else "test"] += 1
    except BadList as problem:
        print(f"mutate: {problem}", file=sys.stderr)
        return 2
    print(
        f"{len(mutations)} mutations: {counts['test']} caught by a test with a name, {counts[COMPILER]} by {COMPILER}, "
        f"{counts[HASH]} by {HASH}, {counts[None]} survive"
    )
    return 1 if counts[HASH] + counts[None] else 0


if __name__ == "__main__":
    sys.exit(main())
