# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Parts of the suite of experiments: isolation, curves and grids of products, columns, all figures, lazy results."""

from __future__ import annotations

import html
import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import fake_mrc_sim as fake
import figures
import numpy as np
import pandas as pd
import programs
import pytest
import synthetic
import texts
from mrcbench import measure
from mrcbench.expectations import Claim
from mrcbench.figure import curve
from mrcbench.measure import WHOLE, Window, between
from mrcbench.report import svg
from mrcbench.results import Results, ResultsError, open_results
from mrcbench.suite import charts, evaluation, page, variation
from mrcbench.suite.definition import Experiment, Part
from mrcbench.suite.done import Failure, by_cause
from mrcbench.suite.evaluation import Measured
from mrcbench.suite.loading import load_experiment
from mrcbench.suite.reader import ExperimentError
from mrcbench.table import Table
from synthetic import load_results

BYTES = "workload[0].bytes"


def with_steps(results: Results, rows: list[tuple[str, float, float]]) -> Results:
    """The same with other jobs: name, start and end of each repetition, us."""
    jobs = pd.DataFrame(rows, columns=["job", "start_ns", "end_ns"])
    jobs[["start_ns", "end_ns"]] *= 1e3
    jobs["duration_ns"] = jobs["end_ns"] - jobs["start_ns"]
    return Results(results.path, results.summary, results.config, jobs, results.flows, results.samples,
                   results.links, results.events)  # fmt: skip


@pytest.mark.parametrize(
    ("jobs", "window", "stat", "value"),
    [
        ("a", WHOLE, "mean", 30 / 10),
        ("b", WHOLE, "mean", 12 / 8),
        ("*", WHOLE, "mean", (3 + 1.5) / 2),
        ("*", WHOLE, "max", 3),
        ("a", between(end="25us"), "mean", 20 / 10),
        ("c", WHOLE, "mean", math.nan),
        ("*", WHOLE, "min", 1.5),
    ],
)
def test_isolation_by_hand(folder: Path, jobs: str, window: Window, stat: str, value: float) -> None:
    results = load_results(folder)
    together = with_steps(results, [("a", 0, 20), ("a", 20, 60), ("b", 0, 12)])
    alone = {"a": with_steps(results, [("a", 0, 10), ("a", 10, 20)]), "b": with_steps(results, [("b", 0, 8)])}
    assert measure.isolation(together, alone, jobs, window, stat) == pytest.approx(value, nan_ok=True)


def test_a_page_has_the_answer_above_what_holds_the_numbers_and_the_setup() -> None:
    experiment = figures.load("perm64", figures.FIGURES)
    claims = [Claim("It holds", 1, "<=", 2).judge()]
    rows = {name: page.Table(("run", name), [["MRC", name]]) for name in ("failed", "numbers")}
    text = html.unescape(page.render(experiment, claims, [], [], rows["numbers"], rows["failed"], True, "It is so."))
    order = [experiment.question, page.QUICK, "It is so.", "Does it hold?", "It holds", "Runs that did not complete",
             "failed", "Numbers", "Setup"]  # fmt: skip
    places = [text.index(each) for each in order]
    assert places == sorted(places)


def failed(*causes: str) -> list[Failure]:
    """Runs that failed with these outputs, named by their places."""
    return [Failure(Mock(), f"run{place}", "1", said) for place, said in enumerate(causes)]


@pytest.mark.parametrize(("runs", "named"), [
    (1, "run0"), (3, "run0, run1, run2"), (4, "run0, run1, run2 and 1 more"), (45, "run0, run1, run2 and 42 more"),
])  # fmt: skip
def test_failed_runs_of_one_cause_have_a_row(runs: int, named: str) -> None:
    """Numbers in what the simulator said make no other cause."""
    table = by_cause(failed(*(f"stopped at {place} us\nmore {place}" for place in range(runs))))
    assert table.rows == [(named, "1", "stopped at 0 us\nmore 0")]


@pytest.mark.parametrize(("causes", "others"), [(10, []), (11, ["1 other cause"]), (13, ["3 other causes"])])
def test_of_many_causes_ten_have_a_row(causes: int, others: list[str]) -> None:
    words = [f"cause {chr(97 + place)}" for place in range(causes)]
    rows = by_cause(failed(*words, words[-1])).rows
    assert [row[2] for row in rows] == words[:10] + others
    assert [row[0] for row in rows[10:]] == [f"{causes - 9} runs" for _ in others]


def test_isolation_of_a_job_without_an_end_is_not_measured(folder: Path) -> None:
    results = load_results(folder)
    together = with_steps(results, [("a", 0, math.nan)])
    alone = {"a": with_steps(results, [("a", 0, 10)])}
    assert math.isnan(measure.isolation(together, alone, "a"))


