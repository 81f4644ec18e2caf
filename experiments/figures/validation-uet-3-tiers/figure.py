# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Three tiers of the reference simulator of UET.

Question: Does MRC with the rules of uet-htsim take the times that uet-htsim takes, on three tiers?

Paper: uet-htsim, NSCC, packets of 4,150 B, queues of a BDP, ECN from 0.2 to 0.8 BDP. Published are times
until the sender has the last SACK.

Setup: fat trees of 16 and 1,024 hosts, 100 Gb/s, 1 us cables, so the base RTT is about 12 us; 2 MB per flow,
profile uec, 128 EVs that switches hash, headers of 122 B. Ours are times until the last byte is delivered.
Random numbers differ, so permutations of 16 hosts have ten seeds.
"""

from mrcbench import measure
from mrcbench.figure import Measure, agreement, bars

SOURCE = "uet-htsim"
EACH = {"ns3::MrcQpParameters::SackThresholdBytes": 4096}
LARGE = {"topology.hosts": 1024, "topology.hostsPerT0": 8, "topology.t0PerPod": 8, "topology.t1PerPod": 8,
         "topology.t2PerPlane": 64}  # fmt: skip


def write(name, src, dst):
    return {"name": name, "type": "write", "hosts": [src, dst], "bytes": "2MB"}


def sweep(full):
    def run(key, label, settings, seeds=1):
        return {"key": key, "label": label, "settings": settings, "seeds": list(range(1, seeds + 1))}

    def many(selector):
        sacks = {"transport.attributes": EACH} if selector == "reps" else {}
        label = f"permutation of 1,024 hosts, {selector}"
        return run(f"{selector}-1024", label, {**LARGE, "transport.pathSelector": selector, **sacks})

    incast = {"name": "incast", "type": "incast", "receiver": 0, "senders": {"from": 1, "to": 15},
              "bytes": "2MB"}
    bitmap = {"transport.pathSelector": "bitmap"}
    return {
        "quick": ["workload[0].bytes=64KB"],
        "runs": [
            run("one", "one flow", {"workload": [write("one", 0, 15)]}),
            run("two", "two flows, both directions",
                {"workload": [write("there", 0, 15), write("back", 15, 0)]}),
            run("incast", "incast 15 to 1", {"workload": [incast]}),
            run("permutation", "permutation of 16 hosts", bitmap, 10),
            run("single", "permutation of 16 hosts, one path per flow",
                {"transport.pathSelector": "single"}, 10),
            *(many(selector) for selector in ("oblivious", "bitmap", "reps", "mixed")),
        ],
    }  # fmt: skip


MEASURES = [
    Measure("max", lambda run: measure.fct(run, "*", "max"), "us", "slowest flow"),
    Measure("mean", lambda run: measure.fct(run, "*"), "us", "flow time, mean"),
    Measure("trims", lambda run: measure.summary(run, "trimmed_packets"), label="packets trimmed"),
]

#: Time of the slowest flow in us, by run.
PUBLISHED = {
    "one": 176.2,
    "two": 176.8,
    "incast": 2478,
    "permutation": 194.0,
    "single": 528,
    "oblivious-1024": 212.8,
    "bitmap-1024": 200.5,
    "reps-1024": 198.2,
    "mixed-1024": 193.2,
}


def draw(m):
    yield bars(m, "max", title="Slowest flow", ylabel="us", published=PUBLISHED)


def claims(m):
    labels = {run.key: run.label for run in m.experiment.runs}
    for run, theirs in PUBLISHED.items():
        yield agreement(f"{labels[run]}: slowest flow", m[f"{run}/max"], theirs, SOURCE)


def answer(m):
    ratios = [each.value / each.bound for each in claims(m)]
    return (
        f"Our times are {100 * min(ratios):.0f} to {100 * max(ratios):.0f} % of those of uet-htsim, "
        f"in {len(ratios)} comparisons."
    )
