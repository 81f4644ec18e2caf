# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""One end of a case: its lines are given to a model of it, as inputs, outputs and states."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from transcript import Differences, Line


class Taker(Protocol):
    """Is given the lines of one end."""

    def take(self, line: Line) -> None: ...


class End:
    """An end with a model, which `_connect` makes and others may remove. `now` of a model is the time."""

    def __init__(self, differences: Differences) -> None:
        self.differences = differences
        self.model: Any = None

    def take(self, line: Line) -> None:
        if line.get("in") == "connect":
            self._connect(line)
        elif self.model is None:
            return
        elif "in" in line:
            self.model.now = line["t"]
            self._input(self.model, line)
        elif "out" in line:
            self._output(self.model, line)
        elif "state" in line:
            self._state(self.model, line)

    def _connect(self, line: Line) -> None:
        raise NotImplementedError

    def _input(self, model: Any, line: Line) -> None:
        raise NotImplementedError

    def _output(self, model: Any, line: Line) -> None:
        raise NotImplementedError

    def _state(self, model: Any, line: Line) -> None:
        raise NotImplementedError


def replay(lines: Iterable[tuple[int, Line]], differences: Differences, ends: list[Taker]) -> None:
    """Give numbered lines to their ends, up to the first difference."""
    for number, line in lines:
        differences.line = number
        ends[line["end"]].take(line)
        if differences.found:
            return
