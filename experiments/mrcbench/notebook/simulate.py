# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Simulates a scenario and loads its results, in one call."""

from __future__ import annotations

import json
import signal
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..engine.tasks import find_simulator, names_file, simulate
from ..engine.worker import LEFT_RESULTS
from .loaded import LoadedRun, Place, load_run

_TOP = Path(__file__).resolve().parents[3]


class ScenarioError(ValueError):
    """The simulator rejects a scenario; ``problems`` has a text for each reason, with its place."""

    def __init__(self, problems: list[str]) -> None:
        """@param problems at least one"""
        super().__init__("the scenario cannot be run: " + "; ".join(problems))
        self.problems = problems


class SimulationError(RuntimeError):
    """There is no simulator, or it left no results."""


def run(
    scenario: Mapping[str, Any] | Place,
    set: Mapping[str, Any] | None = None,  # pylint: disable=redefined-builtin
    out: Place | None = None,
    mrc_sim: Place | None = None,
) -> LoadedRun:
    """Simulate a scenario and load its results.

    @param scenario the contents of a scenario file, or the path of one. Paths in a dict are relative to the
           current folder, those in a file to the folder of the file
    @param set values to change, by paths such as ``"workload[0].bytes"``
    @param out the results folder; None: a temporary one, which exists as long as the returned run
    @param mrc_sim the simulator; None: that of the release build
    @return the run, also if it did not complete (``completed``, ``summary["outcome"]``)
    @raise ScenarioError if the scenario is invalid
    @raise SimulationError if there is no simulator, or it left no results
    """
    simulator = find_simulator(Path(mrc_sim) if mrc_sim is not None else None, _TOP)
    if simulator is None:
        wanted = mrc_sim if mrc_sim is not None else _TOP / "build" / "release" / "mrc-sim"
        raise SimulationError(f"no simulator at {wanted}; ./mrc setup builds it")
    keeper = tempfile.TemporaryDirectory(prefix="mrc-run-")
    folder = Path(out) if out is not None else Path(keeper.name) / "results"
    file = _file_of(scenario, Path(keeper.name))
    changes = {path: _from_here(value, path) if isinstance(scenario, Mapping) else value
               for path, value in (set or {}).items()}  # fmt: skip
    settings = [f"--set={path}={json.dumps(value)}" for path, value in changes.items()]
    done = simulate(simulator, file, folder, *settings)
    status, said = done.returncode, done.stderr
    if status == 2:
        raise ScenarioError(_problems(said, file if file.parent == Path(keeper.name) else None))
    if status not in LEFT_RESULTS:
        how = f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"
        raise SimulationError(f"the simulator left no results ({how}): {said.strip() or 'it said nothing'}")
    return load_run(folder, keeper if out is None else None)


def _file_of(scenario: Mapping[str, Any] | Place, folder: Path) -> Path:
    """The file of a scenario; a dict is written to a file."""
    if not isinstance(scenario, Mapping):
        return Path(scenario)
    file = folder / "scenario.json"
    file.write_text(json.dumps(_from_here(scenario)), encoding="utf-8")
    return file


def _from_here(value: Any, key: str = "") -> Any:
    """A scenario with absolute paths of its files (keys such as ``file``, ``sizesFile`` and ``plugins``)."""
    if isinstance(value, Mapping):
        return {name: _from_here(inner, name) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_from_here(inner, key) for inner in value]
    if isinstance(value, str) and names_file(key):
        return str(Path(value).absolute())
    return value


def _problems(said: str, made: Path | None) -> list[str]:
    """The problems that the simulator reports: one line, or indented lines below their number.

    @param said output of the simulator
    @param made a temporary file, whose name is removed
    """
    lines = [line.replace(f"{made}: ", "") for line in said.splitlines() if line.strip()]
    listed = [line.strip() for line in lines if line.startswith("  ")]
    return listed or [line.removeprefix("mrc-sim: ") for line in lines] or ["the simulator does not say why"]
