# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""One EV loses a fifth of its packets.

Question: What does MRC do with a path that loses a fifth of its packets?

Paper: Figures 12 and 13: from about 51 s on one EV drops 20 % of its packets; there are 16 paths, 2 per
plane. Line rate is sustained; EV-A becomes inactive at once, and EV-B of the same plane replaces it.

Setup: Two hosts with 8 ports of 100 Gb/s under different T0s, two T1s per plane: 16 EVs, of which 8 are
active, one per plane. EV-A is 0x3000 of plane 3; it loses 20 % from 510 us to the end. 1 s of the paper is 10
us here. The five seeds are seeds with which EV-A is active when its loss begins; with others EV-B is active
from the start, and the fault has no effect.
"""

from mrcbench import measure
from mrcbench.figure import Level, Lines, Measure, Row, claim, over_time
from mrcbench.measure import between

EV_A = "h0 to h2 ev 0x3000"
EV_B = "h0 to h2 ev 0x3001"
A_BY_B = "plane 3 ev 0x3000 by 0x3001"

BEFORE = between("100us", "510us")
FROM_LOSS = between("510us")
SWITCHED = between("530us")
SETTLED = between("600us")


def sweep(full):
    return {
        "untilStop": True,
        "quick": ["stop=700us"],
        "seeds": [1, 2, 3, 4, 6],
        "runs": [{"key": "mrc", "label": "MRC, 16 EVs, 8 active"}],
    }


MEASURES = [
    Measure("goodput", lambda run: measure.goodput(run, "*", BEFORE), "Gb/s", "goodput before", "before"),
    Measure("kept", lambda run: measure.kept(run, "*", BEFORE, FROM_LOSS),
            label="part kept to the end", note="of that, to the end"),
    Measure("dip", lambda run: measure.dip(run, "*", "50us", FROM_LOSS), "Gb/s",
            "lowest goodput over 50 us", "lowest 50 us"),
    Measure("plane", lambda run: measure.series(run, "plane.rx_gbps", "3", SETTLED), "Gb/s",
            "received in plane 3 afterwards", "plane 3, from 600 us"),
    Measure("others", lambda run: measure.series(run, "plane.rx_gbps", "4", SETTLED), "Gb/s", note="plane 4"),
    Measure("replaced", lambda run: measure.events(run, "ev-replaced", "h0/*", A_BY_B), note="EV-A by EV-B"),
    Measure("all", lambda run: measure.events(run, "ev-replaced")),
    Measure("after", lambda run: measure.time_of_event(run, "ev-replaced", "first", window=FROM_LOSS), "us",
            "EV-A replaced", "EV-A is out"),
    Measure("a_before", lambda run: measure.series(run, "ev.gbps", EV_A, BEFORE), "Gb/s", note="EV-A before"),
    Measure("a_after", lambda run: measure.series(run, "ev.gbps", EV_A, SWITCHED, "max"), "Gb/s",
            "sent on EV-A afterwards, at most", "EV-A from 530 us, at most"),
    Measure("b_after", lambda run: measure.series(run, "ev.gbps", EV_B, SWITCHED), "Gb/s",
            "sent on EV-B afterwards", "EV-B from 530 us"),
    Measure("lost", lambda run: measure.recovery(run, "lost_packets"), label="packets lost", note="packets"),
    Measure("free", lambda run: measure.recovery(run, "loss_free_after_ns") / 1e3, "us",
            "last loss", "last loss"),
    Measure("failed", lambda run: measure.summary(run, "qp_errors")),
]  # fmt: skip
TABLE = ["goodput", "kept", "dip", "plane", "after", "a_after", "b_after", "lost", "free"]


def draw(m):
    goodput = [
        Lines([], "EV-A", strong=True),  # no job: keeps the color of the row below
        Lines([], "EV-B", strong=True),
        Lines("write", "MRC, all 8 planes", strong=True),
    ]
    evs = [Lines(EV_A, "EV-A", strong=True), Lines(EV_B, "EV-B", strong=True)]
    yield over_time(
        m,
        [
            Row("job.throughput_gbps", "goodput (Gb/s)", goodput, levels=[Level("before", "goodput")]),
            Row("ev.gbps", "plane 3, sent (Gb/s)", evs),
        ],
        faults=True,
        start="450us",
        end="650us",
        title="Goodput, and the two EVs of plane 3",
        text="""Samples of 5 us, seed 1; the loss of EV-A begins at the dotted line. EV-A is suspended after
            its first loss and probed; EV-B carries the plane's packets until the end.""",
    )


def claims(m):
    yield claim("Line rate is sustained: 99 % from the beginning of the loss to the end, every seed",
                m["mrc/kept/min"], ">=", 0.99, "%", "line rate")
    yield claim("Every interval of 50 us has at least 95 %", m["mrc/dip/min"] / m["mrc/goodput"],
                ">=", 0.95, "%")
    yield claim("EV-B of the same plane replaces EV-A, once, every seed", m["mrc/replaced/min"], "==", 1,
                published="an EV of the same plane", full_size=False)
    yield claim("No other EV is replaced", m["mrc/all/max"], "==", 1, full_size=False)
    yield claim("EV-A becomes inactive within 20 us, two to three round trips", m["mrc/after/max"],
                "<=", 20, "us", "at once", full_size=False)
    yield claim("EV-A remains inactive: no packet uses it from 530 us on", m["mrc/a_after/max"],
                "<=", 0, "Gb/s", full_size=False)
    yield claim("EV-B carries what EV-A carried before (99 %)", m["mrc/b_after/min"] / m["mrc/a_before"],
                ">=", 0.99, "%")
    yield claim("Plane 3 carries as much as plane 4 (99 %)", m["mrc/plane/min"] / m["mrc/others"],
                ">=", 0.99, "%")
    yield claim("No QP fails", m["mrc/failed/max"], "==", 0, full_size=False)


def answer(m):
    return (
        f"MRC retires the path at most {m['mrc/after/max']:.0f} us after the loss begins, a path "
        f"of the same plane replaces it, and goodput is at least {100 * m['mrc/kept/min']:.1f} % "
        f"of that before."
    )
