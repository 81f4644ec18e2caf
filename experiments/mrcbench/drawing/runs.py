# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Figures of one or more runs. Each function returns a matplotlib Figure and reads no files.

A run belongs to a *case* (the workload) and a *variant* (the transport); figures group by case and color by
variant. Legends are above the axes, never on the data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from .. import metrics, style
from ..faults import Fault, scenario_faults
from ..metrics import JobMetrics
from ..network import natural
from ..results import Results
from ..table import alike, number
from . import (
    PERCENT, Key, bar_handles, cdf, group_labels, grouped_bars, line_handles, new_figure, panel_title,
    panels, place_legend, say_instead, shade_outage, side_by_side, styled, y_scale,
)  # fmt: skip

#: Name of the bandwidth of a job, by `metrics.JobMetrics.measure`.
MEASURES = {"busbw": "bus bandwidth", "total": "total goodput", "goodput": "mean goodput"}

#: Most cases whose bars fit into half of a figure.
_MOST_BESIDE = 6

#: Most panels of flow times.
_MOST_PANELS = 12

#: Most rows of panels around a fault.
_MOST_ROWS = 4

#: Most panels of planes side by side.
_PLANES_IN_LINE = 4


@dataclass(frozen=True)
class Run:
    """One results folder and its place in figures and tables."""

    case: str
    variant: str
    results: Results

    @property
    def key(self) -> Key:
        """The group of bars and the bar."""
        return self.case, self.variant

    @property
    def name(self) -> str:
        """The run in a sentence."""
        return f"{self.variant} in {self.case}"


def cases_of(runs: Sequence[Run]) -> list[str]:
    """The cases in order of appearance."""
    return list(dict.fromkeys(run.case for run in runs))


def variants_of(runs: Sequence[Run]) -> list[str]:
    """The variants in order of appearance, those of one transport together."""
    found = list(dict.fromkeys(run.variant for run in runs))
    families = list(dict.fromkeys(map(style.family_of, found)))
    return sorted(found, key=lambda variant: families.index(style.family_of(variant)))


def looks_of(runs: Sequence[Run]) -> dict[str, style.Look]:
    """The look of each variant."""
    return style.looks(variants_of(runs))


def jobs_by_group(runs: Sequence[Run]) -> dict[Key, tuple[Run, JobMetrics]]:
    """Every job of the runs, by its group (the case and, of several jobs, the job) and its variant."""
    found: dict[Key, tuple[Run, JobMetrics]] = {}
    for run in runs:
        jobs = metrics.jobs_of(run.results)
        for job in jobs:
            group = run.case if len(jobs) == 1 else f"{run.case}: {job.job}"
            found[group, run.variant] = run, job
    return found


@styled
def bandwidth_bars(runs: Sequence[Run]) -> Figure:
    """Bandwidth of each job by variant, and its least possible time as a share of the time it took.

    Jobs that did not complete have no bar: the rate is that of messages that arrived.
    """
    figure, (axis,) = new_figure(1, 1, height=3.9)
    jobs = {key: job for key, (_, job) in jobs_by_group(runs).items()}
    values = {key: job.bandwidth_gbps if job.completed else 0 for key, job in jobs.items()}
    texts = {
        key: f"{number(values[key])}\n{number(100 * job.efficiency)} %" if job.completed else "not\ncomplete"
        for key, job in jobs.items()
    }
    kind = {group: MEASURES[job.measure] for (group, _), job in jobs.items()}
    labels = [f"{group}\n({measure})" for group, measure in kind.items()]
    grouped_bars(axis, list(kind), looks_of(runs), values, texts, labels=labels)
    axis.set_ylabel("bandwidth (Gb/s)")
    place_legend(figure, bar_handles(looks_of(runs)))
    return figure


