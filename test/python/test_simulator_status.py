# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Exit status of the simulator where no check of the scenario can foresee the reason."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SIMULATOR = Path(os.environ.get("MRC_SIM", ROOT / "build" / "release" / "mrc-sim"))


pytestmark = pytest.mark.skipif(not SIMULATOR.is_file(), reason=f"no simulator at {SIMULATOR}")

LOSSY = "note: switch.pfc is false, so the network is lossy: RoCEv2 goes back N packets for each loss\n"


@pytest.mark.parametrize(
    "command, note",
    [
        (["check"], LOSSY),
        (["run"], LOSSY),
        (["run", "--quiet"], ""),
        (["check", "--set", "switch.pfc=true"], ""),
        (["run", "--set", "switch.pfc=true"], ""),
        (["run", "--set", "transport.type=mrc"], ""),
    ],
    ids=str,
)
def test_roce_without_pfc_is_told_to_be_lossy(
    tmp_path: Path, command: list[str], note: str
) -> None:
    scenario = tmp_path / "roce.json"
    scenario.write_text(
        json.dumps(
            {
                "schema": 1,
                "name": "roce",
                "topology": {"type": "clos", "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2},
                "transport": {"type": "roce"},
                "workload": [{"type": "write", "hosts": [0, 3], "bytes": 1}],
            }
        ),
        encoding="utf-8",
    )
    done = subprocess.run(
        [SIMULATOR, command[0], scenario, *command[1:]],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    if command[0] == "run":
        assert done.stderr == note
    else:  # the estimate follows
        assert done.stderr.startswith(note) and done.stderr.count("note:") == bool(note)


def test_a_buffer_smaller_than_its_headroom_is_bad_input(tmp_path: Path) -> None:
    scenario = tmp_path / "small-buffer.json"
    scenario.write_text(
        json.dumps(
            {
                "schema": 1,
                "name": "small-buffer",
                "topology": {"type": "clos", "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2},
                "switch": {"pfc": True, "buffer": "10KB"},
                "transport": {"type": "roce"},
                "workload": [{"type": "write", "hosts": [0, 3], "bytes": 1}],
            }
        ),
        encoding="utf-8",
    )
    out = tmp_path / "out"
    run = subprocess.run(
        [SIMULATOR, "run", scenario, "--out", out], capture_output=True, text=True, check=False
    )
    assert run.returncode == 2, run.stderr
    assert "headroom alone takes" in run.stderr
    assert not out.exists()
