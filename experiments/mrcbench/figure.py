# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Parts of a figure. experiments/figures/ID/figure.py imports from here, and defines

============ =================================================================================================
docstring    the title; then paragraphs: ``Question: ...`` one sentence; ``Paper: ...`` the paper's results,
             or another source of the claims; ``Setup: ...`` the simulation and its scaling
sweep(full)  returns the experiment: a dict with the keys of a sweep file (docs/sweeps.md); ``full`` selects
             the sizes of the paper
MEASURES     a list of `Measure`: the numbers that are computed from each run
GRIDS        optional: names of measures for which the page has a table of runs against points
TABLE        optional: names of the measures in the table of numbers; by default all
draw(m)      yields plots: `curve`, `bars`, `dots`, `groups`, `cdf`, `over_time`
claims(m)    yields claims: `claim`; `agreement` with a number that others published
answer(m)    returns a sentence that answers the question, with measured numbers
============ =================================================================================================

``m`` is a `Measured`: ``m["RUN/MEASURE"]`` is the mean over the seeds. Line breaks in texts are ignored.
"""

from __future__ import annotations

import runpy
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import measure
from .expectations import Claim
from .drawing.curves import Panel, curve
from .suite.definition import Measure
from .drawing.experiment import Lines, Row, bars, cdf, dots, flowing, groups, over_time
from .drawing.levels import Level
from .suite.evaluation import Measured
from .suite.reader import ExperimentError

__all__ = [
    "PAUSES", "Claim", "Level", "Lines", "Measure", "Measured", "Panel", "Row", "agreement", "bars", "cdf",
    "claim", "curve", "dots", "groups", "over_time", "summaries",
]  # fmt: skip

claim = Claim


def agreement(
    text: str, value: float, theirs: float, source: str, unit: str = "us", compare: str = "~", **more: Any
) -> Claim:
    """A claim that our value agrees with a published one; the other arguments are those of `Claim`."""
    return Claim(text, value, compare, theirs, unit, f"{theirs:g} {unit} ({source})", **more)


#: Time that ports were paused by PFC.
PAUSES = Measure("pauses", lambda run: measure.summary(run, "pfc_pause_ns") * 1e-6, "ms", "PFC pause")


def summaries(**named: tuple[str, str]) -> list[Measure]:
    """Measures that are keys of summary.json: NAME=(key, label)."""
    return [
        Measure(name, lambda run, key=key: measure.summary(run, key), label=label)
        for name, (key, label) in named.items()
    ]


#: Names that a figure must define.
_NEEDED = ("sweep", "MEASURES", "draw", "claims", "answer")

#: Paragraphs of its docstring.
_PARAGRAPHS = ("question", "paper", "setup")


def load_program(path: Path) -> Mapping[str, Any]:
    """The names that a figure defines.

    @raise ExperimentError if it raises an exception, or a name is missing
    """
    try:
        found = runpy.run_path(str(path))
    except Exception as error:  # any mistake of its author
        raise ExperimentError(said(error, path)) from error
    lacking = [name for name in _NEEDED if name not in found]
    if lacking or not found["__doc__"]:
        raise ExperimentError(f"does not define {', '.join(lacking) or 'a docstring'}")
    return found


def said(error: Exception, path: Path) -> str:
    """The message of an exception, with the line of the figure, and its notes."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    place = f"line {frames[-1].lineno}: " if frames else ""
    notes = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
    return f"{place}{type(error).__name__}: {error}{notes}"


def texts_of(docstring: str) -> dict[str, str]:
    """The title and the named paragraphs.

    @raise ExperimentError if a paragraph has an unknown name
    """
    title, *paragraphs = (flowing(part) for part in docstring.strip().split("\n\n"))
    found = {"title": title.removesuffix(".")}
    for paragraph in paragraphs:
        name, _, text = paragraph.partition(": ")
        if name.lower() not in _PARAGRAPHS:
            allowed = ", ".join(f"{each.capitalize()}:" for each in _PARAGRAPHS)
            raise ExperimentError(f"docstring: found the paragraph {paragraph[:30]!r}...; allowed: {allowed}")
        found[name.lower()] = text
    return found
