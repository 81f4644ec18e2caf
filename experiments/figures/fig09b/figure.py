# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Four of eight links of a NIC flap together.

Question: How much bandwidth remains when half of a NIC's links flap together?

Paper: Figure 9b: four of the eight links of a NIC go down together after 5 s and are restored after 17 s:
half of the bandwidth remains.

Setup: Two hosts with 8 ports of 100 Gb/s below the same T0s; 4 QPs in either direction, continuous writes.
Links 0 to 3 of host 0 are down together from 5 ms to 17 ms: 1 s of the paper is 1 ms here. All settings of
the protocol are the defaults.
"""

from mrcbench import measure
from mrcbench.figure import Level, Measure, claim
from mrcbench.measure import between
from mrcbench.pair import (
    BACK, BEFORE, FAILED, GOODPUT_BEFORE, PAPER, SWEEP, afterwards, goodput_over_time, within,
)  # fmt: skip

DOWN = between("5200us", "17ms")
AFTER = between("18ms")


def sweep(full):
    return SWEEP


MEASURES = [
    GOODPUT_BEFORE,
    Measure("half", lambda run: 100 * measure.tracks(run, "*", BEFORE, DOWN, every=0, levels=[0.5]), "% off",
            "distance from a half"),
    afterwards(AFTER),
    BACK,
    Measure("lost", lambda run: measure.recovery(run, "lost_packets", "max"),
            label="packets lost", note="packets"),
    FAILED,
]  # fmt: skip

draw = goodput_over_time("Four links are down in the shaded interval. Samples of 200 us",
                         [Level("the paper: half of about 1,540 Gb/s", PAPER / 2)])  # fmt: skip


def claims(m):
    yield claim("Half of the goodput while they are down, within 5 %, each direction, every seed",
                m["mrc/half/max"], "<=", 5, "% off", "0 % off: half of the bandwidth", full_size=False)
    yield claim("The full goodput is back afterwards (99 %), worse direction", m["mrc/after/min"], ">=", 0.99,
                "%", "100 %: all of it", full_size=False)
    yield claim("95 % of the remaining capacity within 100 us", m["mrc/back/max"], "<=", 100, "us",
                full_size=False)
    yield claim("No QP fails", m["mrc/failed/max"], "==", 0, full_size=False)


def answer(m):
    return (
        f"Half of it, {within(m['mrc/half/max'])}, at most {m['mrc/back/max']:.0f} us after the links "
        f"went down; {100 * m['mrc/after/min']:.1f} % are back afterwards."
    )
