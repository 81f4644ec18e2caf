# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Twenty links between T0s and T1s go down one after another.

Question: Does anybody notice twenty links between T0s and T1s that go down in a row?

Paper: Figure 9c: cross-T1 traffic, 20 links between T0s and T1s are taken down, one per second: no loss of
bandwidth is visible in samples of 200 ms, although the links carried traffic.

Setup: Two hosts with 8 ports of 100 Gb/s below different T0s, 32 T1s per plane; 4 QPs in either direction,
writes without end. From 5 ms on a link is cut every millisecond and stays down: in planes 0 to 7 in turn, at
host 0's T0 and at host 8's, each of another T1. A second there is a millisecond here, a sample 200 us. No NIC
sees light go; switches know nothing of it. All settings of the protocol are the defaults.
"""

from mrcbench import measure
from mrcbench.figure import Measure, claim
from mrcbench.pair import FAILED, RETIRED, SWEEP, UNNOTICED, goodput_over_time


def sweep(full):
    return SWEEP


MEASURES = [
    *UNNOTICED,
    Measure("least_lost", lambda run: measure.recovery(run, "lost_packets", "min"),
            label="packets lost, least of the links", note="packets, of the link that lost least"),
    Measure("lost", lambda run: measure.recovery(run, "lost_packets", "sum"),
            label="packets lost", note="packets, all links"),
    RETIRED,
    Measure("wrongly", lambda run: measure.recovery(run, "evs_retired_wrongly", "sum"),
            label="healthy EVs retired"),
    FAILED,
]  # fmt: skip
TABLE = ["before", "there", "back", "kept", "least_lost", "lost", "retired", "wrongly", "failed"]

draw = goodput_over_time("A dotted line is a link that goes down for good. Samples of 200 us")


def claims(m):
    yield claim("Every link carried traffic: it lost packets when it was cut", m["mrc/least_lost/min"],
                ">=", 1, "packets", full_size=False)
    for way, text, published in (
        ("there", "No sample below 97 % of what was before, one direction",
         "nothing to be seen in samples of 200 ms"),
        ("back", "Nor in the other", "nothing to be seen"),
    ):  # fmt: skip
        yield claim(text, m[f"mrc/{way}/min"] / m["mrc/one_way"], ">=", 0.97, "%", published, full_size=False)
    yield claim("The mean keeps 99.5 %, worse direction", m["mrc/kept/min"], ">=", 0.995, "%", "minimal",
                full_size=False)
    yield claim("No EV with a sound path is retired", m["mrc/wrongly/max"], "==", 0, full_size=False)
    yield claim("No QP fails", m["mrc/failed/max"], "==", 0, full_size=False)
