# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Chakra: execution traces of ranks for ASTRA-sim."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from ...scenario import Imported
from ...schedule import make_flows
from ...text import ImportProblem
from .groups import Groups
from .node import Node, read_json, read_json_nodes, read_nodes
from .program import Program

ABOUT = (
    "Chakra execution traces (ASTRA-sim): NAME.RANK.et of every rank, also as .et.gz or .json; "
    "and files of groups and of logical dimensions."
)

_RANK = re.compile(r"\.([0-9]{1,7})(?:\.(?:et|json|gz))*$")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of the command line."""
    parser.add_argument("--data-deps-only", action="store_true", help="ignore dependencies on control")


def read(files: Sequence[Path], options: argparse.Namespace) -> Imported:
    """The program of all ranks.

    @raise ImportProblem if files are bad or missing
    """
    traces: dict[int, tuple[Path, Callable[[], Iterable[Node]]]] = {}
    side_files = []
    for path in files:
        content = read_json(path)
        if content is not None and "workload_graph" not in content:
            side_files.append((path, content))
            continue
        rank = _rank_of(path)
        if rank in traces:
            other = traces[rank][0]
            raise ImportProblem(f"{path}: expected a trace of another rank than {other}, found rank {rank}")
        traces[rank] = (path, _reader(path, content))
    return _combine(traces, side_files, options.data_deps_only)


def _reader(path: Path, content: Any) -> Callable[[], Iterable[Node]]:
    if content is None:
        return lambda: read_nodes(path)
    return lambda: read_json_nodes(path, content["workload_graph"])


def _rank_of(path: Path) -> int:
    found = _RANK.search(path.name)
    if found is None:
        expected = "a name that ends with .RANK.et, .RANK.et.gz or .RANK.json"
        raise ImportProblem(f"{path}: expected {expected}, found {path.name}")
    return int(found[1])


def _combine(
    traces: dict[int, tuple[Path, Callable[[], Iterable[Node]]]],
    side_files: Sequence[tuple[Path, Any]],
    data_only: bool,
) -> Imported:
    if not traces:
        raise ImportProblem(f"{side_files[0][0]}: expected traces beside this file, found none")
    missing = next((rank for rank in range(len(traces)) if rank not in traces), None)
    if missing is not None:
        last = traces[max(traces)][0]
        raise ImportProblem(f"{last}: expected traces of all ranks below, found none of rank {missing}")
    groups = Groups(len(traces))
    left = []
    for path, content in side_files:
        if not groups.read_side_file(str(path), content):
            left.append(f"{path} is neither a trace nor a file of groups or of logical dimensions")
    program = Program(len(traces), groups, data_only)
    for rank, (path, nodes) in sorted(traces.items()):
        program.add(rank, str(path), nodes())
    left += program.finish()
    flows, more = make_flows(program.operations)
    return Imported(len(traces), traces[0][0], flows, left=left + more)
