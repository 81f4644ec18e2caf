# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Figures contain their series, with units, and legends outside the data."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import figures
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from mrcbench import drawing, metrics, style
from mrcbench.drawing import runs as plots
from mrcbench.drawing.runs import Run
from mrcbench.faults import Fault
from mrcbench.figure import Lines, Row, bars, curve, groups, over_time
from mrcbench.suite import evaluation
from mrcbench.suite.definition import Experiment
from mrcbench.suite.evaluation import Measured
from synthetic import Behavior, with_summary

Make = Callable[..., Any]

VARIANTS = ["MRC", "RoCE, 1 QP", "RoCE, 8 QPs"]

INCAST = [
    {"name": "incast", "type": "incast", "receiver": 0, "senders": [4, 5, 6], "bytes": "8MB"},
    {"name": "victim", "type": "write", "hosts": [7, 1], "bytes": "24MB"},
]


def legend_of(figure: Figure) -> list[str]:
    """The texts of the legend of the figure."""
    return [text.get_text() for text in figure.legends[0].get_texts()]


def assert_legend_is_off_the_axes(figure: Figure) -> None:
    """The legend overlaps no axes, titles included."""
    figure.draw_without_rendering()
    legend = figure.legends[0].get_window_extent()
    for axis in figure.axes:
        assert not legend.overlaps(axis.get_tightbbox())


def test_bars_have_a_height_per_case_and_variant(three_rings: list[Run]) -> None:
    figure = plots.bandwidth_bars(three_rings)
    heights = sorted(bar.get_height() for bar in figure.axes[0].patches)
    expected = sorted(run.results.jobs["busbw_gbps"].iloc[0] for run in three_rings)
    assert heights == pytest.approx(expected)
    assert legend_of(figure) == VARIANTS
    assert figure.axes[0].get_ylabel() == "bandwidth (Gb/s)"
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == [
        "ring\n(bus bandwidth)"
    ]
    assert_legend_is_off_the_axes(figure)


def test_a_job_that_did_not_complete_has_no_bar(make_run: Make, scenario: Make) -> None:
    """Its bandwidth is that of the messages that arrived, perhaps the fastest."""
    runs = [make_run("ring", "MRC", scenario()), make_run("ring", "RoCE", scenario("roce"), Behavior(lost=1))]
    axis = plots.bandwidth_bars(runs).axes[0]
    heights = [bar.get_height() for bar in axis.patches]
    assert heights[0] > 0 and heights[1] == 0
    first, second = (text.get_text() for text in axis.texts)
    assert first.endswith(" %") and second.split() == ["not", "complete"]


def test_bars_leave_a_gap_for_a_missing_run(three_rings: list[Run]) -> None:
    first, second, _ = three_rings
    other = Run("other", second.variant, second.results)
    assert len(plots.bandwidth_bars([first, other]).axes[0].patches) == 2


def test_a_bar_fills_its_place_and_several_in_one_place_have_gaps() -> None:
    axis = drawing.new_figure(1, 1, 3)[1][0]
    texts = {("x", name): name for name in "ab"}
    looks = dict(zip("ab", style.looks(["MRC", "RoCE"]).values()))
    drawing.grouped_bars(axis, ["x"], looks, {("x", "a"): 3.0, ("x", "b"): [1.0, 2.0]}, texts)
    whole, *parts = sorted(axis.patches, key=lambda bar: bar.get_x())
    assert [bar.get_height() for bar in (whole, *parts)] == [3, 1, 2]
    assert parts[0].get_width() == pytest.approx(0.45 * whole.get_width())
    gap = parts[1].get_x() - parts[0].get_x() - parts[0].get_width()
    assert gap == pytest.approx(0.05 * whole.get_width())


