# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""NSCC as in the mrc reference, 8: a controller that is called with the calls of a transcript.

Times are picoseconds in the interface and nanoseconds in formulas, sizes are bytes.
"""

from __future__ import annotations

from typing import Any

from history import History
from transcript import Line

NEVER = float("inf")


class Parameters:
    """Constants of a path (mrc reference, 8.7); an attribute that is set replaces its formula (8.8)."""

    REFERENCE_BDP = 150_000  # 100 Gb/s x 12 us
    REFERENCE_DELAY = 12_000  # ns

    def __init__(self, attributes: Line, path: Line) -> None:
        self.attributes = attributes
        self.path = path
        self.mtu = float(path["nominal_mtu"])
        self.base_rtt = attributes["BaseRtt"] or path["base_rtt"]
        long_rtt = self.base_rtt * path["stretch"]
        self.bdp = self.bytes_of(long_rtt)
        a = self.bdp / self.REFERENCE_BDP
        self.max_window = self.max_window_at(self.base_rtt)
        self.target_delay = attributes["TargetDelay"] or int(long_rtt * (0.75 if path["trimming"] else 1))
        self.fi = self._set_or("Fi", 5 * self.mtu * a)
        self.fi_scale = self._set_or("FiScale", 0.25 * a)
        self.eta = self._set_or("Eta", 0.15 * self.mtu * a)
        self.alpha = self._set_or("Alpha", 4 * self.mtu * a / self.REFERENCE_DELAY)
        self.adjust_bytes = float(attributes["AdjustBytes"] or 8 * self.mtu)
        self.adjust_period = attributes["AdjustPeriod"] or self.base_rtt
        self.qa_threshold = self._qa_threshold()

    def bytes_of(self, span: float) -> float:
        return self.path["rate_bps"] * span / 8e12

    def max_window_at(self, base_rtt: int) -> float:
        """1.5 BDP, capped by max_cwnd (mrc reference, 8.1); never below a packet."""
        window = 1.5 * self.bytes_of(base_rtt * self.path["stretch"])
        return max(self.mtu, min(window, self.attributes["MaxCwnd"] or NEVER))

    def _set_or(self, name: str, formula: float) -> float:
        value = self.attributes[name]
        return value if value >= 0 else formula

    def _qa_threshold(self) -> int | None:
        """Four target delays; never where switches trim (mrc reference, 8.7 and 13, no. 21)."""
        if self.attributes["QaThreshold"]:
            return self.attributes["QaThreshold"]
        if self.path["trimming"] and not self.attributes["QaWithTrimming"]:
            return None
        return 4 * self.target_delay

    def as_fields(self) -> Line:
        names = ("base_rtt", "max_window", "target_delay", "fi", "fi_scale", "eta", "alpha")
        return {name: getattr(self, name) for name in (*names, "adjust_bytes", "adjust_period", "qa_threshold")}


class Nscc:
    """State of a controller (mrc reference, 8.1)."""

    PER_ACK_GAIN = 0.0125

    def __init__(self, attributes: Line, path: Line) -> None:
        self.on = attributes
        self.p = Parameters(attributes, path)
        self.now = 0
        self.base_rtt = self.p.base_rtt
        self.max_window = self.p.max_window
        self.cwnd = self._first_window(path)
        self.inflight = 0
        self.achieved = self.received = 0
        self.sent = 0  # since the last evaluation of quick adapt
        self.inc = 0.0
        self.fi_count = 0
        self.fast_mode = False
        self.avg_delay = 0.0  # ns
        self.last_sample: int | None = None
        self.unweighed = 0.0  # time of packets whose delay no sample has yet given
        self.last_adjust = self.last_dec = -NEVER
        self.qa_end = 0
        self.trigger_qa = False
        self.bytes_to_ignore = self.bytes_ignored = 0
        self.saved_cwnd: float | None = None
        self.marks = 0.0

    def _first_window(self, path: Line) -> float:
        """max_wnd, or its share with a hint of the application (mrc reference, 1.4)."""
        senders = path.get("remote_recv_peers", 0) if self.on["UseQpHint"] else 0
        return max(self.p.mtu, self.max_window / max(1, senders))

    # Calls ----------------------------------------------------------------------------------------

    def on_send(self, nominal: int) -> None:
        """8.4, OnSend."""
        self.inflight += nominal
        self.sent += nominal

    def on_late_ack(self, nominal: int) -> None:
        """8.3: acknowledged after it was declared lost, before it was sent again."""
        self.inflight += nominal

    def on_inferred_loss(self, nominal: int) -> None:
        """8.4, OnInferredLoss."""
        self.inflight -= nominal
        self.bytes_ignored += nominal
        self.cwnd = max(self.p.mtu, self.cwnd - nominal)

    def on_nack(self, reason: str, nominal: int, rtt: int | None) -> None:
        """8.4, OnNack."""
        self.inflight -= nominal
        if rtt is not None and self.on["NackRtt"]:
            self._lower_base_rtt(rtt)
        if reason not in ("TRIMMED", "TRIMMED_LASTHOP"):
            return
        self._smooth(self.p.base_rtt, self.p.base_rtt, True, 0)
        self.bytes_ignored += nominal
        if reason == "TRIMMED" or self.on["LasthopTrimCuts"]:
            self.trigger_qa = True
            if not self._quick_adapt(True, True, 0):
                self.cwnd = max(self.p.mtu, self.cwnd - nominal)

    def on_ack(
        self, new_bytes: int, ecn: bool, rtt: int | None, full: bool, penalty: int, restore: bool
    ) -> None:
        """8.4, OnAck; the numbers are those of its lines."""
        before = self.inflight
        self.inflight -= new_bytes  # 1
        self.bytes_ignored += new_bytes
        self.received += new_bytes
        self.achieved += new_bytes
        limited = self._receiver_penalty(penalty, restore, new_bytes, before)  # 2
        if rtt is not None and (full or self.on["ShortRtt"]):
            self._lower_base_rtt(rtt)  # 4
        if rtt is None and not self.on["DelayWithoutRtt"]:  # 3
            return
        if rtt is None:
            delay = round(self.avg_delay * 1000)
        else:
            rtt, ecn = self._observe(new_bytes, ecn, rtt)
            delay = max(0, rtt - self.base_rtt)  # 5
            self._smooth(delay, rtt, ecn, new_bytes)
        if self._quick_adapt(False, ecn, delay):  # 6
            return
        marked = ecn or rtt is not None and self._delay_marks(delay)
        self._quadrant(marked, delay, new_bytes, limited)  # 7
        self._clamp()  # 8
        self._adjust()  # 9

    # Rules ----------------------------------------------------------------------------------------

    def _observe(self, new: int, ecn: bool, rtt: int) -> tuple[int, bool]:
        """The round-trip time and the mark that count for the window."""
        return rtt, ecn

    def _lower_base_rtt(self, rtt: int) -> None:
        """8.4, line 4: the minimum of samples, and max_wnd with it."""
        if rtt < self.base_rtt:
            self.base_rtt = rtt
            self.max_window = self.p.max_window_at(rtt)
            self.cwnd = min(self.cwnd, self.max_window)  # 8.1: never above max_wnd

    def _clamp(self) -> None:
        self.cwnd = min(max(self.cwnd, self.p.mtu), self.max_window)

    def _smooth(self, delay: int, rtt: int, marked: bool, new: int) -> None:
        """8.4, avg_delay: weighted by time, w = min(1, dt / (k base_rtt)); or htsim's form."""
        if self.on["PerAckFilter"]:
            sample = delay
            if not marked and delay > self.p.target_delay:
                sample = self.base_rtt / 4
            self.avg_delay += self.PER_ACK_GAIN * (sample / 1000 - self.avg_delay)
            return
        # Not in the reference: the first sample counts for its own round trip.
        since = rtt if self.last_sample is None else self.now - self.last_sample
        self.last_sample = self.now
        if self.on["AvgDelayByPackets"]:
            since = self._share_of_packets(since, marked, new)
        weight = min(1, since / (self.on["AvgDelayRtts"] * self.base_rtt))
        self.avg_delay += weight * (delay / 1000 - self.avg_delay)

    def _share_of_packets(self, since: float, marked: bool, new: int) -> float:
        """A marked packet counts for itself, the next unmarked one for the others (AvgDelayByPackets)."""
        if not marked:
            since += self.unweighed
            self.unweighed = 0
            return since
        share = since * min(1, self.p.mtu / max(new, 1))
        self.unweighed = min(self.base_rtt, self.unweighed + since - share)
        return share

    def _receiver_penalty(self, penalty: int, restore: bool, new: int, inflight_before: int) -> bool:
        """8.6; the window is bounded by the bytes in flight before the SACK."""
        if penalty > 0:
            if self.saved_cwnd is None:
                self.saved_cwnd = self.cwnd
            self.cwnd = min(self.cwnd, inflight_before)
            self.cwnd = max(self.p.mtu, self.cwnd - penalty * new / 128)
            return True
        if restore and self.saved_cwnd is not None:
            self.cwnd = min(self.saved_cwnd, self.max_window)  # 8.1; it may have fallen meanwhile
            self.saved_cwnd = None
        return False

    def _delay_marks(self, delay: int) -> bool:
        """DelayMarks: d target delays above the target are d marks, at most one; fractions are summed."""
        excess = delay / self.p.target_delay - 1
        if not self.on["DelayMarks"] or excess <= 0:
            return False
        self.marks += min(1, excess)
        if self.marks < 1:
            return False
        self.marks -= 1
        return True

    def _quadrant(self, ecn: bool, delay: int, new: int, limited: bool) -> None:
        high = delay >= self.p.target_delay
        if ecn:
            if high:
                self._decrease(delay)
        elif limited:
            pass
        elif high:
            self.inc += self.p.fi * new
        else:
            self._proportional(delay, new)

    def _proportional(self, delay: int, new: int) -> None:
        """8.4, PROP, with the fast increase of a path without queue (below 1 us)."""
        if delay < 1_000_000:
            self.fi_count += new
            if self.fast_mode or self.fi_count > self.cwnd:
                self.cwnd += self.p.fi_scale * new
                self.fast_mode = True
                return
        else:
            self.fi_count = 0
        self.fast_mode = False
        self.inc += self.p.alpha * new * (self.p.target_delay - delay) / 1000

    def _decrease(self, delay: int) -> None:
        """8.4, DECREASE; at most once per actual round trip (DecreasePerRtt)."""
        self.fast_mode = False
        self.fi_count = 0
        pause = self.base_rtt + (delay if self.on["DecreasePerRtt"] else 0)
        target = self.p.target_delay / 1000
        if self.avg_delay > target and self.now - self.last_dec > pause:
            factor = 1 - self.on["Gamma"] * (self.avg_delay - target) / self.avg_delay
            self.cwnd = max(self.p.mtu, self.cwnd * max(factor, self.on["MaxMdJump"]))
            self.last_dec = self.now

    def _quick_adapt(self, is_loss: bool, ecn: bool, delay: int) -> bool:
        """8.4, QuickAdapt."""
        if self.on["DisableQa"]:
            return False
        hit = False
        if self.bytes_ignored < self.bytes_to_ignore and ecn:
            hit = True
        elif self.now >= self.qa_end:
            late = self.p.qa_threshold is not None and delay > self.p.qa_threshold
            armed = self.trigger_qa or is_loss or late
            if self.qa_end != 0 and armed and self.achieved < self._qa_gate():
                self.cwnd = max(self.achieved, self.p.mtu)
                self.bytes_to_ignore = self.inflight
                self.bytes_ignored = 0
                self.trigger_qa = False
                hit = True
            self.achieved = 0
            self.sent = 0
            self.qa_end = self.now + self.base_rtt + self.p.target_delay
        if hit:
            self.inc = 0.0
            self.received = 0
        return hit

    def _qa_gate(self) -> float:
        """A share of max_wnd, or of the bytes sent if they are less (QaGateOfSent)."""
        whole = min(self.max_window, self.sent) if self.on["QaGateOfSent"] else self.max_window
        return whole / 2 ** self.on["QaGate"]

    def _adjust(self) -> None:
        """8.4, line 9."""
        due = self.now - self.last_adjust >= self.p.adjust_period
        if not due and self.received <= self.p.adjust_bytes:
            return
        self.cwnd += self.inc / self.cwnd
        if due:
            self.cwnd += self.p.eta
            self.last_adjust = self.now
        self.inc = 0.0
        self.received = 0
        self._clamp()

    @property
    def target_delay(self) -> float:
        return self.p.target_delay

    def can_send(self) -> bool:
        """8.5, for a full packet; with the rules of UET and htsim one may leave when nothing is in flight."""
        if self.on["WindowRule"] == "mrc":
            return self.cwnd > self.inflight
        if self.inflight <= 0:
            return True
        return self.inflight + self.p.mtu <= self.cwnd


class Mnscc(Nscc):
    """NSCC with the median delay of the last SACKs (docs/decisions.md)."""

    def __init__(self, attributes: Line, path: Line) -> None:
        super().__init__(attributes, path)
        self.history = History(attributes)

    def on_ack(self, **arguments: Any) -> None:
        """The sample itself lowers base_rtt, and max_wnd with it, before its median is taken."""
        if arguments["rtt"] is not None and (arguments["full"] or self.on["ShortRtt"]):
            self._lower_base_rtt(arguments["rtt"])
        self.cwnd_before = self.cwnd
        super().on_ack(**arguments)

    def _observe(self, new: int, ecn: bool, rtt: int) -> tuple[int, bool]:
        self.history.add(self.now, new, rtt, ecn, self.cwnd_before, self.base_rtt)
        return self.history.median_rtt(), self.history.is_marked() if self.on["MajorityMarks"] else ecn
