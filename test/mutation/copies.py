# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Copies of the sources, in which mutants are built and tested."""

import concurrent.futures
import contextlib
import dataclasses
import hashlib
import os
import queue
import re
import shutil
import subprocess
import sys
from pathlib import Path

import run_tests
from mutation.switches import VARIABLE

BUILD = Path("build") / "release"
GOLDEN = "test_golden.py"  # the job of golden results
OWN = "test_mutat"  # tests of mutations, one of which fails wherever a mutation is in place
COMPILER = "the compiler"
HASH = "golden results alone"
STOP_AT_ONCE = {
    run_tests.count_gtest: ["--gtest_fail_fast"],
    run_tests.count_ns3: ["--stop-on-failure"],
    run_tests.count_pytest: ["-x"],
}
GTEST_NAMES = {}  # by program


class BadList(Exception):
    """The mutations do not match the sources."""


def tracked(top):
    """The files that git tracks in a folder, and new ones, relative to it."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=top, capture_output=True, text=True, check=True).stdout.split("\0")
    return sorted(name for name in names if name and (top / name).is_file())


class Copy:
    """A copy of the sources in the folder top, with its own build folder.

    With switches, the programs are built from sources that contain mutants; tests see the sources as they are.
    """

    def __init__(self, top, folder, processors, hang_seconds, switches=None):
        self.top = top
        self.folder = folder
        self.switches = switches
        self.built_folder = folder / "build" / "switched" if switches else folder
        self.build_folder = self.built_folder / BUILD
        self.hang_seconds = hang_seconds
        self.seconds = {}  # by job, on the unchanged sources
        self.chosen = None  # the number of the mutant that the programs are
        self.processors = processors
        self.reports = self.build_folder / "test-reports"
        self.original = {}  # digests of the programs of the unchanged sources

    def fill(self):
        """Copies the sources as they are."""
        self.fill_folder(self.folder, {})

    def fill_folder(self, folder, texts):
        """Copies the files that git tracks, and new ones, in their current state or with these texts; deletes all others."""
        wanted = {folder / name: self.top / name for name in tracked(self.top)}
        for target, source in wanted.items():
            text = texts.get(str(target.relative_to(folder))) or source.read_bytes()
            if not target.exists() or target.read_bytes() != text:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(text)
                target.chmod(source.stat().st_mode)
        for top in folder.iterdir():
            for file in [] if top.name == "build" else [top, *top.rglob("*")]:
                if file.is_file() and file not in wanted:
                    file.unlink()

    def prepare(self):
        """Fills and builds the copy. Raises BadList."""
        self.fill()
        self.reports.mkdir(parents=True, exist_ok=True)
        self.link_programs()
        self.fill_built()
        subprocess.run(["cmake", "--preset", "release"], cwd=self.built_folder, capture_output=True, check=True)
        while (done := self.compile("-k", "0", processors=os.cpu_count())).returncode != 0:
            if not (self.switches and self.switches.drop(done.stdout)):
                raise BadList("the sources do not build")
            self.fill_built()
        self.original = {program: digest(program) for program in self.programs()}
        if self.switches:
            self.switches.look_into(self.original)
            if self.switches.numbers and not self.switches.present:
                raise BadList("no program contains a mutant")

    def link_programs(self):
        """Programs from sources with mutants are also where Python tests expect them."""
        usual = self.folder / BUILD
        if usual.is_symlink():
            usual.unlink()
        if self.switches:
            shutil.rmtree(usual, ignore_errors=True)
            usual.symlink_to(self.build_folder)

    def fill_built(self):
        """Puts the mutants into the sources from which the programs are built."""
        if self.switches:
            self.fill_folder(self.built_folder, self.switches.texts())

    def programs(self):
        """All programs of the build."""
        files = [*self.build_folder.glob("*"), *self.build_folder.glob("*/*")]
        return sorted(file for file in files if file.is_file() and not file.is_symlink() and os.access(file, os.X_OK))

    def build(self, *targets):
        """True if the targets (default: all) compile and link."""
        return self.compile(*targets).returncode == 0

    def compile(self, *words, processors=None):
        """The finished build with these words of ninja. Uses the copy's share of the processors by default."""
        # Copies share objects if ccache ignores their folders; it does not keep those of mutants that are compiled alone
        environment = dict(os.environ, CCACHE_BASEDIR=str(self.built_folder), CCACHE_NOHASHDIR="1")
        if self.original:
            environment["CCACHE_READONLY"] = "1"
        command = ["ninja", "-C", self.build_folder, "-j", str(processors or self.processors), *words]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    def jobs(self, python="quick"):
        """All jobs, with this part of the Python tests, each with its build targets; golden results are last."""
        jobs = [
            *run_tests.gtest_jobs(self.build_folder, self.reports, quick=False),
            *run_tests.ns3_jobs(self.build_folder, self.reports, quick=True),
            *run_tests.python_jobs(self.reports, python, top=self.folder),
        ]
        jobs = sorted((job for job in jobs if not job.name.startswith(OWN)), key=lambda job: job.name == GOLDEN)
        return [(job, self.targets_of(job)) for job in jobs]

    def targets_of(self, job):
        """The build targets of a job: its program, or everything for a Python test."""
        return [] if job.count is run_tests.count_pytest else [str(job.command[0].relative_to(self.build_folder))]

    def job_of(self, test):
        """The job that runs only the test of this name, and its build targets; raises BadList."""
        file, colons, name = test.partition("::")
        report = self.reports / f"named-{re.sub(r'[^A-Za-z0-9]', '-', test)}"
        if colons:
            for job in run_tests.python_jobs(self.reports, "all", top=self.folder):
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
        """Name of the first test of a job that fails, or None; the job stops there."""
        failed = self.run(dataclasses.replace(job, command=[*job.command, *STOP_AT_ONCE[job.count]])).failed
        return failed[0] if failed else None

    def run(self, job):
        """Runs a job, which has several times its usual time if that is known."""
        job.report.unlink(missing_ok=True)
        seconds = self.seconds.get(job.name)
        limit = self.hang_seconds if seconds is None else 20 + 5 * seconds
        if self.chosen:
            job = dataclasses.replace(job, command=["env", f"{VARIABLE}={self.chosen}", *job.command])
        return run_tests.run(job, self.build_folder, self.folder, limit)

    def is_unchanged(self, job):
        """True if the program of a job and its libraries are the same as without the mutation; for a Python test: all are."""
        parts = self.original if job.count is run_tests.count_pytest else [job.command[0], *self.build_folder.glob("*.so.*.*")]
        return all(digest(part) == self.original.get(part) for part in parts)

    @contextlib.contextmanager
    def mutated(self, name, text):
        """The file of this name has this text for a time; one of C++ only in the sources from which the programs are built."""
        path = (self.folder if name.endswith(".py") else self.built_folder) / name
        original = path.read_bytes()
        path.write_bytes(text)
        try:
            yield
        finally:
            path.write_bytes(original)

    @contextlib.contextmanager
    def choosing(self, number):
        """The programs are the mutant of this number for a time."""
        self.chosen = number
        try:
            yield
        finally:
            self.chosen = None

    def catcher(self, mutation):
        """Name of the test that detects a mutation, or None; raises BadList if it also fails on the unchanged sources."""
        name, test = mutation["file"], mutation.get("test")
        text = (self.folder / name).read_text(encoding="utf-8").replace(mutation["old"], mutation["new"])
        jobs = ([self.job_of(test)] if test else []) + self.jobs()
        if name.endswith(".py"):
            jobs = only_python(jobs)
        with self.mutated(name, text.encode()):
            noticed, job, targets = self.first_failure(jobs)
        noticed = test if job and job.name == test else noticed
        by_surprise = job and noticed != test
        if by_surprise and not (self.build(*targets) and self.failure(job) is None):
            raise BadList(f"the sources fail {noticed} as they are")
        return noticed

    def first_failure(self, jobs, is_needless=lambda job: False):
        """(name of the first failure, its job, the targets of the job); jobs that are needless once built are omitted"""
        for job, targets in jobs:
            if not self.chosen and not self.build(*targets):
                return COMPILER, None, []
            if is_needless(job):
                continue
            failure = self.failure(job)
            if failure:
                return HASH if job.name == GOLDEN else f"{job.name}: {failure}", job, targets
        return None, None, []


