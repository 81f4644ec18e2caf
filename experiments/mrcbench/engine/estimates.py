# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The simulator's estimates of planned runs: rejection, or time, memory and size of results."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from .tasks import Task


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
