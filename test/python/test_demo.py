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
import fake_mrc_sim
import pandas as pd
import pytest
import synthetic
from conftest import heed_ctrl_c, rebuild
from markupsafe import Markup
from mrcbench import units
from mrcbench.drawing.runs import Run
from mrcbench.expectations import Verdict
from mrcbench.results import Results, open_results
from mrcbench.suite import evaluation
from mrcbench.suite.definition import Simulation
from mrcbench.suite.page import QUICK
from processes import alive, wait_until
from running import SIMULATOR, needs_simulator
from synthetic import load_results

SCENARIO_FILES = sorted(demo.SCENARIOS.glob("*.json"))


def run_demo(simulator: Path, out: Path, *more: str) -> int:
    """The demo's exit status, with small sizes and two runs at a time."""
    return demo.main(
        ["--mrc-sim", str(simulator), "--out", str(out), "--cores", "2", "--quick", *more]
    )


DEMO = demo.load_demo()
CLAIMS = list(DEMO.claims(evaluation.Measured(DEMO, {}, evaluation.tabulate(DEMO, {}))))
Runs = dict[Simulation, Results]

ROCE_VICTIM = "Incast: RoCE's victim (the worse of 1 and 8 QPs) suffers"
OUTAGE = "Link failure: MRC's goodput is back within 200 us"
VIOLATIONS = "PFC: no drop in the lossless class in any RoCE run"


def effective(simulation: Simulation) -> dict[str, Any]:
    """The scenario of a run at full size."""
    config = json.loads(simulation.run.scenario.read_text(encoding="utf-8"))
    for setting in DEMO.settings(simulation, quick=False):
        fake_mrc_sim.set_path(config, setting)
    if not simulation.run.key.startswith("link-failure"):
        config["measure"]["sampleInterval"] = "1ms"  # unused samples would take time
    return config


