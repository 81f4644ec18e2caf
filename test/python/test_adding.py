# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A new kind is a new file: the examples of docs/adding work in a copy of the sources, in the places of the table."""

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

import pytest
from running import BUILD, TOP

FOLDER = TOP / "docs" / "adding"
PLACES = sorted(file.relative_to(FOLDER) for file in FOLDER.rglob("*.cc"))
PYTHON = "/usr/bin/python3"

sys.path.insert(0, str(TOP / "test"))
import run_tests  # noqa: E402
from mutation.copies import Copy  # noqa: E402

#: The tests that are repeated in the copy. The stand-in for the simulator does not have its kinds.
SELECTION = "not slow and not long and not stand_in"

#: Files whose tests are not repeated there, and reasons
LEFT_OUT = {
    "test_arguments.py": "waits until ./mrc has built every program of the tree",
    "test_bench.py": "of what benchmarks print",
    "test_bench_scaling.py": "of what benchmarks print",
    "test_bottleneck.py": "of numbers of given runs",
    "test_debug_ns3.py": "of a package that is fetched",
    "test_driver.py": "waits until ./mrc has built every program of the tree",
    "test_export_htsim.py": "of the files of another simulator",
    "test_false_losses.py": "of numbers of given runs",
    "test_figure_units.py": "of given figures",
    "test_figures.py": "of given figures",
    "test_find_ns3.py": "of how the build finds ns-3",
    "test_ground_truth.py": "of the protocol, by another program",
    "test_import_chakra.py": "of the files of another simulator",
    "test_import_goal.py": "of the files of another simulator",
    "test_import_hpcc.py": "of the files of another simulator",
    "test_import_htsim.py": "of the files of another simulator",
    "test_import_simai.py": "of the files of another simulator",
    "test_motion.py": "of a page in a browser, on given runs",
    "test_motion_data.py": "of the data of that page, on given runs",
    "test_mutate.py": "of what breaks the sources of invented repositories",
    "test_mutations_drawn.py": "of what breaks the sources of invented repositories",
    "test_pcap.py": "of the bytes of frames",
    "test_plots.py": "of pictures of given runs",
    "test_readme.py": "waits until ./mrc has built every program of the tree",
    "test_theory.py": "of formulas, on given runs",
    "test_validate.py": "of the numbers of another simulator",
}


def run(*words, **options):
    """Run a command that must succeed; a failure shows its output."""
    done = subprocess.run(
        [str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options
    )
    assert done.returncode == 0, done.stdout[-20000:]
    return done.stdout


def failures(copy):
    """The failing quick Python tests of a copy, by job."""
    batch = run_tests.BATCH
    jobs = list(run_tests.python_jobs(copy.reports, "quick", top=copy.folder, batch=batch, left_out=LEFT_OUT))
    for job in jobs:
        job.command += ["-m", SELECTION]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda job: run_tests.run(job, copy.build_folder, copy.folder), jobs)
        return {result.name: (result.failed, result.output[-3000:]) for result in results if result.failed}


def test_each_row_of_the_table_has_an_example_and_each_example_a_row():
    page = (TOP / "docs" / "adding.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [a-zA-Z ]+ \| `(\S+NAME)\.cc`.*\| a class derived from (.*?)[|,]", page, re.M)
    assert len(rows) == 7
    found = set()
    for place in PLACES:
        bases = set(re.findall(r": public (\w+)", (FOLDER / place).read_text(encoding="utf-8")))
        (row,) = (row for row in rows if bases & set(re.findall(r"`\w+::(\w+)`", row[1])))
        assert re.fullmatch(row[0].replace("NAME", r"[\w-]+") + r"\.cc", str(place))
        found.add(row)
    assert found == set(rows)


@pytest.mark.slow
@pytest.mark.skipif(not (BUILD / "mrc-sim-adding").exists(), reason=f"no mrc-sim-adding in {BUILD}")
@pytest.mark.skipif(not (TOP / ".git").exists(), reason="no repository")
def test_nothing_else_is_to_be_touched():
    copy = Copy(TOP, BUILD / "adding", os.cpu_count(), 0)
    copy.fill()
    shutil.copytree(FOLDER / "model", copy.folder / "model", dirs_exist_ok=True)
    shutil.copytree(FOLDER / "runner", copy.folder / "runner", dirs_exist_ok=True)
    shutil.rmtree(copy.build_folder, ignore_errors=True)

    run("cmake", "--preset", "release", cwd=copy.folder)
    compiled = run("ninja", "-C", copy.build_folder, "-t", "commands", "mrc-sim")
    compiled = compiled.replace("\\ ", " ").replace('"', "").replace("'", "")  # names with spaces are quoted
    assert [name for name in PLACES if f"-c {copy.folder / name}\n" not in compiled] == []

    # The programs are those of the build, and the simulator is the one with the examples
    for program in [*BUILD.glob("mrc-*"), *BUILD.glob("examples/*")]:
        name = str(program.relative_to(BUILD)).replace("mrc-sim-adding", "mrc-sim")
        if program.is_file() and program != BUILD / "mrc-sim":
            (copy.build_folder / name).symlink_to(program)
    run(PYTHON, copy.folder / "experiments" / "manual.py", "keys")
    for name in ("keys.md", "scenario.schema.json"):
        text = (copy.folder / "docs" / name).read_text(encoding="utf-8")
        assert all(kind in text for kind in ("halo", "link-deaf", "star", "irn"))
    copy.reports.mkdir()
    assert failures(copy) == {}
