# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Parts of the suite of experiments: isolation, products in curves and grids, all figures in one table, lazy results."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fake_mrc_sim as fake
import figures
import pandas as pd
import pytest
import synthetic
from mrcbench.results import Results, ResultsError, load_results, open_results
from mrcbench.suite import drawing, evaluation, isolation, measures, overview, page
from mrcbench.suite.definition import Experiment
from mrcbench.suite.loading import load_experiment
from mrcbench.suite.reader import ExperimentError

BYTES = "workload[0].bytes"


def with_steps(results: Results, rows: list[tuple[str, float, float]]) -> Results:
    """The same with other jobs: name, begin and end of each repetition, us."""
    jobs = pd.DataFrame(rows, columns=["job", "start_ns", "end_ns"])
    jobs[["start_ns", "end_ns"]] *= 1e3
    jobs["duration_ns"] = jobs["end_ns"] - jobs["start_ns"]
    return Results(results.path, results.summary, results.config, jobs, results.flows, results.samples,
                   results.links, results.events)  # fmt: skip


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ({"jobs": "a"}, 30 / 10),
        ({"jobs": "b"}, 12 / 8),
        ({"jobs": "*"}, (3 + 1.5) / 2),
        ({"jobs": "*", "stat": "max"}, 3),
        ({"jobs": "a", "to": "25us"}, 20 / 10),
        ({"jobs": "c"}, math.nan),
        ({"jobs": "*", "scale": 100, "stat": "min"}, 150),
    ],
    ids=str,
)
def test_isolation_by_hand(folder: Path, spec: dict[str, Any], value: float) -> None:
    results = load_results(folder)
    together = with_steps(results, [("a", 0, 20), ("a", 20, 60), ("b", 0, 12)])
    alone = {"a": with_steps(results, [("a", 0, 10), ("a", 10, 20)]), "b": with_steps(results, [("b", 0, 8)])}
    spec = {"what": "isolation", **spec}
    assert measures.problems(spec) == []
    assert measures.measure(together, spec, alone) == pytest.approx(value, nan_ok=True)


def test_isolation_of_a_job_without_an_end_is_not_measured(folder: Path) -> None:
    results = load_results(folder)
    together = with_steps(results, [("a", 0, math.nan)])
    alone = {"a": with_steps(results, [("a", 0, 10)])}
    assert math.isnan(measures.measure(together, {"what": "isolation", "jobs": "a"}, alone))


@pytest.fixture
def two_jobs(write_sweep: Callable[..., Path]) -> Experiment:
    """An incast and its victim, each also alone."""
    jobs = [{"name": "incast", "type": "incast", "bytes": "1MB", "senders": [1, 2, 3], "receiver": 0},
            {"name": "victim", "type": "write", "bytes": "1MB", "hosts": [4, 5]}]  # fmt: skip
    spec = {"what": "isolation", "jobs": "victim"}
    return load_experiment(write_sweep(isolation=True, measures={"cost": spec}, seeds=[1, 2],
                                       cases={"RoCE": {"transport": {"type": "roce"}, "workload": jobs}}))  # fmt: skip


def test_jobs_alone_are_found_by_point_and_seed(
    two_jobs: Experiment, tmp_path: Path, scenario: Callable[..., dict[str, Any]]
) -> None:
    runs = {}
    for simulation in two_jobs.simulations(quick=False):
        config = scenario("roce")
        for setting in two_jobs.settings(simulation, quick=False):
            fake.set_path(config, setting)
        how = synthetic.Behavior(victim=0.5 / simulation.seed)
        runs[simulation] = open_results(synthetic.write_results(tmp_path / simulation.folder, config, how))
    values = evaluation.tabulate(two_jobs, runs)
    found = values.set_index(["run", "seed"])["value"]
    assert found["RoCE"].tolist() == pytest.approx([2, 4], rel=1e-3)
    assert found.drop("RoCE").isna().all(), "a job alone has no isolation of its own"
    table = page.values_table(two_jobs, values)
    assert [row[0] for row in table.rows] == ["RoCE"]


