# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Quantities: their limits, roundings and readable forms."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
from mrcbench import units


@pytest.mark.parametrize(
    ("ns", "text"),
    [(0, "0 ns"), (999.4, "999 ns"), (999.5, "1 us"), (999_499, "999 us"), (999_500, "1 ms"), (1_310_000, "1.31 ms"),
     (999.49e6, "999 ms"), (999.5e6, "1 s"), (61e9, "61 s"), (999.4e9, "999 s"), (999.5e9, "1,000 s"),
     (1640e9, "1,640 s"), (-2e3, "-2 us")],
)  # fmt: skip
def test_a_readable_time_has_three_digits_of_the_largest_unit(ns: float, text: str) -> None:
    assert units.format_time(ns) == text


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 B"), (12.7, "13 B"), (999, "999 B"), (999.5, "1 kB"), (999_499, "999 kB"), (999_500, "1 MB"), (64e6, "64 MB"), (1.5e9, "1.5 GB"), (2.199e12, "2.2 TB"),
     (4e15, "4,000 TB")],
)
def test_a_readable_size_has_three_digits_of_the_largest_unit(size: float, text: str) -> None:
    assert units.format_size(size) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.04, "0.04 s"), (0.5, "0.5 s"), (0.51, "1 s"), (1.4, "1 s"), (59.4, "59 s"), (59.6, "1 min 0 s"), (200, "3 min 20 s"),
     (3599, "59 min 59 s"), (3600, "1 h 0 min"), (7325, "2 h 2 min"), (90_061, "25 h 1 min")],
)  # fmt: skip
def test_a_readable_duration_has_two_units(seconds: float, text: str) -> None:
    assert units.format_duration(seconds) == text


@pytest.mark.parametrize(
    ("text", "size"),
    [("1.1kB", 1100), ("0.0003kB", 0), ("2.5B", 2), ("3.5B", 4), ("0.7B", 1), ("1.999B", 2), ("2.3MB", 2_300_000), ("4.35GB", 4_350_000_000)],
)
def test_sizes_are_rounded_to_the_nearest_byte(text: str, size: int) -> None:
    assert units.size_bytes(text) == size


@pytest.mark.parametrize("text", ["1e400", "1e400B", "1e308TB", 10**400, math.inf, math.nan])
def test_an_infinite_quantity_is_none(text: str | float) -> None:
    with pytest.raises(ValueError, match="is too large"):
        units.size_bytes(text)


def test_a_quantity_is_its_number_times_its_unit() -> None:
    rng = random.Random(1)
    for scale, convert in (
        ({"ps": 1e-3, "ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9, "min": 6e10}, units.time_ns),
        ({"B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30,
          "TiB": 2**40}, units.size_bytes),
        ({"bps": 1, "kbps": 1e3, "Mb/s": 1e6, "Gbps": 1e9, "Tb/s": 1e12}, units.rate_bps),
    ):  # fmt: skip
        for unit, factor in scale.items():
            number = rng.randrange(1, 1000)
            for text in (f"{number}{unit}", f" {number} {unit} ", f"{number}.0{unit}", f"{number}e0 {unit}"):
                assert math.isclose(convert(text), number * factor), text
            with pytest.raises(ValueError):
                convert(f"-{number}{unit}")
        assert convert("5") == convert(5) == 5


@pytest.mark.parametrize(
    ("unit", "read", "notation"),
    [("us", units.time_ns, str), ("MB", units.size_bytes, str), ("Gb/s", units.rate_bps, lambda unit: unit.replace("b/s", "bps"))],
)
def test_alternatives_of_a_unit_have_the_sizes_of_their_notation(
    unit: str, read: Callable[[str], float], notation: Callable[[str], str]
) -> None:
    found = units.alternatives(unit)
    assert len(found) > 3 and found[unit] == 1
    for name, factor in found.items():
        if name != "bit/s":
            assert factor * read(f"1{notation(name)}") == pytest.approx(read(f"1{notation(unit)}")), name
