# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Many simulator runs at a time, one process each.

Children run in sessions of their own: Ctrl-C reaches this program only, which stops them in order.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from .results import discard_results, is_results_folder

#: Seconds that a child has to end by itself after being asked to.
PATIENCE_S = 5.0

_POLL_S = 0.02


def find_simulator(given: Path | None, top: Path) -> Path | None:
    """The simulator: as given, or of the release build below the top of the repository."""
    path = given or top / "build" / "release" / "mrc-sim"
    return path if path.is_file() and os.access(path, os.X_OK) else None


@dataclass(frozen=True)
class Job:
    """A run to be done."""

    name: str
    scenario: Path
    out: Path
    settings: tuple[str, ...] = ()
    #: Name of a job to be done before this one.
    after: str | None = None
    #: Further settings, asked for when that job is done.
    late_settings: Callable[[], Sequence[str]] | None = None


@dataclass(frozen=True)
class Outcome:
    """How a run ended."""

    job: Job
    status: int  #: exit status; negative: the signal that ended it
    stderr: str
    wall_s: float


@dataclass
class _Child:
    job: Job
    process: subprocess.Popen[bytes]
    stderr: IO[bytes]
    started: float = field(default_factory=time.monotonic)


class Pool:
    """Runs jobs on several cores, in the order given as far as `after` permits."""

    def __init__(self, simulator: Path, cores: int) -> None:
        self._simulator = simulator
        self._cores = max(1, cores)
        self._children: list[_Child] = []

    def run(self, jobs: Sequence[Job], on_end: Callable[[Outcome], None]) -> list[Outcome]:
        """Do all jobs.

        A job whose predecessor left no results is left out.

        @param jobs what to do
        @param on_end called as each job ends
        @return outcomes in the order of their ends
        @raise KeyboardInterrupt after stopping the children, if interrupted
        """
        waiting = list(jobs)
        outcomes: list[Outcome] = []
        try:
            while waiting or self._children:
                self._start_ready(waiting, outcomes)
                for outcome in self._reap():
                    outcomes.append(outcome)
                    on_end(outcome)
                time.sleep(_POLL_S)
        finally:
            self._stop_all()
        return outcomes

    def _start_ready(self, waiting: list[Job], outcomes: Sequence[Outcome]) -> None:
        """Start what may start, as long as a core is free; drop what can never start."""
        ended = {outcome.job.name: outcome.job.out for outcome in outcomes}
        for job in list(waiting):
            if job.after is not None:
                if job.after not in ended:
                    continue
                if not is_results_folder(ended[job.after]):
                    waiting.remove(job)
                    continue
            if len(self._children) >= self._cores:
                return
            waiting.remove(job)
            self._start(job)

    def _start(self, job: Job) -> None:
        discard_results(job.out)  # or they would be taken for those of this run if it fails
        job.out.parent.mkdir(parents=True, exist_ok=True)
        settings = [*job.settings, *(job.late_settings() if job.late_settings else ())]
        command = [str(self._simulator), "run", str(job.scenario), "--out", str(job.out), "--quiet"]
        for setting in settings:
            command += ["--set", setting]
        stderr = tempfile.TemporaryFile()
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=stderr,
            stderr=stderr,
            start_new_session=True,
        )
        self._children.append(_Child(job, process, stderr))

    def _reap(self) -> list[Outcome]:
        """The outcomes of children that have ended."""
        outcomes = []
        for child in list(self._children):
            status = child.process.poll()
            if status is None:
                continue
            self._children.remove(child)
            child.stderr.seek(0)
            said = child.stderr.read().decode("utf-8", "replace").strip()
            child.stderr.close()
            outcomes.append(Outcome(child.job, status, said, time.monotonic() - child.started))
        return outcomes

    def _stop_all(self) -> None:
        """End every child that is left: politely, then not."""
        for child in self._children:
            child.process.send_signal(signal.SIGINT)
        deadline = time.monotonic() + PATIENCE_S
        for child in self._children:
            try:
                child.process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.process.kill()
                child.process.wait()
            child.stderr.close()
        self._children.clear()
