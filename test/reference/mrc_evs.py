# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Health of entropy values as in the mrc reference, 9.2 to 9.5.

Each change of state has a reason, and its number of probes; and a value comes back when its probes are answered, when
its trial is passed, and when its skip is too old. Which values are tried, and when within the jitter they are probed,
is taken from the transcript.
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
        self.probes: dict[int, tuple[int, int]] = {}  # the unanswered ones: value and time, by number
        self.answers: Counter[int] = Counter()  # in a row and in time, since the value was retired
        self.suspects: set[int] = set()  # values with a loss since they were GOOD
        self.active: dict[int, bool] = {ev: active for _, ev, _, active in line["evs"]}
        self.lost: dict[int, int] = {}  # those that are suspended because of a loss alone, and since when
        self.passed: set[int] = set()  # those of them whose probe has just been answered
        self.idle = False  # the latest offer has found nothing to send
        self.max_age = self.parameters.get("SkipMaxAge", 0) * line.get("path", {}).get("base_rtt", 0)
        self.sprays = line.get("selector", {}).get("class") == "ns3::MrcSpraySelector"
        self.planes: dict[int, int] = {ev: plane for plane, ev, _, _ in line["evs"]}
        self.sent: Counter[int] = Counter()  # data packets by plane
        # Time of the latest reason for a skip, and packets that had left its plane when the skip was too old
        self.skips: defaultdict[int, tuple[int, int | None]] = defaultdict(lambda: (0, None))

    def take(self, line: Line) -> None:
        kind = line.get("in")
        if kind == "connect":
            self._connect(line)
        elif kind == "pdu":
            self._arrive(line["pdu"], line["t"])
        elif kind == "ev":
            self.reasons[line.get("value", line["ev"])].add("controller")
        elif line.get("out") == "idle":
            self.idle = line["why"] == "NOTHING"
        elif line.get("out") == "data" and line["pdu"]["opcode"] != "MRC_PROBE":
            self.sent[line["tx"]["port"]] += 1
        elif line.get("out") == "data":
            self.probes[line["pdu"]["probe_id"]] = line["tx"]["entropy"], line["t"]
            self._probe(line["tx"]["entropy"], line["t"])
        elif line.get("out") == "event" and line["kind"] == "LOST":
            self.reasons[line["entropy"]].add("loss")
            self.answers[line["entropy"]] = 0
            self.passed.discard(line["entropy"])
        elif kind is None and "state" in line and line["state"]["qp"] == "RTS":
            self._state(line["state"], line["t"])

    def _probe(self, ev: int, now: int) -> None:
        """9.5: the first probe of a retired value leaves after a pause, of which the jitter takes a part."""
        self.unanswered[ev] += 1
        if ev in self.retired:
            pause = self.parameters["EvProbeInterval"] * (1 - self.parameters["EvProbeJitter"])
            self.differences.check("9.5, pause before a probe", True, now - self.retired.pop(ev) >= int(pause))

    def _arrive(self, pdu: Line, now: int) -> None:
        """6.5: a SACK or a NACK describes the path of its trigger."""
        if pdu["opcode"] not in ("MRC_SACK", "MRC_NACK"):
            return
        ev = pdu["entropy"]
        if pdu["opcode"] == "MRC_NACK":
            self.reasons[ev] |= {"trim"} if pdu["reason"] == "TRIMMED" else set()
            return
        self.reasons[ev].add(pdu["m"])
        self._count_answer(pdu, now)
        self.answered[ev] = 0 if pdu["m"] == "ALWAYS_SKIP" else self.answered[ev] + pdu["pr"]

    def _count_answer(self, pdu: Line, now: int) -> None:
        """9.2: answers in a row; an answer after the least time-out (9.4) may not count."""
        for number, (ev, sent) in list(self.probes.items()):
            if now - sent >= self.parameters["EvProbeMinTimeout"]:
                del self.probes[number]
                self.answers[ev] = 0
        if not pdu["pr"]:
            return
        ev, sent = self.probes.pop(pdu["ack_psn_offset"] & 0xFFFF, (None, 0))
        if ev == pdu["entropy"]:
            self.answers[ev] = 0 if pdu["m"] == "ALWAYS_SKIP" else self.answers[ev] + 1
            if sent >= self.lost.get(ev, now + 1) and pdu["m"] == "NONE":
                self.passed.add(ev)

    def _state(self, state: Line, now: int) -> None:
        for plane, ev, new, active in state["evs"]:
            self.planes[ev], self.active[ev] = plane, active
            old = self.states.get(ev)
            if new is not None and old not in (None, new) and "controller" not in self.reasons[ev]:
                self.differences.check(f"9.2, {old} to {new}", True, self._is_permitted(ev, old, new))
            if new == "ASSUMED_BAD" != old:
                self.answered[ev] = self.answers[ev] = 0
                self.retired[ev] = now
            elif new != old:
                self.retired.pop(ev, None)
            self.states[ev] = new
        self._note_trials(now)
        self._check_returns()
        self._check_offer(state, now)
        self._check_skips(now)
        for ev, reasons in self.reasons.items():
            if "NONE" in reasons:
                self.unanswered[ev] = 0
        self.reasons.clear()

    def _note_trials(self, now: int) -> None:
        """A value that a loss has suspended is tried until it is GOOD, or another reason makes it SKIP."""
        for ev, reasons in self.reasons.items():
            if "loss" in reasons:
                self.suspects.add(ev)
            if reasons & {"SKIP_ONCE", "trim", "ALWAYS_SKIP", "controller"} or self.states.get(ev) != "SKIP":
                self.lost.pop(ev, None)
            elif "loss" in reasons and not self.active[ev]:
                self.lost[ev] = now

    def _check_returns(self) -> None:
        """9.2: values that have to be back in service."""
        for ev, count in self.answers.items():
            if self.states.get(ev) == "ASSUMED_BAD":
                late = count >= self.parameters["EvProbeSuccesses"]
                self.differences.check(f"9.2, enough probes of {ev} are answered", False, late)
        for ev in self.passed:
            self.differences.check(f"9.2, the trial of {ev} is passed", "GOOD", self.states.get(ev))
        self.passed.clear()

    def _check_offer(self, state: Line, now: int) -> None:
        """9.5: while a probe is due, something can be sent."""
        due = state["probe_at"] is not None and state["probe_at"] <= now
        self.differences.check("9.5, a due probe", False, due and self.idle)
        self.idle = False

    def _check_skips(self, now: int) -> None:
        """9.3: a skip that is no trial has a maximum age; then it ends at the value's next turn (3.6)."""
        for ev, state in self.states.items():
            if state == "GOOD":
                self.suspects.discard(ev)
            new = self.reasons[ev] & {"SKIP_ONCE", "trim", "loss", "ALWAYS_SKIP", "controller"}
            if state != "SKIP" or new or ev in self.suspects or not self.active[ev]:
                self.skips[ev] = now, None
                continue
            since, passed = self.skips[ev]
            sent = self.sent[self.planes[ev]]
            if now - since > self.max_age and passed is None:
                self.skips[ev] = since, sent
            turns = 2 * sum(plane == self.planes[ev] for plane in self.planes.values())
            overdue = passed is not None and sent - passed > turns
            self.differences.check(f"9.3, the skip of {ev} is too old", False, overdue and self.sprays)

    def _is_permitted(self, ev: int, old: str | None, new: str) -> bool:
        reasons = self.reasons[ev]
        if new == "ASSUMED_BAD":
            return "ALWAYS_SKIP" in reasons or self._is_lost(ev)
        if old == "GOOD" and new == "SKIP":
            return bool(reasons & {"SKIP_ONCE", "trim", "loss", "ALWAYS_SKIP"})  # the last as the guard of ev_min_active
        if old == "ASSUMED_BAD":
            return self.answered[ev] >= self.parameters["EvProbeSuccesses"]
        return True

    def _is_lost(self, ev: int) -> bool:
        """A loss retires a value; with LossTrial it takes as many probes without an answer (docs/decisions.md)."""
        trial = self.parameters["LossTrial"]
        return self.unanswered[ev] >= trial if trial else "loss" in self.reasons[ev]


def replay_evs(case: Case, differences: Differences) -> None:
    replay(case.lines, differences, [EvEnd(differences), EvEnd(differences)])
