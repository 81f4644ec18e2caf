# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Files of the simulator: results.json is the output of ``mrc-sim results --json``.

It is a file, instead of a call of the simulator at every import, because results are also read without a
simulator, such as in a notebook on another machine. ``./mrc results --document`` writes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .entries import Entry, FaultSign, JobKind, SampleKind, Table, TransportKind

#: Output of the simulator
DATA = Path(__file__).with_name("results.json")

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

_TRANSPORTS = {
    kind["name"]: TransportKind(
        kind["label"], kind["singlePath"] and kind["qps"], kind["evs"], kind["headerBytes"]
    )
    for kind in _SAID["kinds"]["transports"]
}


def transport_of(name: str) -> TransportKind:
    """A kind of transport; for an unknown name, one with defaults."""
    return _TRANSPORTS.get(name, TransportKind(name))
