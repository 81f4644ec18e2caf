# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Counters of the RoCE transport, without those of repeated and rejected packets."""

from __future__ import annotations

from counters import CounterEnd
from end import replay
from transcript import Case, Differences, Line


class RoceCounterEnd(CounterEnd):
    """Counters that need no judgment of packets."""

    COMPARED = ("data_packets", "rx_data_packets", "rx_marked", "ecn_echoes", "bytes_posted", "timeouts")

    failed = False

    def compared(self, found: Line) -> list[str]:
        return list(self.COMPARED)

    def _happen(self, kind: str) -> None:
        super()._happen(kind)
        self.failed |= kind == "QP_ERROR"

    def _arrive(self, pdu: Line, rx: Line) -> None:
        """Not in the reference: a QP in error does not count CNPs and READ responses."""
        if self.failed and pdu["opcode"].startswith(("CNP", "RC_READ_RESPONSE")):
            return
        data = self._is_data(pdu)
        self.counts["rx_data_packets"] += data
        self.counts["rx_marked"] += data and rx["ce"]
        self.counts["ecn_echoes"] += pdu["opcode"] == "CNP"

    def _leave(self, pdu: Line) -> None:
        self.counts["data_packets"] += self._is_data(pdu)

    def _is_data(self, pdu: Line) -> bool:
        """Not in the reference: READ requests are not counted as data."""
        return pdu["opcode"] not in ("RC_ACK", "CNP", "RC_READ_REQUEST")


def replay_counters(case: Case, differences: Differences) -> None:
    replay(case.lines, differences, [RoceCounterEnd(differences), RoceCounterEnd(differences)])
