# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Links of a NIC go down one at a time.

Question: Does bandwidth track the number of links that a NIC still has?

Paper: Figure 9a: bidirectional write bandwidth between two NICs of one T0 group, 8 planes. Links between NIC
and T0 are taken down one at a time, then restored: bandwidth moves in steps of 1/8 of about 1,540 Gb/s, with
interruptions below 1 s.

Setup: Two hosts with 8 ports of 100 Gb/s below the same T0s; 4 QPs in either direction, continuous writes. A
link of host 0 goes down every 5 ms, from 5 ms to 35 ms, and the seven links return in that order from 40 ms
on. The steps of the paper take seconds; the protocol's settings are the defaults. A NIC detects that its port
is down after 10 us (link-state debounce time) and sends port status updates to its peers.
"""

from mrcbench import measure
from mrcbench.figure import Level, Measure, claim
from mrcbench.measure import between
from mrcbench.pair import (
    BACK, BEFORE, FAILED, GOODPUT_BEFORE, PAPER, SWEEP, afterwards, goodput_over_time, within,
)  # fmt: skip

AFTER = between("71ms")  # the last link returns at 70 ms
STEP = "5ms"  # between two cuts and between two returns
FIRST_DOWN = between("5200us", "10ms")
FIRST_UP = between("40500us", "45ms")
LEFT = [links / 8 for links in range(7, 0, -1)]  # after each cut
RESTORED = [links / 8 for links in range(2, 9)]


def sweep(full):
    return SWEEP


MEASURES = [
    GOODPUT_BEFORE,
    Measure("down", lambda run: 100 * measure.tracks(run, "*", BEFORE, FIRST_DOWN, STEP, LEFT), "% off",
            "distance from k/8, down"),
    Measure("up", lambda run: 100 * measure.tracks(run, "*", BEFORE, FIRST_UP, STEP, RESTORED), "% off",
            "distance from k/8, up"),
    afterwards(AFTER),
    BACK,
    Measure("lost", lambda run: measure.recovery(run, "lost_packets", "max"),
            label="packets lost, worst cut", note="packets, worst cut"),
    FAILED,
    Measure("payload", measure.payload, "Gb/s", note="one direction"),
]  # fmt: skip
TABLE = ["before", "down", "up", "after", "back", "lost", "failed"]

draw = goodput_over_time("Links are down in shaded intervals, which are darker with each. Samples of 200 us",
                         [Level("the paper: about 1,540 Gb/s, and its eighths", PAPER * links / 8)
                          for links in range(1, 9)])  # fmt: skip


def claims(m):
    before, steps = m["mrc/before/min"], "0 % off: steps of 1/8"
    yield claim("Goodput before the cuts, both directions", before, "about", PAPER, "Gb/s",
                f"about {PAPER:,} Gb/s", full_size=False)
    yield claim("Before the cuts: 97 % of the payload rate of 8 links, both directions",
                before / m["mrc/payload"] / 2, ">=", 0.97, "%", full_size=False)
    yield claim("After each of seven cuts: within 5 % of k/8 with k links left, each direction, every seed",
                m["mrc/down/max"], "<=", 5, "% off", steps, full_size=False)
    yield claim("After each return: within 5 % of k/8 with k links", m["mrc/up/max"], "<=", 5, "% off",
                steps, full_size=False)
    yield claim("At the end the full goodput is back (99 %), worse direction", m["mrc/after/min"], ">=", 0.99,
                "%", full_size=False)
    yield claim("After each cut 95 % of the remaining capacity within 1,000 ms", m["mrc/back/max"] / 1000,
                "<", 1000, "ms", "below 1,000 ms", full_size=False)
    yield claim("After each cut 95 % of the remaining capacity within 100 us", m["mrc/back/max"],
                "<=", 100, "us", full_size=False)
    yield claim("No QP fails", m["mrc/failed/max"], "==", 0, full_size=False)


def answer(m):
    most = max(m["mrc/down/max"], m["mrc/up/max"])
    return (
        f"Yes: with k of 8 links the goodput is {within(most)} of "
        f"k/8, at most {m['mrc/back/max']:.0f} us after a cut."
    )
