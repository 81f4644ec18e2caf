# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Without faults MRC detects no faults: it retires no EV, and declares no packet lost that has arrived.

Every scenario of the repository with MRC, trimming, and neither faults nor loss runs at reduced size: fewer hosts,
shorter messages. The ground truth is that of the simulator, which has the state of both ends and of every link.
"""

from __future__ import annotations

import copy
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import figures
import pytest
from running import SIMULATOR, TOP, needs_simulator

pytestmark = pytest.mark.slow

SCENARIOS = TOP / "experiments" / "scenarios"
GOLDEN = TOP / "test" / "golden"

#: Approximate packet-hops of a run; 0.3 s.
BUDGET = 500_000
#: Larger clusters are replaced by one of 8 racks with 8 hosts each.
MOST_HOSTS = 64
#: Shortest reduced messages.
LEAST_BYTES = 16_384

#: Counters that must be 0.
FALSE_BELIEFS = ("evs_retired_wrongly", "false_losses")

UNITS = {"": 1, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30}
TIMES_NS = {"ps": 1e-3, "ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
NUMBERS = {None: 1, "thousand": 1e3, "million": 1e6, "billion": 1e9}


def list_scenarios() -> Iterator[tuple[str, Path, tuple[str, ...]]]:
    """Name, file and settings of every scenario of the repository."""
    for file in sorted(SCENARIOS.rglob("*.json")):
        yield str(file.relative_to(SCENARIOS).with_suffix("")), file, ()
    for figure in (figures.load(name, figures.FIGURES) for name in figures.list_figures(figures.FIGURES)):
        for run in figure.simulations(quick=False):
            if figure.program == "run" and run.seed == run.run.seeds[0]:
                yield f"{figure.id}/{run.case}", run.run.scenario, figure.settings(run, quick=False)
    for file in sorted(GOLDEN.glob("*.json")):
        yield f"golden/{file.stem}", file, ()


def check(file: Path, settings: tuple[str, ...] = ()) -> tuple[dict[str, Any], float]:
    """The effective scenario, and its estimated packet-hops."""
    changes = [word for setting in settings for word in ("--set", setting)]
    done = subprocess.run(
        [SIMULATOR, "check", file, "--force", *changes],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.search(r"([\d.]+)(?: (thousand|million|billion))? packet-hops", done.stderr)
    assert found, done.stderr
    return json.loads(done.stdout), float(found[1]) * NUMBERS[found[2]]


def is_sound(scenario: dict[str, Any]) -> bool:
    """Whether the scenario has no faults, and MRC can detect that.

    The profile uec is left out: its rules are those of uet-htsim. So are EV tables without a trial of suspended EVs, in
    which every silent loss retires an EV.
    """
    return (
        scenario["transport"]["type"] == "mrc"
        and scenario["transport"]["profile"] != "uec"
        and scenario["transport"]["attributes"].get("ns3::MrcEvParameters::LossTrial") != 0
        and scenario["switch"]["trimming"]
        and not scenario["faults"]
        and not scenario["loss"]
    )


def scale(value: str | float, factor: float, units: dict[str, float], suffix: str) -> float:
    """A quantity with a unit, times a factor."""
    found = re.fullmatch(rf"([\d.]+)({'|'.join(units)}){suffix}", str(value))
    assert found, value
    return float(found[1]) * units[found[2]] * factor


def shrink_cluster(scenario: dict[str, Any]) -> None:
    """Reduce a large cluster; an incast keeps its cluster, because it depends on its senders."""
    incast = any(job["type"] == "incast" for job in scenario["workload"])
    if scenario["topology"].get("hosts", 0) > MOST_HOSTS and not incast:
        if scenario["topology"]["tiers"] == 3:
            scenario["topology"].update(hosts=MOST_HOSTS, hostsPerT0=4, t0PerPod=4, t1PerPod=4, t2PerPlane=16)
        else:
            scenario["topology"].update(hosts=MOST_HOSTS, hostsPerT0=8, t1PerPlane=8)
        for job in scenario["workload"]:
            if isinstance(job["hosts"], dict):
                job["hosts"]["count"] = min(job["hosts"]["count"], MOST_HOSTS)


def shrink_messages(scenario: dict[str, Any], factor: float) -> None:
    """Shorten each message by a factor, and its start time by the same factor."""
    for job in scenario["workload"]:
        if "bytes" in job:
            job["bytes"] = max(LEAST_BYTES, int(scale(job["bytes"], factor, UNITS, "B?")))
        job["start"] = f"{scale(job['start'], factor, TIMES_NS, ''):.0f}ns"


def list_sound() -> list[Any]:
    """The scenarios without faults, one for each of the test's runs."""
    if not SIMULATOR.exists():
        return []
    effective = ((name, check(file, settings)[0]) for name, file, settings in list_scenarios())
    return [pytest.param(scenario, id=name) for name, scenario in effective if is_sound(scenario)]


SOUND = list_sound()


@pytest.mark.parametrize("scenario", SOUND)
def test_what_is_sound_is_not_thought_broken(scenario: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "scenario.json"
    scenario = copy.deepcopy(scenario)
    shrink_cluster(scenario)
    scenario["measure"] = {"sampleInterval": 0}
    file.write_text(json.dumps(scenario), encoding="utf-8")
    hops = check(file)[1]
    if hops > BUDGET:
        shrink_messages(scenario, BUDGET / hops)
        file.write_text(json.dumps(scenario), encoding="utf-8")
    command = [SIMULATOR, "run", file, "--quiet", "--out", tmp_path / "out"]
    subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=300)
    summary = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    assert summary["data_packet_hops"] > 0
    assert {key: summary[key] for key in FALSE_BELIEFS} == dict.fromkeys(FALSE_BELIEFS, 0)


@needs_simulator
def test_there_are_scenarios_of_every_kind() -> None:
    names = [parameter.id for parameter in SOUND]
    for name in ("first", "demo/incast-mrc", "bench-w3", "incast/mrc@63", "golden/mrc-permutation"):
        assert name in names
    assert "demo/link-failure-mrc" not in names
