# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What figures 9a to 10 have in common: two hosts write to one another, and from 5 ms on something fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from . import measure
from .drawing.experiment import Lines, Plot, Row, over_time
from .measure import Window, between
from .suite.definition import Measure
from .suite.evaluation import Measured

BEFORE, FROM_FAULT = between("1ms", "5ms"), between("5ms")

#: Length of the shortest means that claims speak of.
SAMPLE = "200us"

#: Three seeds of MRC.
SWEEP: dict[str, Any] = {
    "untilStop": True,
    "seeds": [1, 2, 3],
    "runs": [{"key": "mrc", "label": "MRC, 4 QPs per direction"}],
}

GOODPUT_BEFORE = Measure("before", lambda run: measure.goodput(run, "*", BEFORE, "sum"), "Gb/s",
                         "goodput before", "both directions")  # fmt: skip
BACK = Measure("back", lambda run: measure.recovery(run, "goodput_95_after_ns", "max") / 1e3, "us",
               "95 % of what is left back")  # fmt: skip
FAILED = Measure("failed", lambda run: measure.recovery(run, "qps_failed", "sum"), label="QPs failed")

#: Of faults in the fabric, which goodput should not show.
UNNOTICED = [
    GOODPUT_BEFORE,
    Measure("one_way", lambda run: measure.goodput(run, "*", BEFORE), "Gb/s", note="one direction"),
    Measure("there", lambda run: measure.dip(run, "there", SAMPLE, FROM_FAULT), "Gb/s",
            "least goodput there", "lowest sample"),
    Measure("back", lambda run: measure.dip(run, "back", SAMPLE, FROM_FAULT), "Gb/s",
            "least goodput back", "lowest sample"),
    Measure("kept", lambda run: measure.kept(run, "*", BEFORE, FROM_FAULT, "min"),
            label="part of the goodput kept"),
]  # fmt: skip
RETIRED = Measure("retired", lambda run: measure.recovery(run, "evs_retired", "sum"),
                  label="EVs retired", note="EVs")  # fmt: skip


def afterwards(window: Window) -> Measure:
    """What is back in a window, in the worse direction."""
    return Measure("after", lambda run: measure.kept(run, "*", BEFORE, window, "min"),
                   label="part of the goodput afterwards")  # fmt: skip


def goodput_over_time(text: str) -> Callable[[Measured], Iterator[Plot]]:
    """The ``draw`` of a figure: one plot, and what its page says of it before what is said of all."""

    def draw(m: Measured) -> Iterator[Plot]:
        lines = [Lines("*", "both directions", strong=True, reduce="total"), Lines("*", "either direction")]
        rows = [Row("job.throughput_gbps", "goodput (Gb/s)", lines)]
        more = ", seed 1; the lines of the two directions lie on one another."
        yield over_time(m, rows, faults=True, title="Goodput over time", text=text + more)

    return draw
