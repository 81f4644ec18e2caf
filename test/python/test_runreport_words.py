# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What the page of a run says about its end and its counts, and what a report calls the runs of a sweep."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest
from matplotlib.colors import to_rgba
from mrcbench import style
from mrcbench.results import Results
from mrcbench.runreport import flows, loading, verdict
from synthetic import load_results, with_summary

#: Keys of summary.json that `verdict.counts` reads, all 0.
NOTHING = dict.fromkeys(
    ("qp_errors", "pfc_deadlocks", "timeouts", "retransmitted_packets", "trimmed_packets", "ecn_marked_packets", "pfc_pause_ns"), 0
)
MISSING = "not delivered: times and rates are those of messages that arrived, so they look better than the run was."


def changed(folder: Path, **keys: Any) -> Results:
    return with_summary(load_results(folder), **{**NOTHING, **keys})


@pytest.mark.parametrize(
    ("outcome", "missing", "begin"),
    [
        ("complete", 0, "No loss, trim, mark or pause worth mentioning was counted."),
        ("stalled", 1, f"It stalled with 1 message {MISSING} "),
        ("failed", 2, f"A connection gave up with 2 messages {MISSING} "),
        ("stop", 3, f"It was stopped by the time of the scenario with 3 messages {MISSING} "),
        ("interrupted", 0, "It was interrupted. "),
    ],
)
def test_the_end_of_a_run_comes_first(folder: Path, outcome: str, missing: int, begin: str) -> None:
    total = load_results(folder).summary["flows_total"]
    results = changed(folder, outcome=outcome, flows_completed=total - missing)
    assert verdict.counts(results).startswith(begin)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"qp_errors": 2}, "Counted: 2 QP ends that gave up."),
        ({"pfc_deadlocks": 1}, "Counted: ports that waited for each other forever (a PFC deadlock)."),
        ({"pfc_deadlocks": 3, "timeouts": 1, "qp_errors": 1},
         "Counted: 1 QP end that gave up; ports that waited for each other forever (a PFC deadlock); 1 time-out."),
        ({"pfc_pause_ns": 2000}, "Counted: PFC pauses (2 us added up)."),
    ],
)  # fmt: skip
def test_failures_come_in_the_order_of_their_weight(folder: Path, keys: dict[str, int], words: str) -> None:
    assert verdict.counts(changed(folder, **keys)).startswith(words)


def test_directions_that_were_paused_are_counted(folder: Path) -> None:
    results = changed(folder, pfc_pause_ns=15)
    links = results.links.assign(pauses_ns=[5] * 3 + [0] * (len(results.links) - 3))
    results = results.changed(links=links)
    assert f"PFC pauses (15 ns added up, in 3 of {len(links)} directions of links)" in verdict.counts(results)


def test_bars_of_steps_have_computation_below_and_the_rest_above() -> None:
    """Two jobs; repetitions in order, steps without an end left out."""
    rows = [("a", 1, 0, 9e6, 4e6), ("a", 0, 1, 7e6, 2e6), ("a", 0, 0, 5e6, 1e6), ("b", 0, 0, 3e6, 3e6), ("b", 0, 1, None, 1e6)]
    steps = pd.DataFrame(rows, columns=["job", "repetition", "step", "duration_ns", "compute_ns"])
    figure = flows.step_times(steps, "MRC")
    found = {
        axis.get_title(): [(bar.get_x() + bar.get_width() / 2, bar.get_y(), bar.get_height()) for bar in axis.patches]
        for axis in figure.axes
    }
    assert found == {
        "a": [(0, 0, 1), (1, 0, 2), (2, 0, 4), (0, 1, 4), (1, 2, 5), (2, 4, 5)],
        "b": [(0, 0, 3), (0, 3, 0)],
    }
    assert {axis.get_ylabel() for axis in figure.axes} == {"time (ms)"}
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["computation", "waiting for messages, or for the pipeline"]
    below, above = (patch.get_facecolor() for patch in legend.get_patches())
    first = figure.axes[0].patches
    assert (first[0].get_facecolor(), first[3].get_facecolor()) == (below, above)
    assert (below, above) == (to_rgba(style.MUTED), to_rgba(style.color_of("MRC")))


def test_many_steps_are_means_of_neighbors_over_their_places() -> None:
    count = 10 * flows._BARS
    rows = [("a", 0, step, 1e6 * step, 0) for step in range(count)]
    (axis,) = flows.step_times(pd.DataFrame(rows, columns=["job", "repetition", "step", "duration_ns", "compute_ns"]), "MRC").axes
    above = axis.patches[len(axis.patches) // 2 :]
    assert len(above) == flows._BARS
    for bar in above:  # the mean of steps is the middle of their places
        assert bar.get_height() == pytest.approx(bar.get_x() + bar.get_width() / 2)
        assert bar.get_width() == pytest.approx(8)


def sweep(path: Path, frame: pd.DataFrame | None, varied: list[str], folders: list[str]) -> Any:
    """A sweep as `loading` reads it; the results of a folder are its name."""
    if frame is not None:
        (path / "sweep.csv").touch()
    runs = {name: SimpleNamespace(results=name) for name in folders}

    class Sweep(SimpleNamespace):
        def __getitem__(self, name: str) -> Any:
            return runs[name]

    return Sweep(path=path, frame=frame, varied=varied, runs=runs)


def named(found: Any) -> list[tuple[str, str, Any]]:
    return [(run.case, run.variant, run.results) for run in loading._of_sweep(found)]


def test_runs_of_a_sweep_have_the_varied_values_as_their_case(tmp_path: Path) -> None:
    frame = pd.DataFrame({
        "folder": ["r1", "r0", None, "r2"], "case": ["ring: MRC", "RoCE", "MRC", "MRC"],
        "workload.0.bytes": ["1MB", float("nan"), "1MB", "2MB"], "seed": [1, 1, 1, 2],
    })  # fmt: skip
    found = sweep(tmp_path, frame, ["workload.0.bytes"], ["r0", "r1", "r2", "other"])
    assert named(found) == [
        ("ring, bytes 1MB, seed 1", "MRC", "r1"), ("seed 1", "RoCE", "r0"), ("bytes 2MB, seed 2", "MRC", "r2"), ("", "", "other"),
    ]  # fmt: skip


def test_a_single_seed_is_in_no_name_and_without_values_the_folder_is_one(tmp_path: Path) -> None:
    frame = pd.DataFrame({"folder": ["r0", "r1"], "case": ["MRC", "RoCE"], "seed": [4, 4]})
    assert named(sweep(tmp_path, frame, [], ["r0", "r1"])) == [(tmp_path.name, "MRC", "r0"), (tmp_path.name, "RoCE", "r1")]


def test_runs_of_a_folder_without_a_table_have_no_names_yet(tmp_path: Path) -> None:
    assert named(sweep(tmp_path, None, [], ["a", "b"])) == [("", "", "a"), ("", "", "b")]
