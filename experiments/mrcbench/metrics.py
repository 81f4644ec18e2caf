# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Numbers computed from a results folder.

A goodput here is payload over flow time, latency and start-up of the congestion control included.
"Flow" in the names of a table or figure is a transfer: one message, or its parts on several QPs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from . import units
from .faults import Fault, scenario_faults
from .reference import JOBS, JobKind, transport_of
from .results import Results

#: Payload of a full packet where the configuration does not say, bytes.
DEFAULT_MTU_BYTES = 4096


def payload_rate_gbps(results: Results) -> float:
    """Payload rate of one host without contention, Gb/s.

    All planes' rate times payload per wire byte of a full packet, from ``config.json``.
    """
    topology = results.config["topology"]
    transport = results.config["transport"]
    mtu = units.size_bytes(transport.get("mtu", DEFAULT_MTU_BYTES))
    overhead = transport_of(transport["type"]).header_bytes_of(transport.get("routing", ""))
    line = units.rate_bps(topology["hostRate"]) * int(topology.get("planes", 1)) / 1e9
    return line * mtu / (mtu + overhead)


def transfers(flows: pd.DataFrame) -> pd.DataFrame:
    """The rows of flows.csv with the parts of each transfer combined.

    With several QPs a transfer is divided among them and each part is a separate message, with its own row.
    Parts share job, step, source, destination and the time of the post. A transfer ends with its last part,
    and is complete when all parts are.
    """
    key = ["job", "step", "src", "dst", "start_ns"]
    parts = flows.groupby(key, sort=False, dropna=False, as_index=False)
    sums = dict.fromkeys(("bytes", "retransmits", "trims", "timeouts"), "sum")
    whole = parts.agg({**sums, "end_ns": "max", "completed": "all"})
    return whole.assign(fct_ns=whole["end_ns"] - whole["start_ns"])


def percentile(values: Any, part: float, axis: int = 0) -> Any:
    """The smallest of some values that at least a part of them does not exceed: the nearest rank.

    It is the definition of summary.json, and always a value that occurs.

    @param values a series, or a frame or array with values along an axis; not empty, none missing
    @param part above 0, up to 1
    """
    ordered = np.sort(np.asarray(values), axis=axis)
    return np.take(ordered, max(math.ceil(part * ordered.shape[axis]), 1) - 1, axis=axis)


def goodput_gbps(flows: pd.DataFrame) -> pd.Series:
    """Payload over time of each completed transfer, Gb/s (bits per ns)."""
    done = flows[flows["completed"] & (flows["fct_ns"] > 0)]
    return done["bytes"] * 8 / done["fct_ns"]


def sender_goodputs_gbps(flows: pd.DataFrame) -> pd.Series:
    """Payload over time of each sending host, indexed by host, Gb/s.

    Time is from the first post to the last byte of the host's transfers, on all QPs; NaN if one did not
    arrive.
    """
    senders = flows.groupby("src", sort=False).agg(
        {"bytes": "sum", "start_ns": "min", "end_ns": "max", "completed": "all"}
    )
    rates = senders["bytes"] * 8 / (senders["end_ns"] - senders["start_ns"])
    return rates.where(senders["completed"])


def trims_per_packet(results: Results) -> float:
    """Frames that switches trimmed per needed packet; needed packets are those sent without retransmissions.

    A packet that is trimmed again and again counts each time. NaN if a flow is not complete: its packets are
    not known, and their trims are.
    """
    if not results.flows["completed"].all():
        return float("nan")
    needed = results.flows["packets"].sum() - results.flows["retransmits"].sum()
    return results.summary["trimmed_packets"] / needed if needed > 0 else float("nan")


#: Columns of jobs.csv that are an amount over the duration.
RATES = ("algbw_gbps", "busbw_gbps", "efficiency")


def over_repetitions(rows: pd.DataFrame, column: str) -> float:
    """The mean of a column of jobs.csv over the repetitions of a job that have a value; NaN without any.

    The mean of a rate is the amount of all repetitions over their time, as in nccl-tests, whose bandwidth is
    the size over the mean time.
    """
    values = rows[column].dropna().astype(float)
    if column not in RATES or values.nunique() < 2:
        return float(values.mean())
    return float(np.average(values, weights=rows.loc[values.index, "duration_ns"].astype(float)))