@pytest.mark.parametrize("settings", ["workload=5", 'workload="x"', 'workload=[{"name": "a"}, 5]'])
def test_jobs_that_are_none_are_told(write_sweep: Callable[..., Path], settings: str) -> None:
    experiment = load_experiment(write_sweep(settings=[settings]))
    with pytest.raises(ExperimentError, match="a workload that is no list of objects"):
        isolation.job_names(experiment, experiment.runs[0])


def values_of(experiment: Experiment, number: Callable[..., float]) -> pd.DataFrame:
    """A table of values: the number of each simulation."""
    rows = [(each.case, each.run.key, each.point.sweep, math.nan, each.seed, "p99", number(each))
            for each in experiment.simulations(quick=False) if each.point]  # fmt: skip
    return pd.DataFrame(rows, columns=list(evaluation.COLUMNS))


CURVE = {"kind": "curve", "title": "t", "measure": "p99", "xlabel": "x", "ylabel": "y", "x": "bytes"}
VARY = {BYTES: ["4MB", "1MB", "64MB"], "transport.routing": ["srv6", {"a": 1}], "stop": ["1ms", "2ms"]}


@pytest.mark.parametrize(
    ("where", "titles"),
    [
        ({}, ["routing srv6, stop 1ms", "routing srv6, stop 2ms", 'routing {"a": 1}, stop 1ms',
              'routing {"a": 1}, stop 2ms']),
        ({"stop": "2ms"}, ["routing srv6", 'routing {"a": 1}']),
        ({"stop": "1ms", "routing": {"a": 1}}, [""]),
    ],
    ids=str,
)  # fmt: skip
def test_a_curve_of_a_product_has_a_panel_per_combination(
    write_sweep: Callable[..., Path], where: dict[str, Any], titles: list[str]
) -> None:
    experiment = load_experiment(write_sweep(vary=VARY, seeds=[1, 2, 3], plots=[{**CURVE, "where": where}]))
    values = values_of(experiment, lambda each: {"4MB": 4, "1MB": 1, "64MB": 64}[each.point.values[0][1]] + each.seed)
    plot = drawing.draw(experiment, experiment.plots[0], {}, values)
    shown = [axis for axis in plot.axes if axis.get_visible()]
    assert [axis.get_title("left") for axis in shown] == titles
    line = shown[0].lines[0]
    assert list(line.get_xdata()) == [1e6, 4e6, 64e6] and list(line.get_ydata()) == [3, 6, 66]
    labels = [shown[0].xaxis.get_major_formatter()(place, 0) for place in (1e6, 4e6, 64e6)]
    assert labels == ["1MB", "4MB", "64MB"]


def test_grids_of_a_product(write_sweep: Callable[..., Path]) -> None:
    vary = {BYTES: ["1MB", "2MB"], "stop": ["1ms"]}
    spec = {"what": "fct", "jobs": "*", "unit": "us"}
    experiment = load_experiment(write_sweep(vary=vary, measures={"p99": spec}, grids=["p99"], cases={"A": {}, "B": {}}))
    values = values_of(experiment, lambda each: math.nan if each.case == "B@bytes=2MB,stop=1ms" else 1234.5)
    (table,) = page.grids(experiment, values, {"B@bytes=2MB,stop=1ms": "stalled"})
    assert table.header == ["p99 (us)", "bytes 1MB, stop 1ms", "bytes 2MB, stop 1ms"]
    assert table.rows == [["A", "1,234", "1,234"], ["B", "1,234", "stalled"]]


def verdicts(name: str, **changes: Any) -> dict[str, Any]:
    """What a figure leaves for the table of all."""
    claims = [{"claim": "it | holds", "band": ">= 5", "ours": "6", "published": "about 7", "verdict": "pass"},
              {"claim": "it fails", "band": "< 1", "ours": "1", "published": "", "verdict": "FAIL"}]  # fmt: skip
    return {"id": name, "title": f"Title of {name}", "question": "", "quick": False, "runs": 3, "cpu_s": 61.0,
            "commit": "x", "verdicts": claims, **changes}  # fmt: skip


