# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Swift (SIGCOMM 2020) with the attributes of ns3::MrcSwift, and MSwift, which takes the median delay."""

from __future__ import annotations

from history import History
from transcript import Line
from window import Bounded


class Swift(Bounded):
    """Swift (SIGCOMM 2020) with the attributes of ns3::MrcSwift; delays are queueing delays."""

    REFERENCE_BDP = 150_000

    def __init__(self, attributes: Line, path: Line) -> None:
        super().__init__(attributes, path)
        self.base_target = attributes["BaseTarget"] or self.long_rtt / 2
        self.ai = attributes["Ai"] if attributes["Ai"] >= 0 else self.bdp() / self.REFERENCE_BDP
        self.cut_at: float = -float("inf")
        self.rtt = path["base_rtt"]
        self.losses = 0

    def first_window(self) -> float:
        return self.bound(self.on["InitialWindow"] or float("inf"))

    @property
    def target_delay(self) -> float:
        """The base, and more for small windows (flow scaling)."""
        spread = self.on["FsRange"] or self.long_rtt / 4
        least = self.on["FsMinWindow"]
        most = self.on["FsMaxWindow"] or self.bdp() / self.mtu
        if most <= least:
            return self.base_target
        alpha = spread / (least**-0.5 - most**-0.5)
        more = alpha * ((self.cwnd / self.mtu) ** -0.5 - most**-0.5)
        return self.base_target + round(max(0, min(more, spread)))

    def react_to_ack(self, new: int, ecn: bool, rtt: int | None) -> None:
        if new > 0:
            self.losses = 0
        if rtt is None:
            return
        self.rtt = rtt
        delay, target = max(0, rtt - self.base_rtt), self.target_delay
        if delay < target:
            self.cwnd = self.bound(self.cwnd + self.ai * self.mtu * new / self.cwnd)
        else:
            self._cut(max(1 - self.on["Beta"] * (delay - target) / rtt, 1 - self.on["MaxMdf"]))

    def react_to_loss(self, nominal: int, cause: str) -> None:
        """A trim is a loss that is repaired fast: it ends a sequence of rounds of losses."""
        if cause == "trim":
            self.losses = 0
        if cause == "other" or not self._may_cut():
            return
        self.losses += cause == "loss"
        reset = cause == "loss" and self.losses >= self.on["RetxResetThreshold"]
        self._cut(0 if reset else 1 - self.on["MaxMdf"])

    def _may_cut(self) -> bool:
        return self.now - self.cut_at >= self.rtt

    def _cut(self, factor: float) -> None:
        """Once per round trip."""
        if self._may_cut():
            self.cwnd = self.bound(self.cwnd * factor)
            self.cut_at = self.now


class Mswift(Swift):
    def __init__(self, attributes: Line, path: Line) -> None:
        super().__init__(attributes, path)
        self.history = History(attributes)

    def react_to_ack(self, new: int, ecn: bool, rtt: int | None) -> None:
        if rtt is not None:
            self.history.add(self.now, new, rtt, ecn, self.cwnd, self.base_rtt)
            rtt = self.history.median_rtt()
        super().react_to_ack(new, ecn, rtt)
