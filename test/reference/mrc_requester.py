# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The MRC requester as in the mrc reference, 5 and 8.3: messages, what is in flight, what SACKs and NACKs mean.

Choices among permitted actions (paths, probes, the packets that are declared lost) are taken from the transcript.
"""

from __future__ import annotations

from collections.abc import Callable

from mrc_losses import LossRules
from mrc_packet import MrcMessage, Packet
from mrc_responder import BITMAP_BITS, TIMESTAMP_UNIT, nominal_size
from psn import PSN_MASK, near
from transcript import Line

RCVD_UNIT = 256
ENDLESS = 25
LEAST_PROBE_TIMEOUT = 50_000_000
HALF_RANGE = 1 << 23
TRIMS = ("TRIMMED", "TRIMMED_LASTHOP")
PAUSE_AFTER = ("NO_BITMAP", "NO_PKT_BUFFER", "NO_RESOURCE", "PSN_OOR_WINDOW")


class MrcRequester:
    """State of a requester. `calls` are those of the congestion controller, in their order."""

    def __init__(self, config: Line, controller: Callable[..., None]) -> None:
        self.config = config
        self.controller = controller
        self.now = 0
        self.base_rtt = self.target_delay = 0
        self.mtu = config["path_mtu"]
        self.cack = config["sq_psn"] - 1
        self.next = config["sq_psn"]
        self.end = self.next
        self.permitted = self.cack + config["mpr"]
        self.messages: list[MrcMessage] = []
        self.posted = 0
        self.wimms = 0
        self.packets: dict[int, Packet] = {}
        self.records: dict[int, Packet] = {}  # all that have been sent
        self.orders = 0
        self.rcvd = 0
        self.probes: dict[int, tuple[int, int, int]] = {}  # EV, order and time by probe_id
        self.completions: list[Line] = []
        self.losses = LossRules(self)
        self.last_progress = 0
        self.attempts = 0  # consecutive time-outs
        self.early = False  # the latest time-out came too early
        self.rejected = False  # a NACK that is no trim came since cack_psn advanced
        self.certain = True  # the sample of the latest SACK
        self.delivered = 0  # messages that Transport ACKs cover

    # Inputs ---------------------------------------------------------------------------------------

    def post(self, work: Line) -> None:
        """2.5: msn numbers messages, rqmsn WriteImms; others repeat the last one."""
        count = max(1, -(-work["bytes"] // self.mtu))
        rqmsn = max(0, self.wimms - 1)
        if work["immediate"] is not None:
            rqmsn = self.wimms
            self.wimms += 1
        stats = {"packets": 0, "retransmits": 0, "trims": 0, "timeouts": 0}
        self.messages.append(MrcMessage(self.posted, work, self.end, count, stats, rqmsn))
        self.posted += 1
        self.end += count

    def on_sack(self, pdu: Line) -> None:
        """5.5, requester; 8.3."""
        cack = near(pdu["cack_psn"], self.cack)
        trigger = None if pdu["pr"] else self.records.get(cack + pdu["ack_psn_offset"])
        rtt, full = self._sample(pdu, trigger)
        self.losses.coverage.note(pdu, cack)
        acknowledged = self._acknowledged_by(pdu, cack)
        if acknowledged:
            self.losses.grace.note_progress()
        for packet in acknowledged:
            del self.packets[packet.psn]
            self.last_progress = self.now
            self.losses.note(packet)
            if packet.waits:
                self.controller("late_ack", nominal=packet.nominal)
        if cack > self.cack:
            self.cack = cack
            self.attempts = 0
            self.rejected = False
        self._widen(pdu)
        arguments = {"new_bytes": self._new_bytes(pdu), "ecn": pdu["m"] == "SKIP_ONCE", "rtt": rtt, "full": full}
        penalty = {"penalty": pdu["rcv_cwnd_pen"], "restore": pdu["restore_cwnd"]}
        self.controller("ack", **arguments, **penalty)
        self._complete()

    def on_nack(self, pdu: Line) -> None:
        """5.6: the packet leaves again, shortages after a base RTT."""
        psn = near(pdu["nack_psn"], self.cack)
        if self.cack < psn < self.next:  # also of a packet that a SACK has meanwhile acknowledged
            self._message_at(psn).stats["trims"] += pdu["reason"] in TRIMS
        packet = self.packets.get(psn)
        if packet is None:
            return
        if packet.waits or packet.entropy != pdu["entropy"]:
            return  # not in the reference: a NACK of an earlier transmission has another EV
        self.rejected |= pdu["reason"] not in TRIMS
        if pdu["reason"] in TRIMS:
            self.losses.grace.note_trim(self.now - packet.sent)
        rtt = self._age(packet.sent, pdu) if packet.transmissions == 1 else None
        packet.nacked += packet.transmissions > 1
        packet.nacked += packet.transmissions > 1
        self._withdraw(packet)
        if pdu["reason"] in PAUSE_AFTER:
            packet.not_before = self.now + self.base_rtt
        elif self.config["trim_schedule"]:
            packet.not_before = self.now + pdu["hold"] * TIMESTAMP_UNIT
        self.controller("nack", reason=pdu["reason"], nominal=packet.nominal, rtt=rtt)

    def on_lost(self, psn: int) -> Packet | None:
        """5.7: the packet is to be sent again; 8.4, OnInferredLoss."""
        packet = self.packets.get(psn)
        if packet is None or packet.waits:
            return None
        self._withdraw(packet)
        self.controller("inferred_loss", nominal=packet.nominal)
        return packet

    def on_timed_out(self, psn: int) -> None:
        """5.8: the time-out of the oldest packet."""
        packet = self.packets.get(psn)
        if packet is not None:
            packet.message.stats["timeouts"] += 1
            self.early = not packet.waits and self.now < packet.sent + self.timer()
        self.attempts += 1

    def timer(self) -> int:
        """5.8: T0, doubled with every attempt after the linear ones."""
        return self.config["ack_timeout"] << max(0, self.attempts - self.config["retry_linear"])

    def exhausted(self) -> bool:
        """5.8: more attempts than linear_cnt + exp_cnt; 25 is infinite. Some NACKs also count (5.6)."""
        most = self.config["retry_exponential"]
        return most < ENDLESS and self.attempts > self.config["retry_linear"] + most

    def close_planes(self, closed: int) -> None:
        """9.6: what is in flight on a plane that closes is lost at once."""
        for packet in list(self.packets.values()):
            if closed >> packet.port & 1:
                self.on_lost(packet.psn)

    # Rules ----------------------------------------------------------------------------------------

    def _acknowledged_by(self, pdu: Line, cack: int) -> list[Packet]:
        """5.5: everything up to cack_psn, the set bits, and the trigger unless pr."""
        base = cack + pdu["sack_offset"]
        shown = {base + i for i in range(BITMAP_BITS) if pdu["bitmap"] >> i & 1}
        if not pdu["pr"]:
            shown.add(cack + pdu["ack_psn_offset"])
        return [p for p in self.packets.values() if p.psn <= cack or p.psn in shown]

    def _new_bytes(self, pdu: Line) -> int:
        """8.3: old SACKs bring none."""
        ahead = (pdu["rcvd_bytes"] - self.rcvd) & PSN_MASK
        if ahead >= HALF_RANGE:
            return 0
        self.rcvd = pdu["rcvd_bytes"]
        return ahead * RCVD_UNIT

    def _widen(self, pdu: Line) -> None:
        """5.3: shrinking revokes nothing."""
        mpr = pdu["mpr"] * 128 if self.config["dynamic_mpr"] and pdu["mpr"] else self.config["mpr"]
        self.permitted = max(self.permitted, self.cack + mpr)

    def _sample(self, pdu: Line, trigger: Packet | None) -> tuple[int | None, bool]:
        """8.4: a valid RTT, and whether it is one of a full packet.

        Not in the reference: how long the times of probes and of packets that are not in flight are known.
        """
        self.certain = trigger is not None and not trigger.waits and trigger.psn in self.packets
        if pdu["pr"]:
            probe = self.probes.pop(pdu["ack_psn_offset"], None)
            if probe is None:
                return None, False
            self.losses.note_probe(*probe)
            return self._age(probe[2], pdu), False
        if trigger is None:
            return None, False
        # As long as a full one, with padding and immediate (8.2)
        full = trigger.nominal >= self._full_size()
        again = trigger.transmissions - 1
        valid = again == 0 and not pdu["rtx"] or again == 1 and pdu["rtx"]
        if self.config["rtt_after_trims"] and pdu["rtx"] and again > 1:
            valid = trigger.nacked >= again - 1  # the reference has trims only
            self.certain &= not valid  # nor does it say whether a NACK is that of an earlier transmission
        valid = valid or self.config["timestamps"]  # not in the reference: the echo identifies the transmission
        return (self._age(trigger.sent, pdu) if valid else None), full

    def _full_size(self) -> int:
        return nominal_size({"payload": self.mtu, "ts": self.config["timestamps"], "immediate": None})

    def _age(self, sent: int, pdu: Line) -> int | None:
        """2.6: by the record of the time, or by the echoed timestamp, unless it has wrapped."""
        if not self.config["timestamps"]:
            return self.now - sent
        if self.now - sent >= TIMESTAMP_UNIT << 16:
            return None
        return (self.now - pdu["tx_timestamp"] * TIMESTAMP_UNIT) % (TIMESTAMP_UNIT << 16)

    def _withdraw(self, packet: Packet) -> None:
        packet.waits = True
        packet.not_before = self.now

    def _complete(self) -> None:
        """5.9: in posting order, when cack_psn covers the last PSN."""
        while self.messages and self.messages[0].last <= self.cack:
            if self.config["transport_ack"] and self.messages[0].number >= self.delivered:
                return
            self.finish(self.messages.pop(0))

    def on_transport_ack(self, pdu: Line) -> None:
        """5.9: cumulative. Not in the reference: a message also waits until SACKs cover its packets."""
        if pdu["syndrome"] >> 5 == 0:
            self.delivered = max(self.delivered, near(pdu["msn"], self.delivered))
            self._complete()

    def finish(self, message: MrcMessage) -> None:
        fields = {"kind": "SENT", "status": "SUCCESS", "message": message.number, "wr_id": message.work["wr_id"]}
        self.completions.append(fields | {"bytes": 0, "stats": dict(message.stats)})

    def may_probe_tail(self) -> bool:
        """5.7, rule D: packets are in flight, and none has been answered for some base RTTs."""
        if not self.config["rule_d"] or not self.outstanding():
            return False
        return self.now - self.last_progress >= self.config["tail_probe_min_rtts"] * self.base_rtt

    def tail_delay(self) -> int:
        """5.7, rule D; docs/decisions.md for the minimum."""
        least = int(self.config["tail_probe_min_rtts"] * self.base_rtt)
        return max(self.base_rtt + 2 * self.target_delay, least)

    def may_send(self) -> bool:
        """A packet waits that the PSN window and the limit of WriteImms permit."""
        if self._waiting() or self.next >= self.end:
            return bool(self._waiting())
        return self.next <= self.permitted and not self._too_many_wimms(self._message_at(self.next))

    def probe_timeout(self) -> int:
        """9.4."""
        return max(LEAST_PROBE_TIMEOUT, 2 * self.base_rtt + 4 * self.target_delay)

    def on_probe(self, probe_id: int, tx: Line) -> None:
        self.orders += 1
        self.probes[probe_id] = (tx["entropy"], self.orders, self.now)

    # Sending --------------------------------------------------------------------------------------

    def known_above(self, cack: int) -> int:
        """Packets above a PSN that are acknowledged."""
        return sum(psn > cack and psn not in self.packets for psn in self.records)

    def outstanding(self) -> int:
        return sum(not packet.waits for packet in self.packets.values())

    def send(self, pdu: Line, tx: Line) -> Line | str:
        """The fields that the rules give this packet, or the reason why it must not leave."""
        psn = near(pdu["psn"], self.next)
        if psn in self.packets:
            packet = self.packets[psn]
            if not packet.waits:
                return "5.8, it is in flight"
            if psn != self._oldest_waiting():
                return "5.7, an older one waits"
        elif psn == self.next and psn < self.end:
            if psn > self.permitted:
                return "5.3, beyond the PSN window"
            if self._waiting():
                return "5.8, retransmissions leave first"
            packet = self._new_packet(psn)
        else:
            return "5.1, neither new nor lost"
        if self._too_many_wimms(packet.message):
            return "5.9, too many WriteImms"
        return self._leave(packet, pdu, tx)

    def _waiting(self) -> list[Packet]:
        return [p for p in self.packets.values() if p.waits and p.not_before <= self.now]

    def _oldest_waiting(self) -> int | None:
        return min((p.psn for p in self._waiting()), default=None)

    def _too_many_wimms(self, message: MrcMessage) -> bool:
        """5.9: WriteImms on the wire and not complete, this one included."""
        ahead = [m for m in self.messages if m.work["immediate"] is not None and m.number <= message.number]
        return message.work["immediate"] is not None and len(ahead) > self.config["max_wimm"]

    def _message_at(self, psn: int) -> MrcMessage:
        return next(m for m in self.messages if m.first <= psn <= m.last)

    def _new_packet(self, psn: int) -> Packet:
        message = self._message_at(psn)
        self.next = psn + 1
        packet = Packet(psn, self._pdu(message, psn), message)
        packet.nominal = nominal_size(packet.pdu | {"ts": self.config["timestamps"]})
        self.packets[psn] = self.records[psn] = packet
        return packet

    def _leave(self, packet: Packet, pdu: Line, tx: Line) -> Line:
        again = packet.transmissions > 0
        packet.transmissions += 1
        packet.waits = False
        packet.asks = pdu["a"]
        packet.sent, packet.entropy, packet.port = self.now, tx["entropy"], tx["port"]
        packet.order = self.orders = self.orders + 1
        packet.message.stats["packets"] += 1
        packet.message.stats["retransmits"] += again
        self.controller("send", nominal=packet.nominal)
        stamp = self.now // TIMESTAMP_UNIT & 0xFFFF if self.config["timestamps"] else None
        fields = packet.pdu | {"rtx": again, "ts": self.config["timestamps"], "tx_timestamp": stamp}
        return fields | ({"a": True} if again else {})

    def _pdu(self, message: MrcMessage, psn: int) -> Line:
        """2.1, 2.5, 2.7."""
        work, offset = message.work, (psn - message.first) * self.mtu
        first, last = psn == message.first, psn == message.last
        place = "ONLY" if first and last else "FIRST" if first else "LAST" if last else "MIDDLE"
        immediate = work["immediate"] if last else None
        size = min(self.mtu, work["bytes"] - offset)
        fields = {"opcode": f"MRC_WRITE_{place}" + ("_IMM" if immediate is not None else "")}
        fields |= {"psn": psn & PSN_MASK, "dest_qpn": self.config["peer_qpn"], "va": work["remote_va"] + offset}
        fields |= {"rkey": work["rkey"], "payload": size, "dma_length": size, "immediate": immediate}
        return fields | {"msn": message.number & 0xFFFF, "rqmsn": message.rqmsn & 0xFFFF}
