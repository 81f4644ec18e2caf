# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Figures as data: each is read and checked, mistakes are told, and one runs from end to end."""

from __future__ import annotations

import copy
import json
import math
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import figures
import pandas as pd
import pytest
import synthetic
from mrcbench.expectations import Claim
from mrcbench.results import Results, load_results
from mrcbench.suite import drawing, evaluation, measures
from mrcbench.suite.definition import Experiment
from mrcbench.suite.driver import Part
from mrcbench.suite.reader import ExperimentError

ROOT = Path(figures.__file__).resolve().parent.parent
KNOWN = figures.list_figures(figures.FIGURES)
SIMULATOR = Path(os.environ.get("MRC_SIM", ROOT / "build" / "release" / "mrc-sim"))
needs_simulator = pytest.mark.skipif(not SIMULATOR.exists(), reason="the simulator is not built")

LEAST: dict[str, Any] = {
    "title": "a ring",
    "paper": "Nothing.",
    "setup": "Eight hosts.",
    "runs": [{"key": "mrc", "label": "MRC"}, {"key": "roce", "label": "RoCE"}],
    "measures": {"mean": {"what": "fct", "jobs": "*"}},
    "plots": [{"kind": "cdf", "title": "Flow times", "jobs": "*"}],
    "expectations": [
        {"claim": "it ends", "metric": "mrc/mean", "compare": ">", "bound": 0, "fullSize": False}
    ],
}


CURVE = {"kind": "curve", "title": "x", "measure": "mean", "xlabel": "x", "ylabel": "y"}


@pytest.fixture
def make_folder(
    tmp_path: Path, scenario: Callable[..., dict[str, Any]]
) -> Callable[..., Path]:
    """A function that writes a figure with some keys changed, and returns its folder."""

    def make(**changes: Any) -> Path:
        folder = tmp_path / "figures" / "ring"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "scenario.json").write_text(json.dumps(scenario()), encoding="utf-8")
        data = {**copy.deepcopy(LEAST), **changes}
        (folder / "figure.json").write_text(json.dumps(data), encoding="utf-8")
        return folder

    return make


def load(folder: Path) -> Experiment:
    """The figure in a folder."""
    return figures.load(folder.name, folder.parent)


def complaint(folder: Path) -> str:
    """What is wrong with a figure."""
    with pytest.raises(ExperimentError) as caught:
        load(folder)
    return str(caught.value)


def claims_of(figure: Experiment) -> list[Claim]:
    """What a figure claims; nothing is measured."""
    assert figure.claims is not None
    return list(figure.claims(evaluation.Measured(figure, {}, evaluation.tabulate(figure, {}))))


