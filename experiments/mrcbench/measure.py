# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Numbers computed from the results of one run, for plots and claims of figures.

Every function takes the results of a run and returns one number; NaN without values. ``jobs`` and
``objects`` are patterns with ``*``, or lists of them. ``stat`` names the reduction of several values to one,
see `STATISTICS`. A `Window` restricts a measure to a part of the simulated time; times are strings with a
unit such as ``"1ms"``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import methodcaller
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from . import metrics, units
from .faults import summed_up
from .results import Results
from .suite.series import LOSERS, losses_of, matcher, repair_times, table_over_time

Patterns = str | Sequence[str]
Duration = str | int | float

_NAN = float("nan")


@dataclass(frozen=True)
class Window:
    """The simulated times in ``(start, end]``, repeated ``times`` times at intervals of ``every``; ns."""

    start: float = 0
    end: float = np.inf
    every: float = 0
    times: int = 1

    def of(self, series: pd.DataFrame | pd.Series) -> Any:
        """The rows, indexed by time in ns, that are in the window."""
        time = series.index.to_numpy()
        chosen = np.zeros(len(time), dtype=bool)
        for turn in range(self.times):
            later = turn * self.every
            chosen |= (time > self.start + later) & (time <= self.end + later)
        return series[chosen]

    def bounds(self) -> tuple[float, float]:
        """Its start and end, for a measure that cannot join repetitions.

        @raise ValueError if the window is repeated
        """
        if self.times != 1:
            raise ValueError(f"found a window that is repeated {self.times} times; allowed here: once")
        return self.start, self.end

    def begins_after(self, results: Results) -> bool:
        """Whether the run ended before the window starts."""
        return 0 < results.summary["sim_time_ns"] <= self.start


#: All of the simulated time.
WHOLE = Window()


def between(start: Duration = 0, end: Duration | None = None, every: Duration = 0, times: int = 1) -> Window:
    """A window.

    @param start its start, exclusive
    @param end its end, inclusive; None: the end of the run
    @param every interval between the starts of two windows
    @param times number of windows, which are measured together
    """
    last = np.inf if end is None else units.time_ns(end)
    return Window(units.time_ns(start), last, units.time_ns(every), times)


def jain(values: pd.Series) -> float:
    """Jain's index of fairness: 1 if all values are equal, 1/n if n - 1 of n values are 0."""
    squares = (values**2).sum()
    return float(values.sum() ** 2 / (len(values) * squares)) if squares > 0 else _NAN


#: Reductions of several values to one.
STATISTICS: dict[str, Callable[[pd.Series], float]] = {
    **{name: methodcaller(name) for name in ("mean", "min", "max", "sum", "median")},
    "p95": lambda values: metrics.percentile(values, 0.95),
    "p99": lambda values: metrics.percentile(values, 0.99),
    "jain": jain,
    "empty": lambda values: (values <= 0).mean(),
    "busy": lambda values: (values > 0).mean(),
}


def _statistic(values: pd.Series, stat: str) -> float:
    """A statistic of the values that are known."""
    known = values.dropna()
    return STATISTICS[stat](known) if len(known) else _NAN


def _complete(values: pd.Series, stat: str) -> float:
    """The same; NaN if one of the values is missing."""
    return _NAN if values.isna().any() else _statistic(values, stat)


#: Probability that the interval contains the mean over all possible seeds.
CONFIDENCE = 0.95


def interval(values: pd.Series) -> float:
    """Half the width of the confidence interval of the mean (Student's t); NaN with fewer than two values."""
    count = len(values)
    if count < 2 or values.isna().any():
        return _NAN
    quantile = stdtrit(count - 1, (1 + CONFIDENCE) / 2)  # scipy.stats takes half a second to import
    return float(quantile * values.std(ddof=1) / np.sqrt(count))


def _matching(table: pd.DataFrame, jobs: Patterns) -> pd.DataFrame:
    """The rows of the jobs that match."""
    return table[table["job"].map(matcher(jobs)).astype(bool)]


def _throughput(results: Results, jobs: Patterns) -> pd.DataFrame:
    return table_over_time(results, "job.throughput_gbps", jobs)


def goodput(results: Results, jobs: Patterns, window: Window = WHOLE, stat: str = "mean") -> float:
    """Mean goodput over time of each job that matches, Gb/s; ``stat`` over the jobs."""
    return _statistic(window.of(_throughput(results, jobs)).mean(), stat)


