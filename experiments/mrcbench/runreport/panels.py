# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Figures over time: panels above each other, the faults marked in all of them."""

from __future__ import annotations

from collections.abc import Callable

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..drawing import new_figure
from ..results import Results
from . import faults
from .timelines import clock_of


def stack(results: Results, panels: list[Callable[[Axes], None]]) -> Figure | None:
    """Panels above each other on one axis of time, each with its legend beside it; None if there is none."""
    if not panels:
        return None
    figure, axes = new_figure(len(panels), 1, height=0.6 + 2.1 * len(panels))
    clock, spells = clock_of(results), faults.spells(results)
    for place, (axis, draw) in enumerate(zip(axes, panels)):
        draw(axis)
        last = place == len(panels) - 1
        clock.apply(axis, label=last)
        axis.tick_params(labelbottom=last)
        axis.set_ylim(0, 1.08 * axis.get_ylim()[1])
        faults.mark(axis, spells, clock, call=place == 0)
        legend_beside(axis)
    return figure


def legend_beside(axis: Axes) -> None:
    """A legend to the right of a panel, where it covers nothing."""
    axis.legend(loc="center left", bbox_to_anchor=(1.005, 0.5), fontsize=8, borderaxespad=0)
