# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Two tiers of the reference simulator of UET.

Question: Does MRC with the rules of uet-htsim take the times that uet-htsim takes, on two tiers?

Paper: uet-htsim, NSCC, packets of 4,160 B. Published are times until the sender has the last SACK.

Setup: 64 hosts under 8 T0s with 8 T1s, or 1,024 under 32 with 32; 100 Gb/s, 1 us cables, switches without
latency; profile uec, 64 EVs that switches hash, headers of 122 B. Ours are times until the last byte is
delivered. Random numbers differ, so permutations have three seeds, and
ten where the slowest flow depends most on them.
"""

from mrcbench import measure
from mrcbench.figure import Measure, agreement, bars

SOURCE = "uet-htsim"

#: Numbers of seeds.
SELECTORS = {"oblivious": 10, "reps": 3, "bitmap": 3, "mixed": 3}
EACH = {"ns3::MrcQpParameters::SackThresholdBytes": 4096}
LARGE = {"topology.hosts": 1024, "topology.hostsPerT0": 32, "topology.t1PerPlane": 32}
ALL = {"workload": [{"name": "all-to-all", "type": "all-to-all", "bytes": "256KiB"}]}


def sweep(full):
    def permutation(selector, **settings):
        sacks = {"transport.attributes": EACH} if selector == "reps" else {}
        return {"transport.pathSelector": selector, **sacks, **settings}

    def run(key, label, settings, seeds=1):
        return {"key": key, "label": label, "settings": settings, "seeds": list(range(1, seeds + 1))}

    def alone(last, size):
        return {"workload": [{"name": "alone", "type": "write", "hosts": [0, last], "bytes": size}]}

    large = {**LARGE, "workload[0].bytes": "2MiB"}
    return {
        "quick": ["workload[0].bytes=64KiB"],
        "runs": [
            run("alone", "one flow of 16 MiB", alone(63, "16MiB")),
            *(
                run(each, f"permutation of 16 MiB, {each}", permutation(each), seeds)
                for each, seeds in SELECTORS.items()
            ),
            run("all-to-all", "all-to-all, 256 KiB per pair", ALL),
            run("alone-1024", "one flow of 2 MiB, 1,024 hosts", {**LARGE, **alone(1023, "2MiB")}),
            *(
                run(f"{each}-1024", f"permutation of 2 MiB, 1,024 hosts, {each}",
                    permutation(each, **large), 3)
                for each in ("mixed", "oblivious")
            ),
        ],
    }


MEASURES = [
    Measure("mean", lambda run: measure.fct(run, "*"), "us", "flow time, mean"),
    Measure("p99", lambda run: measure.fct(run, "*", "p99"), "us", "flow time, 99th percentile"),
    Measure("max", lambda run: measure.fct(run, "*", "max"), "us", "slowest flow"),
    Measure("retransmissions", lambda run: measure.summary(run, "retransmitted_packets")),
]

#: Times in us, by run: of all flows, or mean, 99th percentile and longest.
PUBLISHED = {
    "alone": (1372.2,),
    "oblivious": (1605, 1949, 2044),
    "reps": (1527, 1584, 1605),
    "bitmap": (1500, 1537, 1545),
    "mixed": (1496, 1536, 1538),
    "all-to-all": (1268, 1455, 1503),
    "alone-1024": (179.4,),
    "mixed-1024": (198.2, 202.5, 203.4),
    "oblivious-1024": (208.4, 226.7, 258.0),
}


def draw(m):
    yield bars(m, "mean", title="Mean flow time", ylabel="us",
               published={run: times[0] for run, times in PUBLISHED.items()})


def claims(m):
    labels = {run.key: run.label for run in m.experiment.runs}
    for run, values in PUBLISHED.items():
        for name, theirs in zip(("mean", "p99", "max"), values):
            text = f"{labels[run]}: {m.experiment.measures[name].title}"
            yield agreement(text, m[f"{run}/{name}"], theirs, SOURCE)


def answer(m):
    ratios = [each.value / each.bound for each in claims(m)]
    return (
        f"Our times are {100 * min(ratios):.0f} to {100 * max(ratios):.0f} % of those of uet-htsim, "
        f"in {len(ratios)} comparisons."
    )
