# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The golden results, and that test/golden.py detects changes."""

import json
import subprocess

import pytest
from running import BUILD, SIMULATOR, TOP, needs_simulator

SCENARIOS = TOP / "test" / "golden"

# Two rows, a capture, and a summary with a key of the machine and a list of objects
PROGRAM = """#!/bin/sh
while [ "$1" != --out ]; do shift; done
mkdir -p "$2/pcap"
printf '{header}\\n1,{first}\\n2,{value}\\n' >"$2/samples.csv"
printf '{capture}' >"$2/pcap/h0.pcap"
printf '{{"timeouts": {timeouts}, "jobs": [{{"bytes": 1}}, {{"bytes": {size}}}], "wall_s": 1%s}}' "$(date +%N)" \\
  >"$2/summary.json"
exit {status}
"""


def golden(*arguments):
    return subprocess.run(
        ["/usr/bin/python3", TOP / "test" / "golden.py", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
@needs_simulator
def test_results_are_what_they_were():
    done = golden("--build", BUILD)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(name="world")
def fixture_world(tmp_path):
    """A function that builds a simulator and calls golden.py, after a first call with --update."""
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "one.json").write_text("{}")

    usual = {"header": "time_ns,value", "first": 10, "value": 20, "capture": "x", "timeouts": 3, "size": 2, "status": 0}

    def ask(*arguments, **unusual):
        program = tmp_path / "mrc-sim"
        program.write_text(PROGRAM.format(**{**usual, **unusual}))
        program.chmod(0o755)
        places = ["--scenarios", tmp_path / "scenarios", "--hashes", tmp_path / "hashes.json"]
        return golden("--build", tmp_path, *places, *arguments)

    first = ask("--update", "--keep", tmp_path / "before")
    assert first.returncode == 0, first.stderr
    assert "one: samples.csv is new" in first.stdout
    return ask


def test_keys_of_the_machine_are_no_results(world):
    done = world()
    assert (done.returncode, done.stdout) == (0, "1 scenarios: the same results\n")


@pytest.mark.parametrize(
    "changed, difference",
    [
        ({"value": 21}, "samples.csv differs in value"),
        ({"timeouts": 4}, "summary.json differs in timeouts"),
        ({"size": 3}, "summary.json differs in jobs[].bytes"),
        ({"capture": "y"}, "pcap/h0.pcap differs"),
        ({"header": "time_ns,worth"}, "samples.csv differs in value"),
    ],
)
def test_a_change_is_named_by_scenario_file_and_column(world, changed, difference):
    done = world(**changed)
    assert done.returncode == 1
    assert [line for line in done.stdout.splitlines() if line.startswith("one: ")] == [f"one: {difference}"]


def test_a_new_column_changes_no_other_and_is_told(world):
    wider = {"header": "time_ns,value,color", "first": "10,red", "value": "20,red", "timeouts": '3, "fresh": 1'}
    done = world(**wider)
    assert done.returncode == 0
    assert "new, and not compared before --update: samples.csv color, summary.json fresh" in done.stdout
    assert "1 scenarios, 0 changes written" in world("--update", **wider).stdout
    assert "one: samples.csv differs in color" in world(**{**wider, "value": "20,blue"}).stdout


def test_with_a_reference_the_first_changed_row_is_shown(world, tmp_path):
    lines = world("--reference", tmp_path / "before", value=21).stdout.splitlines()
    assert "    line 3" in lines
    assert "      was    2,20" in lines and "      is     2,21" in lines
    assert "    1 of 3 lines differ" in lines


def test_another_exit_status_is_a_change(world):
    assert "one: exit status was 0, is 1" in world(status=1).stdout


def test_update_takes_the_new_results_for_right(world):
    done = world("--update", value=21)
    assert done.returncode == 0
    assert "1 scenarios, 1 changes written" in done.stdout
    assert world(value=21).returncode == 0


def test_results_of_a_scenario_that_does_not_run_are_never_right(world):
    assert world("--update", status=2).returncode == 1
    assert world().returncode == 0


def test_a_build_without_a_simulator_is_refused(tmp_path):
    done = golden("--build", tmp_path)
    assert done.returncode == 2
    assert "there is no mrc-sim" in done.stderr


def words(value):
    """Every string in a JSON document."""
    if isinstance(value, dict):
        return set().union(value, *(words(item) for item in value.values()))
    if isinstance(value, list):
        return set().union(*(words(item) for item in value))
    return {value} if isinstance(value, str) else set()


def enums(schema):
    """Every word of the enumerations of a schema."""
    if isinstance(schema, dict):
        own = {word for word in schema.get("enum", []) if isinstance(word, str)}
        own |= set(schema.get("attributeValues", {}))
        return own.union(*(enums(item) for item in schema.values()))
    if isinstance(schema, list):
        return set().union(*(enums(item) for item in schema))
    return set()


@needs_simulator
def test_what_a_scenario_can_choose_is_chosen_by_one():
    """Except for kinds: a new kind has its own test, and no other file changes for it."""
    schema, results = (
        subprocess.run([SIMULATOR, *words], capture_output=True, text=True, check=True).stdout
        for words in (["schema"], ["results", "--json"])
    )
    kinds = {kind["name"] for group in json.loads(results)["kinds"].values() for kind in group}
    defaults = {"srv6", "nscc", "dcqcn", "mrc", "ecmp", "ring", "auto", "default", "dynamic", "go-back-n",
                "store-and-forward"}  # fmt: skip
    chosen = set().union(*(words(json.loads(file.read_text())) for file in SCENARIOS.iterdir()))
    assert enums(json.loads(schema)) - defaults - chosen - kinds == set()
