# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Replays of transcripts of kind roce: each end of a case is given its inputs, and its outputs are compared."""

from __future__ import annotations

from roce_responder import RoceResponder
from transcript import Case, Differences, Line

ANSWERS = ("RC_ACK", "CNP")


def is_response(pdu: Line) -> bool:
    return pdu["opcode"].startswith("RC_READ_RESPONSE")


class ResponderEnd:
    """One end of a case, as far as it is a responder."""

    def __init__(self, differences: Differences) -> None:
        self.differences = differences
        self.model: RoceResponder | None = None
        self.failed = False

    def take(self, line: Line) -> None:
        model = self.model
        if line.get("in") == "connect":
            self.model = RoceResponder(line["config"])
        elif model is None:
            pass
        elif "in" in line:
            model.now = line["t"]
            self._input(model, line)
        elif "out" in line:
            self._output(model, line)
        elif "state" in line:
            self._state(model, line)

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
            self._compare("1.3, completion", model.completions, line)
        elif line["out"] == "control":
            self._compare("1.3, answer", model.answers, line["pdu"])
        elif line["out"] == "data" and is_response(line["pdu"]):
            response = model.next_response()
            self._compare("docs/roce.md, READ response", [response] if response else [], line["pdu"])

    def _compare(self, rule: str, waiting: list[Line], found: Line) -> None:
        if waiting:
            self.differences.check_fields(rule, waiting.pop(0), found)
        else:
            self.differences.check(rule, None, found)

    def _state(self, model: RoceResponder, line: Line) -> None:
        self.failed = line["state"]["error"]
        if self.failed:
            model.answers.clear()
            model.completions.clear()
        self.differences.check("1.3, answers that are missing", [], model.answers)
        self.differences.check("1.3, completions that are missing", [], model.completions)


def replay_responders(case: Case, differences: Differences) -> None:
    ends = [ResponderEnd(differences), ResponderEnd(differences)]
    for number, line in case.lines:
        differences.line = number
        ends[line["end"]].take(line)
        if differences.found:
            return
