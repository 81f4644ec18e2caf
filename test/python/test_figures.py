# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Figures as programs: each is read and checked, mistakes are reported, and one runs from end to end."""

from __future__ import annotations

import json
import math
import re
import runpy
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import figures
import pandas as pd
import programs
import pytest
import synthetic
from matplotlib.container import ErrorbarContainer
from mrcbench.drawing.levels import GID
from mrcbench.expectations import Claim
from mrcbench.figure import Panel, cdf, curve, dots, groups, said, texts_of
from mrcbench.results import ResultsError
from mrcbench.suite import evaluation
from mrcbench.suite.definition import Experiment, Part
from mrcbench.suite.evaluation import Measured
from mrcbench.suite.reader import ExperimentError
from running import SIMULATOR, TOP, needs_simulator, run_scenario
from synthetic import load_results

KNOWN = figures.list_figures(figures.FIGURES)
VALIDATION = figures.list_figures(figures.FIGURES, validation=True)


def load(folder: Path) -> Experiment:
    """The figure in a folder."""
    return figures.load(folder.name, folder.parent)


def complaint(folder: Path) -> str:
    """The error message about a figure."""
    with pytest.raises(ExperimentError) as caught:
        load(folder)
    return str(caught.value)


def nothing_measured(figure: Experiment) -> Measured:
    """A figure without values of runs."""
    return Measured(figure, {}, evaluation.tabulate(figure, {}))


def claims_of(figure: Experiment) -> list[Claim]:
    """The claims of a figure without values."""
    return list(figure.claims(nothing_measured(figure)))


