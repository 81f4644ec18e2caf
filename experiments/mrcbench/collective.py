# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Common parts of figures 16 and 17: a collective among 64 NICs by message size and loss."""

from __future__ import annotations

from typing import Any

from . import measure
from .figure import PAUSES, Measure, summaries

#: Messages of the paper, MB.
PAPER_SIZES = [4, 16, 64, 256, 1024, 4096, 16384]

MRC: dict[str, Any] = {"key": "mrc", "label": "MRC, 1 QP", "seeds": [1]}
#: The same without the difference in ports from RoCE.
ONE_PLANE: dict[str, Any] = {
    "key": "one", "label": "MRC, 1 QP, one plane of 400 Gb/s", "seeds": [1],
    "settings": {"topology.planes": 1, "topology.hostRate": "400Gbps", "topology.fabricRate": "400Gbps"},
}  # fmt: skip
_ROCE = {"base": "roce.json", "mayStall": True}
ROCE: list[dict[str, Any]] = [
    {"key": "roce", "label": "RoCE, 1 QP", **_ROCE},
    {"key": "roce16", "label": "RoCE, 16 QPs", "settings": {"workload[0].qps": 16}, **_ROCE},
]

COLLECTIVE = [
    Measure("busbw", lambda run: measure.senders(run, "*", "min"), "Gb/s", "bus bandwidth",
            "bus bandwidth as in nccl-tests: bytes that a host sends, over the time of the slowest host"),
    *summaries(
        resent=("retransmitted_packets", "packets sent again"),
        timeouts=("timeouts", "time-outs"),
        trims=("trimmed_packets", "packets trimmed"),
        retired=("evs_retired", "EVs retired"),
    ),
    PAUSES,
    *summaries(
        drops=("dropped_packets", "frames dropped"),
        violations=("lossless_violations", "losses in the lossless class"),
    ),
    Measure("payload", measure.payload, "Gb/s", "payload rate"),
]  # fmt: skip


def lost(rate: float) -> dict[str, Any]:
    """Settings that drop this part of all frames that NICs receive."""
    return {"loss": [{"where": "nic-rx", "rate": rate}]} if rate else {}