@pytest.fixture
def two_jobs(write_sweep: Callable[..., Path]) -> Experiment:
    """An incast and its victim, each also alone."""
    jobs = [{"name": "incast", "type": "incast", "bytes": "1MB", "senders": [1, 2, 3], "receiver": 0},
            {"name": "victim", "type": "write", "bytes": "1MB", "hosts": [4, 5]}]  # fmt: skip
    return load_experiment(write_sweep(isolation=True, seeds=[1, 2],
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
    found = values[values["measure"] == "isolation"].set_index(["run", "seed"])["value"]
    # The victim takes 2 and 4 times as long, the incast as long as alone.
    assert found["RoCE"].tolist() == pytest.approx([(2 + 1) / 2, (4 + 1) / 2], rel=1e-3)
    assert found.drop("RoCE").isna().all(), "a job alone has no isolation of its own"
    table = page.values_table(two_jobs, values)
    assert [row[0] for row in table.rows] == ["RoCE"]
    lost = {each: None if (each.run.key, each.seed) == ("RoCE+victim", 2) else found for each, found in runs.items()}
    values = evaluation.tabulate(two_jobs, lost).set_index(["measure", "run", "seed"])["value"]
    assert values["isolation"]["RoCE"].notna().tolist() == [True, False], "not of the incast alone"


@pytest.mark.parametrize("settings", ["workload=5", 'workload="x"', 'workload=[{"name": "a"}, 5]'])
def test_jobs_that_are_none_are_told(write_sweep: Callable[..., Path], settings: str) -> None:
    experiment = load_experiment(write_sweep(settings=[settings]))
    with pytest.raises(ExperimentError, match="a workload that is no list of objects"):
        variation.job_names(experiment, experiment.runs[0])


def values_of(experiment: Experiment, number: Callable[..., float]) -> pd.DataFrame:
    """A table of values: the number of each simulation."""
    rows = [(each.case, each.run.key, each.point.sweep, math.nan, each.seed, "p99_us", number(each))
            for each in experiment.simulations(quick=False) if each.point]  # fmt: skip
    return pd.DataFrame(rows, columns=list(evaluation.COLUMNS))


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
    experiment = load_experiment(write_sweep(vary=VARY, seeds=[1, 2, 3]))
    values = values_of(experiment, lambda each: {"4MB": 4, "1MB": 1, "64MB": 64}[each.point.values[0][1]] + each.seed)
    m = Measured(experiment, {}, values)
    plot = curve(m, "p99_us", title="t", xlabel="x", ylabel="y", x="bytes", where=where).picture
    shown = [axis for axis in plot.axes if axis.get_visible()]
    assert [axis.get_title("left") for axis in shown] == titles
    line = shown[0].lines[0]
    assert list(line.get_xdata()) == [1e6, 4e6, 64e6] and list(line.get_ydata()) == [3, 6, 66]
    labels = [shown[0].xaxis.get_major_formatter()(place, 0) for place in (1e6, 4e6, 64e6)]
    assert labels == ["1MB", "4MB", "64MB"]


def test_grids_of_a_product(write_sweep: Callable[..., Path], tmp_path: Path) -> None:
    write_sweep()
    runs = [{"key": key, "label": key} for key in "AB"]
    measures = """[Measure("p99_us", lambda run: measure.fct(run, "*"), "us", "p99")]"""
    experiment = load_experiment(programs.write_figure(
        tmp_path, measures=measures, claims="return []", more="GRIDS = ['p99_us']", runs=runs,
        vary={BYTES: ["1MB", "2MB"], "stop": ["1ms"]}, seeds=[1, 2]))
    absent = {("B@bytes=2MB,stop=1ms", seed) for seed in (1, 2)} | {("B@bytes=1MB,stop=1ms", 2)}
    values = values_of(experiment, lambda each: math.nan if (each.case, each.seed) in absent else 1234.5)
    (table,) = page.grids(experiment, values, {"B@bytes=2MB,stop=1ms": "stalled"})
    assert table.header == ["p99 (us)", "bytes 1MB, stop 1ms", "bytes 2MB, stop 1ms"]
    assert table.rows == [["A", "1,234", "1,234"], ["B", "-", "stalled"]], "no mean of the seeds that are there"
    nothing = Table([], [])
    whole = page.render(experiment, [], [], [table], nothing, nothing, quick=False, answer="")
    assert re.findall("<h2[^>]*>(P.*)</h2>", whole) == ["P99 (us)"]


#: case, planes, seed, status, goodput and drops of runs; one of two seeds of RoCE with 4 planes left no results.
ROWS = [("MRC", "1", 1, "ok", 10.0, 0), ("MRC", "1", 2, "ok", 20.0, 4), ("MRC", "4", 1, "ok", 60.0, 0),
        ("MRC", "4", 2, "ok", 80.0, 0), ("RoCE", "1", 1, "ok", 5.0, 0), ("RoCE", "1", 2, "ok", 7.0, 0),
        ("RoCE", "4", 1, "ok", 30.0, 0), ("RoCE", "4", 2, "failed", None, None)]  # fmt: skip
GBPS, DROPS = "measure.bandwidth_gbps", "measure.drops"
TABLE = pd.DataFrame(ROWS, columns=["case", "planes", "seed", "status", GBPS, DROPS], dtype=object)


@pytest.fixture
def of_columns(write_sweep: Callable[..., Path]) -> Callable[..., tuple[Experiment, Measured]]:
    """A function that makes a sweep of two cases with plots and claims, and a table of its results."""

    def make(sweep: pd.DataFrame | None = TABLE, **keys: Any) -> tuple[Experiment, Measured]:
        told = {"cases": {"MRC": {}, "RoCE": {}}, "vary": {"planes": ["1", "4"]}, "seeds": [1, 2]}
        experiment = load_experiment(write_sweep(**told | keys))
        return experiment, Measured(experiment, {}, evaluation.tabulate(experiment, {}), sweep)

    return make


MRC = {"claim": "it is", "column": GBPS, "compare": ">", "bound": 1, "case": "MRC"}
ROCE = {**MRC, "case": "RoCE"}
FOUR = {"where": {"planes": 4}}


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        (MRC, 42.5),
        ({**MRC, "stat": "min"}, 10),
        ({**MRC, "stat": "max"}, 80),
        ({**MRC, "stat": "median"}, 40),
        ({**MRC, **FOUR}, 70),
        ({**MRC, "where": {"planes": "1", "seed": 2}}, 20),
        ({**MRC, "where": {"planes": "1", "seed": 2.0}}, 20),
        ({**MRC, "where": {"planes": "1"}, "relativeTo": "RoCE"}, 15 / 6),
        ({**MRC, "where": {"planes": "1"}, "relativeTo": "RoCE", "stat": "max"}, 20 / 7),
        ({**MRC, "case": "", "where": {"planes": 1}}, 42 / 4),
        ({**MRC, "case": "", "where": {"status": "ok"}, "stat": "min"}, 5),
        ({**ROCE, "relativeTo": "MRC", "where": {"seed": 1}}, 17.5 / 35),
        ({**ROCE, "relativeTo": "MRC", "column": DROPS, "where": {"planes": 1}}, 0),
        ({**MRC, "relativeTo": "RoCE", "column": DROPS, "where": {"planes": 1}}, math.nan),
        ({**ROCE, **FOUR}, math.nan),
        ({**ROCE, "stat": "max"}, math.nan),
        ({**MRC, **FOUR, "relativeTo": "RoCE"}, math.nan),
        ({**MRC, "column": "recovery[0].lost_packets"}, math.nan),
        ({**MRC, "where": {"outcome": 4, "seed": 1}}, math.nan),
    ],
    ids=str,
)
def test_claims_about_columns_by_hand(
    of_columns: Callable[..., tuple[Experiment, Measured]], claim: dict[str, Any], value: float
) -> None:
    experiment, m = of_columns(claims=[claim])
    (found,) = experiment.claims(m)
    assert found.value == pytest.approx(value, nan_ok=True)
    (verdict,) = m.judge()
    assert verdict.passed == (value > 1) and m.judge(quick=True)[0].passed is None


