# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Plots and pages are readable: nothing is hidden, cut, ambiguous or empty."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chromium
import demo
import figures
import matplotlib
import numpy as np
import pandas as pd
import programs
import pytest
import sweep
import texts
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from mrcbench import drawing, report, style
from mrcbench.drawing import runs as plots
from mrcbench.drawing.runs import Run
from mrcbench.figure import Lines, Row, over_time
from mrcbench.suite import evaluation, page
from mrcbench.suite.definition import Experiment
from mrcbench.suite.evaluation import Measured
from mrcbench.suite.loading import load_experiment
from mrcbench.table import Table, alike, significant

Make = Callable[..., Any]

FAMILIES = {
    "MRC": [f"MRC, variant {rank}" for rank in range(12)],
    "RoCE": [f"RoCE, {rank} QPs" for rank in range(12)],
    "other": [f"TCP, variant {rank}" for rank in range(12)],
}

#: Linear red, green and blue as perceived without one kind of cones: red and green (Vienot, Brettel and Mollon, 1999),
#: blue (Machado, Oliveira and Fernandes, 2009).
BLINDNESS = {
    "none": np.eye(3),
    "red": np.array([[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]]),
    "green": np.array([[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]]),
    "blue": np.array([[1.25553, -0.07675, -0.17878], [-0.07841, 0.93081, 0.1476], [0.00473, 0.69137, 0.3039]]),
}

#: Colors that one plot may have, beside those of a family.
TOGETHER = {
    "lines of a run": (*style.LINES, "#0072b2", "#d55e00", style.BROKEN),
    "planes": tuple(dict.fromkeys(style.plane_stroke(plane)["color"] for plane in range(8))),
    "states": (*style.STATES.values(), "#0072b2", "#d55e00"),
}


