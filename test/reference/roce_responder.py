# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The RoCE responder as in the roce reference, 1.3 and 4.1, and docs/roce.md (READ, RNR NAKs, selective repeat)."""

from __future__ import annotations

from dataclasses import dataclass

from psn import PSN_MASK, near
from transcript import Line

ACK_SYNDROME = 0x1F  # without credits (roce reference, 1.2)
RNR_SYNDROME = 0x20
SEQUENCE_SYNDROME = 0x60


def is_end(opcode: str) -> bool:
    """The packet is the last one of its message."""
    return "LAST" in opcode or "ONLY" in opcode or opcode == "RC_READ_REQUEST"


def takes_receive(pdu: Line) -> bool:
    """SENDs and WRITEs with immediate data consume a receive at their end (docs/roce.md)."""
    return is_end(pdu["opcode"]) and ("SEND" in pdu["opcode"] or pdu["immediate"] is not None)


def needs_receive(pdu: Line) -> bool:
    """Not in the reference: the first packet of a SEND already needs the receive."""
    return takes_receive(pdu) or "SEND_FIRST" in pdu["opcode"]


@dataclass
class Read:
    """Responses that wait: PSNs from `next` to before `end`, of a request that begins at `start`."""

    start: int
    next: int
    end: int
    size: int


