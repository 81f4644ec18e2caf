# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The reference of results: the simulator's description of results matches its files and the manual."""

from __future__ import annotations

import csv
import json
import re
import subprocess
from pathlib import Path

import pytest
from mrcbench.reference import (
    CAPACITY, DATA, EVENTS, FAULT_EVENTS, SAMPLES, SUMMARY, SWEEP_TABLES, TABLES, TRANSPORTS, transport_of,
)  # fmt: skip
from mrcbench.results import GAPS
from mrcbench.suite import tidy
from running import SIMULATOR, TOP, needs_simulator

SCENARIOS = sorted((TOP / "test" / "golden").glob("*.json"))
NETWORK = TOP / "experiments" / "figures" / "capacity" / "network.json"
SAID = json.loads(DATA.read_text(encoding="utf-8"))

#: Pattern of a non-empty cell, by kind
CELLS = {
    "text": r".*",
    "id": r"\d+",
    "count": r"\d+",
    "number": r"\d+(\.\d+)?(e[+-]\d+)?",
    "flag": r"true|false",
}


def test_the_scenarios_offer_the_kinds_of_samples():
    schema = json.loads((TOP / "docs" / "scenario.schema.json").read_text(encoding="utf-8"))
    offered = schema["properties"]["measure"]["properties"]["samples"]
    assert sorted(offered["items"]["enum"]) == sorted(SAMPLES)
    assert offered["default"] == [kind["name"] for kind in SAID["samples"] if kind["default"]]


def test_what_ends_a_fault_is_an_event():
    begun = {sign.over for sign in FAULT_EVENTS.values() if sign.role == "begins"}
    assert begun == {name for name, sign in FAULT_EVENTS.items() if sign.role == "ends"}


def test_python_has_no_list_of_kinds():
    kinds = {kind["name"] for noun in ("jobs", "faults", "topologies") for kind in SAID["kinds"][noun]}
    quoted = re.compile("|".join(f'"{name}"' for name in sorted(kinds - {"flows"})))  # a file is called so, too
    package = TOP / "experiments" / "mrcbench"
    files = set(package.rglob("*.py"))
    for folder in ("speed", "validation"):  # which say what they run
        files -= set((package / folder).glob("*.py"))
    for folder in ("importing", "exporting"):  # which say what files of others become, or are made of
        files -= set((package / folder).rglob("*.py"))
    assert not [(file.name, found[0]) for file in files if (found := quoted.search(file.read_text(encoding="utf-8")))]


def test_an_unknown_transport_is_called_by_its_name():
    assert [transport_of(name).label for name in ("mrc", "other")] == ["MRC", "other"]
    assert transport_of("other").header_bytes_of("srv6") == 0


@pytest.mark.parametrize("name", TRANSPORTS)
def test_a_packet_of_unknown_routing_has_the_smallest_headers(name):
    kind = TRANSPORTS[name]
    assert kind.header_bytes_of("") == min(kind.header_bytes.values(), default=0)
    assert {kind.header_bytes_of(routing) for routing in kind.header_bytes} == set(kind.header_bytes.values())
    assert len(set(TRANSPORTS["mrc"].header_bytes.values())) > 1


def test_what_python_needs_is_there():
    assert set(GAPS) == {"qp.cwnd_bytes", "qp.rtt_ns"}
    assert set(tidy.COST) | set(tidy.ORIGIN) <= set(SUMMARY)


def test_tables_of_sweeps_are_explained():
    code = Path(tidy.__file__).read_text(encoding="utf-8")
    rows = re.search(r"def over_seeds.*", code, re.S).group()
    assert set(re.findall(r'"(\w+)":', rows)) <= set(SWEEP_TABLES["sweep-seeds.csv"].columns)


def columns():
    """Every column and key that the simulator writes, with the place."""
    for file in SAID["files"]:
        yield from ((file["name"], column) for column in file["columns"])
    for part in ("summary", "capacity"):
        yield from ((part, key) for key in SAID[part])


