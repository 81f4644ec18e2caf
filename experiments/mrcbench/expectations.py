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
        # numpy's bool is neither True nor False
        return Verdict(self, bool(_COMPARE[self.compare](self.value, self.bound)))


@dataclass(frozen=True)
class Verdict:
    """A claim, and whether it holds."""

    claim: Claim
    passed: bool | None  #: None: not judged

    @property
    def word(self) -> str:
        """``pass``, ``FAIL`` or ``not judged``."""
        return {True: "pass", False: "FAIL", None: "not judged"}[self.passed]

    @property
    def measured_text(self) -> str:
        """The measured value with its unit."""
        return _format(self.claim.value, self.claim.unit)

    @property
    def bound_text(self) -> str:
        """The comparison and the bound with its unit."""
        return f"{self.claim.compare} {_format(self.claim.bound, self.claim.unit)}"


def _format(value: float, unit: str) -> str:
    if not math.isfinite(value):
        return "not measured" if math.isnan(value) else "never"
    if unit == "%":
        return f"{100 * value:.1f} %"
    digits = 0 if value == int(value) else 1 if abs(value) >= 10 else 2
    return f"{value:.{digits}f} {unit}".rstrip()
