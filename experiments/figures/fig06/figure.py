# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A transceiver glitches: four links of NICs flap in quick succession (figures 6 and 7).

Question: How does a glitch of a transceiver with four NIC links affect a synchronous job?

Paper: Figures 6 and 7: a transceiver of a T0 glitches during a synchronous job of 50,000 GPUs, 4 planes of
200 Gb/s: 4 links to 4 nodes flap in quick succession. Throughput of the job falls by about 25 % for the
minute of the flaps and is back at full speed at once; no QP fails, no node leaves. The flapped nodes and
those that send to them see losses, about 7,000 packets/s at the worst node.

Setup: 32 hosts with 4 ports of 200 Gb/s below 4 T0s; two concurrent all-reduces of 32 MB around the same ring
repeat, like the channels of a collective library. A step starts when all nodes have ended the previous one,
so the slowest node sets the speed of the job. From 4 ms on the links of hosts 0 to 3 in plane 0 go down one
after another, each for 1 ms, twice: for 8 ms one of them is always down. These 8 ms represent the minute of
flaps. Settings of the protocol are the defaults; the link-state debounce time of a NIC port is 10 us. Three
seeds.
"""

from mrcbench import measure
from mrcbench.figure import Level, Lines, Measure, Row, claim, over_time, summaries

FLAPPED = ["h0", "h1", "h2", "h3"]
BEFORE = measure.between("1ms", "4ms")
DURING = measure.between("4ms", "12ms")
SETTLED = measure.between("12100us")
AFTER = measure.between("12ms", "16ms")


def sweep(full):
    return {
        "untilStop": True,
        "quick": ["workload[0].bytes=2MB", "workload[1].bytes=2MB", "stop=5ms"],
        "seeds": [1, 2, 3],
        "runs": [{"key": "mrc", "label": "MRC"}],
    }


def goodput(window):
    """Goodput of the two all-reduces together."""
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
            note="losses of the hosts that send to them, greatest sum"),
    Measure("others", lambda run: measure.losses(run, "*", "sender", stat="median"),
            note="packets, median NIC"),
    Measure("lost", lambda run: measure.recovery(run, "lost_packets", "sum"), label="packets lost",
            note="packets"),
    Measure("touched", lambda run: measure.recovery(run, "qps_touched", "sum"),
            label="QPs that lost packets", note="QPs"),
    *summaries(failed=("qp_errors", "QPs failed")),
]  # fmt: skip
TABLE = ["before", "during", "after", "step_before", "step_during", "step_after", "lost", "touched", "failed"]


def draw(m):
    job = Lines("*", "MRC, the job", reduce="total", strong=True)
    losses = [
        Lines("*", "worst sender", reduce="worst"),
        Lines(FLAPPED, "worst of the flapped nodes", strong=True, reduce="worst"),
    ]
    levels = [Level("the paper: -25 %", 0.75e-3 * m["mrc/before"])]
    rows = [
        Row("job.throughput_gbps", "goodput (Tb/s)", [job], scale=0.001, smooth="200us", levels=levels),
        Row("sender.losses", "losses per ms", losses, scale=0.001),
    ]
    yield over_time(m, rows, faults=True, title="Goodput and losses over time", text="""
        The links flap in the shaded interval. Above: both all-reduces, means over 200 us. Below: losses per
        ms of the transfers that ended, samples of 50 us.""")  # fmt: skip


def claims(m):
    before = m["mrc/before"]
    yield claim("Goodput while the links flap, against before",
                m["mrc/during"] / before, "~", 0.75, "+%", "-25 % over the minute of the flaps")
    yield claim("Goodput keeps at least 70 %: three of four planes remain", m["mrc/during"] / before,
                ">=", 0.7, "%")
    yield claim("Full speed at once: 98 % from 100 us after the last flap on", m["mrc/after"] / before,
                ">=", 0.98, "%", "full speed at once")
    yield claim("Afterwards steps take at most 2 % longer than before",
                m["mrc/step_after"] / m["mrc/step_before"], "<=", 1.02, "%")
    yield claim("The flapped nodes lose packets", m["mrc/nodes"], ">", 0, "1/s",
                "about 7,000 packets/s at the worst node",
                incomparable="the minute of the flaps is 8 ms here")
    yield claim("The hosts that send to them lose packets", m["mrc/peers"], ">", 0, "1/s",
                "senders also have losses")
    yield claim("The median NIC loses no packet", m["mrc/others/max"], "==", 0, "packets")
    yield claim("No QP fails", m["mrc/failed/max"], "==", 0, published="none", full_size=False)


def answer(m):
    before = m["mrc/before"]
    return (
        f"While the links flap the job has {100 * m['mrc/during'] / before:.0f} % of its goodput (paper: "
        f"about 75 %), and {100 * m['mrc/after'] / before:.0f} % from 100 us after the last flap on; no QP "
        f"fails."
    )
