# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What each mechanism costs a run (./mrc report --why): the same run again without it."""

from __future__ import annotations

import math
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import mrcbench
import pytest
import report
from mrcbench import why
from mrcbench.results import ResultsError, open_results
from mrcbench.why import Answer
from running import SIMULATOR, needs_simulator

SCENARIO: dict[str, Any] = {
    "schema": 1, "name": "why",
    "topology": {"type": "clos", "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 2, "planes": 2, "hostRate": "100Gbps"},
    "transport": {"type": "mrc"},
    "workload": [
        {"name": "load", "type": "incast", "receiver": 0, "senders": [4, 5, 6], "bytes": "500kB"},
        {"name": "other", "type": "write", "hosts": [3, 7], "bytes": "1MB"},
    ],
    "loss": [{"where": "nic-rx", "rate": 0.01}],
    "faults": [
        {"at": "20us", "what": "link-down", "link": {"plane": 0, "t0": 0, "t1": 1}},
        {"at": "30us", "what": "link-rate", "rate": "5Gbps", "link": {"plane": 1, "t0": 0, "t1": 0}},
    ],
}


def simulated(folder: Path, **changes: Any) -> Path:
    """The results folder of the scenario with other keys."""
    mrcbench.run({**SCENARIO, **changes}, out=folder, mrc_sim=SIMULATOR)
    return folder


def asked(folder: Path) -> list[Answer]:
    return why.ask(open_results(folder), SIMULATOR, lambda text: None)


@needs_simulator
def test_every_answer_is_the_duration_of_the_run_without_it(tmp_path: Path) -> None:
    own = simulated(tmp_path / "own")
    answers = asked(own)
    assert why.read(open_results(own)) == answers
    without = {
        "random loss": {"loss": []}, "any fault": {"faults": []},
        "fault 0 (link-down)": {"faults": SCENARIO["faults"][1:]},
        "fault 1 (link-rate)": {"faults": SCENARIO["faults"][:1]},
        "ECN marks": {"switch": {"ecn": {"enabled": False}}},
        "trimming (full queues drop)": {"switch": {"trimming": False}},
        "frequent SACKs (one per 32 KiB)": {"transport": {
            "type": "mrc", "attributes": {"ns3::MrcQpParameters::SackThresholdBytes": 32768}}},
    }  # fmt: skip
    assert list(dict.fromkeys(answer.without for answer in answers)) == [
        name for name in sorted(without, key=[answer.without for answer in answers].index)
    ]
    durations = why.durations(open_results(own))
    for number, (name, changes) in enumerate(without.items()):
        expected = why.durations(open_results(simulated(tmp_path / str(number), **changes)))
        found = {answer.job: (answer.with_ns, answer.without_ns) for answer in answers if answer.without == name}
        assert found == {job: (durations[job], expected[job]) for job in ("load", "other")}, name


@needs_simulator
def test_a_run_in_which_nothing_happened_has_only_the_question_of_sacks(tmp_path: Path) -> None:
    none = [{"where": "nic-rx", "rate": 0}]
    calm = simulated(tmp_path / "calm", workload=SCENARIO["workload"][1:], loss=none, faults=[])
    assert [answer.without for answer in asked(calm)] == ["frequent SACKs (one per 32 KiB)"]
    roce = simulated(tmp_path / "roce", workload=SCENARIO["workload"][1:], loss=[], faults=[], transport={"type": "roce"},
                     topology={**SCENARIO["topology"], "planes": 1})  # fmt: skip
    assert asked(roce) == []


@needs_simulator
def test_results_of_another_build_are_refused(tmp_path: Path) -> None:
    own = simulated(tmp_path / "own")
    flows = own / "flows.csv"
    flows.write_text(flows.read_text().replace("load", "mine"))
    with pytest.raises(ResultsError, match="does not come out the same a second time"):
        asked(own)
    assert not (own / why.FILE).exists() and not (own / ".detail").exists()


@needs_simulator
def test_answers_about_an_earlier_run_in_the_folder_do_not_count(tmp_path: Path) -> None:
    own = simulated(tmp_path / "own")
    found = asked(own)
    simulated(own, loss=[])
    assert (own / why.FILE).is_file() and why.read(open_results(own)) == []
    simulated(own)
    assert why.read(open_results(own)) == found


@needs_simulator
def test_the_command_prints_the_costs_and_the_page_shows_them(tmp_path: Path, capsys: Any) -> None:
    own = simulated(tmp_path / "own")
    assert report.main([str(own), "--why", "--no-motion", "--mrc-sim", str(SIMULATOR)]) == 0
    said = capsys.readouterr()
    rows = [answer.without for answer in why.read(open_results(own))]
    assert all(f"| {row} " in said.out for row in rows) and "again, without random loss" in said.err
    page = (own / "report.html").read_text()
    assert "Costs of mechanisms" in page and "Switched off one at a time" in page
    other = shutil.copytree(own, tmp_path / "other")
    assert report.main([str(own), str(other), "--why", "--no-motion"]) == 2
    assert "--why: needs one run" in capsys.readouterr().err


def answers(*times: tuple[str, float, float]) -> list[Answer]:
    return [Answer(without, "job", own, other) for without, own, other in times]


def test_only_what_costs_a_hundredth_is_told_the_most_expensive_first() -> None:
    found = answers(("marks", 1000, 995), ("loss", 1000, 900), ("trims", 1000, 1200), ("fault", 1000, 400))
    assert why.sentence(found) == (
        "Switched off one at a time: without fault 400 ns instead of 1 us; without loss 900 ns instead of 1 us."
    )
    assert "nothing that happened costs 1 %" in why.sentence(found[:1]) and why.sentence([]) == ""
    assert [row[-1] for row in why.table(found).rows] == ["0.5 %", "10.0 %", "-20.0 %", "60.0 %"]


def test_a_run_that_completes_only_without_something_says_so() -> None:
    found = answers(("fault", math.nan, 400), ("loss", math.nan, math.nan))
    assert why.sentence(found) == "Switched off one at a time: without fault 400 ns instead of no end."
    assert [row[2:] for row in why.table(found).rows] == [
        ("not complete", "400 ns", "completion"), ("not complete", "not complete", "-"),
    ]  # fmt: skip


def test_damaged_answers_are_refused(tmp_path: Path) -> None:
    (tmp_path / "summary.json").write_text("{}")
    (tmp_path / why.FILE).write_text("without,job\nmarks,load\n")
    with pytest.raises(ResultsError, match="why.csv: damaged"):
        why.read(mrcbench.results.Results(tmp_path, {}))


def test_runs_in_motion_share_their_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = []
    monkeypatch.setattr(report, "show", lambda run, make, mrc_sim, limit_s, label: limits.append(limit_s) or (False, ""))
    monkeypatch.setattr(report.pages, "drawn", lambda runs: runs)
    monkeypatch.setattr(report.pages, "comparison", lambda title, runs, films: "")
    run = SimpleNamespace(case="c", variant="MRC", results=SimpleNamespace(path=tmp_path, release=lambda: None, summary={"sim_time_ns": 1.0}))
    report.of_several("T", [run, run, run], tmp_path / "page.html", SIMULATOR, motion=True)  # type: ignore[list-item]
    assert limits == pytest.approx([report.LIMIT_S / 3] * 3)
