# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Samples over time: throughput and losses of faults; queues, windows and round trips; PFC pauses."""

from __future__ import annotations

from functools import partial
from textwrap import shorten

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .. import metrics, style
from ..faults import faults_and_rows, held, recovery_of, scenario_faults
from ..network import natural, port_names
from ..results import Results
from ..table import number
from ..transports import looks_of_jobs
from ..units import format_time
from .timelines import BAND, Clock, Panel, busiest, stack

#: Most lines of jobs, of hosts that faults name, and of losses of faults.
_LINES = len(style.LINES)

#: Most hosts with a line each.
_FEW = 4

#: Most hosts for percentiles; of more, every n-th counts.
_HOSTS = 2048

#: A host that never receives more than this part of the highest rate receives only ACKs, no data.
_ANSWERS = 0.1

#: Most letters of a fault's name at its losses.
_LETTERS = 60

#: Most queues that are drawn.
_WORST = 5


def throughput_over_time(results: Results, variant: str) -> Figure | None:
    """A panel each for jobs, hosts and losses; None without samples."""
    panels: list[Panel] = []
    if not results.sampled("job.throughput_gbps").empty:
        panels.append(lambda axis, clock: _jobs(axis, clock, results, variant))
    if not results.sampled("host.rx_gbps").empty:
        panels.append(lambda axis, clock: _hosts(axis, clock, results, variant))
    if panels and 0 < len(recovery_of(results)) <= _LINES:
        panels.append(lambda axis, clock: _losses(axis, clock, results))
    return stack(results, panels)


def _jobs(axis: Axes, clock: Clock, results: Results, variant: str) -> None:
    found = results.over_time("job.throughput_gbps")
    # In the order of the figure of flows, so that a job has the same color on the whole page
    names = list(dict.fromkeys([*(job for job in results.flows["job"].unique() if job in found), *found]))
    if len(names) > _LINES:
        clock.draw(axis, found.sum(axis=1), color=style.color_of(variant), label=f"all {len(names)} jobs")
    else:
        looks = looks_of_jobs(results, names)
        for name in names:
            clock.draw(axis, found[name], color=looks[name].color, ls=looks[name].line, label=name)
    if len(names) == 1:
        _ideal(axis, clock, results, names[0])
    axis.set_ylabel("jobs, payload (Gb/s)")


def _ideal(axis: Axes, clock: Clock, results: Results, job: str) -> None:
    """The throughput with which a job would take its ideal time, until then."""
    rows, flows = results.jobs[results.jobs["job"] == job], results.flows[results.flows["job"] == job]
    time = rows["ideal_ns"].sum(skipna=False)
    if flows["completed"].all() and time > 0:
        rate, start = 8 * flows["bytes"].sum() / time, rows["start_ns"].min()
        ends = [start / clock.unit, (start + time) / clock.unit]
        axis.plot(ends, [rate, rate], color=style.MUTED, lw=1, ls="--", zorder=1, label="ideal")


def _hosts(axis: Axes, clock: Clock, results: Results, variant: str) -> None:
    """The median of the hosts that receive data, and each host that a fault names."""
    peaks = results.sampled("host.rx_gbps").groupby("object")["value"].max()
    names = peaks[peaks > _ANSWERS * peaks.max()].index
    busy = len(names)
    color, family = style.color_of(variant), style.family_of(variant)
    if busy <= _FEW:
        for name, look in style.looks_of(dict.fromkeys(sorted(names, key=natural), family)).items():
            label = "the receiver" if busy == 1 else name
            values = results.series("host.rx_gbps", name)
            clock.draw(axis, values, color=look.color, ls=look.line, label=label)
    else:
        found = results.over_time("host.rx_gbps", set(names[:: -(-busy // _HOSTS)]).__contains__)
        parts = [pd.Series(metrics.percentile(found, part, axis=1), found.index) for part in BAND]
        clock.draw_band(axis, parts, f"median of {busy:,} hosts", color)
    ends = {end for fault in scenario_faults(results) for name in fault.names for end in name.split("--")}
    others = ends & set(peaks.index) - (set(names) if busy <= _FEW else set())
    first = 0 if family else min(busy, _FEW)  # look that is not drawn yet
    for place, name in enumerate(sorted(others, key=natural)[:_LINES], first):
        look, values = style.look_at("", place), results.series("host.rx_gbps", name)
        clock.draw(axis, values, lw=1.1, color=look.color, ls=look.line, label=name)
    axis.set_ylabel("host, frames (Gb/s)")


def _losses(axis: Axes, clock: Clock, results: Results) -> None:
    """Bars per fault, from its first lost packet to its last, without the times when it was not in force."""
    faults = faults_and_rows(results)
    for place, (fault, row) in enumerate(faults):
        name = shorten(f"{row.what} {row.object}", _LETTERS, placeholder=" ...")
        text, start = f"{name}: no packet lost", row.at_ns / clock.unit
        if row.lost_packets:
            start = row.first_loss_ns / clock.unit
            for begin, end in held(results, fault) or [(row.first_loss_ns, row.last_loss_ns)]:
                begin, end = max(begin, row.first_loss_ns), min(end, row.last_loss_ns)
                width = max(end - begin, 0.002 * clock.end_ns) / clock.unit
                if begin <= end:
                    axis.barh(place, width, left=begin / clock.unit, height=0.4, color=style.INK, zorder=3)
            after = format_time(row.loss_free_after_ns)
            text = f"{name}: {number(row.lost_packets)} packets lost, the last after {after}"
        side = "right" if start > clock.end_ns / clock.unit / 2 else "left"
        axis.annotate(text, (start, place - 0.25), fontsize=7.5, ha=side, color=style.INK)
    axis.set_yticks([])
    axis.set_ylim(len(faults) - 0.5, -0.7)
    axis.set_ylabel("losses")


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
    for color, name in zip(style.LINES, worst):
        clock.draw(axis, found[name] / 1e3, lw=1.2, color=color, label=name)
    axis.set_ylabel("queue (kB)")


def _band(axis: Axes, clock: Clock, results: Results, kind: str, label: str, variant: str) -> None:
    """The median and the middle 80 % of all QPs that have a value at a time."""
    rows, color = results.sampled(kind), style.color_of(variant)
    at = rows.groupby("time_ns")["value"]
    parts = [at.agg(metrics.percentile, part).reindex(results.sample_times()) / 1e3 for part in BAND]
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
    for color, (name, values) in zip(style.LINES, held.iterrows()):
        clock.draw(axis, values, lw=1.3, dots=False, color=color, label=name)
    axis.set_ylabel("directions paused")
