# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What the captures of NIC ports (``measure.pcap`` with ``log``) tell of the data that hosts send."""

from __future__ import annotations

import pandas as pd

from ..results import Results

_COLUMNS = ["time_ns", "direction", "bytes", "src_host", "dst_host", "ev", "dest_qpn", "psn", "payload_bytes"]


def data_sent(results: Results) -> pd.DataFrame:
    """The data frames that captured NIC ports sent, all together, in order of time."""
    paths = sorted((results.path / "pcap").glob("h*.csv"))
    tables = [pd.read_csv(path, usecols=_COLUMNS) for path in paths]
    frames = pd.concat(tables) if tables else pd.DataFrame(columns=_COLUMNS)
    sent = frames[(frames["direction"] == "tx") & (frames["payload_bytes"] > 0)]
    return sent.sort_values("time_ns", kind="stable")


def repair_times(results: Results) -> pd.Series:
    """How long each packet that was sent again had waited since it was last sent, ns.

    Only packets all of whose ports are captured are seen every time they are sent.
    """
    packets = data_sent(results).groupby(["src_host", "dst_host", "dest_qpn", "psn"])
    return packets["time_ns"].diff().dropna()
