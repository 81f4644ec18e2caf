# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Replays of transcripts of kind mrc: each end of a case is given its inputs, and its outputs are compared."""

from __future__ import annotations

import copy
from typing import Any

from end import End, replay
from mrc_paths import PathEnd
from mrc_requester import MrcRequester
from mrc_responder import MrcResponder
from mrc_wakeups import Wakeups
from psn import PSN_MASK, near
from transcript import Case, Differences, Line
from window_replay import MODELS


MAX_WINDOWS = 64
ROUNDING = 100  # of grace periods that shrink, ps


class ResponderEnd(End):
    """One end of a case, as far as it is a responder."""

    def __init__(self, differences: Differences) -> None:
        super().__init__(differences)
        self.open = 0

    def _connect(self, line: Line) -> None:
        self.model = MrcResponder(line["config"])

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
            self.differences.check_next("5.9, completion", model.completions, line)
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


class RequesterEnd(End):
    """One end of a case, as far as it is a requester."""

    def __init__(self, differences: Differences) -> None:
        super().__init__(differences)
        self.windows: list[Any] = []  # several where a sample is uncertain
        self.inflight = 0
        self.can_send = True

    def _connect(self, line: Line) -> None:
        self.model = MrcRequester(line["config"], self._control)
        self.wakeups = Wakeups(self.model)
        self.inflight = 0
        self.local, self.peer = line["ports"], line["peer_ports"]
        self.model.base_rtt = line["path"]["base_rtt"]
        self.good = {ev: state == "GOOD" for _, ev, state, _ in line["evs"]}
        controller = line["controller"]
        self.windows = [MODELS[controller["class"]](controller["attributes"], line["path"])]

    def _control(self, call: str, **arguments: Any) -> None:
        """8.3, and the calls of the controller."""
        if call in ("send", "late_ack"):
            self.inflight += arguments["nominal"]
        else:
            self.inflight -= arguments.get("nominal", arguments.get("new_bytes", 0))
        if self.model is None:
            return
        if call == "ack" and not self.model.certain and arguments["rtt"] is not None:
            others = copy.deepcopy(self.windows)
            self._call(others, call, arguments | {"rtt": None})
            self._call(self.windows, call, arguments)
            self.windows += others
        else:
            self._call(self.windows, call, arguments)

    def _call(self, windows: list[Any], call: str, arguments: Line) -> None:
        for window in windows:
            window.now = self.model.now
            getattr(window, f"on_{call}")(**arguments)

    def _input(self, model: MrcRequester, line: Line) -> None:
        kind = line["in"]
        if kind == "post":
            model.post(line["work"])
        elif kind == "modify":
            self.model = None
        elif kind == "pdu":
            self._arrive(model, line["pdu"])
        elif kind == "port":
            self.local = self.local & ~(1 << line["port"]) | line["up"] << line["port"]
            self._close(model)
        elif kind == "peer_ports":
            self.peer = line["ports"]
            self._close(model)

    def _close(self, model: MrcRequester) -> None:
        model.close_planes(~(self.local & self.peer))
        self.wakeups.on_other()

    def _arrive(self, model: MrcRequester, pdu: Line) -> None:
        if pdu["opcode"] == "MRC_SACK":
            before = model.outstanding()
            model.on_sack(pdu)
            self.wakeups.on_sack(model.outstanding() < before)
        elif pdu["opcode"] == "MRC_NACK":
            model.on_nack(pdu)
            self.wakeups.on_other()
        elif pdu["opcode"] == "MRC_TRANSPORT_ACK":
            model.on_transport_ack(pdu)

    def _output(self, model: MrcRequester, line: Line) -> None:
        if line["out"] == "data":
            self._data(model, line)
        elif line["out"] == "event" and line["kind"] == "LOST":
            psn = near(line["detail"], model.next)
            self.wakeups.on_other()
            self.differences.check("5.7, a rule that declares the packet lost", True, model.losses.permits(psn))
            self.differences.check("5.7, a lost packet was in flight", True, model.on_lost(psn) is not None)
        elif line["out"] == "event" and line["kind"] == "TIMEOUT":
            model.on_timed_out(near(line["detail"], model.next))
            self.differences.check("5.8, a time-out that is too early", False, model.early)
        elif line["out"] == "event" and line.get("fault") == "RETRY_EXCEEDED":
            self.differences.check("5.8, retries are exhausted", True, model.exhausted() or model.rejected)
        elif line["out"] == "completion" and line["kind"] == "SENT":
            expected = model.completions.pop(0) if model.completions else {"kind": None, "stats": {}}
            self.differences.check_fields("5.9, statistics", expected.pop("stats"), line["stats"])
            self.differences.check_fields("5.9, completion", expected, line)

    def _data(self, model: MrcRequester, line: Line) -> None:
        if line["pdu"]["opcode"] == "MRC_PROBE":
            if self.good.get(line["tx"]["entropy"]) and not model.config["transport_ack"]:
                self.differences.check("5.7, rule D", True, model.may_probe_tail())
            model.on_probe(line["pdu"]["probe_id"], line["tx"])
            self.wakeups.on_other()
            return
        if line["pdu"]["payload"] == model.mtu:  # the state is that of a full packet
            self.differences.check("8.5, can_send", True, self.can_send)
        expected = model.send(line["pdu"], line["tx"])
        if isinstance(expected, str):
            self.differences.check(expected, None, line["pdu"])
        else:
            self.differences.check_fields("5.8, packet", expected, line["pdu"])

    def _state(self, model: MrcRequester, line: Line) -> None:
        state = line["state"]
        if state["qp"] != "RTS":
            self.model = None
            return
        self.can_send = state["can_send"]
        self.good |= {ev: new == "GOOD" for _, ev, new, _ in state["evs"]}
        self.differences.check("5.8, retries are exhausted", False, model.exhausted())
        model.base_rtt, model.target_delay = state["base_rtt"], state["target_delay"]
        self.differences.check("5.9, completions that are missing", [], model.completions)
        self.differences.check("5.2, next_psn", model.next & PSN_MASK, state["next_psn"])
        self.differences.check("5.7, outstanding", model.outstanding(), state["outstanding"])
        self.differences.check("5.7, packets that are to be declared lost", [], model.losses.overdue())
        self.differences.check("8.3, inflight", self.inflight, state["inflight"])
        self._compare_window(state)
        self._compare_wakeup(state)

    def _compare_wakeup(self, state: Line) -> None:
        limit = self.wakeups.limit(state)
        if self.wakeups.is_certain(state) and state["wakeup"] not in self.wakeups.paused:
            times = [time for time in (limit, self.wakeups.tail()) if time is not None]
            self.differences.check("5.7, wake-up", min(times, default=None), state["wakeup"])
        elif limit is not None:
            in_time = state["wakeup"] is not None and state["wakeup"] <= limit + ROUNDING
            self.differences.check("5.8, the wake-up is not too late", True, in_time)

    def _compare_window(self, state: Line) -> None:
        """8.4; of the windows with and without uncertain samples those that agree remain."""
        found = (state["cwnd"], state["base_rtt"])
        agreeing = [one for one in self.windows if (int(one.cwnd), one.base_rtt) == found]
        if self.windows and not agreeing:
            self.differences.check("8.4, cwnd and base_rtt", (self.windows[0].cwnd, self.windows[0].base_rtt), found)
        self.windows = agreeing if len(agreeing) <= MAX_WINDOWS else []  # too many to tell


def replay_responders(case: Case, differences: Differences) -> None:
    replay(case.lines, differences, [ResponderEnd(differences), ResponderEnd(differences)])


def replay_requesters(case: Case, differences: Differences) -> None:
    replay(case.lines, differences, [RequesterEnd(differences), RequesterEnd(differences)])


def replay_paths(case: Case, differences: Differences) -> None:
    replay(case.lines, differences, [PathEnd(differences.check), PathEnd(differences.check)])