def test_a_claim_about_columns_has_all_that_one_of_a_figure_has(
    of_columns: Callable[..., tuple[Experiment, Measured]]
) -> None:
    told = {"compare": "<=", "bound": 1.9, "unit": "%", "published": "a half", "fullSize": False, "relativeTo": "RoCE"}
    experiment, m = of_columns(claims=[{**MRC, **told, "where": {"planes": 1}}])
    assert list(experiment.claims(m)) == [Claim("it is", 2.5, "<=", 1.9, "%", "a half", False)]
    (verdict,) = m.judge(quick=True)
    assert (verdict.word, verdict.measured_text, verdict.bound_text) == ("DIFFERS", "250.0 %", "<= 190.0 %")


@pytest.mark.parametrize("unit, factor", [("", 1), ("us", 1), ("ns", 1000), ("ms", 0.001)])
def test_a_claim_is_in_its_unit_whatever_that_of_the_column(
    of_columns: Callable[..., tuple[Experiment, Measured]], unit: str, factor: float
) -> None:
    table = pd.DataFrame({"case": ["MRC"], "measure.duration_us": [9.54]})  # us
    told = {"claim": "it is", "column": "measure.duration_us", "compare": "~", "bound": 9.54 * factor, "unit": unit}
    experiment, m = of_columns(table, claims=[told])
    (verdict,) = m.judge()
    assert verdict.claim.value == pytest.approx(9.54 * factor) and verdict.passed


