# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""./mrc export on small scenarios, for the tests of its formats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import export
from mrcbench.arguments import as_command
from running import SIMULATOR

TOPOLOGY = {"type": "clos", "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 2}


def write_scenario(folder: Path, workload: list[dict[str, Any]], **keys: Any) -> Path:
    """A scenario of eight hosts under two T0s, or with other keys."""
    path = folder / "scenario.json"
    scenario = {"schema": 1, "name": "small", "topology": TOPOLOGY, "workload": workload}
    path.write_text(json.dumps(scenario | keys), encoding="utf-8")
    return path


def run_export(*words: object) -> int:
    """The exit status of an export."""
    return as_command("export", lambda: export.main([*map(str, words), "--mrc-sim", str(SIMULATOR)]))
