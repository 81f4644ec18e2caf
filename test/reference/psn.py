# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Sequence numbers: whole numbers inside, 24 bits on the wire (mrc reference, 5.1)."""

from __future__ import annotations

PSN_MASK = 0xFFFFFF


def near(wire: int, reference: int) -> int:
    """The number with these 24 bits that is closest to the reference; after it if both are as close."""
    ahead = (wire - reference) & PSN_MASK
    return reference + (ahead if ahead <= 1 << 23 else ahead - (1 << 24))


def signed16(value: int) -> int:
    """The value as far as a signed field of 16 bits can express it (mrc reference, 2.8)."""
    return max(-(1 << 15), min((1 << 15) - 1, value))
