#!/usr/bin/python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Speed and memory of the simulator.

Runs experiments/scenarios/bench-*.json several times each, the scenarios in turn so that a busy minute of the machine
falls on all of them, and shows the median run of each. Memory per host is what a run needs more than one of two hosts and
one byte, divided by the hosts: the host, its QPs, and its share of the switches and of the frames in flight.
"""

import argparse
import json
import shlex
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from mrcbench.table import Table, number

TOP = Path(__file__).resolve().parent.parent
SCENARIOS = TOP / "experiments" / "scenarios"
MICRO_BENCHMARKS = "mrc-bench"

#: Linux counts into the peak memory of a process what its parent had when it started it. A shell has little, Python much.
SMALL_PARENT = ["/bin/sh", "-c", '"$@"; exit $?', "sh"]

#: The smallest run: what the program itself needs
SMALLEST = {
    "topology.hosts": 2,
    "topology.hostsPerT0": 1,
    "topology.t1PerPlane": 1,
    "workload[0].bytes": 1,
}


def simulate(simulator, scenario, settings=None):
    """One run; returns its summary, and ends the program with the simulator's words and status if it fails."""
    with tempfile.TemporaryDirectory(prefix="mrc-bench-") as folder:
        command = [str(simulator), "run", str(scenario), "--quiet", "--out", f"{folder}/run"]
        for key, value in (settings or {}).items():
            command += ["--set", f"{key}={value}"]
        done = subprocess.run(
            SMALL_PARENT + command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            print(f"{shlex.join(command)}\n{done.stderr}", file=sys.stderr)
            sys.exit(done.returncode if done.returncode in (1, 2) else 1)
        return json.loads(Path(folder, "run", "summary.json").read_text(encoding="utf-8"))


def progress(text):
    """One line that overwrites itself, while somebody watches."""
    if sys.stderr.isatty():
        print(f"\r{text:60}\r{text}", end="", file=sys.stderr, flush=True)


def ns_per_hop(summary):
    return 1e9 * summary["cpu_s"] / summary["packet_hops"]


def measure(simulator, scenarios, repeat):
    """The figures of each scenario, from its median run."""
    smallest = simulate(simulator, scenarios[0], SMALLEST)["peak_rss_bytes"]
    runs = {scenario: [] for scenario in scenarios}
    for turn in range(repeat):
        for scenario in scenarios:
            progress(f"run {turn + 1} of {repeat}: {scenario.stem}")
            runs[scenario].append(simulate(simulator, scenario))
    progress("")
    return [
        figures(scenario, sorted(runs[scenario], key=ns_per_hop), smallest)
        for scenario in scenarios
    ]


def figures(scenario, ordered, smallest):
    """What is shown of the runs of one scenario, ordered by speed."""
    median = ordered[(len(ordered) - 1) // 2]
    return {
        "scenario": scenario.stem,
        "hosts": median["hosts"],
        "planes": median["planes"],
        "packet_hops": median["packet_hops"],
        "cpu_s": median["cpu_s"],
        "packet_hops_per_cpu_s": median["packet_hops"] / median["cpu_s"],
        "ns_per_packet_hop": ns_per_hop(median),
        "ns_per_packet_hop_fastest": ns_per_hop(ordered[0]),
        "ns_per_packet_hop_slowest": ns_per_hop(ordered[-1]),
        "events_per_packet_hop": median["events"] / median["packet_hops"],
        "peak_rss_bytes": statistics.median(run["peak_rss_bytes"] for run in ordered),
        "bytes_per_host": max(0, median["peak_rss_bytes"] - smallest) / median["hosts"],
        "runs": len(ordered),
        "command": f"./mrc run {scenario.relative_to(TOP)}",
    }


def table(results):
    """The table a user sees."""
    header = (
        "scenario",
        "packet-hops",
        "hops/CPU-s",
        "ns/hop",
        "(min",
        "max)",
        "peak RSS MB",
        "KB/host",
    )
    rows = [
        (
            result["scenario"],
            number(result["packet_hops"]),
            number(result["packet_hops_per_cpu_s"]),
            number(result["ns_per_packet_hop"], 1),
            number(result["ns_per_packet_hop_fastest"], 1),
            number(result["ns_per_packet_hop_slowest"], 1),
            number(result["peak_rss_bytes"] / 1e6, 1),
            number(result["bytes_per_host"] / 1e3, 1),
        )
        for result in results
    ]
    return Table(header, rows).text()


def micro_benchmarks(program):
    """Google Benchmark's own table on stdout; its figures are returned."""
    with tempfile.TemporaryDirectory(prefix="mrc-bench-") as folder:
        out = Path(folder, "micro.json")
        command = [str(program), f"--benchmark_out={out}", "--benchmark_out_format=json"]
        status = subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode
        if status != 0:
            sys.exit(1)
        return json.loads(out.read_text(encoding="utf-8"))["benchmarks"]


def positive(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is not at least 1")
    return value


def main():
    parser = argparse.ArgumentParser(
        prog="mrc bench", description="Measures speed and memory of the simulator."
    )
    parser.add_argument("--mrc-sim", type=Path, required=True, help="the simulator (set by ./mrc)")
    parser.add_argument(
        "--repeat",
        type=positive,
        default=3,
        help="runs of each scenario; the median counts (%(default)s)",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there, too")
    parser.add_argument("--no-micro", action="store_true", help="without the micro-benchmarks")
    options = parser.parse_args()

    scenarios = sorted(SCENARIOS.glob("bench-*.json"))
    results = {"scenarios": measure(options.mrc_sim, scenarios, options.repeat)}
    print(table(results["scenarios"]))
    print(f"\nMedian of {options.repeat}; CPU time of the whole program. One run:")
    for result in results["scenarios"]:
        print(f"  {result['command']}")
    program = options.mrc_sim.resolve().parent / MICRO_BENCHMARKS
    if program.exists() and not options.no_micro:
        print()
        sys.stdout.flush()
        results["micro"] = micro_benchmarks(program)
    if options.json:
        options.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
