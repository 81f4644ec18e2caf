# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Numbers in the figures and sentences of a report: units, thresholds, widths of bars."""

from __future__ import annotations

from pathlib import Path

import motion_runs
import numpy as np
import pandas as pd
import pytest
from mrcbench import drawing, metrics, replay
from mrcbench.results import open_results
from mrcbench.runreport import flows, heat, timelines, verdict
from synthetic import load_results, with_summary


@pytest.mark.parametrize(
    ("end", "unit", "name"),
    [(0, 1e3, "us"), (1.999e6, 1e3, "us"), (2e6, 1e6, "ms"), (1.999e9, 1e6, "ms"), (2e9, 1e9, "s")],
)
def test_the_unit_of_a_time_axis_fits_the_run(folder: Path, end: float, unit: float, name: str) -> None:
    clock = timelines.clock_of(with_summary(load_results(folder), sim_time_ns=end))
    assert (clock.unit, clock.name, clock.end_ns) == (unit, name, max(end, 1))


def test_losses_and_loads_are_mentioned_from_their_thresholds_on(folder: Path) -> None:
    results = load_results(folder)
    sent = results.flows["packets"].sum()
    jobs = metrics.jobs_of(results)
    for key, part, words in (
        ("retransmitted_packets", 0.001, "retransmissions"), ("trimmed_packets", 0.001, "trimmed in full queues"),
        ("ecn_marked_packets", 0.02, "marked by ECN"),
    ):  # fmt: skip
        counts = dict.fromkeys(("retransmitted_packets", "trimmed_packets", "ecn_marked_packets"), 0)
        for factor, mentioned in ((1.001, True), (0.999, False)):
            changed = with_summary(results, **{**counts, key: part * factor * sent})
            assert (words in verdict.answer(changed, jobs) + verdict.counts(changed)) == mentioned, (key, factor)


def test_maps_show_percent(folder: Path) -> None:
    results = load_results(folder)
    found = heat.maps(results)
    figure = heat.load_maps(found)
    most = max(np.nanmax(one.values.to_numpy()) for one in found)
    shown = [mesh for axis in figure.axes for mesh in axis.collections if mesh.get_array() is not None][: len(found)]
    assert max(np.max(mesh.get_array()) for mesh in shown) == pytest.approx(100 * most)
    assert all(mesh.get_clim() == (0, pytest.approx(100 * most)) for mesh in shown)


@pytest.mark.parametrize("step", [1, 3])
def test_names_of_rows_are_at_their_middle(step: int) -> None:
    _, (axis,) = drawing.new_figure(1, 1, 3)
    heat._ticks(axis, "y", [f"p0-t0-{number}" for number in range(16)], step)
    assert list(axis.get_yticks()) == pytest.approx([(number + 0.5) / step for number in range(0, 16, 2)])
    assert [text.get_text() for text in axis.get_yticklabels()] == [str(number) for number in range(0, 16, 2)]


def test_bars_of_sizes_have_a_width_by_their_distance() -> None:
    rows = pd.DataFrame({"bytes": [100.0, 200, 400, 800], "completed": True, "slowdown": [1.0, 2, 3, 4]})
    figure = flows.slowdown_by_size(flows.slowdowns(rows), "MRC")
    bars = figure.axes[1].patches
    # The distance to the next smaller size; that of the first follows from the ratio of the first two
    assert [bar.get_width() for bar in bars] == pytest.approx([0.35 * step for step in (50, 100, 200, 400)])
    assert [bar.get_height() for bar in bars] == [1, 1, 1, 1]


@pytest.mark.parametrize("log", [False, True])
def test_a_logarithmic_axis_has_this_in_its_label(log: bool) -> None:
    _, (axis,) = drawing.new_figure(1, 1, 3)
    drawing.x_scale(axis, "size (B)", log, {1: "1", 10: "10"})
    drawing.y_scale(axis, "time", log)
    assert axis.get_xlabel() == ("size (B, log scale)" if log else "size (B)")
    assert axis.get_ylabel() == ("time (log scale)" if log else "time")
    assert axis.get_xscale() == axis.get_yscale() == ("log" if log else "linear")


def test_a_run_of_exactly_the_limit_is_repeated(tmp_path: Path) -> None:
    results = with_summary(open_results(motion_runs.write_run(tmp_path / "run")), cpu_s=5.0)
    replay._refuse(results, 5.0)
    with pytest.raises(replay.ReplayError, match="took 5 s of CPU time; allowed for another: 5 s"):
        replay._refuse(results, 4.99)


@pytest.mark.parametrize(
    ("end", "directions", "interval"),
    [(3.5e6, 100, 1e4), (3.5e6, 4_000_000 // 350, 1e4), (3.5e6, 4_000_000 // 100, 3.5e4), (3.5e6, 10**7, 5.8e4),
     (3.5e4, 100, 1800), (70_000, 100, 2000), (1.0, 100, 1.0), (4.2e6, 0, 1.2e4)],
)  # fmt: skip
def test_the_interval_of_a_repetition(end: float, directions: int, interval: float) -> None:
    assert replay.interval_ns(end, directions) == interval


def test_the_interval_follows_from_the_rows_of_links(tmp_path: Path) -> None:
    results = open_results(motion_runs.write_run(tmp_path / "run"))
    many = results.changed(links=pd.concat([results.links] * 300, ignore_index=True))
    for each in (results, many):
        expected = replay.interval_ns(each.summary["sim_time_ns"], len(each.links))
        assert replay._scenario(each)["measure"]["sampleInterval"] == f"{expected:g}ns"