def test_without_a_table_claims_about_columns_are_not_measured(
    of_columns: Callable[..., tuple[Experiment, Measured]]
) -> None:
    experiment, m = of_columns(sweep=None, claims=[MRC, {**MRC, **FOUR}], plots=[{"x": "planes", "y": GBPS}])
    assert [verdict.measured_text for verdict in m.judge()] == ["not measured"] * 2
    (plot,) = experiment.draw(m)
    assert not plot.picture.axes[0].lines


@pytest.mark.parametrize("value", ["256KB", 256000, 256e3, "0.256MB", "256000"])
def test_where_has_quantities_in_any_unit(of_columns: Callable[..., tuple[Experiment, Measured]], value: Any) -> None:
    rows = [("64KB", 1.0), ("256KB", 2.0)]
    table = pd.DataFrame([("MRC", *row) for row in rows], columns=["case", "bytes", GBPS], dtype=object)
    where = {"where": {"bytes": value}}
    experiment, m = of_columns(table, vary={"bytes": ["64KB", "256KB"]}, claims=[{**MRC, **where}],
                               plots=[{"x": "case", "y": GBPS, **where}])  # fmt: skip
    assert [claim.value for claim in experiment.claims(m)] == [2]
    (plot,) = experiment.draw(m)
    assert points_of(plot.picture.axes[0]) == [[(0, 2)]]


@pytest.mark.parametrize(("label", "value"), [("1MB", 1), ("1000KB", 2)])
def test_where_prefers_the_same_text_to_the_same_number(
    of_columns: Callable[..., tuple[Experiment, Measured]], label: str, value: float
) -> None:
    table = pd.DataFrame({"case": ["1MB", "1000KB"], GBPS: [1.0, 2.0]}, dtype=object)
    experiment, m = of_columns(table, cases={"1MB": {}, "1000KB": {}}, claims=[{**MRC, "case": label}])
    assert [claim.value for claim in experiment.claims(m)] == [value]


PLOT = {"x": "planes", "y": GBPS}
DROPPED = ("measures", "table", "grids", "combined", "expectations")


def points_of(axis: Any, crosses: bool = False) -> list[list[tuple[float, float | None]]]:
    """The points of each line, with None for no value; or the crosses at the bottom."""
    lines = [line for line in axis.lines if (line.get_transform() == axis.get_xaxis_transform()) == crosses]
    return [[(x, None if math.isnan(y) else y) for x, y in zip(line.get_xdata(), line.get_ydata())] for line in lines]


@pytest.mark.parametrize(
    ("plot", "names", "lines"),
    [
        ({}, ["MRC", "RoCE"], [[(1, 15), (4, 70)], [(1, 6), (4, None)]]),
        ({"where": {"case": "RoCE"}}, ["RoCE"], [[(1, 6), (4, None)]]),
        ({"where": {"case": "RoCE", "status": "ok"}}, ["RoCE"], [[(1, 6), (4, 30)]]),
        ({"where": {"planes": 4, "case": "MRC"}}, ["MRC"], [[(4, 70)]]),
        ({"series": "seed"}, ["1", "2"], [[(1, 7.5), (4, 45)], [(1, 13.5), (4, None)]]),
        ({"series": "planes"}, ["1", "4"], [[(1, 10.5)], [(4, None)]]),
        ({"x": GBPS, "series": "planes", "where": {"case": "RoCE"}}, ["1", "4"], [[(5, 5), (7, 7)], [(30, 30)]]),
        ({"x": "case", "where": {"seed": 1}, "series": "seed"}, ["1"], [[(0, 35), (1, 17.5)]]),
        ({"factor": 0.125}, ["MRC", "RoCE"], [[(1, 15 / 8), (4, 70 / 8)], [(1, 6 / 8), (4, None)]]),
    ],
    ids=str,
)
def test_plots_of_columns_by_hand(
    of_columns: Callable[..., tuple[Experiment, Measured]], plot: dict[str, Any], names: list[str],
    lines: list[list[tuple[float, float | None]]]
) -> None:  # fmt: skip
    experiment, m = of_columns(plots=[{**PLOT, **plot}])
    (drawn,) = experiment.draw(m)
    (axis,) = drawn.picture.axes
    assert points_of(axis) == [pytest.approx(line) for line in lines]
    lost = [(x, 0) for line in lines for x, y in line if y is None]
    assert sum(points_of(axis, crosses=True), []) == lost, "a cross where a seed did not complete"
    assert [text.get_text() for text in drawn.picture.legends[0].texts] == names + ["no value"] * bool(lost)
    assert axis.get_ylim()[0] == 0


