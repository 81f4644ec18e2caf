# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""How the lines of an experiment look, the same in all of its plots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.lines import Line2D

from .. import style
from .definition import Experiment, RunSpec


def looks_of(experiment: Experiment) -> Mapping[str, style.Look]:
    """The look of each run by its key."""
    looks = style.looks(list(dict.fromkeys(run.look for run in experiment.runs)))
    return {run.key: looks[run.look] for run in experiment.runs}


def run_handles(experiment: Experiment, chosen: Sequence[RunSpec], marks: bool = False) -> list[Line2D]:
    """An entry of a legend per look of the runs, with their markers or without."""
    looks = {run.look: looks_of(experiment)[run.key] for run in chosen}
    return [
        Line2D([], [], color=look.color, ls=look.line, label=label, marker=look.marker if marks else "", ms=4)
        for label, look in looks.items()
    ]


def reference_marks(experiment: Experiment) -> Mapping[str, dict[str, Any]]:
    """How the references look, by key: marks with next to no line."""
    line = {"color": style.INK, "ls": ":", "lw": 0.8, "zorder": 5}
    mark = {"ms": 6, "mec": style.INK, "mew": 1.3}
    return {
        reference.key: {**line, **mark, "marker": marker, "mfc": fill}
        for reference, (marker, fill) in zip(experiment.references, _MARKS)
    }


_MARKS = (("D", style.INK), ("s", style.PAPER), ("^", style.INK), ("v", style.PAPER))
