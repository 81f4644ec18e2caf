# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A T1 fails.

Question: What does the loss of a T1 cost, with its links dark and with its links up?

Paper: Figure 11: a T1 switch fails during cross-T1 traffic of 4 QPs, and returns: a brief fluctuation, no
loss in steady state.

Setup: Two hosts with 8 ports of 100 Gb/s below different T0s, 32 T1s per plane; 4 QPs in either direction,
writes without end. A T1 of plane 0 fails from 5 ms to 15 ms: its links go dark, or they stay up and it
forwards nothing. T0s do not route around it either way. A second there is a millisecond here, a sample 200
us. All settings of the protocol are the defaults.
"""

from mrcbench import measure
from mrcbench.figure import Lines, Measure, Row, claim, over_time
from mrcbench.measure import between

BEFORE = between("1ms", "5ms")
FROM_FAULT = between("5ms")
STEADY = between("6ms", "15ms")
AFTER = between("15ms")

SAID = {"dark": "Links dark", "silent": "Silent"}


def sweep(full):
    silent = {"at": "5ms", "what": "switch-silent", "switch": {"plane": 0, "t1": 0}, "for": "10ms"}
    return {
        "untilStop": True,
        "seeds": [1, 2, 3],
        "runs": [
            {"key": "dark", "label": "links dark"},
            {"key": "silent", "label": "silent", "settings": {"faults": [silent]}},
        ],
    }


MEASURES = [
    Measure("before", lambda run: measure.goodput(run, "*", BEFORE, "sum"), "Gb/s",
            "goodput before", "both directions"),
    Measure("worst", lambda run: measure.dip(run, "*", "200us", FROM_FAULT), "Gb/s",
            "least goodput", "lowest sample, both directions"),
    Measure("steady", lambda run: measure.kept(run, "*", BEFORE, STEADY, "min"),
            label="part of the goodput in steady state"),
    Measure("after", lambda run: measure.kept(run, "*", BEFORE, AFTER, "min"),
            label="part of the goodput afterwards"),
    Measure("lost", lambda run: measure.recovery(run, "lost_packets", "sum"),
            label="packets lost", note="packets"),
    Measure("loss_free", lambda run: measure.recovery(run, "loss_free_after_ns", "max") / 1e3, "us",
            "last loss"),
    Measure("failed", lambda run: measure.recovery(run, "qps_failed", "sum"), label="QPs failed"),
]  # fmt: skip


def draw(m):
    lines = [Lines("*", "both directions", strong=True, reduce="total"), Lines("*", "either direction")]
    yield over_time(
        m,
        [Row("job.throughput_gbps", "goodput (Gb/s)", lines)],
        faults=True,
        title="Goodput over time",
        text="""Shaded: the T1 is out. Samples of 200 us, seed 1; the lines of the two directions lie on one
            another.""",
    )


def claims(m):
    yield claim("Links dark: no loss in steady state (99.5 %), worse direction", m["dark/steady/min"],
                ">=", 0.995, "%", "no loss in steady state", full_size=False)
    yield claim("Silent: no loss in steady state, either", m["silent/steady/min"], ">=", 0.995, "%",
                full_size=False)
    for run, published in (("dark", "a brief fluctuation"), ("silent", "")):
        yield claim(f"{SAID[run]}: the fluctuation stays above 97 %",
                    m[f"{run}/worst/min"] / m[f"{run}/before"], ">=", 0.97, "%", published, full_size=False)
    yield claim("Nothing happens when it returns (99.5 %)", m["dark/after/min"], ">=", 0.995, "%", "none",
                full_size=False)
    yield claim("Packets were lost, so the T1 carried traffic", m["silent/lost/min"], ">=", 1, "packets",
                full_size=False)
    for run, said in SAID.items():
        yield claim(f"{said}: no QP fails", m[f"{run}/failed/max"], "==", 0, full_size=False)
