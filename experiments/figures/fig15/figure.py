# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Send and receive between neighbors, by message size.

Question: How large must a message be to fill eight planes?

Paper: Figure 15: NCCL send/recv between neighbors on 42,000 GPUs of cluster B (8 planes of 100 Gb/s), 64 MB
to 2 GB: grows with message size, flat at the top, up to 92 GB/s per NIC, 736 of 800 Gb/s.

Setup: 32 NICs of 8 x 100 Gb/s under four T0s per plane, 8 T1s; every host sends one message to the next host
and receives one from the previous host, 1 QP. Neighbors by number: seven of eight pairs share their T0s;
spread: all pairs cross T1s. There is no host software, whose latency makes the paper's curve grow from 64 MB
on: here it grows from 64 KB on. The link between host and NIC is not modeled. Three seeds.
"""

from mrcbench import measure
from mrcbench.figure import Measure, Panel, claim, curve, summaries

SIZES = {False: [0.064, 0.256, 1, 4, 16, 64, 256], True: [64, 128, 256, 512, 1024, 2048]}  # MB
PAPER_FROM = 64  # MB, the smallest of the paper


def sweep(full):
    spread = {"workload[0].hosts": {"count": 32, "placement": "spread"}}
    return {
        "seeds": [1, 2, 3],
        "points": [
            {"at": size, "settings": {"workload[0].bytes": round(size * 10**6)}} for size in SIZES[full]
        ],
        "runs": [
            {"key": "local", "label": "MRC, neighbors by number"},
            {"key": "cross", "label": "MRC, all across T1s", "settings": spread},
        ],
        "references": [
            {"key": "paper", "label": "the paper: up to 92 GB/s",
             "note": 'the MRC paper, arXiv 2605.04333: "up to 92 GB/s per NIC" between 64 MB and 2 GB, '
                     "drawn at its largest sizes",
             "values": {"rate": {str(size): 92 for size in SIZES[full] if size >= PAPER_FROM}}},
        ],
    }  # fmt: skip


MEASURES = [
    Measure("rate", lambda run: measure.senders(run, "*") / 8, "GB/s", "goodput per NIC, mean",
            "goodput per NIC, one direction"),
    Measure("slowest", lambda run: measure.senders(run, "*", "min") / 8, "GB/s", "goodput per NIC, slowest"),
    *summaries(trims=("trimmed_packets", "packets trimmed"), failed=("qp_errors", "QPs failed")),
]  # fmt: skip
GRIDS = ["rate", "slowest", "trims"]


def draw(m):
    yield curve(m, "rate", log="x", title="Goodput per NIC", xlabel="message (MB)", ylabel="goodput (GB/s)",
                panels=[Panel("", ["local", "cross", "paper"])],
                text="""
                Across T1s a message of S bytes takes S / 96.2 GB/s plus about 5 us of latency, so the rate of
                64 KB is an eighth. The hosts of the paper add two orders of magnitude more latency.""")


def claims(m):
    large, less = (2048, 512) if m.full else (256, 64)

    def across(size):
        return m[f"cross@{size}/rate"]

    yield claim(f"T0-local, {large} MB, of 96.2 GB/s of payload at 800 Gb/s", m[f"local@{large}/rate"],
                "~", 92, "GB/s", "up to 92 GB/s per NIC (736 of 800 Gb/s)")
    yield claim(f"Across T1s, {large} MB", across(large), "~", 92, "GB/s", "up to 92 GB/s per NIC")
    yield claim(f"Flat at the top: {large} MB has at most 3 % more than {less} MB",
                across(large) / across(less), "<=", 1.03, "%", "flat at the top")
    yield claim(f"Within the paper's sizes the rate grows: 64 MB has less than {large} MB",
                across(64) / across(large), "<", 1, "%", "grows with message size")
    yield claim("64 MB already has 95 % of it, because no host starts late",
                across(64) / across(large), ">=", 0.95, "%")
    if not m.full:
        for size, words, bound in ((1, "1 MB has at most 75 %", 0.75),
                                   (0.064, "64 KB has at most 20 %", 0.2)):
            yield claim(f"Below the paper's sizes: {words} of it", across(size) / across(large), "<=", bound,
                        "%")
    yield claim("No QP fails", m["cross/failed/max"], "==", 0)


def answer(m):
    large = max(SIZES[m.full])
    grown = "" if m.full else f"a message of 1 MB has {m['cross@1/rate']:.0f} GB/s, of "
    grown += f"64 MB {m['cross@64/rate']:.0f}, of {large} MB {m['cross@' + str(large) + '/rate']:.0f}"
    return f"Across T1s {grown} GB/s per NIC; the paper has up to 92."
