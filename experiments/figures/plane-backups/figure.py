# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Backup EVs of the same plane, or of any plane.

Question: Why is a retired EV replaced by one of the same plane?

Paper: Section 4: a retired EV is replaced by one of its own plane, so that the load of all planes stays
equal; otherwise the planes with the replacements would have an incast that the host as a whole does not have.

Setup: Three hosts send to a fourth over four planes of 100 Gb/s; 12 of 16 uplinks of plane 0 are dead at
each sender's T0. 16 paths per plane, 4 active at first, 12 backups. A first incast detects the dead paths; a
second of 30 MB per sender is measured. Planes have equal turns (default), or turns by their number of active
EVs (ns3::MrcSpraySelector::PlaneTurns), as in one rotation over all EVs; with the latter, backups are of the
same plane, or of any (ns3::MrcEvParameters::SamePlaneBackup). Six seeds.
"""

from mrcbench import measure
from mrcbench.figure import Measure, bars, claim, summaries


def sweep(full):
    by_evs = {"ns3::MrcSpraySelector::PlaneTurns": "evs"}
    any_plane = {**by_evs, "ns3::MrcEvParameters::SamePlaneBackup": False}

    def run(key, label, attributes):
        return {"key": key, "label": label, "settings": {"transport.attributes": attributes}}

    return {
        "quick": ["workload[1].bytes=6MB"],
        "seeds": list(range(1, 7)),
        "runs": [
            {"key": "equal", "label": "MRC, planes in turn"},
            run("same", "MRC, by EVs, same plane", by_evs),
            run("any", "MRC, by EVs, any plane", any_plane),
        ],
    }


MEASURES = [
    *summaries(trims=("trimmed_packets", "packets trimmed")),
    Measure("time", lambda run: measure.steps(run, "incast") / 1e3, "ms", "time of the second incast",
            "the second incast"),
    *summaries(
        wrongly=("evs_retired_wrongly", "healthy EVs retired"),
        errors=("qp_errors", "QPs failed"),
    ),
]  # fmt: skip


def draw(m):
    yield bars(m, "trims", title="Packets trimmed", ylabel="packets trimmed", text="""
        In these runs, with backups of any plane, the planes with more active EVs get more than a quarter of
        the packets, and the last link trims the excess.""")


def claims(m):
    yield claim("Backups of any plane: 25 % more packets are trimmed in these runs than with backups of the "
                "same plane, mean of the seeds", m["any/trims"] / m["same/trims"], ">=", 1.25, "%",
                "avoids false incast")  # fmt: skip
    yield claim("Planes in turn: in these runs at most 15 % more trims than with backups of the same plane",
                m["equal/trims"] / m["same/trims"], "<=", 1.15, "%")  # fmt: skip
    for metric, words in (("wrongly", "No healthy EV is retired"), ("errors", "No QP fails")):
        yield claim(f"{words}, any seed", m[f"any/{metric}/max"], "==", 0, full_size=False)


def answer(m):
    return (
        f"Backups of any plane load the planes unevenly: in these runs {m['any/trims']:,.0f} packets are "
        f"trimmed, and {m['same/trims']:,.0f} with backups of the same plane, mean of the seeds."
    )
