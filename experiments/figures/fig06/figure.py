# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A transceiver glitches: four links of NICs flap in quick succession (figures 6 and 7).

Question: What does a glitch of a transceiver with four NIC links do to a synchronous job?

Paper: Figures 6 and 7: a transceiver of a T0 glitches during a synchronous job of 50,000 GPUs, 4 planes of
200 Gb/s: 4 links to 4 nodes flap in quick succession. Throughput of the job falls by about 25 % for the
minute of the flaps and is back at full speed at once; no QP fails, no node leaves. The flapped nodes and
those that send to them see losses, about 7,000 packets/s at the worst node.

Setup: 32 hosts with 4 ports of 200 Gb/s below 4 T0s; two all-reduces of 32 MB at a time around the same ring,
again and again, as the channels of a collective library: a step begins when the one before is over
everywhere, so that the job is as fast as its slowest node. From 4 ms on the links of hosts 0 to 3 in plane 0
go down one after another, each for 1 ms, twice: for 8 ms one of them is always down. That stands for the
minute of flaps. Settings of the protocol are the defaults; a NIC believes that its port is down after 10 us.
"""

from mrcbench import measure
from mrcbench.figure import Lines, Measure, Row, claim, over_time, summaries

FLAPPED = ["h0", "h1", "h2", "h3"]
BEFORE = measure.between("1ms", "4ms")
DURING = measure.between("4ms", "12ms")
SETTLED = measure.between("12100us")
AFTER = measure.between("12ms", "16ms")


def sweep(full):
    return {
        "untilStop": True,
        "quick": ["workload[0].bytes=2MB", "workload[1].bytes=2MB", "stop=5ms"],
        "seeds": [1],
        "runs": [{"key": "mrc", "label": "MRC"}],
    }


def goodput(window):
    """Of the two all-reduces together."""
    return lambda run: measure.goodput(run, "*", window, "sum")


def longest_step(window):
    return lambda run: measure.steps(run, "*", window, "max")


MEASURES = [
    Measure("before", goodput(BEFORE), "Gb/s", "goodput before", "all hosts"),
    Measure("during", goodput(DURING), "Gb/s", "goodput during the flaps", "all hosts"),
    Measure("after", goodput(SETTLED), "Gb/s", "goodput after",
            "all hosts, from 100 us after the last flap on"),
    Measure("step_before", longest_step(BEFORE), "us", "longest step before"),
    Measure("step_during", longest_step(DURING), "us", "longest step during the flaps"),
    Measure("step_after", longest_step(AFTER), "us", "longest step after"),
    Measure("nodes", lambda run: measure.series(run, "sender.losses", FLAPPED, stat="max"), "1/s",
            note="losses of the flapped nodes' own transfers, greatest sum"),
    Measure("peers", lambda run: measure.series(run, "receiver.losses", FLAPPED, stat="max"), "1/s",
            note="losses of those who send to them, greatest sum"),
    Measure("others", lambda run: measure.losses(run, "*", "sender", stat="median"),
            note="packets, the middle NIC"),
    Measure("lost", lambda run: measure.recovery(run, "lost_packets", "sum"), label="packets lost",
            note="packets"),
    Measure("touched", lambda run: measure.recovery(run, "qps_touched", "sum"),
            label="QPs that lost packets", note="QPs"),
    *summaries(failed=("qp_errors", "QPs failed")),
]  # fmt: skip
TABLE = ["before", "during", "after", "step_before", "step_during", "step_after", "lost", "touched", "failed"]


def draw(m):
    job = Lines("*", "the job", reduce="total", color=2, strong=True)
    losses = [
        Lines("*", "worst sender", reduce="worst"),
        Lines(FLAPPED, "of these, the flapped nodes", strong=True, reduce="worst"),
    ]
    rows = [
        Row("job.throughput_gbps", "goodput (Tb/s)", [job], scale=0.001, smooth="200us"),
        Row("sender.losses", "losses per ms", losses, scale=0.001),
    ]
    yield over_time(m, rows, faults=True, title="Goodput and losses over time", text="""
        Shaded: the links flap. Above: both all-reduces, means over 200 us. Below: losses of the transfers
        that ended, per 50 us.""")  # fmt: skip


def claims(m):
    before = m["mrc/before"]
    yield claim("While the links flap, goodput falls (paper: by about 25 %): at least 10 %",
                m["mrc/during"] / before, "<=", 0.9, "%", "-25 % over the minute of the flaps")
    yield claim("But not below 70 %: three of four planes are left", m["mrc/during"] / before, ">=", 0.7, "%")
    yield claim("Full speed at once: 98 % from 100 us after the last flap on", m["mrc/after"] / before,
                ">=", 0.98, "%", "full speed at once")
    yield claim("Steps take no longer than before (2 %)", m["mrc/step_after"] / m["mrc/step_before"],
                "<=", 1.02, "%")
    yield claim("The flapped nodes lose packets", m["mrc/nodes"], ">", 0, "1/s",
                "about 7,000 packets/s at the worst node")
    yield claim("Those who send to them, too", m["mrc/peers"], ">", 0, "1/s", "senders see losses, too")
    yield claim("No one else does (the middle NIC)", m["mrc/others"], "==", 0, "packets")
    yield claim("No QP fails", m["mrc/failed"], "==", 0, published="none", full_size=False)
