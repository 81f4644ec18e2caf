# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Tables of text for terminals and Markdown.

Also the formatting of numbers that the HTML report shares.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import tabulate

#: Text of a cell without a value.
NOTHING = "-"

#: A column is no wider than its heading.
tabulate.MIN_PADDING = 0

#: Markdown without padding: some rows are as long as a paragraph.
_ROW = tabulate.DataRow("| ", " | ", " |")
_MARKDOWN = tabulate.TableFormat(None, None, None, None, _ROW, _ROW, 0, None)


@dataclass(frozen=True)
class Table:
    """A table of strings; numbers, and numbers with their ranges, are aligned to the right."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]

    def numeric_columns(self) -> list[bool]:
        """Whether all cells of each column are numbers or empty."""
        return [all(_is_number(row[column]) for row in self.rows) for column in range(len(self.header))]

    def text(self) -> str:
        """Header, rule and rows as lines without trailing blanks.

        A first cell equal to the one above is left blank, which shows groups.
        """
        for row in self.rows:
            if len(row) != len(self.header):
                raise ValueError(f"{len(row)} cells under {len(self.header)} headings: {row}")
        above = [None, *(row[0] for row in self.rows)]
        rows = [["" if row[0] == before else row[0], *row[1:]] for before, row in zip(above, self.rows)]
        sides = ["right" if numeric else "left" for numeric in self.numeric_columns()] if rows else None
        text = tabulate.tabulate(rows, self.header, "simple", colalign=sides, disable_numparse=True)
        return "\n".join(line.rstrip() for line in text.split("\n"))

    def short(self, rows: int = 60) -> Table:
        """The table, without its middle rows if it has too many."""
        if len(self.rows) <= rows:
            return self
        gap = ["..."] * len(self.header)
        return Table(self.header, [*self.rows[: rows // 2], gap, *self.rows[-rows // 2 :]])


def markdown(table: Table) -> str:
    """A table for Markdown; numbers are aligned to the right."""
    rule = ["---:" if numeric else "---" for numeric in table.numeric_columns()]
    header, *rows = ([_escape(cell) for cell in row] for row in (table.header, *table.rows))
    return str(tabulate.tabulate([rule, *rows], header, _MARKDOWN, stralign=None, disable_numparse=True))


def _escape(cell: str) -> str:
    """A cell with escaped Markdown; in code only a bar is escaped."""
    return re.sub(
        r"(`[^`]*`)|([|<*_])", lambda hit: f"\\{hit[2]}" if hit[2] else hit[1].replace("|", "\\|"), cell
    )


def number(value: float | None, digits: int = 0) -> str:
    """A number with thousands separated by commas, or an empty cell."""
    if value is None or math.isnan(value):
        return NOTHING
    return f"{value:,.{digits}f}"


def counted(count: float, noun: str) -> str:
    """A number and a noun, in the plural if needed."""
    return f"{number(count)} {noun}" + ("" if count == 1 else "s")


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: "a, b and c"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def significant(value: float | None, digits: int = 3) -> str:
    """A number with this many significant digits, or all digits before the decimal point.

    Whole numbers, such as counts, have no decimal point.
    """
    return NOTHING if value is None else alike([value], digits)[0]


def alike(values: Sequence[float], digits: int = 3) -> list[str]:
    """Numbers for one row or axis: if one has decimals, all except 0 have decimals.

    @param values NaN becomes an empty cell
    @param digits significant digits; digits before the decimal point are always kept
    @return the texts, with thousands separated by commas
    """
    whole = all(value == round(value) for value in values if math.isfinite(value))
    return [_significant(value, 0 if whole else digits) for value in values]


def _significant(value: float, digits: int) -> str:
    if math.isnan(value):
        return NOTHING
    if math.isinf(value):
        return "never" if value > 0 else f"{value}"
    if value == 0 or digits == 0:
        return number(value)
    if abs(value) < 1e-6:
        return f"{value:.{digits - 1}e}"
    return number(value, decimals(value, digits))


def decimals(value: float, digits: int = 3) -> int:
    """Number of decimals of a number with this many significant digits; 0 for 0."""
    if value == 0:
        return 0
    rounded = float(f"{value:.{digits - 1}e}")
    return max(0, digits - 1 - math.floor(math.log10(abs(rounded))))


def percent(value: float) -> str:
    """A fraction in percent with one decimal, or an empty cell."""
    return number(100 * value, 1) if value is not None else NOTHING


def split_range(cell: str) -> tuple[str, str] | None:
    """The number and the range of a cell with both."""
    found = _RANGE.fullmatch(cell)
    return (found[1], found[2]) if found else None


_RANGE = re.compile(r"(\S+) (\[(\S+) \.\. (\S+)\])")


def _is_number(cell: str) -> bool:
    if cell == NOTHING:
        return True
    found = _RANGE.fullmatch(cell)
    try:
        for part in found.group(1, 3, 4) if found else (cell,):
            float(part.replace(",", ""))
    except ValueError:
        return False
    return True
