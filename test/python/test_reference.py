# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The reference of results: whatever the simulator writes is in it, and docs/results.md is what it says."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from mrcbench.reference.document import document
from mrcbench.reference.entries import KINDS
from mrcbench.reference.events import EVENTS, FAULTS
from mrcbench.reference.samples import SAMPLES
from mrcbench.reference.summary import CAPACITY, SUMMARY
from mrcbench.reference.sweeps import TABLES as SWEEP_TABLES
from mrcbench.reference.tables import FRAMES, TABLES
from mrcbench.results import GAPS, SUMMARY_KEYS
from mrcbench.suite import evaluation, tidy

TOP = Path(__file__).resolve().parents[2]
RUNNER = TOP / "runner"
MRC_SIM = Path(os.environ.get("MRC_BUILD", TOP / "build" / "release")) / "mrc-sim"
SCENARIOS = sorted((TOP / "test" / "golden").glob("*.json"))


def source(name):
    """A file of the runner."""
    return (RUNNER / name).read_text(encoding="utf-8")


def function(text, name):
    """The body of a C++ function."""
    return re.search(rf"^{name}\(.*?^}}$", text, re.M | re.S).group()


def texts(code):
    """String literals, those that stand beside each other as one."""
    joined = re.sub(r'"\s*\n?\s*"', "", code)
    return re.findall(r'"((?:[^"\\]|\\.)*)"', joined)


def csv_files():
    """Every CSV file that the runner writes, with its header."""
    code = source("results/result-files.cc")
    for name, writer in re.findall(r'write\("([\w.]+\.csv)", (\w+)', code):
        yield name, texts(function(code, writer))[0].split(",")


def test_every_file_and_column_of_the_runner_is_explained():
    written = dict(csv_files())
    assert len(written) >= 8
    for name, columns in written.items():
        assert list(TABLES[name].columns) == columns, name
    assert set(written) == set(TABLES)


def test_columns_of_captures_are_explained():
    code = (TOP / "helper" / "fabric-frame-log.cc").read_text(encoding="utf-8")
    header = re.search(r"COLUMNS\[\] = \{.*?\};", code, re.S).group()
    assert list(FRAMES.columns) == re.findall(r'"(\w+)"', header)


def keys_of(name, make):
    """The keys that a function of a file gives the objects it makes."""
    return re.findall(r'\{\s*"(\w+)",', function(source(f"results/{name}.cc"), make))


@pytest.mark.parametrize(
    ("name", "make", "explained"),
    [
        ("result-files", "MakeJobs", SUMMARY["jobs"].below),
        ("result-files", "MakeRecovery", SUMMARY["recovery"].below),
        ("result-files", "MakeMonitorSummary", SUMMARY["monitor"].below),
        ("result-files", "MakeFctStatistics", SUMMARY["fct_ns"].below),
        ("step-summary", "MakeStepSummary", SUMMARY["steps"].below),
        ("step-summary", "Describe", SUMMARY["steps"].below["time_ns"].below),
        ("slowdown-classes", "MakeSlowdownClasses", SUMMARY["slowdown"].below),
        ("slowdown-classes", "Describe", SUMMARY["slowdown"].below),
    ],
)
def test_keys_within_the_summary_are_explained(name, make, explained):
    written = keys_of(name, make)
    assert written and set(written) <= set(explained)


def test_every_key_of_the_summary_is_explained():
    code = function(source("results/result-files.cc"), "MakeSummary")
    always = re.findall(r'\{\s*"(\w+)",', code)
    sometimes = re.findall(r'summary\["(\w+)"\] =', code)
    assert len(always) > 30 and sometimes
    assert set(always) == {key for key, entry in SUMMARY.items() if not entry.optional}
    assert set(sometimes) == {key for key, entry in SUMMARY.items() if entry.optional}
    assert set(SUMMARY_KEYS) <= set(always)


def test_every_key_of_capacity_is_explained():
    code = source("capacity/capacity-report.cc")
    written = {"name", "seed", "program"} | set(re.findall(r'summary\["(\w+)"\] =', code))
    assert '"switches_t" +' in code
    assert written == set(CAPACITY) - {"switches_tN"}


def test_every_kind_of_sample_is_explained():
    code = "".join(path.read_text(encoding="utf-8") for path in sorted((RUNNER / "run").glob("*sampl*.cc")))
    written = set(re.findall(r'"((?:host|plane|port|qp|job)\.\w+)"', code))
    assert written == set(SAMPLES)
    assert set(GAPS) <= set(SAMPLES)


def test_the_schema_offers_the_kinds_of_samples_that_are_explained():
    schema = json.loads(source("document/scenario.schema.json"))
    offered = schema["properties"]["measure"]["properties"]["samples"]
    assert set(offered["items"]["enum"]) == set(SAMPLES)
    assert offered["default"] == [name for name, kind in SAMPLES.items() if kind.default]