@pytest.mark.parametrize(
    ("plot", "said"),
    [
        ({"y": "recovery[0].lost_packets"}, "planes and recovery[0].lost_packets"),
        ({"x": "outcome"}, f"outcome and {GBPS}"),
        ({"where": {"outcome": 4}}, f"planes and {GBPS} where they are asked for"),
    ],
    ids=str,
)
def test_a_plot_of_columns_without_values_says_so(
    of_columns: Callable[..., tuple[Experiment, Measured]], plot: dict[str, Any], said: str
) -> None:
    experiment, m = of_columns(plots=[{**PLOT, **plot}])
    (axis,) = next(iter(experiment.draw(m))).picture.axes
    assert not axis.lines and [text.get_text() for text in axis.texts] == [f"sweep.csv has no values of {said}"]


@pytest.mark.parametrize("label", ["$a$ $^$", "costs 5$ and 7$"])
def test_a_label_with_dollars_is_no_formula(
    of_columns: Callable[..., tuple[Experiment, Measured]], label: str
) -> None:
    table = pd.DataFrame({"case": label, GBPS: [1.0, 2.0], "planes": ["$x$", "$_$"]})
    experiment, m = of_columns(table, plots=[{**PLOT, "ylabel": label, "log": "y"}])
    picture = next(iter(experiment.draw(m))).picture
    assert "<svg" in svg(picture, "", label) and texts.defects(picture) == []


@pytest.mark.parametrize(
    ("values", "places", "labels", "scale"),
    [
        (["64MB", "1MB"], [1e6, 64e6], ["1MB", "64MB"], "log"),
        (["100us", "2ms"], [1e5, 2e6], ["100us", "2ms"], "log"),
        (["0.1", "0.25"], [0.1, 0.25], ["0.1", "0.25"], "log"),
        ([8.0, 2.5], [2.5, 8], ["2.5", "8"], "log"),
        ([-1, 3], [-1, 3], ["-1", "3"], "linear"),
        ([0, 3], [0, 3], ["0", "3"], "symlog"),
        (["srv6", "ecmp"], [0, 1], ["srv6", "ecmp"], "linear"),
        (["8", "all"], [0, 1], ["8", "all"], "linear"),
        ([True, False], [0, 1], ["true", "false"], "linear"),
    ],
    ids=str,
)
def test_places_of_columns_on_an_axis(
    of_columns: Callable[..., tuple[Experiment, Measured]], values: list[Any], places: list[float],
    labels: list[str], scale: str
) -> None:  # fmt: skip
    table = pd.DataFrame({"case": "MRC", "at": pd.Series(values, dtype=object), GBPS: 1.0})
    experiment, m = of_columns(table, vary={"at": values}, plots=[{"x": "at", "y": GBPS, "log": "xy"}])
    (axis,) = next(iter(experiment.draw(m))).picture.axes
    assert list(axis.lines[0].get_xdata()) == pytest.approx(places)
    assert list(axis.xaxis.get_major_locator()()) == pytest.approx(places)
    assert [axis.xaxis.get_major_formatter()(place, 0) for place in axis.lines[0].get_xdata()] == labels
    assert (axis.get_xscale(), axis.get_yscale()) == (scale, "log")


def test_a_plot_of_columns_without_anything_above_0_has_no_logarithm(
    of_columns: Callable[..., tuple[Experiment, Measured]]
) -> None:
    experiment, m = of_columns(plots=[{**PLOT, "y": DROPS, "log": "y", "where": {"case": "RoCE"}}])
    (axis,) = next(iter(experiment.draw(m))).picture.axes
    assert axis.get_yscale() == "linear" and points_of(axis) == [[(1, 0), (4, None)]]


