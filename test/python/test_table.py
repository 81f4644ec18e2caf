# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Text tables."""

from __future__ import annotations

import math

import pytest
from mrcbench.expectations import Claim
from mrcbench.report import html_table
from mrcbench.table import Table, alike, counted, decimals, markdown, number, percent, significant, split_range


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


def test_a_column_with_one_long_text_wraps_on_a_page() -> None:
    page = html_table(Table(("case", "note", "Gb/s"), [("a", "short", "1.0"), ("b", "words " * 8, "2.0")]))
    assert [page.count(f'<td class="{kind}"') for kind in ("wrap", "number")] == [2, 2]
    assert page.count("<td") == 6


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


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (1.0, "1"), (1234567.0, "1,234,567"), (1234.5, "1,234"), (999.5, "1,000"), (99.95, "100"), (12.345, "12.3"),
     (1.2345, "1.23"), (9.996, "10.0"), (0.012345, "0.0123"), (-0.5, "-0.500"), (1e-6, "0.00000100"), (9.9e-7, "9.90e-07"),
     (3.3e-6, "0.00000330"), (math.nan, "-"), (None, "-"), (math.inf, "never"), (-math.inf, "-inf")],
)  # fmt: skip
def test_three_significant_digits(value: float | None, text: str) -> None:
    assert significant(value) == text


def test_numbers_of_one_row_have_decimals_if_one_has() -> None:
    assert alike([1, 20, math.inf]) == ["1", "20", "never"]
    assert alike([1, 20.5, math.nan, 0, math.inf]) == ["1.00", "20.5", "-", "0", "never"]
    assert alike([1.25, 300], digits=2) == ["1.2", "300"]


@pytest.mark.parametrize(("value", "digits", "found"), [(0, 3, 0), (1, 3, 2), (9.994, 3, 2), (9.996, 3, 1), (1000, 3, 0), (0.5, 1, 1)])
def test_decimals_of_a_number(value: float, digits: int, found: int) -> None:
    assert decimals(value, digits) == found


def test_a_noun_is_in_the_plural_unless_there_is_one() -> None:
    assert [counted(count, "run") for count in (0, 1, 2, 1000)] == ["0 runs", "1 run", "2 runs", "1,000 runs"]


@pytest.mark.parametrize(("count", "most"), [(60, 60), (61, 60), (7, 6), (7, 5), (6, 6), (100, 2)])
def test_a_short_table_has_the_first_and_the_last_rows(count: int, most: int) -> None:
    rows = [(str(place),) for place in range(count)]
    found = [row[0] for row in Table(("a",), rows).short(most).rows]
    if count <= most:
        assert found == [row[0] for row in rows]
    else:
        head, tail = most // 2, most - most // 2
        assert found == [*map(str, range(head)), "...", *map(str, range(count - tail, count))]


def test_ranges_are_numbers_and_can_be_split() -> None:
    assert split_range("1,234 [1 .. 2e3]") == ("1,234", "[1 .. 2e3]")
    assert split_range("5") is None and split_range("5 [1 .. 2] 3") is None
    cells = ("5 [1 .. 2]", "-", "1,000", "1e9", "never", "5 [1 .. x]", "x [1 .. 2]", "5 6")
    assert Table(cells, [cells]).numeric_columns() == [True] * 4 + [False] * 4


def test_markdown_escapes_all_but_code() -> None:
    table = Table(("a|b", "n"), [("x_y *z* `a|b_c` <b>", "1")])
    assert markdown(table).split("\n") == ["| a\\|b | n |", "| --- | ---: |", "| x\\_y \\*z\\* `a\\|b_c` \\<b> | 1 |"]


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [(0.885, "%", "88.5 %"), (12.0, "us", "12 us"), (12.34, "us", "12.3 us"), (9.876, "us", "9.88 us"), (10.0, "", "10"),
     (-12.34, "", "-12.3"), (0.75, "+%", "-25.0 %"), (1.1, "+%", "+10.0 %"), (math.nan, "us", "not measured"), (math.inf, "%", "never")],
)  # fmt: skip
def test_values_of_claims(value: float, unit: str, text: str) -> None:
    assert Claim("", value, "<", 1, unit).judge().measured_text == text


@pytest.mark.parametrize("compare", [">=", "<=", ">", "<", "=="])
def test_a_claim_is_judged_by_its_comparison(compare: str) -> None:
    for value, holds in ((1.0, "<" in compare), (2.0, "=" in compare), (3.0, ">" in compare), (math.nan, False)):
        claim = Claim("", value, compare, 2.0)
        assert claim.judge().passed is holds and claim.judge().word == ("our claim" if holds else "our claim FAILS")
        assert claim.judge(quick=True).passed is None
        assert Claim("", value, compare, 2.0, full_size=False).judge(quick=True).passed is holds
    with pytest.raises(ValueError, match="unknown comparison '!='; it can be >=, <=, >, <, ==, ~, about"):
        Claim("", 1, "!=", 1)
