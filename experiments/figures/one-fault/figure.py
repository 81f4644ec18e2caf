# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""One link, one port: how long it costs packets.

Question: For how long does one dead link, or one dead port, cost packets?

Paper: Failures are bypassed in a few tens of microseconds; a NIC port by a port status update.

Setup: 64 hosts, 4 planes of 100 Gb/s, 8 T1s per plane, a permutation of 10 MB. At 60 us a T0-T1 link dies,
or a port of a NIC. Losses of a QP: from its first lost packet to its last, of the QP where that takes
longest. 50 seeds.
"""

from mrcbench import measure
from mrcbench.figure import Measure, bars, claim, summaries

NEVER = 1e9  # ns, longer than any run


def sweep(full):
    port_down = {"at": "60us", "what": "nic-port-down", "host": 3, "plane": 0}
    return {
        "quick": ["workload[0].bytes=5MB"],
        "seeds": list(range(1, 51)),
        "runs": [
            {"key": "link", "label": "MRC, T0-T1 link"},
            {"key": "port", "label": "MRC, NIC port", "settings": {"faults": [port_down]}},
        ],
    }


MEASURES = [
    Measure("losses", lambda run: measure.recovery(run, "longest_qp_loss_ns", absent=0), "ns",
            "longest loss of a QP"),
    Measure("all", lambda run: measure.recovery(run, "loss_free_after_ns", absent=0), "ns", "last loss"),
    Measure("back", lambda run: measure.recovery(run, "goodput_95_after_ns", absent=NEVER), "ns",
            "95 % of the goodput back"),
    Measure("packets", lambda run: measure.recovery(run, "lost_packets"), label="packets lost"),
    Measure("retired", lambda run: measure.recovery(run, "evs_retired")),
    *summaries(
        others=("evs_retired_wrongly", "healthy EVs retired"),
        errors=("qp_errors", "QPs failed"),
    ),
]  # fmt: skip
TABLE = ["losses", "all", "back", "packets", "others", "errors"]


def draw(m):
    yield bars(m, "losses", title="Losses of a QP, first to last", ylabel="time (ns)", text="""
        A link behind the T0 is noticed by packets that were sent ReoWindow (4 base RTTs) after the lost
        ones; a port by its light, and at the peer by a port status update.""")  # fmt: skip


def claims(m):
    for metric, words, bound in (
        ("link/losses", "A link: no QP loses packets for longer than ReoWindow and one round trip with "
                        "queues, 45 us, any seed", 45_000),
        ("port/losses", "A port: no QP loses packets for longer than LinkDownDetect, a port status update "
                        "and what was under way, 25 us, any seed", 25_000),
        ("link/back", "A link: goodput of the hosts it touches is back within 100 us, any seed", 100_000),
        ("port/back", "A port: so it is", 100_000),
    ):
        yield claim(words, m[f"{metric}/max"], "<=", bound, "ns")
    for metric, words in (
        ("link/others", "A link: no EV with a sound way is retired, any seed"),
        ("port/retired", "A port: no EV is retired at all: the port is to blame"),
        ("link/errors", "No QP fails, any seed"),
    ):
        yield claim(words, m[f"{metric}/max"], "==", 0, full_size=False)