@dataclass(frozen=True)
class JobMetrics:
    """One job of a run, all its repetitions together."""

    job: str
    type: str
    completed: bool  #: every transfer of the job arrived
    transfers: int
    measure: str  #: meaning of the bandwidth: "busbw", "total" or "goodput" (mean)
    bandwidth_gbps: float
    efficiency: float  #: ideal time over time taken, 1 = ideal
    goodput_mean_gbps: float
    goodput_min_gbps: float
    share_deviation: float  #: largest distance of a transfer's goodput from the mean, over the mean
    fct_p50_us: float
    fct_p99_us: float
    fct_max_us: float
    retransmits: int
    trims: int
    timeouts: int


def job_metrics(results: Results, job: str) -> JobMetrics:
    """The numbers of one job.

    Depending on its kind, a job has a bus bandwidth (collectives), a total goodput (an incast, into its
    receiver), or the mean goodput of its transfers.

    @param results the run
    @param job a name in the job column of jobs.csv
    @return its numbers; bandwidths and times are NaN if nothing completed
    """
    rows = results.jobs[results.jobs["job"] == job]
    flows = transfers(results.flows[results.flows["job"] == job])
    goodput = goodput_gbps(flows)
    times = flows.loc[flows["completed"], "fct_ns"] / 1e3
    kind = rows["type"].iloc[0] if len(rows) else ""
    span_ns = flows["end_ns"].max() - flows["start_ns"].min()
    total = flows.loc[flows["completed"], "bytes"].sum() * 8 / span_ns
    measure = JOBS.get(kind, JobKind()).bandwidth
    busbw = over_repetitions(rows, "busbw_gbps")
    bandwidth = {"busbw": busbw, "total": total, "goodput": goodput.mean()}[measure]
    return JobMetrics(
        job=job, type=kind, completed=bool(len(flows)) and bool(flows["completed"].all()),
        transfers=len(flows), measure=measure, bandwidth_gbps=bandwidth,
        efficiency=over_repetitions(rows, "efficiency"), goodput_mean_gbps=goodput.mean(),
        goodput_min_gbps=goodput.min(),
        share_deviation=(goodput / goodput.mean() - 1).abs().max(),
        fct_p50_us=percentile(times, 0.50) if len(times) else math.nan,
        fct_p99_us=percentile(times, 0.99) if len(times) else math.nan, fct_max_us=times.max(),
        **{key: int(flows[key].sum()) for key in ("retransmits", "trims", "timeouts")},
    )  # fmt: skip


def jobs_of(results: Results) -> list[JobMetrics]:
    """The numbers of every job, in the order of jobs.csv."""
    return [job_metrics(results, job) for job in results.jobs["job"].drop_duplicates()]


def first_outage(results: Results) -> Fault | None:
    """The fault of the scenario that begins first, if any does."""
    found = sorted(scenario_faults(results), key=lambda fault: fault.start_ns)
    return found[0] if found else None


def throughput(results: Results, job: str | None = None) -> pd.Series:
    """Throughput over time in Gb/s, indexed by the end of each sampling interval in ns.

    ``job.throughput_gbps`` of the job (of all jobs if None), else the sum of ``host.rx_gbps``.
    """
    series = results.series("job.throughput_gbps", job)
    return series if len(series) else results.series("host.rx_gbps")


#: Length of the moving mean of throughput that plots show, ns. The throughput of a ring all-reduce varies
#: with its steps (about 30 us for 1 MB at 400 Gb/s), so a single sample of 10 us has no meaning.
SMOOTH_NS = 100e3


def moving_mean(series: pd.Series, window_ns: float) -> pd.Series:
    """Mean over the trailing window (t - window, t] at each sample; no value until it is full."""
    if len(series) < 2:
        return series.iloc[:0]
    interval = series.index.to_series().diff().median()
    count = max(1, round(window_ns / interval))
    return series.rolling(count).mean().dropna()


def plane_bytes(results: Results) -> pd.Series:
    """Bytes that hosts send per plane, indexed by plane."""
    links = results.links
    return links[links["tier"].str.startswith("host-")].groupby("plane")["bytes"].sum().sort_index()


def uplink_loads(results: Results) -> pd.Series:
    """Bytes of each T0-to-T1 link relative to their mean, largest first."""
    loads = results.links.loc[results.links["tier"] == "t0-t1", "bytes"]
    loads = loads / loads.mean() if loads.any() else loads[:0]
    return loads.sort_values(ascending=False).reset_index(drop=True)
