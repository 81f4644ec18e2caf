# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Reads files of results: JSON objects and CSV tables that are whole, with values of the declared kinds.

Every mistake is a `ResultsError` that names the file, the line or the key, and the remedy.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from . import units
from .reference import CAPACITY_SHAPE, CONFIG_SHAPE, SUMMARY_SHAPE, Shape

#: Deepest nesting of objects and lists.
_DEEPEST = 50

#: Longest value in a message.
_LONGEST = 60


#: The reason for an absent column or key.
OTHER_VERSION = "it was written by another version of the simulator, so run the scenario again"


class ResultsError(Exception):
    """A results folder that is absent, incomplete or damaged."""


def damaged(path: Path, what: str) -> ResultsError:
    """The error for a damaged file."""
    return ResultsError(f"{path}: {what}; the file is damaged: remove its folder and run the scenario again")


# CSV


def read_frame(path: Path, *attempts: Mapping[str, Any]) -> pd.DataFrame:
    """A CSV file in which all rows have the cells of the header.

    @param attempts options of pandas.read_csv: the later ones are used if the values do not fit the earlier
    @raise ResultsError if the file cannot be read, or is cut
    """
    data = _bytes(path)
    _check_rows(path, data)
    *first, last = attempts
    try:
        for options in first:
            try:
                return pd.read_csv(io.BytesIO(data), encoding="utf-8", **options)
            except ValueError:
                pass
        return pd.read_csv(io.BytesIO(data), encoding="utf-8", **last)
    except ValueError as error:
        raise damaged(path, str(error)) from error


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from error


def _check_rows(path: Path, data: bytes) -> None:
    """Check that every row has as many cells as the header, and that the last line has an end.

    @raise ResultsError with the line
    """
    lines = data.count(b"\n")
    if not data.endswith(b"\n"):
        what = "the line has no end" if data else "the file is empty"
        raise damaged(path, f"line {lines + 1}: {what}")
    if b'"' not in data and data.count(b",") == lines * data[: data.index(b"\n")].count(b","):
        return  # many times faster than to divide all rows into cells
    rows = csv.reader(io.StringIO(data.decode("utf-8", "replace"), newline=""))
    try:
        header = next(rows)
        for row in rows:
            if len(row) != len(header):
                raise damaged(path, f"line {rows.line_num}: found {len(row)} cells; allowed: {len(header)}")
    except csv.Error as error:
        raise damaged(path, f"line {rows.line_num}: {error}") from error


# JSON


def check_summary(path: Path, content: dict[str, Any]) -> None:
    """Check the content of a summary.json.

    @raise ResultsError if it is damaged, or of another version
    """
    checked(path, content, CAPACITY_SHAPE if "program" in content else SUMMARY_SHAPE)


def read_config(path: Path) -> dict[str, Any]:
    """A config.json: a scenario, or a capacity document; an absent or empty one is empty.

    @raise ResultsError if it is damaged, or of another version
    """
    content = read_object(path) if path.is_file() else {}
    is_scenario = bool(content) and "network" not in content
    return checked(path, content, CONFIG_SHAPE) if is_scenario else content


def read_object(path: Path) -> dict[str, Any]:
    """The object in a JSON file.

    @raise ResultsError if there is none
    """
    try:
        content = json.loads(_bytes(path).decode("utf-8"))
    except json.JSONDecodeError as error:
        raise damaged(path, f"line {error.lineno}: not JSON: {error.msg}") from error
    except ValueError as error:
        raise damaged(path, str(error)) from error
    except RecursionError as error:
        raise damaged(path, "nested too deeply") from error
    if not isinstance(content, dict):
        raise damaged(path, f"a JSON object is expected, not {type(content).__name__}")
    return content


def checked(path: Path, content: dict[str, Any], shape: Mapping[str, Shape]) -> dict[str, Any]:
    """The object of a file, whose values have the declared kinds.

    @raise ResultsError if a value has another kind, or a required key is absent
    """
    left: list[tuple[str, str, int, Any]] = [("", "", 0, content)]
    while left:
        place, key, depth, value = left.pop()
        own = shape.get(key, Shape())
        if depth > _DEEPEST:
            raise damaged(path, f"{place[:_LONGEST]}: nested too deeply")
        if own.kinds and not any(_IS[kind](value) for kind in own.kinds):
            found = type(value).__name__ if isinstance(value, (dict, list)) else json.dumps(value)[:_LONGEST]
            raise damaged(path, f"{place}: found {found}; allowed: {' or '.join(own.kinds)}")
        if isinstance(value, dict):
            absent = [f"{place}.{name}".lstrip(".") for name in own.required if name not in value]
            if absent:
                raise ResultsError(f"{path}: lacks the key {', '.join(absent)}; {OTHER_VERSION}")
            left += [
                (f"{place}.{name}".lstrip("."), f"{key}.{name}".lstrip("."), depth + 1, inner)
                for name, inner in value.items()
            ]
        elif isinstance(value, list):
            left += [(f"{place}[{at}]", f"{key}[]", depth + 1, inner) for at, inner in enumerate(value)]
    return content


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_quantity(convert: Callable[[Any], float]) -> Callable[[Any], bool]:
    """Whether a value is a number, or one with a unit."""

    def judge(value: Any) -> bool:
        try:
            convert(value)
        except ValueError:
            return False
        return True

    return judge


def _is_a(*types: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, types)


#: Whether a value has a kind: those of the tables of results, then those of keys of scenarios.
_IS: Mapping[str, Callable[[Any], bool]] = {
    "text": _is_a(str), "id": _is_number, "count": _is_number, "number": _is_number, "flag": _is_a(bool),
    "object": _is_a(dict), "list": _is_a(list), "null": _is_a(type(None)),
    "whole number": _is_number, "word": _is_a(str), "string": _is_a(str), "boolean": _is_a(bool),
    "time": _is_quantity(units.time_ns), "size": _is_quantity(units.size_bytes),
    "rate": _is_quantity(units.rate_bps),
}  # fmt: skip
