#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A collective over message sizes, for MRC and RoCE side by side, in the format of collective libraries.

The cluster is cluster C of the MRC paper, with one host per rank: 400 Gb/s per host, 16 hosts under a T0,
full bisection; MRC with four planes of 100 Gb/s, RoCE with one of 400 Gb/s. Ranks are distributed over the
T0s.

Everything goes to results/perf/OP-RANKS: perf.json, which is a sweep for `./mrc sweep`, its scenarios, a
folder per run, sweep.csv, report.html.

Exit status: 0 all runs completed, 1 not, 2 bad usage, damaged results, or nothing could be run.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mrcbench import units
from mrcbench.arguments import add_shared, as_command, execution, whole
from mrcbench.expectations import Verdict
from mrcbench.files import write
from mrcbench.reference import JOBS, transport_of
from mrcbench.suite.definition import Experiment, Part
from mrcbench.suite.done import Done, write_all
from mrcbench.suite.driver import Driver
from mrcbench.suite.evaluation import Measured
from mrcbench.suite.loading import load_experiment
from mrcbench.suite.reader import ExperimentError
from mrcbench.table import NOTHING, Table, significant

OPERATIONS = [name for name, kind in JOBS.items() if kind.operation]

#: Most hosts under a T0.
_PER_T0 = 16

_QUICK_MAX = "1MB"

#: The keys of the scenario that sizes, transports and the seed set, with the options for them.
OPTION_OF = {
    "workload[0].bytes": "the options --min, --max, --factor",
    "workload[0].qps": "the options --mrc-qps, --roce-qps",
    "seed": "the option --seed",
}


def size(text: str) -> int:
    """A number of bytes, at least 1."""
    try:
        found = units.size_bytes(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}; allowed: such as 64MB") from error
    if found < 1:
        raise argparse.ArgumentTypeError(f"found {text!r}; allowed: 1 byte or more")
    return found