def lightness_and_hue(values: np.ndarray) -> np.ndarray:
    """CIELAB of linear red, green and blue."""
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    parts = to_xyz @ np.clip(values, 0, 1) / np.array([0.9505, 1, 1.089])
    x, y, z = np.where(parts > 0.008856, np.cbrt(parts), 7.787 * parts + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("family", FAMILIES)
def test_twelve_variants_of_a_family_look_different(family: str) -> None:
    looks = list(style.looks(FAMILIES[family]).values())
    for part in ({(look.color, look.line) for look in looks}, {look.marker for look in looks},
                 {look.hatch for look in looks}):  # fmt: skip
        assert len(part) == 12


def distance(colors: tuple[str, ...], blind: str) -> float:
    """That of the two most similar colors."""
    seen = [lightness_and_hue(BLINDNESS[blind] @ texts.linear(to_rgb(color))) for color in colors]
    return min(math.dist(one, other) for one, other in itertools.combinations(seen, 2))


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("blind", BLINDNESS)
def test_colors_of_a_family_are_told_apart_by_everybody(family: str, blind: str) -> None:
    assert distance(tuple({look.color for look in style.looks(FAMILIES[family]).values()}), blind) > 10


@pytest.mark.parametrize("together", TOGETHER)
@pytest.mark.parametrize("blind", BLINDNESS)
def test_colors_of_one_plot_are_told_apart_by_everybody(together: str, blind: str) -> None:
    assert distance(TOGETHER[together], blind) > 14


def test_planes_look_different() -> None:
    strokes = [style.plane_stroke(plane) for plane in range(8)]
    assert len({tuple(stroke.items()) for stroke in strokes}) == 8


@pytest.mark.parametrize("paper", ["#ffffff", "#161b22"])
def test_every_color_is_seen_on_light_and_dark_paper(paper: str) -> None:
    of_families = [look.color for names in FAMILIES.values() for look in style.looks(names).values()]
    for color in (*of_families, *TOGETHER["lines of a run"], *TOGETHER["planes"]):
        assert texts.contrast(to_rgb(paper), to_rgb(color)) > 2, color


def test_no_color_belongs_to_two_families() -> None:
    colors = [{look.color for look in style.looks(names).values()} for names in FAMILIES.values()]
    assert not set.intersection(*colors[:2]) and not (colors[0] | colors[1]) & colors[2]
    assert style.looks(["MRC"])["MRC"].color == "#0072b2"
    assert not set(TOGETHER["planes"]) & (colors[0] | colors[1] | colors[2] | set(style.LINES))


@pytest.mark.parametrize("variant", ["MRC", "RoCE, 8 QPs", "TCP"])
def test_a_variant_alone_has_the_first_color_of_its_family(variant: str) -> None:
    assert style.color_of(variant) == style.looks([variant])[variant].color


def runs_of(three_rings: list[Run], cases: int = 5) -> list[Run]:
    """Several cases with long names, one with an additional variant, another with a missing one."""
    names = [f"ring all-reduce {64 << rank} MB, case {rank}" for rank in range(cases)]
    runs = [Run(case, run.variant, run.results) for case in names for run in three_rings]
    return [*runs[:-1], Run(names[0], "MRC, last-hop ECN", three_rings[0].results)]


@pytest.mark.slow
@pytest.mark.parametrize("cases", [1, 2, 5, 9])
def test_texts_of_plots_of_runs_do_not_overlap(three_rings: list[Run], cases: int) -> None:
    runs = runs_of(three_rings, cases)
    for figure in (
        plots.bandwidth_bars(runs),
        plots.flow_time_cdfs(runs),
        plots.load_balance(runs, runs[0].case),
        plots.plane_load_over_time(runs[0]),
        plots.throughput_around_fault(plots.hit_jobs(three_rings)),
        plots.pauses_and_queues(runs),
    ):
        assert texts.defects(figure) == []


def test_overlapping_and_cut_and_faint_texts_are_found() -> None:
    figure = Figure()
    figure.text(0.5, 0.5, "one")
    figure.text(0.51, 0.5, "two")
    figure.text(0.99, 0.1, "at the edge")
    figure.text(0.1, 0.1, "light gray", color="#cccccc")
    figure.text(0.1, 0.3, "gray", color="#777777")
    assert texts.defects(figure) == [
        "'at the edge' is cut", "'one' and 'two' overlap", "'light gray' has a contrast of 1.6"
    ]  # fmt: skip


def groups_of(figure: Figure) -> list[list[Rectangle]]:
    """The bars of the first axes, by the tick below them."""
    axis = figure.axes[0]
    found: list[list[Rectangle]] = [[] for _ in axis.get_xticks()]
    for bar in axis.patches:
        found[round(bar.get_x() + bar.get_width() / 2)].append(bar)
    return found


@pytest.mark.slow
def test_groups_of_bars_have_no_holes_and_stand_above_their_names(three_rings: list[Run]) -> None:
    groups = groups_of(plots.bandwidth_bars(runs_of(three_rings)))
    assert [len(bars) for bars in groups] == [4, 3, 3, 3, 2]
    for place, bars in enumerate(groups):
        edges = sorted((bar.get_x(), bar.get_x() + bar.get_width()) for bar in bars)
        gaps = [following[0] - own[1] for own, following in itertools.pairwise(edges)]
        assert max(gaps) < 0.2 * bars[0].get_width()
        assert (edges[0][0] + edges[-1][1]) / 2 == pytest.approx(place)


def test_variants_of_a_transport_stand_together(three_rings: list[Run]) -> None:
    assert plots.variants_of(runs_of(three_rings)) == ["MRC", "MRC, last-hop ECN", "RoCE, 1 QP", "RoCE, 8 QPs"]


def test_a_legend_of_many_variants_has_several_lines_and_is_whole() -> None:
    with matplotlib.rc_context(style.RC):
        figure, (axis,) = drawing.new_figure(1, 1, height=3)
        drawing.place_legend(figure, drawing.line_handles(style.looks(list(itertools.chain(*FAMILIES.values())))))
    assert texts.defects(figure) == []
    legend = figure.legends[0]
    assert not legend.get_window_extent().overlaps(axis.get_tightbbox())
    tops = {text.get_text(): text.get_window_extent().y0 for text in legend.get_texts()}
    # Lines are read first: the first two entries are side by side.
    assert tops["MRC, variant 0"] == pytest.approx(tops["MRC, variant 1"], abs=3)


def test_planes_with_equal_shares_have_no_numbers(three_rings: list[Run]) -> None:
    run = three_rings[0]
    assert [text.get_text() for text in plots.load_balance([run], "ring").axes[0].texts] == ["24.6\n25.4"]
    links = run.results.links.assign(bytes=1000.0)
    even = Run(run.case, run.variant, type(run.results)(**{**vars(run.results), "links": links}))
    assert [text.get_text() for text in plots.load_balance([even], "ring").axes[0].texts] == [""]


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ([0.0, 3.0, 1200.0], ["0", "3", "1,200"]),
        ([1.0, 1.043, 0.0], ["1.00", "1.04", "0"]),
        ([0.000123, 12.345, 2e-9], ["0.000123", "12.3", "2.00e-09"]),
        ([math.nan, math.inf, 2.0], ["-", "never", "2"]),
        ([0.9996], ["1.00"]),
        ([], []),
    ],
    ids=str,
)
def test_numbers_have_the_digits_that_tell_something(values: list[float], shown: list[str]) -> None:
    assert alike(values) == shown