@styled
def flow_time_cdfs(runs: Sequence[Run]) -> Figure:
    """Distribution of flow times, a panel per job of a case, a line per variant; a dot is the slowest."""
    jobs, looks = jobs_by_group(runs), looks_of(runs)
    groups = list(dict.fromkeys(group for group, _ in jobs))[:_MOST_PANELS]
    across = len(groups) if len(groups) < 4 else -(-len(groups) // 2)
    figure, axes = panels(groups, across, 0.7, 2.7, "flows done")
    for axis, group in zip(axes, groups):
        own = [(run, job.job) for (each, _), (run, job) in jobs.items() if each == group]
        lines = [(_transfers(run.results, job), looks[run.variant].line_stroke()) for run, job in own]
        cdf(axis, lines, dots=True)
    place_legend(figure, line_handles(looks))
    return figure


@styled
def load_balance(runs: Sequence[Run], uplink_case: str) -> Figure:
    """Load balance: bytes per plane of every case, and per T0 uplink of one case.

    @param runs all runs; multi-plane ones appear on the left
    @param uplink_case the case whose T0-to-T1 links are shown on the right
    """
    several = [run for run in runs if run.results.summary["planes"] > 1]
    if len(cases_of(several)) > _MOST_BESIDE:
        beside, (figure, (left, right)) = 1, new_figure(2, 1, height=6.2)
    else:
        beside, (figure, (left, right)) = 2, new_figure(1, 2, height=3.5, width_ratios=[1.25, 1])
    _plane_shares(left, several, beside)
    looks = looks_of(runs)
    for run in (run for run in runs if run.case == uplink_case):
        loads, look = metrics.uplink_loads(run.results), looks[run.variant]
        if len(loads):
            stroke = {"color": look.color, "ls": look.line, "lw": 1.8, "label": run.variant}
            right.stairs(loads, np.linspace(0, 100, len(loads) + 1), baseline=None, **stroke)
    right.axhline(1, color=style.MUTED, lw=0.8, zorder=1)
    title = panel_title(f"Load of each T0-T1 uplink: {uplink_case}", beside)
    right.set(title=title, xlabel="uplinks, busiest first (%)", xlim=(0, 100))
    y_scale(right, "load / mean load", log=False)
    place_legend(figure, line_handles(looks))
    return figure


def _plane_shares(axis: Axes, runs: Sequence[Run], beside: int) -> None:
    """Bars: the share of the bytes leaving hosts that each plane carries, plane 0 first."""
    sizes = {run.key: metrics.plane_bytes(run.results) for run in runs}
    shares = {key: own / own.sum() for key, own in sizes.items() if own.sum() > 0}
    axis.set(title="Load of each plane", ylabel="share of the bytes sent")
    if not shares:
        say_instead(axis, "nothing was sent" if runs else "single-plane runs only")
        return
    texts = {key: _extremes(share) for key, share in shares.items()}
    grouped_bars(axis, cases_of(runs), looks_of(runs), shares, texts, beside)
    axis.yaxis.set_major_formatter(PERCENT)


def _extremes(shares: pd.Series) -> str:
    """The lowest and the highest share in percent; empty if they are equal."""
    low, high = (f"{100 * share:.1f}" for share in (shares.min(), shares.max()))
    return "" if low == high else f"{low}\n{high}"


@styled
def plane_load_over_time(run: Run) -> Figure:
    """Throughput received in each plane over time, a panel per plane, each with the mean of all planes.

    Thick: a moving mean; thin: every sample. In common axes, planes with equal load would hide each other.
    """
    planes, outage = run.results.over_time("plane.rx_gbps"), metrics.first_outage(run.results)
    planes = planes[sorted(planes, key=natural)]
    mean = planes.mean(axis=1)
    parts = 100 * planes.sum() / mean.sum() if mean.sum() > 0 else planes.sum() * np.nan
    titles = [f"plane {plane}: {number(parts[plane], 1)} % of the mean" for plane in planes]
    figure, axes = panels(titles, min(len(titles), _PLANES_IN_LINE), 0.6, 2.2, "received (Gb/s)")
    look = style.looks([run.variant])[run.variant]
    window = f"{metrics.SMOOTH_NS / 1e3:.0f} us"
    strokes: list[dict[str, Any]] = [
        {"color": look.color, "lw": 0.5, "alpha": 0.35, "label": "every sample"},
        {"color": style.MUTED, "lw": 3.6, "alpha": 0.45, "label": "mean of all planes"},
        {"color": look.color, "lw": 1.4, "label": f"the plane, mean of {window}"},
    ]
    for axis, plane in zip(axes, planes):
        values = planes[plane].dropna()
        for line, stroke in zip((values, _moving(mean), _moving(values)), strokes):
            axis.plot(line.index / 1e6, line, **stroke)
        axis.set_xlim(left=0)
        axis.set(xlabel="simulated time (ms)", ylim=(0, 1.2 * planes.max().max() or 1))
        if outage:
            shade_outage(axis, outage)
    place_legend(figure, [Line2D([], [], **stroke) for stroke in (strokes[2], *strokes[:2])])
    return figure


def _moving(series: pd.Series) -> pd.Series:
    """The moving mean of a line."""
    return metrics.moving_mean(series, metrics.SMOOTH_NS)


@dataclass(frozen=True)
class Hit:
    """A fault of a run, and the jobs that were running when it began."""

    run: Run
    fault: Fault
    jobs: tuple[str, ...]


def hit_jobs(runs: Sequence[Run]) -> list[Hit]:
    """The first fault of each run that began during jobs."""
    found = []
    for run in runs:
        faults = sorted(scenario_faults(run.results), key=lambda fault: fault.start_ns)
        hits = (Hit(run, fault, _running(run.results, fault.start_ns)) for fault in faults)
        found += [hit for hit in hits if hit.jobs][:1]
    return found


def _running(results: Results, time_ns: float) -> tuple[str, ...]:
    """The jobs that are running at a time."""
    jobs = results.jobs
    running = (jobs["start_ns"] <= time_ns) & ~(jobs["end_ns"] <= time_ns)
    return tuple(jobs.loc[running, "job"].unique())


@styled
def throughput_around_fault(hits: Sequence[Hit]) -> Figure:
    """Throughput over time since a fault: per host over the whole run, and the first 600 us relative to the
    mean before the fault; two panels per job, or per case if there are many jobs.

    The thick line is the moving mean over `metrics.SMOOTH_NS`, drawn at the end of its window; the
    thin line has every sample.
    """
    groups = _by_job(hits)
    figure, axes = new_figure(len(groups), 2, height=0.6 + 2.9 * len(groups), width_ratios=[1.25, 1])
    looks = looks_of([hit.run for hit in hits])
    for (title, own), left, right in zip(groups.items(), axes[::2], axes[1::2]):
        unknown = [hit.run.variant for hit in own if not _around(left, right, hit, looks[hit.run.variant])]
        left.set(title=panel_title(f"{title}: the whole run", 2), xlabel="time since the fault (ms)")
        left.set(ylabel="throughput per host (Gb/s)", ylim=(0, 1.15 * left.get_ylim()[1]))
        right.set(title=panel_title(f"{title}: the first moments", 2))
        _mark_fault(left, 1e6, [hit.fault for hit in own])
        if len(unknown) == len(own):
            say_instead(right, _UNKNOWN)
            continue
        right.set(xlabel="time since the fault (us)", xlim=(-200, 600))
        right.set(ylabel="before the fault = 100 %", ylim=(0, 1.3))
        right.yaxis.set_major_formatter(PERCENT)
        _mark_fault(right, 1e3, [hit.fault for hit in own])
        if unknown:
            text = f"{', '.join(unknown)}: {_UNKNOWN}"
            right.text(0.5, 0.03, text, transform=right.transAxes, ha="center", fontsize=8)
    place_legend(figure, line_handles(looks))
    return figure


_UNKNOWN = "no sample before the fault"


def _by_job(hits: Sequence[Hit]) -> dict[str, list[Hit]]:
    """The jobs by the titles of their panels; of many jobs, those of a case together."""
    cases = cases_of([hit.run for hit in hits])

    def titled(case: str, title: str) -> str:
        return title if len(cases) == 1 else f"{case}: {title}"

    found: dict[str, list[Hit]] = {}
    for hit in hits:
        for job in hit.jobs:
            found.setdefault(titled(hit.run.case, job), []).append(Hit(hit.run, hit.fault, (job,)))
    sampled = all(len(hit.run.results.sampled("job.throughput_gbps")) for hit in hits)
    if sampled and len(found) <= _MOST_ROWS:
        return found
    title = "all jobs that ran" if sampled else "all hosts, frames"
    return {titled(case, title): [hit for hit in hits if hit.run.case == case] for case in cases}


def _around(left: Axes, right: Axes, hit: Hit, look: style.Look) -> bool:
    """The lines of the jobs of one run; whether there is a sample before the fault."""
    results, begin = hit.run.results, hit.fault.start_ns
    flows = results.flows[results.flows["job"].isin(hit.jobs)]
    sampled = len(results.sampled("job.throughput_gbps")) > 0
    series = sum(metrics.throughput(results, job) for job in (hit.jobs if sampled else ("",)))
    start = flows.groupby("src")["start_ns"].min().max()
    before = series[(series.index > start) & (series.index <= begin)].mean()
    lines = ((series, {"lw": 0.6, "alpha": 0.35}), (_moving(series[series.index > start]), {"ls": look.line}))
    for axis, unit, scale in ((left, 1e6, flows["dst"].nunique()), (right, 1e3, before)):
        for values, stroke in lines if scale > 0 else ():
            axis.plot((values.index - begin) / unit, values / scale, color=look.color, **stroke)
    return bool(before > 0)


def _mark_fault(axis: Axes, unit: float, faults: Sequence[Fault]) -> None:
    """Shade the interval of the fault if it is the same in all runs, otherwise mark its begin."""
    if len({(each.what, each.end_ns and each.end_ns - each.start_ns) for each in faults}) == 1:
        shade_outage(axis, faults[0], faults[0].start_ns, unit)
    else:
        axis.axvline(0, color=style.MUTED, lw=0.8, ls=":", zorder=1)


@styled
def victim(runs: Sequence[Run], solo: Sequence[Run], incast: str, bystander: str) -> Figure:
    """An incast and its victim: the victim with and without it, and the senders' shares.

    @param runs runs with both jobs
    @param solo runs with the victim alone, one per variant
    @param incast name of the incast job
    @param bystander name of the victim's job
    """
    figure, (left, right) = new_figure(1, 2, height=3.5)
    looks = looks_of(runs)
    _victim_bars(left, runs, solo, bystander)
    for x, run in enumerate(runs):
        flows = metrics.transfers(run.results.flows)
        shares = metrics.goodput_gbps(flows[flows["job"] == incast]).to_numpy()
        places = x + side_by_side(len(shares), 0.22)
        right.plot(places, np.sort(shares)[::-1], color=looks[run.variant].color, **_DOT)
    senders = metrics.job_metrics(runs[0].results, incast).transfers
    equal = metrics.payload_rate_gbps(runs[0].results) / senders
    right.axhline(equal, color=style.MUTED, lw=0.9, ls="--", zorder=1)
    group_labels(right, [run.variant for run in runs], panels=2)
    most = max(share for line in right.lines for share in line.get_ydata())
    right.set(xlim=(-0.6, len(runs) - 0.4), ylim=(0, max(1.25 * equal, 1.1 * most)))
    right.set(title=f"The {senders} senders of the incast", ylabel="goodput (Gb/s)")
    left.set(title="The victim", ylabel="goodput (Gb/s)")
    place_legend(figure, [
        Patch(label="alone", **_outline(style.MUTED)),
        Patch(facecolor=style.MUTED, label="with the incast"),
        Line2D([], [], color=style.MUTED, label="one sender", **_DOT),
        Line2D([], [], lw=0.9, ls="--", color=style.MUTED, label="equal share"),
    ])  # fmt: skip
    return figure


_DOT: Mapping[str, Any] = {"ls": "", "marker": "o", "ms": 6, "alpha": 0.9}


def _outline(color: str) -> dict[str, object]:
    return {"facecolor": "none", "edgecolor": color, "lw": 1.4}


def _victim_bars(axis: Axes, runs: Sequence[Run], solo: Sequence[Run], bystander: str) -> None:
    """The victim's goodput by variant: alone, if known, and with the incast."""
    values = {
        (run.variant, name): metrics.job_metrics(run.results, bystander).goodput_mean_gbps
        for name, own in (("alone", solo), ("beside", runs))
        for run in own
    }
    texts = {key: number(value) for key, value in values.items()}
    for variant, name in texts:
        if name == "beside" and values.get((variant, "alone"), 0) > 0:
            texts[variant, name] += f"\n{100 * values[variant, name] / values[variant, 'alone']:.0f} %"
    strokes = {
        (variant, name): _outline(look.color) if name == "alone" else look.bar_stroke()
        for variant, look in looks_of(runs).items()
        for name in ("alone", "beside")
    }
    bars = style.looks(["alone", "beside"])
    grouped_bars(axis, [run.variant for run in runs], bars, values, texts, panels=2, strokes=strokes)


@styled
def pauses_and_queues(runs: Sequence[Run]) -> Figure:
    """Effects of congestion on the fabric: time in PFC pause, and the longest queue of any port."""
    figure, axes = new_figure(2, 1, height=5.4)
    pause = {run.key: run.results.summary["pfc_pause_ns"] / 1e6 for run in runs}
    queue = {run.key: run.results.links["max_queue_bytes"].max() / 1e6 for run in runs}
    for axis, values, title, label in (
        (axes[0], pause, "PFC pause, all links together", "paused (ms)"),
        (axes[1], queue, "Longest queue of any port", "queue (MB)"),
    ):
        texts = dict(zip(values, alike(list(values.values()), 2)))
        grouped_bars(axis, cases_of(runs), looks_of(runs), values, texts)
        axis.set(title=title, ylabel=label)
    place_legend(figure, bar_handles(looks_of(runs)))
    return figure


def _transfers(results: Results, job: str) -> pd.DataFrame:
    """The transfers of a job."""
    flows = results.flows
    return metrics.transfers(flows[flows["job"] == job])
