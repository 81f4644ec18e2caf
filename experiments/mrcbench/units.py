# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Quantities as scenario files write them: a string with a unit, or a plain number."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping

_QUANTITY = re.compile(r"\s*([0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?)\s*([A-Za-z/]*)\s*")

_TIME_NS = {"ps": 1e-3, "ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9}

_DECIMAL = {"k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}

_SIZE_BYTES = {
    "B": 1,
    **{f"{prefix}B": scale for prefix, scale in _DECIMAL.items()},
    **{f"{prefix}iB": 2 ** (10 * power) for power, prefix in enumerate("KMGT", start=1)},
}

_RATE_BPS = {
    prefix + unit: scale for unit in ("bps", "b/s") for prefix, scale in {"": 1, **_DECIMAL}.items()
}


def _quantity(value: str | float, scale: Mapping[str, float], kind: str) -> float:
    """Convert to the base unit of `scale`, which is also the unit of a plain number."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _finite(value, kind, value)
    match = _QUANTITY.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f"not a {kind}: {value!r}")
    number, unit = match.groups()
    if unit and unit not in scale:
        raise ValueError(f"unknown unit {unit!r} in the {kind} {value!r}; one of {', '.join(scale)}")
    return _finite(float(number) * (scale[unit] if unit else 1), kind, value)


def _finite(number: float, kind: str, value: str | float) -> float:
    """The number of a quantity, which must be finite."""
    if not abs(number) <= sys.float_info.max:
        raise ValueError(f"the {kind} {str(value)[:40]} is too large")
    return float(number)


def time_ns(value: str | float) -> float:
    """Nanoseconds in a time such as ``"1.5ms"``; a plain number is nanoseconds."""
    return _quantity(value, _TIME_NS, "time")


def size_bytes(value: str | float) -> int:
    """Bytes in a size such as ``"64MB"``; a plain number is bytes."""
    return round(_quantity(value, _SIZE_BYTES, "size"))


def rate_bps(value: str | float) -> float:
    """Bits per second in a rate such as ``"100Gbps"``; a plain number is bit/s."""
    return _quantity(value, _RATE_BPS, "rate")


#: Units of one kind, with the size of each.
_KINDS: tuple[Mapping[str, float], ...] = (
    _TIME_NS, _SIZE_BYTES, {"bit/s": 1.0, "kb/s": 1e3, "Mb/s": 1e6, "Gb/s": 1e9, "Tb/s": 1e12},
)  # fmt: skip

_BEFORE_A_UNIT = re.compile(rf"(?<=\d) (?=(?:%|{'|'.join(unit for kind in _KINDS for unit in kind)})(?!\w))")


def unbroken(text: str) -> str:
    """The text with numbers that stay on the line of their unit."""
    return _BEFORE_A_UNIT.sub("\N{NO-BREAK SPACE}", text)


def alternatives(unit: str) -> dict[str, float]:
    """The units that a quantity can be shown in, each with the factor from the given one."""
    kind = next((kind for kind in _KINDS if unit in kind), {unit: 1.0})
    return {name: kind[unit] / size for name, size in kind.items()}


#: Numbers from this part of a unit on are rounded up to the unit with three digits.
_ROUNDED = 0.9995


def _three_digits(value: float) -> str:
    """Three significant digits, or all before the point if there are more."""
    return f"{value:.3g}" if abs(value) < 999.5 else f"{value:,.0f}"


def format_time(ns: float) -> str:
    """A readable time: three significant digits with a suitable unit, e.g. ``"1.31 ms"``."""
    for unit in ("s", "ms", "us"):
        if abs(ns) >= _ROUNDED * _TIME_NS[unit]:
            return f"{_three_digits(ns / _TIME_NS[unit])} {unit}"
    return f"{ns:.3g} ns"


def format_size(size: float) -> str:
    """A readable size in decimal units, e.g. ``"64 MB"``."""
    for unit in ("TB", "GB", "MB", "kB"):
        if size >= _ROUNDED * _SIZE_BYTES[unit]:
            return f"{_three_digits(size / _SIZE_BYTES[unit])} {unit}"
    return f"{size:.0f} B"


def format_duration(seconds: float) -> str:
    """A readable duration, e.g. ``"3 min 20 s"``."""
    whole = round(seconds)
    if whole < 1:
        return f"{seconds:.1g} s"
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
