# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The incast of fig18 with PFC alone, and MRC with 8 QPs.

Question: How does PFC alone affect the victim of an incast, and do more QPs of MRC change the result?

Paper: Figure 21: with PFC and no DCQCN the victim has 30 to 100 of 400 Gb/s, depending on the hash; MRC with
8 QPs is as good as with 1.

Setup: As fig18, for 20 ms: without rate control the pauses reach a steady state within 1 ms.
"""

from mrcbench import measure
from mrcbench.figure import PAUSES, Level, Lines, Measure, Row, bars, claim, over_time, summaries

SENDERS = "sender-*"
SETTLED = measure.between("2ms")


def sweep(full):
    pfc = ["transport.congestionControl=none"]
    # Three senders share the victim's rack instead of one.
    crowd = ["workload[2].hosts=[13, 0]", "workload[5].hosts=[14, 0]", "workload[7].hosts=[15, 1]"]
    mrc = ['transport={"type": "mrc"}', "switch={}"]
    eight = [f"workload[{job}].qps=8" for job in range(8)]
    return {
        "base": "../fig18/scenario.json",
        "settings": ["stop=20ms"],
        "untilStop": True,
        "quick": ["stop=2ms", "measure.sampleInterval=10us"],
        "seeds": [1, 2, 3, 4, 5, 6],
        "runs": [
            {"key": "pfc-1qp", "label": "RoCE, PFC only, 1 QP", "settings": pfc},
            {"key": "crowd", "label": "RoCE, PFC only, 1 QP, 3 senders in the victim's rack",
             "settings": pfc + crowd},
            {"key": "pfc-8qp", "label": "RoCE, PFC only, 8 QPs", "settings": pfc + eight},
            {"key": "mrc-1qp", "label": "MRC, 1 QP", "settings": mrc},
            {"key": "mrc-8qp", "label": "MRC, 8 QPs", "settings": mrc + eight},
        ],
    }


MEASURES = [
    Measure("victim", lambda run: measure.goodput(run, "victim", SETTLED), "Gb/s", "victim's goodput"),
    Measure("incast", lambda run: measure.goodput(run, SENDERS, SETTLED, "sum"), "Gb/s", "senders' goodput"),
    Measure("jain", lambda run: measure.goodput(run, SENDERS, SETTLED, "jain"),
            label="Jain's index of the senders"),
    PAUSES,
    *summaries(violations=("lossless_violations", "losses in the lossless class")),
    Measure("payload", measure.payload, "Gb/s"),
]  # fmt: skip
TABLE = ["victim", "incast", "jain", "pauses", "violations"]


def draw(m):
    lines = [Lines("victim", "victim", strong=True), Lines(SENDERS, "the seven senders")]
    levels = [Level("payload rate", "payload")]
    levels += [Level("the paper, PFC only: 30 to 100 Gb/s", rate) for rate in (30, 100)]
    shown = ["pfc-1qp", "pfc-8qp", "mrc-1qp", "mrc-8qp"]
    yield over_time(m, [Row("job.throughput_gbps", "goodput (Gb/s)", lines, smooth="500us", levels=levels)],
                    runs=shown, title="Goodput over time", text="Means over 500 us, seed 1.")
    yield bars(m, "victim", title="The victim", ylabel="goodput (Gb/s)", levels=levels,
               text="A paused uplink stops all its flows. With 8 QPs the victim uses several uplinks.")


def claims(m):
    left = "30 to 100 Gb/s left"
    yield claim("PFC only, 1 QP: the victim has at most 100 Gb/s, median of the seeds",
                m["pfc-1qp/victim/median"], "<=", 100, "Gb/s", left,
                because="one sender shares the victim's rack, and some hashes spare the victim",
                without=m["crowd/victim/median"])
    yield claim("PFC only, 8 QPs: the victim has at most 100 Gb/s, median of the seeds",
                m["pfc-8qp/victim/median"], "<=", 100, "Gb/s", left)
    yield claim("PFC only, 8 QPs: the victim has at least 30 Gb/s, every seed", m["pfc-8qp/victim/min"],
                ">=", 30, "Gb/s", left)
    yield claim("MRC, 8 QPs: the victim keeps 98 % of line rate, every seed",
                m["mrc-8qp/victim/min"] / m["mrc-8qp/payload"], ">=", 0.98, "%", "no loss")
    yield claim("MRC, 8 QPs: the bottleneck carries at least 90 % of the goodput with 1 QP, every seed",
                m["mrc-8qp/incast/min"] / m["mrc-1qp/incast"], ">=", 0.9, "%", "as with 1 QP")
    yield claim("PFC only, 8 QPs: no drop in the lossless class", m["pfc-8qp/violations/max"], "==", 0,
                full_size=False)


def answer(m):
    return (
        f"The victim has {m['mrc-8qp/victim']:.0f} Gb/s with MRC, and with PFC only "
        f"{m['pfc-8qp/victim']:.0f} Gb/s with 8 QPs and {m['pfc-1qp/victim']:.0f} with one, mean "
        f"of the seeds."
    )
