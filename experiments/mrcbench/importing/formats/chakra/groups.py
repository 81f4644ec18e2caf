# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Groups of ranks, from side files, from process groups of PyTorch in traces, and from dimensions."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...text import ImportProblem

#: Names of the group of all ranks.
_ALL = ("", "0")


class Groups:
    """The groups of all ranks."""

    def __init__(self, ranks: int) -> None:
        self._ranks = ranks
        self._shared: dict[str, tuple[int, ...]] = {}
        self._dimensions: tuple[int, ...] = ()

    def read_side_file(self, place: str, content: Mapping[str, Any]) -> bool:
        """Read groups by name, or the sizes of dimensions.

        @return false: the file has neither
        @raise ImportProblem if it is bad
        """
        if "logical-dims" in content:
            self._dimensions = self._sizes(place, content["logical-dims"])
            return True
        lists = [isinstance(ranks, list) and name.isdigit() for name, ranks in content.items()]
        if not lists or not all(lists):
            return False
        for name, ranks in content.items():
            self._shared[name] = self._checked(f"{place}: group {name}", ranks)
        return True

    def of_trace(self, place: str, values: Sequence[str]) -> dict[str, tuple[int, ...]]:
        """The process groups in the metadata of a trace.

        @raise ImportProblem if they are bad
        """
        found = {}
        for value in values:
            begin, end = value.find("[{"), value.rfind("}]")
            if begin < 0 or '"pg_name"' not in value:
                continue
            try:
                entries = json.loads(value[begin : end + 2].replace('\\"', '"'))
                parts = [(str(entry["pg_name"]), entry["ranks"]) for entry in entries]
            except (ValueError, KeyError, TypeError) as error:
                found_text = f"found {value[begin : begin + 60]}"
                raise ImportProblem(f"{place}: expected pg_name and ranks of groups, {found_text}") from error
            for name, ranks in parts:
                ranks = ranks or list(range(self._ranks))
                found[name] = self._checked(f"{place}: process group {name}", ranks)
        return found

    def find(
        self, place: str, rank: int, attributes: Mapping[str, Any], own: Mapping[str, tuple[int, ...]]
    ) -> tuple[int, ...]:
        """The ranks of a collective, in their order.

        @param place of its node
        @param rank whose node it is
        @param attributes of the node
        @param own groups of the trace
        @raise ImportProblem if they are not known
        """
        name = str(attributes.get("pg_name", ""))
        if name in _ALL:
            return self._along(place, rank, attributes.get("involved_dim", ()))
        ranks = own.get(name, self._shared.get(name))
        if ranks is None:
            known = ", ".join(sorted({*own, *self._shared})) or "none"
            expected = f"a group of the traces or of a file of groups ({known})"
            raise ImportProblem(f"{place}: expected {expected}, found {name!r}")
        if rank not in ranks:
            found = f"group {name!r} with {_some(ranks)}"
            raise ImportProblem(f"{place}: expected a group with rank {rank}, found {found}")
        return ranks

    def _along(self, place: str, rank: int, involved: Any) -> tuple[int, ...]:
        """The ranks that differ from one in involved dimensions only."""
        if not isinstance(involved, (list, tuple)):
            raise ImportProblem(f"{place}: expected a list as involved_dim, found {involved!r:.40}")
        if all(involved):
            return tuple(range(self._ranks))
        if not self._dimensions:
            expected = f"a file with logical-dims, because involved_dim is {involved}"
            raise ImportProblem(f"{place}: expected {expected}; found none")
        ranks = [rank]
        step = 1
        for number, size in enumerate(self._dimensions):
            if number >= len(involved) or involved[number]:
                first = [one - one // step % size * step for one in ranks]
                ranks = [one + step * place_in for place_in in range(size) for one in first]
            step *= size
        return tuple(sorted(ranks))

    def _sizes(self, place: str, sizes: Any) -> tuple[int, ...]:
        texts = [str(size) for size in sizes] if isinstance(sizes, list) else []
        numbers = tuple(int(text) for text in texts if re.fullmatch("[0-9]{1,9}", text))
        if len(numbers) < len(texts) or math.prod(numbers) != self._ranks:
            expected = f"logical-dims with the product {self._ranks}, the number of traces"
            raise ImportProblem(f"{place}: expected {expected}, found {sizes!r:.60}")
        return numbers

    def _checked(self, place: str, ranks: Any) -> tuple[int, ...]:
        numbers = tuple(rank for rank in ranks if type(rank) is int) if isinstance(ranks, list) else ()
        good = numbers and len(numbers) == len(ranks) == len(set(numbers))
        if not good or min(numbers) < 0 or max(numbers) >= self._ranks:
            expected = f"different ranks from 0 to {self._ranks - 1}, of which there are traces"
            raise ImportProblem(f"{place}: expected {expected}, found {ranks!r:.60}")
        return numbers


def _some(ranks: Sequence[int]) -> str:
    return " ".join(map(str, ranks[:8])) + (" ..." if len(ranks) > 8 else "")
