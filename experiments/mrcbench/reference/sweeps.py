# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of a sweep (docs/sweeps.md). Besides these columns stand those of the values that are varied."""

from __future__ import annotations

from ..suite.tidy import COST as COST_KEYS
from ..suite.tidy import ORIGIN
from .entries import Entry, Table
from .program import SUMMARY


def text(about: str) -> Entry:
    """A name or a sentence."""
    return Entry("text", "", about)


def count(about: str) -> Entry:
    """A whole number from 0."""
    return Entry("count", "", about)


def number(unit: str, about: str) -> Entry:
    """A number, or nothing where there is none."""
    return Entry("number", unit, about)


_CASE = text("what is compared, a label of the file")
_SEED = SUMMARY["seed"]
_STATUS = text("ok; incomplete: something did not arrive; failed: no results; missing: was not begun")

#: Columns whose names hold one of another kind have it in capitals: NAME of a job or a measure, N of a fault.
SWEEP = Table(
    "a row per run, without anything that depends on the machine",
    {
        "case": _CASE,
        "seed": _SEED,
        "status": _STATUS,
        **{key: SUMMARY[key] for key in ORIGIN},
        "config": text("hash of the effective scenario"),
        "measure.NAME": number("", "a measure of the sweep, in its unit"),
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
        **{key: SUMMARY[key] for key in COST_KEYS},
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
