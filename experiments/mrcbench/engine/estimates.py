# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What the simulator says of runs before they are done: refused, or what they will take."""

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
    """What a run will take; all 0 where nobody knows."""

    cpu_s: float = 0.0
    memory_bytes: float = 0.0
    result_bytes: float = 0.0
    packet_hops: float = 0.0
    #: Why the simulator refuses the run; empty: it does not.
    refusal: str = ""


def estimate(task: Task, simulator: Path, elsewhere: bool = False) -> Estimate:
    """Ask the simulator about a run.

    @param task the run; of one after another, all but what that one decides is looked at
    @param simulator the program
    @param elsewhere whether another machine does it, whose memory nobody here knows
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
    """What the simulator says of each run, by name.

    It is asked once about runs that differ in their seed alone: what it refuses, and what it
    expects, hardly depends on draws, and where it does, the run itself tells.
    """
    asked: dict[tuple[object, ...], Task] = {}
    keys = {task.name: without_seed(task) for task in tasks}
    for task in tasks:
        asked.setdefault(keys[task.name], task)
    with ThreadPoolExecutor(cores) as pool:
        found = pool.map(lambda task: estimate(task, simulator, elsewhere), asked.values())
        try:
            said = dict(zip(asked, found))
        except BaseException:
            pool.shutdown(cancel_futures=True)  # Ctrl-C: nobody asks for the rest
            raise
    return {task.name: said[keys[task.name]] for task in tasks}


def without_seed(task: Task) -> tuple[object, ...]:
    """What runs have in common that differ in their seed alone."""
    settings = tuple(setting for setting in task.settings if not setting.startswith("seed="))
    return (task.program, task.scenario, settings)
