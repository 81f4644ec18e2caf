# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Relations between scenarios (test/relations): they hold, and a result that breaks one is detected."""

import concurrent.futures
import sys
import tempfile
from pathlib import Path

import pytest
from running import SIMULATOR, TOP

sys.path[:0] = [str(TOP / "test" / "chaos"), str(TOP / "test" / "relations")]

import check  # noqa: E402
import relations  # noqa: E402
import results  # noqa: E402
import scenario  # noqa: E402
import simulator  # noqa: E402

NAMES = list(relations.RELATIONS)


@pytest.fixture(scope="module")
def real():
    return simulator.Simulator(SIMULATOR)


def find_wrong(real, seeds):
    """The relations that do not hold, and how often each was checked."""
    with concurrent.futures.ThreadPoolExecutor() as pool:
        found = list(pool.map(lambda seed: check.check_seed(real, seed, NAMES), seeds))
    wrong = [(seed, name, what) for seed, one in zip(seeds, found) for name, what in one.items() if what]
    return wrong, {name: sum(name in one for one in found) for name in NAMES}


#: Seeds of which each relation must say something: of all, or of this share; the others have only jobs that cannot be
#: repeated, links that lose nothing while they are down, no pauses, or a transport of a user's own
SHARES = {"disabled_job": 0.7, "split_union": 0.7, "second_class": 0.5, "half_speed": 0.5}


def assert_relations_hold(real, seeds):
    wrong, counts = find_wrong(real, seeds)
    assert not wrong
    assert {name for name in NAMES if counts[name] < SHARES.get(name, 1) * len(seeds)} == set(), counts


def test_relations_hold(real):
    assert_relations_hold(real, range(1, 8))


@pytest.mark.long
@pytest.mark.parametrize("first", range(8, 400, 98))
def test_relations_hold_in_many_scenarios(real, first):
    assert_relations_hold(real, range(first, first + 98))


@pytest.fixture(scope="module")
def pair(real, tmp_path_factory):
    """A function that runs a scenario with many tables again, to be changed."""
    folder = tmp_path_factory.mktemp("relations")
    original = scenario.make(16, real).json
    original["measure"] = {"sampleInterval": "100us", "evs": True, "links": "all"}
    results.run(real, original, folder / "one")
    return lambda: (results.Results(folder / "one", 0), results.Results(folder / "one", 0))


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

    for broken in (other_seed, refused):
        monkeypatch.setitem(relations.RELATIONS, broken.__name__, None)  # which is undone
        relations.relation(broken)
    found = check.check_seed(real, 16, ["other_seed", "refused", "order_of_keys"])
    assert ".csv" in found["other_seed"]
    assert found["refused"].startswith("refused: ") and "stop" in found["refused"]
    assert found["order_of_keys"] is None


def test_only_a_prepared_scenario_that_is_not_valid_is_skipped(real, monkeypatch):
    original = scenario.make(16, real).json

    def find(error):
        def fail(simulator, changed, folder):
            if folder.name.startswith("original-"):
                raise error
            return run(simulator, changed, folder)

        run = results.run
        monkeypatch.setattr(results, "run", fail)
        with tempfile.TemporaryDirectory() as folder:
            found = check.find_differences(real, original, ["split_job", "order_of_keys"], Path(folder))
        monkeypatch.undo()
        return found

    assert find(results.Refused("refused: it")) == {"order_of_keys": None}
    assert find(simulator.Wrong("hang: it")) == {"split_job": "hang: it", "order_of_keys": None}
