# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Claims about measured values, and their three verdicts: as published, differs, our claim."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from .numbers import Number

#: Largest relative difference of two results that agree.
AGREED = 0.1

#: Columns of the tables of agreement with published results.
AGREEMENT = ("case", "ours", "published", "band", "verdict", "command")


def agree(ours: float, theirs: float, tolerance: float = AGREED) -> bool:
    """Whether two results agree; NaN agrees with nothing."""
    return bool(abs(ours - theirs) <= tolerance * abs(theirs))


#: Tolerances of comparisons with a published number; "about" is also for one that was read off a figure.
_TOLERANCES = {"~": AGREED, "about": 0.25}

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "==": operator.eq,
    **{name: partial(agree, tolerance=part) for name, part in _TOLERANCES.items()},
}  # fmt: skip


@dataclass(frozen=True)
class Claim:
    """A sentence about a measured value, and the bound that the value keeps if the sentence is true.

    A claim with a published number is judged by whether that number was reproduced. A known difference has a
    cause, and is a failure once it is gone; a claim without a published number is our own.
    """

    text: str
    value: float  #: NaN if it could not be measured
    compare: str  #: one of ``>= <= > < ==``, or ``~ about`` for agreement with a number
    bound: float
    unit: str = ""  #: ``"%"`` shows 0.88 as 88 %, ``"+%"`` shows 0.88 as -12 %
    published: str = ""  #: the number that others report
    full_size: bool = True  #: holds only at full size, not in a quick run
    because: str = ""  #: cause of a difference from what is published
    without: float = math.nan  #: the value of a run without the cause, which agrees
    incomparable: str = ""  #: reason why a published value is only shown

    def __post_init__(self) -> None:
        if self.compare not in _COMPARE:
            raise ValueError(f"unknown comparison {self.compare!r}; it can be {', '.join(_COMPARE)}")
        if (self.because or self.incomparable) and not self.published:
            raise ValueError(f"{self.text!r} differs from nothing: no number is published")

    def judge(self, quick: bool = False) -> Verdict:
        """The verdict: claims without a value fail; a quick run does not judge claims about the full size."""
        if self.incomparable or quick and self.full_size:
            return Verdict(self, None)
        return Verdict(self, not math.isnan(self.value) and self.agrees(self.value) != self.differs)

    @property
    def differs(self) -> bool:
        """Whether a difference from what is published is expected."""
        return bool(self.because)

    def agrees(self, value: float) -> bool:
        """Whether a value keeps the bound."""
        # numpy's bool is neither True nor False
        return bool(_COMPARE[self.compare](value, self.bound))

    @property
    def band(self) -> str:
        """The comparison and the bound with its unit, or the range of values that agree."""
        if self.incomparable:
            return ""
        if self.compare in _TOLERANCES:
            part = _TOLERANCES[self.compare]
            low, high = (float(f"{self.bound * factor:.4g}") for factor in (1 - part, 1 + part))
            return f"{_format(low, self.unit)} to {_format(high, self.unit)}"
        return f"{self.compare} {_format(self.bound, self.unit)}"

    def word(self, passed: bool | None) -> str:
        """The verdict in words."""
        if self.incomparable:
            return f"not comparable: {self.incomparable}"
        if passed is None:
            return "not judged"
        if not self.published:
            return "our claim" if passed else "our claim FAILS"
        if self.agrees(self.value):
            return "as published" if passed else "as published, although a difference was expected"
        return f"differs: {self.because}{self._proof}" if passed else "DIFFERS"

    @property
    def _proof(self) -> str:
        """The value without the cause."""
        if math.isnan(self.without):
            return " (not shown by a run)"
        met = "" if self.agrees(self.without) else ", which differs too"
        return f" (with this difference removed: {_format(self.without, self.unit)}{met})"


@dataclass(frozen=True)
class Verdict:
    """A claim, and whether it has the verdict that is expected of it."""

    claim: Claim
    passed: bool | None  #: None: not judged

    @property
    def word(self) -> str:
        """It in words, such as ``as published``, ``our claim`` or ``not judged``."""
        return self.claim.word(self.passed)

    @property
    def measured_text(self) -> str:
        """The measured value with its unit, and the range of the seeds."""
        value, unit = self.claim.value, self.claim.unit
        span = value.span if isinstance(value, Number) else None
        return _format(value, unit) if span is None else _with_span(value, span, unit)

    @property
    def bound_text(self) -> str:
        """The values for which it holds."""
        return self.claim.band


def _format(value: float, unit: str = "") -> str:
    if not math.isfinite(value):
        return "not measured" if math.isnan(value) else "never"
    digits = 0 if value == int(value) else 1 if abs(value) >= 10 else 2
    return _with_unit(_plain(value, unit, digits), unit)


def _with_unit(number: str, unit: str) -> str:
    return f"{number} {unit.lstrip('+')}".rstrip()


def _with_span(value: float, span: tuple[float, float], unit: str) -> str:
    """A value with the least and the greatest of the seeds, all with the same number of decimals."""
    digits = 1 if max(abs(float(each)) for each in (value, *span)) >= 10 else 2
    mean, low, high = (_plain(each, unit, digits) for each in (value, *span))
    return _with_unit(mean, unit) + (f" [{low} .. {high}]" if low != high else "")


def _plain(value: float, unit: str, digits: int) -> str:
    """A value without its unit."""
    if unit == "+%":
        return f"{100 * (value - 1):+.1f}"
    if unit == "%":
        return f"{100 * value:.1f}" if value == 0 or abs(value) >= 0.001 else f"{100 * value:.1g}"
    return f"{value:.{digits}f}"
