# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Plans runs, has Snakemake do those that are not done, and tells the outcome of each."""

from __future__ import annotations

import fcntl
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import mean
from typing import Any

import psutil

from .estimates import Estimate, estimates, without_seed
from .tasks import STATE, Outcome, Task, outcome, plan, state_file
from .worker import die_with_parent, write_mark

SNAKEFILE = Path(__file__).with_name("Snakefile")

#: Seconds between two looks for runs that have ended; a look that takes long comes less often.
POLL_S = 0.05
_POLL_FACTOR = 9

#: Seconds that Snakemake has to take its jobs back from a cluster.
PATIENCE_S = 30.0

#: Seconds that another sweep in the same folder has to end.
OTHERS_S = 10.0

#: A machine keeps this part of its memory for others.
_MEMORY_PART = 0.9


class EngineError(Exception):
    """Runs could not be started at all."""


class Interrupted(Exception):
    """Ctrl-C; finished runs stay."""


@dataclass
class Execution:
    """Where and how runs are done."""

    out: Path
    simulator: Path
    cores: int = 1
    #: A Snakemake profile: where jobs go instead of this machine's cores.
    profile: str | None = None
    #: Whether runs that another build of the simulator has done are done again.
    again: bool = True
    #: Called with each run that ends, with the number of all that have, and with those to come.
    on_end: Callable[[Outcome, "Plan"], None] = field(default=lambda outcome, plan: None)

    def run(self, todo: "Plan") -> dict[str, Outcome]:
        """Do all that is left to do.

        @return the outcome of every run that was begun, now or before, by name
        @raise EngineError if nothing could be started
        @raise Interrupted after Ctrl-C
        """
        with _alone(self.out):
            # Another call may have done some of it since it was planned
            vars(todo).update(vars(make_plan(self, todo.tasks, todo.estimates)))
            self._write_plans(todo)
            if todo.pending:
                self._snakemake(todo)
        found = {task.name: outcome(task, self.out, self.simulator) for task in todo.tasks}
        return {name: result for name, result in found.items() if result is not None}

    def _write_plans(self, todo: "Plan") -> None:
        """Write down what is to be done, and take back the marks of earlier times."""
        for task in todo.pending:
            if (done := state_file(self.out, task.name, ".done")).exists():
                # The results that are there are not those of this configuration
                state_file(self.out, task.name, ".begun").unlink(missing_ok=True)
                done.unlink()
            state_file(self.out, task.name, ".failed").unlink(missing_ok=True)
            self._write(task, ".json", plan(task, self.out, self.simulator))
        for task in todo.refused:
            told = plan(task, self.out, self.simulator)
            mark = {"status": 2, "said": todo.estimates[task.name].refusal, "identity": told["identity"],
                    "build": told["build"]}  # fmt: skip
            self._write(task, ".failed", mark)

    def _write(self, task: Task, suffix: str, content: dict[str, Any]) -> None:
        path = state_file(self.out, task.name, suffix)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_mark(path, content)

    def _snakemake(self, todo: "Plan") -> None:
        """Start Snakemake, and watch until it ends."""
        state = (self.out / STATE).resolve()
        write_mark(state / "pending.json", todo.for_snakemake())
        with open(state / "snakemake.log", "w", encoding="utf-8") as log:
            child = subprocess.Popen(
                self._command(state),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=state,
                start_new_session=True,
                preexec_fn=die_with_parent,
            )
            try:
                self._watch(child, todo)
            except KeyboardInterrupt:
                self._stop(child)
                raise Interrupted from None
        marked = [task for task in todo.pending if outcome(task, self.out, self.simulator)]
        if child.returncode != 0 and not marked:
            said = (state / "snakemake.log").read_text(encoding="utf-8").strip().splitlines()
            whose = f" with the profile {self.profile!r}" if self.profile is not None else ""
            raise EngineError(f"Snakemake{whose} says:\n    " + "\n    ".join(said[-15:]))

    def _command(self, state: Path) -> list[str]:
        command = [sys.executable, "-m", "snakemake", "--snakefile", str(SNAKEFILE),
                   "--directory", str(state), "--keep-going", "--nolock",
                   "--rerun-incomplete", "--rerun-triggers", "mtime",
                   "--scheduler", "greedy", "--quiet", "all"]  # fmt: skip
        if self.profile is not None:
            return [*command, "--profile", self.profile]
        memory = max(1, int(psutil.virtual_memory().available * _MEMORY_PART / 1e6))
        return [*command, "--cores", str(self.cores), "--resources", f"mem_mb={memory}"]

    def _watch(self, child: subprocess.Popen[bytes], todo: "Plan") -> None:
        waiting = list(todo.pending)
        while True:
            started = time.monotonic()
            has_ended = child.poll() is not None
            still = []
            for task in waiting:
                marks = (state_file(self.out, task.name, suffix) for suffix in (".done", ".failed"))
                result = outcome(task, self.out, self.simulator) if any(map(Path.exists, marks)) else None
                if result is None:
                    still.append(task)
                else:
                    todo.end(task)
                    self.on_end(result, todo)
            waiting = still
            if has_ended:
                return
            time.sleep(max(POLL_S, _POLL_FACTOR * (time.monotonic() - started)))

    def _stop(self, child: subprocess.Popen[bytes]) -> None:
        """End Snakemake, and all that it has started with it."""
        if self.profile is not None:
            child.send_signal(signal.SIGINT)  # it takes its jobs back from the cluster
            try:
                child.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                pass
        child.kill()
        child.wait()


