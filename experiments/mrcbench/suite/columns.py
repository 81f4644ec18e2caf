# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Plots and claims of a sweep file: about columns of ``sweep.csv``, without a program.

=========== =================================================================================================
plots       a list of {x, y, series?, where?, title?, text?, xlabel?, ylabel?, log?}: a line per value of the
            column ``series`` (default: case), the mean of the column ``y`` against ``x``; ``where`` {column:
            value} chooses rows; ``log`` names the axes that are logarithmic ("x", "y", "xy")
claims      a list of {claim, column, compare, bound, case?, where?, relativeTo?, stat?, unit?, published?,
            fullSize?}: ``stat`` (mean, min, max or median) of a column over the rows of a case, or of all;
            with ``relativeTo``, another case, over the same of that one
=========== =================================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from .. import style
from ..drawing import line_handles, new_figure, place_legend, say_instead, x_scale, y_scale
from ..drawing.experiment import Plot, flowing
from ..expectations import Claim
from .evaluation import Measured, Number, check_known
from .reader import ExperimentError, Reader, shown
from .variation import number_of, value_text

_STATISTICS = ("mean", "min", "max", "median")
_LOGS = ("", "x", "y", "xy")


@dataclass(frozen=True)
class ColumnPlot:
    """A column of sweep.csv against another one."""

    x: str
    y: str
    series: str = "case"
    where: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    text: str = ""
    xlabel: str = ""
    ylabel: str = ""
    log: str = ""

    def draw(self, m: Measured) -> Plot:
        """The plot."""
        title = self.title or f"{self.y} by {self.x}"
        return Plot(title, flowing(self.text), lambda: self._picture(asked_for(m)))

    def _picture(self, sweep: pd.DataFrame) -> Figure:
        picture, (axis,) = new_figure(1, 1, 3.4)
        try:
            for name in (self.x, self.y, self.series, *self.where):
                check_known("column", name, sweep.columns)
        except KeyError as error:
            say_instead(axis, f"sweep.csv: {error.args[0]}")
            return picture
        rows = chosen(sweep, self.where).dropna(subset=[self.x, self.y, self.series])
        if rows.empty:
            where = " where they are asked for" if self.where else ""
            say_instead(axis, f"sweep.csv has no values of {self.x} and {self.y}{where}")
            return picture
        heights = pd.to_numeric(rows[self.y], errors="coerce")
        rows = rows.assign(line=rows[self.series].map(value_text), height=heights)
        places = _places(rows[self.x])
        looks = style.looks(list(dict.fromkeys(rows["line"])))
        for name, look in looks.items():
            own = rows[rows["line"] == name]
            mean = own["height"].groupby(own[self.x].map(lambda value: places[_text(value)])).mean()
            axis.plot(mean.index, mean, **look.line_stroke(marks=True))
        # There is no logarithm of nothing, nor of what is no number.
        log_x = "x" in self.log and min(places.values(), default=0) > 0
        ticks = {place: text for text, place in sorted(places.items(), key=lambda each: each[1])}
        x_scale(axis, self.xlabel or self.x, log_x, ticks)
        y_scale(axis, self.ylabel or self.y, "y" in self.log and bool((rows["height"] > 0).any()))
        place_legend(picture, line_handles(looks, marks=True))
        return picture


def _places(values: pd.Series) -> dict[str, float]:
    """The place on an axis of each value: the number that it is, or its rank where one is none."""
    numbers = {_text(value): number_of(value) for value in values}
    if None in numbers.values():
        return {text: float(rank) for rank, text in enumerate(numbers)}
    return {text: number for text, number in numbers.items() if number is not None}


def _text(value: Any) -> str:
    """A value for people: a whole number without the point that makes it none."""
    return value_text(int(value) if isinstance(value, float) and value.is_integer() else value)


@dataclass(frozen=True)
class ColumnClaim:
    """A claim about a column of sweep.csv."""

    claim: str
    column: str
    compare: str
    bound: float
    case: str = ""
    where: Mapping[str, Any] = field(default_factory=dict)
    relative_to: str = ""
    stat: str = "mean"
    unit: str = ""
    published: str = ""
    full_size: bool = True

    def of(self, m: Measured) -> Claim:
        """What came of it."""
        sweep = m.sweep if self.case else asked_for(m)  # a job alone is a case that can be named
        value = self._value(sweep, self.case)
        if self.relative_to:
            value = value / self._value(sweep, self.relative_to)
        return Claim(self.claim, value, self.compare, self.bound, self.unit, self.published, self.full_size)

    def _value(self, sweep: pd.DataFrame, case: str) -> Number:
        rows = chosen(sweep, {**self.where, **({"case": case} if case else {})})
        if self.column not in rows.columns or not len(rows):
            return Number(np.nan)
        numbers = pd.to_numeric(rows[self.column], errors="coerce").astype(float)
        return Number(getattr(numbers, self.stat)(skipna=False))


