# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The HTML page: self-contained, reproducible, readable on light and dark screens."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
import synthetic
from mrcbench import report, style
from mrcbench.drawing import runs as plots
from mrcbench.drawing.runs import Run
from mrcbench.expectations import Claim
from mrcbench.table import Table

Make = Callable[..., Any]


class Page(HTMLParser):
    """Tags, ids and references of a page; unbalanced tags are an error."""

    VOID = {"meta", "br", "hr", "img", "link"}

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "xlink:href", "data", "action"):
                self.references.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


#: The page of most tests, which takes seconds to make.
PAGES: list[str] = []


@pytest.fixture
def page(request: pytest.FixtureRequest) -> str:
    """A page with verdicts, the table and all figures of three runs."""
    if not PAGES:
        PAGES.append(make_page(request.getfixturevalue("three_rings")))
    return PAGES[0]


def make_page(three_rings: list[Run]) -> str:
    claims = [Claim("holds", 2, ">=", 1), Claim("does not", 2, ">=", 3)]
    sections = [
        report.Section("Verdicts", "", [claim.judge() for claim in claims]),
        report.Section("Runs", "A < B & C", report.run_table(three_rings)),
        *report.figure_sections(three_rings),
    ]
    return report.render("Title & more", "lead", sections)


def test_page_loads_nothing(page: str) -> None:
    found = Page(page)
    assert not {"script", "link", "img", "iframe", "object"} & set(found.tags)
    assert all(reference.startswith("#") for reference in found.references)
    assert "http" not in page and "@import" not in page
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", page))


def test_ids_are_unique_across_figures_and_references_resolve(page: str) -> None:
    found = Page(page)
    assert len(found.ids) == len(set(found.ids))
    targets = set(found.references) | set(re.findall(r"url\(([^)]*)\)", page))
    assert targets and targets <= {f"#{name}" for name in found.ids}


def test_all_figures_are_there(page: str) -> None:
    labels = re.findall(r'<svg role="img" aria-label="([^"]*)"', page)
    assert labels == [
        "Bandwidth",
        "Flow times",
        "Load of planes and uplinks",
        "A link fails",
        "Planes over time",
        "Pauses and queues",
    ]


def test_figures_follow_the_page_in_the_dark(page: str) -> None:
    assert "prefers-color-scheme: dark" in page
    drawn = page[page.index("<svg") :]
    for color in (style.INK, style.MUTED, style.GRID, style.PAPER):
        assert color not in drawn
    assert "var(--ink)" in drawn and "var(--card)" in drawn


def test_text_is_escaped(page: str) -> None:
    assert "<h1>Title &amp; more</h1>" in page
    assert "A &lt; B &amp; C" in page


def test_verdicts_are_colored(page: str) -> None:
    assert '<td class="good" data-label="verdict">our claim</td>' in page
    assert '<td class="bad" data-label="verdict">our claim FAILS</td>' in page


@pytest.mark.slow
def test_same_results_same_bytes(three_rings: list[Run]) -> None:
    pages = [report.render("t", "l", report.figure_sections(three_rings)) for _ in range(2)]
    assert pages[0] == pages[1]


def test_table_has_the_numbers_of_the_files(make_run: Make, scenario: Make) -> None:
    how = synthetic.Behavior(efficiency=0.5, worst=1, retransmits=1234, trims=7, pause_ns=98_765)
    run = make_run("ring", "RoCE, 1 QP", scenario("roce"), how)
    table = report.run_table([run])
    row = dict(zip(table.header, table.rows[0]))
    job = run.results.jobs.iloc[0]
    fct = run.results.flows["fct_ns"].iloc[0] / 1e3
    assert row["case"] == "ring" and row["transport"] == "RoCE, 1 QP"
    assert row["Gb/s"] == f"{job['busbw_gbps']:.1f}" and row["measure"] == "bus bandwidth"
    assert row["% of ideal"] == "50.0"
    assert row["p50 (us)"] == row["max (us)"] == f"{fct:,.1f}"
    assert row["retrans."] == "1,234" and row["NACKs"] == "7"
    assert row["pauses (us)"] == "98.8"
    assert row["completed"] == "yes"


