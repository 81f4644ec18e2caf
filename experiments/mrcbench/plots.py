# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Figures of one or more runs. Each function returns a matplotlib Figure and reads no files.

A run belongs to a *case* (what was done) and a *variant* (which transport did it); figures group by
case and color by variant. Legends stand above the axes, never on the data.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps

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
    grouped_bars,
    time_axis,
    natural_order,
    new_figure,
    place_legend,
    shade_outage,
    two_lines,
    value_label,
    variant_legend,
)
from .results import Results


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
    """The variants in order of appearance."""
    return list(dict.fromkeys(run.variant for run in runs))


@_styled
def bandwidth_bars(runs: Sequence[Run]) -> Figure:
    """Bandwidth of each case's first job by variant, with the part of the ideal above."""
    figure, axes = new_figure(1, 1, height=3.9)
    axis = axes[0]
    cases, variants = cases_of(runs), variants_of(runs)
    numbers = {(run.case, run.variant): metrics.jobs_of(run.results)[0] for run in runs}
    values = {key: job.bandwidth_gbps for key, job in numbers.items()}

    def describe(key: tuple[str, str], x: float, width: float) -> None:
        job = numbers[key]
        value = values[key]
        if not np.isfinite(value):
            return
        axis.annotate(
            f"{value:.0f}",
            (x, value),
            (0, 12),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize=9,
            fontweight="bold",
        )
        axis.annotate(
            f"{100 * job.part_of_ideal:.0f} %",
            (x, value),
            (0, 3),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize=7.5,
            color=style.MUTED,
        )

    grouped_bars(axis, cases, variants, values, describe)
    names = {"busbw": "bus bandwidth", "total": "total goodput", "goodput": "mean goodput"}
    kind = {case: names[job.measure] for (case, _), job in numbers.items()}
    axis.set_xticklabels([f"{case}\n({kind[case]})" for case in cases])
    axis.set_ylabel("Gb/s")
    axis.set_ylim(0, 1.18 * max([v for v in values.values() if np.isfinite(v)], default=1))
    variant_legend(figure, variants, bars=True)
    return figure


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
        axis.set_title(case)
        axis.set_ylim(0, 1)
        axis.set_xlabel("flow time (us)")
        axis.yaxis.set_major_formatter(PERCENT)
        if longest > 0:
            time_axis(axis, shortest, longest)
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
    figure, (left, right) = new_figure(1, 2, height=3.5, width_ratios=[1.25, 1])
    _plane_shares(left, [run for run in runs if run.results.summary["planes"] > 1])
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
    right.set_title(f"Load of each T0-T1 uplink: {uplink_case}")
    right.set_xlabel("uplinks, busiest first (%)")
    right.set_ylabel("load / mean load")
    right.set_xlim(0, 100)
    right.set_ylim(bottom=0)
    variant_legend(figure, variants)
    return figure


@_styled
def plane_load_over_time(run: Run) -> Figure:
    """Throughput received in each plane over time: a moving mean per plane, thin every sample."""
    figure, (axis,) = new_figure(1, 1, height=2.9)
    samples = run.results.samples
    planes = samples.loc[samples["kind"] == "plane.rx_gbps", "object"].unique()
    names = sorted(planes, key=natural_order)
    for rank, (color, plane) in enumerate(zip(itertools.cycle(style.PLANES), names)):
        values = run.results.series("plane.rx_gbps", plane)
        axis.plot(values.index / 1e6, values, color=color, lw=0.6, alpha=0.35)
        means = metrics.moving_mean(values, metrics.RECOVERY_WINDOW_NS)
        # Each line is thinner than those it may cover.
        width = 1.4 + 1.1 * (len(names) - 1 - rank)
        axis.plot(means.index / 1e6, means, color=color, lw=width, label=f"plane {plane}")
    axis.set_xlim(left=0)
    shade_outage(axis, run.results, 0.0)
    axis.set_xlabel("simulated time (ms)")
    axis.set_ylabel("received in the plane (Gb/s)")
    axis.set_ylim(0, 1.12 * axis.get_ylim()[1])
    place_legend(figure, axis.get_legend_handles_labels()[0])
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
    variants = variants_of(runs)
    look = style.looks(variants)
    alone = {run.variant: metrics.job_metrics(run.results, bystander) for run in solo}
    for x, run in enumerate(runs):
        during = metrics.job_metrics(run.results, bystander).goodput_mean_gbps
        own = look[run.variant]
        reference = alone[run.variant].goodput_mean_gbps if run.variant in alone else np.nan
        left.bar(x - 0.19, reference, 0.34, facecolor="none", edgecolor=own.color, lw=1.4)
        left.bar(
            x + 0.19, during, 0.34, color=own.color, hatch=own.hatch, edgecolor=style.PAPER, lw=0
        )
        value_label(left, x - 0.19, reference, f"{reference:.0f}")
        value_label(left, x + 0.19, during, _with_part(during, reference))
        flows = metrics.transfers(run.results.flows)
        shares = metrics.goodput_gbps(flows[flows["job"] == incast]).to_numpy()
        spread = np.linspace(-0.22, 0.22, len(shares)) if len(shares) > 1 else np.zeros(1)
        right.plot(
            x + spread,
            np.sort(shares)[::-1],
            "o",
            color=own.color,
            ms=6,
            alpha=0.9,
            label=run.variant,
        )
    ideal = metrics.payload_rate_gbps(runs[0].results)
    senders = metrics.job_metrics(runs[0].results, incast).transfers
    right.axhline(ideal / senders, color=style.MUTED, lw=0.9, ls="--", zorder=1)
    for axis in (left, right):
        axis.set_xticks(range(len(runs)), [run.variant for run in runs])
        axis.set_xlim(-0.6, len(runs) - 0.4)
        axis.grid(axis="x", visible=False)
        axis.set_ylabel("goodput (Gb/s)")
    left.set_title("The victim")
    left.set_ylim(0, 1.2 * ideal)
    right.set_title(f"The {senders} senders of the incast")
    right.set_ylim(0, max(1.25 * ideal / senders, 1.1 * _top(right)))
    variant_legend(
        figure,
        [],
        extra=[
            Patch(facecolor="none", edgecolor=style.MUTED, lw=1.4, label="alone"),
            Patch(facecolor=style.MUTED, label="beside the incast"),
            Line2D([], [], ls="", marker="o", ms=6, color=style.MUTED, label="one sender"),
            Line2D([], [], lw=0.9, ls="--", color=style.MUTED, label="equal share"),
        ],
    )
    return figure