@pytest.mark.parametrize("labels, rotation", [(["a", "b c"], 0), (["a", "a_name_too_long_for_its_group"], 30)])
def test_names_of_groups_are_slanted_only_where_they_do_not_fit(labels: list[str], rotation: float) -> None:
    axis = drawing.new_figure(1, 1, 3)[1][0]
    drawing.group_labels(axis, labels, panels=3)
    assert [text.get_rotation() for text in axis.get_xticklabels()] == [rotation] * 2
    assert [text.get_text() for text in axis.get_xticklabels()] == labels


def test_colors_are_those_of_the_variant_in_every_figure(three_rings: list[Run]) -> None:
    look = style.looks(VARIANTS)
    bars = {
        to_hex(bar.get_facecolor()) for bar in plots.bandwidth_bars(three_rings).axes[0].patches
    }
    lines = {to_hex(line.get_color()) for line in plots.flow_time_cdfs(three_rings).axes[0].lines}
    assert bars == lines == {look[variant].color for variant in VARIANTS}


def test_looks_differ_within_a_family_and_are_stable() -> None:
    look = style.looks(["MRC", "RoCE, 1 QP", "RoCE, 16 QPs", "TCP"])
    assert len({own.color for own in look.values()}) == 4
    assert look["MRC"] == style.looks(["TCP", "MRC"])["MRC"]


def test_cdf_runs_from_the_fastest_to_the_slowest(three_rings: list[Run]) -> None:
    figure = plots.flow_time_cdfs(three_rings)
    for run, line in zip(three_rings, figure.axes[0].lines[::2]):
        times = metrics.transfers(run.results.flows)["fct_ns"] / 1e3
        assert line.get_color() == style.looks(VARIANTS)[run.variant].color
        assert line.get_xdata()[0] == pytest.approx(times.min())
        assert line.get_xdata()[-1] == pytest.approx(times.max())
        assert line.get_ydata()[-1] == 1
    assert figure.axes[0].get_xlabel() == "flow time (us, log scale)"
    assert_legend_is_off_the_axes(figure)


def test_cdf_of_an_incomplete_run_ends_below_one(make_run: Make, scenario: Make) -> None:
    run = make_run("ring", "MRC", scenario(), Behavior(lost=28))
    line = plots.flow_time_cdfs([run]).axes[0].lines[0]
    assert line.get_ydata()[-1] == pytest.approx(1 - 28 / 112)


def test_cdf_has_a_panel_per_case_and_no_empty_ones(three_rings: list[Run]) -> None:
    run = three_rings[0]
    runs = [Run(case, run.variant, run.results) for case in "abcde"]
    titles = [axis.get_title("left") for axis in plots.flow_time_cdfs(runs).axes]
    assert titles == list("abcde")


def test_load_balance_shows_planes_and_uplinks(three_rings: list[Run]) -> None:
    figure = plots.load_balance(three_rings, "ring")
    planes, uplinks = figure.axes
    shares = [bar.get_height() for bar in planes.patches]
    assert len(shares) == 4
    assert sum(shares) == pytest.approx(1)
    steps = {patch.get_label(): patch.get_data().values for patch in uplinks.patches}
    assert set(steps) == set(VARIANTS)
    assert np.max(steps["RoCE, 1 QP"]) > 1.5
    assert np.max(steps["MRC"]) == pytest.approx(1, abs=0.01)
    assert "ring" in uplinks.get_title("left") and uplinks.get_xlabel() == "uplinks, busiest first (%)"
    assert_legend_is_off_the_axes(figure)


def test_load_balance_of_single_plane_runs_says_so(three_rings: list[Run]) -> None:
    axis = plots.load_balance(three_rings[1:], "ring").axes[0]
    assert axis.texts[0].get_text() == "single-plane runs only"


def test_failure_is_at_time_zero_and_shaded(three_rings: list[Run]) -> None:
    figure = plots.throughput_around_fault(plots.hit_jobs(three_rings))
    whole, zoom = figure.axes
    assert len(whole.lines) == 2 * 3
    mrc = whole.lines[0]
    low = mrc.get_xdata()[np.argmin(mrc.get_ydata())]
    assert 0 < low <= 0.08
    shade = whole.patches[0].get_xy()
    assert (shade[:, 0].min(), shade[:, 0].max()) == (0, 1)
    shade = zoom.patches[0].get_xy()
    assert (shade[:, 0].min(), shade[:, 0].max()) == (0, 600), "1000 us, of which 600 us are shown"
    assert zoom.get_xlim() == (-200, 600)
    assert whole.get_xlabel().endswith("(ms)") and zoom.get_xlabel().endswith("(us)")
    assert_legend_is_off_the_axes(figure)


