# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Eight links between T0s and T1s flap together.

Question: Does anybody notice eight links between T0s and T1s that flap together?

Paper: Figure 9d: cross-T1 traffic, eight links between T0s and T1s flap together and come back after a few
seconds: the effect is negligible.

Setup: Two hosts with 8 ports of 100 Gb/s below different T0s, 32 T1s per plane; 4 QPs in either direction,
writes without end. One link per plane, at host 0's T0 or at host 8's, goes down from 5 ms to 10 ms: a second
there is a millisecond here, a sample 200 us. All settings of the protocol are the defaults, so that an EV
that is probed in vain again and again comes back later than a second of this scale.
"""

from mrcbench import measure
from mrcbench.figure import Measure, claim
from mrcbench.pair import FAILED, RETIRED, SWEEP, UNNOTICED, goodput_over_time


def sweep(full):
    return SWEEP


MEASURES = [
    *UNNOTICED,
    Measure("lost", lambda run: measure.recovery(run, "lost_packets", "sum"),
            label="packets lost", note="packets"),
    RETIRED,
    Measure("again", lambda run: measure.recovery(run, "evs_back_after_ns", "max") / 1e6, "ms",
            "last EV back", "until the last EV is in use again"),
    FAILED,
]  # fmt: skip
TABLE = ["before", "there", "back", "kept", "lost", "retired", "again", "failed"]

draw = goodput_over_time("Shaded: the eight links are down. Samples of 200 us")


def claims(m):
    for way, text in (
        ("there", "No sample below 97 % of what was before, one direction"),
        ("back", "Nor in the other"),
    ):
        yield claim(text, m[f"mrc/{way}/min"] / m["mrc/one_way"], ">=", 0.97, "%", "negligible",
                    full_size=False)
    yield claim("The mean keeps 99.5 %, worse direction", m["mrc/kept/min"], ">=", 0.995, "%", "negligible",
                full_size=False)
    yield claim("The links carried traffic: EVs were retired", m["mrc/retired/min"], ">=", 8, "EVs",
                full_size=False)
    yield claim("No QP fails", m["mrc/failed/max"], "==", 0, full_size=False)
