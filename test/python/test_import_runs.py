# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Imported scenarios run, by MRC and by RoCE, and their messages are those of the files."""

from __future__ import annotations

import json
from pathlib import Path

import pandas
import pytest
import test_import_hpcc
import test_import_htsim
import test_import_simai
from imports import command, write_files
from running import SIMULATOR, needs_simulator, run_scenario

pytestmark = needs_simulator

GOAL = """num_ranks 3
rank 0 {
l1: calc 1500
l2: send 104857b to 1 tag 7
l2 requires l1
}
rank 1 {
r1: recv 104857b from 0 tag 7
r2: calc 100
r2 requires r1
r3: send 8b to 2
r3 requires r2
}
rank 2 {
recv 8b from 1
}
"""
MATRIX = test_import_htsim.MATRIX.replace("5000000000", "5000000")
ENDLESS = "Nodes 8\nConnections 2\n0->1 start 0 size 0\n2->1 start 0 size 0\n"
FILES = {
    "htsim": ("htsim", [MATRIX, test_import_htsim.TREE]),
    "htsim-endless": ("htsim", [ENDLESS]),
    "hpcc": ("hpcc", list(test_import_hpcc.ALL[:2])),
    "simai": ("simai", [test_import_simai.WORKLOAD]),
    "goal": ("goal", [GOAL]),
    "cdf": ("cdf", ["0 0\n4000 50\n20000 100\n"]),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("transport", ["mrc", "roce"])
@pytest.mark.parametrize("name", FILES)
def test_an_imported_scenario_runs(tmp_path: Path, name: str, transport: str) -> None:
    kind, texts = FILES[name]
    files = write_files(tmp_path, texts)
    scenario = tmp_path / "x.json"
    arguments = [kind, *map(str, files), "-o", str(scenario), "--transport", transport]
    assert command.main(["--mrc-sim", str(SIMULATOR), *arguments]) == 0
    out = run_scenario(scenario, tmp_path / "out")
    assert json.loads((out / "summary.json").read_text())["outcome"] == "complete"
    again = run_scenario(out / "config.json", tmp_path / "again")
    assert (again / "flows.csv").read_bytes() == (out / "flows.csv").read_bytes()


def test_messages_of_a_program_follow_each_other(tmp_path: Path) -> None:
    files = write_files(tmp_path, [GOAL])
    command.main(["--mrc-sim", str(SIMULATOR), "goal", str(files[0]), "-o", str(tmp_path / "x.json")])
    out = run_scenario(tmp_path / "x.json", tmp_path / "out")
    first, second = pandas.read_csv(out / "flows.csv").itertuples()
    assert (first.src, first.dst, first.bytes, first.start_ns) == (0, 1, 104857, 1500)
    assert (second.src, second.dst, second.bytes) == (1, 2, 8)
    assert second.start_ns == pytest.approx(first.end_ns + 100)
