# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A T0 fails.

Question: How much goodput do the hosts below a T0 lose when it fails?

Paper: Figure 10: a T0 switch fails below two NICs of one T0 group that write to one another: about 100 Gb/s
less per direction in steady state.

Setup: Two hosts with 8 ports of 100 Gb/s below the same T0s; 4 QPs in either direction, continuous writes.
The T0 of plane 0 is down from 5 ms to 15 ms; in another run only the ports of both hosts in plane 0 are down.
1 s of the paper is 1 ms here. All settings of the protocol are the defaults.
"""

from mrcbench import measure
from mrcbench.figure import Level, Measure, claim
from mrcbench.measure import between
from mrcbench.pair import BEFORE, FAILED, GOODPUT_BEFORE, PAPER, afterwards, goodput_over_time

DOWN = between("5200us", "15ms")
DOWN_SETTLED = between("6ms", "15ms")
AFTER = between("16ms")


def sweep(full):
    ports_down = [
        {"at": "5ms", "what": "nic-port-down", "host": host, "plane": 0, "for": "10ms"} for host in (0, 1)
    ]
    return {
        "untilStop": True,
        "seeds": [1, 2, 3],
        "runs": [
            {"key": "switch", "label": "T0 down"},
            {"key": "plane", "label": "ports of one plane down", "settings": {"faults": ports_down}},
        ],
    }


MEASURES = [
    GOODPUT_BEFORE,
    Measure("during", lambda run: measure.goodput(run, "*", DOWN_SETTLED, "sum"), "Gb/s",
            "goodput during", "both directions"),
    Measure("off", lambda run: 100 * measure.tracks(run, "*", BEFORE, DOWN, every=0, levels=[7 / 8]),
            "% off 7/8", "distance from 7/8"),
    afterwards(AFTER),
    Measure("again", lambda run: measure.summary(run, "retransmitted_packets"),
            label="packets sent again", note="packets sent again"),
    FAILED,
]  # fmt: skip

draw = goodput_over_time("The T0 or the ports are down in the shaded interval. Samples of 200 us",
                         [Level("the paper: 100 Gb/s per direction less than 1,540",
                                PAPER - 200)])  # fmt: skip


def lost(m):
    """Goodput lost per direction while the T0 is down."""
    return (m["switch/before"] - m["switch/during"]) / 2


def claims(m):
    yield claim("Goodput lost per direction while the T0 is down", lost(m), "about", 100, "Gb/s",
                "about 100 Gb/s", full_size=False)
    yield claim("7/8 of the goodput while the T0 is down, within 5 %, each direction, every seed",
                m["switch/off/max"], "<=", 5, "% off", full_size=False)
    for words, compare, bound in (("at least", ">=", 0.99), ("at most", "<=", 1.01)):
        yield claim(f"The goodput is that with one plane's ports down, within 1 % ({words})",
                    m["switch/during"] / m["plane/during"], compare, bound, "%", "100 %: as one plane",
                    full_size=False)
    yield claim("The full goodput is back afterwards (99 %), worse direction", m["switch/after/min"],
                ">=", 0.99, "%", full_size=False)
    yield claim("No QP fails", m["switch/failed/max"], "==", 0, full_size=False)


def answer(m):
    return (
        f"An eighth: {lost(m):.0f} Gb/s per direction (paper: about 100), as with one plane's ports down; "
        f"{100 * m['switch/after/min']:.1f} % are back afterwards."
    )
