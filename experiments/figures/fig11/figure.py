# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A T1 fails.

Question: How much goodput does the failure of a T1 cost, with its links down and with its links up?

Paper: Figure 11: a T1 switch fails during cross-T1 traffic of 4 QPs, and returns: a brief fluctuation, no
loss in steady state.

Setup: Two hosts with 8 ports of 100 Gb/s below different T0s, 32 T1s per plane; 4 QPs in either direction,
continuous writes. A T1 of plane 0 fails from 5 ms to 15 ms: its links go down, or they stay up and it drops
all packets silently. In neither case do T0s reroute. 1 s of the paper is 1 ms here, a sample is 200 us. All
settings of the protocol are the defaults.
"""

from mrcbench import measure
from mrcbench.figure import Level, Measure, Row, claim, over_time
from mrcbench.measure import between
from mrcbench.pair import DIRECTIONS

BEFORE = between("1ms", "5ms")
FROM_FAULT = between("5ms")
STEADY = between("6ms", "15ms")
AFTER = between("15ms")

SAID = {"dark": "Links down", "silent": "Silent"}


def sweep(full):
    silent = {"at": "5ms", "what": "switch-silent", "switch": {"plane": 0, "t1": 0}, "for": "10ms"}
    return {
        "untilStop": True,
        "seeds": [1, 2, 3],
        "runs": [
            {"key": "dark", "label": "links down"},
            {"key": "silent", "label": "silent", "settings": {"faults": [silent]}},
        ],
    }


MEASURES = [
    Measure("before", lambda run: measure.goodput(run, "*", BEFORE, "sum"), "Gb/s",
            "goodput before", "both directions"),
    Measure("worst", lambda run: measure.dip(run, "*", "200us", FROM_FAULT), "Gb/s",
            "lowest goodput", "lowest sample, both directions"),
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
    yield over_time(
        m,
        [Row("job.throughput_gbps", "goodput (Gb/s)", DIRECTIONS, levels=[Level("before", "before")])],
        faults=True,
        title="Goodput over time",
        text="""The T1 is down in the shaded interval. Samples of 200 us, seed 1; the lines of the two
            directions coincide.""",
    )


def claims(m):
    yield claim("Links down: full goodput in steady state (99.5 %), worse direction", m["dark/steady/min"],
                ">=", 0.995, "%", "no loss in steady state", full_size=False)
    yield claim("Silent: full goodput in steady state (99.5 %)", m["silent/steady/min"], ">=", 0.995, "%",
                full_size=False)
    for run, published in (("dark", "a brief fluctuation"), ("silent", "")):
        yield claim(f"{SAID[run]}: the lowest sample is at least 97 % of the goodput before",
                    m[f"{run}/worst/min"] / m[f"{run}/before"], ">=", 0.97, "%", published, full_size=False)
    yield claim("The return of the T1 has no effect (99.5 %)", m["dark/after/min"], ">=", 0.995, "%", "none",
                full_size=False)
    yield claim("The T1 carried traffic: packets were lost", m["silent/lost/min"], ">=", 1, "packets",
                full_size=False)
    for run, said in SAID.items():
        yield claim(f"{said}: no QP fails", m[f"{run}/failed/max"], "==", 0, full_size=False)


def answer(m):
    def lowest(run):
        return 100 * m[f"{run}/worst/min"] / m[f"{run}/before"]

    return (
        f"None in steady state: {100 * m['dark/steady/min']:.1f} % with its links down and "
        f"{100 * m['silent/steady/min']:.1f} % with its links up. The lowest samples of 200 us have "
        f"{lowest('dark'):.1f} and {lowest('silent'):.1f} % of the goodput before."
    )
