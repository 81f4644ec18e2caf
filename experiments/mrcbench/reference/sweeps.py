# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of a sweep (docs/sweeps.md). Besides these columns stand those of the values that are varied."""

from __future__ import annotations

from .entries import Entry, Table, count, ident, number, text

_CASE = text("what is compared, a label of the file")
_SEED = ident("of the run")
_STATUS = text("ok; incomplete: something did not arrive; failed: no results; missing: was not begun")

#: Columns whose names hold one of another kind have it in capitals: NAME of a job or a measure, N of a fault.
SWEEP = Table(
    "a row per run, without anything that depends on the machine",
    {
        "case": _CASE,
        "seed": _SEED,
        "status": _STATUS,
        "version": text("of the simulator"),
        "commit": text("that it was built from"),
        "ns3_version": text("of ns-3"),
        "config": text("hash of the effective scenario"),
        "measure.NAME": number("", "a measure of the file, in its unit"),
        "jobs.NAME.repetitions": count("repetitions of the job"),
        "jobs.NAME.*": number("", "a column of jobs.csv, the mean over the repetitions"),
        "recovery[N].*": number("", "a column of recovery.csv, of fault N"),
        "fct_ns.*": number("ns", "of summary.json"),
        "*": Entry("object", "", "any other key of summary.json, parts joined by dots"),
    },
)

COST = Table(
    "a row per run: what differs from machine to machine",
    {
        "case": _CASE,
        "seed": _SEED,
        "status": _STATUS,
        "process_s": number("s", "from the start of the simulator's process to its end"),
        "wall_s": number("s", "of summary.json, as are the others"),
        "setup_cpu_s": number("s", "CPU time of the set-up"),
        "cpu_s": number("s", "CPU time of the simulation"),
        "events": count("events of ns-3"),
        "packet_hops_per_cpu_s": number("1/s", "speed"),
        "peak_rss_bytes": count("most memory", "B"),
    },
)

SEEDS = Table(
    "a row per case, point and measure: what the seeds agree on",
    {
        "case": _CASE,
        "measure": text("name of the measure"),
        "seeds": count("runs"),
        "mean": number("", "over the seeds, in the unit of the measure"),
        "low": number("", "lower end of the 95 % confidence interval of the mean, by Student's t"),
        "high": number("", "its upper end"),
        "min": number("", "least of the seeds"),
        "max": number("", "greatest of the seeds"),
    },
    "with several seeds",
)

VALUES = Table(
    "a row per run and measure",
    {
        "case": text("key of the case, and its point behind an @"),
        "run": text("key of the case"),
        "sweep": text("the point, or the name of its axis"),
        "at": number("", "place on the axis, if it is one of numbers"),
        "seed": _SEED,
        "measure": text("name of the measure"),
        "value": number("", "in the unit of the measure"),
    },
)

#: By the names of the files.
TABLES = {"sweep.csv": SWEEP, "sweep-cost.csv": COST, "sweep-seeds.csv": SEEDS, "values.csv": VALUES}