@pytest.mark.parametrize("name", KNOWN)
def test_a_figure_is_a_short_program(name: str) -> None:
    lines = (figures.FIGURES / name / "figure.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 150 and max(map(len, lines)) <= 110


@pytest.mark.parametrize("name", KNOWN)
def test_every_figure_makes_sense(name: str) -> None:
    figure = figures.load(name, figures.FIGURES)
    assert claims_of(figure), "claims nothing"
    sweeps = {point.sweep for point in figure.points} or {""}
    assert sum(1 for _ in figure.simulations(quick=True)) <= len(figure.runs) * len(sweeps)


@needs_simulator
@pytest.mark.parametrize("name", KNOWN)
def test_the_simulator_accepts_every_run_of_every_figure(name: str) -> None:
    figure = figures.load(name, figures.FIGURES)
    refused = {}
    for job in Part(figure).tasks(quick=False):
        if job.settings[-1] != f"seed={figure.runs[0].seeds[0]}":
            continue  # seeds have no problems of their own
        # A capacity is no longer to compute than to check, if the network is small.
        small = ("network.nics=1024",) if job.program == "capacity" else ()
        program = job.program if small else "check"
        command = [str(SIMULATOR), program, str(job.scenario)]
        command += [word for setting in (*job.settings, *small) for word in ("--set", setting)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            refused[job.name] = done.stderr
    assert refused == {}


@pytest.mark.parametrize("name", KNOWN)
def test_the_manual_has_every_claim_and_what_came_of_it(name: str) -> None:
    text = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8").replace("\\", "")
    figure = figures.load(name, figures.FIGURES)
    assert f"## {name}: {figure.title}" in text, "./mrc figures --document writes it"
    missing = [claim.text for claim in claims_of(figure) if claim.text.replace("|", "") not in text]
    assert missing == []


def test_there_are_the_figures_that_the_documents_speak_of() -> None:
    text = (ROOT / "docs" / "validation.md").read_text(encoding="utf-8")
    assert [name for name in KNOWN if name not in text] == []


@pytest.mark.parametrize(
    "changes, what",
    [
        ({"titel": "x"}, "titel: unknown key"),
        ({"title": 5}, "title: found 5, a string is expected"),
        ({"seeds": [0]}, "seeds are whole numbers above 0"),
        ({"base": "none.json"}, "run mrc: there is no scenario"),
        ({"runs": [{"key": "a", "label": "A"}, {"key": "a", "label": "B"}]}, "two of run 'a'"),
        ({"runs": [{"key": "a"}]}, "runs[0].label is missing"),
        ({"table": ["median"]}, "there is no measure 'median'"),
        ({"measures": {"mean": {"what": "speed"}}}, "what is 'speed'; it can be goodput"),
        ({"measures": {"mean": {"what": "fct"}}}, "measure mean: jobs is missing"),
        (
            {"measures": {"mean": {"what": "fct", "jobs": "*", "stat": "mode"}}},
            "stat is 'mode'; it can be mean",
        ),
        ({"plots": [{"kind": "pie", "title": "x"}]}, "kind is 'pie'; it can be time, bars"),
        (
            {"plots": [{"kind": "bars", "title": "x", "ylabel": "y", "measure": "speed"}]},
            "plot 0: there is no measure 'speed'",
        ),
        (
            {"references": [{"key": "mrc", "label": "x", "note": "y", "values": {}}]},
            "there are two of run 'mrc'",
        ),
        (
            {"references": [{"key": "x", "label": "x", "note": "y", "values": {"mean": {"4": 1}}}]},
            "reference x: there is no point '4'",
        ),
        ({"grids": ["speed"]}, "grids: there is no measure 'speed'"),
        (
            {"plots": [{**CURVE, "panels": [{"title": "x", "runs": ["tcp"]}]}]},
            "plot 0: there is no run 'tcp'",
        ),
        (
            {"plots": [{**CURVE, "panels": [{"runs": ["mrc"]}]}]},
            "plot 0: a panel has the keys ['runs']; it needs title and runs",
        ),
        (
            {"plots": [{**CURVE, "sweep": "QPs"}], "points": [{"at": 2}]},
            "plot 0: there is no sweep 'QPs'",
        ),
        (
            {"expectations": [{"claim": "x", "metric": "a/b", "compare": "<", "bound": 1}]},
            "'x': there is no metric 'a/b'",
        ),
        (
            {"expectations": [{"claim": "x", "metric": "mrc/mean", "compare": "<<", "bound": 1}]},
            "unknown comparison '<<'",
        ),
    ],
)
def test_mistakes_are_told(
    make_folder: Callable[..., Path], changes: dict[str, Any], what: str
) -> None:
    assert what in complaint(make_folder(**changes))


def test_settings_come_in_an_order_in_which_the_later_wins(make_folder: Callable[..., Path]) -> None:
    figure = load(
        make_folder(
            settings=["a=1"],
            quick=["d=4"],
            points=[{"at": 2, "settings": ["b=2"]}],
            runs=[{"key": "mrc", "label": "MRC", "settings": ["c=3"], "seeds": [7, 8]}],
            expectations=[],
        )
    )
    simulations = list(figure.simulations(quick=False))
    assert [simulation.folder for simulation in simulations] == ["mrc@2-seed7", "mrc@2-seed8"]
    assert figure.settings(simulations[0], quick=True) == ("a=1", "b=2", "c=3", "d=4", "seed=7")
    assert [simulation.seed for simulation in figure.simulations(quick=True)] == [7]


def test_a_quick_run_has_the_first_point_of_each_sweep(make_folder: Callable[..., Path]) -> None:
    points = [{"at": 2}, {"at": 8}, {"at": 1, "sweep": "QPs"}, {"at": 2, "sweep": "QPs"}]
    figure = load(make_folder(points=points, expectations=[]))
    cases = [simulation.case for simulation in figure.simulations(quick=True)]
    assert cases == ["mrc@2", "roce@2", "mrc@QPs1", "roce@QPs1"]


@pytest.fixture
def two_flows(folder: Path) -> Results:
    """A run whose samples and jobs are replaced by some that one can count."""
    results = load_results(folder)
    rows = []
    for time in range(1, 11):
        rows.append((time * 1e6, "job.throughput_gbps", "a", 100.0))
        rows.append((time * 1e6, "job.throughput_gbps", "b", 300.0 if time > 5 else 0.0))
    rows.append((3e6, "port.queue_bytes", "p0-t0-0--h0", 4000.0))
    samples = pd.DataFrame(rows, columns=["time_ns", "kind", "object", "value"])
    jobs = pd.DataFrame({"job": ["a", "b"], "start_ns": [0.0, 5e6], "end_ns": [math.nan, 10e6]})
    summary = {**results.summary, "sim_time_ns": 10_000_000}
    config = {**results.config, "measure": {"sampleInterval": "1ms"}}
    return Results(results.path, summary, config, jobs, results.flows, samples,
                   results.links, results.events)  # fmt: skip


@pytest.mark.parametrize(
    "spec, value",
    [
        ({"what": "goodput", "jobs": "b"}, 150),
        ({"what": "goodput", "jobs": "b", "from": "5ms"}, 300),
        ({"what": "goodput", "jobs": ["a", "b"], "from": "5ms", "stat": "sum"}, 400),
        ({"what": "goodput", "jobs": "*", "from": "5ms", "stat": "jain"}, 400**2 / (2 * 100000)),
        ({"what": "goodput", "jobs": "b", "to": "1ms", "every": "9ms", "times": 2}, 150),
        ({"what": "dip", "jobs": "*", "smooth": "2ms"}, 100),
        ({"what": "fairness", "jobs": "*", "length": "5ms", "settle": "1ms"}, 0.8),
        ({"what": "series", "kind": "port.queue_bytes", "objects": "*"}, 400),
        ({"what": "series", "kind": "port.queue_bytes", "objects": "*", "stat": "empty"}, 0.9),
        ({"what": "series", "kind": "port.paused", "objects": "*", "stat": "busy"}, 0),
        ({"what": "summary", "key": "sim_time_ns", "scale": 1e-6}, 10),
        ({"what": "completed"}, 1),
        ({"what": "trims"}, 40 / (14 * 8 * 1953 - 12)),
        ({"what": "senders", "jobs": "a"}, math.nan),
    ],
)
def test_measures_by_hand(two_flows: Results, spec: dict[str, Any], value: float) -> None:
    assert measures.problems(spec) == []
    assert measures.measure(two_flows, spec) == pytest.approx(value, nan_ok=True)


@pytest.fixture
def broken(two_flows: Results) -> Results:
    """A run with two faults and a ring of three steps, in which packets are lost."""
    jobs = pd.DataFrame(
        [("ring", 0.0, 2e6), ("ring", 2e6, 6e6), ("ring", 6e6, 9e6), ("ring", 9e6, math.nan)],
        columns=["job", "start_ns", "end_ns"],
    )
    jobs["duration_ns"] = jobs["end_ns"] - jobs["start_ns"]
    flows = pd.DataFrame(
        [
            ("ring", "0", "1", 0, 1.5e6, 3, 0),
            ("ring", "0", "1", 0, 2.5e6, 4, 1),
            ("ring", "1", "2", 0, 2.5e6, 1, 0),
            ("ring", "2", "0", 0, math.nan, 7, 0),
            ("other", "2", "0", 0, 1.5e6, 100, 0),
        ],
        columns=["job", "src", "dst", "qp", "end_ns", "retransmits", "trims"],
    )
    down = {"fault": 0, "what": "link-down", "at_ns": 1e6, "until_ns": 4e6, "lost_packets": 30}
    silent = {"fault": 1, "what": "switch-silent", "at_ns": 5e6, "until_ns": None}
    rows = [{**down, "evs_back_after_ns": 5}, {**silent, "lost_packets": 10, "evs_back_after_ns": None}]
    return Results(two_flows.path, {**two_flows.summary, "recovery": rows}, two_flows.config, jobs,
                   flows, two_flows.samples, two_flows.links, two_flows.events)  # fmt: skip


@pytest.fixture
def spoken(two_flows: Results, tmp_path: Path) -> Results:
    """A run with events of EVs, and a capture of a NIC port."""
    events = pd.DataFrame(
        [
            (1e6, "ev-bad", "h0/qp3", "plane 0 ev 0x1"),
            (2e6, "ev-bad", "h1/qp3", "plane 0 ev 0x2"),
            (4e6, "ev-bad", "h0/qp3", "plane 3 ev 0x3002"),
            (4e6, "ev-good", "h0/qp3", "plane 0 ev 0x1"),
        ],
        columns=["time_ns", "kind", "object", "detail"],
    )
    (tmp_path / "pcap").mkdir()
    (tmp_path / "pcap" / "p0-t0-0--p0-t1-0.csv").write_text("not a NIC's", encoding="utf-8")
    (tmp_path / "pcap" / "h0--p1-t0-0.csv").write_text(
        "time_ns,direction,bytes,src_host,dst_host,ev,dest_qpn,psn,payload_bytes\n"
        "2500000.5,tx,1000,0,2,4096,3,7,900\n",
        encoding="utf-8",
    )
    (tmp_path / "pcap" / "h0--p3-t0-0.csv").write_text(
        "time_ns,direction,bytes,src_host,dst_host,ev,dest_qpn,psn,payload_bytes\n"
        "500000.5,tx,1000,0,2,12288,3,7,900\n"
        "900000,tx,250,0,2,12288,3,8,150\n"
        "900000,tx,500,0,2,12289,3,9,400\n"
        "900000,rx,500,2,0,12288,3,8,400\n"
        "1500000,tx,100,0,2,12288,3,7,\n"
        "1500000,tx,3750,0,2,12289,3,8,3600\n",
        encoding="utf-8",
    )
    return Results(tmp_path, two_flows.summary, two_flows.config, two_flows.jobs, two_flows.flows,
                   two_flows.samples, two_flows.links, events)  # fmt: skip


BAD = {"what": "events", "kind": "ev-bad"}
EV_RATE = {"what": "series", "kind": "ev.gbps", "to": "2ms"}


@pytest.mark.parametrize(
    "spec, value",
    [
        (BAD, 3),
        ({**BAD, "objects": "h0/*"}, 2),
        ({**BAD, "objects": "h0/*", "detail": "* ev 0x3???"}, 1),
        ({**BAD, "from": "1500us", "when": "first"}, 500),
        ({**BAD, "from": "1500us", "when": "last"}, 2500),
        ({**BAD, "to": "2ms", "when": "last"}, 2000),
        ({**BAD, "from": "5ms", "when": "first"}, math.nan),
        ({"what": "events", "kind": "timeout"}, 0),
        ({**EV_RATE, "objects": "h0 to h2 ev 0x3000"}, 0.005),
        ({**EV_RATE, "objects": "h0 to h2 ev *", "stat": "max"}, 0.03),
        ({"what": "repair", "stat": "max"}, 2000),
        ({"what": "repair"}, 1300),
    ],
)
def test_events_and_evs_by_hand(spoken: Results, spec: dict[str, Any], value: float) -> None:
    assert measures.problems(spec) == []
    assert measures.measure(spoken, spec) == pytest.approx(value, nan_ok=True)


LOSSES = {"what": "losses", "jobs": "ring"}
TRACKS = {"what": "tracks", "jobs": "a", "base": {}, "from": "1ms", "to": "3ms", "every": "3ms"}


@pytest.mark.parametrize(
    "spec, value",
    [
        ({"what": "kept", "jobs": "*", "from": "5ms", "base": {"from": "1ms", "to": "6ms"}}, 3),
        ({"what": "kept", "jobs": "a", "from": "5ms", "base": {"to": "5ms"}}, 1),
        ({**TRACKS, "levels": [1, 0.25]}, 3),
        ({**TRACKS, "levels": [1, 2]}, 0.5),
        ({**TRACKS, "levels": [1, 1], "every": "9ms"}, math.nan),
        ({"what": "steps", "jobs": "ring", "to": "9ms"}, 3000),
        ({"what": "steps", "jobs": "ring", "from": "1ms", "to": "9ms", "stat": "min"}, 3000),
        ({"what": "steps", "jobs": "ring", "from": "1ms", "to": "3ms", "touching": True}, 3000),
        ({"what": "steps", "jobs": "ring", "from": "8ms", "touching": True}, math.nan),
        ({**LOSSES, "by": "sender", "stat": "sum"}, 14),
        ({**LOSSES, "by": "sender", "to": "2ms", "stat": "max"}, 3),
        ({**LOSSES, "by": "sender", "to": "3ms", "stat": "mean"}, 7 / 3),
        ({**LOSSES, "by": "receiver", "to": "3ms", "stat": "max"}, 6),
        ({**LOSSES, "by": "qp", "from": "2ms", "to": "4ms", "stat": "max", "perSecond": True}, 1500),
        ({"what": "recovery", "column": "lost_packets", "stat": "sum"}, 40),
        ({"what": "recovery", "column": "lost_packets", "faults": [1]}, 10),
        ({"what": "recovery", "column": "lost_packets", "kind": "link-down"}, 30),
        ({"what": "recovery", "column": "evs_back_after_ns", "stat": "max"}, math.nan),
        ({"what": "recovery", "column": "evs_back_after_ns", "stat": "sum", "absent": 0}, 5),
        ({"what": "recovery", "column": "lost_packets", "kind": "link-loss"}, math.nan),
        ({"what": "series", "kind": "sender.losses", "objects": "h1", "stat": "max"}, 1000),
        ({"what": "series", "kind": "receiver.losses", "objects": "h[1-9]", "stat": "sum"}, 7000),
        ({"what": "series", "kind": "job.step_us", "objects": "ring", "from": "5ms", "to": "6ms"}, 4000),
    ],
)
def test_measures_of_faults_by_hand(broken: Results, spec: dict[str, Any], value: float) -> None:
    assert measures.problems(spec) == []
    assert measures.measure(broken, spec) == pytest.approx(value, nan_ok=True)


@pytest.mark.parametrize(
    "spec, problem",
    [
        ({"what": "events", "kind": "x", "when": "then"}, "when is 'then'; it can be first, last"),
        ({**LOSSES, "by": "port"}, "by is 'port'; it can be sender, receiver, qp"),
        ({**LOSSES, "by": "qp", "perSecond": True, "to": "1ms"}, "perSecond needs from and to"),
    ],
)
def test_measures_of_faults_that_make_no_sense(spec: dict[str, Any], problem: str) -> None:
    assert measures.problems(spec) == [problem]


def test_a_plot_over_time_shows_faults_and_a_part(
    make_folder: Callable[..., Path], broken: Results
) -> None:
    row = {"kind": "sender.losses", "ylabel": "y", "log": True}
    groups = [{"objects": "*", "label": key, key: True} for key in ("total", "mean", "worst")]
    groups[2]["color"] = 0
    spec = {"kind": "time", "title": "x", "rows": [{**row, "groups": groups}], "runs": ["mrc"],
            "faults": True, "from": "1ms", "to": "6ms"}  # fmt: skip
    figure = load(make_folder(plots=[spec], expectations=[]))
    assert drawing.problems(spec, figure) == []
    runs = {next(figure.simulations(quick=True)): broken}
    (axis,) = drawing.draw(figure, spec, runs, pd.DataFrame()).axes
    total, mean, worst, silent = axis.lines
    assert total.get_ydata()[2] == 4000 and worst.get_ydata()[2] == 3000
    assert list(mean.get_ydata() * 3) == list(total.get_ydata())
    assert worst.get_color() == total.get_color() != mean.get_color()
    assert list(silent.get_xdata()) == [5, 5], "a fault that lasts is a line"
    (down,) = axis.patches
    extent = down.get_window_extent().transformed(axis.transData.inverted())
    assert (extent.x0, extent.x1) == pytest.approx((1, 4))
    assert axis.get_xlim() == (1, 6) and axis.get_yscale() == "log"


def test_fairness_is_among_those_who_are_busy_throughout(two_flows: Results) -> None:
    # b works from 5 to 10 ms, and of three stretches none lies within.
    spec = {"what": "fairness", "jobs": "*", "length": "4ms", "settle": 0}
    assert math.isnan(measures.measure(two_flows, spec))


def test_what_one_seed_lacks_is_not_measured() -> None:
    case = ("a", "a", "", math.nan)
    rows = [(*case, seed, "x", value) for seed, value in ((1, 1.0), (2, math.nan))]
    rows += [(*case, seed, "y", value) for seed, value in ((1, 1.0), (2, 3.0))]
    found = evaluation.summarize(pd.DataFrame(rows, columns=list(evaluation.COLUMNS)))
    assert math.isnan(found["a/x"]) and math.isnan(found["a/x/min"])
    assert (found["a/y"], found["a/y/min"], found["a/y/max"]) == (2, 1, 3)


def test_a_metric_without_a_point_is_over_all_points() -> None:
    rows = [("a@1", "a", "", 1.0, 1, "x", 5.0), ("a@2", "a", "", 2.0, 1, "x", 9.0)]
    found = evaluation.summarize(pd.DataFrame(rows, columns=list(evaluation.COLUMNS)))
    assert (found["a@1/x"], found["a@2/x"]) == (5, 9)
    assert (found["a/x"], found["a/x/min"], found["a/x/max"]) == (7, 5, 9)


@pytest.fixture
def only_ring(make_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of figures holds nothing but the ring."""
    folder = make_folder()
    monkeypatch.setattr(figures, "FIGURES", folder.parent)
    return folder


def make(simulator: Path, out: Path, *more: str) -> int:
    """The exit status of the command."""
    return figures.main(["--mrc-sim", str(simulator), "--out", str(out), "--cores", "2", *more])


@pytest.mark.usefixtures("only_ring")
def test_a_figure_leaves_plots_values_and_a_page(
    fake_simulator: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert make(fake_simulator, out, "ring") == 0
    assert (out / "ring" / "ring-1.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (out / "ring" / "report.html").read_text(encoding="utf-8")
    values = pd.read_csv(out / "ring" / "values.csv")
    assert set(values["run"]) == {"mrc", "roce"}
    assert "it ends" in capsys.readouterr().out


def test_an_expectation_that_fails_is_exit_status_1(
    make_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, fake_simulator: Path,
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    claim = {**LEAST["expectations"][0], "compare": "<"}
    monkeypatch.setattr(figures, "FIGURES", make_folder(expectations=[claim]).parent)
    assert make(fake_simulator, tmp_path / "out") == 1
    assert "FAIL" in capsys.readouterr().out


@pytest.mark.usefixtures("only_ring")
@pytest.mark.parametrize("how, status", [("stall:ring", 1), ("fail:ring", 1)])
def test_runs_that_do_not_complete_are_exit_status_1(
    fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str, status: int
) -> None:
    monkeypatch.setenv("FAKE_MRC_SIM", how)
    assert make(fake_simulator, tmp_path / "out") in (status, 2)


def test_a_run_that_is_meant_to_be_stopped_is_whole(
    make_folder: Callable[..., Path], folder: Path
) -> None:
    figure = load(make_folder(untilStop=True))
    path = folder / "summary.json"
    summary = json.loads(path.read_text(encoding="utf-8"))
    summary.update(flows_completed=0, outcome="stop")
    path.write_text(json.dumps(summary), encoding="utf-8")
    simulation = next(figure.simulations(quick=True))
    folder.rename(folder.parent / simulation.folder)
    _, problems = evaluation.load(figure, folder.parent, quick=True)
    assert simulation not in problems
    other = load(make_folder())
    _, problems = evaluation.load(other, folder.parent, quick=True)
    assert simulation in problems


def test_a_stopped_run_in_which_a_qp_failed_is_not_whole(
    make_folder: Callable[..., Path], folder: Path
) -> None:
    figure = load(make_folder(untilStop=True))
    path = folder / "summary.json"
    summary = json.loads(path.read_text(encoding="utf-8"))
    summary.update(flows_completed=0, outcome="stop", qp_errors=1)
    path.write_text(json.dumps(summary), encoding="utf-8")
    simulation = next(figure.simulations(quick=True))
    folder.rename(folder.parent / simulation.folder)
    _, problems = evaluation.load(figure, folder.parent, quick=True)
    assert simulation in problems


@pytest.fixture
def stalling(
    make_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Path]:
    """A function that makes a figure in which every run stalls at every point."""

    def make(**changes: Any) -> Path:
        runs = [{"key": key, "label": key, "mayStall": key == "mrc"} for key in ("mrc", "roce")]
        points = [{"at": 2}, {"at": 8, "sweep": "QPs"}]
        values = {"mean": {"QPs8": 7.5}}
        other = {"key": "other", "label": "Other", "note": "by hand", "values": values}
        measures = {"mean": {"what": "senders", "jobs": "*", "note": "of all senders"}}
        folder = make_folder(runs=runs, points=points, references=[other], measures=measures,
                             grids=["mean"], expectations=[], **changes)  # fmt: skip
        monkeypatch.setattr(figures, "FIGURES", folder.parent)
        monkeypatch.setenv("FAKE_MRC_SIM", "stall:ring")
        return folder

    return make


def test_who_may_stall_is_in_the_tables_as_stalled(
    stalling: Callable[..., Path], fake_simulator: Path, tmp_path: Path,
    capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    stalling()
    assert make(fake_simulator, tmp_path / "out") == 1
    said = capsys.readouterr()
    assert [line for line in said.err.splitlines() if "did not complete" in line] == [
        "figures: ring/roce@2-seed1: did not complete",
        "figures: ring/roce@QPs8-seed1: did not complete",
    ]
    tables = (tmp_path / "out" / "ring" / "tables.md").read_text(encoding="utf-8")
    assert tables.splitlines() == [
        "| mean | 2 | QPs 8 |",
        "| --- | --- | --- |",
        "| mrc | stalled | stalled |",
        "| roce | stalled | stalled |",
        "| Other | - | 7.50 |",
    ]
    page = (tmp_path / "out" / "ring" / "report.html").read_text(encoding="utf-8")
    assert "Other: by hand" in page and "of all senders" in page


def test_stalls_of_those_who_may_are_no_failure(
    stalling: Callable[..., Path], fake_simulator: Path, tmp_path: Path
) -> None:
    folder = stalling()
    data = json.loads((folder / "figure.json").read_text(encoding="utf-8"))
    data["runs"] = data["runs"][:1]
    (folder / "figure.json").write_text(json.dumps(data), encoding="utf-8")
    assert make(fake_simulator, tmp_path / "out") == 0


def test_a_curve_shows_panels_references_and_what_stalled(
    make_folder: Callable[..., Path],
) -> None:
    spec = {
        **CURVE,
        "sweep": "QPs",
        "panels": [{"title": "left", "runs": ["mrc", "other"]}, {"title": "right", "runs": ["b"]}],
    }
    figure = load(
        make_folder(
            runs=[{"key": "mrc", "label": "MRC"}, {"key": "b", "label": "Big", "look": "MRC"}],
            points=[{"at": 1}, {"at": 4, "sweep": "QPs"}, {"at": 8, "sweep": "QPs"}],
            references=[
                {"key": "other", "label": "Other", "note": "z", "values": {"mean": {"QPs8": 3}}}
            ],
            plots=[spec],
            expectations=[],
        )
    )
    assert drawing.problems(spec, figure) == []
    rows = [
        (f"{run}@{point.text}", run, point.sweep, point.at, 1, "mean", value)
        for run in ("mrc", "b")
        for point, value in zip(figure.points, (99.0, 1.0, math.nan if run == "b" else 2.0))
    ]
    values = pd.DataFrame(rows, columns=list(evaluation.COLUMNS))
    values = pd.concat([values, evaluation.references(figure)], ignore_index=True)
    plot = drawing.draw(figure, spec, {}, values)
    left, right = ([list(line.get_ydata()) for line in axis.lines] for axis in plot.axes)
    assert [axis.get_title("left") for axis in plot.axes] == ["left", "right"]
    assert left == [[1.0, 2.0], [3.0]]
    assert right[0][0] == 1 and math.isnan(right[0][1]) and right[1] == [0], "a cross at the bottom"
    assert [text.get_text() for text in plot.legends[0].texts] == ["MRC", "Other", "stalled"]
    assert plot.axes[0].get_ylim()[1] > 3


def test_groups_of_bars_by_point(make_folder: Callable[..., Path]) -> None:
    spec = {"kind": "groups", "title": "x", "measure": "mean", "ylabel": "y",
            "points": {"2": "two", "a1": "other"}}  # fmt: skip
    points = [{"at": 1}, {"at": 2}, {"at": 1, "sweep": "a"}]
    figure = load(make_folder(plots=[spec], points=points, expectations=[]))
    assert drawing.problems(spec, figure) == []
    assert drawing.problems({**spec, "points": {"3": "x"}}, figure) == ["there is no point '3'"]
    rows = [
        (f"{run}@{point.text}", run, point.sweep, point.at, seed, "mean", float(value + seed))
        for run, more in (("mrc", 0), ("roce", 20))
        for point, value in zip(figure.points, (more, more + 4, more + 6))
        for seed in (1, 3)
    ]
    plot = drawing.draw(figure, spec, {}, pd.DataFrame(rows, columns=list(evaluation.COLUMNS)))
    (axis,) = plot.axes
    assert [bar.get_height() for bar in axis.patches] == [6, 8, 26, 28]
    places = [bar.get_x() + bar.get_width() / 2 for bar in axis.patches]
    assert places == pytest.approx([-0.215, 0.215, 0.785, 1.215])
    assert [text.get_text() for text in plot.legends[0].texts] == ["two", "other"]


def test_unknown_figures_are_refused_with_the_list(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert figures.main(["fig99"]) == 2
    said = capsys.readouterr().err
    assert "no figure 'fig99'" in said and "fig20, fig21, fig22" in said


def test_the_list_names_all_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert figures.main(["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == KNOWN


@pytest.mark.parametrize("kind", sorted(drawing.KEYS))
def test_every_kind_of_plot_can_be_drawn(
    make_folder: Callable[..., Path], tmp_path: Path, scenario: Callable[..., dict[str, Any]],
    kind: str
) -> None:  # fmt: skip
    plots = {
        "time": {"rows": [{"kind": "job.throughput_gbps", "ylabel": "y", "smooth": "50us",
                           "groups": [{"objects": "*", "label": "ring", "samples": True}]}],
                 "shade": "100us"},
        "bars": {"measure": "mean", "ylabel": "y", "line": {"measure": "mean", "label": "z"}},
        "dots": {"jobs": "*", "ylabel": "y"},
        "curve": {"measure": "mean", "ylabel": "y", "xlabel": "x", "log": "xy"},
        "groups": {"measure": "mean", "ylabel": "y", "points": {"1": "one", "2": "two"}},
        "cdf": {"jobs": "*"},
    }  # fmt: skip
    spec = {"kind": kind, "title": "x", **plots[kind]}
    points = [{"at": 1, "settings": []}, {"at": 2, "settings": []}]
    figure = load(make_folder(plots=[spec], points=points, expectations=[]))
    assert drawing.problems(spec, figure) == []
    results = load_results(synthetic.write_results(tmp_path / "run", scenario()))
    runs = {simulation: results for simulation in figure.simulations(quick=False)}
    plot = drawing.draw(figure, spec, runs, evaluation.tabulate(figure, runs))
    assert plot.axes and all(axis.has_data() for axis in plot.axes)


@needs_simulator
def test_a_quick_run_with_the_simulator(tmp_path: Path) -> None:
    assert make(SIMULATOR, tmp_path, "fig21", "--quick") == 0
    assert (tmp_path / "fig21" / "fig21-1.png").exists()


@needs_simulator
@pytest.mark.slow
@pytest.mark.parametrize("name", KNOWN)
def test_a_quick_run_of_every_figure(name: str, tmp_path: Path) -> None:
    assert make(SIMULATOR, tmp_path, name, "--quick") == 0