def test_a_run_without_a_fault_has_no_line_around_a_failure(three_rings: list[Run]) -> None:
    sound = three_rings[1].results.changed(recovery=three_rings[1].results.recovery[:0])
    runs = [three_rings[0], Run(three_rings[1].case, three_rings[1].variant, sound)]
    assert len(plots.throughput_around_fault(plots.hit_jobs(runs)).axes[0].lines) == 2


def two_jobs(run: Run, end_ns: float, at_ns: float, **fault: Any) -> Run:
    """A run of the jobs of `INCAST` of which the first ends at a time, with a fault; both have samples."""
    results = run.results
    jobs = results.jobs.assign(end_ns=results.jobs["end_ns"].where(results.jobs["job"] != "incast", end_ns))
    own = results.samples[results.samples["kind"] == "job.throughput_gbps"]
    samples = pd.concat([results.samples, own.assign(object="victim", value=100.0)])
    rows = pd.DataFrame([{"fault": 0, "what": "link-rate", "object": "x--y", "at_ns": at_ns, "until_ns": 2 * at_ns, **fault}])
    return Run(run.case, run.variant, results.changed(jobs=jobs, samples=samples, recovery=rows))


def test_around_a_fault_are_the_jobs_that_it_met(make_run: Make, scenario: Make) -> None:
    run = make_run("a", "MRC", scenario(workload=INCAST))
    (both,) = plots.hit_jobs([two_jobs(run, 9e5, 4e5)])
    assert both.jobs == ("incast", "victim")
    (hit,) = plots.hit_jobs([two_jobs(run, 3e5, 4e5)])
    assert hit.jobs == ("victim",) and plots.hit_jobs([two_jobs(run, 3e5, 1e9)]) == []
    figure = plots.throughput_around_fault([hit])
    left, right = figure.axes
    assert [axis.get_title("left").split(":")[0] for axis in figure.axes] == ["victim"] * 2
    assert left.lines[0].get_ydata() == pytest.approx(100)  # it has one receiver
    assert [text.get_text() for text in left.texts] == ["link-rate"] and len(right.lines) == 2
    assert len(plots.throughput_around_fault([both]).axes) == 4


def test_many_jobs_around_a_fault_are_one_line(make_run: Make, scenario: Make) -> None:
    run = make_run("a", "MRC", scenario(workload=INCAST))
    hit = plots.hit_jobs([two_jobs(run, 9e5, 4e5)])[0]
    hits = [plots.Hit(Run(case, "MRC", hit.run.results), hit.fault, hit.jobs) for case in "abc"]
    figure = plots.throughput_around_fault(hits)
    assert [axis.get_title("left") for axis in figure.axes[::2]] == [f"{case}: all jobs that ran: the whole run" for case in "abc"]
    own = hit.run.results.series("job.throughput_gbps")
    assert figure.axes[0].lines[0].get_ydata() == pytest.approx(own.to_numpy() / 2)  # the receivers 0 and 1


def test_different_faults_are_not_shaded_as_one(make_run: Make, scenario: Make) -> None:
    run = make_run("a", "MRC", scenario(workload=INCAST))
    hits = plots.hit_jobs([two_jobs(run, 3e5, 4e5), two_jobs(run, 3e5, 4e5, what="link-down")])
    for axis in plots.throughput_around_fault(hits).axes:
        assert len(axis.patches) == len(axis.texts) == 0


