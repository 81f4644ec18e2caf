# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Millions of flows, in columns."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from .scenario import Flow


class Rows:
    """Flows in the order in which they are added; one needs about 60 bytes."""

    def __init__(self) -> None:
        self._src, self._dst, self._size, self._delay, self._after = (array("q") for _ in range(5))
        self._end = array("q")  # of the part of _after that belongs to a row
        self._groups: list[tuple[Sequence[int], str]] = []

    def __len__(self) -> int:
        return len(self._src)

    def message(self, src: int, dst: int, size: int, after: Sequence[int]) -> int:
        """Add a message.

        @return its number
        """
        return self._append(src, dst, size, 0, after)

    def computation(self, host: int, duration_ns: int, after: Sequence[int]) -> int:
        """Add a computation.

        @return its number
        """
        return self._append(host, -1, 0, duration_ns, after)

    def collective(self, op: str, hosts: Sequence[int], size: int, after: Sequence[int]) -> int:
        """Add a collective.

        @return its number
        """
        self._groups.append((hosts, op))
        return self._append(-len(self._groups), -1, size, 0, after)

    def hosts(self, row: int) -> Sequence[int]:
        """The hosts that take part in a row."""
        src, dst = self._src[row], self._dst[row]
        return self._groups[-src - 1][0] if src < 0 else (src,) if dst < 0 else (src, dst)

    def _append(self, src: int, dst: int, size: int, delay: int, after: Sequence[int]) -> int:
        self._src.append(src)
        self._dst.append(dst)
        self._size.append(size)
        self._delay.append(delay)
        self._after.extend(after)
        self._end.append(len(self._after))
        return len(self._src) - 1

    def __iter__(self) -> Iterator[Flow]:
        begin = 0
        for src, dst, size, delay, end in zip(self._src, self._dst, self._size, self._delay, self._end):
            after = tuple(self._after[begin:end])
            begin = end
            if src < 0:
                hosts, op = self._groups[-src - 1]
                yield Flow(hosts, None, size, None, after, delay, op)
            else:
                yield Flow(src, None if dst < 0 else dst, size, None, after, delay)