@pytest.mark.parametrize("axes", ["x", "y", "xy"])
@pytest.mark.parametrize("kind", ["curve", "scatter"])
@pytest.mark.parametrize("least", [0, 2])
def test_zero_has_a_place_on_a_logarithmic_axis(
    of_columns: Callable[..., tuple[Experiment, Measured]], axes: str, kind: str, least: int
) -> None:
    values = [least, 3, 4000, 2_000_000]
    table = pd.DataFrame({"case": "MRC", "dropped_packets": values, DROPS: values}, dtype=object)
    experiment, m = of_columns(table, plots=[{"x": "dropped_packets", "y": DROPS, "kind": kind, "log": axes}])
    picture = next(iter(experiment.draw(m))).picture
    picture.draw_without_rendering()
    (axis,) = picture.axes
    (line,) = axis.lines
    shown = axis.transData.transform(np.array(line.get_data(), dtype=float).T)
    assert np.isfinite(shown).all() and (np.diff(shown, axis=0) > 0).all(), "each is drawn, in this order"
    for name, own in (("x", axis.xaxis), ("y", axis.yaxis)):
        scale = "linear" if name not in axes else "log" if least else "symlog"
        assert own.get_scale() == scale and ("log scale" in own.get_label_text()) == (scale != "linear")
        assert (scale == "linear") or not any("e+" in tick.get_text() for tick in own.get_ticklabels())


@pytest.mark.parametrize(("where", "zero"), [({}, True), ({"where": {"planes": 4}}, False)])
@pytest.mark.filterwarnings("error")
def test_limits_from_0_on_hold_where_0_has_a_place(
    of_columns: Callable[..., tuple[Experiment, Measured]], where: dict[str, Any], zero: bool
) -> None:
    table = TABLE.assign(planes=[0, 0, 4, 4] * 2)
    plot = {**PLOT, "log": "x", "xlim": [0, 8], **where}
    experiment, m = of_columns(table, vary={"planes": [0, 4]}, plots=[plot])
    low, high = next(iter(experiment.draw(m))).picture.axes[0].get_xlim()
    assert high == 8 and (low == 0) == zero


@pytest.mark.parametrize("limits", [{}, {"xlim": [0, 3]}, {"xlim": [2, 9]}], ids=str)
def test_crosses_are_within_the_limits(
    of_columns: Callable[..., tuple[Experiment, Measured]], limits: dict[str, Any]
) -> None:
    experiment, m = of_columns(plots=[{**PLOT, **limits}])
    plot = next(iter(experiment.draw(m)))
    (axis,) = plot.picture.axes
    shown = [(4, 0)] if limits.get("xlim") != [0, 3] else []
    assert sum(points_of(axis, crosses=True), []) == shown
    assert ("no value" in [text.get_text() for text in plot.picture.legends[0].texts]) == bool(shown)


@pytest.mark.parametrize(
    ("plot", "label"),
    [({}, f"{GBPS} (Gb/s)"), ({"factor": 0.125}, f"{GBPS} times 0.125"),
     ({"factor": 0.125, "ylabel": "GB/s"}, "GB/s"),
     ({"factor": 2, "relativeTo": "RoCE"}, f"{GBPS}, relative to RoCE")],
    ids=str,
)  # fmt: skip
def test_a_label_tells_the_factor(
    of_columns: Callable[..., tuple[Experiment, Measured]], plot: dict[str, Any], label: str
) -> None:
    map_of = {"kind": "heatmap", "x": "planes", "y": "seed", "color": GBPS, "factor": plot.get("factor", 1)}
    experiment, m = of_columns(plots=[{**PLOT, **plot}, map_of])
    curve_of, colors = experiment.draw(m)
    assert curve_of.picture.axes[0].get_ylabel() == label
    expected = f"{GBPS} times {map_of['factor']}" if "factor" in plot else f"{GBPS} (Gb/s)"
    assert colors.picture.axes[-1].get_ylabel() == expected


def test_texts_of_plots_of_columns(of_columns: Callable[..., tuple[Experiment, Measured]]) -> None:
    told = {"title": "Rates", "text": "Two\n  lines.", "xlabel": "number of planes", "ylabel": "goodput (Gb/s)"}
    experiment, m = of_columns(plots=[PLOT, {**PLOT, **told}])
    plain, full = experiment.draw(m)
    labels = [(plot.picture.axes[0].get_xlabel(), plot.picture.axes[0].get_ylabel()) for plot in (plain, full)]
    assert (plain.title, plain.text, full.title, full.text) == (f"{GBPS} by planes", "", "Rates", "Two lines.")
    assert labels == [("planes", f"{GBPS} (Gb/s)"), ("number of planes", "goodput (Gb/s)")]


def test_a_ratio_to_a_case(of_columns: Callable[..., tuple[Experiment, Measured]]) -> None:
    experiment, m = of_columns(plots=[{**PLOT, "relativeTo": "RoCE", "ylim": [0, 4]}])
    (axis,) = next(iter(experiment.draw(m))).picture.axes
    assert points_of(axis) == [[(1, 15 / 6), (4, None)], [(1, 1), (4, None)]], "a ratio to a run that failed"
    assert axis.get_ylim() == (0, 4) and axis.get_ylabel() == f"{GBPS}, relative to RoCE"


