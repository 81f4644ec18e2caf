# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Slow core links, by path selector.

Question: Which path selector avoids links that are slow, not dead, and does it matter?

Paper: No figure of the paper. uet-htsim: with 8 of 1,024 core links at a quarter of their rate, the slowest
flow of a permutation of 2 MB takes 5 to 10 % longer with selectors that keep state, 40 % with the oblivious
one; its queues follow the rate of a link, and its slow links are those from T2s to one T1.

Setup: 1,024 hosts of 100 Gb/s in three tiers: 16 pods of 8 T0s and 8 T1s, 64 T2s, 1,024 T1-T2 links; each
flow between pods has 64 paths. A random permutation of 2 MB, which are 489 packets or 8 per path. No core
link is slow, or 8 have 25 Gb/s: one in each of 8 pods, in both directions, or all those of one T1, towards
it. Queues follow the rate of a slow link (default), or have the size of a fast one. Three seeds; the time of
a point is the mean of its slowest flows.
"""

from mrcbench import measure
from mrcbench.figure import Measure, claim, groups, summaries


def sweep(full):
    def slow(t1, t2, direction):
        link = {"a": f"p0-t1-{t1}", "b": f"p0-t2-{t2}"}
        return {"at": 0, "what": "link-rate", "rate": "25Gbps", "link": link, "direction": direction}

    def point(key, label, **settings):
        return {"key": key, "label": label, "settings": settings}

    # Every pod has 8 T1s; the n-th has links to the n-th group of 8 T2s.
    in_8_pods = [slow(8 * (2 * n) + n, 8 * n + n, "both") for n in range(8)]  # in every other pod
    of_one_t1 = [slow(0, t2, "ba") for t2 in range(8)]
    each = {"transport.attributes": {"ns3::MrcQpParameters::SackThresholdBytes": 4096}}
    large = {"switch.scaleThresholds": False}
    return {
        "quick": ["workload[0].bytes=64KB"],
        "seeds": [1, 2, 3],
        "runs": [
            {"key": "mrc", "label": "mrc (default)"},
            *(
                {"key": selector, "label": selector, "settings": [f"transport.pathSelector={selector}"]}
                for selector in ("bitmap", "mixed", "oblivious", "reps")
            ),
            {"key": "each", "label": "reps, a SACK per packet",
             "settings": {"transport.pathSelector": "reps", **each}},
        ],
        "points": [
            point("none", "no slow link"),
            point("pods", "in 8 pods", faults=in_8_pods),
            point("switch", "of one T1", faults=of_one_t1),
            point("pods-large", "in 8 pods, large queues", faults=in_8_pods, **large),
            point("switch-large", "of one T1, large queues", faults=of_one_t1, **large),
        ],
    }  # fmt: skip


MEASURES = [
    Measure("slowest", lambda run: measure.fct(run, "*", "max"), "us", "slowest flow"),
    Measure("p99", lambda run: measure.fct(run, "*", "p99"), "us", "flow time, 99th percentile"),
    Measure("mean", lambda run: measure.fct(run, "*"), "us", "flow time, mean"),
    *summaries(
        trims=("trimmed_packets", "packets trimmed"),
        retired=("evs_retired", "EVs retired"),
        false=("false_losses", "packets declared lost that arrive"),
    ),
]
GRIDS = ["slowest", "mean", "trims", "false"]


def draw(m):
    longer = {"oblivious": 1.4, "bitmap": 1.1, "mixed": 1.1}  # uet-htsim
    yield groups(m, "slowest", published={
        f"{run}@switch": factor * m[f"{run}@none/slowest"] for run, factor in longer.items()
    }, title="The slowest of 1,024 flows, with 8 slow links",
                 ylabel="flow time (us)", text="""
        A queue that follows the rate of its link trims what it cannot send in a round trip, and the packets
        leave again on other paths. A queue of the full rate holds 136 KB, which take 44 us at a quarter of
        the rate, a fifth of the flow's time, even if few packets take that path. Links of one T1 are an
        eighth of all paths of a flow, so it matters most there whether the selector avoids them. reps takes
        the EVs that SACKs name: one for four packets unless every packet has a SACK. Published: 40 % longer
        than without slow links with oblivious, at most 10 % with bitmap and mixed.""")  # fmt: skip


def claims(m):
    def ratio(case, other):
        return m[f"{case}/slowest"] / m[f"{other}/slowest"]

    for run, words, published in (
        ("mrc", "mrc", ""),
        ("bitmap", "bitmap", "5 to 10 % (uet-htsim, bitmap)"),
        ("mixed", "mixed", "5 to 10 % (uet-htsim)"),
        ("each", "reps with a SACK per packet", ""),
    ):
        added = "time added to the slowest flow, " + words
        of_one = ratio(f"{run}@switch", f"{run}@none") - 1
        yield claim(f"8 slow links in 8 pods, {added}: at most 10 %",
                    ratio(f"{run}@pods", f"{run}@none") - 1, "<=", 0.1, "%")  # fmt: skip
        if published:
            yield claim(f"8 slow links of one T1, {added}: at least 5 %", of_one, ">=", 0.05, "%", published)
        yield claim(f"8 slow links of one T1, {added}: at most 10 %", of_one, "<=", 0.1, "%", published)
    yield claim("8 slow links of one T1, time added to the slowest flow, oblivious",
                ratio("oblivious@switch", "oblivious@none") - 1, "~", 0.4, "%",
                "40 % (uet-htsim)")  # fmt: skip
    for run in ("mrc", "bitmap", "mixed"):
        yield claim(f"8 slow links of one T1: {run} takes at most 80 % of oblivious's time",
                    ratio(f"{run}@switch", "oblivious@switch"), "<=", 0.8, "%")  # fmt: skip
    for point, where in (("pods", "in 8 pods"), ("switch", "of one T1")):
        words = "with large queues the slowest flow of mrc takes at least 5 % longer"
        yield claim(f"8 slow links {where}: {words}",
                    ratio(f"mrc@{point}-large", f"mrc@{point}"), ">=", 1.05, "%")  # fmt: skip
    yield claim("Without slow links the slowest flow takes at most 2 % longer with mixed than with oblivious",
                ratio("mixed@none", "oblivious@none"), "<=", 1.02, "%")  # fmt: skip
    yield claim("Slow links are not treated as dead: mrc retires no EV", m["mrc/retired/max"], "==", 0,
                full_size=False)  # fmt: skip
    yield claim("Late packets are not declared lost, if queues follow the rate of their link: mrc",
                m["mrc@pods/false"] + m["mrc@switch/false"], "==", 0, full_size=False)  # fmt: skip


def answer(m):
    def added(run):
        return f"{100 * (m[f'{run}@switch/slowest'] / m[f'{run}@none/slowest'] - 1):.0f} %"

    return (
        f"All but oblivious avoid them: if all 8 links of one T1 are slow, the slowest flow takes "
        f"{added('mrc')} longer with mrc, {added('bitmap')} with bitmap, {added('mixed')} with mixed and "
        f"{added('oblivious')} with oblivious (uet-htsim: 5 to 10 %, and 40 % with oblivious)."
    )
