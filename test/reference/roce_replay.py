# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Replays of transcripts of kind roce: each end of a case is given its inputs, and its outputs are compared."""

from __future__ import annotations

from dcqcn import Dcqcn
from end import End, replay
from roce_requester import RoceRequester, SelectiveRequester
from roce_responder import RoceResponder
from transcript import Case, Differences, Line, close

ANSWERS = ("RC_ACK", "CNP")
ROUNDING = 2  # of a gap between packets, ps


def is_response(pdu: Line) -> bool:
    return pdu["opcode"].startswith("RC_READ_RESPONSE")


class ResponderEnd(End):
    """One end of a case, as far as it is a responder."""

    def __init__(self, differences: Differences) -> None:
        super().__init__(differences)
        self.failed = False

    def _connect(self, line: Line) -> None:
        self.model = RoceResponder(line["config"])

    def _input(self, model: RoceResponder, line: Line) -> None:
        if line["in"] == "recv":
            model.receives.append(line["wr_id"])
        elif line["in"] == "pdu" and not self.failed:
            pdu = line["pdu"]
            if is_response(pdu):
                model.on_mark(line["rx"])
            elif pdu["opcode"] not in ANSWERS:
                model.on_request(pdu, line["rx"])

    def _output(self, model: RoceResponder, line: Line) -> None:
        if line["out"] == "completion" and line["kind"] in ("DELIVERED", "RECEIVED"):
            if line["status"] == "FLUSHED":
                self.failed = True
                model.completions.append(model.flush_receive())
            self.differences.check_next("1.3, completion", model.completions, line)
        elif line["out"] == "control":
            self.differences.check_next("1.3, answer", model.answers, line["pdu"])
        elif line["out"] == "data" and is_response(line["pdu"]):
            response = model.next_response()
            self.differences.check_next("docs/roce.md, READ response", [response] if response else [], line["pdu"])

    def _state(self, model: RoceResponder, line: Line) -> None:
        self.failed = line["state"]["error"]
        if self.failed:
            model.answers.clear()
            model.completions.clear()
        self.differences.check("1.3, answers that are missing", [], model.answers)
        self.differences.check("1.3, completions that are missing", [], model.completions)


def replay_responders(case: Case, differences: Differences) -> None:
    replay(case.lines, differences, [ResponderEnd(differences), ResponderEnd(differences)])


def wire_size(pdu: Line) -> int:
    """Bytes of line time of a data packet over IPv6 (roce reference, 1.2; docs/wire.md)."""
    opcode = pdu["opcode"]
    size = 24 + (pdu["payload"] + 3) // 4 * 4
    if opcode == "RC_READ_REQUEST" or pdu["sr"] or opcode in ("RC_WRITE_FIRST", "RC_WRITE_ONLY", "RC_WRITE_ONLY_IMM"):
        size += 16
    if is_response(pdu) and not opcode.endswith("MIDDLE"):
        size += 4
    if pdu.get("immediate") is not None:
        size += 4
    return size + 40 + 14 + 4 + 20


