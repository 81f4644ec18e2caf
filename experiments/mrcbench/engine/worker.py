#!/usr/bin/python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Does one run: ``worker.py NAME.json`` leaves ``NAME.done`` or ``NAME.failed`` beside it.

The mark ``done`` is made when the simulator has ended by itself and left results, and it appears at
once or not at all. So a run that was killed is not done, whatever it left. When whoever started
this dies, it dies, and the simulator with it: nobody writes into a folder that another sweep has
taken up. Needs nothing but Python, for it may run on any machine of a cluster.

Exit status: 0 the run left results, 1 it did not.
"""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

#: Of prctl(2): the signal that a process gets when its parent dies.
PR_SET_PDEATHSIG = 1

#: Exit statuses of a simulator that has left results.
LEFT_RESULTS = (0, 1)

#: Exit status of a run that is not the one that was asked for, and of one that could not be tried.
NOT_AS_PLANNED = 126
NOT_RUN = 127


def die_with_parent() -> None:
    """From now on this process is killed when the one that started it ends."""
    parent = os.getppid()
    libc = ctypes.CDLL(None, use_errno=True)
    if hasattr(libc, "prctl"):
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)  # it died meanwhile


def write_mark(path: Path, content: dict[str, Any]) -> None:
    """Write a file that is there as a whole or not at all."""
    fresh = path.with_name(f"{path.name}.new")
    with open(fresh, "w", encoding="utf-8") as file:
        json.dump(content, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)


def settings_after(after: dict[str, Any]) -> list[str]:
    """The setting that follows from a finished run: a part of its first job's duration."""
    summary = json.loads((Path(after["out"]) / "summary.json").read_text(encoding="utf-8"))
    duration = summary["jobs"][0]["duration_ns"]
    if not duration:
        return []
    return [f"{after['set']}={round(duration * after['part'])}ns"]


def changed(plan: dict[str, Any]) -> list[str]:
    """The files that were read, and are not what they were when the run was planned."""

    def digest(path: str) -> str:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()

    return [path for path, planned in plan["inputs"].items() if digest(path) != planned]


def run(plan: dict[str, Any], lock: int) -> tuple[int, str]:
    """Do the run; the simulator's exit status and what it said."""
    out = Path(plan["out"])
    settings = [*plan["settings"], *(settings_after(plan["after"]) if plan.get("after") else [])]
    command = [plan["simulator"], plan["program"], plan["scenario"], "--out", str(out), "--quiet"]
    for setting in settings:
        command += ["--set", setting]
    (out / "summary.json").unlink(missing_ok=True)  # or it would be taken for that of this run
    with tempfile.TemporaryFile() as said:
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
        return status, said.read().decode("utf-8", "replace").strip()


def main(arguments: list[str]) -> int:
    """Do what a plan asks for."""
    die_with_parent()
    path = Path(arguments[0])
    plan = json.loads(path.read_text(encoding="utf-8"))
    done, failed = path.with_suffix(".done"), path.with_suffix(".failed")
    with open(path.with_suffix(".lock"), "w", encoding="utf-8") as lock:
        # Held by the simulator, too: nobody begins before the last one has really ended.
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            status, said = run(plan, lock.fileno())
            other = changed(plan)
            if other:
                status, said = NOT_AS_PLANNED, f"{', '.join(other)} changed since the run was planned"
        except (OSError, ValueError, KeyError, IndexError) as error:
            status, said = NOT_RUN, f"{type(error).__name__}: {error}"
        result = {"status": status, "said": said, **{key: plan[key] for key in ("identity", "build")}}
        whole = status in LEFT_RESULTS and (Path(plan["out"]) / "summary.json").is_file()
        if whole:
            failed.unlink(missing_ok=True)
            write_mark(done, result)
        else:
            write_mark(failed, result)
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
