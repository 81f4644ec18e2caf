# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What the simpler controllers of MRC have in common: the bytes in flight, the base round-trip time, a window.

Rules are those of docs/attributes.md, docs/decisions.md and the documents that these name; "not in the pages" marks
others. Times are picoseconds, sizes bytes.
"""

from __future__ import annotations

from transcript import Line

TRIMS = ("TRIMMED", "TRIMMED_LASTHOP")


class FixedWindow:
    """A window that does not change (ns3::MrcFixedWindow), and the bytes in flight (mrc reference, 8.3)."""

    UNLIMITED = (1 << 63) - 1

    def __init__(self, attributes: Line, path: Line) -> None:
        self.on = attributes
        self.path = path
        self.mtu = path["nominal_mtu"]
        self.now = 0
        self.inflight = 0
        self.base_rtt = path["base_rtt"]
        self.cwnd = self.first_window()

    @property
    def long_rtt(self) -> float:
        """The base RTT of a path whose BDP is at least MinBdp: windows and target delays suit it."""
        return self.path["base_rtt"] * self.path["stretch"]

    @property
    def target_delay(self) -> float:
        """8.7."""
        return self.long_rtt * (0.75 if self.path["trimming"] else 1)

    def bdp(self) -> float:
        return self.path["rate_bps"] * self.long_rtt / 8e12

    def first_window(self) -> float:
        return self.on["Window"] or self.UNLIMITED

    def on_send(self, nominal: int) -> None:
        self.inflight += nominal

    def on_late_ack(self, nominal: int) -> None:
        self.inflight += nominal

    def on_inferred_loss(self, nominal: int) -> None:
        self.inflight -= nominal
        self.react_to_loss(nominal, "loss")

    def on_nack(self, reason: str, nominal: int, rtt: int | None) -> None:
        self.inflight -= nominal
        self.react_to_loss(nominal, "trim" if reason in TRIMS else "other")

    def on_ack(
        self, new_bytes: int, ecn: bool, rtt: int | None, full: bool, penalty: int, restore: bool
    ) -> None:
        self.inflight -= new_bytes
        if rtt is not None and full:  # 8.4, line 4
            self.base_rtt = min(self.base_rtt, rtt)
        self.react_to_ack(new_bytes, ecn, rtt)

    def react_to_ack(self, new: int, ecn: bool, rtt: int | None) -> None:
        """For subclasses."""

    def react_to_loss(self, nominal: int, cause: str) -> None:
        """For subclasses. Other NACKs than those of trims are no sign of congestion."""

    def can_send(self) -> bool:
        """8.5."""
        return self.cwnd > self.inflight


class Bounded(FixedWindow):
    """A window between one packet and MaxWindow, 1.5 BDP by default."""

    def bound(self, window: float) -> float:
        return max(self.mtu, min(window, self.on["MaxWindow"] or 1.5 * self.bdp()))
