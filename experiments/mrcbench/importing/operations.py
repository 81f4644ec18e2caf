# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Programs of ranks: what each of them computes, sends and receives, and in which order.

For formats that describe such programs; module schedule makes flows of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

#: Kinds of operations.
NOTHING, SEND, RECEIVE, COMPUTATION, COLLECTIVE = range(5)
#: A peer or a tag of receives: any.
ANY = -1
#: Processors, or other units that do one thing at a time, of a rank.
UNITS = 256


class Collective(NamedTuple):
    """A collective; each of its ranks has an operation of this kind, whose peer is its number."""

    op: str  #: type of job; empty: a barrier
    ranks: Sequence[int]  #: in their order within the group
    size: int  #: as the type of job defines it


class Operations:
    """The operations of all ranks, by number.

    Columns: kind; rank; peer, of messages; size, bytes of a message or ns of a computation; tag; unit of the
    rank, which does one of its operations at a time, or -1.
    """

    COLUMNS = ("kind", "rank", "peer", "size", "tag", "unit")

    def __init__(self, ranks: int, place: Callable[[int], str]) -> None:
        """Without operations.

        @param ranks number of ranks
        @param place returns the place of an operation in its file
        """
        self.ranks = ranks
        self.place = place
        self.kind, self.rank, self.peer, self.size, self.tag, self.unit = (array("q") for _ in self.COLUMNS)
        self.collectives: list[Collective] = []
        #: Pairs of operations: the second begins after the first has ended.
        self.ends = (array("q"), array("q"))
        #: Pairs of operations: the second begins after the first has begun.
        self.starts = (array("q"), array("q"))

    def add(self, kind: int, rank: int, peer: int = 0, size: int = 0, tag: int = 0, unit: int = -1) -> int:
        """Add an operation.

        @return its number
        """
        for column, value in zip(self.COLUMNS, (kind, rank, peer, size, tag, unit)):
            getattr(self, column).append(value)
        return len(self.kind) - 1

    def extend(self, **columns: np.ndarray) -> None:
        """Add operations, by column."""
        for name, values in columns.items():
            append(getattr(self, name), values)


def append(column: array, values: np.ndarray) -> None:
    """Append the values of an array of numbers to a column."""
    column.frombytes(np.ascontiguousarray(values, dtype=np.int64).tobytes())
