# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""7-to-1 incast across spines, and a victim flow.

Question: Does an incast slow down a flow that only shares racks with it?

Paper: Figure 18: with RoCEv2, DCQCN and 1 QP the victim of the incast loses 25 %; with 10 QPs it loses less
on average, with seconds at 100 Gb/s; with MRC the victim loses nothing and the senders share the bottleneck
evenly.

Setup: Cluster D: 16 hosts of 400 Gb/s, 4 racks, 4 spines, one plane, 20 MB of buffer per switch. Seven hosts
of three other racks send continuously to one host; an eighth, in one of these racks, sends to an idle host in
the target's rack. The run shows 100 ms, the paper minutes: its samples of 1 s correspond to means over 5 ms.
Six seeds, which are six hashes.
"""

from mrcbench import measure
from mrcbench.figure import PAUSES, Level, Lines, Measure, Row, bars, claim, over_time

SENDERS = "sender-*"
SETTLED = measure.between("50ms")


def sweep(full):
    ten = {f"workload[{job}].qps": 10 for job in range(8)}
    return {
        "untilStop": True,
        "quick": ["stop=2ms", "measure.sampleInterval=10us"],
        "seeds": [1, 2, 3, 4, 5, 6],
        "runs": [
            {"key": "dcqcn-1qp", "label": "RoCE, DCQCN, 1 QP"},
            {"key": "dcqcn-10qp", "label": "RoCE, DCQCN, 10 QPs", "settings": ten},
            {"key": "small", "label": "RoCE, DCQCN, 10 QPs, 7 MB of buffer",
             "settings": {**ten, "switch.buffer": "7MB"}},
            {"key": "mrc", "label": "MRC, 1 QP", "settings": {"transport": {"type": "mrc"}, "switch": {}}},
        ],
    }  # fmt: skip


MEASURES = [
    Measure("victim", lambda run: measure.goodput(run, "victim"), "Gb/s", "victim's goodput"),
    Measure("settled", lambda run: measure.goodput(run, "victim", SETTLED), "Gb/s",
            "victim's goodput, from 50 ms"),
    Measure("worst", lambda run: measure.dip(run, "victim", "5ms"), "Gb/s", "victim's lowest goodput"),
    Measure("lowest", lambda run: measure.dip(run, "victim", "5ms", SETTLED), "Gb/s",
            "victim's lowest goodput, from 50 ms"),
    Measure("incast", lambda run: measure.goodput(run, SENDERS, SETTLED, "sum"), "Gb/s", "senders' goodput"),
    Measure("jain", lambda run: measure.goodput(run, SENDERS, SETTLED, "jain"),
            label="Jain's index of the senders"),
    PAUSES,
    Measure("violations", lambda run: measure.summary(run, "lossless_violations")),
    Measure("payload", measure.payload, "Gb/s"),
]  # fmt: skip
TABLE = ["victim", "settled", "worst", "lowest", "incast", "jain", "pauses"]


def draw(m):
    lines = [Lines("victim", "victim", strong=True), Lines(SENDERS, "the seven senders")]
    shown = ["dcqcn-1qp", "dcqcn-10qp", "mrc"]
    levels = [
        Level("payload rate", "payload"),
        Level("the paper, RoCE, 1 QP: 25 % less", 0.75 * m["dcqcn-1qp/payload"]),
    ]
    yield over_time(m, [Row("job.throughput_gbps", "goodput (Gb/s)", lines, smooth="1ms", levels=levels)],
                    runs=shown, title="Goodput over time", text="Means over 1 ms, seed 1.")
    yield bars(m, "victim", title="The victim, mean over 100 ms", ylabel="goodput (Gb/s)",
               levels=levels,
               text="""
               With one QP the hash decides whether the victim shares an uplink with senders; with ten it
               always does. The queue that DCQCN leaves grows with the number of flows: 20 MB of buffer hold
               that of 70 flows once they have settled; with 7 MB ports are paused to the end.""")


def claims(m):
    one = m["dcqcn-1qp/victim"]
    part = one / m["dcqcn-1qp/payload"]
    mrc = m["mrc/payload"]
    yield claim("RoCE, DCQCN, 1 QP: the victim's goodput, against line rate, mean of the seeds", part,
                "~", 0.75, "+%", "-25 %")
    yield claim("RoCE, DCQCN, 10 QPs: the victim loses less on average than with 1 QP",
                m["dcqcn-10qp/victim"] / one, ">", 1, "%", "smaller on average")
    yield claim("RoCE, DCQCN, 10 QPs: the victim's lowest mean over 5 ms from 50 ms on, worst seed",
                m["dcqcn-10qp/lowest/min"], "<=", 110, "Gb/s", "down to 100 Gb/s in samples of 1 s",
                because="20 MB of buffer hold the queue of 70 settled flows, 7 MB do not",
                without=m["small/lowest/min"])
    yield claim("RoCE, DCQCN, 10 QPs: in the first 20 ms it falls to 100 Gb/s or less, worst seed",
                m["dcqcn-10qp/worst/min"], "<=", 100, "Gb/s")
    yield claim("MRC: the victim keeps 98 % of line rate, every seed", m["mrc/victim/min"] / mrc, ">=", 0.98,
                "%", "no loss")
    yield claim("MRC: the senders share the bottleneck evenly (Jain's index, worst seed)", m["mrc/jain/min"],
                ">=", 0.95, published="shared evenly")
    yield claim("MRC: the bottleneck is used to 97 %, every seed", m["mrc/incast/min"] / mrc, ">=", 0.97, "%")
    for run, qps in (("dcqcn-1qp", "1 QP"), ("dcqcn-10qp", "10 QPs")):
        yield claim(f"RoCE, {qps}: no drop in the lossless class", m[f"{run}/violations/max"], "==", 0,
                    full_size=False)


def answer(m):
    return (
        f"The victim has {m['mrc/victim']:.0f} Gb/s with MRC; with DCQCN "
        f"{m['dcqcn-1qp/victim']:.0f} Gb/s with one QP and {m['dcqcn-10qp/victim']:.0f} with ten, "
        f"mean of the seeds."
    )