class RequesterEnd(End):
    """One end of a case, as far as it sends data."""

    def __init__(self, differences: Differences) -> None:
        super().__init__(differences)
        self.reads: RoceResponder | None = None
        self.pacing: int | None = None

    def take(self, line: Line) -> None:
        if line.get("in") == "connect" or self.model is None or not self.model.silent:
            super().take(line)

    def _connect(self, line: Line) -> None:
        config = line["config"]
        self.model = RoceRequester(config) if config["selective"] is None else SelectiveRequester(config)
        self.reads = RoceResponder(config)
        self.rate = config["line_rate_bps"]
        controller = line["controller"]
        self.dcqcn = None
        if controller["class"] == "ns3::RoceDcqcn":
            self.dcqcn = Dcqcn(controller["attributes"], config["line_rate_bps"])

    def _input(self, model: RoceRequester, line: Line) -> None:
        kind = line["in"]
        if self.dcqcn:
            self.dcqcn.pass_time(line["t"])
            if kind == "pdu" and line["pdu"]["opcode"] == "CNP":
                self.dcqcn.on_cnp()
        if kind == "post":
            model.post(line["work"])
        elif kind == "pdu":
            self._arrive(model, line)
        elif kind == "port":
            model.set_port(line["up"])
        elif kind == "timeout":
            self._paced(line["t"])
            model.on_timeout()
        elif kind == "recv":
            self.reads.receives.append(line["wr_id"])

    def _arrive(self, model: RoceRequester, line: Line) -> None:
        pdu = line["pdu"]
        if pdu["opcode"] == "RC_ACK":
            model.on_ack(pdu)
        elif is_response(pdu):
            model.on_response(pdu)
        elif pdu["opcode"] == "CNP":
            model.on_cnp()
        elif not model.failed:
            self.reads.on_request(pdu, line["rx"])

    def _output(self, model: RoceRequester, line: Line) -> None:
        if line["out"] == "data":
            self._data(model, line)
        elif line["out"] == "idle":
            self.differences.check("1.4, nothing to send", False, self._may_send(model, line["t"]))
        elif line["out"] == "event":
            self.differences.check_next("1.4, event", model.events, line)
        elif line["out"] == "completion" and line["kind"] in ("SENT", "FLUSHED"):
            self.differences.check_next("1.4, completion", model.completions, line)

    def _paced(self, now: int) -> None:
        if self.pacing is not None and now >= self.pacing:
            self.pacing = None

    def _may_send(self, model: RoceRequester, now: int) -> bool:
        self._paced(now)
        return model.up and not model.failed and self.pacing is None and self._has_packet(model)

    def _data(self, model: RoceRequester, line: Line) -> None:
        self.differences.check("4.4, permission to send", True, self._may_send(model, line["t"]))
        size = wire_size(line["pdu"])
        if self.dcqcn:
            self.dcqcn.pass_time(line["t"])
            self.dcqcn.on_sent(size)
            self.rate = self.dcqcn.rate
        self.pacing = line["t"] + round(size * 8e12 / self.rate)
        expected = None
        if is_response(line["pdu"]):
            expected = self.reads.next_response()
        elif model.has_packet():
            expected = model.next_packet()
        if expected is None:
            self.differences.check("1.4, packet", None, line["pdu"])
            return
        self.differences.check_fields("1.4, packet", expected, line["pdu"])

    def _state(self, model: RoceRequester, line: Line) -> None:
        state = line["state"]
        if not state["error"]:
            self._compare_rate(line["t"], state["rate_bps"])
        self.differences.check("1.4, error", model.failed, state["error"])
        self.differences.check("1.4, busy", bool(model.messages), state["busy"])
        self.differences.check("1.4, completions that are missing", [], model.completions)
        self.differences.check("1.4, events that are missing", [], model.events)
        if not model.failed:
            self._compare_wakeup(model, line["t"], state["wakeup"])

    def _compare_rate(self, now: int, found: float) -> None:
        """The rest of a gap between packets passes at the new rate (docs/decisions.md)."""
        if self.pacing is not None and self.pacing > now:
            self.pacing = now + round((self.pacing - now) * self.rate / found)
        self.rate = found
        if self.dcqcn:
            self.dcqcn.pass_time(now)
            if not close(self.dcqcn.rate, found):
                self.differences.check("4.2, rate", self.dcqcn.rate, found)

    def _compare_wakeup(self, model: RoceRequester, now: int, found: int | None) -> None:
        """The earliest timer; the end of a gap of the pacer may have passed, and is rounded."""
        if found is not None and self.pacing is not None and abs(found - self.pacing) <= ROUNDING:
            self.pacing = found
        times = [model.deadline(), model.rnr_until, self.dcqcn.wakeup() if self.dcqcn else None]
        if found is not None and found == self.pacing:
            self.differences.check("4.4, wakeup without a packet", True, self._has_packet(model))
            return
        if self._has_packet(model) and model.up and self.pacing is not None and self.pacing > now:
            times.append(self.pacing)
        expected = min((time for time in times if time is not None), default=None)
        self.differences.check("1.4, wakeup", expected, found)

    def _has_packet(self, model: RoceRequester) -> bool:
        return model.has_packet() or bool(self.reads.reads)


def replay_requesters(case: Case, differences: Differences) -> None:
    replay(case.lines, differences, [RequesterEnd(differences), RequesterEnd(differences)])
