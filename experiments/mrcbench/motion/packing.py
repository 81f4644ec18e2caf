# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Numbers as few characters: whole multiples of a unit, sorted by weight of their bytes, compressed.

What is sampled are bytes, picoseconds and counts, so nearly all series are whole multiples of something and
the page has them exactly. Where they are not, the unit is made coarser, and how coarse is said.
"""

from __future__ import annotations

import base64
import zlib
from typing import Any

import numpy as np

#: Bytes of the largest multiple: JavaScript's numbers are exact up to 2^53.
MAX_WIDTH = 6

#: A remainder below this part of the unit, or of the largest value, is for want of digits: files have nine.
EXACT, DIGITS = 0.01, 1e-8


def pack(values: np.ndarray, unit: float = 1.0) -> dict[str, Any]:
    """Numbers for the page.

    @param values any shape, not negative and finite; NaN stands for nothing to tell
    @param unit what the values are multiples of; must be positive
    @return "shape", "unit", "error" (the largest deviation of a number, in the values' own unit), "width"
        (bytes per number), "none" (whether multiples are counted from 1, as 0 stands for nothing), "data"
        (base64 of zlib)
    @raise ValueError if a value is negative or too large
    """
    values = np.asarray(values, dtype=float)
    nothing = np.isnan(values)
    if (values[~nothing] < 0).any():
        raise ValueError("only numbers from 0 on can be packed")
    multiples = np.rint(np.where(nothing, 0, values) / unit)
    error = float(np.abs(multiples * unit - np.where(nothing, 0, values)).max(initial=0))
    with_none = bool(nothing.any())
    if with_none:
        multiples = np.where(nothing, 0, multiples + 1)
    largest = int(multiples.max(initial=0))
    width = max(1, (largest.bit_length() + 7) // 8)
    if width > MAX_WIDTH:
        raise ValueError(f"{largest} multiples of {unit} are too many; allowed: {MAX_WIDTH} bytes")
    octets = multiples.astype("<u8").reshape(-1, 1).view(np.uint8)[:, :width]
    data = zlib.compress(np.ascontiguousarray(octets.T).tobytes(), 9)
    return {
        "shape": list(values.shape),
        "unit": unit,
        "error": 0.0 if error < max(EXACT * unit, DIGITS * largest * unit) else error,
        "width": width,
        "none": with_none,
        "data": base64.b64encode(data).decode("ascii"),
    }
