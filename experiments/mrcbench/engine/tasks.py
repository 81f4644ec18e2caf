# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A run that is to be done, and how one knows that it has been done."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from .worker import stamp

#: Folder of an output that tells what was done.
STATE = ".runs"


def find_simulator(given: Path | None, top: Path) -> Path | None:
    """The simulator: as given, or of the release build below the top of the repository."""
    path = (given or top / "build" / "release" / "mrc-sim").resolve()
    return path if path.is_file() and os.access(path, os.X_OK) else None


@dataclass(frozen=True)
class Successor:
    """What a run takes from another one that is done before it."""

    name: str  #: of the other run
    path: str  #: what is set
    part: float  #: to this part of the duration of its first job


@dataclass(frozen=True)
class Task:
    """A run to be done."""

    name: str  #: of its folder within the output; may have slashes
    scenario: Path
    settings: tuple[str, ...] = ()
    program: str = "run"
    after: Successor | None = None


@dataclass(frozen=True)
class Outcome:
    """What became of a run."""

    task: Task
    status: int  #: exit status of the simulator; negative: the signal that ended it
    said: str  #: what it said
    done: bool  #: there are results
    stale: bool = False  #: made by another build of the simulator
    took_s: float | None = None  #: from the start of the simulator's process to its end


def state_file(out: Path, name: str, suffix: str) -> Path:
    """A file of a run's state; names may have dots."""
    return out / STATE / f"{name}{suffix}"


def build_of(simulator: Path) -> str:
    """What tells one build of the simulator from another."""
    return _digest(simulator, simulator.stat().st_mtime_ns)[:16]


@lru_cache(maxsize=None)
def _digest(path: Path, _mtime: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@lru_cache(maxsize=None)
def _scenario(path: Path, _mtime: int) -> tuple[str, tuple[str, ...]]:
    """A digest of a scenario, and the files that it names."""
    try:
        named = _files_in(json.loads(path.read_text(encoding="utf-8")))
    except ValueError:
        named = []
    return _digest(path, _mtime), tuple(named)


def _files_in(value: Any, key: str = "") -> list[str]:
    """Values of keys such as ``file`` and ``sizesFile``, at any depth."""
    if isinstance(value, list):
        return [name for entry in value for name in _files_in(entry)]
    if isinstance(value, dict):
        return [name for inner, entry in value.items() for name in _files_in(entry, inner)]
    return [value] if isinstance(value, str) and key.lower().endswith("file") else []


def _files_set(setting: str) -> list[str]:
    """Files that a setting names."""
    path, _, text = setting.partition("=")
    try:
        value = json.loads(text)
    except ValueError:
        value = text
    return _files_in(value, path)


def _files(task: Task) -> dict[str, str]:
    """Digests of all files that a run reads besides its scenario, by their names."""
    names = list(_scenario(task.scenario, task.scenario.stat().st_mtime_ns)[1])
    names += [name for setting in task.settings for name in _files_set(setting)]
    found = {}
    for name in names:
        path = task.scenario.parent / name
        if path.is_file():
            found[name] = _digest(path, path.stat().st_mtime_ns)
    return found


def inputs(task: Task) -> dict[str, list[int]]:
    """All files that a run reads, by their paths, with what changes when they do."""
    scenario = task.scenario.resolve()
    return {str(path): stamp(path) for path in (scenario, *(scenario.parent / name for name in _files(task)))}


def identity(task: Task) -> str:
    """What tells one configuration from another, wherever the files lie."""
    after = task.after and [task.after.name, task.after.path, task.after.part]
    content = _digest(task.scenario, task.scenario.stat().st_mtime_ns)
    said = json.dumps([task.program, content, _files(task), task.settings, after])
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def plan(task: Task, out: Path, simulator: Path) -> dict[str, Any]:
    """All that a worker needs to know of a run."""
    found: dict[str, Any] = {
        "program": task.program,
        "simulator": str(simulator.resolve()),
        "scenario": str(task.scenario.resolve()),
        "settings": list(task.settings),
        "out": str((out / task.name).resolve()),
        "inputs": inputs(task),
        "identity": identity(task),
        "build": build_of(simulator),
    }
    if task.after:
        other = (out / task.after.name).resolve()
        found["after"] = {"out": str(other), "set": task.after.path, "part": task.after.part}
    return found


def outcome(task: Task, out: Path, simulator: Path) -> Outcome | None:
    """What became of a run of this configuration; None if it is still to be done."""
    for suffix, done in ((".done", True), (".failed", False)):
        try:
            mark = json.loads(state_file(out, task.name, suffix).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if done and not (out / task.name / "summary.json").is_file():
            continue
        if mark.get("identity") == identity(task):
            stale = mark.get("build") != build_of(simulator)
            return Outcome(task, mark["status"], mark["said"], done, stale, mark.get("took_s"))
    return None
