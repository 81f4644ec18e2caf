# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Plans runs, executes pending ones with Snakemake, and reports the outcome of each."""

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

from .tasks import STATE, Estimate, Outcome, Task, estimates, outcome, plan, state_file, without_seed
from .worker import die_with_parent, write_mark

SNAKEFILE = Path(__file__).with_name("Snakefile")

#: Seconds between two polls for ended runs, and least ratio of this interval to the duration of a poll.
POLL_S = 0.05
_POLL_FACTOR = 9

#: Seconds that Snakemake has to cancel its jobs on a cluster.
PATIENCE_S = 30.0

#: Seconds to wait for the end of another sweep in the same folder.
OTHERS_S = 10.0

#: Seconds to start a run, which estimates leave out: Snakemake's job, a shell, the worker and the simulator.
START_S = 0.1

#: Part of the available memory that runs may use.
_MEMORY_PART = 0.9


class EngineError(Exception):
    """No run could be started."""


class Interrupted(Exception):
    """Ctrl-C; the results of completed runs stay."""


@dataclass
class Execution:
    """Where and how runs are executed."""

    out: Path
    simulator: Path
    cores: int = 1
    #: A Snakemake profile that executes jobs elsewhere than on this machine's cores.
    profile: str | None = None
    #: Whether runs by another build of the simulator are repeated.
    again: bool = True
    #: Called with the outcome of each run that ends, and with the plan.
    on_end: Callable[[Outcome, "Plan"], None] = field(default=lambda outcome, plan: None)

    def run(self, todo: "Plan") -> dict[str, Outcome]:
        """Execute all pending runs.

        @return the outcome of every run that was started, now or before, by name
        @raise EngineError if no run could be started
        @raise Interrupted after Ctrl-C
        """
        with _alone(self.out):
            # Another call may have completed some runs since they were planned
            vars(todo).update(vars(make_plan(self, todo.tasks, todo.estimates)))
            self._write_plans(todo)
            if todo.pending:
                self._snakemake(todo)
        found = {task.name: outcome(task, self.out, self.simulator) for task in todo.tasks}
        return {name: result for name, result in found.items() if result is not None}

    def _write_plans(self, todo: "Plan") -> None:
        """Write the plans of pending runs, and remove earlier marks."""
        for task in todo.pending:
            if (done := state_file(self.out, task.name, ".done")).exists():
                # The existing results are those of another configuration
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
        """Start Snakemake, and wait until it ends."""
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
        import psutil  # here, because commands without sweeps do not need the package

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
        """Stop Snakemake and the processes that it has started."""
        if self.profile is not None:
            child.send_signal(signal.SIGINT)  # it cancels its jobs on the cluster
            try:
                child.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                pass
        child.kill()
        child.wait()


@dataclass
class Plan:
    """The pending runs and the completed runs."""

    tasks: Sequence[Task]
    pending: list[Task]  #: to be executed
    refused: list[Task]  #: rejected by the simulator
    before: dict[str, Outcome]  #: completed before, by name
    estimates: Mapping[str, Estimate]  #: of pending and rejected runs
    #: Seconds that pending runs took before, with this seed or another, by name.
    took: Mapping[str, float] = field(default_factory=dict)
    done_weight: float = 0.0  #: weight of the pending runs that have ended

    @property
    def all_refused(self) -> bool:
        """Whether the simulator rejects every run."""
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
        """Note the end of a run."""
        self.done_weight += self._weight(task)

    def left_s(self, elapsed_s: float) -> float | None:
        """Remaining seconds, from the costs of ended runs and of the others."""
        done = self.done_weight
        return elapsed_s * (self._whole - done) / done if done > 0 else None

    @cached_property
    def _whole(self) -> float:
        return sum(self._weight(task) for task in self.pending)

    def _weight(self, task: Task) -> float:
        return self.took.get(task.name, self.estimates[task.name].cpu_s + START_S)


def make_plan(
    execution: Execution, tasks: Sequence[Task], known: Mapping[str, Estimate] | None = None
) -> Plan:
    """Find the completed runs, and get the simulator's estimates of the others.

    Failed runs are repeated, because the reason may be gone. A run that follows from a repeated run is also
    repeated.

    @param execution where and how runs are executed
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
    # A run that follows from a rejected run is never executed
    pending = [task for task in left if not names & {task.name, task.after and task.after.name}]
    costs = {task.name: mean(took[key]) for task in pending if (key := without_seed(task)) in took}
    return Plan(tasks, pending, refused, before, said, costs)


@contextmanager
def _alone(out: Path) -> Iterator[None]:
    """Keep other sweeps out of the folder.

    @raise EngineError if another sweep uses it
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
