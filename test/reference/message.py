# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A posted message: its packets have consecutive PSNs."""

from __future__ import annotations

from dataclasses import dataclass

from transcript import Line


@dataclass
class Message:
    number: int
    work: Line
    first: int
    count: int
    stats: dict[str, int]

    @property
    def last(self) -> int:
        return self.first + self.count - 1
