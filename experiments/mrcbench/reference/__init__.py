# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Contents of a results folder: every file, column, key and kind with its unit and its meaning.

The readers of `mrcbench.results` and the frames of notebooks use it. results.json is the output of ``mrc-sim
results --json``: a file, instead of a call of the simulator at every import, because results are also read
without a simulator, such as in a notebook on another machine. ``./mrc results --document`` writes it.

sweeps.json has the tables of sweeps (docs/sweeps.md) in the same form. A column that has only a name is a key
of summary.json. Capitals in names are placeholders: NAME of a job or a measure, N of a fault. Varied values
have further columns.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


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


@dataclass(frozen=True)
class Shape:
    """The allowed types of a value in a JSON file."""

    kinds: tuple[str, ...] = ()  #: those of `Entry`, "null", or types of keys of scenarios; empty: any
    required: tuple[str, ...] = ()  #: keys of the object


#: Output of the simulator, and the tables of sweeps
DATA = Path(__file__).with_name("results.json")
_SWEEPS = DATA.with_name("sweeps.json")

#: Types of the keys of scenarios; ``./mrc keys --document`` writes it
KEYS = DATA.with_name("keys.json")

_SAID = json.loads(DATA.read_text(encoding="utf-8"))


def entries(said: Iterable[Mapping[str, Any]], known: Mapping[str, Entry] | None = None) -> dict[str, Entry]:
    """Columns or keys by their names, without the brackets of lists.

    @param said name, kind, unit and meaning of each
    @param known the entries of columns that have only a name
    """
    return {
        one["name"].replace("[]", ""): Entry(one["kind"], one["unit"], one["meaning"])
        if "kind" in one else (known or {})[one["name"]]
        for one in said
    }  # fmt: skip


def tables(said: Iterable[Mapping[str, Any]], known: Mapping[str, Entry] | None = None) -> dict[str, Table]:
    """Tables by the names of their files; the arguments are those of `entries`."""
    return {
        file["name"]: Table(file["about"], entries(file["columns"], known), file["when"]) for file in said
    }


#: The CSV files by their names
TABLES = tables(file for file in _SAID["files"] if "/" not in file["name"])

#: The keys of summary.json; the keys of ``jobs`` and ``recovery`` are the columns of their tables
SUMMARY = entries(_SAID["summary"])

#: The keys of a summary that ``mrc-sim capacity`` writes (docs/capacity.md); it has no tables
CAPACITY = entries(_SAID["capacity"])

#: Keys that ``summary.json`` always has
SUMMARY_KEYS = tuple(
    key["name"].removesuffix("[]") for key in _SAID["summary"]
    if "." not in key["name"] and not key.get("when")
)  # fmt: skip


def shapes(said: Iterable[Mapping[str, Any]]) -> dict[str, Shape]:
    """The allowed types of the values of a JSON file, by their paths.

    ``jobs[]`` is an entry of the list ``jobs``. Numbers within objects and lists may be absent.

    @param said name and kind of each key
    """
    found = {}
    for one in said:
        null = ("null",) if one["kind"] == "number" and "." in one["name"] else ()
        found[one["name"].removesuffix("[]")] = Shape((one["kind"], *null))
    return found


def _rows_shapes(name: str) -> dict[str, Shape]:
    """The shapes of a list with the rows of a table."""
    columns = TABLES[f"{name}.csv"].columns
    said = [{"name": f"{name}[].{key}", "kind": entry.kind} for key, entry in columns.items()]
    return {f"{name}[]": Shape(("object",), tuple(columns)), **shapes(said)}


#: The shapes of summary.json, of that of ``mrc-sim capacity``, and of config.json
SUMMARY_SHAPE = {
    "": Shape(("object",), SUMMARY_KEYS), **shapes(_SAID["summary"]), **_rows_shapes("jobs"),
    **_rows_shapes("recovery"),
}  # fmt: skip
CAPACITY_SHAPE = shapes(_SAID["capacity"])
CONFIG_SHAPE = {
    path: Shape(tuple(key["types"]), tuple(key["required"]))
    for path, key in json.loads(KEYS.read_text(encoding="utf-8")).items()
}

#: The kinds of samples.csv
SAMPLES = {
    kind["name"]: SampleKind(kind["unit"], kind["gaps"]) for kind in _SAID["samples"]
}

#: The kinds of events.csv
EVENTS = frozenset(kind["name"] for kind in _SAID["events"])

#: The events of faults, without those of their consequences
FAULT_EVENTS = {kind["name"]: FaultSign(**kind["fault"]) for kind in _SAID["events"] if kind["fault"]}

#: The kinds of jobs
JOBS = {
    kind["name"]: JobKind(kind["bandwidth"], kind["operation"], kind["sizePerPeer"])
    for kind in _SAID["kinds"]["jobs"]
}

#: The kinds of transports
TRANSPORTS = {
    kind["name"]: TransportKind(
        kind["label"], kind["singlePath"] and kind["qps"], kind["evs"], kind["headerBytes"]
    )
    for kind in _SAID["kinds"]["transports"]
}


def transport_of(name: str) -> TransportKind:
    """A kind of transport; for an unknown name, one with defaults."""
    return TRANSPORTS.get(name, TransportKind(name))


def sweep_tables(summary: Mapping[str, Entry]) -> dict[str, Table]:
    """The tables of sweeps by the names of their files.

    @param summary the keys of summary.json
    """
    return tables(json.loads(_SWEEPS.read_text(encoding="utf-8")), summary)


#: The tables of sweeps by the names of their files
SWEEP_TABLES = sweep_tables(SUMMARY)

SWEEP, COST = SWEEP_TABLES["sweep.csv"], SWEEP_TABLES["sweep-cost.csv"]


def of_sweep(column: str) -> Entry | None:
    """The entry of a column of sweep.csv; None for varied values, measures and other names."""
    if column in SWEEP.columns and "*" not in column:
        return SWEEP.columns[column]
    parts = re.sub(r"\[\d+\]", "", column).split(".")
    if parts[0] == "jobs" and len(parts) > 2:  # the name of the job is in between, and may contain dots
        return TABLES["jobs.csv"].columns.get(parts[-1]) or SWEEP.columns.get(f"jobs.NAME.{parts[-1]}")
    if parts[0] == "recovery" and len(parts) == 2:
        return TABLES["recovery.csv"].columns.get(parts[1])
    return {**CAPACITY, **SUMMARY}.get(re.sub(r"_t\d$", "_tN", ".".join(parts)))
