# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""T0-T1 links of a rack fail and return.

Question: Does throughput follow the remaining capacity when uplinks of a rack fail?

Paper: Figure 19: (a) with links of 400 Gb/s three of four T0-T1 links fail one after another, with no visible
effect; with T0-T1 links of 100 Gb/s, (b) three of four are removed and added one by one, (c) two at once:
throughput tracks the capacity that is left.

Setup: Cluster D: 16 hosts of 400 Gb/s, 4 racks, 4 spines, one plane; a host of one rack and a host of another
send to each other continuously. An interval of seconds in the paper is 500 us here; retired EVs are probed
after 20 us and then at intervals of up to 100 us, instead of 1 and 64 ms, so that they return to service
within the run. Three seeds.
"""

import json

from mrcbench import measure
from mrcbench.figure import Level, Lines, Measure, Row, bars, claim, over_time, summaries

THIN = "topology.fabricRate=100Gbps"
BEFORE = measure.between("200us", "500us")


def sweep(full):
    def down(t1, at, lasts):
        return {"at": at, "what": "link-down", "link": {"plane": 0, "t0": 0, "t1": t1}, "for": lasts}

    pairs = [*(down(t1, "500us", "1500us") for t1 in (0, 1)), *(down(t1, "3ms", "1ms") for t1 in (2, 3))]
    return {
        "untilStop": True,
        "quick": ["stop=3100us"],
        "seeds": [1, 2, 3],
        "runs": [
            {"key": "wide", "label": "(a) 400 Gb/s, one by one"},
            {"key": "one", "label": "(b) 100 Gb/s, one by one", "settings": [THIN]},
            {"key": "two", "label": "(c) 100 Gb/s, two at once",
             "settings": [THIN, f"faults={json.dumps(pairs)}"]},
        ],
    }  # fmt: skip


def kept(start, end=None, stat="min"):
    """The part of its goodput that the worse ("min") or the better ("max") direction keeps in a window."""
    return lambda run: measure.kept(run, "*", BEFORE, measure.between(start, end), stat)


def recovered(run, column, **keys):
    return measure.recovery(run, column, "max", **keys) / 1e3


MEASURES = [
    Measure("whole", lambda run: measure.goodput(run, "*", BEFORE), "Gb/s", "goodput before, per direction",
            "before, per direction"),
    Measure("first", kept("700us", "1ms"), label="part left after the first failure",
            note="of whole, after the first failure"),
    Measure("second", kept("1200us", "1500us"), label="part left after the second", note="after the second"),
    Measure("third", kept("2ms", "3ms"), label="part left after the third", note="after the third"),
    Measure("most_third", kept("2ms", "3ms", "max")),
    Measure("other", kept("3500us", "4ms"), note="from 3.5 to 4 ms"),
    Measure("most_other", kept("3500us", "4ms", "max")),
    Measure("end", kept("4500us"), label="part with all links back", note="all links back"),
    Measure("dip", lambda run: recovered(run, "goodput_95_after_ns", faults=[0, 1, 2], absent=1e9), "us",
            note="longest time until 95 % of the remaining capacity"),
    Measure("loss", lambda run: recovered(run, "loss_free_after_ns"), "us", "last loss",
            "last loss after the failure"),
    *summaries(failed=("qp_errors", "QPs failed")),
]  # fmt: skip
TABLE = ["whole", "first", "second", "third", "end", "loss", "failed"]


def draw(m):
    lines = [Lines("flow", "MRC, one direction", strong=True), Lines("back", "MRC, the other")]
    quarters = [Level("quarters of the goodput before", part / 4 * m["wide/whole"]) for part in (1, 2, 3)]
    yield over_time(m, [Row("job.throughput_gbps", "goodput (Gb/s)", lines, levels=quarters)], faults=True,
                    title="Goodput over time",
                    text="""
                    Samples of 20 us, seed 1; links are down in the shaded intervals, which are darker with
                    each link. If half of the paths or more fail, it may take a time-out (128 us) until the
                    other paths are used.""")
    yield bars(m, "loss", title="The last packet lost after a failure", ylabel="time (us)")


def claims(m):
    unseen, tracks = "no visible effect", "tracks the capacity left"
    for words, failures in (("one of four links of 400 Gb/s fails: full rate (98 %)", "first"),
                            ("two links fail: full rate (98 %)", "second"),
                            ("three links fail: full rate (98 %)", "third")):
        yield claim(f"(a) {words}", m[f"wide/{failures}/min"], ">=", 0.98, "%", unseen)
    yield claim("(a) goodput is back within 1 ms each time, not visible in samples of 1 s",
                m["wide/dip/max"], "<=", 1000, "us")
    for words, metric, compare, bound, published in (
        ("(b) three of four links of 100 Gb/s left: 3/4 of the rate, less 3 %", "one/first/min", ">=", 0.7275,
         tracks),
        ("(b) two left: 1/2, less 3 %", "one/second/min", ">=", 0.485, tracks),
        ("(b) one left: 1/4, less 3 %", "one/third/min", ">=", 0.2425, tracks),
        ("(b) one left: at most 0.26 of the rate", "one/most_third/max", "<=", 0.26, ""),
        ("(b) all four back: full rate (98 %)", "one/end/min", ">=", 0.98, ""),
        ("(c) two of four lost at once: 1/2, less 3 %", "two/second/min", ">=", 0.485, tracks),
        ("(c) the other two lost at once, later: 1/2, less 3 %", "two/other/min", ">=", 0.485, ""),
        ("(c) the other two lost: at most 1/2, plus 3 %", "two/most_other/max", "<=", 0.515, ""),
        ("(c) all four back: full rate (98 %)", "two/end/min", ">=", 0.98, ""),
    ):
        yield claim(words, m[metric], compare, bound, "%", published)
    for words, run in (("(a) no QP fails", "wide"), ("(b) no QP fails", "one"), ("(c) no QP fails", "two")):
        yield claim(words, m[f"{run}/failed/max"], "==", 0, full_size=False)


def answer(m):
    def percent(metric):
        return f"{100 * m[metric]:.0f}"

    return (
        f"Yes: with links of 100 Gb/s the worse direction keeps {percent('one/first/min')}, "
        f"{percent('one/second/min')} and {percent('one/third/min')} % when three of four fail one by one, "
        f"and {percent('two/second/min')} % when two fail at once; with links of 400 Gb/s it keeps "
        f"{percent('wide/third/min')} % on the last one."
    )