def fairness(
    results: Results, jobs: Patterns, length: Duration, settle: Duration, stat: str = "mean"
) -> float:
    """Jain's index among the jobs that match and are busy all the time, for each interval of ``length``.

    The first ``settle`` of each interval is left out; ``stat`` over the intervals with two or more such jobs.
    """
    table = _throughput(results, jobs)
    repetitions = results.jobs.fillna({"end_ns": np.inf}).groupby("job")
    starts = repetitions["start_ns"].min().reindex(table.columns)
    ends = repetitions["end_ns"].max().reindex(table.columns)
    step, skipped = units.time_ns(length), units.time_ns(settle)
    found = []
    for start in np.arange(0, results.summary["sim_time_ns"], step):
        busy = (starts <= start) & (ends >= start + step)
        inside = (table.index > start + skipped) & (table.index <= start + step)
        if busy.sum() > 1:
            found.append(jain(table.loc[inside, busy.to_numpy()].mean()))
    return _statistic(pd.Series(found, dtype=float), stat)


def dip(results: Results, jobs: Patterns, smooth: Duration, window: Window = WHOLE) -> float:
    """Lowest mean over ``smooth`` of the goodput of all jobs that match together, Gb/s."""
    total = window.of(_throughput(results, jobs)).sum(axis=1)
    return metrics.moving_mean(total, units.time_ns(smooth)).min()


def kept(results: Results, jobs: Patterns, base: Window, window: Window = WHOLE, stat: str = "mean") -> float:
    """Goodput of a job over its goodput in the window ``base``; ``stat`` over the jobs that match."""
    table = _throughput(results, jobs)
    return _statistic(window.of(table).mean() / base.of(table).mean(), stat)


def tracks(
    results: Results, jobs: Patterns, base: Window, window: Window, every: Duration, levels: Sequence[float]
) -> float:
    """Greatest relative deviation of a job's goodput from its expected values.

    The windows start at intervals of ``every``; in the n-th the expected value is the n-th of ``levels``
    times the goodput in ``base``.
    """
    deviations = []
    for turn, level in enumerate(levels):
        after = turn * units.time_ns(every)
        later = replace(window, start=window.start + after, end=window.end + after)
        parts = [kept(results, jobs, base, later, stat) for stat in ("min", "max")]
        deviations += [abs(part / level - 1) for part in parts]
    return float(np.max(deviations))


def steps(
    results: Results, jobs: Patterns, window: Window = WHOLE, stat: str = "mean", touching: bool = False
) -> float:
    """Duration of the repetitions of the jobs that match, us.

    @param window repetitions within it count
    @param touching repetitions that are partly within it also count
    """
    rows = _matching(results.jobs, jobs)
    start, end = window.bounds()
    if touching:
        chosen = (rows["end_ns"].fillna(np.inf) > start) & (rows["start_ns"] < end)
    else:
        chosen = (rows["start_ns"] >= start) & (rows["end_ns"] <= end)
    return _complete(rows.loc[chosen, "duration_ns"] / 1e3, stat)


def losses(
    results: Results, jobs: Patterns, by: str, window: Window = WHOLE, stat: str = "mean"
) -> float:
    """Packets retransmitted without a NACK of a trim, of the flows that match and ended in the window.

    @param by they are counted by sender, receiver or qp; ``stat`` over these
    """
    flows = _matching(results.flows, jobs)
    if window.begins_after(results):
        return _NAN
    start, end = window.bounds()
    counted = (window == WHOLE) | ((flows["end_ns"] > start) & (flows["end_ns"] <= end))
    lost = losses_of(flows).where(counted, 0)
    return _statistic(lost.groupby([flows[column] for column in LOSERS[by]]).sum(), stat)


def recovery(
    results: Results, column: str, stat: str = "mean", faults: Sequence[int] | None = None, kind: str = "",
    absent: float = _NAN,
) -> float:  # fmt: skip
    """A column of recovery.csv; ``stat`` over the faults, which repairs are none of.

    @param faults numbers of the faults that count; None: all
    @param kind only faults of this kind
    @param absent replaces missing values; by default a missing value makes the result NaN
    """
    values = [
        row[column]
        for row in summed_up(results)
        if (faults is None or row["fault"] in faults) and kind in ("", row["what"])
    ]
    return _complete(pd.Series(values, dtype=float).fillna(absent), stat)


def repair(results: Results, stat: str = "mean") -> float:
    """Time from one transmission of a packet to the next, us, from captures of all ports of a NIC."""
    return _statistic(repair_times(results) / 1e3, stat)


def _times_of_events(
    results: Results, kind: str, objects: Patterns, detail: Patterns, window: Window
) -> pd.Series:
    """Times since the start of the window, us; events at its start count."""
    events = results.events
    start, end = window.bounds()
    chosen = (events["kind"] == kind) & events["time_ns"].between(start, end)
    for column, patterns in (("object", objects), ("detail", detail)):
        chosen &= events[column].map(matcher(patterns)).astype(bool)
    return (events.loc[chosen, "time_ns"] - start) / 1e3


