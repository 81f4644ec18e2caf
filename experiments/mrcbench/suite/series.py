# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Time series: samples by kind and object, and kinds that are computed from other files, such as captures.

Kinds are those of ``samples.csv``, and

================== =================================================================================
sender.losses      packets that a host retransmitted without a NACK of a trim, per second
receiver.losses    the same, by the destination
job.step_us        duration of the current repetition of a job, us; no value between repetitions
ev.gbps            data frames from one host to another with an EV, Gb/s; objects have names such as
                   ``h0 to h2 ev 0x3000``. From the captures of NIC ports with ``log``
================== =================================================================================

flows.csv has one number of retransmissions per flow. So losses are those of the flows that ended since the
previous sample; they are exact if flows are much shorter than the sampling interval.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pandas as pd

from ..reading import read_frame
from ..reference import SAMPLES
from ..results import Results

#: Columns of the captures of NIC ports (``measure.pcap`` with ``log``) that are read.
_CAPTURED = [
    "time_ns", "direction", "bytes", "src_host", "dst_host", "ev", "dest_qpn", "psn", "payload_bytes",
]  # fmt: skip
_CAPTURED_NUMBERS = dict.fromkeys(("time_ns", "bytes", "ev", "payload_bytes"), float)

#: Columns of flows.csv by which losses are counted.
LOSERS = {"sender": ["src"], "receiver": ["dst"], "qp": ["job", "src", "dst", "qp"]}


def matcher(patterns: str | Sequence[str]) -> Callable[[str], bool]:
    """Whether a name matches a pattern with ``*``, or one of a list of them."""
    patterns = [patterns] if isinstance(patterns, str) else patterns
    return lambda name: any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def table_over_time(results: Results, kind: str, objects: str | Sequence[str]) -> pd.DataFrame:
    """Values of a kind: a row per time in ns, a column per object that matches.

    Zeros that samples.csv leaves out are filled in.
    """
    if kind in _DERIVED:
        table = _DERIVED[kind](results)
        return table[[name for name in table.columns if matcher(objects)(name)]]
    return results.over_time(kind, matcher(objects)).fillna(0.0)


def losses_of(flows: pd.DataFrame) -> pd.Series:
    """Packets of each flow that were retransmitted without a NACK of a trim."""
    return (flows["retransmits"] - flows["trims"]).clip(lower=0)


def _losses_by(results: Results, column: str) -> pd.DataFrame:
    """Losses per second over time, by the host in a column of flows.csv."""
    edges = np.concatenate([[0.0], results.sample_times()])
    flows = results.flows.assign(lost=losses_of(results.flows), host="h" + results.flows[column].astype(str))
    table = pd.DataFrame(0.0, index=pd.Index(edges[1:], name="time_ns"), columns=flows["host"].unique())
    for host, own in flows.dropna(subset=["end_ns"]).groupby("host"):
        table[host] = np.histogram(own["end_ns"], edges, weights=own["lost"])[0]
    return table.div(np.diff(edges) / 1e9, axis=0)


def _steps(results: Results) -> pd.DataFrame:
    """The duration of the current repetition, us, by job."""
    times, jobs = results.sample_times(), results.jobs
    table = pd.DataFrame(np.nan, index=pd.Index(times, name="time_ns"), columns=jobs["job"].unique())
    for _, row in jobs.dropna(subset=["duration_ns"]).iterrows():
        inside = (times > row["start_ns"]) & (times <= row["end_ns"])
        table.loc[inside, row["job"]] = row["duration_ns"] / 1e3
    return table


def _rates_of_evs(results: Results) -> pd.DataFrame:
    """Rates of each EV since the previous sample, Gb/s."""
    edges = np.concatenate([[0.0], results.sample_times()])
    table = pd.DataFrame(index=pd.Index(edges[1:], name="time_ns"))
    for (src, dst, ev), own in data_sent(results).groupby(["src_host", "dst_host", "ev"]):
        bits = np.histogram(own["time_ns"], edges, weights=own["bytes"] * 8)[0]
        table[f"h{src} to h{dst} ev {int(ev):#x}"] = bits / np.diff(edges)
    return table


_DERIVED: dict[str, Callable[[Results], pd.DataFrame]] = {
    "sender.losses": partial(_losses_by, column="src"),
    "receiver.losses": partial(_losses_by, column="dst"),
    "job.step_us": _steps,
    "ev.gbps": _rates_of_evs,
}


#: The names of all kinds.
KINDS = (*SAMPLES, *_DERIVED)


def data_sent(results: Results) -> pd.DataFrame:
    """The data frames that all captured NIC ports sent, in order of time."""
    paths = sorted((results.path / "pcap").glob("h*.csv"))
    tables = [read_frame(path, {"usecols": _CAPTURED, "dtype": _CAPTURED_NUMBERS}) for path in paths]
    frames = pd.concat(tables) if tables else pd.DataFrame(columns=_CAPTURED)
    sent = frames[(frames["direction"] == "tx") & (frames["payload_bytes"] > 0)]
    return sent.sort_values("time_ns", kind="stable")


def repair_times(results: Results) -> pd.Series:
    """Time from each packet's previous transmission to its retransmission, ns.

    All transmissions of a packet are known only if all ports of its host are captured.
    """
    packets = data_sent(results).groupby(["src_host", "dst_host", "dest_qpn", "psn"])
    return packets["time_ns"].diff().dropna()