@dataclass
class Plan:
    """The runs that are to be done, and those that have been."""

    tasks: Sequence[Task]
    pending: list[Task]  #: to be done
    refused: list[Task]  #: that the simulator refuses
    before: dict[str, Outcome]  #: done before, by name
    estimates: Mapping[str, Estimate]  #: of those to be done, and those refused
    #: Seconds that some of those to be done took before, with this seed or another, by name.
    took: Mapping[str, float] = field(default_factory=dict)
    done_weight: float = 0.0  #: of those that have ended meanwhile

    @property
    def all_refused(self) -> bool:
        """Whether the simulator refuses every run."""
        return bool(self.refused) and len(self.refused) == len(self.tasks)

    def for_snakemake(self) -> dict[str, dict[str, object]]:
        """Memory and order of each run for the Snakefile; the longest first."""
        by_time = sorted(self.pending, key=lambda task: -self._weight(task))
        return {
            task.name: {
                "mem_mb": max(1, round(self.estimates[task.name].memory_bytes / 1e6)),
                "after": [f"{task.after.name}.done"] if task.after else [],
            }
            for task in by_time
        }

    def end(self, task: Task) -> None:
        """A run has ended."""
        self.done_weight += self._weight(task)

    def left_s(self, elapsed_s: float) -> float | None:
        """Seconds that are left, by the costs of runs that have ended and of the others."""
        done = self.done_weight
        return elapsed_s * (self._whole - done) / done if done > 0 else None

    @cached_property
    def _whole(self) -> float:
        return sum(self._weight(task) for task in self.pending)

    def _weight(self, task: Task) -> float:
        # Estimates leave out the start of a process, which counts where runs are short
        return self.took.get(task.name, self.estimates[task.name].cpu_s + 0.05)


def make_plan(
    execution: Execution, tasks: Sequence[Task], known: Mapping[str, Estimate] | None = None
) -> Plan:
    """Find the runs that have been done, and ask the simulator about the others.

    Runs that failed are tried again, for the reason may be gone. A run after one that is done again is done
    again, too.

    @param execution where and how
    @param tasks the runs
    @param known estimates of some of them from before, by name
    """
    before: dict[str, Outcome] = {}
    left: list[Task] = []
    took: dict[tuple[object, ...], list[float]] = {}
    for task in sorted(tasks, key=lambda task: task.after is not None):
        earlier = outcome(task, execution.out, execution.simulator)
        is_done = earlier is not None and earlier.done
        if earlier and is_done and earlier.took_s is not None:
            took.setdefault(without_seed(task), []).append(earlier.took_s)
        follows = task.after and task.after.name not in before
        if earlier and is_done and not follows and not (earlier.stale and execution.again):
            before[task.name] = earlier
        else:
            left.append(task)
    said = {task.name: known[task.name] for task in left if known and task.name in known}
    unknown = [task for task in left if task.name not in said]
    said |= estimates(unknown, execution.simulator, execution.cores, execution.profile is not None)
    refused = [task for task in left if said[task.name].refusal]
    names = {task.name for task in refused}
    # A run after one that is refused is never done
    pending = [task for task in left if not names & {task.name, task.after and task.after.name}]
    costs = {task.name: mean(took[key]) for task in pending if (key := without_seed(task)) in took}
    return Plan(tasks, pending, refused, before, said, costs)


@contextmanager
def _alone(out: Path) -> Iterator[None]:
    """Keep other sweeps out of the folder.

    @raise EngineError if one is at work there
    """
    (out / STATE).mkdir(parents=True, exist_ok=True)
    with open(out / STATE / "lock", "w", encoding="utf-8") as lock:
        deadline = time.monotonic() + OTHERS_S
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise EngineError(f"another sweep is at work in {out}") from None
                time.sleep(POLL_S)
        yield
