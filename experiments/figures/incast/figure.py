# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Incast from 2:1 to 63:1.

Question: How well is the bottleneck of an incast used, and how long are other ports paused?

Paper: No figure of the paper. A synchronous job waits for the slowest sender of an incast, and for the flows
that the incast slows down.

Setup: 64 hosts of 100 Gb/s under 8 T0s, 8 T1s, 1 us cables; 4 MB per sender, senders from all racks. RoCEv2
with 32 MB of buffer per switch, or without PFC: then with the same ECN thresholds, 3 MB of queue per port,
and selective repeat with its own short timers.
"""

from mrcbench import measure
from mrcbench.figure import PAUSES, Level, Measure, claim, curve, summaries

RACKS = range(8, 64, 8)  # the first hosts of all racks except the receiver's
SENDERS = [first + place for place in range(8) for first in RACKS] + list(range(1, 8))


def sweep(full):
    def point(count):
        senders = ",".join(map(str, SENDERS[:count]))
        return {"at": count, "settings": [f"workload[0].senders=[{senders}]"]}

    lossy = [
        'switch={"ecn": {"kmin": "400KB", "kmax": "1600KB", "pmax": 0.2}}',
        "transport.reliability=selective-repeat",
        'transport.attributes={"ns3::FabricSwitchParameters::DropThreshold": 30}',
    ]
    return {
        "quick": ["workload[0].bytes=256KB"],
        "points": [point(count) for count in (2, 4, 8, 16, 32, 63)],
        "runs": [
            {"key": "mrc", "label": "MRC", "settings": {"transport": {"type": "mrc"}, "switch": {}}},
            {"key": "dcqcn", "label": "RoCE, DCQCN and PFC"},
            {"key": "pfc", "label": "RoCE, PFC only", "settings": ["transport.congestionControl=none"]},
            {"key": "lossy", "label": "RoCE, DCQCN, selective repeat", "settings": lossy},
        ],
    }


MEASURES = [
    Measure("efficiency", lambda run: measure.efficiency(run, "*"), label="ideal time / time taken"),
    Measure("slowest", lambda run: measure.fct(run, "*", "max"), "us", "slowest flow"),
    Measure("jain", lambda run: measure.rate(run, "*", "jain"), label="Jain's index"),
    PAUSES,
    *summaries(
        drops=("dropped_packets", "packets dropped"),
        trims=("trimmed_packets", "packets trimmed"),
        resent=("retransmitted_packets", "packets sent again"),
    ),
    Measure("violations", lambda run: measure.summary(run, "lossless_violations")),
]
TABLE = ["efficiency", "slowest", "jain", "pauses", "drops", "trims", "resent"]


def draw(m):
    yield curve(m, "efficiency", title="Completion against the ideal", log="x", xlabel="senders",
                ylabel="ideal time / time taken",
                levels=[Level("ideal", 1)],
                text="1: the bottleneck is busy from the first to the last byte.")  # fmt: skip
    yield curve(m, "pauses", title="Pauses", log="x", xlabel="senders", ylabel="PFC pause, all links (ms)",
                text="Pauses also stop flows that are not part of the incast.")  # fmt: skip


def claims(m):
    for case, words, bound in (
        ("mrc@2", "MRC, 2:1: 95 % of the ideal", 0.95),
        ("mrc@16", "MRC, 16:1: 95 % of the ideal", 0.95),
        ("mrc@63", "MRC, 63:1: 85 % of the ideal, although windows of one packet overflow the queue", 0.85),
        ("lossy@63", "DCQCN without PFC, selective repeat, 63:1: 80 % of the ideal", 0.8),
        ("pfc@63", "PFC only, 63:1: 95 % of the ideal, with pauses", 0.95),
    ):
        yield claim(words, m[f"{case}/efficiency"], ">=", bound, "%")
    yield claim("DCQCN, 63:1: pauses are shorter than with PFC only",
                m["dcqcn@63/pauses"] / m["pfc@63/pauses"], "<", 1, "%")  # fmt: skip
    for run, name in (("dcqcn", "DCQCN"), ("pfc", "PFC only")):
        yield claim(f"{name}, 63:1: no drop in the lossless class", m[f"{run}@63/violations"], "==", 0)


def answer(m):
    def percent(run):
        return f"{100 * m[run + '@63/efficiency']:.0f} %"

    return (
        f"With 63 senders the bottleneck is used to {percent('mrc')} by MRC without pauses, to "
        f"{percent('lossy')} by RoCE without PFC, and to {percent('dcqcn')} by RoCE with DCQCN and PFC, "
        f"whose links are paused for {m['dcqcn@63/pauses']:.0f} ms in total "
        f"({m['pfc@63/pauses']:.0f} with PFC only)."
    )
