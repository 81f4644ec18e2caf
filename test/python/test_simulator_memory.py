# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Estimated memory of a run, and runs without enough memory."""

from __future__ import annotations

import json
import os
import resource
import subprocess
from pathlib import Path

import pytest
from running import SIMULATOR, needs_simulator

pytestmark = needs_simulator

SCENARIO = {
    "schema": 1,
    "name": "memory",
    "topology": {"type": "clos", "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2},
    "workload": [{"type": "permutation", "bytes": 4096}],
}

#: Number of hosts whose QPs need far more than LIMIT, but small enough to fail soon
TOO_MANY = {"topology": {"type": "clos", "hosts": 2048, "hostsPerT0": 64, "t1PerPlane": 64}}
ALL_TO_ALL = {"workload": [{"type": "all-to-all", "bytes": 1}]}
LIMIT = 200 << 20


def simulate(folder: Path, *arguments: str, scenario: dict | None = None, limit: int | None = None):
    """Runs the simulator in a folder, with limited address space, bytes."""
    file = folder / "scenario.json"
    file.write_text(json.dumps(SCENARIO | (scenario or {})), encoding="utf-8")

    def restrict() -> None:
        if limit:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    return subprocess.run(
        [SIMULATOR, arguments[0], file, *arguments[1:]],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        preexec_fn=restrict,
    )


def sanitized() -> bool:
    """Sanitizers reserve terabytes of address space, so a limit ends them at once."""
    return b"__asan_init" in SIMULATOR.read_bytes()


def test_check_tells_the_estimate_beside_a_configuration_that_runs(tmp_path: Path) -> None:
    check = simulate(tmp_path, "check")
    assert check.returncode == 0
    assert "packet-hops" in check.stderr and "of memory" in check.stderr
    again = simulate(tmp_path, "run", "--quiet", scenario=json.loads(check.stdout))
    assert again.returncode == 0, again.stderr
    assert again.stderr == ""


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_run_beyond_all_memory_is_refused_at_once(tmp_path: Path, command: str) -> None:
    huge = {"topology": {"type": "clos", "hosts": 65536, "hostsPerT0": 64, "t1PerPlane": 64}}
    refused = simulate(tmp_path, command, scenario=huge | ALL_TO_ALL)
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert "a run needs about" in refused.stderr and "TB of memory" in refused.stderr
    assert "--force" in refused.stderr
    assert sorted(os.listdir(tmp_path)) == ["scenario.json"]


def test_force_checks_what_does_not_fit(tmp_path: Path) -> None:
    huge = {"topology": {"type": "clos", "hosts": 65536, "hostsPerT0": 64, "t1PerPlane": 64}}
    check = simulate(tmp_path, "check", "--force", scenario=huge | ALL_TO_ALL)
    assert check.returncode == 0
    assert json.loads(check.stdout)["topology"]["hosts"] == 65536


@pytest.mark.skipif(SIMULATOR.is_file() and sanitized(), reason="no limit with sanitizers")
def test_a_limit_of_the_process_counts(tmp_path: Path) -> None:
    refused = simulate(tmp_path, "run", scenario=TOO_MANY | ALL_TO_ALL, limit=LIMIT)
    assert refused.returncode == 2
    assert "ulimit -v leaves" in refused.stderr
    assert sorted(os.listdir(tmp_path)) == ["scenario.json"]


@pytest.mark.skipif(SIMULATOR.is_file() and sanitized(), reason="no limit with sanitizers")
def test_running_out_of_memory_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    scenario = TOO_MANY | ALL_TO_ALL | {"measure": {"pcap": [{"host": 0, "plane": 0}]}}
    ended = simulate(tmp_path, "run", "--force", scenario=scenario, limit=LIMIT)
    assert ended.returncode in (1, 2), ended.stderr
    assert "out of memory; no results have been written" in ended.stderr
    assert sorted(path.name for path in tmp_path.rglob("*")) in (
        ["scenario.json"],
        ["results", "scenario.json"],
    )


def test_the_peak_is_the_simulators_and_not_its_parents(tmp_path: Path) -> None:
    ballast = bytearray(os.urandom(1 << 20) * 200)
    assert simulate(tmp_path, "run", "--quiet", "--out", "out").returncode == 0
    summary = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    assert summary["peak_rss_bytes"] < len(ballast)


@pytest.mark.slow
def test_a_file_without_end_is_refused() -> None:
    refused = subprocess.run(
        [SIMULATOR, "check", "/dev/zero"], capture_output=True, text=True, check=False
    )
    assert refused.returncode == 2
    assert "too large" in refused.stderr