def numbers(text: str) -> list[int]:
    """A list of numbers of QPs, such as 1,16."""
    found = [whole(1, 64)(part) for part in text.split(",")]
    if len(set(found)) < len(found):
        raise argparse.ArgumentTypeError(f"found {text!r}; allowed: every number once")
    return found


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line; exits if it is invalid."""
    parser = argparse.ArgumentParser(prog="mrc perf", description=__doc__.splitlines()[0])
    parser.add_argument("op", choices=OPERATIONS, metavar="OP", help=", ".join(OPERATIONS))
    parser.add_argument("--min", type=size, default=size("1MB"), help="smallest size (1MB)")
    parser.add_argument("--max", type=size, default=size("64MB"), help="largest size (64MB)")
    parser.add_argument("--factor", type=whole(2, 1024), default=4, help="ratio of two successive sizes (4)")
    parser.add_argument("--ranks", type=whole(2, 65536), default=64, help="hosts (64)")
    parser.add_argument("--algorithm", help="algorithm of the operation, as in a scenario")
    parser.add_argument("--driver", choices=["nccl"], help="library that sends (docs/nccl.md)")
    parser.add_argument("--mrc-qps", type=numbers, help="QPs per pair of MRC (1; nccl: 2 per channel)")
    parser.add_argument("--roce-qps", type=numbers, help="QPs per pair of RoCE (1,16; nccl: 2 per channel)")
    parser.add_argument("--loss", type=float, default=0.0, help="part of the packets lost, 0 to 1")
    parser.add_argument("--repeat", type=whole(1, 1000), default=1, help="repetitions per size (1)")
    parser.add_argument("--seed", type=whole(1, 2**31), default=1, help="seed of the random numbers (1)")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="a setting of all scenarios"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="only show the runs and their estimated costs"
    )
    add_shared(parser)
    options = parser.parse_args(arguments)
    if options.quick:
        options.max = max(options.min, min(options.max, size(_QUICK_MAX)))
        options.quick = False
    options.mrc_qps = options.mrc_qps or ([2] if options.driver else [1])
    options.roce_qps = options.roce_qps or ([2] if options.driver else [1, 16])
    if options.min > options.max:
        parser.error(f"--min {options.min} is above --max {options.max}")
    if not 0 <= options.loss <= 1:
        parser.error(f"--loss: found {options.loss}; allowed: 0 to 1")
    if JOBS[options.op].per_peer and options.min < options.ranks:
        parser.error(f"--min: an {options.op} of {options.ranks} ranks has {options.ranks} B at least")
    for setting in options.set:
        key, equals, _ = setting.partition("=")
        if not equals:
            parser.error(f"--set: found {setting!r}; allowed: KEY=VALUE")
        if key.strip() in OPTION_OF:
            parser.error(f"--set: found {setting!r}; allowed for {key.strip()}: {OPTION_OF[key.strip()]}")
    return options


def sizes(options: argparse.Namespace) -> list[int]:
    """The sizes as in collective libraries: the buffer of a rank, or the bytes that it sends in total."""
    steps = math.floor(math.log(options.max / options.min, options.factor) + 1e-9)
    found = [options.min * options.factor**step for step in range(steps + 1)]
    if JOBS[options.op].per_peer:
        found = [each // options.ranks * options.ranks for each in found]
    return found


def scenario(options: argparse.Namespace, kind: str) -> dict[str, Any]:
    """The scenario of a transport."""
    mrc = kind == "mrc"
    rate = "100Gbps" if mrc else "400Gbps"
    per_t0 = min(_PER_T0, options.ranks)
    job = {"name": options.op, "type": options.op, "repeat": options.repeat,
           "hosts": {"count": options.ranks, "placement": "spread"}}  # fmt: skip
    job.update({key: value for key in ("algorithm", "driver") if (value := getattr(options, key))})
    found: dict[str, Any] = {
        "schema": 1,
        "name": f"{options.op}-{kind}",
        "stop": "3600s",
        "topology": {"type": "clos", "planes": 4 if mrc else 1,
                     "hosts": math.ceil(options.ranks / per_t0) * per_t0, "hostsPerT0": per_t0,
                     "t1PerPlane": per_t0, "hostRate": rate, "fabricRate": rate,
                     "linkDelay": "500ns", "switchDelay": "300ns"},
        "switch": {"trimming": mrc, "pfc": not mrc},
        "transport": {"type": kind},
        "workload": [job],
        "measure": {"sampleInterval": "0ns"},
    }  # fmt: skip
    if options.driver:
        found["stallTimeout"] = "20s"  # its timers are long
    if options.loss:
        found["loss"] = [{"where": "nic-rx", "rate": options.loss}]
    return found


def document(options: argparse.Namespace) -> dict[str, Any]:
    """The sweep."""
    parts = options.ranks if JOBS[options.op].per_peer else 1
    runs = [_line("mrc", qps) for qps in options.mrc_qps]
    runs += [_line("roce", qps) for qps in options.roce_qps]
    loss = f", {100 * options.loss:g} % loss" if options.loss else ""
    by = f", sent as {options.driver.upper()} does" if options.driver else ""
    return {
        "schema": 1,
        "title": f"{options.op}, {options.ranks} ranks{by}{loss}",
        "setup": __doc__.split("\n\n")[1].replace("\n", " "),
        "settings": options.set,
        "seeds": [options.seed],
        "runs": runs,
        "points": [
            {"at": each, "settings": [f"workload[0].bytes={each // parts}"]} for each in sizes(options)
        ],
        "plots": [
            {"title": "Bus bandwidth", "x": "at", "y": f"jobs.{options.op}.busbw_gbps", "factor": 1 / 8,
             "log": "x", "xlabel": "size (B)", "ylabel": "bus bandwidth (GB/s)"},
            {"title": "Time", "x": "at", "y": f"jobs.{options.op}.duration_ns", "factor": 1e-3, "log": "xy",
             "xlabel": "size (B)", "ylabel": "time (us)"},
        ],
    }  # fmt: skip


def _line(kind: str, qps: int) -> dict[str, Any]:
    label = f"{transport_of(kind).label}, {qps} QP" + ("s" if qps > 1 else "")
    return {"key": f"{kind}-{qps}qp", "label": label, "base": f"{kind}.json",
            "settings": [f"workload[0].qps={qps}"]}  # fmt: skip


class Perf(Driver):
    """Reports a line per size, on the page and in the terminal."""

    options: argparse.Namespace

    def _report(self, done: Done, measured: Measured) -> list[Verdict]:
        verdicts = write_all(done, measured, page_table(measured))
        driven = self.options.driver
        print(benchmark_tables(measured, self.options.op, self.options.ranks) if driven else table(measured))
        print(f"\nReport: {done.out / 'report.html'}")
        return verdicts


#: Columns of a job in sweep.csv: ending of the name, factor, heading, and width in the terminal.
_COLUMNS = (
    (".duration_ns", 1e-3, "time us", 12), (".algbw_gbps", 1 / 8, "algbw", 9),
    (".busbw_gbps", 1 / 8, "busbw", 9),
)  # fmt: skip


def cells(measured: Measured) -> dict[tuple[str, float], list[str]]:
    """Time in us, algorithm and bus bandwidth in GB/s of each transport and size."""
    found: dict[tuple[str, float], list[str]] = {}
    for row in measured.sweep.to_dict("records"):
        own = found[row["case"], row["at"]] = []
        for ending, factor, *_ in _COLUMNS:
            value = next((row[name] for name in row if name.endswith(ending)), None)
            own.append(_short(math.nan if value is None else value * factor))
    return found


def page_table(measured: Measured) -> Table:
    """A row per transport and size."""
    rows = [(case, f"{at:.0f}", *own) for (case, at), own in cells(measured).items()]
    return Table(("transport", "size (B)", "time (us)", "algbw (GB/s)", "busbw (GB/s)"), rows)


def table(measured: Measured) -> str:
    """A line per size; for each transport time, algorithm and bus bandwidth."""
    experiment, own = measured.experiment, cells(measured)
    heads = "".join(heading.rjust(width) for _, _, heading, width in _COLUMNS)
    lines = [
        f"# {experiment.title}",
        " " * 14 + "".join(run.label.center(len(heads)) for run in experiment.runs),
        "size (B)".rjust(14) + heads * len(experiment.runs) + "   GB/s",
    ]
    for at in (point.at for point in experiment.points):
        parts = [own.get((run.label, at), [NOTHING] * len(_COLUMNS)) for run in experiment.runs]
        line = (cell.rjust(width) for part in parts for cell, (*_, width) in zip(part, _COLUMNS))
        lines.append(f"{at:14.0f}" + "".join(line))
    return "\n".join(lines)


#: Operations whose count is that of one rank's part.
_OF_A_RANK = ("all-gather", "reduce-scatter", "all-to-all")


def benchmark_tables(measured: Measured, operation: str, ranks: int) -> str:
    """A table per transport in the layout of nccl-tests, without the columns of in-place operations."""
    reduces = "sum" if "reduce" in operation else "none"
    parts = ranks if operation in _OF_A_RANK else 1
    own = cells(measured)
    lines = []
    for run in measured.experiment.runs:
        lines += [
            f"# {measured.experiment.title}; {run.label} per channel; in-place operations are left out",
            "#", f"#{'out-of-place':>78}",
            f"#{'size':>11} {'count':>13} {'type':>9} {'redop':>7} {'root':>7}"
            f" {'time':>8} {'algbw':>7} {'busbw':>7} #wrong",
            f"#{'(B)':>11} {'(elements)':>13} {'':>25} {'(us)':>8} {'(GB/s)':>7} {'(GB/s)':>7}",
        ]  # fmt: skip
        for at in (point.at for point in measured.experiment.points):
            values = own.get((run.label, at), [NOTHING] * 3)
            time, algorithm, bus = (value.rjust(width) for value, width in zip(values, (8, 7, 7)))
            start = f"{at:12.0f} {at // 4 // parts:13.0f} {'float':>9} {reduces:>7} {-1:>7}"
            lines.append(f"{start} {time} {algorithm} {bus}    N/A")
        lines.append("")
    return "\n".join(lines)


def _short(value: float) -> str:
    """Two decimals, as in the tables of collective libraries, or two significant digits for small values."""
    if math.isnan(value):
        return NOTHING
    return f"{value:.2f}" if abs(value) >= 0.1 else significant(value, 2)


def main(arguments: Sequence[str] | None = None) -> int:
    """Execute the runs and print the table."""
    options = parse(arguments)
    how = execution("perf", options, Path("results") / "perf" / f"{options.op}-{options.ranks}")
    if how is None:
        return 2
    driver = Perf("perf", how)
    driver.options = options
    try:
        # If the simulator rejects all runs, no results folder is made
        with tempfile.TemporaryDirectory(prefix="mrc-perf-") as scratch:
            part = Part(write_sweep(options, Path(scratch)))
            if options.dry_run:
                return driver.describe(part)
            plan = driver.plan([part])
            if plan.all_refused:
                return driver.refuse(plan)
        how.out.mkdir(parents=True, exist_ok=True)
        return driver.run([Part(write_sweep(options, how.out))], plan.estimates)
    except ExperimentError as error:
        print(f"perf: {error}", file=sys.stderr)
        return 2


def write_sweep(options: argparse.Namespace, folder: Path) -> Experiment:
    """Write the sweep and its scenarios into a folder, and read it."""
    for kind in ("mrc", "roce"):
        text = json.dumps(scenario(options, kind), indent=2) + "\n"
        write(folder / f"{kind}.json", text)
    path = folder / "perf.json"
    write(path, json.dumps(document(options), indent=1) + "\n")
    return load_experiment(path)


if __name__ == "__main__":
    sys.exit(as_command("perf", main))
