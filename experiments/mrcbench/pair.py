# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Common parts of figures 9a to 10: two hosts write to each other, and a fault occurs from 5 ms on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from . import measure
from .drawing.experiment import Lines, Plot, Row, over_time
from .drawing.levels import Level
from .measure import Window, between
from .suite.definition import Measure
from .suite.evaluation import Measured

BEFORE, FROM_FAULT = between("1ms", "5ms"), between("5ms")

#: Length of the shortest means in claims.
SAMPLE = "200us"

#: Bandwidth of both directions in the paper, Gb/s, about.
PAPER = 1540

#: Three seeds of MRC.
SWEEP: dict[str, Any] = {
    "untilStop": True,
    "seeds": [1, 2, 3],
    "runs": [{"key": "mrc", "label": "MRC, 4 QPs per direction"}],
}

GOODPUT_BEFORE = Measure("before", lambda run: measure.goodput(run, "*", BEFORE, "sum"), "Gb/s",
                         "goodput before", "both directions")  # fmt: skip
BACK = Measure("back", lambda run: measure.recovery(run, "goodput_95_after_ns", "max") / 1e3, "us",
               "95 % of the remaining capacity back")  # fmt: skip
FAILED = Measure("failed", lambda run: measure.recovery(run, "qps_failed", "sum"), label="QPs failed")

#: The lines of goodput over time.
DIRECTIONS = [
    Lines("*", "MRC, both directions", strong=True, reduce="total"),
    Lines("*", "MRC, either direction"),
]

#: Measures of faults in the fabric that should not reduce goodput.
UNNOTICED = [
    GOODPUT_BEFORE,
    Measure("one_way", lambda run: measure.goodput(run, "*", BEFORE), "Gb/s", note="one direction"),
    Measure("there", lambda run: measure.dip(run, "there", SAMPLE, FROM_FAULT), "Gb/s",
            "lowest goodput, first direction", "lowest sample"),
    Measure("back", lambda run: measure.dip(run, "back", SAMPLE, FROM_FAULT), "Gb/s",
            "lowest goodput, reverse", "lowest sample"),
    Measure("kept", lambda run: measure.kept(run, "*", BEFORE, FROM_FAULT, "min"),
            label="part of the goodput kept"),
]  # fmt: skip
RETIRED = Measure("retired", lambda run: measure.recovery(run, "evs_retired", "sum"),
                  label="EVs retired", note="EVs")  # fmt: skip


def afterwards(window: Window) -> Measure:
    """Part of the goodput in a window, in the worse direction."""
    return Measure("after", lambda run: measure.kept(run, "*", BEFORE, window, "min"),
                   label="part of the goodput afterwards")  # fmt: skip


def within(most: float) -> str:
    """A deviation in percent in words, rounded up so that it is a bound."""
    return f"within {most + 0.005:.2f} %"


def goodput_over_time(text: str, levels: Sequence[Level]) -> Callable[[Measured], Iterator[Plot]]:
    """The ``draw`` of a figure: one plot with these levels, and the beginning of its text."""

    def draw(m: Measured) -> Iterator[Plot]:
        rows = [Row("job.throughput_gbps", "goodput (Gb/s)", DIRECTIONS, levels=levels)]
        more = ", seed 1; the lines of the two directions coincide."
        yield over_time(m, rows, faults=True, title="Goodput over time", text=text + more)

    return draw
