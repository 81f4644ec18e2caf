# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The demo against a stand-in for the simulator, and (slow) against the simulator itself."""

from __future__ import annotations

import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import demo
import pytest
import synthetic
from mrcbench import units
from mrcbench.plots import Run
from mrcbench.results import load_results

ROOT = Path(demo.__file__).resolve().parent.parent
SCENARIO_FILES = sorted(demo.SCENARIOS.glob("*.json"))


def run_demo(simulator: Path, out: Path, *more: str) -> int:
    """The demo's exit status, with small sizes and two runs at a time."""
    return demo.main(
        ["--mrc-sim", str(simulator), "--out", str(out), "--cores", "2", "--quick", *more]
    )


@pytest.fixture(scope="module")
def full_size(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Run]:
    """The twenty runs of the demo as the stand-in would leave them at full size."""
    tmp_path = tmp_path_factory.mktemp("full-size")
    runs = {}
    for case in demo.CASES:
        for variant in demo.variants_of(case):
            path = demo.SCENARIOS / f"{case.key}-{variant.transport}.json"
            config = json.loads(path.read_text(encoding="utf-8"))
            for job in config["workload"]:
                job["qps"] = variant.qps
            if case.key != "link-failure":
                config["measure"]["sampleInterval"] = "1ms"
            folder = synthetic.write_results(tmp_path / f"{case.key}-{variant.key}", config)
            runs[case.key, variant.key] = Run(case.label, variant.label, load_results(folder))
    return runs


@pytest.fixture
def all_runs(full_size: dict[tuple[str, str], Run]) -> dict[tuple[str, str], Run]:
    """The same, for a test to change."""
    return dict(full_size)


def verdict_words(runs: dict[tuple[str, str], Run]) -> dict[str, str]:
    """pass or FAIL per metric of an expectation."""
    verdicts = demo.judge(demo.EXPECTATIONS, demo.measure(runs))
    return {f"{v.expectation.metric} {v.expectation.compare}": v.word for v in verdicts}


def replace_run(
    runs: dict[tuple[str, str], Run], tmp_path: Path, case: str, variant: str, **how: Any
) -> None:
    """Replace one run by one that behaves differently."""
    old = runs[case, variant]
    config = old.results.config
    behavior = synthetic.Behavior(**{**vars(synthetic.behavior_of(config)), **how})
    folder = synthetic.write_results(tmp_path / "other", config, behavior)
    runs[case, variant] = Run(old.case, old.variant, load_results(folder))


def test_every_expectation_of_the_demo_can_pass(all_runs: dict[tuple[str, str], Run]) -> None:
    assert set(verdict_words(all_runs).values()) == {"pass"}


@pytest.mark.parametrize(
    ("case", "variant", "how", "failing"),
    [
        ("all-reduce", "mrc", {"efficiency": 0.85}, "all-reduce/mrc/efficiency >="),
        (
            "all-reduce",
            "roce-1qp",
            {"efficiency": 0.8, "worst": 1},
            "all-reduce/roce-1qp/bandwidth_gbps <=",
        ),
        (
            "all-reduce",
            "roce-8qp",
            {"efficiency": 0.3, "worst": 1},
            "all-reduce/roce-8qp/bandwidth_gbps >",
        ),
        (
            "all-reduce",
            "roce-8qp",
            {"efficiency": 0.99, "worst": 1},
            "all-reduce/roce-8qp/bandwidth_gbps <",
        ),
        ("permutation", "mrc", {"worst": 0.85}, "permutation/mrc/goodput_mean_gbps >="),
        ("permutation", "mrc", {"worst": 0.8}, "permutation/mrc/goodput_min_gbps >="),
        ("incast", "mrc-ecn", {"worst": 0.7}, "incast/mrc-ecn/share_deviation <="),
        ("incast", "mrc", {"victim": 0.94}, "incast/mrc/victim_gbps >="),
        ("incast", "roce-1qp", {"victim": 1.0}, "incast/roce/victim_part_worst <="),
        ("link-failure", "mrc", {"dip_ns": 200e3}, "link-failure/mrc/recovery_us <="),
        ("link-failure", "mrc", {"dip_ns": 9e6}, "link-failure/mrc/recovery_us <="),
        ("link-failure", "mrc", {"qp_errors": 1}, "link-failure/mrc/qp_errors =="),
        ("link-failure", "mrc", {"lost": 1}, "link-failure/mrc/flows_lost =="),
        ("incast", "roce-8qp", {"lossless_violations": 3}, "all/roce/lossless_violations =="),
    ],
)
def test_every_expectation_of_the_demo_can_fail(
    all_runs: dict[tuple[str, str], Run],
    tmp_path: Path,
    case: str,
    variant: str,
    how: dict[str, Any],
    failing: str,
) -> None:
    replace_run(all_runs, tmp_path, case, variant, **how)
    if failing == "incast/roce/victim_part_worst <=":
        # The better of the two does not count.
        assert verdict_words(all_runs)[failing] == "pass"
        replace_run(all_runs, tmp_path / "more", case, "roce-8qp", victim=1.0)
    assert verdict_words(all_runs)[failing] == "FAIL"


