# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Claims as data: pass, fail, skipped, not measured."""

from __future__ import annotations

import math

import numpy as np
import pytest
from mrcbench.expectations import Expectation, judge


def verdict(claim: Expectation, quick: bool = False, **measured: float) -> tuple[bool | None, str]:
    """The verdict and the measured text for one claim."""
    found = judge([claim], measured, quick)[0]
    return found.passed, found.measured_text


@pytest.mark.parametrize(
    ("compare", "below", "equal", "above"),
    [
        (">=", False, True, True),
        ("<=", True, True, False),
        (">", False, False, True),
        ("<", True, False, False),
        ("==", False, True, False),
    ],
)
def test_comparisons(compare: str, below: bool, equal: bool, above: bool) -> None:
    claim = Expectation("x", "m", compare, 5)
    assert verdict(claim, m=4) == (below, "4")
    assert verdict(claim, m=5) == (equal, "5")
    assert verdict(claim, m=6.25) == (above, "6.25")
    assert verdict(claim, m=16.25)[1] == "16.2"


def test_numbers_of_numpy_are_judged_by_a_bool_of_python() -> None:
    claim = Expectation("x", "m", "<", 5)
    assert judge([claim], {"m": np.float64(6)})[0].passed is False


def test_unknown_comparison_is_refused() -> None:
    with pytest.raises(ValueError, match="'=>'"):
        Expectation("x", "m", "=>", 5)


def test_ratio_of_two_metrics() -> None:
    claim = Expectation("x", "a", ">=", 0.9, relative_to="b", unit="%")
    assert verdict(claim, a=95, b=100) == (True, "95.0 %")
    assert verdict(claim, a=89.9, b=100) == (False, "89.9 %")


@pytest.mark.parametrize("measured", [{}, {"a": 1.0}, {"b": 1.0}, {"a": 1.0, "b": 0.0}])
def test_not_measured_fails(measured: dict[str, float]) -> None:
    claim = Expectation("x", "a", "<=", 5, relative_to="b")
    assert verdict(claim, **measured) == (False, "not measured")


def test_never_fails_an_upper_bound() -> None:
    claim = Expectation("x", "m", "<=", 200, unit="us")
    assert verdict(claim, m=math.inf) == (False, "never")
    assert judge([claim], {"m": 150})[0].bound_text == "<= 200 us"


def test_quick_run_skips_what_needs_full_size() -> None:
    claims = [
        Expectation("size matters", "m", ">=", 5),
        Expectation("always", "m", ">=", 5, full_size=False),
    ]
    words = [found.word for found in judge(claims, {"m": 4}, quick=True)]
    assert words == ["not judged", "FAIL"]
