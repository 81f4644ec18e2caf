# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""DCTCP (RFC 8257) with the attributes of ns3::MrcDctcp."""

from __future__ import annotations

from transcript import Line
from window import Bounded


class Dctcp(Bounded):
    """RFC 8257. A window of data ends when the bytes that were in flight at its start are acknowledged."""

    def __init__(self, attributes: Line, path: Line) -> None:
        super().__init__(attributes, path)
        self.alpha = attributes["InitialAlpha"]
        self.starts_slowly = True
        self.departed = 0  # bytes that were in flight and are not any more
        self.window_end = 0  # number of departed bytes at which the window of data ends
        self.cut_end = 0  # the same of the window of data that began with a cut
        self.acked = self.marked = 0  # in this window of data

    def first_window(self) -> float:
        return self.bound(self.on["InitialWindow"] or self.bdp())

    def react_to_ack(self, new: int, ecn: bool, rtt: int | None) -> None:
        """Not in the pages: the mark is that of one packet. The window does not grow after a cut."""
        marked = min(new, self.mtu) if ecn else 0
        if self.departed >= self.cut_end:
            self._grow(new - marked)
        self.acked += new
        self.marked += marked
        self._depart(new)
        if ecn:
            self._cut(1 - self.alpha / 2)

    def _grow(self, unmarked: int) -> None:
        growth = unmarked if self.starts_slowly else self.on["Increase"] * self.mtu * unmarked / self.cwnd
        self.cwnd = self.bound(self.cwnd + growth)

    def _depart(self, size: int) -> None:
        self.departed += size
        if self.departed < self.window_end:
            return
        if self.acked > 0:
            self.alpha += self.on["Gain"] * (self.marked / self.acked - self.alpha)
        self.acked = self.marked = 0
        self.window_end = self.departed + self.inflight

    def react_to_loss(self, nominal: int, cause: str) -> None:
        self._depart(nominal)
        if cause != "other":
            self._cut(0.5)

    def _cut(self, factor: float) -> None:
        """Once per window of data."""
        if self.departed >= self.cut_end:
            self.cwnd = self.bound(self.cwnd * factor)
            self.starts_slowly = False
            self.cut_end = self.departed + self.inflight
