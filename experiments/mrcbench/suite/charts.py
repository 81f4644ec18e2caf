# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Plots of a sweep file: curves, dots and maps of columns of ``sweep.csv``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .. import style
from ..drawing import (
    even_columns, line_handles, log_scale, logarithmic, new_figure, panels, place_legend, say_instead, styled,
    x_scale, y_scale,
)  # fmt: skip
from ..drawing.curves import cross_handles, crosses
from ..drawing.experiment import Plot, flowing
from ..reference import of_sweep
from ..table import alike
from .definition import Experiment, Measure, value_text
from .evaluation import Measured
from .variation import number_of

Document = Mapping[str, Any]  #: a plot with all defaults

#: Most cells of a map that show their number.
_MOST_NUMBERS = 120


def drawer(plots: Sequence[Document]) -> Callable[[Measured], list[Plot]]:
    """Draws all plots."""

    def draw(m: Measured, asked: Document) -> Plot:
        title = asked["title"] or f"{asked['color'] or asked['y']} by {asked['x']}"
        return Plot(title, flowing(asked["text"]), lambda: _picture(m, asked))

    return lambda m: [draw(m, asked) for asked in plots]


def asked_for(m: Measured) -> pd.DataFrame:
    """The rows of sweep.csv without those of single jobs."""
    if "case" not in m.sweep.columns:
        return m.sweep
    return m.sweep[m.sweep["case"].isin([line.label for line in m.experiment.lines])]


def chosen(sweep: pd.DataFrame, where: Mapping[str, Any]) -> pd.DataFrame:
    """The rows with these values, see `equal`."""
    for column, value in where.items():
        if column not in sweep.columns:
            return sweep[:0]
        sweep = sweep[equal(sweep[column], value)]
    return sweep


def equal(values: pd.Series, asked: Any) -> pd.Series:
    """Which values have the text of the asked one; if none has, which have its number: 256000 is 256KB."""
    same, number = values.map(_text) == _text(asked), number_of(asked)
    return same if number is None or same.any() else values.map(number_of) == number


def columns_of(asked: Document) -> Iterator[tuple[str, str]]:
    """The columns that a plot names, by key."""
    keys = ("x", "y", "color", "series") if asked["kind"] == "heatmap" else ("x", "y", "series")
    yield from ((key, asked[key]) for key in keys)


def number_columns(asked: Document) -> Iterator[tuple[str, str]]:
    """The columns of a plot that must be numbers, by key."""
    keys = ("x", "y") if asked["kind"] == "scatter" else (_value_key(asked),)
    return ((key, asked[key]) for key in keys)


def unit_of(column: str, experiment: Experiment) -> str:
    """The unit of a column; empty if it has none."""
    entry = _measure_of(column, experiment) or of_sweep(column)
    unit = entry.unit if entry else ""
    return "" if unit == "1" else unit


def _measure_of(column: str, experiment: Experiment) -> Measure | None:
    """The measure in a column, if it has one."""
    prefix, _, name = column.partition(".")
    return experiment.measures.get(name) if prefix == "measure" else None


def _picture(m: Measured, asked: Document) -> Figure:
    sweep, names = asked_for(m), [name for _, name in columns_of(asked)]
    rows = chosen(sweep.reindex(columns=list(dict.fromkeys([*sweep, *names]))), asked["where"])
    value = _value_key(asked)
    rows = rows.dropna(subset=[name for key, name in columns_of(asked) if key != value])
    rows = rows[rows[asked[value]].notna() | lost(rows)]
    if rows[asked[value]].isna().all():
        picture, (axis,) = new_figure(1, 1, 3.4)
        where = " where they are asked for" if asked["where"] else ""
        say_instead(axis, f"sweep.csv has no values of {' and '.join(names[:-1])}{where}")
        return picture
    return _KINDS[asked["kind"]](m, asked, rows)


def lost(rows: pd.DataFrame) -> pd.Series:
    """Whether each row is of a run that did not complete, or left no results."""
    return rows["status"] != "ok" if "status" in rows else pd.Series(False, rows.index)


def _label(m: Measured, asked: Document, key: str) -> str:
    """The label of an axis: the column with its unit, unless there is another one."""
    column, factor = asked[key], asked["factor"] if key == _value_key(asked) else 1
    unit = "" if factor != 1 else unit_of(column, m.experiment)
    measure = _measure_of(column, m.experiment)
    name = column if factor == 1 else f"{column} times {factor:g}"
    name = f"{name}\n{measure.over}" if measure and measure.over else name
    return asked.get(f"{key}label") or (f"{name} ({unit})" if unit else name)


def _value_key(asked: Document) -> str:
    """The key of the column whose values the plot shows."""
    return "color" if asked["kind"] == "heatmap" else "y"


def _values(asked: Document, rows: pd.DataFrame) -> pd.Series:
    return asked["factor"] * numbers(rows[asked[_value_key(asked)]])


def numbers(values: pd.Series) -> pd.Series:
    """The numbers of a column, quantities in base units; NaN for other values."""
    return values.map(lambda each: float(each) if isinstance(each, bool) else number_of(each)).astype(float)


