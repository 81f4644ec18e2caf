# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Queues, windows and round-trip times over time, and how long PFC held links."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..results import Results
from .palette import LINES, color_of
from .panels import stack
from .timelines import busiest, clock_of, kinds_of, marker, thin

#: Queues with a line of their own.
_WORST = 5

#: Percentiles of windows and round-trip times.
_BAND = (0.1, 0.5, 0.9)


def queues_and_windows(results: Results, variant: str) -> Figure | None:
    """The longest queues, windows, round trips: a panel for each that was sampled; None if none was."""
    kinds = kinds_of(results)
    panels: list[Callable[[Axes], None]] = []
    if worst := busiest(results, "port.queue_bytes", _WORST):
        panels.append(lambda axis: _queues(axis, results, worst))
    if "qp.cwnd_bytes" in kinds:
        panels.append(lambda axis: _band(axis, results, "qp.cwnd_bytes", 1e3, "window (kB)", variant))
    if "qp.rtt_ns" in kinds:
        panels.append(lambda axis: _band(axis, results, "qp.rtt_ns", 1e3, "round trip (us)", variant))
    return stack(results, panels)


def pauses_over_time(results: Results) -> Figure | None:
    """How many directions of links PFC held at a time, by tier; None if none was."""
    samples = results.samples
    rows = samples[(samples["kind"] == "port.paused") & (samples["value"] > 0)]
    if rows.empty:
        return None
    return stack(results, [lambda axis: _held(axis, results, rows)])


def _queues(axis: Axes, results: Results, worst: list[str]) -> None:
    found = results.over_time("port.queue_bytes", worst.__contains__)
    unit = clock_of(results).unit
    for place, name in enumerate(worst):
        line = thin(found[name])
        axis.plot(
            line.index / unit,
            line / 1e3,
            color=LINES[place % len(LINES)],
            lw=1.2,
            marker=marker(line),
            label=name,
        )
    axis.set_ylabel("queue (kB)")


def _band(axis: Axes, results: Results, kind: str, scale: float, label: str, variant: str) -> None:
    """The middle of all QPs that have a value at a time, and four fifths of them."""
    samples = results.samples
    rows = samples[samples["kind"] == kind]
    at = rows.groupby("time_ns")["value"]
    times = results.sample_times()
    low, middle, high = (at.quantile(part).reindex(times) / scale for part in _BAND)
    unit, color = clock_of(results).unit, color_of(variant)
    lines = [thin(one) for one in (low, middle, high)]
    qps = rows["object"].nunique()
    if qps > 1:
        axis.fill_between(
            lines[0].index / unit, lines[0], lines[2], color=color, alpha=0.25, lw=0, label="80 % of them"
        )
    axis.plot(
        lines[1].index / unit, lines[1], color=color, lw=1.4, marker=marker(lines[1]),
        label=f"median of {qps:,} QP ends" if qps > 1 else str(rows["object"].iloc[0]),
    )  # fmt: skip
    axis.set_ylabel(label)


def _held(axis: Axes, results: Results, rows: pd.DataFrame) -> None:
    links = results.links
    tiers = dict(zip(links["a"] + "--" + links["b"], links["tier"]))
    tier = rows["object"].str.replace(r"\.\d+$", "", regex=True).map(tiers).fillna("link")
    sums = rows.assign(tier=tier).pivot_table(index="time_ns", columns="tier", values="value", aggfunc="sum")
    sums = sums.reindex(results.sample_times()).fillna(0)
    unit = clock_of(results).unit
    for place, name in enumerate(sorted(sums.columns)):
        line = thin(sums[name])
        sender, receiver = (str(name).split("-") + [""])[:2]
        label = f"{sender} to {receiver}" if receiver else str(name)
        axis.plot(line.index / unit, line, color=LINES[place % len(LINES)], lw=1.3, label=label)
    axis.set_ylabel("directions held")
