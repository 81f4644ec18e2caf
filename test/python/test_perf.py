# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A collective over sizes: sizes, scenarios, the table; rejected calls leave no files."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import perf
import pytest
import sweep
from conftest import ended
from mrcbench.engine import tasks
from mrcbench.suite import evaluation
from running import SIMULATOR, needs_simulator


@pytest.mark.parametrize(
    ("arguments", "sizes"),
    [
        ("--min 1MB --max 64MB --factor 4", [1e6, 4e6, 16e6, 64e6]),
        ("--min 1MB --max 63MB --factor 4", [1e6, 4e6, 16e6]),
        ("--min 1KiB --max 1KiB", [1024]),
        ("--min 3 --max 243 --factor 3", [3, 9, 27, 81, 243]),
        ("--min 1 --max 1GB --factor 10", [10**power for power in range(10)]),
        ("--min 1MB --max 1GB --quick", [1e6]),
        ("--min 4KB --max 1GB --factor 16 --quick", [4e3, 64e3, 1024e3][:2]),
    ],
)
def test_sizes_are_powers_of_the_factor(arguments: str, sizes: list[float]) -> None:
    assert perf.sizes(perf.parse(["all-reduce", *arguments.split()])) == sizes


def test_sizes_of_an_all_to_all_are_what_all_ranks_can_share() -> None:
    options = perf.parse(["all-to-all", "--ranks", "6", "--min", "1000", "--max", "2000", "--factor", "2"])
    assert perf.sizes(options) == [996, 1998]
    settings = [point["settings"] for point in perf.document(options)["points"]]
    assert settings == [["workload[0].bytes=166"], ["workload[0].bytes=333"]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("fly", "argument OP: invalid choice: 'fly'"),
        ("all-reduce --min 0", "argument --min: found '0'; allowed: 1 byte or more"),
        ("all-reduce --min many", "argument --min: not a size: 'many'; allowed: such as 64MB"),
        ("all-reduce --max 5parsecs", "unknown unit 'parsecs'"),
        ("all-reduce --min 2MB --max 1MB", "--min 2000000 is above --max 1000000"),
        ("all-reduce --factor 1", "argument --factor: found '1'; allowed: a whole number from 2 to 1024"),
        ("all-reduce --ranks two", "argument --ranks: found 'two'; allowed: a whole number from 2 to 65536"),
        ("all-reduce --roce-qps 1,1", "argument --roce-qps: found '1,1'; allowed: every number once"),
        ("all-reduce --mrc-qps 0", "argument --mrc-qps: found '0'; allowed: a whole number from 1 to 64"),
        ("all-reduce --loss 1.5", "--loss: found 1.5; allowed: 0 to 1"),
        ("all-reduce --loss nan", "--loss: found nan; allowed: 0 to 1"),
        ("all-reduce --repeat 0", "argument --repeat: found '0'; allowed: a whole number from 1 to 1000"),
        ("all-reduce --ranks 2 --min 1KB --max 1KB --repeat 1001", "argument --repeat: found '1001'; allowed: a whole number from 1 to 1000"),
        ("all-reduce --set stop", "--set: found 'stop'; allowed: KEY=VALUE"),
        ("all-reduce --set seed=9", "--set: found 'seed=9'; allowed for seed: the option --seed"),
        ("all-reduce --set stop=1s --set workload[0].qps=4",
         "--set: found 'workload[0].qps=4'; allowed for workload[0].qps: the options --mrc-qps, --roce-qps"),
        ("all-reduce --set workload[0].bytes=5MB",
         "--set: found 'workload[0].bytes=5MB'; allowed for workload[0].bytes: the options --min, --max, --factor"),
        ("all-to-all --ranks 64 --min 63", "--min: an all-to-all of 64 ranks has 64 B at least"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    arguments: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        perf.main(arguments.split())
    assert left.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("words", [
    "--loss 0", "--loss 1", "--min 1MB --max 1MB", "--factor 2", "--factor 1024", "--ranks 2", "--ranks 65536",
    "--mrc-qps 64", "--roce-qps 64", "--repeat 1000",
])  # fmt: skip
def test_bounds_of_options_are_allowed(words: str) -> None:
    assert perf.parse(["all-reduce", *words.split()])


def test_every_key_that_differs_between_runs_has_an_option() -> None:
    """A setting of such a key would have no effect, because those of runs and points come after it."""
    found = perf.document(perf.parse(["all-reduce"]))
    keys = {setting.partition("=")[0] for part in (*found["runs"], *found["points"]) for setting in part["settings"]}
    assert {*keys, "seed"} == set(perf.OPTION_OF)


def test_the_cluster_is_as_large_as_the_ranks_ask_for() -> None:
    options = perf.parse("all-reduce --ranks 40 --algorithm tree --loss 0.01 --repeat 3".split())
    mrc, roce = perf.scenario(options, "mrc"), perf.scenario(options, "roce")
    for found, planes, rate in ((mrc, 4, "100Gbps"), (roce, 1, "400Gbps")):
        topology = found["topology"]
        assert (topology["hosts"], topology["hostsPerT0"], topology["t1PerPlane"]) == (48, 16, 16)
        assert (topology["planes"], topology["hostRate"]) == (planes, rate)
        (job,) = found["workload"]
        assert job["hosts"] == {"count": 40, "placement": "spread"}
        assert (job["algorithm"], job["repeat"], found["loss"][0]["rate"]) == ("tree", 3, 0.01)
    assert mrc["switch"] == {"trimming": True, "pfc": False} and roce["switch"] == {"trimming": False, "pfc": True}
    assert perf.scenario(perf.parse(["broadcast", "--ranks", "4"]), "mrc")["topology"]["hosts"] == 4


def test_a_table_has_a_line_per_size(tmp_path: Path) -> None:
    experiment = perf.write_sweep(perf.parse("all-reduce --ranks 8 --max 4MB --roce-qps 1".split()), tmp_path)
    rows = [{"case": run.label, "at": point.at, "jobs.all-reduce.repetitions": 1,
             "jobs.all-reduce.duration_ns": (100 + point.at / 1e6) * 1e3,
             "jobs.all-reduce.algbw_gbps": (10 + point.at / 1e6) * 8,
             "jobs.all-reduce.busbw_gbps": (17 + point.at / 1e6) * 8}
            for run in experiment.runs for point in experiment.points
            if not (run.key == "roce-1qp" and point.at > 2e6)]  # fmt: skip
    rows.append({"case": experiment.runs[1].label, "at": 4e6, "status": "failed"})
    nothing = evaluation.tabulate(experiment, {})
    for sweep_csv in (pd.DataFrame(rows), pd.DataFrame(rows, dtype=object)):
        lines = perf.table(evaluation.Measured(experiment, {}, nothing, sweep_csv)).splitlines()
        check_lines(lines)


def test_a_driver_has_the_tables_of_nccl_tests(tmp_path: Path) -> None:
    options = perf.parse("reduce-scatter --ranks 8 --min 1MiB --max 4MiB --driver nccl".split())
    experiment = perf.write_sweep(options, tmp_path)
    jobs = [json.loads(run.scenario.read_text())["workload"][0] for run in experiment.runs]
    assert [job["driver"] for job in jobs] == ["nccl", "nccl"]
    assert [run.label for run in experiment.runs] == ["MRC, 2 QPs", "RoCE, 2 QPs"]
    rows = [{"case": "MRC, 2 QPs", "at": point.at, "jobs.reduce-scatter.duration_ns": point.at / 10,
             "jobs.reduce-scatter.algbw_gbps": 80, "jobs.reduce-scatter.busbw_gbps": 70}
            for point in experiment.points]  # fmt: skip
    measured = evaluation.Measured(experiment, {}, evaluation.tabulate(experiment, {}), pd.DataFrame(rows))
    first, second = (part.splitlines() for part in perf.benchmark_tables(measured, options.op, 8).strip().split("\n\n"))
    assert first[0] == ("# reduce-scatter, 8 ranks, sent as NCCL does; MRC, 2 QPs per channel; "
                        "in-place operations are left out")  # fmt: skip
    assert first[3].split() == ["#", "size", "count", "type", "redop", "root", "time", "algbw", "busbw", "#wrong"]
    assert first[5].split() == ["1048576", "32768", "float", "sum", "-1", "104.86", "10.00", "8.75", "N/A"]
    assert first[6].split() == ["4194304", "131072", "float", "sum", "-1", "419.43", "10.00", "8.75", "N/A"]
    assert second[0].startswith("# reduce-scatter, 8 ranks, sent as NCCL does; RoCE, 2 QPs per channel")
    assert second[6].split()[5:] == ["-", "-", "-", "N/A"]
    assert "sum" not in perf.benchmark_tables(measured, "all-gather", 8)
    counts = {op: perf.benchmark_tables(measured, op, 8).splitlines()[5].split()[1] for op in perf.OPERATIONS}
    assert counts == {
        "all-reduce": "262144", "broadcast": "262144", "send-recv": "262144",
        "all-gather": "32768", "reduce-scatter": "32768", "all-to-all": "32768",
    }, "as nccl-tests, whose count is that of the call"  # fmt: skip


def check_lines(lines: list[str]) -> None:
    """Two sizes, without results of RoCE for the second."""
    assert lines[0] == "# all-reduce, 8 ranks"
    assert lines[1].split() == ["MRC,", "1", "QP", "RoCE,", "1", "QP"]
    assert lines[2].split() == ["size", "(B)", *["time", "us", "algbw", "busbw"] * 2, "GB/s"]
    assert lines[3].split() == ["1000000", *["101.00", "11.00", "18.00"] * 2]
    assert lines[4].split() == ["4000000", "104.00", "14.00", "21.00", "-", "-", "-"]
    assert len(lines) == 5


@pytest.mark.slow
def test_a_perf_from_end_to_end_is_a_sweep(
    fake_simulator: Path, tmp_path: Path, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    command = ["all-reduce", "--ranks", "8", "--min", "1MB", "--max", "4MB", "--roce-qps", "8",
               "--mrc-sim", str(fake_simulator), "--cores", "2", "--out", str(out)]  # fmt: skip
    assert perf.main([*command, "--dry-run"]) == 0
    assert "4 runs: 0 done, 0 refused, 4 to do." in capsys.readouterr().out and not out.exists()
    assert perf.main(command) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "# all-reduce, 8 ranks" and said[-1] == f"Report: {out / 'report.html'}"
    times = [float(line.split()[1]) for line in said[3:5]]
    assert times[1] == pytest.approx(4 * times[0], rel=0.01)
    assert ended(log) == ["mrc-1qp@1000000-seed1", "mrc-1qp@4000000-seed1", "roce-8qp@1000000-seed1",
                          "roce-8qp@4000000-seed1"]  # fmt: skip
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "busbw (GB/s)" in page and "(Gb/s)" not in page
    plots = json.loads((out / "perf.json").read_text(encoding="utf-8"))["plots"]
    assert [plot["ylabel"] for plot in plots] == ["bus bandwidth (GB/s)", "time (us)"]
    assert all(f">{cell}<" in page for cell in said[3].split()), "as in the terminal"
    table = (out / "sweep.csv").read_bytes()
    assert sweep.main([str(out / "perf.json"), "--mrc-sim", str(fake_simulator), "--out", str(out)]) == 0
    assert ended(log) == [] and (out / "sweep.csv").read_bytes() == table


@pytest.mark.slow
def test_the_simulator_is_asked_once_per_size(
    fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    ask = tasks.estimate
    monkeypatch.setattr(tasks, "estimate", lambda task, *more: asked.append(task.name) or ask(task, *more))
    command = ["all-reduce", "--ranks", "8", "--min", "1MB", "--max", "4MB", "--roce-qps", "8"]
    assert perf.main([*command, "--mrc-sim", str(fake_simulator), "--out", str(tmp_path / "out")]) == 0
    assert len(asked) == len(set(asked)) == 4


def test_the_same_perf_once_more_leaves_its_files_as_they_are(tmp_path: Path) -> None:
    words = ["all-reduce", "--ranks", "8", "--max", "1MB"]
    perf.write_sweep(perf.parse(words), tmp_path)
    before = {path: path.stat() for path in tmp_path.iterdir()}
    perf.write_sweep(perf.parse(words), tmp_path)
    assert len(before) == 3 and {path: path.stat() for path in tmp_path.iterdir()} == before
    perf.write_sweep(perf.parse([*words, "--mrc-qps", "2"]), tmp_path)
    changed = [path.name for path in before if path.stat() != before[path]]
    assert changed == ["perf.json"]


@pytest.mark.slow
def test_a_perf_that_is_refused_leaves_nothing(
    fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAKE_MRC_SIM", "refuse:all-reduce")
    command = ["all-reduce", "--mrc-sim", str(fake_simulator), "--out", str(tmp_path / "out")]
    assert perf.main(command) == 2
    assert "perf: the simulator refuses all 12 runs; nothing is done" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_perf_without_a_simulator(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert perf.main(["all-reduce", "--mrc-sim", str(tmp_path / "none"), "--out", str(tmp_path / "out")]) == 2
    assert "no simulator at" in capsys.readouterr().err and not (tmp_path / "out").exists()


@pytest.mark.slow
@needs_simulator
@pytest.mark.parametrize("operation", perf.OPERATIONS)
@pytest.mark.parametrize(("driver", "transports"), [([], 3), (["--driver", "nccl"], 2)], ids=["plain", "nccl"])
def test_every_operation_with_the_simulator(
    operation: str, driver: list[str], transports: int, tmp_path: Path
) -> None:
    command = [operation, "--ranks", "8", "--min", "64KB", "--max", "256KB", "--loss", "0.001", "--repeat", "2"]
    assert perf.main([*command, *driver, "--mrc-sim", str(SIMULATOR), "--out", str(tmp_path / "out")]) == 0
    rows = pd.read_csv(tmp_path / "out" / "sweep.csv")
    shown = rows[[f"jobs.{operation}.{name}" for name in ("duration_ns", "algbw_gbps", "busbw_gbps")]]
    assert len(rows) == 2 * transports and set(rows["status"]) == {"ok"} and (shown > 0).all(axis=None)
