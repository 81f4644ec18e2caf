# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Measured runs of the simulator, and the machine."""

from __future__ import annotations

import json
import os
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

#: Unknown facts of the machine
UNKNOWN = "unknown"

Summary = dict[str, Any]
Key = TypeVar("Key", bound=Hashable)


class Failure(Exception):
    """A run failed; the message is its output, the status its exit status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = 2 if status == 2 else 1


@dataclass(frozen=True)
class Job:
    """A run of a simulator."""

    name: str
    program: Path  #: the simulator
    scenario: Path
    settings: Mapping[str, Any] = field(default_factory=dict)  #: keys of the scenario that are different

    def run(self, wrapper: Sequence[str] = ()) -> Summary:
        """Run it; the contents of summary.json.

        @param wrapper a command that starts the simulator, such as valgrind with its options
        """
        with tempfile.TemporaryDirectory(prefix="mrc-bench-") as folder:
            command = [*wrapper, str(self.program), "run", str(self.scenario), "--quiet"]
            command += ["--out", f"{folder}/run"]
            for key, value in self.settings.items():
                command += ["--set", f"{key}={value}"]
            execute(command)
            return json.loads(Path(folder, "run", "summary.json").read_text(encoding="utf-8"))


def execute(command: Sequence[str]) -> None:
    """Run a command to its end.

    @raise Failure if it fails
    """
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{shlex.join(command)}\n{done.stderr}", done.returncode)


def in_turn(jobs: Mapping[Key, Job], repeat: int) -> dict[Key, list[Summary]]:
    """Several runs of each job, ordered by speed, from the fastest.

    The jobs take turns, so that other load of the machine affects all of them.
    """
    runs: dict[Key, list[Summary]] = {key: [] for key in jobs}
    for turn in range(repeat):
        for key, job in jobs.items():
            progress(f"run {turn + 1} of {repeat}: {job.name}")
            runs[key].append(job.run())
    progress("")
    return {key: sorted(all_of, key=_ns_per_hop) for key, all_of in runs.items()}


def _ns_per_hop(summary: Summary) -> float:
    """CPU time of a run per packet-hop, ns."""
    return 1e9 * summary["cpu_s"] / summary["packet_hops"]


def figures(ordered: Sequence[Summary], time: str) -> dict[str, Any]:
    """Costs of repeated runs: the run of median speed, and the medians of set-up and memory.

    @param ordered by speed
    @param time key of the CPU time per packet-hop
    """
    median = ordered[(len(ordered) - 1) // 2]
    return {
        "packet_hops": median["packet_hops"],
        "cpu_s": median["cpu_s"],
        "setup_cpu_s": statistics.median(run["setup_cpu_s"] for run in ordered),
        time: _ns_per_hop(median),
        f"{time}_fastest": _ns_per_hop(ordered[0]),
        f"{time}_slowest": _ns_per_hop(ordered[-1]),
        "events_per_packet_hop": median["events"] / median["packet_hops"],
        "peak_rss_bytes": statistics.median(run["peak_rss_bytes"] for run in ordered),
    }


def progress(text: str) -> None:
    """Overwrite a line of progress on a terminal; an empty text removes it."""
    if sys.stderr.isatty():
        print(f"\r{text:60}\r{text}", end="", file=sys.stderr, flush=True)


def machine(program: Path) -> dict[str, Any]:
    """The machine and the build.

    @param program the simulator, in its build folder
    """
    cache = program.resolve().parent / "CMakeCache.txt"
    return {
        "cpu": _first(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo")),
        "cores": os.cpu_count(),
        "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "kernel": os.uname().release,
        "compiler": _answer(_first(r"^CMAKE_CXX_COMPILER:\w+=(.+)$", cache), "--version"),
        "build_type": _first(r"^CMAKE_BUILD_TYPE:\w+=(.+)$", cache),
        "simulator": _answer(str(program), "version"),
    }


def _first(pattern: str, file: Path) -> str:
    """The first match of a pattern in a file."""
    text = file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""
    found = re.search(pattern, text, re.M)
    return found.group(1) if found else UNKNOWN


def _answer(*command: str) -> str:
    """The first line of a command's output, if it succeeds."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return UNKNOWN
    lines = done.stdout.splitlines() if done.returncode == 0 else []
    return lines[0] if lines else UNKNOWN
