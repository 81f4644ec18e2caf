# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Permutation of 64 hosts, 16 MB each.

Question: Do RoCE and MRC of this test bench agree with other simulators on a permutation?

Paper: Other simulators. Three well-known RoCEv2 programs on ns-3, DCQCN with PFC over ECMP: mean 2530, p99
5258, max 5449 us: half of the flows collide, the slowest has a quarter of line rate. uet-htsim with packet
spraying: mean 1496 to 1605, max 1538 to 2044 us.

Setup: 8 T0s with 8 hosts each, 8 T1s, 100 Gb/s, 1 us cables, 32 MB of buffer per switch; a random
permutation, ten seeds. Alone a flow takes 1372 us in uet-htsim; here 1317 us (RoCE) and 1336 us (MRC),
because headers are smaller. The ns-3 programs add a window of one bandwidth-delay product to DCQCN, which
RoCEv2 does not have.
"""

from mrcbench import measure
from mrcbench.figure import PAUSES, Level, Measure, cdf, claim


def sweep(full):
    pfc_only = ["transport.congestionControl=none"]
    return {
        "quick": ["workload[0].bytes=256KB"],
        "seeds": list(range(1, 11)),
        "runs": [
            {"key": "mrc", "label": "MRC, 1 QP", "settings": {"transport": {"type": "mrc"}, "switch": {}}},
            {"key": "roce-1qp", "label": "RoCE, 1 QP"},
            {"key": "pfc-1qp", "label": "RoCE, PFC only, 1 QP", "settings": pfc_only},
            *(
                {"key": f"roce-{qps}qp", "label": f"RoCE, {qps} QPs", "settings": {"workload[0].qps": qps}}
                for qps in (4, 8, 16)
            ),
        ],
    }


MEASURES = [
    Measure("mean", lambda run: measure.fct(run, "*"), "us", "flow time, mean"),
    Measure("median", lambda run: measure.fct(run, "*", "median"), "us", "flow time, median"),
    Measure("p99", lambda run: measure.fct(run, "*", "p99"), "us", "flow time, 99th percentile"),
    Measure("max", lambda run: measure.fct(run, "*", "max"), "us", "flow time, longest"),
    Measure("slowest", lambda run: measure.rate(run, "*", "min"), "Gb/s", "slowest flow"),
    PAUSES,
    Measure("violations", lambda run: measure.summary(run, "lossless_violations"),
            label="losses in the lossless class"),
    Measure("payload", measure.payload, "Gb/s"),
]  # fmt: skip
TABLE = ["mean", "median", "p99", "max", "slowest", "pauses", "violations"]


def draw(m):
    yield cdf(m, "*", title="Flow times", text="All seeds together.", levels=[
        Level("uet-htsim, longest with its best balancer: 1,538 us", 1538),
        Level("RoCE programs on ns-3, mean: 2,530 us", 2530),
    ])  # fmt: skip


def claims(m):
    for metric, words, compare, bound, published in (
        ("pfc-1qp/mean", "RoCE, PFC only, 1 QP: mean", "~", 2530, "2,530 us (three RoCE programs on ns-3)"),
        ("roce-1qp/median", "RoCE, 1 QP: the median flow collides: twice the time of a flow alone (1317 us), "
                            "less 10 %", ">=", 2370, ""),
    ):  # fmt: skip
        yield claim(words, m[metric], compare, bound, "us", published)
    yield claim("RoCE, 1 QP: the slowest flow, part of line rate",
                m["roce-1qp/slowest"] / m["roce-1qp/payload"], "about", 0.25, "%",
                "a quarter of line rate (programs on ns-3)")
    yield claim("RoCE, 16 QPs: faster than 1 QP, mean", m["roce-16qp/mean"] / m["roce-1qp/mean"], "<", 1, "%")
    yield claim("MRC: no flow takes longer than uet-htsim's best balancer (1538 us), every seed",
                m["mrc/max/max"], "<=", 1538, "us")
    yield claim("RoCE, 16 QPs: the slowest flow takes longer than with MRC",
                m["roce-16qp/max"] / m["mrc/max"], ">", 1, "%")  # fmt: skip
    for run, name in (("roce-1qp", "1 QP"), ("roce-16qp", "16 QPs")):
        yield claim(f"RoCE, {name}: no drop in the lossless class", m[f"{run}/violations/max"], "==", 0,
                    full_size=False)  # fmt: skip


def answer(m):
    return (
        f"Yes: with PFC only a flow of RoCE takes {m['pfc-1qp/mean']:,.0f} us on average, where three "
        f"programs on ns-3 have 2,530; the slowest flow of MRC takes {m['mrc/max/max']:,.0f} us, where "
        f"uet-htsim has 1,538 to 2,044 with headers that are longer."
    )
