# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Eight links between T0s and T1s flap together.

Question: Does goodput suffer when eight links between T0s and T1s flap together?

Paper: Figure 9d: cross-T1 traffic, eight links between T0s and T1s flap together and come back after a few
seconds: the effect is negligible.

Setup: Two hosts with 8 ports of 100 Gb/s below different T0s, 32 T1s per plane; 4 QPs in either direction,
continuous writes. One link per plane, at host 0's T0 or at host 8's, is down from 5 ms to 10 ms: 1 s of the
paper is 1 ms here, a sample is 200 us. All settings of the protocol are the defaults. Their probe intervals
double after each unanswered probe, so EVs return to service more than 1 ms (1 s of the paper) after the link.
"""

from mrcbench import measure
from mrcbench.figure import Level, Measure, claim
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

draw = goodput_over_time("The eight links are down in the shaded interval. Samples of 200 us",
                         [Level("before the fault", "before")])  # fmt: skip


def claims(m):
    for way, text in (
        ("there", "No sample is below 97 % of the goodput before, first direction"),
        ("back", "No sample is below 97 % of the goodput before, reverse direction"),
    ):
        yield claim(text, m[f"mrc/{way}/min"] / m["mrc/one_way"], ">=", 0.97, "%", "negligible",
                    full_size=False)
    yield claim("The mean goodput keeps 99.5 %, worse direction", m["mrc/kept/min"], ">=", 0.995, "%",
                "negligible", full_size=False)
    yield claim("The links carried traffic: EVs were retired", m["mrc/retired/min"], ">=", 8, "EVs",
                full_size=False)
    yield claim("No QP fails", m["mrc/failed/max"], "==", 0, full_size=False)


def answer(m):
    lowest = min(m["mrc/there/min"], m["mrc/back/min"]) / m["mrc/one_way"]
    return (
        f"Hardly: the lowest sample of 200 us has {100 * lowest:.1f} % of the goodput before, and the mean "
        f"from the fault on {100 * m['mrc/kept/min']:.1f} %."
    )
