# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""How long a dead link costs packets.

Question: For how long does a dead link cost packets and goodput, by transport and by how fast routing
converges?

Paper: The announcement: failures are routed around in microseconds, where a conventional fabric takes seconds
to tens of seconds, until its routing has converged.

Setup: Eight hosts of 100 Gb/s under two T0s with 400 Gb/s to each of four T1s, so that no two flows are in
each other's way before or after; every host sends to one of the other rack without end, 1 QP. At 1 ms a T0-T1
link dies, for the flows that leave by it and those that come by it. Networks that hash learn of it after
LocalRepair (the T0 with the dead port) and RemoteConvergence (the other T0); both are set to 0.1, 1 and 10
ms, where real ones take 10 ms and 1 to 30 s, and beyond the run (1000 s: never). The same job and the same
link for all; three seeds, TCP two. RoCE has DCQCN and PFC, or selective repeat (SR) behind switches that
balance adaptively; TCP is DCTCP; MRC is also shown with four planes of 25 Gb/s. See docs/roce.md for the
times.
"""

import json

from mrcbench import measure
from mrcbench.figure import Measure, claim, curve, summaries


def point(at, converge, stop, sweep=""):
    """A place on the axis; routes converge after the time ``converge``."""
    times = {f"ns3::Fabric::{name}": converge for name in ("LocalRepair", "RemoteConvergence")}
    settings = [f"stop={stop}", f"transport.attributes={json.dumps(times)}"]
    return {"sweep": sweep, "at": at, "settings": settings}


def sweep(full):
    planes = ["topology.planes=4", "topology.hostRate=25Gbps", "topology.fabricRate=100Gbps"]
    ecmp = ["transport.type=roce", "switch.pfc=true"]
    adaptive = ["transport.type=roce", "transport.reliability=selective-repeat",
                "transport.loadBalancing=adaptive"]  # fmt: skip
    tcp = ["transport.type=tcp"]
    rival = {"mayStall": True}
    return {
        "untilStop": True,
        "quick": ["stop=1500us"],
        "seeds": [1, 2, 3],
        "points": [
            point(0.1, "100us", "4ms"),
            point(1, "1ms", "6ms"),
            point(10, "10ms", "24ms"),
            point(18, "1000s", "18ms", sweep="beyond"),
        ],
        "runs": [
            {"key": "mrc", "label": "MRC"},
            {"key": "planes", "label": "MRC, 4 planes", "settings": planes},
            {"key": "ecmp", "label": "RoCE, ECMP", "settings": ecmp, **rival},
            {"key": "adaptive", "label": "RoCE, SR, adaptive", "settings": adaptive, **rival},
            {"key": "tcp", "label": "TCP, ECMP", "seeds": [1, 2], "settings": tcp, **rival},
        ],
    }


MEASURES = [
    Measure("last", lambda run: measure.recovery(run, "loss_free_after_ns") / 1e3, "us",
            "last loss after link-down", "from link-down to the last packet lost"),
    Measure("back", lambda run: measure.recovery(run, "goodput_95_after_ns") / 1e3, "us",
            "95 % of the goodput back", "until 95 % of the goodput is back"),
    Measure("lost", lambda run: measure.recovery(run, "lost_packets"), label="packets lost",
            note="data packets"),
    Measure("touched", lambda run: measure.recovery(run, "qps_touched"), label="QPs that lost packets",
            note="QPs that lost packets"),
    Measure("failed", lambda run: measure.recovery(run, "qps_failed"), label="QPs failed"),
    *summaries(timeouts=("timeouts", "time-outs")),
]  # fmt: skip
TABLE = ["last", "back", "lost", "touched", "timeouts", "failed"]

PLOTS = {
    "last": ("The last packet lost", """
        MRC does not wait for routes: an EV that loses is suspended when the first of its packets is known to
        be lost, which takes four base round trips if nothing of it arrives (rule B; 16 us with OooThreshold
        16). Its rivals lose packets until routes converge; TCP sends next to none meanwhile, since its
        time-outs double."""),
    "back": ("Goodput is back", """
        95 % of what the links that are left allow, for five windows of 50 us in a row. TCP then has to wait
        for its next time-out, and to open its window."""),
}  # fmt: skip


def draw(m):
    for name, (title, text) in PLOTS.items():
        yield curve(m, name, log="xy", title=title, text=text, xlabel="routes converge after (ms)",
                    ylabel="time since link-down (us)")  # fmt: skip


def claims(m):
    for text, metric, bound, published in (
        ("MRC loses its last packet within 100 us, every seed, whatever routing does",
         "mrc/last", 100, "microseconds"),
        ("in four planes, too", "planes/last", 100, ""),
        ("and its goodput is back within 200 us", "mrc/back", 200, ""),
        ("in four planes, too", "planes/back", 200, ""),
    ):  # fmt: skip
        yield claim(text, m[f"{metric}/max"], "<=", bound, "us", published, full_size=False)
    yield claim("RoCE over ECMP loses packets until routes converge: 1 ms, less 5 %", m["ecmp@1/last/min"],
                ">=", 950, "us", "seconds to tens of seconds, until routes converge")
    for text, metric, compare, bound in (
        ("or 10 ms, less 5 %", "ecmp@10/last/min", ">=", 9500),
        ("and hardly longer (5 %)", "ecmp@10/last/max", "<=", 10500),
        ("its goodput is not back before (10 ms)", "ecmp@10/back/min", ">=", 10000),
        ("Selective repeat and adaptive switches: still half of the time, every seed",
         "adaptive@10/last/min", ">=", 5000),
        ("goodput not back within 5 ms", "adaptive@10/back/min", ">=", 5000),
        ("TCP: goodput not back before routes converge (10 ms)", "tcp@10/back/min", ">=", 10000),
    ):
        yield claim(text, m[metric], compare, bound, "us")
    yield claim("At 10 ms MRC is 100 times as fast as RoCE over ECMP", m["ecmp@10/last"] / m["mrc@10/last"],
                ">=", 100)
    yield claim("Routes that never converge fail QPs of RoCE over ECMP", m["ecmp@beyond18/failed/min"],
                ">=", 1)
    yield claim("MRC fails none", m["mrc/failed/max"], "==", 0, full_size=False)
    yield claim("nor has it a time-out", m["mrc/timeouts/max"], "==", 0, full_size=False)