def asked_for(m: Measured) -> pd.DataFrame:
    """The rows of sweep.csv without those of jobs alone."""
    if "case" not in m.sweep.columns:
        return m.sweep
    return m.sweep[m.sweep["case"].isin([line.label for line in m.experiment.lines])]


def chosen(sweep: pd.DataFrame, where: Mapping[str, Any]) -> pd.DataFrame:
    """The rows with these values, which are compared as the table writes them; 2 is 2.0."""
    for column, value in where.items():
        if column not in sweep.columns:
            return sweep[:0]
        asked = {value_text(value), _text(value)}
        sweep = sweep[sweep[column].map(lambda own: not asked.isdisjoint((value_text(own), _text(own))))]
    return sweep


def read_plots(reader: Reader) -> list[ColumnPlot]:
    """The plots of a sweep file.

    @raise ExperimentError if one makes no sense
    """
    return [_read_plot(each) for each in reader.readers("plots", [])]


def _read_plot(reader: Reader) -> ColumnPlot:
    if reader.has("kind"):
        raise ExperimentError(
            f"{reader.where('kind')}: kinds of plots are for figures that are programs (docs/sweeps.md); a "
            "plot of a sweep has x, y and series, which are columns of sweep.csv"
        )
    found = ColumnPlot(
        x=reader.take("x", str),
        y=reader.take("y", str),
        series=reader.take("series", str, "case"),
        where=reader.take("where", dict, {}),
        **{name: reader.take(name, str, "") for name in ("title", "text", "xlabel", "ylabel", "log")},
    )
    if found.log not in _LOGS:
        raise ExperimentError(f"{reader.where('log')}: found {shown(found.log)}; allowed: x, y, xy")
    reader.done()
    return found


def read_claims(reader: Reader, cases: Iterable[str]) -> list[ColumnClaim]:
    """The claims of a sweep file.

    @param cases labels of its cases
    @raise ExperimentError if one makes no sense
    """
    labels = list(cases)
    return [_read_claim(each, labels) for each in reader.readers("claims", [])]


def _read_claim(reader: Reader, cases: list[str]) -> ColumnClaim:
    found = ColumnClaim(
        claim=reader.take("claim", str),
        column=reader.take("column", str),
        compare=reader.take("compare", str),
        bound=float(reader.take("bound", (int, float))),
        case=reader.take("case", str, ""),
        where=reader.take("where", dict, {}),
        relative_to=reader.take("relativeTo", str, ""),
        stat=reader.take("stat", str, "mean"),
        unit=reader.take("unit", str, ""),
        published=reader.take("published", str, ""),
        full_size=reader.take("fullSize", bool, True),
    )
    reader.done()
    for key, case in (("case", found.case), ("relativeTo", found.relative_to)):
        if case and case not in cases:
            allowed = ", ".join(cases)
            raise ExperimentError(f"{reader.where(key)}: found {shown(case)}; allowed: {allowed}")
    if found.relative_to and not found.case:
        raise ExperimentError(f"{reader.where('relativeTo')}: only with case")
    if found.stat not in _STATISTICS:
        allowed = ", ".join(_STATISTICS)
        raise ExperimentError(f"{reader.where('stat')}: found {shown(found.stat)}; allowed: {allowed}")
    try:
        Claim(found.claim, 0, found.compare, found.bound)
    except ValueError as error:
        raise ExperimentError(f"{reader.where('compare')}: {error}") from error
    return found


def drawer(plots: Iterable[ColumnPlot]) -> Callable[[Measured], list[Plot]]:
    """Draws all of them."""
    return lambda m: [each.draw(m) for each in plots]


def claimer(claims: Iterable[ColumnClaim]) -> Callable[[Measured], list[Claim]]:
    """Judges all of them."""
    return lambda m: [each.of(m) for each in claims]
