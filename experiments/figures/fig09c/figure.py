# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Twenty links between T0s and T1s go down one after another.

Question: Does goodput suffer when twenty links between T0s and T1s go down one after another?

Paper: Figure 9c: cross-T1 traffic, 20 links between T0s and T1s are taken down, one per second: no loss of
bandwidth is visible in samples of 200 ms, although the links carried traffic.

Setup: Two hosts with 8 ports of 100 Gb/s below different T0s, 32 T1s per plane; 4 QPs in either direction,
continuous writes. From 5 ms on a link goes down every millisecond and stays down: in planes 0 to 7 at host
0's T0, in planes 0 to 7 at host 8's T0, in planes 0 to 3 at host 0's T0, each to another T1. 1 s of the paper
is 1 ms here, a sample is 200 us. The links are not links of NICs, so no NIC port goes down; switches do not
reroute. All settings of the protocol are the defaults.
"""

from mrcbench import measure
from mrcbench.figure import Level, Measure, claim
from mrcbench.pair import FAILED, RETIRED, SWEEP, UNNOTICED, goodput_over_time


def sweep(full):
    return SWEEP


MEASURES = [
    *UNNOTICED,
    Measure("least_lost", lambda run: measure.recovery(run, "lost_packets", "min"),
            label="packets lost, link with the fewest", note="packets, link with the fewest losses"),
    Measure("lost", lambda run: measure.recovery(run, "lost_packets", "sum"),
            label="packets lost", note="packets, all links"),
    RETIRED,
    Measure("wrongly", lambda run: measure.recovery(run, "evs_retired_wrongly", "sum"),
            label="healthy EVs retired"),
    FAILED,
]  # fmt: skip
TABLE = ["before", "there", "back", "kept", "least_lost", "lost", "retired", "wrongly", "failed"]

draw = goodput_over_time("At each dotted line a link goes down and stays down. Samples of 200 us",
                         [Level("before the fault", "before")])  # fmt: skip


def claims(m):
    yield claim("Every link carried traffic: each lost packets when it went down", m["mrc/least_lost/min"],
                ">=", 1, "packets", full_size=False)
    for way, text, published in (
        ("there", "No sample is below 97 % of the goodput before, first direction",
         "no loss visible in samples of 200 ms"),
        ("back", "No sample is below 97 % of the goodput before, reverse direction", "no loss visible"),
    ):  # fmt: skip
        yield claim(text, m[f"mrc/{way}/min"] / m["mrc/one_way"], ">=", 0.97, "%", published, full_size=False)
    yield claim("The mean goodput keeps 99.5 %, worse direction", m["mrc/kept/min"], ">=", 0.995, "%",
                "minimal", full_size=False)
    yield claim("No EV with a healthy path is retired", m["mrc/wrongly/max"], "==", 0, full_size=False)
    yield claim("No QP fails", m["mrc/failed/max"], "==", 0, full_size=False)


def answer(m):
    lowest = min(m["mrc/there/min"], m["mrc/back/min"]) / m["mrc/one_way"]
    return (
        f"No: the lowest sample of 200 us has {100 * lowest:.1f} % of the goodput before, although "
        f"{m['mrc/lost']:.0f} packets are lost, mean of the seeds."
    )
