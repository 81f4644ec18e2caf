# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The RoCE requester as in the roce reference, 1.4, and docs/roce.md: go-back-N and selective repeat."""

from __future__ import annotations

from dataclasses import dataclass

from message import Message
from psn import PSN_MASK, near
from transcript import Line

MAX_READS = 16
UNLIMITED_RNR = 7
# Milliseconds of the codes 1 to 31 of IBTA's table of RNR timers; code 0 is the longest.
RNR_MS = [655.36, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.12, 0.16, 0.24, 0.32, 0.48, 0.64, 0.96, 1.28, 1.92]
RNR_MS += [2.56, 3.84, 5.12, 7.68, 10.24, 15.36, 20.48, 30.72, 40.96, 61.44, 81.92, 122.88, 163.84, 245.76]
RNR_MS += [327.68, 491.52]


@dataclass
class RoceMessage(Message):
    """A posted request. A READ has as many PSNs as responses."""

    @property
    def is_read(self) -> bool:
        return self.work["operation"] == "READ"


class RoceRequester:
    """State of a requester that goes back N. `completions` and `events` wait to be compared."""

    def __init__(self, config: Line) -> None:
        self.config = config
        self.now = 0
        self.up = True
        self.mtu = config["path_mtu"]
        self.messages: list[RoceMessage] = []
        self.posted = 0
        self.end = config["sq_psn"]  # PSN of the next message
        self.una = self.end  # oldest PSN that is not acknowledged
        self.send = self.end  # PSN that is sent next
        self.sent = self.end  # behind the highest PSN ever sent
        self.kept_ack: int | None = None  # ACK that waits for a READ
        self.gap: int | None = None  # the packet that a NAK or the timer makes leave again
        self.left_since = 0  # packets that have left since
        self.reread: int | None = None  # the response that a repeated READ request asks for
        self.timer: int | None = None  # start of the retransmission timer
        self.expiries = 0
        self.retries = 0
        self.rnr_retries = 0
        self.rnr_until: int | None = None
        self.failed = False
        self.silent = False  # from here on the documents do not say what happens
        self.completions: list[Line] = []
        self.events: list[Line] = []

    # Inputs ---------------------------------------------------------------------------------------

    def post(self, work: Line) -> None:
        count = max(1, -(-work["bytes"] // self.mtu))
        stats = {"packets": 0, "retransmits": 0, "trims": 0, "ecn_marks": 0, "timeouts": 0}
        self.messages.append(RoceMessage(self.posted, work, self.end, count, stats))
        self.posted += 1
        self.end += count
        if self.failed:
            self._complete(self.messages.pop(), "FLUSHED", "FLUSHED")
        else:
            self._check_timer()

    def on_ack(self, pdu: Line) -> None:
        """1.4: ACK, NAK and RNR NAK."""
        if self.failed:
            return
        kind, psn = pdu["syndrome"] >> 5, near(pdu["psn"], self.una)
        if kind == 0:
            if self.una <= psn < self.sent:
                self._acknowledge(psn)
        elif self.una <= psn < self.sent:
            self._acknowledge(psn - 1)
            if psn > self.una:
                self.silent = True  # a NAK behind a READ that is incomplete
            elif kind == 1 and self.rnr_until is None:
                self._wait_for_receive(pdu["syndrome"] & 31)
            elif kind == 3 and not self._under_repair():
                self._retry()

    def on_cnp(self) -> None:
        """Not in the reference: a CNP counts for the oldest request."""
        if self.messages:
            self.messages[0].stats["ecn_marks"] += 1

    def on_response(self, pdu: Line) -> None:
        """docs/roce.md: responses in order acknowledge; a gap requests the rest again, once."""
        psn = near(pdu["psn"], self.una)
        if self.failed or not self.una <= psn < self.sent:
            return
        self._acknowledge_requests_before(psn)
        if psn == self.una:
            self._progress(psn)
            self._acknowledge_kept()
        elif self.una != self.reread:
            self.reread = self.una
            self._go_back()

    def on_timeout(self) -> None:
        """1.4: the retransmission timer; the time-out grows with every expiry in a row (docs/roce.md)."""
        if self.rnr_until is not None and self.now >= self.rnr_until:
            self.rnr_until = None
            self._check_timer()
        deadline = self.deadline()
        if deadline is None or self.now < deadline:
            return
        self.expiries += 1
        message = self.messages[0]
        message.stats["timeouts"] += 1
        self.events.append({"kind": "TIMEOUT", "detail": self.una & PSN_MASK})
        self._retry()

    # Rules ----------------------------------------------------------------------------------------

    def deadline(self) -> int | None:
        if self.timer is None:
            return None
        longest = max(self.config["retransmission_timeout"], self.config["retransmission_timeout_cap"])
        grown = self.config["retransmission_timeout"] * self.config["retransmission_backoff"] ** self.expiries
        return self.timer + int(min(grown, longest))

    def _acknowledge(self, psn: int) -> None:
        """Everything up to this PSN, but not beyond a READ whose responses are missing."""
        read = next((m for m in self.messages if m.is_read and m.last >= self.una), None)
        if read is not None and psn >= read.first:
            if psn > max(read.last, self.kept_ack or 0):
                self.kept_ack = psn
                self.retries = 0  # not in the reference: this is also progress, but the timer stays
            psn = max(read.first, self.una) - 1
        if psn >= self.una:
            self._progress(psn)

    def _acknowledge_requests_before(self, psn: int) -> None:
        """A response says that all requests before its READ have arrived."""
        read = next((m for m in self.messages if m.first <= psn <= m.last), None)
        if read is not None:
            self._acknowledge(read.first - 1)

    def _acknowledge_kept(self) -> None:
        if self.kept_ack is not None:
            kept, self.kept_ack = self.kept_ack, None
            if kept >= self.una:
                self._acknowledge(kept)

    def _progress(self, psn: int) -> None:
        self.una = psn + 1
        self.send = max(self.send, self.una)
        self.retries = self.expiries = self.rnr_retries = 0
        if self.reread is not None and self.reread < self.una:
            self.reread = None
        if self.una == self.sent or self.timer is not None:
            self.timer = self.now if self._waits() else None
        while self.messages and self.messages[0].last < self.una:
            self._complete(self.messages.pop(0), "SENT", "SUCCESS")

    def _retry(self) -> None:
        """1.4: NAKs and expiries count until there is progress."""
        self.retries += 1
        if self.retries > self.config["retry_count"]:
            self.fail("RETRY_EXCEEDED", self.config["retry_count"])
        else:
            self._go_back()

    def _go_back(self) -> None:
        """The timer runs again from the next packet on, or from now on while the port is down."""
        self.gap = self.una
        self.left_since = 0
        self.send = self.una
        self.timer = self.now if self._waits() else None

    def _waits(self) -> bool:
        """A packet is in flight, or cannot be sent again as the port is down."""
        return self.send > self.una or not self.up and self.una < self.end

    def _under_repair(self) -> bool:
        """Only a packet behind the repeated one can have made a NAK for it."""
        return self.gap == self.una and self.left_since <= 1

    def set_port(self, up: bool) -> None:
        self.up = up
        self._check_timer()

    def _check_timer(self) -> None:
        if not self._waits():
            self.timer = None
        elif self.timer is None and self.rnr_until is None:
            self.timer = self.now

    def _wait_for_receive(self, code: int) -> None:
        """docs/roce.md: the requester waits for the time in the NAK, then sends again."""
        self.rnr_retries += 1
        if self.config["rnr_retry_count"] != UNLIMITED_RNR and self.rnr_retries > self.config["rnr_retry_count"]:
            self.fail("RNR_RETRY_EXCEEDED", self.config["rnr_retry_count"])
            return
        self.rnr_until = self.now + round(RNR_MS[code] * 1e9)
        self._go_back()
        self.timer = None

    def _complete(self, message: RoceMessage, kind: str, status: str) -> None:
        fields = {"kind": kind, "status": status, "message": message.number, "wr_id": message.work["wr_id"]}
        self.completions.append(fields | {"bytes": 0, "immediate": None, "stats": message.stats})

    def fail(self, fault: str, detail: int) -> None:
        """Error: the oldest request has the reason, the others are flushed."""
        self.failed = True
        for i, message in enumerate(self.messages):
            self._complete(message, "FLUSHED", fault if i == 0 else "FLUSHED")
        self.messages.clear()
        self.events.append({"kind": "QP_ERROR", "fault": fault, "detail": detail})

    # Sending --------------------------------------------------------------------------------------

    def has_packet(self) -> bool:
        return not self.failed and self.rnr_until is None and self.send < self.end and not self._reads_are_full()

    def _reads_are_full(self) -> bool:
        message = self._message_at(self.send)
        if not message.is_read or self.send < self.sent:
            return False
        return sum(m.is_read and m.first < self.sent for m in self.messages) >= MAX_READS

    def _message_at(self, psn: int) -> RoceMessage:
        return next(m for m in self.messages if m.first <= psn <= m.last)

    def next_packet(self) -> Line:
        """The packet that leaves next."""
        psn = self.send
        message = self._message_at(psn)
        self.left_since += 1
        again = psn < self.sent
        message.stats["packets"] += 1
        message.stats["retransmits"] += again
        self.send = message.last + 1 if message.is_read else psn + 1
        self.sent = max(self.sent, self.send)
        if self.timer is None:
            self.timer = self.now
        return self._pdu(message, psn)

    def _pdu(self, message: RoceMessage, psn: int) -> Line:
        """1.1 and 1.2; A at the end of a message. Other packets may also ask for an ACK (1.3)."""
        work, offset = message.work, (psn - message.first) * self.mtu
        left = work["bytes"] - offset
        common = {"psn": psn & PSN_MASK, "dest_qpn": self.config["peer_qpn"], "sr": False}
        if message.is_read:
            fields = {"opcode": "RC_READ_REQUEST", "dma_length": left, "va": work["remote_va"] + offset}
            return common | fields | {"a": False, "payload": 0, "rkey": work["rkey"]}
        first, last = psn == message.first, psn == message.last
        place = "ONLY" if first and last else "FIRST" if first else "LAST" if last else "MIDDLE"
        immediate = work["immediate"] if last else None
        kind = f"RC_{work['operation'].split('_')[0]}_{place}" + ("_IMM" if immediate is not None else "")
        fields = {"opcode": kind, "payload": min(left, self.mtu), "immediate": immediate}
        fields |= {"a": True} if last else {}
        return common | fields | self._reth(work, first, offset)

    def _reth(self, work: Line, first: bool, offset: int) -> Line:
        if first and work["operation"].startswith("WRITE"):
            return {"va": work["remote_va"] + offset, "rkey": work["rkey"], "dma_length": work["bytes"]}
        return {"va": 0, "rkey": 0, "dma_length": 0}


class SelectiveRequester(RoceRequester):
    """Selective repeat after IRN (docs/roce.md, docs/decisions.md). There are no READs."""

    def __init__(self, config: Line) -> None:
        super().__init__(config)
        self.selective = config["selective"]
        self.arrived: set[int] = set()  # above the oldest unacknowledged packet
        self.repeated: set[int] = set()  # since the last expiry
        self.lost: set[int] = set()
        self.stops = self.end  # behind the packets that had been sent at the last expiry

    def on_ack(self, pdu: Line) -> None:
        """A packet is lost if a later one has arrived, and repeated once until the next expiry."""
        psn = near(pdu["psn"], self.una)
        if self.failed or not self.una <= psn < self.sent:
            return
        nak, refused = (pdu["syndrome"] >> 5 == kind for kind in (3, 1))
        before = psn - (nak or refused)
        if before >= self.una:
            self._progress(before)
            if self.una < self.stops:
                self.lost.add(self.una)
        if refused and self.rnr_until is None:
            self._wait_for_receive(pdu["syndrome"] & 31)
        if nak:
            self.arrived.add(near(pdu["trigger_psn"], self.una))
            highest = max(self.arrived)
            self.lost |= {p for p in range(self.una, highest) if p not in self.arrived}
        self._forget()

    def _forget(self) -> None:
        self.arrived = {p for p in self.arrived if p >= self.una}
        self.lost = {p for p in self.lost if p >= self.una and p not in self.arrived}
        self.repeated = {p for p in self.repeated if p >= self.una}

    def deadline(self) -> int | None:
        """The first time-out depends on the packets in flight; the next ones are those of go-back-N."""
        if self.timer is None:
            return None
        if self.expiries == 0:
            few = self.sent - self.una <= self.selective["few_packets"]
            return self.timer + self.selective["timeout_low" if few else "timeout_high"]
        self.expiries -= 1
        later = super().deadline()
        self.expiries += 1
        return later

    def _go_back(self) -> None:
        """The oldest packet is lost."""
        self.repeated.clear()
        if self.una < self.sent:
            self.lost.add(self.una)
        self.stops = self.sent
        self.timer = self.now if self._waits() else None

    def _waits(self) -> bool:
        return self.una < self.sent or not self.up and self.una < self.end

    def has_packet(self) -> bool:
        return not self.failed and self.rnr_until is None and self._next() is not None

    def _next(self) -> int | None:
        """Lost packets first, the oldest one at first; then new ones, as many as the window allows."""
        again = sorted(self.lost - self.repeated)
        if again:
            return again[0]
        if self.send < self.end and self.sent - self.una < self.selective["window_packets"]:
            return self.send
        return None

    def next_packet(self) -> Line:
        psn = self._next()
        assert psn is not None
        message = self._message_at(psn)
        message.stats["packets"] += 1
        if psn < self.sent:
            message.stats["retransmits"] += 1
            self.repeated.add(psn)
        else:
            self.send = self.sent = psn + 1
        if self.timer is None:
            self.timer = self.now
        return self._pdu(message, psn) | {"sr": True}

    def _reth(self, work: Line, first: bool, offset: int) -> Line:
        """Every packet has a RETH with the address of its own first byte (docs/wire.md)."""
        return {"va": work["remote_va"] + offset, "rkey": work["rkey"], "dma_length": work["bytes"]}
