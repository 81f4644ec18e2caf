#!/usr/bin/python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Breaks the product in one place at a time, and checks that a named test detects it.

test/mutations.json has entries for every rule, and grows with new rules. An entry replaces "old", which occurs exactly once
in its file, by "new"; "test" names the test that is expected to fail: Suite.Test of GoogleTest, or
test_file.py::test_name of pytest. That test is run first, then all others except the slow ones, until one fails; it must
pass on the unchanged sources. Mutations that only golden results detect count as failures, because --update would accept
them. The mutations are made in copies of the sources, one per processor; the copies stay in build/mutate, which makes the
next run faster.

    ./mrc mutate [--list FILE] [--copies N] [--hang SECONDS] [--build FOLDER] [--sources FOLDER] [NAME...]

With --draw, the mutations are not those of the list: a seed draws them from all sources (test/mutation/drawing.py). Most of
those of C++ are compiled together, and an environment variable chooses one (test/mutation/switches.py).

    ./mrc mutate --draw N [--seed S] [--slow] [--json FILE] [--equivalents FILE] [--goal PERCENT] [OPTION...]

Exits with 1 if a mutation is not caught by a named test (with --draw: if fewer than the goal are), with 2 if the list does
not match the sources.
"""

import argparse
import fnmatch
import json
import os
import sys
from collections import Counter
from pathlib import Path

from mutation import copies, drawn
from mutation.copies import COMPILER, HASH, BadList

TOP = Path(__file__).resolve().parent.parent


def load(file, patterns, top):
    """The mutations of the sources in the folder top whose names match one of the patterns; raises BadList."""
    mutations = json.loads(file.read_text(encoding="utf-8"))
    for pattern in patterns:
        if not fnmatch.filter((mutation["name"] for mutation in mutations), pattern):
            raise BadList(f"no mutation is named {pattern}")
    for mutation in mutations:
        source = top / mutation["file"]
        times = source.read_text(encoding="utf-8").count(mutation["old"]) if source.is_file() else 0
        if times != 1:
            raise BadList(f"{mutation['name']}: {mutation['file']} holds {times} times, not once: {mutation['old']!r}")
    return [
        mutation
        for mutation in mutations
        if not patterns or any(fnmatch.fnmatch(mutation["name"], pattern) for pattern in patterns)
    ]


def tell(mutation, catcher):
    """Prints the result of a mutation, one line."""
    verdict = {None: "SURVIVES", HASH: f"NOTICED BY {HASH}"}.get(catcher, f"caught by {catcher}")
    expected = mutation.get("test")
    print(f"{mutation['name']}: {verdict}{f', not by {expected}' if expected not in (None, catcher) else ''}", flush=True)


def try_list(options):
    """Tries the mutations of the list; the exit status."""
    mutations = load(options.list or options.sources / "test" / "mutations.json", options.names, options.sources)
    made = copies.make(options.sources, options.build, max(1, min(options.copies, len(mutations))), options.hang)
    named = sorted({mutation["test"] for mutation in mutations if "test" in mutation})
    print(f"mutate: {len(named)} named tests on the sources as they are", file=sys.stderr)
    copies.check(made[0], [made[0].job_of(test)[0] for test in named])
    counts = Counter()
    for mutation, catcher in copies.try_all(made, mutations, copies.Copy.catcher):
        tell(mutation, catcher)
        counts[catcher if catcher in (None, HASH, COMPILER) else "test"] += 1
    print(
        f"{len(mutations)} mutations: {counts['test']} caught by a test with a name, {counts[COMPILER]} by {COMPILER}, "
        f"{counts[HASH]} by {HASH}, {counts[None]} survive"
    )
    return 1 if counts[HASH] + counts[None] else 0


def main():
    parser = argparse.ArgumentParser(prog="mrc mutate", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="mutations to try, * stands for anything; default: all")
    parser.add_argument("--list", type=Path, help="another list of mutations than test/mutations.json")
    parser.add_argument("--copies", type=int, default=os.cpu_count(), help="number of mutations tried in parallel")
    parser.add_argument("--build", type=Path, help="folder of the copies; default: build/mutate of the sources")
    parser.add_argument("--hang", type=float, default=600, help="time limit of a job in s, after which it counts as failed")
    parser.add_argument("--sources", type=Path, default=TOP, help="another checkout, for example of an older commit")
    drawing = parser.add_argument_group("mutations drawn by a seed instead of a list")
    drawing.add_argument("--draw", type=int, metavar="N", help="number of mutations")
    drawing.add_argument("--seed", default="1", help="the same sources, number and seed give the same mutations")
    drawing.add_argument("--slow", action="store_true", help="slow Python tests count too; to see what they reach takes half an hour")
    drawing.add_argument("--json", type=Path, metavar="FILE", help="write all mutations with their verdicts to this file; those that it has from an interrupted draw are not tried again")
    drawing.add_argument(
        "--equivalents", type=Path, metavar="FILE", default=TOP / "test" / "equivalent-mutants.json",
        help="mutations that change no behavior, with reasons: they are not tried",
    )  # fmt: skip
    drawing.add_argument("--goal", type=float, default=92, metavar="PERCENT", help="share that named tests must catch")
    options = parser.parse_args()
    options.sources = options.sources.resolve()
    options.build = options.build or options.sources / "build" / "mutate"
    try:
        return drawn.try_drawn(options) if options.draw else try_list(options)
    except BadList as problem:
        print(f"mutate: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
