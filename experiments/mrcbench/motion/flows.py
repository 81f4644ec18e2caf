# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Messages of a run as columns: who sent what to whom, and when."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from ..results import Results
from .fabric import Fabric
from .packing import pack

#: Rows on one page, the first ones in the order of time.
MAX_FLOWS = 60_000

#: Unit of times: a picosecond, ns.
PICOSECOND_NS = 0.001


def pack_flows(results: Results, fabric: Fabric) -> dict[str, Any]:
    """Columns of flows.csv for the page, in the order of their start.

    @return "jobs" (names), "total" (rows of the file), and "columns", packed; src and dst are numbers of
        nodes plus 1, 0 for one that the network does not have
    """
    rows = results.flows
    started = rows[rows["start_ns"].notna()].sort_values("start_ns", kind="stable").head(MAX_FLOWS)
    hosts = _host_numbers(results, fabric)
    jobs = list(started["job"].unique())
    columns: dict[str, tuple[pd.Series | np.ndarray, float]] = {
        "flow": (pd.to_numeric(started["flow"], errors="coerce"), 1),
        "job": (started["job"].map({name: place for place, name in enumerate(jobs)}), 1),
        "step": (started["step"], 1),
        "src": (started["src"].map(hosts).fillna(0), 1),
        "dst": (started["dst"].map(hosts).fillna(0), 1),
        "qp": (started["qp"], 1),
        "bytes": (started["bytes"], 1),
        "start_ns": (started["start_ns"], PICOSECOND_NS),
        "end_ns": (started["end_ns"].where(started["completed"]), PICOSECOND_NS),
        "slowdown": (started["slowdown"].where(started["completed"]), 1e-9),
        "retransmits": (started["retransmits"], 1),
        "trims": (started["trims"], 1),
    }
    packed = {name: pack(np.asarray(values, dtype=float), unit) for name, (values, unit) in columns.items()}
    return {"jobs": jobs, "total": len(rows), "columns": packed}


def _host_numbers(results: Results, fabric: Fabric) -> dict[str, int]:
    """Number of a host's node plus 1, by what flows.csv calls it: the host's place in the configuration."""
    topology = results.config.get("topology", {})
    if "nodes" in topology:
        names = [node["name"] for node in topology["nodes"] if node["type"] == "host"]
        return {str(i): fabric.numbers[name] + 1 for i, name in enumerate(names) if name in fabric.numbers}
    return {fabric.nodes[host].name.lstrip("h"): host + 1 for host in fabric.hosts}
