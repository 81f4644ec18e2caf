# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What the reference of results is made of: entries for columns and keys, and traits of kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


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


@dataclass(frozen=True)
class FaultSign:
    """What an event says of a fault."""

    role: str  #: "begins", "ends", or "changes" (the detail says how bad it is)
    state: str  #: of the object meanwhile: "down", "silent", "degraded"; "elsewhere": it is an EV
    over: str  #: event that ends it; of "changes" a word of the detail, if empty the line rate


@dataclass(frozen=True)
class JobKind:
    """A kind of job; the values are those of one that this reference does not know."""

    bandwidth: str = "goodput"  #: "busbw", "total" (of the whole job) or "goodput" (mean of its transfers)
    operation: bool = False  #: of collective libraries
    per_peer: bool = False  #: its key bytes is what a host sends to each other one


@dataclass(frozen=True)
class TransportKind:
    """A kind of transport; the values are those of one that this reference does not know."""

    label: str
    one_path_qps: bool = False  #: it has QPs, and each uses a single path
    evs: bool = False  #: its QPs have entropy values
    header_bytes: Mapping[str, int] = field(default_factory=dict)  #: see `header_bytes_of`

    def header_bytes_of(self, routing: str) -> int:
        """Bytes on the line per packet beyond its payload: headers, frame check sequence, preamble and gap.

        @param routing the key transport.routing; empty if a configuration does not tell: the fewest
        """
        return self.header_bytes.get(routing, min(self.header_bytes.values(), default=0))
