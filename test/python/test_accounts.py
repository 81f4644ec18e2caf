# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""test/relations/accounts.py notices an altered number in any file of a run, except for a short list."""

from __future__ import annotations

import sys
from collections import defaultdict
from decimal import Decimal
from pathlib import Path
from typing import Any, Iterator

import pytest
from running import TOP, needs_simulator, run_document

sys.path[:0] = [str(TOP / "test" / "chaos"), str(TOP / "test" / "relations")]

import accounts  # noqa: E402
import results  # noqa: E402
import simulator  # noqa: E402

pytestmark = [needs_simulator, pytest.mark.slow]

CLOS = {"type": "clos", "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 2, "hostRate": "100Gbps"}
INCAST = {"type": "incast", "receiver": 0, "senders": [1, 2, 4, 5, 6, 7], "bytes": 100_000}
ROCE = {"type": "roce", "congestionControl": "none"}
DIST = [{"bytes": 1, "percent": 0}, {"bytes": 40_000, "percent": 100}]

#: With faults of most kinds; without losses but with trims; with drops; with pauses.
SCENARIOS: list[dict[str, Any]] = [
    {
        "topology": {**CLOS, "planes": 2},
        "workload": [
            {**INCAST, "repeat": 2},
            {"type": "training-step", "hosts": [2, 3, 4, 5], "layers": 1, "steps": 2, "compute": "5us", "gradientBytes": 100_000},
            {"type": "poisson", "load": 0.1, "duration": "20us", "sizes": DIST},
            {"type": "write", "hosts": [1, 6], "bytes": 2_000_000, "start": "600us"},
        ],
        "faults": [
            {"at": "10us", "what": "link-down", "link": {"plane": 0, "t0": 0, "t1": 1}, "for": "30us"},
            {"at": "5us", "what": "answer-loss", "link": {"plane": 1, "t0": 0, "t1": 1}, "loss": 0.9, "for": "1s"},
            {"at": "5us", "what": "ev-loss", "host": 1, "peer": 0, "ev": 0, "loss": 1, "for": "300us"},
            {"at": "620us", "what": "nic-port-down", "host": 1, "plane": 1, "for": "100us"},
            {"at": "15us", "what": "switch-silent", "switch": {"plane": 1, "t1": 1}, "for": "500us"},
        ],
    },
    {
        "topology": CLOS,
        "workload": [
            INCAST, {"type": "all-reduce", "bytes": 100_000, "qps": 2, "repeat": 2},
            {"type": "flows", "table": "src,dst,bytes,start_ns\n3,5,9000,70\n5,3,20000,1070\n", "start": "3us", "repeat": 2},
        ],
    },
    {"topology": CLOS, "transport": ROCE, "workload": [{**INCAST, "bytes": 400_000}]},
    {"topology": CLOS, "transport": ROCE, "switch": {"pfc": True, "bufferAlpha": 0.01}, "workload": [INCAST]},
]
CHANGES = {
    "x 1/2": lambda value: value // 2 if value == int(value) else value / 2,
    "x 2": lambda value: value * 2,
    "+ 1": lambda value: value + 1,
}
ANY = set(CHANGES)
UNNOTICED: dict[str, set[str]] = {
    # No other file has these: a message has no other trace of its step, a computation none at all; a fault's goodput is
    # observed in windows that no sample has; frames of PFC are counted once.
    "flows.csv step": ANY,
    "steps.csv compute_ns": ANY,
    "recovery.csv goodput_95_after_ns": ANY,
    "links.csv pfc_frames": ANY,
    "events.csv detail": {"text"},
    # Only totals of all faults, all QPs of a host or all answers are elsewhere, which are upper bounds.
    "recovery.csv lost_packets": {"x 2", "+ 1"},
    "recovery.csv lost_answers": ANY,
    "recovery.csv trimmed_packets": {"x 1/2"},
    "recovery.csv evs_retired": {"x 1/2"},
    "recovery.csv qps_touched": {"x 1/2", "+ 1"},
    "recovery.csv longest_qp_loss_ns": {"x 1/2"},
    "flows.csv timeouts": {"x 1/2"},
    "flows.csv ecn_marks": {"x 1/2"},
    "summary.json duplicate_packets": ANY,
    "summary.json declared_lost": ANY,
    # Between two samples a queue may be longer, and an event may be later until the next one.
    "links.csv max_queue_bytes": {"x 2", "+ 1"},
    "samples.csv port.queue_bytes value": {"x 1/2"},
    "samples.csv port.queue_bytes value, all": {"x 1/2"},
    "events.csv time_ns": {"+ 1"},
}

Cell = tuple[dict[str, Any], str, Any]


def plain(value: Decimal) -> str:
    return f"{value.normalize():f}"


def is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def change_tables(run: results.Results) -> Iterator[tuple[str, str, list[Cell]]]:
    """Name of a column, what is done to it, and the new values of cells: in the row with its largest number or longest text.

    Each kind of samples counts as a table. All its values are also changed together.
    """
    for table, rows in run.tables.items():
        kinds = {row["kind"] for row in rows} if table == "samples" else {""}
        for kind in sorted(kinds):
            part = [row for row in rows if not kind or row["kind"] == kind]
            for column in part[0] if part else ():
                name = f"{table}.csv {kind} {column}".replace("  ", " ")
                found = [row for row in part if row[column]]
                if all(is_number(row[column]) for row in found):
                    above = [row for row in found if Decimal(row[column])]
                    for what, change in CHANGES.items() if above else ():
                        cells = [(row, column, plain(change(Decimal(row[column])))) for row in above]
                        largest = max(cells, key=lambda cell: Decimal(cell[0][column]))
                        yield name, what, with_list(run, table, largest)
                        if kind and column == "value":
                            yield f"{name}, all", what, cells
                elif found:
                    row = max(found, key=lambda row: len(row[column]))
                    yield name, "text", with_list(run, table, (row, column, row[column] + "x"))


def with_list(run: results.Results, table: str, cell: Cell) -> list[Cell]:
    """The cell, and the same number in the list of summary.json."""
    row, column, value = cell
    if table not in ("jobs", "recovery"):
        return [cell]
    entry = run.whole[table][run.tables[table].index(row)]
    return [cell, (entry, column, value if isinstance(entry[column], str) else Decimal(value))]


def change_summary(thing: Any, name: str = "summary.json") -> Iterator[tuple[str, str, list[Cell]]]:
    """The same for the numbers of summary.json that are in no table."""
    for key, value in thing.items() if isinstance(thing, dict) else enumerate(thing):
        if isinstance(value, (dict, list)) and key not in ("jobs", "recovery"):
            yield from change_summary(value, f"{name} {key}" if isinstance(key, str) else name)
        elif isinstance(value, (int, Decimal)) and value and key not in results.VOLATILE:
            for what, change in CHANGES.items():
                yield f"{name} {key}", what, [(thing, key, change(Decimal(value)))]


def is_noticed(run: results.Results, cells: list[Cell]) -> bool:
    old = [row[column] for row, column, _ in cells]
    for row, column, value in cells:
        row[column] = value
    try:
        accounts.check(run)
        return False
    except (simulator.Wrong, ValueError, ArithmeticError, LookupError):
        return True
    finally:
        for (row, column, _), value in zip(cells, old):
            row[column] = value


def test_every_other_change_is_noticed(tmp_path: Path) -> None:
    missed, noticed = defaultdict(set), defaultdict(set)
    for number, scenario in enumerate(SCENARIOS):
        measure = {"sampleInterval": "9us", "links": "all", "evs": True, "samples": list(accounts.SAMPLES)}
        folder = tmp_path / str(number)
        folder.mkdir()
        run = results.Results(run_document(folder, {"measure": measure, **scenario}), 0)
        accounts.check(run)
        for name, what, cells in [*change_tables(run), *change_summary(run.whole)]:
            (noticed if is_noticed(run, cells) else missed)[name].add(what)
        run.tables["samples"] = []
        with pytest.raises(simulator.Wrong):
            accounts.check(run)
    assert {name: found - noticed[name] for name, found in missed.items() if found - noticed[name]} == UNNOTICED