def test_every_column_and_kind_says_what_it_means():
    for place, column in columns():
        assert column["kind"] in {*CELLS, "object", "list"} and column["meaning"], (place, column)
        assert not column["unit"] or column["kind"] in ("count", "number"), (place, column)
    for kind in SAID["samples"]:
        assert kind["object"] and kind["unit"] and kind["meaning"], kind
    for kind in SAID["events"]:
        assert kind["object"] and kind["meaning"], kind


def test_no_table_has_a_column_twice():
    names = [(place, column["name"]) for place, column in columns()]
    assert len(names) == len(set(names))


def test_names_tell_their_units():
    units = {"ns": "ns", "bytes": "B", "gbps": "Gb/s", "s": "s", "w": "W", "usd": "USD"}
    for place, column in columns():
        if place.startswith("pcap/"):
            continue  # fields of the protocol have its units
        ending = column["name"].rsplit("_", 1)[-1]
        if "_" in column["name"] and ending in units and "per" not in column["name"]:
            assert column["unit"] == units[ending] or column["kind"] == "object", (place, column)


def unknown(folder):
    """Contents of a results folder that the reference lacks or describes differently."""
    for file in folder.glob("*.csv"):
        known = TABLES[file.name].columns
        with file.open(encoding="utf-8", newline="") as lines:
            header, *rows = csv.reader(lines)
        if header != list(known):
            yield f"{file.name}: {header}"
        for row in rows:
            for name, cell in zip(header, row):
                if cell and not re.fullmatch(CELLS[known[name].kind], cell):
                    yield f"{file.name}: {name} is {cell}"
    for name, explained in (("samples.csv", SAMPLES), ("events.csv", EVENTS)):
        with (folder / name).open(encoding="utf-8", newline="") as lines:
            yield from {f"{name}: {row['kind']}" for row in csv.DictReader(lines) if row["kind"] not in explained}
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    yield from (f"summary.json: {key}" for key in sorted(set(keys(summary)) - set(SUMMARY)))


def keys(found, above=""):
    """The keys of an object and of nested objects; of jobs and recovery, those that are not in their tables."""
    for key, value in found.items():
        if not above or not isinstance(value, dict):
            yield above + key
        table = TABLES[f"{key}.csv"].columns if key in ("jobs", "recovery") else {}
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                yield from (name for name in keys(one, f"{above}{key}.") if name.split(".")[-1] not in table)


@pytest.mark.slow
@needs_simulator
def test_what_runs_leave_is_explained(tmp_path):
    for scenario in SCENARIOS:
        subprocess.run(
            [SIMULATOR, "run", scenario, "--out", tmp_path / scenario.stem, "--quiet"], capture_output=True, check=False
        )
    folders = [tmp_path / scenario.stem for scenario in SCENARIOS]
    assert len(folders) > 40
    assert [f"{folder.name}, {found}" for folder in folders for found in unknown(folder)] == []
    # Every file and key is in some run; no run has all of them
    found = {file.name for folder in folders for file in folder.glob("*.csv")}
    assert found == set(TABLES)
    summaries = [json.loads((folder / "summary.json").read_text(encoding="utf-8")) for folder in folders]
    assert set().union(*(keys(summary) for summary in summaries)) == set(SUMMARY)


@needs_simulator
def test_what_capacity_leaves_is_explained(tmp_path):
    subprocess.run([SIMULATOR, "capacity", NETWORK, "--out", tmp_path / "out", "--quiet"], check=True)
    summary = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    assert {re.sub(r"(?<=switches_t)\d$", "N", key) for key in summary} == set(CAPACITY)


@needs_simulator
def test_capacity_is_told_unless_it_is_to_be_quiet():
    command = [SIMULATOR, "capacity", NETWORK]
    assert "65536 NICs" in subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert subprocess.run([*command, "--quiet"], capture_output=True, text=True, check=True).stdout == ""
