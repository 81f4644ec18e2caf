# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Counters of both transports (mrc reference, 11), counted from the inputs and outputs of a transcript."""

from __future__ import annotations

from collections import Counter

from transcript import Differences, Line


class CounterEnd:
    """One end of a case. The counters go on when the QP is connected again."""

    def __init__(self, differences: Differences) -> None:
        self.differences = differences
        self.counts: Counter[str] = Counter()

    def take(self, line: Line) -> None:
        if line.get("in") == "post":
            self.counts["bytes_posted"] += line["work"]["bytes"]
        elif line.get("in") == "pdu":
            self._arrive(line["pdu"], line["rx"])
        elif line.get("out") == "data":
            self._leave(line["pdu"])
        elif line.get("out") == "event":
            self._happen(line["kind"])
        elif "counters" in line:
            found = line["counters"]
            expected = {key: self.counts[key] for key in self.compared(found)}
            self.differences.check_fields("11, counters", expected, found)

    def compared(self, found: Line) -> list[str]:
        return list(found)

    def _arrive(self, pdu: Line, rx: Line) -> None:
        raise NotImplementedError

    def _leave(self, pdu: Line) -> None:
        raise NotImplementedError

    def _happen(self, kind: str) -> None:
        self.counts["timeouts"] += kind == "TIMEOUT"