def test_dots_of_columns(of_columns: Callable[..., tuple[Experiment, Measured]]) -> None:
    experiment, m = of_columns(plots=[{**PLOT, "kind": "scatter", "xlim": [0, 5]}])
    (axis,) = next(iter(experiment.draw(m))).picture.axes
    rows = charts.asked_for(m)
    rows = rows.dropna(subset=GBPS)
    assert [len(line.get_xdata()) for line in axis.lines] == [(rows["case"] == case).sum() for case in ("MRC", "RoCE")]
    drawn = sorted(y for line in points_of(axis) for _, y in line)
    assert drawn == sorted(rows[GBPS].dropna()) and axis.get_xlim() == (0, 5)
    assert {line.get_linestyle() for line in axis.lines} == {"None"}


def test_a_map_of_many_rows_is_higher(of_columns: Callable[..., tuple[Experiment, Measured]]) -> None:
    experiment, m = of_columns(plots=[{"kind": "heatmap", "x": "planes", "y": "seed", "color": GBPS}])
    heights = []
    for count in (1, 4, 5, 10):
        rows = pd.DataFrame([("MRC", 1, seed, 5.0) for seed in range(count)], columns=["case", "planes", "seed", GBPS])
        plot = next(iter(experiment.draw(Measured(experiment, m.runs, m.values, rows))))
        heights.append(plot.picture.get_figheight())
    row = heights[2] - heights[1]
    assert heights[0] == heights[1] and row > 0.2 and heights[3] - heights[1] == pytest.approx(6 * row)


def test_a_map_of_columns(of_columns: Callable[..., tuple[Experiment, Measured]]) -> None:
    experiment, m = of_columns(plots=[{"kind": "heatmap", "x": "planes", "y": "seed", "color": GBPS}])
    plot = next(iter(experiment.draw(m)))
    left, right, bar = plot.picture.axes
    assert (left.get_title("left"), right.get_title("left"), plot.title) == ("MRC", "RoCE", f"{GBPS} by planes")
    assert bar.get_ylabel() == f"{GBPS} (Gb/s)" and texts.defects(plot.picture) == []
    for axis, cells in ((left, [[10, 60], [20, 80]]), (right, [[5, 30], [7, math.nan]])):
        assert np.ma.filled(axis.images[0].get_array(), math.nan) == pytest.approx(np.array(cells), nan_ok=True)
        assert [text.get_text() for text in axis.texts] == [f"{cell:g}" for row in cells for cell in row if cell == cell]
        assert [text.get_text() for text in axis.get_xticklabels()] == ["1", "4"]


@pytest.mark.parametrize(
    ("keys", "what"),
    [
        ({"plots": [{**PLOT, "kind": "bars"}]}, 'plots[0].kind: found "bars"; allowed: curve, scatter, heatmap'),
        ({"plots": [PLOT, {"x": "planes"}]}, "plots[1].y is missing"),
        ({"plots": [{**PLOT, "log": "z"}]}, 'plots[0].log: found "z"; allowed: x, y, xy'),
        ({"plots": [{**PLOT, "serie": "case"}]}, "plots[0].serie: unknown key, did you mean series?"),
        ({"plots": [{**PLOT, "where": 5}]}, "plots[0].where: found 5; allowed: an object"),
        ({"claims": [{**MRC, "case": "TCP"}]}, 'claims[0].case: found "TCP"; allowed: MRC, RoCE'),
        ({"claims": [{**MRC, "relativeTo": "mrc"}]}, 'claims[0].relativeTo: found "mrc"; allowed: MRC, RoCE'),
        ({"claims": [{**MRC, "case": "", "relativeTo": "MRC"}]}, "claims[0].relativeTo: only with case"),
        ({"claims": [{**MRC, "stat": "p99"}]}, 'claims[0].stat: found "p99"; allowed: mean, min, max, median'),
        ({"claims": [{**MRC, "compare": "<<"}]}, 'claims[0].compare: found "<<"; allowed: >=, <=, >, <, =='),
        ({"claims": [{**MRC, "bound": "1"}]}, 'claims[0].bound: found "1"; allowed: a number below 1e300'),
        ({"claims": [{**MRC, "metric": "MRC/p99"}]}, "claims[0].metric: unknown key"),
        ({"claims": [{"claim": "x"}]}, "claims[0].column is missing"),
        ({"plots": [{**PLOT, "x": "plane"}]}, "plots[0].x: there is no column 'plane', did you mean 'planes'?"),
        ({"plots": [PLOT, {**PLOT, "y": "measure.drop"}]}, "plots[1].y: there is no column 'measure.drop', did you mean"),
        ({"claims": [{**MRC, "where": {"plane": 4}}]}, "claims[0].where: there is no column 'plane', did you mean"),
        *(({key: []}, f"{key}: no longer a key of sweeps: ") for key in DROPPED),
        *(({"full": {key: []}}, f"full.{key}: no longer a key of sweeps: ") for key in DROPPED),
        ({"references": []}, "references: unknown key"),
    ],
    ids=str,
)  # fmt: skip
def test_plots_and_claims_of_sweeps_that_make_no_sense(
    of_columns: Callable[..., tuple[Experiment, Measured]], keys: dict[str, Any], what: str
) -> None:
    with pytest.raises(ExperimentError) as caught:
        of_columns(**keys)
    assert what in str(caught.value)


