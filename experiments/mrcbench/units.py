# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Quantities as scenario files write them: a string with a unit, or a plain number."""

from __future__ import annotations

import re

_QUANTITY = re.compile(r"\s*([0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?)\s*([A-Za-z/]*)\s*")

_TIME_NS = {
    "ps": 1e-3,
    "ns": 1.0,
    "us": 1e3,
    "ms": 1e6,
    "s": 1e9,
    "min": 60e9,
}

_SIZE_BYTES = {
    "B": 1,
    "kB": 10**3,
    "KB": 10**3,
    "MB": 10**6,
    "GB": 10**9,
    "KiB": 2**10,
    "MiB": 2**20,
    "GiB": 2**30,
}

_RATE_BPS = {
    "bps": 1,
    "b/s": 1,
    "kbps": 10**3,
    "Kbps": 10**3,
    "Mbps": 10**6,
    "Gbps": 10**9,
    "Tbps": 10**12,
    "Gb/s": 10**9,
    "Mb/s": 10**6,
}


def _quantity(value: str | float, scale: dict[str, float], plain: float, what: str) -> float:
    """Convert to the base unit of `scale`; `plain` is the factor of a number without a unit."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value) * plain
    match = _QUANTITY.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f"not a {what}: {value!r}")
    number, unit = match.groups()
    if not unit:
        return float(number) * plain
    if unit not in scale:
        raise ValueError(f"unknown unit {unit!r} in the {what} {value!r}; one of {', '.join(scale)}")
    return float(number) * scale[unit]


def time_ns(value: str | float) -> float:
    """Nanoseconds in a time such as ``"1.5ms"``; a plain number is seconds, as in ns-3."""
    return _quantity(value, _TIME_NS, 1e9, "time")


def size_bytes(value: str | float) -> int:
    """Bytes in a size such as ``"64MB"``; a plain number is bytes."""
    return round(_quantity(value, _SIZE_BYTES, 1, "size"))


def rate_bps(value: str | float) -> float:
    """Bits per second in a rate such as ``"100Gbps"``; a plain number is bit/s."""
    return _quantity(value, _RATE_BPS, 1, "rate")


def format_time(ns: float) -> str:
    """A time for people: three significant digits with the unit that fits, e.g. ``"1.31 ms"``."""
    for unit in ("s", "ms", "us"):
        if abs(ns) >= _TIME_NS[unit]:
            return f"{ns / _TIME_NS[unit]:.3g} {unit}"
    return f"{ns:.3g} ns"


def format_size(size: float) -> str:
    """A size for people in decimal units, e.g. ``"64 MB"``."""
    for unit in ("GB", "MB", "kB"):
        if size >= _SIZE_BYTES[unit]:
            return f"{size / _SIZE_BYTES[unit]:.3g} {unit}"
    return f"{size:.0f} B"
