# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Columns of the benchmark: a figure's key in the JSON file, its name, unit and digits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..table import NOTHING, Table, number

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Column:
    """A figure of rows, or a text if ``digits`` is None."""

    name: str
    key: str
    digits: int | None = None
    unit: str = ""
    scale: float = 1  #: of the figure, in its ``unit``
    compared: bool = False  #: with the same figure of another build

    @property
    def heading(self) -> str:
        """The name with the unit."""
        return f"{self.name} {self.unit}".rstrip()

    def value(self, row: Row) -> float | None:
        """The figure in its unit, if the row has it."""
        found = row.get(self.key)
        return None if found is None else found / self.scale

    def cell(self, row: Row) -> str:
        """The cell of a row."""
        if self.digits is None:
            return str(row.get(self.key, NOTHING))
        value = self.value(row)
        return number(value if value is None else round(value, self.digits) or 0, self.digits)  # no -0.0


def spread(name: str, key: str, compared: bool = True) -> tuple[Column, ...]:
    """A time with its minimum and maximum."""
    return (
        Column(name, key, 1, compared=compared),
        Column("(min", f"{key}_fastest", 1),
        Column("max)", f"{key}_slowest", 1),
    )


def table(columns: Sequence[Column], rows: Iterable[Row]) -> Table:
    """The table of rows with these columns."""
    return Table(
        [column.heading for column in columns], [[column.cell(row) for column in columns] for row in rows]
    )


def ratios(columns: Sequence[Column], old: Iterable[Row], new: Iterable[Row]) -> Table:
    """New / old of the figures that are compared, with a note in rows of one side only. The first column names rows."""
    first, compared = columns[0], [column for column in columns if column.compared]
    before, now = ({row[first.key]: row for row in rows} for rows in (old, new))
    rows = []
    for name in dict.fromkeys([*now, *before]):
        both = name in before and name in now
        cells = [_ratio(column.value(before[name]), column.value(now[name])) if both else NOTHING
                 for column in compared]  # fmt: skip
        rows.append([name, *cells, "" if both else f"only in the {'new' if name in now else 'old'} results"])
    return Table([first.heading, *(f"{column.name} new/old" for column in compared), ""], rows)


def _ratio(old: float | None, new: float | None) -> str:
    return number(new / old, 3) if old and new is not None else NOTHING
