# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Flapping links under an all-reduce.

Question: How many flapping links does an all-reduce tolerate?

Paper: Figure 5: up to 12 flaps per minute of T0-T1 links during a production job have no measurable effect on
its throughput.

Setup: 64 hosts with four ports of 100 Gb/s, 16 per T0, 16 T1s per plane, hence 256 T0-T1 links; a ring
all-reduce of 16 MB (0.9 ms) runs 12 times. Every link flaps at random, 3.9 times per second, which is 1,000
flaps per second in all, 5,000 times the rate of the paper; each takes the link down for 200 us. EVs are
probed every 50 us. A flap delays the step that it hits by about 35 us, if the ring has packets on the link: a
chain of 126 messages waits for each lost packet, and when an EV loses all its packets, loss detection takes
four base RTTs (rule B of the loss rules; rule C, OooThreshold, is off by default). This is 2 to 4 % of a step
with one flap per step. Three seeds.
"""

from mrcbench import measure
from mrcbench.figure import Level, Lines, Measure, Row, bars, claim, over_time, summaries


def sweep(full):
    rule_c = {"transport.attributes": {"ns3::MrcQpParameters::OooThreshold": 16}}
    return {
        "quick": ["workload[0].bytes=1MB", "workload[0].repeat=4"],
        "seeds": [1, 2, 3],
        "runs": [
            {"key": "none", "label": "no flaps", "settings": {"faults": []}},
            {"key": "flaps", "label": "1,000 per second"},
            {"key": "hundred", "label": "100 per second", "settings": {"faults[0].perSecond": 0.390625}},
            {"key": "sooner", "label": "1,000, rule C at 16", "settings": rule_c},
        ],
    }


MEASURES = [
    Measure("step", lambda run: measure.steps(run, "ring"), "us", "step, mean"),
    Measure("worst", lambda run: measure.steps(run, "ring", stat="max"), "us", "step, slowest"),
    Measure("flaps", lambda run: measure.events(run, "link-down")),
    Measure("lost", lambda run: measure.recovery(run, "lost_packets", absent=0), label="packets lost",
            note="packets"),
    Measure("bad", lambda run: measure.events(run, "ev-bad"), label="EVs retired"),
    Measure("good", lambda run: measure.events(run, "ev-good")),
    *summaries(timeouts=("timeouts", "time-outs"), failed=("qp_errors", "")),
]  # fmt: skip
TABLE = ["step", "worst", "flaps", "lost", "bad", "timeouts"]


def draw(m):
    levels = [Level("mean without flaps", m["none/step"])]
    yield over_time(m, [Row("job.step_us", "step (us)", [Lines("ring", "step", strong=True)], levels=levels)],
                    runs=["none", "flaps", "sooner"], title="The time of each step",
                    text="Seed 1; the height of the line is the duration of the current step.")
    yield bars(m, "step", title="Mean step", ylabel="step (us)")


def claims(m):
    published = "no effect of 12 per minute"
    for text, metric, bound, said in (
        ("1,000 flaps per second: steps take at most 5 % longer, mean of the seeds", "flaps/step", 1.05, ""),
        ("1,000 flaps per second: the slowest step takes at most 20 % longer", "flaps/worst/max", 1.2, ""),
        ("100 flaps per second: steps take at most 1 % longer", "hundred/step", 1.01, published),
        ("1,000 flaps per second, losses detected after 16 packets: steps take 2 % longer at most, any seed",
         "sooner/step/max", 1.02, ""),
    ):
        yield claim(text, m[metric] / m["none/step"], "<=", bound, "%", said)
    for text, measured in (("No QP fails", "failed"), ("No time-out", "timeouts")):
        yield claim(text, m[f"flaps/{measured}/max"], "==", 0, full_size=False)
    yield claim("At least 90 % of the retired EVs return to service", m["flaps/good"] / m["flaps/bad"], ">=",
                0.9, "%")


def answer(m):
    def longer(run):
        return 100 * (m[f"{run}/step"] / m["none/step"] - 1)

    return (
        f"With 1,000 flaps per second steps take {longer('flaps'):.1f} % longer, {longer('sooner'):.1f} % if "
        f"rule C declares losses after 16 packets, and {longer('hundred'):.1f} % with 100 flaps per second."
    )