def test_counts_and_nothing() -> None:
    assert [significant(value) for value in (None, 0.0, 7.0, 0.04)] == ["-", "0", "7", "0.0400"]


@pytest.fixture
def counted(write_sweep: Make, tmp_path: Path) -> Experiment:
    """Two runs, and measures with and without a label."""
    write_sweep()
    measures = """[
        Measure("failed_qps", lambda run: measure.summary(run, "qp_errors")),
        Measure("p99", lambda run: measure.fct(run, "*"), "us", "slow flows"),
    ]"""
    claims = "yield from ()"
    return load_experiment(programs.write_figure(tmp_path, measures=measures, claims=claims, seeds=[1, 2]))


def values_of(experiment: Experiment, numbers: dict[str, list[float]]) -> pd.DataFrame:
    """Values of each measure over several seeds of every run."""
    rows = [(run.key, run.key, "", math.nan, seed, name, value)
            for run in experiment.runs for name, values in numbers.items()
            for seed, value in enumerate(values, start=1)]  # fmt: skip
    return pd.DataFrame(rows, columns=list(evaluation.COLUMNS))


def test_pages_have_labels_and_whole_counts(counted: Experiment) -> None:
    values = values_of(counted, {"failed_qps": [0.0, 0.0], "p99": [3.0, 4.0]})
    table = page.table_for_people(counted, values)
    assert table.header == ["measure", "MRC", "RoCE"]
    assert table.rows == [("failed qps", "0", "0"), ("slow flows (us)", "3.50 [3 .. 4]", "3.50 [3 .. 4]")]
    # The terminal shows the names of the files.
    assert page.values_table(counted, values).header == ["run", "failed_qps", "p99 (us)"]


def test_a_section_without_anything_is_left_out() -> None:
    empty = [report.Section("Does it hold?", "text", []), report.Section("Numbers", "", Table(("a",), [])),
             report.Section("Said", "", "")]  # fmt: skip
    text = report.render("t", "l", [*empty, report.Section("There", "", "words")])
    assert [title in text for title in ("Does it hold?", "Numbers", "Said", "There")] == [False] * 3 + [True]


LINES = [Lines("0", "MRC, here", strong=True), Lines("1", "MRC, there"), Lines("2", "all others")]


def test_blue_is_for_mrc_alone_in_plots_over_time(counted: Experiment, three_rings: list[Run]) -> None:
    rows = [Row("plane.rx_gbps", "received (Gb/s)", LINES),
            Row("plane.rx_gbps", "received (Gb/s)", LINES[1:], log=True)]  # fmt: skip
    simulation = next(iter(counted.simulations(quick=True)))
    runs = {simulation: three_rings[0].results}
    figure = over_time(Measured(counted, runs, values_of(counted, {})), rows, title="t").picture
    handles = figure.legends[0].legend_handles if hasattr(figure.legends[0], "legend_handles") else (
        figure.legends[0].legendHandles)  # fmt: skip
    colors = [handle.get_color() for handle in handles if isinstance(handle, Line2D)]
    looks = style.looks([lines.label for lines in LINES])
    assert colors == [look.color for look in looks.values()] and len(set(colors)) == 3
    assert [axis.get_ylabel() for axis in figure.axes[::2]] == ["received (Gb/s)", "received (Gb/s, log scale)"]
    assert texts.defects(figure) == []


