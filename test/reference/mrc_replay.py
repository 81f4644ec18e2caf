# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Replays of transcripts of kind mrc: each end of a case is given its inputs, and its outputs are compared."""

from __future__ import annotations

from mrc_responder import MrcResponder
from psn import PSN_MASK
from transcript import Case, Differences, Line


class ResponderEnd:
    """One end of a case, as far as it is a responder."""

    def __init__(self, differences: Differences) -> None:
        self.differences = differences
        self.model: MrcResponder | None = None
        self.open = 0

    def take(self, line: Line) -> None:
        model = self.model
        if line.get("in") == "connect":
            self.model = MrcResponder(line["config"])
        elif model is None:
            pass
        elif "in" in line:
            model.now = line["t"]
            self._input(model, line)
        elif "out" in line:
            self._output(model, line)
        elif "state" in line:
            self._state(model, line)

    def _input(self, model: MrcResponder, line: Line) -> None:
        kind = line["in"]
        if kind == "pdu" and line["pdu"]["opcode"].startswith("MRC_WRITE"):
            model.on_write(line["pdu"], line["rx"])
        elif kind == "pdu" and line["pdu"]["opcode"] == "MRC_PROBE":
            model.on_probe(line["pdu"], line["rx"])
        elif kind == "recv":
            model.receives.append(line["wr_id"])
        elif kind == "trouble":
            model.set_trouble(line)
        elif kind == "mpr" and line["ok"]:
            model.set_mpr(line["units"])
        elif kind == "modify":
            self.model = None

    def _output(self, model: MrcResponder, line: Line) -> None:
        if line["out"] == "completion" and line["kind"] in ("DELIVERED", "RECEIVED"):
            if line["status"] == "FLUSHED":
                model.completions.append(model.flush_receive())
            expected = model.completions.pop(0) if model.completions else None
            if expected is None:
                self.differences.check("5.9, completion", None, line)
            else:
                self.differences.check_fields("5.9, completion", expected, line)
        if line["out"] != "control" or line["pdu"]["opcode"] == "MRC_ENDPOINT_REQUEST":
            return
        if not model.answers:
            self.differences.check("5.4, answer", None, line["pdu"])
            return
        due, expected = model.answers.pop(0)
        self.differences.check("1.3, service time", True, due <= line["t"])
        self.differences.check_fields("5.5", expected, line["pdu"])

    def _state(self, model: MrcResponder, line: Line) -> None:
        state = line["state"]
        if state["qp"] != "RTS":
            self.differences.check("1.2, receives that are not flushed", [], model.receives)
            self.model = None
            return
        late = [fields for due, fields in model.answers if due <= line["t"]]
        if not self.open or not state["open"]:  # not in the reference: without a plane answers are dropped
            del model.answers[: len(late)]
            late = []
        self.open = state["open"]
        self.differences.check("5.4, answers that are missing", [], late)
        self.differences.check("5.9, completions that are missing", [], model.completions)
        self.differences.check("5.2, cack_psn", model.cack & PSN_MASK, state["cack_psn"])
        self.differences.check("5.2, ooo_count", len(model.above), state["ooo"])


def replay_responders(case: Case, differences: Differences) -> None:
    ends = [ResponderEnd(differences), ResponderEnd(differences)]
    for number, line in case.lines:
        differences.line = number
        ends[line["end"]].take(line)
        if differences.found:
            return
