# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""EVs over time: their events, the number out of use, and their states."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from .. import style
from ..evs import out_of_use
from ..network import natural
from ..results import Results
from .timelines import Clock, some_ticks, stack

#: Events of EVs: their names, markers and colors.
_LOOKS = {
    "ev-trial": ("suspended", "1", style.INK),
    "ev-bad": ("retired", "v", style.BROKEN),
    "ev-good": ("back", "^", style.STATES["good"]),
    "ev-replaced": ("replaced by a backup", ">", style.LINES[2]),
    "ev-denied": ("denied", "x", style.STATES["denied"]),
    "ev-enabled": ("enabled again", "+", style.LINES[4]),
    "ev-changed": ("exchanged", "d", style.LINES[6]),
    "ev-skip": ("skipped", ".", style.STATES["skip"]),
}

#: Most rows; rows are by QP, or by host if there are more QPs, or by plane if there are more hosts.
_ROWS = 48

#: Most marks of one kind; of more events, every n-th is drawn.
_MARKS = 2000

#: States except good.
_STATES = {state: color for state, color in style.STATES.items() if state != "good"}


def ev_timeline(results: Results, events: pd.DataFrame) -> Figure:
    """EVs out of use by plane, and their events by QP, host or plane.

    @param events from `mrcbench.evs.ev_events`, at least one
    """
    rows = _rows(events)
    high = 0.09 * max(rows.nunique(), 8)
    panels = [
        lambda axis, clock: _out_of_use(axis, clock, events),
        lambda axis, clock: _events(axis, clock, events, rows),
    ]
    figure = stack(results, panels, 3.4 + high, [1.6, 1.2 + high])
    assert figure is not None
    return figure


def _rows(events: pd.DataFrame) -> pd.Series:
    """The row of each event; the name of the series says whether rows are QPs, hosts or planes."""
    by_host = events["object"].str.split("/").str[0]
    if events["object"].nunique() <= _ROWS:
        return events["object"].rename("QP end")
    if by_host.nunique() <= _ROWS:
        return by_host.rename("host")
    return ("plane " + events["plane"].fillna(0).astype(int).astype(str)).rename("plane")


def _out_of_use(axis: Axes, clock: Clock, events: pd.DataFrame) -> None:
    """Number of EVs that are retired or denied, by plane."""
    for plane, own in out_of_use(events).groupby("plane"):
        away = own["change"].cumsum()
        at = np.concatenate([[0.0], own["time_ns"], [clock.end_ns]]) / clock.unit
        values = np.concatenate([[0.0], away, away.tail(1)])
        stroke = style.plane_stroke(int(plane))
        axis.step(at, values, where="post", lw=1.4, label=f"plane {int(plane)}", **stroke)
    axis.set_ylim(0, 1.1 * max(axis.get_ylim()[1], 1))
    axis.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    axis.set_ylabel("EVs out of use")


def _events(axis: Axes, clock: Clock, events: pd.DataFrame, rows: pd.Series) -> None:
    """A mark per event."""
    names = sorted(rows.unique(), key=natural)
    for kind, (label, marker, color) in _LOOKS.items():
        own = events[events["kind"] == kind]
        own = own.iloc[:: -(-len(own) // _MARKS) or 1]
        if len(own):
            axis.plot(
                own["time_ns"] / clock.unit, rows[own.index].map(names.index), ls="", marker=marker, ms=4.5,
                color=color, label=label, alpha=0.8,
            )  # fmt: skip
    axis.set_ylim(len(names) - 0.5, -0.5)
    some_ticks(axis, "y", names, 24)
    axis.set_ylabel(str(rows.name))


def ev_states(results: Results) -> Figure | None:
    """Number of EVs of all QPs in each state except good; None if not sampled, or if all were good."""
    found = {state: results.series(f"qp.evs_{state}") for state in _STATES}
    found = {state: values for state, values in found.items() if values.max() > 0}

    def draw(axis: Axes, clock: Clock) -> None:
        for state, color in _STATES.items():
            if state in found:
                clock.draw(axis, found[state], dots=False, color=color, label=state)
        axis.set_ylabel("EVs of all QPs")

    return stack(results, [draw] if found else [], height=2.6)
