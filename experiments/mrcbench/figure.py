# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What a figure is made of. experiments/figures/ID/figure.py imports from here, and has

============ =================================================================================================
docstring    the title; then paragraphs: ``Question: ...`` one sentence; ``Paper: ...`` what the paper
             reports, or where else the claims come from; ``Setup: ...`` what is simulated and scaled down
sweep(full)  what is run, before anything runs: a dict with the keys of a sweep file (docs/sweeps.md);
             ``full`` asks for the sizes of the paper
MEASURES     a list of `Measure`: the numbers that are computed from each run
GRIDS        optional: names of measures for which the page has a table of runs against points
TABLE        optional: names of the measures in the table of numbers; by default all
draw(m)      yields plots: `curve`, `bars`, `dots`, `groups`, `cdf`, `over_time`
claims(m)    yields claims: `claim`
============ =================================================================================================

``m`` is a `Measured`: ``m["RUN/MEASURE"]`` is the mean over the seeds. Line breaks in texts mean nothing.
"""

from __future__ import annotations

import dataclasses
import runpy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import measure
from .expectations import Claim
from .suite.drawing import Plot, draw
from .suite.evaluation import Measured
from .suite.reader import ExperimentError

__all__ = [
    "PAUSES", "Claim", "Lines", "Measure", "Measured", "Panel", "Row", "bars", "cdf", "claim", "curve",
    "dots", "groups", "over_time", "summaries",
]  # fmt: skip

claim = Claim


@dataclass(frozen=True)
class Measure:
    """A number that is computed from each run."""

    name: str  #: in metrics and in values.csv
    of: Callable[..., float]  #: of the results of a run, see `mrcbench.measure`
    unit: str = ""
    label: str = ""  #: what pages call it; by default the name
    note: str = ""  #: explains it below the heading of its table
    #: ``of`` also takes the runs in which one job is alone, by job (key ``isolation`` of a sweep).
    alone: bool = False

    def spec(self) -> dict[str, Any]:
        """The same as the pages read it."""
        found = {key: value for key, value in vars(self).items() if value != "" and key != "name"}
        return found


def summaries(**named: tuple[str, str]) -> list[Measure]:
    """Measures that are keys of summary.json: NAME=(key, label)."""
    return [
        Measure(name, lambda run, key=key: measure.summary(run, key), label=label)
        for name, (key, label) in named.items()
    ]


#: Time that ports were paused by PFC.
PAUSES = Measure("pauses", lambda run: measure.summary(run, "pfc_pause_ns") / 1e6, "ms", "PFC pause")


def _plot(measured: Measured, kind: str, title: str, text: str, **keys: Any) -> Plot:
    """A plot of one kind; what is None was not asked for."""
    spec = {"kind": kind, "title": title, **{key: value for key, value in keys.items() if value is not None}}
    return Plot(title, flowing(text), draw(measured.experiment, spec, measured.runs, measured.values))


def flowing(text: str) -> str:
    """A text without its line breaks and indentation."""
    return " ".join(text.split())


@dataclass(frozen=True)
class Panel:
    """A panel of a curve: its title, and the keys of its runs."""

    title: str
    runs: Sequence[str]


def curve(
    measured: Measured, measure: str, *, title: str, xlabel: str, ylabel: str, text: str = "",
    sweep: str | None = None, log: str = "", runs: Sequence[str] | None = None,
    panels: Sequence[Panel] | None = None, x: str | None = None, where: Mapping[str, Any] | None = None,
) -> Plot:  # fmt: skip
    """A measure against the points of a sweep, a line per run.

    The line is the mean over the seeds, shaded from the least to the greatest of them.

    @param sweep the points with this name
    @param log the axes that are logarithmic: "x", "y", "xy"
    @param runs keys of the runs, and of references, that are shown; None: all runs
    @param panels several panels side by side, each with its runs, which may be references
    @param x with ``vary``: what is on the x axis; there is a panel for each combination of the others
    @param where with ``vary``: fixed values of others
    """
    if runs is not None and panels is None and not measured.experiment.axes:
        panels = [Panel("", runs)]
    shown = None if panels is None else [dataclasses.asdict(panel) for panel in panels]
    return _plot(measured, "curve", title, text, measure=measure, xlabel=xlabel, ylabel=ylabel, sweep=sweep,
                 log=log, runs=runs, panels=shown, x=x, where=where)  # fmt: skip


def bars(
    measured: Measured, measure: str, *, title: str, ylabel: str, text: str = "",
    runs: Sequence[str] | None = None, line: tuple[str, str] | None = None,
) -> Plot:  # fmt: skip
    """A bar per run: the mean of a measure over the seeds, a dot per seed.

    @param line name of a measure and its label: drawn across
    """
    return _plot(measured, "bars", title, text, measure=measure, ylabel=ylabel, runs=runs, line=_line(line))


def _line(line: tuple[str, str] | None) -> Mapping[str, str] | None:
    return None if line is None else {"measure": line[0], "label": line[1]}


def dots(
    measured: Measured, jobs: Any, *, title: str, ylabel: str, text: str = "",
    runs: Sequence[str] | None = None, line: tuple[str, str] | None = None,
    window: measure.Window | None = None,
) -> Plot:  # fmt: skip
    """A dot per job that matches and seed: its goodput in the window, a column per run."""
    return _plot(measured, "dots", title, text, jobs=jobs, ylabel=ylabel, runs=runs, line=_line(line),
                 window=window)  # fmt: skip


def groups(
    measured: Measured, measure: str, points: Mapping[str, str], *, title: str, ylabel: str, text: str = "",
    runs: Sequence[str] | None = None,
) -> Plot:  # fmt: skip
    """A group of bars per run: the mean over the seeds.

    @param points name of each point that has a bar, and its label
    """
    return _plot(measured, "groups", title, text, measure=measure, points=points, ylabel=ylabel, runs=runs)


def cdf(
    measured: Measured, jobs: Any, *, title: str, text: str = "", runs: Sequence[str] | None = None
) -> Plot:
    """Distribution of the transfer times of the jobs that match, a line per run, all seeds together."""
    return _plot(measured, "cdf", title, text, jobs=jobs, runs=runs)


@dataclass(frozen=True)
class Lines:
    """Lines of a row: one per object that matches, or one for all."""

    objects: Any
    label: str  #: lines with the same label look the same; one that begins with MRC or RoCE has its colors
    strong: bool = False
    reduce: str = ""  #: "total", "mean" or "worst" (the greatest at each time) of the objects
    samples: bool = False  #: shows each sample beside the moving mean
    color: int | None = None  #: number of the color, by default its place among the labels

    def spec(self) -> dict[str, Any]:
        """The same as the drawing reads it."""
        found: dict[str, Any] = {"objects": self.objects, "label": self.label}
        asked = {"strong": self.strong, self.reduce: bool(self.reduce), "samples": self.samples}
        found |= {key: True for key, value in asked.items() if value}
        return found if self.color is None else {**found, "color": self.color}


@dataclass(frozen=True)
class Row:
    """A row of panels over time."""

    kind: str  #: of the samples, see `mrcbench.suite.series`
    ylabel: str
    lines: Sequence[Lines]
    scale: float | None = None
    smooth: str | None = None  #: length of the moving mean
    top: float | None = None  #: upper end of the axis
    log: bool | None = None

    def spec(self) -> dict[str, Any]:
        """The same as the drawing reads it."""
        own = {key: value for key, value in vars(self).items() if value is not None and key != "lines"}
        return {**own, "groups": [lines.spec() for lines in self.lines]}


def over_time(
    measured: Measured, rows: Sequence[Row], *, title: str, text: str = "",
    runs: Sequence[str] | None = None, shade: str | None = None, faults: bool | None = None,
    start: str | None = None, end: str | None = None,
) -> Plot:  # fmt: skip
    """Samples of the first seed over time: a column of panels per run, a row of panels per `Row`.

    @param shade every other stretch of this length is shaded
    @param faults shades the time of each fault, or draws a line where it begins if it lasts to the end
    @param start, end the part that is shown
    """
    specs = [row.spec() for row in rows]
    return _plot(measured, "time", title, text, rows=specs, runs=runs, shade=shade, faults=faults,
                 **{"from": start, "to": end})  # fmt: skip


#: Names that a figure must define.
_NEEDED = ("sweep", "MEASURES", "draw", "claims")

#: Paragraphs of its docstring.
_PARAGRAPHS = ("question", "paper", "setup")


def load_program(path: Path) -> Mapping[str, Any]:
    """The names that a figure defines.

    @raise ExperimentError if it does not run, or lacks one
    """
    try:
        found = runpy.run_path(str(path))
    except Exception as error:  # whatever its author got wrong
        raise ExperimentError(f"{type(error).__name__}: {error}") from error
    lacking = [name for name in _NEEDED if name not in found]
    if lacking or not found["__doc__"]:
        raise ExperimentError(f"does not define {', '.join(lacking) or 'a docstring'}")
    return found


def texts_of(docstring: str) -> dict[str, str]:
    """The title, and the paragraphs that have a name.

    @raise ExperimentError if a paragraph has another beginning
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


def keys_of(program: Mapping[str, Any], full: bool) -> dict[str, Any]:
    """A figure's sweep with its texts and measures, as keys of an experiment."""
    lists = {key: list(program[key.upper()]) for key in ("table", "grids") if key.upper() in program}
    measures = {each.name: each.spec() for each in program["MEASURES"]}
    return {**program["sweep"](full), **texts_of(program["__doc__"]), **lists, "measures": measures}
