# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The page of several runs: the question, the answer, and one clock for runs of different lengths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from conftest import RING
from mrcbench.drawing.runs import Run
from mrcbench.metrics import JobMetrics
from mrcbench.runreport import pages, verdict
from mrcbench.runreport.timelines import clock_of
from synthetic import load_results, write_results


def job(name: str, efficiency: float, bandwidth: float = 100) -> JobMetrics:
    return cast(JobMetrics, SimpleNamespace(job=name, efficiency=efficiency, bandwidth_gbps=bandwidth))


def said(*efficiencies: Sequence[float], stopped: Sequence[int] = ()) -> str:
    """The answer about runs named by letters, with the efficiencies of their jobs."""
    results = [SimpleNamespace(completed=place not in stopped) for place in range(len(efficiencies))]
    runs = [Run("case", "ABCDEF"[place], cast(Any, each)) for place, each in enumerate(results)]
    return verdict.compare(runs, [[job(f"job-{i}", each) for i, each in enumerate(some)] for some in efficiencies])


@pytest.mark.parametrize(
    ("stopped", "end"),
    [
        ((), "All runs completed."),
        ((1,), "1 did not complete (B in case), and looks better in times and rates than it was."),
        ((0, 1, 2), "3 did not complete (A in case, B in case, C in case), and look better in times and rates than they were."),
        ((0, 1, 2, 3), "4 did not complete (A in case, B in case, C in case and 1 more), "
                       "and look better in times and rates than they were."),
    ],
)  # fmt: skip
def test_runs_that_did_not_complete_are_named(stopped: Sequence[int], end: str) -> None:
    assert said([0.9], [0.5], [0.7], [0.6], stopped=stopped) == (
        "A in case came nearest to its least possible time (90.0 % of the time it took), B in case stayed "
        f"farthest from it (50.0 %). {end}"
    )


@pytest.mark.parametrize(("jobs", "left"), [(4, ""), (5, " 1 more jobs are in the table.")])
def test_the_answer_is_about_four_jobs_at_most(jobs: int, left: str) -> None:
    text = said([0.5] * jobs, [0.5] * jobs)
    assert text.count("; all others came as near.") == 4 and text.endswith(f"as near.{left} All runs completed.")


@pytest.mark.parametrize("slow", [80, 79.9])
def test_another_run_may_be_faster_in_a_better_network(slow: float) -> None:
    run = Run("case", "A", cast(Any, SimpleNamespace(completed=True)))
    other = Run("case", "B", run.results)
    text = verdict.compare([run, other], [[job("a", 0.9, slow)], [job("a", 0.8, 80)]])
    assert ("B in case has the highest bandwidth (80.0 Gb/s, against 79.9)." in text) == (slow < 80)


def test_without_any_number_the_answer_says_so() -> None:
    assert said([float("nan")], []) == "No run has a job that came to its end. All runs completed."


def of_lengths(tmp_path: Path, scenario: Callable[..., dict[str, Any]], *sizes: str) -> list[Run]:
    """Runs of one case that last longer, the more bytes they have to send."""
    runs = []
    for size in sizes:
        path = write_results(tmp_path / size, scenario("mrc", workload=[{**RING, "bytes": size}]))
        runs.append(Run("case", size, load_results(path)))
    return runs


def test_the_longest_run_sets_the_clock_of_all(tmp_path: Path, scenario: Callable[..., dict[str, Any]]) -> None:
    runs = of_lengths(tmp_path, scenario, "4MB", "1MB")
    ends = [clock_of(run.results).end_ns for run in runs]
    assert ends[0] > 1.5 * ends[1]
    for some in (runs, runs[::-1]):
        figure = pages._throughput(some)
        assert figure is not None
        assert figure.axes[0].get_xlim()[1] * clock_of(runs[0].results).unit == pytest.approx(ends[0], rel=0.06)


def test_runs_without_samples_are_named_under_plots_over_time(
    tmp_path: Path, scenario: Callable[..., dict[str, Any]]
) -> None:
    runs = of_lengths(tmp_path, scenario, "4MB", "1MB")
    assert "without samples" not in pages.comparison("two", runs)
    table = runs[1].results.path / "samples.csv"
    table.write_text(table.read_text().partition("\n")[0] + "\n")
    short = Run(runs[1].case, runs[1].variant, load_results(runs[1].results.path))
    text = pages.comparison("two", [runs[0], short])
    said = text[text.index("<h2>Throughput over time") :]
    assert f"Left out, because without samples: {short.variant} in {short.case}" in said
    assert runs[0].variant not in said[said.index("without samples") : said.index("</p>")].replace(short.variant, "")


def test_the_page_asks_and_answers(tmp_path: Path, scenario: Callable[..., dict[str, Any]]) -> None:
    runs = of_lengths(tmp_path, scenario, "4MB", "1MB")
    for run in runs:
        for name in ("samples.csv", "links.csv"):
            (run.results.path / name).unlink()
    text = pages.comparison("two", [Run(run.case, run.variant, load_results(run.results.path)) for run in runs])
    question = text.index("Which run comes nearest to the least possible times of its jobs? 2 runs side by side.")
    answer = text.index('<p class="answer">')
    assert question < answer < text.index("<h2>Bandwidth</h2>") < text.index("Where the scenarios differ")
    assert "came nearest to its least possible time" in text[answer : text.index("<h2>")]