def event_kinds():
    """Every kind of event that the runner writes down, wherever it does."""
    kinds = set(re.findall(r'return "([\w-]+)";', function(source("run/collector.cc"), "NameEvent")))
    for path in sorted(RUNNER.rglob("*.cc")):
        code = path.read_text(encoding="utf-8")
        kinds |= set(re.findall(r'Note\(\s*"([\w-]+)"', code))
        kinds |= set(re.findall(r'Note\(stage, "([\w-]+)"', code))
        for row in re.findall(r"events\.push_back\(\s*\{(.*?)\}\);", code, re.S):
            # kind: the second member, the first text
            second = row.split(",", 1)[1]
            begin = second.split(",", 1)[0]
            found = re.findall(r'"([\w-]+)"', begin)
            kinds |= {word + state for word in found for state in ("up", "down")} if "state" in begin else set(found)
    return kinds


def test_every_kind_of_event_is_explained():
    kinds = event_kinds()
    assert {"ev-bad", "link-down", "pfc-storm", "port-up", "switch-up"} <= kinds
    assert kinds == set(EVENTS)
    assert set(FAULTS) <= set(EVENTS)


def test_nobody_writes_events_down_in_another_way():
    """Besides those that `event_kinds` knows: a third way would hide its kinds from it."""
    writers = {
        path.relative_to(RUNNER).as_posix(): path.read_text(encoding="utf-8").count("events.push_back(")
        for path in sorted(RUNNER.rglob("*.cc"))
    }
    assert {name: times for name, times in writers.items() if times} == {"run/collector.cc": 4, "kinds/fault.cc": 1}


def test_tables_of_sweeps_are_explained():
    assert list(SWEEP_TABLES["values.csv"].columns) == list(evaluation.COLUMNS)
    explained = SWEEP_TABLES["sweep-cost.csv"].columns
    assert set(tidy.COST) <= set(explained) and set(explained) <= {*tidy.COST, "case", "seed", "status", "process_s"}
    assert set(tidy.ORIGIN) <= set(SWEEP_TABLES["sweep.csv"].columns)
    code = Path(tidy.__file__).read_text(encoding="utf-8")
    rows = re.search(r"def over_seeds.*", code, re.S).group()
    assert set(re.findall(r'"(\w+)":', rows)) <= set(SWEEP_TABLES["sweep-seeds.csv"].columns)


def test_entries_are_of_known_kinds_and_say_something():
    tables = [*TABLES.values(), *SWEEP_TABLES.values(), FRAMES]
    entries = [entry for table in tables for entry in table.columns.values()]
    entries += [*SUMMARY.values(), *CAPACITY.values()]
    entries += [below for entry in SUMMARY.values() for below in entry.below.values()]
    assert all(entry.kind in KINDS and entry.about for entry in entries)
    assert all(not entry.unit for entry in entries if entry.kind in ("text", "id", "flag"))


def test_names_tell_their_units():
    units = {"ns": "ns", "bytes": "B", "gbps": "Gb/s", "s": "s", "w": "W", "usd": "USD"}
    for explained in (*(table.columns for table in TABLES.values()), SUMMARY, CAPACITY):
        for name, entry in explained.items():
            ending = name.rsplit("_", 1)[-1]
            if "_" in name and ending in units and "per" not in name and entry.kind in ("number", "count"):
                assert entry.unit == units[ending], name


def test_the_page_is_what_the_reference_says():
    assert (TOP / "docs" / "results.md").read_text(encoding="utf-8") == document()


def unknown(folder):
    """What a results folder holds that is not explained."""
    for file in folder.glob("*.csv"):
        with file.open(encoding="utf-8", newline="") as lines:
            yield from (f"{file.name}: {name}" for name in next(csv.reader(lines)) if name not in TABLES[file.name].columns)
    for name, explained in (("samples.csv", SAMPLES), ("events.csv", EVENTS)):
        with (folder / name).open(encoding="utf-8", newline="") as lines:
            yield from {f"{name}: {row['kind']}" for row in csv.DictReader(lines) if row["kind"] not in explained}
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    yield from unknown_keys(summary, SUMMARY)


def unknown_keys(found, explained):
    """Keys of an object, and of those within it, that are not explained."""
    for key, value in found.items():
        if key not in explained:
            yield f"summary.json: {key}"
            continue
        inner = value if isinstance(value, list) else [value]
        for one in inner:
            if isinstance(one, dict):
                yield from unknown_keys(one, explained[key].below)


@pytest.mark.skipif(not MRC_SIM.exists(), reason=f"no mrc-sim in {MRC_SIM.parent}")
def test_what_runs_leave_is_explained(tmp_path):
    for scenario in SCENARIOS:
        subprocess.run(
            [MRC_SIM, "run", scenario, "--out", tmp_path / scenario.stem, "--quiet"], capture_output=True, check=False
        )
    folders = [tmp_path / scenario.stem for scenario in SCENARIOS]
    assert len(folders) > 40
    assert [f"{folder.name}, {found}" for folder in folders for found in unknown(folder)] == []
