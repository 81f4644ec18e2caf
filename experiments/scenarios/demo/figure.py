# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""MRC against RoCEv2/DCQCN on 64 GPUs.

Question: Which traffic is faster with MRC than with RoCEv2, and which is not?

Setup: Cluster C of the MRC paper: 64 hosts with 400 Gb/s each under 4 T0s, full bisection. MRC: 4 planes of
100 Gb/s, 16 T1s each, SRv6, trimming, no PFC. RoCEv2: one plane of 400 Gb/s, 16 T1s, ECMP, PFC, DCQCN, with
1 or 8 QPs per pair. Simulated with ns-3.
"""

import math

import numpy as np
from mrcbench import measure
from mrcbench.figure import Measure, claim

MRC, ECN = ("mrc", "MRC", {}), ("mrc-ecn", "MRC, last-hop ECN", {"switch.ecn.lastHop": True})
ROCE_1, ROCE_8 = ("roce-1qp", "RoCE, 1 QP", {}), ("roce-8qp", "RoCE, 8 QPs", {"workload[0].qps": 8})
EACH = (MRC, ROCE_1, ROCE_8)
#: Case, its name, the transports, and smaller settings for --quick
CASES = [
    ("all-reduce", "ring all-reduce 64 MB", EACH, {"workload[0].bytes": "4MB"}),
    ("all-to-all", "all-to-all 1 MB", EACH, {"workload[0].bytes": "32KB"}),
    ("permutation", "permutation 8 MB", EACH, {"workload[0].bytes": "256KB"}),
    ("incast", "incast 7 to 1", (MRC, ECN, ROCE_1, ROCE_8),
     {"workload[0].bytes": "256KB", "workload[1].bytes": "1792KB"}),
    ("victim-alone", "victim alone", (MRC, ECN, ROCE_1, ROCE_8), {"workload[0].bytes": "1792KB"}),
    ("link-failure", "all-reduce, link fails", EACH, {"workload[0].bytes": "4MB", "faults[0].for": "200us"}),
]  # fmt: skip


def sweep(full):
    runs = []
    for case, words, transports, quick in CASES:
        for key, label, settings in transports:
            run = {"key": f"{case}-{key}", "label": f"{words}: {label}", "look": label, "quick": quick,
                   "base": f"{case}-{key.partition('-')[0]}.json", "settings": dict(settings)}  # fmt: skip
            if case == "incast" and key == "roce-8qp":
                run["settings"]["workload[1].qps"] = 8
            if case == "link-failure":  # in the middle of the undisturbed run
                run["after"] = {"run": f"all-reduce-{key}", "set": "faults[0].at", "part": 0.5}
            runs.append(run)
    return {"runs": runs}


MEASURES = [
    Measure("efficiency", lambda run: measure.metric(run, "efficiency")),
    Measure("bandwidth", lambda run: measure.metric(run, "bandwidth_gbps"), "Gb/s"),
    Measure("mean", lambda run: measure.metric(run, "goodput_mean_gbps"), "Gb/s"),
    Measure("slowest", lambda run: measure.metric(run, "goodput_min_gbps"), "Gb/s"),
    Measure("deviation", lambda run: measure.metric(run, "share_deviation")),
    Measure("victim", lambda run: measure.metric(run, "goodput_mean_gbps", "victim"), "Gb/s"),
    Measure("payload", measure.payload, "Gb/s"),
    Measure("outage", lambda run: measure.recovery(run, "goodput_95_after_ns", absent=math.inf) / 1e3, "us"),
    Measure("qp-errors", lambda run: measure.summary(run, "qp_errors")),
    Measure("arrived", measure.completed),
    Measure("violations", lambda run: measure.summary(run, "lossless_violations")),
]


def draw(m):
    """No plots here: experiments/demo.py makes those of the page."""
    return []


def claims(m):
    ring, rate = "all-reduce", "bandwidth"
    mrc, one, eight = (m[f"{ring}-{key}/{rate}"] for key, _, _ in EACH)
    yield claim("All-reduce: MRC reaches 88 % of the ideal", m[f"{ring}-mrc/efficiency"], ">=", 0.88, "%")
    yield claim("All-reduce: RoCE with 1 QP is clearly below MRC", one / mrc, "<=", 0.8, "%")
    yield claim("All-reduce: RoCE with 8 QPs is above 1 QP", eight / one, ">", 1, "%")
    yield claim("All-reduce: RoCE with 8 QPs is below MRC", eight / mrc, "<", 1, "%")
    payload = m["permutation-mrc/payload"]
    for words, name, bound in (("mean goodput", "mean", 0.92), ("slowest flow", "slowest", 0.85)):
        yield claim(f"Permutation: {words} of MRC, part of the payload rate",
                    m[f"permutation-mrc/{name}"] / payload, ">=", bound, "%")  # fmt: skip
    yield claim("Incast: MRC senders are within 10 % of an equal share (ECN on the last hop)",
                m["incast-mrc-ecn/deviation"], "<=", 0.1, "%")  # fmt: skip

    def victim(key):
        return m[f"incast-{key}/victim"] / m[f"victim-alone-{key}/victim"]

    yield claim("Incast: MRC leaves the victim within 5 % of its rate alone", victim("mrc"), ">=", 0.95, "%")
    yield claim("Incast: RoCE's victim (the worse of 1 and 8 QPs) suffers",
                np.min([victim("roce-1qp"), victim("roce-8qp")]), "<=", 0.9, "%")  # fmt: skip
    failed = "link-failure-mrc"
    yield claim("Link failure: MRC's goodput is back within 200 us", m[f"{failed}/outage"], "<=", 200, "us")
    yield claim("Link failure: no QP error with MRC", m[f"{failed}/qp-errors"], "==", 0, full_size=False)
    yield claim("Link failure: every flow of MRC arrives", m[f"{failed}/arrived"], "==", 1, "%",
                full_size=False)  # fmt: skip
    dropped = [m[f"{run.key}/violations"] for run in m.experiment.runs if "-roce-" in run.key]
    yield claim("PFC: no drop in the lossless class in any RoCE run", sum(dropped), "==", 0, full_size=False)


def answer(m):
    def rates(case, measured="bandwidth"):
        mrc, one, eight = (f"{m[f'{case}-{key}/{measured}']:.0f}" for key, _, _ in EACH)
        return f"{mrc} Gb/s with MRC, {one} with RoCE and {eight} with 8 QPs of RoCE"

    return (
        f"The ring all-reduce has {rates('all-reduce')}; the all-to-all has {rates('all-to-all')}; the "
        f"victim of an incast has {rates('incast', 'victim')}. After a link fails, MRC's goodput is back "
        f"after {m['link-failure-mrc/outage']:.0f} us."
    )