def test_without_a_sample_before_the_fault_there_are_no_first_moments(make_run: Make, scenario: Make) -> None:
    run = make_run("a", "MRC", scenario(workload=INCAST))
    hits = plots.hit_jobs([two_jobs(run, 3e5, 1e3, what="link-down")])
    hits = [replace(hit, jobs=("victim",)) for hit in hits]
    left, right = plots.throughput_around_fault(hits).axes
    assert len(left.lines) == 2 and len(right.lines) == 0
    assert [text.get_text() for text in right.texts] == ["no sample before the fault"]
    later = plots.hit_jobs([two_jobs(Run("a", "RoCE", run.results), 3e5, 4e5)])
    _, right = plots.throughput_around_fault([*hits, *later]).axes
    assert len(right.lines) == 2 + 1 and "MRC: no sample before the fault" in [text.get_text() for text in right.texts]


def test_planes_over_time_have_axes_each(three_rings: list[Run]) -> None:
    figure = plots.plane_load_over_time(three_rings[0])
    titles = [axis.get_title("left") for axis in figure.axes]
    # The stand-in's plane 3 carries 1.2 % more than plane 0.
    assert titles[0].startswith("plane 0: 9") and titles[3].startswith("plane 3: 100.")
    assert len(titles) == 4 and len({axis.get_ylim() for axis in figure.axes}) == 1
    thin, mean, own = figure.axes[3].lines
    assert thin.get_ydata().max() > own.get_ydata().max() > mean.get_ydata().max()
    assert {axis.get_xlabel() for axis in figure.axes} == {"simulated time (ms)"} and figure.axes[0].get_ylim()[0] == 0
    assert 1.1 * thin.get_ydata().max() < figure.axes[0].get_ylim()[1] < 1.5 * thin.get_ydata().max()
    assert_legend_is_off_the_axes(figure)


def test_victim_alone_and_beside_the_incast(make_run: Make, scenario: Make) -> None:
    hit, alone = [], []
    for variant, transport, part in (("MRC", "mrc", 0.99), ("RoCE, 1 QP", "roce", 0.7)):
        how = Behavior(victim=part)
        hit.append(make_run("incast", variant, scenario(transport, workload=INCAST), how))
        alone.append(make_run("alone", variant, scenario(transport, workload=INCAST[1:]), how))
    figure = plots.victim(hit, alone, "incast", "victim")
    bars = [bar.get_height() for bar in figure.axes[0].patches]
    assert bars[1] / bars[0] == pytest.approx(0.99, rel=1e-3)
    assert bars[3] / bars[2] == pytest.approx(0.70, rel=1e-3)
    assert any("70 %" in text.get_text() for text in figure.axes[0].texts)
    dots = [line for line in figure.axes[1].lines if line.get_marker() == "o"]
    assert [len(line.get_ydata()) for line in dots] == [3, 3]
    assert_legend_is_off_the_axes(figure)


def test_victim_without_a_solo_run_has_no_percentage(make_run: Make, scenario: Make) -> None:
    figure = plots.victim([make_run("a", "MRC", scenario(workload=INCAST))], [], "incast", "victim")
    assert not any("%" in text.get_text() for text in figure.axes[0].texts)


def test_pauses_in_ms_and_queues_in_mb(three_rings: list[Run]) -> None:
    figure = plots.pauses_and_queues(three_rings)
    pauses = [bar.get_height() for bar in figure.axes[0].patches]
    queues = [bar.get_height() for bar in figure.axes[1].patches]
    assert pauses == pytest.approx([0, 3.4, 5.1])
    assert queues == pytest.approx([0.060, 0.120, 0.084])
    assert "(ms)" in figure.axes[0].get_ylabel() and "(MB)" in figure.axes[1].get_ylabel()
    assert_legend_is_off_the_axes(figure)


def test_flow_times_far_apart_are_on_a_logarithmic_axis(three_rings: list[Run]) -> None:
    assert plots.flow_time_cdfs(three_rings).axes[0].get_xscale() == "log"
    axis = plots.flow_time_cdfs(three_rings[:1]).axes[0]
    assert axis.get_xscale() == "linear" and axis.get_xlabel() == "flow time (us)"


