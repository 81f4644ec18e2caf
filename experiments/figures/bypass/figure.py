# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Packet loss and recovery time after a link failure.

Question: For how long does a dead link cost packets and goodput, by transport and by how fast routing
converges?

Paper: The announcement: failures are routed around in microseconds, where a conventional fabric takes seconds
to tens of seconds, until its routing has converged.

Setup: Eight hosts of 100 Gb/s under two T0s with 400 Gb/s to each of four T1s, so flows do not share a
bottleneck before or after the fault. Every host sends continuously to a host of the other rack, 1 QP. At 1 ms
a T0-T1 link fails, in both directions. In networks with ECMP the T0 at the dead port reroutes after
LocalRepair and the other T0 after RemoteConvergence. Both are set to 0.1, 1 and 10 ms (real networks: 10 ms
and 1 to 30 s) and to 1000 s, which is longer than the run. Job and link are the same for all; three seeds,
TCP two. RoCE has DCQCN and PFC, or selective repeat (SR) with adaptive switches; TCP is DCTCP; MRC also runs
on four planes of 25 Gb/s. docs/roce.md has the sources of the times.
"""

import json

from mrcbench import measure
from mrcbench.figure import Measure, claim, curve, summaries


def point(at, converge, stop, sweep=""):
    """A point of the x-axis; routes converge after the time ``converge``."""
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
            "last loss after link-down", "from link-down to the last lost packet"),
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
        MRC does not wait for routing: it suspends an EV when the first of its packets is declared lost. This
        takes four base RTTs if no later packet of the EV arrives (rule B; 16 us with OooThreshold 16). RoCE
        and TCP lose packets until routes converge; TCP sends few packets until then because its time-outs
        double."""),
    "back": ("Goodput is back", """
        The goodput is back with the first window of 50 us after which it always has 95 % of the remaining
        capacity.
        After convergence, TCP waits for its next time-out and then opens its window."""),
}  # fmt: skip


def draw(m):
    for name, (title, text) in PLOTS.items():
        yield curve(m, name, log="xy", title=title, text=text, xlabel="routes converge after (ms)",
                    ylabel="time since link-down (us)")  # fmt: skip


def claims(m):
    yield claim("MRC loses its last packet within microseconds, fewer than 1,000, every seed, with any "
                "convergence time", m["mrc/last/max"], "<", 1000, "us", "microseconds", full_size=False)
    for text, metric, bound in (
        ("MRC loses its last packet within 100 us", "mrc/last", 100),
        ("MRC with four planes: last packet lost within 100 us", "planes/last", 100),
        ("MRC's goodput is back within 200 us", "mrc/back", 200),
        ("MRC with four planes: goodput is back within 200 us", "planes/back", 200),
    ):
        yield claim(text, m[f"{metric}/max"], "<=", bound, "us", full_size=False)
    yield claim("RoCE over ECMP: last loss, part of the time until routes converge (1 ms), every seed",
                m["ecmp@1/last/min"] / 1000, ">=", 0.95, "%",
                "100 %: until routes converge, seconds to tens of seconds")
    for text, metric, compare, bound in (
        ("RoCE over ECMP loses packets until routes converge (10 ms, less 5 %)",
         "ecmp@10/last/min", ">=", 9500),
        ("RoCE over ECMP loses packets for at most 5 % longer (10 ms)", "ecmp@10/last/max", "<=", 10500),
        ("RoCE over ECMP: goodput is not back before routes converge (10 ms)",
         "ecmp@10/back/min", ">=", 10000),
        ("RoCE, SR, adaptive switches: loses packets for at least half of the 10 ms, every seed",
         "adaptive@10/last/min", ">=", 5000),
        ("RoCE, SR, adaptive switches: goodput is not back within 5 ms", "adaptive@10/back/min", ">=", 5000),
        ("TCP: goodput is not back before routes converge (10 ms)", "tcp@10/back/min", ">=", 10000),
    ):
        yield claim(text, m[metric], compare, bound, "us")
    yield claim("At 10 ms the last loss of MRC is 100 times earlier than that of RoCE over ECMP",
                m["ecmp@10/last"] / m["mrc@10/last"], ">=", 100)
    yield claim("QPs of RoCE over ECMP fail if routes never converge", m["ecmp@beyond18/failed/min"],
                ">=", 1)
    yield claim("MRC: no QP fails", m["mrc/failed/max"], "==", 0, full_size=False)
    yield claim("MRC: no time-out", m["mrc/timeouts/max"], "==", 0, full_size=False)


def answer(m):
    return (
        f"MRC loses its last packet at most {m['mrc/last/max']:.0f} us after the failure, and its "
        f"goodput is back after {m['mrc/back/max']:.0f} us, however long routing takes; RoCE over "
        f"ECMP loses packets until routes converge, {m['ecmp@10/last'] / 1000:.0f} ms if that "
        f"takes 10 ms."
    )