def verdicts(name: str, **changes: Any) -> dict[str, Any]:
    """Write the file of a figure for the table of all figures."""
    claims = [{"claim": "it | holds", "band": ">= 5", "ours": "6", "published": "about 7", "verdict": "as published"},
              {"claim": "it fails", "band": "< 1", "ours": "1", "published": "", "verdict": "our claim FAILS"}]  # fmt: skip
    return {"id": name, "title": f"Title of {name}", "question": "", "quick": False, "runs": 3, "inputs": "0a1b", "cpu_s": 61.0,
            "commit": "x", "verdicts": claims, **changes}  # fmt: skip


def test_all_figures_are_in_one_table_but_quick_ones(tmp_path: Path) -> None:
    for said in (verdicts("b", question="Does it?"), verdicts("a"), verdicts("q", quick=True)):
        (tmp_path / said["id"]).mkdir()
        (tmp_path / said["id"] / "verdicts.json").write_text(json.dumps(said), encoding="utf-8")
    page.write_overview(tmp_path, ["a", "b", "none", "q"])
    text = (tmp_path / "figures.md").read_text(encoding="utf-8")
    assert "2 figures: 2 claims of our own that fail, 2 as published; 2 min 2 s of CPU time." in text
    assert text.index("## a: Title of a") < text.index("## b: Title of b\n\nDoes it?") and "Title of q" not in text
    assert "`./mrc figures b`: 3 runs (inputs 0a1b), 1 min 1 s of CPU time." in text
    assert "| it \\| holds | about 7 | >= 5 | 6 | as published |" in text and "| it fails | - | \\< 1 | 1 | our claim FAILS |" in text
    page.write_overview(tmp_path, ["b"])
    assert "1 figures: 1 claims of our own that fail, 1 as published" in (tmp_path / "figures.md").read_text(encoding="utf-8")


def test_without_a_figure_at_full_size_there_is_no_table(tmp_path: Path) -> None:
    page.write_overview(tmp_path, ["a"])
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_the_document_of_figures_is_written_where_it_is_asked_for(
    write_sweep: Callable[..., Path], fake_simulator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").mkdir()
    claims = """yield claim("it ends", m["figure/mean"], ">", 0, published="it did")"""
    runs = [{"key": "figure", "label": "A figure"}]
    programs.write_figure(tmp_path / "figures" / "ring", claims=claims, base="../../scenario.json", runs=runs, quick=["stop=1ms"])
    write_sweep()
    monkeypatch.setattr(figures, "FIGURES", tmp_path / "figures")
    monkeypatch.setattr(figures, "MANUAL", tmp_path / "docs")
    command = ["--mrc-sim", str(fake_simulator), "--out", str(tmp_path / "out"), "--document"]
    assert figures.main(command) == 0
    text = (tmp_path / "docs" / "figures.md").read_text(encoding="utf-8")
    assert "| it ends | it did | > 0 |" in text
    assert text == (tmp_path / "out" / "figures.md").read_text(encoding="utf-8")
    said = json.loads((tmp_path / "out" / "ring" / "verdicts.json").read_text(encoding="utf-8"))
    assert (said["commit"], said["runs"], said["verdicts"][0]["verdict"]) == ("0123456789ab", 1, "as published")
    assert said["inputs"] == Part(figures.load("ring", figures.FIGURES), "ring").digest(quick=False)


def test_results_are_read_when_they_are_asked_for(folder: Path) -> None:
    (folder / "samples.csv").write_text("damaged\n", encoding="utf-8")
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
    assert measure.summary(results, "switches") == 5


@pytest.mark.parametrize(
    "values, text",
    [([], "-"), ([2, 2], "2"), ([1, 3], "2 [1 .. 3]"), ([1, math.nan], "-"), ([math.nan], "-")],
)
def test_a_cell_has_a_mean_only_of_all_seeds(values: list[float], text: str) -> None:
    assert page._cell(pd.Series(values, dtype=float)) == text