def test_a_logarithmic_axis_has_the_labels_that_fit() -> None:
    for low, high, labels in (
        (4, 20, ["5", "7", "10", "20"]),
        (4, 159, ["5", "10", "20", "50", "100"]),
        (4, 15_900, ["10", "100", "1,000", "10,000"]),
    ):
        figure = Figure()
        axis = figure.subplots()
        drawing.time_axis(axis, low, high, "time (us)")
        assert [text.get_text() for text in axis.get_xticklabels()] == labels


def test_labels_break_into_lines_that_have_room() -> None:
    assert drawing.wrap("ring all-reduce 64 MB", 200, 8) == "ring all-reduce 64 MB"
    # A number stays with its unit, and no line is much shorter than the others.
    assert drawing.wrap("ring all-reduce 64 MB", 70, 8) == "ring all-reduce\n64 MB"
    assert drawing.wrap("one two three four", 55, 8) == "one two\nthree four"
    assert drawing.wrap("incast\n(total)", 1, 8) == "incast\n(total)"


@pytest.mark.parametrize("text", ["1", "98 %", "12,345\n6.7 %", "a text that is wider than its bar"])
@pytest.mark.parametrize("height", [1.5, 3.4])
def test_texts_are_above_their_bars_and_inside_the_axes(text: str, height: float) -> None:
    figure, (axis,) = drawing.new_figure(1, 1, height)
    looks, values = style.looks(VARIANTS), {("ring", name): value for name, value in zip(VARIANTS, (3.0, 5.0, 4.0))}
    places = drawing.grouped_bars(axis, ["ring"], looks, values, dict.fromkeys(values, text))
    figure.draw_without_rendering()
    frame = axis.get_window_extent()
    assert sum(axis.get_xlim()) == pytest.approx(0), "the group is in the middle"
    assert sum(places.values()) == pytest.approx(0) and len(axis.texts) == 3
    for label, (key, value) in zip(axis.texts, values.items()):
        extent = label.get_window_extent()
        top = axis.transData.transform((places[key], value))
        assert top[1] < extent.y0 < top[1] + 10 and extent.y1 <= frame.y1
        assert (extent.x0 + extent.x1) / 2 == pytest.approx(top[0], abs=1)
    highest = max(label.get_window_extent().y1 for label in axis.texts)
    assert frame.y1 - highest < 0.2 * frame.height, "no space is wasted"


@pytest.mark.parametrize("low, high, log", [(100, 299, False), (100, 300, True), (7, 7, False), (2, 3000, True), (1, 40, True)])
def test_an_axis_of_times_has_equal_margins_and_ticks_inside(low: float, high: float, log: bool) -> None:
    for unit in (1, 1000):
        _, (axis,) = drawing.new_figure(1, 1, 3)
        drawing.time_axis(axis, low * unit, high * unit, "time (us)")
        first, last = axis.get_xlim()
        assert (axis.get_xscale() == "log") == log and axis.get_xlabel() == ("time (us, log scale)" if log else "time (us)")
        assert first < low * unit <= high * unit < last
        if log:
            assert low * unit / first == pytest.approx(last / (high * unit)) == pytest.approx((high / low) ** 0.05)
        else:
            margin = 0.05 * (high - low or high) * unit
            assert low * unit - first == pytest.approx(last - high * unit) == pytest.approx(margin)
        ticks = [tick for tick in axis.get_xticks() if first <= tick <= last]
        assert 3 <= len(ticks) <= 9
        if log:
            assert [axis.xaxis.get_major_formatter()(tick) for tick in ticks] == [f"{round(tick):,}" for tick in ticks]


