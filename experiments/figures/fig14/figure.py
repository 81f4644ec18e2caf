# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""ECN marks move a flow from one EV to another.

Question: Do ECN marks move a flow away from a path to which another flow is pinned?

Paper: Figure 14: two pairs of hosts have two EVs in one plane, flow 1 is on EV-A. At about 65 s flow 2 is
pinned to EV-A. ECN moves flow 1 to EV-B, and both flows keep near line rate.

Setup: Four hosts with 8 ports of 100 Gb/s under two T0s, two T1s per plane: two EVs per plane, both active.
In plane 3 flow 1 uses only EV-A (0x3000) and flow 2 only EV-B, because the other EV is denied. At 1 ms (65 s
in the paper) a denial of EV-B pins flow 2 to EV-A, and flow 1 may use both. By default a mark skips an EV for
one turn and a trim for four; in a plane with two active EVs a mark does so only while the EV has twice the
mark rate of the plane (SkipMarkRatio). At least half and at most three quarters of flow 1's packets leave
EV-A. The other run has a SKIP of up to 1 ms, as in one implementation.
"""

from mrcbench import measure
from mrcbench.figure import Level, Lines, Measure, Row, claim, over_time
from mrcbench.measure import between

FLOWS = {"flow 1": "h0 to h2", "flow 2": "h1 to h3"}
EV_A, EV_B = "0x3000", "0x3001"

BEFORE = between("200us", "1ms")
PINNED = between("1100us")
SETTLED = between("2ms")


def sweep(full):
    attributes = {"SkipTurnsEcn": 255, "SkipTurnsTrim": 255, "SkipMaxAge": 160}
    long_skip = {f"ns3::MrcEvParameters::{name}": value for name, value in attributes.items()}
    return {
        "untilStop": True,
        "quick": ["stop=1300us"],
        "seeds": [1, 2, 3],
        "runs": [
            {"key": "turn", "label": "SKIP for one turn (default)"},
            {"key": "long", "label": "SKIP for up to 1 ms", "settings": {"transport.attributes": long_skip}},
        ],
    }


def sent(flow, ev, window):
    """Rate of a flow on an EV of plane 3, Gb/s."""
    return lambda run: measure.series(run, "ev.gbps", f"{FLOWS[flow]} ev {ev}", window)


MEASURES = [
    Measure("first", lambda run: measure.goodput(run, "flow-1", PINNED), "Gb/s",
            "goodput of flow 1", "flow 1, from 1.1 ms"),
    Measure("second", lambda run: measure.goodput(run, "flow-2", PINNED), "Gb/s",
            "goodput of flow 2", "flow 2"),
    Measure("before", lambda run: measure.goodput(run, "flow-*", BEFORE, "min"), "Gb/s",
            "goodput before, slower flow", "until 1 ms"),
    Measure("kept", lambda run: measure.kept(run, "flow-*", BEFORE, PINNED, "min"),
            note="the worse of the two, relative to that"),
    Measure("a", sent("flow 1", EV_A, SETTLED), "Gb/s", "flow 1 on EV-A", "flow 1 on EV-A, from 2 ms"),
    Measure("b", sent("flow 1", EV_B, SETTLED), "Gb/s", "flow 1 on EV-B", "flow 1 on EV-B"),
    Measure("b_before", sent("flow 1", EV_B, BEFORE), "Gb/s"),
    Measure("both", sent("flow 1", "*", SETTLED), "Gb/s"),
    Measure("pinned", sent("flow 2", EV_A, SETTLED), "Gb/s", "flow 2 on EV-A", "flow 2 on EV-A"),
    Measure("trims", lambda run: measure.summary(run, "trimmed_packets"), label="packets trimmed"),
    Measure("retired", lambda run: measure.summary(run, "evs_retired")),
]  # fmt: skip
TABLE = ["before", "first", "second", "a", "b", "pinned", "trims"]


def draw(m):
    jobs = [Lines(flow.replace(" ", "-"), flow, strong=True) for flow in FLOWS]
    before = Level("before, slower flow", "before")
    rows = [Row("job.throughput_gbps", "goodput (Gb/s)", jobs, smooth="50us", levels=[before])]
    for name, ev in (("EV-A", EV_A), ("EV-B", EV_B)):
        on_ev = [Lines(f"{hosts} ev {ev}", flow, strong=True) for flow, hosts in FLOWS.items()]
        rows.append(Row("ev.gbps", f"on {name} (Gb/s)", on_ev, smooth="50us"))
    yield over_time(
        m,
        rows,
        start="500us",
        title="Goodput of the flows, and their rates in plane 3",
        text="Means over 50 us, seed 1. Flow 2 is pinned to EV-A at 1 ms.",
    )


def claims(m):
    yield claim("Both flows keep 95 % of their goodput, every seed", m["turn/kept/min"],
                ">=", 0.95, "%", "near line rate")
    yield claim("With the long SKIP both keep 98 %", m["long/kept/min"], ">=", 0.98, "%")
    yield claim("Until 1 ms flow 1 uses only EV-A", m["turn/b_before/max"], "<=", 0, "Gb/s",
                full_size=False)
    yield claim("ECN moves flow 1's packets in the plane to EV-B: 90 % of them, every seed",
                m["turn/b/min"] / m["turn/both"], ">=", 0.9, "%", "flow 1 moves to EV-B",
                because="a mark skips an EV for one turn", without=m["long/b/min"] / m["long/both"])
    yield claim("With a SKIP of one turn at least half of them move", m["turn/b/min"] / m["turn/both"],
                ">=", 0.5, "%")
    yield claim("With the long SKIP at least 90 %", m["long/b/min"] / m["long/both"], ">=", 0.9, "%")
    yield claim("Flow 2 stays on EV-A and fills its port in the plane (95 Gb/s)", m["turn/pinned/min"],
                ">=", 95, "Gb/s")
    yield claim("No EV is retired because of congestion", m["turn/retired/max"], "==", 0, full_size=False)


def answer(m):
    def moved(run):
        return 100 * m[f"{run}/b/min"] / m[f"{run}/both"]

    return (
        f"Yes: at least {moved('turn'):.0f} % of flow 1's packets in the plane move to EV-B if a mark skips "
        f"an EV for one turn, {moved('long'):.0f} % if it does for up to 1 ms; both flows keep "
        f"{100 * m['turn/kept/min']:.0f} and {100 * m['long/kept/min']:.0f} % of their goodput."
    )
