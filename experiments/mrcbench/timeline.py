# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What a run does around its faults, on one axis of time: goodput, losses, and what EVs go through."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from . import style
from .drawing import new_figure
from .results import Results, load_results

#: Events of EVs that are counted, with what they are called and how they look.
EV_EVENTS = (
    ("ev-bad", "retired", style.look_at("", 2).color, "v"),
    ("ev-good", "back", style.look_at("", 0).color, "^"),
)

NS_PER_US = 1e3


def load_recovery(folder: Path) -> list[dict[str, Any]]:
    """The rows of recovery.csv, from the summary.

    @raise ValueError if the run had no faults
    """
    recovery = json.loads((folder / "summary.json").read_text()).get("recovery", [])
    if not recovery:
        raise ValueError(f"{folder}: the run had no fault that began before its end")
    return recovery


def _spans(axis: Axes, recovery: list[dict[str, Any]], end_us: float) -> None:
    """Shade the times in which faults hold."""
    for row in recovery:
        until = row["until_ns"]
        last = end_us if until is None else until / NS_PER_US
        axis.axvspan(
            row["at_ns"] / NS_PER_US, last, color=style.GRID, alpha=0.6, linewidth=0, zorder=0
        )


def _goodput(axis: Axes, results: Results, hosts: list[str]) -> None:
    """Mean of all hosts, and the hosts that a fault names."""
    for number, host in enumerate(hosts):
        series = results.series("host.rx_gbps", host)
        look = style.look_at("", number)
        axis.plot(series.index / NS_PER_US, series, color=look.color, ls=look.line, label=host)
    mean = results.series("host.rx_gbps") / results.summary["hosts"]
    color = style.look_at(style.family_of(str(results.summary["transport"])), 0).color
    axis.plot(mean.index / NS_PER_US, mean.to_numpy(), color=color, label="mean of all hosts")
    axis.set_ylabel("received (Gb/s)")
    axis.set_ylim(bottom=0)
    axis.legend(loc="lower left", ncols=4)


def _losses(axis: Axes, recovery: list[dict[str, Any]], end_us: float) -> None:
    """A bar per fault, from its first lost packet to its last."""
    for place, row in enumerate(reversed(recovery)):
        first, last = row["first_loss_ns"], row["last_loss_ns"]
        text = f"{row['what']} {row['object']}: no packet lost"
        start = row["at_ns"] / NS_PER_US
        if first is not None:
            start = first / NS_PER_US
            width = (last - first) / NS_PER_US
            axis.barh(place, max(width, 2), left=start, height=0.4, color=style.INK, zorder=3)
            text = (
                f"{row['what']} {row['object']}: {row['lost_packets']} packets lost, "
                f"the last after {row['loss_free_after_ns'] / NS_PER_US:.0f} us"
            )
        late = start > end_us / 2
        axis.annotate(
            text, (start, place + 0.3), fontsize=8, va="bottom", ha="right" if late else "left",
            color=style.INK,
        )
    axis.set_yticks([])
    axis.set_ylim(-0.5, len(recovery))
    axis.set_ylabel("losses")


def _evs(axis: Axes, events: pd.DataFrame) -> None:
    """EVs retired and not back, over time, and when that changed."""
    kinds = {"ev-bad": 1, "ev-good": -1}
    changes = events[events["kind"].isin(kinds)].sort_values("time_ns", kind="stable")
    away = changes["kind"].map(kinds).cumsum()
    times = changes["time_ns"] / NS_PER_US
    axis.step(
        np.concatenate([[0.0], times]), np.concatenate([[0], away]), where="post", color=style.MUTED
    )
    for kind, label, color, marker in EV_EVENTS:
        chosen = changes["kind"] == kind
        axis.plot(
            times[chosen], away[chosen], linestyle="", marker=marker, color=color, label=label,
            markersize=4,
        )
    axis.set_ylabel("EVs retired")
    axis.set_ylim(bottom=0)
    axis.legend(loc="upper right", ncols=2)


def timeline(folder: Path) -> Figure:
    """Goodput, losses and EVs of a run around its faults.

    @param folder of the results
    @return the figure
    @raise ValueError if the run had no faults, or no samples
    """
    results = load_results(folder)
    recovery = load_recovery(folder)
    if results.samples.empty:
        raise ValueError(f"{folder}: no samples; set measure.sampleInterval")
    end = float(results.samples["time_ns"].max()) / NS_PER_US
    names = [part.split("--")[0] for row in recovery for part in str(row["object"]).split()]
    hosts = sorted({name for name in names if name.startswith("h")})
    with matplotlib.rc_context(style.RC):
        figure, axes = new_figure(3, 1, 7.2)
        _goodput(axes[0], results, hosts)
        _losses(axes[1], recovery, end)
        _evs(axes[2], results.events)
        for axis in axes:
            _spans(axis, recovery, end)
            axis.set_xlim(0, end)
        axes[2].set_xlabel("simulated time (us); shaded: a fault holds")
    return figure
