# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Trimming under incast.

Question: How many healthy paths are retired under incast if switches drop packets instead of trimming them?

Paper: The announcement, and mrc reference, 6: trimming avoids false verdicts on paths under incast, because a
trimmed packet shows that its path works and a dropped packet does not.

Setup: 64 hosts with four ports of 100 Gb/s in four racks, 16 T1s per plane; 63 of them send 64 KB, 256 KB or
1 MB to one. Queues that trim hold 1.5 plane BDPs at the last hop, without trimming 5, or the same 1.5. By
default a path with a lost packet is suspended and probed before it is retired (LossTrial 3); without that
trial a loss retires it (with trimming, the loss of a NACK). No path is bad: every retirement is wrong. Times
from a packet's first transmission to the next are those of two senders. Three seeds.
"""

from mrcbench import measure
from mrcbench.figure import Measure, claim, curve, summaries


def sweep(full):
    dropping = {"switch.trimming": False}
    no_trial = {"ns3::MrcEvParameters::LossTrial": 0}
    short_queue = {"ns3::FabricSwitchParameters::DropThreshold": 1.5}

    def run(key, label, trimming, **attributes):
        given = {"transport.attributes": attributes} if attributes else {}
        return {"key": key, "label": f"MRC, {label}", "settings": {**trimming, **given}}

    return {
        "quick": ["workload[0].bytes=16KB"],
        "seeds": [1, 2, 3],
        "points": [
            {"at": at, "settings": [f"workload[0].bytes={size}"]}
            for at, size in ((64, "64KB"), (256, "256KB"), (1000, "1MB"))
        ],
        "runs": [
            run("trim", "trimming", {}),
            run("trim0", "trimming, no trial", {}, **no_trial),
            run("deep", "no trimming", dropping),
            run("deep0", "no trimming, no trial", dropping, **no_trial),
            run("flat0", "no trimming, no trial, short queue", dropping, **no_trial, **short_queue),
        ],
    }


MEASURES = [
    *summaries(retired=("evs_retired_wrongly", "healthy EVs retired")),
    Measure("repair", measure.repair, "us", "until sent again, mean", "until a packet is sent again, mean"),
    Measure("repair99", lambda run: measure.repair(run, "p99"), "us", "until sent again, 99th percentile"),
    Measure("slowest", lambda run: measure.fct(run, "*", "max"), "us", "slowest flow", "flow"),
    Measure("efficiency", lambda run: measure.efficiency(run, "*")),
    *summaries(
        timeouts=("timeouts", "time-outs"),
        trims=("trimmed_packets", "packets trimmed"),
        drops=("dropped_packets", "packets dropped"),
    ),
]
TABLE = ["retired", "repair", "repair99", "slowest", "timeouts", "trims", "drops"]


def draw(m):
    xlabel = "message per sender (KB)"
    yield curve(m, "retired", title="Healthy EVs retired", log="x", xlabel=xlabel,
                ylabel="EVs retired")  # fmt: skip
    yield curve(m, "repair", title="Time until a packet is sent again", log="x", xlabel=xlabel,
                ylabel="mean time (us)", text="""
        From one transmission to the next. With trimming the trimmed packet passes the queue and causes a
        NACK; without, later packets have to arrive first, through a longer queue.""")  # fmt: skip
    yield curve(m, "slowest", title="The slowest sender", log="xy", xlabel=xlabel,
                ylabel="flow time (us)", text="""
        With long messages the bottleneck is busy in both cases; short messages wait for dropped packets.""")


def claims(m):
    def ratio(name, run, other, size):
        return m[f"{run}@{size}/{name}"] / m[f"{other}@{size}/{name}"]

    yield claim("With trimming no EV is retired, every seed and size", m["trim/retired/max"], "==", 0, "",
                "no false verdicts", full_size=False)  # fmt: skip
    yield claim("With trimming no QP has a time-out", m["trim/timeouts/max"], "==", 0, full_size=False)
    yield claim("Without trimming and without trial at least 500 EVs are retired, 1 MB",
                m["deep0@1000/retired/min"], ">=", 500)  # fmt: skip
    yield claim("The short queue retires more", ratio("retired", "flat0", "deep0", 1000), ">", 1, "%")
    yield claim("With trimming and without trial at most a tenth of that: only lost NACKs retire EVs",
                ratio("retired", "trim0", "deep0", 1000), "<=", 0.1, "%")  # fmt: skip
    yield claim("Without trimming, with the trial at most 5 EVs are retired", m["deep/retired/max"], "<=", 5)
    yield claim("Trimmed packets are sent again within 20 us, 64 KB, mean", m["trim@64/repair"], "<=", 20,
                "us")  # fmt: skip
    yield claim("Dropped packets wait five times as long or more, 64 KB",
                ratio("repair", "deep", "trim", 64), ">=", 5)
    yield claim("Dropped packets wait 1.5 times as long or more, 256 KB",
                ratio("repair", "deep", "trim", 256), ">=", 1.5)
    for run, words, bound in (
        ("deep", "Without trimming the slowest flow takes 20 % longer, 64 KB", 1.2),
        ("flat0", "Without trimming and with the same queue it takes 80 % longer, 64 KB", 1.8),
    ):
        yield claim(words, ratio("slowest", run, "trim", 64), ">=", bound, "%")
    yield claim("Without trimming there are time-outs, 1 MB", m["deep0@1000/timeouts/min"], ">=", 1)


def answer(m):
    return (
        f"With 1 MB per sender {m['deep0@1000/retired']:,.0f} healthy EVs are retired if switches drop "
        f"packets and a loss retires its path at once, {m['deep@1000/retired']:,.0f} if the path is probed "
        f"before, and {m['trim@1000/retired']:,.0f} with trimming, mean of the seeds."
    )
