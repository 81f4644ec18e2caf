# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Figures of one or more runs. Each function returns a matplotlib Figure and reads no files.

A run belongs to a *case* (what was done) and a *variant* (which transport did it); figures group by
case and color by variant. Legends stand above the axes, never on the data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from . import metrics, style
from .drawing import (
    PERCENT,
    bar_labels,
    bar_stroke,
    bar_width,
    group_labels,
    group_room,
    grouped_bars,
    natural_order,
    new_figure,
    panel_title,
    shade_outage,
    time_axis,
    variant_legend,
)
from .results import Results
from .table import alike, number

#: What the bandwidth of a job is, by `metrics.JobMetrics.measure`.
MEASURES = {"busbw": "bus bandwidth", "total": "total goodput", "goodput": "mean goodput"}

#: Most cases whose bars have room in half of a figure.
_MOST_BESIDE = 6

#: Most panels of planes side by side.
_PLANES_IN_LINE = 4


@dataclass(frozen=True)
class Run:
    """One results folder and its place in figures and tables."""

    case: str
    variant: str
    results: Results


def _styled(function: Callable[..., Figure]) -> Callable[..., Figure]:
    """Draw with the project's settings."""

    @wraps(function)
    def inner(*args: object, **kwargs: object) -> Figure:
        with matplotlib.rc_context(style.RC):
            return function(*args, **kwargs)

    return inner


def cases_of(runs: Sequence[Run]) -> list[str]:
    """The cases in order of appearance."""
    return list(dict.fromkeys(run.case for run in runs))


def variants_of(runs: Sequence[Run]) -> list[str]:
    """The variants in order of appearance, those of one transport together."""
    found = list(dict.fromkeys(run.variant for run in runs))
    families = list(dict.fromkeys(map(style.family_of, found)))
    return sorted(found, key=lambda variant: families.index(style.family_of(variant)))


@_styled
def bandwidth_bars(runs: Sequence[Run]) -> Figure:
    """Bandwidth of each case's first job by variant, with the part of the ideal above."""
    figure, (axis,) = new_figure(1, 1, height=3.9)
    numbers = {(run.case, run.variant): metrics.jobs_of(run.results)[0] for run in runs}
    values = {key: job.bandwidth_gbps for key, job in numbers.items()}
    texts = {
        key: f"{number(job.bandwidth_gbps)}\n{number(100 * job.part_of_ideal)} %"
        for key, job in numbers.items()
    }
    _case_bars(axis, runs, values, texts)
    kind = {case: MEASURES[job.measure] for (case, _), job in numbers.items()}
    group_labels(axis, [f"{case}\n({kind[case]})" for case in cases_of(runs)])
    axis.set_ylabel("bandwidth (Gb/s)")
    variant_legend(figure, variants_of(runs), bars=True)
    return figure


def _case_bars(
    axis: Axes,
    runs: Sequence[Run],
    values: Mapping[tuple[str, str], float],
    texts: Mapping[tuple[str, str], str],
) -> None:
    """A group of bars per case, a bar per variant with a text above."""
    cases, look = cases_of(runs), style.looks(variants_of(runs))
    places = grouped_bars(axis, cases, look, values)
    room = group_room(len(cases)) * bar_width(cases, look, values)
    bar_labels(axis, places, values, texts, room)
    group_labels(axis, cases)


