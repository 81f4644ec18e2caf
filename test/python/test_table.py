# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Text tables."""

from __future__ import annotations

import math

import pytest
from mrcbench.table import Table, number, percent


def test_numbers_right_words_left_groups_blanked() -> None:
    table = Table(
        ("case", "transport", "Gb/s"),
        [("ring", "MRC", "369.4"), ("ring", "RoCE, 1 QP", "-"), ("incast", "MRC", "1,052")],
    )
    assert table.text().split("\n") == [
        "case    transport    Gb/s",
        "------  ----------  -----",
        "ring    MRC         369.4",
        "        RoCE, 1 QP      -",
        "incast  MRC         1,052",
    ]


def test_column_with_one_word_is_not_numeric() -> None:
    assert Table(("a", "b"), [("1", "2"), ("3", "x")]).numeric_columns() == [True, False]


def test_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="2 cells under 1 headings"):
        Table(("a",), [("1", "2")]).text()


def test_no_rows_is_a_header() -> None:
    assert Table(("a", "bc"), []).text() == "a  bc\n-  --"


def test_number_formats() -> None:
    assert number(1234567) == "1,234,567"
    assert number(12.345, 1) == "12.3"
    assert number(math.nan) == "-"
    assert percent(0.8812) == "88.1"
    assert percent(math.nan) == "-"