def only_python(jobs):
    """Those of the jobs that test Python sources."""
    return [(job, targets) for job, targets in jobs if job.count is run_tests.count_pytest]


def digest(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def gtest_names(program):
    """The names of a program's GoogleTests: the same in every copy."""
    if program.name not in GTEST_NAMES:
        GTEST_NAMES[program.name] = run_tests.gtest_names(program)
    return GTEST_NAMES[program.name]


def make(top, build, count, hang_seconds, switches=None):
    """That many copies of the sources in the folder top, built below the folder build; raises BadList."""
    folders = [build.resolve() / str(number) for number in range(count)]
    copies = [Copy(top, folder, max(1, os.cpu_count() // count), hang_seconds, switches) for folder in folders]
    for copy in copies:  # one after the other: ccache serves the second from the first
        print(f"mutate: building {copy.folder}", file=sys.stderr)
        copy.folder.mkdir(parents=True, exist_ok=True)
        copy.prepare()
    return copies


def check(copy, jobs, may_fail=False):
    """Runs these jobs on the unchanged sources and returns their times in s by name; raises BadList if one fails."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool, run_tests.ending_with(pool):
        results = list(pool.map(copy.run, jobs))
    for result in results:
        if result.failed and not may_fail:
            raise BadList(f"the sources fail {result.name} as they are: {result.failed[0]}")
    return {result.name: result.seconds for result in results}


def try_all(copies, mutations, attempt):
    """Yields (mutation, attempt(copy, mutation)) in the order of completion; a copy has one mutation at a time."""
    free = queue.SimpleQueue()
    for copy in copies:
        free.put(copy)

    def attempt_one(mutation):
        copy = free.get()
        try:
            return mutation, attempt(copy, mutation)
        finally:
            free.put(copy)

    with concurrent.futures.ThreadPoolExecutor(len(copies)) as pool, run_tests.ending_with(pool):
        try:
            for future in concurrent.futures.as_completed([pool.submit(attempt_one, one) for one in mutations]):
                yield future.result()
        except BaseException:  # also of the caller, which closes this generator
            pool.shutdown(wait=False, cancel_futures=True)
            raise