@_styled
def flow_time_cdfs(runs: Sequence[Run]) -> Figure:
    """Distribution of flow times, a panel per case, a line per variant; a dot is the slowest."""
    cases, variants = cases_of(runs), variants_of(runs)
    columns = len(cases) if len(cases) < 4 else -(-len(cases) // 2)
    rows = -(-len(cases) // columns)
    figure, axes = new_figure(rows, columns, height=0.7 + 2.7 * rows, sharey=True)
    look = style.looks(variants)
    for axis, case in zip(axes, cases):
        longest, shortest = 0.0, np.inf
        for run in _of_case(runs, case):
            flows = metrics.transfers(_first_job(run.results))
            times = np.sort(flows.loc[flows["completed"], "fct_ns"].to_numpy()) / 1e3
            if not len(times):
                continue
            # Incomplete transfers never arrive: the curve then stays below 1.
            reached = len(times) / len(flows)
            fraction = np.linspace(0, reached, min(len(times), 400) + 1)
            at = np.quantile(times, np.linspace(0, 1, len(fraction)))
            axis.plot(
                at,
                fraction,
                color=look[run.variant].color,
                ls=look[run.variant].line,
                label=run.variant,
                drawstyle="default",
            )
            axis.plot(
                times[-1],
                reached,
                "o",
                ms=4.5,
                color=look[run.variant].color,
                clip_on=False,
                zorder=5,
            )
            longest, shortest = max(longest, times[-1]), min(shortest, times[0])
        axis.set_title(panel_title(case, columns))
        axis.set_ylim(0, 1)
        axis.set_xlabel("flow time (us)")
        axis.yaxis.set_major_formatter(PERCENT)
        if longest > 0:
            time_axis(axis, shortest, longest, "flow time (us)")
    for axis in axes[len(cases) :]:
        axis.remove()
    for axis in axes[: len(cases) : columns]:
        axis.set_ylabel("flows done")
    variant_legend(figure, variants)
    return figure


@_styled
def load_balance(runs: Sequence[Run], uplink_case: str) -> Figure:
    """How evenly traffic lies: bytes per plane of every case, and per T0 uplink of one case.

    @param runs all runs; multi-plane ones appear on the left
    @param uplink_case the case whose T0-to-T1 links are shown on the right
    """
    several = [run for run in runs if run.results.summary["planes"] > 1]
    if len(cases_of(several)) > _MOST_BESIDE:
        figure, (left, right) = new_figure(2, 1, height=6.2)
        panels = 1
    else:
        figure, (left, right) = new_figure(1, 2, height=3.5, width_ratios=[1.25, 1])
        panels = 2
    _plane_shares(left, several, panels)
    variants = variants_of(runs)
    look = style.looks(variants)
    for run in _of_case(runs, uplink_case):
        loads = metrics.uplink_loads(run.results)
        if len(loads):
            edges = np.linspace(0, 100, len(loads) + 1)
            right.stairs(
                loads,
                edges,
                color=look[run.variant].color,
                lw=1.8,
                ls=look[run.variant].line,
                label=run.variant,
                baseline=None,
            )
    right.axhline(1, color=style.MUTED, lw=0.8, zorder=1)
    right.set_title(panel_title(f"Load of each T0-T1 uplink: {uplink_case}", panels))
    right.set_xlabel("uplinks, busiest first (%)")
    right.set_ylabel("load / mean load")
    right.set_xlim(0, 100)
    right.set_ylim(bottom=0)
    variant_legend(figure, variants)
    return figure


@_styled
def plane_load_over_time(run: Run) -> Figure:
    """Throughput received in each plane over time, a panel per plane; the mean of all behind each.

    Thick: a moving mean; thin: every sample. Planes that carry the same would hide one another in
    common axes.
    """
    samples = run.results.samples
    found = samples.loc[samples["kind"] == "plane.rx_gbps", "object"].unique()
    planes = {name: run.results.series("plane.rx_gbps", name) for name in sorted(found, key=natural_order)}
    columns = min(len(planes), _PLANES_IN_LINE)
    rows = -(-len(planes) // columns)
    figure, axes = new_figure(rows, columns, height=0.6 + 2.2 * rows, sharey=True)
    look = style.looks([run.variant])[run.variant]
    all_mean = pd.DataFrame(planes).mean(axis=1)
    behind = metrics.moving_mean(all_mean, metrics.RECOVERY_WINDOW_NS)
    top = max(values.max() for values in planes.values())
    for axis, (plane, values) in zip(axes, planes.items()):
        axis.plot(values.index / 1e6, values, color=look.color, lw=0.5, alpha=0.35)
        axis.plot(behind.index / 1e6, behind, color=style.MUTED, lw=3.6, alpha=0.45)
        means = metrics.moving_mean(values, metrics.RECOVERY_WINDOW_NS)
        axis.plot(means.index / 1e6, means, color=look.color, lw=1.4)
        part = values.sum() / all_mean.sum() if all_mean.sum() > 0 else np.nan
        axis.set_title(f"plane {plane}: {number(100 * part, 1)} % of the mean", fontsize=8.5)
        axis.set_xlim(left=0)
        axis.set_ylim(0, 1.2 * top or 1)
        shade_outage(axis, run.results, 0.0)
        axis.set_xlabel("simulated time (ms)")
    for axis in axes[len(planes) :]:
        axis.remove()
    for axis in axes[: len(planes) : columns]:
        axis.set_ylabel("received (Gb/s)")
    window = f"{metrics.RECOVERY_WINDOW_NS / 1e3:.0f} us"
    handles = [
        Line2D([], [], color=look.color, lw=1.4, label=f"the plane, mean of {window}"),
        Line2D([], [], color=look.color, lw=0.5, alpha=0.6, label="every sample"),
        Line2D([], [], color=style.MUTED, lw=3.6, alpha=0.45, label="mean of all planes"),
    ]
    variant_legend(figure, [], extra=handles)
    return figure


@_styled
def throughput_around_failure(runs: Sequence[Run], jobs: Sequence[str]) -> Figure:
    """Throughput of one job over time from the failure: per host over the whole run, and the first
    moments relative to the mean before the failure.

    The thick line is the moving mean of `metrics.RECOVERY_WINDOW_NS`, drawn at the end of its
    window; the thin one has every sample.

    @param runs runs with a fault and samples of throughput
    @param jobs the job to look at in each run
    """
    figure, (left, right) = new_figure(1, 2, height=3.5, width_ratios=[1.25, 1])
    look = style.looks(variants_of(runs))
    for run, job in zip(runs, jobs):
        outage = metrics.first_outage(run.results)
        series = metrics.throughput(run.results, job)
        if outage is None or series.empty:
            continue
        start, _ = metrics.busy_interval(run.results, job)
        before = series[(series.index > start) & (series.index <= outage.start_ns)].mean()
        found = metrics.run_recovery(run.results, job)
        baseline = found.baseline_gbps if found else before
        means = metrics.moving_mean(series[series.index > start], metrics.RECOVERY_WINDOW_NS)
        own = look[run.variant]
        for axis, unit, scale in (
            (left, 1e6, run.results.summary["hosts"]),
            (right, 1e3, baseline),
        ):
            for values, line in ((series, {"lw": 0.6, "alpha": 0.35}), (means, {"ls": own.line})):
                time = (values.index - outage.start_ns) / unit
                axis.plot(time, values / scale, color=own.color, **line)
    left.set_title("Whole job")
    left.set_xlabel("time since the failure (ms)")
    left.set_ylabel("throughput per host (Gb/s)")
    right.set_title("The first moments")
    right.set_xlabel("time since the failure (us)")
    right.set_xlim(-200, 600)
    right.set_ylabel("before the failure = 100 %")
    right.axhline(metrics.RECOVERY_LEVEL, color=style.MUTED, lw=0.8, ls=":")
    right.yaxis.set_major_formatter(PERCENT)
    right.set_ylim(0, 1.3)
    left.set_ylim(0, 1.15 * left.get_ylim()[1])
    for axis, unit in ((left, 1e6), (right, 1e3)):
        shade_outage(axis, runs[0].results, None, unit)
    variant_legend(figure, list(look))
    return figure


@_styled
def victim(runs: Sequence[Run], solo: Sequence[Run], incast: str, bystander: str) -> Figure:
    """An incast and its victim: the victim with and without it, and the senders' shares.

    @param runs runs with both jobs
    @param solo runs with the victim alone, one per variant
    @param incast name of the incast job
    @param bystander name of the victim's job
    """
    figure, (left, right) = new_figure(1, 2, height=3.5, width_ratios=[1, 1])
    names = [run.variant for run in runs]
    look = style.looks(variants_of(runs))
    _victim_bars(left, runs, solo, bystander)
    for x, run in enumerate(runs):
        flows = metrics.transfers(run.results.flows)
        shares = metrics.goodput_gbps(flows[flows["job"] == incast]).to_numpy()
        spread = np.linspace(-0.22, 0.22, len(shares)) if len(shares) > 1 else np.zeros(len(shares))
        right.plot(x + spread, np.sort(shares)[::-1], color=look[run.variant].color, **_DOT)
    ideal = metrics.payload_rate_gbps(runs[0].results)
    senders = metrics.job_metrics(runs[0].results, incast).transfers
    right.axhline(ideal / senders, color=style.MUTED, lw=0.9, ls="--", zorder=1)
    right.set_xlim(-0.6, len(runs) - 0.4)
    for axis in (left, right):
        group_labels(axis, names, panels=2)
        axis.set_ylabel("goodput (Gb/s)")
    left.set_title("The victim")
    right.set_title(f"The {senders} senders of the incast")
    right.set_ylim(0, max(1.25 * ideal / senders, 1.1 * _top(right)))
    extra = [
        Patch(facecolor="none", edgecolor=style.MUTED, lw=1.4, label="alone"),
        Patch(facecolor=style.MUTED, label="beside the incast"),
        Line2D([], [], color=style.MUTED, label="one sender", **_DOT),
        Line2D([], [], lw=0.9, ls="--", color=style.MUTED, label="equal share"),
    ]
    variant_legend(figure, [], extra=extra)
    return figure


_DOT: Mapping[str, Any] = {"ls": "", "marker": "o", "ms": 6, "alpha": 0.9}


def _victim_bars(axis: Axes, runs: Sequence[Run], solo: Sequence[Run], bystander: str) -> None:
    """The victim's goodput by variant: alone, where that is known, and beside the incast."""
    look = style.looks(variants_of(runs))
    alone = {run.variant: metrics.job_metrics(run.results, bystander).goodput_mean_gbps for run in solo}
    places: dict[tuple[str, str], float] = {}
    values: dict[tuple[str, str], float] = {}
    texts: dict[tuple[str, str], str] = {}
    for x, run in enumerate(runs):
        during = metrics.job_metrics(run.results, bystander).goodput_mean_gbps
        reference = alone.get(run.variant, np.nan)
        own = look[run.variant]
        axis.bar(x - 0.19, reference, 0.34, facecolor="none", edgecolor=own.color, lw=1.4)
        axis.bar(x + 0.19, during, 0.34, **bar_stroke(own))
        for name, place, value in (("alone", -0.19, reference), ("beside", 0.19, during)):
            places[run.variant, name], values[run.variant, name] = x + place, value
        texts[run.variant, "alone"] = number(reference)
        texts[run.variant, "beside"] = _with_part(during, reference)
    axis.set_xlim(-0.6, len(runs) - 0.4)
    bar_labels(axis, places, values, texts, 0.38 * group_room(len(runs), panels=2))


@_styled
def pauses_and_queues(runs: Sequence[Run]) -> Figure:
    """What congestion costs the fabric: time in PFC pause, and the longest queue of any port."""
    figure, (above, below) = new_figure(2, 1, height=5.4)
    pause = {(run.case, run.variant): run.results.summary["pfc_pause_ns"] / 1e6 for run in runs}
    queue = {
        (run.case, run.variant): run.results.links["max_queue_bytes"].max() / 1e6 for run in runs
    }
    for axis, values in ((above, pause), (below, queue)):
        _case_bars(axis, runs, values, dict(zip(values, alike(list(values.values()), 2))))
    above.set_title("PFC pause, all links together")
    above.set_ylabel("paused (ms)")
    below.set_title("Longest queue of any port")
    below.set_ylabel("queue (MB)")
    variant_legend(figure, variants_of(runs), bars=True)
    return figure


def _with_part(value: float, reference: float) -> str:
    """A number and, if there is a reference, the part of it in percent."""
    part = f"\n{100 * value / reference:.0f} %" if reference > 0 else ""
    return f"{number(value)}{part}"


def _plane_shares(axis: Axes, runs: Sequence[Run], panels: int) -> None:
    """Bars: the share of the bytes leaving hosts that each plane carries, plane 0 first."""
    shares = {}
    for run in runs:
        sizes = metrics.plane_bytes(run.results)
        if sizes.sum() > 0:
            shares[run.case, run.variant] = sizes / sizes.sum()
    axis.set_ylabel("share of the bytes sent")
    axis.set_title("Load of each plane")
    if not shares:
        text = "single-plane runs only" if not runs else "nothing was sent"
        axis.text(0.5, 0.5, text, transform=axis.transAxes, ha="center")
        axis.set(xticks=[], yticks=[])
        return
    highest = {key: share.max() for key, share in shares.items()}
    cases, look = cases_of(runs), style.looks(variants_of(runs))
    width = bar_width(cases, look, highest)
    places = {
        (case, variant): cases.index(case) + (rank - (len(own) - 1) / 2) * width
        for case in cases
        for own in [[variant for variant in look if (case, variant) in shares]]
        for rank, variant in enumerate(own)
    }
    for key, share in shares.items():
        at = places[key] + (np.arange(len(share)) - (len(share) - 1) / 2) * 0.9 * width / len(share)
        axis.bar(at, share, 0.8 * width / len(share), **bar_stroke(look[key[1]]))
    axis.set_xlim(-0.55, len(cases) - 0.45)
    room = width * group_room(len(cases), panels)
    bar_labels(axis, places, highest, {key: _spread(share) for key, share in shares.items()}, room)
    group_labels(axis, cases, panels)
    axis.yaxis.set_major_formatter(PERCENT)


def _spread(shares: pd.Series) -> str:
    """The least and the greatest share in percent; nothing where that is the same."""
    low, high = (f"{100 * share:.1f}" for share in (shares.min(), shares.max()))
    return "" if low == high else f"{low}\n{high}"


def _of_case(runs: Sequence[Run], case: str) -> list[Run]:
    return [run for run in runs if run.case == case]


def _first_job(results: Results) -> pd.DataFrame:
    """The flows of the first job."""
    flows = results.flows
    return flows[flows["job"] == results.jobs["job"].iloc[0]] if len(results.jobs) else flows


def _top(axis: Axes) -> float:
    """The largest y of the lines in the axes."""
    return max((np.max(line.get_ydata()) for line in axis.lines), default=0.0)
