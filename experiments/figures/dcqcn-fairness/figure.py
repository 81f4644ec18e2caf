# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""DCQCN flows that join and leave.

Question: Do flows that share a bottleneck get equal shares while others join and leave?

Paper: No figure of the MRC paper. DCQCN and MRC's NSCC are designed to converge to equal rates of the flows
that share a bottleneck.

Setup: Cluster D as in fig18. Six hosts of other racks send to one host; one more starts every 20 ms. Message
sizes are chosen so that with equal shares one flow ends every 20 ms from 120 ms on. Three seeds.
"""

from mrcbench import measure
from mrcbench.figure import PAUSES, Lines, Measure, Row, claim, over_time, summaries

INTERVAL = "20ms"  # between the starts of two flows
SETTLE = "10ms"
CONTENDED = measure.between("20ms", "120ms")


def sweep(full):
    def mrc(profile=None, **switch):
        transport = {"type": "mrc", "profile": profile} if profile else {"type": "mrc"}
        return {"transport": transport, "switch": switch}

    return {
        "seeds": [1, 2, 3],
        "quick": [f"workload[{flow}].bytes=10MB" for flow in range(6)],
        "runs": [
            {"key": "dcqcn", "label": "RoCE, DCQCN"},
            {"key": "pfc", "label": "RoCE, PFC only", "settings": ["transport.congestionControl=none"]},
            {"key": "mrc", "label": "MRC", "settings": mrc()},
            {"key": "mrc-ecn", "label": "MRC, last-hop ECN", "settings": mrc(ecn={"lastHop": True})},
            {"key": "mrc-enhanced", "label": "MRC, enhanced", "settings": mrc("enhanced")},
        ],
    }


MEASURES = [
    Measure("jain", lambda run: measure.fairness(run, "*", INTERVAL, SETTLE), label="Jain's index, mean",
            note="mean over the intervals"),
    Measure("least", lambda run: measure.fairness(run, "*", INTERVAL, SETTLE, "min"),
            label="Jain's index, lowest"),
    Measure("goodput", lambda run: measure.goodput(run, "*", CONTENDED, "sum"), "Gb/s",
            "goodput, all flows"),
    PAUSES,
    *summaries(violations=("lossless_violations", "losses in the lossless class")),
    Measure("payload", measure.payload, "Gb/s"),
]  # fmt: skip
TABLE = ["jain", "least", "goodput", "pauses", "violations"]


def draw(m):
    lines = [
        Lines("flow-0", "first flow", strong=True),
        Lines("flow-5", "last flow", strong=True),
        Lines([f"flow-{flow}" for flow in range(1, 5)], "other flows"),
    ]
    yield over_time(
        m, [Row("job.throughput_gbps", "goodput (Gb/s)", lines, smooth="1ms")], shade=INTERVAL,
        title="Goodput over time", text="Means over 1 ms. Every other interval of 20 ms is shaded.",
    )  # fmt: skip


def claims(m):
    def used(run):
        return m[f"{run}/goodput"] / m[f"{run}/payload"]

    yield claim("DCQCN: Jain's index in the second halves of the intervals, mean: 0.9", m["dcqcn/jain"],
                ">=", 0.9)
    yield claim("DCQCN: the bottleneck is used to 95 %", used("dcqcn"), ">=", 0.95, "%")
    yield claim("MRC with ECN on the last hop: Jain's index, mean: 0.95", m["mrc-ecn/jain"], ">=", 0.95)
    yield claim("MRC, profile enhanced, no ECN on the last hop: Jain's index, mean: 0.98",
                m["mrc-enhanced/jain"], ">=", 0.98)
    yield claim("MRC: the bottleneck is used to 95 %", used("mrc"), ">=", 0.95, "%")
    yield claim("PFC only is less fair than DCQCN: pauses divide the rate by uplink, not by flow",
                m["pfc/jain"] / m["dcqcn/jain"], "<", 1, "%")


def answer(m):
    return (
        f"Jain's index, mean of the intervals, is {m['mrc/jain']:.2f} with MRC, "
        f"{m['mrc-enhanced/jain']:.2f} with its profile enhanced, {m['dcqcn/jain']:.2f} with DCQCN and "
        f"{m['pfc/jain']:.2f} with PFC only."
    )