class RoceResponder:
    """State of a responder. `answers` and `completions` wait to be compared, `responses` to be sent."""

    def __init__(self, config: Line) -> None:
        self.config = config
        self.now = 0
        self.expected = config["rq_psn"]
        self.msn = 0
        self.acked = self.expected - 1  # PSN of the last ACK
        self.nak_sent = False
        self.last_cnp: int | None = None
        self.held: dict[int, Line] = {}  # selective repeat: received above the expected packet
        self.message_bytes = 0
        self.receives: list[int] = []
        self.answers: list[Line] = []
        self.completions: list[Line] = []
        self.reads: list[Read] = []

    def on_request(self, pdu: Line, rx: Line) -> None:
        """1.3."""
        self.on_mark(rx)
        psn = near(pdu["psn"], self.expected)
        if psn < self.expected:
            self._duplicate(psn, pdu)
        elif psn > self.expected:
            self._gap(psn, pdu)
        elif needs_receive(pdu) and not self._has_receive():
            self._rnr_nak()
        else:
            self._accept(pdu)

    def on_mark(self, rx: Line) -> None:
        """4.1: a CNP, unless one was sent within the interval."""
        if not rx["ce"]:
            return
        pause = self.config["min_time_between_cnps"]
        if self.last_cnp is None or self.now - self.last_cnp >= pause:
            self.last_cnp = self.now
            self.answers.append({"opcode": "CNP", "dest_qpn": self.config["peer_qpn"], "psn": 0})

    def _duplicate(self, psn: int, pdu: Line) -> None:
        """1.3: the payload is dropped, the latest state is acknowledged; a READ is executed again."""
        if pdu["opcode"] == "RC_READ_REQUEST":
            self._cut_reads(psn)
            self._respond(psn, pdu)
        else:
            self._ack()

    def _has_receive(self) -> bool:
        """docs/roce.md: immediates that have arrived early reserve one each."""
        return len(self.receives) > sum(takes_receive(pdu) for pdu in self.held.values())

    def _gap(self, psn: int, pdu: Line) -> None:
        """1.3: one NAK per gap; with selective repeat one per packet out of order, which is kept."""
        if self.config["selective"] is not None:
            if takes_receive(pdu) and psn not in self.held and not self._has_receive():
                return  # as if it was lost
            self.held[psn] = pdu
            self._answer(SEQUENCE_SYNDROME, self.expected, psn)
        elif not self.nak_sent:
            self.nak_sent = True
            self._answer(SEQUENCE_SYNDROME, self.expected, 0)

    def _rnr_nak(self) -> None:
        """docs/roce.md: a NAK that gives a time; what follows is dropped until the packet comes again."""
        self.nak_sent = True
        self._answer(RNR_SYNDROME | self.config["min_rnr_timer"], self.expected, 0)

    def _accept(self, pdu: Line) -> None:
        self.nak_sent = False
        if pdu["opcode"] == "RC_READ_REQUEST":  # its responses acknowledge it
            self._take_read(pdu)
            return
        asked = self._take(pdu)
        while self.expected in self.held:
            asked |= self._take(self.held.pop(self.expected))
        every = self.config["ack_every_packets"]
        if asked or every and self.expected - 1 - self.acked >= every:
            self._ack()

    def _take(self, pdu: Line) -> bool:
        """Place the expected packet; true if it asks for an ACK."""
        self.expected += 1
        self.message_bytes += pdu["payload"]
        if is_end(pdu["opcode"]):
            self._deliver(pdu)
        return pdu["a"]

    def _take_read(self, pdu: Line) -> None:
        self._complete("DELIVERED", 0, 0, None)
        self.msn += 1
        self._respond(self.expected, pdu)
        self.expected += self._packets(pdu["dma_length"])

    def _deliver(self, pdu: Line) -> None:
        size, self.message_bytes = self.message_bytes, 0
        self._complete("DELIVERED", 0, 0, pdu["immediate"])
        if takes_receive(pdu):
            self._complete("RECEIVED", size, self.receives.pop(0), pdu["immediate"])
        self.msn += 1

    def _complete(self, kind: str, size: int, wr_id: int, immediate: int | None) -> None:
        fields = {"kind": kind, "status": "SUCCESS", "message": self.msn, "wr_id": wr_id, "bytes": size}
        self.completions.append(fields | {"immediate": immediate})

    def flush_receive(self) -> Line:
        wr_id = self.receives.pop(0) if self.receives else None
        return {"kind": "RECEIVED", "status": "FLUSHED", "wr_id": wr_id, "bytes": 0, "immediate": None}

    # Answers --------------------------------------------------------------------------------------

    def _ack(self) -> None:
        """1.3: cumulative."""
        self.acked = max(self.acked, self.expected - 1)
        self._answer(ACK_SYNDROME, self.expected - 1, 0)

    def _answer(self, syndrome: int, psn: int, trigger: int) -> None:
        fields = {"opcode": "RC_ACK", "dest_qpn": self.config["peer_qpn"], "psn": psn & PSN_MASK}
        fields |= {"syndrome": syndrome, "msn": self.msn, "trigger_psn": trigger & PSN_MASK}
        self.answers.append(fields | {"a": False, "sr": self.config["selective"] is not None})

    def _packets(self, size: int) -> int:
        return max(1, -(-size // self.config["path_mtu"]))

    def _respond(self, psn: int, pdu: Line) -> None:
        """docs/roce.md: as many PSNs as responses."""
        size = pdu["dma_length"]
        self.reads.append(Read(psn, psn, psn + self._packets(size), size))

    def _cut_reads(self, psn: int) -> None:
        """A repeated request replaces the responses from its PSN on.

        Not in the reference: earlier ones still leave, the last of them named Last or Only.
        """
        for read in self.reads:
            read.end = min(read.end, psn)
        self.reads = [read for read in self.reads if read.next < read.end]

    def next_response(self) -> Line | None:
        """The response that leaves next. First, Last and Only have an AETH (1.1) with the present state."""
        if not self.reads:
            return None
        read = self.reads[0]
        psn = read.next
        read.next += 1
        first, last = psn == read.start, psn == read.end - 1
        if last:
            self.reads.pop(0)
        name = "ONLY" if first and last else "FIRST" if first else "LAST" if last else "MIDDLE"
        mtu = self.config["path_mtu"]
        fields = {"opcode": f"RC_READ_RESPONSE_{name}", "psn": psn & PSN_MASK, "a": False}
        fields |= {"payload": min(mtu, read.size - (psn - read.start) * mtu)}
        has_aeth = first or last
        aeth = {"msn": self.msn if has_aeth else 0, "syndrome": ACK_SYNDROME if has_aeth else 0}
        return fields | aeth | {"dest_qpn": self.config["peer_qpn"]}
