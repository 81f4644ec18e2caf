#!/usr/bin/python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Executes one run: ``worker.py NAME.json`` leaves ``NAME.done`` or ``NAME.failed`` in the same folder.

The mark ``done`` is written atomically when the simulator has ended by itself and left results. So a run that
was killed is not done, even if it left files. One exception: if this process is killed between the end of the
simulator and the mark, the run counts as done, because the simulator writes the summary last, and the summary
did not exist before the run. When its parent dies, this process and the simulator die: they do not write into
a folder that another sweep uses. It needs only Python, because it may run on any machine of a cluster.

Exit status: 0 the run left results, 1 it did not.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import signal
import subprocess
import sys
import time

# No further imports: this starts once per run, and many runs are shorter than an import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

#: Option of prctl(2): the signal that a process gets when its parent dies.
PR_SET_PDEATHSIG = 1

#: Exit statuses of a simulator that has left results.
LEFT_RESULTS = (0, 1)

#: Exit status of a run whose inputs changed since it was planned, and of one that could not be started.
NOT_AS_PLANNED = 126
NOT_RUN = 127


def die_with_parent() -> None:
    """Let the kernel kill this process when its parent ends."""
    parent = os.getppid()
    libc = ctypes.CDLL(None, use_errno=True)
    if hasattr(libc, "prctl"):
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)  # the parent died before the call


def write_mark(path: str | Path, content: dict[str, Any]) -> None:
    """Write a file atomically."""
    fresh = f"{path}.new"
    with open(fresh, "w", encoding="utf-8") as file:
        json.dump(content, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)


def stamp(path: str | Path) -> list[int]:
    """Time and size of a file, which show a change."""
    found = os.stat(path)
    return [found.st_mtime_ns, found.st_size]


def changed(plan: dict[str, Any]) -> list[str]:
    """The input files that have changed since the run was planned."""
    return [path for path, planned in plan["inputs"].items() if stamp(path) != planned]


def settings_after(after: dict[str, Any]) -> list[str]:
    """The setting that follows from a completed run: a part of its first job's duration."""
    with open(os.path.join(after["out"], "summary.json"), encoding="utf-8") as file:
        try:
            duration = json.load(file)["jobs"][0]["duration_ns"]
            return [f"{after['set']}={round(duration * after['part'])}ns"] if duration else []
        except (ValueError, RecursionError, LookupError, TypeError) as error:
            raise ValueError(f"{file.name} is damaged: remove its folder, and run it again") from error


def begin(plan: dict[str, Any]) -> dict[str, Any]:
    """The parts of a plan that identify a run."""
    return {key: plan[key] for key in ("identity", "build", "inputs", "settings")}


def summary_of(plan: dict[str, Any]) -> str:
    """The file that exists if the run left results."""
    return os.path.join(plan["out"], "summary.json")


def left_over(plan: dict[str, Any], name: str) -> dict[str, Any] | None:
    """The missing mark of a worker that was killed after its run had ended.

    @param name of the files of the run's state
    """
    try:
        with open(f"{name}.begun", encoding="utf-8") as file:
            last = json.load(file)
        with open(summary_of(plan), encoding="utf-8") as file:
            outcome = json.load(file).get("outcome", "complete")
    except (OSError, ValueError, RecursionError, AttributeError):
        return None
    if last != begin(plan) or outcome == "interrupted" or changed(plan):
        return None
    return {"status": 0 if outcome == "complete" else 1, "said": ""}


def run(plan: dict[str, Any], name: str, lock: int) -> tuple[int, str]:
    """Execute the run; the simulator's exit status and output.

    @param lock a file that the simulator keeps open
    """
    settings = [*plan["settings"], *(settings_after(plan["after"]) if "after" in plan else [])]
    command = [plan["simulator"], plan["program"], plan["scenario"], "--out", plan["out"], "--quiet"]
    for setting in settings:
        command += ["--set", setting]
    with open(f"{name}.said", "w+b") as said:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            preexec_fn=die_with_parent,
            pass_fds=(lock,),
        )
        status = child.wait()
        said.seek(0)
        text = said.read().decode("utf-8", "replace").strip()
    os.unlink(f"{name}.said")
    other = changed(plan)
    if other:
        return NOT_AS_PLANNED, f"{', '.join(other)} changed since the run was planned"
    return status, text


def do(plan: dict[str, Any], name: str, lock: int) -> dict[str, Any]:
    """Execute the run; its mark."""
    started = time.monotonic()
    try:
        if os.path.exists(summary_of(plan)):
            os.unlink(summary_of(plan))  # otherwise it would count as that of this run
        with open(f"{name}.begun", "w", encoding="utf-8") as file:
            json.dump(begin(plan), file)
        status, said = run(plan, name, lock)
    except (OSError, ValueError, KeyError, IndexError) as error:
        status, said = NOT_RUN, f"{type(error).__name__}: {error}"
    return {"status": status, "said": said, "took_s": time.monotonic() - started}


def main(arguments: list[str]) -> int:
    """Execute the run of a plan."""
    die_with_parent()
    name = arguments[0].removesuffix(".json")
    with open(f"{name}.json", encoding="utf-8") as file:
        plan = json.load(file)
    with open(f"{name}.lock", "w", encoding="utf-8") as lock:
        # The simulator also holds it: the next run starts only when the last process has ended
        fcntl.flock(lock, fcntl.LOCK_EX)
        result = left_over(plan, name) or do(plan, name, lock.fileno())
        result.update(identity=plan["identity"], build=plan["build"])
        good = result["status"] in LEFT_RESULTS and os.path.isfile(summary_of(plan))
        marks = [f"{name}.done", f"{name}.failed"]
        write_mark(marks[not good], result)
        for path in (marks[good], f"{name}.begun"):
            if os.path.exists(path):
                os.unlink(path)
        return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
