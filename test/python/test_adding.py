# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Adding a thing is adding a file: the examples of docs/adding, laid where the page says, in a copy of the sources."""

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("MRC_BUILD", TOP / "build" / "release")).resolve()
EXAMPLES = sorted((TOP / "docs" / "adding").glob("*.cc"))
PYTHON = "/usr/bin/python3"

sys.path.insert(0, str(TOP / "test"))
import run_tests  # noqa: E402
from mutations import Copy  # noqa: E402

#: Settings of the build that the copy's has, too: what was compiled for the one is then found for the other
SETTINGS = r"(CMAKE_(BUILD_TYPE|CXX_COMPILER|CXX_FLAGS|PREFIX_PATH)|MRC_\w+):\w+=(.+)"

#: The tests that are repeated in the copy. A stand-in for the simulator knows nothing of its kinds.
SELECTION = "not slow and not stand_in"

#: Files whose quick tests are not repeated there, and why
LEFT_OUT = {
    "test_debug_ns3.py": "of a package that is fetched, which no kind of thing is part of",
    "test_driver.py": "waits until ./mrc has built every program of the tree; what it tells is not of kinds",
}


def places():
    """(base classes, pattern of the file's name) of each thing in the table of docs/adding.md."""
    page = (TOP / "docs" / "adding.md").read_text(encoding="utf-8")
    for row in re.findall(r"^\| [a-z ]+(?:of MRC)? \| `(\S+NAME\.cc)`.*\| a class derived from (.*?)[|,]", page, re.M):
        yield re.findall(r"`\w+::(\w+)`", row[1]), row[0]


def place(example, rows):
    """Where an example belongs: the row of the class that it derives from."""
    bases = set(re.findall(r": public (\w+)", example.read_text(encoding="utf-8")))
    (pattern,) = {pattern for names, pattern in rows if bases & set(names)}
    assert re.fullmatch(pattern.replace("NAME", r"[\w-]+"), f"{Path(pattern).parent}/{example.name}")
    return Path(pattern).parent / example.name


def run(*words, **options):
    """A command that has to succeed; what it prints if it does not."""
    done = subprocess.run(
        [str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options
    )
    assert done.returncode == 0, done.stdout[-20000:]
    return done.stdout


def failures(copy):
    """What fails of the quick Python tests of a copy, by file."""
    jobs = [job for job in run_tests.python_jobs(copy.reports, quick=True, top=copy.folder) if job.name not in LEFT_OUT]
    for job in jobs:
        job.command += ["-m", SELECTION]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda job: run_tests.run(job, copy.build_folder, copy.folder), jobs)
        return {result.name: (result.failed, result.output[-3000:]) for result in results if result.failed}


def test_each_kind_of_thing_has_an_example_and_each_example_a_place():
    rows = list(places())
    assert len(rows) == 7
    assert len({place(example, rows).parent for example in EXAMPLES}) >= 6
    assert len({str(place(example, rows)) for example in EXAMPLES}) == len(EXAMPLES) >= len(rows)


@pytest.mark.slow
@pytest.mark.skipif(not (BUILD / "CMakeCache.txt").exists(), reason=f"nothing is built in {BUILD}")
@pytest.mark.skipif(not (TOP / ".git").exists(), reason="no repository")
def test_nothing_else_is_to_be_touched():
    copy = Copy(BUILD / "adding", os.cpu_count(), 0)
    copy.reports.mkdir(parents=True, exist_ok=True)
    copy.fill()
    rows = list(places())
    for example in EXAMPLES:
        shutil.copy(example, copy.folder / place(example, rows))
    cache = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    settings = [f"-D{found[0]}" for found in re.finditer(rf"^{SETTINGS}$", cache, re.M)]
    run("cmake", "-G", "Ninja", "-S", copy.folder, "-B", copy.build_folder, *settings)
    examples = [source.stem for source in (TOP / "examples").glob("*.cc")]
    assert copy.build("mrc-sim", "mrc-core-tests", "mrc-runner-tests", *examples)
    run(PYTHON, copy.folder / "experiments" / "manual.py", "keys")
    for name in ("keys.md", "scenario.schema.json"):
        text = (copy.folder / "docs" / name).read_text(encoding="utf-8")
        assert all(kind in text for kind in ("halo", "link-deaf", "star", "irn"))
    run(copy.build_folder / "mrc-core-tests", "--gtest_filter=*Contract*")
    run(copy.build_folder / "mrc-runner-tests", "--gtest_filter=-*_SLOW.*")
    assert failures(copy) == {}