@pytest.mark.slow
def test_pages_are_whole_on_a_telephone_and_in_a_hall(
    fake_simulator: Path, tmp_path: Path, write_sweep: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    common = ["--mrc-sim", str(fake_simulator), "--cores", "2", "--out"]
    assert demo.main([*common, str(tmp_path / "demo"), "--quick"]) == 0
    sweep_file = write_sweep(**WIDE_SWEEP)
    assert sweep.main([str(sweep_file), *common, str(tmp_path / "wide")]) == 0
    told = {"base": "../../scenario.json", "measures": LONG_NAMED, "runs": [{"key": "MRC", "label": "MRC"}]}
    draw = "yield bars(m, 'p99', title='t', ylabel='time (us)')"
    programs.write_figure(tmp_path / "figures" / "ring", **told, draw=draw, claims="yield from ()")
    programs.write_figure(tmp_path / "figures" / "grid", **told, draw="yield from ()", vary=WIDE_SWEEP["vary"],
                          claims=f"yield claim({LONG_CLAIM!r}, m['MRC/p99'], '>', 0, published='something else')",
                          more="GRIDS = ['p99']")  # fmt: skip
    monkeypatch.setattr(figures, "FIGURES", tmp_path / "figures")
    assert figures.main([*common, str(tmp_path)]) == 0
    check_quick_names((tmp_path / "demo" / "report.html").read_text(encoding="utf-8"))
    for name in ("demo", "wide", "ring", "grid"):
        check_page(tmp_path / name / "report.html")


LONG_CLAIM = "a claim with a metric/that-has-a-very-long-name " * 3
LONG_NAMED = '[Measure("p99", lambda run: measure.fct(run, "*"), "us", "the slowest hundredth of all flows")]'

#: A sweep whose tables are too wide for a telephone.
WIDE_SWEEP: dict[str, Any] = {
    "claims": [{"claim": LONG_CLAIM, "column": "measure.duration_us", "case": "MRC", "compare": ">", "bound": 0,
                "published": "something else"}],
    "plots": [{"x": "workload[0].bytes", "y": "measure.duration_us", "log": "xy"}],
    "cases": {"MRC": {}},
    "vary": {"workload[0].bytes": [f"{size}MB" for size in range(1, 12)]},
}  # fmt: skip


def check_page(path: Path) -> None:
    """It is short until its sections are opened; then nothing is cut, and claims are readable without scrolling."""
    script = "return [...document.querySelectorAll('.stack')].map(box => box.scrollWidth - box.clientWidth)"
    with chromium.open_page(path, chromium.SHEET) as browser:
        assert chromium.cut_in_print(browser) == [], path
    for size, dark in ((chromium.NARROW, False), (chromium.WIDE, True)):
        with chromium.open_page(path, size, dark) as browser:
            assert browser.execute_script("return document.body.scrollHeight") <= 3000, (path, size)
            browser.execute_script("document.querySelectorAll('details').forEach(each => { each.open = true; })")
            assert chromium.overflow(browser) == 0, (path, size)
            assert chromium.complaints(browser) == []
            assert all(beyond <= 0 for beyond in browser.execute_script(script)), (path, size)


def check_quick_names(text: str) -> None:
    """Names of quick cases of the demo contain their actual sizes."""
    assert "ring all-reduce 4 MB" in text and "64 MB" not in text
    assert "Seven hosts send 256 kB each" in text
    assert "claims about the full size are not judged" in text


def test_the_demo_says_where_roce_is_ahead(three_rings: list[Run]) -> None:
    mrc, one, eight = three_rings
    assert demo.where_roce_is_ahead(three_rings).rows == []
    swapped = [Run("ring", "RoCE, 8 QPs", mrc.results), Run("ring", "RoCE, 1 QP", one.results),
               Run("ring", "MRC", eight.results), Run("alone", "RoCE, 1 QP", one.results)]  # fmt: skip
    ((case, best, gbps, other, less, by),) = demo.where_roce_is_ahead(swapped).rows
    assert (case, best, other) == ("ring", "RoCE, 8 QPs", "MRC")
    assert by == f"{100 * (float(gbps) / float(less) - 1):.1f} %"


def test_ranges_of_numbers_may_go_below_them() -> None:
    table = Table(("run", "p99 (us)"), [("MRC", "5 [4 .. 6]"), ("RoCE", "7")])
    text = report.render("t", "l", [report.Section("Numbers", "", table)])
    assert '<td class="number" data-label="p99 (us)"><div>5 <span>[4 .. 6]</span></div></td>' in text
    assert table.numeric_columns() == [False, True]