def events(
    results: Results, kind: str, objects: Patterns = "*", detail: Patterns = "*", window: Window = WHOLE
) -> float:
    """Number of events of a kind in the window whose object and detail match."""
    times = _times_of_events(results, kind, objects, detail, window)
    return _NAN if window.begins_after(results) else len(times)


def time_of_event(
    results: Results, kind: str, which: str, objects: Patterns = "*", detail: Patterns = "*",
    window: Window = WHOLE,
) -> float:  # fmt: skip
    """Time of the first or last (``which``) of these events since the start of the window, us."""
    times = _times_of_events(results, kind, objects, detail, window)
    return _NAN if window.begins_after(results) else {"first": times.min, "last": times.max}[which]()


def series(
    results: Results, kind: str, objects: Patterns, window: Window = WHOLE, stat: str = "mean"
) -> float:
    """``stat`` over time of the samples of a kind, summed over the objects that match."""
    return _statistic(window.of(table_over_time(results, kind, objects)).sum(axis=1), stat)


def transfers(results: Results, jobs: Patterns) -> pd.DataFrame:
    """The transfers of the jobs that match, see `metrics.transfers`."""
    return metrics.transfers(_matching(results.flows, jobs))


def fct(results: Results, jobs: Patterns, stat: str = "mean") -> float:
    """``stat`` of the times of the transfers of the jobs that match, us."""
    flows = transfers(results, jobs)
    return _statistic(flows.loc[flows["completed"], "fct_ns"] / 1e3, stat)


def rate(results: Results, jobs: Patterns, stat: str = "mean") -> float:
    """``stat`` of the goodputs of the transfers of the jobs that match, Gb/s."""
    return _statistic(metrics.goodput_gbps(transfers(results, jobs)), stat)


def senders(results: Results, jobs: Patterns, stat: str = "mean") -> float:
    """``stat`` of the goodputs of the hosts that send in these jobs, each with all its transfers, Gb/s."""
    return _complete(metrics.sender_goodputs_gbps(_matching(results.flows, jobs)), stat)


def efficiency(results: Results, jobs: Patterns, stat: str = "mean") -> float:
    """Ideal time over time taken of a job; ``stat`` over the jobs that match."""
    return _statistic(_by_job(_matching(results.jobs, jobs), "efficiency"), stat)


def job(results: Results, column: str, jobs: Patterns = "*", stat: str = "mean") -> float:
    """A column of jobs.csv; ``stat`` over the repetitions of the jobs that match.

    The mean of a rate is that of the jobs, each with the amount of all its repetitions over their time.
    """
    rows = _matching(results.jobs, jobs)
    if column not in rows.columns:
        return _NAN
    if stat == "mean" and column in metrics.RATES and rows[column].notna().all():
        return _statistic(_by_job(rows, column), stat)
    return _complete(rows[column], stat)


def _by_job(rows: pd.DataFrame, column: str) -> pd.Series:
    """A column of jobs.csv by job, over its repetitions."""
    found = {name: metrics.over_repetitions(own, column) for name, own in rows.groupby("job", sort=False)}
    return pd.Series(found, dtype=float)


def isolation(
    results: Results, alone: Mapping[str, Results], jobs: Patterns, window: Window = WHOLE, stat: str = "mean"
) -> float:
    """Duration of the repetitions of a job with others over that of the job alone; ``stat`` over these jobs.

    @param alone the runs in which a job is alone, by job
    """
    ratios = [
        steps(results, name, window) / steps(by_itself, name, window)
        for name, by_itself in alone.items()
        if matcher(jobs)(name)
    ]
    return _complete(pd.Series(ratios, dtype=float), stat)


def _first_job(results: Results) -> str:
    return str(results.jobs["job"].iloc[0]) if len(results.jobs) else ""


def metric(results: Results, field: str, name: str | None = None) -> float:
    """A field of `metrics.job_metrics` of a job, by default of the first."""
    chosen = _first_job(results) if name is None else name
    if chosen not in set(results.jobs["job"]):
        return _NAN
    return float(getattr(metrics.job_metrics(results, chosen), field))


def completed(results: Results) -> float:
    """Share of the flows that arrived."""
    return results.summary["flows_completed"] / results.summary["flows_total"]


trims = metrics.trims_per_packet
payload = metrics.payload_rate_gbps


def summary(results: Results, key: str) -> float:
    """A key of summary.json, dotted where objects are nested."""
    value: Any = results.summary
    for part in key.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return _NAN if value is None else value
