# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The MRC responder as in the mrc reference, 5: it is given what arrives, and says what it answers and delivers."""

from __future__ import annotations

from psn import PSN_MASK, near, signed16
from transcript import Line

TIMESTAMP_UNIT = 128_000  # ps, mrc reference, 2.6
BITMAP_BITS = 64
LEAST_COUNTED_BYTES = 1024
ACK_SYNDROME = 0x1F  # an ACK without credits (roce reference, 1.2)
NO_RECEIVE_SYNDROME = 0x63  # a NAK, remote operational error


def nominal_size(pdu: Line) -> int:
    """UDP length and one IPv6 header (mrc reference, 8.2), with padding, timestamp and immediate (2.12)."""
    size = 44 + 40 + (pdu["payload"] + 3) // 4 * 4
    return size + (4 if pdu["ts"] else 0) + (4 if pdu["immediate"] is not None else 0)


class MrcResponder:
    """State of a responder (mrc reference, 5.2). `answers` and `completions` wait to be compared."""

    def __init__(self, config: Line) -> None:
        self.config = config
        self.cack = config["rq_psn"] - 1
        self.max_rcv = self.cack
        self.unreported: set[int] = set()  # received above cack, in no bitmap yet
        self.next_report = self.cack + 1  # below it are filled holes
        self.turn_of_holes = False
        self.above: dict[int, Line] = {}  # received above cack, by PSN
        self.mpr = config["mpr_dest"]
        self.limit = self.cack + self.mpr
        self.trigger_count = 0
        self.prev_ar = False
        self.rcvd_bytes = 0
        self.heard = False
        self.message_bytes = 0
        self.delivered = 0
        self.acked = 0  # messages that a Transport ACK has covered
        self.receives: list[int] = []
        self.error: int | None = None
        self.trouble: Line = {"reject": None, "penalty": 0, "always_skip": 0}
        self.penalized = False
        self.answers: list[tuple[int, Line]] = []
        self.completions: list[Line] = []
        self.now = 0

    # Inputs ---------------------------------------------------------------------------------------

    def on_write(self, pdu: Line, rx: Line) -> None:
        """5.4, order of work; 5.3, windows; 5.6, trimmed packets."""
        psn = near(pdu["psn"], self.cack)
        trimmed = rx["trim"] != "NONE"
        if psn > self.limit:
            if not trimmed:
                self._nack("PSN_OOR_WINDOW", psn, pdu, rx)
            return
        if psn <= self.cack or psn in self.above:
            self._sack(psn, pdu, rx)
            self._transport_ack(repeat=True)
        elif trimmed:
            if self.config["trim_nack"]:
                self._nack("TRIMMED" if rx["trim"] == "FABRIC" else "TRIMMED_LASTHOP", psn, pdu, rx)
        elif self.trouble["reject"] is not None:
            self._nack(self.trouble["reject"], psn, pdu, rx)
        else:
            self._accept(psn, pdu, rx)

    def on_probe(self, pdu: Line, rx: Line) -> None:
        """5.4, row 6."""
        self._sack(None, pdu, rx)
        self._transport_ack(repeat=True)

    def set_trouble(self, trouble: Line) -> None:
        self.trouble = trouble
        if trouble["penalty"] > 0:
            self.penalized = True

    def set_mpr(self, units: int) -> None:
        """5.3: shrinking revokes nothing that was permitted."""
        self.mpr = units * 128
        self._move_limit()

    # Rules ----------------------------------------------------------------------------------------

    def _accept(self, psn: int, pdu: Line, rx: Line) -> None:
        self.above[psn] = pdu
        self.rcvd_bytes += nominal_size(pdu)
        self.max_rcv = max(self.max_rcv, psn)
        self.unreported.add(psn)
        delivered = self._advance()
        self.trigger_count += max(pdu["payload"], LEAST_COUNTED_BYTES)
        sack = self._wants_sack(pdu, rx)
        if sack:
            self._sack(psn, pdu, rx)
        for message in delivered:
            self._deliver(message)
        if sack:
            self._transport_ack(repeat=False)

    def _advance(self) -> list[Line]:
        """Move cack_psn over what has arrived; the packets that it passes, in order."""
        passed = []
        while self.cack + 1 in self.above:
            self.cack += 1
            passed.append(self.above.pop(self.cack))
            self.unreported.discard(self.cack)
        self._move_limit()
        return passed

    def _move_limit(self) -> None:
        self.limit = max(self.limit, self.cack + self.mpr)

    def _wants_sack(self, pdu: Line, rx: Line) -> bool:
        """5.4, rows 1 to 4 and 7."""
        first = not self.heard
        self.heard = True
        drained = self.prev_ar and not self.above
        if drained:
            self.prev_ar = False
        if pdu["a"] and self.above:
            self.prev_ar = True
        full = self.trigger_count >= self.config["sack_threshold_bytes"]
        return rx["ce"] or pdu["rtx"] or pdu["a"] or full or first or drained

    def _sack(self, trigger: int | None, pdu: Line, rx: Line) -> None:
        """5.5; a trigger of None is a probe."""
        self.trigger_count = 0
        base = self._bitmap_base()
        covered = range(base, base + BITMAP_BITS)
        bits = sum(1 << i for i, psn in enumerate(covered) if psn in self.above)
        self._after_bitmap(covered)
        offset = pdu["probe_id"] if trigger is None else signed16(trigger - self.cack)
        fields = {
            "opcode": "MRC_SACK",
            "psn": self.cack & PSN_MASK,
            "rtx": pdu["rtx"],
            "cack_psn": self.cack & PSN_MASK,
            "ack_psn_offset": offset,
            "sack_offset": signed16(base - self.cack),
            "bitmap": bits,
            "entropy": rx["entropy"],
            "m": self._verdict(rx),
            "ooo_count": min(len(self.above), (1 << 15) - 1),
            "rcvd_bytes": -(-self.rcvd_bytes // 256) & PSN_MASK,
            "mpr": self.mpr // 128 if self.config["dynamic_mpr"] else 0,
            "rcv_cwnd_pen": self.trouble["penalty"],
            "restore_cwnd": self.penalized and self.trouble["penalty"] == 0,
            "pr": trigger is None,
        }
        self._answer(fields, pdu)

    def _bitmap_base(self) -> int:
        """From the lowest PSN that is not reported; slid back where everything unreported fits."""
        base = self._first_to_report()
        if base + BITMAP_BITS > self.max_rcv:
            base = self.max_rcv - BITMAP_BITS + 1
        return max(base, self.cack + 1)

    def _first_to_report(self) -> int:
        """Filled holes and the packets above them take turns, the packets above first."""
        holes = [psn for psn in self.unreported if psn < self.next_report]
        above = [psn for psn in self.unreported if psn >= self.next_report]
        if holes and above and min(holes) + BITMAP_BITS <= self.max_rcv:
            self.turn_of_holes = not self.turn_of_holes
            return min(above) if self.turn_of_holes else min(holes)
        return min(self.unreported, default=self.max_rcv + 1)

    def _after_bitmap(self, covered: range) -> None:
        """The next PSN to report: the first received one behind the bitmap."""
        self.unreported = {psn for psn in self.unreported if psn not in covered}
        later = [psn for psn in self.above if psn >= covered.stop]
        self.next_report = max(self.next_report, min(later, default=self.max_rcv + 1))

    def _verdict(self, rx: Line) -> str:
        """5.5, M flag; ALWAYS_SKIP on request for planes that will be removed."""
        if self.trouble["always_skip"] >> rx["port"] & 1:
            return "ALWAYS_SKIP"
        return "SKIP_ONCE" if rx["ce"] else "NONE"

    def _nack(self, reason: str, psn: int, pdu: Line, rx: Line) -> None:
        """5.6."""
        wire = psn & PSN_MASK
        fields = {"opcode": "MRC_NACK", "psn": wire, "reason": reason, "nack_psn": wire, "entropy": rx["entropy"]}
        self._answer(fields, pdu)
        self._transport_ack(repeat=False)  # not in the reference: a NACK also ends a SACK interval

    def _answer(self, fields: Line, pdu: Line) -> None:
        """2.13: what every answer copies; it leaves after the service time."""
        echo = pdu.get("tx_timestamp") or 0
        if self.config["compensate"]:
            echo += self.config["service_time"] // TIMESTAMP_UNIT
        common = {"dest_qpn": self.config["peer_qpn"], "a": False, "ts": False}
        if fields["opcode"] != "MRC_TRANSPORT_ACK":
            common["tx_timestamp"] = echo & 0xFFFF if pdu.get("tx_timestamp") is not None else 0
        self.answers.append((self.now + self.config["service_time"], fields | common))

    # Messages -------------------------------------------------------------------------------------

    def _deliver(self, pdu: Line) -> None:
        """5.9: messages are delivered in order; a WriteImm consumes a receive."""
        if self.error is not None:
            return
        self.message_bytes += pdu["payload"]
        if "LAST" not in pdu["opcode"] and "ONLY" not in pdu["opcode"]:
            return
        size, self.message_bytes = self.message_bytes, 0
        if pdu["immediate"] is not None and not self.receives:
            self._fail()
            return
        self._complete("DELIVERED", 0, 0, pdu["immediate"])
        if pdu["immediate"] is not None:
            self._complete("RECEIVED", size, self.receives.pop(0), pdu["immediate"])
        self.delivered += 1

    def _fail(self) -> None:
        """1.1: a WriteImm without a receive: semantic NAK and QP error.

        Not in the reference: answers that wait do not leave any more, and the PSN of the NAK, which has no use.
        """
        self.error = NO_RECEIVE_SYNDROME
        self.answers.clear()
        self._answer({"opcode": "MRC_TRANSPORT_ACK", "syndrome": self.error, "msn": self.delivered}, {})

    def _transport_ack(self, repeat: bool) -> None:
        """5.9: cumulative, at most one per SACK; repeated for duplicates and probes."""
        if not self.config["transport_ack"] or self.error is not None or not self.delivered:
            return
        if self.delivered == self.acked and not repeat:
            return
        self.acked = self.delivered
        fields = {"opcode": "MRC_TRANSPORT_ACK", "syndrome": ACK_SYNDROME, "msn": self.delivered}
        self._answer(fields | {"psn": self.cack & PSN_MASK}, {})

    def _complete(self, kind: str, size: int, wr_id: int, immediate: int | None) -> None:
        fields = {"kind": kind, "status": "SUCCESS", "message": self.delivered, "wr_id": wr_id, "bytes": size}
        self.completions.append(fields | {"immediate": immediate, "stats": None})

    def flush_receive(self) -> Line:
        """1.2: in ERROR receives complete in their order, without data."""
        wr_id = self.receives.pop(0) if self.receives else None
        return {"kind": "RECEIVED", "status": "FLUSHED", "wr_id": wr_id, "bytes": 0, "immediate": None}
