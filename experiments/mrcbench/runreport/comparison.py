# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The page of several runs side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from matplotlib.figure import Figure

from .. import metrics
from ..drawing import line_handles, panels, place_legend, styled
from ..drawing.runs import Run, cases_of, looks_of, variants_of
from ..metrics import JobMetrics
from ..report import Markup, Section, figure_sections, render, run_table
from ..table import Table
from . import configuration, tables, verdict
from .timelines import clock_of, thin

#: Cases and variants that figures show; tables have all.
CASES, VARIANTS = 8, 8

#: Rows of the table of runs.
_ROWS = 400


def drawn(runs: Sequence[Run]) -> list[Run]:
    """The runs that figures show: those of the first cases and variants with completed messages."""
    some = [run for run in runs if run.results.summary["flows_completed"]]
    cases, variants = cases_of(some)[:CASES], variants_of(some)[:VARIANTS]
    return [run for run in some if run.case in cases and run.variant in variants]


def page(title: str, runs: Sequence[Run], films: Sequence[tuple[str, str]] = ()) -> str:
    """The page with all sections that can be made from the data of the runs.

    @param title of the page
    @param runs at least two
    @param films name and place of each page of a run in motion
    @return HTML
    """
    return render(title, f"{len(runs)} runs side by side", list(_sections(runs, films)))


def _sections(runs: Sequence[Run], films: Sequence[tuple[str, str]]) -> Iterator[Section]:
    numbers: list[list[JobMetrics]] = []
    rows: list[Sequence[str]] = []
    header: Sequence[str] = ()
    for run in runs:
        numbers.append(metrics.jobs_of(run.results))
        table = run_table([run])
        header = table.header
        rows += table.rows
        run.results.release()
    yield Section("Summary", verdict.compare(runs, numbers), _links(films))
    order = {case: place for place, case in enumerate(cases_of(runs))}
    rows.sort(key=lambda row: order.get(row[0], order.get(row[0].split(": ")[0], 0)))
    yield Section("Runs", "", Table(header, rows).short(_ROWS))
    between = configuration.between(runs)
    if between is not None:
        yield Section("Where the scenarios differ", "", between)
    chosen = drawn(runs)
    left = f"Figures show {len(chosen)} of the {len(runs)} runs; the table has all. "
    left = left if len(chosen) < len(runs) else ""
    if chosen:
        overlay = _throughput(chosen)
        for section in figure_sections(chosen):
            yield Section(section.title, left + section.text, section.body)
        if overlay is not None:
            yield Section("Throughput over time", left + "All jobs of a run together, payload.", overlay)
    faults = [(f"{run.case}, {run.variant}", run.results.recovery) for run in runs]
    if any(not recovery.empty for _, recovery in faults):
        yield Section("Faults and recovery", "", tables.recovery_table(faults))


def _links(films: Sequence[tuple[str, str]]) -> Markup:
    if not films:
        return Markup("")
    listed = "".join(f'<li><a href="{escape(place)}">{escape(name)}</a></li>' for name, place in films)
    return Markup(f"<p>The runs in motion:</p>\n<ul>{listed}</ul>")


@styled
def _throughput(runs: Sequence[Run]) -> Figure | None:
    """A panel per case, a line per variant."""
    sampled = [run for run in runs if len(metrics.throughput(run.results))]
    cases, looks = cases_of(sampled), looks_of(runs)
    if not cases:
        return None
    figure, axes = panels(cases, min(2, len(cases)), 0.7, 2.3, "throughput (Gb/s)", sharey=False)
    for axis, case in zip(axes, cases):
        own = [run for run in sampled if run.case == case]
        clock = max((clock_of(run.results) for run in own), key=lambda one: one.end_ns)
        for run in own:
            line = thin(metrics.throughput(run.results))
            axis.plot(line.index / clock.unit, line, **{**looks[run.variant].line_stroke(), "lw": 1.3})
        clock.apply(axis)
        axis.set_ylim(bottom=0)
    place_legend(figure, line_handles({variant: looks[variant] for variant in variants_of(sampled)}))
    return figure
