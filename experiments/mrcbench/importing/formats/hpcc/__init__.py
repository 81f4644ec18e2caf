# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Files of HPCC's simulator and of those that derive from it: ConWeave, ns3-datacenter."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from ...ns3_config import Config
from ...scenario import Imported, format_ns
from ...text import ImportProblem
from .numbers import Flows, Kind, NumberFile, Topology, read_flows, read_topology, read_trace

ABOUT = (
    "HPCC, ConWeave, ns3-datacenter: flow.txt and, optionally, topology.txt, config.txt, trace.txt, "
    "in any order."
)


def read(files: Sequence[Path], options: argparse.Namespace) -> Imported:
    """The scenario of these files, of which only the flows are required."""
    config = Config()
    found: dict[Kind, NumberFile] = {}
    for path in files:
        file = NumberFile(path)
        if not file.rows:
            kinds = "a flow, topology, config or trace file"
            raise ImportProblem(f"{path}: expected {kinds}, found an empty file")
        if Config.is_one(file.rows):
            config.add(path, file.rows)
        elif file.kind in found:
            first, kind = found[file.kind].path, file.kind.value
            raise ImportProblem(f"{path}: expected one {kind} file, found another one after {first}")
        else:
            found[file.kind] = file
    if Kind.FLOWS not in found:
        raise ImportProblem(f"{files[0]}: expected a flow file, found only others")
    topology = read_topology(found[Kind.TOPOLOGY]) if Kind.TOPOLOGY in found else None
    flows = read_flows(found[Kind.FLOWS], topology)
    result = _combine(flows, topology, config, options.transport)
    if Kind.TRACE in found:
        nodes = read_trace(found[Kind.TRACE])
        result.left.append(f"{nodes} nodes of the trace file; measure.pcap captures packets")
    return result


def _combine(flows: Flows, topology: Topology | None, config: Config, transport: str) -> Imported:
    base = config.base_s
    if min((start for _, start in flows.starts), default=base) < base:
        base = 0
    result = Imported(topology.hosts if topology else flows.hosts, flows.path)
    stop_ns = config.stop_ns(base)
    network = topology.network if topology else None
    result.settings, result.left = config.settings(network, transport, base)
    rows = [flow._replace(start_ns=(start - base) * 1e9) for flow, start in flows.starts]
    kept = rows
    if stop_ns is not None:
        result.settings["stop"] = f"{format_ns(stop_ns)}ns"
        kept = [flow for flow in rows if (flow.start_ns or 0) < stop_ns]
    result.flows = [flow for flow in kept if flow.src != flow.dst]
    if base:
        result.notes.append(f"start times count from {base:g} s of the files")
    if topology:
        result.topology = topology.network.topology()
        result.left += topology.left()
        if list(topology.network.hosts) != list(topology.network.hosts.values()):
            result.notes.append("host h is the node number h without the switches, by increasing number")
    result.left += flows.left()
    for count, text in (
        (len(rows) - len(kept), "messages that start after the end of the run (SIMULATOR_STOP_TIME)"),
        (sum(flow.src == flow.dst for flow in kept), "messages of a host to itself"),
    ):
        if count:
            result.left.append(f"{count} {text}")
    return result
