# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Files of SimAI: a workload of layers, its topology and its configuration."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from ....arguments import whole
from ...ns3_config import Config
from ...scenario import HOSTS, Imported
from ...text import ImportProblem, read_lines, split_line
from .passes import Passes
from .topology import Topology, read_topology
from .workload import Workload, is_workload, read_workload

ABOUT = "SimAI: a workload of layers (.txt) and, optionally, a topology and SimAI.conf, in any order."


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of this format."""
    gpus = "number of GPUs in place of all_gpus; the number of data-parallel groups follows"
    parser.add_argument("--gpus", type=whole(*HOSTS), help=gpus)


def read(files: Sequence[Path], options: argparse.Namespace) -> Imported:
    """The scenario of one workload."""
    config = Config()
    workload: Workload | None = None
    topology: Topology | None = None
    for path in files:
        lines = read_lines(path)
        rows = [split_line(path, number, line) for number, line in enumerate(lines, start=1)]
        rows = [row for row in rows if row]
        if not rows:
            raise ImportProblem(f"{path}: expected a workload, a topology or SimAI.conf, found an empty file")
        if is_workload(rows):
            if workload:
                raise ImportProblem(f"{path}: expected one workload, found another one after {workload.path}")
            workload = read_workload(path, rows)
        elif Config.is_one(rows):
            config.add(path, rows)
        else:
            if topology:
                raise ImportProblem(f"{path}: expected one topology, found another one after {topology.path}")
            topology = read_topology(path, lines, rows)
    if workload is None:
        raise ImportProblem(f"{files[0]}: expected a workload, found only other files")
    return _combine(workload, topology, config, options)


def _combine(
    workload: Workload, topology: Topology | None, config: Config, options: argparse.Namespace
) -> Imported:
    hosts = topology.gpus if topology else None
    passes = Passes(workload, options.gpus, hosts)
    result = Imported(hosts or passes.gpus, workload.path, passes.flows())
    network = topology.network if topology else None
    result.settings, result.left = config.settings(network, options.transport, 0)
    result.left += passes.left
    if topology:
        result.topology = topology.topology()
        result.left += topology.left
    return result