@_styled
def pauses_and_queues(runs: Sequence[Run]) -> Figure:
    """What congestion costs the fabric: time in PFC pause, and the longest queue of any port."""
    figure, (left, right) = new_figure(1, 2, height=3.5)
    cases, variants = cases_of(runs), variants_of(runs)
    pause = {(run.case, run.variant): run.results.summary["pfc_pause_ns"] / 1e6 for run in runs}
    queue = {
        (run.case, run.variant): run.results.links["max_queue_bytes"].max() / 1e6 for run in runs
    }
    for axis, values in ((left, pause), (right, queue)):

        def describe(
            key: tuple[str, str],
            x: float,
            width: float,
            axis: Axes = axis,
            values: dict[tuple[str, str], float] = values,
        ) -> None:
            value = values[key]
            digits = 0 if value == 0 or value >= 10 else 1 if value >= 1 else 2
            text = f"{value:.{digits}f}"
            value_label(axis, x, value, text, size=7.5)

        grouped_bars(axis, cases, variants, values, describe)
        axis.set_ylim(0, 1.12 * max([v for v in values.values() if np.isfinite(v)] + [1e-9]))
        if len(cases) > 2:
            axis.tick_params(axis="x", labelsize=7.5)
        axis.set_xticklabels([two_lines(case) for case in cases])
    if max(pause.values(), default=0) == 0:
        left.set_ylim(0, 1)
    left.set_title("PFC pause, all links together")
    left.set_ylabel("paused (ms)")
    right.set_title("Longest queue of any port")
    right.set_ylabel("queue (MB)")
    variant_legend(figure, variants, bars=True)
    return figure


def _with_part(value: float, reference: float) -> str:
    """A number and, if there is a reference, the part of it in percent."""
    part = f"\n{100 * value / reference:.0f} %" if reference > 0 else ""
    return f"{value:.0f}{part}"


def _plane_shares(axis: Axes, runs: Sequence[Run]) -> None:
    """Bars: the share of the bytes leaving hosts that each plane carries, plane 0 first."""
    look = style.looks(variants_of(runs))
    several = len(look) > 1
    for group, run in enumerate(runs):
        load = metrics.plane_bytes(run.results)
        if not load.sum() > 0:
            continue
        share = load / load.sum()
        width = 0.8 / len(share)
        x = group + (np.arange(len(share)) - (len(share) - 1) / 2) * width
        axis.bar(x, share, 0.88 * width, color=look[run.variant].color)
        low, high = 100 * share.min(), 100 * share.max()
        value_label(axis, group, share.max(), f"{low:.1f}-{high:.1f} %", size=7.5)
    names = [
        "\n".join([two_lines(run.case)] + ([two_lines(run.variant)] if several else []))
        for run in runs
    ]
    axis.set_xticks(range(len(runs)), names)
    axis.tick_params(axis="x", length=0, labelsize=6.5)
    axis.grid(axis="x", visible=False)
    axis.yaxis.set_major_formatter(PERCENT)
    axis.set_ylabel("share of the bytes sent")
    axis.set_title("Load of each plane" + (f": {runs[0].variant}" if runs and not several else ""))
    if runs:
        axis.set_ylim(0, 1.15 * axis.get_ylim()[1])
    else:
        axis.text(0.5, 0.5, "single-plane runs only", transform=axis.transAxes, ha="center")


def _of_case(runs: Sequence[Run], case: str) -> list[Run]:
    return [run for run in runs if run.case == case]


def _first_job(results: Results) -> pd.DataFrame:
    """The flows of the first job."""
    flows = results.flows
    return flows[flows["job"] == results.jobs["job"].iloc[0]] if len(results.jobs) else flows


def _top(axis: Axes) -> float:
    """The largest y of the lines in the axes."""
    return max((np.max(line.get_ydata()) for line in axis.lines), default=0.0)
