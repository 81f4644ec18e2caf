# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The operations of the nodes of all ranks.

As in ASTRA-sim, a rank has one operation of its CPU, one computation of its GPU and one communication in
flight; receives are exempt.
"""

from __future__ import annotations

import math
import re
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...operations import COLLECTIVE, COMPUTATION, NOTHING, RECEIVE, SEND, Collective, Operations
from ...scenario import LONGEST_NS
from ...text import ImportProblem
from . import node as nodes
from .groups import Groups
from .node import Node

_CPU, _GPU, _COMMUNICATION = range(3)
#: Types of collectives by their number, and the jobs that they are; empty: a barrier; None: not supported.
_COLLECTIVES = (
    ("ALL_REDUCE", "all-reduce"), ("REDUCE", None), ("ALL_GATHER", "all-gather"), ("GATHER", None),
    ("SCATTER", None), ("BROADCAST", "broadcast"), ("ALL_TO_ALL", "all-to-all"),
    ("REDUCE_SCATTER", "reduce-scatter"), ("REDUCE_SCATTER_BLOCK", "reduce-scatter"), ("BARRIER", ""),
)  # fmt: skip
_MESSAGES = (nodes.COMM_SEND, nodes.COMM_RECV, nodes.COMM_COLL)
_MOST = 2**63 - 1


class Program:
    """The operations of ranks, which are added one after the other."""

    def __init__(self, ranks: int, groups: Groups, data_only: bool) -> None:
        """Without operations.

        @param ranks number of ranks
        @param groups their groups
        @param data_only ignore dependencies on control
        """
        self._data_only = data_only
        self.operations = Operations(ranks, self._place)
        self._groups = groups
        self._first: list[int] = []  # operation of each rank that was added
        self._path: list[str] = []
        self._ids = array("Q")
        self._joined: dict[tuple[str, tuple[int, ...]], dict[int, list[int]]] = {}  # parts of collectives
        self._calls: dict[int, tuple[str, int]] = {}  # job and bytes of a part
        self._left: Counter[str] = Counter()

    def add(self, rank: int, path: str, trace: Iterable[Node]) -> None:
        """Add the nodes of a rank.

        @raise ImportProblem if they are bad
        """
        first = len(self.operations.kind)
        self._first.append(first)
        self._path.append(path)
        ordered = sorted(trace, key=lambda node: node.id)
        self._ids.extend(node.id for node in ordered)
        number = {node.id: first + place for place, node in enumerate(ordered)}
        if len(number) < len(ordered):
            twice = next(one.id for one, two in zip(ordered, ordered[1:]) if one.id == two.id)
            raise ImportProblem(f"{path}: expected nodes with different ids, found two with the id {twice}")
        own = self._groups.of_trace(path, [node.groups for node in ordered if node.groups])
        for node in ordered:
            self._operation(rank, f"{path}: node {node.id}", node, own)
        self._depend(ordered, number)

    def finish(self) -> list[str]:
        """Match the parts of collectives.

        @return sentences on what is left out
        @raise ImportProblem if they do not match
        """
        for (_, ranks), parts in self._joined.items():
            longest = max(ranks, key=lambda rank: len(parts.get(rank, ())))
            for rank in ranks:
                if len(parts.get(rank, ())) < len(parts[longest]):
                    lone = self._place(parts[longest][len(parts.get(rank, ()))])
                    expected = f"the same collective by rank {rank} of its group"
                    raise ImportProblem(f"{lone}: expected {expected}, found none")
            for same in zip(*(parts[rank] for rank in ranks)):
                self._collective(ranks, same)
        return [f"{count} {text}" for text, count in sorted(self._left.items()) if count]

    def _place(self, operation: int) -> str:
        return f"{self._path[bisect_right(self._first, operation) - 1]}: node {self._ids[operation]}"

    # Nodes

    def _depend(self, ordered: Sequence[Node], number: Mapping[int, int]) -> None:
        """Add the dependencies of a rank."""
        data = {(one, node.id) for node in ordered for one in node.data}
        control = {(one, node.id) for node in ordered for one in node.control} - data
        if self._data_only:
            control = set()
        missing = {pair for pair in data | control if pair[0] not in number}
        core = _nodes_of_cycles((data | control) - missing)
        against = {pair for pair in control if pair[0] in core and pair[1] in core}
        for pair in sorted((data | control) - missing - against):
            for side, one in zip(self.operations.ends, pair):
                side.append(number[one])
        self._left["dependencies on nodes that the trace does not have"] += len(missing)
        self._left["dependencies on control are in cycles with dependencies on data"] += len(against)

    def _operation(self, rank: int, place: str, node: Node, own: Mapping[str, tuple[int, ...]]) -> None:
        add = self.operations.add
        on_cpu = bool(node.attributes.get("is_cpu_op", False))
        if node.kind in (nodes.INVALID, nodes.METADATA):
            add(NOTHING, rank)
        elif node.kind == nodes.COMP or (on_cpu and node.kind in _MESSAGES):
            if node.kind != nodes.COMP:
                self._left["communications of CPUs are computations; those of GPUs are messages"] += 1
            elif not node.micros and node.attributes.get("num_ops"):
                self._left["computations have a number of operations but no duration, and take 1 ns"] += 1
            add(COMPUTATION, rank, size=self._duration(place, node), unit=_CPU if on_cpu else _GPU)
        elif node.kind in (nodes.MEM_LOAD, nodes.MEM_STORE):
            self._left["accesses of remote memory are computations of the duration in the trace"] += 1
            add(COMPUTATION, rank, size=self._duration(place, node), unit=_CPU if on_cpu else _COMMUNICATION)
        elif node.kind == nodes.COMM_SEND:
            add(SEND, rank, *self._message(rank, place, node, "comm_src", "comm_dst"), unit=_COMMUNICATION)
        elif node.kind == nodes.COMM_RECV:
            add(RECEIVE, rank, *self._message(rank, place, node, "comm_dst", "comm_src"))
        elif node.kind == nodes.COMM_COLL:
            self._join(rank, place, node, own)
        else:
            raise ImportProblem(f"{place}: expected a type of a node from 0 to 7, found {node.kind}")

    def _duration(self, place: str, node: Node) -> int:
        """In ns; ASTRA-sim takes 0 as 1 ns."""
        if node.micros * 1000 > LONGEST_NS:
            raise ImportProblem(f"{place}: expected a duration up to {LONGEST_NS} ns, found {node.micros} us")
        return node.micros * 1000 or 1

    def _message(self, rank: int, place: str, node: Node, here: str, there: str) -> tuple[int, int, int]:
        """Peer, size and tag."""
        most = self.operations.ranks - 1
        if _number(place, node, here, most, default=rank) != rank:
            expected = f"{here} {rank}, the rank of the trace"
            raise ImportProblem(f"{place}: expected {expected}, found {node.attributes[here]}")
        size = _number(place, node, "comm_size", _MOST)
        return _number(place, node, there, most), size, _number(place, node, "comm_tag", _MOST, default=0)

    # Collectives

    def _join(self, rank: int, place: str, node: Node, own: Mapping[str, tuple[int, ...]]) -> None:
        kind = _number(place, node, "comm_type", len(_COLLECTIVES) - 1)
        name, op = _COLLECTIVES[kind]
        if op is None:
            known = ", ".join(name for name, op in _COLLECTIVES if op is not None)
            raise ImportProblem(f"{place}: expected one of {known} as comm_type, found {name}")
        size = _number(place, node, "comm_size", _MOST, default=0 if not op else None)
        ranks = self._groups.find(place, rank, node.attributes, own)
        part = self.operations.add(COLLECTIVE, rank, unit=_COMMUNICATION)
        group = str(node.attributes.get("pg_name", ""))
        self._joined.setdefault((group, ranks), {}).setdefault(rank, []).append(part)
        self._calls[part] = (op, size)

    def _collective(self, ranks: tuple[int, ...], parts: tuple[int, ...]) -> None:
        op, size = self._calls[parts[0]]
        for part in parts:
            other, bytes_ = self._calls[part]
            if other != op or (bytes_ != size and op != "all-to-all"):
                there = self._place(parts[0])
                wanted = f"{op or 'barrier'} of {size} bytes, as in {there}"
                found = f"{other or 'barrier'} of {bytes_} bytes"
                raise ImportProblem(f"{self._place(part)}: expected {wanted}, found {found}")
        largest = max(self._calls[part][1] for part in parts)
        if largest != min(self._calls[part][1] for part in parts):
            self._left["all-to-alls have different sizes at their ranks; all take the largest"] += 1
        if len(ranks) == 1:
            self._left["collectives have one rank and take no time"] += 1
        elif op == "broadcast":
            self._left["broadcasts do not name their root; the first rank of the group sends"] += 1
        number = len(self.operations.collectives)
        self.operations.collectives.append(Collective(op, ranks, _bytes_of_job(op, largest, len(ranks))))
        for part in parts:
            self.operations.peer[part] = number


def _nodes_of_cycles(pairs: Iterable[tuple[int, int]]) -> set[int]:
    """Nodes that are on a cycle of pairs, or between cycles."""
    pairs = set(pairs)
    core: set[int] = set()
    for side in (1, 0):
        pairs = {pair for pair in pairs if not core or (pair[0] in core and pair[1] in core)}
        core = _peel(pairs, side)
        if not core:
            break
    return core


def _peel(pairs: Iterable[tuple[int, int]], side: int) -> set[int]:
    """Nodes that remain if those that are on no side of a pair are removed, again and again."""
    waiting: Counter[int] = Counter()
    others: dict[int, list[int]] = {}
    for pair in pairs:
        waiting[pair[side]] += 1
        others.setdefault(pair[1 - side], []).append(pair[side])
    free = [node for node in others if node not in waiting]
    while free:
        for other in others.get(free.pop(), ()):
            waiting[other] -= 1
            if not waiting[other]:
                free.append(other)
    return {node for node, count in waiting.items() if count}


def _bytes_of_job(op: str, size: int, ranks: int) -> int:
    """The bytes of a job of a collective. ASTRA-sim counts what a rank has before it; docs/workloads.md."""
    if op == "all-gather":
        return size * ranks
    return math.ceil(size / ranks) if op == "all-to-all" else size


def _number(place: str, node: Node, name: str, most: int, default: int | None = None) -> int:
    """A number among the attributes of a node."""
    value: Any = node.attributes.get(name, default)
    if isinstance(value, str) and re.fullmatch("[0-9]{1,40}", value):
        value = int(value)
    if isinstance(value, (int, float)) and 0 <= value <= most and value == int(value):
        return int(value)
    found = "none" if value is None else repr(value)
    raise ImportProblem(f"{place}: expected {name}, a whole number from 0 to {most}, found {found:.40}")
