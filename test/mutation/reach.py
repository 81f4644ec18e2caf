# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The Python sources that each Python test reaches, also through the programs that it starts, by function."""

import ast
import hashlib
import json
import os
import subprocess
from collections import defaultdict

import run_tests
from mutation import copies

#: Makes every Python program record the lines that it executes
SITE = "import coverage\n\ncoverage.process_startup()\n"
#: Separates the lines of each test from those of fixtures and imports, and records how long it takes
PLUGIN = """
import json

import coverage
import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item):
    coverage.Coverage.current().switch_context(item.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown():
    coverage.Coverage.current().switch_context("")


def pytest_runtest_logreport(report):
    if report.when == "call" and report.passed:
        with open({times!r}, "a", encoding="utf-8") as file:
            print(json.dumps([report.nodeid, report.duration]), file=file)
"""
SETTINGS = """[run]
source = {folder}/experiments
data_file = {reach}/coverage
parallel = True
context = ${{MRC_JOB-none}}:${{PYTEST_CURRENT_TEST-}}
"""


class Reach:
    """The tests that reach each function, and the times of tests in s by name."""

    def __init__(self, tests, seconds):
        self.tests = tests  # by (file, function) and job: names, "" stands for fixtures and imports
        self.seconds = seconds

    def jobs(self, file, function):
        """The names of the jobs that reach a function, each with its tests that reach it, the fastest first."""
        known = self.tests.get((file, function), {})
        return {job: sorted(names & self.seconds.keys(), key=self.seconds.get) for job, names in known.items()}


def measure(copy, part):
    """The reach of this part of the Python tests; it is kept in the build."""
    kept = copy.build_folder / f"reach-{part}.json"
    sources = sorted(path for name in ("experiments", "test") for path in (copy.folder / name).rglob("*.py"))
    state = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    content = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    if content.get("state") != state:
        reached, seconds = run(copy, part)
        names = sorted({name for jobs in reached.values() for found in jobs.values() for name in found})
        place = {name: at for at, name in enumerate(names)}
        tests = [
            [*key, {job: [place[name] for name in sorted(found)] for job, found in sorted(jobs.items())}]
            for key, jobs in sorted(reached.items())
        ]
        content = {"state": state, "names": names, "tests": tests, "seconds": seconds}
        kept.write_text(json.dumps(content), encoding="utf-8")
    names = content["names"]
    tests = {
        (file, function): {job: {names[at] for at in places} for job, places in jobs.items()}
        for file, function, jobs in content["tests"]
    }
    return Reach(tests, content["seconds"])


def run(copy, part):
    """Runs the Python jobs of this part: the tests that reach each function, by job; and the times of tests."""
    reach = copy.build_folder / "reach"
    reach.mkdir(exist_ok=True)
    for old in reach.iterdir():
        old.unlink()
    times = reach / "times"
    (reach / "sitecustomize.py").write_text(SITE, encoding="utf-8")
    (reach / "reach_plugin.py").write_text(PLUGIN.format(times=str(times)), encoding="utf-8")
    settings = reach / "settings"
    settings.write_text(SETTINGS.format(folder=copy.folder, reach=reach), encoding="utf-8")
    environment = [f"COVERAGE_PROCESS_START={settings}", f"PYTHONPATH={reach}", "PYTEST_PLUGINS=reach_plugin"]
    jobs = [job for job, _ in copies.only_python(copy.jobs(part))]
    for job in jobs:
        job.command[:0] = ["env", "-u", "PYTEST_CURRENT_TEST", f"MRC_JOB={job.name}", *environment]
    copies.check(copy, jobs, may_fail=True)
    command = [*run_tests.COVERAGE, "combine", f"--rcfile={settings}"]
    subprocess.run(command, cwd=reach, capture_output=True, check=True)
    passed = dict(map(json.loads, times.read_text(encoding="utf-8").splitlines())) if times.exists() else {}
    return by_function(copy, executed_lines(reach / "coverage")), passed


def executed_lines(file):
    """(source, the tests that execute it, by line) from a file of coverage; all of them together take gigabytes."""
    from coverage import CoverageData  # only those who draw mutants need the package

    data = CoverageData(str(file))
    data.read()
    tests = {context: test_of(context) for context in data.measured_contexts()}
    for file in data.measured_files():
        if file.endswith(".py"):  # templates of pages are also measured
            yield file, {line: {tests[each] for each in contexts} for line, contexts in data.contexts_by_lineno(file).items()}


def test_of(context):
    """(job, name of the test) of a context: the job, ":", and from pytest "|name", from other programs "name (phase)"."""
    job, _, rest = context.partition(":")
    by_program, _, by_pytest = rest.partition("|")
    called = by_program.removesuffix(" (call)")
    return job, by_pytest or (called if called != by_program else "")


def by_function(copy, executed):
    """The tests that reach each function, by job. A function is also what it contains."""
    reached = defaultdict(lambda: defaultdict(set))
    for file, lines in executed:
        name = os.path.relpath(os.path.join(copy.folder, file), copy.folder)
        for function, body in [("", lines), *functions_of(copy.folder / file)]:
            for line in body:
                for job, test in lines.get(line, ()):
                    reached[name, function][job].add(test)
    return reached


def functions_of(file):
    """(name, lines of the body) of all functions and classes of a file; names as in mutation/python_places.py."""

    def visit(node, outer):
        for child in ast.iter_child_nodes(node):
            inner = outer
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                inner = f"{outer}.{child.name}".lstrip(".")
                yield inner, range(child.body[0].lineno, child.end_lineno + 1)
            yield from visit(child, inner)

    with open(file, "rb") as text:
        yield from visit(ast.parse(text.read()), "")
