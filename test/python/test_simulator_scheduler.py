# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The event list of mrc-sim affects only speed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from running import SIMULATOR, TOP, needs_simulator

SCENARIO = TOP / "test" / "golden" / "mrc-permutation.json"


def results(out: Path, values: str | None) -> dict[str, bytes]:
    """All CSV files of a run, with ns-3's global values set by its environment variable."""
    environment = {k: v for k, v in os.environ.items() if k != "NS_GLOBAL_VALUE"}
    if values is not None:
        environment["NS_GLOBAL_VALUE"] = values
    subprocess.run(
        [SIMULATOR, "run", SCENARIO, "--quiet", "--out", out], env=environment, check=True
    )
    return {path.name: path.read_bytes() for path in sorted(out.glob("*.csv"))}


@needs_simulator
def test_results_do_not_depend_on_the_event_list(tmp_path: Path) -> None:
    usual = results(tmp_path / "usual", None)
    assert usual
    assert results(tmp_path / "map", "SchedulerType=ns3::MapScheduler") == usual