@pytest.mark.parametrize(
    "start, end, origin, shaded",
    [(2e6, 3e6, 0, (2, 3)), (2e6, None, 0, (2, 5)), (2e6, 9e6, 0, (2, 5)), (12e6, 13e6, 10e6, (2, 3)), (5e6, 6e6, 0, None)],
)
def test_an_outage_is_shaded_where_the_axis_shows_it(
    start: float, end: float | None, origin: float, shaded: tuple[float, float] | None
) -> None:
    figure, (axis,) = drawing.new_figure(1, 1, 3)
    axis.set_xlim(-1, 5)
    drawing.shade_outage(axis, Fault("switch-silent", "a switch", start, end), origin)
    assert axis.get_xlim() == (-1, 5) and len(axis.patches) == len(axis.texts) == (shaded is not None)
    if shaded:
        (patch,), (label,) = axis.patches, axis.texts
        assert label.get_text() == "switch-silent"
        assert tuple(patch.get_extents().transformed(axis.transData.inverted()).intervalx) == pytest.approx(shaded)
        figure.draw_without_rendering()
        frame, extent = axis.get_window_extent(), label.get_window_extent()
        left = axis.transData.transform((shaded[0], 0))[0]
        assert left < extent.x0 < left + 10 and frame.y1 - 10 < extent.y1 < frame.y1


def made_up(figure: Experiment, world: int) -> Measured:
    """A figure with a value of every measure of every run that depends on their names alone."""

    def value(*names: object) -> float:
        part = zlib.crc32(f"{world} {names}".encode()) / 2**32
        return float(4 ** (2 * part - 1))

    rows = [
        (each.case, each.run.key, *((each.point.sweep, each.point.at) if each.point else ("", math.nan)), each.seed, name,
         value(each.case, each.seed, name))
        for each in figure.simulations(quick=False) for name in figure.measures
    ]  # fmt: skip
    return Measured(figure, {}, pd.DataFrame(rows, columns=list(evaluation.COLUMNS)))


@pytest.mark.parametrize("name, measure", [("perm64", "mean"), ("one-fault", "losses"), ("elephant", "others")])
def test_columns_have_equal_margins_and_the_means_of_runs(name: str, measure: str) -> None:
    m = made_up(figures.load(name, figures.FIGURES), 0)
    (axis,) = bars(m, measure, title="x", ylabel="y").picture.axes
    means = [m[f"{run.key}/{measure}"] for run in m.experiment.lines]
    heights = [bar.get_height() for bar in axis.patches]
    middles = [bar.get_x() + bar.get_width() / 2 for bar in axis.patches]
    assert heights == pytest.approx(means)
    assert middles == pytest.approx(list(range(len(means)))) and sum(axis.get_xlim()) == pytest.approx(len(means) - 1)
    assert 0 - axis.get_xlim()[0] > axis.patches[0].get_width() / 2
    assert axis.get_ylim()[0] == 0 and axis.get_ylim()[1] > 1.1 * max(heights)


def test_bars_of_points_have_a_dot_for_each_seed_if_seeds_differ() -> None:
    m = made_up(figures.load("trim-incast", figures.FIGURES), 0)
    same = m.values["case"] == "deep@64"
    m = Measured(m.experiment, {}, m.values.assign(value=m.values["value"].mask(same, 3.0)))
    (axis,) = groups(m, "slowest", title="x", ylabel="y").picture.axes
    dots = {tuple(line.get_ydata()) for line in axis.lines}
    values = m.of("slowest").groupby("case")["value"]
    assert dots == {tuple(own) for case, own in values if case != "deep@64"}
    assert sorted(bar.get_height() for bar in axis.patches) == pytest.approx(sorted(values.mean()))
    for line in axis.lines:
        assert list(np.diff(line.get_xdata())) == pytest.approx([np.diff(line.get_xdata())[0]] * 2), "evenly spaced"
    assert axis.get_ylim()[1] > max(map(max, dots))


