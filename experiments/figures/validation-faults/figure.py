# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A slow link, and a link that fails, in other simulators.

Question: Do sprayed packets avoid slow and dead links as in other simulators?

Paper: NDP in csg-htsim, 128 hosts of 10 Gb/s, a permutation, one core link at a tenth of its rate, without
and with a penalty for paths that trim. REPS (arXiv 2407.21625): rerouting after a failure below 100 us; 32
EVs instead of 64K cost REPS 8 % and oblivious spraying 64 %.

Setup: A fat tree of 128 hosts of 10 Gb/s with 1 us cables, 20 MB per flow, profile uec, 128 EVs that switches
hash; oblivious and bitmap, whose penalties are those of uet-htsim. The failure is that of a link between a T1
and a T2 at 1 ms, with 100 Gb/s. Three seeds.
"""

from mrcbench import measure
from mrcbench.figure import Measure, agreement, bars, claim

NDP = "csg-htsim, NDP"


def sweep(full):
    down = {
        "topology.hostRate": "100Gbps", "topology.fabricRate": "100Gbps", "topology.coreRate": "100Gbps",
        "transport.pathSelector": "reps", "transport.evs": 256,
        "transport.attributes": {"ns3::MrcQpParameters::SackThresholdBytes": 4096},
        "faults": [{"at": "1ms", "what": "link-down", "link": {"a": "p0-t1-0", "b": "p0-t2-0"}}],
    }  # fmt: skip
    return {
        "quick": ["workload[0].bytes=256KB"],
        "seeds": [1, 2, 3],
        "runs": [
            {"key": "oblivious", "label": "slow link, oblivious",
             "settings": {"transport.pathSelector": "oblivious"}},
            {"key": "bitmap", "label": "slow link, bitmap", "settings": {"transport.pathSelector": "bitmap"}},
            {"key": "reps", "label": "failed link, REPS", "settings": down},
        ],
    }  # fmt: skip


MEASURES = [
    Measure("slowest", lambda run: measure.rate(run, "*", "min"), "Gb/s", "slowest flow"),
    Measure("mean", lambda run: measure.rate(run, "*"), "Gb/s", "mean of the flows"),
    Measure("loss_free", lambda run: measure.recovery(run, "loss_free_after_ns", absent=0) / 1e3, "us",
            "time from the failure to the last loss"),
]  # fmt: skip


def draw(m):
    yield bars(m, "slowest", title="Goodput of the slowest flow", ylabel="Gb/s")


def claims(m):
    for run, words, slowest, mean in (
        ("oblivious", "without a penalty", 4.1, 9.2),
        ("bitmap", "with a penalty", 9.2, 9.6),
    ):
        text = f"a core link at a tenth, {words}"
        yield agreement(f"{text}: slowest flow", m[f"{run}/slowest"], slowest, NDP, "Gb/s")
        yield agreement(f"{text}: mean of the flows", m[f"{run}/mean"], mean, NDP, "Gb/s")
    yield claim("a link fails, REPS: time from the failure to the last loss", m["reps/loss_free/max"],
                "<=", 100, "us", "below 100 us (REPS paper)")  # fmt: skip
    for selector, cost in (("REPS", 8), ("oblivious", 64)):
        yield agreement(f"32 EVs instead of 64K: time added, {selector}", float("nan"), cost, "REPS paper",
                        "%", incomparable="a QP has at most 2,048 EVs")  # fmt: skip
