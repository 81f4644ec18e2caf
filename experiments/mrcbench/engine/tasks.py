# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A planned run, the simulator's estimate of it, and the marks of completed runs."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from .worker import die_with_parent, stamp

#: Folder of an output with the state of its runs.
STATE = ".runs"


def find_simulator(given: Path | None, top: Path) -> Path | None:
    """The simulator: the given one, that of the release build in a clone, or that of an installation."""
    built, installed = top / "build" / "release" / "mrc-sim", top.parent.parent / "bin" / "mrc-sim"
    places = [given] if given else [built, installed]
    paths = [place.resolve() for place in places]
    return next((path for path in paths if path.is_file() and os.access(path, os.X_OK)), None)


@dataclass(frozen=True)
class Successor:
    """A setting of a run that follows from another run, which is executed first."""

    name: str  #: of the other run
    path: str  #: of the setting
    part: float  #: the value is this part of the duration of the other run's first job


@dataclass(frozen=True)
class Task:
    """A planned run."""

    name: str  #: of its folder within the output; may have slashes
    scenario: Path
    settings: tuple[str, ...] = ()
    program: str = "run"
    after: Successor | None = None


@dataclass(frozen=True)
class Outcome:
    """The outcome of a run."""

    task: Task
    status: int  #: exit status of the simulator; negative: the signal that ended it
    said: str  #: its output
    done: bool  #: it left results
    stale: bool = False  #: by another build of the simulator
    took_s: float | None = None  #: from the start of the simulator's process to its end


def state_file(out: Path, name: str, suffix: str) -> Path:
    """A file of a run's state; names may contain dots."""
    return out / STATE / f"{name}{suffix}"


def build_of(simulator: Path) -> str:
    """A digest of a build of the simulator."""
    return _digest(simulator)[:16]


def _digest(path: Path) -> str:
    return _digest_at(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=None)
def _digest_at(path: Path, _mtime: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@lru_cache(maxsize=None)
def _named_in(scenario: Path, _mtime: int) -> tuple[str, ...]:
    """The files that a scenario names."""
    return tuple(_files_in(parsed(scenario.read_text(encoding="utf-8"))))


def parsed(text: str) -> Any:
    """The JSON value of a text, or the text if it is not JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _files_in(value: Any, key: str = "") -> list[str]:
    """Values of keys such as ``file``, ``sizesFile`` and ``plugins``, at any depth."""
    if isinstance(value, list):
        return [name for entry in value for name in _files_in(entry, key)]
    if isinstance(value, dict):
        return [name for inner, entry in value.items() for name in _files_in(entry, inner)]
    return [value] if isinstance(value, str) and names_file(key) else []


def simulate(simulator: Path, scenario: Path, out: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Execute a run, which dies with this process; with a status in `LEFT_RESULTS` it left results."""
    return subprocess.run(
        [simulator, "run", scenario, *words, "--out", out, "--quiet", "--no-progress"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False,
        preexec_fn=die_with_parent,
    )  # fmt: skip


def names_file(key: str) -> bool:
    """Whether a key of scenarios, or a path that ends with it, has names of files; ``profile`` has none."""
    return key.endswith("File") or key.rpartition(".")[2] == "file" or key.partition("[")[0] == "plugins"


def _files(task: Task) -> dict[str, Path]:
    """The files that a run reads in addition to its scenario, by their names."""
    names = list(_named_in(task.scenario, task.scenario.stat().st_mtime_ns))
    for path, _, text in (setting.partition("=") for setting in task.settings):
        names += _files_in(parsed(text), path)
    found = {name: task.scenario.resolve().parent / name for name in names}
    return {name: path for name, path in found.items() if path.is_file()}


def identity(task: Task) -> str:
    """A digest of a configuration, independent of the folders of its files."""
    after = task.after and [task.after.name, task.after.path, task.after.part]
    files = {name: _digest(path) for name, path in _files(task).items()}
    said = json.dumps([task.program, _digest(task.scenario), files, task.settings, after])
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def plan(task: Task, out: Path, simulator: Path) -> dict[str, Any]:
    """The description of a run for its worker."""
    scenario = task.scenario.resolve()
    found: dict[str, Any] = {
        "program": task.program,
        "simulator": str(simulator.resolve()),
        "scenario": str(scenario),
        "settings": list(task.settings),
        "out": str((out / task.name).resolve()),
        "inputs": {str(path): stamp(path) for path in (scenario, *_files(task).values())},
        "identity": identity(task),
        "build": build_of(simulator),
    }
    if task.after:
        other = (out / task.after.name).resolve()
        found["after"] = {"out": str(other), "set": task.after.path, "part": task.after.part}
    return found


def outcome(task: Task, out: Path, simulator: Path) -> Outcome | None:
    """The outcome of a run of this configuration; None if it is pending."""
    own = identity(task)
    for suffix, done in ((".done", True), (".failed", False)):
        if done and not (out / task.name / "summary.json").is_file():
            continue
        try:
            mark = json.loads(state_file(out, task.name, suffix).read_text(encoding="utf-8"))
            if mark["identity"] == own:
                stale = mark["build"] != build_of(simulator)
                status, said = int(mark["status"]), str(mark["said"])
                return Outcome(task, status, said, done, stale, mark.get("took_s"))
        except (OSError, ValueError, RecursionError, KeyError, TypeError):
            continue  # a run with a damaged mark is pending
    return None


@dataclass(frozen=True)
class Estimate:
    """The costs of a run; all 0 if unknown."""

    cpu_s: float = 0.0
    memory_bytes: float = 0.0
    result_bytes: float = 0.0
    packet_hops: float = 0.0
    #: Reason why the simulator rejects the run; empty if it accepts the run.
    refusal: str = ""


def estimate(task: Task, simulator: Path, elsewhere: bool = False) -> Estimate:
    """The simulator's estimate of a run.

    @param task the run; the setting that follows from another run is left out
    @param simulator the program
    @param elsewhere whether another machine, with other memory, executes it
    """
    if task.program != "run":
        return Estimate()
    command = [str(simulator), "check", str(task.scenario), "--estimate"]
    command += ["--force"] if elsewhere else []
    for setting in task.settings:
        command += ["--set", setting]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return Estimate(refusal=done.stderr.strip() or f"exit status {done.returncode}")
    said = json.loads(done.stdout)
    return Estimate(
        said["cpu_s"], said["memory_bytes"], said["result_bytes"], said["packet_hops"]
    )


def estimates(
    tasks: Sequence[Task], simulator: Path, cores: int, elsewhere: bool = False
) -> dict[str, Estimate]:
    """The estimate of each run, by name.

    The simulator is called once for runs that differ only in their seed: the estimate hardly depends on it,
    and the run itself rejects a scenario that does not fit.
    """
    keys = {task.name: without_seed(task) for task in tasks}
    asked = {keys[task.name]: task for task in reversed(tasks)}
    with ThreadPoolExecutor(cores) as pool:
        found = pool.map(lambda task: estimate(task, simulator, elsewhere), asked.values())
        try:
            said = dict(zip(asked, found))
        except BaseException:
            pool.shutdown(cancel_futures=True)  # Ctrl-C: cancel the remaining calls
            raise
    return {task.name: said[keys[task.name]] for task in tasks}


def without_seed(task: Task) -> tuple[object, ...]:
    """A common key of runs that differ only in their seed."""
    settings = tuple(setting for setting in task.settings if not setting.startswith("seed="))
    return (task.program, task.scenario, settings)
