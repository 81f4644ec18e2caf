#!/usr/bin/python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Chaos: random scenarios with random faults, and rules that hold in all of them.

A seed makes a scenario that the schema allows (scenario.py): any network, transport, jobs, faults. It is checked, run, and
run again with verifyWire. Then judge.py checks that every message was delivered once and in order or its QP had no sound
plane, that the counters balance, that nothing stalls, that both runs wrote the same bytes, and that no sanitizer and no
assertion reported an error.

A failure is one line with the seed and the reason; the scenario is stored in findings/ of the build folder (--keep).
--shrink SEED removes faults and jobs one at a time while the failure remains, and stores the result.

Exit status: 0 nothing found, 1 a finding, 2 usage.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import sys
import tempfile
import time
from pathlib import Path

import judge
import scenario
import shrink
from simulator import Simulator, Wrong

sys.dont_write_bytecode = True


def wrong_with(chaos):
    """(the violated rule or None, outcome, seconds)"""
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
        try:
            return None, *judge.judge(chaos, Path(folder))
        except Wrong as wrong:
            return str(wrong), "wrong", 0.0


def keep(folder, chaos, name):
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.json"
    file.write_text(json.dumps(chaos.json, indent=1) + "\n")
    return file


def search(simulator, seeds, jobs, folder):
    """Tries all seeds; returns the number of findings."""
    started = time.monotonic()
    outcomes = collections.Counter()
    times = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:

        def one(seed):
            try:
                chaos = scenario.make(seed, simulator)
            except Wrong as wrong:  # while its network was drawn
                return scenario.Chaos(seed, {}, "undrawn", simulator), (str(wrong), "wrong", 0.0)
            return chaos, wrong_with(chaos)

        for chaos, (reason, outcome, seconds) in pool.map(one, seeds):
            outcomes[outcome.split(":")[0]] += 1
            times.append((seconds, chaos.seed))
            if outcome.startswith("refused"):
                print(f"seed {chaos.seed}: {outcome}", flush=True)
            if reason:
                file = keep(folder, chaos, f"chaos-{chaos.seed}")
                print(f"seed {chaos.seed} ({chaos.mood}): {reason}\n  {file}", flush=True)
    times.sort()
    counts = ", ".join(f"{count} {name}" for name, count in sorted(outcomes.items()))
    print(
        f"{len(times)} scenarios: {counts}; {time.monotonic() - started:.0f} s, median run"
        f" {times[len(times) // 2][0]:.1f} s, longest {times[-1][0]:.1f} s (seed {times[-1][1]})"
    )
    return outcomes["wrong"]


def shrink_seed(simulator, seed, folder):
    chaos = scenario.make(seed, simulator)
    if not wrong_with(chaos)[0]:
        print(f"seed {seed}: no rule is violated")
        return 0
    small = shrink.shrink(chaos, lambda trial: wrong_with(trial)[0])
    file = keep(folder, small, f"chaos-{seed}-small")
    print(f"seed {seed}: {wrong_with(small)[0]}\n  {file}")
    print(json.dumps({key: small.json[key] for key in ("transport", "workload", "faults") if key in small.json}))
    return 1


def main():
    parser = argparse.ArgumentParser(description="Random scenarios with random faults.")
    parser.add_argument("--build", type=Path, required=True, help="folder with mrc-sim, preferably with sanitizers")
    parser.add_argument("--seeds", type=scenario.parse_seeds, default=range(1, 51), help="such as 1..1000; 1..50 by default")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="number of concurrent scenarios")
    parser.add_argument("--keep", type=Path, help="folder for scenarios that fail; findings/ of the build folder by default")
    parser.add_argument("--shrink", type=int, metavar="SEED", help="reduce the scenario of this seed")
    options = parser.parse_args()
    program = options.build.resolve() / "mrc-sim"
    if not program.exists():
        parser.error(f"there is no {program}")
    simulator = Simulator(program)
    folder = options.keep or options.build / "findings"
    if options.shrink is not None:
        return shrink_seed(simulator, options.shrink, folder)
    return 1 if search(simulator, options.seeds, options.jobs, folder) else 0


if __name__ == "__main__":
    sys.exit(main())