def _curve(m: Measured, asked: Document, rows: pd.DataFrame) -> Figure:
    """A line per value of a column: the means of another column along a third one.

    A point has a cross in place of a mean if a run of it did not complete.
    """
    picture, (axis,) = new_figure(1, 1, 3.4)
    labels, lines = rows[asked["x"]].map(_text), rows[asked["series"]].map(value_text)
    places, values = _places(labels, rows[asked["x"]]), _values(asked, rows)
    groups = lines.groupby(lines).groups
    means = {name: values[own].groupby(labels[own].map(places)).agg(mean_of_all)
             for name, own in groups.items()}  # fmt: skip
    looks = style.looks(list(dict.fromkeys(lines)))
    base = means.get(asked["relativeTo"], pd.Series(dtype=float))
    missing, drawn = False, []
    low, high = asked["xlim"] or (-np.inf, np.inf)
    for name, look in looks.items():
        shown = means[name] / base.reindex(means[name].index) if asked["relativeTo"] else means[name]
        axis.plot(shown.index, shown, **look.line_stroke(marks=True))
        lacking = shown.index[shown.isna()]
        missing |= crosses(axis, lacking[(low <= lacking) & (lacking <= high)], look.color)
        drawn += list(shown)
    is_number = rows[asked["x"]].map(number_of).notna().all()
    ticks = {place: text for text, place in sorted(places.items(), key=lambda each: each[1])}
    x_scale(axis, _label(m, asked, "x"), "x" in asked["log"] and is_number, ticks)
    label = _label(m, asked, "y")
    if asked["relativeTo"] and not asked["ylabel"]:
        label = f"{asked['y']}, relative to {asked['relativeTo']}"
    y_scale(axis, label, "y" in asked["log"], drawn)
    _limit(axis, asked)
    place_legend(picture, [*line_handles(looks, marks=True), *cross_handles(missing)])
    return picture


def mean_of_all(values: pd.Series) -> float:
    """The mean of several runs; NaN if one of them has no value."""
    return float(values.mean(skipna=False))


def _scatter(m: Measured, asked: Document, rows: pd.DataFrame) -> Figure:
    """A dot per row with a value."""
    picture, (axis,) = new_figure(1, 1, 3.8)
    rows = rows[rows[asked["y"]].notna()]
    lines, values = rows[asked["series"]].map(value_text), _values(asked, rows)
    across = numbers(rows[asked["x"]])
    looks = style.looks(list(dict.fromkeys(lines)))
    for name, look in looks.items():
        own = lines == name
        axis.plot(across[own], values[own], **{**look.line_stroke(marks=True), "ls": "", "alpha": 0.8})
    for name, own_axis, own in (("x", axis.xaxis, across), ("y", axis.yaxis, values)):
        label = _label(m, asked, name)
        log = name in asked["log"] and log_scale(own_axis, own)
        own_axis.set_label_text(logarithmic(label) if log else label)
    _limit(axis, asked)
    place_legend(picture, line_handles(looks, marks=True))
    return picture


def _heatmap(m: Measured, asked: Document, rows: pd.DataFrame) -> Figure:
    """A map per value of a column: the color of a cell is the mean of the rows with its x and y.

    A cell is empty if a run of it did not complete.
    """
    values, maps = _values(asked, rows), rows[asked["series"]].map(value_text)
    (across, lefts), (upwards, bottoms) = (_order(rows[asked[key]]) for key in ("x", "y"))
    titles = list(dict.fromkeys(maps))
    height = 0.8 + 0.34 * max(4, len(bottoms))
    picture, axes = panels(titles, even_columns(len(titles)), 0.6, height, sharey=False)
    low, high = values.min(), values.max()
    for axis, title in zip(axes, titles):
        own = maps == title
        cells = values[own].groupby([upwards[own], across[own]]).agg(mean_of_all)
        grid = cells.unstack().reindex(index=range(len(bottoms)), columns=range(len(lefts))).to_numpy()
        image = axis.imshow(grid, cmap="viridis", vmin=low, vmax=high, origin="lower", aspect="auto")
        axis.set_xticks(range(len(lefts)), lefts)
        axis.set_yticks(range(len(bottoms)), bottoms)
        axis.set(xlabel=_label(m, asked, "x"), ylabel=_label(m, asked, "y"))
        axis.grid(False)
        _numbers(axis, grid, low, high)
    picture.colorbar(image, ax=axes, label=_label(m, asked, "color"))
    return picture


def _numbers(axis: Axes, grid: np.ndarray, low: float, high: float) -> None:
    """The number of each cell, if there are not too many."""
    found = [place for place in np.ndindex(grid.shape) if np.isfinite(grid[place])]
    if grid.size > _MOST_NUMBERS:
        return
    for place, text in zip(found, alike([float(grid[place]) for place in found])):
        dark = high <= low or (grid[place] - low) / (high - low) < 0.6
        color = "white" if dark else "black"
        axis.text(place[1], place[0], text, ha="center", va="center", fontsize=8, color=color)


_KINDS: Mapping[str, Callable[[Measured, Document, pd.DataFrame], Figure]] = {
    "curve": styled(_curve), "scatter": styled(_scatter), "heatmap": styled(_heatmap)
}  # fmt: skip


def _limit(axis: Axes, asked: Document) -> None:
    for name in ("xlim", "ylim"):
        if asked[name]:
            low, high = asked[name]
            if low == 0 and getattr(axis, f"get_{name[0]}scale")() == "log":
                low = None  # the value 0 is not among these rows
            axis.set(**{name: (low, high)})


def _order(values: pd.Series) -> tuple[pd.Series, list[str]]:
    """The rank of each value, and the labels in this order."""
    labels = values.map(_text)
    places = _places(labels, values)
    order = sorted(places, key=lambda label: places[label])
    return labels.map({label: rank for rank, label in enumerate(order)}), order


def _places(labels: pd.Series, values: pd.Series) -> dict[str, float]:
    """The place of each label on an axis: its number, or its rank if not all labels are numbers."""
    numbers = {label: number_of(value) for label, value in zip(labels, values)}
    if None in numbers.values():
        return {label: float(rank) for rank, label in enumerate(numbers)}
    return {label: number for label, number in numbers.items() if number is not None}


def _text(value: Any) -> str:
    """A readable value: whole numbers have no decimal point."""
    return value_text(int(value) if isinstance(value, float) and value.is_integer() else value)
