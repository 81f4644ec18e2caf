# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A connection matrix (.cm) of htsim, and a description of its fat tree (.topo)."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

from ...scenario import Imported
from ...text import ImportProblem, read_lines, split_line
from .connections import Connections, read_connections
from .fat_tree import FatTree, read_fat_tree
from .triggers import order_by_triggers

ABOUT = "htsim: a connection matrix (.cm, .tm) and, optionally, a topology (.topo), in any order."

#: Nanoseconds of a unit of start times.
_UNIT_NS = {"ps": 1e-3, "ns": 1.0, "us": 1e3}

#: Below this, start times are improbable as picoseconds.
_SMALL_START = 1000


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of this format."""
    about = "unit of start times in the matrix (us with msg, otherwise ps)"
    parser.add_argument("--cm-start-unit", choices=list(_UNIT_NS), help=about)


def read(files: Sequence[Path], options: argparse.Namespace) -> Imported:
    """The scenario of one matrix and at most one topology."""
    matrix: Connections | None = None
    tree: FatTree | None = None
    for path in files:
        lines = [split_line(path, number, line.partition("#")[0]) for number, line in _numbered(path)]
        lines = [line for line in lines if line]
        if any(line[0].lower() in ("tiers", "podsize", "tier") for line in lines):
            if tree:
                raise ImportProblem(f"{path}: expected one topology, found another one after {tree.path}")
            tree = read_fat_tree(path, lines)
        else:
            if matrix:
                raise ImportProblem(f"{path}: expected one matrix, found another one after {matrix.path}")
            matrix = read_connections(path, lines)
    if matrix is None:
        raise ImportProblem(f"{files[0]}: expected a connection matrix, found only a topology")
    return _combine(matrix, tree, options.cm_start_unit)


def _numbered(path: Path) -> list[tuple[int, str]]:
    lines = list(enumerate(read_lines(path), start=1))
    if not any(line.strip() for _, line in lines):
        raise ImportProblem(f"{path}: expected a connection matrix or a topology, found an empty file")
    return lines


def _combine(matrix: Connections, tree: FatTree | None, given_unit: str | None) -> Imported:
    hosts = _count_hosts(matrix, tree)
    unit = given_unit or ("us" if matrix.has_messages else "ps")
    flows, left = order_by_triggers(matrix, _UNIT_NS[unit])
    if not flows:
        raise matrix.all[0].pair.problem("a connection that starts, because no trigger fires")
    result = Imported(hosts, matrix.path, flows, tree.topology() if tree else None)
    result.left = matrix.left() + left + (tree.left() if tree else [])
    starts = [float(each.start) for each in matrix.all if each.start is not None]
    if any(starts):
        result.notes.append(f"start times are read in {unit}; --cm-start-unit changes the unit")
        if unit == "ps" and max(starts) < _SMALL_START:
            result.notes.append(f"all start times are below {_SMALL_START} ps, so another unit is probable")
        elif unit == "ps" and (named := re.search(r"[0-9](ns|us)(?![a-z])", matrix.path.stem)):
            result.notes.append(f"the name of the file has {named[1]}, so this may be the unit")
    if matrix.failures:
        if tree is None:
            result.left.append(f"{len(matrix.failures)} failures, because there is no topology file")
        else:
            faults, others = tree.faults(matrix.failures)
            result.settings |= {"faults": faults} if faults else {}
            result.left += others
    return result


def _count_hosts(matrix: Connections, tree: FatTree | None) -> int:
    """The number of hosts.

    @raise ImportProblem if it is unknown or ambiguous, or a connection has another host
    """
    nodes = matrix.nodes
    if nodes is None and tree is None:
        raise ImportProblem(f"{matrix.end}: expected a line 'Nodes N', found none")
    if nodes is not None and tree and int(nodes) != tree.nodes:
        raise nodes.problem(f"as many nodes as in {tree.path}, which are {tree.nodes}")
    hosts = tree.nodes if tree else int(nodes or 0)
    for each in matrix.all:
        for host, word in ((each.src, each.pair), (each.dst, each.pair)):
            if host >= hosts:
                raise word.problem(f"hosts below {hosts}")
    return hosts