def test_second_job_has_a_row_of_its_own(make_run: Make, scenario: Make) -> None:
    jobs = [
        {"name": "incast", "type": "incast", "receiver": 0, "senders": [4, 5], "bytes": "8MB"},
        {"name": "victim", "type": "write", "hosts": [7, 1], "bytes": "16MB"},
    ]
    runs = [make_run("incast", name, scenario(workload=jobs)) for name in ("MRC", "MRC 2")]
    rows = report.run_table(runs).rows
    assert [row[0] for row in rows] == ["incast: incast", "incast: incast", "incast: victim", "incast: victim"]
    assert [row[10] for row in rows] == ["0", "0", "-", "-"]


DRAWN = ("bandwidth_bars", "flow_time_cdfs", "load_balance", "throughput_around_failure", "plane_load_over_time",
         "pauses_and_queues")  # fmt: skip


@pytest.mark.parametrize("transport, faulty", [("mrc", True), ("mrc", False), ("roce", True), ("roce", False)])
def test_a_run_has_the_sections_of_what_it_has(
    make_run: Make, scenario: Make, monkeypatch: pytest.MonkeyPatch, transport: str, faulty: bool
) -> None:
    for name in DRAWN:
        monkeypatch.setattr(plots, name, lambda *_: "a picture")
    faults = [{"at": "2ms", "what": "link-down", "for": "1ms"}] if faulty else None
    sections = report.figure_sections([make_run("ring", "run", scenario(transport, faults=faults))])
    assert [section.title for section in sections] == [
        "Bandwidth", "Flow times", "Load of planes and uplinks", *(["A link fails"] if faulty else []),
        *(["Planes over time"] if transport == "mrc" else []), "Pauses and queues",
    ]  # fmt: skip


def test_incomplete_run_is_said_to_be(make_run: Make, scenario: Make) -> None:
    run = make_run("ring", "MRC", scenario(), synthetic.Behavior(lost=1))
    assert report.run_table([run]).rows[0][-1] == "NO"


@pytest.mark.slow
def test_run_where_nothing_arrived_can_be_reported(make_run: Make, scenario: Make) -> None:
    how = synthetic.Behavior(lost=14 * 8)
    run = make_run("ring", "MRC", scenario(), how)
    assert Page(report.render("t", "l", report.figure_sections([run]))).tags.count("svg") >= 2


def test_labels_from_the_configuration(make_run: Make, scenario: Make) -> None:
    labels = [
        report.label_of(make_run("a", str(qps) + kind, scenario(kind, qps=qps)).results)
        for kind, qps in (("mrc", 1), ("mrc", 4), ("roce", 1), ("roce", 16))
    ]
    assert labels == ["MRC", "MRC, 4 QPs", "RoCE, 1 QP", "RoCE, 16 QPs"]


def test_a_page_begins_with_its_first_section_and_the_best_of_some_others() -> None:
    sections = [report.Section(title, "", body) for title, body in (("a", "1"), ("b", ""), ("c", "3"), ("d", "4"))]
    for first, titles in (("d", "adc"), ("x", "acd"), ("b", "acd"), ("a", "acd")):
        shown = report.one_screen(sections, first, "x")
        assert "".join(section.title for section in shown) == titles
        assert [section.folded for section in shown] == [False, first != "d", True]
    text = report.render("t", "the question", report.one_screen(sections, "d"), "the answer")
    assert re.findall(r"<(details|section)\b", text) == ["section", "section", "details"]
    assert text.index("the question") < text.index("the answer") < text.index("<h2>a</h2>")
    assert 'class="answer"' not in report.render("t", "the question", sections)


def test_long_cells_wrap_and_numbers_stand_right() -> None:
    section = report.Section("t", "", Table(("a", "b"), [("x" * 50, "12")]))
    text = report.render("t", "l", [section])
    assert f'<td class="wrap">{"x" * 50}</td><td class="number" data-label="b">12</td>' in text


def test_png_and_svg_of_a_figure_have_the_same_size(three_rings: list[Run]) -> None:
    figure = plots.bandwidth_bars(three_rings)
    text = report.svg(figure, "p-", "label")
    width, height = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', text).groups()
    assert float(width) / float(height) == pytest.approx(
        figure.get_figwidth() / figure.get_figheight(), rel=1e-3
    )
