# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Throughput of jobs and of hosts over time, and the intervals in which faults cost packets."""

from __future__ import annotations

from textwrap import shorten

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .. import style
from ..faults import scenario_faults
from ..network import natural
from ..results import Results
from ..table import number
from ..units import format_time
from .palette import color_of, colors_of
from .timelines import BAND, Clock, Panel, stack

#: Most lines of jobs, of hosts that faults name, and of losses of faults.
_LINES = 8

#: Most hosts for percentiles; of more, every n-th counts.
_HOSTS = 2048

#: A host that never receives more than this part of the highest rate receives only ACKs, no data.
_ANSWERS = 0.1

#: Most letters of a fault's name at its losses.
_LETTERS = 60


def throughput_over_time(results: Results, variant: str) -> Figure | None:
    """A panel each for jobs, hosts and losses; None without samples."""
    panels: list[Panel] = []
    if not results.sampled("job.throughput_gbps").empty:
        panels.append(lambda axis, clock: _jobs(axis, clock, results, variant))
    if not results.sampled("host.rx_gbps").empty:
        panels.append(lambda axis, clock: _hosts(axis, clock, results, variant))
    if panels and 0 < len(results.recovery) <= _LINES:
        panels.append(lambda axis, clock: _losses(axis, clock, results))
    return stack(results, panels)


def _jobs(axis: Axes, clock: Clock, results: Results, variant: str) -> None:
    found = results.over_time("job.throughput_gbps")
    # In the order of the figure of flows, so that a job has the same color on the whole page
    names = list(dict.fromkeys([*(job for job in results.flows["job"].unique() if job in found), *found]))
    if len(names) > _LINES:
        clock.draw(axis, found.sum(axis=1), color=color_of(variant), label=f"all {len(names)} jobs")
    else:
        looks = colors_of(names, variant)
        for name in names:
            clock.draw(axis, found[name], color=looks[name], label=name)
    axis.set_ylabel("jobs, payload (Gb/s)")


def _hosts(axis: Axes, clock: Clock, results: Results, variant: str) -> None:
    """The median of the hosts that receive data, and each host that a fault names."""
    peaks = results.sampled("host.rx_gbps").groupby("object")["value"].max()
    names = peaks[peaks > _ANSWERS * peaks.max()].index
    busy = len(names)
    color = color_of(variant)
    if busy <= 1:
        clock.draw(axis, results.series("host.rx_gbps"), color=color, label="the receiver")
    else:
        found = results.over_time("host.rx_gbps", set(names[:: -(-busy // _HOSTS)]).__contains__)
        parts = [found.quantile(part, axis=1) for part in BAND]
        clock.draw_band(axis, parts, f"median of {busy:,} hosts", color)
    ends = {end for fault in scenario_faults(results) for name in fault.names for end in name.split("--")}
    for place, name in enumerate(sorted(ends & set(peaks.index), key=natural)[:_LINES]):
        look, values = style.look_at("", place), results.series("host.rx_gbps", name)
        clock.draw(axis, values, lw=1.1, color=look.color, ls=look.line, label=name)
    axis.set_ylabel("host, frames (Gb/s)")


def _losses(axis: Axes, clock: Clock, results: Results) -> None:
    """A bar per fault, from its first lost packet to its last."""
    for place, row in enumerate(results.recovery.itertuples()):
        fault = shorten(f"{row.what} {row.object}", _LETTERS, placeholder=" ...")
        text, start = f"{fault}: no packet lost", row.at_ns / clock.unit
        if row.lost_packets:
            start = row.first_loss_ns / clock.unit
            width = max(row.last_loss_ns - row.first_loss_ns, 0.002 * clock.end_ns) / clock.unit
            axis.barh(place, width, left=start, height=0.4, color=style.INK, zorder=3)
            after = format_time(row.loss_free_after_ns)
            text = f"{fault}: {number(row.lost_packets)} packets lost, the last after {after}"
        side = "right" if start > clock.end_ns / clock.unit / 2 else "left"
        axis.annotate(text, (start, place - 0.25), fontsize=7.5, ha=side, color=style.INK)
    axis.set_yticks([])
    axis.set_ylim(len(results.recovery) - 0.5, -0.7)
    axis.set_ylabel("losses")
