# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A T1 stops forwarding silently, and is rebooted.

Question: What happens when a T1 stops forwarding silently, and is rebooted later?

Paper: Figure 8: during a job of 75,000 GPUs a T1 stops forwarding while its links stay up, is rebooted at t =
0 and forwards again at t = 2 min. About a quarter of the QPs are affected, about 580,000 packets are dropped
in all. Throughput dips when it fails and recovers long before the reboot, which has no effect itself.

Setup: 64 hosts with 4 ports of 200 Gb/s, 8 T0s and 128 T1s per plane, so that a QP uses 128 of its 256 paths:
a quarter of the QPs have a path across a given T1. A ring all-reduce of 8 MB repeats, 4 QPs per pair; a step
starts when all hosts have ended the previous one. Every transfer crosses T1s. A T1 of plane 0 stops
forwarding silently at 3 ms, is rebooted at 6 ms, with its links down, and works again from 10 ms on: one
minute of the paper is 2 ms here. The protocol's settings are the defaults. Three seeds.
"""

from mrcbench import measure
from mrcbench.figure import Level, Lines, Measure, Row, claim, over_time, summaries

# The T1 stops forwarding at 3 ms, is rebooted at 6 ms and works again from 10 ms on.
QPS = 256


def sweep(full):
    return {
        "untilStop": True,
        "quick": ["workload[0].bytes=1MB", "measure.sampleInterval=200us"],
        "seeds": [1, 2, 3],
        "runs": [{"key": "mrc", "label": "MRC"}],
    }


def goodput(start, end):
    return lambda run: measure.goodput(run, "job", measure.between(start, end))


def longest_step(start, end, touching=False):
    return lambda run: measure.steps(run, "job", measure.between(start, end), "max", touching)


def at(fault, column, factor=1):
    return lambda run: measure.recovery(run, column, kind=f"switch-{fault}") * factor


MEASURES = [
    Measure("before", goodput("1ms", "3ms"), "Gb/s", "goodput before", "all hosts"),
    Measure("dip", lambda run: measure.dip(run, "job", "100us", measure.between("3ms", "4ms")), "Gb/s",
            "lowest goodput at the failure", "lowest mean over 100 us"),
    Measure("recovered", goodput("4ms", "6ms"), "Gb/s", "goodput without the switch",
            "from 1 ms after the failure to the reboot"),
    Measure("reboot", goodput("6ms", "10ms"), "Gb/s", "goodput during the reboot", "while it is rebooted"),
    Measure("back", goodput("10ms", "12ms"), "Gb/s", "goodput after", "when it works again"),
    Measure("step_before", longest_step("1ms", "3ms"), "us"),
    Measure("step_failure", longest_step("3ms", "3100us", touching=True), "us",
            "longest step at the failure"),
    Measure("step_reboot", longest_step("5ms", "12ms"), "us", "longest step at the reboot"),
    Measure("touched", at("silent", "qps_touched", 1 / QPS), label="part of the QPs that lost packets",
            note="part of the 256 QPs"),
    Measure("lost", at("silent", "lost_packets"), label="packets lost at the failure", note="packets"),
    Measure("loss_free", at("silent", "loss_free_after_ns", 1e-3), "us", "last loss after the failure"),
    Measure("lost_reboot", at("reboot", "lost_packets"), label="packets lost at the reboot",
            note="packets"),
    *summaries(wrongly=("evs_retired_wrongly", ""), failed=("qp_errors", "QPs failed")),
]  # fmt: skip
TABLE = [each.name for each in MEASURES if each.name not in ("step_before", "wrongly")]


def draw(m):
    job = Lines("job", "MRC, the job", strong=True)
    losses = Lines("*", "lost packets", reduce="total")
    before = Level("before the failure", 1e-3 * m["mrc/before"])
    rows = [
        Row("job.throughput_gbps", "goodput (Tb/s)", [job], scale=0.001, smooth="100us", levels=[before]),
        Row("job.step_us", "step (us)", [job]),
        Row("sender.losses", "losses per ms", [losses], scale=0.001),
    ]
    yield over_time(m, rows, faults=True, title="Goodput, steps and losses over time", text="""
        The T1 forwards nothing in the shaded interval; its reboot begins at 6 ms. Goodput of all hosts, means
        over 100 us; duration of the current step; losses per ms of the transfers that ended, all hosts,
        samples of 50 us.""")  # fmt: skip


def claims(m):
    before, step_before = m["mrc/before"], m["mrc/step_before"]
    yield claim("QPs that lose packets", m["mrc/touched"], "about", 0.25, "%", "about a quarter")
    yield claim("Throughput dips at the failure: the step takes at least 10 % longer",
                m["mrc/step_failure"] / step_before, ">=", 1.1, "%", "a dip when it fails")
    yield claim("Throughput recovers before the reboot: 98 % from 1 ms after the failure",
                m["mrc/recovered"] / before, ">=", 0.98, "%", "back long before the reboot")
    yield claim("The reboot has no effect: 98 % during it", m["mrc/reboot"] / before, ">=", 0.98, "%",
                "no effect")
    yield claim("Steps during the reboot take at most 2 % longer than before",
                m["mrc/step_reboot"] / step_before, "<=", 1.02, "%")
    yield claim("The reboot costs no packet", m["mrc/lost_reboot/max"], "==", 0, "packets")
    yield claim("The return of the T1 has no effect: 98 %", m["mrc/back"] / before, ">=", 0.98, "%")
    yield claim("No EV with a healthy path is retired", m["mrc/wrongly/max"], "==", 0, full_size=False)
    yield claim("No QP fails", m["mrc/failed/max"], "==", 0, full_size=False)


def answer(m):
    return (
        f"One step takes {100 * m['mrc/step_failure'] / m['mrc/step_before'] - 100:.0f} % longer, and "
        f"{100 * m['mrc/touched']:.0f} % of the QPs lose packets (paper: about a quarter), the last one "
        f"{m['mrc/loss_free']:.0f} us after the failure; the reboot costs no packet."
    )
