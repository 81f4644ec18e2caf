# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The comparison with the reference model notices a change of any of its rules."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

import pytest
from reference_transcripts import MODEL, Replay, differences


def is_noticed(part: Replay, kind: str) -> bool:
    return any(differences(part, kind, "--random", 20, "--seed", seed) for seed in range(1, 6000, 20))


def change(name: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the end of the test the model is imported with another rule in one of its files."""
    source = (MODEL / f"{name}.py").read_text(encoding="utf-8")
    for file in MODEL.glob("*.py"):
        monkeypatch.delitem(sys.modules, file.stem, raising=False)
    copy = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, copy)
    exec(compile(source.replace(old, new), f"{name}.py", "exec"), copy.__dict__)  # noqa: S102


NSCC_RULES = [
    ("nscc", "1.5 * self.bytes_of", "1.4 * self.bytes_of"),
    ("nscc", "0.75 if path", "0.8 if path"),
    ("nscc", '"Fi", 5 *', '"Fi", 4 *'),
    ("nscc", "0.25 * a", "0.2 * a"),
    ("nscc", "8 * self.mtu", "7 * self.mtu"),
    ("nscc", "4 * self.target_delay", "3 * self.target_delay"),
    ("nscc", "PER_ACK_GAIN = 0.0125", "PER_ACK_GAIN = 0.013"),
    ("nscc", "self.base_rtt / 4", "self.base_rtt / 3"),
    ("nscc", "self.bytes_ignored += nominal\n        self.cwnd", "self.cwnd"),
    ("nscc", "penalty * new / 128", "penalty * new / 127"),
    ("nscc", "delay < 1_000_000", "delay < 2_000_000"),
    ("nscc", "self.marks -= 1", "self.marks = 0"),
    ("nscc", "min(self.max_window, self.sent)", "max(self.max_window, self.sent)"),
    ("nscc", "self.cwnd > self.inflight", "self.cwnd >= self.inflight"),
]


WINDOW_RULES = [
    ("window", "1.5 * self.bdp()", "1.4 * self.bdp()"),
    ("window", "max(self.mtu, min(", "max(1, min("),
    ("window", "rtt is not None and full", "rtt is not None"),
    ("window", '"trim" if reason in TRIMS else "other"', '"trim"'),
]

DCTCP_RULES = [
    ("dctcp", "min(new, self.mtu) if ecn", "new if ecn"),
    ("dctcp", 'if cause != "other"', 'if cause == "loss"'),
    ("dctcp", "self._cut(0.5)", "self._cut(0.6)"),
    ("dctcp", "1 - self.alpha / 2", "1 - self.alpha"),
    ("dctcp", "self.starts_slowly = False", "pass"),
    ("dctcp", "if self.departed >= self.cut_end:\n            self._grow", "if True:\n            self._grow"),
    ("dctcp", "if self.departed >= self.cut_end:\n            self.cwnd", "if True:\n            self.cwnd"),
    ("dctcp", "self._depart(nominal)", "pass"),
    ("dctcp", "self.window_end = self.departed + self.inflight", "self.window_end = self.departed + self.cwnd"),
]

SWIFT_RULES = [
    ("swift", "if new > 0:\n            self.losses = 0", "self.losses = 0"),
    ("swift", 'if cause == "trim":\n            self.losses = 0', "pass"),
    ("swift", 'self.losses >= self.on', 'self.losses > self.on'),
    ("swift", 'self.losses += cause == "loss"', "self.losses += 1"),
    ("swift", "(delay - target) / rtt", "(delay - target) / delay"),
    ("swift", "self.long_rtt / 2", "self.long_rtt / 3"),
    ("swift", "self.long_rtt / 4", "self.base_rtt / 4"),
    ("swift", "max(0, min(more, spread))", "min(more, spread)"),
    ("swift", "min(more, spread)", "more"),
    ("swift", "self.now - self.cut_at >= self.rtt", "self.now - self.cut_at >= self.base_rtt"),
    ("swift", "if delay < target", "if delay <= target"),
]

HISTORY_RULES = [
    ("history", "int(median(", "int(max("),
    ("history", 'self.on["HistoryRtts"] * base_rtt', 'self.on["HistoryRtts"] * base_rtt / 2'),
    ("history", 'self.on["HistoryWindow"] * window', "window"),
    ("history", 'min(kept, self.on["HistorySacks"])', "kept"),
    ("history", "2 * sum(", "sum("),
]

DCQCN_RULES = [
    ("dcqcn", "SCALED_FOR = 400e9", "SCALED_FOR = 100e9"),
    ("dcqcn", "FULL = 0.9999", "FULL = 0.99"),
    ("dcqcn", 'self._cut(clamps=True)', 'self._cut(clamps=False)'),
    ("dcqcn", "self.alpha += self.on[\"Gain\"] * (1 - self.alpha)", "pass"),
    ("dcqcn", "            self.alpha_since = self.now\n            return", "            return"),
    ("dcqcn", "max(self.least, self.on[\"RateOnFirst", "max(0, self.on[\"RateOnFirst"),
    ("dcqcn", "first and self.on[\"RateOnFirstCnpMbps\"]", "self.on[\"RateOnFirstCnpMbps\"]"),
    ("dcqcn", "- (self.now - self.check_since) % period", ""),
    ("dcqcn", "self.on[\"ClampTargetRate\"] or self.increased", "self.on[\"ClampTargetRate\"]"),
    ("dcqcn", "self.on[\"ClampTargetRate\"] or self.increased", "True"),
    ("dcqcn", "(self.marked - self.alpha)", "-self.alpha"),
    ("dcqcn", "** (periods - 1)", "** periods"),
    ("dcqcn", "self.marked = False\n            self", "self"),
    ("dcqcn", "max(self.least, self.rate * (1", "max(0, self.rate * (1"),
    ("dcqcn", "self.alpha / 2", "self.alpha / 4"),
    ("dcqcn", "self.stages = {\"time\": 0, \"bytes\": 0}\n        self.bytes = 0\n        self.inc", "self.inc"),
    ("dcqcn", "self.bytes -= self.on[\"ByteCounter\"]", "self.bytes = 0"),
    ("dcqcn", "self._growth(before if self.on[\"NicVariant\"] else self.stages)", "self._growth(before)"),
    ("dcqcn", "self._growth(before if self.on[\"NicVariant\"] else self.stages)", "self._growth(self.stages)"),
    ("dcqcn", "self.rate = self.target = self.line\n            self.inc", "self.rate = self.line\n            self.inc"),
    ("dcqcn", "if beyond > 0", "if beyond >= 0"),
    ("dcqcn", "(1 if self.on[\"NicVariant\"] else beyond)", "1"),
    ("dcqcn", "if max(counts) >=", "if min(counts) >="),
    ("dcqcn", "[stages[\"time\"], stages[\"bytes\"]] if self.on[\"ByteCounter\"] else [stages[\"time\"]]", "[*stages.values()]"),
]

MRC_RESPONDER_RULES = [
    ("mrc_responder", "psn > self.limit", "psn >= self.limit"),
    ("mrc_responder", "LEAST_COUNTED_BYTES = 1024", "LEAST_COUNTED_BYTES = 1"),
    ("mrc_responder", "BITMAP_BITS + 1", "BITMAP_BITS"),
    ("mrc_responder", 'rx["ce"] or pdu', "pdu"),
    ("mrc_responder", 'pdu["a"] or full', "full"),
    ("mrc_responder", "full or first", "full"),
    ("mrc_responder", "or drained", ""),
    ("mrc_responder", "44 + 40", "44 + 36"),
    ("mrc_responder", "ACK_SYNDROME = 0x1F", "ACK_SYNDROME = 0"),
    ("mrc_responder", "self.delivered == self.acked", "False"),
    ("mrc_responder", "self.penalized and", "False and"),
    ("mrc_responder", "elif trimmed:", "elif False:"),
    ("mrc_responder", "psn <= self.cack or psn in self.above", "psn <= self.cack"),
    ("mrc_responder", "self.max_rcv = max(self.max_rcv, psn)", "self.max_rcv = psn"),
    ("mrc_responder", "echo += self", "echo -= self"),
    ("mrc_responder", "self.turn_of_holes = not self.turn_of_holes", "pass"),
]

ROCE_RULES = [
    ("roce_responder", 'if not rx["ce"]', "if True"),
    ("roce_responder", "self.now - self.last_cnp >= pause", "True"),
    ("roce_responder", "elif not self.nak_sent", "elif True"),
    ("roce_responder", "self.nak_sent = False\n        if pdu", "if pdu"),
    ("roce_responder", "asked |= self._take(self.held.pop(self.expected))", "self.held.pop(self.expected)"),
    ("roce_responder", 'RNR_SYNDROME | self.config["min_rnr_timer"]', "RNR_SYNDROME"),
    ("roce_responder", "self.expected - 1 - self.acked >= every", "self.expected - self.acked >= every"),
    ("roce_responder", "has_aeth = first or last", "has_aeth = True"),
    ("roce_requester", "max(read.first, self.una) - 1", "psn"),
    ("roce_requester", "** self.expiries", "** min(self.expiries, 0)"),
    ("roce_requester", "self.retries > self", "self.retries >= self"),
    ("roce_requester", "self.left_since <= 1", "self.left_since <= 0"),
    ("roce_requester", "self.retries = self.expiries = self.rnr_retries = 0", "self.rnr_retries = 0"),
    ("roce_requester", "sorted(self.lost - self.repeated)", "sorted(self.lost)"),
    ("roce_requester", "if self.una < self.stops", "if False"),
    ("roce_requester", '"timeout_low" if few', '"timeout_high" if few'),
    ("roce_requester", "self.repeated.clear()", "pass"),
    ("roce_requester", "max(read.last, self.kept_ack or 0)", "read.last"),
    ("roce_replay", "self.rate = self.dcqcn.rate", "pass"),
    ("roce_replay", "round((self.pacing - now) * self.rate / found)", "self.pacing - now"),
    ("roce_replay", "self.dcqcn.wakeup() if self.dcqcn else None", "None"),
    ("roce_replay", "self.dcqcn.on_sent(size)", "pass"),
    ("roce_replay", "self.dcqcn.on_cnp()", "pass"),
]

MRC_REQUESTER_RULES = [
    ("mrc_requester", 'ahead * RCVD_UNIT', 'ahead * 255'),
    ("mrc_requester", 'ahead >= HALF_RANGE', 'False'),
    ("mrc_requester", 'again == 1 and pdu["rtx"]', 'again >= 1 and pdu["rtx"]'),
    ("mrc_requester", 'self.controller("late_ack", nominal=packet.nominal)', "pass"),
    ("mrc_requester", "not packet.waits for packet", "True for packet"),
    ("mrc_requester", 'shown.add(cack + pdu["ack_psn_offset"])', "pass"),
    ("mrc_requester", "self.now + self.base_rtt", "self.now + 2 * self.base_rtt"),
    ("mrc_requester", "self.cack + config[\"mpr\"]", "self.cack + config[\"mpr\"] - 1"),
    ("mrc_requester", 'len(ahead) > self.config["max_wimm"]', 'len(ahead) >= self.config["max_wimm"]'),
    ("mrc_requester", 'rqmsn = max(0, self.wimms - 1)', "rqmsn = 0"),
    ("mrc_requester", "packet.sent + self.timer()", "packet.sent + 2 * self.timer()"),
    ("mrc_requester", "self.attempts > self", "self.attempts >= self"),
    ("mrc_requester", "self.now - self.last_progress >= self", "self.now - self.last_progress > self"),
]

MRC_LOSS_RULES = [
    ("mrc_losses", 'return self.config["rule_a"] and', "return False and"),
    ("mrc_losses", 'return self.config["rule_b"] and', "return False and"),
    ("mrc_losses", "return 0 < threshold < sum", "return 0 < threshold <= sum"),
    ("mrc_losses", 'return self.config["rule_e"] and', "return False and"),
    ("mrc_losses", "requester.known_above(self.cack) >= self.ooo", "False"),
    ("mrc_losses", "self.span // (16 if self.trimmed else 4)", "self.span // 16"),
    ("mrc_losses", "packet.sent >= grace", "packet.sent >= 2 * grace"),
    ("mrc_losses", 'max(self.config["reo_window"], grace)', 'self.config["reo_window"]'),
    ("mrc_losses", '["ack_timeout"] if applies else 0', '["ack_timeout"]'),
]

MRC_WAKEUP_RULES = [
    ("mrc_requester", "self.base_rtt + 2 * self.target_delay", "self.base_rtt + self.target_delay"),
    ("mrc_wakeups", "silence if not requests and self.more_follow else 0", "0"),
    ("mrc_wakeups", "self._first_sent() + self.requester.timer()", "self.requester.now"),
    ("mrc_wakeups", "packet.sent + rules.grace.span", "packet.sent"),
    ("mrc_wakeups", "return None if self.due else end", "return end"),
    ("mrc_wakeups", "rules.spared(rules.possible) != rules.spared(rules.certain)", "False"),
    ("mrc_wakeups", "or self.paused and not self._requests()", ""),
    ("mrc_requester", "and not self._too_many_wimms(self._message_at(self.next))", ""),
    ("mrc_requester", "trigger.nominal >= self._full_size()", 'trigger.pdu["payload"] == self.mtu'),
    ("mrc_requester", "if self.now - sent >= TIMESTAMP_UNIT << 16", "if False"),
    ("mrc_wakeups", "return [time for time in waiting if time > self.requester.now]", "return waiting"),
    ("mrc_wakeups", "max(self.last_progress, min(", "min(self.last_progress, min("),
]

EV_RULES = [
    ("mrc_evs", "self.unanswered[ev] >= trial if", "self.unanswered[ev] > trial if"),
    ("mrc_evs", "self.answered[ev] >= self", "self.answered[ev] > self"),
    ("mrc_evs", '{"SKIP_ONCE", "trim", "loss", "ALWAYS_SKIP"})  #', '{"SKIP_ONCE", "trim", "ALWAYS_SKIP"})  #'),
    ("mrc_evs", '{"SKIP_ONCE", "trim", "loss", "ALWAYS_SKIP"})  #', '{"SKIP_ONCE", "trim", "loss"})  #'),
    ("mrc_evs", 'late = count >=', "late = count + 1 >="),
    ("mrc_evs", 'if now - sent >= self', "if False and self"),
    ("mrc_evs", '"GOOD", self.states.get(ev))', '"SKIP", self.states.get(ev))'),
    ("mrc_evs", 'state["probe_at"] <= now', "True"),
    ("mrc_evs", "now - since > self.max_age and", ""),
    ("mrc_evs", '(1 - self.parameters["EvProbeJitter"])', "1"),
]

COUNTER_RULES = [
    ("mrc_counters", 'write and pdu["rtx"]', "write"),
    ("mrc_counters", "+= duplicate and not trimmed", "+= duplicate"),
    ("mrc_counters", "not accepted and not duplicate", "not duplicate"),
    ("mrc_counters", 'pdu["reason"] in TRIMS', "1"),
    ("mrc_counters", 'kind == "EV_BAD"', "0"),
    ("roce_counters", '"CNP", "RC_READ_REQUEST"', '"CNP"'),
    ("roce_counters", 'pdu["opcode"] == "CNP"', "0"),
    ("roce_counters", "if self.failed and", "if False and"),
]

PATH_RULES = [
    ("mrc_paths", "return self.local & self.peer", "return self.local"),
    ("mrc_paths", "if not ready >> plane & 1", "if ready >> plane & 1"),
    ("mrc_paths", '"GOOD": {"SKIP", "ASSUMED_BAD", "DENIED"}', '"GOOD": {"SKIP", "DENIED"}'),
    ("mrc_paths", '"SKIP": {"GOOD", "ASSUMED_BAD", "DENIED"}', '"SKIP": {"ASSUMED_BAD", "DENIED"}'),
    ("mrc_paths", 'if state == "SKIP" and "GOOD" in free', 'if state == "SKIP"'),
]

RULES = MRC_RESPONDER_RULES + ROCE_RULES + MRC_REQUESTER_RULES + MRC_LOSS_RULES + MRC_WAKEUP_RULES + PATH_RULES
RULES += COUNTER_RULES + EV_RULES + NSCC_RULES + DCQCN_RULES + WINDOW_RULES + DCTCP_RULES + SWIFT_RULES
RULES += HISTORY_RULES

# The replay that uses a file of the model: its module, the function, and the kind of transcripts.
USERS = {
    "nscc": ("window_replay", "replay", "ns3::MrcNscc"),
    "history": ("window_replay", "replay", "ns3::MrcMnscc"),
    "window": ("window_replay", "replay", "ns3::MrcDctcp"),
    "dctcp": ("window_replay", "replay", "ns3::MrcDctcp"),
    "swift": ("window_replay", "replay", "ns3::MrcSwift"),
    "dcqcn": ("dcqcn", "replay", "ns3::RoceDcqcn"),
    "mrc_responder": ("mrc_replay", "replay_responders", "mrc"),
    "mrc_requester": ("mrc_replay", "replay_requesters", "mrc"),
    "mrc_losses": ("mrc_replay", "replay_requesters", "mrc"),
    "mrc_wakeups": ("mrc_replay", "replay_requesters", "mrc"),
    "mrc_paths": ("mrc_replay", "replay_paths", "mrc"),
    "mrc_evs": ("mrc_evs", "replay_evs", "mrc"),
    "mrc_counters": ("mrc_counters", "replay_counters", "mrc"),
    "roce_counters": ("roce_counters", "replay_counters", "roce"),
    "roce_replay": ("roce_replay", "replay_requesters", "roce"),
    "roce_responder": ("roce_replay", "replay_responders", "roce"),
    "roce_requester": ("roce_replay", "replay_requesters", "roce"),
}


@pytest.mark.parametrize(("name", "old", "new"), RULES)
def test_a_rule_has_its_words_once(name: str, old: str, new: str) -> None:
    assert (MODEL / f"{name}.py").read_text(encoding="utf-8").count(old) == 1
    assert old != new


@pytest.mark.long
@pytest.mark.parametrize(("name", "old", "new"), RULES)
def test_another_rule_is_noticed(name: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, function, kind = USERS[name]
    change(name, old, new, monkeypatch)
    assert is_noticed(getattr(importlib.import_module(module), function), kind)
