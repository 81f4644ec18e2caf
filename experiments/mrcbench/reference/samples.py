# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The kinds of samples.csv."""

from __future__ import annotations

from .entries import SampleKind

_QP = "QP end, h3/qp4"
_PORT = "direction of a link, h3--p0-t0-0: what h3 sends"

SAMPLES = {
    "host.rx_gbps": SampleKind("host, h3", "Gb/s", "frames that all ports of the host's NIC received"),
    "plane.rx_gbps": SampleKind("number of the plane, 0", "Gb/s", "frames that the hosts received by the plane"),
    "job.throughput_gbps": SampleKind("name of the job", "Gb/s", "payload placed at its receivers"),
    "job.steps_per_s": SampleKind("name of the job", "1/s", "steps that ended; only of jobs of training steps"),
    "port.queue_bytes": SampleKind(_PORT, "B", "data queue of the port at the end of the interval"),
    "port.paused": SampleKind(
        _PORT, "1", "share of the interval that PFC held the port, all classes added up"
    ),
    "qp.cwnd_bytes": SampleKind(
        _QP, "B", "congestion window while something is under way or waits; no row: nothing to tell"
    ),
    "port.tx_gbps": SampleKind(_PORT, "Gb/s", "frames that the port sent in the interval", False),
    "qp.rate_gbps": SampleKind(_QP, "Gb/s", "payload of the QP placed at its receiver in the interval", False),
    "qp.rtt_ns": SampleKind(
        _QP, "ns", "last valid sample of the round-trip time of an MRC QP; no row: nothing to tell", False
    ),
    "qp.evs_good": SampleKind(_QP, "EVs", "EVs of an MRC QP in use", False),
    "qp.evs_skip": SampleKind(_QP, "EVs", "EVs of an MRC QP passed over because of congestion", False),
    "qp.evs_bad": SampleKind(_QP, "EVs", "EVs of an MRC QP retired", False),
    "qp.evs_denied": SampleKind(_QP, "EVs", "EVs of an MRC QP switched off", False),
}
