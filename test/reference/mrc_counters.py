# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Counters of the MRC transport, all of them."""

from __future__ import annotations

from counters import CounterEnd
from end import replay
from mrc_requester import TRIMS
from mrc_responder import MrcResponder
from transcript import Case, Differences, Line


class MrcCounterEnd(CounterEnd):
    """Packets that arrive are judged by the model of the responder."""

    def __init__(self, differences: Differences) -> None:
        super().__init__(differences)
        self.responder: MrcResponder | None = None

    def take(self, line: Line) -> None:
        kind = line.get("in")
        if kind == "connect":
            self.responder = MrcResponder(line["config"])
        elif kind == "modify" or kind is None and line.get("state", {}).get("qp", "RTS") != "RTS":
            self.responder = None
        elif self.responder is not None and kind == "trouble":
            self.responder.set_trouble(line)
        elif self.responder is not None and kind == "mpr" and line["ok"]:
            self.responder.set_mpr(line["units"])
        elif self.responder is not None and kind == "recv":
            self.responder.receives.append(line["wr_id"])
        super().take(line)

    def _arrive(self, pdu: Line, rx: Line) -> None:
        opcode = pdu["opcode"]
        if self.responder is None:
            self.counts["rx_wrong_state"] += 1
        elif opcode.startswith("MRC_WRITE"):
            self._arrive_write(self.responder, pdu, rx)
        elif opcode == "MRC_NACK":
            self.counts["nacks_received"] += 1
            self.counts["trims_received"] += pdu["reason"] in TRIMS
        elif opcode == "MRC_SACK":
            self.counts["ecn_echoes"] += pdu["m"] == "SKIP_ONCE"

    def _arrive_write(self, responder: MrcResponder, pdu: Line, rx: Line) -> None:
        before = responder.rcvd_bytes
        answers = len(responder.answers)
        responder.on_write(pdu, rx)
        accepted = responder.rcvd_bytes > before
        answered = responder.answers[answers:]
        duplicate = not accepted and any(fields["opcode"] == "MRC_SACK" for _, fields in answered)
        trimmed = rx["trim"] != "NONE"  # not in the reference: a trimmed packet is counted as such alone
        self.counts["rx_data_packets"] += not trimmed
        self.counts["rx_accepted"] += accepted
        self.counts["rx_marked"] += rx["ce"]
        self.counts["rx_trimmed"] += trimmed
        self.counts["rx_duplicates"] += duplicate and not trimmed
        self.counts["rx_discarded"] += not accepted and not duplicate and not trimmed
        self.counts["bytes_delivered"] += pdu["payload"] * accepted
        responder.answers.clear()
        responder.completions.clear()

    def _leave(self, pdu: Line) -> None:
        write = pdu["opcode"].startswith("MRC_WRITE")
        self.counts["data_packets"] += write
        self.counts["retransmits"] += write and pdu["rtx"]
        self.counts["probes_sent"] += pdu["opcode"] == "MRC_PROBE"

    def _happen(self, kind: str) -> None:
        super()._happen(kind)
        self.counts["ev_retired"] += kind == "EV_BAD"
        self.counts["ev_restored"] += kind == "EV_GOOD"


def replay_counters(case: Case, differences: Differences) -> None:
    replay(case.lines, differences, [MrcCounterEnd(differences), MrcCounterEnd(differences)])
