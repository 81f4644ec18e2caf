# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Slow core links, by path selector.

Question: Which path selector avoids links that are slow, not dead?

Paper: No figure of the paper. uet-htsim: with 8 of 1,024 core links at a quarter of their rate, the slowest
flow of a permutation of 2 MB takes 5 to 10 % longer with selectors that keep state, 40 % with the oblivious
one.

Setup: 1,024 hosts of 100 Gb/s in three tiers: 16 pods of 8 T0s and 8 T1s, 64 T2s, 1,024 T1-T2 links; each
flow between pods has 64 paths. A random permutation of 2 MB, which are 489 packets or 8 per path. No core
link is slow, or 8 have 25 Gb/s in both directions: one in each of 8 pods, or all those of one T1. One seed.
"""

from mrcbench import measure
from mrcbench.figure import Measure, claim, groups, summaries


def sweep(full):
    def slow(t1, t2):
        link = {"a": f"p0-t1-{t1}", "b": f"p0-t2-{t2}"}
        return {"at": 0, "what": "link-rate", "rate": "25Gbps", "link": link}

    # Every pod has 8 T1s; the n-th has links to the n-th group of 8 T2s.
    in_8_pods = [slow(8 * (2 * n) + n, 8 * n + n) for n in range(8)]  # in every other pod
    of_one_t1 = [slow(0, t2) for t2 in range(8)]
    memory = {"ns3::MrcEvParameters::SkipTurnsTrim": 64, "ns3::MrcEvParameters::SkipMaxAge": 100}
    long = {"transport.attributes": memory}
    return {
        "quick": ["workload[0].bytes=64KB"],
        "runs": [
            {"key": "mrc", "label": "mrc (default)"},
            {"key": "long", "label": "mrc, 64 turns after a trim", "settings": long},
            *(
                {"key": selector, "label": selector, "settings": [f"transport.pathSelector={selector}"]}
                for selector in ("bitmap", "mixed", "reps", "oblivious")
            ),
        ],
        "points": [
            {"sweep": "none", "at": 0},
            {"sweep": "pods", "at": 8, "settings": {"faults": in_8_pods}},
            {"sweep": "switch", "at": 8, "settings": {"faults": of_one_t1}},
        ],
    }


MEASURES = [
    Measure("slowest", lambda run: measure.fct(run, "*", "max"), "us", "slowest flow"),
    Measure("p99", lambda run: measure.fct(run, "*", "p99"), "us", "flow time, 99th percentile"),
    Measure("mean", lambda run: measure.fct(run, "*"), "us", "flow time, mean"),
    *summaries(
        trims=("trimmed_packets", "packets trimmed"),
        retired=("evs_retired", "EVs retired"),
    ),
]
GRIDS = ["slowest", "mean", "trims"]


def draw(m):
    points = {
        "none0": "no slow link",
        "pods8": "8 slow links, in 8 pods",
        "switch8": "8 slow links, of one T1",
    }
    yield groups(m, "slowest", points, title="The slowest of 1,024 flows", ylabel="flow time (us)", text="""
        The last packet in the queue of a slow link waits for the queue at 25 Gb/s: 40 us, a fifth of the
        flow's time, even if few packets take that path. By default mrc skips an EV for one turn after a
        mark, so at least half of its packets stay on a path with a quarter of the rate, and for four turns
        after a trim: the queue of the slow link stays full. With 64 turns after a trim it drains. reps
        reuses the EVs that returned last and does not settle.""")  # fmt: skip


def claims(m):
    def ratio(case, other):
        return m[f"{case}/slowest"] / m[f"{other}/slowest"]

    for run, words, compare, bound, published in (
        ("bitmap", "bitmap: at most 15 %", "<=", 1.15, "5 to 10 % (uet-htsim, bitmap)"),
        ("mixed", "mixed: at most 15 %", "<=", 1.15, "5 to 10 % (uet-htsim)"),
        ("mrc", "mrc: at most 25 %", "<=", 1.25, ""),
        ("long", "mrc, 64 turns after a trim: at most 5 %", "<=", 1.05, ""),
        ("oblivious", "oblivious: at least 20 %", ">=", 1.2, "40 % (uet-htsim)"),
    ):
        yield claim(f"8 slow links in 8 pods, time added to the slowest flow, {words}",
                    ratio(f"{run}@pods8", f"{run}@none0"), compare, bound, "%", published)  # fmt: skip
    yield claim("8 slow links in 8 pods: mrc is faster than oblivious", ratio("mrc@pods8", "oblivious@pods8"),
                "<", 1, "%")  # fmt: skip
    yield claim("8 slow links of one T1, time added to the slowest flow, oblivious: at least 40 %",
                ratio("oblivious@switch8", "oblivious@none0"), ">=", 1.4, "%")  # fmt: skip
    for run, percent in (("mrc", 80), ("bitmap", 70), ("mixed", 70), ("reps", 85)):
        yield claim(f"8 slow links of one T1: {run} takes at most {percent} % of oblivious's time",
                    ratio(f"{run}@switch8", "oblivious@switch8"), "<=", percent / 100, "%")  # fmt: skip
    yield claim("Without slow links the slowest flow takes at most 2 % longer with mixed than with oblivious",
                ratio("mixed@none0", "oblivious@none0"), "<=", 1.02, "%")  # fmt: skip
    yield claim("Slow links are not treated as dead: mrc retires no EV", m["mrc/retired/max"], "==", 0,
                full_size=False)  # fmt: skip
