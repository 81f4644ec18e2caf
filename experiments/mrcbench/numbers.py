# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Numbers that were measured with several seeds."""

from __future__ import annotations

import operator
from collections.abc import Callable

import pandas as pd


class Number(float):
    """A measured number, and the values of the seeds of which it is the mean or the median.

    Sums, differences, products and ratios of numbers with the same seeds are also known for each seed. A
    ratio to 0 is NaN.
    """

    seeds: pd.Series | None

    def __new__(cls, value: float, seeds: pd.Series | None = None) -> Number:
        """@param seeds values by seed; None if the number does not have one of each"""
        number = super().__new__(cls, value)
        number.seeds = seeds if seeds is not None and seeds.index.is_unique else None
        return number

    @property
    def span(self) -> tuple[float, float] | None:
        """The least and the greatest value of a seed; None if there are not several different ones."""
        if self.seeds is None or self.seeds.isna().any() or self.seeds.nunique() < 2:
            return None
        return float(self.seeds.min()), float(self.seeds.max())

    def __add__(self, other: float) -> Number:
        return _combined(operator.add, self, other)

    def __sub__(self, other: float) -> Number:
        return _combined(operator.sub, self, other)

    def __rsub__(self, other: float) -> Number:
        return _combined(operator.sub, other, self)

    def __mul__(self, other: float) -> Number:
        return _combined(operator.mul, self, other)

    def __truediv__(self, other: float) -> Number:
        return _combined(_ratio, self, other)

    def __rtruediv__(self, other: float) -> Number:
        return _combined(_ratio, other, self)

    __radd__, __rmul__ = __add__, __mul__


def _ratio(above: float, below: float) -> float:
    return above / below if below else float("nan")


def _combined(apply: Callable[[float, float], float], left: float, right: float) -> Number:
    value = apply(float(left), float(right))
    index = _common(left, right)
    if index is None:
        return Number(value)
    pairs = zip(_by_seed(left, index), _by_seed(right, index))
    return Number(value, pd.Series([apply(*pair) for pair in pairs], index))


def _common(left: float, right: float) -> pd.Index | None:
    """The seeds of a combination; a number with one seed goes with all seeds of another."""
    numbers = [number for number in (left, right) if isinstance(number, Number)]
    if any(number.seeds is None for number in numbers):
        return None
    indices = [number.seeds.index for number in numbers if number.seeds is not None]
    longest = max(indices, key=len)
    return longest if all(len(index) == 1 or index.equals(longest) for index in indices) else None


def _by_seed(number: float, index: pd.Index) -> list[float]:
    if isinstance(number, Number) and number.seeds is not None:
        values = [float(value) for value in number.seeds]
        return values if len(values) == len(index) else values * len(index)
    return [float(number)] * len(index)
