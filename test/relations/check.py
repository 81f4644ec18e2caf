#!/usr/bin/python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Relations: a change of a random scenario (test/chaos) must change the results in a known way, or not at all.

    test/relations/check.py [--build FOLDER] [--seeds 1..100] [RELATION...]

relations.py has the relations. A relation that does not hold is one line with the seed and the first difference; --keep
FOLDER stores both scenarios and their results there. Exit status: 0 all hold, 1 one does not, 2 usage.
"""

import argparse
import collections
import concurrent.futures
import copy
import os
import random
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parent.parent / "chaos")]
sys.dont_write_bytecode = True

import results  # noqa: E402
import scenario  # noqa: E402
from relations import RELATIONS  # noqa: E402
from simulator import Simulator, Wrong  # noqa: E402


def try_relation(simulator, name, original, base, folder):
    """Whether a relation says something about a scenario, and the first difference or None.

    base -- results of the original
    """
    relation, rng = RELATIONS[name], random.Random(f"{original['name']} {name}")
    changed, expected = copy.deepcopy(original), copy.deepcopy(base)
    if relation.prepare:
        if relation.prepare(changed, rng, simulator) is False:
            return False, None
        try:
            expected = results.run(simulator, changed, folder / f"original-{name}")
        except results.Refused:
            return False, None  # what is left of the scenario is not valid
    counts = relation.exercised(expected)
    adjust = relation(changed, rng, simulator)
    if adjust is None:
        return False, None
    found = results.run(simulator, changed, folder / name)
    adjust(expected, found)
    difference = results.difference(expected, found)
    return counts or difference is not None, difference


def find_differences(simulator, original, names, folder):
    """The first difference by relation, or None. A relation that says nothing about the scenario is absent."""
    base = results.run(simulator, original, folder / "original")
    found = {}
    for name in names:
        try:
            counts, difference = try_relation(simulator, name, original, base, folder)
        except Wrong as wrong:
            counts, difference = True, str(wrong)
        if counts:
            found[name] = difference
    return found


def check_seed(simulator, seed, names, keep=None):
    """As find_differences, for the scenario of a seed."""
    with tempfile.TemporaryDirectory(prefix="relations-") as temporary:
        folder = keep / str(seed) if keep else Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            return find_differences(simulator, scenario.make(seed, simulator).json, names, folder)
        except Wrong as wrong:
            return {"original": str(wrong)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("relation", nargs="*", metavar="RELATION", help=", ".join(RELATIONS))
    parser.add_argument("--build", default="build/release", type=Path, help="build folder")
    parser.add_argument("--seeds", type=scenario.parse_seeds, default="1..100", help="such as 1..400; 1..100 by default")
    parser.add_argument("--keep", type=Path, help="folder for scenarios and results")
    given = parser.parse_args()
    if set(given.relation) - RELATIONS.keys():
        parser.error(f"found {' '.join(given.relation)}; allowed: {', '.join(RELATIONS)}")
    simulator = Simulator(given.build / "mrc-sim")
    names = given.relation or list(RELATIONS)
    counts = collections.Counter()
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for seed, found in zip(given.seeds, pool.map(lambda seed: check_seed(simulator, seed, names, given.keep), given.seeds)):
            for name, difference in found.items():
                counts[name] += 1
                if difference:
                    wrong += 1
                    print(f"seed {seed}, {name}: {difference[:500]}", flush=True)
    print(", ".join(f"{name} {count}" for name, count in counts.items()) + f": {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
