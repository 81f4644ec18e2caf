# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Losses of an MRC requester as in the mrc reference, 5.7: which packets may be declared lost, and which have to be."""

from __future__ import annotations

from typing import Any

from mrc_packet import Packet
from mrc_responder import BITMAP_BITS
from transcript import Line


class Evidence:
    """Transmission orders and times of acknowledged packets."""

    def __init__(self) -> None:
        self.latest_by_ev: dict[int, int] = {}  # order; retransmissions are in the same class (5.8)
        self.latest_time = -1
        self.orders: list[int] = []

    def note(self, entropy: int, order: int, sent: int) -> None:
        self.latest_by_ev[entropy] = max(self.latest_by_ev.get(entropy, 0), order)
        self.latest_time = max(self.latest_time, sent)


class Coverage:
    """The PSNs of which the newest SACK speaks."""

    def __init__(self) -> None:
        self.newest = -1
        self.cack = 0
        self.base = 0
        self.ooo = 0

    def note(self, pdu: Line, cack: int) -> None:
        if cack + pdu["ooo_count"] >= self.newest:
            self.newest = cack + pdu["ooo_count"]
            self.cack, self.base, self.ooo = cack, cack + pdu["sack_offset"], pdu["ooo_count"]

    def covers(self, psn: int, requester: Any) -> bool:
        """All of them if as many packets are known to have arrived as the SACK counts."""
        if psn == self.cack + 1 or self.base <= psn < self.base + BITMAP_BITS:
            return True
        return requester.known_above(self.cack) >= self.ooo


class GracePeriod:
    """TrimGracePeriod: a multiple of the delay of NACKs of trims.

    Not in the reference: it begins with the timer, unless the peer sends no such NACKs, and shrinks with every SACK
    that acknowledges a packet.
    """

    def __init__(self, config: Line) -> None:
        self.factor = config["trim_grace_period"]
        applies = self.factor and config["peer_trim_nack"]
        self.span = config["ack_timeout"] if applies else 0  # the longest that it can be
        self.trimmed = False

    def note_progress(self) -> None:
        self.span -= self.span // (16 if self.trimmed else 4)

    def note_trim(self, delay: int) -> None:
        """How a new delay is weighed is not in the reference: the longest is an upper bound."""
        self.span = max(self.span, self.factor * delay)
        self.trimmed = True

    def least(self) -> int:
        return 0 if self.trimmed else self.span


class LossRules:
    """The rules of 5.7, with two kinds of evidence: all that is possible, and all that is certain."""

    def __init__(self, requester: Any) -> None:
        self.requester = requester
        self.config = requester.config
        self.possible = Evidence()
        self.certain = Evidence()
        self.coverage = Coverage()
        self.grace = GracePeriod(self.config)

    def note(self, packet: Packet) -> None:
        """A packet is acknowledged. It is certain which transmission only if there was but one.

        Not in the reference: whether a packet that was declared lost before is evidence.
        """
        for evidence in (self.possible, self.certain)[: 2 if packet.transmissions == 1 and not packet.waits else 1]:
            evidence.note(packet.entropy, packet.order, packet.sent)
            evidence.orders.append(packet.order)

    def note_probe(self, entropy: int, order: int, sent: int) -> None:
        """Probes are in the class of data, so that they follow all packets sent before (6.4).

        Not in the reference: an answer that comes after the time-out (9.4) may be no evidence.
        """
        self.possible.note(entropy, order, sent)
        if self.requester.now - sent <= self.requester.probe_timeout():
            self.certain.note(entropy, order, sent)

    def permits(self, psn: int) -> bool:
        """Some rule can declare the packet lost."""
        packet = self.requester.packets.get(psn)
        if packet is None:
            return False
        evident = self._ripe(packet, self.possible, self.grace.least()) and self.coverage.covers(psn, self.requester)
        return evident or self._rule_e(packet)

    def overdue(self) -> list[int]:
        """The packets in flight that are lost for certain."""
        grace = self.grace.span
        in_flight = [packet for packet in self.requester.packets.values() if not packet.waits]
        ripe = [packet.psn for packet in in_flight if self._ripe(packet, self.certain, grace)]
        return [psn for psn in ripe if self.coverage.covers(psn, self.requester)]

    def spared(self, evidence: Evidence) -> list[Packet]:
        """The packets in flight that rule A will declare lost when their grace period ends."""
        in_flight = [packet for packet in self.requester.packets.values() if not packet.waits]
        ripe = [packet for packet in in_flight if self._rule_a(packet, evidence, 0)]
        return [packet for packet in ripe if self.coverage.covers(packet.psn, self.requester)]

    def _ripe(self, packet: Packet, evidence: Evidence, grace: int) -> bool:
        return (
            self._rule_a(packet, evidence, grace)
            or self._rule_b(packet, evidence, grace)
            or self._rule_c(packet, evidence)
        )

    def _rule_a(self, packet: Packet, evidence: Evidence, grace: int) -> bool:
        later = evidence.latest_by_ev.get(packet.entropy, 0) > packet.order
        return self.config["rule_a"] and later and self.requester.now - packet.sent >= grace

    def _rule_b(self, packet: Packet, evidence: Evidence, grace: int) -> bool:
        window = max(self.config["reo_window"], grace)
        return self.config["rule_b"] and evidence.latest_time - packet.sent >= window

    def _rule_c(self, packet: Packet, evidence: Evidence) -> bool:
        """Without the grace period (docs/decisions.md)."""
        threshold = self.config["ooo_threshold"]
        return 0 < threshold < sum(order > packet.order for order in evidence.orders)

    def _rule_e(self, packet: Packet) -> bool:
        """5.8: a timer per packet; it is never shorter than T0."""
        return self.config["rule_e"] and self.requester.now - packet.sent >= self.config["ack_timeout"]