def test_missing_run_is_not_measured(all_runs: dict[tuple[str, str], Run]) -> None:
    del all_runs["victim-alone", "mrc"]
    del all_runs["link-failure", "roce-1qp"]
    words = verdict_words(all_runs)
    assert words["incast/mrc/victim_gbps >="] == "FAIL"
    assert words["all/roce/lossless_violations =="] == "FAIL"
    assert "all/roce/lossless_violations" not in demo.measure(all_runs)


def test_never_recovered_is_infinite(all_runs: dict[tuple[str, str], Run], tmp_path: Path) -> None:
    replace_run(all_runs, tmp_path, "link-failure", "mrc", dip_ns=9e6)
    assert math.isinf(demo.measure(all_runs)["link-failure/mrc/recovery_us"])


@pytest.fixture
def no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the figures, which take most of the time of a demo with the stand-in."""
    monkeypatch.setattr(demo.report, "figure_sections", lambda runs, uplink_case=None: [])


def test_quick_demo_from_end_to_end(fake_simulator: Path, tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "a folder" / "demo"
    assert run_demo(fake_simulator, out) == 0
    said = capsys.readouterr()
    assert said.err == ""
    rows = [line for line in said.out.splitlines() if re.search(r"MRC|RoCE, \d", line)]
    assert sum("MRC   " in row or "RoCE, " in row for row in rows if row.endswith("yes")) == 21
    assert said.out.count("skipped") == sum(e.full_size for e in demo.EXPECTATIONS)
    page = (out / "report.html").read_text(encoding="utf-8")
    for heading in ("Does it hold?", "Bandwidth", "The victim of an incast", "A link fails"):
        assert f"<h2>{heading}</h2>" in page
    assert len(list(out.glob("*/summary.json"))) == 20


@pytest.mark.usefixtures("no_figures")
def test_link_fails_at_half_of_the_undisturbed_run(fake_simulator: Path, tmp_path: Path) -> None:
    assert run_demo(fake_simulator, tmp_path / "demo") == 0
    for variant in demo.variants_of(next(c for c in demo.CASES if c.key == "link-failure")):
        before = load_results(tmp_path / "demo" / f"all-reduce-{variant.key}")
        failed = load_results(tmp_path / "demo" / f"link-failure-{variant.key}")
        at = units.time_ns(failed.config["faults"][0]["at"])
        assert at == pytest.approx(before.jobs["duration_ns"].iloc[0] / 2, abs=500)


def test_second_demo_replaces_the_first(fake_simulator: Path, tmp_path: Path) -> None:
    out = tmp_path / "demo"
    assert run_demo(fake_simulator, out) == 0
    page = (out / "report.html").read_bytes()
    (out / "incast-mrc" / "notes").write_text("mine", encoding="utf-8")
    (out / "incast-mrc" / "flows.csv").write_text("", encoding="utf-8")
    assert run_demo(fake_simulator, out) == 0
    assert (out / "incast-mrc" / "notes").exists()
    assert (out / "incast-mrc" / "flows.csv").read_text() != ""
    assert (out / "report.html").read_bytes() == page


@pytest.mark.usefixtures("no_figures")
def test_failed_run_shows_its_stderr(
    fake_simulator: Path, tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_MRC_SIM", "fail:permutation-mrc")
    assert run_demo(fake_simulator, tmp_path / "demo") == 1
    said = capsys.readouterr()
    assert "permutation-mrc: exit status 2" in said.err
    assert "$.topology.hosts: 0 is too small" in said.err
    assert "permutation-mrc: no results" in said.err
    assert (tmp_path / "demo" / "report.html").exists()


@pytest.mark.usefixtures("no_figures")
def test_results_of_an_earlier_demo_do_not_stand_in_for_a_failed_run(
    fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    assert run_demo(fake_simulator, tmp_path / "demo") == 0
    monkeypatch.setenv("FAKE_MRC_SIM", "fail:all-reduce-mrc")
    assert run_demo(fake_simulator, tmp_path / "demo") == 1
    said = capsys.readouterr()
    assert "all-reduce-mrc: no results" in said.err
    # The failure of a link in the middle of that run has no middle.
    assert "link-failure-mrc: no results" in said.err
    assert "link-failure-mrc: exit status" not in said.err


@pytest.mark.usefixtures("no_figures")
def test_stalled_run_is_status_1_and_in_the_table(
    fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("FAKE_MRC_SIM", "stall:all-to-all-roce")
    assert run_demo(fake_simulator, tmp_path / "demo") == 1
    said = capsys.readouterr()
    assert "stalled: flow 0 waits" in said.err
    assert sum(line.endswith("NO") for line in said.out.splitlines()) == 2


def test_nothing_ran(
    fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("FAKE_MRC_SIM", "fail:-")
    assert run_demo(fake_simulator, tmp_path / "demo") == 2


def test_no_simulator(tmp_path: Path, capsys: Any) -> None:
    assert run_demo(tmp_path / "absent", tmp_path / "demo") == 2
    assert f"no simulator at {tmp_path / 'absent'}" in capsys.readouterr().err
    assert not (tmp_path / "demo").exists()


def test_interrupt_stops_the_children_and_says_so(fake_simulator: Path, tmp_path: Path) -> None:
    out = tmp_path / "demo"
    command = [sys.executable, demo.__file__, "--mrc-sim", str(fake_simulator), "--quick"]
    process = subprocess.Popen(
        [*command, "--cores", "2", "--out", str(out)],
        stderr=subprocess.PIPE,
        env={**os.environ, "FAKE_MRC_SIM": "hang:all-to-all"},
        text=True,
        # A background job is started with SIGINT ignored, and its children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 60
    while not (out / "all-reduce-roce-8qp" / "summary.json").exists():
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.05)
    time.sleep(0.5)
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert time.monotonic() - started < 10
    assert f"interrupted; 3 of 20 runs are in {out}" in said
    assert not running_in(str(out))


def running_in(folder: str) -> list[str]:
    """Command lines of live processes that name a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().decode("utf-8", "replace").replace("\0", " ")
        except OSError:
            continue
        if folder in line and "--out" in line:
            found.append(line)
    return found


