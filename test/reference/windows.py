# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Controllers of MRC beside NSCC, by docs/attributes.md, docs/decisions.md and the documents that these name.

Times are picoseconds, sizes bytes. Rules without words in these pages are marked.
"""

from __future__ import annotations

from transcript import Case, Differences, Line

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
    def target_delay(self) -> float:
        """8.7."""
        return self.path["base_rtt"] * self.path["stretch"] * (0.75 if self.path["trimming"] else 1)

    def bdp(self) -> float:
        return self.path["rate_bps"] * self.path["base_rtt"] / 8e12

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


class Swift(Bounded):
    """Swift (SIGCOMM 2020) with the attributes of ns3::MrcSwift; delays are queueing delays."""

    REFERENCE_BDP = 150_000

    def __init__(self, attributes: Line, path: Line) -> None:
        super().__init__(attributes, path)
        self.base_target = attributes["BaseTarget"] or path["base_rtt"] / 2
        self.ai = attributes["Ai"] if attributes["Ai"] >= 0 else self.bdp() / self.REFERENCE_BDP
        self.cut_at: float = -float("inf")
        self.rtt = path["base_rtt"]
        self.losses = 0

    def first_window(self) -> float:
        return self.bound(self.on["InitialWindow"] or float("inf"))

    @property
    def target_delay(self) -> float:
        """The base, and more for small windows (flow scaling)."""
        spread = self.on["FsRange"] or self.path["base_rtt"] / 4
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
        """Not in the pages: trims are no losses that count towards RetxResetThreshold."""
        if cause == "other" or self.now - self.cut_at < self.rtt:
            return
        self.losses += cause == "loss"
        reset = cause == "loss" and self.losses >= self.on["RetxResetThreshold"]
        self._cut(0 if reset else 1 - self.on["MaxMdf"])

    def _cut(self, factor: float) -> None:
        """Once per round trip."""
        if self.now - self.cut_at >= self.rtt:
            self.cwnd = self.bound(self.cwnd * factor)
            self.cut_at = self.now


def replay(case: Case, differences: Differences, kind: type[FixedWindow]) -> None:
    """Give a controller the calls of a case, and compare its state after each, up to the first difference."""
    model = kind(case.head["attributes"], case.head["path"])
    compare(model, case.head["state"], differences)
    for number, line in case.lines:
        differences.line = number
        model.now = line["t"]
        call(model, line)
        compare(model, line["state"], differences)
        if differences.found:
            return


def call(model: FixedWindow, line: Line) -> None:
    arguments = {key: value for key, value in line.items() if key not in ("t", "in", "state")}
    getattr(model, f"on_{line['in']}")(**arguments)


def compare(model: FixedWindow, found: Line, differences: Differences) -> None:
    if not found["cwnd"] - 1e-3 <= model.cwnd < found["cwnd"] + 1 + 1e-3:
        differences.check("cwnd", model.cwnd, found["cwnd"])
    differences.check("8.3, inflight", model.inflight, found["inflight"])
    differences.check("8.4, base_rtt", model.base_rtt, found["base_rtt"])
    differences.check("8.7, target_delay", True, abs(model.target_delay - found["target_delay"]) < 1.001)
    differences.check("8.5, can_send", model.can_send(), found["can_send"])


def replay_fixed(case: Case, differences: Differences) -> None:
    replay(case, differences, FixedWindow)


def replay_dctcp(case: Case, differences: Differences) -> None:
    replay(case, differences, Dctcp)


def replay_swift(case: Case, differences: Differences) -> None:
    replay(case, differences, Swift)
