# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Relations between scenarios (test/relations): they hold, and a result that breaks one is detected."""

import concurrent.futures
import copy
import os
import random
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TOP / "test" / "chaos"), str(TOP / "test" / "relations")]

import accounts  # noqa: E402
import check  # noqa: E402
import relations  # noqa: E402
import results  # noqa: E402
import scenario  # noqa: E402
import simulator  # noqa: E402

PROGRAM = Path(os.environ.get("MRC_BUILD", TOP / "build" / "release")) / "mrc-sim"
NAMES = list(relations.RELATIONS)


@pytest.fixture(scope="module")
def real():
    return simulator.Simulator(PROGRAM)


def find_wrong(real, seeds):
    """The relations that do not hold, and how often each was checked."""
    with concurrent.futures.ThreadPoolExecutor() as pool:
        found = list(pool.map(lambda seed: check.check_seed(real, seed, NAMES), seeds))
    wrong = [(seed, name, what) for seed, one in zip(seeds, found) for name, what in one.items() if what]
    return wrong, {name: sum(name in one for one in found) for name in NAMES}


def test_relations_hold(real):
    wrong, counts = find_wrong(real, range(1, 14))
    assert not wrong
    assert min(counts.values()) >= 1, counts


@pytest.mark.slow
def test_relations_hold_in_more_scenarios(real):
    assert find_wrong(real, range(14, 27))[0] == []


@pytest.mark.long
@pytest.mark.parametrize("first", range(27, 401, 94))
def test_relations_hold_in_many_scenarios(real, first):
    assert find_wrong(real, range(first, min(first + 94, 401)))[0] == []


@pytest.fixture(scope="module")
def pair(real, tmp_path_factory):
    """A function that runs a scenario with many tables again, to be changed."""
    folder = tmp_path_factory.mktemp("relations")
    original = scenario.make(16, real).json
    original["measure"] = {"sampleInterval": "100us", "evs": True, "links": "all"}
    results.run(real, original, folder / "one")
    return lambda: (results.Results(folder / "one", 0), results.Results(folder / "one", 0))


UNRELATED = {"step", "qp", "ecn_marks", "index", "tier", "max_queue_bytes", "pfc_frames", "type"}  # for accounts.py


@pytest.mark.slow
def test_accounts_notice_a_change_of_every_other_column(real, tmp_path):
    original = scenario.make(16, real).json
    changed = copy.deepcopy(original)
    relations.RELATIONS["watched"](changed, random.Random(1), real)
    interval = 1_000_000
    changed["measure"]["sampleInterval"] = f"{interval}ns"
    results.run(real, changed, tmp_path / "one")
    accounts.check(results.Results(tmp_path / "one", 0), interval, set())
    missed = set()
    for name in ("flows", "jobs", "links", "recovery"):
        for column in results.Results(tmp_path / "one", 0).tables[name][0]:
            found = results.Results(tmp_path / "one", 0)
            row = max(found.tables[name], key=lambda row: len(row[column]))
            if not row[column]:
                continue
            row[column] = "1000000000000000" if row[column][0].isdigit() else row[column] + "x"
            try:
                accounts.check(found, interval, set())
                missed.add(column)
            except simulator.Wrong:
                pass
    assert missed <= UNRELATED


def test_every_column_is_compared(pair):
    expected, found = pair()
    assert results.difference(expected, found) is None
    for name in ("flows", "jobs", "links", "events", "evs", "recovery", "samples"):
        for column in expected.tables[name][0]:
            _, found = pair()
            found.tables[name][-1][column] += "1"
            assert results.difference(expected, found).startswith(f"{name}.csv, row"), (name, column)


def test_rows_files_counts_and_the_status_are_compared(pair):
    expected, found = pair()
    found.tables["flows"].pop()
    assert "rows instead of" in results.difference(expected, found)
    _, found = pair()
    del found.tables["evs"]
    assert results.difference(expected, found).startswith("files")
    for key in expected.summary:
        _, found = pair()
        found.summary[key] = "other"
        assert results.difference(expected, found).startswith(f"summary.json, {key}: other")
    _, found = pair()
    found.status = 1
    assert results.difference(expected, found) == "exit status 1 instead of 0"


def test_a_relation_that_does_not_hold_is_detected(real, monkeypatch):
    def other_seed(changed, rng, real):
        changed["seed"] += 1
        return relations.same

    def refused(changed, rng, real):
        changed["stop"] = "-1ns"
        return relations.same

    monkeypatch.setitem(relations.RELATIONS, "other_seed", other_seed)
    monkeypatch.setitem(relations.RELATIONS, "refused", refused)
    found = check.check_seed(real, 16, ["other_seed", "refused", "order_of_keys"])
    assert ".csv" in found["other_seed"]
    assert found["refused"].startswith("refused: ") and "stop" in found["refused"]
    assert found["order_of_keys"] is None