@pytest.mark.parametrize("path", SCENARIO_FILES, ids=lambda path: path.stem)
def test_scenario_is_cluster_c(path: Path) -> None:
    config = json.loads(path.read_text(encoding="utf-8"))
    topology = config["topology"]
    assert config["name"] == path.stem
    assert topology["hosts"] == 64 and topology["hostsPerT0"] == 16 and topology["t1PerPlane"] == 16
    line = topology["planes"] * units.rate_bps(topology["hostRate"])
    assert line == 400e9
    assert topology["fabricRate"] == topology["hostRate"]
    mrc = config["transport"]["type"] == "mrc"
    assert topology["planes"] == (4 if mrc else 1)
    assert config["switch"]["pfc"] is not mrc
    assert config["switch"]["trimming"] is mrc


def test_there_is_a_scenario_for_every_case_and_transport() -> None:
    wanted = {f"{c.key}-{v.transport}" for c in demo.CASES for v in demo.VARIANTS}
    assert {path.stem for path in SCENARIO_FILES} == wanted


def test_victim_would_end_with_the_incast_and_shares_no_host_with_it() -> None:
    for kind in ("mrc", "roce"):
        path = demo.SCENARIOS / f"incast-{kind}.json"
        incast, victim = json.loads(path.read_text(encoding="utf-8"))["workload"]
        senders, (source, target) = incast["senders"], victim["hosts"]
        total = len(senders) * units.size_bytes(incast["bytes"])
        assert units.size_bytes(victim["bytes"]) == total
        assert not {source, target} & {incast["receiver"], *senders}
        assert source // 16 in {sender // 16 for sender in senders}
        assert target // 16 == incast["receiver"] // 16
        assert incast["receiver"] // 16 not in {sender // 16 for sender in senders}


SIMULATOR = Path(os.environ.get("MRC_SIM", ROOT / "build" / "release" / "mrc-sim"))


@pytest.mark.slow
@pytest.mark.skipif(not SIMULATOR.is_file(), reason=f"no simulator at {SIMULATOR}")
def test_quick_demo_with_the_simulator(tmp_path: Path, capsys: Any) -> None:
    status = run_demo(SIMULATOR, tmp_path / "demo")
    said = capsys.readouterr()
    assert status == 0, said.out + said.err
    assert (tmp_path / "demo" / "report.html").exists()
