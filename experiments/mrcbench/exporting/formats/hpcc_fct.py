# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""fct.txt of HPCC, a line per completed flow, which its scripts of analysis read."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pandas as pd

from ...results import open_results
from .. import Export, ExportError, Format, Request

#: Destination ports, by which scripts choose flows.
_INCAST, _NORMAL = 200, 100

#: The first source port of a pair; each further flow has the next one.
_FIRST_PORT, _PORTS = 10000, 1 << 16


def hex_address(host: int) -> str:
    """The IPv4 address of a host in HPCC, in its hexadecimal notation."""
    return f"{0x0B000001 + (host // 256 << 16) + (host % 256 << 8):08x}"


def decimal_id(host: int) -> str:
    """The number of a host, as ConWeave writes it."""
    return str(host)


def lines(flows: pd.DataFrame, types: dict[str, str], address: Callable[[int], str]) -> list[str]:
    """The lines of the completed flows, in the order in which they end.

    @param flows rows of flows.csv
    @param types type of each job
    @param address notation of a host
    """
    seen: Counter[tuple[str, str]] = Counter()
    found: list[tuple[float, str]] = []
    for flow in flows.itertuples():
        pair = (flow.src, flow.dst)
        source = (_FIRST_PORT + seen[pair]) % _PORTS
        seen[pair] += 1
        if flow.completed:
            ports = f"{source} {_INCAST if types.get(flow.job) == 'incast' else _NORMAL}"
            times = f"{round(flow.start_ns)} {_at_least_1(flow.fct_ns)} {_at_least_1(flow.ideal_ns)}"
            ends = f"{address(int(flow.src))} {address(int(flow.dst))}"
            found.append((flow.end_ns, f"{ends} {ports} {int(flow.bytes)} {times}"))
    return [line for _, line in sorted(found, key=lambda entry: entry[0])]


def _at_least_1(ns: float) -> int:
    """A duration in whole ns by which scripts may divide."""
    return max(1, round(ns))


def export(request: Request) -> Export:
    """The file of a results folder.

    @raise ExportError if the results have no flows
    @raise ResultsError if they are damaged
    """
    results = open_results(request.source)
    if "program" in results.summary:
        found = f"found {results.summary['program']}"
        raise ExportError(f"{results.path / 'summary.json'}: program: {found}; allowed: results of a run")
    types = dict(zip(results.jobs["job"], results.jobs["type"]))
    rows = lines(results.flows, types, decimal_id if request.options.decimal_ids else hex_address)
    left_out = len(results.flows) - len(rows)
    notes = [f"{left_out} of {len(results.flows)} flows are left out, because they did not complete"]
    out = request.out or Path(request.source) / "fct.txt"
    return Export({out: "".join(f"{row}\n" for row in rows)}, notes if left_out else [])


def _declare_decimal_ids(parser: argparse.ArgumentParser) -> argparse.Action:
    return parser.add_argument(
        "--decimal-ids", action="store_true", help="numbers of hosts, as ConWeave writes, not addresses"
    )


FORMAT = Format(
    "completed flows of a results folder as fct.txt of HPCC", "DIR", export,
    {"decimal_ids": _declare_decimal_ids},
)  # fmt: skip
