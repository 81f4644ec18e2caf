# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A permutation that fills the uplinks.

Question: Does a permutation that could have line rate get it?

Paper: Figure 20: eight hosts of two racks each send to one host in the other two. MRC gives every flow 390
Gb/s. RoCEv2 with PFC and 1 QP leaves some flows at a half or a third of line rate; 8 QPs are only marginally
better, because the most congested QP throttles the NIC; DCQCN with 8 QPs is better than that.

Setup: Cluster D as in fig18; 40 ms, means over the second half. Six seeds, which are six hashes. The fluid
has max-min fair rates, with a flow as fast as the most congested link of its QPs permits; 1,000 hashes.
"""

import json
from functools import cache
from math import nan
from pathlib import Path

import numpy as np

from mrcbench import measure
from mrcbench.figure import PAUSES, Level, Measure, claim, dots, summaries

FLOWS = "flow-*"
SETTLED = measure.between("20ms")


def sweep(full):
    pfc = ["transport.congestionControl=none"]
    eight = [f"workload[{job}].qps=8" for job in range(8)]
    return {
        "untilStop": True,
        "quick": ["stop=2ms", "measure.sampleInterval=10us"],
        "seeds": [1, 2, 3, 4, 5, 6],
        "runs": [
            {"key": "pfc-1qp", "label": "RoCE, PFC only, 1 QP", "settings": pfc},
            {"key": "pfc-8qp", "label": "RoCE, PFC only, 8 QPs", "settings": pfc + eight},
            {"key": "dcqcn-8qp", "label": "RoCE, DCQCN, 8 QPs", "settings": eight},
            {"key": "mrc", "label": "MRC, 1 QP", "settings": {"transport": {"type": "mrc"}, "switch": {}}},
        ],
    }


MEASURES = [
    Measure("mean", lambda run: measure.goodput(run, FLOWS, SETTLED), "Gb/s", "mean goodput"),
    Measure("slowest", lambda run: measure.goodput(run, FLOWS, SETTLED, "min"), "Gb/s", "slowest flow"),
    Measure("fastest", lambda run: measure.goodput(run, FLOWS, SETTLED, "max"), "Gb/s", "fastest flow"),
    Measure("jain", lambda run: measure.goodput(run, FLOWS, SETTLED, "jain"), label="Jain's index"),
    PAUSES,
    *summaries(violations=("lossless_violations", "losses in the lossless class")),
    Measure("payload", measure.payload, "Gb/s"),
]
TABLE = ["mean", "slowest", "fastest", "jain", "pauses", "violations"]


@cache
def fluid(qps):
    """The mean goodput of the flows in the fluid, as a part of line rate."""
    scenario = json.loads(Path(__file__).with_name("scenario.json").read_text(encoding="utf-8"))
    racks = [[host // 4 for host in job["hosts"]] for job in scenario["workload"]]
    random = np.random.default_rng(1)
    return np.mean([np.mean(fair(loads(racks, random.integers(4, size=(8, qps))))) for _ in range(1000)])


def loads(racks, spines):
    """The part of a flow's goodput that takes a link, by link (a rack and a spine) and flow."""
    parts = np.zeros((4, 4, 8))
    for flow, ends in enumerate(racks):
        for spine in spines[flow]:
            for rack in ends:
                parts[rack, spine, flow] += 1 / len(spines[flow])
    return parts.reshape(16, 8)


def fair(parts):
    """Max-min fair rates of the flows, as parts of line rate."""
    rates, growing = np.zeros(8), np.ones(8, dtype=bool)
    while growing.any():
        load = parts[:, growing].sum(axis=1)
        room = 1 - parts @ rates
        rates[growing] += min((room[load > 0] / load[load > 0]).min(), 1 - rates[growing].max())
        full = parts @ rates > 1 - 1e-9
        growing &= (rates < 1 - 1e-9) & ~parts[full].any(axis=0)
    return rates


def draw(m):
    levels = [Level("payload rate", "payload")]
    for part in (2, 3):
        levels += [Level("the paper, PFC only: 1/2 or 1/3 of line rate", m["pfc-1qp/payload"] / part)]
    yield dots(m, FLOWS, title="Goodput of each flow", window=SETTLED, ylabel="goodput (Gb/s)",
               levels=levels, text="""
               Every flow could have line rate: eight flows, eight uplinks, eight receivers.""")


def claims(m):
    slowest = m["mrc/slowest/min"]
    yield claim("MRC: goodput of the slowest flow, every seed", slowest, "~", 390, "Gb/s",
                "390 Gb/s for every flow")
    yield claim("MRC: every flow has 98 % of line rate, every seed", slowest / m["mrc/payload"], ">=", 0.98,
                "%")
    yield claim("PFC only, 1 QP: the slowest flow has at most half of line rate, mean of the seeds",
                m["pfc-1qp/slowest"] / m["pfc-1qp/payload"], "<=", 0.5, "%",
                "a half or a third of line rate for some")
    more = m["pfc-8qp/mean"] / m["pfc-1qp/mean"]
    yield claim("PFC only, 8 QPs, against 1 QP, mean of the flows", more, "~", 1, "+%",
                "only marginally better", because="a mean over six hashes, where the paper has one",
                without=more.span[0] if more.span else nan)
    yield claim("PFC only, 8 QPs, against 1 QP, mean of the flows: as much as in the fluid", more, "~",
                fluid(8) / fluid(1), "+%")
    yield claim("DCQCN, 8 QPs: better than PFC only with 8 QPs, mean of the flows",
                m["dcqcn-8qp/mean"] / m["pfc-8qp/mean"], ">", 1, "%", "better")
    yield claim("DCQCN, 8 QPs: below MRC, mean of the flows",
                m["dcqcn-8qp/mean"] / m["mrc/mean"], "<", 1, "%")
    for run, words in (("pfc-8qp", "PFC only"), ("dcqcn-8qp", "DCQCN")):
        yield claim(f"{words}, 8 QPs: no drop in the lossless class", m[f"{run}/violations/max"], "==", 0,
                    full_size=False)


def answer(m):
    return (
        f"The slowest flow has {m['mrc/slowest']:.0f} Gb/s with MRC, {m['dcqcn-8qp/slowest']:.0f} "
        f"with DCQCN and 8 QPs, and {m['pfc-1qp/slowest']:.0f} with PFC only and one QP, mean of "
        f"the seeds."
    )
