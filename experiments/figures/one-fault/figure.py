# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Duration of packet loss after one failed link or port.

Question: For how long does one dead link, or one dead port, cost packets?

Paper: Failures are bypassed in a few tens of microseconds; failures of a NIC port by a port status update.

Setup: 64 hosts, 4 planes of 100 Gb/s, 8 T1s per plane, a permutation of 10 MB. At 60 us a T0-T1 link or a NIC
port fails. The loss time of a QP is from its first to its last lost packet; the result is that of the QP with
the longest loss time. 50 seeds.
"""

from mrcbench import measure
from mrcbench.figure import Level, Measure, bars, claim, summaries

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
    Measure("losses", lambda run: measure.recovery(run, "longest_qp_loss_ns", absent=0) / 1e3, "us",
            "longest loss of a QP"),
    Measure("all", lambda run: measure.recovery(run, "loss_free_after_ns", absent=0) / 1e3, "us",
            "last loss"),
    Measure("back", lambda run: measure.recovery(run, "goodput_95_after_ns", absent=NEVER) / 1e3, "us",
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
    yield bars(m, "losses", title="Losses of a QP, first to last", ylabel="time (us)",
               levels=[Level("the paper: a few tens of microseconds, drawn at 30", 30)], text="""
        In these runs a failed T0-T1 link is detected by packets that are sent ReoWindow (4 base RTTs) after
        the lost ones; a failed port by the NIC itself, and by its peers with a port status
        update.""")  # fmt: skip


def claims(m):
    for metric, words, bound in (
        ("link/losses", "A link, in these runs: no QP loses packets for longer than 45 us (ReoWindow and one "
                        "round trip with queues), any seed", 45),
        ("port/losses", "A port, in these runs: no QP loses packets for longer than 25 us (LinkDownDetect, a "
                        "port status update and the packets in flight), any seed", 25),
        ("link/back", "A link: goodput of its hosts is back within 100 us, any seed", 100),
        ("port/back", "A port: goodput of its hosts is back within 100 us, any seed", 100),
    ):
        yield claim(words, m[f"{metric}/max"], "<=", bound, "us")
    for metric, words in (
        ("link/others", "A link: no EV with a healthy path is retired, any seed"),
        ("port/retired", "A port: no EV is retired, because the fault is attributed to the port"),
        ("link/errors", "No QP fails, any seed"),
    ):
        yield claim(words, m[f"{metric}/max"], "==", 0, full_size=False)


def answer(m):
    return (
        f"The worst QP of {len(m.experiment.runs[0].seeds)} runs loses packets for "
        f"{m['link/losses/max']:.0f} us after a dead link and for {m['port/losses/max']:.0f} us "
        f"after a dead port (paper: a few tens of microseconds); the mean is {m['link/losses']:.0f} and "
        f"{m['port/losses']:.0f} us."
    )
