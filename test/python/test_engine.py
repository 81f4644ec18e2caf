# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The engine of experiments when it is killed, interrupted, called twice, or cannot write."""

from __future__ import annotations

import fcntl
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sweep
import synthetic
from conftest import heed_ctrl_c
from mrcbench import progress
from mrcbench.engine import execution, tasks, worker
from mrcbench.engine.tasks import Successor, Task
from processes import alive, wait_until

#: Fewer plots than the default.
ONE_PLOT: dict[str, Any] = {"plots": [{"x": "seed", "y": "measure.duration_us"}]}


@pytest.fixture
def start(fake_simulator: Path, tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """A function that starts a sweep in the folder out, as a separate process."""
    children = []

    def run(file: Path, **environment: str) -> subprocess.Popen[str]:
        command = [sys.executable, sweep.__file__, str(file), "--mrc-sim", str(fake_simulator), "--cores", "2",
                   "--out", str(tmp_path / "out")]  # fmt: skip
        children.append(subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env={**os.environ, **environment},
            preexec_fn=heed_ctrl_c,
        ))  # fmt: skip
        return children[-1]

    yield run
    for child in children:
        child.kill()
        child.wait()


def do(file: Path, simulator: Path, out: Path, *more: str) -> int:
    """The exit status of a sweep in this process."""
    return sweep.main([str(file), "--mrc-sim", str(simulator), "--cores", "2", "--out", str(out), *more])


def lines(log: Path, what: str) -> list[str]:
    """The runs that started, or ended."""
    said = log.read_text(encoding="utf-8").splitlines()
    return [Path(line.removeprefix(f"{what} ")).name for line in said if line.startswith(f"{what} ")]


@pytest.mark.parametrize("ends", [0, 1, 4])
@pytest.mark.slow
def test_a_killed_sweep_leaves_no_process_and_goes_on_where_it_was(
    start: Callable[..., subprocess.Popen[str]], write_sweep: Callable[..., Path], fake_simulator: Path,
    tmp_path: Path, log: Path, ends: int
) -> None:  # fmt: skip
    file = write_sweep(**ONE_PLOT, seeds=[1, 2, 3, 4, 5, 6])
    child = start(file, FAKE_MRC_SIM="slow:ring")
    wait_until(lambda: len(lines(log, "begin")) > ends, "runs begin")
    wait_until(lambda: len(lines(log, "end")) >= ends, "runs end")
    child.send_signal(signal.SIGKILL)
    child.wait()
    wait_until(lambda: not alive(tmp_path / "out"), "all processes end", 10)
    begun = len(lines(log, "begin"))
    time.sleep(0.6)
    done = {path.stem for path in (tmp_path / "out" / ".runs").glob("*.done")}
    # The mark of a run that has just ended may be missing, but not its summary.
    whole = {path.parent.name for path in (tmp_path / "out").glob("*/summary.json")}
    assert len(lines(log, "begin")) == begun and len(done) >= max(0, ends - 2) and done <= whole
    log.write_text("", encoding="utf-8")
    assert do(file, fake_simulator, tmp_path / "out") == 0
    assert sorted([*lines(log, "end"), *whole]) == [f"ring-seed{seed}" for seed in range(1, 7)]
    assert do(file, fake_simulator, tmp_path / "other") == 0
    one, other = ((tmp_path / name / "sweep.csv").read_bytes() for name in ("out", "other"))
    assert one == other


@pytest.mark.slow
def test_ctrl_c_ends_all_processes_and_says_what_is_there(
    start: Callable[..., subprocess.Popen[str]], write_sweep: Callable[..., Path], tmp_path: Path, log: Path
) -> None:
    child = start(write_sweep(**ONE_PLOT, seeds=[1, 2, 3]), FAKE_MRC_SIM="hang:seed=2;hang:seed=3")
    mark = tmp_path / "out" / ".runs" / "ring-seed1.done"
    wait_until(lambda: mark.exists() and len(lines(log, "begin")) == 3, "two runs hang")
    time.sleep(0.2)
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=30)
    assert child.returncode == 130
    assert said == f"sweep: interrupted; 1 of 3 runs are in {tmp_path / 'out'}, the same command goes on\n"
    wait_until(lambda: not alive(tmp_path / "out"), "all processes end", 10)


