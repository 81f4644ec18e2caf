# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A sweep from its file to its tables: executed runs, kept runs, and messages about failures."""

from __future__ import annotations

import json
import math
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import sweep
from conftest import ended, rebuild
from fake_mrc_sim import REFUSED
from mrcbench import measure
from mrcbench.engine.execution import Execution
from mrcbench.suite import evaluation, tidy
from mrcbench.suite.loading import load_experiment
from running import SIMULATOR, TOP, needs_simulator

BYTES = "workload[0].bytes"
#: Fewer plots than the default: plots take most of the time of a short sweep.
ONE_PLOT: dict[str, Any] = {"plots": [{"x": "seed", "y": "measure.duration_us"}]}


@pytest.fixture
def do(fake_simulator: Path, tmp_path: Path) -> Callable[..., int]:
    """A function that executes a sweep in the folder out, or that of --out, and returns its exit status."""

    def run(file: Path, *more: str) -> int:
        where = [] if "--out" in more else ["--out", str(tmp_path / "out")]
        return sweep.main([str(file), "--mrc-sim", str(fake_simulator), "--cores", "2", *where, *more])

    return run


def table(out: Path, name: str = "sweep.csv") -> pd.DataFrame:
    """A table of a sweep, all cells as text."""
    return pd.read_csv(out / name, dtype=str, keep_default_na=False)


