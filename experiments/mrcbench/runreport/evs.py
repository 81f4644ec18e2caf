# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What entropy values went through: retired, back, replaced, denied, over time."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from .. import style
from ..drawing import natural_order, new_figure
from ..results import Results
from . import faults
from .palette import BROKEN
from .panels import legend_beside
from .timelines import clock_of, thin

#: Events of EVs: what they are called, marker and color.
_LOOKS = {
    "ev-bad": ("retired", "v", "#d55e00"),
    "ev-good": ("back", "^", "#009e73"),
    "ev-replaced": ("replaced by a backup", ">", "#8c6bb1"),
    "ev-denied": ("denied", "x", BROKEN),
    "ev-enabled": ("enabled again", "+", "#117a8b"),
    "ev-changed": ("exchanged", "d", "#949494"),
    "ev-skip": ("passed over", ".", "#e69f00"),
}

#: Rows by QP; of more, by host; of more than that, by plane.
_ROWS = 48

#: Marks of one kind; of more, every so manieth is drawn.
_MARKS = 2000

#: States besides good, which all others are.
_STATES = (("skip", "#b8860b"), ("bad", "#d55e00"), ("denied", "#8c6bb1"))


def ev_events(results: Results) -> pd.DataFrame:
    """The events of EVs with their planes."""
    events = results.events
    events = events[events["kind"].isin(_LOOKS)]
    planes = events["detail"].str.extract(r"plane (\d+)", expand=False).astype(float)
    return events.assign(plane=planes)


def ev_timeline(results: Results, events: pd.DataFrame) -> Figure:
    """EVs retired and not back by plane, and every event by QP, host or plane.

    @param events from `ev_events`, at least one
    """
    rows, what = _rows(events)
    names = sorted(rows.unique(), key=natural_order)
    figure, (above, below) = new_figure(2, 1, height=3.4 + 0.09 * max(len(names), 8))
    above.get_subplotspec().get_gridspec().set_height_ratios([1.6, 1.2 + 0.09 * max(len(names), 8)])
    clock, spells = clock_of(results), faults.spells(results)
    _away(above, events, clock.unit, clock.end_ns)
    for kind, (label, marker, color) in _LOOKS.items():
        own = events[events["kind"] == kind]
        own = own.iloc[:: -(-len(own) // _MARKS) or 1]
        if len(own):
            places = rows[own.index].map(names.index)
            below.plot(
                own["time_ns"] / clock.unit,
                places,
                ls="",
                marker=marker,
                ms=4.5,
                color=color,
                label=label,
                alpha=0.8,
            )
    below.set_ylim(len(names) - 0.5, -0.5)
    every = max(1, -(-len(names) // 24))
    below.set_yticks(range(0, len(names), every), names[::every], fontsize=7)
    below.set_ylabel(what)
    for axis in (above, below):
        clock.apply(axis, label=axis is below)
        faults.mark(axis, spells, clock, call=axis is above)
        legend_beside(axis)
    above.tick_params(labelbottom=False)
    return figure


def _rows(events: pd.DataFrame) -> tuple[pd.Series, str]:
    """The row of each event, and what rows are."""
    by_host = events["object"].str.split("/").str[0]
    if events["object"].nunique() <= _ROWS:
        return events["object"], "QP end"
    if by_host.nunique() <= _ROWS:
        return by_host, "host"
    return "plane " + events["plane"].fillna(0).astype(int).astype(str), "plane"


def _away(axis: Axes, events: pd.DataFrame, unit: float, end_ns: float) -> None:
    """EVs retired or denied and not back, by plane."""
    change = events["kind"].map({"ev-bad": 1, "ev-denied": 1, "ev-good": -1, "ev-enabled": -1})
    changes = events.assign(change=change).dropna(subset=["change"])
    for plane, own in changes.groupby("plane"):
        away = own["change"].cumsum().clip(lower=0)
        at = np.concatenate([[0.0], own["time_ns"] / unit, [end_ns / unit]])
        values = np.concatenate([[0.0], away, away.tail(1)])
        color = style.PLANES[int(plane) % len(style.PLANES)]
        axis.step(at, values, where="post", color=color, lw=1.4, label=f"plane {int(plane)}")
    axis.set_ylim(0, 1.1 * max(axis.get_ylim()[1], 1))
    axis.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    axis.set_ylabel("EVs out of use")


def ev_states(results: Results) -> Figure | None:
    """How many EVs of all QPs are in which state but good; None if that was not sampled, or all were good."""
    series = {state: results.series(f"qp.evs_{state}") for state, _ in _STATES}
    series = {state: thin(values) for state, values in series.items() if values.max() > 0}
    if not series:
        return None
    figure, (axis,) = new_figure(1, 1, height=2.6)
    clock = clock_of(results)
    colors = dict(_STATES)
    for state, values in series.items():
        axis.plot(values.index / clock.unit, values, color=colors[state], lw=1.4, label=state)
    clock.apply(axis)
    axis.set_ylabel("EVs of all QPs")
    axis.set_ylim(bottom=0)
    faults.mark(axis, faults.spells(results), clock)
    legend_beside(axis)
    return figure
