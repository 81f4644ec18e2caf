# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Types of the reference of results: entries for columns and keys, and traits of kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Entry:
    """A column of a table, or a key of a JSON file."""

    kind: str  #: text, id (a number that names a thing), count, number, flag, object or list
    unit: str  #: empty without a unit
    about: str  #: its meaning, a phrase


@dataclass(frozen=True)
class Table:
    """A CSV file of a results folder."""

    about: str  #: its contents
    columns: Mapping[str, Entry]
    when: str = ""  #: the runs that have it; empty: all


@dataclass(frozen=True)
class SampleKind:
    """A kind of samples.csv."""

    unit: str
    gaps: bool  #: whether a point without a row is unknown instead of zero


@dataclass(frozen=True)
class FaultSign:
    """Meaning of an event for a fault."""

    role: str  #: "begins", "ends", or "changes" (the detail has its severity)
    state: str  #: of the object during the fault: "down", "silent", "degraded"; "elsewhere" for EVs
    over: str  #: event that ends it; for "changes" a word of the detail, or if empty the line rate


@dataclass(frozen=True)
class JobKind:
    """A kind of job; the defaults are those of an unknown kind."""

    bandwidth: str = "goodput"  #: "busbw", "total" (of the whole job) or "goodput" (mean of its transfers)
    operation: bool = False  #: whether it is an operation of collective libraries
    per_peer: bool = False  #: whether its key bytes is the size per peer


@dataclass(frozen=True)
class TransportKind:
    """A kind of transport; the defaults are those of an unknown kind."""

    label: str
    one_path_qps: bool = False  #: it has QPs, and each uses a single path
    evs: bool = False  #: its QPs have entropy values
    header_bytes: Mapping[str, int] = field(default_factory=dict)  #: see `header_bytes_of`

    def header_bytes_of(self, routing: str) -> int:
        """Bytes on the line per packet beyond its payload: headers, frame check sequence, preamble and gap.

        @param routing the key transport.routing; if empty, the result is the smallest size
        """
        return self.header_bytes.get(routing, min(self.header_bytes.values(), default=0))
