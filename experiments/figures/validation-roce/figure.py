# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""RoCEv2 in other programs on ns-3.

Question: Does RoCEv2 take the times that it takes in other programs on ns-3?

Paper: A permutation of 64 hosts in three RoCEv2 programs on ns-3: DCQCN with PFC over ECMP, HPCC with PFC
over ECMP, and IRN with DCQCN over DRILL. One hash.

Setup: The network of perm64, ten seeds. The programs bound DCQCN by a window of a bandwidth-delay product,
which RoCEv2 lacks; selective repeat has such a window. DRILL is the load balancer that compares two uplinks.
"""

from mrcbench import measure
from mrcbench.figure import Measure, agreement, bars

SOURCE = "programs on ns-3"


def sweep(full):
    irn = {"switch": {}, "transport.reliability": "selective-repeat"}
    two = {"transport.loadBalancing": "adaptive",
           "transport.attributes": {"ns3::FabricAdaptiveBalancer::Choices": 2}}  # fmt: skip
    return {
        "base": "../perm64/scenario.json",
        "quick": ["workload[0].bytes=256KB"],
        "seeds": list(range(1, 11)),
        "runs": [
            {"key": "dcqcn", "label": "DCQCN, PFC"},
            {"key": "window", "label": "DCQCN, PFC, a window of a BDP",
             "settings": {"transport.reliability": "selective-repeat"}},
            {"key": "irn", "label": "IRN, two choices per packet", "settings": {**irn, **two}},
        ],
    }  # fmt: skip


#: flow times that they published of DCQCN with PFC, us
DCQCN = {"mean": 2530, "median": 2362, "p99": 5258, "max": 5449}

MEASURES = [
    Measure("mean", lambda run: measure.fct(run, "*"), "us", "flow time, mean"),
    Measure("median", lambda run: measure.fct(run, "*", "median"), "us", "flow time, median"),
    Measure("p99", lambda run: measure.fct(run, "*", "p99"), "us", "flow time, 99th percentile"),
    Measure("max", lambda run: measure.fct(run, "*", "max"), "us", "slowest flow"),
]


def draw(m):
    yield bars(m, "mean", title="Mean flow time", ylabel="us", published={"dcqcn": DCQCN["mean"]})


def claims(m):
    titles = {measure.name: measure.title for measure in MEASURES}
    for name, theirs in DCQCN.items():
        yield agreement(f"DCQCN and PFC, permutation of 64 hosts: {titles[name]}", m[f"dcqcn/{name}"], theirs,
                        SOURCE, because="those programs have a window of a BDP",
                        without=m[f"window/{name}"])  # fmt: skip
    for name, theirs in (("mean", 2395), ("median", 1879), ("max", 5875)):
        yield agreement(f"HPCC and PFC: {titles[name]}", float("nan"), theirs, SOURCE,
                        incomparable="HPCC is not implemented")  # fmt: skip
    for name, theirs in (("mean", 2588), ("max", 3477)):
        yield agreement(f"IRN over DRILL: {titles[name]}", m[f"irn/{name}"], theirs, SOURCE,
                        incomparable="DRILL remembers its last choice, our balancer does not")  # fmt: skip


def answer(m):
    return (
        f"With the window of those programs the mean flow takes {m['window/mean']:.0f} us (published: "
        f"{DCQCN['mean']:,}), and {m['dcqcn/mean']:.0f} us without it."
    )
