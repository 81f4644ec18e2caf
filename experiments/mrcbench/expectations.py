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
        ends = " to ".join(map(self._end, self._ends))
        return ends if self.compare in _TOLERANCES else f"{self.compare} {ends}"

    def _end(self, end: float) -> str:
        """A bound with its unit, without further decimals that are 0."""
        least, more = self._lacking(end), self.decimals(self.value)
        same = float(_plain(end, self.unit, least)) == float(_plain(end, self.unit, more))
        return _format(end, self.unit, least if same else more)

    @property
    def _ends(self) -> list[float]:
        """The bound, or both ends of the range of values that agree."""
        part = _TOLERANCES.get(self.compare)
        if part is None:
            return [self.bound]
        return [float(f"{self.bound * factor:.4g}") for factor in (1 - part, 1 + part)]

    def decimals(self, value: float) -> int:
        """The further decimals with which the texts have the verdict of a value."""
        least = max(map(self._lacking, self._ends))
        if math.isfinite(value) and math.isfinite(self.bound):
            enough = (more for more in range(least, _MOST_DECIMALS) if self._told(value, more))
            return next(enough, _MOST_DECIMALS)
        return least

    def _lacking(self, end: float) -> int:
        """The further decimals with which a bound is as it was written, or rounded by at most 5 %.

        An end of a range, and a bound with more than six digits, were computed, and are rounded.
        """
        if not math.isfinite(end):
            return 0
        written = self.compare not in _TOLERANCES and float(f"{end:.6g}") == end
        part, whole = {"%": (100, 0), "+%": (100, 100)}.get(self.unit, (1, 0))
        allowed = 1e-9 if written else 0.05
        near = partial(math.isclose, part * end - whole, rel_tol=allowed, abs_tol=1e-12)
        fits = (more for more in range(_MOST_DECIMALS) if near(float(_plain(end, self.unit, more))))
        return next(fits, 0)

    def _told(self, value: float, more: int) -> bool:
        """Whether the texts of a value and of the bound compare as the numbers do."""
        shown, *ends = (float(_plain(each, self.unit, more)) for each in (value, *self._ends))
        if self.compare in _TOLERANCES:
            return (min(ends) <= shown <= max(ends)) == self.agrees(value)
        return _COMPARE[self.compare](shown, ends[0]) == self.agrees(value)

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

    def value_text(self, value: float) -> str:
        """A measured value with its unit."""
        return _format(value, self.unit, self.decimals(value))

    @property
    def _proof(self) -> str:
        """The value without the cause."""
        if math.isnan(self.without):
            return " (not shown by a run)"
        met = "" if self.agrees(self.without) else ", which differs too"
        return f" (with this difference removed: {self.value_text(self.without)}{met})"


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
        value = self.claim.value
        span = value.span if isinstance(value, Number) else None
        if span is None:
            return self.claim.value_text(value)
        return _with_span(value, span, self.claim.unit, self.claim.decimals(value))

    @property
    def bound_text(self) -> str:
        """The values for which it holds."""
        return self.claim.band


#: Most decimals that a text has more than usual: those of a float.
_MOST_DECIMALS = 17


def _format(value: float, unit: str, more: int) -> str:
    if not math.isfinite(value):
        return "not measured" if math.isnan(value) else "never"
    return _with_unit(_plain(value, unit, more), unit)


def _with_unit(number: str, unit: str) -> str:
    return f"{number} {unit.lstrip('+')}".rstrip()


def _with_span(value: float, span: tuple[float, float], unit: str, more: int) -> str:
    """A value with the least and the greatest of the seeds, all with the same number of decimals."""
    digits = 1 if max(abs(float(each)) for each in (value, *span)) >= 10 else 2
    mean, low, high = (_plain(each, unit, more, digits) for each in (value, *span))
    return _with_unit(mean, unit) + (f" [{low} .. {high}]" if low != high else "")


def _plain(value: float, unit: str, more: int = 0, digits: int | None = None) -> str:
    """A value without its unit, with this many decimals more than usual.

    @param digits the usual decimals of a value that is no part
    """
    if unit == "+%":
        return f"{100 * (value - 1):+.{1 + more}f}"
    if unit == "%":
        small = value != 0 and abs(value) < 0.001
        return f"{100 * value:.{1 + more}{'g' if small else 'f'}}"
    if digits is None and math.isfinite(value) and value == int(value):
        return f"{value:.0f}"
    usual = (1 if abs(value) >= 10 else 2) if digits is None else digits
    return f"{value:.{usual + more}f}"
