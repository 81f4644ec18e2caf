# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Paths of MRC packets as in the mrc reference, 3.5, 3.7, 9.2 and 9.6: which entropy values a packet may take.

The states of the entropy values are those of the transcript; their changes are checked for permission.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from transcript import Line

# Changes of state that some event permits (9.2). A loss, a deny and a new value have no row of their own.
PERMITTED = {
    "GOOD": {"SKIP", "ASSUMED_BAD", "DENIED"},
    "SKIP": {"GOOD", "ASSUMED_BAD", "DENIED"},
    "ASSUMED_BAD": {"GOOD", "SKIP", "DENIED"},
    "DENIED": {"GOOD"},
}


DENIED_ANSWER = "9.1, an answer takes a denied value while another one is there"
SPRAYING = ("ns3::MrcSpraySelector",)  # the selector of 3.7; the others of 3.8 have rules of their own


class Paths:
    """The entropy values of an end: state and activity by (plane, EV), and the ports at both ends."""

    def __init__(self, connect: Line) -> None:
        self.table: dict[tuple[int, int], tuple[str, bool]] = {}
        self.local = connect["ports"]
        self.peer = connect["peer_ports"]
        self.update(connect["evs"])

    def update(self, changes: list[Any]) -> list[tuple[str, str]]:
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

    def objection(self, tx: Line, ready: int) -> str | None:
        """The reason why a data packet must not take this path, with any selector."""
        plane, ev = tx["port"], tx["entropy"]
        if not ready >> plane & 1:
            return "3.7, the port is ready"
        if not self.usable() >> plane & 1:
            return "9.6, both ports of the plane are up"
        if (plane, ev) not in self.table:
            return "3.1, an entry of the table"
        if self.table[plane, ev][0] == "DENIED":
            return "9.1, denied values carry nothing"
        return None

    def preference(self, tx: Line, ready: int) -> str | None:
        """3.7: a skipped value leaves only where no good one is free, a bad one only where none else is."""
        state = self.table[tx["port"], tx["entropy"]][0]
        free = {s for (p, _), (s, a) in self.table.items() if a and ready & self.usable() >> p & 1}
        if state == "SKIP" and "GOOD" in free:
            return "3.7, a skipped value while a good one is free"
        if state == "ASSUMED_BAD" and free & {"GOOD", "SKIP"}:
            return "3.7, a bad value while another one is free"
        return None

    def answer_objection(self, tx: Line) -> str | None:
        """6.4, 2.2: SACKs, NACKs and Transport ACKs are control packets of a plane that is up."""
        if tx["class"] != "CONTROL" or tx["ect"]:
            return "6.4, the control class, not ECT"
        if not self.usable() >> tx["port"] & 1:
            return "9.6, both ports of the plane are up"
        if (tx["port"], tx["entropy"]) not in self.table:
            return "9.7, an entry of the table"
        allowed = [p for (p, _), (s, _) in self.table.items() if s != "DENIED" and self.usable() >> p & 1]
        if allowed and self.table[tx["port"], tx["entropy"]][0] == "DENIED":
            return DENIED_ANSWER
        return None


class PathEnd:
    """One end of a case, as far as it chooses paths."""

    def __init__(self, check: Callable[[str, Any, Any], None]) -> None:
        self.check = check
        self.paths: Paths | None = None
        self.ready = 0
        self.sprays = False
        self.sent: Line | None = None  # path of the packet that has just left
        self.controlled: set[int] = set()  # values that the controller has changed since the last state

    def take(self, line: Line) -> None:
        kind = line.get("in")
        if kind == "connect":
            self.paths = Paths(line)
            self.sprays = line["selector"]["class"] in SPRAYING
        elif self.paths is None:
            return
        elif kind == "modify":
            self.paths = None
        elif kind == "ev":
            self.controlled.add(line["ev"])
        elif kind == "offer":
            self.ready = line["ready"]
        elif kind == "port":
            bit = 1 << line["port"]
            self.paths.local = self.paths.local & ~bit | (bit if line["up"] else 0)
        elif kind == "peer_ports":
            self.paths.peer = line["ports"]
        elif line.get("out") == "data":
            probe = line["pdu"]["opcode"] == "MRC_PROBE"
            self.check("3.7, path", None, self.paths.objection(line["tx"], self.ready))
            self.sent = None if probe or not self.sprays else line["tx"]
        elif line.get("out") == "control" and line["pdu"]["opcode"] != "MRC_ENDPOINT_REQUEST":
            objection = self.paths.answer_objection(line["tx"])
            self.check(objection or "9.7, path of an answer", None, objection)
        elif kind is None and "state" in line:
            self._state(line["state"])

    def _state(self, state: Line) -> None:
        """A skip that expires at its turn is over when the packet leaves, so the new states decide."""
        changes = [change for change in state["evs"] if change[1] not in self.controlled]
        refused = self.paths.update(changes)
        self.paths.update(state["evs"])
        self.check("9.2, changes of state", [], refused)
        self.check("9.6, open planes", 0, state["open"] & ~self.paths.usable())
        if self.sent is not None:
            self.check("3.7, path", None, self.paths.preference(self.sent, self.ready))
        self.sent = None
        self.controlled.clear()
