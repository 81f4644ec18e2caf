# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Paths of MRC packets as in the mrc reference, 3.5, 3.7, 9.2 and 9.6: which entropy values a packet may take.

The states of the entropy values are those of the transcript; their changes are checked for permission.
"""

from __future__ import annotations

from transcript import Line

# Changes of state that some event permits (9.2). A loss, a deny and a new value have no row of their own.
PERMITTED = {
    "GOOD": {"SKIP", "ASSUMED_BAD", "DENIED"},
    "SKIP": {"GOOD", "ASSUMED_BAD", "DENIED"},
    "ASSUMED_BAD": {"GOOD", "SKIP", "DENIED"},
    "DENIED": {"GOOD"},
}


class Paths:
    """The entropy values of an end: state and activity by (plane, EV), and the ports at both ends."""

    def __init__(self, connect: Line) -> None:
        self.table: dict[tuple[int, int], tuple[str, bool]] = {}
        self.local = connect["ports"]
        self.peer = connect["peer_ports"]
        self.update(connect["evs"])

    def update(self, changes: list[list]) -> list[tuple[str, str]]:
        """Take over what has changed; the changes of state that no row of 9.2 permits."""
        refused = []
        for plane, ev, state, active in changes:
            old = self.table.pop((plane, ev), None)
            if state is None:
                continue
            self.table[plane, ev] = (state, active)
            if old is not None and old[0] != state and state not in PERMITTED[old[0]]:
                refused.append((old[0], state))
        return refused

    def usable(self) -> int:
        """9.6: planes whose ports are up at both ends."""
        return self.local & self.peer

    def objection(self, tx: Line, ready: int, probe: bool) -> str | None:
        """The reason why a data packet must not take this path."""
        plane, ev = tx["port"], tx["entropy"]
        if not ready >> plane & 1:
            return "3.7, the port is ready"
        if not self.usable() >> plane & 1:
            return "9.6, both ports of the plane are up"
        if (plane, ev) not in self.table:
            return "3.1, an entry of the table"
        state, active = self.table[plane, ev]
        if state == "DENIED":
            return "9.1, denied values carry nothing"
        if probe or state == "GOOD" and active:
            return None
        others = {s for (p, _), (s, a) in self.table.items() if a and ready & self.usable() >> p & 1}
        if state == "SKIP" and "GOOD" in others:
            return "3.7, a skipped value while a good one is free"
        if state == "ASSUMED_BAD" and others & {"GOOD", "SKIP"}:
            return "3.7, a bad value while another one is free"
        return None

    def answer_objection(self, tx: Line) -> str | None:
        """6.4, 2.2: SACKs, NACKs and Transport ACKs are control packets of a plane that is up."""
        if tx["class"] != "CONTROL" or tx["ect"]:
            return "6.4, the control class, not ECT"
        if not self.usable() >> tx["port"] & 1:
            return "9.6, both ports of the plane are up"
        if self.table.get((tx["port"], tx["entropy"]), ("", False))[0] in ("", "DENIED"):
            return "9.7, a value of the table that is not denied"
        return None


class PathEnd:
    """One end of a case, as far as it chooses paths."""

    def __init__(self, check) -> None:
        self.check = check
        self.paths: Paths | None = None
        self.ready = 0

    def take(self, line: Line) -> None:
        kind = line.get("in")
        if kind == "connect":
            self.paths = Paths(line)
        elif self.paths is None:
            return
        elif kind == "modify":
            self.paths = None
        elif kind == "offer":
            self.ready = line["ready"]
        elif kind == "port":
            bit = 1 << line["port"]
            self.paths.local = self.paths.local & ~bit | (bit if line["up"] else 0)
        elif kind == "peer_ports":
            self.paths.peer = line["ports"]
        elif line.get("out") == "data":
            probe = line["pdu"]["opcode"] == "MRC_PROBE"
            self.check("3.7, path", None, self.paths.objection(line["tx"], self.ready, probe))
        elif line.get("out") == "control" and line["pdu"]["opcode"] != "MRC_ENDPOINT_REQUEST":
            self.check("9.7, path of an answer", None, self.paths.answer_objection(line["tx"]))
        elif kind is None and "state" in line:
            self._state(line["state"])

    def _state(self, state: Line) -> None:
        self.check("9.2, changes of state", [], self.paths.update(state["evs"]))
        self.check("9.6, open planes", 0, state["open"] & ~self.paths.usable())
