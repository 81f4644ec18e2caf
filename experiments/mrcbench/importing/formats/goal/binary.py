# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The binary form of GOAL.

The first word says that it is one; then come the number of ranks and a table of their places. Each rank has
its roots, its nodes, and indices of nodes; every node refers to those of the nodes that follow it.
"""

from __future__ import annotations

import struct
from array import array
from pathlib import Path

import numpy as np

from ...operations import ANY, COMPUTATION, RECEIVE, SEND, Operations, append
from ...scenario import HOSTS
from ...text import ImportProblem
from .program import ANY_WORD, MOST_BYTES, Program

#: First words of files, and of those whose converter was stopped.
MAGIC, ABORTED = 4223, 2342
_HEAD = struct.Struct("<QIBB")
#: The table of ranks counts bytes from here.
_ORIGIN = 8
_NODE = np.dtype([
    ("pending", "<u4"), ("kind", "u1"), ("peer", "<u4"), ("size", "<u8"), ("tag", "<u4"), ("cpu", "u1"),
    ("nic", "u1"), ("ends", "<u4"), ("first_end", "<u4"), ("starts", "<u4"), ("first_start", "<u4"),
])  # fmt: skip
#: By the kind of a node.
_KINDS = np.array((-1, SEND, RECEIVE, COMPUTATION))


def read_binary(path: Path) -> Program:
    """The program of a file that begins with MAGIC.

    @raise ImportProblem if it is bad
    """
    return _Binary(path).read()


class _Binary:
    """The reader of a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._data = path.read_bytes()
        self._first: list[int] = []  # operation of each rank
        self._offset: list[int] = []  # of the first node of each rank
        self._nics = 0
        self._operations = Operations(0, self._place)

    def read(self) -> Program:
        """The program."""
        self._need(0, _HEAD.size, "the head of the file", len(self._data))
        ranks = _HEAD.unpack_from(self._data)[1]
        if not HOSTS[0] <= ranks <= HOSTS[1]:
            raise self._problem(_ORIGIN, f"a number of ranks from {HOSTS[0]} to {HOSTS[1]}", ranks)
        self._need(_HEAD.size, 16 * ranks, f"places of {ranks} ranks", len(self._data))
        self._operations.ranks = ranks
        begin = _HEAD.size + 16 * ranks
        for rank, (start, end) in enumerate(struct.iter_unpack("<QQ", self._data[_HEAD.size : begin])):
            if not begin <= start + _ORIGIN <= end + _ORIGIN <= len(self._data):
                expected = f"the place of rank {rank} from {begin - _ORIGIN} to {len(self._data) - _ORIGIN}"
                raise self._problem(_HEAD.size + 16 * rank, expected, f"{start} to {end}")
            self._rank(rank, start + _ORIGIN, end + _ORIGIN)
        return Program(self._operations, self._nics)

    def _rank(self, rank: int, start: int, end: int) -> None:
        self._need(start, 8, f"numbers of roots and nodes of rank {rank}", end)
        count, roots = struct.unpack_from("<II", self._data, start)
        offset = start + 8 + 4 * roots
        self._need(offset, count * _NODE.itemsize, f"{count} nodes of rank {rank}", end)
        self._first.append(len(self._operations.kind))
        self._offset.append(offset)
        nodes = np.frombuffer(self._data, _NODE, count, offset)
        indices = np.frombuffer(self._data, "<u4", (end - offset - nodes.nbytes) // 4, offset + nodes.nbytes)
        self._add(rank, nodes)
        pending = self._relate(nodes, "end", indices, self._operations.ends)
        pending += self._relate(nodes, "start", indices, self._operations.starts)
        good = nodes["pending"] == pending
        self._check(good, "as many operations before it as refer to it", nodes["pending"])

    def _add(self, rank: int, nodes: np.ndarray) -> None:
        """Add the operations of a rank."""
        kinds = nodes["kind"]
        self._check((kinds >= 1) & (kinds <= 3), "a kind of 1 (send), 2 (receive) or 3 (computation)", kinds)
        self._check(nodes["size"] <= MOST_BYTES, f"a size of at most {MOST_BYTES}", nodes["size"])
        kind = _KINDS[kinds]
        any_rank, any_tag = ((kind == RECEIVE) & (nodes[name] == ANY_WORD) for name in ("peer", "tag"))
        known = (kind == COMPUTATION) | any_rank | (nodes["peer"] < self._operations.ranks)
        self._check(known, f"a rank below {self._operations.ranks} as its peer", nodes["peer"])
        tagged = (kind == COMPUTATION) | any_tag | (nodes["tag"] != ANY_WORD)
        self._check(tagged, "a tag of a send", nodes["tag"])
        self._nics += int((nodes["nic"] > 0).sum())
        self._operations.extend(
            kind=kind,
            rank=np.full(len(nodes), rank),
            peer=np.where(any_rank, ANY, nodes["peer"].astype(np.int64)),
            size=nodes["size"],
            tag=np.where(any_tag, ANY, nodes["tag"].astype(np.int64)),
            unit=np.where(kind == COMPUTATION, nodes["cpu"].astype(np.int64), -1),
        )

    def _relate(
        self, nodes: np.ndarray, when: str, indices: np.ndarray, pairs: tuple[array, array]
    ) -> np.ndarray:
        """Add pairs of operations; returns how many each of them follows."""
        counts, first = nodes[f"{when}s"].astype(np.int64), nodes[f"first_{when}"].astype(np.int64)
        good = (counts == 0) | (first + counts <= len(indices))
        self._check(good, f"at most {len(indices)} indices", first + counts)
        earlier = np.repeat(np.arange(len(nodes)), counts)
        within = np.arange(len(earlier)) - np.repeat(np.cumsum(counts) - counts, counts)
        later = indices[first[earlier] + within].astype(np.int64)
        self._check(later < len(nodes), f"indices below {len(nodes)}", later, earlier)
        append(pairs[0], earlier + self._first[-1])
        append(pairs[1], later + self._first[-1])
        return np.bincount(later, minlength=len(nodes))

    def _check(
        self, good: np.ndarray, expected: str, found: np.ndarray, nodes: np.ndarray | None = None
    ) -> None:
        """@raise ImportProblem at the first node that is not good."""
        if good.all():
            return
        bad = int(np.argmin(good))
        node = bad if nodes is None else int(nodes[bad])
        raise ImportProblem(f"{self._place(self._first[-1] + node)}: expected {expected}, found {found[bad]}")

    def _place(self, operation: int) -> str:
        rank = int(np.searchsorted(self._first, operation, side="right")) - 1
        node = operation - self._first[rank]
        return f"{self._path}: rank {rank}, node {node} (byte {self._offset[rank] + node * _NODE.itemsize})"

    def _problem(self, at: int, expected: str, found: object) -> ImportProblem:
        return ImportProblem(f"{self._path}: byte {at}: expected {expected}, found {found}")

    def _need(self, at: int, size: int, what: str, end: int) -> None:
        """@raise ImportProblem if less bytes are left."""
        if at + size > end:
            raise self._problem(at, f"{what} in {size} bytes", f"{max(0, end - at)} bytes")
