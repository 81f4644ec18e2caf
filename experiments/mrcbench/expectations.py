# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Claims as data, judged against measured metrics.

Metrics are a flat dict from a path such as ``"all-reduce/mrc/efficiency"`` to a number. A claim
compares one metric, or its ratio to another, with a bound.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "==": operator.eq,
}


@dataclass(frozen=True)
class Expectation:
    """A claim about one metric."""

    claim: str  #: a sentence for people
    metric: str  #: path of the metric
    compare: str  #: one of ``>= <= > < ==``
    bound: float
    relative_to: str | None = None  #: the metric is divided by this one first
    unit: str = ""  #: ``"%"`` shows 0.88 as 88 %
    full_size: bool = True  #: holds only at full size, not in a quick run
    published: str = ""  #: what others report, for people

    def __post_init__(self) -> None:
        if self.compare not in _COMPARE:
            raise ValueError(f"unknown comparison {self.compare!r}")


@dataclass(frozen=True)
class Claim:
    """A sentence about a measured value, and the bound that the value keeps if the sentence is true."""

    text: str
    value: float  #: NaN if it could not be measured
    compare: str  #: one of ``>= <= > < ==``
    bound: float
    unit: str = ""  #: ``"%"`` shows 0.88 as 88 %
    published: str = ""  #: what others report
    full_size: bool = True  #: holds only at full size, not in a quick run

    def judge(self, quick: bool) -> Verdict:
        """Whether it holds; what was not measured does not."""
        expectation = Expectation(
            self.text, "value", self.compare, self.bound, None, self.unit, self.full_size, self.published
        )
        return _judge_one(expectation, {"value": self.value}, quick)


@dataclass(frozen=True)
class Verdict:
    """An expectation and what was measured."""

    expectation: Expectation
    measured: float  #: NaN if it could not be measured
    passed: bool | None  #: None: not judged

    @property
    def word(self) -> str:
        """``pass``, ``FAIL`` or ``not judged``."""
        return {True: "pass", False: "FAIL", None: "not judged"}[self.passed]

    @property
    def measured_text(self) -> str:
        """The measured value with its unit."""
        return _format(self.measured, self.expectation.unit)

    @property
    def bound_text(self) -> str:
        """The comparison and the bound with its unit."""
        expectation = self.expectation
        return f"{expectation.compare} {_format(expectation.bound, expectation.unit)}"


def judge(
    expectations: Iterable[Expectation], metrics: Mapping[str, float], quick: bool = False
) -> list[Verdict]:
    """Judge claims; what was not measured fails.

    @param expectations the claims
    @param metrics measured values by path
    @param quick leave out claims that hold only at full size
    @return one verdict per claim, in order
    """
    return [_judge_one(expectation, metrics, quick) for expectation in expectations]


def _judge_one(expectation: Expectation, metrics: Mapping[str, float], quick: bool) -> Verdict:
    measured = metrics.get(expectation.metric, math.nan)
    if expectation.relative_to is not None:
        reference = metrics.get(expectation.relative_to, math.nan)
        measured = measured / reference if reference else math.nan
    if quick and expectation.full_size:
        return Verdict(expectation, measured, None)
    # numpy has a bool of its own, which is neither True nor False
    passed = bool(_COMPARE[expectation.compare](measured, expectation.bound))
    return Verdict(expectation, measured, passed)


def _format(value: float, unit: str) -> str:
    if math.isnan(value):
        return "not measured"
    if math.isinf(value):
        return "never"
    if unit == "%":
        return f"{100 * value:.1f} %"
    digits = 0 if value == int(value) else 1 if abs(value) >= 10 else 2
    text = f"{value:.{digits}f}"
    return f"{text} {unit}".rstrip()
