# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""./mrc validate with a stand-in for htsim_uec, and its cases."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import validate
from exports import TOPOLOGY, run_export, write_scenario
from mrcbench.suite.reader import assignments
from mrcbench.validation import Case, Cause, Comparison, Times
from mrcbench.validation.cases import CASES
from mrcbench.validation.htsim import ValidationError, read_times
from running import SIMULATOR, needs_simulator

#: Prints a line per connection of the matrix, as htsim_uec does, with the time of the environment.
PROGRAM = """#!{python}
import os, pathlib, sys
pathlib.Path("words").write_text(" ".join(sys.argv[1:]))
assert pathlib.Path(sys.argv[sys.argv.index("-topo") + 1]).read_text().startswith("Nodes 8")
print("no_of_nodes 8")
for line in open(sys.argv[sys.argv.index("-tm") + 1]):
    if "->" in line:
        pair = line.split(" ")[0].replace("->", "_")
        print(f"Flow Uec_{{pair}} flowId 1 uecSrc 0 starting at 0")
        print(f"Flow Uec_{{pair}} flowId 1 uecSrc 0 finished at {time} total messages 1 total packets 20 RTS 0")
print("Done")
"""


def write_program(folder: Path, time: float, text: str = PROGRAM) -> Path:
    """The stand-in, whose flows all end at a time in us."""
    path = folder / "htsim_uec"
    path.write_text(text.format(python=sys.executable, time=time), encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Case:
    """The only case: a permutation of eight hosts, with a slow link as its cause."""
    workload = [{"name": "permutation", "type": "permutation", "bytes": "64KiB"}]
    scenario = write_scenario(tmp_path, workload, topology=TOPOLOGY | {"planes": 1}, transport={"type": "mrc"})
    slow = {"faults": [{"at": 0, "what": "link-rate", "rate": "1Gbps", "link": {"host": 0, "plane": 0}}]}
    causes = (Cause("defaults", "repaired", "a link is slow", {"faults": []}),)
    case = Case("small", "eight hosts", scenario, faults=slow, htsim=("-paths", "2"), seeds=2, causes=causes)
    monkeypatch.setattr(validate, "CASES", [case])
    return case


def run(folder: Path, program: Path, *words: str) -> int:
    """The exit status of a call."""
    fixed = ["--against", str(program), "--mrc-sim", str(SIMULATOR), "-o", str(folder / "out"), "--cores", "2"]
    return validate.main([*fixed, *words])


@needs_simulator
def test_a_case_runs_in_both_simulators(
    tmp_path: Path, small: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, write_program(tmp_path, 12)) == 1, "the run with the profile uec differs"
    with (tmp_path / "out" / "validate.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["run"] for row in rows] == ["defaults", "profile uec", "repaired"]
    assert len(list((tmp_path / "out").rglob("summary.json"))) == 6, "a folder for each run and seed"
    assert {row["theirs_mean_us"] for row in rows} == {"12.0000"}
    assert {path.read_text(encoding="utf-8").count("at 12 ") for path in (tmp_path / "out").rglob("htsim.txt")} == {8}
    slow, _, fast = (float(row["slowest_us"]) for row in rows)
    assert slow > 500 and 7 < fast < 25
    text = capsys.readouterr().out
    assert "small  defaults" in text and "theirs: mean" in text
    words = (small.folder(tmp_path / "out", 2) / "words").read_text(encoding="utf-8")
    assert words.startswith("-topo htsim.topo -tm htsim.cm -linkspeed 100000 -end ")
    assert words.endswith("-seed 2 -paths 2")


@needs_simulator
def test_the_manual_gets_the_rows_of_all_cases(
    tmp_path: Path, small: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(validate, "MANUAL", tmp_path)
    page = tmp_path / "validation.md"
    page.write_text("a\n<!-- begin htsim_uec -->old<!-- end htsim_uec -->\nb\n", encoding="utf-8")
    assert run(tmp_path, write_program(tmp_path, 1234), "--document") == 1
    lines = page.read_text(encoding="utf-8").split("\n")
    assert lines[:4] == ["a", "<!-- begin htsim_uec -->", "", "| case | ours | published | band | verdict | command |"]
    assert lines[-4:] == ["", "<!-- end htsim_uec -->", "b", ""]
    cells = [line.strip("| ").split(" | ") for line in lines[5:-4]]
    assert [row[0] for row in cells] == ["eight hosts: defaults", "eight hosts: profile uec", "eight hosts: repaired"]
    assert {row[2] for row in cells} == {"1,234, 1,234 us (uet-htsim)"}
    assert {tuple(row[3:]) for row in cells} == {
        ("10 %", "differs", "`./mrc validate --against HTSIM_UEC small`")}  # fmt: skip
    with (tmp_path / "out" / "validate.csv").open(encoding="utf-8") as file:
        for row, known in zip(cells, csv.DictReader(file)):
            assert row[1] == f"{float(known['mean_us']):,.0f}, {float(known['slowest_us']):,.0f} us"


def test_the_manual_needs_all_cases(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        validate.parse(["--against", "x", "--document", "incast-15"])
    assert "--document needs all cases: leave their names out" in capsys.readouterr().err


def test_the_manual_has_the_rows_of_every_run_of_every_case() -> None:
    text = (validate.MANUAL / "validation.md").read_text(encoding="utf-8")
    assert [f"{case.title}: {name}" for case in CASES for name in case.runs()
            if f"| {case.title}: {name} |" not in text] == []  # fmt: skip


@pytest.mark.parametrize(
    "fast, verdict", [(Times(10, 20), "differs: a link is slow"), (Times(10, 23), "differs")]
)
def test_a_cause_counts_if_a_run_without_it_agrees(small: Case, fast: Times, verdict: str) -> None:
    found = Comparison(small, Times(10, 20), {"defaults": Times(50, 60), "repaired": fast})
    assert found.verdict("defaults") == verdict


def test_times_agree_if_neither_differs_by_more_than_a_tenth() -> None:
    theirs = Times(100, 200)
    assert Times(109, 181).agrees(theirs) and Times(91, 219).agrees(theirs)
    assert not Times(111, 200).agrees(theirs) and not Times(100, 179).agrees(theirs)
    assert Times.over([[1, 3], [2, 8]]) == Times(3.5, 5.5)


def test_a_row_has_the_differences_of_the_times(small: Case) -> None:
    found = Comparison(small, Times(10, 20), {"defaults": Times(15, 15), "repaired": Times(5, 40)})
    rows = [row[2:8] for row in validate.rows_of(found)]
    assert rows == [(10, 20, 15, 15, 0.5, -0.25), (10, 20, 5, 40, -0.5, 1)]


def test_networks_of_three_tiers_have_full_bisection() -> None:
    found = [case.settings for case in CASES if "topology.t2PerPlane" in case.settings]
    assert found
    for settings in found:
        at = {key.removeprefix("topology."): value for key, value in settings.items() if key.startswith("topology.")}
        assert at["t2PerPlane"] == at["t1PerPod"] * at["t0PerPod"] and at["t1PerPod"] == at["hostsPerT0"]


@needs_simulator
@pytest.mark.parametrize(
    "text, what",
    [
        ("#!/bin/sh\nprintf 'one\\ntwo\\nMismatch\\n'; exit 3\n", "ended with status 3: "),
        ("#!/bin/sh\necho Done\n", "has no line 'Flow NAME ... finished at US ...'; allowed: uet-htsim since"),
        ("#!/bin/sh\necho 'Flow a finished at 1 total'\n", "1 of 8 flows ended before the scenario's stop"),
        ("nothing\n", "Exec format error"),
    ],
    ids=["fails", "another program", "stops early", "no program"],
)
def test_a_program_that_fails_is_reported(
    tmp_path: Path, small: Case, text: str, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, write_program(tmp_path, 0, text)) == 2
    said = capsys.readouterr().err
    assert what in said and ("Mismatch" in said) == ("status 3" in what)


@needs_simulator
def test_a_simulator_that_fails_is_reported(
    tmp_path: Path, small: Case, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    cause = Cause("defaults", "repaired", "of a mistake", {"stop": 0})
    monkeypatch.setattr(validate, "CASES", [replace(small, causes=(cause,))])
    assert run(tmp_path, write_program(tmp_path, 12)) == 2
    said = capfd.readouterr().err
    assert "validate: small: " in said and "--set stop=0" in said
    assert said.count("stop: found 0; allowed") == 1


def test_a_program_that_is_missing_or_not_executable_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, tmp_path / "none") == 2
    assert f"there is no program {tmp_path / 'none'}; allowed: the file htsim_uec" in capsys.readouterr().err
    (tmp_path / "text").write_text("", encoding="utf-8")
    assert run(tmp_path, tmp_path / "text") == 2
    assert "text is not executable; allowed: the file htsim_uec" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_an_unknown_case_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, tmp_path / "none", "incast-*", "outcast") == 2
    assert "no case matches 'outcast'; there are permutation-16, " in capsys.readouterr().err


def test_patterns_choose_cases(capsys: pytest.CaptureFixture[str]) -> None:
    assert [case.name for case in validate.choose(["incast-*"])] == ["incast-15", "incast-63"]
    assert validate.main(["--list"]) == 0
    assert "incast of 63 hosts" in capsys.readouterr().out


def test_times_are_read_with_any_number_of_digits() -> None:
    lines = ["Flow a flowId 1 finished at 1e+03 total", "Flow b finished at 2.5 total", "Flow c starting at 0"]
    assert read_times("\n".join(lines), 2) == [1000, 2.5]
    with pytest.raises(ValidationError, match="2 of 3 flows"):
        read_times("\n".join(lines), 3)


def test_there_are_twelve_cases_with_different_names() -> None:
    assert len({case.name for case in CASES}) == len(CASES) >= 12
    for case in CASES:
        assert {cause.of for cause in case.causes} <= {"defaults", "profile uec"}


@pytest.mark.slow
@needs_simulator
@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.name))
def test_the_simulator_accepts_every_run_and_export_of_a_case(tmp_path: Path, case: Case) -> None:
    words = [word for setting in assignments(case.settings) for word in ("--set", setting)]
    assert run_export("--htsim", case.scenario, "-o", tmp_path / "a", *words) == 0
    for settings in case.runs().values():
        words = [word for setting in assignments(settings) for word in ("--set", setting)]
        assert json.loads(checked(case.scenario, words))["stop"] == "20ms"


def checked(scenario: Path, words: list[str]) -> str:
    """The scenario with these settings."""
    done = subprocess.run([str(SIMULATOR), "check", str(scenario), *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout
