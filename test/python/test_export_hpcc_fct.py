# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""fct.txt of HPCC: the completed flows of a results folder."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import export
import pandas as pd
import pytest
from exports import run_export, write_scenario
from mrcbench.exporting.formats.hpcc_fct import hex_address, lines
from running import SIMULATOR, needs_simulator, run_scenario

pytestmark = needs_simulator

JOBS = [
    {"name": "all", "type": "incast", "receiver": 0, "senders": [3, 5, 6], "bytes": "30KB"},
    {"name": "ring", "type": "all-reduce", "hosts": [1, 2, 4, 7], "bytes": "1MB", "start": "3us"},
]


@pytest.fixture(name="results", scope="module")
def fixture_results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of an incast and a ring."""
    folder = tmp_path_factory.mktemp("fct")
    return run_scenario(write_scenario(folder, JOBS), folder / "results")


def read(path: Path) -> list[list[str]]:
    """The words of each line."""
    return [line.split(" ") for line in path.read_text(encoding="utf-8").splitlines()]


def flows_of(results: Path) -> list[dict[str, str]]:
    """The rows of flows.csv."""
    with (results / "flows.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def host_of(address: str) -> int:
    """The host of an address of HPCC, as its function ip_to_node_id computes it."""
    return int(address, 16) >> 8 & 0xFFFF


def test_every_completed_flow_has_a_line_with_its_bytes_and_times(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_export("--hpcc-fct", results, "-o", tmp_path / "fct.txt") == 0
    assert "left out" not in capsys.readouterr().err
    rows = read(tmp_path / "fct.txt")
    assert all(len(row) == 8 for row in rows)
    found = sorted((host_of(row[0]), host_of(row[1]), *map(int, row[4:])) for row in rows)
    assert found == sorted(
        tuple(round(float(flow[key])) for key in ("src", "dst", "bytes", "start_ns", "fct_ns", "ideal_ns"))
        for flow in flows_of(results)
    )


def test_lines_are_in_the_order_in_which_flows_end(results: Path, tmp_path: Path) -> None:
    assert run_export("--hpcc-fct", results, "-o", tmp_path / "fct.txt") == 0
    flows = sorted(flows_of(results), key=lambda flow: float(flow["end_ns"]))
    rows = read(tmp_path / "fct.txt")
    assert [host_of(row[0]) for row in rows] == [int(flow["src"]) for flow in flows]


def test_numbers_of_hosts_in_place_of_addresses_change_nothing_else(results: Path, tmp_path: Path) -> None:
    assert run_export("--hpcc-fct", results, "-o", tmp_path / "hex.txt") == 0
    assert run_export("--hpcc-fct", results, "-o", tmp_path / "decimal.txt", "--decimal-ids") == 0
    renamed = [[str(host_of(row[0])), str(host_of(row[1])), *row[2:]] for row in read(tmp_path / "hex.txt")]
    assert renamed == read(tmp_path / "decimal.txt")


def test_addresses_are_those_of_hpcc() -> None:
    assert [hex_address(host) for host in (0, 1, 255, 256, 513)] == [
        "0b000001", "0b000101", "0b00ff01", "0b010001", "0b020101",
    ]  # fmt: skip


def test_ports_are_labels_of_incasts_and_count_the_flows_of_a_pair(results: Path, tmp_path: Path) -> None:
    assert run_export("--hpcc-fct", results, "-o", tmp_path / "fct.txt", "--decimal-ids") == 0
    rows = read(tmp_path / "fct.txt")
    assert {row[0] for row in rows if row[3] == "200"} == {"3", "5", "6"}
    assert {row[0] for row in rows if row[3] == "100"} == {"1", "2", "4", "7"}
    ring = [row for row in rows if row[:2] == ["1", "2"]]
    assert sorted(int(row[2]) for row in ring) == [10000 + number for number in range(6)]


def test_durations_are_divisors() -> None:
    row = {"src": "0", "dst": "1", "job": "a", "completed": True, "bytes": 1.0}
    times = {"start_ns": 0.2, "end_ns": 0.5, "fct_ns": 0.3, "ideal_ns": 0.25}
    assert lines(pd.DataFrame([row | times]), {}, str) == ["0 1 10000 100 1 0 1 1"]


def test_flows_that_did_not_complete_are_counted(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = tmp_path / "cut"
    cut.mkdir()
    for file in results.iterdir():
        (cut / file.name).write_bytes(file.read_bytes())
    flows = flows_of(results)
    for number in (1, 3):
        flows[number].update(completed="false", end_ns="", fct_ns="", slowdown="")
    with (cut / "flows.csv").open("w", encoding="utf-8") as file:
        writer = csv.DictWriter(file, flows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(flows)
    assert run_export("--hpcc-fct", cut) == 0
    assert f"2 of {len(flows)} flows are left out" in capsys.readouterr().err
    assert len(read(cut / "fct.txt")) == len(flows) - 2


def test_results_without_flows_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    summary = {"program": "capacity"}
    (tmp_path / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
    assert run_export("--hpcc-fct", tmp_path) == 2
    assert str(tmp_path / "summary.json") in capsys.readouterr().err
    assert not (tmp_path / "fct.txt").exists()


def test_nothing_is_written_where_nothing_can_be(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_export("--hpcc-fct", results, "-o", tmp_path) == 2
    assert str(tmp_path) in capsys.readouterr().err
    assert not any(tmp_path.iterdir())


def test_an_option_of_another_format_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        export.main(["--htsim", str(tmp_path), "--decimal-ids", "--mrc-sim", str(SIMULATOR)])
    assert ended.value.code == 2
    assert "--decimal-ids: allowed only with --hpcc-fct" in capsys.readouterr().err
