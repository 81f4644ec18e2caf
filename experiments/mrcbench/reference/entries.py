# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What the reference of results is made of: entries for columns, keys and kinds of samples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """A column of a table, or a key of a JSON file."""

    kind: str  #: text, id (a number that names a thing), count, number, flag, object or list
    unit: str  #: empty if it has none
    about: str  #: what it means, a phrase


@dataclass(frozen=True)
class Table:
    """A CSV file of a results folder."""

    about: str  #: what it holds
    columns: Mapping[str, Entry]
    when: str = ""  #: which runs have it; empty: all


@dataclass(frozen=True)
class SampleKind:
    """A kind of samples.csv."""

    unit: str
    gaps: bool  #: a point without a row is not zero, but says nothing
