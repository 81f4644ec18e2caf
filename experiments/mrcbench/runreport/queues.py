# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Queues, windows and round-trip times over time, and PFC pauses of links."""

from __future__ import annotations

from functools import partial

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..network import port_names
from ..results import Results
from .palette import LINES, color_of
from .timelines import BAND, Clock, Panel, busiest, stack

#: Most queues that are drawn.
_WORST = 5


def queues_and_windows(results: Results, variant: str) -> Figure | None:
    """The longest queues, windows, round trips: a panel for each sampled kind; None without samples."""
    panels: list[Panel] = []
    if worst := busiest(results, "port.queue_bytes", _WORST):
        panels.append(lambda axis, clock: _queues(axis, clock, results, worst))
    for kind, label in (("qp.cwnd_bytes", "window (kB)"), ("qp.rtt_ns", "round trip (us)")):
        if not results.sampled(kind).empty:
            panels.append(partial(_band, results=results, kind=kind, label=label, variant=variant))
    return stack(results, panels)


def pauses_over_time(results: Results) -> Figure | None:
    """Number of directions of links that PFC paused, by tier; None without pauses."""
    if not (results.sampled("port.paused")["value"] > 0).any():
        return None
    return stack(results, [lambda axis, clock: _held(axis, clock, results)])


def _queues(axis: Axes, clock: Clock, results: Results, worst: list[str]) -> None:
    found = results.over_time("port.queue_bytes", worst.__contains__)
    for color, name in zip(LINES, worst):
        clock.draw(axis, found[name] / 1e3, lw=1.2, color=color, label=name)
    axis.set_ylabel("queue (kB)")


def _band(axis: Axes, clock: Clock, results: Results, kind: str, label: str, variant: str) -> None:
    """The median and the middle 80 % of all QPs that have a value at a time."""
    rows, color = results.sampled(kind), color_of(variant)
    at = rows.groupby("time_ns")["value"]
    parts = [at.quantile(part).reindex(results.sample_times()) / 1e3 for part in BAND]
    qps = rows["object"].nunique()
    if qps > 1:
        clock.draw_band(axis, parts, f"median of {qps:,} QP ends", color)
    else:
        clock.draw(axis, parts[1], color=color, label=str(rows["object"].iloc[0]))
    axis.set_ylabel(label)


def _held(axis: Axes, clock: Clock, results: Results) -> None:
    links = results.links
    tiers = dict(zip(port_names(links), links["tier"].str.replace("-", " to ")))
    held = results.over_time("port.paused").T.groupby(lambda name: tiers.get(name, "link")).sum()
    for color, (name, values) in zip(LINES, held.iterrows()):
        clock.draw(axis, values, lw=1.3, dots=False, color=color, label=name)
    axis.set_ylabel("directions paused")
