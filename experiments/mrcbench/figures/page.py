# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The table and the HTML page of one figure."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.figure import Figure as Plot

from .. import report
from ..expectations import Verdict
from ..table import NOTHING, Table, number
from .definition import Figure, Simulation


def values_table(figure: Figure, values: pd.DataFrame) -> Table:
    """A row per run (and point), a column per measure: the mean over the seeds and its extremes."""
    header = ["run", *(_heading(figure, name) for name in figure.table)]
    labels = {simulation.case: _label(simulation) for simulation in figure.simulations(False)}
    rows = []
    for case, of_case in values.groupby("case", sort=False):
        cells = [of_case.loc[of_case["measure"] == name, "value"] for name in figure.table]
        rows.append([labels[case], *map(_cell, cells)])
    return Table(header, rows)


def _label(simulation: Simulation) -> str:
    return simulation.run.label + (f" @ {simulation.point.text}" if simulation.point else "")


def _heading(figure: Figure, name: str) -> str:
    unit = figure.measures[name].get("unit", "")
    return f"{name} ({unit})" if unit else name


def _cell(values: pd.Series) -> str:
    """The mean, and in brackets the extremes if they differ from it."""
    if not len(values) or values.isna().any():
        return NOTHING
    digits = 0 if values.abs().max() >= 100 else 1 if values.abs().max() >= 10 else 2
    low, mean, high = (number(x, digits) for x in (values.min(), values.mean(), values.max()))
    return mean if low == high else f"{mean} [{low} .. {high}]"


def render(
    figure: Figure,
    values: pd.DataFrame,
    verdicts: Sequence[Verdict],
    plots: Sequence[tuple[str, str, Plot]],
    quick: bool,
) -> str:
    """The HTML page.

    @param figure what was done
    @param values what was measured
    @param verdicts of the expectations
    @param plots title, text and picture of each plot
    @param quick sizes were reduced
    """
    size = " Reduced sizes (--quick): the numbers mean little." if quick else ""
    seeds = max(len(run.seeds) for run in figure.runs)
    note = "Mean over the seeds, in brackets the least and the greatest." if seeds > 1 else ""
    sections = [report.Section(title, text, plot) for title, text, plot in plots]
    sections += [
        report.Section("Does it hold?", figure.paper, verdicts),
        report.Section("Numbers", note, values_table(figure, values)),
    ]
    return report.render(f"{figure.id}: {figure.title}", figure.setup + size, sections)
