# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Claims about measured values, and their verdicts."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "==": operator.eq,
}  # fmt: skip


@dataclass(frozen=True)
class Claim:
    """A sentence about a measured value, and the bound that the value keeps if the sentence is true."""

    text: str
    value: float  #: NaN if it could not be measured
    compare: str  #: one of ``>= <= > < ==``
    bound: float
    unit: str = ""  #: ``"%"`` shows 0.88 as 88 %
    published: str = ""  #: the number that others report
    full_size: bool = True  #: holds only at full size, not in a quick run

    def __post_init__(self) -> None:
        if self.compare not in _COMPARE:
            raise ValueError(f"unknown comparison {self.compare!r}; it can be {', '.join(_COMPARE)}")

    def judge(self, quick: bool = False) -> Verdict:
        """The verdict: claims without a value fail; a quick run does not judge claims about the full size."""
        if quick and self.full_size:
            return Verdict(self, None)
        return Verdict(self, self.holds())

    def holds(self) -> bool:
        """Whether the sentence is true."""
        return self.agrees(self.value)

    def agrees(self, value: float) -> bool:
        """Whether a value keeps the bound."""
        # numpy's bool is neither True nor False
        return bool(_COMPARE[self.compare](value, self.bound))

    @property
    def band(self) -> str:
        """The comparison and the bound with its unit."""
        return f"{self.compare} {_format(self.bound, self.unit)}"

    def word(self, passed: bool | None) -> str:
        """The verdict in words."""
        return _WORDS[passed]


#: Words of verdicts; None: not judged.
_WORDS = {True: "pass", False: "FAIL", None: "not judged"}

#: Largest relative difference of two results that agree.
AGREED = 0.1


@dataclass(frozen=True)
class Agreement(Claim):
    """A value that others published, and ours, which agrees if it differs by at most `AGREED`.

    With another comparison than ``==`` it agrees if it keeps the bound. A difference with a cause is no
    failure if a run without the cause agrees.
    """

    because: str = ""  #: cause of a difference
    without: float = math.nan  #: the value of a run without the cause
    incomparable: str = ""  #: reason why the value is only shown

    def judge(self, quick: bool = False) -> Verdict:
        """As of a claim; one that is not comparable is not judged."""
        return Verdict(self, None) if self.incomparable else super().judge(quick)

    def holds(self) -> bool:
        """Whether the values agree, or the cause explains the difference."""
        return self.agrees(self.value) or self._is_explained()

    def agrees(self, value: float) -> bool:
        """Whether a value agrees with the published one."""
        return agree(value, self.bound) if self.compare == "==" else super().agrees(value)

    @property
    def band(self) -> str:
        """The values that agree."""
        if self.incomparable:
            return ""
        if self.compare != "==":
            return super().band
        low, high = (float(f"{self.bound * part:.4g}") for part in (1 - AGREED, 1 + AGREED))
        return f"{_format(low)} to {_format(high, self.unit)}"

    def word(self, passed: bool | None) -> str:
        """The verdict in words."""
        if self.incomparable:
            return f"not comparable: {self.incomparable}"
        if passed is None or self.agrees(self.value):
            return "not judged" if passed is None else "as published"
        return f"differs: {self.because}" if self._is_explained() else "differs"

    def _is_explained(self) -> bool:
        return bool(self.because) and self.agrees(self.without)


def agree(ours: float, theirs: float) -> bool:
    """Whether two results agree; NaN agrees with nothing."""
    return bool(abs(ours - theirs) <= AGREED * abs(theirs))


@dataclass(frozen=True)
class Verdict:
    """A claim, and whether it holds."""

    claim: Claim
    passed: bool | None  #: None: not judged

    @property
    def word(self) -> str:
        """It in words, such as ``pass``, ``FAIL`` or ``not judged``."""
        return self.claim.word(self.passed)

    @property
    def measured_text(self) -> str:
        """The measured value with its unit."""
        return _format(self.claim.value, self.claim.unit)

    @property
    def bound_text(self) -> str:
        """The values for which it holds."""
        return self.claim.band


def _format(value: float, unit: str = "") -> str:
    if not math.isfinite(value):
        return "not measured" if math.isnan(value) else "never"
    if unit == "%":
        return f"{100 * value:.1f} %"
    digits = 0 if value == int(value) else 1 if abs(value) >= 10 else 2
    return f"{value:.{digits}f} {unit}".rstrip()
