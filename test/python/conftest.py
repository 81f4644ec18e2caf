# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Fixtures: small synthetic scenarios, results folders and a stand-in for the simulator that makes them."""

from __future__ import annotations

import copy
import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import programs
import pytest
import synthetic
from synthetic import load_results

if TYPE_CHECKING:  # most tests draw nothing, and need no matplotlib
    from mrcbench.drawing.runs import Run

RING = {"name": "ring", "type": "all-reduce", "bytes": "64MB", "qps": 1}

MRC_SCENARIO: dict[str, Any] = {
    "schema": 1,
    "name": "ring",
    "seed": 1,
    "topology": {
        "type": "clos",
        "planes": 4,
        "hosts": 8,
        "hostsPerT0": 4,
        "t1PerPlane": 4,
        "hostRate": "100Gbps",
    },
    "transport": {"type": "mrc", "routing": "srv6"},
    "workload": [RING],
    "measure": {"sampleInterval": "10us"},
}


@pytest.fixture
def scenario() -> Callable[..., dict[str, Any]]:
    """A function that makes a scenario of 8 hosts with optional transport, QPs, jobs and faults."""

    def make(
        transport: str = "mrc",
        qps: int = 1,
        workload: list[dict[str, Any]] | None = None,
        faults: list[dict[str, Any]] | None = None,
    ) -> dict[str, Any]:
        config = copy.deepcopy(MRC_SCENARIO)
        if transport == "roce":
            config["transport"] = {"type": "roce"}
            config["topology"].update(planes=1, hostRate="400Gbps")
        config["workload"] = copy.deepcopy(workload or [RING])
        for job in config["workload"]:
            job["qps"] = qps
        if faults:
            config["faults"] = faults
        return config

    return make


@pytest.fixture
def folder(tmp_path: Path, scenario: Callable[..., dict[str, Any]]) -> Path:
    """The results folder of a ring all-reduce of MRC on 8 hosts."""
    return synthetic.write_results(tmp_path / "ring-mrc", scenario())


@pytest.fixture
def make_run(tmp_path: Path) -> Callable[..., Run]:
    """A function that writes and loads a run: case, variant, scenario, behavior."""

    def make(
        case: str, variant: str, config: dict[str, Any], how: synthetic.Behavior | None = None
    ) -> Run:
        from mrcbench.drawing.runs import Run

        path = tmp_path / f"{case}-{variant}".replace(" ", "-")
        return Run(case, variant, load_results(synthetic.write_results(path, config, how)))

    return make


@pytest.fixture
def three_rings(scenario: Callable[..., dict[str, Any]], make_run: Callable[..., Run]) -> list[Run]:
    """The ring all-reduce of MRC and of RoCE with 1 and 8 QPs, with a link failure."""
    fault = [{"at": "2ms", "what": "link-down", "for": "1ms"}]
    return [
        make_run("ring", "MRC", scenario("mrc", faults=fault)),
        make_run("ring", "RoCE, 1 QP", scenario("roce", faults=fault)),
        make_run("ring", "RoCE, 8 QPs", scenario("roce", qps=8, faults=fault)),
    ]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that never start the real simulator."""
    for item in items:
        if "fake_simulator" in getattr(item, "fixturenames", ()):
            item.add_marker("stand_in")


@pytest.fixture
def fake_simulator(tmp_path: Path) -> Path:
    """An executable with the command line of the simulator."""
    program = tmp_path / "mrc-sim"
    script = Path(__file__).with_name("fake_mrc_sim.py")
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    return program


@pytest.fixture
def make_folder(
    tmp_path: Path, scenario: Callable[..., dict[str, Any]]
) -> Callable[..., Path]:
    """A function that writes a figure with some parts replaced, and returns its folder."""

    def make(**changes: Any) -> Path:
        folder = tmp_path / "figures" / "ring"
        programs.write_figure(folder, **changes)
        (folder / "scenario.json").write_text(json.dumps(scenario()), encoding="utf-8")
        return folder

    return make


@pytest.fixture
def write_sweep(tmp_path: Path, scenario: Callable[..., dict[str, Any]]) -> Callable[..., Path]:
    """A function that writes a sweep of a ring with these keys, and returns its file."""

    def make(**keys: Any) -> Path:
        (tmp_path / "scenario.json").write_text(json.dumps(scenario()), encoding="utf-8")
        path = tmp_path / "ring.json"
        path.write_text(json.dumps(keys), encoding="utf-8")
        return path

    return make


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The log of the runs of the simulator's stand-in."""
    path = tmp_path / "log"
    path.write_text("", encoding="utf-8")
    monkeypatch.setenv("FAKE_MRC_LOG", str(path))
    return path


def ended(log: Path) -> list[str]:
    """Names of the runs that ended since the last call, in alphabetical order."""
    lines = log.read_text(encoding="utf-8").splitlines()
    log.write_text("", encoding="utf-8")
    return sorted(Path(line.removeprefix("end ")).name for line in lines if line.startswith("end "))


def rebuild(simulator: Path) -> None:
    """Make another build of the simulator with the same behavior."""
    simulator.write_text(f"{simulator.read_text(encoding='utf-8')}# and more\n", encoding="utf-8")


def heed_ctrl_c() -> None:
    """In a child: a background job is started with SIGINT ignored, and its children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
