# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Runs of the simulator of this build, for tests."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

TOP = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("MRC_BUILD", TOP / "build" / "release")).resolve()
SIMULATOR = BUILD / "mrc-sim"

#: The mark of tests that need the simulator.
needs_simulator = pytest.mark.skipif(not SIMULATOR.is_file(), reason=f"no simulator at {SIMULATOR}")


def run_scenario(scenario: Path, out: Path, *words: str, expected: Sequence[int] = (0,)) -> Path:
    """The results folder of a run, which must have one of the expected exit statuses."""
    command = [str(SIMULATOR), "run", str(scenario), "--out", str(out), "--quiet", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in expected, done.stderr
    return out


def run_document(folder: Path, scenario: dict[str, Any], expected: Sequence[int] = (0,)) -> Path:
    """As run_scenario, of a scenario without its schema and name; the results are in the folder out."""
    file = folder / "scenario.json"
    file.write_text(json.dumps({"schema": 1, "name": "small", **scenario}), encoding="utf-8")
    return run_scenario(file, folder / "out", expected=expected)