def test_all_figures_are_in_one_table_but_quick_ones(tmp_path: Path) -> None:
    for said in (verdicts("b", question="Does it?"), verdicts("a"), verdicts("q", quick=True)):
        (tmp_path / said["id"]).mkdir()
        (tmp_path / said["id"] / "verdicts.json").write_text(json.dumps(said), encoding="utf-8")
    overview.write_overview(tmp_path, ["a", "b", "none", "q"])
    text = (tmp_path / "figures.md").read_text(encoding="utf-8")
    assert "2 figures, 4 claims, of which 2 hold; 2 min 2 s of CPU time." in text
    assert text.index("## a: Title of a") < text.index("## b: Title of b\n\nDoes it?") and "Title of q" not in text
    assert "`./mrc figures b`: 3 runs, 1 min 1 s of CPU time." in text
    assert "| it \\| holds | about 7 | >= 5 | 6 | pass |" in text and "| it fails | - | \\< 1 | 1 | FAIL |" in text
    overview.document(tmp_path, tmp_path / "page.md", ["b"])
    assert "1 figures, 2 claims" in (tmp_path / "page.md").read_text(encoding="utf-8")


def test_without_a_figure_at_full_size_there_is_no_table(tmp_path: Path) -> None:
    overview.write_overview(tmp_path, ["a"])
    assert not list(tmp_path.iterdir())


def test_the_document_of_figures_is_written_where_it_is_asked_for(
    write_sweep: Callable[..., Path], fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "figures" / "ring").mkdir(parents=True)
    (tmp_path / "docs").mkdir()
    claim = {"claim": "it ends", "metric": "figure/mean", "compare": ">", "bound": 0, "published": "it did"}
    data = {"base": "../../scenario.json", "measures": {"mean": {"what": "fct", "jobs": "*"}}, "expectations": [claim]}
    (tmp_path / "figures" / "ring" / "figure.json").write_text(json.dumps(data), encoding="utf-8")
    write_sweep()
    monkeypatch.setattr(figures, "FIGURES", tmp_path / "figures")
    monkeypatch.setattr(figures, "ROOT", tmp_path)
    command = ["--mrc-sim", str(fake_simulator), "--out", str(tmp_path / "out"), "--document"]
    assert figures.main(command) == 0
    text = (tmp_path / "docs" / "figures.md").read_text(encoding="utf-8")
    assert "| it ends | it did | > 0 |" in text
    assert text == (tmp_path / "out" / "figures.md").read_text(encoding="utf-8")
    said = json.loads((tmp_path / "out" / "ring" / "verdicts.json").read_text(encoding="utf-8"))
    assert (said["commit"], said["runs"], said["verdicts"][0]["verdict"]) == ("0123456789ab", 1, "pass")


def test_results_are_read_when_they_are_asked_for(folder: Path) -> None:
    (folder / "samples.csv").write_text("damaged", encoding="utf-8")
    results = open_results(folder)
    assert len(results.flows) and results.completed and results.config["name"] == "ring"
    assert results.steps.empty and "slowest_flow" in results.steps.columns, "there is no such file"
    with pytest.raises(ResultsError, match="samples.csv: lacks the column time_ns"):
        results.series("job.throughput_gbps")
    with pytest.raises(AttributeError):
        results.packets
    with pytest.raises(ResultsError, match="samples.csv"):
        load_results(folder)


def test_results_that_were_released_are_read_again(folder: Path) -> None:
    results = open_results(folder)
    before = results.jobs
    assert results.jobs is before
    results.release()
    (folder / "config.json").unlink()
    assert results.jobs is not before and results.jobs.equals(before)
    assert results.config == {}


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("summary.json", "[]", "a JSON object is expected, not list"),
        ("summary.json", "{", "Expecting property name"),
        ("summary.json", '{"name": "x"}', "lacks the key seed"),
        ("flows.csv", None, "not a results folder, it lacks flows.csv"),
    ],
)
def test_folders_that_hold_no_results_are_told_at_once(
    folder: Path, name: str, text: str | None, complaint: str
) -> None:
    if text is None:
        (folder / name).unlink()
    else:
        (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(ResultsError, match=complaint):
        open_results(folder)


def test_results_of_another_command_are_a_summary_alone(tmp_path: Path) -> None:
    (tmp_path / "summary.json").write_text('{"program": "capacity", "switches": 5}', encoding="utf-8")
    results = open_results(tmp_path)
    assert results.completed and results.flows.empty
    assert measures.measure(results, {"what": "summary", "key": "switches"}) == 5