def test_a_curve_has_its_mean_the_band_of_its_seeds_and_their_interval() -> None:
    m = made_up(figures.load("trim-incast", figures.FIGURES), 1)
    (axis,) = curve(m, "slowest", title="x", xlabel="x", ylabel="y", runs=["trim"]).picture.axes
    values = m.of("slowest")
    values = values[values["run"] == "trim"].groupby("at")["value"]
    assert list(axis.lines[0].get_xdata()) == [64, 256, 1000]
    assert list(axis.lines[0].get_ydata()) == pytest.approx(list(values.mean()))
    band, bars_of = axis.collections[:2]
    corners = band.get_paths()[0].vertices
    for (at, own), (low, high) in zip(values, [segment[:, 1] for segment in bars_of.get_segments()]):
        assert sorted({y for x, y in corners if x == at}) == pytest.approx([own.min(), own.max()])
        half = 4.30265272991 * own.std(ddof=1) / np.sqrt(3)
        assert (low, high) == pytest.approx((own.mean() - min(half, own.mean()), own.mean() + half))


def test_faults_and_stretches_are_shaded_in_ms(three_rings: list[Run]) -> None:
    experiment = figures.load("perm64", figures.FIGURES)
    results = three_rings[0].results
    faults = [{"fault": 0, "at_ns": 0.2e6, "until_ns": 0.3e6}, {"fault": 1, "at_ns": 0.5e6, "until_ns": None}]
    results = with_summary(results, sim_time_ns=1.0e6, recovery=faults)
    m = Measured(experiment, {next(iter(experiment.simulations(quick=True))): results}, made_up(experiment, 0).values)
    rows = [Row("job.throughput_gbps", "y", [Lines("*", "ring", reduce="total")], scale=2)]
    run = experiment.runs[0].key
    shown = {"title": "x", "runs": [run]}

    def spans(**keys: Any) -> list[tuple[float, float]]:
        (axis,) = over_time(m, rows, **shown, **keys).picture.axes
        assert axis.get_xlim() == (0, 1)
        values = results.series("job.throughput_gbps")
        assert list(axis.lines[0].get_xdata()) == pytest.approx(list(values.index / 1e6))
        assert list(axis.lines[0].get_ydata()) == pytest.approx(list(2 * values))
        inverse = axis.transData.inverted()
        found = [tuple(patch.get_extents().transformed(inverse).intervalx) for patch in axis.patches]
        return [*found, *((line.get_xdata()[0],) * 2 for line in axis.lines[1:])]

    assert spans() == []
    assert np.array(spans(faults=True)) == pytest.approx(np.array([(0.2, 0.3), (0.5, 0.5)]))
    assert np.array(spans(shade="200us")) == pytest.approx(np.array([(0.2, 0.4), (0.6, 0.8)]))


@pytest.mark.parametrize("lost", [[], ["trim@64"], ["trim@64", "deep0@1000"]])
def test_runs_without_a_value_have_a_cross_at_the_bottom_and_in_the_legend(lost: list[str]) -> None:
    m = made_up(figures.load("trim-incast", figures.FIGURES), 0)
    away = m.values["case"].isin(lost) & (m.values["seed"] == 2)
    m = Measured(m.experiment, {}, m.values.assign(value=m.values["value"].mask(away)))
    picture = curve(m, "slowest", title="x", xlabel="x", ylabel="y").picture
    crosses = [line for line in picture.axes[0].lines if line.get_transform() == picture.axes[0].get_xaxis_transform()]
    places = [(x, y) for line in crosses for x, y in zip(line.get_xdata(), line.get_ydata())]
    assert places == [(float(case.partition("@")[2]), 0) for case in lost]
    assert ("no value" in legend_of(picture)) == bool(lost)
    of_runs = [line for line in picture.axes[0].lines if line.get_linestyle() != "None" and line not in crosses]
    gaps = [x for line in of_runs for x, y in zip(line.get_xdata(), line.get_ydata()) if math.isnan(y)]
    assert sorted(gaps) == sorted(place for place, _ in places), "two of three seeds are no mean"


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_what_stands_side_by_side_is_centered(count: int) -> None:
    places = drawing.side_by_side(count, 0.2)
    assert len(set(places)) == count and sum(places) == pytest.approx(0)
    assert max(abs(places)) == (0.2 if count > 1 else 0)
