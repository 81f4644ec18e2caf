# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What the reference of results is made of: entries for columns, keys, kinds of samples and of events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

#: What can stand in a column or a key. An id is a number that names a thing: nobody adds ids up.
KINDS = ("text", "id", "count", "number", "flag", "object", "list")


@dataclass(frozen=True)
class Entry:
    """A column of a table, or a key of a JSON file."""

    kind: str  #: one of `KINDS`
    unit: str  #: empty if it has none
    about: str  #: what it means, a phrase
    below: Mapping[str, Entry] = field(default_factory=dict)  #: keys of an object, or of each entry of a list
    optional: bool = False  #: not there in every run


@dataclass(frozen=True)
class Table:
    """A CSV file of a results folder."""

    about: str  #: what it holds
    columns: Mapping[str, Entry]
    when: str = ""  #: which runs have it; empty: all


@dataclass(frozen=True)
class SampleKind:
    """A kind of samples.csv."""

    object: str  #: what its objects are called
    unit: str
    about: str
    default: bool = True  #: recorded if measure.samples does not say otherwise


@dataclass(frozen=True)
class EventKind:
    """A kind of events.csv."""

    object: str  #: what the column object holds
    detail: str  #: what the column detail holds; empty: nothing
    about: str


def text(about: str) -> Entry:
    """A name or a sentence."""
    return Entry("text", "", about)


def ident(about: str) -> Entry:
    """A number that names a thing."""
    return Entry("id", "", about)


def count(about: str, unit: str = "") -> Entry:
    """A whole number from 0."""
    return Entry("count", unit, about)


def number(unit: str, about: str) -> Entry:
    """A number, or nothing where there is none."""
    return Entry("number", unit, about)


def flag(about: str) -> Entry:
    """True or false."""
    return Entry("flag", "", about)
