# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A single-path elephant flow together with MRC flows.

Question: What does a single-path flow in one plane cost the MRC flows that share its ports?

Paper: Section 4: single-path traffic on the back-end network constrains MRC to its most congested plane.

Setup: 16 hosts with 4 ports of 100 Gb/s, 4 racks, 8 T1s per plane; host n sends continuously to host n + 4
with MRC. At 5 ms host 1 starts a RoCEv2 flow (the elephant) to host 10 in plane 0: it shares host 1's port
with one MRC flow and host 10's port with another. Before: 1 to 5 ms; with the elephant: 7 to 20 ms.
"""

from mrcbench import measure
from mrcbench.figure import Level, Lines, Measure, Row, claim, over_time

BEFORE = measure.between("1ms", "5ms")
BESIDE = measure.between("7ms")
SOURCE, TARGET = "mrc-1", "mrc-6"  # the MRC flows that share a port with the elephant
OTHERS = ["mrc-0", "mrc-[2-5]", "mrc-[7-9]", "mrc-1?"]


def sweep(full):
    line_rate = {"ns3::RoceQpFactory::RateControl": "ns3::RoceFixedRate"}
    repeat = {**line_rate, "ns3::RoceQpParameters::Reliability": "selective-repeat"}
    return {
        "untilStop": True,
        "quick": ["stop=6ms"],
        "seeds": [1, 2, 3],
        "runs": [
            {"key": "dcqcn", "label": "DCQCN"},
            {"key": "ecn", "label": "DCQCN, last hop marked",
             "settings": {"switch": {"ecn": {"lastHop": True}}}},
            {"key": "fixed", "label": "line rate", "settings": {"transport.attributes": line_rate}},
            {"key": "repeat", "label": "line rate, selective repeat",
             "settings": {"transport.attributes": repeat}},
        ],
    }  # fmt: skip


def beside(jobs, stat="mean"):
    return lambda run: measure.goodput(run, jobs, BESIDE, stat)


MEASURES = [
    Measure("before", lambda run: measure.goodput(run, "mrc-*", BEFORE, "min"), "Gb/s",
            "slowest MRC flow before", "slowest"),
    Measure("elephant", beside("elephant"), "Gb/s"),
    Measure("source", beside(SOURCE), "Gb/s", "MRC, same source"),
    Measure("target", beside(TARGET), "Gb/s", "MRC, same target"),
    Measure("others", beside(OTHERS), "Gb/s", "MRC, others"),
    Measure("source_sum", beside([SOURCE, "elephant"], "sum"), "Gb/s",
            "MRC of the same source and elephant"),
    Measure("target_sum", beside([TARGET, "elephant"], "sum"), "Gb/s",
            "MRC of the same target and elephant"),
    Measure("payload", measure.payload, "Gb/s"),
]  # fmt: skip
TABLE = ["before", "elephant", "source", "target", "others", "source_sum", "target_sum"]


def draw(m):
    lines = [
        Lines("elephant", "elephant", strong=True),
        Lines(SOURCE, "MRC, same source", strong=True),
        Lines(TARGET, "MRC, same target", strong=True),
        Lines(OTHERS, "MRC, others"),
    ]
    yield over_time(m, [Row("job.throughput_gbps", "goodput (Gb/s)", lines, smooth="500us",
                        levels=[Level("without the elephant", "before")])],
                    title="Goodput over time", text="Means over 500 us, seed 1.")  # fmt: skip


def claims(m):
    def kept(run, part):
        return m[f"{run}/{part}"] / m[f"{run}/before"]

    yield claim("Without the elephant every MRC flow has 97 % of line rate",
                m["fixed/before/min"] / m["fixed/payload"], ">=", 0.97, "%")
    yield claim("Same source: MRC uses the rest of the port (98 % together with the elephant)",
                kept("fixed", "source_sum/min"), ">=", 0.98, "%")
    yield claim("Same target, elephant with DCQCN: MRC loses more goodput than the elephant gains",
                kept("dcqcn", "target_sum/max"), "<=", 0.95, "%",
                "MRC is constrained to its most congested plane")
    yield claim("Same target, elephant at line rate: both together lose 15 % or more",
                kept("fixed", "target_sum/max"), "<=", 0.85, "%")
    yield claim("The other flows keep 97 %, mean", kept("fixed", "others/min"), ">=", 0.97, "%")
    yield claim("With ECN on the last hop the DCQCN elephant slows down and MRC keeps 97 %",
                kept("ecn", "target/min"), ">=", 0.97, "%")


def answer(m):
    def lost(run):
        return 100 * (1 - m[f"{run}/target"] / m[f"{run}/before"])

    return (
        f"An elephant with DCQCN has {m['dcqcn/elephant']:.0f} Gb/s, and the MRC flow to the same host loses "
        f"{lost('dcqcn'):.0f} % of its goodput; if the last hop marks, the elephant has "
        f"{m['ecn/elephant']:.0f} Gb/s and MRC loses {lost('ecn'):.1f} %."
    )
