# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""transport.profile from the command line: the output of check and config.json describe the run completely."""

from __future__ import annotations

import csv
import json
import subprocess
from pathlib import Path

import pytest
from running import SIMULATOR, needs_simulator

pytestmark = needs_simulator

SCENARIO = {
    "schema": 1,
    "name": "profiles",
    "topology": {"type": "clos", "planes": 2, "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4},
    "transport": {"type": "mrc"},
    "workload": [{"type": "incast", "receiver": 0, "senders": [4, 5, 6], "bytes": "1MB"}],
}

RESULTS = ("jobs.csv", "flows.csv", "links.csv", "samples.csv", "events.csv")


def simulate(*arguments: str | Path) -> str:
    done = subprocess.run(
        [SIMULATOR, *arguments], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(name="scenario")
def fixture_scenario(tmp_path: Path) -> Path:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(SCENARIO), encoding="utf-8")
    return file


def test_check_and_config_show_the_outcome(scenario: Path, tmp_path: Path) -> None:
    profile = ("--set", "transport.profile=uec")
    checked = json.loads(simulate("check", scenario, *profile))
    assert checked["transport"]["pathSelector"] == "mixed"
    assert checked["switch"]["ecn"]["lastHop"] is True
    assert checked["transport"]["attributes"]["ns3::MrcNscc::WindowRule"] == "htsim"
    simulate("run", scenario, *profile, "--out", tmp_path / "out")
    kept = json.loads((tmp_path / "out" / "config.json").read_text(encoding="utf-8"))
    assert kept["transport"] == checked["transport"]
    assert kept["switch"] == checked["switch"]


@pytest.mark.parametrize("profile", ["mrc", "uec", "enhanced"])
def test_the_effective_configuration_is_the_same_run(
    scenario: Path, tmp_path: Path, profile: str
) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    simulate("run", scenario, "--set", f"transport.profile={profile}", "--out", first)
    simulate("run", first / "config.json", "--out", again)
    for name in RESULTS + ("config.json",):
        assert (again / name).read_bytes() == (first / name).read_bytes(), name


def test_a_profile_makes_another_run(scenario: Path, tmp_path: Path) -> None:
    for profile in ("mrc", "uec"):
        simulate("run", scenario, "--set", f"transport.profile={profile}", "--out", tmp_path / profile)
    flows = [(tmp_path / profile / "flows.csv").read_bytes() for profile in ("mrc", "uec")]
    assert flows[0] != flows[1]


def test_sacks_take_the_line_time_that_the_attribute_sets(scenario: Path, tmp_path: Path) -> None:
    one = 'workload=[{"type": "write", "hosts": [0, 4], "bytes": "1MB"}]'
    size = 'transport.attributes={"ns3::Fabric::SackBytes": 64}'
    simulate("run", scenario, "--set", one, "--set", size, "--out", tmp_path / "out")
    with (tmp_path / "out" / "links.csv").open(encoding="utf-8") as file:
        answers = [row for row in csv.DictReader(file) if row["a"] == "h4" and int(row["packets"]) > 0]
    assert answers, "the receiver sends SACKs"
    for row in answers:
        assert int(row["bytes"]) == int(row["packets"]) * (64 - 20), "without preamble and gap"
