# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A job starts on a network with dead links, without a denylist.

Question: What does it cost to start a job on a fabric with dead links and without a denylist?

Paper: Figure 4: a job of 75,000 GPUs starts on a fabric with failed links between T0s and T1s and no
denylist, one NIC per node, 4 planes of 200 Gb/s. Fewer than 5 packets are lost per QP in the first minute;
within about 2 minutes the whole job is below one loss per second and NIC; throughput is barely affected.

Setup: 32 hosts with 4 ports of 200 Gb/s, 8 T0s and 128 T1s per plane, so that a QP has 256 paths and begins
with 128 of them. 20 of the 4,096 links between T0s and T1s (0.5 %) are dead from the start; NICs and switches
have no information about them. The job repeats an all-to-all of 256 KiB per pair; a step starts when the
previous one ends: 992 QPs, each of which sends 64 packets per step. The paper shows minutes with steps of
seconds, this run 4 ms with steps of 95 us, so the one-time cost of a loss, about 75 us, has far more weight.
The protocol's settings are the defaults. Losses are counted when their transfer ends. Three seeds.
"""

from mrcbench import measure
from mrcbench.figure import Lines, Measure, Row, claim, over_time, summaries

FIRST = measure.between(end="1ms")
LATER = measure.between("1ms")
SECOND_HALF = measure.between("2ms")
SECOND_HALF_S, NICS = 0.002, 32


def sweep(full):
    return {
        "untilStop": True,
        "quick": ["stop=500us", "workload[0].bytes=64KiB"],
        "seeds": [1, 2, 3],
        "runs": [
            {"key": "dead", "label": "20 dead links"},
            {"key": "sound", "label": "no dead link", "settings": {"faults": []}},
        ],
    }


def goodput(window=measure.WHOLE):
    return lambda run: measure.goodput(run, "job", window)


def lost(stat, window=measure.WHOLE):
    """Packets lost, ``stat`` over the QPs."""
    return lambda run: measure.losses(run, "job", "qp", window, stat)


MEASURES = [
    Measure("goodput", goodput(), "Gb/s"),
    Measure("first", goodput(FIRST), "Gb/s", "goodput in the first ms", "first ms"),
    Measure("settled", goodput(LATER), "Gb/s", "goodput after it", "after the first ms"),
    Measure("step", lambda run: measure.steps(run, "job", measure.between("1ms", "4ms"), "median"), "us",
            "median step"),
    Measure("lost", lost("mean"), label="packets lost per QP", note="packets per QP"),
    Measure("lost_worst", lost("max"), label="packets lost, worst QP", note="packets, worst QP"),
    Measure("lost_first", lost("sum", FIRST), label="packets lost in the first ms",
            note="packets, first ms"),
    Measure("lost_later", lost("sum", LATER), label="packets lost after it",
            note="packets, after the first ms"),
    Measure("lost_end", lost("sum", SECOND_HALF), note="packets, second half"),
    *summaries(
        retired=("evs_retired", "EVs retired"),
        wrongly=("evs_retired_wrongly", "healthy EVs retired"),
        failed=("qp_errors", "QPs failed"),
    ),
]  # fmt: skip
TABLE = [each.name for each in MEASURES if each.name != "lost_end"]


def draw(m):
    losses = [
        Lines("*", "worst NIC", reduce="worst"),
        Lines("*", "mean of the NICs", strong=True, reduce="mean"),
    ]
    step = Lines("job", "MRC, the current step", strong=True)
    rows = [
        Row("sender.losses", "losses per ms and NIC", losses, scale=0.001),
        Row("job.step_us", "step (us)", [step]),
    ]
    yield over_time(m, rows, title="Losses and their cost", text="""
        Samples of 50 us. Above: packets lost per ms and NIC, mean of the 32 NICs and the worst NIC. Below:
        duration of the current step.""")  # fmt: skip


def claims(m):
    yield claim("Paths cross the dead links: packets are lost in the first ms", m["dead/lost_first"],
                ">=", 100, "packets")
    yield claim("Fewer than 5 packets lost per QP, mean", m["dead/lost"], "<", 5, "packets",
                "fewer than 5 in the first minute")
    yield claim("Losses decay: after the first ms there are at most 5 % of those in it",
                m["dead/lost_later"] / m["dead/lost_first"], "<=", 0.05, "%")
    yield claim("In the second half a NIC has less than 1 loss/s, any seed",
                m["dead/lost_end/max"] / NICS / SECOND_HALF_S, "<", 1, "1/s", "below 1 loss/s after 2 min")
    yield claim("After the first ms the goodput is 99 % of that without dead links",
                m["dead/settled"] / m["sound/settled"], ">=", 0.99, "%")
    yield claim("Over the whole run of only 42 steps it is 90 % of that without dead links",
                m["dead/goodput"] / m["sound/goodput"], ">=", 0.9, "%", "barely affected")
    yield claim("No EV with a healthy path is retired", m["dead/wrongly/max"], "==", 0, full_size=False)
    yield claim("No QP fails", m["dead/failed/max"], "==", 0, published="none", full_size=False)


def answer(m):
    return (
        f"A QP loses {m['dead/lost']:.1f} packets on average, all of them in the first millisecond; after it "
        f"the goodput is {100 * m['dead/settled'] / m['sound/settled']:.1f} % of that without dead links."
    )