@pytest.mark.slow
def test_a_sweep_leaves_the_same_table_whenever_it_is_done(
    write_sweep: Callable[..., Path], do: Callable[..., int], fake_simulator: Path, tmp_path: Path, log: Path,
    capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    keys: dict[str, Any] = {"cases": {"MRC": {}, "RoCE, 8 QPs": {"transport": {"type": "roce"}}}}
    file = write_sweep(**keys, vary={BYTES: ["1MB", "64MB"]}, seeds=[1, 2])
    out = tmp_path / "out"
    assert do(file) == 0
    first = [f"{case}@bytes={size}-seed{seed}" for case in ("MRC", "RoCE-8-QPs") for size in ("1MB", "64MB")
             for seed in (1, 2)]  # fmt: skip
    assert ended(log) == first
    check_files(out)
    before = (out / "sweep.csv").read_bytes()
    capsys.readouterr()
    # All is there.
    assert do(file) == 0
    assert capsys.readouterr().err == "sweep: 8 of 8 runs have been done before\n"
    assert ended(log) == [] and (out / "sweep.csv").read_bytes() == before
    # Elsewhere, in another order.
    assert do(file, "--cores", "1", "--out", str(tmp_path / "other")) == 0
    assert len(ended(log)) == 8 and (tmp_path / "other" / "sweep.csv").read_bytes() == before
    # More of it.
    write_sweep(**keys, vary={BYTES: ["16MB", "1MB", "64MB"]}, seeds=[1, 2])
    assert do(file) == 0
    added = ended(log)
    assert len(added) == 4 and all("bytes=16MB" in name for name in added)
    assert len(table(out)) == 12
    # Less of it, by another build.
    capsys.readouterr()
    rebuild(fake_simulator)
    write_sweep(**keys, vary={BYTES: ["1MB"]}, seeds=[1])
    assert do(file) == 0
    assert ended(log) == [] and "2 of 2 runs are of another build" in capsys.readouterr().err
    assert do(file, "--again") == 0
    assert len(ended(log)) == 2 and "another build" not in capsys.readouterr().err
    check_damage(do, file, out, capsys)


def check_files(out: Path) -> None:
    """The results of a sweep of two cases, two sizes and two seeds."""
    rows = table(out)
    assert list(rows.columns[:14]) == [
        "case", BYTES, "seed", "status", "version", "commit", "ns3_version", "config", "measure.bandwidth_gbps",
        "measure.duration_us", "measure.efficiency", "measure.p99_us", "measure.resent", "measure.drops",
    ]  # fmt: skip
    assert rows[["case", BYTES, "seed"]].agg("/".join, axis=1).tolist() == [
        f"{case}/{size}/{seed}" for size in ("1MB", "64MB") for case in ("MRC", "RoCE, 8 QPs") for seed in "12"
    ]
    assert set(rows["status"]) == {"ok"} and set(rows["commit"]) == {"0123456789ab"}
    assert rows["config"].nunique() == 8
    assert not set(rows.columns) & {*tidy.COST, "name"}
    assert {"transport", "flows_total", "jobs.ring.busbw_gbps", "jobs.ring.repetitions"} <= set(rows.columns)
    assert not any("." in value for value in rows["jobs.ring.duration_ns"]), "whole numbers stay whole"
    cost = table(out, "sweep-cost.csv")
    assert list(cost.columns) == ["case", BYTES, "seed", "status", "process_s", *tidy.COST]
    seeds = table(out, "sweep-seeds.csv")
    assert list(seeds.columns) == ["case", BYTES, "measure", "seeds", "mean", "low", "high", "min", "max"]
    assert len(seeds) == 4 * 6 and set(seeds["seeds"]) == {"2"} and (seeds["mean"] == seeds["min"]).all()
    assert {"report.html", "ring-1.png", "ring-2.png", "values.csv", "verdicts.json"} <= set(os.listdir(out))
    assert "bytes 64MB" in (out / "report.html").read_text(encoding="utf-8")


def check_damage(
    do: Callable[..., int], file: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Errors of reading and writing are reported in one line."""
    capsys.readouterr()
    jobs = out / "MRC@bytes=1MB-seed1" / "jobs.csv"
    jobs.write_text("job\nring\n", encoding="utf-8")
    assert do(file) == 2
    assert f"sweep: {jobs}: lacks the column repetition" in capsys.readouterr().err
    shutil.copy(out / "MRC@bytes=64MB-seed1" / "jobs.csv", jobs)
    assert not (out / "sweep.csv").exists(), "that of an earlier call would be taken for this one's"
    (out / "sweep.csv").mkdir()
    assert do(file) == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"sweep: {out / 'sweep.csv'}: Is a directory"


@pytest.mark.slow
def test_many_runs_that_fail_alike_are_one_line_and_none_of_their_numbers_counts(
    write_sweep: Callable[..., Path], do: Callable[..., int], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    file = write_sweep(**ONE_PLOT, seeds=list(range(1, 9)))
    monkeypatch.setenv("FAKE_MRC_SIM", ";".join(f"stall:seed={seed}" for seed in range(2, 9)))
    assert do(file) == 1
    said = capsys.readouterr().err
    assert said.count("did not complete") == 1
    assert "ring-seed2, ring-seed3, ring-seed4 and 4 more: did not complete\n    mrc-sim: stalled" in said
    rows = pd.read_csv(tmp_path / "out" / "failures.csv")
    assert rows["run"].tolist() == [f"ring-seed{seed}" for seed in range(2, 9)]
    assert rows["said"].str.contains("stalled").all()
    swept = pd.read_csv(tmp_path / "out" / "sweep.csv")
    assert swept["measure.duration_us"].notna().tolist() == [True] + [False] * 7
    lost = swept[swept["status"] == "incomplete"].dropna(axis=1, how="all")
    assert set(lost) | {"outcome"} == {"case", "seed", "status", "config", *tidy.ORIGIN, *tidy.NO_RESULTS}
    monkeypatch.setenv("FAKE_MRC_SIM", "")
    assert do(write_sweep(**ONE_PLOT, seeds=[1])) == 0
    assert not (tmp_path / "out" / "failures.csv").exists()


@pytest.mark.slow
@pytest.mark.parametrize("how", ["stall", "kill", "fail"])
def test_two_of_three_seeds_are_no_point(
    write_sweep: Callable[..., Path], do: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    told = {"compare": ">", "bound": 0, "stat": "max"}
    names = ("fct_ns.p99", "jobs.ring.busbw_gbps", "dropped_packets", "measure.duration_us")
    claims = [{**told, "claim": name, "column": name} for name in names]
    monkeypatch.setenv("FAKE_MRC_SIM", f"{how}:seed=2")
    file, out = write_sweep(**ONE_PLOT, seeds=[1, 2, 3], claims=claims), tmp_path / "out"
    assert do(file) == 1
    verdicts = json.loads((out / "verdicts.json").read_text(encoding="utf-8"))["verdicts"]
    assert {(each["ours"], each["verdict"]) for each in verdicts} == {("not measured", "our claim FAILS")}
    values = pd.read_csv(out / "values.csv").set_index(["measure", "seed"])["value"]
    assert values["duration_us"].notna().tolist() == [True, False, True]
    seeds = pd.read_csv(out / "sweep-seeds.csv")
    assert set(seeds["seeds"]) == {3} and seeds[["mean", "low", "high", "min", "max"]].isna().all(axis=None)


@pytest.mark.slow
def test_points_that_fail_stay_alone_and_are_tried_again(
    write_sweep: Callable[..., Path], do: Callable[..., int], tmp_path: Path, log: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    file = write_sweep(**ONE_PLOT, seeds=[1, 2, 3, 4])
    monkeypatch.setenv("FAKE_MRC_SIM", "fail:seed=1;kill:seed=2;stall:seed=3")
    assert do(file) == 1
    said = capsys.readouterr().err
    assert f"ring-seed1: exit status 2\n    {REFUSED}\n" in said
    assert "ring-seed2: exit status -9\n" in said
    assert "sweep: ring-seed3: did not complete\n    mrc-sim: stalled: flow 0 waits" in said
    assert "sweep: ring: 2 runs left no results\n" in said
    assert table(tmp_path / "out")["status"].tolist() == ["failed", "failed", "incomplete", "ok"]
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "Runs that did not complete" in page and REFUSED in page
    assert ended(log) == ["ring-seed3", "ring-seed4"]
    # Runs without results are repeated; runs that did not complete are not.
    monkeypatch.setenv("FAKE_MRC_SIM", "")
    assert do(file) == 1
    assert ended(log) == ["ring-seed1", "ring-seed2"]
    assert table(tmp_path / "out")["status"].tolist() == ["ok", "ok", "incomplete", "ok"]


@pytest.mark.slow
def test_what_the_simulator_refuses_is_told_together_and_the_rest_is_done(
    write_sweep: Callable[..., Path], do: Callable[..., int], tmp_path: Path, log: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    file = write_sweep(**ONE_PLOT, vary={"stop": [f"{time}ms" for time in range(1, 8)]})
    monkeypatch.setenv("FAKE_MRC_SIM", ";".join(f"refuse:stop=\"{time}ms" for time in (2, 3, 4, 5, 6, 7)))
    assert do(file, "--dry-run") == 1
    assert not (tmp_path / "out").exists()
    said = capsys.readouterr()
    told = [
        "6 runs are refused: ring@stop=2ms-seed1, ring@stop=3ms-seed1, ring@stop=4ms-seed1 and 3 more",
        f"    {REFUSED}",
    ]
    assert said.err.splitlines() == told
    assert said.out.splitlines()[-1].startswith("7 runs: 0 done, 6 refused, 1 to do. About 0.5 s of CPU time")
    assert do(file) == 1
    said = capsys.readouterr()
    assert said.err.splitlines() == [*told, "sweep: ring: 6 runs left no results"]
    assert ended(log) == ["ring@stop=1ms-seed1"]
    assert table(tmp_path / "out")["status"].tolist() == ["ok"] + ["failed"] * 6


def test_a_sweep_that_is_refused_altogether_leaves_nothing(
    write_sweep: Callable[..., Path], do: Callable[..., int], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    monkeypatch.setenv("FAKE_MRC_SIM", "refuse:ring")
    assert do(write_sweep(seeds=[1, 2])) == 2
    assert capsys.readouterr().err.splitlines() == [
        "sweep: the simulator refuses all 2 runs; nothing is done",
        "2 runs are refused: ring-seed1, ring-seed2",
        f"    {REFUSED}",
    ]
    assert not (tmp_path / "out").exists()
    assert do(write_sweep(seeds=[1, 2]), "--dry-run") == 2
    monkeypatch.setenv("FAKE_MRC_SIM", 'refuse:stop="2ms')
    assert do(write_sweep(vary={"stop": ["1ms", "2ms"]}), "--dry-run") == 1


def test_a_dry_run_shows_what_would_be_done(
    write_sweep: Callable[..., Path], do: Callable[..., int], tmp_path: Path, log: Path,
    capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    file = write_sweep(cases={"A": {}, "B": {}}, vary={"stop": ["1ms"], "seed": [1, 7]})
    assert do(file, "--dry-run") == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["case", "stop", "seed", "state", "CPU", "time", "memory"]
    assert lines[2] == ["A", "1ms", "1", "to", "do", "0.5", "s", "12", "MB"]
    cost = "About 2 s of CPU time, 1 s on 2 cores, with 0.1 s to start each run."
    assert lines[-1] == f"4 runs: 0 done, 0 refused, 4 to do. {cost}".split()
    assert not (tmp_path / "out").exists() and not log.read_text(encoding="utf-8")


def test_the_estimate_of_a_sweep_has_the_starts_of_its_runs(
    write_sweep: Callable[..., Path], do: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert do(write_sweep(seeds=list(range(1, 101))), "--dry-run", "--cores", "1") == 0
    assert "About 50 s of CPU time, 1 min 0 s on 1 core, with 0.1 s to start each run." in capsys.readouterr().out


@pytest.mark.slow
def test_a_sweep_can_be_called_from_anywhere_and_be_called_anything(
    write_sweep: Callable[..., Path], do: Callable[..., int], tmp_path: Path, log: Path,
    monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    write_sweep()
    folder = tmp_path / "my sweeps: 100 % #1"
    folder.mkdir()
    file = folder / "größer.json"
    cases = {"a/b": {}, "../a": {}, "日本": {}, "x" * 300: {}, "{name}": {}, "$HOME `id`": {}, "a\nb": {}}
    vary = {"transport": [{"type": "mrc", "routing": "srv6"}, {"type": "roce"}], "stop": [1e9]}
    data = {**ONE_PLOT, "base": "../scenario.json", "cases": cases, "vary": vary}
    file.write_text(json.dumps(data), encoding="utf-8")
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert do(Path("..") / "größer.json", "--out", "a folder") == 0
    assert len(ended(log)) == 14
    assert list(table(elsewhere / "a folder")["case"].unique()) == list(cases)
    assert sorted(os.listdir(elsewhere)) == ["a folder"]


@pytest.mark.slow
def test_results_go_by_default_where_the_command_is_called(
    write_sweep: Callable[..., Path], fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sweep.main([str(write_sweep(**ONE_PLOT)), "--mrc-sim", str(fake_simulator)]) == 0
    assert (tmp_path / "results" / "ring" / "sweep.csv").exists()


@pytest.mark.slow
def test_a_changed_scenario_is_done_again_and_a_moved_one_is_not(
    write_sweep: Callable[..., Path], do: Callable[..., int], tmp_path: Path
) -> None:
    file = write_sweep(**ONE_PLOT)
    experiment = load_experiment(file)
    driver = sweep.Driver("sweep", Execution(tmp_path / "out", tmp_path / "mrc-sim"))
    assert do(file) == 0
    assert driver.plan([sweep.Part(experiment)]).pending == []
    moved = tmp_path / "moved"
    moved.mkdir()
    for name in ("ring.json", "scenario.json"):
        shutil.copy(tmp_path / name, moved / name)
    assert driver.plan([sweep.Part(load_experiment(moved / "ring.json"))]).pending == []
    text = (moved / "scenario.json").read_text(encoding="utf-8")
    (moved / "scenario.json").write_text(text.replace("64MB", "65MB"), encoding="utf-8")
    os.utime(moved / "scenario.json", (1, 1))
    assert len(driver.plan([sweep.Part(load_experiment(moved / "ring.json"))]).pending) == 1


@pytest.mark.slow
@needs_simulator
@pytest.mark.parametrize("file", sorted((TOP / "experiments" / "sweeps").glob("*.json")), ids=lambda file: file.stem)
def test_the_simulator_accepts_every_run_of_every_sweep(file: Path, tmp_path: Path) -> None:
    words = ["--mrc-sim", str(SIMULATOR), "--out", str(tmp_path / "out"), "--dry-run"]
    assert sweep.main([str(file), *words]) == 0, "status 1 if some are refused"


def test_no_simulator(write_sweep: Callable[..., Path], tmp_path: Path, capsys: Any) -> None:
    none = tmp_path / "absent"
    assert sweep.main([str(write_sweep()), "--mrc-sim", str(none), "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err == f"sweep: no simulator at {none}; build it first\n"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("values", "half"),
    [
        # Student's t: 12.7062, 4.30265 and 2.26216 of 1, 2 and 9 degrees of freedom
        ([1.0, 3.0], 12.7062),
        ([1.0, 2.0, 3.0], 4.30265 / math.sqrt(3)),
        ([float(value) for value in range(10)], 2.26216 * math.sqrt(82.5 / 9 / 10)),
        ([4.0, 4.0], 0.0),
        ([1.0], math.nan),
        ([1.0, math.nan], math.nan),
    ],
    ids=str,
)
def test_confidence_intervals_of_known_numbers(values: list[float], half: float) -> None:
    assert measure.interval(pd.Series(values)) == pytest.approx(half, rel=1e-5, nan_ok=True)


def test_what_the_seeds_agree_on(write_sweep: Callable[..., Path]) -> None:
    experiment = load_experiment(write_sweep(vary={"stop": ["1ms"]}, seeds=[1, 2, 3]))
    simulations = list(experiment.simulations(quick=False))
    rows = [(each.case, "ring", "stop=1ms", math.nan, each.seed, "p99", float(each.seed)) for each in simulations]
    rows += [(*row[:5], "lost", math.nan if row[4] == 2 else 5.0) for row in rows]
    rows += [("paper@stop=1ms", "paper", "stop=1ms", math.nan, 0, "p99", 9.0)]
    values = pd.DataFrame(rows, columns=list(evaluation.COLUMNS))
    row, lost = tidy.over_seeds(experiment, values, simulations).to_dict("records")
    assert lost.pop("seeds") == 3 and all(math.isnan(lost[key]) for key in ("mean", "low", "high", "min", "max"))
    low, high = row.pop("low"), row.pop("high")
    assert row == {"case": "ring", "stop": "1ms", "measure": "p99", "seeds": 3, "mean": 2, "min": 1, "max": 3}
    assert (low, high) == pytest.approx((2 - 2.48414, 2 + 2.48414), abs=1e-4)


def test_a_summary_as_columns() -> None:
    jobs = [
        {"job": "a", "repetition": 0, "type": "write", "bytes": 5, "duration_ns": 10, "end_ns": 10},
        {"job": "a", "repetition": 1, "type": "write", "bytes": 5, "duration_ns": 20, "end_ns": None},
    ]
    recovery = [{"fault": 0, "what": "link-down", "lost_packets": 3}]
    summary = {"name": "x", "cpu_s": 1.0, "fct_ns": {"p50": 1, "p99": 2}, "planes_gbps": [3, 4], "jobs": jobs,
               "recovery": recovery}  # fmt: skip
    assert tidy.flatten(summary) == {
        "fct_ns.p50": 1, "fct_ns.p99": 2, "planes_gbps[0]": 3, "planes_gbps[1]": 4, "jobs.a.repetitions": 2,
        "jobs.a.type": "write", "jobs.a.bytes": 5, "jobs.a.duration_ns": 15.0, "jobs.a.end_ns": None,
        "recovery[0].what": "link-down", "recovery[0].lost_packets": 3,
    }  # fmt: skip


@pytest.mark.slow
def test_a_sweep_of_which_nothing_is_left_has_a_table_and_a_page(
    write_sweep: Callable[..., Path], do: Callable[..., int], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    file, out = write_sweep(**ONE_PLOT, seeds=[1, 2]), tmp_path / "out"
    assert do(file) == 0
    shutil.rmtree(out / "ring-seed1")
    shutil.rmtree(out / "ring-seed2")
    monkeypatch.setenv("FAKE_MRC_SIM", "fail:seed=1;kill:seed=2")
    assert do(file) == 2
    assert list(table(out)["status"]) == ["failed", "failed"]
    page = (out / "report.html").read_text(encoding="utf-8")
    assert REFUSED in page and "Runs that did not complete" in page


@pytest.mark.slow
def test_what_an_earlier_call_made_of_other_runs_is_taken_away(
    write_sweep: Callable[..., Path], do: Callable[..., int], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert do(write_sweep(**ONE_PLOT, seeds=[1, 2])) == 0
    assert (out / "sweep-seeds.csv").is_file()
    (out / "ring-9.png").write_bytes(b"")
    assert do(write_sweep(**ONE_PLOT, seeds=[1])) == 0
    assert not (out / "sweep-seeds.csv").exists() and not (out / "ring-9.png").exists()
    assert (out / "ring-seed2" / "summary.json").is_file(), "which may be asked for again"


@pytest.mark.slow
def test_a_varied_value_is_told_though_the_summary_has_its_name(
    write_sweep: Callable[..., Path], do: Callable[..., int], tmp_path: Path
) -> None:
    kinds = [{"type": "mrc"}, {"type": "mrc", "evs": 8}]
    assert do(write_sweep(**ONE_PLOT, vary={"transport": kinds})) == 0
    assert list(table(tmp_path / "out")["transport"]) == [json.dumps(kind) for kind in kinds]


@pytest.mark.slow
def test_a_stall_is_told_with_its_reason(
    write_sweep: Callable[..., Path], do: Callable[..., int], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setenv("FAKE_MRC_SIM", "stall:seed=1")
    assert do(write_sweep(**ONE_PLOT)) == 1
    assert "flow 0 waits" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_small_sizes_have_a_folder_of_their_own(
    write_sweep: Callable[..., Path], fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = write_sweep(**ONE_PLOT)
    assert sweep.main([str(file), "--mrc-sim", str(fake_simulator), "--quick"]) == 0
    assert os.listdir(tmp_path / "results") == ["ring-quick"]


@pytest.mark.slow
def test_claims_of_a_sweep_are_told_and_one_that_fails_is_its_exit_status(
    write_sweep: Callable[..., Path], do: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {"column": "measure.duration_us", "compare": ">", "fullSize": False}
    claims = [{**told, "claim": "takes time", "bound": 0}, {**told, "claim": "takes a day", "bound": 86400e6},
              {**told, "claim": "takes longer", "bound": 0, "fullSize": True}]  # fmt: skip
    assert do(write_sweep(**ONE_PLOT, claims=claims[::2])) == 0
    file = write_sweep(**ONE_PLOT, claims=claims)
    assert do(file) == 1
    verdicts = json.loads((tmp_path / "out" / "verdicts.json").read_text(encoding="utf-8"))["verdicts"]
    assert [(each["claim"], each["verdict"]) for each in verdicts] == [
        ("takes time", "our claim"), ("takes a day", "our claim FAILS"), ("takes longer", "our claim")]  # fmt: skip
    assert "takes a day" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert do(file, "--quick", "--out", str(tmp_path / "quick")) == 1
    assert "takes longer  > 0" in (said := capsys.readouterr().out) and said.count("not judged") == 1


def test_columns_that_no_run_gives_are_told(
    write_sweep: Callable[..., Path], do: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workloads = [[{"name": name, "type": "all-reduce", "bytes": "1MB"}] for name in "ab"]
    plots = [{"x": "seed", "y": f"jobs.{name}.busbw_gbps"} for name in ("a", "c")]
    claim = {"claim": "c", "column": "recovery[3].lost_packets", "compare": "<", "bound": 1, "fullSize": False}
    assert do(write_sweep(vary={"workload": workloads}, plots=plots, claims=[claim])) == 1
    assert capsys.readouterr().err.splitlines() == [
        "sweep: ring: there is no column 'jobs.c.busbw_gbps', did you mean 'jobs.b.busbw_gbps'? in sweep.csv",
        "sweep: ring: there is no column 'recovery[3].lost_packets' in sweep.csv",
    ]
    assert not (tmp_path / "out" / "sweep-seeds.csv").exists(), "there is one seed"


@pytest.mark.slow
def test_an_empty_list_of_plots_is_none(
    write_sweep: Callable[..., Path], do: Callable[..., int], tmp_path: Path
) -> None:
    assert do(write_sweep(plots=[])) == 0
    assert not list((tmp_path / "out").glob("*.png"))
    assert "<svg" not in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_runs_that_came_to_their_stop_as_asked_are_no_failures(
    write_sweep: Callable[..., Path], do: Callable[..., int], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setenv("FAKE_MRC_SIM", "stall:seed=1")
    runs = [{"key": "a", "label": "A", "mayStall": True}]
    assert do(write_sweep(**ONE_PLOT, runs=runs)) == 0
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "Runs that did not complete" not in page