@pytest.fixture(scope="module")
def full_size(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """The twenty runs of the demo with results of the stand-in at full size."""
    out = tmp_path_factory.mktemp("full-size")
    return {
        each: open_results(synthetic.write_results(out / each.folder, effective(each)))
        for each in DEMO.simulations(quick=False)
    }


class World:
    """All runs of the demo, some of them replaced, and their measured values."""

    def __init__(self, runs: Runs, values: pd.DataFrame) -> None:
        self.runs, self.values = dict(runs), values

    def lose(self, key: str) -> None:
        """Remove the results of a line."""
        self.values = self.values[self.values["run"] != key]

    def replace(self, out: Path, key: str, **how: Any) -> None:
        """Change the behavior of a line."""
        simulation = next(each for each in self.runs if each.run.key == key)
        config = self.runs[simulation].config
        behavior = synthetic.Behavior(**{**vars(synthetic.behavior_of(config)), **how})
        results = open_results(synthetic.write_results(out, config, behavior))
        self.lose(key)
        self.values = pd.concat([self.values, evaluation.tabulate(DEMO, {simulation: results})])

    def verdicts(self) -> dict[str, Verdict]:
        """The verdicts of the claims, by their texts."""
        return {v.claim.text: v for v in evaluation.Measured(DEMO, self.runs, self.values).judge()}

    def words(self) -> dict[str, str]:
        """The verdict per claim."""
        return {text: verdict.word for text, verdict in self.verdicts().items()}

    def measured(self, claim: str) -> float:
        """The value of a claim."""
        return self.verdicts()[claim].claim.value


@pytest.fixture(scope="module")
def full_values(full_size: Runs) -> pd.DataFrame:
    """Their measured values."""
    return evaluation.tabulate(DEMO, full_size)


@pytest.fixture
def world(full_size: Runs, full_values: pd.DataFrame) -> World:
    """Runs and values, for a test to change."""
    return World(full_size, full_values)


@pytest.mark.slow
def test_every_claim_of_the_demo_can_pass(world: World) -> None:
    words = world.words()
    assert len(words) == len(CLAIMS) == 13
    assert set(words.values()) == {"our claim"}


@pytest.mark.parametrize(
    ("key", "how", "failing"),
    [
        ("all-reduce-mrc", {"efficiency": 0.85}, "All-reduce: MRC reaches 88 % of the ideal"),
        ("all-reduce-roce-1qp", {"efficiency": 0.8, "worst": 1}, "All-reduce: RoCE with 1 QP is clearly below MRC"),
        ("all-reduce-roce-8qp", {"efficiency": 0.3, "worst": 1}, "All-reduce: RoCE with 8 QPs is above 1 QP"),
        ("all-reduce-roce-8qp", {"efficiency": 0.99, "worst": 1}, "All-reduce: RoCE with 8 QPs is below MRC"),
        ("permutation-mrc", {"worst": 0.85}, "Permutation: mean goodput of MRC, part of the payload rate"),
        ("permutation-mrc", {"worst": 0.8}, "Permutation: slowest flow of MRC, part of the payload rate"),
        ("incast-mrc-ecn", {"worst": 0.7},
         "Incast: MRC senders are within 10 % of an equal share (ECN on the last hop)"),
        ("incast-mrc", {"victim": 0.94}, "Incast: MRC leaves the victim within 5 % of its rate alone"),
        ("incast-roce-1qp", {"victim": 1.0}, ROCE_VICTIM),
        ("link-failure-mrc", {"dip_ns": 201e3}, OUTAGE),
        ("link-failure-mrc", {"dip_ns": 9e6}, OUTAGE),
        ("link-failure-mrc", {"qp_errors": 1}, "Link failure: no QP error with MRC"),
        ("link-failure-mrc", {"lost": 1}, "Link failure: every flow of MRC arrives"),
        ("incast-roce-8qp", {"lossless_violations": 3}, VIOLATIONS),
    ],
)
def test_every_claim_of_the_demo_can_fail(
    world: World, tmp_path: Path, key: str, how: dict[str, Any], failing: str
) -> None:
    world.replace(tmp_path / "one", key, **how)
    if failing == ROCE_VICTIM:
        # The better of the two runs does not count.
        assert world.words()[failing] == "our claim"
        world.replace(tmp_path / "more", "incast-roce-8qp", victim=1.0)
    assert world.words()[failing] == "our claim FAILS"


def test_missing_run_is_not_measured(world: World) -> None:
    world.lose("victim-alone-mrc")
    world.lose("link-failure-roce-1qp")
    words = world.words()
    assert words["Incast: MRC leaves the victim within 5 % of its rate alone"] == "our claim FAILS"
    assert words[VIOLATIONS] == "our claim FAILS"
    assert math.isnan(world.measured(VIOLATIONS))


def test_never_recovered_is_infinite(world: World, tmp_path: Path) -> None:
    world.replace(tmp_path / "one", "link-failure-mrc", dip_ns=9e6)
    assert math.isinf(world.measured(OUTAGE))


@pytest.fixture
def no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the figures, which take most of the time of a demo with the stand-in."""
    monkeypatch.setattr(demo.report, "figure_sections", lambda runs, uplink_case=None: [])


@pytest.mark.parametrize("quick", [False, True])
def test_the_page_has_its_sections_in_order(world: World, quick: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo.report, "render", lambda *given: given)
    drawn = []  # the figures themselves take seconds

    def figure_sections(some: list[Run], uplink_case: str) -> list[demo.report.Section]:
        drawn.append((some, uplink_case))
        return [demo.report.Section(title, "", Markup(" ")) for title in ("Bandwidth", "Flow times", "Pauses and queues")]

    monkeypatch.setattr(demo.report, "figure_sections", figure_sections)
    runs = {each.run.key: demo.run_of(each, results) for each, results in world.runs.items()}
    given: Any = demo.page(DEMO, runs, list(world.verdicts().values()), quick, "An answer.")
    title, question, sections, answer = given
    assert (title, question, answer) == (DEMO.title, QUICK if quick else DEMO.question, "An answer.")
    assert [section.title for section in sections][:6] == [
        "Bandwidth", "Does it hold?", "All runs", "Where RoCE is ahead", "Flow times", "The victim of an incast",
    ]  # fmt: skip
    assert [section.title for section in sections][6:] == ["Pauses and queues", "Setup"]
    ((some, uplink_case),) = drawn
    assert some == [run for key, run in runs.items() if "alone" not in key]
    assert uplink_case == runs["permutation-mrc"].case
    by_title = {section.title: section for section in sections}
    assert by_title["Where RoCE is ahead"].text.startswith("At reduced sizes" if quick else "A flow that is alone")
    note = "Seven hosts send 32 MB each to one host; an eighth, under the T0 of three of them, sends 224 MB"
    assert by_title["The victim of an incast"].text.startswith(note)
    assert {row[0].split(": ")[0] for row in by_title["All runs"].body.rows if row[0]} == {run.case for run in runs.values()}


@pytest.mark.slow
def test_quick_demo_from_end_to_end(fake_simulator: Path, tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "a folder" / "demo"
    assert run_demo(fake_simulator, out) == 0
    said = capsys.readouterr()
    assert re.sub(r"\d+ of 20 runs, about \d+ s left\n", "", said.err) == ""
    rows = [line for line in said.out.splitlines() if re.search(r"MRC|RoCE, \d", line)]
    # Four runs have two jobs.
    assert sum("MRC   " in row or "RoCE, " in row for row in rows if row.endswith("yes")) == 21
    assert said.out.count("not judged") == sum(claim.full_size for claim in CLAIMS)
    page = (out / "report.html").read_text(encoding="utf-8")
    for heading in ("Does it hold?", "Bandwidth", "The victim of an incast", "link-down during ring"):
        assert f"<h2>{heading}</h2>" in page
    assert len(list(out.glob("*/summary.json"))) == 20
    check_half(out)
    page_before = (out / "report.html").read_bytes()
    assert run_demo(fake_simulator, out) == 0
    assert capsys.readouterr().err == "demo: 20 of 20 runs have been done before\n"
    assert (out / "report.html").read_bytes() == page_before


def check_half(out: Path) -> None:
    """Check that the link fails at half of the run without a fault."""
    for variant in ("mrc", "roce-1qp", "roce-8qp"):
        before = load_results(out / f"all-reduce-{variant}-seed1")
        failed = load_results(out / f"link-failure-{variant}-seed1")
        at = units.time_ns(failed.config["faults"][0]["at"])
        assert at == pytest.approx(before.jobs["duration_ns"].iloc[0] / 2, abs=500)


@pytest.mark.slow
@pytest.mark.usefixtures("no_figures")
def test_failed_run_shows_its_stderr(
    fake_simulator: Path, tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_MRC_SIM", "fail:permutation-mrc")
    assert run_demo(fake_simulator, tmp_path / "demo") == 1
    said = capsys.readouterr()
    assert "permutation-mrc-seed1: exit status 2" in said.err
    assert "$.topology.hosts: 0 is too small" in said.err
    assert "demo: demo: 1 runs left no results" in said.err
    assert (tmp_path / "demo" / "report.html").exists()


@pytest.mark.slow
@pytest.mark.usefixtures("no_figures")
def test_results_of_an_earlier_demo_do_not_stand_in_for_a_failed_run(
    fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    assert run_demo(fake_simulator, tmp_path / "demo") == 0
    rebuild(fake_simulator)
    monkeypatch.setenv("FAKE_MRC_SIM", "fail:all-reduce-mrc")
    assert run_demo(fake_simulator, tmp_path / "demo") == 1
    said = capsys.readouterr()
    assert "all-reduce-mrc-seed1: exit status 2" in said.err
    # The time of the link failure is unknown without that run.
    assert "2 runs left no results" in said.err
    assert "link-failure-mrc-seed1: exit status" not in said.err


@pytest.mark.slow
@pytest.mark.usefixtures("no_figures")
def test_stalled_run_is_status_1_and_in_the_table(
    fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("FAKE_MRC_SIM", "stall:all-to-all-roce")
    assert run_demo(fake_simulator, tmp_path / "demo") == 1
    said = capsys.readouterr()
    assert "all-to-all-roce-1qp-seed1, all-to-all-roce-8qp-seed1: did not complete" in said.err
    assert sum(line.endswith("NO") for line in said.out.splitlines()) == 2


@pytest.mark.slow
def test_nothing_ran(
    fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("FAKE_MRC_SIM", "fail:-")
    assert run_demo(fake_simulator, tmp_path / "demo") == 2


def test_no_simulator(tmp_path: Path, capsys: Any) -> None:
    assert run_demo(tmp_path / "absent", tmp_path / "demo") == 2
    assert f"no simulator at {tmp_path / 'absent'}" in capsys.readouterr().err
    assert not (tmp_path / "demo").exists()


@pytest.mark.slow
def test_interrupt_stops_the_children_and_says_so(fake_simulator: Path, tmp_path: Path) -> None:
    out = tmp_path / "demo"
    command = [sys.executable, demo.__file__, "--mrc-sim", str(fake_simulator), "--quick"]
    process = subprocess.Popen(
        [*command, "--cores", "2", "--out", str(out)],
        stderr=subprocess.PIPE,
        env={**os.environ, "FAKE_MRC_SIM": "hang:all-to-all"},
        text=True,
        preexec_fn=heed_ctrl_c,
    )
    deadline = time.monotonic() + 60
    while not (out / ".runs" / "all-reduce-mrc-seed1.done").exists():
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.05)
    time.sleep(0.5)
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert time.monotonic() - started < 10
    assert re.search(rf"interrupted; \d+ of 20 runs are in {out}", said)
    wait_until(lambda: not alive(out), "all processes end", 10)


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


def test_every_scenario_of_the_demo_is_run() -> None:
    assert {run.scenario for run in DEMO.runs} == set(SCENARIO_FILES)


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


@pytest.mark.slow
@needs_simulator
def test_quick_demo_with_the_simulator(tmp_path: Path, capsys: Any) -> None:
    status = run_demo(SIMULATOR, tmp_path / "demo")
    said = capsys.readouterr()
    assert status == 0, said.out + said.err
    assert (tmp_path / "demo" / "report.html").exists()
