# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A slow link, and a link that fails, in other simulators.

Question: Do sprayed packets avoid slow and dead links as in other simulators?

Paper: NDP in csg-htsim, 128 hosts of 10 Gb/s, a permutation, one core link at a tenth of its rate, without
and with a penalty for paths that trim. REPS (arXiv 2407.21625): rerouting after a failure below 100 us; 32
EVs instead of 64K cost REPS 8 % and oblivious spraying 64 %.

Setup: A fat tree of 128 hosts of 10 Gb/s with 1 us cables, 20 MB per flow, 128 EVs that switches hash; with
the slow link oblivious and bitmap, whose penalties are those of uet-htsim. A link between a T1 and a T2 fails
after 1 ms, with 100 Gb/s: REPS with the rules of uet-htsim, whose only rule of loss is a timer, here of three
round trips, and MRC with its defaults. Three seeds.
"""

from mrcbench import measure
from mrcbench.figure import Measure, agreement, bars, claim

NDP = "csg-htsim, NDP"


def sweep(full):
    fast = {f"topology.{key}": "100Gbps" for key in ("hostRate", "fabricRate", "coreRate")}
    down = {**fast, "faults": [{"at": "1ms", "what": "link-down", "link": {"a": "p0-t1-0", "b": "p0-t2-0"}}]}
    reps = {
        "ns3::MrcQpParameters::SackThresholdBytes": 4096,
        "ns3::MrcQpParameters::AckTimeout": 5,
        "ns3::MrcQpParameters::AckTimeoutMinRtts": 3,
    }

    def slow(selector):
        settings = {"transport.profile": "mrc", "transport.pathSelector": selector}
        return {"key": selector, "label": f"slow link, {selector}", "settings": settings}

    return {
        "quick": ["workload[0].bytes=256KB"],
        "seeds": [1, 2, 3],
        "runs": [
            slow("oblivious"),
            slow("bitmap"),
            {"key": "reps", "label": "failed link, REPS",
             "settings": {**down, "transport.pathSelector": "reps", "transport.attributes": reps}},
            {"key": "mrc", "label": "failed link, MRC", "settings": {**down, "transport": {"type": "mrc"}}},
        ],
    }  # fmt: skip


MEASURES = [
    Measure("slowest", lambda run: measure.rate(run, "*", "min"), "Gb/s", "slowest flow"),
    Measure("mean", lambda run: measure.rate(run, "*"), "Gb/s", "mean of the flows"),
    Measure("loss_free", lambda run: measure.recovery(run, "loss_free_after_ns", absent=0) / 1e3, "us",
            "time from the failure to the last loss"),
]  # fmt: skip


def draw(m):
    yield bars(m, "slowest", title="Goodput of the slowest flow", ylabel="Gb/s",
               published={"oblivious": 4.1, "bitmap": 9.2})


def claims(m):
    nan = float("nan")
    for run, words, slowest, mean in (
        ("oblivious", "without a penalty", 4.1, 9.2),
        ("bitmap", "with a penalty", 9.2, 9.6),
    ):
        for name, theirs in (("slowest", slowest), ("mean", mean)):
            title = m.experiment.measures[name].title
            yield agreement(f"a core link at a tenth, {words}: {title}", m[f"{run}/{name}"], theirs, NDP,
                            "Gb/s", incomparable="receivers of NDP pace the senders")  # fmt: skip
    yield claim("a core link at a tenth: with a penalty the slowest flow is 20 % faster",
                m["bitmap/slowest"] / m["oblivious/slowest"], ">=", 1.2, "%", "4.1 and 9.2 Gb/s")  # fmt: skip
    for run, words in (("reps", "REPS with a timer of three round trips"), ("mrc", "MRC")):
        yield agreement(f"a link fails, {words}: time from the failure to the last loss",
                        m[f"{run}/loss_free"], 100, "REPS paper", compare="<=")  # fmt: skip
    for selector, percent in (("REPS", 8), ("oblivious", 64)):
        yield claim(f"32 EVs instead of 64K: time added, {selector}", nan, "~", percent / 100, "%",
                    f"{percent} % (REPS paper)", incomparable="a QP has at most 2,048 EVs")


def answer(m):
    return (
        f"The last loss is {m['reps/loss_free']:.0f} us after the failure with REPS and "
        f"{m['mrc/loss_free']:.0f} us with MRC (published: below 100). With a slow link the slowest flow has "
        f"{m['oblivious/slowest']:.1f} Gb/s without a penalty and {m['bitmap/slowest']:.1f} with one (NDP, "
        f"whose receivers pace the senders: 4.1 and 9.2)."
    )