@pytest.mark.parametrize("name", KNOWN + VALIDATION)
def test_a_figure_is_a_short_program(name: str) -> None:
    lines = (figures.FIGURES / name / "figure.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 170 and max(map(len, lines)) <= 110


@pytest.mark.parametrize("name", KNOWN + VALIDATION)
@pytest.mark.parametrize("full", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["small", "full"])
def test_every_figure_makes_sense(name: str, full: bool) -> None:
    figure = figures.load(name, figures.FIGURES, full)
    assert claims_of(figure), "claims nothing"
    assert all(callable(measure.of) for measure in figure.measures.values())
    plots = list(figure.draw(nothing_measured(figure)))
    assert plots and all(plot.picture.axes for plot in plots), "cannot be drawn when no run has ended"
    sweeps = {point.sweep for point in figure.points} or {""}
    assert sum(1 for _ in figure.simulations(quick=True)) <= len(figure.runs) * len(sweeps)


@pytest.mark.slow
@needs_simulator
@pytest.mark.parametrize("name", KNOWN + VALIDATION)
def test_the_simulator_accepts_every_run_of_every_figure(name: str) -> None:
    figure = figures.load(name, figures.FIGURES)
    refused = {}
    for job in Part(figure).tasks(quick=False):
        if job.settings[-1] != f"seed={figure.runs[0].seeds[0]}":
            continue  # other seeds have no other problems
        # The capacity of a small network takes as little time as a check.
        small = ("network.nics=1024",) if job.program == "capacity" else ()
        program = job.program if small else "check"
        command = [str(SIMULATOR), program, str(job.scenario)]
        command += [word for setting in (*job.settings, *small) for word in ("--set", setting)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            refused[job.name] = done.stderr
    assert refused == {}


@pytest.mark.parametrize("name", VALIDATION)
def test_the_manual_has_every_published_number_of_others(name: str) -> None:
    text = (TOP / "docs" / "validation.md").read_text(encoding="utf-8").replace("\\", "")
    figure = figures.load(name, figures.FIGURES)
    rows = dict(re.findall(r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \|", text, re.M))
    found = {claim.text: claim.published or "-" for claim in claims_of(figure)}
    assert found == {claim: rows.get(claim) for claim in found}


def test_the_manual_gets_the_published_numbers_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {"claim": "slowest", "band": "", "ours": "5 us", "published": "6 us", "verdict": "not comparable: x"}
    verdicts = {"id": "validation-x", "title": "t", "question": "q", "quick": False, "runs": 1, "inputs": "0a", "cpu_s": 1}
    (tmp_path / "validation-x").mkdir()
    (tmp_path / "validation-x" / "verdicts.json").write_text(json.dumps(verdicts | {"verdicts": [said]}))
    manual = tmp_path / "manual"
    manual.mkdir()
    (manual / "validation.md").write_text("a<!-- begin published -->old<!-- end published -->b", encoding="utf-8")
    monkeypatch.setattr(figures, "MANUAL", manual)
    figures.summarize(figures.parse(["--validate", "--document"]), tmp_path, ["validation-x"])
    table = (tmp_path / "validation.md").read_text(encoding="utf-8")
    assert capsys.readouterr().out == f"{tmp_path / 'validation.md'}\n"
    row = "| slowest | 5 us | 6 us | - | not comparable: x | `./mrc figures validation-x` |"
    assert table.splitlines()[2:] == [row]
    filled = (manual / "validation.md").read_text(encoding="utf-8")
    assert filled == f"a<!-- begin published -->\n\n{table}\n<!-- end published -->b"


def test_figures_of_validation_are_listed_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert figures.main(["--list"]) == 0
    assert "validation-" not in capsys.readouterr().out
    assert figures.main(["--list", "--validate"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == VALIDATION


def agreements_of(name: str, keys: list[str], out: Path) -> list[str]:
    """The verdicts of a figure on some of its runs, with their first seed."""
    figure = figures.load(name, figures.FIGURES)
    runs = {}
    for each in figure.simulations(quick=False):
        if each.run.key in keys and each.seed == 1:
            words = [word for setting in figure.settings(each, False) for word in ("--set", setting)]
            runs[each] = load_results(run_scenario(each.run.scenario, out / each.folder, *words))
    claims = figure.claims(Measured(figure, runs, evaluation.tabulate(figure, runs)))
    return [claim.judge().word for claim in claims if math.isfinite(claim.value)]


@needs_simulator
@pytest.mark.parametrize(
    "name, key, verdicts",
    [
        ("validation-uet-3-tiers", "one", 1),
        ("validation-uet-3-tiers", "two", 1),
        ("validation-uet-3-tiers", "incast", 1),
        ("validation-uet-3-tiers", "permutation", 1),
        ("validation-uet-2-tiers", "alone", 1),
        pytest.param("validation-uet-2-tiers", "all-to-all", 3, marks=pytest.mark.slow),
        pytest.param("validation-uet-2-tiers", "mixed", 3, marks=pytest.mark.slow),
        pytest.param("validation-uet-2-tiers", "reps", 3, marks=pytest.mark.slow),
        pytest.param("validation-faults", "mrc", 1, marks=pytest.mark.slow),
    ],
)
def test_results_are_as_others_published(tmp_path: Path, name: str, key: str, verdicts: int) -> None:
    assert agreements_of(name, [key], tmp_path) == ["as published"] * verdicts


def test_slow_links_are_in_as_many_pods_as_the_figure_says() -> None:
    figure = figures.load("slow-links", figures.FIGURES)
    for sweep, pods in (("pods", 8), ("switch", 1)):
        point = next(point for point in figure.points if point.sweep == sweep)
        links = [fault["link"] for fault in json.loads(point.settings[0].removeprefix("faults="))]
        ends = [(int(link["a"].rpartition("-")[2]), int(link["b"].rpartition("-")[2])) for link in links]
        assert len(set(ends)) == 8 and len({t1 // 8 for t1, _ in ends}) == pods
        assert all(t2 // 8 == t1 % 8 for t1, t2 in ends), "the network has no such link"


POINTS = [{"at": 2}, {"at": 8, "sweep": "QPs"}]
OTHER = {"key": "other", "label": "Other", "note": "by hand", "values": {"mean": {"QPs8": 7.5}}}


@pytest.mark.parametrize(
    "changes, what",
    [
        ({"titles": "x"}, "titles: unknown key, did you mean title?"),
        ({"table": ["mean"]}, "table: unknown key"),
        ({"untilStop": 5}, "untilStop: found 5; allowed: true or false"),
        ({"seeds": [0]}, "seeds[0]: found 0; allowed: a whole number above 0"),
        ({"base": "none.json"}, "run mrc: there is no scenario"),
        ({"runs": [{"key": "a", "label": "A"}, {"key": "a", "label": "B"}]}, "two of run 'a'"),
        ({"runs": [{"key": "a"}]}, "runs[0].label is missing"),
        ({"more": "TABLE = ['median']"}, "table: there is no measure 'median'"),
        ({"more": "TABLE = 5"}, "figure.py: line 30: TABLE: found 5; allowed: a list of names of measures"),
        ({"more": "GRIDS = [['mean']]"}, 'line 30: GRIDS: found ["mean"]; allowed: a list of names of measures'),
        ({"measures": "[5]"}, "line 15: MEASURES: found 5; allowed: a list of measures"),
        ({"measures": "[PAUSES, None]"}, "line 15: MEASURES: found null; allowed: a list of measures"),
        ({"points": [{"at": float("inf")}], "more": "inf = 1e999"}, "sweep: ValueError: Out of range float values"),
        ({"measures": "'mean'"}, 'line 15: MEASURES: found "mean"; allowed: a list of measures'),
        ({"more": "claims = 5"}, "claims: TypeError: 'int' object is not callable"),
        ({"more": "def sweep(full): return {'runs': [{'key': measure}]}"}, "sweep: TypeError: Object of type module is"),
        ({"more": "GRIDS = ['speed']"}, "grids: there is no measure 'speed'"),
        ({"measures": "[PAUSES, PAUSES]"}, "there are two of measure 'pauses'"),
        ({"measures": "[Measure('mean', measure.speed)]"}, "has no attribute 'speed'"),
        ({"more": "from mrcbench.figure import pie"}, "ImportError: cannot import name 'pie'"),
        ({"more": "def"}, "SyntaxError: "),
        ({"more": "1 / 0"}, "ZeroDivisionError: division by zero"),
        ({"more": "del sweep, claims"}, "does not define sweep, claims"),
        ({"more": "del MEASURES, draw"}, "does not define MEASURES, draw"),
        ({"more": "def sweep(full): return {'runs': runs}"}, "NameError: name 'runs'"),
        ({"texts": ""}, "does not define a docstring"),
        (
            {"texts": "A ring.\n\nPapre: Nothing.\n"},
            "found the paragraph 'Papre: Nothing.'...; allowed: Question:, Paper:, Setup:",
        ),
        ({"references": [{**OTHER, "key": "mrc"}], "points": POINTS}, "there are two of run 'mrc'"),
        ({"references": [OTHER], "points": POINTS[:1]}, "reference other: there is no point 'QPs8'"),
        (
            {"references": [{**OTHER, "values": {"speed": {"2": 1}}}], "points": POINTS},
            "reference other: there is no measure 'speed'",
        ),
    ],
    ids=str,
)
def test_mistakes_are_told(
    make_folder: Callable[..., Path], changes: dict[str, Any], what: str
) -> None:
    said = complaint(make_folder(**changes))
    assert what in said and "figure.py: " in said


def test_the_paragraphs_of_a_docstring_are_texts() -> None:
    found = texts_of("A ring.\n\nQuestion: Is it\nround?\n\nPaper: Yes: see there.\n")
    assert found == {"title": "A ring", "question": "Is it round?", "paper": "Yes: see there."}


AXES = 'title="x", xlabel="x", ylabel="y"'
NAMED = 'title="x", ylabel="y"'


@pytest.mark.parametrize(
    "draw, what",
    [
        (f"bars(m, 'mena', {NAMED})", "there is no measure 'mena', did you mean 'mean'?"),
        (f"bars(m, 'mean', levels=[Level('z', 'speed')], {NAMED})", "there is no measure 'speed'"),
        (f"bars(m, 'mean', runs=['tcp'], {NAMED})", "there is no run 'tcp'"),
        (f"dots(m, '*', runs=['roc'], {NAMED})", "there is no run 'roc', did you mean 'roce'?"),
        ("cdf(m, '*', runs=['other'], title='x')", "there is no run 'other'"),
        (f"groups(m, 'mean', {{'3': 'x'}}, {NAMED})", "there is no point '3'"),
        (f"groups(m, 'speed', {{'2': 'x'}}, {NAMED})", "there is no measure 'speed'"),
        (f"curve(m, 'speed', {AXES})", "there is no measure 'speed'"),
        (f"curve(m, 'mean', panels=[Panel('x', ['other', 'tcp'])], {AXES})", "there is no run 'tcp'"),
        (f"curve(m, 'mean', sweep='QP', {AXES})", "there is no sweep 'QP', did you mean 'QPs'?"),
        (f"over_time(m, [Row('x', 'y', [Lines('*', 'x')])], runs=['tcp'], {NAMED[:9]})",
         "there is no run 'tcp'"),
        (f"bars(m, 'mean', published={{'mcr': 5}}, {NAMED})", "there is no run 'mcr', did you mean 'mrc'?"),
        (f"groups(m, 'mean', published={{'mrc@3': 5}}, {NAMED})", "there is no case 'mrc@3', did you mean 'mrc@2'?"),
        ("cdf(m, 'rnig', title='x')", "there is no job 'rnig', did you mean 'ring'?"),
        (f"dots(m, ['no*', 'job'], {NAMED})", "there is no job 'no*'"),
        ("over_time(m, [Row('port.queue_byte', 'y', [Lines('*', 'x')])], title='x')",
         "there is no kind 'port.queue_byte', did you mean 'port.queue_bytes'?"),
        ("over_time(m, [Row('port.paused', 'y', [Lines('*', 'x', reduce='totl')])], title='x')",
         "there is no reduction 'totl', did you mean 'total'?"),
    ],
)  # fmt: skip
def test_plots_of_what_is_not_there_are_told_before_anything_runs(
    make_folder: Callable[..., Path], draw: str, what: str
) -> None:
    said = complaint(make_folder(points=POINTS, references=[OTHER], draw=f"yield {draw}"))
    assert "draw: line 19: KeyError: " in said and what in said


@pytest.mark.parametrize(
    "draw, what",
    [
        ("yield cdf(m, '*', title='', titles='x')", "draw: line 19: TypeError: cdf() got an unexpected keyword argument 'titles'"),
        ("yield cfd(m, '*', title='x')", "draw: line 19: NameError: name 'cfd' is not defined"),
        (f"yield curve(m, 'mean', x='bytes', {AXES})", "draw: line 19: ValueError: x and where are for what vary"),
        (f"yield curve(m, 'mean', log='z', {AXES})", "draw: line 19: ValueError: log: found 'z'; allowed: x, y, xy"),
        (f"yield curve(m, 'mean', levels=[Level('a', 'mean')], {AXES})",
         "draw: line 19: ValueError: levels: found the measure 'mean'; allowed here: numbers"),
        ("yield cdf(m, '*', levels=[Level('a', 'mean')], title='x')",
         "draw: line 19: ValueError: levels: found the measure 'mean'; allowed here: numbers"),
    ],
)
def test_plots_that_make_no_sense_are_told_before_anything_runs(
    make_folder: Callable[..., Path], draw: str, what: str
) -> None:
    assert what in complaint(make_folder(draw=draw))


@pytest.mark.parametrize("draw", ["yield next(iter(m.runs.values()))", "yield {}['mrc']", "int(m['mrc/mean'])"])
def test_plots_of_values_need_values(make_folder: Callable[..., Path], draw: str) -> None:
    assert load(make_folder(draw=draw)).measures, "it fails only where nothing is measured"


def test_a_curve_of_a_product_along_what_is_not_varied_is_told(make_folder: Callable[..., Path]) -> None:
    draw = f"yield curve(m, 'mean', x='planes', {AXES})"
    figure = load(make_folder(vary={"topology.planes": [1, 2]}, draw=draw))
    assert len(list(figure.draw(nothing_measured(figure)))) == 1
    other = make_folder(vary={"topology.plans": [1, 2]}, draw=draw)
    assert "there is no axis 'planes', did you mean 'plans'" in complaint(other)


@pytest.mark.parametrize(
    "metric, what",
    [
        ("a/b", "there is no metric 'a/b'"),
        ("mrc/maen", "there is no metric 'mrc/maen', did you mean 'mrc/mean'?"),
        ("mrc@3/mean", "there is no metric 'mrc@3/mean', did you mean 'mrc@2/mean'?"),
        ("mrc/mean/mode", "there is no metric 'mrc/mean/mode'"),
        ("mrc@QPs8/mean/max", "ValueError: unknown comparison '<<'; it can be >=, <=, >, <, =="),
    ],
)
def test_claims_about_what_is_not_there_are_told_before_anything_runs(
    make_folder: Callable[..., Path], metric: str, what: str
) -> None:
    folder = make_folder(points=POINTS, claims=f"yield claim('x', m[{metric!r}], '<<', 1)")
    said = complaint(folder)
    assert "claims: line " in said and what in said


def test_ratios_to_nothing_and_what_was_not_done_are_not_measured(make_folder: Callable[..., Path]) -> None:
    figure = load(make_folder(points=POINTS))
    rows = [(f"{run}@2", run, "", 2.0, 1, "mean", value) for run, value in (("mrc", 6.0), ("roce", 0.0))]
    m = Measured(figure, {}, pd.DataFrame(rows, columns=list(evaluation.COLUMNS)))
    assert (m["mrc/mean"], m["roce/mean"] / m["mrc/mean"]) == (6, 0)
    assert math.isnan(m["mrc/mean"] / m["roce/mean"]) and math.isnan(m["mrc@QPs8/mean"])


def test_settings_come_in_an_order_in_which_the_later_wins(make_folder: Callable[..., Path]) -> None:
    figure = load(
        make_folder(
            settings=["a=1"],
            quick=["d=4"],
            points=[{"at": 2, "settings": ["b=2"]}],
            runs=[{"key": "mrc", "label": "MRC", "settings": ["c=3"], "seeds": [7, 8]}],
        )
    )
    simulations = list(figure.simulations(quick=False))
    assert [simulation.folder for simulation in simulations] == ["mrc@2-seed7", "mrc@2-seed8"]
    assert figure.settings(simulations[0], quick=True) == ("a=1", "b=2", "c=3", "d=4", "seed=7")
    assert [simulation.seed for simulation in figure.simulations(quick=True)] == [7]


def test_a_quick_run_has_the_first_point_of_each_sweep(make_folder: Callable[..., Path]) -> None:
    points = [{"at": 2}, {"at": 8}, {"at": 1, "sweep": "QPs"}, {"at": 2, "sweep": "QPs"}]
    figure = load(make_folder(points=points))
    cases = [simulation.case for simulation in figure.simulations(quick=True)]
    assert cases == ["mrc@2", "roce@2", "mrc@QPs1", "roce@QPs1"]


def test_the_answer_of_flaps_is_relative_to_no_flaps() -> None:
    answer = runpy.run_path(str(figures.FIGURES / "flaps" / "figure.py"))["answer"]
    said = answer({"none/step": 200, "flaps/step": 206, "sooner/step": 201, "hundred/step": 200})
    assert "steps take 3.0 % longer, 0.5 % if" in said and "and 0.0 % with 100 flaps" in said


def test_what_one_seed_lacks_is_not_measured() -> None:
    case = ("a", "a", "", math.nan)
    rows = [(*case, seed, "x", value) for seed, value in ((1, 1.0), (2, math.nan))]
    rows += [(*case, seed, "y", value) for seed, value in ((1, 1.0), (2, 3.0))]
    found = Measured(None, {}, pd.DataFrame(rows, columns=list(evaluation.COLUMNS)))
    assert math.isnan(found["a/x"]) and math.isnan(found["a/x/min"])
    assert (found["a/y"], found["a/y/min"], found["a/y/max"]) == (2, 1, 3)


def test_a_metric_without_a_point_is_over_all_points() -> None:
    rows = [("a@1", "a", "", 1.0, 1, "x", 5.0), ("a@2", "a", "", 2.0, 1, "x", 9.0)]
    found = Measured(None, {}, pd.DataFrame(rows, columns=list(evaluation.COLUMNS)))
    assert (found["a@1/x"], found["a@2/x"]) == (5, 9)
    assert (found["a/x"], found["a/x/min"], found["a/x/max"]) == (7, 5, 9)


@pytest.fixture
def only_ring(make_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of figures contains only the ring."""
    folder = make_folder()
    monkeypatch.setattr(figures, "FIGURES", folder.parent)
    return folder


def make(simulator: Path, out: Path, *more: str) -> int:
    """The exit status of the command."""
    return figures.main(["--mrc-sim", str(simulator), "--out", str(out), "--cores", "2", *more])


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_claim_that_fails_is_exit_status_1(
    make_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, fake_simulator: Path,
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    claims = programs.CLAIMS.replace(">", "<")
    monkeypatch.setattr(figures, "FIGURES", make_folder(claims=claims).parent)
    assert make(fake_simulator, tmp_path / "out") == 1
    assert "FAILS" in capsys.readouterr().out


@pytest.mark.slow
def test_a_plot_that_fails_is_named_and_leaves_the_page_of_before(
    make_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, fake_simulator: Path, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    out = tmp_path / "out"
    monkeypatch.setattr(figures, "FIGURES", make_folder().parent)
    assert make(fake_simulator, out) == 0
    page = (out / "ring" / "report.html").read_bytes()
    picture = (out / "ring" / "ring-1.png").read_bytes()
    make_folder(draw="yield over_time(m, [Row('job.throughput_gbps', 'y', [Lines('*', 'x')], smooth='5 parsec')], title='Drawn')")
    assert make(fake_simulator, out) == 1
    said = capsys.readouterr().err
    assert "unknown unit 'parsec'" in said and "in the plot 'Drawn' of line 19" in said, said
    assert (out / "ring" / "report.html").read_bytes() == page
    assert (out / "ring" / "ring-1.png").read_bytes() == picture
    make_folder(draw="yield from ()")
    assert make(fake_simulator, out) == 0
    assert not (out / "ring" / "ring-1.png").exists() and (out / "ring" / "report.html").read_bytes() != page


@pytest.mark.slow
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
    _, problems = evaluation.load(figure, folder.parent, [simulation])
    assert simulation not in problems
    other = load(make_folder())
    _, problems = evaluation.load(other, folder.parent, other.simulations(quick=True))
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
    _, problems = evaluation.load(figure, folder.parent, [simulation])
    assert simulation in problems


@pytest.fixture
def stalling(
    make_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Path]:
    """A function that makes a figure in which every run stalls at every point."""

    def make(**changes: Any) -> Path:
        runs = [{"key": key, "label": key, "mayStall": key == "mrc"} for key in ("mrc", "roce")]
        measures = '[Measure("mean", lambda run: measure.senders(run, "*"), note="of all senders")]'
        parts = {"runs": runs, "points": POINTS, "references": [OTHER], "measures": measures,
                 "more": "GRIDS = ['mean']", "claims": "return ()"}  # fmt: skip
        folder = make_folder(**parts | changes)
        monkeypatch.setattr(figures, "FIGURES", folder.parent)
        monkeypatch.setenv("FAKE_MRC_SIM", "stall:ring")
        return folder

    return make


@pytest.mark.slow
def test_who_may_stall_is_in_the_tables_as_stalled(
    stalling: Callable[..., Path], fake_simulator: Path, tmp_path: Path,
    capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    stalling()
    assert make(fake_simulator, tmp_path / "out") == 1
    said = capsys.readouterr()
    assert [line for line in said.err.splitlines() if "did not complete" in line] == [
        "figures: ring/roce@2-seed1, ring/roce@QPs8-seed1: did not complete",
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


@pytest.mark.slow
def test_stalls_of_those_who_may_are_no_failure(
    stalling: Callable[..., Path], fake_simulator: Path, tmp_path: Path
) -> None:
    stalling(runs=[{"key": "mrc", "label": "mrc", "mayStall": True}])
    assert make(fake_simulator, tmp_path / "out") == 0


def test_a_curve_shows_panels_references_and_what_stalled(
    make_folder: Callable[..., Path],
) -> None:
    figure = load(
        make_folder(
            runs=[{"key": "mrc", "label": "MRC"}, {"key": "b", "label": "Big", "look": "MRC"}],
            points=[{"at": 1}, {"at": 4, "sweep": "QPs"}, {"at": 8, "sweep": "QPs"}],
            references=[{**OTHER, "values": {"mean": {"QPs8": 3}}}],
        )
    )
    rows = [
        (f"{run}@{point.text}", run, point.sweep, point.at, 1, "mean", value)
        for run in ("mrc", "b")
        for point, value in zip(figure.points, (99.0, 1.0, math.nan if run == "b" else 2.0))
    ]
    values = pd.DataFrame(rows, columns=list(evaluation.COLUMNS))
    values = pd.concat([values, evaluation.references(figure)], ignore_index=True)
    panels = [Panel("left", ["mrc", "other"]), Panel("right", ["b"])]
    plot = curve(Measured(figure, {}, values), "mean", sweep="QPs", panels=panels, title="x", xlabel="x",
                 ylabel="y").picture  # fmt: skip
    left, right = ([list(line.get_ydata()) for line in axis.lines] for axis in plot.axes)
    assert [axis.get_title("left") for axis in plot.axes] == ["left", "right"]
    assert left == [[1.0, 2.0], [3.0]]
    assert right[0][0] == 1 and math.isnan(right[0][1]) and right[1] == [0], "a cross at the bottom"
    assert [text.get_text() for text in plot.legends[0].texts] == ["MRC", "Other", "no value"]
    assert plot.axes[0].get_ylim()[1] > 3


def test_groups_of_bars_by_point(make_folder: Callable[..., Path]) -> None:
    points = [{"at": 1}, {"at": 2}, {"at": 1, "sweep": "a"}]
    figure = load(make_folder(points=points))
    rows = [
        (f"{run}@{point.text}", run, point.sweep, point.at, seed, "mean", float(value + seed))
        for run, more in (("mrc", 0), ("roce", 20))
        for point, value in zip(figure.points, (more, more + 4, more + 6))
        for seed in (1, 3)
    ]
    m = Measured(figure, {}, pd.DataFrame(rows, columns=list(evaluation.COLUMNS)))
    plot = groups(m, "mean", {"2": "two", "a1": "other"}, title="x", ylabel="y").picture
    (axis,) = plot.axes
    assert [bar.get_height() for bar in axis.patches] == [6, 8, 26, 28]
    places = [bar.get_x() + bar.get_width() / 2 for bar in axis.patches]
    assert places == pytest.approx([-0.215, 0.215, 0.785, 1.215])
    assert [text.get_text() for text in plot.legends[0].texts] == ["two", "other"]
    lost = (m.values["case"] == "mrc@2") & (m.values["seed"] == 3)
    m = Measured(figure, {}, m.values.assign(value=m.values["value"].mask(lost)))
    (axis,) = groups(m, "mean", {"2": "two", "a1": "other"}, title="x", ylabel="y").picture.axes
    assert [bar.get_height() for bar in axis.patches] == [8, 26, 28], "one of two seeds is no bar"


def test_a_row_of_values_has_the_place_of_its_run(make_folder: Callable[..., Path]) -> None:
    points = [{"sweep": "load", "at": 0.5, "settings": []}, {"sweep": "size", "at": 7, "settings": []}]
    figure = load(make_folder(runs=[{"key": "mrc", "label": "mrc", "seeds": [3]}], points=points))
    values = evaluation.tabulate(figure, dict.fromkeys(figure.simulations(quick=False)))
    assert {tuple(row) for row in values[["case", "sweep", "at", "seed"]].to_numpy()} == {
        ("mrc@load0.5", "load", 0.5, 3), ("mrc@size7", "size", 7.0, 3)}  # fmt: skip


def test_runs_that_did_not_complete_are_in_no_distribution(make_folder: Callable[..., Path], folder: Path) -> None:
    figure = load(make_folder(runs=[{"key": key, "label": key, "seeds": [1, 2]} for key in ("mrc", "roce")]))
    runs = {each: load_results(folder) for each in figure.simulations(quick=False)}
    values = evaluation.tabulate(figure, runs)
    lost = [each for each in runs if (each.run.key, each.seed) == ("mrc", 2)]
    for lacking, lines, flows in (((), 2, [2, 2]), (lost, 1, [1, 2])):
        m = Measured(figure, runs, values, lacking=lacking)
        (axis,) = cdf(m, "*", title="x").picture.axes
        assert len(axis.lines) == lines
        (axis,) = dots(m, "*", title="x", ylabel="y").picture.axes
        exact = [line.get_xdata()[0] for line in axis.lines]
        assert exact == sorted(exact), "seeds from left to right"
        places = [round(place) for place in exact]
        assert [places.count(0), places.count(1)] == flows


@pytest.mark.parametrize("name", KNOWN + VALIDATION)
def test_a_bound_in_percent_is_a_part(name: str) -> None:
    figure = figures.load(name, figures.FIGURES)
    assert [each for each in claims_of(figure) if each.unit in ("%", "+%") and each.bound >= 2] == []


def test_unknown_figures_are_refused_with_the_list(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert figures.main(["fig99"]) == 2
    said = capsys.readouterr().err
    assert "no figure 'fig99'" in said and "fig20, fig21, fig22" in said


def test_the_manual_needs_all_figures_at_full_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit):
        figures.main(["--quick", "--document"])
    assert "--document needs figures at full size" in capsys.readouterr().err
    monkeypatch.setattr(figures, "MANUAL", tmp_path)
    with pytest.raises(ResultsError, match="missing: fig99"):
        figures.summarize(figures.parse(["--document"]), tmp_path, ["fig99"])
    assert not list(tmp_path.iterdir())
    assert figures.main(["fig04", "--document", "--mrc-sim", "/bin/false", "--out", str(tmp_path / "out")]) == 2
    assert "missing: bypass, capacity" in capsys.readouterr().err, "refused before anything runs"


@pytest.mark.parametrize("status, summed", [(0, True), (1, True), (2, False), (130, False)])
def test_figures_are_summed_up_once_all_runs_have_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int, summed: bool
) -> None:
    done: list[Path] = []
    monkeypatch.setattr(figures, "execution", lambda *_, **__: SimpleNamespace(out=tmp_path))
    monkeypatch.setattr(figures, "Driver", lambda *_: SimpleNamespace(run=lambda _: status))
    monkeypatch.setattr(figures, "summarize", lambda _, out, __: done.append(out))
    assert figures.main(["fig04"]) == status
    assert done == [tmp_path] * summed


def test_the_list_names_all_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert figures.main(["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == KNOWN


def test_published_and_ideal_values_are_drawn_where_they_are(make_folder: Callable[..., Path]) -> None:
    levels = "[Level('a', 7), Level('a', 9), Level('own', 'mean')]"
    figure = load(make_folder(points=[{"at": 1}, {"at": 2}], draw=f"""yield from (
        bars(m, 'mean', {NAMED}, levels={levels}, published={{'roce': 30}}),
        groups(m, 'mean', {{'1': 'one', '2': 'two'}}, {NAMED}, levels={levels}, published={{'roce@2': 50}}),
        curve(m, 'mean', {AXES}, levels=[Level('a', 7)]),
    )"""))
    rows = [(each.case, each.run.key, "", each.point.at, each.seed, "mean", 3.0 if each.run.key == "mrc" else 5.0)
            for each in figure.simulations(quick=False)]
    values = pd.DataFrame(rows, columns=list(evaluation.COLUMNS))
    drawn, told = [], []
    for plot in figure.draw(Measured(figure, {}, values)):
        (axis,) = plot.picture.axes
        drawn.append([list(line.get_ydata()) for line in axis.lines if line.get_gid() == GID])
        told.append([text.get_text() for text in plot.picture.legends[0].texts])
        assert axis.get_ylim()[1] >= max(map(max, drawn[-1]))
    own = [[7, 7], [9, 9], [3, 3], [5, 5]]
    assert drawn == [[*own, [30]], [*own, [50]], [[7, 7]]]
    assert [texts[-3:] for texts in told[:2]] == [["a", "own", "published"]] * 2 and told[2][-1] == "a"


@pytest.mark.parametrize("seeds, points, count", [(1, [], 0), (2, [], 0), (3, [], 2), (3, [{"at": 1}, {"at": 2}], 0)])
def test_a_bar_of_three_seeds_of_one_point_has_a_confidence_interval(
    make_folder: Callable[..., Path], seeds: int, points: list[dict[str, int]], count: int
) -> None:
    figure = load(make_folder(seeds=list(range(1, seeds + 1)), points=points, draw=f"yield bars(m, 'mean', {NAMED})"))
    rows = [(each.case, each.run.key, "", each.point.at if each.point else math.nan, each.seed, "mean", 5.0 + each.seed)
            for each in figure.simulations(quick=False)]  # fmt: skip
    values = pd.DataFrame(rows, columns=list(evaluation.COLUMNS))
    (plot,) = figure.draw(Measured(figure, {}, values))
    assert sum(isinstance(shape, ErrorbarContainer) for shape in plot.picture.axes[0].containers) == count


@pytest.mark.parametrize(
    "draw",
    [
        f"""over_time(m, [Row("job.throughput_gbps", "y", [Lines("*", "ring", samples=True), Lines([], "none")], smooth="50us")],
                    {NAMED[:9]}, shade="100us")""",
        f"bars(m, 'mean', {NAMED}, levels=[Level('z', 'mean'), Level('x', 7)], published={{'mrc': 3}})",
        f"dots(m, '*', {NAMED})",
        f"curve(m, 'mean', {AXES}, log='xy')",
        f"groups(m, 'mean', {{'1': 'one', '2': 'two'}}, {NAMED})",
        "cdf(m, '*', title='x')",
    ],
    ids=lambda draw: draw.partition("(")[0],
)
def test_every_kind_of_plot_can_be_drawn(
    make_folder: Callable[..., Path], tmp_path: Path, scenario: Callable[..., dict[str, Any]],
    draw: str
) -> None:  # fmt: skip
    text = 'text="""\n        Of two\n        lines."""'
    figure = load(make_folder(points=[{"at": 1}, {"at": 2}], draw=f"yield {draw[:-1]}, {text})"))
    results = load_results(synthetic.write_results(tmp_path / "run", scenario()))
    runs = {simulation: results for simulation in figure.simulations(quick=False)}
    (plot,) = figure.draw(Measured(figure, runs, evaluation.tabulate(figure, runs)))
    assert (plot.title, plot.text) == ("x", "Of two lines.")
    assert plot.picture.axes and all(axis.has_data() for axis in plot.picture.axes)


@pytest.mark.parametrize(
    "draw, what",
    [
        ("over_time(m, [Row('port.queue_bytes', 'y', [Lines('p9-t0-0--h0', 'x')])], title='x')",
         "there is no object 'p9-t0-0--h0', did you mean 'p"),
        ("over_time(m, [Row('job.throughput_gbps', 'y', [Lines(['rong'], 'x')])], title='x')", "there is no object 'rong'"),
        ("cdf(m, 'rong', title='x')", "there is no job 'rong', did you mean 'ring'?"),
        (f"dots(m, 'rong', {NAMED})", "there is no job 'rong', did you mean 'ring'?"),
    ],
)  # fmt: skip
def test_names_of_results_are_checked_when_there_are_results(
    make_folder: Callable[..., Path], tmp_path: Path, scenario: Callable[..., dict[str, Any]], draw: str, what: str,
) -> None:  # fmt: skip
    points = [{"at": 1, "settings": ["workload[0].name=ring"]}]  # so jobs are not known before the runs
    figure = load(make_folder(points=points, draw=f"yield {draw}"))
    results = load_results(synthetic.write_results(tmp_path / "run", scenario()))
    runs = {simulation: results for simulation in figure.simulations(quick=False)}
    with pytest.raises(KeyError) as caught:
        list(figure.draw(Measured(figure, runs, evaluation.tabulate(figure, runs))))
    assert what in str(caught.value) and said(caught.value, figure.path).startswith("line 19: KeyError: ")


@pytest.mark.parametrize("value, scale", [(0.0, "linear"), (3.0, "log")])
def test_an_axis_is_logarithmic_only_with_a_positive_value(
    make_folder: Callable[..., Path], tmp_path: Path, scenario: Callable[..., dict[str, Any]],
    value: float, scale: str
) -> None:  # fmt: skip
    figure = load(make_folder(points=[{"at": 1}, {"at": 2}], draw=f"yield curve(m, 'mean', {AXES}, log='xy')"))
    results = load_results(synthetic.write_results(tmp_path / "run", scenario()))
    runs = {simulation: results for simulation in figure.simulations(quick=False)}
    (plot,) = figure.draw(Measured(figure, runs, evaluation.tabulate(figure, runs).assign(value=value)))
    assert plot.picture.axes[0].get_yscale() == scale


@pytest.mark.slow
@needs_simulator
def test_a_quick_run_with_the_simulator(tmp_path: Path) -> None:
    assert make(SIMULATOR, tmp_path, "fig21", "--quick") == 0
    assert (tmp_path / "fig21" / "fig21-1.png").exists()


@needs_simulator
@pytest.mark.slow
@pytest.mark.parametrize("name", KNOWN)
def test_a_quick_run_of_every_figure(name: str, tmp_path: Path) -> None:
    assert make(SIMULATOR, tmp_path, name, "--quick") == 0


def test_the_figure_of_the_manual_is_one(tmp_path: Path) -> None:
    page = (TOP / "docs" / "sweeps.md").read_text(encoding="utf-8")
    folder = tmp_path / "figures" / "planes"
    shutil.copytree(figures.FIGURES / "incast", folder)
    (program,) = re.findall(r"```python\n(\"\"\".*?)```", page, re.DOTALL)
    (folder / "figure.py").write_text(program, encoding="utf-8")
    figure = load(folder)
    assert [plot.title for plot in figure.draw(nothing_measured(figure))] == ["Completion time"]
    assert len(claims_of(figure)) == 2 and len(list(figure.simulations(quick=False))) == 18
