# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Health of entropy values as in the mrc reference, 9.2 and 9.5: each change of state has a reason, and its number of probes.

Which values are tried, and when within the jitter they are probed, is taken from the transcript.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from end import replay
from transcript import Case, Differences, Line


class EvEnd:
    """One end of a case, as far as it judges its entropy values."""

    def __init__(self, differences: Differences) -> None:
        self.differences = differences
        self._connect({"ev": {}, "evs": []})

    def _connect(self, line: Line) -> None:
        self.parameters = line["ev"]
        self.states: dict[int, str] = {ev: state for _, ev, state, _ in line["evs"]}
        self.reasons: defaultdict[int, set[str]] = defaultdict(set)  # since the last state
        self.unanswered: Counter[int] = Counter()  # probes since the last sign of life
        self.retired: dict[int, int] = {}  # times, until the first probe
        self.answered: Counter[int] = Counter()  # probes since the value was retired

    def take(self, line: Line) -> None:
        kind = line.get("in")
        if kind == "connect":
            self._connect(line)
        elif kind == "pdu":
            self._arrive(line["pdu"])
        elif kind == "ev":
            self.reasons[line.get("value", line["ev"])].add("controller")
        elif line.get("out") == "data" and line["pdu"]["opcode"] == "MRC_PROBE":
            self._probe(line["tx"]["entropy"], line["t"])
        elif line.get("out") == "event" and line["kind"] == "LOST":
            self.reasons[line["entropy"]].add("loss")
        elif kind is None and "state" in line:
            self._state(line["state"], line["t"])

    def _probe(self, ev: int, now: int) -> None:
        """9.5: the first probe of a retired value leaves after a pause, of which the jitter takes a part."""
        self.unanswered[ev] += 1
        if ev in self.retired:
            pause = self.parameters["EvProbeInterval"] * (1 - self.parameters["EvProbeJitter"])
            self.differences.check("9.5, pause before a probe", True, now - self.retired.pop(ev) >= int(pause))

    def _arrive(self, pdu: Line) -> None:
        """6.5: a SACK or a NACK describes the path of its trigger."""
        if pdu["opcode"] not in ("MRC_SACK", "MRC_NACK"):
            return
        ev = pdu["entropy"]
        if pdu["opcode"] == "MRC_NACK":
            self.reasons[ev] |= {"trim"} if pdu["reason"] == "TRIMMED" else set()
            return
        self.reasons[ev].add(pdu["m"])
        self.answered[ev] = 0 if pdu["m"] == "ALWAYS_SKIP" else self.answered[ev] + pdu["pr"]

    def _state(self, state: Line, now: int) -> None:
        for _, ev, new, _ in state["evs"]:
            old = self.states.get(ev)
            if new is not None and old not in (None, new) and "controller" not in self.reasons[ev]:
                self.differences.check(f"9.2, {old} to {new}", True, self._is_permitted(ev, old, new))
            if new == "ASSUMED_BAD" != old:
                self.answered[ev] = 0
                self.retired[ev] = now
            elif new != old:
                self.retired.pop(ev, None)
            self.states[ev] = new
        for ev, reasons in self.reasons.items():
            if "NONE" in reasons:
                self.unanswered[ev] = 0
        self.reasons.clear()

    def _is_permitted(self, ev: int, old: str | None, new: str) -> bool:
        reasons = self.reasons[ev]
        if new == "ASSUMED_BAD":
            return "ALWAYS_SKIP" in reasons or self._is_lost(ev)
        if old == "GOOD" and new == "SKIP":
            return bool(reasons & {"SKIP_ONCE", "trim", "loss"})
        if old == "ASSUMED_BAD":
            return self.answered[ev] >= self.parameters["EvProbeSuccesses"]
        return True

    def _is_lost(self, ev: int) -> bool:
        """A loss retires a value; with LossTrial it takes as many probes without an answer (docs/decisions.md)."""
        trial = self.parameters["LossTrial"]
        return self.unanswered[ev] >= trial if trial else "loss" in self.reasons[ev]


def replay_evs(case: Case, differences: Differences) -> None:
    replay(case.lines, differences, [EvEnd(differences), EvEnd(differences)])
