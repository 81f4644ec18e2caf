# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of a report: key figures, jobs, faults, verdicts of the monitor, pauses."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pandas as pd

from .. import units
from ..metrics import JobMetrics, over_repetitions
from ..reference import SUMMARY
from ..results import Results
from ..table import NOTHING, Table, number, percent
from .configuration import text

#: Key figures that are always shown, and those that are shown only if they are not zero.
_ALWAYS = (
    "outcome", "transport", "hosts", "planes", "seed", "sim_time_ns", "flows_total", "flows_completed",
    "bytes_posted", "bytes_delivered",
)  # fmt: skip
_IF_ANY = (
    "flows_started", "retransmitted_packets", "duplicate_packets", "trimmed_packets", "dropped_packets",
    "ctrl_queue_drops", "ecn_marked_packets", "timeouts", "qp_errors", "evs_retired",
    "evs_retired_wrongly", "declared_lost", "false_losses", "pfc_pause_ns", "lossless_violations",
    "pfc_storms", "pfc_deadlocks", "packet_hops", "cpu_s", "peak_rss_bytes",
)  # fmt: skip

#: The times of summary.json are not those of the table of jobs.
_OF_MESSAGES = " of messages; each QP's part of a transfer is one"


def key_figures(results: Results) -> Table:
    """The numbers of summary.json, with units and meanings."""
    summary = results.summary
    shown = {key: summary[key] for key in _ALWAYS}
    shown |= {key: summary[key] for key in _IF_ANY if summary[key]}
    if shown.get("flows_started") == summary["flows_total"]:
        del shown["flows_started"]
    times = summary["fct_ns"]
    parts = [part for part in ("mean", "p50", "p99", "max") if times.get(part) is not None]
    shown |= {f"fct_ns.{part}": times[part] for part in parts}
    rows = [
        (key, *_figure(value, SUMMARY[key].unit), SUMMARY[key].about + _OF_MESSAGES * ("fct_ns" in key))
        for key, value in shown.items()
    ]
    return Table(("figure", "value", "unit", "meaning"), rows)


def _figure(value: object, unit: str) -> tuple[str, str]:
    """A value in a readable unit."""
    if isinstance(value, str) or value is None:
        return str(value or NOTHING), NOTHING
    size = float(str(value))
    if unit == "ns" or (unit == "B" and size >= 1000):
        shown, unit = (units.format_time if unit == "ns" else units.format_size)(size).split(" ")
        return shown, unit
    return number(size, 0 if size == int(size) else 2), unit or NOTHING


def jobs_table(results: Results, jobs: Sequence[JobMetrics]) -> Table:
    """A row per job, all its repetitions together."""
    header = (
        "job", "type", "repetitions", "size", "hosts", "mean time", "algbw (Gb/s)", "busbw (Gb/s)",
        "goodput (Gb/s)", "% of ideal", "p50 (us)", "p99 (us)", "max (us)", "resent", "NACKs", "time-outs",
        "done",
    )  # fmt: skip
    rows = []
    for job in jobs:
        own = results.jobs[results.jobs["job"] == job.job]
        sizes = own["bytes"].dropna()
        rows.append((
            job.job, job.type, number(len(own)), units.format_size(sizes.iloc[0]) if len(sizes) else NOTHING,
            number(own["hosts"].max()), _time(own["duration_ns"].mean(skipna=False)),
            *(number(over_repetitions(own, column), 1) for column in ("algbw_gbps", "busbw_gbps")),
            number(job.goodput_mean_gbps, 1), percent(job.efficiency), number(job.fct_p50_us, 1),
            number(job.fct_p99_us, 1), number(job.fct_max_us, 1), number(job.retransmits), number(job.trims),
            number(job.timeouts), "yes" if job.completed and own["end_ns"].notna().all() else "NO",
        ))  # fmt: skip
    return _without(Table(header, rows), ("repetitions", "resent", "NACKs", "time-outs"), ("0", "1")).short()


def _without(table: Table, columns: Sequence[str], dull: Sequence[str]) -> Table:
    """A table without those of the columns that have the same trivial value in all rows."""
    kept = [
        place for place, name in enumerate(table.header)
        if name not in columns or {row[place] for row in table.rows} not in [{value} for value in dull]
    ]  # fmt: skip
    header, *rows = ([line[place] for place in kept] for line in (table.header, *table.rows))
    return Table(header, rows)


def recovery_table(recoveries: Sequence[tuple[str, pd.DataFrame]]) -> Table:
    """A row per fault with its losses and the times until the network recovered.

    @param recoveries `faults.recovery_of` of each run with its name; the name of a single run may be empty
    """
    header = (
        "run", "fault", "what", "object", "from", "until", "lost", "answers lost", "trims until back",
        "EVs retired", "wrongly", "no loss after", "goodput after", "EVs after", "QP ends", "failed",
    )  # fmt: skip
    rows = [
        (
            name, str(int(row.fault)), row.what, text(row.object, 60), _time(row.at_ns), _time(row.until_ns),
            number(row.lost_packets), number(row.lost_answers), number(row.trimmed_packets),
            number(row.evs_retired), number(row.evs_retired_wrongly), _time(row.loss_free_after_ns),
            _time(row.goodput_95_after_ns), _time(row.evs_back_after_ns), number(row.qps_touched),
            number(row.qps_failed),
        )  # fmt: skip
        for name, recovery in recoveries
        for row in recovery.itertuples()
    ]
    dull = ("run", "answers lost", "trims until back", "EVs retired", "wrongly", "EVs after", "failed")
    return _without(Table(header, rows), dull, ("", "0", NOTHING)).short()


def monitor_table(monitor: pd.DataFrame) -> Table:
    """The verdicts of the monitor."""
    rows = [
        (_time(row.time_ns), row.element, row.kind, row.state, percent(row.loss_share),
         "yes" if right else "NO")
        for row, right in zip(monitor.itertuples(), monitor["true"])
    ]  # fmt: skip
    return Table(("time", "element", "kind", "state", "loss (%)", "true"), rows).short()


def pauses_table(links: pd.DataFrame, sim_time_ns: float) -> Table:
    """The 12 directions of links with the longest PFC pauses."""
    held = links[links["pauses_ns"] > 0].sort_values(["pauses_ns", "a", "b"], ascending=[False, True, True])
    rows = [
        (row.tier, number(row.plane), row.a, row.b, _time(row.pauses_ns),
         percent(row.pauses_ns / sim_time_ns), number(row.pfc_frames), number(row.max_queue_bytes / 1e3, 1))
        for row in held.head(12).itertuples()
    ]  # fmt: skip
    header = ("tier", "plane", "from", "to", "held", "% of the time", "PFC frames", "longest queue (kB)")
    return Table(header, rows)


def _time(ns: float) -> str:
    """A formatted time, or an empty cell."""
    return NOTHING if ns is None or math.isnan(ns) else units.format_time(ns)
