#!/usr/bin/python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Runs every test of the repository; the last line is "N passed, M failed".

A job is one process: a GoogleTest executable, one ns-3 test suite, or one Python test file. Jobs run in parallel, one per
processor. Each kind of job reports in its own format; a job that fails without naming a failed test (a crash, a
sanitizer's report, a hang) counts as one failure, and so does a run in which no test ran.
"""

import argparse
import concurrent.futures
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
GTEST_PROGRAMS = ("mrc-runner-tests", "mrc-core-tests", "mrc-unit-tests")  # the longest first
NS3_RUNNER = "mrc-test-runner"
REPLAYS = "fuzz/*-replay"  # also GoogleTest programs
#: What pytest selects by its markers, by part of the tests
SELECTIONS = {"all": "not long", "quick": "not long and not slow", "slow": "slow and not long", "long": "long"}
WHOLLY_SLOW = "\npytestmark = pytest.mark.slow\n"  # a file without quick tests
SLOW = "*_SLOW.*"  # suites of GoogleTest that --quick omits; no other name has an underscore and capitals
HANG_SECONDS = 1200  # several times the longest job on a slow machine, with sanitizers
BATCH = 12  # Python files per process of quick tests
PYTHON = "/usr/bin/python3"
COVERAGE = [PYTHON, "-m", "coverage"]
COVERAGE_GOAL = 90  # % of the lines of experiments/ that the quick Python tests reach
RUNNING = set()  # process groups of the running jobs


@dataclass
class Job:
    """One process and the reader of its report.

    name -- name shown to the user
    command -- the process
    report -- the file of its report
    count -- function of (report, output) that returns (number of passed tests, names of failed tests)
    """

    name: str
    command: list
    report: Path
    count: object


@dataclass
class Result:
    """The result of a job."""

    name: str
    passed: int = 0
    failed: list = field(default_factory=list)
    seconds: float = 0.0
    output: str = ""


def count_gtest(report, output):
    """GoogleTest's JSON, or after a crash (no JSON) the tests that had printed OK."""
    if not report.exists():
        return len(re.findall(r"^\[       OK \]", output, re.M)), []
    passed, failed = 0, []
    for suite in json.loads(report.read_text())["testsuites"]:
        for test in suite["testsuite"]:
            if test.get("failures"):
                failed.append(f"{suite['name']}.{test['name']}")
            elif test["result"] == "COMPLETED":
                passed += 1
    return passed, failed


def count_ns3(report, output):
    """ns-3's XML: the leaves of nested <Test> elements, without a common root."""
    del output
    text = report.read_text() if report.exists() else ""
    text = re.sub(r"<\?xml.*?\?>", "", text)
    passed, failed = 0, []
    try:
        tests = list(ElementTree.fromstring(f"<All>{text}</All>").iter("Test"))
    except ElementTree.ParseError:  # cut off by a crash
        return text.count("<Result>PASS</Result>"), []
    for test in tests:
        if test.find("Test") is None:
            if test.findtext("Result") == "PASS":
                passed += 1
            else:
                failed.append(test.findtext("Name"))
    return passed, failed


def count_pytest(report, output):
    """pytest's JUnit XML; a skipped test is neither passed nor failed."""
    del output
    if not report.exists():
        return 0, []
    passed, failed = 0, []
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed.append(f"{case.get('classname')}.{case.get('name')}")
        elif case.find("skipped") is None:
            passed += 1
    return passed, failed


def gtest_jobs(build, reports, quick):
    programs = [build / program for program in GTEST_PROGRAMS]
    for program in programs + sorted(build.glob(REPLAYS)):
        if program.exists():
            report = reports / f"{program.name}.json"
            command = [program, f"--gtest_output=json:{report}"]
            if quick:
                command.append(f"--gtest_filter=-{SLOW}")
            yield Job(program.name, command, report, count_gtest)


def gtest_names(program, pattern="*"):
    """Names of a program's GoogleTests that match a pattern, as Suite.Test."""
    command = [program, "--gtest_list_tests", f"--gtest_filter={pattern}"]
    suite, names = "", set()
    for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
        word = line.split("#")[0].strip()
        if line.startswith("  "):
            names.add(suite + word)
        else:
            suite = word
    return names


def ns3_jobs(build, reports, quick):
    runner = build / NS3_RUNNER
    if not runner.exists():
        return
    listing = subprocess.run([runner, "--list"], capture_output=True, text=True, check=True).stdout
    for suite in sorted(listing.split()):
        report = reports / f"ns3-{suite}.xml"
        fullness = "QUICK" if quick else "EXTENSIVE"
        command = [runner, f"--suite={suite}", f"--fullness={fullness}", "--xml", f"--out={report}"]
        yield Job(f"ns-3 suite {suite}", command, report, count_ns3)


def python_jobs(reports, part, top=TOP, coverage=False, batch=1, left_out=()):
    """Jobs of a batch of the files that have tests of this part; a process takes a second to import its packages."""
    runner = [*COVERAGE, "run", "--rcfile=setup.cfg", "--parallel-mode"] if coverage else [PYTHON]
    folder = top / "test" / "python"
    files = [file for file in sorted(folder.glob("test_*.py")) if file.name not in left_out]
    files = [file for file in files if has_tests(file.read_text(encoding="utf-8"), part)]
    for at in range(0, len(files), batch):
        some = files[at : at + batch]
        name = some[0].name if len(some) == 1 else f"{some[0].stem} to {some[-1].stem[5:]}"
        name += ", slow" if part == "slow" else ""
        report = reports / f"{part}-{some[0].stem}.xml"
        command = [*runner, "-m", "pytest", "-q", "-c", folder / "pytest.ini", f"--junitxml={report}"]
        yield Job(name, [*command, "-m", SELECTIONS[part], *some], report, count_pytest)


def has_tests(text, part):
    """Whether a Python file with this text has tests of a part."""
    return {"quick": WHOLLY_SLOW not in text, "slow": "mark.slow" in text, "long": "mark.long" in text}.get(part, True)


def judge_coverage(top=TOP):
    """Prints the coverage of experiments/ by the measured jobs, and checks it against the goal."""
    started = time.monotonic()
    result = Result("coverage of experiments")
    for words in (["combine"], ["report", "--skip-covered", f"--fail-under={COVERAGE_GOAL}"]):
        done = subprocess.run(
            [*COVERAGE, words[0], "--rcfile=setup.cfg", *words[1:]],
            cwd=top, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        result.output += done.stdout
        if done.returncode != 0:
            result.failed = [f"coverage {words[0]} (exit status {done.returncode})"]
    if not result.failed:
        print(re.findall(r"^TOTAL.*", result.output, re.M)[-1])
    result.seconds = time.monotonic() - started
    return result


def execute(job, build, top, seconds):
    """Exit status ("no end" after that many seconds) and output. A killed job ends with all its children."""
    with subprocess.Popen(
        [str(word) for word in job.command],
        cwd=top,
        env=dict(os.environ, MRC_BUILD=str(build), PYTHONDONTWRITEBYTECODE="1"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        RUNNING.add(process.pid)
        try:
            output, _ = process.communicate(timeout=seconds)
            status = process.returncode
        except subprocess.TimeoutExpired:
            kill(process.pid)
            output, status = process.communicate()[0], "no end"
        RUNNING.discard(process.pid)
    return status, output.decode(errors="replace")


def kill(group):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


@contextlib.contextmanager
def ending_with(pool):
    """An interrupt also ends the jobs of a pool, each of which is a separate process group."""
    try:
        yield
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        for group in list(RUNNING):
            kill(group)
        raise


def run(job, build, top=TOP, seconds=HANG_SECONDS):
    """Runs a job to its end and counts."""
    started = time.monotonic()
    result = Result(job.name)
    status, result.output = execute(job, build, top, seconds)
    result.passed, result.failed = job.count(job.report, result.output)
    nothing_selected = job.count is count_pytest and status == 5
    if status != 0 and not result.failed and not nothing_selected:
        result.failed.append(f"the process itself (exit status {status}{unfinished(result.output)})")
    if status == 0 and not job.report.exists():
        result.failed.append("the process itself (it has left no report)")
    result.seconds = time.monotonic() - started
    return result


def unfinished(output):
    """The GoogleTest that had begun but not ended at the end of the output."""
    begun = re.findall(r"^\[ RUN      \] (\S+)", output, re.M)
    ended = begun and re.search(rf"^\[(       OK|  FAILED ) \] {re.escape(begun[-1])}\b", output, re.M)
    return f" in {begun[-1]}" if begun and not ended else ""


def show(result):
    print(
        f"{result.name:32} {result.passed:5} passed {len(result.failed):3} failed {result.seconds:7.1f} s"
    )
    if result.failed:
        print("\n".join(result.output.splitlines()[-200:]))
        for name in result.failed:
            print(f"FAILED {result.name}: {name}")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(prog="mrc test", description="Runs all tests.")
    parser.add_argument(
        "--build", type=Path, required=True, help="folder with the test programs (set by ./mrc)"
    )
    extent = parser.add_mutually_exclusive_group()
    extent.add_argument(
        "--quick", action="store_const", dest="part", const="quick", default="all",
        help="without the tests marked slow: about two minutes",
    )  # fmt: skip
    extent.add_argument(
        "--long", action="store_const", dest="part", const="long",
        help="only those that all other commands leave out: more seeds of the tests that draw, more pages; about 20 minutes",
    )  # fmt: skip
    parser.add_argument(
        "--list", action="store_true", help="list the jobs, one per line, and run none"
    )
    parser.add_argument("--no-python", action="store_true", help="only the C++ tests")
    parser.add_argument(
        "--coverage", action="store_true",
        help="also measure the coverage of experiments/ by the quick Python tests (needs python3-coverage)",
    )  # fmt: skip
    options = parser.parse_args()

    build = options.build.resolve()
    reports = build / "test-reports"
    reports.mkdir(exist_ok=True)
    jobs = []
    quick = options.part == "quick"
    cpp = [] if options.part == "long" else [*gtest_jobs(build, reports, quick), *ns3_jobs(build, reports, quick)]
    if not options.no_python:
        if options.part != "quick":
            jobs += python_jobs(reports, "slow" if options.part == "all" else "long")
        if options.part != "long":
            jobs += python_jobs(reports, "quick", coverage=options.coverage, batch=BATCH)
    jobs = [*jobs, *cpp] if quick else [*cpp, *jobs]  # shorter ones last, so that no processor waits for another
    if options.list:
        print("\n".join(job.name for job in jobs))
        return 0

    for old in reports.iterdir():
        old.unlink()
    if options.coverage:
        subprocess.run([*COVERAGE, "erase", "--rcfile=setup.cfg"], cwd=TOP, check=True)
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool, ending_with(pool):
        for future in concurrent.futures.as_completed(
            [pool.submit(run, job, build) for job in jobs]
        ):
            result = future.result()
            show(result)
            passed += result.passed
            failed += len(result.failed)
    if options.coverage:
        result = judge_coverage()
        show(result)
        failed += len(result.failed)
    if passed + failed == 0:
        print("no test ran")
        failed = 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
