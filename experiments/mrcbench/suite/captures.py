# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Packets that hosts send, from the captures of NIC ports (``measure.pcap`` with ``log``)."""

from __future__ import annotations

import pandas as pd

from ..results import Results

_COLUMNS = ["time_ns", "direction", "bytes", "src_host", "dst_host", "ev", "dest_qpn", "psn", "payload_bytes"]


def data_sent(results: Results) -> pd.DataFrame:
    """The data frames that all captured NIC ports sent, in order of time."""
    paths = sorted((results.path / "pcap").glob("h*.csv"))
    tables = [pd.read_csv(path, usecols=_COLUMNS) for path in paths]
    frames = pd.concat(tables) if tables else pd.DataFrame(columns=_COLUMNS)
    sent = frames[(frames["direction"] == "tx") & (frames["payload_bytes"] > 0)]
    return sent.sort_values("time_ns", kind="stable")


def repair_times(results: Results) -> pd.Series:
    """Time from each packet's previous transmission to its retransmission, ns.

    All transmissions of a packet are known only if all ports of its host are captured.
    """
    packets = data_sent(results).groupby(["src_host", "dst_host", "dest_qpn", "psn"])
    return packets["time_ns"].diff().dropna()
