# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Two jobs on the same cluster, by placement.

Question: How much do two jobs on the same racks slow each other down?

Paper: The announcement: jobs that share the cluster do not affect one another.

Setup: 32 hosts of 100 Gb/s under four T0s, eight T1s. A ring all-reduce (8 MB) and an all-to-all (500 KB per
pair), 16 hosts each, placed by the scheduler: packed (two racks each), spread (half of every rack each),
random. No host, and so no link of a host, belongs to both jobs. With spread the jobs share the uplinks and
together use their full capacity. Each job runs alone on its hosts, and both run together; RoCE with DCQCN and
PFC. Results are a job's time together over its time alone, mean of the steps that end within 9 ms, while both
jobs run. Three seeds.
"""

from mrcbench import measure
from mrcbench.figure import PAUSES, Level, Measure, claim, groups

PLACEMENTS = ["packed", "spread", "random"]
BOTH_BUSY = measure.between(end="9ms")
JOBS = {"reduce": "all-reduce", "exchange": "all-to-all"}


def sweep(full):
    def point(placement):
        settings = [f"workload[{job}].hosts.placement={placement}" for job in (0, 1)]
        return {"label": placement, "settings": settings}

    roce = ["transport.type=roce", "switch.pfc=true"]
    qps = [f"workload[{job}].qps=8" for job in (0, 1)]
    return {
        "quick": ["workload[0].bytes=1MB"],
        "seeds": [1, 2, 3],
        "isolation": True,
        "runs": [
            {"key": "mrc", "label": "MRC, 1 QP"},
            {"key": "roce", "label": "RoCE, 1 QP", "settings": roce},
            {"key": "roce8", "label": "RoCE, 8 QPs", "settings": [*roce, *qps]},
        ],
        "points": [point(placement) for placement in PLACEMENTS],
    }


def slowdown(job):
    return Measure(
        job, lambda run, alone: measure.isolation(run, alone, job, BOTH_BUSY),
        label=f"{JOBS[job]}: time together / alone", alone=True,
    )  # fmt: skip


MEASURES = [
    *map(slowdown, JOBS),
    PAUSES,
    Measure("violations", lambda run: measure.summary(run, "lossless_violations")),
]
GRIDS = [*JOBS]
TABLE = [*JOBS, "pauses"]


def draw(m):
    for job, name in JOBS.items():
        yield groups(m, job, title=f"The {name}", ylabel="time together / alone",
                     levels=[Level("no effect", 1)])  # fmt: skip


def claims(m):
    for metric, words in (
        ("mrc@spread/reduce", "MRC, spread: the all-reduce takes at most 5 % longer in these runs, every "
                              "seed, although no uplink has free capacity"),
        ("mrc@spread/exchange", "MRC, spread: the all-to-all takes at most 5 % longer in these runs"),
        ("mrc@random/reduce", "MRC, random: the all-reduce takes at most 5 % longer, every seed"),
        ("mrc@random/exchange", "MRC, random: the all-to-all takes at most 5 % longer, every seed"),
    ):
        yield claim(words, m[f"{metric}/max"], "<=", 1.05, "%", "jobs do not affect one another")
    for metric, words, bound in (
        ("roce@spread/reduce", "RoCE, 1 QP, spread: the all-reduce takes 10 % longer or more, mean", 1.1),
        ("roce@spread/exchange", "RoCE, 1 QP, spread: the all-to-all takes 10 % longer or more", 1.1),
        ("roce8@spread/reduce", "RoCE, 8 QPs, spread: the all-reduce takes 10 % longer or more", 1.1),
        ("roce8@spread/exchange", "RoCE, 8 QPs, spread: the all-to-all takes 5 % longer or more", 1.05),
    ):
        yield claim(words, m[metric], ">=", bound, "%")
    for metric, words in (
        ("roce@packed/reduce", "RoCE, 1 QP, packed: the all-reduce takes at most 1 % longer; the jobs "
                               "share no rack and no uplink in these runs"),
        ("roce@packed/exchange", "RoCE, 1 QP, packed: the all-to-all takes at most 1 % longer"),
    ):
        yield claim(words, m[f"{metric}/max"], "<=", 1.01, "%")
    yield claim("RoCE: no drop in the lossless class", m["roce8/violations/max"], "==", 0, full_size=False)


def answer(m):
    def longer(run, job):
        return f"{100 * (m[f'{run}@spread/{job}'] - 1):.0f} %"

    return (
        f"If both are spread over all racks, the all-reduce takes {longer('mrc', 'reduce')} longer with MRC, "
        f"{longer('roce', 'reduce')} with RoCE and {longer('roce8', 'reduce')} with eight QPs of RoCE; the "
        f"all-to-all {longer('mrc', 'exchange')}, {longer('roce', 'exchange')} and "
        f"{longer('roce8', 'exchange')}."
    )
