# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The count at the end of ./mrc test: no failure may look like a pass."""

import importlib.util
import json
import subprocess
import sys

import pytest
from running import BUILD, TOP

sys.path.append(str(TOP / "test"))

import run_tests  # noqa: E402  pylint: disable=wrong-import-position

HAS_COVERAGE = importlib.util.find_spec("coverage") is not None
WITH_COVERAGE = pytest.mark.skipif(not HAS_COVERAGE, reason="no python3-coverage")

XML = """<?xml version="1.0" encoding="utf-8"?>
<Test><Name>mrc-{name}</Name><Result>{whole}</Result>
  <Test><Name>one</Name><Result>PASS</Result></Test>
  <Test><Name>two</Name><Result>{whole}</Result></Test>
</Test>
"""


def gtest_report(*results):
    """GoogleTest's JSON for tests called t0, t1...: True passed, False failed, None skipped."""
    tests = [
        {
            "name": f"t{number}",
            "result": "SKIPPED" if result is None else "COMPLETED",
            **({"failures": [{"failure": "wrong"}]} if result is False else {}),
        }
        for number, result in enumerate(results)
    ]
    return json.dumps({"testsuites": [{"name": "Suite", "testsuite": tests}]})


class Build:
    """A build folder whose test programs are shell scripts."""

    def __init__(self, folder):
        self.folder = folder

    def program(self, name, script):
        file = self.folder / name
        file.write_text(f"#!/bin/bash\n{script}\n")
        file.chmod(0o755)

    def gtest(self, name, report, status=0, said=""):
        """A GoogleTest program that leaves this report (None: crashes before) and ends with this status."""
        write = (
            ""
            if report is None
            else f"cat >\"${{1#--gtest_output=json:}}\" <<'END'\n{report}\nEND\n"
        )
        self.program(name, f"{write}cat <<'END'\n{said}\nEND\nexit {status}")

    def ns3(self, *suites, whole="PASS", status=0):
        """The ns-3 runner with these suites, of two cases each."""
        script = f"if [ \"$1\" = --list ]; then printf '%s\\n' {' '.join(suites)}; exit; fi\n"
        script += (
            f"cat >\"${{4#--out=}}\" <<'END'\n{XML.format(name='x', whole=whole)}END\nexit {status}"
        )
        self.program("mrc-test-runner", script)

    def test(self, *options, python=False):
        """(exit status, last line, all output)"""
        done = subprocess.run(
            [TOP / "test" / "run_tests.py", "--build", self.folder, *([] if python else ["--no-python"]), *options],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout.splitlines()[-1], done.stdout


@pytest.fixture(name="build")
def fixture_build(tmp_path):
    return Build(tmp_path)


def test_all_kinds_are_added_up(build):
    build.gtest("mrc-core-tests", gtest_report(True, True))
    build.gtest("mrc-unit-tests", gtest_report(True))
    build.ns3("mrc-a", "mrc-b")
    assert build.test()[:2] == (0, "7 passed, 0 failed")


def test_a_failed_gtest_is_counted_and_named(build):
    build.gtest("mrc-core-tests", gtest_report(True, False), status=1, said="expected 3, was 4")
    status, last, output = build.test()
    assert (status, last) == (1, "1 passed, 1 failed")
    assert "FAILED mrc-core-tests: Suite.t1" in output and "expected 3, was 4" in output


def test_a_crash_counts_the_tests_before_it_and_one_failure(build):
    build.gtest(
        "mrc-core-tests", None, status=139, said="[       OK ] A.b (0 ms)\n[ RUN      ] A.c"
    )
    status, last, output = build.test()
    assert (status, last) == (1, "1 passed, 1 failed")
    assert "exit status 139" in output


def test_passed_tests_do_not_hide_a_bad_end(build):
    """For example, a sanitizer reports a leak after the last test."""
    build.gtest("mrc-core-tests", gtest_report(True), status=23)
    assert build.test()[:2] == (1, "1 passed, 1 failed")


def test_a_failed_ns3_case_is_counted(build):
    build.ns3("mrc-a", whole="FAIL", status=1)
    assert build.test()[:2] == (1, "1 passed, 1 failed")


def test_skipped_is_neither_passed_nor_failed(build):
    build.gtest("mrc-core-tests", gtest_report(True, None))
    assert build.test()[:2] == (0, "1 passed, 0 failed")


def test_no_test_at_all_is_a_failure(build):
    assert build.test()[:2] == (1, "0 passed, 1 failed")


def test_list_runs_nothing(build):
    build.gtest("mrc-core-tests", None, status=1)
    build.ns3("mrc-a")
    status, _, output = build.test("--list")
    assert status == 0
    assert output.split("\n") == ["mrc-core-tests", "ns-3 suite mrc-a", ""]


def test_list_leaves_the_reports_of_a_run_under_way(build):
    build.gtest("mrc-core-tests", gtest_report(True))
    build.test()
    report = build.folder / "test-reports" / "mrc-core-tests.json"
    assert report.exists()
    build.test("--list")
    assert report.exists()


def test_a_job_without_a_report_has_failed(build):
    build.gtest("mrc-core-tests", None, said="[       OK ] A.b (0 ms)")
    status, count, output = build.test()
    assert (status, count) == (1, "1 passed, 1 failed")
    assert "FAILED mrc-core-tests: the process itself (it has left no report)" in output


def test_quick_leaves_slow_tests_to_the_programs(build):
    build.program("mrc-core-tests", 'echo "$@"; exit 1')
    assert "--gtest_filter=-*_SLOW.*" in build.test("--quick")[2]
    assert "--gtest_filter" not in build.test()[2]
    assert build.test("--long")[1] == "0 passed, 1 failed"  # no test ran


def test_all_python_tests_are_the_quick_and_the_slow_ones(build):
    quick, every = (set(build.test("--list", *part, python=True)[2].splitlines()) for part in (["--quick"], []))
    slow = {name for name in every if name.endswith(", slow")}
    assert quick and len(slow) > 20 and every == quick | slow


@pytest.mark.parametrize("name", ["mrc-core-tests", "mrc-unit-tests", "mrc-runner-tests"])
def test_quick_and_slow_tests_are_all_and_none_is_slow_by_its_name(name):
    program = BUILD / name
    if not program.exists():
        pytest.skip(f"no {program}")
    every = run_tests.gtest_names(program)
    slow = run_tests.gtest_names(program, "*_SLOW.*")
    assert len(every) > 300
    assert every - slow == run_tests.gtest_names(program, "-*_SLOW.*")
    assert not [test for test in slow if not test.split(".")[0].split("/")[-1].endswith("_SLOW")]
    assert [test for test in every - slow if "Slow" in test] or name == "mrc-runner-tests"


def test_reports_of_an_earlier_run_are_not_counted_again(build):
    build.gtest("mrc-core-tests", gtest_report(True))
    assert build.test()[1] == "1 passed, 0 failed"
    build.gtest("mrc-core-tests", None, status=1)
    assert build.test()[1] == "0 passed, 1 failed"


@pytest.fixture(name="small")
def fixture_small(tmp_path):
    """A tree of one measured function and three Python tests of it, one of them slow."""
    tests = tmp_path / "test" / "python"
    tests.mkdir(parents=True)
    (tests / "pytest.ini").write_text("[pytest]\npythonpath = ../../experiments\nmarkers =\n    slow: slow\n    long: long\n")
    begin = "import pytest\nimport small\n\n\n"
    quick = "def test_quick():\n    assert small.sign(1) == 1\n"
    slow = "\n\n@pytest.mark.slow\ndef test_slow():\n    assert small.sign(-1) == -1\n"
    (tests / "test_one.py").write_text(begin + quick)
    (tests / "test_two.py").write_text(begin + quick + slow)
    (tmp_path / "experiments").mkdir()
    (tmp_path / "experiments" / "small.py").write_text(
        "def sign(x):\n    if x < 0:\n        return -1\n    if x == 0:\n        return 0\n    return 1\n"
    )
    (tmp_path / "setup.cfg").write_text("[coverage:run]\nsource = experiments\ndata_file = coverage\n")
    (tmp_path / "reports").mkdir()
    return tmp_path


@WITH_COVERAGE
@pytest.mark.parametrize("goal, failures", [(83, 0), (84, 1)])
def test_coverage_is_that_of_all_jobs(small, monkeypatch, goal, failures):
    monkeypatch.setattr(run_tests, "COVERAGE_GOAL", goal)
    jobs = [run_tests.python_jobs(small / "reports", part, top=small, coverage=True) for part in ("quick", "slow")]
    jobs = [job for some in jobs for job in some]
    assert [job.name for job in jobs] == ["test_one.py", "test_two.py", "test_two.py, slow"]
    assert [run_tests.run(job, small, top=small).passed for job in jobs] == [1, 1, 1]
    result = run_tests.judge_coverage(top=small)
    assert len(result.failed) == failures, result.output
    assert "83%" in result.output  # no test reaches the fifth line of six


@WITH_COVERAGE
def test_no_coverage_at_all_is_a_failure(small):
    assert run_tests.judge_coverage(top=small).failed


def test_without_coverage_a_python_file_is_one_job(small):
    jobs = list(run_tests.python_jobs(small / "reports", "all", top=small))
    assert [job.name for job in jobs] == ["test_one.py", "test_two.py"]
    assert [run_tests.run(job, small, top=small).passed for job in jobs] == [1, 2]
    (small / "test" / "python" / "test_three.py").write_text("import pytest\n\npytestmark = pytest.mark.slow\n")
    quick = list(run_tests.python_jobs(small / "reports", "quick", top=small))
    assert [job.name for job in quick] == ["test_one.py", "test_two.py"]


def test_a_batch_of_python_files_is_one_job(small):
    (job,) = run_tests.python_jobs(small / "reports", "quick", top=small, batch=2)
    result = run_tests.run(job, small, top=small)
    assert (job.name, result.passed, result.failed) == ("test_one to two", 2, [])


@pytest.mark.slow
def test_long_tests_run_only_by_themselves(small):
    file = small / "test" / "python" / "test_two.py"
    file.write_text(file.read_text() + "\n\n@pytest.mark.long\ndef test_long():\n    assert small.sign(-2) == -1\n")
    jobs = {part: list(run_tests.python_jobs(small / "reports", part, top=small)) for part in run_tests.SELECTIONS}
    assert [job.name for job in jobs["long"]] == ["test_two.py"]
    passed = {part: sum(run_tests.run(job, small, top=small).passed for job in jobs[part]) for part in jobs}
    assert passed == {"all": 3, "quick": 2, "slow": 1, "long": 1}