def test_ctrl_c_while_the_simulator_is_asked(
    write_sweep: Callable[..., Path], fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    asked = []

    def interrupted(task: Task, *_: object) -> None:
        asked.append(task.name)
        time.sleep(0.01)
        raise KeyboardInterrupt

    monkeypatch.setattr(tasks, "estimate", interrupted)
    assert do(write_sweep(seeds=list(range(1, 200))), fake_simulator, tmp_path / "out") == 130
    assert capsys.readouterr().err == "sweep: interrupted; the same command goes on\n"
    assert len(asked) < 100 and not (tmp_path / "out").exists()


def test_two_sweeps_do_not_work_in_one_folder(
    write_sweep: Callable[..., Path], fake_simulator: Path, tmp_path: Path, log: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    monkeypatch.setattr(execution, "OTHERS_S", 0.2)
    state = tmp_path / "out" / ".runs"
    state.mkdir(parents=True)
    with open(state / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert do(write_sweep(**ONE_PLOT), fake_simulator, tmp_path / "out") == 2
    assert capsys.readouterr().err == f"sweep: another sweep is at work in {tmp_path / 'out'}\n"
    assert not log.read_text(encoding="utf-8")


def test_a_sweep_waits_for_another_that_ends_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".runs").mkdir()
    with open(tmp_path / ".runs" / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        monkeypatch.setattr(execution.time, "sleep", lambda _: fcntl.flock(lock, fcntl.LOCK_UN))
        with execution._alone(tmp_path), pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


#: Accepts a job script like a cluster, and runs it in the background.
SUBMIT = """#!/bin/sh
echo "submit $1" >>"$(dirname "$0")/submitted"
nohup sh "$1" >/dev/null 2>&1 </dev/null &
echo $!
"""


@pytest.mark.slow
def test_a_cluster_does_the_runs(
    write_sweep: Callable[..., Path], fake_simulator: Path, tmp_path: Path, log: Path,
    monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    profile = tmp_path / "my cluster"
    profile.mkdir()
    submit = profile / "submit"
    submit.write_text(SUBMIT, encoding="utf-8")
    submit.chmod(0o755)
    (profile / "config.yaml").write_text(f"cluster: \"'{submit}'\"\njobs: 4\nlatency-wait: 5\n", encoding="utf-8")
    monkeypatch.setenv("FAKE_MRC_SIM", "fail:seed=2")
    monkeypatch.chdir(tmp_path)
    file = write_sweep(**ONE_PLOT, seeds=[1, 2])
    assert do(file, fake_simulator, tmp_path / "out", "--profile", "my cluster") == 1
    assert lines(log, "end") == ["ring-seed1"] and sorted(lines(log, "begin")) == ["ring-seed1", "ring-seed2"]
    assert len((profile / "submitted").read_text(encoding="utf-8").splitlines()) == 2
    table = (tmp_path / "out" / "sweep.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[2] for line in table] == ["status", "ok", "failed"]


#: A stand-in for Snakemake, which prints a word at Ctrl-C and ends.
ASKED = "trap 'echo asked; exit' INT; echo ready; while :; do sleep 0.05; done"


@pytest.mark.parametrize("profile", [None, "night"])
def test_only_runs_of_a_cluster_are_cancelled_at_leisure(profile: str | None, tmp_path: Path) -> None:
    child = subprocess.Popen(["sh", "-c", ASKED], stdout=subprocess.PIPE, preexec_fn=heed_ctrl_c)
    assert child.stdout and child.stdout.readline() == b"ready\n"
    execution.Execution(tmp_path, tmp_path, profile=profile)._stop(child)
    assert child.stdout.read() == (b"asked\n" if profile else b"")


def test_a_profile_that_is_not_there_is_told(
    write_sweep: Callable[..., Path], fake_simulator: Path, tmp_path: Path, log: Path,
    capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    assert do(write_sweep(**ONE_PLOT), fake_simulator, tmp_path / "out", "--profile", "night") == 2
    said = capsys.readouterr().err
    assert said.startswith("sweep: Snakemake with the profile 'night' says:\n    Error: profile given but no config")
    assert "Traceback" not in said
    assert not log.read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_run_that_wants_more_memory_than_there_is_has_the_machine_for_itself(
    write_sweep: Callable[..., Path], fake_simulator: Path, tmp_path: Path, log: Path,
    monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setenv("FAKE_MRC_SIM", "large:ring;slow:ring")
    assert do(write_sweep(**ONE_PLOT, seeds=[1, 2]), fake_simulator, tmp_path / "out") == 0
    words = [line.split()[0] for line in log.read_text(encoding="utf-8").splitlines()]
    assert words == ["begin", "end", "begin", "end"]


@pytest.mark.parametrize(("available", "given"), [(10**6, 1), (5 * 10**6, 4), (10**11, 90_000)])
def test_a_tenth_of_the_free_memory_is_left_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, available: int, given: int
) -> None:
    monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(available=available))
    words = execution.Execution(tmp_path, tmp_path / "mrc-sim", cores=7)._command(tmp_path)
    assert words[-4:] == ["--cores", "7", "--resources", f"mem_mb={given}"]


def test_a_full_disk_is_told(
    write_sweep: Callable[..., Path], fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    def full(path: Path, content: object) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(execution, "write_mark", full)
    assert do(write_sweep(**ONE_PLOT), fake_simulator, tmp_path / "out") == 2
    mark = tmp_path / "out" / ".runs" / "ring-seed1.json"
    assert capsys.readouterr().err == f"sweep: {mark}: No space left on device\n"


@pytest.fixture
def plan(tmp_path: Path, fake_simulator: Path, scenario: Callable[..., dict[str, Any]]) -> Path:
    """The plan of a worker."""
    (tmp_path / "scenario.json").write_text(json.dumps(scenario()), encoding="utf-8")
    task = Task("ring", tmp_path / "scenario.json", ("seed=7",))
    path = tmp_path / "ring.json"
    path.write_text(json.dumps(tasks.plan(task, tmp_path / "out", fake_simulator)), encoding="utf-8")
    return path


@pytest.fixture
def work(plan: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, dict[str, Any]]]:
    """A function that runs the worker in this process; exit status and mark."""
    monkeypatch.setattr(worker, "die_with_parent", lambda: None)

    def run(suffix: str, **changes: Any) -> tuple[int, dict[str, Any]]:
        data = {**json.loads(plan.read_text(encoding="utf-8")), **changes}
        plan.write_text(json.dumps(data), encoding="utf-8")
        status = worker.main([str(plan)])
        marks = [path.name for path in plan.parent.glob("ring.*") if path.suffix in (".done", ".failed")]
        assert marks == [f"ring{suffix}"]
        return status, json.loads((plan.parent / marks[0]).read_text(encoding="utf-8"))

    return run


def test_a_worker_leaves_a_mark(work: Callable[..., Any], plan: Path) -> None:
    status, mark = work(".done")
    said = json.loads(plan.read_text(encoding="utf-8"))
    assert (status, mark["status"], mark["said"]) == (0, 0, "")
    assert (mark["identity"], mark["build"]) == (said["identity"], said["build"])
    summary = json.loads((Path(said["out"]) / "summary.json").read_text(encoding="utf-8"))
    assert summary["seed"] == 7


@pytest.mark.parametrize(
    ("how", "suffix", "status", "said"),
    [
        ("fail", ".failed", 2, "mrc-sim: $.topology.hosts: 0 is too small"),
        ("kill", ".failed", -9, ""),
        ("stall", ".done", 1, "mrc-sim: stalled: flow 0 waits for an acknowledgment"),
    ],
)
def test_a_worker_tells_how_the_simulator_ended(
    work: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, how: str, suffix: str, status: int, said: str
) -> None:
    monkeypatch.setenv("FAKE_MRC_SIM", f"{how}:ring")
    ended, mark = work(suffix)
    assert (ended, mark["status"], mark["said"]) == (int(suffix == ".failed"), status, said)


def test_results_of_an_earlier_run_do_not_stand_in_for_those_of_a_failed_one(
    work: Callable[..., Any], plan: Path
) -> None:
    work(".done")
    (plan.parent / "ring.done").unlink()
    simulator = json.loads(plan.read_text(encoding="utf-8"))["simulator"]
    assert work(".failed", simulator="/bin/false")[1]["status"] == 1
    work(".done", simulator=simulator)  # and the mark of the failure goes


def test_a_mark_is_of_one_configuration(tmp_path: Path, fake_simulator: Path) -> None:
    scenario, other = tmp_path / "a.json", tmp_path / "b.json"
    scenario.write_text("{}", encoding="utf-8")
    other.write_text('{"seed": 2}', encoding="utf-8")
    task = Task("run", scenario, ("seed=1",))
    others = [
        Task("run", other, ("seed=1",)), Task("run", scenario, ("seed=2",)), Task("run", scenario),
        Task("run", scenario, ("seed=1",), "check"), Task("run", scenario, ("seed=1",), after=Successor("other", "at", 0.5)),
    ]  # fmt: skip
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "summary.json").write_text("{}", encoding="utf-8")
    (tmp_path / tasks.STATE).mkdir()
    mark = {"status": 0, "said": "", "identity": tasks.identity(task), "build": tasks.build_of(fake_simulator)}
    for suffix in (".done", ".failed"):
        worker.write_mark(tasks.state_file(tmp_path, "run", suffix), mark)
    found = [tasks.outcome(each, tmp_path, fake_simulator) for each in (task, *others)]
    assert found == [tasks.Outcome(task, 0, "", True), None, None, None, None, None]


@pytest.mark.parametrize(
    "summary, status",
    [('{"outcome": "complete"}', 0), ("{}", 0), ('{"outcome": "stalled"}', 1), ('{"outcome": "interrupted"}', None),
     ("[]", None), ("{", None), (None, None)],
)  # fmt: skip
@pytest.mark.parametrize("as_begun", [True, False])
def test_a_run_that_ended_without_a_mark_has_the_status_of_its_outcome(
    plan: Path, summary: str | None, status: int | None, as_begun: bool
) -> None:
    planned = json.loads(plan.read_text(encoding="utf-8"))
    started = worker.begin(planned) if as_begun else {**worker.begin(planned), "settings": []}
    worker.write_mark(plan.with_suffix(".begun"), started)
    if summary is not None:
        Path(planned["out"]).mkdir(parents=True)
        Path(worker.summary_of(planned)).write_text(summary, encoding="utf-8")
    found = worker.left_over(planned, str(plan.with_suffix("")))
    assert found == (None if status is None or not as_begun else {"status": status, "said": ""})


def test_what_a_worker_began_is_known_while_its_run_lasts(plan: Path) -> None:
    planned = json.loads(plan.read_text(encoding="utf-8"))
    with plan.open(encoding="utf-8") as lock:
        worker.do({**planned, "simulator": "/no/such/mrc-sim"}, str(plan.with_suffix("")), lock.fileno())
    assert json.loads(plan.with_suffix(".begun").read_text(encoding="utf-8")) == worker.begin(planned)


def test_a_worker_without_a_simulator_says_so(work: Callable[..., Any]) -> None:
    status, mark = work(".failed", simulator="/no/such/mrc-sim")
    assert (status, mark["status"]) == (1, 127)
    assert mark["said"].startswith("FileNotFoundError: ") and "/no/such/mrc-sim" in mark["said"]


@pytest.mark.parametrize(("duration", "settings"), [(1001, ["faults[0].at=500ns"]), (None, [])])
def test_a_time_follows_from_another_run(tmp_path: Path, duration: int | None, settings: list[str]) -> None:
    summary = {"jobs": [{"duration_ns": duration}, {"duration_ns": 9}]}
    (tmp_path / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
    after = {"out": str(tmp_path), "set": "faults[0].at", "part": 0.5}
    assert worker.settings_after(after) == settings


def test_a_mark_is_there_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    worker.write_mark(tmp_path / "x.done", {"status": 0})
    assert os.listdir(tmp_path) == ["x.done"]
    with pytest.raises(TypeError):
        worker.write_mark(tmp_path / "x.done", {"status": object()})
    assert json.loads((tmp_path / "x.done").read_text(encoding="utf-8")) == {"status": 0}


def test_a_process_dies_with_the_one_that_started_it(tmp_path: Path) -> None:
    child = "import sys, time; sys.path.insert(0, sys.argv[1]); import worker; worker.die_with_parent(); " \
        "open(sys.argv[2], 'w').close(); time.sleep(60)"  # fmt: skip
    folder, mark = str(Path(worker.__file__).parent), tmp_path / "begun"
    parent = "import subprocess, sys; subprocess.run([sys.executable, '-c', *sys.argv[1:]])"
    process = subprocess.Popen([sys.executable, "-c", parent, child, folder, str(mark)])
    wait_until(mark.exists, "it begins")
    process.kill()
    process.wait()
    wait_until(lambda: not alive(mark), "it ends", 10)


@pytest.fixture
def chain(tmp_path: Path, scenario: Callable[..., dict[str, Any]]) -> list[Task]:
    """A run, one that follows from it, and an independent one."""
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps(scenario()), encoding="utf-8")
    return [
        Task("second", path, ("seed=2",), after=Successor("first", "faults[0].at", 0.5)),
        Task("first", path, ("seed=1",)),
        Task("third", path, ("seed=3",)),
    ]


def test_what_comes_after_a_refused_run_is_not_begun(
    chain: list[Task], fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {task.name: tasks.Estimate(refusal="no" if task.name == "first" else "") for task in chain}
    monkeypatch.setattr(execution, "estimates", lambda *_: said)
    made = execution.make_plan(execution.Execution(tmp_path / "out", fake_simulator), chain)
    assert [task.name for task in made.refused] == ["first"]
    assert [task.name for task in made.pending] == ["third"]


def mark_done(
    task: Task, out: Path, simulator: Path, build: str | None = None, took_s: float | None = None
) -> None:
    """Write the files of a completed run."""
    (out / task.name).mkdir(parents=True, exist_ok=True)
    (out / task.name / "summary.json").write_text("{}", encoding="utf-8")
    (out / ".runs").mkdir(exist_ok=True)
    build = build or tasks.build_of(simulator)
    mark = {"status": 0, "said": "", "identity": tasks.identity(task), "build": build, "took_s": took_s}
    worker.write_mark(tasks.state_file(out, task.name, ".done"), mark)


def test_what_is_done_again_takes_along_what_comes_after_it(
    chain: list[Task], fake_simulator: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    second, first, third = chain
    for task in chain:
        mark_done(task, out, fake_simulator, "another" if task is first else None)
    keep, again = (execution.Execution(out, fake_simulator, again=again) for again in (False, True))
    assert execution.make_plan(keep, chain).pending == []
    assert execution.make_plan(again, chain).pending == [first, second]
    (out / "third" / "summary.json").unlink()
    assert execution.make_plan(keep, chain).pending == [third]
    damaged = tasks.state_file(out, "second", ".done")
    damaged.write_text("{", encoding="utf-8")
    assert execution.make_plan(keep, chain).pending == [third, second]


def test_the_longest_runs_begin_and_weigh_most(chain: list[Task]) -> None:
    said = {task.name: tasks.Estimate(cpu_s=cpu, memory_bytes=5e6) for task, cpu in zip(chain, (2, 1, 6.85))}
    plan = execution.Plan(chain, chain, [], {}, said)
    assert list(plan.for_snakemake()) == ["third", "second", "first"]
    assert plan.for_snakemake()["second"] == {"mem_mb": 5, "after": ["first.done"]}
    assert plan.left_s(5) is None
    plan.end(chain[0])
    assert plan.left_s(2 + execution.START_S) == pytest.approx(1 + 6.85 + 2 * execution.START_S)


@pytest.mark.parametrize("unit", [0.01, 1.0, 100.0])
def test_the_time_left_does_not_depend_on_the_unit_of_costs(chain: list[Task], unit: float) -> None:
    took = {task.name: part * unit for task, part in zip(chain, (1, 2, 5))}
    plan = execution.Plan(chain, chain, [], {}, dict.fromkeys(took, tasks.Estimate(cpu_s=9)), took)
    for task, left in zip(chain, (7, 5 / 3, 0)):
        plan.end(task)
        assert plan.left_s(1) == pytest.approx(left)


def test_the_simulator_is_not_asked_about_what_is_known(
    chain: list[Task], fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def ask(runs: list[Task], *_: Any) -> dict[str, tasks.Estimate]:
        asked.extend(task.name for task in runs)
        return {task.name: tasks.Estimate(cpu_s=1) for task in runs}

    monkeypatch.setattr(execution, "estimates", ask)
    known = {"third": tasks.Estimate(cpu_s=3), "of another folder": tasks.Estimate(cpu_s=4)}
    plan = execution.make_plan(execution.Execution(tmp_path / "out", fake_simulator), chain, known)
    assert sorted(asked) == ["first", "second"]
    assert {name: said.cpu_s for name, said in plan.estimates.items()} == {"first": 1, "second": 1, "third": 3}


def test_what_a_run_took_before_counts_more_than_its_estimate(
    chain: list[Task], fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second, first, third = chain
    out = tmp_path / "out"
    mark_done(first, out, fake_simulator, "another", took_s=20.0)
    mark_done(third, out, fake_simulator, took_s=40.0)
    other = Task("fourth", first.scenario, ("transport.type=roce",))
    said = {task.name: tasks.Estimate(cpu_s=cpu) for task, cpu in ((first, 1), (second, 3), (other, 25))}
    monkeypatch.setattr(execution, "estimates", lambda *_: said)
    plan = execution.make_plan(execution.Execution(out, fake_simulator), [first, second, third, other])
    assert plan.took == {"first": 30, "second": 30}, "the mean of all seeds"
    assert list(plan.for_snakemake()) == ["first", "second", "fourth"]


def test_an_identity_is_that_of_content(chain: list[Task], tmp_path: Path) -> None:
    first = chain[1]
    (tmp_path / "graph.json").write_text("{}", encoding="utf-8")
    data = json.loads(first.scenario.read_text(encoding="utf-8"))
    data["topology"]["file"] = "graph.json"
    data["workload"][0]["file"] = "absent.json"
    other = tmp_path / "other.json"
    other.write_text(json.dumps(data), encoding="utf-8")
    task = Task("x", other)
    before = tasks.identity(task)
    assert before != tasks.identity(Task("x", first.scenario)) != tasks.identity(first)
    assert before == tasks.identity(Task("y", other)), "the name does not matter"
    (tmp_path / "graph.json").write_text("[]", encoding="utf-8")
    assert tasks.identity(task) != before
    named = [Task("x", first.scenario, (f"workload[0].file={name}",)) for name in ("graph.json", "none.json")]
    before = [tasks.identity(task) for task in named]
    (tmp_path / "graph.json").write_text("{}", encoding="utf-8")
    assert [tasks.identity(task) != old for task, old in zip(named, before)] == [True, False]


#: A simulator that takes no time, to measure the engine.
INSTANT = """#!/bin/sh
if [ "$1" = check ]; then
  echo '{"cpu_s": 1, "memory_bytes": 12e6, "result_bytes": 1, "packet_hops": 1}'
else
  mkdir -p "$4" && cp "$(dirname "$0")"/template/* "$4"
fi
"""


@pytest.mark.slow
def test_five_hundred_runs(
    write_sweep: Callable[..., Path], scenario: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    synthetic.write_results(tmp_path / "template", scenario())
    simulator = tmp_path / "mrc-sim"
    simulator.write_text(INSTANT, encoding="utf-8")
    simulator.chmod(0o755)
    file = write_sweep(vary={"workload[0].bytes": list(range(1, 126)), "seed": [1, 2, 3, 4]})
    command = [sys.executable, sweep.__file__, str(file), "--mrc-sim", str(simulator), "--out", str(tmp_path / "out")]
    for cpu_s in (250, 60):  # 42 and 10 on a machine of 2026
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert subprocess.run(command, capture_output=True, check=False).returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < cpu_s
        assert after.ru_maxrss < 1e6  # KB; 170,000
    assert len((tmp_path / "out" / "sweep.csv").read_text(encoding="utf-8").splitlines()) == 501


@pytest.fixture
def planned(tmp_path: Path, fake_simulator: Path, write_sweep: Callable[..., Path]) -> Path:
    """The plan of a run, in the file for the worker."""
    write_sweep()
    (tmp_path / ".runs").mkdir()
    path = tmp_path / ".runs" / "x.json"
    worker.write_mark(path, tasks.plan(Task("x", tmp_path / "scenario.json"), tmp_path, fake_simulator))
    return path


def status_of_worker(path: Path) -> int:
    """The exit status of a worker."""
    return subprocess.run([sys.executable, worker.__file__, str(path)], check=False).returncode


def test_a_run_whose_scenario_changes_meanwhile_is_no_result(planned: Path, tmp_path: Path) -> None:
    scenario = tmp_path / "scenario.json"
    scenario.write_text(scenario.read_text(encoding="utf-8") + " ", encoding="utf-8")
    assert status_of_worker(planned) == 1
    mark = json.loads(planned.with_suffix(".failed").read_text(encoding="utf-8"))
    assert mark["said"] == f"{scenario} changed since the run was planned"


def test_a_run_that_had_just_ended_when_its_worker_was_killed_is_not_repeated(
    planned: Path, tmp_path: Path, log: Path
) -> None:
    assert status_of_worker(planned) == 0
    assert not planned.with_suffix(".begun").exists()
    assert 0 <= json.loads(planned.with_suffix(".done").read_text(encoding="utf-8"))["took_s"] < 60
    # As if the worker had died before it wrote its mark
    planned.with_suffix(".done").unlink()
    content = json.loads(planned.read_text(encoding="utf-8"))
    worker.write_mark(planned.with_suffix(".begun"), worker.begin(content))
    assert status_of_worker(planned) == 0 and len(lines(log, "end")) == 1
    mark = json.loads(planned.with_suffix(".done").read_text(encoding="utf-8"))
    assert mark["status"] == 0 and mark["identity"] == content["identity"]
    # Another configuration was started last: the results are not those of this one.
    planned.with_suffix(".done").unlink()
    worker.write_mark(planned.with_suffix(".begun"), {**worker.begin(content), "settings": ["a=1"]})
    assert status_of_worker(planned) == 0 and len(lines(log, "end")) == 2


def test_what_another_call_has_done_meanwhile_is_not_repeated(
    planned: Path, fake_simulator: Path, tmp_path: Path, log: Path
) -> None:
    task = Task("x", tmp_path / "scenario.json")
    do_it = execution.Execution(tmp_path, fake_simulator)
    made = execution.make_plan(do_it, [task])
    assert status_of_worker(planned) == 0 and made.pending == [task]
    assert do_it.run(made)["x"].done and made.pending == []
    assert len(lines(log, "end")) == 1


def test_a_failed_run_is_an_outcome_and_no_failure_of_snakemake(
    planned: Path, fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_MRC_SIM", "fail:ring")
    do_it = execution.Execution(tmp_path / "out", fake_simulator)
    made = execution.make_plan(do_it, [Task("x", tmp_path / "scenario.json")])
    outcome = do_it.run(made)["x"]
    assert (outcome.done, outcome.status, outcome.said) == (False, 2, "mrc-sim: $.topology.hosts: 0 is too small")


def test_the_simulator_is_asked_once_about_runs_that_differ_in_their_seed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = []
    monkeypatch.setattr(tasks, "estimate", lambda task, *_: asked.append(task) or tasks.Estimate(cpu_s=1))
    runs = [Task(f"{size}-{seed}", tmp_path, (f"bytes={size}", f"seed={seed}")) for size in (1, 2) for seed in (1, 2)]
    assert set(tasks.estimates(runs, tmp_path, 2)) == {task.name for task in runs}
    assert len(asked) == 2


def test_without_a_terminal_a_line_per_tenth_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter(range(0, 10_000, 4))
    monkeypatch.setattr(progress.time, "monotonic", lambda: float(next(clock)))
    plan = SimpleNamespace(pending=range(40), left_s=lambda _: 0)
    told = progress.Progress()
    for _ in plan.pending:
        told(SimpleNamespace(done=True, status=0, task=SimpleNamespace(name="a")), plan)
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"{done} of 40 runs" for done in range(4, 40, 4)]


def test_failures_are_printed_and_counted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    clock = iter(range(0, 10_000, 11))
    monkeypatch.setattr(progress.time, "monotonic", lambda: float(next(clock)))
    plan = SimpleNamespace(pending=range(40), left_s=lambda _: 30)
    told = progress.Progress(expected=(0, 1))
    for run in plan.pending:
        outcome = SimpleNamespace(done=run != 7, status=2 if run in (3, 7) else run % 2, said=f"why {run}")
        outcome.task = SimpleNamespace(name=f"r{run}")
        told(outcome, plan)
    lines = capsys.readouterr().err.splitlines()
    assert (told.done, told.failed) == (40, 2)
    assert lines[:5] == [
        "r3: exit status 2", "    why 3", "4 of 40 runs, 1 failed, about 30 s left", "r7: exit status 2", "    why 7"
    ]
    for run in range(40):
        told(SimpleNamespace(done=False, status=-9, said="", task=SimpleNamespace(name=f"r{run}")), plan)
    lines = [line for line in capsys.readouterr().err.splitlines() if "runs" not in line]
    assert lines == [f"r{run}: exit status -9" for run in range(18)] + ["further failures are in the report only"]


@pytest.mark.parametrize("apart, lines", [(9, 8), (10, 9), (11, 9)])
def test_a_tenth_is_told_after_ten_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], apart: int, lines: int
) -> None:
    """The clock is asked for the start, and twice for each run; the last run has no line."""
    now = [0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    plan = SimpleNamespace(pending=range(10), left_s=lambda _: 0)
    told = progress.Progress()
    for run in plan.pending:
        now[0] += apart if run == 0 else 10
        told(SimpleNamespace(done=True, status=0, task=SimpleNamespace(name="a")), plan)
    assert len(capsys.readouterr().err.splitlines()) == lines


def test_on_a_terminal_a_line_is_replaced(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    plan = SimpleNamespace(pending=range(2), left_s=lambda _: 30)
    told = progress.Progress()
    for run, status in enumerate((0, 1)):
        told(SimpleNamespace(done=True, status=status, said="why", task=SimpleNamespace(name=f"r{run}")), plan)
    told.clear()
    first, *others = capsys.readouterr().err.split("\r\033[K")
    left = "about 30 s left"
    assert first == "" and others == [
        f"1 of 2 runs, {left}  r0", "r1: exit status 1\n    why\n", f"2 of 2 runs, 1 failed, {left}  r1", "",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "count, said",
    [(1, "1 run is refused: r0"), (3, "3 runs are refused: r0, r1, r2"), (4, "4 runs are refused: r0, r1, r2 and 1 more")],
)
def test_refused_runs_are_told_by_reason(capsys: pytest.CaptureFixture[str], count: int, said: str) -> None:
    refused = [Task(f"r{run}", Path("x")) for run in range(count)]
    estimates = {task.name: SimpleNamespace(refusal="too small\nby far") for task in refused}
    odd = Task("odd", Path("x"))
    plan = SimpleNamespace(refused=[*refused, odd], estimates={**estimates, "odd": SimpleNamespace(refusal="too odd")})
    progress.tell_refused(plan)
    assert capsys.readouterr().err.splitlines() == [
        said, "    too small", "    by far", "1 run is refused: odd", "    too odd",
    ]  # fmt: skip
