# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The last SACKs, whose median delay counts with MNSCC and MSwift (docs/decisions.md)."""

from __future__ import annotations

from statistics import median

from transcript import Line


class History:
    """At most HistorySacks SACKs, not too many bytes and not too old; the newest always counts."""

    def __init__(self, attributes: Line) -> None:
        self.on = attributes
        self.sacks: list[tuple[int, int, int, bool]] = []  # time, bytes, round-trip time, mark; the newest first

    def add(self, now: int, new: int, rtt: int, ecn: bool, window: float, base_rtt: int) -> None:
        self.sacks.insert(0, (now, new, rtt, ecn))
        oldest = now - self.on["HistoryRtts"] * base_rtt
        kept, size = 1, new
        for time, more, _, _ in self.sacks[1:]:
            size += more
            if time < oldest or size > self.on["HistoryWindow"] * window:
                break
            kept += 1
        del self.sacks[min(kept, self.on["HistorySacks"]):]

    def median_rtt(self) -> int:
        return int(median(rtt for _, _, rtt, _ in self.sacks))

    def is_marked(self) -> bool:
        return 2 * sum(ecn for *_, ecn in self.sacks) > len(self.sacks)
