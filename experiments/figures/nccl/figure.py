# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""An all-reduce as NCCL sends it, with its timer and with ours.

Question: What is a short retransmission timer worth?

Paper: No figure of the paper. The public plugin by which NCCL drives MRC sets a timer of 1.07 s, which
doubles after seven expiries and never ends.

Setup: 64 NICs under four T0s, 16 T1s per plane: MRC on 4 planes of 100 Gb/s, RoCEv2 on one plane of 400 Gb/s
with PFC and DCQCN. Ring all-reduce of 32 MiB in slots of at most 512 KiB on four channels of two QPs, each
slot after a clear to send. Every frame that a NIC receives is lost with the given probability; or a NIC loses
one of its four ports at 300 us; or a T1 falls silent then. Three seeds. A tail probe is a reliability probe
for packets without feedback (rule D); without it, nothing but the timer finds the loss of a last packet.
RoCE has our timer, of 1 ms; its one port and its paths through a silent T1 do not come back.
"""

from mrcbench import measure
from mrcbench.collective import lost
from mrcbench.figure import Measure, claim, groups, summaries

_PARAMETERS = "ns3::MrcQpParameters::"
OURS = {f"{_PARAMETERS}AckTimeout": 7, f"{_PARAMETERS}RetryExponential": 14}
NO_PROBE = {f"{_PARAMETERS}LossRuleD": False}
PORT = {"at": "300us", "what": "nic-port-down", "host": 3, "plane": 0}
SILENT = {"at": "300us", "what": "switch-silent", "switch": {"plane": 0, "t1": 2}}
POINTS = {
    "none": ("no loss", {}),
    "thousandth": ("0.1 % lost", lost(0.001)),
    "hundredth": ("1 % lost", lost(0.01)),
    "port": ("a port down", {"faults": [PORT]}),
    "silent": ("a T1 silent", {"faults": [SILENT]}),
}


def sweep(full):
    def mrc(key, label, **attributes):
        return {"key": key, "label": label, "settings": {"transport.attributes": attributes}}

    return {
        "quick": ["workload[0].bytes=2MiB"],
        "seeds": [1, 2, 3],
        "runs": [
            mrc("nccl", "MRC, NCCL's timer"),
            mrc("ours", "MRC, our timer", **OURS),
            mrc("nccl-blind", "MRC, NCCL's timer, no tail probes", **NO_PROBE),
            mrc("ours-blind", "MRC, our timer, no tail probes", **OURS, **NO_PROBE),
            {"key": "roce", "label": "RoCE", "base": "roce.json", "mayStall": True},
        ],
        "points": [{"key": key, "label": label, "settings": settings}
                   for key, (label, settings) in POINTS.items()],
    }  # fmt: skip


MEASURES = [
    Measure("busbw", lambda run: run.jobs["busbw_gbps"].mean(skipna=False), "Gb/s", "bus bandwidth"),
    Measure("time", lambda run: measure.steps(run, "*") / 1e3, "ms", "time of the all-reduce"),
    *summaries(timeouts=("timeouts", "time-outs"), resent=("retransmitted_packets", "packets sent again"),
               false_losses=("false_losses", "false losses")),
]  # fmt: skip
GRIDS = ["busbw", "time", "timeouts", "resent"]


def draw(m):
    yield groups(m, "busbw", title="Bandwidth of the all-reduce", ylabel="busbw (Gb/s)", text="""
        MRC finds losses by later packets and by probes, so its timer hardly ever expires and its length does
        not matter. Without tail probes each loss of a last packet waits for the timer: with NCCL's an
        all-reduce of 2 ms takes seconds.""")


def claims(m):
    for point, (label, _) in POINTS.items():
        yield claim(f"{label}: with NCCL's timer MRC takes at most 5 % longer than with ours",
                    m[f"nccl@{point}/time"] / m[f"ours@{point}/time"], "<=", 1.05, "%")  # fmt: skip
    for point in ("thousandth", "hundredth"):
        label = POINTS[point][0]
        yield claim(f"{label}: without tail probes it takes 100 times as long with NCCL's timer, or longer",
                    m[f"nccl-blind@{point}/time"] / m[f"ours-blind@{point}/time"], ">=", 100, "")
        yield claim(f"{label}: with our timer and without tail probes it takes longer than with them",
                    m[f"ours-blind@{point}/time"] / m[f"ours@{point}/time"], ">", 1, "%")  # fmt: skip
    yield claim("A port down: MRC keeps three quarters of its rate or more",
                m["nccl@none/time"] / m["nccl@port/time"], ">=", 0.75, "%")  # fmt: skip
    for point in ("none", "thousandth", "hundredth"):
        yield claim(f"{POINTS[point][0]}: MRC is faster than RoCE, which has one path per QP",
                    m[f"roce@{point}/time"] / m[f"nccl@{point}/time"], ">", 1, "%")  # fmt: skip
    yield claim("No packet is declared lost that has arrived", m["nccl/false_losses/max"], "==", 0,
                full_size=False)  # fmt: skip


def answer(m):
    def bandwidth(run):
        return f"{m[f'{run}@thousandth/busbw']:.3g} Gb/s"

    return (
        f"Nothing while MRC sends probes: with 0.1 % lost the all-reduce has {bandwidth('nccl')} with NCCL's "
        f"timer of 1.07 s and {bandwidth('ours')} with ours of 131 us; without tail probes it has "
        f"{bandwidth('nccl-blind')} and {bandwidth('ours-blind')}."
    )
