# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""DCQCN under a growing incast, three profiles.

Question: How do queue and throughput develop with three profiles of DCQCN as an incast grows?

Paper: Figure 22: up to 15 senders, one more every 5 s. Default profile: the queue is under control below
about 10 flows, above that PFC pauses; the bottleneck is at line rate. A more aggressive profile: the queue
is empty at times and throughput is about 10 % below line rate. The most aggressive: about 20 % below line
rate.

Setup: Cluster D as in fig18; 15 hosts send to one, first those of other racks, with 10 QPs each. One more
starts every 20 ms (paper: 5 s); the numbers are of the last 12 ms of each 20. The paper does not list its
parameters: the profiles are calibrated against the shapes of its curves (docs/roce.md). Three seeds.
"""

from mrcbench import measure
from mrcbench.figure import Level, Lines, Measure, Row, claim, over_time, summaries

BOTTLENECK = "p0-t0-0--h0"  # the leaf's port to the receiver
PER_GBPS = 0.0025118  # 1 / 398.1 Gb/s, the rate of a single flow
SENDERS = 15


def flows(first, last):
    """The last 12 ms of each 20 ms with ``first`` to ``last`` flows; one more starts every 20 ms."""
    return measure.between(f"{20 * first - 12}ms", f"{20 * first}ms", every="20ms", times=last - first + 1)


FEW, MANY, ALL = flows(2, 5), flows(10, 15), flows(2, 15)


def sweep(full):
    short = [f"workload[{sender}].bytes=1MB" for sender in range(SENDERS)]
    return {
        "untilStop": True,
        "seeds": [1, 2, 3],
        "quick": ["stop=281ms", "measure.sampleInterval=1ms", *short],
        "runs": [
            {"key": "default", "label": "RoCE, default profile"},
            *(
                {"key": key, "label": f"RoCE, {key} aggressive",
                 "settings": [f"transport.dcqcnProfile={key}-aggressive"]}
                for key in ("more", "most")
            ),
        ],
    }  # fmt: skip


def queue(window):
    return lambda run: measure.series(run, "port.queue_bytes", BOTTLENECK, window) / 1e6


def paused(window):
    return lambda run: measure.series(run, "port.paused", "*", window, "busy")


MEASURES = [
    Measure("rate", lambda run: measure.series(run, "host.rx_gbps", "h0", ALL) * PER_GBPS,
            label="part of the line rate", note="part of the rate of a single flow, 398.1 Gb/s"),
    Measure("queue_few", queue(FEW), "MB", "queue, 2 to 5 flows", "2 to 5 flows"),
    Measure("queue_many", queue(MANY), "MB", "queue, 10 to 15 flows", "10 to 15 flows"),
    Measure("empty", lambda run: measure.series(run, "port.queue_bytes", BOTTLENECK, ALL, "empty"),
            label="part of the time without a queue", note="part of the samples without a queue"),
    Measure("pfc_few", paused(FEW), label="part of the time with a paused port, 2 to 5 flows",
            note="part of the time with a paused port, 2 to 5 flows"),
    Measure("pfc_many", paused(MANY), label="part of the time with a paused port, 10 to 15 flows",
            note="the same, 10 to 15 flows"),
    *summaries(violations=("lossless_violations", "losses in the lossless class")),
]  # fmt: skip


def draw(m):
    queued = Lines(BOTTLENECK, "queue", strong=True, samples=True)
    received = Lines("h0", "received, mean over 2 ms", strong=True)
    ports = Lines("*", "paused ports, mean over 2 ms", strong=True, reduce="total")
    levels = [Level("line rate; the paper: 10 and 20 % less", part / PER_GBPS) for part in (1, 0.9, 0.8)]
    rows = [
        Row("port.queue_bytes", "queue (MB)", [queued], scale=1e-6, smooth="2ms"),
        Row("host.rx_gbps", "received (Gb/s)", [received], smooth="2ms", top=440, levels=levels),
        Row("port.paused", "ports paused", [ports], smooth="2ms"),
    ]
    yield over_time(m, rows, shade="20ms", title="Queue of the leaf's port to the receiver", text="""
        One more flow starts at each change of shade. Thick: means over 2 ms, thin: samples of 100 us. Below:
        rate at the receiver, and number of paused ports of the fabric. With the more and the most aggressive
        profile no port is paused, so their curve is constant at 0.""")  # fmt: skip


def claims(m):
    for text, value, compare, bound, published in (
        ("Default: the bottleneck is at line rate (97 %)", m["default/rate"], ">=", 0.97, "at line rate"),
        ("Default: with few flows the queue is under control, with pauses in at most 5 % of the time",
         m["default/pfc_few"], "<=", 0.05, "under control below about 10 flows"),
        ("Default: with ten flows and more a port is paused in at least 20 % of the time",
         m["default/pfc_many"], ">=", 0.2, "then PFC"),
        ("Default: with ten flows and more the queue is 30 % longer",
         m["default/queue_many"] / m["default/queue_few"], ">", 1.3, ""),
        ("More aggressive: part of line rate that is lost", 1 - m["more/rate"], "about", 0.1,
         "about 10 % lost"),
        ("More aggressive: the queue is empty in at least 10 % of the time",
         m["more/empty"], ">=", 0.1, "empty at times"),
        ("More aggressive: pauses in at most 5 % of the time with ten flows and more",
         m["more/pfc_many"], "<=", 0.05, ""),
        ("Most aggressive: part of line rate that is lost", 1 - m["most/rate"], "about", 0.2,
         "about 20 % below line rate"),
    ):  # fmt: skip
        yield claim(text, value, compare, bound, "%", published)
    yield claim("No drop in the lossless class", m["default/violations/max"], "==", 0, full_size=False)


def answer(m):
    return (
        f"With the default profile the bottleneck carries {100 * m['default/rate']:.1f} % of line rate, and "
        f"its queue grows from {m['default/queue_few']:.2f} MB with 2 to 5 flows to "
        f"{m['default/queue_many']:.2f} MB with 10 to 15; the more and the most aggressive profile lose "
        f"{100 * (1 - m['more/rate']):.0f} and {100 * (1 - m['most/rate']):.0f} % of line rate (paper: about "
        f"10 and 20 %)."
    )
