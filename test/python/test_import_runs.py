# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Imported scenarios run, by MRC and by RoCE, and their messages are those of the files."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pandas
import pytest
import test_import_hpcc
import test_import_htsim
import test_import_simai
from chakra_traces import COLL, Node, collective, compute, receive, send, write
from imports import command, write_files
from mrcbench.importing.scenario import HOSTS, LINK_BPS, LINK_DELAY_NS, LONGEST_NS, network
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


def check(scenario: Path, *changes: str) -> str:
    """The problems of a scenario; empty if the simulator accepts it."""
    words = [str(SIMULATOR), "check", str(scenario)]
    done = subprocess.run([*words, *changes], capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


def test_the_limits_of_imports_are_those_of_the_simulator(tmp_path: Path) -> None:
    said = subprocess.run([str(SIMULATOR), "keys", "--json", "topology.hosts"], capture_output=True, check=True)
    ranges = {key.get("range") for key in json.loads(said.stdout)["keys"] if key["path"] == "topology.hosts"}
    assert f"from {HOSTS[0]} to {HOSTS[1]}" in ranges  # other kinds of topologies may have their own
    (file,) = write_files(tmp_path, [ENDLESS])
    scenario = tmp_path / "x.json"
    assert command.main(["--mrc-sim", str(SIMULATOR), "htsim", str(file), "-o", str(scenario)]) == 0
    assert check(scenario, "--set", f"stop={LONGEST_NS}ns") == ""
    for hosts in (32767, 32768, HOSTS[1]):
        assert check(scenario, *(f"--set=topology.{key}={value}" for key, value in network(hosts).items())) == ""
    assert "stop: found" in check(scenario, "--set", f"stop={LONGEST_NS + 1}ns")
    for key, good, bad in (
        ("hostRate", LINK_BPS[0], LINK_BPS[0] - 1), ("fabricRate", LINK_BPS[1], LINK_BPS[1] + 1),
        ("linkDelay", LINK_DELAY_NS, LINK_DELAY_NS + 1), ("switchDelay", LINK_DELAY_NS, LINK_DELAY_NS + 1),
    ):  # fmt: skip
        assert key not in check(scenario, f"--set=topology.{key}={good}")
        assert key in check(scenario, f"--set=topology.{key}={bad}")


@pytest.mark.parametrize(
    "duration, load", [("5", "1"), ("29.9", "1"), (".5us", "1"), ("1e3us", "0.001"), ("5 s", "1e-6")]
)
def test_durations_are_those_that_the_simulator_reads(tmp_path: Path, duration: str, load: str) -> None:
    (file,) = write_files(tmp_path, ["0 0\n10 100\n"])
    options = ["--duration", duration, "--load", load]
    arguments = ["cdf", str(file), "-o", str(tmp_path / "x.json"), *options]
    assert command.main(["--mrc-sim", str(SIMULATOR), *arguments]) == 0


@pytest.mark.slow
def test_a_program_that_computes_for_seconds_completes(tmp_path: Path) -> None:
    text = GOAL.replace("calc 1500", "calc 600000000\nl0: calc 30000000000\nl0 requires l1")
    (file,) = write_files(tmp_path, [text.replace("l2 requires l1", "l2 requires l0")])
    assert command.main(["--mrc-sim", str(SIMULATOR), "goal", str(file), "-o", str(tmp_path / "x.json")]) == 0
    out = run_scenario(tmp_path / "x.json", tmp_path / "out")
    assert json.loads((out / "summary.json").read_text())["outcome"] == "complete"


def after_barrier(rank: int, first: int, kind: str) -> list[Node]:
    """Nodes of a rank after a barrier; the barrier has the id before the first one."""
    if kind == "all-gather":
        return [collective(first, 2, 7000, first - 1)]
    if kind == "message":
        return [send(first, (rank + 1) % 3, 7000, first - 1), receive(first + 1, (rank + 2) % 3, 7000)]
    return [Node(first, COLL, [first - 1], [], 0, {"comm_type": 9}), *after_barrier(rank, first + 1, "all-gather")]


@pytest.mark.parametrize("after", ["all-gather", "message", "barrier"])
@pytest.mark.parametrize("before", ["computation", "broadcast"])
def test_nothing_starts_before_all_ranks_are_at_a_barrier(tmp_path: Path, before: str, after: str) -> None:
    """Computations of 0, 100 and 200 us, or a broadcast that ends at one rank after the other."""
    traces = {}
    for rank in range(3):
        work = [compute(0, 100 * rank)] if before == "computation" else [collective(0, 5, 2_000_000)]
        traces[rank] = [*work, Node(1, COLL, [0], [], 0, {"comm_type": 9}), *after_barrier(rank, 2, after)]
    files = map(str, write(tmp_path, traces))
    assert command.main(["--mrc-sim", str(SIMULATOR), "chakra", *files, "-o", str(tmp_path / "x.json")]) == 0
    flows = pandas.read_csv(run_scenario(tmp_path / "x.json", tmp_path / "out") / "flows.csv")
    later = flows["bytes"] == 7000
    assert later.sum() >= 3
    assert flows[later].start_ns.min() >= max([200_000, *flows[~later].end_ns])
