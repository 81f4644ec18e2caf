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

#: What a cell without a value shows.
NOTHING = "-"


@dataclass(frozen=True)
class Table:
    """A table of ready strings; what looks like a number, or one with its range, is aligned to the right."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]

    def numeric_columns(self) -> list[bool]:
        """Whether all cells of each column are numbers (or nothing)."""
        return [
            all(_is_number(row[column]) for row in self.rows) for column in range(len(self.header))
        ]

    def text(self) -> str:
        """Header, rule and rows as lines without trailing blanks.

        A first cell equal to the one above is left blank, so that groups are seen.
        """
        for row in self.rows:
            if len(row) != len(self.header):
                raise ValueError(f"{len(row)} cells under {len(self.header)} headings: {row}")
        width = [
            max(len(line[column]) for line in (self.header, *self.rows))
            for column in range(len(self.header))
        ]
        right = self.numeric_columns()

        def line(cells: Sequence[str]) -> str:
            padded = (
                cell.rjust(width[i]) if right[i] else cell.ljust(width[i])
                for i, cell in enumerate(cells)
            )
            return "  ".join(padded).rstrip()

        lines = [line(self.header), "  ".join("-" * w for w in width)]
        above = None
        for row in self.rows:
            first = "" if row[0] == above else row[0]
            lines.append(line([first, *row[1:]]))
            above = row[0]
        return "\n".join(lines)


def markdown(table: Table) -> str:
    """A table for Markdown; numbers are aligned to the right."""
    right = table.numeric_columns()
    lines = [table.header, ["---:" if is_number else "---" for is_number in right], *table.rows]
    return "\n".join("| " + " | ".join(_escape(cell) for cell in line) + " |" for line in lines)


def _escape(cell: str) -> str:
    """A cell that Markdown does not take for something else."""
    return re.sub(r"([|<*_])", r"\\\1", cell)


def number(value: float | None, digits: int = 0) -> str:
    """A number with thousands separated by commas, or nothing."""
    if value is None or math.isnan(value):
        return NOTHING
    return f"{value:,.{digits}f}"


def significant(value: float | None, digits: int = 3) -> str:
    """A number with so many digits that tell something, or all that are before the point.

    Whole numbers, such as counts, have no point.
    """
    return NOTHING if value is None else alike([value], digits)[0]


def alike(values: Sequence[float], digits: int = 3) -> list[str]:
    """Numbers that stand beside each other: if one has digits behind the point, all have but 0.

    @param values what is NaN shows nothing
    @param digits how many tell something, those before the point in any case
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
    """Digits behind the point of a number, so many of which tell something; none for 0."""
    if value == 0:
        return 0
    rounded = float(f"{value:.{digits - 1}e}")
    return max(0, digits - 1 - math.floor(math.log10(abs(rounded))))


def percent(value: float) -> str:
    """A fraction in percent with one digit, or nothing."""
    return number(100 * value, 1) if value is not None else NOTHING


def _is_number(cell: str) -> bool:
    if cell == NOTHING:
        return True
    parts = re.fullmatch(r"(\S+) \[(\S+) \.\. (\S+)\]", cell)
    try:
        for part in parts.groups() if parts else (cell,):
            float(part.replace(",", ""))
    except ValueError:
        return False
    return True
